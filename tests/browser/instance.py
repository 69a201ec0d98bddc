"""A running product as browser tests see it."""

from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]


DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
SMALL_PAGE = "/healthz"
"""A page of one line, for tests that begin on the site and go to another page of it: the front page costs 0.2 s."""


class Instance(NamedTuple):
    address: str
    environment: dict[str, str]

    def url(self, path: str) -> str:
        return self.address.rstrip("/") + path


class Table(NamedTuple):
    path: str
    session: str
    deck: str
    name: str
    others: list[str]
