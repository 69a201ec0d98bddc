"""The banners of pieces and decks, for links on other sites. They show what a stranger may see."""

from __future__ import annotations

from functools import partial
from io import BytesIO

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from PIL import Image

from cards.catalogue import by_slug, by_title, slug_of
from cards.decks.errors import DeckError
from cards.decks.models import Deck
from cards.decks.reading import content_seen, find_deck
from cards.pictures import BusyError, name_of, picture_file
from incursions.games.incursions.rules.printed.pieces import Definition
from incursions.kit.banners import Banner, Shared, answer_with, share
from incursions.kit.words import format_count, join_names

SIZE = "large"
GAP = 30
"""Pixels between two pictures."""


@require_safe
def piece(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the banner of a piece."""
    found = by_slug().get(slug)
    if found is None:
        return answer_with(request, None)
    digest = name_of(found, SIZE).digest
    banner = Banner(found["title"], (_kind_of(found),), (slug, digest), partial(_draw, found))
    return _answer(request, banner, digest)


@require_safe
def deck(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send the banner of a deck; a private deck, or none, gets the general one."""
    try:
        found = find_deck(public_id, AnonymousUser())
        content = content_seen(found, AnonymousUser())
    except DeckError:
        return answer_with(request, None)
    pieces = [by_title()[title] for title in (content.ship, content.captain) if title and title in by_title()]
    lines = (join_names([piece["title"] for piece in pieces]), f"{format_count(sum(content.cards.values()), 'card')}")
    drawn = tuple(name_of(piece, SIZE).digest for piece in pieces)
    draw = partial(_draw_together, pieces) if pieces else None
    banner = Banner(found.name, tuple(filter(None, (*lines, f"by {found.owner}"))), (public_id, *drawn), draw)
    return _answer(request, banner, found.number)


def _answer(request: HttpRequest, banner: Banner, version: object) -> HttpResponse:
    """Answer with a banner of pieces; with the general one while other processes draw pictures."""
    try:
        return answer_with(request, banner, version)
    except BusyError:
        return answer_with(request, None)


def share_piece(found: Definition) -> Shared:
    """Return the facts of the page of a piece for other sites."""
    title, version = found["title"], name_of(found, SIZE).digest
    return share("piece_banner", slug_of(title), version, found.get("text") or _kind_of(found), f"The piece {title}")


def share_deck(found: Deck) -> Shared:
    """Return the facts of the page of a deck for other sites."""
    about = f"A deck of Incursions by {found.owner}"
    return share("deck_banner", found.public_id, found.number, about, "The ship and the captain of a deck")


def _kind_of(found: Definition) -> str:
    """Return what a piece is, in a word or two."""
    kind = "Ship" if "hull" in found else "Tile" if "hex_points" in found else found.get("nature", "Captain")
    race = found.get("race", "")
    return f"{kind}, {race}" if race else str(kind)


def _draw(found: Definition) -> Image.Image:
    """Return the picture of a piece. Raises `BusyError`."""
    return Image.open(BytesIO(picture_file(found, SIZE)))


def _draw_together(pieces: list[Definition]) -> Image.Image:
    """Return the pictures of pieces side by side."""
    drawn = [_draw(found).convert("RGBA") for found in pieces]
    high = max(each.height for each in drawn)
    image = Image.new("RGBA", (sum(each.width for each in drawn) + GAP * (len(drawn) - 1), high))
    left = 0
    for each in drawn:
        image.paste(each, (left, (high - each.height) // 2))
        left += each.width + GAP
    return image
