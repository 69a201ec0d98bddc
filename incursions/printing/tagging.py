"""What a document says of its structure, for who listens to it: what is a heading, what a paragraph, and in what order.

All else on its pages is marked as decoration.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import pydyf


class Role(StrEnum):
    """What a part of a page is."""

    TITLE = "H1"
    HEADING = "H2"
    SUBHEADING = "H3"
    PARAGRAPH = "P"


class Tags:
    """The structure of a document, page by page."""

    def __init__(self, pdf: pydyf.PDF) -> None:
        self._pdf = pdf
        self._root = pydyf.Dictionary({"Type": "/StructTreeRoot"})
        self._whole = pydyf.Dictionary({"Type": "/StructElem", "S": "/Document"})
        for each in (self._root, self._whole):
            pdf.add_object(each)
        self._pages: list[list[bytes]] = []

    @property
    def next_page(self) -> int:
        """The number under which the next page finds its parts."""
        return len(self._pages)

    def add_page(self, page: bytes, roles: Sequence[Role]) -> None:
        """Add a page by its reference, with the roles of its parts in their order."""
        parts = []
        for number, role in enumerate(roles):
            part = {"Type": "/StructElem", "S": f"/{role}", "P": self._whole.reference, "Pg": page, "K": number}
            element = pydyf.Dictionary(part)
            self._pdf.add_object(element)
            parts.append(element.reference)
        self._pages.append(parts)

    def described(self) -> dict[str, object]:
        """What the catalogue of the document says of its structure."""
        self._whole.update(
            {"P": self._root.reference, "K": pydyf.Array(part for parts in self._pages for part in parts)}
        )
        numbers = [each for number, parts in enumerate(self._pages) for each in (number, pydyf.Array(parts))]
        tree = pydyf.Dictionary({"Nums": pydyf.Array(numbers)})
        self._root.update({"K": self._whole.reference, "ParentTree": tree, "ParentTreeNextKey": len(self._pages)})
        return {"StructTreeRoot": self._root.reference, "MarkInfo": pydyf.Dictionary({"Marked": "true"})}


def tagged(role: Role, number: int, content: str) -> str:
    """A part of a page, by its number on it."""
    return f"/{role} <</MCID {number}>> BDC\n{content}\nEMC"


def decoration(content: str) -> str:
    """What is of no account for who listens."""
    return f"/Artifact BMC\n{content}\nEMC"
