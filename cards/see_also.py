"""Searches that find pieces of the sort that a piece is, in the words of the search page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cards.printed import Definition
from incursions.rules.construction.facts import ANY_RACE


class Search(NamedTuple):
    """A query, and what it finds in a player's words."""

    words: str
    query: str


def searches(piece: Definition) -> list[Search]:
    """What else there is of its nature, race and the like, the widest first."""
    if "hull" in piece:
        found = _ship(piece)
    elif "hex_points" in piece:
        found = _tile(piece)
    elif "nature" in piece:
        found = _card(piece)
    else:
        found = iter([Search("All captains", "kind:captain"), Search(*_of_race(piece["race"]))])
    return list(found)


def _ship(ship: Definition) -> Iterator[Search]:
    yield Search("All ships", "kind:ship")
    yield Search(f"{ship['race']} ships", f"kind:ship race:{ship['race'].lower()}")
    yield Search(*_of_race(ship["race"]))


def _tile(tile: Definition) -> Iterator[Search]:
    yield Search(f"All tiles of the kind {tile['kind']}", f"tile:{tile['kind']}")
    yield Search(f"Tiles of {tile['hex_points']} hex points", f"kind:tile points={tile['hex_points']}")
    if isinstance(tile.get("affinity"), dict):
        yield from (Search(*_of_race(race)) for race in tile["affinity"].values())


def _card(card: Definition) -> Iterator[Search]:
    nature = card["nature"]
    yield Search(f"All cards of the nature {nature}", f"nature:{nature.lower()}")
    if "position" in card:
        yield Search(f"Officers for {card['position']}", f"position:{_said(card['position'])}")
    if "type" in card:
        yield Search(
            f"{nature} cards of the type {card['type']}", f"nature:{nature.lower()} type:{card['type'].lower()}"
        )
    if card["usage"] != ANY_RACE:
        yield from (Search(f"Cards that {race} may use", f"usage:{race.lower()}") for race in card["usage"])
    elif "race" in card:
        yield Search(*_of_race(card["race"]))
    yield Search(f"Cards played as “{card['play_method']}”", f"method:{_said(card['play_method'])}")


def _of_race(race: str) -> tuple[str, str]:
    return (
        ("Everybody of no race", f"race:{race}")
        if race == "neutral"
        else (f"Everything {race}", f"race:{race.lower()}")
    )


def _said(words: str) -> str:
    """Words as a value of a query."""
    return f'"{words.lower()}"'
