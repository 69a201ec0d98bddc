"""What a player of Full or Tournament has besides the ship: deck, hand, table, captain, AUX, own hexpile (rules 2, 5).

Cards are numbers into `Game.cards`, where what is printed stands with the seat that brought it.
"""

from __future__ import annotations

from typing import Any


class Player:
    """The cards of one seat. Of every pile the last is the top; `hand` is as drawn, `tabled` as tabled.

    `captain` is the captain's number, or that of the officer who holds his place (rules 3.5, 3.8). `aux` is True while
    the marker has not been used (7.4). `pile` holds the titles of the seat's own hexpile; in Tournament it is empty,
    for all explore from one (4.5).
    """

    __slots__ = ("aux", "captain", "deck", "discard", "hand", "pile", "seat", "tabled")

    def __init__(self, seat: int, captain: int | None) -> None:
        self.seat = seat
        self.captain = captain
        self.aux = True
        self.deck: list[int] = []
        self.hand: list[int] = []
        self.discard: list[int] = []
        self.tabled: list[int] = []
        self.pile: list[str] = []

    @property
    def in_play(self) -> list[int]:
        """What is on the table: the captain, or who stands in for him, and the tabled cards (rules 3.10)."""
        return self.tabled if self.captain is None else [self.captain, *self.tabled]

    def copy(self) -> Player:
        """The same player for another game."""
        twin = Player.__new__(Player)
        twin.seat = self.seat
        twin.captain = self.captain
        twin.aux = self.aux
        twin.deck = self.deck.copy()
        twin.hand = self.hand.copy()
        twin.discard = self.discard.copy()
        twin.tabled = self.tabled.copy()
        twin.pile = self.pile.copy()
        return twin

    def to_data(self) -> dict[str, Any]:
        """Plain data of all that is the player's."""
        return {
            "captain": self.captain,
            "aux": self.aux,
            "deck": self.deck.copy(),
            "hand": self.hand.copy(),
            "discard": self.discard.copy(),
            "tabled": self.tabled.copy(),
            "pile": self.pile.copy(),
        }

    @classmethod
    def from_data(cls, seat: int, data: dict[str, Any]) -> Player:
        """The player that `to_data` described."""
        player = cls(seat, data["captain"])
        player.aux = data["aux"]
        player.deck = list(data["deck"])
        player.hand = list(data["hand"])
        player.discard = list(data["discard"])
        player.tabled = list(data["tabled"])
        player.pile = list(data["pile"])
        return player
