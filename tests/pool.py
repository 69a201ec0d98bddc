"""Distribute the tests of one run over workers of several kinds.

`script/test` starts each worker with its kind in the environment variable TEST_WORKER. A test with a database runs on
SQLite unless it is marked `both_databases`; then it runs on PostgreSQL as well. Browser tests come last on a worker,
because the browser's driver leaves an event loop running, in which Django refuses to use a database.

Importing all modules of tests takes seconds, so a worker imports those that may have tests of its kinds. Workers for
SQLite import them all: theirs is the list of all tests.
"""

import os
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadScheduling

from support.test import POSTGRES_ID, WORKER

KINDS_BY_WORKER = {
    "sqlite": ("sqlite", "browser"),
    "postgresql": ("postgresql", "browser"),
    "browser": ("browser",),
}
"""The kinds of tests that each kind of worker runs, one kind after the other."""
BROWSER_TESTS = "tests/browser/"
FOR_BOTH = "both_databases"
"""The marker of tests that run on PostgreSQL too."""
PICTURES = "tests/games/incursions/pictures/"
"""The folder whose modules share pictures that take long to draw."""
FEWEST_QUEUED = 2
"""A worker starts a test only when it knows the test after it."""
FEWEST_FOR_A_BROWSER = 8
"""A worker that ran other tests starts a server and a browser only for so many browser tests."""


def worker_kind() -> str | None:
    """Return the kind of this worker, or None outside of a pool."""
    return os.environ.get(WORKER)


def is_pool(config: pytest.Config) -> bool:
    """Return True if each worker of a run has a kind."""
    workers = config.getoption("tx")
    return bool(workers) and all(f"env:{WORKER}=" in worker for worker in workers)


def is_for_other_workers(path: Path) -> bool:
    """Return True for a module of tests that this worker cannot run: it need not be imported."""
    if worker_kind() in (None, "sqlite") or not path.match("test_*.py") or BROWSER_TESTS in path.as_posix():
        return False
    return worker_kind() == "browser" or FOR_BOTH not in path.read_text()


def kind_of(test_id: str) -> str:
    """Return the kind of workers that a test needs."""
    if test_id.startswith(BROWSER_TESTS):
        return "browser"
    return "postgresql" if POSTGRES_ID in test_id else "sqlite"


def unit_of(test_id: str) -> str:
    """Return a name for the tests that one worker runs in a row: they share fixtures. Browser tests share nothing."""
    if kind_of(test_id) == "browser":
        return test_id
    return PICTURES if test_id.startswith(PICTURES) else test_id.partition("::")[0]


def _kinds_of_worker(node: Any) -> tuple[str, ...]:
    return KINDS_BY_WORKER[node.gateway.spec.env[WORKER]]


class PoolScheduling(LoadScheduling):
    """A scheduler that hands whole modules to the workers that can run them, in the order of collection."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        self._stages: dict[Any, int] = {}
        self._indices: dict[Any, dict[str, int]] = {}
        """The index of each test in the collection of a worker, by which it is sent there."""
        self._positions: dict[str, int] = {}
        """The place of each test among all tests, by which it is queued here."""

    def add_node_collection(self, node: Any, collection: Sequence[str]) -> None:
        """Note what a worker can run, of which one started later may be short too."""
        self.node2collection[node] = list(collection)
        self._indices[node] = {test_id: index for index, test_id in enumerate(collection)}

    def schedule(self) -> None:
        """Check the collections once, then give every worker something to do."""
        if self.collection is None:
            self.collection = max(self.node2collection.values(), key=len)
            self._positions = {test_id: position for position, test_id in enumerate(self.collection)}
            self.pending[:] = range(len(self.collection))
        for node, indices in self._indices.items():
            self._check_collection(node, indices)
        # xdist leaves the number of the worker that was last there; where that is none, pytest would find no tests.
        self.config.pluginmanager.get_plugin("session").testscollected = len(self.collection)
        for node in self.nodes:
            self.check_schedule(node)

    def _check_collection(self, node: Any, indices: dict[str, int]) -> None:
        """Raise UsageError if a worker lacks a test of its kinds, or has one that is not among all tests."""
        kinds = _kinds_of_worker(node)
        missing = [test_id for test_id in self._positions if kind_of(test_id) in kinds and test_id not in indices]
        if different := [*missing, *(indices.keys() - self._positions.keys())]:
            raise pytest.UsageError(f"{node.gateway.id} differs from other workers in its tests: {different[:5]}")

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        """Forget a test that is done; the worker names it by the index in its own collection."""
        super().mark_test_complete(node, self._positions[self.node2collection[node][item_index]], duration)

    def check_schedule(self, node: Any, duration: float = 0) -> None:
        """Send a worker its next tests before it runs out of them; let it end if there are none for it."""
        assert self.collection is not None
        queued = self.node2pending[node]
        while not node.shutting_down and len(queued) < FEWEST_QUEUED:
            if positions := self._take_unit(node):
                queued += positions
                node.send_runtest_some([self._indices[node][self.collection[position]] for position in positions])
            else:
                node.shutdown()

    def _take_unit(self, node: Any) -> list[int]:
        """Remove the next tests for a worker from the queue; a worker never goes back to an earlier kind of tests."""
        kinds = _kinds_of_worker(node)
        for stage in range(self._stages.get(node, 0), len(kinds)):
            is_new = stage > self._stages.get(node, 0)
            if is_new and self._count(kinds[stage]) < FEWEST_FOR_A_BROWSER:
                return []
            self._stages[node] = stage
            if positions := self._find_unit(kinds[stage]):
                taken = set(positions)
                self.pending[:] = [position for position in self.pending if position not in taken]
                return positions
        return []

    def _count(self, kind: str) -> int:
        """Return how many tests of a kind are queued."""
        assert self.collection is not None
        return sum(kind_of(self.collection[position]) == kind for position in self.pending)

    def _find_unit(self, kind: str) -> list[int]:
        """Return the positions of the first queued tests of a kind that stay together.

        Tests of a module that empty the tables are far behind its other tests in the collection: pytest-django puts
        them last, because other tests need the catalogue.
        """
        assert self.collection is not None
        ids: Sequence[str] = self.collection
        queued = (index for index in self.pending if kind_of(ids[index]) == kind)
        first = next(queued, None)
        if first is None:
            return []
        return [first, *takewhile(lambda index: unit_of(ids[index]) == unit_of(ids[first]), queued)]
