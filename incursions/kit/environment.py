"""Values that the settings read from the environment: typed variables, the address of Redis, and the signing key."""

from __future__ import annotations

import hashlib
import os
import secrets
import tempfile
from collections.abc import Mapping
from pathlib import Path

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}


class Environment:
    """Typed reading of environment variables; an empty value counts as unset.

    A value that cannot be read raises ImproperlyConfigured, naming the variable and what it should look like.
    """

    def __init__(self, variables: Mapping[str, str] = os.environ) -> None:
        self._variables = variables

    def text(self, name: str, default: str = "") -> str:
        return self._variables.get(name, "").strip() or default

    def flag(self, name: str, *, default: bool = False) -> bool:
        value = self.text(name).lower()
        if not value:
            return default
        if value not in TRUE | FALSE:
            raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
        return value in TRUE

    def number(self, name: str, default: int) -> int:
        value = self.text(name)
        if value and not value.isdecimal():
            raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.")
        return int(value or default)

    def names(self, name: str, default: tuple[str, ...] = ()) -> list[str]:
        """Return a list that is separated by commas."""
        return [part.strip() for part in self.text(name).split(",") if part.strip()] or list(default)

    def choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        value = self.text(name, default)
        if value not in choices:
            raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}.")
        return value

    def address(self, name: str, default: str) -> str:
        """Return the base URL of a site, without a slash at its end."""
        value = self.text(name, default).rstrip("/")
        if not value.startswith(("http://", "https://")):
            raise ImproperlyConfigured(f"{name} must begin with http:// or https://, not {value!r}.")
        return value

    def database(self, name: str, default: str) -> dj_database_url.DBConfig:
        """Return a database in the form of Django's settings."""
        value = self.text(name, default)
        if not value.startswith(("sqlite:", "postgres:", "postgresql:")):
            raise ImproperlyConfigured(f"{name} must begin with postgres:// or sqlite:///, not {value!r}.")
        return dj_database_url.parse(value)

    def folder(self, name: str, default: Path) -> Path:
        return Path(self.text(name, str(default))).expanduser().absolute()


LONGEST_SOCKET_PATH = 100
"""The kernel takes 107 characters on Linux and 103 on macOS."""


def socket_path(data: Path) -> Path:
    """Return the socket in the data folder, or one in the temporary folder if that path is too long."""
    path = data / "redis.sock"
    if len(str(path)) <= LONGEST_SOCKET_PATH:
        return path
    name = hashlib.sha256(str(data).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"incursions-{os.getuid()}-{name}" / "redis.sock"


def socket_address(data: Path) -> str:
    """Return the address of the private Redis in the form of redis-py and channels_redis."""
    return f"unix://{socket_path(data)}"


def for_celery(address: str) -> str:
    """Return the address in Celery's form, which names the scheme of sockets differently."""
    return address.replace("unix://", "redis+socket://", 1)


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
