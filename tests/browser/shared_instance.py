"""An instance of the product that all worker processes of a run share, because starting one takes 11 s of CPU."""

import fcntl
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.instance import running_instance
from tests.browser.instance import Instance
from tests.instances import environment_of_its_own, fill


@contextmanager
def _locked(file: Path, kind: int) -> Iterator[int]:
    """Hold a lock on a file, as its descriptor."""
    with file.open("a") as held:
        fcntl.flock(held, kind)
        yield held.fileno()


@contextmanager
def shared_instance(folder: Path) -> Iterator[Instance]:
    """Join the instance of a run's folder, or start it. Whoever started it ends it when all others have left it."""
    note = folder / "instance.json"
    with _locked(folder / "users.lock", fcntl.LOCK_SH) as users, _locked(folder / "start.lock", fcntl.LOCK_EX) as start:
        if note.exists():
            fcntl.flock(start, fcntl.LOCK_UN)
            yield Instance(*json.loads(note.read_text()))
            return
        data = Path(tempfile.mkdtemp(prefix="data-", dir=folder))
        fill(data)
        environment = environment_of_its_own()
        with running_instance(data, environment=environment) as address:
            instance = Instance(address, {**environment, "DATA_DIR": str(data), "LOG_LEVEL": "WARNING"})
            note.write_text(json.dumps(instance))
            fcntl.flock(start, fcntl.LOCK_UN)
            yield instance
            fcntl.flock(users, fcntl.LOCK_EX)
            note.unlink()


@contextmanager
def turn_at_instance(folder: Path, *, alone: bool) -> Iterator[None]:
    """Let other tests use the instance of a run's folder in this block, unless this one must be `alone` with it."""
    kind = fcntl.LOCK_EX if alone else fcntl.LOCK_SH
    # Tests wait in a queue, so that one that must be alone gets its turn.
    with _locked(folder / "queue.lock", fcntl.LOCK_EX) as queue, _locked(folder / "turn.lock", kind):
        fcntl.flock(queue, fcntl.LOCK_UN)
        yield
