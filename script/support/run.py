"""script/run: the whole product on this machine, until Ctrl-C."""

import argparse
import http.client
import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from incursions.kit.network import own_network_address
from support import data_folder, processes, redis_server
from support.arguments import count_of
from support.supervisor import POLL_S, StopRequestedError, Supervisor, stop_on_signals

ROOT = Path(__file__).resolve().parents[2]
LARGEST_FRAME = "4096"  # bytes
MOST_WEB_PROCESSES = 64
PATIENCE_S = 90.0
"""Seconds that the web server may take until it answers for the first time."""
OPEN_FILES = 8192
"""The files and connections that each process may have open, if the system allows so many."""
PYTHON = (sys.executable, "-m")
# Celery warns root of pickled tasks; this project sends JSON alone.
CELERY = (sys.executable, "-W", "ignore:You're running the worker", "-m", "celery", "--quiet", "-A", "incursions")
# To check the addresses of the site, Celery reads all pages: half of a start. The first worker has tasks that lead to
# pages and for which players wait, so it does so; the others need none of it, or not at once.
UNCHECKED = (*CELERY, "--skip-checks")


def worker_command(threads: str, *options: str, celery: tuple[str, ...] = CELERY) -> tuple[str, ...]:
    """Return the command of a worker with so many threads: tasks are short, and one process starts quickly."""
    return (
        *celery,
        "worker",
        "--without-mingle",
        "--without-gossip",
        "--pool",
        "threads",
        "--concurrency",
        threads,
        *options,
    )


class CannotRunError(Exception):
    """Why the product does not run, as a sentence."""


def say(sentence: str) -> None:
    """Tell the person at the terminal. A log on a full disk, or a terminal that is gone, ends nothing."""
    with suppress(OSError):
        print(sentence, flush=True)


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Parse the options of script/run; a wrong one ends the process with a sentence."""
    parser = argparse.ArgumentParser(prog="script/run", description="Run Incursions on this machine until Ctrl-C.")
    parser.add_argument(
        "--port", type=port_number, default=8000, help="where to listen (default 8000; 0 takes a free one)"
    )
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="on which address (default 127.0.0.1)")
    parser.add_argument("--data", type=Path, default=ROOT / "var", metavar="DIR", help="data folder (default var/)")
    parser.add_argument(
        "--web",
        type=count_of("processes", MOST_WEB_PROCESSES),
        default=1,
        metavar="N",
        help="web server processes (default 1)",
    )
    return parser.parse_args(arguments)


def port_number(text: str) -> int:
    """Parse a port."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: a number from 0 to 65535")
    return int(text)


def reserve(host: str, port: int) -> socket.socket:
    """Take the port for all web processes: one that is busy shows here, before anything is started."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[
            0
        ]
    except OSError as error:
        raise CannotRunError(f"{host} is no address of this machine: {error.strerror}.") from error
    try:
        # Alone first: whoever shares a port shares it with another run of the product as well.
        with socket.socket(family, kind) as alone:
            alone.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            alone.bind(address)
            alone.listen()
            address = alone.getsockname()
        return bound(family, address)
    except OSError as error:
        raise CannotRunError(
            f"Cannot listen on {host}, port {port}: {error.strerror}. Another --port may do."
        ) from error


def bound(family: int, address: Any) -> socket.socket:
    """Bind a socket to an address that it shares with others of this run; it does not listen yet."""
    one = socket.socket(family, socket.SOCK_STREAM)
    try:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        one.bind(address)
    except OSError:
        one.close()
        raise
    return one


def address_of(listener: socket.socket) -> str:
    """Return the address to type into a browser on this machine."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 -- a comparison
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def is_open_to_network(listener: socket.socket) -> bool:
    """Return True if others in the network may open the product, under whatever address this machine has there."""
    return listener.getsockname()[0] in {"0.0.0.0", "::"}  # noqa: S104 -- a comparison


def describe_network(listener: socket.socket, own: str) -> str:
    """Return the sentence that tells how others in the network open the product; `own` is the address there."""
    if not own:
        return "This machine is in no network. Join one and start again, so that others can open the product."
    return f"Others in the network open http://{own}:{listener.getsockname()[1]}/"


def environment_for(listener: socket.socket, data: Path) -> dict[str, str]:
    """Return the environment of all children: the variables that are set, and for others values that fit this run."""
    address = address_of(listener)
    names = {"127.0.0.1", "localhost", "[::1]", urlsplit(address).netloc.rpartition(":")[0]}
    if is_open_to_network(listener):
        names |= {socket.gethostname(), socket.getfqdn(), own_network_address()}
    defaults = {"SITE_URL": address.rstrip("/"), "ALLOWED_HOSTS": ",".join(sorted(names - {""}))}
    return {**defaults, **os.environ, "DATA_DIR": str(data)}


def populate(environment: Mapping[str, str]) -> None:
    """Bring tables, catalogue and static files up to date."""
    child = processes.start((*PYTHON, "support.populate"), environment=environment)
    try:
        if child.wait() != 0:
            raise CannotRunError("The data folder could not be brought up to date; the output above says why.")
    finally:
        processes.stop(child)


def start_redis(supervisor: Supervisor, data: Path) -> None:
    """Start the private Redis, unless REDIS_URL names one, which must answer."""
    if address := os.environ.get("REDIS_URL"):
        redis_server.check(address)
    else:
        server = supervisor.start("private Redis", lambda: redis_server.start(data))
        redis_server.wait_until_ready(data, server)


def start_product(
    supervisor: Supervisor, listener: socket.socket, environment: Mapping[str, str], web_processes: int
) -> None:
    """Start web processes that share a port, a Celery worker, and beat."""
    web: tuple[str, ...] = (*PYTHON, "uvicorn", "incursions.asgi:application", "--lifespan", "off", "--no-access-log")
    web = (*web, "--log-level", "warning", "--timeout-graceful-shutdown", "3")
    # Sockets listen to short answers alone; what is larger is refused before it is kept anywhere.
    web = (*web, "--ws-max-size", LARGEST_FRAME)
    worker = worker_command("4")
    # Bots that think use a processor all the while: they have a process of their own, and come one after the other.
    thinker = worker_command("1", "--queues", "thinking", celery=UNCHECKED)
    # So do games of balance reports, which nobody waits for: behind everything else.
    measurer = ("nice", *worker_command("1", "--queues", "balance", celery=UNCHECKED))
    # Nothing is due less often than every ten seconds, so beat need not remember anything between two starts.
    beat = (*UNCHECKED, "beat", "--scheduler", "incursions.kit.scheduler:SteadyScheduler", "--pidfile", "")

    def launch(command: tuple[str, ...], *keep_open: int) -> subprocess.Popen[bytes]:
        return processes.start(command, environment=environment, keep_open=keep_open)

    def start_web(name: str) -> None:
        """With a listening socket of its own: of one for all, whoever is quickest takes most of the players.

        The kernel deals new connections out evenly. Those of a process that ends wait until it has started again.
        """
        own = bound(listener.family, listener.getsockname())
        own.listen(1024)
        supervisor.start(name, lambda: launch((*web, "--fd", str(own.fileno())), own.fileno()))

    for number in range(1, web_processes + 1):
        start_web(f"web server {number}" if web_processes > 1 else "web server")
    supervisor.start("Celery worker", lambda: launch(worker))
    supervisor.start("Celery worker for bots that think", lambda: launch(thinker))
    supervisor.start("Celery worker for balance reports", lambda: launch(measurer))
    supervisor.start("Celery beat", lambda: launch(beat))


def answers(listener: socket.socket, host: str) -> bool:
    """Return True if /healthz says that all is well."""
    where = urlsplit(address_of(listener))
    connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=5)
    try:
        connection.request("GET", "/healthz", headers={"Host": host})
        return connection.getresponse().status == http.HTTPStatus.OK
    except OSError:
        return False
    finally:
        connection.close()


def wait_until_ready(supervisor: Supervisor, listener: socket.socket, environment: Mapping[str, str]) -> None:
    """Return when the product answers."""
    host = urlsplit(environment["SITE_URL"]).netloc
    deadline = time.monotonic() + PATIENCE_S
    while not answers(listener, host):
        if time.monotonic() > deadline:
            raise CannotRunError(
                f"The web server does not answer within {PATIENCE_S:.0f} s; its output above may say why."
            )
        supervisor.look_after()
        time.sleep(POLL_S)


def run(options: argparse.Namespace) -> None:
    """Start everything, say so, and keep it running; returns never, ends by an exception."""
    data = options.data.expanduser().absolute()
    data_folder.make(data)
    supervisor = Supervisor(say)
    with reserve(options.host, options.port) as listener, data_folder.lock(data, address_of(listener)):
        environment = environment_for(listener, data)
        try:
            populate(environment)
            start_redis(supervisor, data)
            start_product(supervisor, listener, environment, options.web)
            wait_until_ready(supervisor, listener, environment)
            say(f"Incursions is ready at {address_of(listener)}")
            if is_open_to_network(listener):
                say(describe_network(listener, own_network_address()))
            while True:
                supervisor.look_after()
                time.sleep(POLL_S)
        finally:
            supervisor.stop()
            data_folder.checkpoint(data)


def allow_open_files() -> None:
    """Let this process and its children open many files.

    A hall of phones that load pages at once has some 400 connections; macOS allows a terminal 256 of them.
    """
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def main() -> int:
    """Run until asked to stop; what goes wrong is said in a sentence."""
    options = parse_arguments(sys.argv[1:])
    stop_on_signals()
    allow_open_files()
    os.umask(0o077)  # accounts and unpublished seeds are nobody else's to read
    try:
        run(options)
    except StopRequestedError:
        say("Incursions has stopped.")
        return 0
    except (CannotRunError, data_folder.DataFolderError, redis_server.NoRedisError) as reason:
        print(reason, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"Cannot run on the data in {options.data}: {error.strerror}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
