"""The layout of what only Full and Tournament have: cards, running systems, placed pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, product
from typing import Any, NamedTuple, Required, TypedDict

from incursions.engine.hexes import Hex, parse_hex
from incursions.games.incursions.rules.effects.gathering import refresh_all
from incursions.games.incursions.rules.game import Game
from incursions.games.incursions.rules.plays.card_moves import note_tabled
from incursions.games.incursions.rules.printed.pieces import DENIZEN, MINE, OFFICER, OUTPOST
from incursions.games.incursions.rules.state.board import Placed
from incursions.games.incursions.rules.state.seats import CARD_ZONES, Before, Caught, Player

PLAYER_KEYS = (
    "captain",
    "stand_in",
    "aux",
    "hand",
    "deck",
    "discard",
    "non_salvageable",
    "tabled",
    "captains",
    "commands",
    "before",
    "pile",
    "cloaked",
    "holds",
    "caught",
)
TOP_FIRST = ("deck", "discard", "non_salvageable")
BEFORE, PLACED, ABOARD = "before", "placed", "aboard"  # places of cards outside zones
PLACED_KEYS = ("title", "kind", "at", "by", "points", "dice", "bonus", "old", "dominated", "crew", "home")
USUAL_CLOAK = 2  # the power that feeds a cloak by default


class SeatSaid(TypedDict, total=False):
    """A seat as a scenario describes it: a card is its title, or a mapping that says more (see `title_of`)."""

    ship: Required[str]
    at: str
    hull: int
    shields: int
    power: int
    out: str
    captain: Any
    stand_in: Any
    aux: bool
    deck: list[Any]
    hand: list[Any]
    discard: list[Any]
    non_salvageable: list[Any]
    tabled: list[Any]
    captains: list[Any]
    commands: list[Any]
    before: list[Any]
    pile: list[str]
    cloaked: bool | int
    holds: Any
    caught: Any


class PlacedSaid(TypedDict, total=False):
    """A piece in a hex as a scenario describes it; `card` tells whether it is a card, which the reader adds."""

    title: Required[str]
    at: Required[object]
    kind: str
    by: int
    points: int
    dice: int
    bonus: int
    old: bool
    dominated: int
    crew: list[str]
    home: object
    card: Required[bool]


class PrintedNumbers(NamedTuple):
    """The kind of a piece, its points, and a mine's dice, as printed."""

    kind: str
    points: int | None = None
    dice: int = 0
    bonus: int = 0


class TableError(ValueError):
    """Raised if a table cannot be laid out as described; the message says where and what was expected."""


def title_of(card: Any) -> Any:
    """Return the title of a card in a zone, written ``TITLE`` or ``{title: TITLE, down: true}``."""
    return card.get("title") if isinstance(card, dict) else card


def list_titles(zone: list[Any] | None) -> list[Any]:
    """Return the titles in a zone of a seat, as written."""
    return [title_of(card) for card in zone or []]


class Brought(NamedTuple):
    """A card as written, and where it lies: at a `place` in a zone of its `holder`, before him, in a hex, or aboard."""

    card: Any
    zone: str
    holder: int = 0
    place: int = 0


def brought_by(number: int, seats: list[SeatSaid], placed: list[PlacedSaid]) -> Iterator[Brought]:
    """Yield the cards that a seat brought except its captain, wherever they lie, in the order of their numbers."""
    yield from _find_in_zones(seats, number, [number])
    for holder, seat in enumerate(seats):
        for card in seat.get("before") or []:
            if card.get("by", 0) == number:
                yield Brought(card, BEFORE, holder)
    yield from _find_in_zones(seats, number, [holder for holder in range(len(seats)) if holder != number])
    for place, piece in enumerate(placed):
        if piece.get("by") == number and piece.get("card"):
            yield Brought(piece, PLACED, place=place)
            yield from (Brought(title, ABOARD) for title in piece.get("crew") or [])


def _find_in_zones(seats: list[SeatSaid], number: int, holders: Iterable[int]) -> Iterator[Brought]:
    """Yield the cards of a seat in these holders' zones. Holders own their cards unless these say ``{owner: N}``."""
    for holder, zone in product(holders, CARD_ZONES):
        for place, card in enumerate(seats[holder].get(zone) or []):
            if (card.get("owner", holder) if isinstance(card, dict) else holder) == number:
                yield Brought(card, zone, holder, place)


def seat_players(game: Game, seats: list[SeatSaid], placed: list[PlacedSaid]) -> None:
    """Seat the players and lay out their cards. Decks and piles are written top first."""
    laid: list[tuple[int, Brought]] = []
    numbers = count()
    for seat, described in enumerate(seats):
        player = Player(seat, None)
        captain = described.get("captain") or described.get("stand_in")
        if captain:
            player.captain = next(numbers)
            _lay_state(game, player.captain, captain)
        laid += [(next(numbers), card) for card in brought_by(seat, seats, placed)]
        player.pile = list(described.get("pile") or [])[::-1]
        player.aux = described.get("aux", True)
        game.players.append(player)
    for number, brought in sorted(laid, key=lambda each: each[1].place):
        _lay(game, number, brought)
    _place_pieces(game, placed, {brought.place: number for number, brought in laid if brought.zone == PLACED})
    note_tabled(game, (number for player in game.players for number in player.in_play))
    refresh_all(game)
    for seat, described in enumerate(seats):
        _run_systems(game, seat, described)


def _lay(game: Game, number: int, brought: Brought) -> None:
    """Lay a card into its zone, in the order written, or before a player."""
    card, player = brought.card, game.players[brought.holder]
    if brought.zone == BEFORE:
        player.before.append(Before(number, card.get("by", 0), card.get("names")))
    elif brought.zone in CARD_ZONES:
        pile: list[int] = getattr(player, brought.zone)
        pile.insert(0 if brought.zone in TOP_FIRST else len(pile), number)
        _lay_state(game, number, card)


def _lay_state(game: Game, number: int, card: Any) -> None:
    """Turn the card down or reduce its points as written."""
    if isinstance(card, dict):
        if card.get("down"):
            game.board.face_down.add(number)
        if "points" in card:
            printed = game.cards[number].definition.get("life_points", 0)
            game.board.damage[number] = max(0, printed - card["points"])


def _place_pieces(game: Game, placed: list[PlacedSaid], cards: dict[int, int]) -> None:
    """Put pieces into hexes, oldest first; `cards` are the numbers of those that are cards.

    A piece with `old` false counts as laid in the first turn.
    """
    for place, piece in enumerate(placed):
        number, at = cards.get(place), hex_at(piece["at"])
        printed = read_printed_numbers(game, piece["title"], number)
        if number is not None and printed.kind == OFFICER:
            note_tabled(game, [number])
        kind = piece.get("kind") or printed.kind
        put = game.board.put(
            Placed(
                0,
                kind,
                piece["title"],
                at,
                piece.get("by"),
                number,
                piece.get("points", printed.points),
                piece.get("dice", printed.dice),
                piece.get("bonus", printed.bonus),
                0 if piece.get("old", True) else game.turns + 1,
                crew=() if number is None else tuple(range(number + 1, number + 1 + len(piece.get("crew") or []))),
                dominated=piece.get("dominated"),
                home=hex_at(piece.get("home", piece["at"])) if kind == DENIZEN else None,
            )
        )
        if put.dominated is not None:
            game.players[put.dominated].dominates = put.number


def read_printed_numbers(game: Game, title: str, card: int | None) -> PrintedNumbers:
    """Return kind, points and a mine's dice as the card or the tile prints them; a mine of one die without either.

    Raises `TableError` for a card or tile that places nothing.
    """
    source = card if card is not None else title if title in game.tiles else None
    if source is None:
        return PrintedNumbers(MINE, dice=1)
    if isinstance(source, int) and (game.cards[source].is_crew or game.cards[source].is_captain):
        return PrintedNumbers(OFFICER)
    found = next((e for e in game.piece(source).effects if e.verb in ("place", "summon")), None)
    if found is None:
        raise TableError(f"placed: {title} places nothing in a hex")
    fields = found.fields
    kind = DENIZEN if found.verb == "summon" else fields.get("piece", OUTPOST)
    damage = fields.get("damage")
    dice, bonus = (damage.dice, damage.bonus) if kind == MINE and damage is not None else (0, 0)
    return PrintedNumbers(kind, fields.get("life_points"), dice, bonus)


def hex_at(place: Any) -> Hex:
    """Return the hex written as text. Raises `TableError` for any other text."""
    try:
        return parse_hex(str(place))
    except ValueError as problem:
        raise TableError(str(problem)) from problem


def _run_systems(game: Game, seat: int, described: SeatSaid) -> None:
    """Start the cloak, the tractor beam and the holds of a seat's ship."""
    ship = game.ships[seat]
    cloaked = described.get("cloaked")
    if cloaked is not None and cloaked is not False:
        printed = ship.card.systems.get("cloak", {}).get("power", USUAL_CLOAK)
        ship.cloak = printed if cloaked is True else cloaked
    holds = described.get("holds")
    if holds is not None:
        ship.holds = (holds["seat"], holds.get("power", 1)) if isinstance(holds, dict) else (holds, 1)
    caught = described.get("caught")
    if caught is not None:
        held = caught if isinstance(caught, list) else [caught]
        ship.caught = tuple(
            _read_caught(f"{game.map[ship.at]}{' again' * each}", said) for each, said in enumerate(held)
        )


def _read_caught(source: str, said: Any) -> Caught:
    """Return a hold, written as a number on two dice or as `{number: 3, dice: 1}`."""
    known = said if isinstance(said, dict) else {"number": said}
    if not all(isinstance(known.get(name, 2), int) for name in Caught._fields[1:]) or "number" not in known:
        raise TableError(f"caught: 6 or {{number: 3, dice: 1}} was expected, not {said!r}")
    return Caught(source, known["number"], known.get("dice", 2))
