"""The form of the rulebook in docs/talon: its numbers have the letter T (rules T8.7)."""

from __future__ import annotations

from pathlib import Path

from incursions.games import rulebooks

FORM = rulebooks.BookForm(letter="T")


def read_rulebook(folder: Path) -> rulebooks.Rulebook:
    """Return the rulebook of the folder. Raises `RulebookError`."""
    return rulebooks.read_rulebook(folder, FORM)
