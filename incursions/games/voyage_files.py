"""Voyages from files: scenarios with a sentence beside each step, read and checked for any game.

A voyage has the keys of a scenario of its game and `VOYAGE_KEYS`; its steps may also have `LESSON_KEYS`. Steps of other
seats are played at once. A step without `play` is only read. `docs/voyages.md` explains how to write a voyage.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

from incursions.engine import Game
from incursions.games.voyages import Position, Voyage, VoyageMove, VoyageStep

LEARNER = 0
"""The seat of the learner."""
VOYAGE_KEYS = ("slug", "words", "badge", "farewell")
LESSON_KEYS = ("say", "beside", "hint", "starter")
WHO_KEYS = ("seat", "side")
"""The keys of a step that say who acts."""
MOST_SENTENCES = 2
LONGEST_SENTENCE = 160
"""The letters of all sentences of a step together."""
LONGEST_SLUG = 20
SENTENCE_END = re.compile(r"[.?!](?=\s|$)")
SLUG = re.compile("[a-z0-9]+(-[a-z0-9]+)*")

Described = Mapping[str, Any]
"""A scenario as plain data."""
Line = tuple[int | None, str]
"""A seat, None for the house, and the line that it plays."""


class VoyageFileError(ValueError):
    """Raised for a malformed voyage."""


@dataclass(frozen=True)
class VoyageForm:
    """A game's own part of the form of voyages.

    `places` are the words for `beside`, each with the part of the page before which the sentence stands. `starters` are
    the titles of the ready-made decks or fleets that a step may open; None if they are not checked. `find_seat`
    returns the seat that acts in a step; it raises `VoyageFileError` for a step that no voyage can have.
    """

    places: Mapping[str, str]
    find_seat: Callable[[Described], int | None]
    starters: Iterable[str] | None = None


class _Lesson(NamedTuple):
    """A step of the learner, and the lines with which other seats reply at once."""

    step: VoyageStep
    replies: tuple[Line, ...]


def is_voyage(described: Described) -> bool:
    """Return True if a scenario has a key of voyages, or a step with a sentence."""
    steps = described.get("steps")
    says = isinstance(steps, list) and any(isinstance(step, dict) and "say" in step for step in steps)
    return says or not described.keys().isdisjoint(VOYAGE_KEYS)


def strip_voyage(described: Described) -> dict[str, Any]:
    """Return the scenario without the keys of voyages, and without the steps that are only read.

    Raises `VoyageFileError` if its steps are no list of steps.
    """
    kept = {key: value for key, value in described.items() if key not in VOYAGE_KEYS}
    steps = [{key: value for key, value in step.items() if key not in LESSON_KEYS} for step in _list_steps(described)]
    return {**kept, "steps": [step for step in steps if not step.keys() <= {*WHO_KEYS}]}


def _list_steps(described: Described) -> list[dict[str, Any]]:
    steps = described.get("steps")
    if not isinstance(steps, list):
        raise VoyageFileError("steps: a list was expected")
    for number, step in enumerate(steps, start=1):
        if not isinstance(step, dict):
            raise VoyageFileError(f"step {number}: its keys were expected")
    return steps


def make_voyage(title: str, described: Described, form: VoyageForm, mode: str, lay: Callable[[], Game]) -> Voyage:
    """Return the voyage of a scenario of which `lay` lays the table. Raises `VoyageFileError`."""
    for key in VOYAGE_KEYS:
        if not isinstance(described.get(key), str):
            raise VoyageFileError(f"{key}: a text was expected")
    if len(described["slug"]) > LONGEST_SLUG or not SLUG.fullmatch(described["slug"]):
        raise VoyageFileError(f"slug: up to {LONGEST_SLUG} of a-z, 0-9 and single hyphens were expected")
    opening, lessons = _read_lessons(_list_steps(described), form)
    return Voyage(
        slug=described["slug"],
        title=title,
        words=described["words"],
        farewell=described["farewell"],
        badge=described["badge"],
        mode=mode,
        seat=LEARNER,
        steps=tuple(lesson.step for lesson in lessons),
        places=form.places,
        lay=partial(_lay, lay, opening, lessons),
    )


def check_slugs(voyages: Iterable[Voyage]) -> None:
    """Raise `VoyageFileError` if two voyages have the same slug."""
    for one, other in combinations(voyages, 2):
        if one.slug == other.slug:
            raise VoyageFileError(f"slug: {one.title} and {other.title} have the same, {one.slug}")


def find_early_end(voyage: Voyage) -> str | None:
    """Return that the match is over at the end of the voyage, in words; None if something is left to play.

    Raises `IllegalAction` for a line that cannot be played.
    """
    if voyage.lay(len(voyage.steps)).game.result is None:
        return None
    return "the match is over at the end, and nothing is left to play freely"


def _read_lessons(steps: list[dict[str, Any]], form: VoyageForm) -> tuple[list[Line], list[_Lesson]]:
    """Return the lines that other seats play first, and the lessons. Raises `VoyageFileError`."""
    opening: list[Line] = []
    lessons: list[_Lesson] = []
    for number, step in enumerate(steps, start=1):
        try:
            if "say" in step:
                lessons.append(_Lesson(_read_step(step, form), ()))
            elif "play" in step and "refused" not in step:
                _add_reply((_find_replying(step, form), step["play"]), opening, lessons)
        except VoyageFileError as problem:
            raise VoyageFileError(f"step {number}: {problem}") from problem
    if not lessons:
        raise VoyageFileError("it has no step in which something is said")
    return opening, lessons


def _find_replying(step: Described, form: VoyageForm) -> int | None:
    seat = form.find_seat(step)
    if seat == LEARNER:
        raise VoyageFileError("nothing is said to the learner")
    return seat


def _add_reply(line: Line, opening: list[Line], lessons: list[_Lesson]) -> None:
    """Add the line of another seat to the lesson before it, or to the opening."""
    if lessons:
        lessons[-1] = lessons[-1]._replace(replies=(*lessons[-1].replies, line))
    else:
        opening.append(line)


def _read_step(step: Described, form: VoyageForm) -> VoyageStep:
    """Read a step of the learner. Raises `VoyageFileError`."""
    texts = {key: step.get(key, "") for key in (*LESSON_KEYS, "play")}
    for key, text in texts.items():
        if not isinstance(text, str):
            raise VoyageFileError(f"{key}: a text was expected")
    if texts["beside"] not in form.places:
        raise VoyageFileError(f"beside: one of {', '.join(form.places)} was expected")
    if (
        not texts["say"]
        or len(texts["say"]) > LONGEST_SENTENCE
        or len(SENTENCE_END.findall(texts["say"])) > MOST_SENTENCES
    ):
        raise VoyageFileError(f"say: one sentence or two of up to {LONGEST_SENTENCE} letters together were expected")
    if texts["play"] and not texts["hint"]:
        raise VoyageFileError("hint: where to press was expected")
    if texts["play"] and form.find_seat(step) != LEARNER:
        raise VoyageFileError(f"the learner has seat {LEARNER}")
    if texts["starter"] and form.starters is not None and texts["starter"] not in form.starters:
        raise VoyageFileError(f"starter: one of {', '.join(form.starters)} was expected")
    return VoyageStep(**texts)


def _lay(lay: Callable[[], Game], opening: list[Line], lessons: list[_Lesson], number: int) -> Position:
    """Lay the table and play up to the step of that number, from 0; the number after the last one plays all steps."""
    game = lay()
    moves = list(_play(game, 0, opening))
    for at, lesson in enumerate(lessons[:number]):
        own = [(LEARNER, lesson.step.play)] if lesson.step.play else []
        moves += _play(game, at, [*own, *lesson.replies])
    return Position(game, moves)


def _play(game: Game, step: int, lines: Iterable[Line]) -> Iterator[VoyageMove]:
    """Play the lines, and yield each with its events."""
    for seat, text in lines:
        events = game.act(seat, text)
        yield VoyageMove(step, seat, text, [event.to_data() for event in events])
