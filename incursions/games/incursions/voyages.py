"""The voyages of `fixtures/voyages`: scenarios with a sentence beside each step, read for the platform and checked.

A voyage has the keys of a scenario and `VOYAGE_KEYS`; its steps may also have `LESSON_KEYS`. Steps of other seats are
played at once. A step without `play` is only read. `docs/voyages.md` explains how to write a voyage.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from incursions.games.incursions.rules.catalogue import Catalogue, load
from incursions.games.incursions.rules.examples.scenario_files import Scenario, read_scenarios
from incursions.games.incursions.rules.examples.scenarios import play_scenario, read_table, run_scenario
from incursions.games.incursions.rules.examples.table import lay_table
from incursions.games.incursions.rules.game import Game
from incursions.games.incursions.rules.state.setup import BASIC
from incursions.games.voyages import Position, Voyage, VoyageMove, VoyageStep

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
LEARNER = 0
"""The seat of the learner."""
VOYAGE_KEYS = ("slug", "words", "badge", "farewell")
LESSON_KEYS = ("say", "beside", "hint", "starter")
PLACES = ("chart", "own", "other", "prompt", "hand", "log")
"""The parts of the page beside which a sentence can stand."""
MOST_SENTENCES = 2
LONGEST_SENTENCE = 160
"""The letters of all sentences of a step together."""
LONGEST_SLUG = 20
SENTENCE_END = re.compile(r"[.?!](?=\s|$)")
SLUG = re.compile("[a-z0-9]+(-[a-z0-9]+)*")


class VoyageFileError(ValueError):
    """Raised for a malformed voyage."""


class _Lesson(NamedTuple):
    """A step of the learner, and the lines with which other seats reply at once."""

    step: VoyageStep
    replies: tuple[tuple[int | None, str], ...]


@cache
def read_voyages(fixtures: Path = FIXTURES) -> tuple[Voyage, ...]:
    """Return all voyages, in the order of their files. Raises `VoyageFileError` or `ScenarioFileError`."""
    pieces = load(fixtures)
    voyages = tuple(
        _make_voyage(scenario, pieces)
        for path in sorted((fixtures / "voyages").glob("*.yaml"))
        for scenario in read_scenarios(path)
    )
    for one, other in combinations(voyages, 2):
        if one.slug == other.slug:
            raise VoyageFileError(f"slug: {one.title} and {other.title} have the same, {one.slug}")
    return voyages


def is_voyage(scenario: Scenario) -> bool:
    """Return True if the scenario has a key of voyages, or a step with a sentence."""
    steps = scenario.described.get("steps")
    says = isinstance(steps, list) and any(isinstance(step, dict) and "say" in step for step in steps)
    return says or not scenario.described.keys().isdisjoint(VOYAGE_KEYS)


def check_voyage(scenario: Scenario, pieces: Catalogue, starters: Collection[str]) -> str | None:
    """Return the fault of a voyage in words, None if it is sound: its form, an illegal line, or a missed goal.

    `starters` are the titles of the starter decks that a step may open.
    """
    try:
        voyage = _make_voyage(scenario, pieces)
        _check_starters(voyage, starters)
        stripped = _strip(scenario)
        fault = run_scenario(stripped, pieces)
        if fault is not None:
            return fault
        *_, (_, game) = play_scenario(stripped, pieces)
    except ValueError as problem:
        return f"{scenario.place}: {problem}"
    if game.result is not None:
        return f"{scenario.place}: the match is over at the end, and nothing is left to play freely"
    return None


def _check_starters(voyage: Voyage, starters: Collection[str]) -> None:
    """Raise `VoyageFileError` for a step that opens an unknown starter deck."""
    for number, step in enumerate(voyage.steps, start=1):
        if step.starter and step.starter not in starters:
            raise VoyageFileError(f"sentence {number}: starter: one of {', '.join(starters)} was expected")


def _strip(scenario: Scenario) -> Scenario:
    """Return the scenario without the keys of voyages, and without the steps that are only read."""
    described = {key: value for key, value in scenario.described.items() if key not in VOYAGE_KEYS}
    steps = [{key: value for key, value in step.items() if key not in LESSON_KEYS} for step in described["steps"]]
    return scenario._replace(described={**described, "steps": [step for step in steps if step.keys() - {"seat"}]})


def _make_voyage(scenario: Scenario, pieces: Catalogue) -> Voyage:
    """Build a voyage from its scenario. Raises `VoyageFileError`, or `ScenarioError` for its table."""
    described = scenario.described
    for key in VOYAGE_KEYS:
        if not isinstance(described.get(key), str):
            raise VoyageFileError(f"{key}: a text was expected")
    if len(described["slug"]) > LONGEST_SLUG or not SLUG.fullmatch(described["slug"]):
        raise VoyageFileError(f"slug: up to {LONGEST_SLUG} of a-z, 0-9 and single hyphens were expected")
    if not isinstance(described.get("steps"), list):
        raise VoyageFileError("steps: a list was expected")
    opening, lessons = _read_lessons(described["steps"])
    table = read_table(_strip(scenario).described)
    return Voyage(
        slug=described["slug"],
        title=scenario.title,
        words=described["words"],
        farewell=described["farewell"],
        badge=described["badge"],
        mode=table.get("mode", BASIC),
        seat=LEARNER,
        steps=tuple(lesson.step for lesson in lessons),
        lay=partial(_lay, table, pieces, opening, lessons),
    )


def _read_lessons(steps: list[Any]) -> tuple[list[tuple[int | None, str]], list[_Lesson]]:
    """Return the lines that other seats play first, and the lessons. Raises `VoyageFileError`."""
    opening: list[tuple[int | None, str]] = []
    lessons: list[_Lesson] = []
    for number, step in enumerate(steps, start=1):
        if not isinstance(step, dict):
            raise VoyageFileError(f"step {number}: its keys were expected")
        if "say" in step:
            lessons.append(_Lesson(_read_step(number, step), ()))
        elif step.get("seat") == LEARNER and "refused" not in step:
            raise VoyageFileError(f"step {number}: nothing is said to the learner")
        elif "play" in step and "refused" not in step:
            reply = step.get("seat"), step["play"]
            if lessons:
                lessons[-1] = lessons[-1]._replace(replies=(*lessons[-1].replies, reply))
            else:
                opening.append(reply)
    if not lessons:
        raise VoyageFileError("it has no step in which something is said")
    return opening, lessons


def _read_step(number: int, step: Mapping[str, Any]) -> VoyageStep:
    """Read a step of the learner. Raises `VoyageFileError`."""
    texts = {key: step.get(key, "") for key in (*LESSON_KEYS, "play")}
    for key, text in texts.items():
        if not isinstance(text, str):
            raise VoyageFileError(f"step {number}: {key}: a text was expected")
    if texts["beside"] not in PLACES:
        raise VoyageFileError(f"step {number}: beside: one of {', '.join(PLACES)} was expected")
    if (
        not texts["say"]
        or len(texts["say"]) > LONGEST_SENTENCE
        or len(SENTENCE_END.findall(texts["say"])) > MOST_SENTENCES
    ):
        expected = f"one sentence or two of up to {LONGEST_SENTENCE} letters together were expected"
        raise VoyageFileError(f"step {number}: say: {expected}")
    if texts["play"] and not texts["hint"]:
        raise VoyageFileError(f"step {number}: hint: where to press was expected")
    if texts["play"] and step.get("seat") != LEARNER:
        raise VoyageFileError(f"step {number}: the learner has seat {LEARNER}")
    return VoyageStep(**texts)


def _lay(
    table: Any, pieces: Catalogue, opening: list[tuple[int | None, str]], lessons: list[_Lesson], number: int
) -> Position:
    """Lay the table and play up to the step of that number, from 0; the number after the last one plays all steps."""
    game = lay_table(table, pieces)
    moves = list(_play(game, 0, opening))
    for at, lesson in enumerate(lessons[:number]):
        own = [(LEARNER, lesson.step.play)] if lesson.step.play else []
        moves += _play(game, at, [*own, *lesson.replies])
    return Position(game, moves)


def _play(game: Game, step: int, lines: list[tuple[int | None, str]]) -> Iterator[VoyageMove]:
    """Play the lines, and yield each with its events."""
    for seat, text in lines:
        events = game.act(seat, text)
        yield VoyageMove(step, seat, text, [event.to_data() for event in events])


__all__ = ["VoyageFileError", "check_voyage", "is_voyage", "read_voyages"]
