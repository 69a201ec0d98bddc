"""Every throw of a match, in the order in which the dice fell, for whoever checks them without these rules.

`static/check_dice.py` is what anybody can check them with; the page of the dice uses the same file.
"""

from __future__ import annotations

import runpy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings

from incursions.engine import WitnessedDice
from incursions.engine.log import returns
from incursions.rules import Game, commitment

FORMAT = "incursions-dice-1"
SCRIPTS = settings.ROOT / "static"
SCRIPT = "check_dice.py"


class WitnessedGame(Game):
    """The game with dice that note what is thrown."""

    __slots__ = ()
    dice_kind = WitnessedDice


@dataclass(frozen=True)
class ThrownDice:
    """Dice thrown in a move: for what, as the match has them, and as the seed gives them."""

    move: int
    strand: str
    gave: list[int]
    recomputed: list[int]

    @property
    def holds(self) -> bool:
        return self.gave == self.recomputed


def dice_account(setup: dict[str, Any], seed: bytes, actions: Iterable[tuple[int | None, str]]) -> dict[str, Any]:
    """The file of every throw. Raises `IllegalAction` where an action may not be done."""
    said = list(actions)
    throws = []
    for game in WitnessedGame.replaying(setup, seed, said, returns(said)):
        assert isinstance(game.dice, WitnessedDice)
        throws += [{"move": game.number, **throw._asdict()} for throw in game.dice.throws]
        game.dice.throws = []
    return {"format": FORMAT, "commitment": commitment(seed), "seed": seed.hex(), "throws": throws}


def thrown_dice(account: dict[str, Any]) -> Iterator[ThrownDice]:
    """The dice of the account, each throw with what the seed gives; shuffles and draws left out."""
    seed, dice = bytes.fromhex(account["seed"]), checker()["dice"]
    for throw in account["throws"]:
        if not throw["limit"]:
            yield ThrownDice(throw["move"], throw["strand"], throw["gave"], dice(seed, throw))


def faults(account: dict[str, Any], record: dict[str, Any]) -> list[str]:
    """What the script finds wrong with a match and the account of its dice."""
    return list(checker()["faults"](account, record))


@cache
def checker() -> dict[str, Any]:
    """The functions of the script that anybody can check dice with."""
    return runpy.run_path(str(SCRIPTS / SCRIPT))


@cache
def script_text(name: str = SCRIPT) -> str:
    """A script of those that anybody can check us with, as it is shown."""
    return (SCRIPTS / name).read_text(encoding="utf-8")
