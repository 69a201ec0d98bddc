"""The settings of the clocks of a match: seconds of each, at open tables and in tournaments.

A setting is a field of `Clocks`, and a column of `ClockColumns` (`fields.py`). Forms, the API, files, presets and the
words about clocks read all they say of it from its `ClockSetting`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, NamedTuple

from tournaments.wording import format_count, minutes_words

if TYPE_CHECKING:
    from tournaments.fields import ClockColumns

Bounds = tuple[int, int]


class ClockSetting(NamedTuple):
    """The description of one clock setting: bounds in seconds, labels at open tables and in tournaments, texts."""

    of_table: Bounds
    of_tournament: Bounds
    label: str
    tournament_label: str
    help_text: str = ""
    is_agreed: bool = True
    """True if the players of an open table have to agree to it."""
    is_whole: bool = True
    """True if the setting is in whole seconds."""
    describe: Callable[[int], str] = lambda seconds: ""
    """Return the setting in the words about a table, or ""."""
    announce: Callable[[int], str] = lambda seconds: ""
    """Return the setting in the announcement of a tournament, or ""."""


def _setting(usual: Any, setting: ClockSetting) -> Any:
    return field(default=usual, metadata={"setting": setting})


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """Seconds: the bank of each seat, free for each question, and what a bot takes to answer."""

    free_s: int = _setting(
        20,
        ClockSetting(
            of_table=(1, 300),
            of_tournament=(0, 600),
            label="Free seconds of each question",
            tournament_label="Free time for each question",
            describe=lambda seconds: format_count(seconds, "free second"),
            announce=lambda seconds: f"{minutes_words(seconds)} free for each answer" if seconds else "",
        ),
    )
    bank_s: int = _setting(
        900,
        ClockSetting(
            of_table=(0, 7200),
            of_tournament=(1, 180 * 60),
            label="Bank of each player, in seconds",
            tournament_label="Thinking time of each player",
            help_text="Used when the free seconds are gone. Empty, questions are answered with the least (21.9).",
            describe=lambda seconds: f"bank {seconds // 60}:{seconds % 60:02}",
            announce=lambda seconds: f"{minutes_words(seconds)} a player",
        ),
    )
    pace_s: float = _setting(
        1.0,
        ClockSetting(
            of_table=(0, 30),
            of_tournament=(0, 30),
            label="Seconds a bot takes to answer",
            tournament_label="Seconds a bot takes to answer",
            is_agreed=False,
            is_whole=False,
        ),
    )


CLOCK_SETTINGS: dict[str, ClockSetting] = {each.name: each.metadata["setting"] for each in fields(Clocks)}
AGREED_CLOCKS = sorted(name for name, setting in CLOCK_SETTINGS.items() if setting.is_agreed)
OTHER_CLOCKS = sorted(CLOCK_SETTINGS.keys() - AGREED_CLOCKS)
USUAL_CLOCKS = Clocks()


def clocks_of(of: ClockColumns | Clocks) -> dict[str, Any]:
    """Return the settings of the clocks by name."""
    return {name: getattr(of, name) for name in CLOCK_SETTINGS}
