"""script/bench --live: many matches at once on the whole product, on either database, beside a boardgame.io server."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from support.benches.load import Order, Report, play_boardgame, play_incursions, play_talon
from support.benches.peers import PeerMissingError, boardgame_process
from support.benches.server import summary
from support.instance import running_instance
from support.postgres_server import temporary_postgres

ROOT = Path(__file__).resolve().parents[3]
BOARDGAME_SERVER = Path(__file__).with_name("boardgame_server.cjs")
WEB_PROCESSES = 2
CLIENT_PROCESSES = 2
ERRORS_TOLD = 5

Figures = dict[str, float]
Play = Callable[[Order, str], Report]


class Size(NamedTuple):
    """The size of a run: matches, seconds at a move a second each, and seconds without a pause."""

    matches: int = 50
    paced_s: float = 30
    saturated_s: float = 15


def live_figures(size: Size | None = None) -> Figures:
    """Milliseconds until the opponent sees a move, moves a second, what the clients took of a core, and errors."""
    size = size or Size()
    figures: Figures = {}
    errors: list[str] = []
    for name, site in (("sqlite", on_sqlite), ("postgresql", on_postgresql)):
        with site() as address:
            figures |= site_figures(f"live.{name}", play_incursions, address, size, errors)
            figures |= site_figures(f"live.{name}.talon", play_talon, address, size, errors)
    try:
        with boardgame_server() as address:
            figures |= saturated("live.boardgame", play_boardgame, address, size, errors)
    except PeerMissingError as missing:
        print(missing, file=sys.stderr)
    for error in errors[:ERRORS_TOLD]:
        print(error, file=sys.stderr)
    return {**figures, "live.errors": len(errors)}


@contextmanager
def on_sqlite(**environment: str) -> Iterator[str]:
    """Run the whole product with two web processes and yield its address. No picture is drawn meanwhile."""
    with tempfile.TemporaryDirectory(prefix="incursions-bench-") as data:
        settings = {**os.environ, "DRAW_PICTURES_AHEAD": "0", **environment}
        with running_instance(Path(data), "--web", str(WEB_PROCESSES), environment=settings) as address:
            yield address.rstrip("/")


@contextmanager
def on_postgresql() -> Iterator[str]:
    """Run the whole product on a PostgreSQL of its own and yield its address."""
    with temporary_postgres() as database, on_sqlite(DATABASE_URL=database) as address:
        yield address


@contextmanager
def boardgame_server() -> Iterator[str]:
    """Run the boardgame.io server and yield the address of its sockets. Raises `PeerMissingError`."""
    with boardgame_process(BOARDGAME_SERVER) as process:
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        if not port.isdecimal():
            raise PeerMissingError("boardgame.io is not measured: its server has ended.")
        yield f"ws://127.0.0.1:{port}"


def site_figures(name: str, play: Play, address: str, size: Size, errors: list[str]) -> Figures:
    """Measure a site with a move a second of each match, and with as many as it can take."""
    reports = reports_of(play, address, size.matches, size.paced_s, errors, is_paced=True)
    times = [each for report in reports for each in report.times]
    return {
        **summary(f"{name}.push_ms", times),
        f"{name}.moves_per_s": moves_per_s(reports),
        f"{name}.clients_cpu_share": round(sum(report.cpu_s for report in reports) / reports[0].wall_s, 3),
    } | saturated(name, play, address, size, errors)


def saturated(name: str, play: Play, address: str, size: Size, errors: list[str]) -> Figures:
    """Return the moves that a server takes when each match makes its next one as soon as all have seen the last."""
    reports = reports_of(play, address, size.matches, size.saturated_s, errors, is_paced=False)
    return {f"{name}.saturated_moves_per_s": moves_per_s(reports)}


def reports_of(
    play: Play, address: str, matches: int, seconds: float, errors: list[str], *, is_paced: bool
) -> list[Report]:
    """Share the matches among client processes and return their reports. Their errors are added to `errors`."""
    shares = [matches // CLIENT_PROCESSES + (number < matches % CLIENT_PROCESSES) for number in range(CLIENT_PROCESSES)]
    orders = [Order(share, seconds, seed, is_paced) for seed, share in enumerate(shares, 1)]
    with ProcessPoolExecutor(CLIENT_PROCESSES, mp_context=get_context("spawn")) as clients:
        reports = list(clients.map(play, orders, [address] * len(orders)))
    errors.extend(error for report in reports for error in report.errors)
    return reports


def moves_per_s(reports: list[Report]) -> float:
    """Return the moves of all clients together, a second."""
    return round(sum(len(report.times) / report.wall_s for report in reports), 1)
