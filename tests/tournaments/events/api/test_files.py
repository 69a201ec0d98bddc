"""Tables, results and calendars for other programs, and lists of players from them."""

import csv
from dataclasses import replace
from io import StringIO
from random import Random

import pytest
import trf
from django.test import Client
from py4swiss.trf.trf_parser import TrfParser

from tests.sampling import sample
from tests.tournaments.events.api.events import Event, lay_event
from tests.tournaments.events.organizing.tournaments import (
    again,
    announced,
    play_all,
    play_round,
    started,
    with_bots,
)
from tests.tournaments.laid_matches import NOON, later
from tournaments.events.entries import drop, enter_for
from tournaments.events.enums import SitOutKind
from tournaments.events.files.downloads import calendar_key, calendar_of, csv_of, user_of_key
from tournaments.events.files.player_lists import import_players
from tournaments.events.formats import Pods
from tournaments.events.history import standings_of
from tournaments.events.models import Entry, SitOut, Table, Tournament
from tournaments.events.plans import PhasePlan, Plan, cancel_tournament, create_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def laid_tournament_of_five(module_people) -> Event:
    """A tournament of five bots that is over."""
    event = lay_event(module_people)
    play_all(started(with_bots(event.row, event.users["owner"], 5), event.users["owner"]))
    return event


@pytest.fixture
def tournament_of_five(laid_tournament_of_five, db) -> Event:
    return replace(laid_tournament_of_five, row=again(laid_tournament_of_five.row))


def rows_of(event, name: str, who: str = "stranger") -> list[dict[str, str]]:
    text = event.ask(who, "GET", f"export/?file={name}").content.decode()
    return list(csv.DictReader(StringIO(text)))


def test_tables_hold_what_was_played(tournament_of_five) -> None:
    event, row = tournament_of_five, tournament_of_five.row
    assert [one["number"] for one in rows_of(event, "players.csv")] == ["1", "2", "3", "4", "5"]
    pairings = rows_of(event, "pairings.csv")
    assert len(pairings) == 3 * 5
    assert sum(one["without a table"] == "bye" for one in pairings) == 3
    assert {one["result by"] for one in pairings if one["table"]} == {"match"}
    standings = rows_of(event, "standings.csv")
    assert [int(one["number"]) for one in standings] == [one.player for one in standings_of(again(row))]
    page = Client().get(f"/tournaments/{row.public_id}/export/standings.csv")
    assert page.content == event.ask("stranger", "GET", "export/?file=standings.csv").content
    assert page["Content-Disposition"] == f'attachment; filename="{row.public_id}-standings.csv"'


def test_names_are_no_formulas_and_come_back_as_they_were(make_event) -> None:
    event = make_event(is_table_top=True)
    names = ["=1+1", "+A1", "@x", "-5", 'Say "hi", twice', "Ü; ß"]
    for name in names:
        enter_for(event.row.public_id, event.users["owner"], called=name)
    text = event.ask("stranger", "GET", "export/?file=players.csv").content.decode()
    assert "'=1+1" in text
    again_there = announced(event.users["owner"], is_table_top=True)
    report = import_players(again_there.public_id, event.users["owner"], text, dry_run=False)
    assert report.is_done
    assert list(Entry.objects.filter(tournament=again_there).values_list("called", flat=True)) == names


def test_cells_that_are_no_text_stay_as_they_are() -> None:
    assert csv_of(("a", "b"), [(-5, None), ("-5", "x")]) == "a,b\r\n-5,\r\n'-5,x\r\n"


def test_results_are_written_as_chess_programs_read_them(tournament_of_five) -> None:
    event, row = tournament_of_five, tournament_of_five.row
    lines = event.ask("stranger", "GET", "export/?file=results.trf").content.decode().split("\r\n")
    assert lines[0] == "012 Lantern Night"
    assert "062 5" in lines
    assert "XXR 3" in lines
    assert "BBW  3.0" in lines
    players = {int(line[4:8]): line for line in lines if line.startswith("001")}
    by_number = {one.player: one for one in standings_of(again(row))}
    for number, line in players.items():
        assert float(line[80:84]) == by_number[number].score.points
        assert int(line[85:89]) == by_number[number].rank
        cells = [line[91 + 10 * turn : 99 + 10 * turn] for turn in range(3)]
        points = 0.0
        for turn, cell in enumerate(cells):
            opponent, colour, result = int(cell[:4]), cell[5], cell[7]
            if opponent:
                other = players[opponent][91 + 10 * turn : 99 + 10 * turn]
                assert (int(other[:4]), {colour, other[5]}) == (number, {"w", "b"})
                assert {"1": "0", "0": "1", "=": "="}[result] == other[7]
            points += {"1": 3, "=": 1, "0": 0, "U": 3}[result]
        assert points == by_number[number].score.points


def changed_by_chance(row: Tournament, chance: Random) -> None:
    """Give the tables of a tournament other results, draws, double losses and no-shows among them."""
    for table in Table.objects.filter(round__tournament=row):
        places = chance.choice([(1, 2), (2, 1), (1, 1), (2, 2)])
        absent = chance.randrange(12)
        for index, place in enumerate(table.places.order_by("index")):
            place.place, place.is_no_show = (
                (places[index], False) if absent > 1 else (1 + (index == absent), index == absent)
            )
            place.save()
    for out in SitOut.objects.filter(round__tournament=row):
        out.kind = chance.choice([SitOutKind.BYE, SitOutKind.WON, SitOutKind.LOST, SitOutKind.LATE])
        out.save()


@pytest.fixture(scope="module")
def laid_tournament_of_eight(module_people) -> Event:
    """A tournament of eight bots that is over. One took no part, and one left after the first round."""
    event = lay_event(module_people)
    owner, row = event.users["owner"], event.row
    with_bots(row, owner, 8)
    drop(row.public_id, owner, 3, reason="Does not come.", now=NOON)
    row = started(row, owner)
    now = play_round(row, NOON)
    drop(row.public_id, owner, 7, reason="Has to leave.", now=now)
    play_all(row, now)
    return event


@pytest.fixture
def tournament_of_eight(laid_tournament_of_eight, db) -> Event:
    return replace(laid_tournament_of_eight, row=again(laid_tournament_of_eight.row))


@pytest.mark.parametrize(
    ("win", "draw", "loss", "bye"),
    sample([(3, 1, 0, 3), (2, 1, 0, 1), (5, 3, 2, 4), (100, 50, 0, 100), (1, 0, 0, 0)], 2),
)
def test_two_readers_of_trf_agree_on_every_point_and_rank(tournament_of_eight, tmp_path, win, draw, loss, bye) -> None:
    event, row = tournament_of_eight, tournament_of_eight.row
    Tournament.objects.filter(pk=row.pk).update(win_points=win, draw_points=draw, loss_points=loss, bye_points=bye)
    changed_by_chance(row, Random(win))
    ours = {one.player: (one.score.points, one.rank) for one in standings_of(again(row))} | {3: (0, 8)}
    text = event.ask("stranger", "GET", "export/?file=results.trf").content.decode()

    read = trf.loads(text)
    assert {one.startrank: (one.points, one.rank) for one in read.players} == ours
    assert (read.numrounds, read.numplayers) == (3, 8)
    assert [one.name for one in read.players][2] == "Took no part"
    dates = next(line for line in text.split("\r\n") if line.startswith("132"))
    assert [dates[start : start + 8] for start in (91, 101, 111)] == read.rounddates
    assert len(dates) == 119

    if max(points for points, _ in ours.values()) >= 100:
        return  # py4swiss reads numbers with a decimal, for which four columns have no room
    file = tmp_path / "results.trf"
    # It expects the dates of line 132 nine columns apart; TRF16 has them ten apart.
    file.write_text("".join(f"{line}\n" for line in text.split("\r\n") if not line.startswith("132")))
    parsed = TrfParser.parse(file)  # raises where points are not those of the results by line XXS
    theirs = {one.starting_number: (one.points_times_ten / 10, one.rank) for one in parsed.player_sections}
    assert theirs == ours
    system = parsed.x_section.scoring_point_system
    sums = {
        one.starting_number: sum(system.get_points_times_ten(each) for each in one.results) / 10
        for one in parsed.player_sections
    }
    assert sums == {player: points for player, (points, _) in ours.items()}


def test_tables_of_more_than_two_have_no_such_results(make_event) -> None:
    event = make_event(PhasePlan(Pods.key, rounds=1, seats=4))
    play_all(started(with_bots(event.row, event.users["owner"], 4), event.users["owner"]))
    refused = event.ask("stranger", "GET", "export/?file=results.trf")
    assert (refused.status_code, refused.json()["code"]) == (409, "wrong_state")


def unfolded(text: str) -> list[str]:
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    return text.replace("\r\n ", "").split("\r\n")


def test_calendar_names_the_event_and_says_when_it_is_called_off(owner) -> None:
    words = "Bring dice; a mat, and\nwater. " + "Ä" * 60
    row = announced(owner, starts_at=later(days=1), description=words)
    lines = unfolded(calendar_of([row]))
    assert "DTSTART:20261122T120000Z" in lines
    assert "DTEND:20261122T120300Z" in lines  # three rounds of a minute
    assert f"UID:{row.public_id}@127.0.0.1" in lines
    assert "DESCRIPTION:Bring dice\\; a mat\\, and\\nwater. " + "Ä" * 60 in lines
    assert "STATUS:CONFIRMED" in lines
    cancel_tournament(row.public_id, owner, "A storm.")
    cancelled = unfolded(calendar_of([again(row)]))
    assert "STATUS:CANCELLED" in cancelled
    assert f"SEQUENCE:{again(row).version}" in cancelled
    assert again(row).version > row.version
    assert "DTSTART:20261122T120000Z" in cancelled
    assert "DTEND:20261122T120300Z" in cancelled
    assert calendar_of([announced(owner)]).count("BEGIN:VEVENT") == 0


def test_own_calendar_has_its_address_until_the_password_changes(event) -> None:
    user = event.users["player"]
    row = announced(event.users["owner"], starts_at=later(days=1))
    enter_for(row.public_id, event.users["owner"], user=user)
    create_tournament(event.users["owner"], Plan(name="Secret", starts_at=later(days=1)))
    key = calendar_key(user)
    text = Client().get(f"/tournaments/calendar/{key}.ics").content.decode()
    assert text.count("BEGIN:VEVENT") == 1
    assert "Lantern Night" in text
    assert user_of_key(f"{user.pk}-{'0' * 40}") is None
    user.set_password("another secret word")
    user.save()
    assert Client().get(f"/tournaments/calendar/{key}.ics").status_code == 404
    signed_in = Client()
    signed_in.force_login(user)
    assert signed_in.get("/tournaments/mine.ics").headers["Location"] == (
        f"/tournaments/calendar/{calendar_key(user)}.ics"
    )


@pytest.mark.parametrize("key", ["", "1", "-", "x-y", "٣-0", "9" * 30 + "-0", "1-" + "0" * 40])
def test_keys_of_nobody_open_nothing(db, key: str) -> None:
    assert user_of_key(key) is None


def imported(event, text: str, **more) -> dict:
    return event.ask("owner", "POST", "import/", {"text": text, **more}).json()


def test_list_of_players_is_tried_then_entered_whole_or_without_its_bad_lines(event) -> None:
    text = "user,bot\nmaren,\nnobody,\n,random\nmaren,\n\ntobias,\n,emperor\n"
    tried = imported(event, text)
    assert [(line["line"], bool(line["fault"])) for line in tried["lines"]] == [
        (2, False),
        (3, True),
        (4, False),
        (5, False),
        (7, False),
        (8, True),
    ]
    assert [line["line"] for line in tried["lines"] if line["is_double"]] == [5]
    assert (tried["entered"], tried["faults"], event.now.entries.count()) == (False, 2, 0)
    before = event.now.version
    assert not imported(event, text, enter=True)["entered"]
    assert event.now.version == before
    done = imported(event, text, enter=True, leave_bad=True)
    assert [line["number"] for line in done["lines"]] == [1, None, 2, None, 3, None]
    assert event.now.version == before + 4  # a bot hands its deck in, too
    assert sorted(one.name for one in event.now.entries.all()) == ["Random bot 2", "maren", "tobias"]


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("Ada\nBo\n", ["Ada", "Bo"]),
        ("\ufeffname;user\r\nAda;\r\nBo;\r\n", ["Ada", "Bo"]),
        ('name\n"Ada, the first"\nBo', ["Ada, the first", "Bo"]),
        ("Name\tUser\nAda\t\n\tmaren\n", ["Ada", "maren"]),
    ],
)
def test_lists_of_names_are_read_as_they_come(make_event, text: str, called: list[str]) -> None:
    event = make_event(is_table_top=True)
    assert imported(event, text, enter=True)["entered"]
    assert [one.called for one in Entry.objects.filter(tournament=event.row)] == called


@pytest.mark.parametrize("text", ["", "\n\n", 'name\n"x', "user,user\na,b", "x" * 1_000_001, "a\n" * 5000])
def test_list_that_cannot_be_read_is_refused(make_event, text: str) -> None:
    event = make_event(is_table_top=True)
    refused = event.ask("owner", "POST", "import/", {"text": text})
    assert refused.status_code in (400, 413), refused.content
    assert not event.row.entries.exists()


@pytest.mark.parametrize("head", ["", "Name;Club\n"])
def test_list_that_has_grown_enters_the_new_players_alone(make_event, head: str) -> None:
    event = make_event(is_table_top=True)
    assert imported(event, f"{head}Doe, Jane\nBo\n" if not head else f"{head}Doe, Jane;A\nBo;B\n", enter=True)[
        "entered"
    ]
    again = f"{head}doe,  jane\nBo\nAda\n" if not head else f"{head}doe,  jane;A\nBo;B\nAda;C\n"
    done = imported(event, again, enter=True)
    assert [line["is_double"] for line in done["lines"]] == [True, True, False]
    assert [one.called for one in Entry.objects.filter(tournament=event.row)] == ["Doe, Jane", "Bo", "Ada"]
    assert done["unused"] == (["Club"] if head else [])


def test_hostile_lines_say_why(make_event) -> None:
    event = make_event(is_table_top=True)
    text = "name\na\0b\n" + "x" * 100 + "\n\u202e\n"
    report = imported(event, text, enter=True, leave_bad=True)
    assert report["faults"] == 3
    assert not event.row.entries.exists()


def test_whole_tournament_is_the_owners_when_it_is_over(event, tournament_of_five) -> None:
    assert event.ask("owner", "GET", "export/?file=tournament.json").json()["code"] == "wrong_state"
    event = tournament_of_five
    assert event.ask("owner", "GET", "export/?file=tournament.json").json()["format"] == "incursions-tournament-1"
    for who in ("head judge", "player"):
        assert event.ask(who, "GET", "export/?file=tournament.json").json()["code"] == "not_staff"
