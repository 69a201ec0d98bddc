"""The table as a captain of Full reads it: hands, officers, pieces, wormholes with what they ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

from incursions.engine.dice import AVERAGE_DIE, CHANCE_OF_DOUBLES, chance_of_at_least
from incursions.engine.hexes import Hex, as_hex, distance
from incursions.games.incursions.bots.bot import View
from incursions.games.incursions.bots.prospects import requirement_of
from incursions.games.incursions.bots.situation import (
    ShipView,
    Situation,
    damage,
    found_lazily,
    maximum_points,
    place,
    points,
    weapon_range,
    weapons,
)
from incursions.games.incursions.rules.hexes.leaving import NO_REQUIREMENT
from incursions.games.incursions.rules.printed.effect import Effect, Requirement
from incursions.games.incursions.rules.printed.pieces import GameCard, TileCard
from incursions.games.incursions.rules.state.phrases import AT_SEAT
from incursions.games.incursions.rules.state.shapes import PieceView

WIN = 60.0  # points of damage that winning is worth: those of a usual ship
LITTLE_LEFT = 10  # points: a ship with fewer counts as one with so many
USUAL_HAND = 5  # cards
LONG_MATCH = 12  # rounds; after twice as many nothing is saved any more
LEAST_PATIENCE = 0.1
RIVALS = 1.5  # the power to which the number of others is taken
LEAST_URGED = 0.4  # of patience: what is urgent is worth two and a half times as much at most

R = TypeVar("R")
V = TypeVarTuple("V")
NOTHING = object()


def found_once(find: Callable[[Table, *V], R]) -> Callable[[Table, *V], R]:
    """Decorate a function of a table and hashable values: cache its results on the table. They must not be changed."""

    @wraps(find)
    def look_up(table: Table, *values: *V) -> R:
        key = find, values
        known: R = table.known.get(key, NOTHING)
        if known is NOTHING:
            known = table.known[key] = find(table, *values)
        return known

    return look_up


class Table(Situation):
    """A situation with what only Full has. Values are in points of damage to a whole ship."""

    def __init__(self, view: View, seat: int) -> None:
        super().__init__(view, seat)
        self.seat = seat
        self.cards, self.tiles = view["library"]
        self.players = view["players"]
        self.player = self.players[seat]
        self.my_turn: bool = view["turn"]["seat"] == seat
        self.known: dict[Any, Any] = {}  # see `found_once`

    @found_lazily
    def hand(self) -> list[GameCard]:
        """The cards of the own hand."""
        return [self.cards[title] for title in self.view["hand"] if title in self.cards]

    @found_lazily
    def attack_cards(self) -> list[GameCard]:
        """The cards of the hand that can be played with an attack."""
        attacks = (card for card in self.hand if card.nature == "Attack" and card.play_method != "Play any time")
        return [card for card in attacks if self.usable(card)]

    @found_lazily
    def orders(self) -> list[GameCard]:
        """The commands that lie ready, else those of the hand."""
        ready = [self.cards[title] for title in self.player["commands"] if title in self.cards]
        return [card for card in (ready or self.hand) if card.nature == "Command"]

    @found_lazily
    def owners(self) -> dict[Hex, int]:
        """The seats that brought the charted tiles."""
        return {(q, r): seat for q, r, seat in self.view["owners"]}

    @found_lazily
    def source(self) -> str:
        """The title of the piece whose text asks the question; "" if none does."""
        question = self.view["question"]
        return "" if question is None else question.get("source") or ""

    @found_lazily
    def pieces_at(self) -> dict[Hex, list[PieceView]]:
        """The pieces by their hexes."""
        found: dict[Hex, list[PieceView]] = {}
        for piece in self.view["placed"]:
            found.setdefault(as_hex(piece["at"]), []).append(piece)
        return found

    @found_lazily
    def nearest(self) -> ShipView | None:
        """The nearest other ship, and the weakest of several."""
        return min(self.other_ships, key=lambda ship: (distance(self.at, place(ship)), ship["hull"]), default=None)

    @found_lazily
    def aims(self) -> list[tuple[int, Hex, int]]:
        """The seats whose ships the own weapons can be aimed at, with the hex of each and how far it is from here."""
        places = [(ship["seat"], place(ship)) for ship in self.targets]
        return [(seat, there, distance(self.at, there)) for seat, there in places]

    @found_lazily
    def ships_by_phrase(self) -> dict[str, ShipView]:
        """The ships of the other seats by their target phrases."""
        return {AT_SEAT[ship["seat"]]: ship for ship in self.other_ships}

    @found_lazily
    def guns(self) -> dict[str, Gun]:
        """The own weapons by name."""
        return {gun.name: gun for gun in guns(self.me)}

    @found_lazily
    def held_seats(self) -> set[int]:
        """The seats whose ships are held by a beam."""
        return {player["holds"][0] for player in self.players if player["holds"] is not None}

    @found_lazily
    def captain(self) -> GameCard | None:
        """The own captain."""
        return self.captain_of(self.seat)

    def captain_of(self, seat: int) -> GameCard | None:
        """Return the captain of a seat."""
        return self.cards.get(self.players[seat]["captain"] or "")

    def tile(self, at: Hex) -> TileCard | None:
        """Return the tile that is charted there."""
        charted = self.charted_tiles.get(at)
        return None if charted is None else self.tiles.get(charted["title"])

    def find_tabled(self, seat: int) -> list[GameCard]:
        """Return the cards that lie face up on a seat's table."""
        up = (each["title"] for each in self.players[seat]["tabled"] if not each["down"])
        return [self.cards[title] for title in up if title in self.cards]

    @found_lazily
    def own_tabled(self) -> list[GameCard]:
        """The cards that lie face up on the own table."""
        return self.find_tabled(self.seat)

    def own_effects(self, trigger: str) -> Iterator[Effect]:
        """Yield the effects with this trigger of the cards on the own table."""
        return (effect for card in self.own_tabled for effect in card.effects.by_trigger.get(trigger, ()))

    def usable(self, card: GameCard) -> bool:
        """Return True if this ship's captain can use the card, as far as its races go (rules 13.5)."""
        if card.usage is None:
            return True
        captain = None if self.captain is None else self.captain.race
        return self.me["race"] in card.usage or captain in card.usage

    def missing_power(self) -> int:
        """Return the number of power cards that lie face down and could be turned up."""
        return max(0, int(self.me["power_cards"]) - self.power)

    @found_lazily
    def patience(self) -> float:
        """1 while a match is young, less in a long one: what has not decided it by then will not."""
        over = max(0, int(self.view["round"]) - LONG_MATCH)
        return max(LEAST_PATIENCE, 1.0 - over / LONG_MATCH)

    def card_price(self, usual: float) -> float:
        """Return the cost of giving a card away: the fuller the hand, the less."""
        fullness = len(self.view["hand"]) / USUAL_HAND
        return usual / max(1.0, fullness * fullness)

    # What things are worth.

    def scale(self, ship: ShipView) -> float:
        """Return the worth of a point of damage to a ship: the fewer it has left, the more."""
        return self._scales[ship["seat"]]

    @found_lazily
    def _scales(self) -> list[float]:
        """The worth of a point of damage to each ship, by seat."""
        return [float(WIN / max(LITTLE_LEFT, points(ship)) / self.rivalry) for ship in self.ships]

    @found_lazily
    def rivalry(self) -> float:
        """The weight of harming one of n rivals, against leaving, compared with harming the only one.

        A harmed rival's chance to win goes to n seats alike, while a ship that leaves takes the chances of all n. In
        theory the weight is n squared; n to the power of RIVALS won as evenly in trials, with a little more fighting.
        """
        return float(max(1, len(self.other_ships)) ** RIVALS)

    @found_lazily
    def urge(self) -> float:
        """The factor by which bringing on the end is worth more than in a young match."""
        return 1.0 / max(LEAST_URGED, self.patience)

    @found_lazily
    def helped_by(self) -> int:
        """The number that the own table adds to a target's roll against espionage (rules 15.3)."""
        return sum(
            int(effect.fields.get("by", 0))
            for effect in self.own_effects("tabled")
            if effect.verb == "modify" and effect.fields["of"] == "espionage_evasion" and effect.target == "the target"
        )

    @property
    def attacks_left(self) -> int:
        """The attacks that this turn may still bring, the one that is thought of among them."""
        return 1 + int(self.left) if self.my_turn else 1

    @found_lazily
    def own_scale(self) -> float:
        """The worth of a point of the own ship."""
        return WIN / max(LITTLE_LEFT, points(self.me))

    @found_lazily
    def incoming(self) -> float:
        """Points that the others may take off this ship before its next turn, if it does not answer."""
        return sum(self._blows(ship) for ship in self.threats() if not self.is_hidden(self.me, ship))

    def _blows(self, ship: ShipView) -> float:
        """Return the damage to expect of a ship until the next own turn, about twice as much if it is in range."""
        own, far = guns(ship), distance(place(ship), self.at)
        weapon = max((each.average for each in own), default=0.0)
        at_once = any(far <= each.range for each in own)
        return (2 if at_once else 1) * (weapon + 3.5) + 3.5

    # Wormholes.

    @found_lazily
    def leave_chance(self) -> float:
        """The chance of one roll to leave, with what lies on the own table (rules 1.1)."""
        total = 0.0
        for effect in self.own_effects("leave_rolled"):
            wanted = effect.fields.get("total")
            if effect.verb == "leave_roll" and wanted is not None and wanted % 2:
                total += chance_of_at_least(2, wanted) - chance_of_at_least(2, wanted + 1)
        return CHANCE_OF_DOUBLES + total

    def gate_chance(self, at: Hex, power: int) -> float:
        """Return the chance to leave by the wormhole there, arriving with that much power; 0 where it asks for more."""
        asked = self.asked_at(at)
        if asked.power > power and not self.player["aux"]:
            return 0.0
        if asked.cards > len(self.view["hand"]):
            return 0.0
        if asked.denizen is not None and self.denizen_at(at) is not None:
            return 0.0
        return self.leave_chance

    def asked_at(self, at: Hex) -> Requirement:
        """Return what the tile there asks for before the roll to leave by it."""
        tile = self.tile(at)
        return NO_REQUIREMENT if tile is None else requirement_of(tile)

    def denizen_at(self, at: Hex) -> PieceView | None:
        """Return the denizen that stands there."""
        return next((piece for piece in self.pieces_at.get(at, ()) if piece["kind"] == "denizen"), None)

    @found_lazily
    def gates(self) -> list[Hex]:
        """The wormholes by which this ship could leave with all its power."""
        return [at for at in self.holes if self.gate_chance(at, int(self.me["power_cards"])) > 0]

    @found_lazily
    def barred_wormholes(self) -> list[Hex]:
        """The wormholes before which a denizen stands."""
        return [at for at in self.holes if self.denizen_at(at) is not None]


class Gun(NamedTuple):
    """A weapon as it strikes: its dice without power, its reach, and the dice that a power adds."""

    name: str
    dice: int
    bonus: int
    range: int
    power_dice: int = 1

    @property
    def average(self) -> float:
        """Return its average score without power."""
        return AVERAGE_DIE * self.dice + self.bonus


def guns(ship: ShipView) -> list[Gun]:
    """Return the weapons that the ship prints, with the bonuses of its crew."""
    return [Gun(name, *damage(ship, name), weapon_range(ship, name)) for name in weapons(ship)]


def strength(ship: ShipView) -> float:
    """Return the share of its points that a ship still has."""
    return points(ship) / max(1, maximum_points(ship))
