"""What a player may do besides maneuvers when asked: table officers, use AUX, divert shields (rules 6.6, 7.4, 7.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from incursions.engine.questions import Question
from incursions.rules import any_time, hand
from incursions.rules.phrases import AUX, DIVERT, DIVERTED_POWER, FIRE, SYSTEM_TO, TABLE, TO_SYSTEM
from incursions.rules.ships import POINTS_PER_DIVERTED_POWER

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

DEFENDING_SYSTEMS = ("evade", "repair")  # what answers an attack with power, the shields apart (rules 7.5, 11.8)


def can_use_aux(game: Game, ship: Ship) -> bool:
    """Is the marker unused, and a card face down that it would turn up (rules 7.4)?"""
    return bool(ship.spent) and bool(game.players) and game.players[ship.seat].aux


def aux_options(game: Game, ship: Ship) -> list[str]:
    """AUX, where it can be used."""
    return [AUX] if can_use_aux(game, ship) else []


def divert_options(ship: Ship) -> list[str]:
    """How many points can be diverted (rules 7.9)."""
    return DIVERT[1 : ship.most_diverted + 1]


def table_options(game: Game, seat: int) -> list[str]:
    """The cards of the hand that can be tabled without a maneuver, each title once."""
    player = game.players[seat]
    found = [number for number in player.hand if hand.may_table(game, player, number)]
    return list(dict.fromkeys(TABLE + title for title in hand.titles(game, found)))


def options(game: Game, ship: Ship) -> list[str]:
    """All that takes no maneuver, in a seat's own turn (rules 6.6)."""
    plays = any_time.options(game, ship.seat)
    return [*table_options(game, ship.seat), *divert_options(ship), *aux_options(game, ship), *plays]


def is_besides(game: Game, ship: Ship, first: str) -> bool:
    """Does a line that begins so take no maneuver?"""
    return (
        first == AUX
        or first in DIVERTED_POWER
        or first in any_time.options(game, ship.seat)
        or (first.startswith(TABLE) and first in table_options(game, ship.seat))
    )


def maneuvering_systems(ship: Ship) -> list[str]:
    """The systems that power serves in a maneuver."""
    printed = ship.card.definition["systems"]
    return [*(name for name in ("warp", *FIRE) if name in printed), "repair"]


def stage(game: Game, ship: Ship, said: tuple[str, ...], systems: Sequence[str]) -> Question | None:
    """What is asked after the phrases of something that takes no maneuver."""
    return any_time.stage(game, ship.seat, said) or divert_stage(ship.seat, said, systems)


def divert_stage(seat: int, said: tuple[str, ...], systems: Sequence[str]) -> Question | None:
    """The system that the diverted power is for."""
    if said[0] not in DIVERTED_POWER or len(said) > 1:
        return None
    options = [TO_SYSTEM[name] for name in systems]
    return Question(seat, "one", "divert to", options, None, "Divert to which system?", "7.5", said)


def take(game: Game, seat: int, said: tuple[str, ...]) -> bool:
    """Do what the line says, if it is one of these; False if it is another."""
    first = said[0]
    if first == AUX:
        _use_aux(game, seat)
    elif first in DIVERTED_POWER:
        _divert(game, game.ships[seat], DIVERTED_POWER[first], SYSTEM_TO[said[1]])
    elif first in table_options(game, seat):
        number = hand.held(game, game.players[seat], first[len(TABLE) :])
        assert number is not None
        hand.table(game, seat, number)
    else:
        return any_time.play(game, seat, said)
    return True


def _use_aux(game: Game, seat: int) -> None:
    """All power cards face up, once in the game (rules 7.4)."""
    ship = game.ships[seat]
    turned_up = len(ship.spent)
    game.players[seat].aux = False
    ship.power_up()
    game.emit("aux_used", {"seat": seat, "turned_up": turned_up, "power": ship.power})


def _divert(game: Game, ship: Ship, power: int, system: str) -> None:
    """Five shield points become one power for the maneuver or the answer that follows (rules 7.5)."""
    shields = ship.shields
    ship.divert(power, system)
    facts = {"seat": ship.seat, "points": POINTS_PER_DIVERTED_POWER * power, "power": power, "system": system}
    game.emit("diverted", facts | {"shields": [shields, ship.shields]})
