"""Why nothing can be done with what a player points at: the engine's reasons, for the player's own things alone."""

from types import SimpleNamespace

import pytest

from incursions.games.incursions.kind import KIND
from incursions.games.incursions.table.printed import Printed
from incursions.games.incursions.table.prompt import list_lines_about
from incursions.kit.refusals import DomainError
from tests.pages.games import full_positions, new_game
from tournaments.matches.table_rows import TableRows
from tournaments.tables.api import find_reasons


def at_the_table(game, seat):
    match = SimpleNamespace(version=game.number, kind=KIND)
    return SimpleNamespace(game=game, seat=seat, match=match, rows=TableRows(match, []))


def test_reason_is_the_engine_s_with_its_rule_and_ships_by_name():
    game = new_game()
    seat = game.decision.seat
    (far,) = find_reasons(at_the_table(game, seat), "hex 7,7")
    assert far.rule
    (waits,) = find_reasons(at_the_table(game, 1 - seat), "system warp")
    assert (waits.words, waits.rule) == (f"{game.ships[seat].card.title} is asked now, not you.", "6.1")
    assert find_reasons(at_the_table(game, seat), "hex 7,7") == [far]


@pytest.mark.parametrize("about", ["", "warp", "system warp drive", "card", "hex 1", "seat 9", "system " + "x" * 100])
def test_what_is_nothing_to_point_at_is_malformed(about):
    game = new_game()
    with pytest.raises(DomainError) as refused:
        find_reasons(at_the_table(game, 0), about)
    assert refused.value.code == "malformed"


def test_watchers_are_told_nothing():
    with pytest.raises(DomainError) as refused:
        find_reasons(at_the_table(new_game(), None), "system warp")
    assert refused.value.code == "spectator"


def test_every_thing_of_a_seat_has_options_or_a_reason_and_cards_of_others_have_neither():
    for game in full_positions(3, 2, every=23, most=160):
        for seat in range(2):
            view, table = game.view(seat), at_the_table(game, seat)
            things = [f"card {title}" for title in view["hand"]] + ["hex 0,0", f"seat {1 - seat}", "system warp"]
            for about in things:
                lines = list_lines_about(view, about, Printed(game.setup))
                possible = [line for line in lines if game.why_not(line, seat) is None]
                found = find_reasons(table, about)
                assert found or possible, about
                assert all(reason.rule and reason.words.endswith(".") for reason in found)
            hidden = set(game.view(1 - seat)["hand"]) - set(view["hand"])
            for title in hidden:
                with pytest.raises(DomainError):
                    find_reasons(table, f"card {title}")
