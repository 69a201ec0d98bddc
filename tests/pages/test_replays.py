"""Replays: each moment with the knowledge that was chosen, in bundles as on the page, and nothing that is hidden."""

import json
import re
from random import Random
from typing import Any

import pytest
from django.http import QueryDict
from django.urls import reverse

from cards.storing import starters
from incursions.games.contract import GameKind
from incursions.games.incursions.kind import KIND
from incursions.games.incursions.rules.events import KINDS
from incursions.games.incursions.rules.events.attacks import ATTACKS
from incursions.games.incursions.rules.events.cards import CARDS
from incursions.games.incursions.rules.events.movement import MOVEMENT
from incursions.games.incursions.table.log import find_subjects, list_filters
from incursions.games.talon.kind import KIND as TALON
from support.benches.replays import figures
from tests.markup import read_page
from tests.pages.full_matches import DECKS, hidden_titles, told
from tests.pages.games import new_full_game
from tournaments.matches.life import concede_match
from tournaments.matches.replays import Address, Recorded, Recording, ReplayPage, Tape, list_knowledges
from tournaments.matches.replays.tape import SPACING, moments
from tournaments.matches.replays.views import LARGEST_BUNDLE, bundle, reel


@pytest.fixture
def match(full_match):
    return full_match


class Seat:
    name, bot, player_url = "somebody", "", ""


def recorded(
    game: Any, seed: bytes, actions: int, *, back: tuple[int, int] | None = None, kind: GameKind = KIND
) -> Recording:
    """Record a random game of so many actions; `back` is a step back: at which action, and to which."""
    rng, events = Random(2), [[event.to_data() for event in game.events]]
    while game.decision is not None and game.number < actions:
        if back and game.number == back[0]:
            caused = game.act(None, f"step back to {back[1]}")
        else:
            caused = game.play(rng.choice(list(game.decision.options)))
        events.append([event.to_data() for event in caused])
    rows = (
        Recorded(each.number, each.number, each.seat, each.text, each.dice, events[each.number]) for each in game.log
    )
    return Recording(kind, game.setup, seed, events[0], tuple(rows), is_open_book=True)


def page_of(tape: Tape, number: int, key: str = "open", **address) -> ReplayPage:
    offered = {each.key: each for each in list_knowledges(tape.seats, None, is_open_book=True)}
    return ReplayPage(tape, number, offered[key], Address("/r", **address), seats=[Seat()] * len(tape.seats))


@pytest.fixture(scope="module")
def tape() -> Tape:
    return Tape(recorded(new_full_game(1, 3), bytes([1]) * 32, 90, back=(50, 40)))


def test_a_position_is_the_same_however_it_is_come_to(tape):
    for number in (0, 1, SPACING - 1, SPACING, SPACING + 1, 45, 51, 90):
        actions = [(action.seat, action.text) for action in tape.actions[:number]]
        replayed = KIND.game.replay(tape.recording.setup, tape.recording.seed, actions)
        assert tape.position(number).to_data() == replayed.to_data()


def test_what_was_taken_back_is_struck_through_and_passed_over(tape):
    assert tape.undone == frozenset(range(41, 51))
    page = page_of(tape, 51)
    assert not tape.undone & set(page.moments)
    assert {0, 90} <= set(page.moments)
    with_undone = page_of(tape, 51, with_undone=True)
    assert tape.undone & set(with_undone.moments)
    struck = [line for line in page.log if line.is_undone]
    assert struck
    assert all(
        "is-undone" in line.item("/r") and ("Taken back" in line.item("/r")) != line.is_heading for line in struck
    )
    assert "was taken back" in page_of(tape, 45).parts["prompt"]
    assert "?undone=1" in page.undone_address


def test_moments_are_what_the_log_tells_to_whose_knowledge_it_is(tape):
    silent = {action.number for action in tape.actions if not action.events}
    assert silent
    told_to = {key: set(page_of(tape, 0, key).moments) for key in ("open", "0", "watched")}
    assert not silent & told_to["open"] - {90}
    assert told_to["watched"] <= told_to["open"]
    assert moments([[]]) == [0]


def test_every_line_is_found_under_what_it_is_about():
    assert {kind.about for kind in KINDS.values()} - {each.word for each in list_filters([])} == {""}
    shot = {"kind": "scored", "facts": {"seat": 1, "target": 0, "dice": [1, 2]}}
    assert find_subjects(**shot) == [ATTACKS, "seat-0", "seat-1"]
    assert find_subjects("hex_event", {"seat": None}) == [MOVEMENT]
    assert find_subjects("drew", {"seat": 2}) == [CARDS, "seat-2"]
    assert [each.word for each in list_filters([{"seat": 0, "title": "Sol"}])][-1] == "seat-0"


def test_the_log_is_narrowed_down_by_the_address_and_keeps_its_lines_for_the_script(tape):
    page = page_of(tape, 30, log="attacks")
    items = re.findall(r"<li[^>]*>", page.log_items)
    shown = [item for item in items if " hidden" not in item]
    assert shown
    assert all(re.search(r'data-about="[^"]*attacks', item) for item in shown)
    assert len(items) == len(page_of(tape, 30).log)
    assert 'href="/r/30?log=attacks"' in page.log_items or 30 not in page.moments


def test_a_bundle_holds_the_parts_of_the_pages_each_piece_once(tape):
    numbers = page_of(tape, 0).moments[:LARGEST_BUNDLE]
    made = json.loads(json.dumps(bundle(lambda number: page_of(tape, number), numbers)))
    assert [moment["number"] for moment in made["moments"]] == numbers
    assert len(made["pieces"]) == len(set(made["pieces"]))
    for moment in made["moments"][::5]:
        page = page_of(tape, moment["number"])
        parts = {name: "".join(made["pieces"][place] for place in places) for name, places in moment["parts"].items()}
        assert {"chart", "prompt", *(f"{part}-{seat}" for part in ("panel", "hand") for seat in range(3))} <= set(parts)
        assert parts == {name: part.strip() for name, part in page.parts.items()}


def moments_of(match, client, numbers, **query):
    address = reverse("matches:replay_moments", args=[match.public_id])
    return client.get(address, {"moves": ",".join(map(str, numbers)), **query})


def test_nothing_that_is_sent_for_a_match_under_way_tells_what_is_hidden(match, people, browser_of, stranger):
    for seat, client in ((0, browser_of(people[0])), (1, stranger)):
        hidden = hidden_titles(client, match, seat)
        assert len(hidden) > 3
        for first in range(0, match.version + 1, LARGEST_BUNDLE):
            answer = moments_of(match, client, range(first, first + LARGEST_BUNDLE))
            assert answer.status_code == 200
            assert not set(filter(told(read_page(answer)), hidden))
        refused = moments_of(match, client, [1], **{"as": "1"})
        assert (refused.status_code, refused.json()["code"]) == (403, "hidden")
        page = client.get(reverse("matches:replay_at", args=[match.public_id, 9]), {"as": "open"})
        assert "You can see what another seat knew" in read_page(page)
        assert not set(filter(told(read_page(page)), hidden))


def test_over_anybody_s_knowledge_is_chosen_and_no_other_s_is_sent_with_it(match, people, browser_of, stranger):
    concede_match(match.public_id, people[0])
    own = set(starters()[DECKS[0]].cards)
    secrets = {title for title in set(starters()[DECKS[1]].cards) - own if len(title) > 10}
    numbers = range(LARGEST_BUNDLE)
    sent = read_page(moments_of(match, stranger, numbers, **{"as": "1"}))
    assert {title for title in secrets if told(sent)(title)}
    position = moments_of(match, stranger, [20], **{"as": "0"}).json()
    assert [name for name in position["moments"][0]["parts"] if name.startswith("hand")] == ["hand-0"]
    html = read_page(stranger.get(reverse("matches:replay_at", args=[match.public_id, 20]), {"as": "watched"}))
    assert 'id="hand-' not in html
    assert "your turn" not in html
    assert "Your hexpile" not in html
    assert "your turn" in read_page(
        browser_of(people[0]).get(reverse("matches:replay_at", args=[match.public_id, 20]), {"as": "0"})
    )


@pytest.mark.parametrize("asked", ["", "as=1", "as=open", "as=nobody"])
def test_nobody_chooses_a_knowledge_where_nothing_is_hidden(asked):
    seed = bytes([3]) * 32
    game = TALON.game.start(TALON.build_setup("duel", {}, [None, None], None), seed)
    shown = reel("/r", QueryDict(asked), Tape(recorded(game, seed, 5, kind=TALON)), own=None)
    assert (len(shown.offered), shown.refused) == (1, "")


@pytest.mark.parametrize("moves", ["", "x", "1,", "-1", "1,2,3" + ",4" * LARGEST_BUNDLE, "9" * 9])
def test_moves_that_cannot_be_read_are_refused(moves, match, stranger):
    address = reverse("matches:replay_moments", args=[match.public_id])
    assert stranger.get(address, {"moves": moves}).status_code == 400


def test_the_bench_opens_a_long_match(catalogue):
    assert set(figures(events=60, rounds=1)) == {
        "replay.open_60_events_ms",
        "replay.open_60_events_again_ms",
        "replay.12_moments_ms",
        "replay.page_gzipped_bytes",
        "replay.12_moments_gzipped_bytes",
    }
