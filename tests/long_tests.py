"""Leave most long tests of an ordinary run to `script/test --long`.

Browser tests are long, and so are tests marked `long`. Tests that guard a main path of the product are marked
`main_path`: they run every time. A run of some paths runs all tests there.
"""

import math
import os
from collections import defaultdict

import pytest

from support.test import FEW_LONG, LEFT_TO_LONG
from tests.pool import kind_of, unit_of
from tests.sampling import sample

ONE_IN = 5
"""An ordinary run tries one in so many units of long tests of each kind: modules, or single browser tests."""


def is_first(item: pytest.Item) -> bool:
    """Return True if a test starts before others, because it takes more than three seconds."""
    return any(item.get_closest_marker(name) for name in ("long", "main_path"))


def may_be_left(item: pytest.Item) -> bool:
    """Return True for a long test that guards no main path."""
    is_long = item.get_closest_marker("long") is not None or kind_of(item.nodeid) == "browser"
    return is_long and item.get_closest_marker("main_path") is None


def leave_long_tests(items: list[pytest.Item]) -> None:
    """Skip long tests in an ordinary run, except a sample of units that the seed of the run chooses.

    Workers that run a kind of tests choose alike, because each of them collects all tests of that kind.
    """
    if FEW_LONG not in os.environ:
        return
    kinds: dict[str, dict[str, list[pytest.Item]]] = defaultdict(lambda: defaultdict(list))
    for item in filter(may_be_left, items):
        kinds[kind_of(item.nodeid)][unit_of(item.nodeid)].append(item)
    for units in kinds.values():
        tried = sample(sorted(units), math.ceil(len(units) / ONE_IN))
        for left in units.keys() - tried:
            for item in units[left]:
                item.add_marker(pytest.mark.skip(reason=LEFT_TO_LONG))


def is_left(report: pytest.TestReport | pytest.CollectReport) -> bool:
    """Return True for the report of a long test that was left out."""
    return report.skipped and isinstance(report.longrepr, tuple) and report.longrepr[2].endswith(LEFT_TO_LONG)
