"""The changes of a piece, one by one: its text compared word by word, its figures side by side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from difflib import SequenceMatcher
from typing import NamedTuple

from cards.models import CardSet, PieceChange
from cards.piece_facts import Fact, amounts, facts
from incursions.games.incursions.rules.printed.pieces import Definition

SAME, GONE, NEW = "same", "gone", "new"
MOST_TOLD = 20
PRINTED_IN_WORDS = (("text", "Text"), ("flavour", "Flavour"))
# What tells one kind of piece from another; changes kept before figures were have none of it.
_TELLS_ITS_KIND = ("hull", "hex_points", "nature", "bonuses")
_WORDS = re.compile(r"\s+|\S+")


class Part(NamedTuple):
    """Words of a text that stayed (`same`), went (`gone`) or came (`new`)."""

    state: str
    text: str


class WordDiff(NamedTuple):
    """A printed text with its changes, the old and the new words together."""

    label: str
    parts: tuple[Part, ...]


class Figure(NamedTuple):
    """A printed figure before and after a change; empty if it was not printed."""

    label: str
    before: str
    after: str


class Entry(NamedTuple):
    """A change of a piece. `is_new`: the piece came into the catalogue, or came back."""

    at: datetime
    is_new: bool
    texts: tuple[WordDiff, ...]
    figures: tuple[Figure, ...]
    changed_play: bool
    changed_rulings: bool


class History(NamedTuple):
    """The last changes of a piece, the latest first, and since which day its text has stood so, if they tell.

    `has_more`: there were earlier ones.
    """

    entries: tuple[Entry, ...]
    since: date | None
    has_more: bool


def history_of(title: str, released: CardSet | None) -> History:
    """Return the history of the piece with this title, in one query."""
    changes = list(PieceChange.objects.filter(title=title)[: MOST_TOLD + 1])
    entries, has_more = tuple(map(entry, changes[:MOST_TOLD])), len(changes) > MOST_TOLD
    texts = [each.at.date() for each in entries if each.is_new or each.texts]
    first = released.released if released and not has_more else None
    return History(entries, texts[0] if texts else first, has_more)


def entry(change: PieceChange) -> Entry:
    """Return a change of a piece as pages show it."""
    before, after = change.before, change.after
    return Entry(
        at=change.at,
        is_new=not before,
        texts=tuple(_texts(before, after)) if before else (),
        figures=tuple(changed_figures(before, after)) if before else (),
        changed_play=bool(before) and before.get("effects") != after.get("effects"),
        changed_rulings=bool(before) and before.get("rulings") != after.get("rulings"),
    )


def in_a_line(change: PieceChange) -> str:
    """Return a change in few words, for a list."""
    said = entry(change)
    if said.is_new:
        return "added"
    parts = [f"{text.label}: {''.join(_mark_change(part) for part in text.parts)}" for text in said.texts]
    parts += [f"{figure.label}: {figure.before or '—'} → {figure.after or '—'}" for figure in said.figures]
    parts += ["how it is played"] if said.changed_play else []
    parts += ["rulings"] if said.changed_rulings else []
    return "; ".join(parts)


def word_diff(before: str, after: str) -> Iterator[Part]:
    """Yield the words of both texts in one sequence, each part as long as possible."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    for kind, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            yield Part(SAME, "".join(old[start:end]))
            continue
        if end > start:
            yield Part(GONE, "".join(old[start:end]))
        if last > first:
            yield Part(NEW, "".join(new[first:last]))


def changed_figures(before: Definition, after: Definition) -> Iterator[Figure]:
    """Yield the rows that differ, in the order of the later version; then those that were removed."""
    old, new = _by_label(before), _by_label(after)
    for label in dict.fromkeys((*new, *old)):
        if old.get(label) != new.get(label):
            yield Figure(label, old.get(label, ""), new.get(label, ""))


def _texts(before: Definition, after: Definition) -> Iterator[WordDiff]:
    for name, label in PRINTED_IN_WORDS:
        old, new = str(before.get(name, "")), str(after.get(name, ""))
        if old != new:
            yield WordDiff(label, tuple(word_diff(old, new)))


def _by_label(definition: Definition) -> dict[str, str]:
    if not any(name in definition for name in _TELLS_ITS_KIND):
        return {}
    number = [Fact("Number", str(definition["number"]))] if "number" in definition else []
    rows: Iterable[Fact] = (*number, *facts(definition), *amounts(definition))
    return {row.label: row.words for row in rows}


def _mark_change(part: Part) -> str:
    """Return the part with signs for what HTML marks with elements."""
    return {SAME: part.text, GONE: f"[-{part.text}-]", NEW: f"{{+{part.text}+}}"}[part.state]
