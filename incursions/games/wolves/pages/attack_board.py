"""The attack board: quadrants with numbered spaces, Wolves and squadrons as tokens, and who has still to act."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from incursions.games.wolves.pages.drawing import list_wolves
from incursions.games.wolves.rules.content.definitions import FLAGSHIP, QUADRANTS
from incursions.games.wolves.rules.fleet_map import SPACES, list_idle, number_spaces
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.state import FLEET, Attack, Unit


class BoardSpace(NamedTuple):
    """The spaces of one vessel in a quadrant: its numbers, its name ("" if they are free), and how many they are."""

    numbers: str
    vessel: str
    size: int


def describe_board(game: Game, unread: Collection[str] = ()) -> Mapping[str, Any] | None:
    """Return the attack as its board shows it, as the map party and Control may read it; None without an attack."""
    attack = game.state.attack
    if attack is None:
        return None
    return {
        "round": attack.number,
        "is_fleet": attack.side == FLEET,
        "quadrants": [describe_quadrant(game, attack, quadrant) for quadrant in QUADRANTS],
        "flagship": name_flagship(game, attack),
        "hangars": [unit for unit in list_squadrons(game, attack) if not unit.quadrant],
        "counted": [(name, number) for name, number in attack.counted.items() if number],
        "boarded": [(name, game.vessel(name).parties) for name in attack.vessels if game.vessel(name).parties],
        "idle": list_idle(game, attack, unread) if attack.side == FLEET else [],
        "acted": list(attack.acted),
        "travel": list(attack.travel.items()),
    }


def describe_quadrant(game: Game, attack: Attack, quadrant: int) -> dict[str, Any]:
    """Return a quadrant of the board: its spaces, the Wolves by kind, and the squadrons there."""
    wolves = attack.find_wolves(quadrant)
    return {
        "number": quadrant,
        "spaces": list_spaces(game, quadrant, attack.point),
        "wolves": list_wolves(wolves.to_data()),
        "hits": wolves.hits,
        "squadrons": [unit for unit in list_squadrons(game, attack) if unit.quadrant == quadrant],
    }


def list_spaces(game: Game, quadrant: int, point: str) -> list[BoardSpace]:
    """Return the spaces of a quadrant of a group's map, lowest number first; free ones one by one (rules W13.5)."""
    spaces, first = [], 1
    for numbers, vessel in number_spaces(game, quadrant, point):
        if numbers:
            last = numbers[-1]
            words = str(numbers[0]) if numbers[0] == last else f"{numbers[0]}-{last}"
            spaces.append(BoardSpace(words, vessel.name, len(numbers)))
            first = last + 1
    return spaces + [BoardSpace(str(number), "", 1) for number in range(first, SPACES + 1)]


def list_squadrons(game: Game, attack: Attack) -> list[Unit]:
    """Return the squadrons in service of the vessels that are attacked."""
    return [unit for name in attack.vessels for unit in game.state.squadrons_of(name)]


def name_flagship(game: Game, attack: Attack) -> str:
    """Return the flagship if it lies in the centre of the group's map, "" if it does not."""
    return FLAGSHIP if game.flagship.point == attack.point and not game.flagship.is_destroyed else ""
