"""How a captain reads options: how much they say."""

from __future__ import annotations


def amount(option: str) -> int:
    """The number that it says."""
    return next((int(word) for word in option.split() if word.isdecimal()), 0)
