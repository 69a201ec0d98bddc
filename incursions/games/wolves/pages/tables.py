"""The tables of the hall: where a player may be, and what he may do there (rules W20.1, W23)."""

from __future__ import annotations

from collections.abc import Sequence

from incursions.games.megagames import DayTable
from incursions.games.wolves.rules.content.definitions import FLAGSHIP
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.roles import find_council_table
from incursions.games.wolves.rules.state import MAP
from incursions.games.wolves.rules.survivors import SICKBAY

HERE = "You are here."


def list_tables(game: Game) -> Sequence[DayTable]:
    """Return the tables of all vessels in the order of the fleet list, and the map."""
    names = [*game.state.vessels, MAP]
    return [DayTable(name.capitalize() if name == MAP else name, f"go to {name}") for name in names]


def describe_table(game: Game, seat: str, title: str) -> str:
    """Return what a seat may do at a table."""
    vessel = game.state.vessels.get(title)
    here = f"{HERE} " if game.state.places.get(seat) in (title, title.lower()) else ""
    if vessel is None:
        return f"{here}Vessels are moved here, and attacks are fought (W13.2, W15.3)."
    if vessel.is_destroyed:
        return f"{title} is destroyed."
    if find_team(seat, game.state.vessels) == title:
        return f"{here}Your own table: you work its panel (W23.3)."
    words = ["Its team has hidden the panel (W20.2)." if vessel.is_hidden else "You may read its panel (W20.1)."]
    if title == find_council_table(game.state):
        words.append("The council meets here (W6.2).")
    if title == FLAGSHIP:
        words.append("The brig is here (W24.5).")
    if vessel.of_kind(SICKBAY):
        words.append("It has a sickbay (W24.1).")
    return here + " ".join(words)
