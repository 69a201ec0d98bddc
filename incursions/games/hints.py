"""The contract of first-time hints: short notes beside the things that they explain, as data of a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

OPTIONS = "options"
"""The place below the options, which the platform has; all other places are in the columns of a game."""


@dataclass(frozen=True)
class Hint:
    """A note that is shown to a player until it is used or dismissed, and never again.

    `name` is its key among the hints of its game. `place` says where it stands. `applies` takes the scene of the player
    and returns True if the thing can be seen now. `used_by` is a pattern: a player has used the thing when it is found
    in a line that the player plays, in the kind of an event that comes of it for the player's own seat, or in the word
    "bank", when the line took time from it. `rule` is the rule that the note links.
    """

    name: str
    title: str
    words: str
    place: str
    applies: Callable[[Any], bool]
    rule: str = ""
    used_by: re.Pattern[str] | None = None
