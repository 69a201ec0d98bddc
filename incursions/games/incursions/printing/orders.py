"""An order: all that is needed to make a document, as plain data, so that another process can make it.

Run as a program, it reads an order from the standard input and writes the PDF to the standard output.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass
from enum import StrEnum

from incursions.games.incursions.printing.document import PAPERS
from incursions.games.incursions.printing.proxies import Style, Which, proxies
from incursions.games.incursions.printing.registration import registration
from incursions.games.incursions.rules.construction import FULL, DeckContent, Format
from incursions.games.incursions.rules.printed.pieces import Definition

POLITE = 5
"""The niceness of the process, because matches come first."""


class Kind(StrEnum):
    """The kind of a document."""

    PROXIES = "proxies"
    REGISTRATION = "registration"


@dataclass(frozen=True, slots=True)
class Order:
    """A document of a deck. `paper` is one of `PAPERS`; `pieces` are the definitions of all that are known.

    The format is what a registration sheet judges by.
    """

    kind: Kind
    name: str
    content: DeckContent
    pieces: list[Definition]
    paper: str
    which: Which = Which.ALL
    style: Style = Style.FACES
    format: Format = FULL

    def to_json(self) -> bytes:
        """Return the order as JSON."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_json(cls, data: bytes) -> Order:
        """Parse an order from JSON."""
        read = json.loads(data)
        return cls(
            Kind(read["kind"]),
            read["name"],
            DeckContent(**read["content"]),
            read["pieces"],
            read["paper"],
            Which(read["which"]),
            Style(read["style"]),
            Format(**read["format"]),
        )


def carry_out(order: Order) -> bytes:
    """Return the ordered document as PDF."""
    pieces = {piece["title"]: piece for piece in order.pieces}
    paper = PAPERS[order.paper]
    if order.kind == Kind.REGISTRATION:
        return registration(order.name, order.content, pieces, paper, order.format)
    return proxies(order.name, order.content, pieces, paper, order.which, order.style)


if __name__ == "__main__":
    os.nice(POLITE)
    sys.stdout.buffer.write(carry_out(Order.from_json(sys.stdin.buffer.read())))
