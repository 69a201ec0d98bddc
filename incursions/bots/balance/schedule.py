"""Who meets whom in which seats: a round robin without mirrors, the same for the same seed and number of a game."""

from __future__ import annotations

from itertools import combinations
from random import Random


class RoundRobin:
    """The decks of each game, by their places in the set.

    A cycle plays every choice of that many decks once in each rotation, so that after whole cycles each deck has met
    each other, and sat in each seat, equally often; none sits twice at a table. Within a cycle the choices come in an
    order drawn from the seed, so that a part of one is a fair sample; each choice sits in another order every cycle.
    """

    def __init__(self, decks: int, seats: int, seed: int) -> None:
        """Raises ValueError where there are fewer decks than seats."""
        if decks < seats:
            raise ValueError(f"{seats} seats need {seats} different decks, not {decks}")
        self.seats = seats
        self.seed = seed
        self.choices = list(combinations(range(decks), seats))
        Random(f"{seed}/{seats}").shuffle(self.choices)

    @property
    def cycle(self) -> int:
        """After so many games everything has come equally often."""
        return len(self.choices) * self.seats

    def seated(self, number: int) -> tuple[int, ...]:
        """The decks of the seats in the game of that number."""
        turn, place = divmod(number, len(self.choices))
        cycle, rotation = divmod(turn, self.seats)
        order = list(self.choices[place])
        Random(f"{self.seed}/{self.seats}/{cycle}/{place}").shuffle(order)
        return (*order[rotation:], *order[:rotation])
