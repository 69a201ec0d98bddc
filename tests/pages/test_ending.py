"""The page of a finished match: the verdict, the curve of the points, what to do next, and the folded seal."""

import re
from html import unescape
from types import SimpleNamespace

import pytest

from incursions.accounts.viewers import create_guest
from tests.addresses import address_at_table
from tests.markup import read_page
from tests.pages.full_matches import DECKS
from tournaments.matches.life import concede_match
from tournaments.matches.models import Match
from tournaments.matches.replays.curve import draw_curve
from tournaments.matches.replays.tape import Turn, tape_of
from tournaments.matches.table_rows import game_shelf


def page_of(browser, match):
    return read_page(browser.get(match.get_absolute_url()))


def post(browser, match, **fields):
    return browser.post(address_at_table("rematch", match.public_id), fields)


@pytest.fixture
def lost(lay, people) -> Match:
    """A match of Basic against an ensign that its player has conceded."""
    match = lay(bots=("ensign",))
    concede_match(match.public_id, people[0])
    match.refresh_from_db()
    return match


def told(html):
    """Return the verdict of a finished match, and the line below it."""
    return re.search(r'<h2 id="prompt-title"[^>]*>([^<]+)</h2><p\s+class="how">([^<]+)', unescape(html)).groups()


def test_verdict_is_told_from_the_side_of_the_viewer(lost, people, browser_of, stranger):
    view = lost.kind.game.from_data(lost.state_data, lost.setup).view(None)
    winner = view["ships"][lost.result["winner"]]["title"]
    for browser, verdict in ((browser_of(people[0]), "You lost"), (stranger, f"{winner} wins")):
        title, how = told(page_of(browser, lost))
        assert title == verdict
        assert winner in how


def test_winner_is_told_so_and_named_where_the_reason_names_nobody(lost, people, browser_of):
    result = lost.result | {"winner": 0, "reason": "Time is up."}
    end_as(lost, result)
    title, how = told(page_of(browser_of(people[0]), lost))
    assert title == "You won"
    assert re.match(r"[^.]+ won\. Time is up\.", how)


def test_draw_is_a_draw_to_all(lost, people, browser_of, stranger):
    end_as(lost, lost.result | {"winner": None, "reason": "The last ships fell together: a draw."})
    for browser in (browser_of(people[0]), stranger):
        assert told(page_of(browser, lost)) == ("A draw", "The last ships fell together: a draw. ")


def end_as(match, result):
    """Let a finished match have this result."""
    state = match.state_data | {"result": result}
    Match.objects.filter(pk=match.pk).update(result=result, state_data=state)
    game_shelf.clear()


def test_curve_begins_with_the_start_and_ends_with_the_end(lay, play_on, people):
    match = play_on(lay(), 30)
    tape = tape_of(match)
    curve = draw_curve(tape)
    assert [line.values[0] for line in curve.lines] == tape.points[0]
    assert [line.values[-1] for line in curve.lines] == tape.points[-1]
    assert len(curve.rows) == len(tape.turns) + 1
    assert curve.rows[0][0] == "Start"
    middle = tape.turns[1].number
    assert curve.rows[1] == ("Turn 1", tape.points[middle])


def test_curve_by_rounds_has_the_points_after_each_round():
    began = [Turn(0, 1, 0), Turn(3, 1, 1), Turn(5, 2, 1), Turn(8, 2, 0), Turn(9, 3, 0)]
    table = SimpleNamespace(points_words="points", curve_by="round")
    recording = SimpleNamespace(kind=SimpleNamespace(table=table))
    seats = [{"title": "Terran", "css": ""}, {"title": "Talon", "css": ""}]
    points = [[number, 0] for number in range(12)]
    curve = draw_curve(SimpleNamespace(recording=recording, turns=began, seats=seats, points=points, last=11))
    assert curve.rows == [("Start", [0, 0]), ("Round 1", [5, 0]), ("Round 2", [9, 0]), ("Round 3", [11, 0])]
    assert curve.caption == "Points after each round: Terran from 0 to 11 and Talon from 0 to 0."


def test_curve_is_a_drawing_a_sentence_and_a_table(lost, people, browser_of, stranger):
    points = tape_of(lost).points
    for html in (page_of(browser_of(people[0]), lost), page_of(stranger, lost)):
        assert html.count("<polyline") == 2
        assert f"from {points[0][0]} to {points[-1][0]}" in html
        assert "The curve as a table" in html
        assert '<th scope="row">Start</th>' in html


def test_running_match_draws_no_curve(lay, people, browser_of, monkeypatch):
    monkeypatch.setattr("tournaments.matches.replays.curve.draw_curve", None)
    match = lay()
    assert "match-curve" not in page_of(browser_of(people[0]), match)


def test_curve_is_drawn_once_for_all_viewers(lost, people, browser_of, stranger, monkeypatch):
    drawn = []
    monkeypatch.setattr(
        "tournaments.matches.replays.curve.draw_curve", lambda tape: drawn.append(tape) or draw_curve(tape)
    )
    for browser in (browser_of(people[0]), stranger):
        page_of(browser, lost)
    assert len(drawn) == 1


def test_match_whose_start_was_not_stored_has_no_replay_no_file_and_no_curve(lost, people, browser_of):
    Match.objects.filter(pk=lost.pk).update(is_lesson=True, rules_version=0)
    html = page_of(browser_of(people[0]), lost)
    prompt = html[html.index('id="prompt"') : html.index("</section>", html.index('class="seal'))]
    assert "Play again" in prompt
    for word in ("/replay", "/export", "/verify", "match-curve", "Share the replay"):
        assert word not in prompt


def test_seal_and_seed_are_folded_away(lost, people, browser_of):
    html = page_of(browser_of(people[0]), lost)
    folded = re.search(r"<details class=\"seal small\">.*?</details>", html, re.DOTALL).group()
    assert lost.published_seed in folded
    assert lost.commitment in folded
    assert lost.published_seed not in html.replace(folded, "")


def test_replay_is_shared_by_its_whole_address(lost, stranger, settings):
    settings.SITE_URL = "https://play.example"
    html = page_of(stranger, lost)
    assert f'value="https://play.example/matches/{lost.public_id}/replay"' in html
    assert 'data-copies="replay-link"' in html


def test_spectator_is_offered_nothing_to_play(lost, stranger):
    html = page_of(stranger, lost)
    for words in ("Play again", "Another bot", "with a starter", "Keep it with an account"):
        assert words not in html


def test_another_bot_takes_the_seat(lost, people, browser_of):
    browser = browser_of(people[0])
    html = page_of(browser, lost)
    offered = re.findall(r'<option value="(\w+)"', html[html.index('id="next-bot"') : html.index("</select>")])
    assert offered[0] == "cadet"  # the next weaker one after a match that was lost
    assert "ensign" not in offered
    answer = post(browser, lost, bot="captain")
    assert answer.status_code == 303
    following = Match.objects.exclude(pk=lost.pk).get()
    assert answer.url == following.get_absolute_url()
    assert [seat.bot for seat in following.seats.order_by("index")] == ["", "captain"]
    assert (following.mode, following.is_running) == (lost.mode, True)
    lost.refresh_from_db()
    assert lost.rematch is None


def test_another_bot_meets_the_deck_that_was_played(lay, people, browser_of):
    match = lay(starters=DECKS, mode="full", bots=("cadet",))
    concede_match(match.public_id, people[0])
    post(browser_of(people[0]), match, bot="ensign")
    following = Match.objects.exclude(pk=match.pk).get()
    assert following.seats.get(index=0).loadout == match.seats.get(index=0).loadout


@pytest.mark.parametrize("bot", ["nobody", "x" * 200])
def test_unknown_bot_is_refused(lost, people, browser_of, bot):
    assert post(browser_of(people[0]), lost, bot=bot).status_code == 400
    assert Match.objects.count() == 1


def test_bot_does_not_take_the_seat_of_a_person(lay, people, browser_of):
    match = lay()
    concede_match(match.public_id, people[0])
    assert post(browser_of(people[0]), match, bot="ensign").status_code == 400
    html = page_of(browser_of(people[0]), match)
    assert "Another bot" not in html
    assert "Rematch" in html


def test_another_bot_is_for_those_who_have_played_to_the_end(lay, people, browser_of, stranger):
    match = lay(bots=("ensign",))
    assert post(browser_of(people[0]), match, bot="captain").status_code == 409
    concede_match(match.public_id, people[0])
    assert post(stranger, match, bot="captain").status_code == 403
    assert Match.objects.count() == 1


def test_full_with_a_starter_begins_at_once(lost, people, browser_of):
    browser = browser_of(people[0])
    html = page_of(browser, lost)
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)"\s+form="beyond">', html))
    assert fields == {"game": "incursions", "mode": "full", "bots": "1", "bot_1": "ensign"}
    starters = html[html.index('id="next-starter"') :]
    first = re.search(r'<option value="([^"]+)">[^<]*\(', starters).group(1)  # one that is introduced
    assert browser.post("/matches", fields | {"starter": first}).status_code == 303
    following = Match.objects.exclude(pk=lost.pk).get()
    assert (following.mode, following.seats.get(index=0).loadout) == ("full", {"starter": first})


def test_who_has_played_full_is_not_led_to_it(lay, people, browser_of):
    match = lay(starters=DECKS, mode="full", bots=("cadet",))
    concede_match(match.public_id, people[0])
    assert "with a starter" not in page_of(browser_of(people[0]), match)


def test_guest_can_keep_the_match_with_an_account(lay, people, browser_of):
    people[0] = create_guest()
    match = lay(bots=("ensign",))
    concede_match(match.public_id, people[0])
    html = page_of(browser_of(people[0]), match)
    assert f'?next={match.get_absolute_url()}">Keep it with an account</a>' in html


def test_account_is_not_asked_to_sign_up(lost, people, browser_of):
    assert "Keep it with an account" not in page_of(browser_of(people[0]), lost)
