"""Tabling a card aboard the ship, or aboard a shuttle in its hex (rules 16.3, 17.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.questions import Question
from incursions.games.incursions.rules.effects.gathering import refresh_with
from incursions.games.incursions.rules.events.cards import TabledAboard
from incursions.games.incursions.rules.plays.on_table import enter, note_tabled
from incursions.games.incursions.rules.state.cards_in_play import Refused, why_not_enter
from incursions.games.incursions.rules.state.refs import Ref, name_of, phrases_of, piece_ref
from incursions.games.incursions.rules.systems.bodies import own_shuttles

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Ship

ABOARD = "aboard "
ON_THE_SHIP = "aboard your ship"


def _lines(game: Game, seat: int) -> dict[str, Ref]:
    """Return the player's own shuttles in the hex of the ship, by their phrases (rules 17.7)."""
    here = [piece for piece in own_shuttles(game, seat) if piece.at == game.ships[seat].at]
    return phrases_of(game, (piece_ref(piece.number) for piece in here), ABOARD)


def place_stage(game: Game, seat: int, said: tuple[str, ...]) -> Question | None:
    """Ask aboard what to table the card, if a shuttle of the player is in the hex; the default is the ship."""
    shuttles = _lines(game, seat) if len(said) == 1 else {}
    if not shuttles:
        return None
    options = [ON_THE_SHIP, *shuttles]
    return Question(seat, "one", "aboard", options, ON_THE_SHIP, "Table it aboard what?", "17.7", said)


def shuttle_said(game: Game, seat: int, said: tuple[str, ...]) -> int | None:
    """Return the number of the shuttle that a line names; None for the ship."""
    if len(said) == 1 or said[1] == ON_THE_SHIP:
        return None
    number: int = _lines(game, seat)[said[1]][1]
    return number


def put_into_play(game: Game, seat: int, number: int, shuttle: int | None) -> None:
    """Put the card into play aboard the ship, or aboard the shuttle, which alone it then serves (rules 17.7)."""
    if shuttle is None:
        enter(game, seat, number)
        return
    piece = game.board.placed[shuttle]
    game.board.change(shuttle, crew=(*piece.crew, number))
    note_tabled(game, [number])
    refresh_with(game, seat, number)
    aboard = name_of(game, piece_ref(shuttle))
    game.tell(TabledAboard, seat=seat, title=game.cards[number].card.title, aboard=aboard)


def why_not_aboard(game: Game, ship: Ship, number: int, where: str) -> Refused | None:
    """Return why the card may not be tabled aboard the shuttle that a line names (rules 16.3, 17.7)."""
    card = game.cards[number].card
    found = why_not_enter(game, ship.seat, number)
    if found is not None and found[0] == "16.4":
        return "16.3", f"A shuttle has the make of its ship: {found[1]}"
    if found is not None:
        return found
    if not any(where in phrases_of(game, [piece_ref(piece.number)]) for piece in own_shuttles(game, ship.seat)):
        return "17.7", f"You have no shuttle {where}"
    if not (card.is_crew or card.is_equipment):
        return "17.7", f"A shuttle takes equipment and crew, not {card.title}"
    return "17.7", f"{where} is not in the hex of your ship"
