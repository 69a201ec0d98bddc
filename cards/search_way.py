"""The way through what a search found, from the page of a piece to the next one and back to the search."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

from django.http import HttpRequest
from django.urls import reverse

from cards.finding import current_finding
from cards.piece_sheet import Neighbour, neighbour
from cards.searching import DEFAULT_VIEW, ON_A_PAGE
from incursions.rules.printed.pieces import Definition
from incursions.search import QueryError


class Way(NamedTuple):
    """Who comes before and after a piece in what a search found; their addresses keep the search.

    The piece is the one at `place` of `total`, counted from 1; `url` leads back to where the search shows it.
    """

    before: Neighbour | None
    after: Neighbour | None
    place: int
    total: int
    url: str


def way_of(request: HttpRequest, piece: Definition) -> Way | None:
    """The way through the search that somebody comes from; None from elsewhere, or if it did not find the piece."""
    query = _query_before(request)
    if not query.strip():
        return None
    finding = current_finding()
    try:
        answer = finding.index.search(query)
    except QueryError:
        return None
    titles = [found["title"] for found in answer.pieces]
    if piece["title"] not in titles:
        return None
    place = titles.index(piece["title"])
    page = place // ON_A_PAGE[answer.query.view or DEFAULT_VIEW] + 1
    return Way(
        before=_beside(answer.pieces[place - 1], query) if place else None,
        after=_beside(answer.pieces[place + 1], query) if place + 1 < len(titles) else None,
        place=place + 1,
        total=len(titles),
        url=f"{reverse('cards:search')}?{urlencode({'q': query, 'page': page})}",
    )


def _query_before(request: HttpRequest) -> str:
    """The query that the address names; else that of the search from which a link was followed, as browsers tell."""
    if "q" in request.GET:
        return request.GET["q"]
    try:
        before = urlsplit(request.headers.get("Referer", ""))
    except ValueError:
        return ""
    if (before.netloc, before.path) != (request.get_host(), reverse("cards:search")):
        return ""
    return parse_qs(before.query).get("q", [""])[0]


def _beside(piece: Definition, query: str) -> Neighbour:
    found = neighbour(piece)
    return found._replace(url=f"{found.url}?{urlencode({'q': query})}")
