"""Verifiable dice: a keyed hash of a secret seed and a counter, which nobody can predict and everybody can check.

Every throw is BLAKE2b under the seed of the text ``strand/epoch/counter/block``. Each byte below 252 is one die
(``byte % 6 + 1``); larger bytes are skipped, so that all faces are equally likely. A *strand* separates throws by
purpose: another throw on one strand shifts no other strand. The *epoch* changes when a game steps back, so that no
result already seen is thrown again. Only the `commitment` is published before a match; the seed follows after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import blake2b, sha256
from typing import Any, NamedTuple, TypedDict

SEED_BYTES = 32
_FACES = bytes(byte % 6 + 1 for byte in range(256))
_UNFAIR = bytes(range(252, 256))
AVERAGE_DIE = 3.5
CHANCE_OF_DOUBLES = 1 / 6
MANY_DICE = 40  # from here on dice lie so near their average that it stands for them


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of the seed in hexadecimal, which is published before the first throw."""
    return sha256(seed).hexdigest()


def digest(seed: bytes, strand: str, epoch: int, counter: int, block: int) -> bytes:
    """Return the 64 bytes of one block of a throw."""
    return blake2b(f"{strand}/{epoch}/{counter}/{block}".encode(), key=seed).digest()


class DiceData(TypedDict, total=False):
    """Dice as plain data: the secret seed with its epoch and counters, or the fixed dice that are left."""

    seed: str
    epoch: int
    counters: dict[str, int]
    fixed: list[int]


class Dice:
    """The dice of one game: a seed, an epoch and a counter for each strand. Copies are cheap."""

    __slots__ = ("_counters", "epoch", "rolled", "seed")

    def __init__(self, seed: bytes, epoch: int = 0, counters: dict[str, int] | None = None) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.seed = seed
        self.epoch = epoch
        self._counters: dict[str, int] = {} if counters is None else counters
        self.rolled: list[int] = []  # the dice of the action under way, in order, for the log

    def _next_counter(self, strand: str) -> int:
        """Return the counter of the strand's next throw, and count it."""
        counter = self._counters.get(strand, 0)
        self._counters[strand] = counter + 1
        return counter

    def roll(self, strand: str, count: int) -> list[int]:
        """Throw `count` six-sided dice on `strand`."""
        counter = self._next_counter(strand)
        faces = digest(self.seed, strand, self.epoch, counter, 0).translate(_FACES, _UNFAIR)
        block = 0
        while len(faces) < count:
            block += 1
            faces += digest(self.seed, strand, self.epoch, counter, block).translate(_FACES, _UNFAIR)
        thrown = list(faces[:count])
        self.rolled += thrown
        return thrown

    def roll_again(self, strand: str, dice: Sequence[int], which: Sequence[int] | None = None) -> tuple[int, ...]:
        """Throw the `dice` at the places `which` again (None: all of them) and return the whole new result."""
        places = range(len(dice)) if which is None else which
        fresh = dict(zip(places, self.roll(strand, len(places)), strict=True))
        return tuple(fresh.get(place, die) for place, die in enumerate(dice))

    def draw_below(self, strand: str, limit: int) -> int:
        """Return a random number from 0 to `limit` - 1, each equally likely."""
        counter = self._next_counter(strand)
        fair = (1 << 64) - (1 << 64) % limit
        block = 0
        while True:
            number = int.from_bytes(digest(self.seed, strand, self.epoch, counter, block)[:8], "big")
            if number < fair:
                return number % limit
            block += 1

    def choose(self, strand: str, names: Sequence[str]) -> int:
        """Return the index of one of these names, each equally likely."""
        return self.draw_below(strand, len(names))

    def shuffle(self, strand: str, pile: list[Any]) -> None:
        """Shuffle `pile` in place (Fisher and Yates)."""
        for last in range(len(pile) - 1, 0, -1):
            other = self.draw_below(strand, last + 1)
            pile[last], pile[other] = pile[other], pile[last]

    def copy(self) -> Dice:
        """Return independent dice that continue from the same state."""
        twin = Dice.__new__(type(self))
        twin.seed = self.seed
        twin.epoch = self.epoch
        twin._counters = self._counters.copy()
        twin.rolled = []
        return twin

    def to_data(self) -> DiceData:
        """Return the dice as plain data, the secret seed included."""
        return {"seed": self.seed.hex(), "epoch": self.epoch, "counters": self._counters.copy()}

    @classmethod
    def from_data(cls, data: DiceData) -> Dice:
        """Return the dice that `to_data` described."""
        if "fixed" in data:
            return FixedDice(data["fixed"])
        return Dice(bytes.fromhex(data["seed"]), data["epoch"], dict(data["counters"]))


class Throw(NamedTuple):
    """A recorded throw: the dice thrown or, if `limit` is not 0, a number below it.

    `strand`, `epoch` and `counter` are its position in the stream; `gave` holds the dice, or the number alone.
    """

    strand: str
    epoch: int
    counter: int
    limit: int
    gave: list[int]


class WitnessedDice(Dice):
    """Dice that record every throw in `throws`, for verification. A copy starts with an empty list."""

    __slots__ = ("throws",)

    def __init__(self, seed: bytes, epoch: int = 0, counters: dict[str, int] | None = None) -> None:
        super().__init__(seed, epoch, counters)
        self.throws: list[Throw] = []

    def roll(self, strand: str, count: int) -> list[int]:
        """Throw `count` six-sided dice on `strand` and record the throw."""
        counter = self._counters.get(strand, 0)
        thrown = super().roll(strand, count)
        self.throws.append(Throw(strand, self.epoch, counter, 0, thrown.copy()))
        return thrown

    def draw_below(self, strand: str, limit: int) -> int:
        """Draw a number below `limit` on `strand` and record it."""
        counter = self._counters.get(strand, 0)
        drawn = super().draw_below(strand, limit)
        self.throws.append(Throw(strand, self.epoch, counter, limit, [drawn]))
        return drawn

    def copy(self) -> WitnessedDice:
        """Return independent dice that continue from the same state, with no throws recorded."""
        twin = super().copy()
        assert isinstance(twin, WitnessedDice)
        twin.throws = []
        return twin


class OutOfDiceError(Exception):
    """Raised when more dice are needed than were laid out beforehand."""


class FixedDice(Dice):
    """Dice laid out beforehand, for scenarios: every die comes from one list, whatever its purpose."""

    __slots__ = ("left",)

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__(bytes(SEED_BYTES))
        self.left = list(faces)

    def roll(self, strand: str, count: int) -> list[int]:
        """Take the next `count` dice from the list. Raises `OutOfDiceError` if too few are left."""
        if len(self.left) < count:
            raise OutOfDiceError(f"a throw of {count} ({strand}) found {len(self.left)} dice")
        thrown = self.left[:count]
        del self.left[:count]
        self.rolled += thrown
        return thrown

    def copy(self) -> FixedDice:
        """Return an independent list of the dice that are left."""
        return FixedDice(self.left)

    def to_data(self) -> DiceData:
        """Return the dice that are left as plain data."""
        return {"fixed": self.left.copy()}


class ThrowDue(Exception):  # noqa: N818  it is no error: the rehearsal has come as far as it should
    """Raised by `LoadedDice` instead of a throw on the strand that they stop at. `count` dice would be thrown."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class LoadedDice(Dice):
    """Dice for forecasts: each shows the face that `faces` gives for its strand, else `face`. A draw takes the first.

    `stop_at` is a strand on which `ThrowDue` is raised. `thrown` collects the strands of all throws, those of copies
    included.
    """

    __slots__ = ("face", "faces", "stop_at", "thrown")

    def __init__(self, faces: Mapping[str, int], stop_at: str | None = None, *, face: int = 6) -> None:
        super().__init__(bytes(SEED_BYTES))
        self.face = face
        self.faces = faces
        self.stop_at = stop_at
        self.thrown: set[str] = set()

    def roll(self, strand: str, count: int) -> list[int]:
        """Return `count` times the face of the strand."""
        if strand == self.stop_at:
            raise ThrowDue(count)
        self.thrown.add(strand)
        return [self.faces.get(strand, self.face)] * count

    def draw_below(self, strand: str, limit: int) -> int:
        """Return 0."""
        return 0

    def copy(self) -> LoadedDice:
        """Return loaded dice that collect their strands in the same set."""
        twin = LoadedDice(self.faces, self.stop_at, face=self.face)
        twin.thrown = self.thrown
        return twin


def chance_of_at_most(score: int) -> float:
    """Return the chance that 2D6 show `score` or less."""
    return sum(ways_of_sums(2)[: max(0, min(score, 12) + 1)]) / 36


@cache
def chance_of_at_least(dice: int, score: int) -> float:
    """Return the chance that so many six-sided dice show `score` or more together."""
    if score <= dice:
        return 1.0
    if score > 6 * dice:
        return 0.0
    if dice > MANY_DICE:
        return float(score <= AVERAGE_DIE * dice)
    return sum(chance_of_at_least(dice - 1, score - face) for face in range(1, 7)) / 6


@cache
def ways_of_sums(dice: int) -> tuple[int, ...]:
    """Return in how many ways so many six-sided dice show each sum, from 0 to the highest."""
    ways: tuple[int, ...] = (1,)
    for _ in range(dice):
        padded = (*[0] * 6, *ways, *[0] * 6)
        ways = tuple(sum(padded[total : total + 6]) for total in range(len(ways) + 6))
    return ways
