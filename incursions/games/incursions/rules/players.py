"""A player of Full or Tournament: deck, hand, table, captain, AUX and own hexpile (rules 2, 5).

Cards are numbers into `Game.cards`, which holds what is printed and the seat that brought it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypedDict

from incursions.engine.frames import as_tuples

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.gathering import Gathered
    from incursions.games.incursions.rules.effects.in_force import InForce
    from incursions.games.incursions.rules.plays.grounds import CardsAtHand


class Before(NamedTuple):
    """A card that lies before a player: the seat that uses it, and the word named with it (rules 13.4.5)."""

    card: int
    user: int
    named: str | None = None


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
    ship plays (18.5). `in_force`, `table` and `at_hand` are derived: see `rules.effects.in_force`, `gathering` and
    `rules.plays.grounds`.
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
    in_force: InForce

    def __init__(self, seat: int, captain: int | None) -> None:
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

    def to_data(self) -> PlayerData:
        """Return the player as plain data."""
        return {
            "captain": self.captain,
            "aux": self.aux,
            "deck": self.deck.copy(),
            "hand": self.hand.copy(),
            "discard": self.discard.copy(),
            "non_salvageable": self.non_salvageable.copy(),
            "tabled": self.tabled.copy(),
            "captains": self.captains.copy(),
            "commands": self.commands.copy(),
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
        player.deck = list(data["deck"])
        player.hand = list(data["hand"])
        player.discard = list(data["discard"])
        player.non_salvageable = list(data["non_salvageable"])
        player.tabled = list(data["tabled"])
        player.captains = list(data["captains"])
        player.commands = list(data["commands"])
        player.before = [Before(*as_tuples(card)) for card in data["before"]]
        player.pile = list(data["pile"])
        player.stops = tuple(data["stops"])
        player.dominates = data["dominates"]
        return player
