"""Choose samples of what is too much to try in every run. `script/test --long` tries all of it."""

import os
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from random import Random
from typing import TypeVar

from support.test import LONG, SEED

Value = TypeVar("Value")


def is_long() -> bool:
    """Return True in a run that tries everything."""
    return LONG in os.environ


def sample(values: Iterable[Value], count: int) -> list[Value]:
    """Return `count` of the values in their order, chosen by the seed of the run; all of them in a long run."""
    return _choose(list(values), count, chance_of_this_run())


def sample_of_kinds(values: Iterable[Value], count: int, *, kind: Callable[[Value], Hashable]) -> list[Value]:
    """Return up to `count` of the values of each kind, chosen by the seed of the run; all of them in a long run."""
    kinds: dict[Hashable, list[Value]] = defaultdict(list)
    for value in values:
        kinds[kind(value)].append(value)
    chance = chance_of_this_run()
    return [value for of_kind in kinds.values() for value in _choose(of_kind, count, chance)]


def _choose(every: list[Value], count: int, chance: Random) -> list[Value]:
    if is_long() or len(every) <= count:
        return every
    return [every[index] for index in sorted(chance.sample(range(len(every)), count))]


def chance_of_this_run() -> Random:
    """Return a source of chance that is the same in all runs with one seed."""
    return Random(int(os.environ.get(SEED, "0")))
