"""The index of the API, and its catalogue: shapes of pieces, queries, rulings, formats, and the file of everything."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from hashlib import blake2b
from typing import Final, TypedDict

from django.http import HttpResponse, HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from cards.catalogue import Current, OncePerCatalogue, first_set, slug_of
from cards.directory import current_directory
from cards.pictures import DRAWING, SMALLER, name_of
from cards.searching import Finding, current_finding
from incursions.games.incursions.rules.construction import FORMATS
from incursions.games.incursions.rules.printed.pieces import CAPTAIN, CARD, SHIP, TILE, Definition, facts_of
from incursions.games.incursions.search import FIELDS, QueryError, SearchIndex, explain_query
from incursions.games.incursions.search.fields import Field
from incursions.games.incursions.search.index import Answer
from incursions.games.incursions.search.parsing import DEEPEST_BRACKETS, MOST_TERMS
from incursions.games.incursions.search.query import LONGEST_QUERY
from incursions.games.incursions.search.wording import LANGUAGE, OPERATORS
from incursions.kit.api.answers import GZIP, PAGE_PARAMETERS, etag_of, page_answer, page_of, takes_gzip
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
ROOT = inline_serializer("Root", {name: serializers.CharField() for name in (*LISTED, *OF_PLAYERS)})


class Root(PublicView):
    """The index of the API."""

    @operation("root", "See what there is", ROOT)
    def get(self, request: Request) -> Response:
        """The address of each resource."""
        names = {name: f"api:{name}" for name in LISTED} | OF_PLAYERS
        return Response({name: reverse(view) for name, view in names.items()})


class RulingShape(serializers.Serializer):
    """A ruling on a piece."""

    rule = serializers.CharField(help_text="The number of the rule that it is about; empty where there is none")
    date = serializers.DateField(help_text="The day on which it was given")
    text = serializers.CharField()


class PicturesShape(serializers.Serializer):
    """Addresses of its pictures, whose names change when they do."""

    small = serializers.CharField(help_text="WebP, as lists show it")
    large = serializers.CharField(help_text="WebP with 300 dots an inch")
    drawing = serializers.CharField(help_text="SVG")


class PieceShape(serializers.Serializer):
    """A piece: ship, captain, card or tile."""

    slug = serializers.CharField(help_text="Its name in addresses")
    title = serializers.CharField(help_text="What decks name it by; no two pieces have the same")
    kind = serializers.ChoiceField(choices=KINDS)
    set = serializers.CharField(help_text="The code of its set")
    number = serializers.IntegerField(
        allow_null=True, help_text="As printed; ships, captains and cards are counted together, tiles apart"
    )
    url = serializers.CharField(help_text="Its page")
    pictures = PicturesShape()
    rulings = RulingShape(many=True)
    definition = serializers.DictField(
        help_text="Everything that it prints and does, in the catalogue's own form, without its rulings"
    )


class RulingOfPieceShape(RulingShape):
    """A ruling, and the piece that it is of."""

    piece = serializers.CharField(help_text="The slug of the piece")
    title = serializers.CharField()


class CatalogueShape(serializers.Serializer):
    """The catalogue as it is now."""

    version = serializers.CharField(help_text="A digest of the whole file: another one for any change")
    pieces = serializers.IntegerField()
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="Of each kind")
    rulings = serializers.IntegerField()
    file = serializers.CharField(help_text="The address of all of it in one file, which never changes")
    bytes = serializers.IntegerField(help_text="How long the file is, before it is compressed")


class CatalogueFileShape(serializers.Serializer):
    """The whole catalogue, in the order of its kinds and numbers."""

    pieces = PieceShape(many=True)


class FormatShape(serializers.Serializer):
    """A way to play with decks, and the numbers that they are held to (rules 3, 4, 22)."""

    name = serializers.CharField()
    version = serializers.IntegerField(help_text="Rises whenever one of the numbers changes")
    fewest_cards = serializers.IntegerField()
    most_copies = serializers.IntegerField()
    rarity_limits = serializers.DictField(child=serializers.IntegerField())
    points = serializers.IntegerField(source="hex_points", help_text="The hex-point limit")
    tolerance = serializers.IntegerField(help_text="How far from the limit a hexpile may be")
    most_tiles_of_a_title = serializers.IntegerField()
    from_pool = serializers.BooleanField(help_text="Nothing but what the player opened may be used")


class RulingData(TypedDict):
    """A ruling; `rule` is "" if it names none."""

    date: str
    text: str
    rule: str


class RulingOfPiece(RulingData):
    """A ruling with its piece: the name in addresses, and the title."""

    piece: str
    title: str


class PieceData(TypedDict):
    """A piece as plain data, as the API hands it out."""

    slug: str
    title: str
    kind: str
    set: str
    number: int | None
    url: str
    pictures: dict[str, str]
    rulings: list[RulingData]
    definition: dict[str, object]


def piece_data(definition: Definition, first_set: str) -> PieceData:
    """Return the piece as plain data. Pieces without a set belong to the first set."""
    picture = name_of(definition, DRAWING)
    slug, (page, pictures) = picture.slug, _addresses()
    printed = {name: value for name, value in definition.items() if name != RULINGS}
    return {
        "slug": slug,
        "title": definition["title"],
        "kind": facts_of(definition).kind,
        "set": definition.get("set", first_set),
        "number": definition.get("number"),
        "url": page.replace(ANY, slug),
        "pictures": {size: pictures.replace(ANY, str(picture._replace(size=size))) for size in SIZES},
        "rulings": [{"rule": "", **ruling} for ruling in definition.get(RULINGS, ())],
        "definition": printed,
    }


@cache
def _addresses() -> tuple[str, str]:
    """Return where pages of pieces and their pictures are: looked up once, not for each of thousands."""
    return reverse("cards:piece", args=[ANY]), reverse("cards:picture", args=[ANY])


DIGEST_BYTES = 12


class CatalogueFile:
    """The pieces of one version of the catalogue. Each piece and the file are built on first use."""

    def __init__(self, finding: Finding, first_set: str) -> None:
        self.finding = finding
        self.first_set = first_set
        self._data: dict[str, PieceData] = {}

    def data_of(self, definition: Definition) -> PieceData:
        """Return the data of a piece, cached."""
        title = definition["title"]
        data = self._data.get(title)
        if data is None:
            data = self._data[title] = piece_data(definition, self.first_set)
        return data

    @cached_property
    def by_slug(self) -> Mapping[str, PieceData]:
        """All pieces by the names that they have in addresses."""
        return {data["slug"]: data for data in map(self.data_of, self.finding.index.pieces)}

    @cached_property
    def rulings(self) -> list[RulingOfPiece]:
        """All rulings, the newest first, each with its piece."""
        every: list[RulingOfPiece] = [
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
    """Return the address of a version of the catalogue."""
    return reverse("api:catalogue_file", args=[file.version])
