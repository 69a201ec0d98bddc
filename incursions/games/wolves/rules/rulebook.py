"""The form of the rulebook in docs/wolves: its numbers have the letter W."""

from __future__ import annotations

from pathlib import Path

from incursions.games import rulebooks

FORM = rulebooks.BookForm(letter="W")


def read_rulebook(folder: Path) -> rulebooks.Rulebook:
    """Return the rulebook of the folder. Raises `RulebookError`."""
    return rulebooks.read_rulebook(folder, FORM)
