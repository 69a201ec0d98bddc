"""Plans for the rows of a seat's ships in a Power Phase: one act changes a row, and the others follow it."""

from __future__ import annotations

from incursions.engine import Question
from incursions.games.talon.bots.bot import read_options
from incursions.games.talon.bots.hunter import HunterBot
from incursions.games.talon.rules.acts import POWER_PHASE
from incursions.games.talon.rules.game import Game


def find_next_set(game: Game, question: Question, planner: HunterBot, settled: int = -1) -> str:
    """Return the next act of the planner's plan: a row for a ship that has its old one, or the end of the phase.

    The ship `settled` stays as it is, and so do those whose row was changed already.
    """
    rows: dict[int, str] = {}
    end = question.options[0]
    for act in read_options(game, question):
        if act.verb == "end":
            end = act.text
        ship = game.ships[act.ship]
        if act.verb != "set" or act.ship == settled or ship.row != ship.first_row:
            continue
        if act.ship not in rows:
            row = planner.find_row(game, ship)
            rows[act.ship] = "" if row == ship.row else game.battlefield.row_texts[act.ship][row]
        if act.detail == rows[act.ship]:
            return act.text
    return end


def list_sets(game: Game, question: Question) -> list[str]:
    """Return the answers that are worth a try: a row for each ship that has its old one, and the end of the phase."""
    ships = game.ships
    return [
        act.text
        for act in read_options(game, question)
        if act.verb == "end" or (act.verb == "set" and ships[act.ship].row == ships[act.ship].first_row)
    ]


def follow_plan(game: Game, seat: int, text: str, planner: HunterBot) -> None:
    """Play an answer of a Power Phase and the rest of the seat's plan, in which the ship that it names stays."""
    settled = game.battlefield.read_act(text).ship
    game.play(text)
    question = game.decision
    while question is not None and question.topic == POWER_PHASE and question.seat == seat:
        game.play(find_next_set(game, question, planner, settled))
        question = game.decision
