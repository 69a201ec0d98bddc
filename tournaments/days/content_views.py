"""Pages of the content of a day: its files as forms and as text, uploads, and the history of its versions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from incursions.accounts.viewers import viewer_of
from incursions.kit.refusals import DomainError
from incursions.kit.requests import Fields
from incursions.kit.words import quote
from tournaments.days.access import download, refusing, require_desk
from tournaments.days.content_differences import list_differences
from tournaments.days.content_forms import write_yaml
from tournaments.days.content_merges import merge_texts
from tournaments.days.content_versions import (
    LARGEST_TEXT,
    SAMPLE,
    FaultyContentError,
    find_current,
    find_newest,
    find_version,
    list_sources,
    list_versions,
    load_source,
    read_texts,
    save_content,
)
from tournaments.days.day_games import game_of
from tournaments.days.large_forms import read_large_form, take_prefixed
from tournaments.days.models import Day, DayContent, DaySeat
from tournaments.days.reasons import LONGEST_REASON

TEXT = "text "
"""The beginning of the names of fields for the text of a file."""
ENDING = ".yaml"


def describe_content(row: Day) -> dict[str, Any]:
    """Return what all pages of the content show."""
    return {
        "row": row,
        "files": row.kind.contents.files,
        "current": find_current(row),
        "seen": find_newest(row),
        "is_running": bool(game_of(row).number),
        "longest": LONGEST_REASON,
    }


def save_from_form(
    request: HttpRequest, seat: DaySeat, data: Mapping[str, Any], fields: Fields, *, is_renaming: bool = False
) -> DayContent:
    """Save a content with the reason, the version seen and the will to overrule of a form."""
    return save_content(
        seat.day,
        data,
        fields.any_text("reason"),
        seat,
        seen=fields.number("seen"),
        is_overruling=fields.flag("overrule", False),
        is_renaming=is_renaming,
        by=viewer_of(request),
    )


def show_fault(request: HttpRequest, template: str, context: dict[str, Any], fields: Fields, fault: DomainError) -> Any:
    """Render a form again with what was typed, and with all faults.

    The version that was seen stays, unless the fault is that there is a newer one, which the page then tells of.
    """
    faults = fault.faults if isinstance(fault, FaultyContentError) else []
    kept = {name: fields.get(name, "") for name in ("reason", "overrule")}
    shown = {**context, **kept, "refusal": fault, "faults": faults}
    if fault.code != "moved_on" and fields.get("seen", "").isdecimal():
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
    return {**describe_content(row), "versions": list_versions(row), "sources": sources, "sample": SAMPLE}


def require_file(row: Day, name: str) -> str:
    """Return the name of a file of the content. Raises not_found."""
    if name not in row.kind.contents.files:
        raise DomainError("not_found", f"The content has {', '.join(row.kind.contents.files)}.")
    return name


def show_saved(public_id: str, made: DayContent) -> HttpResponse:
    """Lead to the page of a version that was saved."""
    return redirect("days:content_version", public_id, made.number)


@require_http_methods(["GET", "POST"])
@refusing
def content_text(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show files of the content as text, as many as were chosen; save them together."""
    seat = require_desk(request, public_id)
    names = [require_file(seat.day, name) for name in dict.fromkeys(request.GET.getlist("file"))]
    data = find_current(seat.day).data
    texts = {name: write_yaml(data[name]) for name in names or seat.day.kind.contents.files}
    context = describe_content(seat.day)
    if request.method == "GET":
        return render(request, "days/content_text.html", {**context, "texts": texts})
    fields = read_large_form(request)
    sent = take_prefixed(fields, TEXT)
    typed = {name: sent[name].replace("\r\n", "\n") for name in seat.day.kind.contents.files if name in sent}
    try:
        made = save_from_form(request, seat, read_texts(data, typed), fields)
    except DomainError as fault:
        shown = {**context, "texts": typed or texts}
        if fault.code == "moved_on" or fields.number("seen") != context["seen"]:
            fault, shown = _merge_texts(seat.day, fields.number("seen"), shown, typed)
        return show_fault(request, "days/content_text.html", shown, fields, fault)
    return show_saved(public_id, made)


def _merge_texts(
    row: Day, seen: int, context: dict[str, Any], typed: Mapping[str, str]
) -> tuple[DomainError, dict[str, Any]]:
    """Return the refusal of texts of an older version, and the page with what others changed since it."""
    before, now = find_version(row, seen).data, find_current(row).data
    written = [{name: write_yaml(data[name]) for name in typed} for data in (before, now)]
    texts, clashes = merge_texts(written[0], written[1], typed)
    shown = {**context, **describe_content(row), "texts": texts, "theirs": list_differences(before, now)}
    words = f"Somebody has saved version {shown['seen']} meanwhile. Your text stands here, and nothing is saved yet."
    wanted = "Check it, then save again."
    if clashes:
        wanted = f"You have both changed {', '.join(clashes)}: put what is listed here into your text, then save again."
    return DomainError("moved_on", f"{words} {wanted}"), shown


@require_POST
@refusing
def content_upload(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take files of the content, each by its name."""
    seat, fields = require_desk(request, public_id), read_large_form(request)
    data = find_current(seat.day).data
    try:
        made = save_from_form(request, seat, read_texts(data, _read_uploads(request, seat.day)), fields)
    except DomainError as fault:
        return show_fault(request, "days/content.html", _describe_all(request, seat.day), fields, fault)
    return show_saved(public_id, made)


def _read_uploads(request: HttpRequest, row: Day) -> dict[str, str]:
    """Return the texts of uploaded files by the names of files of the content. Raises malformed."""
    texts: dict[str, str] = {}
    for upload in request.FILES.getlist("files"):
        name = (upload.name or "").removesuffix(ENDING)
        if name in texts:
            raise DomainError("malformed", f"{name}{ENDING} was chosen twice. Nothing was saved.")
        if name not in row.kind.contents.files:
            known = ", ".join(f"{each}{ENDING}" for each in row.kind.contents.files)
            wrong = quote(upload.name or "")
            raise DomainError("malformed", f"{wrong} is no file of the content. Each has one of the names {known}.")
        raw = upload.read(LARGEST_TEXT * 4 + 1)
        if len(raw) > LARGEST_TEXT * 4:
            raise DomainError("file_too_large", f"{name}{ENDING} is longer than {LARGEST_TEXT:,} characters.")
        try:
            texts[name] = raw.decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            line = raw[: fault.start].count(b"\n") + 1
            wrong = f"{name}{ENDING} is not UTF-8 text (line {line}). Save it as UTF-8 and send it again."
            raise DomainError("malformed", wrong) from None
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
        made = save_from_form(request, seat, data, fields)
    except DomainError as fault:
        return show_fault(request, "days/content.html", _describe_all(request, seat.day), fields, fault)
    return show_saved(public_id, made)


@require_GET
@refusing
def content_download(request: HttpRequest, public_id: str, name: str) -> HttpResponse:
    """Download a file of the content in force."""
    row = require_desk(request, public_id).day
    data = find_current(row).data[require_file(row, name)]
    return download(f"{name}{ENDING}", write_yaml(data), "text/yaml; charset=utf-8")


@require_http_methods(["GET", "POST"])
@refusing
def content_version(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Show what a version changed and why; go back to it."""
    seat = require_desk(request, public_id)
    shown = find_version(seat.day, number)
    before = seat.day.contents.filter(number__lt=number).first()
    context = {**describe_content(seat.day), "version": shown, "before": before}
    context["differences"] = [] if before is None else list_differences(before.data, shown.data)
    if request.method == "GET":
        return render(request, "days/content_version.html", context)
    fields = read_large_form(request)
    try:
        made = save_from_form(request, seat, shown.data, fields)
    except DomainError as fault:
        return show_fault(request, "days/content_version.html", context, fields, fault)
    return show_saved(public_id, made)
