"""The maneuvers for exploring and warping (rules 8)."""

from __future__ import annotations

from collections.abc import Sequence

from incursions.engine.dice import CHANCE_OF_DOUBLES
from incursions.engine.errors import Advice
from incursions.engine.hexes import DIRECTIONS, Hex, hex_text, reach
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.effects.in_force import list_triggered
from incursions.games.incursions.rules.hexes.hex_events import WARP as BY_WARP
from incursions.games.incursions.rules.hexes.leaving import forecast_leaving, why_not_leave
from incursions.games.incursions.rules.hexes.voyages import BEFORE, Exploration, Voyage, route, why_not_explore
from incursions.games.incursions.rules.plays.card_moves import find_in_hand
from incursions.games.incursions.rules.plays.card_plays import (
    card_stage,
    cards_played,
    free_reach,
    most_cards,
    options_to,
    warp_hexes,
)
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.cards_in_play import Refused, why_not_usable
from incursions.games.incursions.rules.state.game_state import Announced, GameState, ManeuverKind, power_short
from incursions.games.incursions.rules.state.phrases import WARP, Line, find_amount
from incursions.games.incursions.rules.state.seats import Ship, warp_reach
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.systems.power import cost_to_leave


class Explore(ManeuverKind):
    """The maneuver that lays a tile and moves in (rules 8.3)."""

    name = "explore"
    words = ("explore",)
    does = "exploring"

    def why_not(self, game: GameState, ship: Ship) -> Refused | None:
        """Return why the ship may explore on no side: it is held, no tile or side, too little power; or None."""
        if found := why_not_explore(game, ship):
            return found
        price = cost_to_leave(game, ship, self.name)
        return power_short(ship, self.name, price, "Exploring from here") if price else None

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return a phrase for every free side of the hex; without a side if the hexpile is looked at first (8.3)."""
        if self.why_not(game, ship) is not None:
            return []
        if list_triggered(game, ship.seat, BEFORE):
            return [phrases.EXPLORING]
        return [phrases.EXPLORE[name] for name in game.chart.free[ship.at]]

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Pay the cost of leaving the hex, if an effect sets one, and return the frame."""
        ship.spend(cost_to_leave(game, ship, self.name), self.name)
        return Announced(Exploration(ship.seat, phrases.parse_option(said[0]).subject))

    def refusal(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why the ship may not explore, or not on the side of the line (rules 8.3-8.7)."""
        if found := self.why_not(game, ship):
            return found
        free, direction = game.chart.free[ship.at], line[0].subject
        if direction in DIRECTIONS and len(line) > 1:
            more = ", and neither power nor cards" if game.has_cards else " and no power"
            return "8.7", f"Exploring takes one side{more}"
        looking = list_triggered(game, ship.seat, BEFORE)
        if looking:
            title = game.piece(looking[0].source).title
            return "8.3", Advice(f"{title} comes before the side is picked", "explore")
        if direction not in DIRECTIONS:
            return "8.3", f"Exploring takes the name of a free side, such as {free[0]}"
        return "8.3", f"The {direction} side is not free; free are {', '.join(free)}"

    def looked_for(self, game: GameState, ship: Ship) -> Sequence[str]:
        return [phrases.EXPLORE["north"]] if self.why_not(game, ship) is not None else []

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        return {"power": cost_to_leave(game, ship, self.name)}


class WarpDrive(ManeuverKind):
    """The maneuver that moves along charted hexes (rules 8.1)."""

    name = "warp"
    words = ("warp",)
    does = "warping"

    def why_not(self, game: GameState, ship: Ship) -> Refused | None:
        """Return why the ship may not warp with any power: it is held, or no charted hex is next to it; or None."""
        if found := why_not_leave(game, ship):
            return found
        return None if game.chart.beside[ship.at] else ("8.7", "No charted hex lies next to yours: explore first")

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return the phrase if the ship may leave, and can pay for it and for the next hex."""
        if self.why_not(game, ship) is not None:
            return []
        power = ship.available("warp") - cost_to_leave(game, ship, self.name)
        if power < 0:
            return []
        return [WARP] if free_reach(game, ship) + power > 0 or most_cards(game, ship) > 0 else []

    def stage(self, game: GameState, ship: Ship, said: Phrases) -> Question | None:
        """Ask for a charted hex in range and its power, then for cards that cover the rest (rules 8.1, 8.7)."""
        if len(said) == 1:
            options = options_to(game, ship)
            return Question(ship.seat, "hex", "warp to", options, None, "Warp to which hex?", "8.1", said)
        return card_stage(game, ship, said)

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Pay for the warp, and take its cards from the hand."""
        at, power = phrases.hex_said(said[1]), phrases.parse_option(said[1]).amount
        price = cost_to_leave(game, ship, self.name)
        cards = cards_played(game, ship, said)
        ship.spend(power, self.name)
        for number in cards:
            game.players[ship.seat].hand.remove(number)
        path = tuple(route(game, ship, at))
        return Announced(Voyage(ship.seat, path, BY_WARP, power=power - price, cards=cards), cards)

    def refusal(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why the ship may not warp: it is held, no hex, no way, or wrong power and cards (rules 8.1, 8.7)."""
        if found := self.why_not(game, ship):
            return found
        at = line[1].place if len(line) > 1 and line[1].verb == "to" else None
        if at is None:
            short = power_short(ship, "warp", cost_to_leave(game, ship, "warp"), "A warp from here")
            return short or ("8.1", "A warp takes the hex it ends in, such as warp to 0,0")
        steps = steps_to(game, ship, at)
        if not isinstance(steps, int):
            return steps
        power = find_amount(line, "power") or 0
        if not game.has_cards:
            return _why_not_in_basic(ship, at, steps, power)
        titles = [option.title for option in line if option.subject == "card"]
        return _why_not_cards(game, ship, titles) or _why_not_distance(game, ship, at, steps, power, titles)

    def looked_for(self, game: GameState, ship: Ship) -> Sequence[str]:
        return [WARP] if not self.options(game, ship) else []

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        """Return the cost and the distance, and the odds of leaving if it ends in a wormhole."""
        at, power = phrases.hex_said(said[1]), phrases.parse_option(said[1]).amount
        facts: Forecast = {"power": power, "distance": len(route(game, ship, at)) - 1}
        if not game.tile_at(at).is_wormhole:
            return facts
        if game.has_cards:
            return facts | forecast_leaving(game, said)
        return facts | {"chance": CHANCE_OF_DOUBLES, "missed": "start"}


def _why_not_in_basic(ship: Ship, at: Hex, steps: int, power: int) -> Refused | None:
    """Return why the warp is refused in Basic: too far, or too little or too much power (rules 8.1, 8.7)."""
    needed = max(0, steps - warp_reach(ship, 0))
    available = ship.available("warp")
    if needed > available:
        return "8.1", f"{hex_text(at)} is {steps} hexes away, and your warp reaches {warp_reach(ship, available)}"
    if power > available:
        return power_short(ship, "warp", power, "That")
    far = "1 hex" if steps == 1 else f"{steps} hexes"
    rule = "8.1" if power < needed else "8.7"
    say = f"warp to {hex_text(at)}" + (f" with {needed} power" if needed else "")
    return rule, Advice(f"A warp to {hex_text(at)}, {far} away, takes {needed or 'no'} power", say)


def steps_to(game: GameState, ship: Ship, at: Hex) -> int | Refused:
    """Return the length of the shortest way over charted hexes, or why none leads there (rules 8.1, 8.7)."""
    if at == ship.at:
        return "8.1", "Your ship is in that hex already"
    if at not in game.map:
        return "8.7", f"No tile lies at {hex_text(at)}: a warp ends on a charted hex"
    steps = reach(ship.at, len(game.map), game.map).get(at)
    return ("8.1", f"No path over charted hexes leads to {hex_text(at)}") if steps is None else steps


def _why_not_cards(game: GameState, ship: Ship, titles: list[str]) -> Refused | None:
    """Return why the named cards cannot be played: not in hand, no Warp cards, or not usable by this ship."""
    player = game.players[ship.seat]
    for title in titles:
        number = find_in_hand(game, player, title)
        if number is None:
            return "2.7", f"You have no {title} in your hand"
        if not warp_hexes(game.cards[number]):
            return "8.1", f"{title} does not lengthen a warp"
        if found := why_not_usable(game, ship.seat, number):
            return found
    in_hand = [game.cards[number].title for number in player.hand]
    for title in titles:
        if titles.count(title) > in_hand.count(title):
            return "2.7", f"You have only {in_hand.count(title)} of {title} in your hand"
    return None


def _why_not_distance(
    game: GameState, ship: Ship, at: Hex, steps: int, power: int, titles: list[str]
) -> Refused | None:
    """Return why the warp is refused: too far, or more or less power and cards than the distance takes."""
    price, free = cost_to_leave(game, ship, "warp"), free_reach(game, ship)
    place, far = hex_text(at), "1 hex" if steps == 1 else f"{steps} hexes"
    most = free + max(0, ship.available("warp") - price) + most_cards(game, ship)
    if price > ship.available("warp"):
        return power_short(ship, "warp", price, "A warp from here")
    if steps > most:
        return "8.1", f"{place} is {far} away, and your warp reaches {most}"
    if power > ship.available("warp"):
        return power_short(ship, "warp", power, "That warp")
    if power < price:
        return "7.1", Advice(f"A warp from here takes {price} power", f"with {price} power")
    player = game.players[ship.seat]
    numbers = (find_in_hand(game, player, title) for title in titles)
    hexes = [warp_hexes(game.cards[number]) for number in numbers if number is not None]
    flown = free + power - price
    if flown + sum(hexes) < steps:
        return "8.1", f"{place} is {far} away, and that carries you {flown + sum(hexes)}"
    if power > price and flown - 1 >= steps:
        return "8.7", f"{place} is {far} away: that takes {price + max(0, steps - free) or 'no'} power"
    return "8.7", f"{place} is {far} away: you do not need all these cards"
