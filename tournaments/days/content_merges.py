"""Merging a form of the content with the version that somebody else has saved since it was opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments.days.content_fields import ContentField, ContentRows, Typed, list_rows

Part = ContentField | ContentRows


class Merge(NamedTuple):
    """A merged form: what is typed, and what the others did where both changed a value, by the names of fields."""

    typed: Typed
    clashes: dict[str, str]


def merge_typed(before: Sequence[Part], now: Sequence[Part], typed: Typed) -> Merge:
    """Return what was typed without what is as it was `before`, which then is shown as it is `now`."""
    current = {part.name: part for part in now}
    texts, rows, clashes = dict(typed.texts), dict(typed.rows), dict[str, str]()
    for part in before:
        other = current.get(part.name)
        if isinstance(part, ContentRows):
            _merge_rows(part, other, texts, rows, clashes)
        elif _is_same(texts.get(part.name, part.value), part.value):
            texts.pop(part.name, None)
        elif isinstance(other, ContentField) and not _is_same(other.value, part.value):
            clashes[part.name] = f"meanwhile somebody set it to {other.value or 'nothing'}"
    return Merge(Typed(texts, rows), clashes)


def _merge_rows(
    before: ContentRows,
    now: Part | None,
    texts: dict[str, str],
    rows: dict[str, Sequence[str]],
    clashes: dict[str, str],
) -> None:
    """Take out what was sent of a list that is as it was; name the rows anew if both have changed them."""
    sent = rows.get(before.name)
    shown = list_rows([before])[before.name]
    fields = [field for row in before.rows for field in row.fields]
    if sent is None or (
        list(sent) == shown and all(_is_same(texts.get(field.name, field.value), field.value) for field in fields)
    ):
        rows.pop(before.name, None)
        for field in fields:
            texts.pop(field.name, None)
        return
    if isinstance(now, ContentRows) and _list_cells(now) == _list_cells(before):
        return
    own = {name: texts.pop(name) for name in list(texts) if name.startswith(f"{before.name}/")}
    new = {row: f"n{number}" for number, row in enumerate(sent, start=1)}
    for name, text in own.items():
        row, _, column = name.removeprefix(f"{before.name}/").partition("/")
        if row in new:
            texts[f"{before.name}/{new[row]}/{column}"] = text
    rows[before.name] = list(new.values())
    clashes[before.name] = "meanwhile somebody changed these rows; here are yours"


def _list_cells(rows: ContentRows) -> list[list[str]]:
    return [[field.value for field in row.fields] for row in rows.rows]


def _is_same(one: str, other: str) -> bool:
    return one.split() == other.split()


def merge_texts(
    before: Mapping[str, str], now: Mapping[str, str], typed: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Return the texts of files, with those that were not changed as they are `now`, and the files both changed."""
    changed = {name for name, text in typed.items() if text.strip() != before.get(name, "").strip()}
    merged = {name: text if name in changed else now.get(name, text) for name, text in typed.items()}
    return merged, [name for name in typed if name in changed and now.get(name) not in (before.get(name), typed[name])]
