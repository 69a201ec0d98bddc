"""Tables of Basic for bots to decide at."""

from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.examples.table import lay_table
from tests.fuzz.tables import catalogue

PIECES = [
    {
        "title": title,
        "race": "Federation",
        "hull": 20,
        "shields": 20,
        "evasion": evasion,
        "systems": {
            "warp": {"hexes": 1},
            "phasers": {"damage": "1D6", "range": 0},
            "torpedoes": {"damage": "1D6", "range": 1},
            "repair": {"points": 3},
        },
    }
    for title, evasion in (("One", 4), ("Other", 0), ("Dodger", 11))
]


def table(*seats: dict, **more) -> Game:
    described = {"pieces": PIECES, "map": {}, "pile": ["Open Space"] * 4, "seats": list(seats), **more}
    described["map"] = {"1,0": "Open Space", "2,0": "Open Space", **described["map"]}
    return lay_table(described, catalogue())
