"""The layout of a table as a scenario describes it: ships, map, pile and dice in place, nothing shuffled or dealt.

The match begins at the first maneuver of seat `first`, its power-up done.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypedDict, cast

from incursions.engine.dice import FixedDice
from incursions.games.incursions.rules.catalogue import (
    MOST_POINTS,
    Catalogue,
    check_definition,
    kind_of,
)
from incursions.games.incursions.rules.examples.table_players import (
    PLACED_KEYS,
    PLAYER_KEYS,
    PlacedSaid,
    SeatSaid,
    TableError,
    brought_by,
    hex_at,
    list_titles,
    seat_players,
    title_of,
)
from incursions.games.incursions.rules.game import Game
from incursions.games.incursions.rules.maneuvers.turns import MANEUVER, Rounds, Turn
from incursions.games.incursions.rules.printed.pieces import (
    ANY_RACE,
    CAPTAIN,
    CARD,
    CREW,
    SHIP,
    START_TILE,
    TABLE_WHEN_DRAWN,
    Definition,
)
from incursions.games.incursions.rules.state.seats import CARD_ZONES, CONCEDED, DESTROYED, Ship
from incursions.games.incursions.rules.state.setup import (
    BASIC,
    FEWEST_SEATS,
    FULL,
    MODES,
    MOST_SEATS,
    ROUND_LIMIT,
    RULES_VERSION,
    SeatSetup,
    Setup,
    full_setup,
)

IN_EFFECTS = {  # a printed number, and the fields of effects that repeat it
    "damage_dice": ("dice",),
    "again_dice": ("dice",),
    "spread": ("dice",),
    "backlash": ("dice",),
    "bonus": ("bonus", "by"),
    "escape": ("number",),
    "shields": ("by", "points"),
    "evasion": ("by", "bonus"),
    "repair": ("points",),
    "reduce": ("points",),
    "reduce_dice": ("dice",),
    "range": ("within", "hexes", "by", "range"),
    "range_bonus": ("range_bonus", "by"),
    "hexes": ("hexes", "by"),
    "maneuvers": ("number",),
    "power": ("power", "by"),
    "cards": ("cards",),
    "tiles": ("tiles",),
    "damage": ("damage", "weapon"),
    "life_points": ("life_points",),
    "speed": ("speed",),
}
TABLE_KEYS = (
    *("mode", "first", "turn_round", "windows", "map", "pile", "pieces", "seats", "dice", "round_limit"),
    *("placed", "happened"),
)
SEAT_KEYS = ("ship", "at", "hull", "shields", "power", "out")


def renumber(known: Definition, piece: Definition) -> Definition:
    """Return the known piece updated by `piece`; if that has no effects, the known ones get its numbers."""
    if "effects" in piece or "effects" not in known:
        return known | piece
    effects = known["effects"]
    for name, old, new in _find_changes(known, piece):
        effects = _replace_numbers(effects, IN_EFFECTS[name], old, new)
    return {**known, **piece, "effects": effects}


def _find_changes(known: Mapping[str, object], piece: Mapping[str, object]) -> Iterator[tuple[str, Any, Any]]:
    """Yield the numbers that differ, also within a weapon, mine or denizen, as name, old and new."""
    for name, now in piece.items():
        before = known.get(name)
        if isinstance(now, dict) and isinstance(before, dict):
            yield from _find_changes(before, now)
        elif name in IN_EFFECTS and before is not None and before != now:
            yield name, before, now


def _replace_numbers(said: Any, fields: tuple[str, ...], old: Any, new: Any) -> Any:
    """Return the nested effects with the new number wherever one of the fields has the old one."""
    if isinstance(said, list):
        return [_replace_numbers(each, fields, old, new) for each in said]
    if not isinstance(said, dict):
        return said
    return {
        key: new
        if key in fields and type(value) is type(old) and value == old
        else _replace_numbers(value, fields, old, new)
        for key, value in said.items()
    }


class TableSaid(TypedDict, total=False):
    """A table as a scenario describes it, of which `lay_table` checks all but the types of lists and mappings."""

    mode: str
    first: int
    turn_round: int
    windows: str
    map: dict[Any, Any]
    pile: list[Any]
    pieces: list[Any]
    seats: list[SeatSaid]
    dice: list[int]
    round_limit: int
    placed: list[Any]
    happened: list[str]


def lay_table(described: TableSaid, catalogue: Catalogue) -> Game:
    """Return the match that `described` (keys `TABLE_KEYS`) lays out. Raises `TableError` or `CatalogueError`."""
    _check_keys(described, TABLE_KEYS, "a table has no")
    mode = described.get("mode", BASIC)
    if mode not in MODES:
        raise TableError(f"mode {mode!r} is not known; there are {', '.join(MODES)}")
    if mode == FULL and described.get("pile"):
        raise TableError("pile: in Full each seat has a pile of its own (4.5)")
    pieces = _merge_pieces(described, catalogue)
    seats = described.get("seats")
    if not isinstance(seats, list) or not FEWEST_SEATS <= len(seats) <= MOST_SEATS:
        raise TableError(f"seats: a list of {FEWEST_SEATS} to {MOST_SEATS} seats was expected")
    pile, brought_by = _read_tiles(described.get("pile") or [], pieces, "pile", len(seats))
    places = described.get("map") or {}
    titles, owners = _read_tiles(places.values(), pieces, "map", len(seats))
    charted = dict(zip(map(hex_at, places), titles, strict=True))
    for number, seat in enumerate(seats):
        _check_seat(number, seat, mode, pieces)
    placed = [_read_placed(piece, mode, pieces) for piece in described.get("placed") or []]
    _raise_printed(pieces, seats)
    game = Game(
        _make_setup(described, seats, pieces, placed, [*charted.values(), *pile]),
        FixedDice(_read_dice(described.get("dice") or [])),
    )
    game.map |= charted
    game.owners |= {at: by for at, by in zip(charted, owners, strict=True) if by is not None}
    game.pile = pile[::-1]
    if any(by is not None for by in brought_by):
        game.brought_by = [by or 0 for by in brought_by[::-1]]
    game.ships = [_make_ship(game, number, seat) for number, seat in enumerate(seats)]
    if mode != BASIC:
        seat_players(game, seats, placed)
        game.board.happened = list(described.get("happened") or [])
    for number, seat in enumerate(seats):
        _set_points(game.ships[number], seat)
    game.round = _read_number(described, "turn_round", 1)
    first = _read_number(described, "first", 0)
    if first >= len(game.ships) or game.ships[first].out is not None:
        raise TableError(f"first: seat {first} is not in the game")
    _begin_turn(game, first)
    return game


def _make_setup(
    described: TableSaid,
    seats: list[SeatSaid],
    pieces: Catalogue,
    placed: list[PlacedSaid],
    laid: list[str],
) -> Setup:
    """Return the setup of the table, as far as a match reads it."""
    mode = described.get("mode", BASIC)
    aboard = [seat["ship"] for seat in seats]
    tiles = dict.fromkeys([*laid, *(title for seat in seats for title in seat.get("pile") or [])])
    setup: Setup = {
        "game": "incursions",
        "rules_version": RULES_VERSION,
        "mode": mode,
        "seats": [{"ship": title} for title in aboard],
        "ships": [pieces.ships[title] for title in dict.fromkeys(aboard)],
        "tiles": [pieces.tiles[title] for title in tiles if title != START_TILE["title"]],
        "windows": described.get("windows", "able"),
        "round_limit": _read_number(described, "round_limit", ROUND_LIMIT),
    }
    if mode == BASIC:
        setup["pile"] = list(described.get("pile") or [])
        return setup
    full = _make_full_setup(mode, seats, placed, pieces)
    return setup | {"seats": full["seats"], "captains": full["captains"], "cards": full["cards"]}


def _make_full_setup(mode: str, seats: list[SeatSaid], placed: list[PlacedSaid], pieces: Catalogue) -> Setup:
    """Build the setup for these seats. Every card they name, wherever it is, is taken from their own decks."""
    brought: list[SeatSetup] = [
        {
            "ship": seat["ship"],
            "captain": title_of(seat.get("captain")),
            "stand_in": title_of(seat.get("stand_in")),
            "deck": [title_of(brought.card) for brought in brought_by(number, seats, placed)],
            "hexpile": list(seat.get("pile") or []),
        }
        for number, seat in enumerate(seats)
    ]
    cards = [*pieces.cards.values(), *pieces.captains.values()]  # captains too, because one may lie in a pile (14.9)
    of_kind = (pieces.ships.values(), pieces.captains.values(), cards, pieces.tiles.values())
    try:
        return full_setup(brought, *of_kind, mode=mode)
    except ValueError as problem:
        raise TableError(str(problem)) from problem


def _begin_turn(game: Game, first: int) -> None:
    game.first = game.turn_seat = first
    game.turns = 1
    rounds, turn = Rounds(), Turn(first, game.ships[first].at)
    rounds.begun = True
    turn.step = MANEUVER
    game.stack = [rounds, turn]
    game.advance()


def _merge_pieces(described: TableSaid, catalogue: Catalogue) -> Catalogue:
    """Return the catalogue with the table's own pieces added or replacing others."""
    pieces = Catalogue(*(dict(kind) for kind in catalogue))
    pieces.tiles[START_TILE["title"]] = START_TILE
    for piece in described.get("pieces") or []:
        if not isinstance(piece, dict):
            check_definition(piece, "pieces")
        title, kind = str(piece.get("title")), kind_of(piece)
        # Missing fields are taken from the catalogue's piece of that title.
        if kind == SHIP or (title in pieces.ships and kind != CARD):
            pieces.ships[title] = _check_piece({"role": "ship"}, pieces.ships.get(title), piece)
        elif kind == CARD or title in pieces.cards:
            own = "effects" in piece or piece.get("nature") == CREW  # then it is a card of its own
            known = None if own else pieces.cards.get(title)
            pieces.cards[title] = _check_piece(_default_card_fields(piece), known, piece)
        elif kind == CAPTAIN or title in pieces.captains:
            known = None if {"race", "bonuses"} <= set(piece) else pieces.captains.get(title)
            pieces.captains[title] = _check_piece({"espionage_evasion": 6}, known, piece)
        else:
            filled: Definition = {
                "hex_points": 1,
                "kind": "normal",
                "affinity": "none",
                "text": "No event.",
                "verbs": [],
            }
            known = None if "effects" in piece else pieces.tiles.get(title)
            pieces.tiles[title] = _check_piece(filled, known, piece)
    return pieces


def _default_card_fields(piece: Definition) -> Definition:
    """Return default fields for a card of a scenario."""
    defaults: Definition = {"rarity": "Common", "play_method": "Use and discard", "usage": ANY_RACE}
    if piece.get("nature") != CREW:
        return defaults
    return {
        **defaults,
        "play_method": TABLE_WHEN_DRAWN,
        "race": "neutral",
        "bonuses": {},
        "espionage_evasion": 6,
    }


def _check_piece(defaults: Definition, known: Definition | None, piece: Definition) -> Definition:
    return check_definition({**defaults, **piece} if known is None else renumber(known, piece), "pieces")


def _raise_printed(pieces: Catalogue, seats: list[SeatSaid]) -> None:
    """Raise the printed points of ships to the points of their seats, bonuses included."""
    for seat in seats:
        ship = pieces.ships[seat["ship"]]
        in_play = {title_of(seat.get("captain")), title_of(seat.get("stand_in")), *list_titles(seat.get("tabled"))}
        lent_to_it = sum(
            (pieces.captains.get(title) or pieces.cards[title]).get("bonuses", {}).get("shields", 0)
            for title in in_play - {None}
        )
        pieces.ships[seat["ship"]] = {
            **ship,
            "hull": max(ship["hull"], _read_number(seat, "hull", 0, MOST_POINTS)),
            "shields": max(ship["shields"], _read_number(seat, "shields", 0, MOST_POINTS) - lent_to_it),
        }


def _check_seat(number: int, seat: Any, mode: str, pieces: Catalogue) -> None:
    """Raise `TableError` unless the seat has only keys of the mode and names known pieces."""
    if not isinstance(seat, dict):
        raise TableError(f"seats: a seat with its ship was expected, not {seat!r}")
    known = SEAT_KEYS if mode == BASIC else (*SEAT_KEYS, *PLAYER_KEYS)
    _check_keys(seat, known, f"seats: a {mode.capitalize()} seat has no")
    _check_known(seat.get("ship"), pieces.ships, "seats")
    if seat.get("pile") and mode != FULL:
        raise TableError(f"seat {number}: in Tournament all share the table's pile (4.5)")
    cards = {**pieces.cards, **pieces.captains}  # a captain may lie in a pile (14.9), or beside the crew (15.10)
    kinds = {"captain": pieces.captains, "stand_in": pieces.cards} | dict.fromkeys(CARD_ZONES, cards)
    for key, of_kind in (kinds | {"pile": pieces.tiles}).items():
        named = list_titles(seat[key]) if isinstance(seat.get(key), list) else [title_of(seat.get(key))]
        for title in named if seat.get(key) else []:
            _check_known(title, of_kind, f"seat {number} {key}")
    for card in seat.get("before") or []:
        _check_known(card.get("title"), pieces.cards, f"seat {number} before")


def _read_placed(piece: Any, mode: str, pieces: Catalogue) -> PlacedSaid:
    """Return a piece in a hex, with `card` True if it is a card."""
    if not isinstance(piece, dict):
        raise TableError(f"placed: {{title: Gun Platform, at: 1,0, by: 0}} is one, {piece!r} is not")
    _check_keys(piece, PLACED_KEYS, "placed: there is no", "there are")
    if "at" not in piece:
        raise TableError("placed: at is missing")
    if mode == BASIC:
        raise TableError("placed: Basic has no placed pieces")
    title = piece.get("title", "Mine")
    is_card = title in pieces.cards or title in pieces.captains
    return cast("PlacedSaid", {**piece, "title": title, "card": is_card})


def _read_tiles(
    described: Iterable[Any], pieces: Catalogue, where: str, seats: int
) -> tuple[list[str], list[int | None]]:
    """Return the titles and owners of tiles, written ``TITLE`` or ``{title: TITLE, by: 0}`` (rules 4.6)."""
    said = [tile if isinstance(tile, dict) else {"title": tile} for tile in described]
    for tile in said:
        if tile.get("by") is not None and tile["by"] not in range(seats):
            raise TableError(f"{where}: by: seat {tile['by']!r} is not at this table")
    return [_check_known(tile.get("title"), pieces.tiles, where) for tile in said], [tile.get("by") for tile in said]


def _make_ship(game: Game, number: int, seat: SeatSaid) -> Ship:
    ship = Ship(number, game.ship_cards[seat["ship"]], hex_at(seat.get("at", "0,0")))
    if ship.at not in game.map:
        raise TableError(f"seat {number}: no tile lies at {seat['at']}")
    if seat.get("out"):
        if seat["out"] not in (CONCEDED, DESTROYED):
            raise TableError(f"seat {number}: out is {CONCEDED} or {DESTROYED}, not {seat['out']!r}")
        ship.out = seat["out"]
    return ship


def _set_points(ship: Ship, seat: SeatSaid) -> None:
    """Set the ship's points and face-up power cards as the seat says, by default to the maximum."""
    ship.power = _read_number(seat, "power", ship.power, ship.power)
    ship.spent += ["warp"] * (ship.power_cards - ship.power - len(ship.spent))
    ship.hull = _read_number(seat, "hull", ship.card.hull, ship.card.hull)
    ship.shields = _read_number(seat, "shields", ship.shields_maximum, ship.shields_maximum)


def _check_keys(
    described: Mapping[str, object], known: Collection[str], refused: str, known_as: str = "it has"
) -> None:
    for key in described:
        if key not in known:
            raise TableError(f"{refused} {key!r}; {known_as} {', '.join(known)}")


def _read_number(described: Mapping[str, object], key: str, default: int, most: int = 10_000) -> int:
    value = described.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise TableError(f"{key}: a whole number up to {most} was expected, not {value!r}")
    return value


def _check_known(title: Any, pieces: dict[str, Definition], where: str) -> str:
    if not isinstance(title, str) or title not in pieces:
        raise TableError(f"{where}: there is no piece called {title!r}")
    return str(title)


def _read_dice(faces: Any) -> list[int]:
    if not isinstance(faces, list) or not all(isinstance(face, int) and 1 <= face <= 6 for face in faces):
        raise TableError(f"dice: a list of numbers from 1 to 6 was expected, not {faces!r}")
    return list(faces)
