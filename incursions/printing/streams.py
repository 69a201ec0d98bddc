"""Streams of a PDF, packed: once, and quickly rather than as tightly as can be."""

from __future__ import annotations

import zlib
from collections.abc import Mapping

import pydyf

LEVEL = 6


def packed(data: bytes, extra: Mapping[str, object] | None = None) -> pydyf.Stream:
    """A stream of these bytes, with what its dictionary says besides."""
    return pydyf.Stream([zlib.compress(data, LEVEL)], {**(extra or {}), "Filter": "/FlateDecode"})
