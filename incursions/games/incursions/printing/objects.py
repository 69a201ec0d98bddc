"""Objects of a PDF, written as Python's own dictionaries and lists."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

import pydyf

LEVEL = 6
"""Streams are packed quickly rather than as tightly as can be."""


def to_pdf(value: Any) -> Any:
    """Return the value with its dictionaries, lists and tuples as objects of a PDF."""
    if isinstance(value, pydyf.Object):
        return value
    if isinstance(value, dict):
        return pydyf.Dictionary({key: to_pdf(each) for key, each in value.items()})
    if isinstance(value, list | tuple):
        return pydyf.Array([to_pdf(each) for each in value])
    return value


def add_object(pdf: pydyf.PDF, value: object) -> bytes:
    """Put an object into the document, and return a reference to it."""
    added = to_pdf(value)
    pdf.add_object(added)
    reference: bytes = added.reference
    return reference


def add_stream(pdf: pydyf.PDF, data: bytes, extra: Mapping[str, object] | None = None) -> bytes:
    """Put a packed stream into the document, with more entries of its dictionary, and return a reference to it."""
    entries = {key: to_pdf(value) for key, value in (extra or {}).items()}
    return add_object(pdf, pydyf.Stream([zlib.compress(data, LEVEL)], {**entries, "Filter": "/FlateDecode"}))
