"""The pages of a deck's versions, the comparison of two contents, and the page that compares any two decks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from itertools import groupby, pairwise
from typing import NamedTuple, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.catalogue import known_piece, url_of
from cards.deck_pages.listing import counters_of, shown_parts
from cards.deck_pages.page_frame import head_of, number_of, of_deck, refusing, render_tab, sent_number
from cards.deck_pages.shelves import find_starter
from cards.decks import abilities
from cards.decks.abilities import Viewer
from cards.decks.changes import keep_version, take_version
from cards.decks.contents import Difference, content_of, differences, entries
from cards.decks.errors import DeckError
from cards.decks.judging import current_lexicon
from cards.decks.models import Deck, DeckVersion
from cards.decks.reading import content_seen, find_deck, find_version
from incursions.accounts.models import User
from incursions.games.incursions.deck_files import Part, read_as_written
from incursions.games.incursions.deck_files.codes import find_sole_code
from incursions.games.incursions.deck_files.formats import OUTSIDE, name_of_part
from incursions.games.incursions.rules.construction import DeckContent
from incursions.kit.paging import NoSuchPageError, Page, page_number, page_of
from incursions.kit.words import capitalise

MINUS = "−"
MOST_IN_SHORT = 5
MOST_TOLD = 300  # more than two real decks have; a page stays small whatever is compared
DRAFT = "draft"
LONGEST_LINK = 2_000  # characters; a share code may be pasted instead
LINK = re.compile(r"(?:.*/decks/)?(?P<name>[^/?#\s]+)(?:/versions/(?P<version>\d+))?(?:/[^?#\s]*)?(?:[?#].*)?")
STARTER = re.compile(r"(?:.*/decks/)?starters/(?P<slug>[^/?#\s]+)/?(?:[?#].*)?")
FIELDS = {"a": "own_a", "b": "own_b"}  # a link that is pasted, and instead of it one of one's own decks
MOST_OWN = 100


class Change(NamedTuple):
    """A piece whose number changed; `url` is empty if the catalogue does not have the piece.

    `sign` says how many more or less, "+2", "−1"; `words` say it to those who listen, "2 more", "1 fewer".
    """

    title: str
    url: str
    before: int
    after: int
    sign: str
    words: str


class Counted(NamedTuple):
    """A number of the one content and of the other. `change` says how many more or less, empty for as many."""

    name: str
    before: int
    after: int
    limit: str
    change: str


def compare_contents(before: DeckContent, after: DeckContent) -> dict[str, object]:
    """Return the differences between two contents, with their counters against the limits of rules 3 and 4.

    `alike` counts the titles that both hold in equal numbers, `more` and `fewer` the copies that only the second, or
    only the first, holds; `untold` counts the changes beyond the limit of the list.
    """
    found = differences(before, after)
    counters = []
    for one, other in zip(counters_of(before), counters_of(after), strict=True):
        more = other.number - one.number
        counters.append(Counted(one.name, one.number, other.number, one.limit, format_change(more) if more else ""))
    return {
        "parts": [
            (name_of_part(part).capitalize(), [_change(difference) for difference in of_part])
            for part, of_part in groupby(found[:MOST_TOLD], key=lambda difference: difference.part)
        ],
        "counters": counters,
        "alike": len(set(entries(before)) & set(entries(after))),
        "more": sum(max(0, difference.change) for difference in found),
        "fewer": sum(max(0, -difference.change) for difference in found),
        "untold": max(0, len(found) - MOST_TOLD),
    }


def in_short(found: Iterable[Difference]) -> str:
    """Return differences in a line: "ship Sol, +2 Phasers, −1 Fire and 3 more". Empty for none."""
    phrases = [_phrase(difference) for difference in found]
    told, more = phrases[:MOST_IN_SHORT], len(phrases) - MOST_IN_SHORT
    return ", ".join(told) + (f" and {more} more" if more > 0 else "")


def format_change(change: int) -> str:
    """Return a change with its sign, as it is printed."""
    return f"+{change}" if change > 0 else f"{MINUS}{-change}"


def _phrase(difference: Difference) -> str:
    """Return a difference in a few words: "+2 Fire", "ship Sol", "without ship Sol"."""
    if difference.part in OUTSIDE:
        return f"{'' if difference.after else 'without '}{name_of_part(Part(difference.part))} {difference.title}"
    return f"{format_change(difference.change)} {difference.title}"


def _change(difference: Difference) -> Change:
    """Return a difference as pages show it."""
    _, title, before, after = difference
    url, more = url_of(title) if known_piece(title) else "", after - before
    return Change(title, url, before, after, format_change(more), f"{more} more" if more > 0 else f"{-more} fewer")


@dataclass(frozen=True, slots=True)
class Side:
    """A content to compare. `label` is its name beside `name`, that of its deck."""

    name: str
    label: str
    url: str
    content: DeckContent


def side_of_deck(deck: Deck, typed: str, viewer: Viewer) -> Side:
    """Return the draft of a deck, or a version by its number. Raises `DeckError` if the viewer may not see it."""
    if typed != DRAFT:
        version = find_version(deck, number_of(typed, "version"), viewer)
        url = reverse("decks:version", args=[deck.public_id, version.number])
        return Side(deck.name, label_of(version.number, version.name), url, content_of(version.content))
    if not abilities.may_see_draft(viewer, deck):
        raise DeckError("not_found", "The deck shows no draft.", field="version")
    return Side(deck.name, "the draft", deck.get_absolute_url(), content_of(deck.draft))


def label_of(number: int, name: str) -> str:
    """Return how a version is called: "version 2, With more mines"."""
    return f"version {number}" + (f", {name}" if name else "")


def side_of_link(typed: str, viewer: Viewer) -> Side:
    """Return the deck or version that a link or share code means. Raises `DeckError`.

    A deck that may not be seen is refused as one that is not there, and so is whatever leads to no deck.
    """
    typed = typed.strip()[:LONGEST_LINK]
    if code := find_sole_code(typed):
        read = read_as_written(code, current_lexicon())
        if read.faults:
            raise DeckError("invalid", f"{capitalise(read.faults[0].reason)}.", field="code")
        return Side(read.name or "A shared deck", "a share code", reverse("decks:code", args=[code]), read.content)
    if starter := STARTER.fullmatch(typed):
        found = find_starter(starter["slug"])
        return Side(
            found.title, "a deck to begin with", reverse("decks:starter", args=[starter["slug"]]), found.content
        )
    link = LINK.fullmatch(typed)
    deck = find_deck(link["name"] if link else "", viewer)
    if link and link["version"]:
        return side_of_deck(deck, link["version"], viewer)
    label = "the draft" if abilities.may_see_draft(viewer, deck) else "the newest version"
    return Side(deck.name, label, deck.get_absolute_url(), content_seen(deck, viewer))


@require_safe
@refusing
def compare(request: HttpRequest) -> HttpResponse:
    """Show the differences of two decks, each given by its link. An unknown link is reported beside its field."""
    if any(request.GET.get(own) for own in FIELDS.values()):
        asked = {field: request.GET.get(own) or request.GET.get(field, "") for field, own in FIELDS.items()}
        return redirect(f"{request.path}?{urlencode(asked)}")
    typed = {field: request.GET.get(field, "")[:LONGEST_LINK] for field in FIELDS}
    sides: list[Side] = []
    faults: dict[str, str] = {}
    for field in filter(typed.get, FIELDS):
        try:
            sides.append(side_of_link(typed[field], request.user))
        except DeckError as refusal:
            faults[field] = refusal.message
    context = {
        "here": "decks",
        "typed": typed,
        "faults": faults,
        "own": Deck.objects.own(request.user).only("public_id", "name")[:MOST_OWN],
        "longest": LONGEST_LINK,
    }
    if len(sides) == len(FIELDS):
        context |= {"sides": sides, "comparison": compare_contents(sides[0].content, sides[1].content)}
    return render(request, "decks/compare.html", context, status=HTTPStatus.NOT_FOUND if faults else HTTPStatus.OK)


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
    contents = [content_of(version.content) for version in shown]
    rows = [
        VersionRow(version, earlier.number, in_short(differences(was, now)))
        for (version, now), (earlier, was) in pairwise(zip(shown, contents, strict=True))
    ]
    rows += [VersionRow(first, None, "") for first in shown[-1:]]
    return Page(rows[: len(places.items)], places.number, places.last, places.first)


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
    """Render the versions of the deck, with the reason after a refusal."""
    head = head_of(deck, request.user)
    page = page_of_versions(deck, request.user, request.GET.get("page", "1"))
    sees_draft = abilities.may_see_draft(request.user, deck)
    unkept = differences(content_of(deck.shown.content if deck.shown else {}), content_of(deck.draft))
    return render_tab(
        request,
        "decks:versions",
        head,
        status=refusal.status if refusal else 200,
        page=page,
        next=deck.shown.number + 1 if deck.shown else 1,
        sees_draft=sees_draft,
        unkept=in_short(unkept) if sees_draft else "",
        refusal=refusal,
        typed=request.POST.get("name", ""),
    )


@require_safe
@of_deck
def version(request: HttpRequest, deck: Deck, number: int) -> HttpResponse:
    """Render the page of a version with its verdict."""
    found = find_version(deck, number, request.user)
    head = head_of(deck, request.user, found)
    sees_draft = abilities.may_see_draft(request.user, deck)
    parts = shown_parts(head)
    return render_tab(request, "decks:versions", head, parts, template="decks/version.html", sees_draft=sees_draft)


@require_POST
@of_deck
def take(request: HttpRequest, deck: Deck, number: int) -> HttpResponse:
    """Let the draft be as that version."""
    deck = take_version(deck, number, by=cast("User", request.user), number=sent_number(request))
    messages.success(request, f"The draft now has the content of version {number}. You can undo this step.")
    return redirect("decks:editor", deck.public_id)


@require_safe
@of_deck
def changes(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Show the changes between versions, or in the draft. The default is the newest two."""
    kept = DeckVersion.objects.visible_to(request.user, deck).values_list("number", "name")
    choices = {DRAFT: "the draft"} if abilities.may_see_draft(request.user, deck) else {}
    choices |= {str(number): label_of(number, name) for number, name in kept}
    if not choices:
        raise DeckError("not_found", "The deck has no version to compare.", field="version")
    newest = [*choices, *choices][:2]  # of one alone, with itself
    chosen = [request.GET.get("from") or newest[1], request.GET.get("to") or newest[0]]
    before, after = (side_of_deck(deck, each, request.user) for each in chosen)
    return render_tab(
        request,
        "decks:versions",
        head_of(deck, request.user),
        template="decks/changes.html",
        choices=choices,
        chosen=chosen,
        sides=(before, after),
        comparison=compare_contents(before.content, after.content),
    )
