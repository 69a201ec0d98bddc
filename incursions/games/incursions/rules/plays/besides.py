"""Free actions, which take no maneuver: table officers, use AUX, divert shields (rules 6.6, 7.4, 7.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from incursions.engine.questions import Question
from incursions.games.incursions.rules.crew import aboard
from incursions.games.incursions.rules.events.turns import AuxUsed
from incursions.games.incursions.rules.plays import any_time, commands
from incursions.games.incursions.rules.printed.pieces import printed_fact
from incursions.games.incursions.rules.state.cards_in_play import in_hand, lines_for, why_not_enter
from incursions.games.incursions.rules.state.maneuver_kinds import Ground
from incursions.games.incursions.rules.state.phrases import AUX, TABLE, parse_option
from incursions.games.incursions.rules.systems import diverting

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.pieces import GameCard
    from incursions.games.incursions.rules.state.seats import Ship


def can_use_aux(game: Game, ship: Ship) -> bool:
    """Return True if the marker is unused and there is a card that it would turn up (rules 7.4)."""
    return bool(ship.spent) and game.players[ship.seat].aux and ship.turned_down > 0


def aux_options(game: Game, ship: Ship) -> list[str]:
    """Return AUX if it can be used."""
    return [AUX] if can_use_aux(game, ship) else []


def at_any_time(game: Game, seat: int) -> list[str]:
    """Return the seat's options at any question and in any window: cards for any time, and AUX (rules 7.4, 13.14)."""
    return [*any_time.options(game, seat), *aux_options(game, game.ships[seat])]


@printed_fact
def is_tabled_when_drawn(card: GameCard) -> bool:
    """Return True if the card enters play without a maneuver (rules 13.4.3)."""
    return card.is_tabled_when_drawn


def lines_to_table(game: Game, seat: int) -> dict[str, int]:
    """Return the cards of the hand that can be tabled without a maneuver, by their lines (rules 6.6, 13.4.3)."""
    tabled = in_hand(game, seat, is_tabled_when_drawn)
    return lines_for(game, TABLE, tabled, lambda number: why_not_enter(game, seat, number) is None)


def list_into(options: list[str], game: Game, ship: Ship, there_is: int) -> None:
    """Append all free actions of a seat's own turn (rules 6.6) whose `Ground` is among `there_is`."""
    if there_is & Ground.TABLED_WHEN_DRAWN:
        options += lines_to_table(game, ship.seat)
    options += diverting.options(game, ship)
    if can_use_aux(game, ship):
        options.append(AUX)
    if there_is & Ground.ANY_TIME:
        options += any_time.options(game, ship.seat)
    elif there_is & Ground.COMMAND and ship.out is None:
        options += commands.lines_to_lay(game, ship.seat)


def is_besides(game: Game, ship: Ship, first: str) -> bool:
    """Return True if the first phrase begins a free action."""
    return (
        first == AUX
        or diverting.is_divert(first)
        or any_time.offers(game, ship.seat, first)
        or (parse_option(first).verb == "table" and first in lines_to_table(game, ship.seat))
    )


def stage(game: Game, ship: Ship, said: tuple[str, ...], systems: Sequence[str]) -> Question | None:
    """Return the question after the phrases of a free action."""
    if diverting.is_divert(said[0]):
        return diverting.stage(ship.seat, said, systems)
    if parse_option(said[0]).verb == "table":
        return aboard.place_stage(game, ship.seat, said)
    return any_time.stage(game, ship.seat, said)


def take(game: Game, seat: int, said: tuple[str, ...]) -> bool:
    """Carry out a free action and return True, or return False for another line."""
    first = said[0]
    tabled = lines_to_table(game, seat).get(first) if parse_option(first).verb == "table" else None
    if first == AUX:
        _use_aux(game, seat)
    elif diverting.is_divert(first):
        diverting.take(game, game.ships[seat], said)
    elif tabled is not None:
        game.players[seat].hand.remove(tabled)
        aboard.put_into_play(game, seat, tabled, aboard.shuttle_said(game, seat, said))
    else:
        return any_time.play(game, seat, said)
    return True


def _use_aux(game: Game, seat: int) -> None:
    """Turn all power cards face up, once in a game (rules 7.4)."""
    ship = game.ships[seat]
    turned_up = ship.turned_down
    game.players[seat].aux = False
    ship.power_up()
    game.tell(AuxUsed, seat=seat, turned_up=turned_up, power=ship.power)
