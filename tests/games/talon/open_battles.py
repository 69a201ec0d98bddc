"""Fleets as plain data, and open battles that bots play."""

from collections import Counter
from random import Random
from typing import Any

from incursions.games.talon.kind import KIND
from incursions.games.talon.rules.game import Game


def fleet(side: str, **ships: str) -> dict[str, Any]:
    named = [{"name": name, "class": f"{side}_{kind}"} for name, kind in ships.items()]
    return {"side": side, "ships": named}


def play_bots(setup: Any, seed: int, bot: str = "random") -> tuple[Game, Counter[int]]:
    """Return a match that bots have played to the end, and how many ships each seat has deployed."""
    game, rng, player = Game.start(setup, seed.to_bytes(32)), Random(seed), KIND.make_bot(bot, 0.1)
    deployed: Counter[int] = Counter()
    while (question := game.decision) is not None:
        text = player.answer(game, question, rng)[0]
        deployed[question.seat] += text.startswith("deploy ")
        game.play(text)
    return game, deployed
