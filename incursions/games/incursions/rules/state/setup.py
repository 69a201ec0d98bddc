"""The setup of a match: plain data that carries every definition it uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle, islice
from typing import NotRequired, TypedDict

from incursions.games.incursions.rules.printed.pieces import CREW, Definition

RULES_VERSION = 5
BASIC, FULL, TOURNAMENT = MODES = ("basic", "full", "tournament")  # rules 1.4
FEWEST_SEATS, MOST_SEATS = 2, 6  # rules 1.3
ROUND_LIMIT = 100  # rules 1.9
TILES_PER_SEAT = 15  # rules 20.6
SEATS_PER_WORMHOLE = 3  # rules 20.6

HOUSE_WORMHOLE = "Wormhole 1"
HOUSE_TILES = (
    "Open Space",
    "Forge Star",
    "Radiation Belt",
    "Nebula Class I",
    "Ion Storm Force II",
    "Mine Field",
    "Sea of Wrecks",
    "Crystal Entity",
    "Tidal Current",
    "Federation Sector",
    "Silent Drydock",
    "Debris Maze",
    "Borg Checkpoint",
    "Battlestation",
    "Com Beacon",
    "Shadow Reach",
    "Nebula Class IV",
    "Allied Starbase",
    "Plundered Convoy",
    "Listening Post",
    "Magnetic Storm Force I",
    "Spacestation",
    "Salvage Lattice",
    "Romulan Space",
)
"""The tiles of the house's pile besides wormholes, laid out in this order and again from the first (rules 20.6)."""


class SeatSetup(TypedDict):
    """The titles of what a seat brings. In Basic it brings nothing; a seat whose ship is None is dealt one."""

    ship: str | None
    captain: NotRequired[str | None]
    stand_in: NotRequired[str | None]
    deck: NotRequired[list[str]]
    hexpile: NotRequired[list[str]]


class Setup(TypedDict):
    """The setup of a match. Basic has the house's pile; beyond Basic there are captains and cards.

    `digest` is that of all the rest; files of matches have it. A match that starts at a `position` has its state here.
    """

    game: str
    rules_version: int
    mode: str
    seats: list[SeatSetup]
    ships: list[Definition]
    captains: NotRequired[list[Definition]]
    cards: NotRequired[list[Definition]]
    tiles: list[Definition]
    pile: NotRequired[list[str]]
    windows: str
    round_limit: int
    digest: NotRequired[str]
    position: NotRequired[object]


def basic_setup(
    seats: int,
    ships: Sequence[Definition],
    tiles: Sequence[Definition],
    *,
    round_limit: int = ROUND_LIMIT,
    windows: str = "able",
) -> Setup:
    """Return the setup of a Basic match: ships to be dealt at random (rules 20.1) and the house's pile.

    Raises ValueError if the number of seats is not allowed, ships are too few, or a house tile is missing.
    """
    _check_seats(seats)
    if len(ships) < seats:
        raise ValueError(f"{seats} seats need {seats} ships to be dealt, not {len(ships)} (20.1)")
    wormholes = -(-seats // SEATS_PER_WORMHOLE)
    others = islice(cycle(HOUSE_TILES), TILES_PER_SEAT * seats - wormholes)
    pile = [HOUSE_WORMHOLE] * wormholes + list(others)  # rules 20.6
    used = [tile for tile in tiles if tile["title"] in pile]
    missing = {*pile} - {tile["title"] for tile in used}
    if missing:
        raise ValueError(f"the house's pile needs {', '.join(sorted(missing))} (20.6)")
    return {
        "game": "incursions",
        "rules_version": RULES_VERSION,
        "mode": BASIC,
        "seats": [{"ship": None} for _ in range(seats)],
        "ships": list(ships),
        "tiles": used,
        "pile": pile,
        "windows": windows,
        "round_limit": round_limit,
    }


def full_setup(
    seats: Sequence[SeatSetup],
    ships: Iterable[Definition],
    captains: Iterable[Definition],
    cards: Iterable[Definition],
    tiles: Iterable[Definition],
    *,
    mode: str = FULL,
    round_limit: int = ROUND_LIMIT,
    windows: str = "able",
) -> Setup:
    """Return the setup of a Full or Tournament match from what each seat brings. Officers are among `cards`.

    A seat is ``{ship, captain, stand_in, deck, hexpile}`` in titles; captain and stand-in may be missing or None. The
    setup keeps only the definitions that are used. The evaluator, not this function, decides if a deck is legal. Raises
    ValueError if the number of seats is not allowed, or a title is unknown or of the wrong kind.
    """
    _check_seats(len(seats))
    if mode not in (FULL, TOURNAMENT):
        raise ValueError(f"{FULL} or {TOURNAMENT} was expected, not {mode!r} (1.4)")
    by_kind = {"ship": ships, "captain": captains, "card": cards, "tile": tiles}
    known = {kind: {piece["title"]: piece for piece in pieces} for kind, pieces in by_kind.items()}
    whole = [_complete_seat(number, seat, known) for number, seat in enumerate(seats)]
    used = {title for seat in whole for title in (seat["ship"], *list_brought(seat), *seat["hexpile"])}
    kept = {kind: [piece for title, piece in pieces.items() if title in used] for kind, pieces in known.items()}
    return {
        "game": "incursions",
        "rules_version": RULES_VERSION,
        "mode": mode,
        "seats": whole,
        "ships": kept["ship"],
        "captains": kept["captain"],
        "cards": kept["card"],
        "tiles": kept["tile"],
        "windows": windows,
        "round_limit": round_limit,
    }


def _check_seats(seats: int) -> None:
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise ValueError(f"Incursions is for {FEWEST_SEATS} to {MOST_SEATS} players, not {seats} (1.3)")


def _complete_seat(number: int, seat: SeatSetup, known: dict[str, dict[str, Definition]]) -> SeatSetup:
    """Return the seat with all its keys. Raises ValueError unless each title is of the expected kind."""
    whole: SeatSetup = {"captain": None, "stand_in": None, "deck": [], "hexpile": [], **seat}
    named = [("ship", "ship", whole["ship"])]
    named += [("captain", "captain", whole["captain"])] if whole["captain"] else []
    named += [("stand_in", "card", whole["stand_in"])] if whole["stand_in"] else []
    named += [("deck", "card", title) for title in whole["deck"]]
    named += [("hexpile", "tile", title) for title in whole["hexpile"]]
    for key, kind, title in named:
        if title not in known[kind]:
            raise ValueError(f"seat {number}, {key}: there is no {kind} called {title!r}")
    if whole["captain"] and whole["stand_in"]:
        raise ValueError(f"seat {number}: a stand-in takes the place of a captain, not beside one (3.8)")
    if whole["stand_in"] and known["card"][whole["stand_in"]]["nature"] != CREW:
        raise ValueError(f"seat {number}: {whole['stand_in']} is no crew member and cannot stand in (3.5)")
    return whole


def list_brought(seat: SeatSetup) -> list[str]:
    """Return the titles that a seat brought in the order of their numbers: captain or stand-in first, then the deck."""
    outside = seat["captain"] or seat["stand_in"]
    return [*([outside] if outside else []), *seat["deck"]]
