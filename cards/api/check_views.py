"""Checking decks, and reading them from text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api import sent
from cards.api.deck_shapes import CheckedShape, ImportShape, report_data, verdict_data
from cards.api.deck_views import deck_address
from cards.api.error_shapes import FaultShape
from cards.api.operations import operation
from cards.api.problems import ProblemError
from cards.api.requests import Body, whole
from cards.api.view import ApiView
from cards.decks.changes import create_deck
from cards.decks.contents import content_of, data_of, name_of
from cards.decks.errors import DeckError, make_wrong_type_error, require_type
from cards.decks.judging import current_lexicon, judge
from cards.decks.reading import content_at, find_deck, read_import
from incursions.games.incursions.deck_files import Fault, ReportLine, Status, read_as_written
from incursions.games.incursions.deck_files.sheet import LONGEST_TYPED
from incursions.games.incursions.rules.construction import FORMATS, FULL, DeckContent, Format
from incursions.kit.words import quote

Held = tuple[Format, Mapping[str, int] | None]
SOURCES = ("content", "text", "deck")


class Check(ApiView):
    """The check of a deck against formats."""

    rate = "work"

    @operation(
        "check",
        "Check a deck in several formats",
        CheckedShape,
        body=sent.CHECK,
        is_open=True,
        description="The deck is a content, a text, or one that the caller may see. Nothing is saved.",
    )
    def post(self, request: Request, body: Body) -> Response:
        """A verdict for each format (rules 3, 4, 22)."""
        held = _formats(body)
        content = self._content(body)
        verdicts = [verdict_data(judge(content, chosen, pool=pool), chosen) for chosen, pool in held]
        return Response({"content": data_of(content), "hash": content.hash, "verdicts": verdicts})

    def _content(self, body: Body) -> DeckContent:
        said = [key for key in SOURCES if key in body]
        if len(said) != 1:
            raise DeckError("malformed", f"One of {', '.join(SOURCES)} was expected.")
        if "version" in body and "deck" not in body:
            raise DeckError("malformed", "version: only a deck has versions.", field="version")
        if "content" in body:
            return content_of(body.get("content"))
        if "text" in body:
            return _content_in(body.text("text"))
        version = body.number("version") if "version" in body else None
        return content_at(find_deck(body.text("deck"), self.viewer), version, self.viewer)


class Import(ApiView):
    """Reading a deck from whatever was copied."""

    rate = "work"

    @operation(
        "import",
        "Read a deck from text, JSON, a share code, or a link of this site",
        {200: ImportShape, 201: ImportShape},
        body=sent.IMPORT,
        is_open=True,
        description="Nothing is saved, unless `save` is true and no line is a fault.",
    )
    def post(self, request: Request, body: Body) -> Response:
        """Return the result of each line, and the content."""
        text, save = body.text("text"), body.flag("save")
        name = name_of(body.get("name")) if "name" in body else ""
        if save and not request.user.is_authenticated:
            raise exceptions.NotAuthenticated("Sign in, or send a token, to save a deck.")
        report = read_import(text, self.viewer, request.get_host(), _read_chosen(body))
        answer = report_data(report)
        if not save:
            return Response(answer)
        faults = report.filter_lines(Status.FAULT)
        if faults or report.is_empty:
            raise _unreadable(faults)
        deck = create_deck(owner=request.user, name=name or report.name, content=answer["content"])
        return Response({**answer, "deck": deck.public_id}, status=201, headers={"Location": deck_address(deck)})


def _read_chosen(body: Body) -> Mapping[str, str]:
    """Return the titles that the client chose for typed lines. Raises `DeckError`."""
    chosen = require_type(body.get("chosen", {}), Mapping, "chosen", "an object of titles")
    if len(chosen) > sent.MOST_CHOSEN:
        raise DeckError("too_many", f"chosen: at most {sent.MOST_CHOSEN:,} choices are read.", field="chosen")
    for title in chosen.values():
        require_type(title, str, "chosen", "a title, or an empty text")
    return chosen


def _content_in(text: str) -> DeckContent:
    """Return the content of a text, JSON or share code, without guesses. Raises `ProblemError`."""
    read = read_as_written(text, current_lexicon())
    if read.faults:
        raise _unreadable(read.faults)
    return read.content


def _unreadable(faults: Iterable[Fault | ReportLine]) -> ProblemError:
    told = FaultShape(faults, many=True).data
    return ProblemError("unreadable", "The deck cannot be read.", field="text", faults=told)


def _formats(body: Body) -> list[Held]:
    """Return the formats to check a deck against, each with its pool. Raises `DeckError`."""
    if "formats" not in body:
        return [(FULL, None)]
    asked = require_type(body.get("formats"), list, "formats", "a list")
    if not asked:
        raise DeckError("invalid", "formats: at least one format was expected.", field="formats")
    if len(asked) > sent.MOST_FORMATS:
        raise DeckError("too_many", f"formats: at most {sent.MOST_FORMATS} formats are checked.", field="formats")
    held = [_format(each) for each in asked]
    if sum(len(pool) for _, pool in held if pool is not None) > sent.MOST_OF_POOL:
        raise DeckError("too_many", f"formats: their pools hold at most {sent.MOST_OF_POOL:,} titles.", field="formats")
    return held


def _format(asked: Any) -> Held:
    for key in require_type(asked, Mapping, "formats", "an object for each format"):
        if key not in ("name", "points", "tolerance", "pool"):
            raise make_wrong_type_error("formats", "name, points, tolerance, pool", key, field="formats")
    name = asked.get("name")
    chosen = FORMATS.get(name) if isinstance(name, str) else None
    if chosen is None:
        raise make_wrong_type_error("formats", " or ".join(FORMATS), name, field="formats/name")
    points = whole(asked.get("points", chosen.hex_points), "points", least=1, most=sent.MOST_POINTS)
    tolerance = whole(asked.get("tolerance", chosen.tolerance), "tolerance", least=0, most=sent.MOST_POINTS)
    return chosen.with_hex_points(points, tolerance), _pool(asked["pool"]) if "pool" in asked else None


def _pool(asked: Any) -> Mapping[str, int]:
    require_type(asked, Mapping, "pool", "an object of titles with their copies")
    if len(asked) > sent.MOST_OF_POOL:
        raise DeckError("too_many", f"pool: at most {sent.MOST_OF_POOL:,} titles are read.", field="pool")
    for title, copies in asked.items():
        if not 0 < len(title) <= LONGEST_TYPED:
            message = (
                f"pool: a title of 1 to {LONGEST_TYPED} characters was expected, not {quote(title[:LONGEST_TYPED])}."
            )
            raise DeckError("invalid", message, field="pool")
        whole(copies, "pool", least=1, most=sent.MOST_POINTS)
    return dict(asked)
