"""The prompt: the panel that asks a question, with its title, options and screen reader text; and the reasons for a no.

The reasons are the engine's own refusals of the acts that a player may have in mind who points at something.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from incursions.games.talon.rules.acts import FIRE, MOVEMENT, POWER, POWER_PHASE
from incursions.games.talon.rules.battlefield import Battlefield
from incursions.games.talon.rules.game import Game
from incursions.games.talon.table import wording
from incursions.games.talon.table.option_rows import LONG, Group, RefusedRow, Row, group_rows
from incursions.games.talon.table.question_rows import list_rows
from incursions.games.talon.table.wording import View
from incursions.kit.words import format_count

DOES = {
    "power": "spends action points",
    "movement": "moves",
    "fire": "fires",
    "repair": "repairs",
    "power phase": "sets its rows",
    "gravity": "orders its ships",
    "set-up": "deploys",
}
"""The act of the seat asked, for other viewers, by topic."""
SUBTITLES = {
    POWER: "Each ship with an action point buys one thing, or loses it",
    MOVEMENT: "Every ship that is due moves one hex, every missile flies",
    FIRE: "Each charged group fires once; its weapons one by one",
    POWER_PHASE: "The row of the next round: one step faster or slower",
}
OVER = "The battle is over"


@dataclass(frozen=True)
class Prompt:
    """A question as one viewer sees it. `groups` is empty for viewers who are not asked."""

    title: str
    sub: str = ""
    rule: str = ""
    asked: int | None = None
    is_own: bool = False
    groups: tuple[Group, ...] = ()
    announce: str = ""

    said = ()
    introduction = Markup("")
    roll = Markup("")

    @property
    def is_long(self) -> bool:
        """True if a small screen cannot show all, so that links lead to the headings."""
        return len(self.groups) > 2 and sum(len(group.rows) for group in self.groups) > LONG


def build_prompt(view: View, rows: Sequence[Row], idle: Sequence[RefusedRow] = ()) -> Prompt:
    """Return the prompt of a view, with the rows of the viewer if the viewer is asked, and the ships without one."""
    question = view["question"]
    if not question:
        return Prompt(OVER, announce=OVER)
    is_own = bool(rows)
    who = f"The {wording.side_title(_find_side(view, question['seat']))} side"
    does = DOES.get(question["topic"], "chooses")
    title = question["title"] if is_own else f"{who} {does}"
    return Prompt(
        title=title,
        sub=SUBTITLES.get(question["topic"], "") if is_own else "",
        rule=question["rule"],
        asked=question["seat"],
        is_own=is_own,
        groups=tuple(_group_all(rows, idle, view)),
        announce=_announce(title, rows) if is_own else f"{who} {does}.",
    )


def _group_all(rows: Sequence[Row], idle: Sequence[RefusedRow], view: View) -> list[Group]:
    """Return the rows under their headings, with the ships without one at the end of the last."""
    groups = group_rows(rows, _list_notes(view))
    if groups and idle:
        groups[-1] = replace(groups[-1], idle=tuple(idle))
    return groups


def _find_side(view: View, seat: int) -> str:
    """Return the side of a seat: that of its ships."""
    return next((str(ship["side"]) for ship in view["ships"] if ship["seat"] == seat), str(view["side"]))


def _list_notes(view: View) -> dict[str, str]:
    """Return what follows the name of a ship as a heading, by its name."""
    topic = view["question"]["topic"]
    notes = {}
    for ship in view["ships"]:
        if topic == POWER and ship["ap"]:
            notes[ship["name"]] = "1 action point"
        elif topic == MOVEMENT:
            notes[ship["name"]] = "must move" if ship["owes_move"] else "may burn"
    return notes


def _announce(title: str, rows: Sequence[Row]) -> str:
    """Return what a screen reader says when the viewer is asked."""
    first = f"{rows[0].group}: {rows[0].spoken}" if rows[0].group else rows[0].spoken
    return f"Your decision. {title}. {format_count(len(rows), 'option')}. {first}"


def list_alternatives(game: Game, seat: int, line: str | None, field: Battlefield) -> list[Group]:
    """Return the options of the seat, with the one open that `line` chose; None if it chose none."""
    view = game.view(seat)
    rows = list_rows(game, view, field)
    return group_rows(replace(row, is_open=_is_of(row, line)) for row in rows)


def _is_of(row: Row, line: str | None) -> bool:
    """Return True if the line is one of the row's."""
    return line is not None and (line == row.text or any(choice.text == line for choice in row.choices))
