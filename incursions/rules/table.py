"""Lays out a table as a scenario describes it: ships, map, pile and dice as they stand, nothing shuffled or dealt.

The match begins at the first maneuver of seat `first`, its power-up done.
"""

from __future__ import annotations

from typing import Any

from incursions.engine.dice import FixedDice
from incursions.engine.hexes import parse_hex
from incursions.rules.catalogue import MOST_POINTS, Catalogue, check_definition, is_ship
from incursions.rules.game import Game
from incursions.rules.pieces import START_TILE, Definition
from incursions.rules.setup import FEWEST_SEATS, MOST_SEATS, ROUND_LIMIT, RULES_VERSION
from incursions.rules.ships import CONCEDED, DESTROYED, POWER_CARDS, Ship
from incursions.rules.turn import MANEUVER, Rounds, Turn

TABLE_KEYS = ("mode", "first", "turn_round", "windows", "map", "pile", "pieces", "seats", "dice", "round_limit")
SEAT_KEYS = ("ship", "at", "hull", "shields", "power", "out")


class TableError(ValueError):
    """A description of a table that cannot be laid out; the message says where and what was expected."""


def lay_table(described: dict[str, Any], catalogue: Catalogue) -> Game:
    """The match that `described` (with the keys `TABLE_KEYS`) lays out. Raises `TableError` or `CatalogueError`."""
    unknown = [key for key in described if key not in TABLE_KEYS]
    if unknown:
        raise TableError(f"a table has no {unknown[0]!r}; it has {', '.join(TABLE_KEYS)}")
    if described.get("mode", "basic") != "basic":
        raise TableError(f"mode {described['mode']!r} is not known; there is basic")
    ships, tiles = _pieces(described, catalogue)
    seats = described.get("seats")
    if not isinstance(seats, list) or not FEWEST_SEATS <= len(seats) <= MOST_SEATS:
        raise TableError(f"seats: a list of {FEWEST_SEATS} to {MOST_SEATS} seats was expected")
    pile = [_known(title, tiles, "pile") for title in described.get("pile") or []]
    charted = {_hex(place): _known(title, tiles, "map") for place, title in (described.get("map") or {}).items()}
    aboard = [_known(_seat(seat).get("ship"), ships, "seats") for seat in seats]
    _raise_printed(ships, aboard, seats)
    setup = {
        "game": "incursions",
        "rules_version": RULES_VERSION,
        "mode": "basic",
        "seats": [{"ship": title} for title in aboard],
        "ships": [ships[title] for title in dict.fromkeys(aboard)],
        "tiles": [tiles[title] for title in dict.fromkeys([*charted.values(), *pile]) if title != START_TILE["title"]],
        "pile": pile,
        "windows": described.get("windows", "able"),
        "round_limit": _number(described, "round_limit", ROUND_LIMIT),
    }
    game = Game(setup, FixedDice(_dice(described.get("dice") or [])))
    game.map |= charted
    game.pile = pile[::-1]
    game.ships = [_ship(game, number, seat) for number, seat in enumerate(seats)]
    game.round = _number(described, "turn_round", 1)
    first = _number(described, "first", 0)
    if first >= len(game.ships) or game.ships[first].out is not None:
        raise TableError(f"first: seat {first} is not in the game")
    _begin_turn(game, first)
    return game


def _begin_turn(game: Game, first: int) -> None:
    game.first = game.turn_seat = first
    game.turns = 1
    rounds, turn = Rounds(), Turn(first, game.ships[first].at)
    rounds.begun = True
    turn.step = MANEUVER
    game.stack = [rounds, turn]
    game.advance()


def _pieces(described: dict[str, Any], catalogue: Catalogue) -> tuple[dict[str, Definition], dict[str, Definition]]:
    """The catalogue's pieces with the table's own added or put in their stead."""
    ships, tiles = dict(catalogue.ships), {START_TILE["title"]: START_TILE, **catalogue.tiles}
    for piece in described.get("pieces") or []:
        title = str(piece.get("title")) if isinstance(piece, dict) else ""
        if is_ship(piece) or title in ships:  # what it does not say is as the catalogue's ship of that title prints it
            ships[title] = check_definition({"role": "ship", **ships.get(title, {}), **piece}, "pieces")
        else:
            filled = {"hex_points": 1, "kind": "normal", "affinity": "none", "text": "No event.", "verbs": []}
            tiles[title] = check_definition(filled | piece if isinstance(piece, dict) else piece, "pieces")
    return ships, tiles


def _raise_printed(ships: dict[str, Definition], aboard: list[str], seats: list[dict[str, Any]]) -> None:
    """A seat's points override what its ship prints: more than that raises the maximum."""
    for title, seat in zip(aboard, seats, strict=True):
        for key in ("hull", "shields"):
            ships[title] = ships[title] | {key: max(ships[title][key], _number(seat, key, 0, MOST_POINTS))}


def _seat(seat: Any) -> dict[str, Any]:
    if not isinstance(seat, dict):
        raise TableError(f"seats: a seat with its ship was expected, not {seat!r}")
    unknown = [key for key in seat if key not in SEAT_KEYS]
    if unknown:
        raise TableError(f"seats: a Basic seat has no {unknown[0]!r}; it has {', '.join(SEAT_KEYS)}")
    return seat


def _ship(game: Game, number: int, seat: dict[str, Any]) -> Ship:
    ship = Ship(number, game.ship_cards[seat["ship"]], _hex(seat.get("at", "0,0")))
    if ship.at not in game.map:
        raise TableError(f"seat {number}: no tile lies at {seat['at']}")
    ship.hull = _number(seat, "hull", ship.hull, ship.card.hull)
    ship.shields = _number(seat, "shields", ship.shields, ship.card.shields)
    ship.power = _number(seat, "power", POWER_CARDS, POWER_CARDS)
    ship.spent = ["warp"] * (POWER_CARDS - ship.power)
    if seat.get("out"):
        if seat["out"] not in (CONCEDED, DESTROYED):
            raise TableError(f"seat {number}: out is {CONCEDED} or {DESTROYED}, not {seat['out']!r}")
        ship.out = seat["out"]
    return ship


def _number(described: dict[str, Any], key: str, default: int, most: int = 10_000) -> int:
    value = described.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise TableError(f"{key}: a whole number up to {most} was expected, not {value!r}")
    return value


def _hex(place: Any) -> tuple[int, int]:
    try:
        return parse_hex(str(place))
    except ValueError as problem:
        raise TableError(str(problem)) from problem


def _known(title: Any, pieces: dict[str, Definition], where: str) -> str:
    if title not in pieces:
        raise TableError(f"{where}: there is no piece called {title!r}")
    return str(title)


def _dice(faces: Any) -> list[int]:
    if not isinstance(faces, list) or not all(isinstance(face, int) and 1 <= face <= 6 for face in faces):
        raise TableError(f"dice: a list of numbers from 1 to 6 was expected, not {faces!r}")
    return list(faces)
