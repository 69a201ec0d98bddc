"""The catalogue's files, read once a process, and its rows: written from the files, or one from the admin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from cards.catalogue import address_faults, new_token, read_pieces, read_starters
from cards.models import (
    ANY_RACE,
    Captain,
    CardSet,
    CatalogueVersion,
    Entry,
    GameCard,
    HexTile,
    Piece,
    PieceChange,
    PieceKind,
    Ruling,
    Ship,
    StarterDeck,
)
from cards.rule_words import rulebook
from incursions.accounts.models import User
from incursions.games.incursions.pictures.text_layout import FLAVOUR, STRONG, TEXT, TITLE, find_lacking, name_signs
from incursions.games.incursions.rules.catalogue import CardSet as PrintedSet
from incursions.games.incursions.rules.catalogue import Catalogue, CatalogueError, load
from incursions.games.incursions.rules.catalogue_check import (
    Examined,
    examine,
    pair_pieces_with_files,
    shared_faults,
    starters_faults,
)
from incursions.games.incursions.rules.printed.pieces import RARITIES, Definition, counted_rarities, facts_of
from incursions.games.incursions.rules.printed.texts import fill_text
from incursions.games.incursions.rules.starters import Starter, StarterData, load_starters, starter_faults

FIXTURES = settings.ROOT / "fixtures"
PRINTED_IN = {"title": TITLE, "text": TEXT, "flavour": FLAVOUR, "role": STRONG}


@cache
def pieces() -> Catalogue:
    """Return every piece by title."""
    return load(FIXTURES)


@cache
def starters() -> dict[str, Starter]:
    """Return every starter deck by title, in the order in which seats take turns with them."""
    return load_starters(FIXTURES / "starters.yaml", pieces())


def examine_files(folder: Path) -> Examined:
    """Return the contents of a folder's files with all faults, those of pages too. Never raises."""
    examined = examine(folder)
    return examined._replace(faults=[*examined.faults, *page_faults(examined.pieces)])


def page_faults(pieces: Catalogue) -> Iterator[CatalogueError]:
    """Yield titles with equal slugs, rulings on unknown rules, and signs that cannot be printed."""
    yield from address_faults(pieces)
    known = rulebook().text.rules
    for file, piece in pair_pieces_with_files(pieces):
        for ruling in piece.get("rulings", []):
            if "rule" in ruling and ruling["rule"] not in known:
                expected = f"rule: the rulebook has no {ruling['rule']}"
                yield CatalogueError(file, piece["title"], "rulings", expected)
        for key, face in PRINTED_IN.items():
            signs = find_lacking(face, str(fill_text(piece).get(key, "")))
            if signs:
                expected = f"signs of our typefaces were expected; they lack {name_signs(signs)}"
                yield CatalogueError(file, piece["title"], key, expected)


MODELS: Mapping[PieceKind, type[Piece]] = {
    PieceKind.SHIP: Ship,
    PieceKind.CAPTAIN: Captain,
    PieceKind.CARD: GameCard,
    PieceKind.TILE: HexTile,
}
PRINTED: Mapping[PieceKind, tuple[str, ...]] = {
    PieceKind.SHIP: ("race", "role", "hull", "shields", "evasion"),
    PieceKind.CAPTAIN: ("race", "espionage_evasion"),
    PieceKind.CARD: ("nature", "type", "rarity", "play_method", "position", "race"),
    PieceKind.TILE: ("hex_points", "kind"),
}


def by_kind(pieces: Catalogue) -> dict[PieceKind, dict[str, Definition]]:
    """Return the pieces of a catalogue, grouped by kind."""
    groups = (pieces.ships, pieces.captains, pieces.cards, pieces.tiles)
    return dict(zip(MODELS, groups, strict=True))


def shared_columns(definition: Definition) -> dict[str, object]:
    """Return the columns that every piece has, except its set."""
    return {
        "title": definition["title"],
        "number": definition.get("number"),
        "text": fill_text(definition).get("text", ""),
        "flavour": definition.get("flavour", ""),
        "definition": definition,
    }


def own_columns(kind: PieceKind, definition: Definition) -> dict[str, object]:
    """Return the columns of this kind of piece."""
    columns = {name: definition.get(name, "") for name in PRINTED[kind]}
    if kind is PieceKind.CARD:
        columns |= {"usage": usage_in_words(definition["usage"]), "counts_against": limits_of(definition)}
    if kind is PieceKind.TILE:
        columns["affinity"] = affinity_in_words(definition["affinity"])
    return columns


def limits_of(definition: Definition) -> str:
    """Return the rarity limits that a copy of the card counts against (rules 3.3, 3.4), as in "Rare, Xtra Rare"."""
    counted = counted_rarities(facts_of(definition))
    return ", ".join(rarity for rarity in RARITIES if rarity in counted)


def usage_in_words(usage: Any) -> str:
    """Return the races that may use a card: "Klingon, Romulan", or "any"."""
    return usage if usage == ANY_RACE else ", ".join(usage)


def affinity_in_words(affinity: Any) -> str:
    """Return the affinity with the piece whose race counts, as in "ship: Borg"; empty for none."""
    return ", ".join(f"{whose}: {race}" for whose, race in affinity.items()) if isinstance(affinity, dict) else ""


STARTER = "starter"
IN_WORDS = {PieceKind.TILE: "hex tile"}


@dataclass(frozen=True)
class Change:
    """The outcome of loading one entry: "added", "changed" or "removed"; or "kept" because it was edited."""

    what: str
    kind: str
    title: str

    def __str__(self) -> str:
        return f"{self.what} {self.kind} {self.title}"


@dataclass
class Sorted:
    """The titles of one kind of entry, grouped by the change to make."""

    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    agreed: list[str] = field(default_factory=list)  # an edit that the files have taken over

    def changes(self, kind: str) -> Iterator[Change]:
        """Yield all changes, removals first."""
        for what in ("removed", "added", "changed", "kept"):
            yield from (Change(what, kind, title) for title in getattr(self, what))


@transaction.atomic
def store_catalogue(files: Examined, *, overwrite: bool = False) -> list[Change]:
    """Make the rows equal to the files, and return the changes; all or nothing.

    Matches carry the definitions they were started with, so none of them is touched. Raises `CatalogueError` where an
    edit that is kept does not go together with the files.
    """
    lock_catalogue()
    sets = _store_sets(files.sets)
    changes: list[Change] = []
    rows = {row.title: row for row in Piece.objects.all()}
    sorted_pieces = {
        kind: _sort(wanted, {title: row for title, row in rows.items() if row.piece_kind == kind}, overwrite)
        for kind, wanted in by_kind(files.pieces).items()
    }
    _make_room(sorted_pieces, rows, files.pieces)
    for kind, wanted in by_kind(files.pieces).items():
        _write_pieces(kind, wanted, sorted_pieces[kind], rows, sets)
        changes += sorted_pieces[kind].changes(IN_WORDS.get(kind, kind.label.lower()))
    changes += _store_starters(files.starters, overwrite)
    CardSet.objects.exclude(code__in=files.sets).filter(pieces=None).delete()
    if any(change.what == "kept" for change in changes):
        for fault in together_faults(read_pieces(), read_starters(), files.sets):
            raise fault
    changes.sort(key=lambda change: change.what != "removed")  # a title may have passed to another kind
    if any(change.what != "kept" for change in changes) or not CatalogueVersion.objects.exclude(token="").exists():
        new_token()
    return changes


def lock_catalogue() -> None:
    """Lock the catalogue against other writers until the transaction ends."""
    CatalogueVersion.objects.select_for_update().get_or_create(pk=1)


def together_faults(
    pieces: Catalogue, starters: Mapping[str, Starter], sets: Iterable[str]
) -> Iterator[CatalogueError]:
    """Yield the faults among several entries: numbers, sets, addresses, the pieces of starter decks."""
    yield from shared_faults(pieces, sets)
    yield from page_faults(pieces)
    sound: list[Starter] = []
    for starter in starters.values():
        faults = list(starter_faults(starter.description, "starters.yaml", pieces))
        sound += [] if faults else [starter]
        yield from faults
    yield from starters_faults(sound, pieces)


def _sort(wanted: Mapping[str, Definition | StarterData], rows: Mapping[str, Entry], overwrite: bool) -> Sorted:
    """Return the titles by the change that each needs: add, change, remove, keep as edited, or none."""
    found = Sorted()
    for title, definition in wanted.items():
        row = rows.get(title)
        if row is None:
            found.added.append(title)
        elif row.definition == definition:
            found.agreed += [title] if row.loaded != definition else []
        else:
            (found.kept if row.is_edited and not overwrite else found.changed).append(title)
    for title in rows.keys() - wanted.keys():
        (found.kept if rows[title].is_edited and not overwrite else found.removed).append(title)
    found.removed.sort()
    return found


def _make_room(of_kind: Mapping[PieceKind, Sorted], rows: Mapping[str, Piece], wanted: Catalogue) -> None:
    """Remove deleted entries, and free the numbers of changed ones, because two pieces may swap numbers or titles.

    Raises `CatalogueError` where a title of the files is that of an edited piece of another kind.
    """
    for kind, found in of_kind.items():
        for title in found.added:
            if title in rows and title in {kept for other in of_kind.values() for kept in other.kept}:
                expected = (
                    f"the admin has a {rows[title].piece_kind} of this title; --overwrite puts the {kind} in its place"
                )
                raise CatalogueError("the catalogue", title, "title", expected)
    removed = [title for found in of_kind.values() for title in found.removed]
    changed = [title for found in of_kind.values() for title in found.changed]
    Piece.objects.filter(title__in=removed).delete()
    Piece.objects.filter(title__in=changed).update(number=None)
    _check_numbers(of_kind, wanted)


def _check_numbers(of_kind: Mapping[PieceKind, Sorted], wanted: Catalogue) -> None:
    """Raise `CatalogueError` if a number in the files is the number of an edited piece."""
    kept = Piece.objects.filter(title__in=[title for found in of_kind.values() for title in found.kept])
    holders = {
        (row.piece_kind == PieceKind.TILE, row.set.code, row.number): row.title for row in kept.select_related("set")
    }
    first = CardSet.objects.order_by("pk").first()
    for kind, definitions in by_kind(wanted).items():
        for title in (*of_kind[kind].added, *of_kind[kind].changed):
            of = definitions[title].get("set", first.code if first else "")
            holder = holders.get((kind == PieceKind.TILE, of, definitions[title].get("number")))
            if holder is not None and "number" in definitions[title]:
                expected = f"the edited piece {holder} has this number; --overwrite takes the files' word"
                raise CatalogueError("the catalogue", title, "number", expected)


def _write_pieces(
    kind: PieceKind,
    wanted: Mapping[str, Definition],
    found: Sorted,
    rows: Mapping[str, Piece],
    sets: Mapping[str, CardSet],
) -> None:
    """Add and change the rows of one kind. Rows of all pieces are made at one go, their own columns one by one."""
    model, first = MODELS[kind], next(iter(sets.values()))
    added = [
        Piece(piece_kind=kind, set=sets.get(each.get("set", ""), first), loaded=each, **shared_columns(each))
        for each in (wanted[title] for title in found.added)
    ]
    for piece in Piece.objects.bulk_create(added):
        own = model(**{"piece_ptr_id": piece.pk, **own_columns(kind, piece.definition)})
        own.save_base(raw=True, force_insert=True)  # the row of the piece itself is there
        if rows:  # a catalogue that was there: the first load changes nothing
            known = rows.get(piece.title)  # of another kind, and gone
            keep_change(piece, piece.definition, before=known.definition if known else {}, by=None)
    for title in found.changed:
        definition = wanted[title]
        keep_change(rows[title], definition, before=rows[title].definition, by=None)
        shared = shared_columns(definition) | {"set": sets.get(definition.get("set", ""), first)}
        model.objects.filter(title=title).update(
            **shared, **own_columns(kind, definition), loaded=definition, is_edited=False
        )
    for title in found.agreed:
        Piece.objects.filter(title=title).update(loaded=wanted[title], is_edited=False)
    pieces = {piece.title: piece for piece in added} | {title: rows[title] for title in found.changed}
    _write_rulings({pieces[title].pk: wanted[title] for title in pieces})


def _write_rulings(definitions: Mapping[int, Definition]) -> None:
    """Replace the rulings of pieces, whose definitions are given by primary key."""
    Ruling.objects.filter(piece__in=definitions).delete()
    Ruling.objects.bulk_create(
        Ruling(piece_id=piece, date=date.fromisoformat(said["date"]), rule=said.get("rule", ""), text=said["text"])
        for piece, definition in definitions.items()
        for said in definition.get("rulings", [])
    )


def _store_sets(sets: Mapping[str, PrintedSet]) -> dict[str, CardSet]:
    return {
        code: CardSet.objects.update_or_create(
            code=code, defaults={"title": each.title, "released": each.released or None, "about": each.about}
        )[0]
        for code, each in sets.items()
    }


def _store_starters(starters: Mapping[str, Starter], overwrite: bool) -> Iterator[Change]:
    wanted = {title: starter.description for title, starter in starters.items()}
    rows = {row.title: row for row in StarterDeck.objects.all()}
    found = _sort(wanted, rows, overwrite)
    StarterDeck.objects.filter(title__in=found.removed).delete()
    for place, (title, described) in enumerate(wanted.items(), start=1):
        if title in found.added:
            StarterDeck.objects.create(loaded=described, place=place, **starter_columns(described))
        elif title in found.changed or title in found.agreed:
            columns = starter_columns(described)
            StarterDeck.objects.filter(title=title).update(loaded=described, is_edited=False, place=place, **columns)
        elif rows[title].place != place:
            StarterDeck.objects.filter(title=title).update(place=place)
    return found.changes(STARTER)


def starter_columns(described: StarterData) -> dict[str, object]:
    """Return the columns of a starter deck's row."""
    return {"definition": described, **{name: described[name] for name in ("title", "race", "plan")}}


def keep_change(row: Piece, after: Definition, *, before: Definition, by: User | None) -> None:
    """Store a piece's definition before and after a change, if print or play changed; a new piece has no `before`."""
    old, new = fill_text(before), fill_text(after)
    if old != new:
        PieceChange.objects.create(piece_id=row.pk, title=row.title, before=old, after=new, by=by)


@transaction.atomic
def write_piece(row: Piece, definition: Definition, *, by: User | None) -> None:
    """Let a row of the admin hold this definition, which is checked already; a new row is one of the admin's own."""
    lock_catalogue()
    kind = PieceKind(row.piece_kind)
    before: Any = Piece.objects.filter(pk=row.pk).values_list("definition", flat=True).first() or {}
    named = definition.get("set")
    row.set = CardSet.objects.get(code=named) if named else first_set()
    for name, value in (shared_columns(definition) | own_columns(kind, definition)).items():
        setattr(row, name, value)
    row.is_edited = row.loaded != definition
    row.save()
    keep_change(row, definition, before=before, by=by)
    _write_rulings({row.pk: definition})
    new_token()


@transaction.atomic
def write_starter(row: StarterDeck, described: StarterData) -> None:
    """Let the row of a starter deck say this, which is checked already."""
    lock_catalogue()
    if row.pk is None:
        row.place = StarterDeck.objects.count() + 1
    for name, value in starter_columns(described).items():
        setattr(row, name, value)
    row.is_edited = row.loaded != described
    row.save()
    new_token()


@transaction.atomic
def remove_entry(row: Entry) -> None:
    """Remove an entry that was added in the admin."""
    lock_catalogue()
    row.delete()
    new_token()


def first_set() -> CardSet:
    """Return the set of pieces that name none."""
    return CardSet.objects.order_by("pk").first() or CardSet.objects.create(code="base", title="The base set")
