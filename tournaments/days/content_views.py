"""Pages of the content of a day: its files as forms and as text, uploads, and the history of its versions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from incursions.accounts.viewers import viewer_of
from incursions.games.data_checks import DataError, Faults
from incursions.kit.refusals import DomainError
from incursions.kit.requests import Fields
from tournaments.days.content_differences import list_differences
from tournaments.days.content_forms import (
    Entry,
    find_entry,
    list_fields,
    list_sections,
    read_typed,
    replace_entry,
    take_entry,
    write_yaml,
)
from tournaments.days.content_versions import (
    LARGEST_TEXT,
    LONGEST_REASON,
    SAMPLE,
    FaultyContentError,
    find_current,
    find_version,
    list_sources,
    list_versions,
    load_source,
    measure,
    read_texts,
    save_content,
)
from tournaments.days.large_forms import read_large_form, take_prefixed
from tournaments.days.locked_day import game_of
from tournaments.days.models import Day, DayContent, DaySeat
from tournaments.days.views import download, refusing, require_desk

VALUE, TEXT = "value ", "text "
"""The beginnings of the names of fields: a value of an entry, and the text of a file."""
ENDING = ".yaml"


def _describe(row: Day) -> dict[str, Any]:
    """Return what all pages of the content show."""
    newest = list_versions(row).first()
    return {
        "row": row,
        "files": row.kind.contents.files,
        "current": find_current(row),
        "seen": 0 if newest is None else newest.number,
        "is_running": bool(game_of(row).number),
        "longest": LONGEST_REASON,
    }


def _save(request: HttpRequest, seat: DaySeat, data: Mapping[str, Any], fields: Fields) -> DayContent:
    """Save a content with the reason, the version seen and the will to overrule of a form."""
    return save_content(
        seat.day,
        data,
        fields.any_text("reason"),
        seat,
        seen=fields.number("seen"),
        is_overruling=fields.flag("overrule", False),
        by=viewer_of(request),
    )


def _show_fault(
    request: HttpRequest, template: str, context: dict[str, Any], fields: Fields, fault: DomainError
) -> Any:
    """Render a form again with what was typed, and with all faults."""
    faults = fault.faults if isinstance(fault, FaultyContentError) else []
    kept = {name: fields.get(name, "") for name in ("reason", "overrule")}
    shown = {**context, **kept, "refusal": fault, "faults": faults}
    if fields.get("seen", "").isdecimal():
        shown["seen"] = fields["seen"]
    return render(request, template, shown, status=fault.status)


@require_GET
@refusing
def content(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the files of the content, where it can start from, and its history."""
    row = require_desk(request, public_id).day
    return render(request, "days/content.html", _describe_all(request, row))


def _describe_all(request: HttpRequest, row: Day) -> dict[str, Any]:
    sources = list_sources(row, viewer_of(request))
    return {**_describe(row), "versions": list_versions(row), "sources": sources, "sample": SAMPLE}


def _require_file(row: Day, name: str) -> str:
    if name not in row.kind.contents.files:
        raise DomainError("not_found", f"The content has {', '.join(row.kind.contents.files)}.")
    return name


@require_http_methods(["GET", "POST"])
@refusing
def content_file(request: HttpRequest, public_id: str, name: str) -> HttpResponse:
    """Show the entries of a file, and the form of one; save it."""
    seat = require_desk(request, public_id)
    name = _require_file(seat.day, name)
    data = find_current(seat.day).data
    key = request.GET.get("entry", "")
    entry = find_entry(data[name], key) if key else None
    if key and entry is None:
        raise DomainError("not_found", "There is no such entry.")
    context = {**_describe(seat.day), "name": name, "sections": list_sections(data[name]), "entry": entry}
    if entry is None:
        return render(request, "days/content_file.html", context)
    values = take_entry(data[name], entry)
    context["fields"] = [{"field": field, "value": field.value} for field in list_fields(values)]
    if request.method == "GET":
        return render(request, "days/content_file.html", context)
    fields = read_large_form(request)
    typed = take_prefixed(fields, VALUE)
    try:
        made = _save(request, seat, _read_entry(data, name, entry, values, typed), fields)
    except DomainError as fault:
        context["fields"] = [
            {"field": field, "value": typed.get(field.name, field.value), "is_bad": _is_bad(field.name, entry, fault)}
            for field in list_fields(values)
        ]
        return _show_fault(request, "days/content_file.html", context, fields, fault)
    return _show_saved(public_id, made)


def _is_bad(name: str, entry: Entry, fault: DomainError) -> bool:
    """Return True if a fault is about a field of an entry, or about something in it."""
    faults = fault.faults if isinstance(fault, FaultyContentError) else []
    own = [each.field for each in faults if each.title in ("", entry.title)]
    paths = [path.removeprefix(f"{entry.title}, ").replace(", ", "/") for path in own]
    return any(path == name or path.startswith(f"{name}/") for path in paths)


def _read_entry(data: Mapping[str, Any], name: str, entry: Entry, values: Any, typed: Mapping[str, str]) -> Any:
    """Return the content with what was typed into the form of an entry. Raises `FaultyContentError`."""
    made, unreadable = read_typed(values, typed)
    faults: Faults = [
        DataError(f"{name}{ENDING}", entry.title, field.replace("/", ", "), reason)
        for field, reason in unreadable.items()
    ]
    if not faults and measure(made) > LARGEST_TEXT:
        faults = [DataError(f"{name}{ENDING}", entry.title, "", f"it is longer than {LARGEST_TEXT:,} characters")]
    if faults:
        raise FaultyContentError(faults)
    return {**data, name: replace_entry(data[name], entry, made)}


def _show_saved(public_id: str, made: DayContent) -> HttpResponse:
    return redirect("days:content_version", public_id, made.number)


@require_http_methods(["GET", "POST"])
@refusing
def content_text(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show files of the content as text, as many as were chosen; save them together."""
    seat = require_desk(request, public_id)
    names = [_require_file(seat.day, name) for name in dict.fromkeys(request.GET.getlist("file"))]
    data = find_current(seat.day).data
    texts = {name: write_yaml(data[name]) for name in names or seat.day.kind.contents.files}
    context = _describe(seat.day)
    if request.method == "GET":
        return render(request, "days/content_text.html", {**context, "texts": texts})
    fields = read_large_form(request)
    sent = take_prefixed(fields, TEXT)
    typed = {name: sent[name].replace("\r\n", "\n") for name in seat.day.kind.contents.files if name in sent}
    try:
        made = _save(request, seat, read_texts(data, typed), fields)
    except DomainError as fault:
        return _show_fault(request, "days/content_text.html", {**context, "texts": typed or texts}, fields, fault)
    return _show_saved(public_id, made)


@require_POST
@refusing
def content_upload(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take files of the content, each by its name."""
    seat, fields = require_desk(request, public_id), read_large_form(request)
    data = find_current(seat.day).data
    try:
        made = _save(request, seat, read_texts(data, _read_uploads(request, seat.day)), fields)
    except DomainError as fault:
        return _show_fault(request, "days/content.html", _describe_all(request, seat.day), fields, fault)
    return _show_saved(public_id, made)


def _read_uploads(request: HttpRequest, row: Day) -> dict[str, str]:
    """Return the texts of uploaded files by the names of files of the content. Raises malformed."""
    texts: dict[str, str] = {}
    for upload in request.FILES.getlist("files"):
        name = (upload.name or "").removesuffix(ENDING)
        if name not in row.kind.contents.files or name in texts:
            known = ", ".join(f"{each}{ENDING}" for each in row.kind.contents.files)
            raise DomainError("malformed", f"Each file has one of the names {known}.")
        raw = upload.read(LARGEST_TEXT * 4 + 1)
        if len(raw) > LARGEST_TEXT * 4:
            raise DomainError("file_too_large", f"{name}{ENDING} is longer than {LARGEST_TEXT:,} characters.")
        try:
            texts[name] = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise DomainError("malformed", f"{name}{ENDING} is not UTF-8 text.") from None
    if not texts:
        raise DomainError("malformed", "Choose one or more files.")
    return texts


@require_POST
@refusing
def content_start(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take the content of the sample, or of another day of one's own."""
    seat, fields = require_desk(request, public_id), read_large_form(request)
    try:
        data = load_source(seat.day, viewer_of(request), fields.any_text("source"))
        made = _save(request, seat, data, fields)
    except DomainError as fault:
        return _show_fault(request, "days/content.html", _describe_all(request, seat.day), fields, fault)
    return _show_saved(public_id, made)


@require_GET
@refusing
def content_download(request: HttpRequest, public_id: str, name: str) -> HttpResponse:
    """Download a file of the content in force."""
    row = require_desk(request, public_id).day
    data = find_current(row).data[_require_file(row, name)]
    return download(f"{name}{ENDING}", write_yaml(data), "text/yaml; charset=utf-8")


@require_http_methods(["GET", "POST"])
@refusing
def content_version(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Show what a version changed and why; go back to it."""
    seat = require_desk(request, public_id)
    shown = find_version(seat.day, number)
    before = seat.day.contents.filter(number__lt=number).first()
    context = {**_describe(seat.day), "version": shown, "before": before}
    context["differences"] = [] if before is None else list_differences(before.data, shown.data)
    if request.method == "GET":
        return render(request, "days/content_version.html", context)
    fields = read_large_form(request)
    try:
        made = _save(request, seat, shown.data, fields)
    except DomainError as fault:
        return _show_fault(request, "days/content_version.html", context, fields, fault)
    return _show_saved(public_id, made)
