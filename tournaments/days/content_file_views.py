"""The entries of a file of the content, and the form of one, with rows that are added and removed by buttons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from incursions.games.data_checks import DataError, Faults
from incursions.kit.refusals import DomainError
from incursions.kit.requests import Fields
from tournaments.days.access import refusing, require_desk
from tournaments.days.content_fields import (
    NOTHING,
    ContentField,
    ContentRow,
    ContentRows,
    Typed,
    change_rows,
    list_fields,
    list_rows,
    read_typed,
)
from tournaments.days.content_forms import (
    Entry,
    find_again,
    find_entry,
    is_new,
    list_sections,
    locate_fault,
    remove_entry,
    replace_entry,
    take_entry,
)
from tournaments.days.content_merges import merge_typed
from tournaments.days.content_versions import LARGEST_TEXT, FaultyContentError, find_current, find_version, measure
from tournaments.days.content_views import (
    ENDING,
    describe_content,
    require_file,
    save_from_form,
    show_fault,
    show_saved,
)
from tournaments.days.large_forms import read_large_form, take_prefixed
from tournaments.days.models import Day

VALUE, ROW, ROWS_OF = "value ", "row ", "rows of "
"""The beginnings of the names of fields: a value of an entry, a row of a list, and a list that is sent."""
REMOVE_ENTRY = "remove entry"


class EntryForm:
    """The form of an entry of a file of a content."""

    def __init__(self, row: Day, data: Mapping[str, Any], name: str, entry: Entry) -> None:
        self.kind, self.data, self.name, self.entry = row.kind.contents, data, name, entry
        self.values = take_entry(data[name], entry)
        self.shapes = self.kind.shapes(data, name, entry.path)

    def list_parts(self, typed: Typed = NOTHING) -> list[ContentField | ContentRows]:
        """Return the fields and rows, with what was typed."""
        return list(list_fields(self.values, self.shapes, typed))

    def apply_typed(self, typed: Typed) -> tuple[Mapping[str, Any], Typed]:
        """Return the content with what was typed, and the typed without rows that fall away.

        Raises `UnreadableEntryError` for what cannot be read.
        """
        made, wrong, rows = read_typed(self.values, typed, self.shapes)
        kept = typed._replace(rows={**typed.rows, **rows})
        changed = {**self.data, self.name: replace_entry(self.data[self.name], self.entry, made)}
        followed = self.kind.follow(self.data, changed)
        if measure(made) > LARGEST_TEXT:
            wanted = f"it is longer than {LARGEST_TEXT:,} characters"
            raise FaultyContentError([DataError(f"{self.name}{ENDING}", self.title, "", wanted)])
        if wrong:
            raise self._find_all_faults(followed, kept, wrong)
        return followed, kept

    def _find_all_faults(self, data: Mapping[str, Any], typed: Typed, wrong: Mapping[str, str]) -> UnreadableEntryError:
        """Return the error for fields that cannot be read, with the faults of the other fields and entries."""
        unread = [
            DataError(f"{self.name}{ENDING}", self.title, _write_place(name, typed), wanted)
            for name, wanted in wrong.items()
        ]
        rows = {name.rpartition("/")[0] for name in wrong if "/" in name}
        placed = {name: [wanted] for name, wanted in wrong.items()}
        more: Faults = []
        for fault in self.kind.examine(data):
            ((name, wanted),) = (self.place_faults([fault], data, typed) or {"": [fault.expected]}).items()
            if name not in wrong and not any(name == row or name.startswith(f"{row}/") for row in rows):
                more.append(fault)
                placed.setdefault(name, []).extend(wanted)
        return UnreadableEntryError([*unread, *more], placed)

    @property
    def title(self) -> str:
        """The title of the entry as faults name it: "" for what is not an entry of a list."""
        return self.entry.title if self.entry.path else ""

    def take_away(self) -> dict[str, Any]:
        """Return the content without the entry. Raises not_found for one that is not in a list."""
        if not is_removable(self.entry):
            raise DomainError("not_found", "This entry cannot be removed.")
        return {**self.data, self.name: remove_entry(self.data[self.name], self.entry.path)}

    def place_faults(self, faults: Faults, data: Mapping[str, Any], typed: Typed) -> dict[str, list[str]]:
        """Return what is wanted by the names of fields and rows, of those faults that are about the entry."""
        placed: dict[str, list[str]] = {}
        parts = self.list_parts(typed)
        names = _list_names(parts)
        columns = {row.name: part.column for part in parts if isinstance(part, ContentRows) for row in part.rows}
        for fault in faults:
            path, rest = locate_fault(data[self.name], fault.title, fault.field)
            depth = len(self.entry.path)
            if fault.file == f"{self.name}{ENDING}" and path[:depth] == self.entry.path:
                words = (*map(str, path[depth:]), *rest)
                name = _find_name(words, names, typed)
                if columns.get(name) and len(words) > len(name.split("/")):
                    name = f"{name}/{columns[name]}"
                placed.setdefault(name, []).append(fault.expected)
        return placed


class UnreadableEntryError(FaultyContentError):
    """An entry with texts that cannot be read; `placed` is what is wanted by the names of fields."""

    def __init__(self, faults: Faults, placed: Mapping[str, Sequence[str]]) -> None:
        super().__init__(faults)
        self.placed = placed


def is_removable(entry: Entry) -> bool:
    """Return True for an entry of a list that is in the data."""
    return bool(entry.path) and isinstance(entry.path[-1], int) and not is_new(entry)


def _list_names(parts: Sequence[ContentField | ContentRows]) -> set[str]:
    """Return the names of all fields, rows and lists of rows."""
    names = {part.name for part in parts}
    for part in parts:
        if isinstance(part, ContentRows):
            names |= {name for row in part.rows for name in (row.name, *(field.name for field in row.fields))}
    return names


def _find_name(words: Sequence[str], names: set[str], typed: Typed) -> str:
    """Return the name of the innermost field or row on the way to a fault, "" if there is none."""
    found, steps = "", list[str]()
    for word in words:
        held = typed.rows.get("/".join(steps))
        is_number = word.isascii() and word.isdecimal() and len(word) < 4
        is_row = held is not None and is_number and 0 < int(word) <= len(held)
        steps.append(held[int(word) - 1] if held is not None and is_row else word)
        if "/".join(steps) in names:
            found = "/".join(steps)
    return found


def _write_place(name: str, typed: Typed) -> str:
    """Return the name of a field as faults name places: rows by their numbers."""
    steps: list[str] = []
    block = ""
    for step in name.split("/"):
        rows = list(typed.rows.get(block, ()))
        steps.append(str(rows.index(step) + 1) if step in rows else step)
        block = f"{block}/{step}" if block else step
    return ", ".join(steps)


def read_typed_form(fields: Fields) -> Typed:
    """Return the texts and rows that a form of an entry sent."""
    rows: dict[str, list[str]] = {name: [] for name in take_prefixed(fields, ROWS_OF)}
    for address in take_prefixed(fields, ROW):
        name, _, row = address.rpartition("/")
        rows.setdefault(name, []).append(row)
    return Typed(take_prefixed(fields, VALUE), rows)


def draw_parts(
    parts: Sequence[ContentField | ContentRows],
    faults: Mapping[str, Sequence[str]],
    clashes: Mapping[str, str],
    added: str = "",
) -> list[dict[str, Any]]:
    """Return the parts of a form with the faults beside each, and ids that labels and faults refer to."""
    ids = iter(range(1, 10_000))

    def draw(field: ContentField, *, is_focus: bool = False) -> dict[str, Any]:
        told = [*faults.get(field.name, ()), *([clashes[field.name]] if field.name in clashes else [])]
        return {"field": field, "faults": told, "id": f"field-{next(ids)}", "is_focus": is_focus}

    def draw_row(row: ContentRow) -> dict[str, Any]:
        fields = [draw(field, is_focus=row.name == added and not place) for place, field in enumerate(row.fields)]
        return {"row": row, "fields": fields, "faults": faults.get(row.name, ()), "id": f"row-{next(ids)}"}

    def draw_all() -> Iterator[dict[str, Any]]:
        for part in parts:
            if isinstance(part, ContentField):
                yield draw(part)
                continue
            told = [*faults.get(part.name, ()), *([clashes[part.name]] if part.name in clashes else [])]
            yield {"rows": part, "items": list(map(draw_row, part.rows)), "faults": told, "id": f"rows-{next(ids)}"}

    return list(draw_all())


@require_http_methods(["GET", "POST"])
@refusing
def content_file(request: HttpRequest, public_id: str, name: str) -> HttpResponse:
    """Show the entries of a file, and the form of one; save it, or add and remove rows."""
    seat = require_desk(request, public_id)
    name = require_file(seat.day, name)
    data = find_current(seat.day).data
    context = {**describe_content(seat.day), "name": name, "sections": list_sections(data[name])}
    key = request.GET.get("entry", "")
    if not key:
        return render(request, "days/content_file.html", context)
    if request.method == "GET":
        form = _open_form(seat.day, data, name, find_entry(data[name], key))
        return _show_form(request, context, form, NOTHING)
    fields = read_large_form(request)
    return _take_form(request, context, key, fields)


def _open_form(row: Day, data: Mapping[str, Any], name: str, entry: Entry | None) -> EntryForm:
    if entry is None:
        raise DomainError("not_found", "There is no such entry. Choose one of the file.")
    return EntryForm(row, data, name, entry)


def _take_form(request: HttpRequest, context: dict[str, Any], key: str, fields: Fields) -> HttpResponse:
    """Save an entry, or show its form again: with a row more or less, or with what is wrong."""
    seat = require_desk(request, context["row"].public_id)
    row, name, typed = seat.day, context["name"], read_typed_form(fields)
    data, seen = find_current(row).data, fields.number("seen")
    before = data if seen == context["seen"] else find_version(row, seen).data
    opened = _open_form(row, before, name, find_entry(before[name], key))
    act = fields.get("do", "")
    if act and act != REMOVE_ENTRY:
        typed, added = change_rows(typed, act, list_rows(opened.list_parts()))
        return _show_form(request, {**context, **_keep(fields)}, opened, typed, added=added)
    if before is not data:
        return _show_merged(request, context, fields, opened, data, typed)
    made: Mapping[str, Any] = data
    try:
        if act:
            made = opened.take_away()
        else:
            made, typed = opened.apply_typed(typed)
        return show_saved(row.public_id, save_from_form(request, seat, made, fields))
    except UnreadableEntryError as fault:
        return _show_form(request, context, opened, typed, faults=fault.placed, refusal=fault, fields=fields)
    except FaultyContentError as fault:
        placed = opened.place_faults(fault.faults, made, typed)
        return _show_form(request, context, opened, typed, faults=placed, refusal=fault, fields=fields)
    except DomainError as fault:
        return _show_form(request, context, opened, typed, refusal=fault, fields=fields)


def _keep(fields: Fields) -> dict[str, Any]:
    """Return the fields that stay as they were sent when a form is shown again."""
    return {name: fields.get(name, "") for name in ("reason", "overrule", "seen")}


def _show_merged(
    request: HttpRequest,
    context: dict[str, Any],
    fields: Fields,
    opened: EntryForm,
    data: Mapping[str, Any],
    typed: Typed,
) -> HttpResponse:
    """Show the form of an entry that somebody else has saved since: their values, and those that were typed."""
    name, newest = context["name"], context["seen"]
    entry = find_again(data[name], opened.entry)
    if entry is None:
        gone = f"Somebody has saved version {newest} meanwhile, and {opened.entry.title} is no longer in it."
        fault = DomainError("moved_on", f"{gone} What you typed stands here; nothing was saved.")
        return _show_form(request, context, opened, typed, refusal=fault, fields=fields)
    form = EntryForm(context["row"], data, name, entry)
    merged, clashes = merge_typed(opened.list_parts(), form.list_parts(), typed)
    words = f"Somebody has saved version {newest} meanwhile. Nothing was saved of yours yet, and nothing is lost:"
    wanted = "check the marked fields" if clashes else "your changes stand here with theirs. Check them"
    fault = DomainError("moved_on", f"{words} {wanted}, then save again.")
    return _show_form(request, context, form, merged, clashes=clashes, refusal=fault, fields=fields)


def _show_form(
    request: HttpRequest,
    context: Mapping[str, Any],
    form: EntryForm,
    typed: Typed,
    *,
    faults: Mapping[str, Sequence[str]] | None = None,
    clashes: Mapping[str, str] | None = None,
    added: str = "",
    refusal: DomainError | None = None,
    fields: Fields | None = None,
) -> HttpResponse:
    """Render the form of an entry with what was typed, and each fault beside its field."""
    parts = draw_parts(form.list_parts(typed), faults or {}, clashes or {}, added)
    shown = {**context, "entry": form.entry, "parts": parts, "is_removable": is_removable(form.entry)}
    if refusal is None or fields is None:
        return render(request, "days/content_file.html", shown)
    return show_fault(request, "days/content_file.html", shown, fields, refusal)
