"""The duel on the shelf of games: two modes, of which one has a term, no loadouts, and a bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from incursions.engine import Question
from incursions.games.contract import BotKind, GameKind, ModeKind, Records, Term, Terms
from incursions.games.loadouts import SeatPlayed
from incursions.games.presentations import Presentation
from incursions.games.tables import TableKind
from tests.games.duel.game import GOAL, RULES_VERSION, SEATS, Duel, Setup

NAME = "duel"
GOAL_TERM = Term("goal", "Points to win", default=GOAL, least=3, most=30)
MODES = (
    ModeKind(
        "quick",
        "Quick",
        "Quick: whoever has ten points first",
        SEATS,
        SEATS,
        minutes=10,
        has_secrets=True,
        goal="Have ten points first.",
    ),
    ModeKind("long", "Long", "Long: to a goal of your choice", SEATS, SEATS, (GOAL_TERM,), has_secrets=True),
)


PRESENTATION = Presentation(
    headline="Guess what the other one hides",
    summary="A duel of hidden numbers for two players.",
    length="A duel takes five minutes.",
    credit=("The duel is nobody's game: it was made for this page.",),
)


class Hunter:
    """A bot that plays at random and never parries."""

    name = "hunter"

    def answer(self, game: Any, question: Question, rng: Random) -> tuple[str, str]:
        return question.least or rng.choice(list(question.options)), "by chance"


def build_setup(mode: str, terms: Terms, loadouts: Sequence[Any], pieces: Any) -> Setup:
    """Return the set-up of a duel."""
    goal = terms.get(GOAL_TERM.name, GOAL)
    return {"game": NAME, "rules_version": RULES_VERSION, "mode": mode, "seats": [{} for _ in loadouts], "goal": goal}


def check_setup(setup: Mapping[str, object]) -> None:
    """Raise ValueError for seats or a goal that no duel has."""
    goal = setup.get("goal")
    if setup.get("seats") != [{}] * SEATS:
        raise ValueError(f"A duel has {SEATS} seats.")
    if type(goal) is not int or not GOAL_TERM.least <= goal <= GOAL_TERM.most:
        raise ValueError(f"A duel is played to {GOAL_TERM.least} to {GOAL_TERM.most} points.")


def load_table() -> TableKind:
    """Return how a duel looks."""
    from tests.games.duel.table import TABLE

    return TABLE


RECORDS = Records(lambda events: ["Duellist"] * SEATS, lambda setup, events, seat: SeatPlayed("Duellist", "Duellists"))
KIND = GameKind(
    name=NAME,
    title="Duel",
    rules_version=RULES_VERSION,
    game=Duel,
    modes=MODES,
    presentation=PRESENTATION,
    build_setup=build_setup,
    check_size=check_setup,
    records=RECORDS,
    load_table=load_table,
    bots=(BotKind("hunter", lambda seconds: Hunter(), title="Hunter bot", words="Hunter: plays at random"),),
    usual_bot="hunter",
)
