"""The catalogue in the database: written from the fixtures, read by whoever starts a match."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Manager

from cards.models import HexTile, Piece, Ship

Definition = dict[str, Any]
AnyPiece = TypeVar("AnyPiece", bound=Piece)


@dataclass(frozen=True)
class Change:
    """What loading did to one piece: "added", "changed" or "removed"."""

    what: str
    kind: str
    title: str

    def __str__(self) -> str:
        return f"{self.what} {self.kind} {self.title}"


def current_ships() -> list[Definition]:
    """The definitions of all ships for a new match, by number."""
    return list(Ship.objects.values_list("definition", flat=True))


def current_tiles() -> list[Definition]:
    """The definitions of all hex tiles for a new match, by number."""
    return list(HexTile.objects.values_list("definition", flat=True))


@transaction.atomic
def store_catalogue(ships: Iterable[Definition], tiles: Iterable[Definition]) -> list[Change]:
    """Make the rows equal to these definitions and say what changed; all or nothing.

    Matches carry the definitions they were started with, so none of them is touched.
    """
    return [
        *_store(Ship.objects, {each["title"]: _ship_columns(each) for each in ships}),
        *_store(HexTile.objects, {each["title"]: _tile_columns(each) for each in tiles}),
    ]


def _store(pieces: Manager[AnyPiece], wanted: Mapping[str, Definition]) -> Iterator[Change]:
    kind = str(pieces.model._meta.verbose_name)
    rows = {row.title: row for row in pieces.all()}
    # Gone pieces first: their numbers may have passed to others.
    for title in rows.keys() - wanted.keys():
        rows[title].delete()
        yield Change("removed", kind, title)
    changed = [title for title, columns in wanted.items() if title in rows and _differs(rows[title], columns)]
    _free_numbers(pieces, [rows[title] for title in changed])
    for title, columns in wanted.items():
        if title not in rows:
            pieces.create(**columns)
            yield Change("added", kind, title)
        elif title in changed:
            pieces.filter(pk=rows[title].pk).update(**columns)
            yield Change("changed", kind, title)


def _differs(row: Piece, columns: Definition) -> bool:
    return any(getattr(row, name) != value for name, value in columns.items())


def _free_numbers(pieces: Manager[AnyPiece], rows: Iterable[AnyPiece]) -> None:
    """Move rows to numbers nobody has, so that two pieces can exchange theirs."""
    for row in rows:
        pieces.filter(pk=row.pk).update(number=20_000 + row.number)


def _ship_columns(ship: Definition) -> Definition:
    printed = {name: ship[name] for name in ("number", "title", "race", "hull", "shields", "evasion")}
    return {**printed, "definition": ship}


def _tile_columns(tile: Definition) -> Definition:
    printed = {name: tile[name] for name in ("number", "title", "hex_points", "kind")}
    return {**printed, "affinity": _affinity(tile), "definition": tile}


def _affinity(tile: Definition) -> str:
    """Empty without one; else whose race counts, in words: "ship: Borg"."""
    affinity = tile.get("affinity", "none")
    return ", ".join(f"{whose}: {race}" for whose, race in affinity.items()) if isinstance(affinity, dict) else ""
