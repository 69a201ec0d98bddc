"""The ship and the player of a seat: counters, power and systems of the one, cards of the other (rules 2, 5, 7)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict, get_args

from incursions.engine.frames import as_tuples
from incursions.engine.hexes import Hex
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.printed.pieces import NO_BONUSES, Bonuses, Cards, ShipCard, Weapon
from incursions.games.incursions.rules.state.board import Source

NOTHING_DIVERTED: dict[str, int] = {}  # immutable: a ship that diverts gets a new one
POWER_CARDS = 4  # rules 2.3
POWER_CARDS_OF_CRAFT = 2  # rules 19.2
POINTS_PER_SHIELD_POWER = 5  # rules 7.3
POINTS_PER_REPAIR_POWER = 3  # rules 7.3
POINTS_PER_DIVERTED_POWER = 5  # rules 7.5
# What a ship has only beyond Basic, as it is at the start: only what differs is saved.
USUAL: dict[str, object] = {
    "power_cards": POWER_CARDS,
    "cloak": None,
    "holds": None,
    "swept": (),
    "caught": (),
    "cloak_from": None,
    "extra": 0,
    "extra_from": None,
    "craft": None,
}
LOST = "lost"  # in `spent`: turned down by an effect (rules 7.8)
OUT_OF_PLAY = "out of play"  # in `spent`: held down by an effect until it is released (rules 7.8)
DESTROYED = "destroyed"
CONCEDED = "conceded"


@dataclass(slots=True)  # not a NamedTuple: see `Effect`
class Force:
    """An effect in force: its source, its user, and the seat that it is aimed at, if any.

    `begun`: a trigger started it, and `note` is the word named then. `moment` orders effects by age.
    """

    source: Source
    effect: Effect
    user: int
    target: int | None = None
    begun: bool = False
    note: Any = None
    moment: int = 0


@dataclass(slots=True)
class InForce:
    """An immutable index of the effects in force for a seat: passive ones by verb, triggered ones by trigger.

    `by_word` indexes the passive ones by verb and each word of their `of` or `action`.
    """

    by_verb: dict[str, tuple[Force, ...]]
    by_trigger: dict[str, tuple[Force, ...]]
    by_word: dict[tuple[str, str], tuple[Force, ...]]


NOTHING_IN_FORCE = InForce({}, {}, {})


@dataclass(slots=True, eq=False)
class Gathered:
    """The effects of cards for a player as they lie on tables, before players and in hexes, with their `sources`.

    `forces` are in order of weight, `bonuses` are those of them that lend a bonus, `printed` is the sum of printed
    bonuses. `by_tile` caches the index combined with each tile where the ship has stopped since.
    """

    sources: list[Any]
    forces: list[Force]
    in_force: InForce
    bonuses: tuple[Force, ...]
    printed: Bonuses
    by_tile: dict[str, tuple[InForce, tuple[Force, ...]]] = field(init=False, default_factory=dict)


class CardsAtHand:
    """A snapshot of hand and tabled cards with the sum of their `Ground` flags. Copies of a game share it."""

    __slots__ = ("cards", "found", "hand", "tabled")

    def __init__(self, hand: list[int], tabled: list[int], cards: Cards, found: int) -> None:
        self.hand, self.tabled, self.cards, self.found = hand, tabled, cards, found


class Caught(NamedTuple):
    """A hold that keeps a ship in its hex: its source, and the highest roll of the dice that frees the ship (9.6)."""

    source: int | str
    number: int
    dice: int = 2


class ShipData(TypedDict):
    """A ship as stored. Beyond Basic it has further fields: those that differ from `USUAL`."""

    ship: str
    hull: int
    shields: int
    at: list[int]
    power: int
    spent: list[str]
    out: str | None
    out_at: int
    diverted: NotRequired[dict[str, int]]
    craft: NotRequired[int]
    left: NotRequired[str]


class Ship:
    """The ship of one seat. `power` counts face-up cards; `spent` holds the system of each face-down card.

    `out` is the way the ship left the game (`DESTROYED`, `CONCEDED`), `out_at` the public action in which it did.
    `bonuses` are lent by its captain, officers and cards; `shields_maximum` is the printed one plus theirs (rules
    2.10). `diverted` is power made of shield points, by the system that it waits for (7.5).

    Beyond Basic: `cloak` is the power that feeds a running cloak, None without one (12.7), and `cloak_from` the card or
    tile that it ends with; `holds` the seat held by the tractor beam and the power that holds it (12.5); `swept` the
    cloaked seats that it may aim at this turn (12.6); `caught` the holds that keep it in its hex (9.6); `extra` a
    tile's shield points that are left, `extra_from` their hex and original number (2.10); `power_cards` the number of
    its power cards; `craft` the card of the shuttle that replaced it (19.2).
    """

    __slots__ = (
        "at",
        "bonuses",
        "card",
        "caught",
        "cloak",
        "cloak_from",
        "craft",
        "diverted",
        "extra",
        "extra_from",
        "holds",
        "hull",
        "out",
        "out_at",
        "power",
        "power_cards",
        "seat",
        "shields",
        "shields_maximum",
        "spent",
        "swept",
    )

    def __init__(self, seat: int, card: ShipCard, at: Hex = (0, 0)) -> None:
        self.seat = seat
        self.card = card
        self.hull = card.hull
        self.shields = card.shields
        self.shields_maximum = card.shields
        self.bonuses = NO_BONUSES
        self.diverted = NOTHING_DIVERTED
        self.at = at
        self.power = self.power_cards = POWER_CARDS
        self.cloak: int | None = None
        self.holds: tuple[int, int] | None = None
        self.swept: tuple[int, ...] = ()
        self.caught: tuple[Caught, ...] = ()
        self.cloak_from: int | str | None = None
        self.extra = 0
        self.extra_from: tuple[Hex, int] | None = None
        self.craft: int | None = None
        self.spent: list[str] = []
        self.out: str | None = None
        self.out_at = 0

    @property
    def points(self) -> int:
        """Hull and shields together, as adjudication counts them (rules 21.4)."""
        return self.hull + self.shields

    def available(self, system: str) -> int:
        """Return the power for a system: face-up cards and power diverted to it (rules 7.5)."""
        return self.power + self.diverted.get(system, 0) if self.diverted else self.power

    def spend(self, count: int, system: str) -> None:
        """Turn `count` power cards face down for a system (rules 7.1, 7.7). Power diverted to it is used first."""
        if self.diverted:
            diverted = self.diverted.get(system, 0)
            used = min(count, diverted)
            count -= used
            self.diverted = self.diverted | {system: diverted - used}
        if count:
            self.power -= count
            self.spent += [system] * count

    def divert(self, points: int, power: int, system: str) -> None:
        """Convert shield points to `power` for a system (rules 7.5)."""
        self.shields -= points
        self.diverted = self.diverted | {system: self.diverted.get(system, 0) + power}

    def lose_diverted(self) -> None:
        """Discard diverted power that was not spent (rules 7.5)."""
        self.diverted = NOTHING_DIVERTED

    def lend(self, bonuses: Bonuses) -> None:
        """Set the sum of the bonuses of captain, officers and cards. Shields above the new maximum are lost (2.10)."""
        self.bonuses = bonuses
        self.shields_maximum = max(0, self.card.shields + bonuses.shields)
        if self.shields > self.shields_maximum:
            self.shields = self.shields_maximum

    def power_up(self) -> None:
        """Turn all power cards face up except those out of play (rules 7.2, 7.4, 7.7)."""
        if OUT_OF_PLAY in self.spent:
            self.turn_up(len(self.spent))
        else:
            self.power += len(self.spent)
            self.spent = []

    def turn_up(self, count: int) -> int:
        """Turn up to `count` cards face up, the last spent first, and return how many turned (rules 7.7, 7.11)."""
        locked = self.spent.count(OUT_OF_PLAY)
        down = self.spent if not locked else [system for system in self.spent if system != OUT_OF_PLAY]
        turned = min(count, len(down))
        self.spent = [OUT_OF_PLAY] * locked + down[: len(down) - turned]
        self.power += turned
        return turned

    @property
    def turned_down(self) -> int:
        """The number of cards that could be turned face up now (rules 7.7)."""
        return len(self.spent) - self.spent.count(OUT_OF_PLAY)

    def lose_power(self, count: int) -> int:
        """Turn up to `count` face-up cards down and return how many turned (rules 7.8)."""
        lost = min(count, self.power)
        self.power -= lost
        self.spent += [LOST] * lost
        return lost

    def hold_out_of_play(self, count: int) -> None:
        """Set the number of cards held out of play, face-up ones first; a released one stays face down (rules 7.8)."""
        locked = self.spent.count(OUT_OF_PLAY)
        while locked < min(count, self.power_cards):
            if self.power:
                self.power -= 1
            else:
                self.spent.remove(next(system for system in self.spent if system != OUT_OF_PLAY))
            self.spent.append(OUT_OF_PLAY)
            locked += 1
        while locked > count:
            self.spent[self.spent.index(OUT_OF_PLAY)] = LOST
            locked -= 1

    def have_power_cards(self, count: int) -> None:
        """Set the number of power cards: new ones come face up, and face-up ones go first (rules 2.3, 7.8)."""
        while self.power_cards < count:
            self.power_cards += 1
            self.power += 1
        while self.power_cards > count:
            self.power_cards -= 1
            if self.power:
                self.power -= 1
            else:
                self.spent.pop()

    def have_extra(self, points: int) -> None:
        """Set the extra shield points that a tile lends: all of them on arrival, none after leaving (rules 2.10)."""
        given = (self.at, points) if points else None
        if given != self.extra_from:
            here = self.extra_from is not None and self.extra_from[0] == self.at
            left = self.extra - self.extra_from[1] if here and self.extra_from is not None else 0
            self.extra = max(0, points + left)
            self.extra_from = given

    def take_off_shields(self, points: int) -> int:
        """Take points off a hex's extra points, then off the shields, and return what is left (rules 2.10)."""
        if self.extra:
            off_extra = min(points, self.extra)
            self.extra -= off_extra
            points -= off_extra
        off_shields = min(points, self.shields)
        self.shields -= off_shields
        return points - off_shields

    def take_damage(self, points: int) -> None:
        """Take points off extra shields, then shields, then the hull (rules 2.10, 10.6, 10.10)."""
        self.hull = max(0, self.hull - self.take_off_shields(points))

    def repair(self, what: str, points: int) -> int:
        """Restore points of "hull" or "shields" up to the maximum and return the new number (rules 12.1, 12.3)."""
        if what == "hull":
            self.hull = min(self.hull + points, self.card.hull)
            return self.hull
        self.shields = min(self.shields + points, self.shields_maximum)
        return self.shields

    @property
    def is_destroyed(self) -> bool:
        """True if hull and shields are both 0 (rules 10.7)."""
        return self.hull == 0 and self.shields == 0

    def copy(self) -> Ship:
        """Return an equal ship for another game. Copies share the printed card."""
        twin = Ship.__new__(Ship)
        twin.seat = self.seat
        twin.card = self.card
        twin.hull = self.hull
        twin.shields = self.shields
        twin.shields_maximum = self.shields_maximum
        twin.bonuses = self.bonuses
        twin.diverted = self.diverted
        twin.at = self.at
        twin.power = self.power
        twin.spent = self.spent.copy()
        twin.out = self.out
        twin.out_at = self.out_at
        twin.power_cards = self.power_cards
        twin.cloak = self.cloak
        twin.holds = self.holds
        twin.swept = self.swept
        twin.caught = self.caught
        twin.cloak_from = self.cloak_from
        twin.extra = self.extra
        twin.extra_from = self.extra_from
        twin.craft = self.craft
        return twin

    def to_data(self) -> dict[str, object]:
        """Return the counters as plain data. The setup has what is printed; bonuses come from the players' cards."""
        beyond_basic: dict[str, object] = {"diverted": self.diverted.copy()} if self.diverted else {}
        beyond_basic |= {name: getattr(self, name) for name, usual in USUAL.items() if getattr(self, name) != usual}
        beyond_basic |= {} if self.craft is None else {"left": self.card.definition["left"]}
        return {
            "ship": self.card.title,
            "hull": self.hull,
            "shields": self.shields,
            "at": list(self.at),
            "power": self.power,
            "spent": self.spent.copy(),
            "out": self.out,
            "out_at": self.out_at,
            **beyond_basic,
        }

    @classmethod
    def from_data(cls, seat: int, card: ShipCard, data: ShipData) -> Ship:
        """Return the ship that `to_data` described."""
        ship = cls(seat, card, (data["at"][0], data["at"][1]))
        ship.hull = data["hull"]
        ship.shields = data["shields"]
        ship.power = data["power"]
        ship.spent = list(data["spent"])
        ship.out = data["out"]
        ship.out_at = data["out_at"]
        ship.diverted = dict(data.get("diverted", NOTHING_DIVERTED))
        for name, usual in USUAL.items():
            setattr(ship, name, as_tuples(data.get(name, usual)))
        ship.caught = tuple(Caught(*held) for held in ship.caught)
        return ship


def evasion_score(ship: Ship, power: int) -> int:
    """Return the highest 2D6 roll that evades with `power`: the first pays for the try, each further adds 1 (11.2)."""
    return ship.card.evasion + ship.bonuses.evasion + power - 1


def repair_points(ship: Ship, power: int) -> int:
    """Return the points of one Repair with `power`, never below 0 (rules 10.10, 12.1)."""
    return max(0, ship.card.repair + ship.bonuses.repair + POINTS_PER_REPAIR_POWER * power)


def warp_reach(ship: Ship, power: int) -> int:
    """Return how many hexes one warp with `power` covers (rules 8.1)."""
    return ship.card.warp + ship.bonuses.warp + power


def weapon_range(ship: Ship, weapon: Weapon) -> int:
    """Return the range of a weapon in hexes without power (rules 10.3)."""
    return weapon.range + (ship.bonuses.range if weapon.name == "torpedoes" else 0)


class Before(NamedTuple):
    """A card that lies before a player: the seat that uses it, and the word named with it (rules 13.4.5)."""

    card: int
    user: int
    named: str | None = None


Zone = Literal["deck", "hand", "discard", "non_salvageable", "tabled", "captains", "commands"]
CARD_ZONES: tuple[Zone, ...] = get_args(Zone)
"""The lists of cards of a player."""


class PlayerData(TypedDict):
    """A player as stored: cards by their numbers, `pile` by titles. `before` are the fields of `Before`."""

    captain: int | None
    aux: bool
    deck: list[int]
    hand: list[int]
    discard: list[int]
    non_salvageable: list[int]
    tabled: list[int]
    captains: list[int]
    commands: list[int]
    before: list[list[int | str | None]]
    pile: list[str]
    stops: list[str]
    dominates: int | None


class Player:
    """The cards of one seat. The last card of every pile is the top; `hand` and `tabled` are in order of arrival.

    `captain` is the number of the captain, or of the officer who holds his place (rules 3.5, 3.8); `captains` are the
    assimilated ones, first taken first (15.10). `commands` lie ready for a maneuver that they fit (13.6). `before` are
    the cards that others laid before this player. `aux` is True while the marker is unused (7.4). `pile` holds the
    titles of the seat's own hexpile; in Tournament it is empty, because all explore from one (4.5). `stops` are the
    moments at which the seat asked to be asked (13.14). `dominates` is the denizen or shuttle that a player without a
    ship plays (18.5). `in_force`, `table` and `at_hand` are derived: see `effects.in_force`, `gathering` and
    `maneuvers.maneuver`.
    """

    __slots__ = (
        "at_hand",
        "aux",
        "before",
        "captain",
        "captains",
        "commands",
        "deck",
        "discard",
        "dominates",
        "hand",
        "in_force",
        "non_salvageable",
        "pile",
        "seat",
        "stops",
        "table",
        "tabled",
    )

    def __init__(self, seat: int, captain: int | None) -> None:
        self.in_force = NOTHING_IN_FORCE
        self.seat = seat
        self.captain = captain
        self.aux = True
        self.deck: list[int] = []
        self.hand: list[int] = []
        self.discard: list[int] = []
        self.non_salvageable: list[int] = []
        self.tabled: list[int] = []
        self.captains: list[int] = []
        self.commands: list[int] = []
        self.before: list[Before] = []
        self.pile: list[str] = []
        self.stops: tuple[str, ...] = ()
        self.dominates: int | None = None
        self.table: Gathered | None = None
        self.at_hand: CardsAtHand | None = None

    @property
    def in_play(self) -> list[int]:
        """The cards in play: captain or stand-in, assimilated captains, tabled cards (3.10)."""
        own = [] if self.captain is None else [self.captain]
        return [*own, *self.captains, *self.tabled] if own or self.captains else self.tabled

    def copy(self) -> Player:
        """Return an equal player for another game."""
        twin = Player.__new__(Player)
        twin.seat = self.seat
        twin.captain = self.captain
        twin.aux = self.aux
        twin.deck = self.deck.copy()
        twin.hand = self.hand.copy()
        twin.discard = self.discard.copy()
        twin.non_salvageable = self.non_salvageable.copy()
        twin.tabled = self.tabled.copy()
        twin.captains = self.captains.copy()
        twin.commands = self.commands.copy()
        twin.before = self.before.copy()
        twin.pile = self.pile.copy()
        twin.stops = self.stops
        twin.dominates = self.dominates
        twin.in_force = self.in_force
        twin.table = self.table
        twin.at_hand = self.at_hand
        return twin

    def to_data(self) -> dict[str, object]:
        """Return the player as plain data, as `PlayerData` declares it."""
        return {
            "captain": self.captain,
            "aux": self.aux,
            **{zone: getattr(self, zone).copy() for zone in CARD_ZONES},
            "before": [list(card) for card in self.before],
            "pile": self.pile.copy(),
            "stops": list(self.stops),
            "dominates": self.dominates,
        }

    @classmethod
    def from_data(cls, seat: int, data: PlayerData) -> Player:
        """Return the player that `to_data` described. Effects in force are computed later."""
        player = cls(seat, data["captain"])
        player.aux = data["aux"]
        for zone in CARD_ZONES:
            setattr(player, zone, list(data[zone]))
        player.before = [Before(*as_tuples(card)) for card in data["before"]]
        player.pile = list(data["pile"])
        player.stops = tuple(data["stops"])
        player.dominates = data["dominates"]
        return player
