"""Tournament plans: an organizer's settings as plain values, for forms, presets, clones and files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import datetime
from typing import Any, NamedTuple

from tournaments.events.enums import DecksOpen, Kind
from tournaments.events.formats import (
    FORMATS,
    DoubleElimination,
    PhasePlan,
    Pods,
    RoundRobin,
    SingleElimination,
    Swiss,
)
from tournaments.events.models import LONGEST_DESCRIPTION, LONGEST_NAME, Tournament
from tournaments.events.standings import OF_PODS, TIE_BREAKS, USUAL, Points
from tournaments.matches.clocks import CLOCK_SETTINGS, Clocks
from tournaments.matches.errors import DomainError
from tournaments.tables.table_settings import (
    FEWEST_HEX_POINTS,
    HEX_POINTS,
    HEX_TOLERANCE,
    MOST_HEX_POINTS,
    MOST_HEX_TOLERANCE,
)

A_DAY = 24 * 60 * 60
MOST_PLAYERS, MOST_PHASES, MOST_ROUNDS, MOST_POINTS = 4096, 4, 30, 100
BOUNDS: dict[str, tuple[int, int]] = {
    "hex_points": (FEWEST_HEX_POINTS, MOST_HEX_POINTS),
    "hex_tolerance": (0, MOST_HEX_TOLERANCE),
    "capacity": (2, MOST_PLAYERS),
    "late_rounds": (0, MOST_ROUNDS),
    "match_s": (1, 180 * 60),
    **{name: setting.of_tournament for name, setting in CLOCK_SETTINGS.items() if setting.is_whole},
    "check_in_s": (0, 7 * A_DAY),
    "build_s": (1, 7 * A_DAY),
    "no_show_s": (1, 60 * 60),
    "delay_s": (0, 60 * 60),
    "break_s": (0, A_DAY),
    "win_points": (0, MOST_POINTS),
    "draw_points": (0, MOST_POINTS),
    "loss_points": (0, MOST_POINTS),
    "bye_points": (0, MOST_POINTS),
    "floor_percent": (0, 100),
}
"""The bounds of each whole number; lengths are in seconds."""
BOUNDS_OF_FRACTIONS = {name: setting.of_tournament for name, setting in CLOCK_SETTINGS.items() if not setting.is_whole}
BOUNDS_OF_PHASES: dict[str, tuple[int, int]] = {
    "rounds": (0, MOST_ROUNDS),
    "cut_to": (0, MOST_PLAYERS),
    "match_s": (0, 180 * 60),
}
AGREED_AT_START = ("kind", "hex_points", "hex_tolerance", "is_table_top", "rated")
"""The settings that are fixed once players can enter (rules 21.2)."""


@dataclass(frozen=True, slots=True)
class Plan(Clocks):
    """The settings of a tournament, named like the columns of `Tournament`."""

    name: str = ""
    description: str = ""
    starts_at: datetime | None = None
    is_listed: bool = True
    kind: str = Kind.CONSTRUCTED
    hex_points: int = HEX_POINTS
    hex_tolerance: int = HEX_TOLERANCE
    is_table_top: bool = False
    rated: bool = False
    decks_open: str = DecksOpen.END
    capacity: int | None = None
    late_rounds: int = 0
    is_automatic: bool = True
    match_s: int = 45 * 60
    check_in_s: int = 30 * 60
    build_s: int = 30 * 60
    no_show_s: int = 5 * 60
    delay_s: int = 60
    break_s: int = 0
    win_points: int = 3
    draw_points: int = 1
    loss_points: int = 0
    bye_points: int = 3
    floor_percent: int = 33
    tie_breaks: tuple[str, ...] = USUAL
    phases: tuple[PhasePlan, ...] = field(default=(PhasePlan(),))

    def validate(self) -> Plan:
        """Return the plan with tidied texts. Raises `DomainError` malformed for the first value that is not allowed."""
        plan = replace(self, name=" ".join(self.name.split()), description=self.description.strip())
        _check_texts(plan)
        _check_numbers(plan, BOUNDS, "")
        _check_words(plan)
        for name, (least, most) in BOUNDS_OF_FRACTIONS.items():
            if not least <= getattr(plan, name) <= most:
                raise _wrong(f"{name} is {least} to {most}.")
        if plan.win_points < plan.draw_points or plan.draw_points < plan.loss_points:
            raise _wrong("A win brings no less than a draw, and a draw no less than a loss.")
        _check_tie_breaks(plan.tie_breaks)
        _check_phases(plan.phases)
        return plan

    def columns(self) -> dict[str, Any]:
        """Return the values for the columns of `Tournament`."""
        found = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "phases"}
        return found | {"tie_breaks": list(self.tie_breaks)}

    def to_data(self) -> dict[str, object]:
        """Return the plan as plain data for logs and files."""
        data = asdict(self)
        data["starts_at"] = None if self.starts_at is None else self.starts_at.isoformat()
        return data | {"tie_breaks": list(self.tie_breaks), "phases": [asdict(phase) for phase in self.phases]}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Plan:
        """Return the plan that `to_data` wrote."""
        said = dict(data)
        if said.get("starts_at"):
            said["starts_at"] = datetime.fromisoformat(said["starts_at"])
        said["tie_breaks"] = tuple(said.get("tie_breaks", USUAL))
        said["phases"] = tuple(PhasePlan(**phase) for phase in said["phases"])
        return cls(**said)


def plan_of(tournament: Tournament) -> Plan:
    """Return the plan of a tournament, for clones, pages and comparisons."""
    columns = {one.name: getattr(tournament, one.name) for one in fields(Plan) if one.name != "phases"}
    phases = tuple(phase.plan for phase in tournament.phases.all())
    return Plan(**columns | {"tie_breaks": tuple(tournament.tie_breaks), "phases": phases})


def _wrong(message: str) -> DomainError:
    return DomainError("malformed", message)


def _check_texts(plan: Plan) -> None:
    if not plan.name or not plan.name.isprintable() or len(plan.name) > LONGEST_NAME:
        raise _wrong(f"A tournament has a name of 1 to {LONGEST_NAME} characters.")
    if len(plan.description) > LONGEST_DESCRIPTION or "\x00" in plan.description:
        raise _wrong(f"The description has at most {LONGEST_DESCRIPTION} characters.")


def _check_numbers(checked: Plan | PhasePlan, bounds: Mapping[str, tuple[int, int]], where: str) -> None:
    for name, (least, most) in bounds.items():
        value = getattr(checked, name)
        if name == "capacity" and value is None:
            continue
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise _wrong(f"{where}{name} is a whole number from {least} to {most}.")


def _check_words(plan: Plan) -> None:
    for name, words in (("kind", Kind.values), ("decks_open", DecksOpen.values)):
        if getattr(plan, name) not in words:
            raise _wrong(f"{name} is one of: {', '.join(words)}.")
    if plan.is_table_top and plan.rated:
        raise _wrong("Ratings are for matches that are played here: a table-top event is not rated.")


def _check_tie_breaks(order: tuple[str, ...]) -> None:
    if not order or not TIE_BREAKS.keys() >= set(order) or len(set(order)) != len(order):
        raise _wrong(f"tie_breaks are some of these, each once: {', '.join(TIE_BREAKS)}.")
    if order[0] != Points.key:
        raise _wrong("Points come first among what players are compared by.")


def _check_phases(phases: tuple[PhasePlan, ...]) -> None:
    if not 1 <= len(phases) <= MOST_PHASES:
        raise _wrong(f"A tournament has 1 to {MOST_PHASES} phases.")
    for number, phase in enumerate(phases, 1):
        where = f"Phase {number}: "
        if phase.format not in FORMATS:
            raise _wrong(f"{where}format is one of: {', '.join(FORMATS)}.")
        _check_numbers(phase, BOUNDS_OF_PHASES, where)
        if number == 1 and phase.cut_to:
            raise _wrong(f"{where}everybody plays in the first phase; cut_to is 0.")
        if number > 1 and phase.cut_to == 1:
            raise _wrong(f"{where}a cut is to two players at least.")
        if problem := FORMATS[phase.format].find_problem(phase):
            raise _wrong(f"{where}{problem}")


class Preset(NamedTuple):
    """A named plan that a new tournament can start from."""

    key: str
    title: str
    words: str
    plan: Plan


BLANK = Preset("blank", "A tournament of your own", "You choose everything.", Plan())
_PRESETS = (
    Preset(
        "friday sealed",
        "Friday sealed, 45 minutes",
        "Everybody opens six boosters, builds for 40 minutes and plays Swiss.",
        Plan(kind=Kind.SEALED, build_s=40 * 60, phases=(PhasePlan(Swiss.key),)),
    ),
    Preset(
        "swiss and cut",
        "Swiss and top 8",
        "As many rounds of Swiss as the field needs, then the best eight play it out.",
        Plan(phases=(PhasePlan(Swiss.key), PhasePlan(SingleElimination.key, cut_to=8, third_place=True))),
    ),
    Preset(
        "pods",
        "Pods of four",
        "Four at each table and few meet again; four rounds.",
        Plan(phases=(PhasePlan(Pods.key, rounds=4, seats=4),), tie_breaks=OF_PODS),
    ),
    Preset(
        "double elimination",
        "Double elimination",
        "Whoever loses twice is out.",
        Plan(phases=(PhasePlan(DoubleElimination.key),)),
    ),
    Preset(
        "league",
        "Round robin league",
        "Everybody meets everybody once.",
        Plan(phases=(PhasePlan(RoundRobin.key),), break_s=0),
    ),
)
PLANS = {preset.key: preset for preset in _PRESETS}
