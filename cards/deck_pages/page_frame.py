"""The way into every page of decks, with refusals as pages; and the head of each page of one deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from types import MappingProxyType
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeAlias

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from cards.banners import share_deck
from cards.catalogue import one_catalogue
from cards.deck_pages.listing import Judged
from cards.decks import abilities
from cards.decks.abilities import Viewer
from cards.decks.contents import content_of
from cards.decks.errors import DeckError, no_such_version
from cards.decks.judging import judge
from cards.decks.models import Deck, DeckVersion
from cards.decks.reading import content_seen, find_deck
from incursions.games.incursions.rules.construction import FORMATS, FULL, Format

Arguments = ParamSpec("Arguments")
View: TypeAlias = Callable[Concatenate[HttpRequest, Arguments], HttpResponse]
DeckView: TypeAlias = Callable[Concatenate[HttpRequest, Deck, Arguments], HttpResponse]

ASK_AGAIN_S = 5
LONGEST = 10  # digits
USUAL_FORMAT = {"format": FULL.name, "points": str(FULL.hex_points), "tolerance": str(FULL.tolerance)}
"""The default of each field that nobody has filled in."""
LONGEST_VERSION = 9  # digits


def refusing(view: View[Arguments]) -> View[Arguments]:
    """Wrap a view: render a `DeckError` that it raises as a page with the error's status."""

    @never_cache
    @wraps(view)
    def answer(request: HttpRequest, *args: Arguments.args, **named: Arguments.kwargs) -> HttpResponse:
        with one_catalogue():  # a page of two versions would contradict itself
            try:
                return view(request, *args, **named)
            except DeckError as refusal:
                return render_refusal(request, refusal)

    return answer


def of_deck(view: DeckView[Arguments]) -> Callable[..., HttpResponse]:
    """Give a view the deck of its address. One that the viewer may not see is refused as one that is not there."""

    @refusing
    @wraps(view)
    def find_and_view(request: HttpRequest, public_id: str, *args: Any, **named: Any) -> HttpResponse:
        deck = find_deck(public_id, request.user)
        response = view(request, deck, *args, **named)
        if not abilities.is_listed(deck):
            response.headers["X-Robots-Tag"] = "noindex"
        return response

    return find_and_view


def render_tab(
    request: HttpRequest,
    tab: str,
    head: DeckHead,
    parts: Mapping[str, object] = MappingProxyType({}),
    *,
    template: str = "",
    status: int = 200,
    **context: object,
) -> HttpResponse:
    """Render a page of one deck. Its template has the name of the tab unless another is named."""
    shown = {"here": "decks", "tab": tab, "head": head, "shared": share_deck(head.deck), **parts, **context}
    return render(request, template or f"{tab.replace(':', '/')}.html", shown, status=status)


def render_refusal(request: HttpRequest, refusal: DeckError) -> HttpResponse:
    """Render the page of a refusal. It links back to the deck only if the viewer may know that the deck exists."""
    hides = refusal.code == "not_found" and refusal.field == ""
    back = "" if hides or request.resolver_match is None else request.resolver_match.kwargs.get("public_id", "")
    is_fleet = request.resolver_match is not None and request.resolver_match.namespace == "fleets"
    page, noun = ("fleets:fleet", "fleet") if is_fleet else ("decks:deck", "deck")
    context = {
        "here": "decks",
        "refusal": refusal,
        "back": reverse(page, args=[back]) if back else "",
        "every": reverse("fleets:public" if is_fleet else "decks:public"),
        "noun": noun,
        "is_missing": hides,
    }
    response = render(request, "decks/refused.html", context, status=refusal.status)
    if refusal.code == "busy":
        response.headers["Retry-After"] = str(ASK_AGAIN_S)
    return response


def sent_number(request: HttpRequest) -> int:
    """Return the number of the deck that the form was made of. Raises `DeckError` for anything else."""
    return number_of(request.POST.get("number", ""), "number")


def number_of(typed: str, field: str) -> int:
    """Return the whole number of a field. Raises `DeckError` for anything else."""
    if typed.isascii() and typed.isdecimal() and len(typed) <= LONGEST:
        return int(typed)
    raise DeckError.of_wrong_type(field, "a whole number", typed, field=field)


def version_of(asked: Mapping[str, str]) -> int | None:
    """Return the requested version, or None for the current deck. Raises `DeckError` if it is not a number."""
    typed = asked.get("version", "")
    if not typed:
        return None
    if not (typed.isascii() and typed.isdigit()) or len(typed) > LONGEST_VERSION:
        raise DeckError("malformed", "version: a whole number was expected.", field="version")
    if int(typed) == 0:
        raise no_such_version(0)
    return int(typed)


def format_of(asked: Mapping[str, str], formats: Mapping[str, Format] = FORMATS) -> Format:
    """Return the format with the requested hex-point limit. Raises `DeckError` if there is no such format."""
    name, typed_points, typed_tolerance = (asked.get(field, usual) for field, usual in USUAL_FORMAT.items())
    chosen = formats.get(name)
    if chosen is None:
        raise DeckError("invalid", f"The formats are {', '.join(formats)}.", field="format")
    points, tolerance = number_of(typed_points, "points"), number_of(typed_tolerance, "tolerance")
    if points < 1:
        raise DeckError("invalid", "The hex-point limit is at least 1.", field="points")
    return chosen.with_hex_points(points, tolerance)


class Tab(NamedTuple):
    """A page of a deck: its url name, its label, and whether only the deck's owner has it."""

    name: str
    label: str
    is_for_owner: bool = False


TABS = (
    Tab("decks:deck", "Deck"),
    Tab("decks:editor", "Edit", is_for_owner=True),
    Tab("decks:statistics", "Statistics"),
    Tab("decks:hand", "Sample hand"),
    Tab("flights:start", "Test flight"),  # of tournaments, known here by the name of its address alone
    Tab("decks:versions", "Versions"),
    Tab("decks:print", "Print"),
    Tab("decks:export", "Export"),
    Tab("decks:import_into", "Import", is_for_owner=True),
    Tab("decks:details", "Details", is_for_owner=True),
)


@dataclass(frozen=True, slots=True)
class DeckHead(Judged):
    """A deck as its viewer sees it: the draft for its owner, the newest version for others.

    `version` is another one of its versions, where a page shows that instead. `tabs` are the names, labels and
    addresses of its pages.
    """

    deck: Deck
    version: DeckVersion | None
    is_owner: bool
    may_change: bool
    may_withdraw: bool
    tabs: list[tuple[str, str, str]]


def head_of(deck: Deck, viewer: Viewer, version: DeckVersion | None = None) -> DeckHead:
    """Return the head for that viewer, with the pages of the deck that the viewer has.

    Raises `DeckError` for a deck that the viewer may not see.
    """
    content = content_seen(deck, viewer) if version is None else content_of(version.content)
    may_change = abilities.may_change(viewer, deck)
    return DeckHead(
        content,
        judge(content),
        deck,
        version,
        abilities.is_owner(viewer, deck),
        may_change,
        abilities.may_withdraw(viewer, deck),
        [
            (tab.name, tab.label, reverse(tab.name, args=[deck.public_id]))
            for tab in TABS
            if may_change or not tab.is_for_owner
        ],
    )
