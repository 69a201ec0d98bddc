"""The settings of a table: game, mode, seats, terms, clocks, rated or casual, open or by invitation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlencode

from incursions.games.contract import GameKind, ModeKind
from incursions.kit import words as wording
from tournaments.matches.clocks import AGREED_CLOCKS, CLOCK_SETTINGS, OTHER_CLOCKS, USUAL_CLOCKS, Clocks
from tournaments.matches.game_kinds import first_game, game_kinds
from tournaments.matches.models import Match

FEW = 4
"""The most players of whom nobody waits long for the others."""


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

    def explain(self, kind: GameKind) -> str:
        """Return for which tables of a game the clocks are, in words."""
        name = kind.loadout_name
        known, new = (f"their {name}s", f" with a new {name}") if name else ("the game", "")
        many = ", or five and six at a table" if kind.most_seats > FEW else ""
        cited = kind.cite("minutes")
        return self.explained.format(cited=cited, minutes=self.minutes, known=known, new=new, many=many)


USUAL_PRESET = ClockPreset("usual", "Usual", "the {minutes} minutes of tournaments{cited}", 45, USUAL_CLOCKS)
TIMED_PRESETS = (
    ClockPreset("quick", "Quick", "for two who know {known}", 20, Clocks(bank_s=240, free_s=10)),
    USUAL_PRESET,
    ClockPreset(
        "calm",
        "Calm",
        "for a first match{new}{many}",
        90,
        Clocks(bank_s=2700, free_s=45),
    ),
)
CLOCK_PRESETS = (*TIMED_PRESETS, ClockPreset("none", "No clock", "for learning, and against bots", 0, USUAL_CLOCKS))
PRESET_NAMES = tuple(preset.name for preset in CLOCK_PRESETS)
TIMED_PRESET_NAMES = tuple(preset.name for preset in TIMED_PRESETS)


def list_presets(mode: ModeKind) -> list[ClockPreset]:
    """Return the presets for tables of a mode: the usual one has the mode's own clocks."""
    usual = USUAL_PRESET._replace(minutes=mode.minutes, clocks=Clocks(bank_s=mode.bank_s, free_s=mode.free_s))
    return [usual if preset is USUAL_PRESET else preset for preset in CLOCK_PRESETS]


def list_timed_presets(mode: ModeKind) -> list[ClockPreset]:
    """Return the presets of a mode in which a clock runs."""
    return [preset for preset in list_presets(mode) if preset.minutes]


def find_preset(mode: ModeKind, name: str) -> ClockPreset:
    """Return the preset of this name for tables of a mode."""
    return next(preset for preset in list_presets(mode) if preset.name == name)


UNSAID = -1
"""Minutes and seconds that nobody has chosen: those of the mode, or no clock against bots alone."""
AGREED = ("game", "mode", "minutes", *AGREED_CLOCKS, "rated", "game_terms")
"""The settings that players agree to: when one of these changes, they are asked again."""
SETTINGS = (*AGREED, *OTHER_CLOCKS, "is_private", "asks_ready")


@dataclass(frozen=True, slots=True)
class Settings(Clocks):
    """The settings of a table that its host may change while it is open, without the number of seats.

    `minutes` is the longest that the match may last, by default the usual of the mode; at 0 no clock runs. Bank and
    free seconds are by default those of the mode. Without a name, game and mode are the usual ones; terms that are left
    out have their defaults.
    """

    free_s: int = UNSAID
    bank_s: int = UNSAID

    game: str = field(default_factory=first_game)
    mode: str = ""
    minutes: int = UNSAID
    rated: bool = False
    is_private: bool = False
    asks_ready: bool = False
    game_terms: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        mode = self.kind.modes_by_name[self.mode] if self.mode else self.kind.modes[0]
        object.__setattr__(self, "mode", mode.name)
        for name in ("minutes", "bank_s", "free_s"):
            object.__setattr__(self, name, getattr(mode if getattr(self, name) == UNSAID else self, name))
        object.__setattr__(self, "game_terms", mode.fill_terms(self.game_terms))

    @property
    def kind(self) -> GameKind:
        """The game."""
        return game_kinds()[self.game]

    @property
    def mode_kind(self) -> ModeKind:
        """The mode."""
        return self.kind.modes_by_name[self.mode]

    @property
    def clock_reason(self) -> str:
        """The reason why the match must have a clock; "" if it may have none (rules 21.3)."""
        if self.mode_kind.needs_limit:
            return f"{self.mode_kind.title} has a time limit{self.kind.cite('minutes')}."
        return "A rated match has clocks." if self.rated else ""

    @property
    def limits(self) -> Any:
        """The limits of loadouts at the table; None if seats bring nothing."""
        return self.mode_kind.find_limits(self.game_terms)


def settings_of(table: Match | Settings) -> dict[str, Any]:
    """Return the settings of a table by name, as `Settings` takes them."""
    return {name: getattr(table, name) for name in SETTINGS}


def clock_words(match: Match | Settings) -> str:
    """Return the clocks in words, with a preset's name: "Usual: 45 minutes, bank 15:00, 20 free seconds"."""
    if not match.minutes:
        return "No clock"
    clocks = {name: getattr(match, name) for name in AGREED_CLOCKS}
    is_of_match = {"minutes": match.minutes} | clocks
    title = next((f"{preset.title}: " for preset in list_presets(match.mode_kind) if preset.values == is_of_match), "")
    words = [CLOCK_SETTINGS[name].describe(value) for name, value in clocks.items()]
    return title + ", ".join(filter(None, [wording.format_count(match.minutes, "minute"), *words]))


def settings_data(match: Match, seats: int) -> dict[str, Any]:
    """Return the settings for clients of the API; the terms that its mode does not have are null.

    The game is named where there are several.
    """
    data = settings_of(match)
    terms = {term.name: data["game_terms"].get(term.name) for term in match.kind.terms}
    if len(game_kinds()) == 1:
        del data["game"]
    del data["is_private"], data["game_terms"]
    return data | terms | {"seats": seats, "private": match.is_private, "terms": match.terms}
