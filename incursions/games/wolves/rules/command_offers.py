"""Commands that a seat is offered: the text so far, and how its next blank may be filled."""

from __future__ import annotations

import re
from typing import NamedTuple

_BLANKS = re.compile(r"\{[^}]*\}")
SUBJECTS = {
    "W1": "Proposals",
    "W2": "Muster",
    "W3": "Stand-ins",
    "W4": "Supply and morale",
    "W5": "Morale of the fleet",
    "W6": "Council",
    "W9": "Crew",
    "W10": "Shuttles",
    "W11": "Stations",
    "W12": "Damage",
    "W13": "The map",
    "W14": "Pursuit",
    "W15": "Attack",
    "W16": "Combat",
    "W17": "Units",
    "W18": "Jump",
    "W19": "Emergency jump",
    "W20": "Panel",
    "W21": "Cards",
    "W22": "Riots",
    "W23": "Places and notes",
    "W24": "Sickbay and brig",
    "W25": "News",
    "W26": "Offers and choices",
    "W27": "The end",
}
"""The subjects of the chapters of the rules, by chapter."""


class Filling(NamedTuple):
    """A way to fill the next blank, and the text that it makes. `word` is "" for a blank that holds any text.

    For such a blank `form` is the text with all blanks that are left, "{words}, because {reason}", and `blanks` are
    their names with the words that may fill them: none for any text.
    """

    word: str
    text: str
    is_complete: bool
    form: str = ""
    blanks: tuple[tuple[str, tuple[str, ...]], ...] = ()


class CommandOffer(NamedTuple):
    """A command that may be given now: its form and rules, the text so far, and how the next blank may be filled.

    `is_complete`: the text so far is a whole command.
    """

    command: str
    form: str
    rules: tuple[str, ...]
    text: str
    is_complete: bool
    fillings: tuple[Filling, ...]

    @property
    def chapter(self) -> str:
        """The chapter of the rules by which pages group commands: "W11"."""
        return self.rules[0].partition(".")[0] if self.rules else ""

    @property
    def subject(self) -> str:
        """The heading under which pages show the command: "Stations (W11)"."""
        return f"{SUBJECTS.get(self.chapter, 'Others')} ({self.chapter})"

    @property
    def label(self) -> str:
        """The form as players read it, with "…" for each blank."""
        return _BLANKS.sub("…", self.form).replace("[", "").replace("]", "")
