"""Tables of Full for bots to decide at."""

from random import Random

from cards.storing import pieces
from incursions.games.incursions.bots import CaptainBot, Choice
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.examples.table import lay_table

SPACE = {"1,0": "Open Space", "2,0": "Open Space"}


def table(*seats, **more) -> Game:
    ships = ({"at": "1,0", "deck": [], **seat} for seat in seats)
    return lay_table({"mode": "full", "map": SPACE, "seats": list(ships), **more}, pieces())


def asked(game: Game) -> Choice:
    return CaptainBot().answer(game, game.decision, Random(1))
