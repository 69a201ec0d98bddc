"""The comparison of a game with the expectations of a scenario, which describes the first difference in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from incursions.engine.events import Event
from incursions.engine.hexes import hex_text, parse_hex
from incursions.games.incursions.rules.examples.scenario_files import ScenarioError, quote
from incursions.games.incursions.rules.examples.table_players import PLAYER_KEYS, TOP_FIRST
from incursions.games.incursions.rules.game import Game
from incursions.games.incursions.rules.hexes.leaving import holds_on
from incursions.games.incursions.rules.plays.card_moves import open_hands, titles
from incursions.games.incursions.rules.state.seats import CARD_ZONES, Player, Ship
from incursions.games.incursions.rules.view import view_card, view_cards_before

# What a seat has only beyond Basic: a scenario of any mode may say that there is none of it.
BEYOND_BASIC = PLAYER_KEYS
SEAT_FACTS = ("ship", "at", "hull", "shields", "power", "spent", "extra", "power_cards", "out")
PLAYER_FACTS = (*PLAYER_KEYS, "sees")
LISTED = (*CARD_ZONES, "before", "pile")  # their number may be expected instead
ON_TABLE = ("tabled", "captains")
IN_NO_ORDER = ("hand", "tabled", "before")
DECISION_FACTS = ("seat", "kind", "topic", "options", "least", "title", "rule", "said")
RESULT_FACTS = ("ending", "winner", "places", "rule", "reason")
TABLE_NUMBERS = {"round": "round", "turn_round": "round", "first": "first"}
TABLE_FACTS = (
    "decision",
    "result",
    "map",
    "placed",
    "happened",
    "pile",
    "events",
    "round",
    "turn_round",
    "turn",
    "first",
)
SEAT = re.compile(r"seat (\d)")


def seat_number(text: Any) -> int | None:
    """Return the number in ``seat 1``, or None for any other text."""
    match = SEAT.fullmatch(text) if isinstance(text, str) else None
    return None if match is None else int(match[1])


def read_seat(said: int | str | None) -> int | None:
    """Return the seat of a step, written as a number or as ``seat 1``; None for the house."""
    return seat_number(said) if isinstance(said, str) else said


def as_hex(place: Any) -> list[int] | None:
    """Return a hex, written ``2,-1`` or as two numbers, as two numbers; None for anything else."""
    if isinstance(place, list) and len(place) == 2 and all(type(part) is int for part in place):
        return place
    try:
        return list(parse_hex(place)) if isinstance(place, str) else None
    except ValueError:
        return None


def rejoin_place(fields: dict[Any, Any]) -> dict[Any, Any]:
    """Rejoin ``{at: 0,1}``, which YAML reads without quotes as two keys."""
    torn = [key for key, value in fields.items() if type(key) is int and value is None]
    if len(torn) == 1 and type(fields.get("at")) is int:
        rest = {key: value for key, value in fields.items() if key != torn[0]}
        return rest | {"at": f"{fields['at']},{torn[0]}"}
    return fields


def is_as(expected: Any, found: Any) -> bool:
    """Return True if `found` matches `expected`. Only the fields named count; a hex may be written either way."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(key in found and is_as(expected[key], found[key]) for key in expected)
    if isinstance(expected, str) and isinstance(found, list):
        return as_hex(expected) == found
    if isinstance(expected, list):
        same = isinstance(found, list | tuple) and len(found) == len(expected)
        return same and all(map(is_as, expected, found))
    return type(expected) is type(found) and bool(expected == found)


def first_difference(expected: Any, game: Game, events: list[Event]) -> str | None:
    """Return the first difference in words, or None. Raises `ScenarioError` for keys that no table has."""
    for key, value in _check_fields(expected, "expect").items():
        seat = seat_number(key)
        if seat is not None:
            found = _compare_seat(key, seat, value, game)
        elif key in TABLE_NUMBERS:
            found = _compare(TABLE_NUMBERS[key], value, getattr(game, TABLE_NUMBERS[key]))
        elif key == "events":
            found = _compare_events(value, events)
        elif key in _CHECKS:
            found = _CHECKS[key](value, game)
        else:
            raise ScenarioError(f"expect: there is no {quote(key)}; there are seat N, {', '.join(TABLE_FACTS)}")
        if found is not None:
            return found
    return None


def _check_fields(value: Any, where: str, known: Iterable[str] | None = None) -> dict[Any, Any]:
    if not isinstance(value, dict):
        raise ScenarioError(f"{where}: fields with values were expected, not {quote(value)}")
    fields = rejoin_place(value)
    for key in fields:
        if known is not None and key not in known:
            raise ScenarioError(f"{where}: there is no {quote(key)}; there are {', '.join(known)}")
    return fields


def _describe_difference(what: str, expected: Any, found: Any) -> str:
    return f"{what}: expected {quote(expected)}, found {quote(found)}"


def _compare(what: str, expected: Any, found: Any) -> str | None:
    return None if is_as(expected, found) else _describe_difference(what, expected, found)


def _compare_seat(name: str, seat: int, expected: Any, game: Game) -> str | None:
    if seat >= len(game.ships):
        raise ScenarioError(f"expect: there is no {name} at this table")
    for key, value in _check_fields(expected, name, (*SEAT_FACTS, *PLAYER_FACTS)).items():
        difference = None
        if key in PLAYER_FACTS and game.has_cards:
            difference = _compare_player(game, game.players[seat], key, value)
        elif key in SEAT_FACTS:
            difference = _compare_ship(game.ships[seat], key, value)
        elif value:
            none = "there is none" if game.has_cards else "Basic has none"
            difference = f"{key}: expected {quote(value)}, and {none}"
        if difference is not None:
            return f"{name} {difference}"
    return None


def _compare_ship(ship: Ship, key: str, value: Any) -> str | None:
    if key == "at":
        return None if is_as(value, list(ship.at)) else _describe_difference(key, value, hex_text(ship.at))
    if key == "out" and isinstance(value, bool):
        return None if bool(ship.out) == value else _describe_difference(key, value, ship.out)
    return _compare(key, value, ship.card.title if key == "ship" else getattr(ship, key))


def _get_fact(game: Game, player: Player, key: str) -> Any:
    """Return one of `PLAYER_FACTS`, decks and piles top first."""
    ship = game.ships[player.seat]
    numbers = sorted(held.number for held in holds_on(game, ship))
    if key in ON_TABLE:
        return [view_card(game, number) for number in getattr(player, key)]
    if key in CARD_ZONES:
        return titles(game, getattr(player, key))[:: -1 if key in TOP_FIRST else 1]
    if key in ("captain", "stand_in"):
        card = None if player.captain is None else game.cards[player.captain]
        return None if card is None or card.is_captain == (key == "stand_in") else card.title
    facts: dict[str, object] = {
        "aux": player.aux,
        "before": view_cards_before(game, player),
        "pile": player.pile[::-1],
        "cloaked": ship.cloak is not None,
        "holds": ship.holds and dict(zip(("seat", "power"), ship.holds, strict=True)),
        "sees": open_hands(game, player.seat),
        "caught": numbers if len(numbers) > 1 else next(iter(numbers), None),
    }
    return facts[key]


def _compare_player(game: Game, player: Player, key: str, value: Any) -> str | None:
    """Return the difference in the seat's cards, AUX, own pile or running systems, or None."""
    found = _get_fact(game, player, key)
    if key in LISTED and type(value) is int:
        found = len(found)
    elif key in LISTED and (value is None or isinstance(value, list)):
        value = value or []
        if _are_cards(value, found, ordered=key not in IN_NO_ORDER):
            return None
        found = [fact["title"] if isinstance(fact, dict) and not fact["down"] else fact for fact in found]
        return _describe_difference(key, value, found)
    elif key in ("captain", "stand_in") and isinstance(value, dict) and found is not None:
        assert player.captain is not None
        found = view_card(game, player.captain)
    elif key == "holds" and type(value) is int:
        found = found and found["seat"]
    return _compare(key, value, found)


def _are_cards(expected: list[Any], found: list[Any], *, ordered: bool) -> bool:
    """Return True if the cards match, each by its title or by fields."""
    if len(expected) != len(found):
        return False
    if ordered:
        return all(map(_is_card, expected, found))
    left = list(found)
    for wanted in sorted(expected, key=lambda card: not isinstance(card, dict)):  # the most specific ones first
        match = next((card for card in left if _is_card(wanted, card)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _is_card(expected: Any, found: Any) -> bool:
    """Return True if the card matches; a title means a face-up card."""
    if isinstance(found, dict) and isinstance(expected, str):
        return bool(found["title"] == expected and not found["down"])
    return is_as(expected, found)


def _compare_decision(expected: Any, game: Game) -> str | None:
    question = game.decision
    if expected is None:
        asked = f"seat {question.seat} is asked: {question.title}" if question is not None else ""
        return f"decision: expected none, but {asked}" if asked else None
    facts = _check_fields(expected, "decision", DECISION_FACTS)
    if question is None:
        return "decision: expected a question, but the match is over"
    for key, value in facts.items():
        found = getattr(question, key)
        if key == "options":
            right = isinstance(value, list) and sorted(map(str, value)) == sorted(found)
            if not right:
                return f"decision options: expected {value}, found {list(found)}"
        elif key == "kind":  # a scenario may name the topic instead
            if value not in (found, question.topic):
                return _describe_difference("decision kind", value, f"{found}, about {question.topic}")
        elif not is_as(value, found):
            return _describe_difference(f"decision {key}", value, found)
    return None


def _compare_result(expected: Any, game: Game) -> str | None:
    if expected is None or game.result is None:
        same = expected is None and game.result is None
        return None if same else _describe_difference("result", expected, game.result and game.result.to_data())
    if isinstance(expected, str):
        expected = {"ending": expected}
    found = game.result.to_data()
    for key, value in _check_fields(expected, "result", RESULT_FACTS).items():
        right = (
            _normalize_places(value) == _normalize_places(found[key]) if key == "places" else is_as(value, found[key])
        )
        if not right:
            return _describe_difference(f"result {key}", value, found[key])
    return None


def _normalize_places(places: Any) -> Any:
    """Normalize places: seats that share one are sorted, and a lone seat becomes a list."""
    if not isinstance(places, list):
        return places
    return [sorted(place, key=str) if isinstance(place, list) else [place] for place in places]


def _compare_map(expected: Any, game: Game) -> str | None:
    for place, title in _check_fields(expected, "map").items():
        at = as_hex(place)
        if at is None:
            raise ScenarioError(f'map: a hex such as "1,0", in quotes, was expected, not {quote(place)}')
        found = game.map.get((at[0], at[1]))
        if found != title:
            return _describe_difference(f"map {place}", title, found)
    return None


def _compare_placed(expected: Any, game: Game) -> str | None:
    """Compare the pieces in hexes, in no order, by fields such as ``{title, kind, at, by}``, or their number."""
    pieces = [
        {
            "title": piece.title,
            "kind": piece.kind,
            "at": list(piece.at),
            "by": piece.owner,
            "points": piece.points,
            "dice": piece.dice,
            "bonus": piece.bonus,
            "dominated": piece.dominated,
            "crew": titles(game, list(piece.crew)),
            "down": False,
        }
        for piece in game.board.placed.values()
    ]
    if type(expected) is int:
        return None if expected == len(pieces) else _describe_difference("placed", expected, len(pieces))
    wanted = [rejoin_place(piece) if isinstance(piece, dict) else piece for piece in expected or []]
    return None if _are_cards(wanted, pieces, ordered=False) else _describe_difference("placed", expected, pieces)


def _compare_happened(expected: Any, game: Game) -> str | None:
    """Compare the Unique events that have come (rules 9.5)."""
    found = game.board.happened
    return None if sorted(expected or []) == sorted(found) else _describe_difference("happened", expected, found)


def _compare_pile(expected: Any, game: Game) -> str | None:
    """Compare the pile: titles, top first, or their number."""
    found: Any = len(game.pile) if isinstance(expected, int) else game.pile[::-1]
    return None if is_as(expected or [], found) or expected == found else _describe_difference("pile", expected, found)


def _compare_turn(expected: Any, game: Game) -> str | None:
    """Compare whose turn it is, or fields of the turn's view."""
    turn = game.view(None)["turn"]
    if isinstance(expected, dict):
        return _compare("turn", _check_fields(expected, "turn", turn), turn)
    return _compare("turn", expected, turn["seat"])


def _compare_events(expected: Any, events: list[Event]) -> str | None:
    """Compare events: those expected must have come in this order, with others allowed between them."""
    if not isinstance(expected, list):
        raise ScenarioError(f"events: a list was expected, not {quote(expected)}")
    rest = iter(events)
    for wanted in expected:
        kind, facts = _read_event(wanted)
        if not any(event.kind == kind and is_as(facts, event.facts) for event in rest):
            alike = [event.facts for event in events if event.kind == kind]
            found = f"of its kind there were {alike}" if alike else f"there were {', '.join(e.kind for e in events)}"
            return f"events: {quote(wanted)} did not happen in this order; {found}"
    return None


def _read_event(wanted: Any) -> tuple[str, dict[Any, Any]]:
    """Return kind and facts of an expected event: its kind alone, or ``{kind: explored, seat: 0}``."""
    if isinstance(wanted, str):
        return wanted, {}
    facts = dict(_check_fields(wanted, "events"))
    kind = facts.pop("kind", None)
    if not isinstance(kind, str):
        raise ScenarioError(f"events: {{kind: explored, seat: 0}} is one; {quote(wanted)} names no kind")
    inner = facts.pop("facts", {})
    return kind, facts | _check_fields(inner, "events facts")


_CHECKS: dict[str, Callable[[Any, Game], str | None]] = {
    "decision": _compare_decision,
    "result": _compare_result,
    "map": _compare_map,
    "placed": _compare_placed,
    "happened": _compare_happened,
    "pile": _compare_pile,
    "turn": _compare_turn,
}
