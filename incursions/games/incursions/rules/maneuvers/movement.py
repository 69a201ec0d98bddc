"""The maneuvers for exploring and warping (rules 8)."""

from __future__ import annotations

from collections.abc import Sequence

from incursions.engine.dice import CHANCE_OF_DOUBLES
from incursions.engine.errors import Advice
from incursions.engine.hexes import DIRECTIONS, Hex, distance, hex_text, neighbours, reach
from incursions.engine.questions import Question
from incursions.games.incursions.rules.effects.in_force import list_triggered
from incursions.games.incursions.rules.hexes.hex_events import WARP as BY_WARP
from incursions.games.incursions.rules.hexes.leaving import chance_to_leave, why_not_leave
from incursions.games.incursions.rules.hexes.voyages import BEFORE, Exploration, Voyage, route
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
from incursions.games.incursions.rules.state.game_state import (
    Announced,
    GameState,
    ManeuverKind,
    free_sides,
    power_short,
)
from incursions.games.incursions.rules.state.phrases import WARP, Line, find_amount
from incursions.games.incursions.rules.state.seats import Ship, warp_reach
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.systems.power import cost_to_leave


class Explore(ManeuverKind):
    """The maneuver that lays a tile and moves in (rules 8.3)."""

    name = "explore"
    words = ("explore",)
    does = "exploring"

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return a phrase for every free side of the hex; without a side if the hexpile is looked at first (8.3)."""
        free = game.chart.free[ship.at]
        if not free or not (game.pile or game.pile_of(ship.seat)):
            return []
        if why_not_leave(game, ship) or cost_to_leave(game, ship, self.name) > ship.power:
            return []
        if list_triggered(game, ship.seat, BEFORE):
            return [phrases.EXPLORING]
        return [phrases.EXPLORE[name] for name in free]

    def announce(self, game: GameState, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay the cost of leaving the hex, if an effect sets one, and return the frame."""
        ship.spend(cost_to_leave(game, ship, self.name), self.name)
        return Announced(Exploration(ship.seat, phrases.parse_option(said[0]).subject))

    def refusal(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why the ship may not explore: it is held, no tile or side, or too little power (rules 8.3-8.7)."""
        if found := why_not_leave(game, ship):
            return found
        if not game.pile_of(ship.seat):
            return "8.4", "The hexpile is empty: there is nothing left to explore"
        free = free_sides(game, ship)
        if not free:
            return "8.4", "Your hex has no free side: warp to a hex with one"
        if found := power_short(ship, self.name, cost_to_leave(game, ship, self.name), "Exploring from here"):
            return found
        direction = line[0].subject
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
        return [phrases.EXPLORE["north"]] if not self.options(game, ship) else []

    def forecast(self, game: GameState, ship: Ship, said: tuple[str, ...]) -> Forecast:
        return {"power": cost_to_leave(game, ship, self.name)}


class WarpDrive(ManeuverKind):
    """The maneuver that moves along charted hexes (rules 8.1)."""

    name = "warp"
    words = ("warp",)
    does = "warping"

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return the phrase if a charted hex is next to the ship's and the ship can reach one."""
        if not game.chart.beside[ship.at]:
            return []
        price = cost_to_leave(game, ship, self.name)
        power = ship.available("warp") - price
        if power < 0 or why_not_leave(game, ship) is not None:
            return []
        return [WARP] if free_reach(game, ship) + power > 0 or most_cards(game, ship) > 0 else []

    def stage(self, game: GameState, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Ask for a charted hex in range and its power, then for cards that cover the rest (rules 8.1, 8.7)."""
        if len(said) == 1:
            options = options_to(game, ship)
            return Question(ship.seat, "hex", "warp to", options, None, "Warp to which hex?", "8.1", said)
        return card_stage(game, ship, said)

    def announce(self, game: GameState, ship: Ship, said: tuple[str, ...]) -> Announced:
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
        if not game.has_cards:
            return self._why_not_in_basic(game, ship, line)
        if found := why_not_leave(game, ship):
            return found
        if all(there not in game.map for _, there in neighbours(ship.at)):
            return "8.7", "No charted hex lies next to yours: explore first"
        at = line[1].place if len(line) > 1 and line[1].verb == "to" else None
        if at is None:
            short = power_short(ship, "warp", cost_to_leave(game, ship, "warp"), "A warp from here")
            return short or ("8.1", "A warp takes the hex it ends in, such as warp to 0,0")
        steps = steps_to(game, ship, at)
        if not isinstance(steps, int):
            return steps
        power = find_amount(line, "power") or 0
        titles = [option.title for option in line if option.subject == "card"]
        return _why_not_cards(game, ship, titles) or _why_not_distance(game, ship, at, steps, power, titles)

    def _why_not_in_basic(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why the ship may not warp in Basic: no hex, no way, or wrong power (rules 8.1, 8.7)."""
        if all(there not in game.map for _, there in neighbours(ship.at)):
            return "8.7", "No charted hex lies next to yours: explore first"
        at = line[1].place if len(line) > 1 and line[1].verb == "to" else None
        if at is None:
            return "8.1", "A warp takes the hex it ends in, such as warp to 0,0"
        steps = steps_to(game, ship, at)
        if not isinstance(steps, int):
            return steps
        needed = max(0, steps - warp_reach(ship, 0))
        available = ship.available("warp")
        if needed > available:
            return "8.1", f"{hex_text(at)} is {steps} hexes away, and your warp reaches {warp_reach(ship, available)}"
        power = find_amount(line, "power") or 0
        if power > available:
            return power_short(ship, "warp", power, "That")
        far = "1 hex" if steps == 1 else f"{steps} hexes"
        rule = "8.1" if power < needed else "8.7"
        say = f"warp to {hex_text(at)}" + (f" with {needed} power" if needed else "")
        return rule, Advice(f"A warp to {hex_text(at)}, {far} away, takes {needed or 'no'} power", say)

    def looked_for(self, game: GameState, ship: Ship) -> Sequence[str]:
        return [WARP] if not self.options(game, ship) else []

    def forecast(self, game: GameState, ship: Ship, said: tuple[str, ...]) -> Forecast:
        """Return the cost and the distance, and the odds of leaving if it ends in a wormhole."""
        at, power = phrases.hex_said(said[1]), phrases.parse_option(said[1]).amount
        facts: Forecast = {"power": power, "distance": distance(ship.at, at)}
        if not game.tile_at(at).is_wormhole:
            return facts
        chance = chance_to_leave(game, ship.seat, game.map[at]) if game.has_cards else CHANCE_OF_DOUBLES
        return facts | {"chance": chance}


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
