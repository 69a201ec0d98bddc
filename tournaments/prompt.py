"""The prompt: the one panel that asks. Whom it asks, what, why, and what a screen reader says of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments import wording
from tournaments.option_rows import Group, Row, grouped

DEFENCE_TOPICS = ("defence", "shield power")

View = Mapping[str, Any]


@dataclass(frozen=True)
class Prompt:
    """A question as one viewer sees it. `groups` and `said` are empty for whoever is not asked."""

    title: str
    sub: str = ""
    rule: str = ""
    asked: int | None = None
    is_own: bool = False
    groups: tuple[Group, ...] = ()
    said: tuple[str, ...] = ()
    attack: Mapping[str, Any] | None = None
    announce: str = ""


def prompt_for(view: View, rows: Sequence[Row], seat: int | None) -> Prompt:
    """The prompt of a view, with the rows of the viewer, if it is the viewer who is asked."""
    question = view["question"]
    if not question:
        return Prompt("The match is over")
    is_own = bool(rows)
    if is_under_fire(view):
        rows = [replace(row, is_open=bool(row.choices)) for row in rows]
    titles = {ship["seat"]: ship["title"] for ship in view["ships"]}
    title = _title(view, titles, seat)
    return Prompt(
        title=title,
        sub=_sub(view),
        rule=question["rule"],
        asked=question["seat"],
        is_own=is_own,
        groups=tuple(grouped(rows)),
        said=tuple(wording.with_ships(phrase, titles) for phrase in question["said"]) if is_own else (),
        attack=view["attack"],
        announce=_announcement(view, rows, title) if is_own else f"{titles[question['seat']]} is asked.",
    )


def is_under_fire(view: View) -> bool:
    """Whether the question is how to answer an attack."""
    return bool(view["attack"]) and view["question"]["topic"] in DEFENCE_TOPICS


def _title(view: View, titles: Mapping[int, str], seat: int | None) -> str:
    """Who does what to whom, in six words."""
    question, attack = view["question"], view["attack"]
    asked = titles[question["seat"]]
    is_own = question["seat"] == seat
    if is_under_fire(view):
        shooter = titles[attack["seat"]]
        if is_own:
            return f"{shooter} fires at you"
        return f"{asked} answers {'your' if attack['seat'] == seat else shooter + '’s'} fire"
    return question["title"] if is_own else f"{asked}’s {view['turn']['step']}"


def _sub(view: View) -> str:
    """Why it is asked, in one line."""
    ship = next(ship for ship in view["ships"] if ship["seat"] == view["question"]["seat"])
    ready = f"{wording.power_words(ship['power'])} ready"
    if is_under_fire(view):
        return f"{wording.capitalised(view['attack']['weapon'])}. One defence, and shields; {ready}"
    return f"{wording.counted(view['turn']['left'] + 1, 'maneuver')} left, {ready}"


def _announcement(view: View, rows: Sequence[Row], title: str) -> str:
    """What a screen reader says when the viewer is asked."""
    attack = view["attack"]
    struck = f" {wording.capitalised(attack['weapon'])} for {attack['score']}." if attack else ""
    legal = [row for row in rows if not row.is_refused]
    return f"Your decision. {title}.{struck} {wording.counted(len(legal), 'option')}. {legal[0].spoken}"
