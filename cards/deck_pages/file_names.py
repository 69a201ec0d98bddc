"""Names of decks as names of files."""

from __future__ import annotations

import re

LONGEST = 80
_NOT_THERE = re.compile(r'[\\/:*?"<>|%\x00-\x1f\x7f]+')


def file_name(name: str) -> str:
    """The name of a deck as one that any machine takes for a file."""
    return _NOT_THERE.sub("-", name)[:LONGEST].strip(" .-") or "deck"
