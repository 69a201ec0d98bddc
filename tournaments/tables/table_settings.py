"""The settings of a table: mode, seats, hex points, clocks, rated or casual, open or by invitation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from incursions.games.incursions.rules.construction import FORMATS, FULL, Format
from incursions.kit import words as wording
from tournaments.matches.clocks import AGREED_CLOCKS, CLOCK_SETTINGS, OTHER_CLOCKS, USUAL_CLOCKS, Clocks
from tournaments.matches.enums import Mode

if TYPE_CHECKING:
    from tournaments.matches.models import Match


HEX_POINTS, HEX_TOLERANCE = FULL.hex_points, FULL.tolerance
FEWEST_HEX_POINTS, MOST_HEX_POINTS = 10, 100
MOST_HEX_TOLERANCE = 10


class ClockPreset(NamedTuple):
    """A named way to set the clocks, with the minutes of the match."""

    name: str
    title: str
    explained: str
    minutes: int
    clocks: Clocks

    @property
    def values(self) -> dict[str, Any]:
        """The minutes, and the clocks that players agree to, by name."""
        return {"minutes": self.minutes} | {name: getattr(self.clocks, name) for name in AGREED_CLOCKS}

    @property
    def query(self) -> str:
        """The values as a query string."""
        return urlencode(self.values)


USUAL_PRESET = ClockPreset("usual", "Usual", "the 45 minutes of tournaments (21.3)", 45, USUAL_CLOCKS)
CLOCK_PRESETS = (
    ClockPreset("quick", "Quick", "for two who know their decks", 20, Clocks(bank_s=240, free_s=10)),
    USUAL_PRESET,
    ClockPreset(
        "calm",
        "Calm",
        "for a first match with a new deck, or five and six at a table",
        90,
        Clocks(bank_s=2700, free_s=45),
    ),
)
PRESETS_BY_NAME = {preset.name: preset for preset in CLOCK_PRESETS}
AGREED = ("mode", "minutes", *AGREED_CLOCKS, "rated", "hex_points", "hex_tolerance")
"""The settings that players agree to: when one of these changes, they are asked again."""
SETTINGS = (*AGREED, *OTHER_CLOCKS, "is_private", "asks_ready")


@dataclass(frozen=True, slots=True)
class Settings(Clocks):
    """The settings of a table that its host may change while it is open, without the number of seats.

    `minutes` is the length of the match; `hex_points` and `hex_tolerance` limit a hexpile (rules 4.1, 21.2).
    """

    mode: str = Mode.BASIC
    minutes: int = USUAL_PRESET.minutes
    rated: bool = False
    is_private: bool = False
    asks_ready: bool = False
    hex_points: int = HEX_POINTS
    hex_tolerance: int = HEX_TOLERANCE

    @property
    def format(self) -> Format | None:
        """The format of the decks at the table; None in Basic."""
        return format_of(self.mode, self.hex_points, self.hex_tolerance)


def settings_of(match: Match) -> dict[str, Any]:
    """Return the settings of a table by name, as `Settings` takes them."""
    return {name: getattr(match, name) for name in SETTINGS}


def clock_words(match: Match | Settings) -> str:
    """Return the clocks in words, with a preset's name: "Usual: 45 minutes, bank 15:00, 20 free seconds"."""
    clocks = {name: getattr(match, name) for name in AGREED_CLOCKS}
    is_of_match = {"minutes": match.minutes} | clocks
    title = next((f"{preset.title}: " for preset in CLOCK_PRESETS if preset.values == is_of_match), "")
    words = [CLOCK_SETTINGS[name].describe(value) for name, value in clocks.items()]
    return title + ", ".join(filter(None, [wording.format_count(match.minutes, "minute"), *words]))


def hex_words(match: Match | Settings) -> str:
    """Return the hex-point limit in words; "" in Basic, which has one common pile (rules 20.6)."""
    return format_words(match.format) if match.format else ""


def settings_data(match: Match, seats: int) -> dict[str, Any]:
    """Return the settings for clients of the API; hex points are null in Basic."""
    data = settings_of(match) | {"seats": seats, "private": match.is_private, "terms": match.terms}
    del data["is_private"]
    return data | ({"hex_points": None, "hex_tolerance": None} if match.format is None else {})


def format_of(mode: str, hex_points: int = HEX_POINTS, hex_tolerance: int = HEX_TOLERANCE) -> Format | None:
    """Return the format of the decks at a table; None in Basic, which has no decks.

    Raises ValueError for a limit below 1 or a tolerance below 0.
    """
    if mode == Mode.BASIC:
        return None
    return FORMATS[mode].with_hex_points(hex_points, hex_tolerance)


def format_words(chosen: Format) -> str:
    """Return the limit as players write it: "30 ± 2 hex points"."""
    return f"{chosen.hex_points} ± {chosen.tolerance} hex points"
