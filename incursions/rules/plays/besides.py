"""What a player may do besides maneuvers when asked: table officers, use AUX, divert shields (rules 6.6, 7.4, 7.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from incursions.engine.questions import Question
from incursions.rules.crew import aboard
from incursions.rules.maneuver_kinds import Ground
from incursions.rules.phrases import AUX, TABLE
from incursions.rules.plays import any_time, hand
from incursions.rules.plays.in_hand import in_hand
from incursions.rules.printed.facts import printed_fact
from incursions.rules.systems import diverting

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.printed.cards import GameCard
    from incursions.rules.ships import Ship


def can_use_aux(game: Game, ship: Ship) -> bool:
    """Is the marker unused, and a card face down that it would turn up (rules 7.4)?"""
    return bool(ship.spent) and game.players[ship.seat].aux and ship.turned_down > 0


def aux_options(game: Game, ship: Ship) -> list[str]:
    """AUX, where it can be used."""
    return [AUX] if can_use_aux(game, ship) else []


@printed_fact
def is_tabled_when_drawn(card: GameCard) -> bool:
    """Does it enter play without a maneuver (rules 13.4.3)?"""
    return card.is_tabled_when_drawn


def table_options(game: Game, seat: int) -> list[str]:
    """The cards of the hand that can be tabled without a maneuver, each title once."""
    player = game.players[seat]
    tabled = in_hand(game, seat, is_tabled_when_drawn)
    if not tabled:
        return []
    found: list[str] = []
    for number in tabled:
        phrase = TABLE + game.cards[number].card.title
        if phrase not in found and hand.may_table(game, player, number):
            found.append(phrase)
    return found


def list_into(options: list[str], game: Game, ship: Ship, there_is: int) -> None:
    """Add all that takes no maneuver, in a seat's own turn (rules 6.6), on the `Ground` that there is."""
    if there_is & Ground.TABLED_WHEN_DRAWN:
        options += table_options(game, ship.seat)
    options += diverting.options(game, ship)
    if can_use_aux(game, ship):
        options.append(AUX)
    if there_is & Ground.ANY_TIME:
        options += any_time.options(game, ship.seat)
    elif there_is & Ground.COMMAND and ship.out is None:
        options += any_time.commands_to_lay(game, ship.seat)


def is_besides(game: Game, ship: Ship, first: str) -> bool:
    """Does a line that begins so take no maneuver?"""
    return (
        first == AUX
        or diverting.is_divert(first)
        or any_time.offers(game, ship.seat, first)
        or (first.startswith(TABLE) and first in table_options(game, ship.seat))
    )


def stage(game: Game, ship: Ship, said: tuple[str, ...], systems: Sequence[str]) -> Question | None:
    """What is asked after the phrases of something that takes no maneuver."""
    if diverting.is_divert(said[0]):
        return diverting.stage(ship.seat, said, systems)
    if said[0].startswith(TABLE):
        return aboard.place_stage(game, ship.seat, said)
    return any_time.stage(game, ship.seat, said)


def take(game: Game, seat: int, said: tuple[str, ...]) -> bool:
    """Do what the line says, if it is one of these; False if it is another."""
    first = said[0]
    if first == AUX:
        _use_aux(game, seat)
    elif diverting.is_divert(first):
        diverting.take(game, game.ships[seat], said)
    elif first.startswith(TABLE) and first in table_options(game, seat):
        _table(game, seat, first[len(TABLE) :], aboard.shuttle_said(game, seat, said))
    else:
        return any_time.play(game, seat, said)
    return True


def _table(game: Game, seat: int, title: str, shuttle: int | None) -> None:
    """A card of that title enters play, aboard the ship or a shuttle (rules 6.6, 17.7)."""
    player = game.players[seat]
    fitting = (number for number in player.hand if game.cards[number].card.title == title)
    number = next(each for each in fitting if hand.may_table(game, player, each))
    player.hand.remove(number)
    aboard.put_into_play(game, seat, number, shuttle)


def _use_aux(game: Game, seat: int) -> None:
    """All power cards face up, once in the game (rules 7.4)."""
    ship = game.ships[seat]
    turned_up = ship.turned_down
    game.players[seat].aux = False
    ship.power_up()
    game.emit("aux_used", {"seat": seat, "turned_up": turned_up, "power": ship.power})
