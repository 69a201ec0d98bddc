"""Choose samples of what is too much to try in every run. `script/test --long` tries all of it."""

import os
from collections.abc import Iterable
from random import Random
from typing import TypeVar

from support.test import LONG, SEED

Value = TypeVar("Value")


def is_long() -> bool:
    """Return True in a run that tries everything."""
    return LONG in os.environ


def sample(values: Iterable[Value], count: int) -> list[Value]:
    """Return `count` of the values in their order, chosen by the seed of the run; all of them in a long run."""
    every = list(values)
    if is_long() or len(every) <= count:
        return every
    return [every[index] for index in sorted(chance_of_this_run().sample(range(len(every)), count))]


def chance_of_this_run() -> Random:
    """Return a source of chance that is the same in all runs with one seed."""
    return Random(int(os.environ.get(SEED, "0")))
