"""The catalogue: pieces and what a query finds of them, rulings, formats, and the file of everything."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpResponse, HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from cards.addresses import slug_of
from cards.api.catalogue_file import CatalogueFile, current_file
from cards.api.conditional import etag_of
from cards.api.guide import QUERY_HELP
from cards.api.negotiation import GZIP, takes_gzip
from cards.api.operations import operation
from cards.api.paging import PAGE_PARAMETERS, page_answer, page_of
from cards.api.piece_shapes import (
    CatalogueFileShape,
    CatalogueShape,
    FormatShape,
    PieceData,
    PieceShape,
    RulingOfPiece,
    RulingOfPieceShape,
)
from cards.api.problems import ProblemError
from cards.api.view import PublicView
from cards.directory import current_directory
from incursions.rules.construction import FORMATS
from incursions.search import QueryError, SearchIndex, explain_query
from incursions.search.index import Answer

FOR_EVER = "public, max-age=31536000, immutable"
A_MINUTE = "public, max-age=60"


class Pieces(PublicView):
    """All pieces, or what a query finds of them."""

    @operation(
        "pieces_list",
        "Search the catalogue",
        page_of(PieceShape, explained=serializers.CharField(help_text="The query in words")),
        OpenApiParameter("q", str, description="A query; without it all pieces"),
        *PAGE_PARAMETERS,
        description=QUERY_HELP,
    )
    def get(self, request: Request) -> Response:
        """A page of what was found, in the order of the query."""
        file = current_file()
        answer = _search(file.finding.index, self.asked.exactly("q"))
        page = page_answer(request, self.asked, answer.pieces, lambda found: [*map(file.data_of, found)])
        return Response({"explained": explain_query(answer.query), **page})


class Piece(PublicView):
    """A piece by its slug."""

    @operation("pieces_read", "Read a piece", PieceShape)
    def get(self, request: Request, slug: str) -> Response:
        """The piece with this slug. Other spellings of it are suggested."""
        return Response(found_piece(current_file(), slug))


class Rulings(PublicView):
    """Rulings of pieces."""

    @operation(
        "rulings_list",
        "List rulings, the newest first",
        RulingOfPieceShape,
        OpenApiParameter("piece", str, description="The slug of a piece"),
        is_paged=True,
    )
    def get(self, request: Request) -> Sequence[RulingOfPiece]:
        """A page of all rulings, or of those of one piece."""
        file, slug = current_file(), self.asked.text("piece")
        if not slug:
            return file.rulings
        known = found_piece(file, slug)["slug"]
        return [ruling for ruling in file.rulings if ruling["piece"] == known]


class Formats(PublicView):
    """The formats that decks are checked for."""

    @operation("formats_list", "List the formats", FormatShape(many=True))
    def get(self, request: Request) -> Response:
        """All of them."""
        return Response(FormatShape(FORMATS.values(), many=True).data)


class CatalogueNow(PublicView):
    """The current version of the catalogue."""

    caching = A_MINUTE

    @operation("catalogue_read", "See which version there is", CatalogueShape)
    def get(self, request: Request) -> dict[str, object]:
        """The version, what is in it, and where its file is."""
        file = current_file()
        return {
            "version": file.version,
            "pieces": sum(file.counts.values()),
            "counts": file.counts,
            "rulings": len(file.rulings),
            "file": _address(file),
            "bytes": len(file.content),
        }


class WholeCatalogue(PublicView):
    """The file of a version."""

    caching = FOR_EVER
    varies_by = ("Accept-Encoding",)

    @operation(
        "catalogue_file",
        "Take the whole catalogue in one file",
        OpenApiResponse(CatalogueFileShape, description="It never changes; keep it"),
    )
    def get(self, request: Request, version: str) -> HttpResponseBase:
        """All pieces, compressed for whoever reads that. An older version is not to be had any more."""
        file = current_file()
        if version != file.version:
            message = f"The catalogue has another version now: {file.version}."
            raise ProblemError("no_such_catalogue", message, current=_address(file))
        if not takes_gzip(request.headers.get("Accept-Encoding", "")):
            return HttpResponse(file.content, content_type="application/json")
        headers = {"Content-Encoding": GZIP, "ETag": etag_of(file.compressed)}
        return HttpResponse(file.compressed, content_type="application/json", headers=headers)


def found_piece(file: CatalogueFile, slug: str) -> PieceData:
    """Return the piece with this slug. Raises `ProblemError`, with slugs that may have been meant."""
    piece = file.by_slug.get(slug)
    if piece is None:
        directory = current_directory.find_for(file.finding.of)
        exact = directory.find(slug)
        near = [exact] if exact else directory.suggest(slug)
        suggestions = [slug_of(each["title"]) for each in near]
        raise ProblemError("no_such_piece", "There is no piece with this slug.", suggestions=suggestions)
    return piece


def _search(index: SearchIndex, text: str) -> Answer:
    """Return what a query finds. Raises `ProblemError` with the place of the fault and what was probably meant."""
    try:
        return index.search(text)
    except QueryError as fault:
        raise ProblemError(
            "bad_query",
            fault.message,
            field="q",
            fault=fault.code,
            place={"start": fault.place.start, "end": fault.place.end},
            suggestion=fault.suggestion,
            corrected=index.suggest_query(fault),
        ) from fault


def _address(file: CatalogueFile) -> str:
    return reverse("api:catalogue_file", args=[file.version])
