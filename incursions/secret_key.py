"""The key that signs sessions: from the environment, or from a file in the data folder that only its owner may read."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from incursions.environment import Environment


def key_file(data: Path) -> Path:
    """Return the file in which the data folder keeps its key."""
    return data / "secret_key"


def find_secret_key(environment: Environment, data: Path, *, debug: bool) -> str:
    """Return the signing key. Raises ImproperlyConfigured if there is none, unless debugging."""
    if key := environment.text("SECRET_KEY"):
        return key
    file = key_file(data)
    if file.is_file() and (key := file.read_text().strip()):
        return key
    if debug:
        return "not a secret: for debugging on one's own machine only"
    raise ImproperlyConfigured(
        f"Incursions does not start without a secret key: set SECRET_KEY, or let script/run keep one in {file}."
    )


def keep_secret_key(data: Path) -> None:
    """Write a new key into the data folder, mode 0600, unless one is there. Two starts at once keep the same key."""
    file = key_file(data)
    if file.exists():
        return
    fresh = data / f"secret_key.{os.getpid()}"
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as handle:
        handle.write(secrets.token_urlsafe(48))
    try:
        os.link(fresh, file)  # fails if another process was first, whose key then stays
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
