"""The form of the rulebook in docs/rulebook: a rule names its modes, and a section what does not hold in Basic."""

from __future__ import annotations

from pathlib import Path

from incursions.games import rulebooks

BASIC = "Basic"
FORM = rulebooks.BookForm(modes=(BASIC, "Full", "Tournament"), exceptions="## Not in Basic")
# Numbers whose part of the product is still to come, with that part: nobody has to show them yet.
DUE = {
    "2.9": "the faces of cards",
    "4.6": "the deck sheet; the game's part is played",
}


def read_rulebook(folder: Path) -> rulebooks.Rulebook:
    """Return the rulebook of the folder. Raises `RulebookError`."""
    return rulebooks.read_rulebook(folder, FORM)
