"""Why the house may not do something, and why nobody else may do what is the house's (rules 19.4, 19.8, 21.3)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from re import Match

    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

_FORFEIT = re.compile(r"forfeit seat (\d{1,4})")
_VERDICT = re.compile(r"adjudicate for seat (\d{1,4})")


def of_the_house(game: Game, text: str) -> tuple[str, str]:
    """The house answers for nobody, and who is out cannot forfeit."""
    match = _FORFEIT.fullmatch(text) or _VERDICT.fullmatch(text)
    if match is None:
        return "", f"The house cannot {text!r} here"
    if int(match[1]) >= len(game.ships):
        return "", f"There is no seat {match[1]}"
    return "19.4", f"{game.ships[int(match[1])].card.title} is out of the game already"


def of_a_seat(game: Game, ship: Ship, match: Match[str]) -> tuple[str, str]:
    """Only the house stops a match, and only it concedes for a player."""
    if match[0] == "time":
        return "21.3", "Nobody but the house says that time is up"
    return "19.8", "A player concedes for himself alone: say concede"
