"""The games of a flight by their numbers: opponents by turns, from either seat, and what came of each as plain data.

A flight is played in Full (rules 1.4): everybody explores from his own hexpile, so the whole deck is tried.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from incursions.bots.balance.games import DeckSet, Failed, play_decks
from incursions.bots.bot import Bot
from incursions.rules.construction import DeckContent
from incursions.rules.setup import FULL

SEATS = 2


class Outcome(NamedTuple):
    """One game. `opponent` is its place in the field, `began` whether the deck flown had the first turn.

    `score` is 1 for a win and a half for a draw; `turns` are those of both seats. A game that could not be played to
    its end says why in `failure`, and nothing else of it counts.
    """

    opponent: int
    began: bool = False
    score: float = 0.0
    ending: str = ""
    turns: int = 0
    failure: str = ""


def seat_in(number: int, opponents: int) -> int:
    """The seat of the deck flown: another one each time that it meets an opponent, and for every other opponent."""
    time, opponent = divmod(number, opponents)
    return (time + opponent) % SEATS


def play_flight_game(
    field: DeckSet, name: str, content: DeckContent, seed: int, number: int, bot: Bot | None = None
) -> Outcome:
    """Play the game of that number: the same one whoever plays it, when, and beside which others."""
    opponent, seat = number % len(field.decks), seat_in(number, len(field.decks))
    other = field.decks[opponent]
    seated = [(name, content), (other.title, other.content)]
    if seat:
        seated.reverse()
    rng = Random(f"flight/{seed}/{number}")
    game = play_decks(f"game {number} against {other.title}", seated, field.pieces, rng, mode=FULL, bot=bot)
    if isinstance(game, Failed):
        return Outcome(opponent, failure=game.reason)
    return Outcome(opponent, game.first == seat, game.score(seat), game.ending, game.turns)
