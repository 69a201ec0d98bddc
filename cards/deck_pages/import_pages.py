"""The pages of importing: one box for whatever was copied, the report on it, and then a deck; nothing before that."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from cards.deck_pages.asking import of_deck, refusing
from cards.deck_pages.counters import counters_of
from cards.deck_pages.head import head_of
from cards.deck_pages.import_lines import lines_of
from cards.deck_pages.paste import ADD, READ, REPLACE, SAVE, Paste, paste_of, with_file
from cards.deck_pages.problem_lines import problem_lines
from cards.decks.changing import refuse_others
from cards.decks.contents import content_of, data_of
from cards.decks.drafts import save_draft
from cards.decks.errors import DeckError
from cards.decks.importing import added_to, read_import
from cards.decks.judging import judge
from cards.decks.making import create_deck
from cards.decks.models import Deck
from incursions.accounts.guests import current_user_or_guest
from incursions.deck_files import Report

UNNAMED = "Imported deck"
TEMPLATE = "decks/import.html"
forms = require_http_methods(["GET", "HEAD", "POST"])


@forms
@refusing
def import_new(request: HttpRequest) -> HttpResponse:
    """Whatever was pasted, as a new deck."""
    return _answer(request, None)


@forms
@of_deck
def import_into(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Whatever was pasted, into the draft of a deck."""
    refuse_others(deck, request.user)
    return _answer(request, deck)


def _answer(request: HttpRequest, deck: Deck | None) -> HttpResponse:
    if request.method != "POST":
        return _page(request, deck, None)
    paste = paste_of(request)
    try:
        paste = with_file(paste, request)
    except DeckError as refusal:
        return _page(request, deck, paste, refusal=refusal)
    report = read_import(paste.text, request.user, request.get_host(), paste.chosen)
    if paste.action == READ or not paste.is_seen or report.is_empty:
        return _page(request, deck, paste, report)
    try:
        saved = _save_new(request, paste, report) if deck is None else _save_into(request, deck, paste, report)
    except DeckError as refusal:
        if deck is not None:
            deck.refresh_from_db()
        return _page(request, deck, paste, report, refusal)
    return redirect(reverse("decks:editor", args=[saved.public_id]) + "#deck")  # or the form's own fragment would stay


def _save_new(request: HttpRequest, paste: Paste, report: Report) -> Deck:
    if paste.action != SAVE:
        raise _no_such_action(paste.action)
    data = data_of(content_of(data_of(report.content)))
    name = paste.name.strip() or report.name or UNNAMED
    deck = create_deck(owner=current_user_or_guest(request), name=name, content=data)
    messages.success(request, "The deck is saved. Nobody but you sees it until you share it.")
    return deck


def _save_into(request: HttpRequest, deck: Deck, paste: Paste, report: Report) -> Deck:
    if paste.action not in (REPLACE, ADD):
        raise _no_such_action(paste.action)
    content = report.content
    if paste.action == ADD:
        content = added_to(content_of(deck.draft), content)
    saved = save_draft(deck, data_of(content), by=current_user_or_guest(request), number=paste.number)
    messages.success(request, "The draft is saved. It is one step, which can be undone.")
    return saved


def _no_such_action(action: str) -> DeckError:
    return DeckError("malformed", f"There is nothing to do that is called {action[:20]!r} here.", field="action")


def _page(
    request: HttpRequest,
    deck: Deck | None,
    paste: Paste | None,
    report: Report | None = None,
    refusal: DeckError | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {"here": "decks", "paste": paste, "report": report, "refusal": refusal}
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
