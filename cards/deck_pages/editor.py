"""The editor of a deck: its page, and the way in for every change of it.

A change is a small form. A plain one is answered by the page again, at the same place; one of htmx by the parts that
are others now.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from cards.deck_pages.asking import of_deck
from cards.deck_pages.editor_forms import place_in, sent_edits, sent_number
from cards.deck_pages.editor_groups import ORDERS
from cards.deck_pages.editor_page import EditorPage, Refusal, editor_page
from cards.deck_pages.editor_words import change_said, name_said, problems_said
from cards.deck_pages.judged import Judged
from cards.decks import abilities
from cards.decks.changing import refuse_others
from cards.decks.contents import content_of, data_of
from cards.decks.details import describe_deck
from cards.decks.differences import differences
from cards.decks.drafts import redo, save_draft, undo
from cards.decks.edits import edited, read_edits
from cards.decks.errors import DeckError
from cards.decks.judging import judge
from cards.decks.models import Deck
from cards.decks.reading import find_deck
from cards.decks.versions import keep_version, take_version
from incursions.accounts.models import User
from incursions.deck_files.sheet import LONGEST_NAME
from incursions.rules.construction import DeckContent

ORDER_COOKIE = "deck_order"
YEAR_S = 365 * 24 * 3600
forms = require_http_methods(["GET", "HEAD", "POST"])


@forms
@of_deck
def editor(request: HttpRequest, deck: Deck) -> HttpResponse:
    """The editor, for whoever may change the deck; others are led to its page. A POST changes the draft."""
    if request.method == "POST":
        return _answered(request, deck, _change)
    if not abilities.may_change(request.user, deck):
        return redirect(deck)
    return _shown(request, deck)


@forms
@of_deck
def keep(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Keep the draft as a version."""
    return _answered(request, deck, _keep, form="keep") if request.method == "POST" else _to_editor(request, deck)


@forms
@of_deck
def rename(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Give the deck another name."""
    return _answered(request, deck, _rename, form="rename") if request.method == "POST" else _to_editor(request, deck)


def _to_editor(request: HttpRequest, deck: Deck) -> HttpResponse:
    """The editor: where these forms are refused it stands at their address, and its links are searches there."""
    asked = request.GET.urlencode()
    return redirect(reverse("decks:editor", args=[deck.public_id]) + (f"?{asked}" if asked else ""))


def _change(request: HttpRequest, deck: Deck) -> Deck:
    by, number, step = cast(User, request.user), sent_number(request), request.POST.get("step", "")
    if step == "undo":
        return undo(deck, by=by, number=number)
    if step == "redo":
        return redo(deck, by=by, number=number)
    if step == "version" and deck.shown is not None:
        return take_version(deck, deck.shown.number, by=by, number=number)
    content = edited(content_of(deck.draft), read_edits(sent_edits(request)))
    return save_draft(deck, data_of(content), by=by, number=number)


def _keep(request: HttpRequest, deck: Deck) -> Deck:
    by = cast(User, request.user)
    kept = keep_version(deck, by=by, number=sent_number(request), name=request.POST.get("name", ""))
    messages.success(request, f"Version {kept.number} is kept.")
    return kept.deck


def _rename(request: HttpRequest, deck: Deck) -> Deck:
    by = cast(User, request.user)
    return describe_deck(deck, by=by, number=sent_number(request), name=request.POST.get("name", ""))


def _answered(
    request: HttpRequest, deck: Deck, change: Callable[[HttpRequest, Deck], Deck], *, form: str = "edit"
) -> HttpResponse:
    """What became of a change: the editor again, with the refusal in it if there was one."""
    refuse_others(deck, request.user)
    try:
        changed = change(request, deck)
    except DeckError as error:
        sent = request.POST.get
        refusal = Refusal(error, form, sent_edits(request), sent("step", ""), sent("name", "")[:LONGEST_NAME])
        now = find_deck(deck.public_id, request.user)
        refuse_others(now, request.user)
        return _shown(request, now, refusal=refusal, status=error.status)
    if request.headers.get("HX-Request"):
        return _reply(request, deck, changed)
    return HttpResponseRedirect(_back(request, changed), status=HTTPStatus.SEE_OTHER)


def _shown(request: HttpRequest, deck: Deck, *, refusal: Refusal | None = None, status: int = 200) -> HttpResponse:
    """The whole editor; for htmx all its parts."""
    order = request.GET.get("by", "")
    is_reply = bool(request.headers.get("HX-Request"))
    page = editor_page(
        deck,
        cast(User, request.user),
        request.POST if request.method == "POST" else request.GET,
        is_reply=is_reply,
        order=order if order in ORDERS else request.COOKIES.get(ORDER_COOKIE, ""),
        refusal=refusal,
    )
    context = {"here": "decks", "tab": "decks:editor", "page": page, "find": page.find, "rows": page.find.rows}
    template = "decks/editor_reply.html" if is_reply else "decks/editor.html"
    response = render(request, template, context, status=status if refusal else page.find.status)
    if order in ORDERS:
        response.set_cookie(ORDER_COOKIE, order, max_age=YEAR_S, samesite="Lax")
    return response


def _reply(request: HttpRequest, before: Deck, deck: Deck) -> HttpResponse:
    """The parts of the page that a change makes others."""
    then, now = content_of(before.draft), content_of(deck.draft)
    page = editor_page(
        deck,
        cast(User, request.user),
        request.POST,
        is_reply=True,
        order=request.COOKIES.get(ORDER_COOKIE, ""),
    )
    said = name_said(deck.name) if deck.name != before.name else _change_said(then, page)
    touched = {difference.title for difference in differences(then, now)}
    rows = [row for row in page.find.rows if row.title in touched]
    return render(request, "decks/editor_reply.html", {"page": page, "find": page.find, "rows": rows, "said": said})


def _change_said(then: DeckContent, page: EditorPage) -> str:
    errors = Judged(then, judge(then)).errors
    said = change_said(then, page.head.content, hex_points=page.hex_points.counter.number)
    return said + problems_said(errors, page.head.errors)


def _back(request: HttpRequest, deck: Deck) -> str:
    """The editor's address, with the query, at the row that was changed."""
    asked = {name: request.POST[name] for name in ("q", "page") if name in request.POST}
    query = f"?{urlencode(asked)}" if asked else ""
    return f"{reverse('decks:editor', args=[deck.public_id])}{query}{place_in(content_of(deck.draft), request)}"
