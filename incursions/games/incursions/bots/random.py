"""The bot that takes any of its options."""

from __future__ import annotations

from random import Random

from incursions.engine import Question
from incursions.games.incursions.bots.bot import Choice, View, ViewBot


class RandomBot(ViewBot):
    """Chooses among the options by chance, each as likely as the others."""

    name = "random"

    def explain(self, view: View, decision: Question, rng: Random) -> Choice:
        """Choose any option."""
        return Choice(rng.choice(decision.options), f"drawn by chance, one of {len(decision.options)}")
