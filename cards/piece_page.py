"""The page of a piece, and what stands there for an address that no piece has."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from cards.addresses import slug_of, url_of
from cards.catalogue import current_starters
from cards.directory import current_directory
from cards.models import CardSet
from cards.piece_sheet import neighbour, sheet_of
from cards.search_way import way_of

LONGEST_SHOWN = 60


@require_safe
def piece(request: HttpRequest, slug: str) -> HttpResponse:
    """A piece; any other spelling of its address or title leads there. Pieces are suggested where there is none.

    `q` is the search whose way through its pieces is followed.
    """
    sets = {of.code: of for of in CardSet.objects.all()}
    directory = current_directory()
    found = directory.at(slug)
    if found is None:
        suggested = [neighbour(near) for near in directory.suggested(slug)]
        context = {"here": "cards", "asked": slug[:LONGEST_SHOWN], "suggested": suggested}
        return render(request, "cards/no_piece.html", context, status=HTTPStatus.NOT_FOUND)
    if slug != slug_of(found["title"]):
        return redirect(url_of(found["title"]), permanent=True)
    sheet = sheet_of(found, directory, sets, current_starters(), request.user)
    return render(request, "cards/piece.html", {"here": "cards", "sheet": sheet, "way": way_of(request, found)})
