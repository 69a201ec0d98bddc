"""Dice that nobody can predict and everybody can check: a keyed hash of a secret seed and a counter.

Every throw is BLAKE2b under the seed of the text ``strand/epoch/counter/block``; each byte below 252 is one die
(``byte % 6 + 1``), larger bytes are passed over, so that all faces are equally likely. A *strand* separates throws by
purpose: a further throw on one strand shifts no other. The *epoch* changes when a game steps back, so that no result
already seen is thrown again. Before a match only the `commitment` is published, after it the seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b, sha256
from typing import Any, NamedTuple

SEED_BYTES = 32
_FACES = bytes(byte % 6 + 1 for byte in range(256))
_UNFAIR = bytes(range(252, 256))


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed in hexadecimal, published before the first throw."""
    return sha256(seed).hexdigest()


def digest(seed: bytes, strand: str, epoch: int, counter: int, block: int) -> bytes:
    """The 64 bytes that one block of a throw is read from."""
    return blake2b(f"{strand}/{epoch}/{counter}/{block}".encode(), key=seed).digest()


class Dice:
    """The stream of one game: seed, epoch and a counter for each strand. Copying it copies a handful of numbers."""

    __slots__ = ("_counters", "epoch", "rolled", "seed")

    def __init__(self, seed: bytes, epoch: int = 0, counters: dict[str, int] | None = None) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.seed = seed
        self.epoch = epoch
        self._counters: dict[str, int] = {} if counters is None else counters
        self.rolled: list[int] = []  # what the action under way has thrown, in order; the log keeps it

    def _next(self, strand: str) -> int:
        counter = self._counters.get(strand, 0)
        self._counters[strand] = counter + 1
        return counter

    def roll(self, strand: str, count: int) -> list[int]:
        """Throw `count` six-sided dice on `strand`."""
        counter = self._next(strand)
        faces = digest(self.seed, strand, self.epoch, counter, 0).translate(_FACES, _UNFAIR)
        block = 0
        while len(faces) < count:
            block += 1
            faces += digest(self.seed, strand, self.epoch, counter, block).translate(_FACES, _UNFAIR)
        thrown = list(faces[:count])
        self.rolled += thrown
        return thrown

    def roll_again(self, strand: str, dice: Sequence[int], which: Sequence[int] | None = None) -> tuple[int, ...]:
        """Throw these of the `dice` anew, by their places, or all of them; return the whole new result."""
        places = range(len(dice)) if which is None else which
        fresh = dict(zip(places, self.roll(strand, len(places)), strict=True))
        return tuple(fresh.get(place, die) for place, die in enumerate(dice))

    def below(self, strand: str, limit: int) -> int:
        """A number from 0 to `limit` - 1, each equally likely."""
        counter = self._next(strand)
        fair = (1 << 64) - (1 << 64) % limit
        block = 0
        while True:
            number = int.from_bytes(digest(self.seed, strand, self.epoch, counter, block)[:8], "big")
            if number < fair:
                return number % limit
            block += 1

    def shuffle(self, strand: str, pile: list[Any]) -> None:
        """Bring `pile` into a random order, in place (Fisher and Yates)."""
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(strand, last + 1)
            pile[last], pile[other] = pile[other], pile[last]

    def copy(self) -> Dice:
        """An independent stream that goes on from the same place."""
        twin = Dice.__new__(type(self))
        twin.seed = self.seed
        twin.epoch = self.epoch
        twin._counters = self._counters.copy()
        twin.rolled = []
        return twin

    def to_data(self) -> dict[str, Any]:
        """Plain data of the stream, the secret seed included."""
        return {"seed": self.seed.hex(), "epoch": self.epoch, "counters": self._counters.copy()}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Dice:
        """The stream that `to_data` described."""
        if "fixed" in data:
            return FixedDice(data["fixed"])
        return Dice(bytes.fromhex(data["seed"]), data["epoch"], dict(data["counters"]))


class Throw(NamedTuple):
    """One use of the stream: so many dice thrown, or, where `limit` is not 0, a number below it drawn.

    `strand`, `epoch` and `counter` are where it stands in the stream; `gave` are the dice, or the number alone.
    """

    strand: str
    epoch: int
    counter: int
    limit: int
    gave: list[int]


class WitnessedDice(Dice):
    """The same dice, noting every throw in `throws`, for whoever checks them. A copy begins a list of its own."""

    __slots__ = ("throws",)

    def __init__(self, seed: bytes, epoch: int = 0, counters: dict[str, int] | None = None) -> None:
        super().__init__(seed, epoch, counters)
        self.throws: list[Throw] = []

    def roll(self, strand: str, count: int) -> list[int]:
        """Throw, and note it."""
        counter = self._counters.get(strand, 0)
        thrown = super().roll(strand, count)
        self.throws.append(Throw(strand, self.epoch, counter, 0, thrown.copy()))
        return thrown

    def below(self, strand: str, limit: int) -> int:
        """Draw, and note it."""
        counter = self._counters.get(strand, 0)
        drawn = super().below(strand, limit)
        self.throws.append(Throw(strand, self.epoch, counter, limit, [drawn]))
        return drawn

    def copy(self) -> WitnessedDice:
        """An independent stream that goes on from the same place."""
        twin = super().copy()
        assert isinstance(twin, WitnessedDice)
        twin.throws = []
        return twin


class DiceRanOut(Exception):
    """A table with dice laid out beforehand needed one more."""


class FixedDice(Dice):
    """Dice laid out beforehand, for scenarios: every die comes from one list, whatever its purpose."""

    __slots__ = ("left",)

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__(bytes(SEED_BYTES))
        self.left = list(faces)

    def roll(self, strand: str, count: int) -> list[int]:
        """Take the next `count` dice from the list; raises `DiceRanOut` when they do not suffice."""
        if len(self.left) < count:
            raise DiceRanOut(f"a throw of {count} ({strand}) found {len(self.left)} dice")
        thrown = self.left[:count]
        del self.left[:count]
        self.rolled += thrown
        return thrown

    def copy(self) -> FixedDice:
        """An independent list with the same dice left."""
        return FixedDice(self.left)

    def to_data(self) -> dict[str, Any]:
        """The dice that are left."""
        return {"fixed": self.left.copy()}
