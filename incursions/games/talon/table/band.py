"""The round as a band of impulses, with the action points and moves that are due to each ship (rules T4.3, T4.4)."""

from __future__ import annotations

from typing import NamedTuple

from incursions.games.talon.rules.acts import GRAVITY, POWER_PHASE, SET_UP
from incursions.games.talon.rules.battlefield import Battlefield
from incursions.games.talon.rules.definitions import IMPULSES
from incursions.games.talon.table import wording
from incursions.games.talon.table.sheets import Due, list_dues
from incursions.games.talon.table.wording import View

DONE, NOW, AHEAD = "done", "now", ""
STEP_TITLES = {
    "power": "action points",
    "movement": "movement",
    "fire": "fire",
    "repair": "repair",
    POWER_PHASE: "Power Phase",
    GRAVITY: "gravity",
    SET_UP: "set-up",
}


class Cell(NamedTuple):
    """An impulse: the number of its action points and moves; `state` is "done", "now" or ""."""

    letter: str
    state: str
    ap: int
    moves: int


class Line(NamedTuple):
    """A ship in the round: its row and what is due to it in each impulse."""

    name: str
    css: str
    row: str
    dues: tuple[Due, ...]


class Band(NamedTuple):
    """The round. `phase_state` is the state of the Power Phase, `step` the step under way in words.

    `is_open`: what is due is shown ship by ship when the page opens.
    """

    round: int
    rounds: int | None
    cells: tuple[Cell, ...]
    phase_state: str
    step: str
    lines: tuple[Line, ...]
    is_open: bool = False


def build_band(view: View, field: Battlefield) -> Band:
    """Return the band of a view. What is due later assumes that no ship changes its row before the Power Phase."""
    ships = [ship for ship in view["ships"] if ship["status"] == wording.IN_PLAY]
    lines = tuple(
        Line(
            ship["name"],
            wording.side_css(field, ship["side"]),
            "-".join(map(str, ship["row"])),
            tuple(list_dues(ship, field)),
        )
        for ship in ships
    )
    is_after = view["step"] in (POWER_PHASE, GRAVITY)
    here = len(IMPULSES) if is_after else -1 if view["step"] == SET_UP else IMPULSES.index(view["impulse"])
    cells = tuple(
        Cell(
            letter,
            DONE if place < here else NOW if place == here and not view["result"] else AHEAD,
            sum(line.dues[place].has_ap for line in lines),
            sum(line.dues[place].moves for line in lines),
        )
        for place, letter in enumerate(IMPULSES)
    )
    return Band(
        view["round"],
        view["rounds"],
        cells,
        NOW if is_after and not view["result"] else AHEAD,
        describe_step(view),
        lines,
    )


def describe_step(view: View) -> str:
    """Return whose step it is, in words."""
    if view["result"]:
        return "over"
    return f"{wording.side_title(view['side'])}: {STEP_TITLES.get(view['step'], view['step'])}"
