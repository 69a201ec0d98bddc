"""The environment that the settings read: each value by name, with its type and its default."""

import os
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
