"""Distribute the tests of one run over workers of several kinds.

`script/test` starts each worker with its kind in the environment variable TEST_WORKER. A test with a database runs on
SQLite unless it is marked `both_databases`; then it runs on PostgreSQL as well. Browser tests come last on a worker,
because the browser's driver leaves an event loop running, in which Django refuses to use a database.
"""

import os
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import pytest
from xdist.report import report_collection_diff
from xdist.scheduler import LoadScheduling

from support.test import POSTGRES_ID, WORKER

KINDS_BY_WORKER = {
    "sqlite": ("sqlite", "browser"),
    "postgresql": ("postgresql", "browser"),
    "browser": ("browser",),
}
"""The kinds of tests that each kind of worker runs, one kind after the other."""
PICTURES = "tests/pictures/"
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


def kind_of(test_id: str) -> str:
    """Return the kind of workers that a test needs."""
    if test_id.startswith("tests/browser/"):
        return "browser"
    return "postgresql" if POSTGRES_ID in test_id else "sqlite"


def unit_of(test_id: str) -> str:
    """Return a name for the tests that one worker runs in a row: they share fixtures. Browser tests share nothing."""
    if kind_of(test_id) == "browser":
        return test_id
    return PICTURES if test_id.startswith(PICTURES) else test_id.partition("::")[0]


class PoolScheduling(LoadScheduling):
    """A scheduler that hands whole modules to the workers that can run them, in the order of collection."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        self._stages: dict[Any, int] = {}

    def schedule(self) -> None:
        """Check the collections once, then give every worker something to do."""
        if self.collection is None:
            first, *others = self.node2collection.items()
            for node, ids in others:
                if difference := report_collection_diff(first[1], ids, first[0].gateway.id, node.gateway.id):
                    raise pytest.UsageError(difference)
            self.collection = first[1]
            self.pending[:] = range(len(self.collection))
        for node in self.nodes:
            self.check_schedule(node)

    def check_schedule(self, node: Any, duration: float = 0) -> None:
        """Send a worker its next tests before it runs out of them; let it end if there are none for it."""
        queued = self.node2pending[node]
        while not node.shutting_down and len(queued) < FEWEST_QUEUED:
            if indices := self._take_unit(node):
                queued += indices
                node.send_runtest_some(indices)
            else:
                node.shutdown()

    def _take_unit(self, node: Any) -> list[int]:
        """Remove the next tests for a worker from the queue; a worker never goes back to an earlier kind of tests."""
        kinds = KINDS_BY_WORKER[node.gateway.spec.env[WORKER]]
        for stage in range(self._stages.get(node, 0), len(kinds)):
            is_new = stage > self._stages.get(node, 0)
            if is_new and self._count(kinds[stage]) < FEWEST_FOR_A_BROWSER:
                return []
            self._stages[node] = stage
            if indices := self._find_unit(kinds[stage]):
                taken = set(indices)
                self.pending[:] = [index for index in self.pending if index not in taken]
                return indices
        return []

    def _count(self, kind: str) -> int:
        """Return how many tests of a kind are queued."""
        assert self.collection is not None
        return sum(kind_of(self.collection[index]) == kind for index in self.pending)

    def _find_unit(self, kind: str) -> list[int]:
        """Return the indices of the first queued tests of a kind that stay together.

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
