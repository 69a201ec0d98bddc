"""The bot that takes any of its options."""

from __future__ import annotations

from random import Random

from incursions.bots.bot import View
from incursions.engine import Question


class RandomBot:
    """Chooses among the options by chance, each as likely as the others."""

    name = "random"

    def choose(self, view: View, decision: Question, rng: Random) -> str:
        """Any option."""
        return rng.choice(decision.options)
