"""The page of a deck with its notes and buttons, the form for what is said of it, and the deck on paper."""

from __future__ import annotations

import re
from typing import NamedTuple, Self, cast

import nh3
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline

from cards.catalogue import last_read, url_of
from cards.deck_pages.listing import shown_parts
from cards.deck_pages.page_frame import (
    USUAL_FORMAT,
    format_of,
    head_of,
    number_of,
    of_deck,
    render_tab,
    sent_number,
    version_of,
)
from cards.deck_pages.statistics_charts import current_statistics, opening_chart
from cards.decks.abilities import Visibility
from cards.decks.changes import change_deck, copy_deck, delete_deck, refuse_others, renew_link, restore_deck
from cards.decks.contents import LONGEST_NOTES, MOST_TAGS, notes_of
from cards.decks.errors import DeckError
from cards.decks.judging import current_lexicon
from cards.decks.models import Deck, DeckVersion
from cards.decks.printing import print_order, printable, proxies_order, registration_order
from cards.decks.reading import attachment, content_at, find_version, origin_seen
from incursions.accounts.models import User
from incursions.accounts.viewers import current_user_or_guest
from incursions.games.incursions.deck_files.formats import LONGEST_NAME, LONGEST_TYPED
from incursions.games.incursions.printing.document import PAPERS
from incursions.games.incursions.printing.orders import Order
from incursions.games.incursions.printing.proxies import Style, Which
from incursions.games.incursions.printing.registration import content_number
from incursions.games.incursions.rules.construction import FORMATS, DeckContent

HIGHEST_HEADING = 3  # a page has its own above
TAGS = {
    "a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s", "strong",
    "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
LONGEST_HTML = 100_000  # characters; what people write becomes a little more than they wrote
SCHEMES = {"http", "https"}
_PIECE = re.compile(rf"\[\[([^\[\]\n]{{1,{LONGEST_TYPED}}})\]\]")
RELATION = "nofollow ugc noopener noreferrer"


def html_of(notes: str) -> SafeString:
    """Return the notes as HTML: text, lists, tables and links. [[Phasers]] links the piece of that title.

    No pictures: where they lie, they would tell who is reading. Notes that would become very long, of nothing but
    links, are shown as they were typed.
    """
    made = _MARKDOWN.render(notes)
    clean = nh3.clean(made, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel=RELATION)
    return SafeString(clean) if len(clean) <= LONGEST_HTML else format_html("<pre>{}</pre>", notes)


def _lower_headings(state: StateCore) -> None:
    """Lower the headings of a rendered text, so that the highest one is `HIGHEST_HEADING`."""
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + HIGHEST_HEADING - 1)}"


def _piece_link(state: StateInline, silent: bool) -> bool:
    """Return a link for [[a title]] if the catalogue has the piece; otherwise the text as typed."""
    written = _PIECE.match(state.src, state.pos, state.posMax)
    title = current_lexicon.find_for(last_read()).titles.find(written[1]) if written else None
    if written is None or title is None:
        return False
    if not silent:
        state.push("link_open", "a", 1).attrs = {"href": url_of(title)}
        state.push("text", "", 0).content = title
        state.push("link_close", "a", -1)
    state.pos = written.end()
    return True


# Tags that were typed are shown as they were typed.
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")
_MARKDOWN.core.ruler.push("lower_headings", _lower_headings)
_MARKDOWN.inline.ruler.before("link", "piece_link", _piece_link)


@require_safe
@of_deck
def deck(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Render the page of a deck."""
    head = head_of(deck, request.user)
    return render_tab(
        request,
        "decks:deck",
        head,
        shown_parts(head) | opening_chart(current_statistics(head.content)),
        notes=html_of(deck.notes),
        origin=origin_seen(deck, request.user),
        tags=deck.tags.all(),
    )


@require_POST
@of_deck
def copy(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Copy the deck or a version of it for the player, who becomes a guest if unknown."""
    typed = request.POST.get("version", "")
    version = number_of(typed, "version") if typed else None
    made = copy_deck(deck, by=current_user_or_guest(request), version=version)
    messages.success(request, f"{made.name}: this copy is yours, and private.")
    return redirect("decks:editor", made.public_id)


@require_POST
@of_deck
def delete(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Let the deck be deleted; the list of one's decks then offers to undo it."""
    gone = delete_deck(deck, by=cast("User", request.user))
    return redirect(f"{reverse('decks:mine')}?{urlencode({'deleted': gone.public_id})}")


@require_POST
@of_deck
def restore(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Give a deleted deck back."""
    back = restore_deck(deck, by=cast("User", request.user))
    messages.success(request, f"{back.name} is restored.")
    return redirect(back)


@require_POST
@of_deck
def renew(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Give the deck another address."""
    deck = renew_link(deck, by=cast("User", request.user), number=sent_number(request))
    messages.success(request, "The deck has a new link. The former one no longer works.")
    return redirect("decks:details", deck.public_id)


WHO_SEES = {
    Visibility.PRIVATE: "You alone. To others the deck does not exist.",
    Visibility.UNLISTED: "Anyone with the link. It is in no list, and search engines are told to leave it out.",
    Visibility.PUBLIC: "Everybody. It is in the list of decks and on the pages of its pieces.",
}
SHOWN_AT_MOST = LONGEST_NOTES + 1000  # of notes that are too long, so that the page stays small


class Details(NamedTuple):
    """The values of the form. `number` is the number of the deck that the player has seen."""

    number: str
    name: str
    tags: str
    notes: str
    visibility: str

    @classmethod
    def from_deck(cls, deck: Deck) -> Self:
        """Return the details of a deck."""
        return cls(str(deck.number), deck.name, ", ".join(map(str, deck.tags.all())), deck.notes, deck.visibility)

    @classmethod
    def from_post(cls, sent: QueryDict) -> Self:
        """Return the details that were typed; browsers send other ends of lines than were typed."""
        typed = {field: sent.get(field, "") for field in cls._fields}
        return cls(**typed | {"notes": typed["notes"].replace("\r\n", "\n")})


@require_http_methods(["GET", "HEAD", "POST"])
@of_deck
def details(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Render the form. A sent form is saved, or rendered with a preview of the notes."""
    refuse_others(deck, request.user)
    if request.method != "POST":
        return _page(request, deck, Details.from_deck(deck))
    typed = Details.from_post(request.POST)
    try:
        if "preview" in request.POST:
            return _page(request, deck, typed, preview=html_of(notes_of(typed.notes)))
        saved = change_deck(
            deck,
            by=cast("User", request.user),
            number=number_of(typed.number, "number"),
            name=typed.name,
            tags=[tag for tag in map(str.strip, typed.tags.split(",")) if tag],
            notes=typed.notes,
            visibility=typed.visibility,
        )
    except DeckError as refusal:
        if "number" in refusal.members:  # the deck as it is now is shown beside what was typed: the next save is meant
            typed = typed._replace(number=str(refusal.members["number"]))
            deck.refresh_from_db()
        return _page(request, deck, typed._replace(notes=typed.notes[:SHOWN_AT_MOST]), refusal=refusal)
    messages.success(request, "Saved.")
    return redirect(saved)


def _page(
    request: HttpRequest,
    deck: Deck,
    typed: Details,
    *,
    preview: SafeString | None = None,
    refusal: DeckError | None = None,
) -> HttpResponse:
    """Render the page of the deck's details, with the typed values after a refusal or for a preview."""
    return render_tab(
        request,
        "decks:details",
        head_of(deck, request.user),
        status=refusal.status if refusal else 200,
        typed=typed,
        kept=Details.from_deck(deck) if refusal and refusal.code == "moved_on" else None,
        preview=preview,
        refusal=refusal,
        choices=[(value, value.label, WHO_SEES[value]) for value in Visibility],
        limits={"name": LONGEST_NAME, "tags": MOST_TAGS, "notes": LONGEST_NOTES},
    )


PAPER_NAMES = {name: paper.name for name, paper in PAPERS.items()}
WHICH_NAMES = {Which.ALL: "Deck and hexpile", Which.DECK: "The deck alone", Which.HEXPILE: "The hexpile alone"}
STYLE_NAMES = {Style.FACES: "Faces, in colour", Style.PLAIN: "Text only, in black and white"}
FORMATS_WITHOUT_POOL = {name: chosen for name, chosen in FORMATS.items() if not chosen.from_pool}
"""Sealed is judged by what a player opened, which a deck does not know."""
USUAL_PAPER = next(iter(PAPERS))


@require_safe
@of_deck
def print_page(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Show the documents that can be printed of a deck or a version of it."""
    number = version_of(request.GET)
    version = None if number is None else find_version(deck, number, request.user)
    head = head_of(deck, request.user, version)
    return render_tab(
        request,
        "decks:print",
        head,
        versions=DeckVersion.objects.visible_to(request.user, deck),
        printable=printable(head.content),
        number=content_number(head.content.hash),
        papers=PAPER_NAMES,
        whats=WHICH_NAMES,
        styles=STYLE_NAMES,
        formats=FORMATS_WITHOUT_POOL,
        usual=USUAL_FORMAT,
    )


@require_safe
@of_deck
def proxies(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Send the sheets with a deck's pieces."""
    asked = request.GET
    order = proxies_order(
        *_find_named(request, deck),
        paper=asked.get("paper", USUAL_PAPER),
        what=asked.get("what", Which.ALL),
        style=asked.get("style", Style.FACES),
    )
    return _pdf(request, order)


@require_safe
@of_deck
def registration(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Send the registration sheet of a deck, judged by a format with its hex points."""
    asked = request.GET
    order = registration_order(
        *_find_named(request, deck),
        paper=asked.get("paper", USUAL_PAPER),
        chosen=format_of(asked, FORMATS_WITHOUT_POOL),
    )
    return _pdf(request, order)


def _find_named(request: HttpRequest, deck: Deck) -> tuple[str, DeckContent]:
    """Return the deck's or version's name on paper, and its content."""
    version = version_of(request.GET)
    name = deck.name if version is None else f"{deck.name}, version {version}"
    return name, content_at(deck, version, request.user)


def _pdf(request: HttpRequest, order: Order) -> HttpResponse:
    """Return a printed deck as a PDF to download; a user or address prints one at a time."""
    known, address = request.user, request.META.get("REMOTE_ADDR", "")
    by = f"user {known.pk}" if known.is_authenticated else f"address {address}"
    data = print_order(order, by=by)
    headers = {
        "Content-Disposition": attachment(order.name, f" - {order.kind}.pdf"),
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(data, content_type="application/pdf", headers=headers)
