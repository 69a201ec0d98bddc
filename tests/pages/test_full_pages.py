"""Full and Tournament as served: the page, its pushes, replay and file show a viewer what that viewer may know."""

import re
from html import unescape

import pytest

from cards.storing import starters
from incursions.accounts.models import User
from incursions.accounts.viewers import SocketViewer
from incursions.kit.refusals import DomainError
from tests.markup import read_page
from tests.pages.full_matches import DECKS, address, hidden_titles, told
from tournaments.matches.match_page import MatchPage
from tournaments.matches.models import Match
from tournaments.matches.moves import Move, play_move
from tournaments.matches.replays import tape
from tournaments.matches.table_rows import row_shelf, table_for
from tournaments.tables.consumers import draw

MODES = ["full", "tournament"]


@pytest.fixture
def people(rows_of_full_match, db) -> list[User]:
    return list(User.objects.order_by("username"))


@pytest.fixture
def match(people) -> Match:
    for kept in (row_shelf, tape.shelf):
        kept.clear()
    return Match.objects.get()


@pytest.mark.parametrize("mode", MODES)
def test_page_of_a_new_match_shows_hand_table_and_piles(mode, lay, people, browser_of):
    match = lay(mode=mode, starters=DECKS)
    for seat in range(2):
        browser = browser_of(people[seat])
        html = read_page(browser.get(match.get_absolute_url()))
        state = browser.get(address("state", match)).json()
        hand = unescape(html.split('id="hand"')[1].split("</section>")[0])
        assert all(f"<b>{title}</b>" in hand for title in state["hand"])
        assert html.count('class="aux') >= 2
        assert html.count("Deck <b>") == 2
        assert f'href="{address("replay", match)}?log=attacks#log" data-log-filter="attacks"' in html
        assert f"Captain {starters()[DECKS[seat]].captain}" in html


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_tells_a_seat_of_another_s_hand_or_deck(seat, match, people, browser_of):
    browser = browser_of(people[seat])
    hidden = hidden_titles(browser, match, seat)
    assert len(hidden) > 3
    shown = [
        read_page(browser.get(match.get_absolute_url())),
        draw(match.public_id, SocketViewer({"user": people[seat]})).whole,
    ]
    addresses = [address("replay_at", match, number) for number in range(0, match.version + 1, 5)]
    shown += [read_page(browser.get(each)) for each in (*addresses, address("export", match))]
    for html in shown:
        assert not set(filter(told(html), hidden))


def test_spectators_see_no_hand(match, people, stranger, browser_of):
    html = read_page(stranger.get(match.get_absolute_url()))
    assert 'id="hand"' not in html
    hidden = hidden_titles(stranger, match, 0) & hidden_titles(stranger, match, 1)
    assert not set(filter(told(html), hidden))


def test_drawn_cards_stand_in_the_log_of_their_player_alone(match, people, browser_of, stranger):
    drawn = [event for action in match.actions.all() for event in action.events if event["kind"] == "drew_cards"]
    seat = drawn[-1]["audience"][0]
    sentence = "Into the hand of"
    assert sentence in read_page(browser_of(people[seat]).get(match.get_absolute_url()))
    assert sentence not in read_page(stranger.get(match.get_absolute_url()))
    for viewer in (people[1 - seat], None):
        facts = re.search(r'data-facts="([^"]*)"', draw(match.public_id, SocketViewer({"user": viewer})).whole)[1]
        assert f"&quot;seat&quot;:{seat},&quot;titles&quot;" not in facts


def test_replay_of_a_running_match_offers_the_choices_of_the_own_seat(match, people, browser_of):
    asked = {action.move: action.seat for action in match.actions.filter(move__gt=0)}
    browser = browser_of(people[0])
    for number, seat in list(asked.items())[:12]:
        html = read_page(browser.get(address("replay_at", match, number)))
        assert ("What could be done" in html) == (seat == 0)


def test_over_everything_lies_open(match, people, browser_of, stranger):
    browser_of(people[0]).post(address("concede", match))
    match.refresh_from_db()
    record = stranger.get(address("export", match)).json()
    assert record["setup"]["seats"][0]["deck"]
    assert all(isinstance(action["text"], str) for action in record["actions"])
    first = match.actions.exclude(seat=None).order_by("number").first()
    assert "What could be done" in read_page(stranger.get(address("replay_at", match, first.number)))


def test_file_of_a_running_match_tells_no_deck(match, stranger):
    record = stranger.get(address("export", match)).json()
    assert record["setup"] is None
    assert {action["text"] for action in record["actions"]} == {None}
    assert all("audience" not in event for event in record["events"])


def test_stop_is_set_by_a_form_and_shown_to_its_player(match, people, browser_of):
    browser = browser_of(people[0])
    assert browser.post(address("stops", match), {"text": "set stop score"}).status_code == 303
    match.refresh_from_db()
    html = read_page(browser.get(match.get_absolute_url()))
    assert "after a score is rolled: yes" in html
    assert 'value="clear stop score"' in html
    assert "score is rolled: yes" not in read_page(browser_of(people[1]).get(match.get_absolute_url()))
    assert browser.post(address("stops", match), {"text": "concede"}).status_code == 400
    assert Match.objects.get(pk=match.pk).is_running


@pytest.mark.parametrize("mode", MODES)
def test_lobby_lets_whoever_sits_down_choose_a_deck(mode, people, browser_of, stranger):
    made = browser_of(people[0]).post("/matches", {"mode": mode, "starter": DECKS[0]})
    html = read_page(stranger.get(made["Location"]))
    assert html.count("<option") == 9
    stranger.post(f"{made['Location']}/join", {"starter": "The Harvest"})
    assert "Lattice 19" in read_page(stranger.get(made["Location"]))


def test_new_table_offers_modes_and_decks(stranger, db):
    html = read_page(stranger.get("/tables/new"))
    assert [f'value="{mode}"' in html for mode in ("basic", "full", "tournament")] == [True] * 3
    assert html.count('value="The Harvest"') == 6


def hands_in(html):
    """Whose hands a replay shows, each with its titles."""
    if 'id="hand"' not in html:
        return {}
    shown = html.split('id="hand"')[1].split("</section>")[0]
    parts = re.split(r"<h2>Hand of (.+?) <span>", shown)[1:]
    return {
        unescape(whose): [unescape(title) for title in re.findall(r"<summary>(.+?)(?: <b>|</summary>)", cards)]
        for whose, cards in zip(parts[::2], parts[1::2], strict=True)
    }


def test_replay_of_a_running_match_shows_the_own_hand_alone(match, people, browser_of, stranger):
    browser = browser_of(people[0])
    state = browser.get(address("state", match)).json()
    html = read_page(browser.get(address("replay_at", match, match.version)))
    assert hands_in(html) == {state["ships"][0]["title"]: list(dict.fromkeys(state["hand"]))}
    assert hands_in(read_page(stranger.get(address("replay_at", match, match.version)))) == {}


def test_replay_of_a_match_that_is_over_shows_every_hand_at_each_move(match, people, browser_of, stranger):
    held = [browser_of(people[seat]).get(address("state", match)).json()["hand"] for seat in range(2)]
    last = match.version
    browser_of(people[0]).post(address("concede", match))
    shown = hands_in(read_page(stranger.get(address("replay_at", match, last))))
    assert list(shown.values()) == [list(dict.fromkeys(hand)) for hand in held]
    assert hands_in(read_page(stranger.get(address("replay_at", match, 0)))) != shown


def test_stop_that_another_sets_costs_nobody_a_move(match, people):
    game = table_for(match, None).game
    asked = game.decision.seat
    seen = game.number_for(asked)
    play_move(match.public_id, people[1 - asked], Move(None, "set stop score"))
    play_move(match.public_id, people[asked], Move(None, "set stop score"))
    match.refresh_from_db()
    game = table_for(match, None).game
    assert (game.number_for(asked), game.decision.seat) == (seen + 1, asked)
    assert play_move(match.public_id, people[asked], Move(seen, game.least, "mine")).code == "applied"
    with pytest.raises(DomainError) as refusal:
        play_move(match.public_id, people[asked], Move(seen, game.least, "late"))
    assert refusal.value.code == "table_moved_on"


def test_turn_s_steps_are_counted_as_players_count_them(lay, people):
    """What is asked before the first maneuver belongs to power-up or drawing, though the engine is further."""
    match = lay(mode="full", starters=("The Short Way Home", "First Blood"))
    page = MatchPage(table_for(match, people[0]))
    view = dict(page.scene.view)
    for topic, step, words in (
        ("power-up", "draw", "power up"),
        ("pick", "maneuver", "draw"),
        ("maneuver", "third maneuver", "third maneuver"),
    ):
        page.scene.view = view | {"question": {"topic": topic}, "turn": {**view["turn"], "step": step}}
        assert [name for name, state in page.scene.track if state == "now"] == [words]
