"""Every page of a late day stays within the limit of a page, with an attack, a full inbox and full mail."""

from __future__ import annotations

from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.state import CONTROL
from support.benches.late_day import KB, READER, give_if_legal, lay_day, measure_pages, play_late

LARGEST_KB = 60
TURNS = 3
ROUNDS = 60
LONG_WORDS = '"<&é' * 95
"""Words of which each sign takes several bytes on a page."""


def test_no_page_of_a_late_day_is_too_large(host):
    sizes = list(measure_pages(lay_day(host, play_late(TURNS))))
    assert {"desk", "seat", "projector", "board", "council", "news", "map", "inbox", "show_log"} <= {
        each.page for each in sizes
    }
    assert [each for each in sizes if each.size > LARGEST_KB * KB] == []


def flood(game: Game) -> None:
    """Let everybody say as much as the rules allow: proposals, notes, requests, speeches, laws, announcements."""
    game.act(CONTROL, "end the attack")
    game.state.media_leaves = ROUNDS
    members = list(game.state.council.values())
    for seat in game.state.places:
        game.act(CONTROL, f"set place of {seat} to Star Alpha because of a test")
    for number in range(ROUNDS):
        words = f"{number} {LONG_WORDS}"
        for seat in (*members, READER):
            give_if_legal(game, seat, f"propose: {words}")
            give_if_legal(game, seat, f"write to {READER if seat != READER else members[0]}: {words}")
            give_if_legal(game, seat, f"ask for a motion: {words}")
            give_if_legal(game, seat, f"speak in council: {words}")
        for text in (
            f"open the motion: {words[:200]}",
            "vote yay",
            "close the vote",
            f"open the motion: decision: {words}",
        ):
            give_if_legal(game, game.state.council["President"], text)
        give_if_legal(game, "News Media Reporter", f"announce to the room: {words}")
        for note in game.state.notes[-len(members) : -2]:
            give_if_legal(game, CONTROL, f"deliver note {note.number}")
        for proposal in game.state.proposals[-len(members) : -2]:
            give_if_legal(game, CONTROL, f"answer proposal {proposal.number}: no")


def test_no_page_is_too_large_however_much_was_said(host):
    game = play_late(1)
    flood(game)
    assert min(map(len, (game.state.notes, game.state.proposals, game.state.announcements))) >= ROUNDS
    sizes = {(each.page, each.seat): each.size for each in measure_pages(lay_day(host, game))}
    assert {page: size for page, size in sizes.items() if size > LARGEST_KB * KB} == {}
