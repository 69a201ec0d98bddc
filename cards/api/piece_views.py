"""The index of the API, and its catalogue: shapes of pieces, queries, rulings, formats, and the file of everything."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final

from django.http import HttpResponse, HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, inline_serializer
from rest_framework.request import Request
from rest_framework.response import Response

from cards.catalogue import Current, OncePerCatalogue, first_set, slug_of
from cards.directory import current_directory
from cards.pictures import DRAWING, SMALLER, name_of
from cards.searching import Finding, current_finding
from incursions.games.incursions.rules.construction import FORMATS
from incursions.games.incursions.rules.printed.pieces import CAPTAIN, CARD, SHIP, TILE, Definition, facts_of
from incursions.games.incursions.search import FIELDS, QueryError, explain_query
from incursions.games.incursions.search.fields import Field
from incursions.games.incursions.search.parsing import DEEPEST_BRACKETS, MOST_TERMS
from incursions.games.incursions.search.query import LONGEST_QUERY
from incursions.games.incursions.search.wording import LANGUAGE, OPERATORS
from incursions.kit.api.answers import (
    GZIP,
    PAGE_PARAMETERS,
    Choice,
    Day,
    DictOf,
    Flag,
    Number,
    Shape,
    Text,
    etag_of,
    page_answer,
    page_of,
    takes_gzip,
)
from incursions.kit.api.problems import ProblemError
from incursions.kit.api.views import PublicView, operation

KINDS = (SHIP, CAPTAIN, CARD, TILE)
RULINGS: Final = "rulings"
SIZES = (*SMALLER, DRAWING)
ANY = "any-piece"  # slug or name, where a particular one is put


def _query_help() -> Iterator[str]:
    yield "`q` is a query in the language of the site's search. All terms must hold."
    yield ""
    yield "| Query | What it does |"
    yield "|---|---|"
    yield from (f"| {_code(means.example)} | {means.does} |" for means in LANGUAGE)
    yield ""
    yield "| Field | Also | Asks | Example | About |"
    yield "|---|---|---|---|---|"
    yield from map(_field_row, FIELDS)
    yield ""
    yield (
        f"A query has at most {LONGEST_QUERY} characters and {MOST_TERMS} terms, and brackets at most "
        f"{DEEPEST_BRACKETS} deep. One that cannot be read is answered with `bad_query`, and nothing is searched."
    )


def _field_row(field: Field) -> str:
    """Return the row of a search field for a table in Markdown."""
    also = ", ".join(map(_code, field.aliases))
    asks = " ".join(map(_code, OPERATORS[field.type]))
    return f"| {_code(field.name)} | {also} | {asks} | {_code(field.example)} | {field.help} |"


def _code(text: str) -> str:
    """Return a text as code in a table in Markdown."""
    escaped = text.replace("|", r"\|")
    return f"`{escaped}`"


QUERY_HELP = "\n".join(_query_help())


LISTED = ("pieces", "rulings", "formats", "catalogue", "decks", "import", "check", "schema", "docs", "guide")
OF_PLAYERS = {"ratings": "players_api:ratings"}  # of another app, which is named and no more
ROOT = inline_serializer("Root", {name: Text() for name in (*LISTED, *OF_PLAYERS)})


class Root(PublicView):
    """The index of the API."""

    @operation("root", "See what there is", ROOT)
    def get(self, request: Request) -> Response:
        """The address of each resource."""
        names = {name: f"api:{name}" for name in LISTED} | OF_PLAYERS
        return Response({name: reverse(view) for name, view in names.items()})


class RulingShape(Shape):
    """A ruling on a piece."""

    rule = Text(help_text="The number of the rule that it is about; empty where there is none")
    date = Day(help_text="The day on which it was given")
    text = Text()


class PicturesShape(Shape):
    """Addresses of its pictures, whose names change when they do."""

    small = Text(help_text="WebP, as lists show it")
    large = Text(help_text="WebP with 300 dots an inch")
    drawing = Text(help_text="SVG")


class PieceShape(Shape):
    """A piece: ship, captain, card or tile."""

    slug = Text(help_text="Its name in addresses")
    title = Text(help_text="What decks name it by; no two pieces have the same")
    kind = Choice(choices=KINDS)
    set = Text(help_text="The code of its set")
    number = Number(
        allow_null=True, help_text="As printed; ships, captains and cards are counted together, tiles apart"
    )
    url = Text(help_text="Its page")
    pictures = PicturesShape()
    rulings = RulingShape(many=True)
    definition = DictOf(
        help_text="Everything that it prints and does, in the catalogue's own form, without its rulings"
    )


class RulingOfPieceShape(RulingShape):
    """A ruling, and the piece that it is of."""

    piece = Text(help_text="The slug of the piece")
    title = Text()


class CatalogueShape(Shape):
    """The catalogue as it is now."""

    version = Text(help_text="A digest of the whole file: another one for any change")
    pieces = Number()
    counts = DictOf(child=Number(), help_text="Of each kind")
    rulings = Number()
    file = Text(help_text="The address of all of it in one file, which never changes")
    bytes = Number(help_text="How long the file is, before it is compressed")


class CatalogueFileShape(Shape):
    """The whole catalogue, in the order of its kinds and numbers."""

    pieces = PieceShape(many=True)


class FormatShape(Shape):
    """A way to play with decks, and the numbers that they are held to (rules 3, 4, 22)."""

    name = Text()
    version = Number(help_text="Rises whenever one of the numbers changes")
    fewest_cards = Number()
    most_copies = Number()
    rarity_limits = DictOf(child=Number())
    points = Number(source="hex_points", help_text="The hex-point limit")
    tolerance = Number(help_text="How far from the limit a hexpile may be")
    most_tiles_of_a_title = Number()
    from_pool = Flag(help_text="Nothing but what the player opened may be used")


Data = Mapping[str, Any]
"""A piece or a ruling as plain data, in the shape that the API hands out."""


DIGEST_BYTES = 12


class CatalogueFile:
    """The pieces of one version of the catalogue. Each piece and the file are built on first use."""

    def __init__(self, finding: Finding, first_set: str) -> None:
        self.finding = finding
        self.first_set = first_set
        self._data: dict[str, Data] = {}
        # Looked up once, not for each of thousands.
        self._page, self._picture = reverse("cards:piece", args=[ANY]), reverse("cards:picture", args=[ANY])

    def data_of(self, definition: Definition) -> Data:
        """Return the piece as plain data, cached. Pieces without a set belong to the first set."""
        title = definition["title"]
        if title not in self._data:
            picture = name_of(definition, DRAWING)
            self._data[title] = {
                "slug": picture.slug,
                "title": title,
                "kind": facts_of(definition).kind,
                "set": definition.get("set", self.first_set),
                "number": definition.get("number"),
                "url": self._page.replace(ANY, picture.slug),
                "pictures": {size: self._picture.replace(ANY, str(picture._replace(size=size))) for size in SIZES},
                "rulings": [{"rule": "", **ruling} for ruling in definition.get(RULINGS, ())],
                "definition": {name: value for name, value in definition.items() if name != RULINGS},
            }
        return self._data[title]

    @cached_property
    def by_slug(self) -> Mapping[str, Data]:
        """All pieces by the names that they have in addresses."""
        return {data["slug"]: data for data in map(self.data_of, self.finding.index.pieces)}

    @cached_property
    def rulings(self) -> list[Data]:
        """All rulings, the newest first, each with its piece."""
        every = [
            {**ruling, "piece": data["slug"], "title": data["title"]}
            for data in self.by_slug.values()
            for ruling in data["rulings"]
        ]
        return sorted(every, key=lambda ruling: ruling["date"], reverse=True)

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """Return how many pieces there are of each kind."""
        found = Counter(facts_of(piece).kind for piece in self.finding.index.pieces)
        return {kind: found[kind] for kind in KINDS}

    @cached_property
    def content(self) -> bytes:
        """The file, equal to the byte in every process with these pieces and pictures."""
        pieces = list(self.by_slug.values())
        return json.dumps({"pieces": pieces}, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()

    @cached_property
    def compressed(self) -> bytes:
        """The file, compressed."""
        return gzip.compress(self.content, mtime=0)

    @cached_property
    def version(self) -> str:
        """A digest of the file."""
        return blake2b(self.content, digest_size=DIGEST_BYTES).hexdigest()


@OncePerCatalogue
def current_file(catalogue: Current) -> CatalogueFile:
    """Return the file of a version."""
    return CatalogueFile(current_finding.find_for(catalogue), first_set.find_for(catalogue))


FOR_EVER = "public, max-age=31536000, immutable"
A_MINUTE = "public, max-age=60"


class Pieces(PublicView):
    """All pieces, or what a query finds of them."""

    @operation(
        "pieces_list",
        "Search the catalogue",
        page_of(PieceShape, explained=Text(help_text="The query in words")),
        OpenApiParameter("q", str, description="A query; without it all pieces"),
        *PAGE_PARAMETERS,
        description=QUERY_HELP,
    )
    def get(self, request: Request) -> Response:
        """A page of what was found, in the order of the query."""
        file = current_file()
        index = file.finding.index
        try:
            answer = index.search(request.query_params.get("q", ""))
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
    def get(self, request: Request) -> Sequence[Data]:
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

    @operation("catalogue_read", "Read the version of the catalogue", CatalogueShape)
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
        "Download the whole catalogue",
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


def found_piece(file: CatalogueFile, slug: str) -> Data:
    """Return the piece with this slug. Raises `ProblemError`, with slugs that may have been meant."""
    piece = file.by_slug.get(slug)
    if piece is None:
        directory = current_directory.find_for(file.finding.of)
        exact = directory.find(slug)
        near = [exact] if exact else directory.suggest(slug)
        suggestions = [slug_of(each["title"]) for each in near]
        raise ProblemError("no_such_piece", "There is no piece with this slug.", suggestions=suggestions)
    return piece


def _address(file: CatalogueFile) -> str:
    """Return the address of a version of the catalogue."""
    return reverse("api:catalogue_file", args=[file.version])
