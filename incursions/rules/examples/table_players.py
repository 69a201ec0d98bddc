"""Lays out what a table of Full or Tournament has besides ships: cards, running systems, placed pieces."""

from __future__ import annotations

from typing import Any

from incursions.engine.hexes import Hex, parse_hex
from incursions.rules.board import DENIZEN, MINE, OFFICER, OUTPOST, Placed
from incursions.rules.effects.gathering import refresh_all
from incursions.rules.effects.in_force import NOTHING_IN_FORCE
from incursions.rules.examples.table_errors import TableError
from incursions.rules.game import Game
from incursions.rules.players import Before, Player
from incursions.rules.plays.on_table import note_tabled
from incursions.rules.ships import Caught

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
CARD_ZONES = ("deck", "hand", "discard", "non_salvageable", "tabled", "captains", "commands")
TOP_FIRST = ("deck", "discard", "non_salvageable")
PLACED_KEYS = ("title", "kind", "at", "by", "points", "dice", "bonus", "old", "dominated", "crew", "home")
USUAL_CLOAK = 2  # the power that feeds a cloak where neither table nor ship says


def title_of(card: Any) -> Any:
    """The title of a card in a zone: ``TITLE`` or ``{title: TITLE, down: true}``."""
    return card.get("title") if isinstance(card, dict) else card


def titles_in(seat: dict[str, Any], zone: str) -> list[Any]:
    """The titles of a zone of a seat, as written."""
    return [title_of(card) for card in seat.get(zone) or []]


def cards_of(
    seat: dict[str, Any], placed: list[dict[str, Any]], number: int, others: list[dict[str, Any]]
) -> list[str]:
    """All the cards that a seat brought, wherever they lie: its zones, what it laid before others, what it placed."""
    mine = [title_of(card) for zone in CARD_ZONES for card in seat.get(zone) or [] if owner_of(card, number) == number]
    mine += [card["title"] for _, card in _before_others(others, number)]
    mine += [title_of(card) for _, _, _, card in _with_others(others, number)]
    return mine + [title for piece in _placed_by(placed, number) for title in (piece["title"], *_crew(piece))]


def owner_of(card: Any, holder: int) -> int:
    """The seat that brought a card: who has it, unless it says ``{owner: N}``."""
    owner: int = card.get("owner", holder) if isinstance(card, dict) else holder
    return owner


def _with_others(seats: list[dict[str, Any]], number: int) -> list[tuple[int, str, int, Any]]:
    """The cards of a seat that others have: who, in which zone, in which place there, and as written."""
    return [
        (seat, zone, place, card)
        for seat, described in enumerate(seats)
        if seat != number
        for zone in CARD_ZONES
        for place, card in enumerate(described.get(zone) or [])
        if owner_of(card, seat) == number
    ]


def _before_others(seats: list[dict[str, Any]], number: int) -> list[tuple[int, dict[str, Any]]]:
    """The cards that a seat laid before others: before whom, and as written."""
    lying = ((seat, card) for seat, described in enumerate(seats) for card in described.get("before") or [])
    return [(seat, card) for seat, card in lying if card.get("by", 0) == number]


def _placed_by(placed: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    """The pieces in hexes that are cards of a seat."""
    return [piece for piece in placed if piece.get("by") == number and piece.get("card")]


def _crew(piece: dict[str, Any]) -> list[str]:
    """The titles of those aboard."""
    return piece.get("crew") or []


def seat_players(game: Game, seats: list[dict[str, Any]], placed: list[dict[str, Any]]) -> None:
    """Lay the cards of each seat where it has them; decks and piles are written top first."""
    number = 0
    laid_in_zones: dict[tuple[int, str, int], tuple[int, Any]] = {}
    laid_before: list[tuple[int, dict[str, Any], int]] = []
    laid_in_hexes: list[tuple[dict[str, Any], int]] = []
    for seat, described in enumerate(seats):
        player = Player(seat, None)
        player.in_force = NOTHING_IN_FORCE
        captain = described.get("captain") or described.get("stand_in")
        if captain:
            player.captain, number = number, number + 1
            _lay_state(game, player.captain, captain)
        for zone in CARD_ZONES:
            for place, card in enumerate(described.get(zone) or []):
                if owner_of(card, seat) == seat:
                    laid_in_zones[seat, zone, place] = (number, card)
                    number += 1
        for target, card in _before_others(seats, seat):
            laid_before.append((target, card, number))
            number += 1
        for holder, zone, place, card in _with_others(seats, seat):
            laid_in_zones[holder, zone, place] = (number, card)
            number += 1
        for piece in _placed_by(placed, seat):
            laid_in_hexes.append((piece, number))
            number += 1 + len(_crew(piece))
        player.pile = list(described.get("pile") or [])[::-1]
        player.aux = described.get("aux", True)
        game.players.append(player)
    _lay_zones(game, laid_in_zones)
    for target, card, each in laid_before:
        game.players[target].before.append(Before(each, card.get("by", 0), card.get("names")))
    _place(game, placed, laid_in_hexes)
    note_tabled(game, (number for player in game.players for number in player.in_play))
    refresh_all(game)
    for seat, described in enumerate(seats):
        _run_systems(game, seat, described)


def _lay_zones(game: Game, cards: dict[tuple[int, str, int], tuple[int, Any]]) -> None:
    """Each card into its zone, in the order written; decks and piles are written top first."""
    for (seat, zone, _), (number, card) in sorted(cards.items(), key=lambda each: each[0][2]):
        pile: list[int] = getattr(game.players[seat], zone)
        pile.insert(0 if zone in TOP_FIRST else len(pile), number)
        _lay_state(game, number, card)


def _lay_state(game: Game, number: int, card: Any) -> None:
    """Face down, or with fewer points than printed."""
    if isinstance(card, dict):
        if card.get("down"):
            game.board.face_down.add(number)
        if "points" in card:
            printed = game.cards[number].card.definition.get("life_points", 0)
            game.board.damage[number] = max(0, printed - card["points"])


def _place(game: Game, placed: list[dict[str, Any]], cards: list[tuple[dict[str, Any], int]]) -> None:
    """Pieces in hexes, oldest first; what is not `old` was laid in this turn."""
    numbers = {id(piece): number for piece, number in cards}
    for piece in placed:
        number, at = numbers.get(id(piece)), _place_of(piece["at"])
        printed = printed_numbers(game, piece["title"], number)
        kind = piece.get("kind") or printed["kind"]
        put = game.board.put(
            Placed(
                0,
                kind,
                piece["title"],
                at,
                piece.get("by"),
                number,
                piece.get("points", printed["points"]),
                piece.get("dice", printed["dice"]),
                piece.get("bonus", printed["bonus"]),
                0 if piece.get("old", True) else game.turns + 1,
                crew=() if number is None else tuple(range(number + 1, number + 1 + len(_crew(piece)))),
                dominated=piece.get("dominated"),
                home=_place_of(piece.get("home", piece["at"])) if kind == DENIZEN else None,
            )
        )
        if put.dominated is not None:
            game.players[put.dominated].dominates = put.number


def printed_numbers(game: Game, title: str, card: int | None) -> dict[str, Any]:
    """Kind, points and a mine's dice, as the card or the tile prints them."""
    source = card if card is not None else title if title in game.tiles else None
    if source is None:
        return {"kind": MINE, "points": None, "dice": 1, "bonus": 0}
    if isinstance(source, int) and (game.cards[source].card.is_crew or game.cards[source].card.is_captain):
        note_tabled(game, [source])
        return {"kind": OFFICER, "points": None, "dice": 0, "bonus": 0}
    found = next((e for e in game.piece(source).effects if e.verb in ("place", "summon")), None)
    if found is None:
        raise TableError(f"placed: {title} places nothing in a hex")
    fields = found.fields
    kind = DENIZEN if found.verb == "summon" else fields.get("piece", OUTPOST)
    damage = fields.get("damage")
    dice, bonus = (damage.dice, damage.bonus) if kind == MINE and damage is not None else (0, 0)
    return {"kind": kind, "points": fields.get("life_points"), "dice": dice, "bonus": bonus}


def _place_of(place: Any) -> Hex:
    try:
        return parse_hex(str(place))
    except ValueError as problem:
        raise TableError(str(problem)) from problem


def _run_systems(game: Game, seat: int, described: dict[str, Any]) -> None:
    """A cloak and a beam that run, and what keeps a ship in its hex."""
    ship = game.ships[seat]
    cloaked = described.get("cloaked")
    if cloaked is not None and cloaked is not False:
        printed = ship.card.definition["systems"].get("cloak", {}).get("power", USUAL_CLOAK)
        ship.cloak = printed if cloaked is True else cloaked
    holds = described.get("holds")
    if holds is not None:
        ship.holds = (holds["seat"], holds.get("power", 1)) if isinstance(holds, dict) else (holds, 1)
    caught = described.get("caught")
    if caught is not None:
        held = caught if isinstance(caught, list) else [caught]
        ship.caught = tuple(_caught(f"{game.map[ship.at]}{' again' * each}", said) for each, said in enumerate(held))


def _caught(source: str, said: Any) -> Caught:
    """By a number on two dice, or `{number: 3, dice: 1}`."""
    known = said if isinstance(said, dict) else {"number": said}
    if not all(isinstance(known.get(name, 2), int) for name in Caught._fields[1:]) or "number" not in known:
        raise TableError(f"caught: 6 or {{number: 3, dice: 1}} was expected, not {said!r}")
    return Caught(source, known["number"], known.get("dice", 2))
