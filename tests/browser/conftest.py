"""The whole product on a free port, and Chromium in front of it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from support import chromium
from tests.browser.contexts import PATIENCE_MS, ContextPool
from tests.browser.instance import DESKTOP, ROOT, SMALL_PAGE, Instance, Table
from tests.browser.shared_instance import shared_instance, turn_at_instance

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The temporary folder of this run, which all its worker processes share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def instance(run_folder: Path) -> Iterator[Instance]:
    """script/run for real: web server, worker, beat, Redis, with data of its own."""
    with shared_instance(run_folder) as instance:
        yield instance


@pytest.fixture(autouse=True)
def turn(request: pytest.FixtureRequest, run_folder: Path) -> Iterator[None]:
    """Keep tests that break the instance apart from all others."""
    with turn_at_instance(run_folder, alone=request.node.get_closest_marker("alone") is not None):
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=str(chromium.find()), args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def layer(instance: Instance) -> Iterator[Callable[..., dict[str, Any]]]:
    """A process that lays something on the data of the instance for each thing that it is asked for."""
    command, pipe = [sys.executable, "-m", "tests.browser.lay"], subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=instance.environment, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin
        assert process.stdout
        asked, answers = process.stdin, process.stdout

        def ask(kind: str, **how: Any) -> dict[str, Any]:
            asked.write(json.dumps([kind, how]) + "\n")
            asked.flush()
            answer: dict[str, Any] = json.loads(answers.readline())
            return answer

        yield ask
        asked.close()


@pytest.fixture(scope="session")
def lay(layer: Callable[..., dict[str, Any]]) -> Callable[..., Table]:
    """Lay a table with a seed; a guest, or a member of the staff, sits in its first seat."""

    def lay_table(
        seed: int,
        *,
        seats: int = 2,
        bots: int = 0,
        pace: float = 0,
        mode: str = "basic",
        is_staff: bool = False,
        guests: int = 0,
        hull: int = 0,
        tile: str = "",
    ) -> Table:
        table = {"seed": seed, "seats": seats, "bots": bots, "pace": pace, "mode": mode, "is_staff": is_staff}
        table |= {"guests": guests, "hull": hull, "tile": tile}
        return Table(**layer("table", **table))

    return lay_table


@pytest.fixture(scope="session")
def hold(layer: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """Hold a tournament as `tests.browser.lay_tournament` says."""
    return lambda **how: layer("tournament", **how)


@pytest.fixture(scope="session")
def start_held(layer: Callable[..., dict[str, Any]]) -> Callable[[str], dict[str, Any]]:
    """Start the tournament of an address that is held."""
    return lambda path: layer("start of a tournament", path=path)


@pytest.fixture(scope="session")
def lay_sealed(layer: Callable[..., dict[str, Any]]) -> Callable[[int], dict[str, str]]:
    """Lay a sealed tournament in which players build for so many seconds."""
    return lambda build_s: layer("sealed tournament", build_s=build_s)


@pytest.fixture(scope="session")
def end_building(layer: Callable[..., dict[str, Any]]) -> Callable[[str], dict[str, str]]:
    """End the time for building in the tournament of an address."""
    return lambda path: layer("end of building", path=path)


@pytest.fixture
def tolerated() -> list[str]:
    """Parts of messages in the browser's console that do not fail a test. A test may add others.

    The console reports refused moves (409, 422, and 503 on a full disk), pages that are not there, and a network that
    a test cut, or a page closed while the script of the service worker was on its way.
    """
    return [
        "error occurred when fetching the script",
        "status of 4",
        "status of 503",
        "ERR_INTERNET_DISCONNECTED",
        "Failed to fetch",
        "htmx:ws:error",
    ]


@pytest.fixture(scope="session")
def contexts(browser: Browser, instance: Instance) -> ContextPool:
    """Contexts for all tests of the session."""
    return ContextPool(browser, instance)


@pytest.fixture
def visit(contexts: ContextPool, instance: Instance, tolerated: list[str]) -> Iterator[Callable[..., Page]]:
    """Open a page in a browser of its own; fails the test for whatever the browser complains of."""
    complaints: list[str] = []

    def open_page(path: str = SMALL_PAGE, *, session: str | None = None, **options: Any) -> Page:
        page = contexts.open_page({"viewport": DESKTOP, "reduced_motion": "reduce", **options})
        if session:
            page.context.add_cookies([{"name": "sessionid", "value": session, "url": instance.address}])
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(instance.url(path))
        return page

    yield open_page
    contexts.take_back()
    assert [said for said in complaints if not any(words in said for words in tolerated)] == []
