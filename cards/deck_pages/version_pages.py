"""The pages of a deck's versions: their list, one of them, and the differences of two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.deck_pages.asking import of_deck, sent_number
from cards.deck_pages.comparison import DRAFT, compare_contents, in_short, side_of_deck
from cards.deck_pages.head import head_of
from cards.deck_pages.listing import shown_parts
from cards.decks import abilities
from cards.decks.changes import keep_version, take_version
from cards.decks.contents import content_of, differences
from cards.decks.errors import DeckError
from cards.decks.models import Deck, DeckVersion
from cards.decks.reading import find_version
from cards.paging import NoSuchPageError, Page, page_number, page_of

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer
    from incursions.accounts.models import User


ON_A_PAGE = 50


class VersionRow(NamedTuple):
    """A version in the list. `before` is the number of the previous visible version, None for the first.

    `changes` says in short what is different from that one.
    """

    version: DeckVersion
    before: int | None
    changes: str


def page_of_versions(deck: Deck, viewer: Viewer, typed: str) -> Page[VersionRow]:
    """Return a page of the versions that the viewer may see, the newest first. Raises `DeckError` for no such page.

    Two queries.
    """
    versions = DeckVersion.objects.visible_to(viewer, deck)
    try:
        places = page_of(range(versions.count()), page_number(typed), ON_A_PAGE)
    except NoSuchPageError as error:
        raise DeckError("not_found", str(error), field="page") from error
    shown = list(versions[places.first - 1 : places.to + 1])  # with the one before the last of them
    return Page(list(_rows(shown))[: len(places.items)], places.number, places.last, places.first)


def _rows(shown: list[DeckVersion]) -> Iterator[VersionRow]:
    contents = [content_of(version.content) for version in shown]
    for place, version in enumerate(shown[:-1]):
        changes = differences(contents[place + 1], contents[place])
        yield VersionRow(version, shown[place + 1].number, in_short(changes))
    for first in shown[-1:]:
        yield VersionRow(first, None, "")


@require_http_methods(["GET", "HEAD", "POST"])
@of_deck
def versions(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Render the versions that the viewer may see. The owner can save the draft as the next version here."""
    refusal = None
    if request.method == "POST":
        try:
            name = request.POST.get("name", "")
            kept = keep_version(deck, by=cast("User", request.user), number=sent_number(request), name=name)
        except DeckError as error:
            refusal = error
        else:
            messages.success(request, f"Version {kept.number} is kept.")
            return redirect("decks:versions", deck.public_id)
        deck.refresh_from_db()
    return _versions_page(request, deck, refusal)


def _versions_page(request: HttpRequest, deck: Deck, refusal: DeckError | None) -> HttpResponse:
    head = head_of(deck, request.user)
    page = page_of_versions(deck, request.user, request.GET.get("page", "1"))
    sees_draft = abilities.may_see_draft(request.user, deck)
    unkept = differences(content_of(deck.shown.content if deck.shown else {}), content_of(deck.draft))
    context = {
        "here": "decks",
        "tab": "decks:versions",
        "head": head,
        "page": page,
        "next": deck.shown.number + 1 if deck.shown else 1,
        "sees_draft": sees_draft,
        "unkept": in_short(unkept) if sees_draft else "",
        "refusal": refusal,
        "typed": request.POST.get("name", ""),
    }
    return render(request, "decks/versions.html", context, status=refusal.status if refusal else 200)


@require_safe
@of_deck
def version(request: HttpRequest, deck: Deck, number: int) -> HttpResponse:
    """Render the page of a version with its verdict."""
    found = find_version(deck, number, request.user)
    head = head_of(deck, request.user, found)
    context = {
        "here": "decks",
        "tab": "decks:versions",
        "head": head,
        **shown_parts(head),
        "sees_draft": abilities.may_see_draft(request.user, deck),
    }
    return render(request, "decks/version.html", context)


@require_POST
@of_deck
def take(request: HttpRequest, deck: Deck, number: int) -> HttpResponse:
    """Let the draft be as that version."""
    deck = take_version(deck, number, by=cast("User", request.user), number=sent_number(request))
    messages.success(request, f"The draft is as version {number} now. It is one step, which can be undone.")
    return redirect("decks:editor", deck.public_id)


@require_safe
@of_deck
def changes(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Show the changes between versions, or in the draft. The default is the newest two."""
    choices = _choices(deck, request.user)
    if not choices:
        raise DeckError("not_found", "The deck has no version to compare.", field="version")
    newest = [*choices, *choices][:2]  # of one alone, with itself
    chosen = [request.GET.get("from") or newest[1], request.GET.get("to") or newest[0]]
    before, after = (side_of_deck(deck, each, request.user) for each in chosen)
    context = {
        "here": "decks",
        "tab": "decks:versions",
        "head": head_of(deck, request.user),
        "choices": choices,
        "chosen": chosen,
        "sides": (before, after),
        "comparison": compare_contents(before.content, after.content),
    }
    return render(request, "decks/changes.html", context)


def _choices(deck: Deck, viewer: Viewer) -> dict[str, str]:
    """Return the sides that can be compared, the newest first: the value in the address, and the label."""
    found = DeckVersion.objects.visible_to(viewer, deck).values_list("number", "name")
    draft = {DRAFT: "the draft"} if abilities.may_see_draft(viewer, deck) else {}
    return draft | {str(number): f"version {number}" + (f", {name}" if name else "") for number, name in found}
