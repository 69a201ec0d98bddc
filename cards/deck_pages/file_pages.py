"""The pages of deck files: a paste is checked or imported, and nothing saved before that; a deck is exported."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from http import HTTPStatus
from typing import NamedTuple

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from cards.catalogue import url_of
from cards.deck_pages.listing import Judged, counters_of, problem_lines, shown_parts
from cards.deck_pages.page_frame import USUAL_FORMAT, format_of, head_of, of_deck, refusing, render_tab, version_of
from cards.decks.changes import create_deck, refuse_others, save_draft
from cards.decks.contents import content_of, data_of
from cards.decks.errors import DeckError
from cards.decks.judging import current_lexicon, judge
from cards.decks.models import Deck, DeckVersion
from cards.decks.reading import added_to, attachment, content_at, file_of, read_import
from incursions.accounts.viewers import current_user_or_guest
from incursions.games.incursions.deck_files import (
    Fault,
    Report,
    ReportLine,
    Status,
    code_of,
    json_of,
    read_as_written,
    read_code,
    read_pool,
    text_of,
)
from incursions.games.incursions.deck_files.formats import name_of_part
from incursions.games.incursions.deck_files.paste_report import LEFT_OUT
from incursions.games.incursions.deck_files.pasted import LONGEST_PASTE
from incursions.games.incursions.rules.construction import FORMATS, evaluate

LONGEST_PASTED = 50_000  # characters: a page shows it again, and `check_deck` reads longer ones
TYPED = {"text": "", **USUAL_FORMAT, "pool": ""}


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def check(request: HttpRequest) -> HttpResponse:
    """Render the form, with the verdict on what was pasted. Nothing is saved."""
    if request.method != "POST":
        return _render_check(request, TYPED)
    typed = {field: request.POST.get(field, usual) for field, usual in TYPED.items()}
    try:
        chosen = format_of(typed)
        _refuse_long(typed)
    except DeckError as refusal:
        shown = {field: value[:LONGEST_PASTED] for field, value in typed.items()}
        return _render_check(request, shown, status=refusal.status, refusal=refusal)
    lexicon = current_lexicon()
    deck = read_as_written(typed["text"], lexicon)
    pool = read_pool(typed["pool"], lexicon.titles) if chosen.from_pool else None
    faults: dict[str, tuple[Fault, ...]] = {"deck": deck.faults, "pool": pool.faults if pool else ()}
    if any(faults.values()):
        return _render_check(request, typed, status=HTTPStatus.UNPROCESSABLE_ENTITY, faults=faults)
    verdict = evaluate(deck.content, chosen, lexicon.facts, pool=pool.pool if pool else None)
    report = {
        "name": deck.name,
        "judged": Judged(deck.content, verdict),
        "problems": problem_lines(verdict),
        "counters": counters_of(deck.content, chosen),
    }
    return _render_check(request, typed, report=report)


def _refuse_long(typed: Mapping[str, str]) -> None:
    """Raise `DeckError` for a text that is too long to be shown again."""
    for field in ("text", "pool"):
        if len(typed[field]) > LONGEST_PASTED:
            message = f"The {field} is {len(typed[field]):,} characters long; at most {LONGEST_PASTED:,} are read here."
            raise DeckError("invalid", message, field=field)


def _render_check(
    request: HttpRequest, typed: Mapping[str, str], *, status: int = HTTPStatus.OK, **found: object
) -> HttpResponse:
    context = {"here": "decks", "typed": typed, "formats": FORMATS, **found}
    return render(request, "decks/check.html", context, status=status)


READ, SAVE, REPLACE, ADD = "read", "save", "replace", "add"
MOST_BYTES = 4 * LONGEST_PASTE
MOST_OPEN = 100  # lines with something to choose, on one page
MOST_SHOWN = 300  # other lines
CSS = {Status.TAKEN: "good", Status.GUESSED: "warn", Status.UNKNOWN: "bad", Status.NOTE: "info", Status.FAULT: "bad"}
UNNAMED = "Imported deck"
TEMPLATE = "decks/import.html"


@dataclass(frozen=True, slots=True)
class Paste:
    """A form as it was sent. `chosen` maps typed lines to titles; `seen` is the digest of the reported text."""

    text: str
    chosen: dict[str, str]
    name: str
    action: str
    seen: str
    number: int

    @property
    def digest(self) -> str:
        """Return a hash of the text, whatever its line ends. It tells whether this text has been reported already."""
        return sha256("\n".join(self.text.splitlines()).encode(errors="replace")).hexdigest()[:16]


def paste_of(request: HttpRequest) -> Paste:
    """Return the form of a request, with the pasted text."""
    form = request.POST
    number = form.get("number", "")
    return Paste(
        text=form.get("paste", ""),
        chosen=dict(zip(form.getlist("typed"), form.getlist("choice"), strict=False)),
        name=form.get("name", ""),
        action=form.get("action", READ),
        seen=form.get("seen", ""),
        number=int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0,
    )


def _text_of(file: UploadedFile, paste: Paste) -> str:
    """Return the text of an uploaded file. Raises `DeckError` if it is no text, too large, or beside a pasted text."""
    if paste.text.strip():
        raise DeckError("invalid", "Paste a deck or choose a file, not both.", field="file")
    if (file.size or 0) > MOST_BYTES:
        raise DeckError("invalid", f"The file has more than {MOST_BYTES:,} bytes.", field="file")
    raw = file.read()
    encoding = "utf-16" if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"  # as spreadsheets save it
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        raise DeckError("invalid", "The file is not text in UTF-8 or UTF-16.", field="file") from None


class Choice(NamedTuple):
    """An option for a line of a paste: a title, the text as typed, or nothing."""

    value: str
    label: str
    is_chosen: bool


class OpenLine(NamedTuple):
    """A line with its choices; `part` is where it stands, in words, and `css` the class of its status.

    What was typed twice is chosen once: a later line has no choices of its own.
    """

    line: ReportLine
    part: str
    css: str
    choices: list[Choice]
    url: str


def lines_of(report: Report) -> dict[str, object]:
    """Return the lines of a report, grouped by what the player has to do with them; those to look at are open."""
    is_open = [line for line in report.lines if line.is_open]
    closed = [line for line in report.lines if not line.is_open]
    taken, notes = ([line for line in closed if line.status is status] for status in (Status.TAKEN, Status.NOTE))
    limited = ((is_open, MOST_OPEN), (taken, MOST_SHOWN), (notes, MOST_SHOWN))
    unshown = sum(max(0, len(lines) - most) for lines, most in limited)
    open_lines, typed = [], set()
    for line in is_open[:MOST_OPEN]:
        url = url_of(line.title) if line.title in line.candidates else ""
        part = "" if line.part is None else name_of_part(line.part)
        choices = [] if line.typed in typed else list(_choices(line))
        open_lines.append(OpenLine(line, part, CSS[line.status], choices, url))
        typed.add(line.typed)
    return {
        "open": open_lines,
        "faults": report.filter_lines(Status.FAULT),
        "taken": taken[:MOST_SHOWN],
        "notes": notes[:MOST_SHOWN],
        "unshown": unshown,
    }


def _choices(line: ReportLine) -> Iterator[Choice]:
    """Yield what the user can choose for a line: its candidates, the title as typed, or to leave it out."""
    titles = dict.fromkeys(line.candidates)
    if line.title is not None and line.title != line.typed:
        titles.setdefault(line.title)
    for title in titles:
        yield Choice(title, title, title == line.title)
    if line.typed not in titles:
        yield Choice(line.typed, f"Keep “{line.typed}”, an unknown piece", line.typed == line.title)
    yield Choice(LEFT_OUT, "Leave it out", line.title is None)


forms = require_http_methods(["GET", "HEAD", "POST"])


@forms
@refusing
def import_new(request: HttpRequest) -> HttpResponse:
    """Import a paste as a new deck."""
    return _answer(request, None)


@forms
@of_deck
def import_into(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Import a paste into the draft of a deck."""
    refuse_others(deck, request.user)
    return _answer(request, deck)


def _answer(request: HttpRequest, deck: Deck | None) -> HttpResponse:
    """Show the report on a paste, or save the deck once the report was shown."""
    if request.method != "POST":
        return _render_import(request, deck, None)
    paste, file = paste_of(request), request.FILES.get("file")
    try:
        if isinstance(file, UploadedFile):
            paste = replace(paste, text=_text_of(file, paste))
    except DeckError as refusal:
        return _render_import(request, deck, paste, refusal=refusal)
    report = read_import(paste.text, request.user, request.get_host(), paste.chosen)
    if paste.action == READ or paste.seen != paste.digest or report.is_empty:
        return _render_import(request, deck, paste, report)
    try:
        if paste.action not in ((SAVE,) if deck is None else (REPLACE, ADD)):
            raise DeckError("malformed", f"There is no action called {paste.action[:20]!r} here.", field="action")
        saved = _save_new(request, paste, report) if deck is None else _save_into(request, deck, paste, report)
    except DeckError as refusal:
        if deck is not None:
            deck.refresh_from_db()
        return _render_import(request, deck, paste, report, refusal)
    return redirect(reverse("decks:editor", args=[saved.public_id]) + "#deck")  # or the form's own fragment would stay


def _save_new(request: HttpRequest, paste: Paste, report: Report) -> Deck:
    data = data_of(content_of(data_of(report.content)))
    name = paste.name.strip() or report.name or UNNAMED
    deck = create_deck(owner=current_user_or_guest(request), name=name, content=data)
    messages.success(request, "The deck is saved. Nobody but you sees it until you share it.")
    return deck


def _save_into(request: HttpRequest, deck: Deck, paste: Paste, report: Report) -> Deck:
    content = report.content
    if paste.action == ADD:
        content = added_to(content_of(deck.draft), content)
    saved = save_draft(deck, data_of(content), by=current_user_or_guest(request), number=paste.number)
    messages.success(request, "The draft is saved. You can undo this step.")
    return saved


def _render_import(
    request: HttpRequest,
    deck: Deck | None,
    paste: Paste | None,
    report: Report | None = None,
    refusal: DeckError | None = None,
) -> HttpResponse:
    context: dict[str, object] = {"here": "decks", "paste": paste, "report": report, "refusal": refusal}
    if deck is not None:
        context |= {"head": head_of(deck, request.user), "tab": "decks:import_into"}
    if report is not None:
        context |= {
            "lines": lines_of(report),
            "problems": problem_lines(judge(report.content)),
            "counters": counters_of(report.content),
            "name": (paste.name if paste else "") or report.name or UNNAMED,
        }
    status = 200 if refusal is None else refusal.status
    return render(request, TEMPLATE if deck is None else "decks/import_into.html", context, status=status)


LONGEST_IN_AN_ADDRESS = 1500  # letters of a code
ENDINGS = {"text": "txt", "json": "json"}


@require_safe
@of_deck
def export(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Show the deck in all formats to whoever may see it."""
    version = version_of(request.GET)
    content = content_at(deck, version, request.user)
    code = code_of(content, current_lexicon().numbers, deck.name)
    address = reverse("decks:code", args=[code]) if len(code) <= LONGEST_IN_AN_ADDRESS else ""
    return render_tab(
        request,
        "decks:export",
        head_of(deck, request.user),
        version=version,
        versions=DeckVersion.objects.visible_to(request.user, deck),
        code=code,
        link=request.build_absolute_uri(address) if address else "",
        text=text_of(content, deck.name),
        json=json_of(content, deck.name),
    )


@require_safe
@of_deck
def file(request: HttpRequest, deck: Deck, form: str) -> HttpResponse:
    """Send the deck as a download in one of `FORMS`."""
    response = file_of(deck, content_at(deck, version_of(request.GET), request.user), form)
    response.headers["Content-Disposition"] = attachment(deck.name, f".{ENDINGS[form]}")
    return response


@require_safe
@refusing
def shared_code(request: HttpRequest, code: str) -> HttpResponse:
    """Show the deck of a code. One that cannot be read whole is shown with the reasons, and without a deck."""
    lexicon = current_lexicon()
    found = read_code(code, lexicon.titles, lexicon.numbers)
    seen = Paste(code, {}, "", "", "", 0).digest
    context: dict[str, object] = {"here": "decks", "code": code, "found": found, "seen": seen}
    if not found.faults:
        context |= shown_parts(Judged(found.content, judge(found.content)))
    response = render(request, "decks/code.html", context, status=400 if found.faults else 200)
    response.headers["X-Robots-Tag"] = "noindex"
    return response
