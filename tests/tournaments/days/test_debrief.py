"""The debrief of a day: when it opens, what it shows to whom, its moments, its secrets, and its stories."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from incursions.engine.errors import IllegalAction
from incursions.games.wolves.bots.rehearsal import Rehearsal
from incursions.games.wolves.rules.game import Game
from tests.tournaments.days.seated_client import enter
from tournaments.days.day_games import game_of, games, make_setup, read_content
from tournaments.days.day_page import draw_page, find_day
from tournaments.days.history import find_moment, histories, read_history
from tournaments.days.locked_day import give_command
from tournaments.days.models import Day, DayEntry
from tournaments.days.seats import make_day

TURNS = 2
TIME = re.compile(r"\d\d:\d\d:\d\d")
PAGES = ("debrief", "debrief_moment", "debrief_secrets", "debrief_story")
LOYALTY, HAND, NOTE, COORDINATES = "Ember Circle", "Open Ledgers", "the tylium is in our hold", "41233"


def page_of(client, day, name="debrief", **query):
    answer = client.get(reverse(f"days:{name}", args=[day.public_id]), query)
    return answer.content.decode()


def play_secretly(day, give):
    """Play a short day in which much is secret and something is undone."""
    give("Control", "start the event")
    give("Control", f"set loyalty of Dione Captain to {LOYALTY} because of a test", 1)
    give("Control", "secretly set morale of Lucas to 3 because of sabotage", 2)
    give("Control", f"give {HAND} to Dione Captain", 3)
    give("Dione Captain", f"write to Lucas Captain: {NOTE}", 4)
    give("Control", "begin action", 5)
    give("Dione Captain", f"set coordinates {COORDINATES} for a short jump", 6)
    give("Dione Chief Engineer", "use Water Plant", 7)
    give("Control", "announce to the room: Forget this", 8)
    give("Control", "undo to entry 8 because it was wrong", 9)
    give("Control", "announce to the room: All hands", 10)
    give("Control", "end the event", 20)
    day.refresh_from_db()
    return day


def play_openly(day, give):
    """Play a day of which everybody sees the same as of that with secrets."""
    give("Control", "start the event")
    give("Control", "begin action", 5)
    give("Control", "announce to the room: All hands", 10)
    give("Control", "end the event", 20)
    day.refresh_from_db()
    return day


@pytest.fixture
def secretive(day, give):
    return play_secretly(day, give)


def unveil(day):
    Day.objects.filter(pk=day.pk).update(is_unveiled=True)
    day.refresh_from_db()


def test_debrief_opens_when_the_event_is_over(client, day, give):
    give("Control", "start the event")
    for name in PAGES:
        answer = client.get(reverse(f"days:{name}", args=[day.public_id]))
        assert answer.status_code == 409
        assert "when the event is over" in answer.content.decode()
    give("Control", "end the event", 5)
    for name in PAGES:
        assert client.get(reverse(f"days:{name}", args=[day.public_id])).status_code == 200


def test_everybody_is_sent_the_same_whatever_was_secret(client, host, secretive):
    twin = make_day(host, "wolves", secretive.name, 41)

    def give_twin(seat, text, seconds=0):
        give_command(twin.public_id, seat, text, now=twin.time_of(seconds))

    play_openly(twin, give_twin)

    def read(day, name, **query):
        return TIME.sub("", page_of(client, day, name, **query).replace(day.public_id, "DAY"))

    asked = [(name, {}) for name in PAGES] + [("debrief_moment", {"entry": number}) for number in range(5)]
    for name, query in asked:
        assert read(secretive, name, **query) == read(twin, name, **query), (name, query)


def test_secrets_come_when_control_reveals_them(client, host, secretive):
    words = (LOYALTY, HAND, NOTE, COORDINATES, "secretly set morale of Lucas", "Forget this")
    enter(client, secretive, "Aegis FWCO")
    before = "".join(page_of(client, secretive, name) for name in PAGES)
    assert not [word for word in words if word in before]
    assert "Reveal the secrets" not in before
    address = reverse("days:debrief_reveal", args=[secretive.public_id])
    assert client.post(address).status_code == 404
    client.force_login(host)
    assert "Reveal the secrets" in page_of(client, secretive, "debrief_secrets")
    assert client.post(address).status_code == 303
    client.logout()
    board = page_of(client, secretive, "debrief_secrets")
    assert not [word for word in words if word not in board]
    assert "struck out" in board


def test_undone_entries_are_on_the_timeline_with_who_undid_them_once_all_is_revealed(client, secretive):
    hidden = page_of(client, secretive)
    assert "Undone" not in hidden
    assert "it was wrong" not in hidden
    unveil(secretive)
    shown = " ".join(page_of(client, secretive).split())
    assert re.search(r"<summary>Undone <span class=\"soft\">1</span></summary>", shown)
    moment = r"<time datetime=\"[^\"]{20}\" data-local=\"seconds\">[0-9:]{8} UTC</time>"
    assert re.search(rf"Taken back by Control at {moment}: <bdi>it was wrong</bdi>", shown)
    assert re.search(rf"<del>{moment} Control: <bdi>announce to the room: Forget this</bdi></del>", shown)
    assert shown.index("Turn 1") < shown.index("Undone")
    for name, query in (
        ("debrief_moment", {"entry": 9}),
        ("debrief_secrets", {}),
        ("debrief_story", {"team": "Dione"}),
    ):
        page = " ".join(page_of(client, secretive, name, **query).split())
        assert re.search(
            rf"struck out</span> <span class=\"struck-why\">by Control at {moment}: .{{,20}}it was wrong", page
        ), name


def test_turn_that_was_undone_for_good_leaves_its_entries_in_the_last_one(client, day, give):
    give("Control", "start the event")
    give("Control", "begin action", 5)
    give("Control", "announce to the room: All hands", 6)
    give("Control", "undo to entry 0 because we begin anew", 7)
    give("Control", "end the event", 8)
    unveil(day)
    shown = page_of(client, day)
    assert "Before the first turn" in shown
    assert "announce to the room: All hands" in shown


def test_page_with_hidden_secrets_hears_of_them_and_says_so_without_scripts(client, host, secretive):
    for name in PAGES:
        page = page_of(client, secretive, name)
        assert f'data-socket="/ws/days/{secretive.public_id}/debrief/0/"' in page
        assert "days_revealed" in page
        assert "Load it again when Control has revealed the secrets" in page
    before = find_day(secretive.public_id).revision
    assert draw_page(find_day(secretive.public_id), "debrief", "").parts == {"secrets": "hidden"}
    client.force_login(host)
    client.post(reverse("days:debrief_reveal", args=[secretive.public_id]))
    assert find_day(secretive.public_id).revision == before + 1
    assert draw_page(find_day(secretive.public_id), "debrief", "").parts == {"secrets": "revealed"}
    assert "days_revealed" not in page_of(client, secretive)


def test_secrets_of_a_running_day_are_not_revealed(client, host, day, give):
    give("Control", "start the event")
    client.force_login(host)
    assert client.post(reverse("days:debrief_reveal", args=[day.public_id])).status_code == 409
    day.refresh_from_db()
    assert not day.is_unveiled


def test_day_that_goes_on_after_its_end_closes_its_debrief(client, day, give, secretive):
    unveil(secretive)
    give("Control", "undo to entry 11 because we play on", 30)
    assert client.get(reverse("days:debrief", args=[day.public_id])).status_code == 409


def test_files_are_for_players_once_the_secrets_are_revealed(client, secretive):
    enter(client, secretive, "Dione Captain")
    addresses = [reverse(f"days:{name}", args=[secretive.public_id]) for name in ("log", "file")]
    assert [client.get(address).status_code for address in addresses] == [404, 404]
    assert addresses[0] not in page_of(client, secretive)
    unveil(secretive)
    assert [client.get(address).status_code for address in addresses] == [200, 200]
    shown = page_of(client, secretive)
    assert all(address in shown for address in addresses)


def test_own_story_is_shown_before_that_of_a_team(client, secretive):
    enter(client, secretive, "Dione Chief Engineer")
    own = page_of(client, secretive, "debrief_story")
    assert "Dione Chief Engineer uses Water Plant" in own
    assert LOYALTY not in own
    refused = client.get(reverse("days:debrief_story", args=[secretive.public_id]), {"team": "Lucas"})
    assert refused.status_code == 403
    unveil(secretive)
    team = page_of(client, secretive, "debrief_story", team="Dione")
    assert LOYALTY in team
    assert team.index("Turn 1") < team.index("Dione Chief Engineer uses Water Plant")
    assert LOYALTY not in page_of(client, secretive, "debrief_story", team="Lucas")


def test_moments_count_what_everybody_saw_until_all_is_revealed(client, secretive):
    shown = page_of(client, secretive, "debrief_moment", entry=3)
    assert "All hands" in shown
    assert 'max="4"' in shown
    assert "Forget this" not in "".join(page_of(client, secretive, "debrief_moment", entry=n) for n in range(5))
    unveil(secretive)
    struck = page_of(client, secretive, "debrief_moment", entry=9)
    assert "Forget this" in struck
    assert "struck out" in struck
    assert 'max="12"' in struck


def test_moment_is_shown_as_a_seat_saw_it(client, secretive):
    refused = client.get(reverse("days:debrief_moment", args=[secretive.public_id]), {"seat": "Dione Captain"})
    assert refused.status_code == 403
    unveil(secretive)
    early = page_of(client, secretive, "debrief_moment", entry=1, seat="Dione Captain")
    assert "What Dione Captain knew" in early
    assert LOYALTY not in early
    later = page_of(client, secretive, "debrief_moment", entry=12, seat="Dione Captain")
    assert LOYALTY in later
    assert HAND in later
    other = page_of(client, secretive, "debrief_moment", entry=12, seat="Lucas Captain")
    assert LOYALTY not in other


@pytest.mark.parametrize(
    "query", [{"entry": "-1"}, {"entry": "99"}, {"entry": "soon"}, {"entry": "1", "seat": "Nobody"}]
)
def test_moment_that_is_none_is_refused(client, secretive, query):
    unveil(secretive)
    assert client.get(reverse("days:debrief_moment", args=[secretive.public_id]), query).status_code == 400


def test_part_of_a_moment_is_what_the_page_shows(client, secretive):
    part = page_of(client, secretive, "debrief_moment", entry=2, part=1)
    assert part.startswith('<section class="moment"')
    assert part.strip() in page_of(client, secretive, "debrief_moment", entry=2)


def test_entry_in_the_address_leads_to_its_moment(client, secretive):
    answer = client.get(reverse("days:debrief", args=[secretive.public_id]), {"entry": 3})
    assert answer.url.endswith("/debrief/moment?entry=3")


def test_pages_of_the_day_lead_to_the_debrief(client, host, secretive):
    address = reverse("days:debrief", args=[secretive.public_id])
    assert address in page_of(client, secretive, "day")
    assert 'href="debrief"' in page_of(client, secretive, "projector")
    enter(client, secretive, "Dione Captain")
    seat = secretive.seats.get(name="Dione Captain")
    station = client.get(reverse("days:seat", args=[secretive.public_id, seat.place])).content.decode()
    assert 'href="../debrief"' in station
    client.force_login(host)
    assert 'href="debrief"' in page_of(client, secretive, "desk")


# A day that bots played.


def lay_rehearsal(day: Day, turns: int = TURNS, seed: int = 1) -> Day:
    """Let bots play a day, and store it as if its seats had."""
    rehearsal = Rehearsal(read_content(day.game, day.content_id), seed)
    for _ in rehearsal.play(turns):
        pass
    rehearsal.game.act("Control", "end the event")
    day.seed, day.commitment = rehearsal.game.dice.seed, ""
    day.save()
    game = Game.start(make_setup(day), day.seed)
    rows = []
    for entry in rehearsal.game.log:
        events = game.act(entry.seat, entry.text, entry.at)
        lines = [
            [each.kind_class.sentence.format(**each.told), each.audience and list(each.audience)] for each in events
        ]
        made = game.log[-1]
        rows.append(DayEntry(day=day, **made._asdict(), lines=lines))
    DayEntry.objects.bulk_create(rows)
    day.position, day.number, day.is_started, day.is_over = game.to_data(), game.number, True, True
    day.revision += 1
    day.save()
    games.clear()
    return day


@pytest.fixture
def rehearsed(day):
    return lay_rehearsal(day)


def test_history_ends_as_the_day_did(rehearsed):
    history = read_history(rehearsed)
    assert history.game.to_data()["state"] == game_of(rehearsed).to_data()["state"]
    assert list(history.records) == ["Before the first turn", "Turn 1", "Turn 2"]


@pytest.mark.long
def test_moment_is_the_game_as_it_was(rehearsed):
    game = histories.find(rehearsed).game
    commands = [(entry.seat, entry.text, entry.at) for entry in game.log]
    for number in (0, 1, 199, 200, 201, game.number):
        again = Game.replay(game.setup, game.dice.seed, commands[:number])
        assert find_moment(rehearsed, number).to_data()["state"] == again.to_data()["state"]


def test_a_day_is_played_once_for_all_its_pages(client, rehearsed, monkeypatch):
    histories.find(rehearsed)
    monkeypatch.setattr("tournaments.days.history.read_history", None)
    for name in PAGES:
        page_of(client, rehearsed, name)


def test_timeline_shows_the_turns(client, rehearsed):
    hidden = page_of(client, rehearsed)
    assert "Stores of the fleet" not in hidden
    assert "Deals by shuttle" not in hidden
    unveil(rehearsed)
    shown = page_of(client, rehearsed)
    for words in ("Pursuit as a table", "Stores by turn as a table", "Morale and damage", "Turn 2", "Damage"):
        assert words.replace("Pursuit as", "Pursuit by turn as") in shown
    assert all(vessel in shown for vessel in game_of(rehearsed).state.vessels)


def test_public_moments_hold_nothing_but_what_everybody_sees(client, rehearsed):
    game = game_of(rehearsed)
    notes = [note.text for note in game.state.notes]
    shown = "".join(page_of(client, rehearsed, "debrief_moment", entry=number) for number in range(20))
    assert notes
    assert not [text for text in notes if text in shown]
    assert "Morale" not in shown


def test_names_of_any_length_are_escaped(client, give, day):
    give("Control", "start the event")
    give("Control", "announce to the room: <b>no</b> " + "x" * 300, 1)
    give("Control", "end the event", 2)
    unveil(day)
    for name in PAGES:
        assert "<b>no</b>" not in page_of(client, day, name)


def test_day_that_the_rules_refuse_by_now_says_so(client, secretive, monkeypatch):
    def refuse(game, entry):
        raise IllegalAction("W1.1", f"{entry.text} is refused")

    monkeypatch.setattr(Game, "act_again", refuse)
    answer = client.get(reverse("days:debrief", args=[secretive.public_id]))
    assert answer.status_code == 409
    assert "played by earlier rules" in answer.content.decode()
    assert "is refused" not in answer.content.decode()
