"""The maneuvers for exploring and warping (rules 8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from incursions.engine.hexes import distance
from incursions.engine.questions import Question
from incursions.rules import phrases
from incursions.rules.effects.in_force import list_triggered
from incursions.rules.hexes.exploring import Exploration
from incursions.rules.hexes.hex_events import WARP as BY_WARP
from incursions.rules.hexes.leaving import why_not_leave
from incursions.rules.hexes.refused_movement import why_not_explore, why_not_warp
from incursions.rules.hexes.voyages import Voyage, route
from incursions.rules.hexes.warping import (
    card_stage,
    cards_played,
    free_reach,
    most_cards,
    options_to,
)
from incursions.rules.hexes.wormholes import chance_to_leave
from incursions.rules.maneuver_kinds import Announced, ManeuverKind
from incursions.rules.odds import CHANCE_OF_DOUBLES
from incursions.rules.phrases import WARP
from incursions.rules.systems.power import cost_to_leave

if TYPE_CHECKING:
    from incursions.rules.forecast import Forecast
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship


class Explore(ManeuverKind):
    """The maneuver that lays a tile and moves in (rules 8.3)."""

    name = "explore"
    words = ("explore",)
    does = "exploring"
    refusal = staticmethod(why_not_explore)

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Return a phrase for every free side of the hex; without a side if the hexpile is looked at first (8.3)."""
        free = game.chart.free[ship.at]
        if not free or not (game.pile or game.pile_of(ship.seat)):
            return []
        if why_not_leave(game, ship) or cost_to_leave(game, ship, self.name) > ship.power:
            return []
        if list_triggered(game, ship.seat, "before_explore"):
            return [phrases.EXPLORING]
        return [phrases.EXPLORE[name] for name in free]

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay the cost of leaving the hex, if an effect sets one, and return the frame."""
        ship.spend(cost_to_leave(game, ship, self.name), self.name)
        return Announced(Exploration(ship.seat, phrases.parse_option(said[0]).subject))

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        return [phrases.EXPLORE["north"]] if not self.options(game, ship) else []

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        return {"power": cost_to_leave(game, ship, self.name)}


class WarpDrive(ManeuverKind):
    """The maneuver that moves along charted hexes (rules 8.1)."""

    name = "warp"
    words = ("warp",)
    does = "warping"
    refusal = staticmethod(why_not_warp)

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Return the phrase if a charted hex is next to the ship's and the ship can reach one."""
        if not game.chart.beside[ship.at]:
            return []
        price = cost_to_leave(game, ship, self.name)
        power = ship.available("warp") - price
        if power < 0 or why_not_leave(game, ship) is not None:
            return []
        return [WARP] if free_reach(game, ship) + power > 0 or most_cards(game, ship) > 0 else []

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Ask for a charted hex in range and its power, then for cards that cover the rest (rules 8.1, 8.7)."""
        if len(said) == 1:
            options = options_to(game, ship)
            return Question(ship.seat, "hex", "warp to", options, None, "Warp to which hex?", "8.1", said)
        return card_stage(game, ship, said)

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay for the warp, and take its cards from the hand."""
        at, power = phrases.hex_said(said[1]), phrases.parse_option(said[1]).amount
        price = cost_to_leave(game, ship, self.name)
        cards = cards_played(game, ship, said)
        ship.spend(power, self.name)
        for number in cards:
            game.players[ship.seat].hand.remove(number)
        path = tuple(route(game, ship, at))
        return Announced(Voyage(ship.seat, path, BY_WARP, power=power - price, cards=cards), cards)

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        return [WARP] if not self.options(game, ship) else []

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        """Return the cost and the distance, and the odds of leaving if it ends in a wormhole."""
        at, power = phrases.hex_said(said[1]), phrases.parse_option(said[1]).amount
        facts: Forecast = {"power": power, "distance": distance(ship.at, at)}
        if not game.tile_at(at).is_wormhole:
            return facts
        chance = chance_to_leave(game, ship.seat, game.map[at]) if game.has_cards else CHANCE_OF_DOUBLES
        return facts | {"chance": chance}
