"""What a table agrees on before its match: mode, seats, hex points, clocks, rated or casual, open or by invitation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from tournaments import wording
from tournaments.deck_formats import HEX_POINTS, HEX_TOLERANCE, format_of, format_words
from tournaments.enums import Mode

if TYPE_CHECKING:
    from incursions.rules.construction import Format
    from tournaments.models import Match


class ClockPreset(NamedTuple):
    """A way to set the clocks that has a name. Minutes of the match, seconds of the rest."""

    name: str
    title: str
    minutes: int
    bank_s: int
    free_s: int
    explained: str


USUAL_CLOCKS = ClockPreset("usual", "Usual", 45, 900, 20, "the 45 minutes of tournaments (21.3)")
CLOCK_PRESETS = (
    ClockPreset("quick", "Quick", 20, 240, 10, "for two who know their decks"),
    USUAL_CLOCKS,
    ClockPreset("calm", "Calm", 90, 2700, 45, "for a first match with a new deck, or five and six at a table"),
)
PRESETS_BY_NAME = {preset.name: preset for preset in CLOCK_PRESETS}
AGREED = ("mode", "minutes", "bank_s", "free_s", "rated", "hex_points", "hex_tolerance")
"""What whoever sits at a table has agreed to: when one of these changes, they are asked again."""
SETTINGS = (*AGREED, "pace_s", "is_private", "asks_ready")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything about a table that its host may change while it is open, how many seats it has apart.

    Minutes of the match, seconds of the clocks: `bank_s` for each seat, `free_s` for each question, `pace_s` that a
    bot takes to answer. `hex_points` and `hex_tolerance` are what a hexpile is worth (rules 4.1, 21.2).
    """

    mode: str = Mode.BASIC
    minutes: int = USUAL_CLOCKS.minutes
    bank_s: int = USUAL_CLOCKS.bank_s
    free_s: int = USUAL_CLOCKS.free_s
    pace_s: float = 1.0
    rated: bool = False
    is_private: bool = False
    asks_ready: bool = False
    hex_points: int = HEX_POINTS
    hex_tolerance: int = HEX_TOLERANCE

    @property
    def format(self) -> Format | None:
        """What the decks of the seats are held to; None in Basic."""
        return format_of(self.mode, self.hex_points, self.hex_tolerance)


def settings_of(match: Match) -> dict[str, Any]:
    """The settings of a table by their names, as `Settings` takes them."""
    return {name: getattr(match, name) for name in SETTINGS}


def clock_words(match: Match | Settings) -> str:
    """The clocks in words, with their name where they have one: "Usual: 45 minutes, bank 15:00, 20 free seconds"."""
    named = (match.minutes, match.bank_s, match.free_s)
    title = next((f"{preset.title}: " for preset in CLOCK_PRESETS if preset[2:5] == named), "")
    bank = f"{match.bank_s // 60}:{match.bank_s % 60:02}"
    minutes, free = wording.counted(match.minutes, "minute"), wording.counted(match.free_s, "free second")
    return f"{title}{minutes}, bank {bank}, {free}"


def hex_words(match: Match | Settings) -> str:
    """The hex-point limit in words; nothing in Basic, whose pile is the house's (rules 20.6)."""
    return format_words(match.format) if match.format else ""


def settings_data(match: Match, seats: int) -> dict[str, Any]:
    """The settings as clients of the API read them; hex points are null in Basic."""
    data = settings_of(match) | {"seats": seats, "private": match.is_private, "terms": match.terms}
    del data["is_private"]
    return data | ({"hex_points": None, "hex_tolerance": None} if match.format is None else {})
