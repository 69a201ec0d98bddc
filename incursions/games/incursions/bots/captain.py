"""The bot that plays sensibly."""

from __future__ import annotations

from random import Random

from incursions.engine import Question
from incursions.games.incursions.bots.basic import PLANS
from incursions.games.incursions.bots.bot import Choice, View, ViewBot, add_library, decline
from incursions.games.incursions.bots.full.answers import answer
from incursions.games.incursions.bots.full.defence import add_shield_power, answer_attack
from incursions.games.incursions.bots.full.table import Table
from incursions.games.incursions.bots.full.turn import ideas
from incursions.games.incursions.bots.situation import Situation
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.state.setup import BASIC
from incursions.games.incursions.rules.view import glance


class CaptainBot(ViewBot):
    """A bot that plans a whole line at every question. It keeps only the table of the latest one."""

    name = "captain"

    def __init__(self) -> None:
        self._latest: tuple[Game, int, Table] | None = None

    def answer(self, game: Game, question: Question, rng: Random) -> Choice:
        """Return an option, or a whole line, with its reason: as `explain` gives it, beyond Basic in less time."""
        if game.mode == BASIC:
            return super().answer(game, question, rng)
        # Between two stages of one line nothing on the table changes. The latest is read once: threads share the bot.
        before, number, table = self._latest or (None, 0, None)
        if table is None or not question.said or before is not game or number != game.number - 1:
            table = Table(add_library(glance(game, question.seat), game), question.seat)
        self._latest = game, game.number, table
        return answer(table, question)

    def explain(self, view: View, decision: Question, rng: Random) -> Choice:
        """Return a whole line with its reason, even at a stage of a line that the bot did not begin."""
        if view["mode"] != BASIC:
            return answer(Table(view, decision.seat), decision)
        situation = Situation(view, decision.seat)
        if view["attack"] is not None:
            return answer_attack(situation) if view["attack"]["defence"] is None else add_shield_power(situation)
        for plan in PLANS:  # the first that has an answer here, and one that begins with an option
            said, reason = plan(situation, rng) or ((), "")
            if said and (decision.said or said[0] in decision.options):
                return Choice(" ".join(said), reason)
        return decline(decision, "nothing better is on offer")

    def ranking(self, view: View, decision: Question) -> list[str]:
        """Return the options of a maneuver that are worth a thought, the best first; none in Basic."""
        if view["mode"] == BASIC or decision.topic != "maneuver" or decision.said:
            return []
        found = sorted(ideas(Table(view, decision.seat), decision), key=lambda idea: -idea.value)
        return list(dict.fromkeys(idea.option for idea in found if idea.option in decision))
