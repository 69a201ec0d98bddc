"""Decks: lists, one deck with its draft, copies, versions, differences and files; checks and imports of decks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.deck_shapes import (
    CHECK,
    COPY,
    CREATE,
    DESCRIBE,
    IMPORT,
    KEEP,
    MOST_CHOSEN,
    MOST_FORMATS,
    MOST_OF_POOL,
    MOST_POINTS,
    SAVE,
    STEP,
    VERSION,
    CheckedShape,
    DeckShape,
    DeckSummaryShape,
    DifferencesShape,
    DraftShape,
    ImportShape,
    VersionShape,
    VersionSummaryShape,
    report_data,
    verdict_data,
)
from cards.catalogue import by_slug
from cards.decks.changes import (
    change_deck,
    copy_deck,
    create_deck,
    delete_deck,
    keep_version,
    lock_deck,
    redo,
    renew_link,
    restore_deck,
    save_draft,
    take_version,
    undo,
)
from cards.decks.contents import Difference, content_of, data_of, differences, name_of
from cards.decks.errors import DeckError
from cards.decks.judging import current_lexicon, judge
from cards.decks.models import DELETED_ORDERS, OWN_ORDERS, PUBLIC_ORDERS, Deck, DeckQuerySet, DeckVersion
from cards.decks.reading import (
    FORMS,
    content_at,
    file_of,
    find_deck,
    find_draft,
    find_version,
    narrow_decks,
    read_import,
)
from incursions.games.incursions.deck_files import Fault, ReportLine, Status, read_as_written
from incursions.games.incursions.deck_files.formats import LONGEST_TYPED
from incursions.games.incursions.rules.construction import FORMATS, FULL, DeckContent, Format
from incursions.games.incursions.rules.printed.pieces import RACES
from incursions.kit.api.answers import AnyForm
from incursions.kit.api.problems import ProblemError
from incursions.kit.api.requests import Body, Parameters, Schema, bad, whole
from incursions.kit.api.schema import FaultShape
from incursions.kit.api.views import ApiView, Method, operation
from incursions.kit.words import quote

MINE, DELETED = "mine", "deleted"
FLAG = {"type": "boolean"}
FILTERS = {
    "name": "Words of the name, or parts of them; case, accents and apostrophes do not matter",
    "tag": "A tag, whatever its case, accents and apostrophes",
    "race": "The race of the ship of the newest version",
    "piece": "The slug of a piece that the newest version holds",
    "owner": "The name of the owner, as lists show it, whatever its case",
}

SORT = "sort"
SORTS = [*dict.fromkeys((*PUBLIC_ORDERS, *OWN_ORDERS, *DELETED_ORDERS))]
SORT_HELP = (
    "Of public decks newest, oldest (by their newest versions) or name; of one's own changed, oldest (the first made "
    "first) or name; of deleted ones deleted, oldest or name. The first of each unless said."
)


def deck_address(deck: Deck) -> str:
    """Return the address of the deck in the API."""
    return reverse("api:deck", args=[deck.public_id])


class DeckView(ApiView):
    """A resource of decks."""

    def hold(self, **words: Any) -> None:
        """Lock the deck of the address until the transaction ends."""
        if "public_id" in words:
            lock_deck(find_deck(words["public_id"], self.request.user), by=self.request.user)


def deck_act(
    name: str,
    summary: str,
    description: str,
    service: Callable[..., Deck],
    body: Schema = STEP,
    answer: Any = DeckShape,
    made_at: Callable[[Deck], str] | None = None,
) -> Method:
    """Return a method that calls a service for the deck of its address, with the values that `body` describes."""

    @operation(name, summary, answer, body=body, description=description, made_at=made_at)
    def act(view: DeckView, request: Request, body_sent: Body, public_id: str, **address: Any) -> Deck:
        arguments = body_sent.arguments(body)
        return service(find_deck(public_id, request.user), *address.values(), by=request.user, **arguments)

    return act


def act_view(*declared: Any, **named: Any) -> type[DeckView]:
    """Return a resource to which an act can be posted, as `deck_act` declares it, and nothing else."""

    class Act(DeckView):
        """An act on a deck."""

        post = deck_act(*declared, **named)

    return Act


class Decks(DeckView):
    """The public decks, one's own, and making one."""

    lists_own = False

    @operation(
        "decks_list",
        "List decks",
        DeckSummaryShape,
        OpenApiParameter(MINE, FLAG, description="One's own decks, of any visibility, as their drafts are"),
        OpenApiParameter(DELETED, FLAG, description="With `mine`: the deleted ones, the last deleted first"),
        *(OpenApiParameter(name, str, description=about) for name, about in FILTERS.items()),
        OpenApiParameter(SORT, {"type": "string", "enum": SORTS}, description=SORT_HELP),
        is_paged=True,
        description="The public decks, or one's own.",
    )
    def get(self, request: Request) -> DeckQuerySet:
        """A page of decks."""
        self.lists_own, deleted = self.asked.flag(MINE), self.asked.flag(DELETED)
        if deleted and not self.lists_own:
            raise bad(DELETED, "Only deleted decks of one's own are listed: ask for mine=true, too.")
        if self.lists_own and not request.user.is_authenticated:
            raise exceptions.NotAuthenticated("Sign in, or send a token, to have decks of your own.")
        decks, known = Deck.objects.listed(), PUBLIC_ORDERS
        if self.lists_own:
            decks, known = Deck.objects.own(request.user), OWN_ORDERS
        if deleted:
            decks, known = Deck.objects.own_deleted(request.user), DELETED_ORDERS
        order = self.asked.one_of(SORT, known, next(iter(known)))
        return narrow_decks(decks, _filters(self.asked)).order_by(*known[order]).for_lists()

    @operation("decks_create", "Make a deck", DeckShape, body=CREATE, made_at=deck_address)
    def post(self, request: Request, body: Body) -> Deck:
        """A new private deck."""
        return create_deck(owner=request.user, **body.arguments(CREATE))


class OneDeck(DeckView):
    """A deck."""

    @operation("decks_read", "Read a deck", DeckShape)
    def get(self, request: Request, public_id: str) -> Deck:
        """The deck as whoever asks sees it."""
        return find_deck(public_id, request.user)

    @operation("decks_change", "Change name, tags, notes or visibility", DeckShape, body=DESCRIBE)
    def patch(self, request: Request, body: Body, public_id: str) -> Deck:
        """All that is said changes at once, or nothing."""
        said = {key: body.must(key) for key in ("name", "tags", "notes", "visibility") if key in body}
        deck = find_deck(public_id, request.user)
        return change_deck(deck, by=request.user, number=body.number(), **said)

    @operation("decks_delete", "Delete a deck", None)
    def delete(self, request: Request, public_id: str) -> None:
        """Out of everybody's sight but its owner's, who can restore it."""
        delete_deck(find_deck(public_id, request.user), by=request.user)


class Restored(DeckView):
    """Taking a deck back from the deleted ones."""

    @operation("decks_restore", "Restore a deleted deck", DeckShape)
    def post(self, request: Request, public_id: str) -> Deck:
        """The deck as it was. One that is not deleted stays as it is."""
        Body(request)
        return restore_deck(find_deck(public_id, request.user), by=request.user)


Copies = act_view(
    "decks_copy",
    "Copy a deck",
    "A private copy of a version, or of what the caller sees.",
    copy_deck,
    COPY,
    made_at=deck_address,
)


Link = act_view("decks_renew_link", "Give a deck another address", "The former address no longer works.", renew_link)


class Draft(DeckView):
    """The draft of a deck, which its owner alone changes, step by step."""

    @operation("draft_read", "Read the draft", DraftShape, refuses=(403,))
    def get(self, request: Request, public_id: str) -> Deck:
        """Return the draft to the owner and the staff. For others the deck has none."""
        return find_draft(public_id, request.user)

    put = deck_act(
        "draft_save",
        "Save the draft",
        "The whole content, a step that can be undone. What is saved twice is saved once.",
        save_draft,
        SAVE,
        DraftShape,
    )


Undo = act_view("draft_undo", "Undo a step", "The draft as it was before its last step.", undo, answer=DraftShape)


Redo = act_view("draft_redo", "Redo a step", "The draft as it was before the last undoing.", redo, answer=DraftShape)


def _filters(asked: Parameters) -> dict[str, str]:
    """Return what a list is narrowed down by. Raises `ProblemError` for a race or piece that there is not."""
    said = {name: asked.text(name) for name in FILTERS}
    if said["race"]:
        races = {race.lower(): race for race in RACES}
        if said["race"].lower() not in races:
            raise bad("race", f"There is no such race; there are {', '.join(RACES)}.")
        said["race"] = races[said["race"].lower()]
    if said["piece"]:
        piece = by_slug().get(said["piece"])
        if piece is None:
            raise bad("piece", "There is no piece with this slug.")
        said["piece"] = piece["title"]
    return said


VERSION_PARAMETER = OpenApiParameter("version", VERSION, description="Else what the caller sees of the deck")


class Versions(DeckView):
    """The versions of a deck."""

    @operation("versions_list", "List versions, the newest first", VersionSummaryShape, is_paged=True)
    def get(self, request: Request, public_id: str) -> QuerySet[DeckVersion]:
        """A page of those that the caller may see."""
        return DeckVersion.objects.visible_to(request.user, find_deck(public_id, request.user)).defer("content")

    @operation(
        "versions_keep",
        "Keep the draft as a version",
        VersionShape,
        body=KEEP,
        made_at=lambda version: reverse("api:version", args=[version.deck.public_id, version.number]),
    )
    def post(self, request: Request, body: Body, public_id: str) -> DeckVersion:
        """The next version, which others see from now on."""
        deck = find_deck(public_id, request.user)
        return keep_version(deck, by=request.user, number=body.number(), name=body.get("name", ""))


class Version(DeckView):
    """A version of a deck."""

    @operation("versions_read", "Read a version", VersionShape)
    def get(self, request: Request, public_id: str, number: int) -> DeckVersion:
        """A version with its content."""
        return find_version(find_deck(public_id, request.user), number, request.user)


TakenVersion = act_view(
    "versions_take",
    "Set the draft back to a version",
    "A step of the draft, which can be undone.",
    take_version,
    answer=DraftShape,
)


class Differences(DeckView):
    """The differences between two decks or versions that the viewer may see."""

    @operation(
        "decks_compare",
        "Compare with another deck or version",
        DifferencesShape,
        VERSION_PARAMETER,
        OpenApiParameter("other", str, description="The id of another deck; else the same one"),
        OpenApiParameter("other_version", VERSION, description="Else what the caller sees of the other"),
    )
    def get(self, request: Request, public_id: str) -> dict[str, list[Difference]]:
        """Return the pieces to add and to remove to turn this content into the other."""
        deck = find_deck(public_id, request.user)
        other = self.asked.text("other")
        compared = find_deck(other, request.user) if other else deck
        before = content_at(deck, self.asked.number("version"), request.user)
        after = content_at(compared, self.asked.number("other_version"), request.user)
        return {"differences": differences(before, after)}


class Export(DeckView):
    """A deck as a file."""

    content_negotiation_class = AnyForm

    @operation(
        "decks_export",
        "Download a deck",
        {(200, "text/plain"): OpenApiTypes.STR, (200, "application/json"): OpenApiTypes.OBJECT},
        OpenApiParameter("format", {"type": "string", "enum": [*FORMS]}, description="text unless said"),
        VERSION_PARAMETER,
    )
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """The file, which importing reads as the same deck."""
        form = self.asked.one_of("format", FORMS, "text")
        deck = find_deck(public_id, request.user)
        content = content_at(deck, self.asked.number("version"), request.user)
        return file_of(deck, content, form)


Held = tuple[Format, Mapping[str, int] | None]
SOURCES = ("content", "text", "deck")


class Check(DeckView):
    """The check of a deck against formats."""

    rate = "work"

    @operation(
        "check",
        "Check a deck in several formats",
        CheckedShape,
        body=CHECK,
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
        """Return the content to check, from the one source that the body names. Raises `FieldError`."""
        body.require_one(SOURCES)
        if "version" in body and "deck" not in body:
            raise DeckError("malformed", "version: only a deck has versions.", field="version")
        if "content" in body:
            return content_of(body.get("content"))
        if "text" in body:
            read = read_as_written(body.text("text"), current_lexicon())
            if read.faults:
                raise _unreadable(read.faults)
            return read.content
        version = body.number("version") if "version" in body else None
        return content_at(find_deck(body.text("deck"), self.request.user), version, self.request.user)


class Import(DeckView):
    """Reading a deck from whatever was copied."""

    rate = "work"

    @operation(
        "import",
        "Read a deck from text, JSON, a share code, or a link of this site",
        {200: ImportShape, 201: ImportShape},
        body=IMPORT,
        is_open=True,
        description="Nothing is saved, unless `save` is true and no line is a fault.",
    )
    def post(self, request: Request, body: Body) -> Response:
        """Return the result of each line, and the content."""
        text, save = body.text("text"), body.flag("save")
        name = name_of(body.get("name")) if "name" in body else ""
        if save and not request.user.is_authenticated:
            raise exceptions.NotAuthenticated("Sign in, or send a token, to save a deck.")
        report = read_import(text, request.user, request.get_host(), _read_chosen(body))
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
    chosen = DeckError.require_type(body.get("chosen", {}), Mapping, "chosen", "an object of titles")
    if len(chosen) > MOST_CHOSEN:
        raise DeckError("too_many", f"chosen: at most {MOST_CHOSEN:,} choices are read.", field="chosen")
    for title in chosen.values():
        DeckError.require_type(title, str, "chosen", "a title, or an empty text")
    return chosen


def _unreadable(faults: Iterable[Fault | ReportLine]) -> ProblemError:
    """Return the error for a deck text, with its faults."""
    told = FaultShape(faults, many=True).data
    return ProblemError("unreadable", "The deck cannot be read.", field="text", faults=told)


def _formats(body: Body) -> list[Held]:
    """Return the formats to check a deck against, each with its pool. Raises `DeckError`."""
    if "formats" not in body:
        return [(FULL, None)]
    asked = DeckError.require_type(body.get("formats"), list, "formats", "a list")
    if not asked:
        raise DeckError("invalid", "formats: at least one format was expected.", field="formats")
    if len(asked) > MOST_FORMATS:
        raise DeckError("too_many", f"formats: at most {MOST_FORMATS} formats are checked.", field="formats")
    held = [_format(each) for each in asked]
    if sum(len(pool) for _, pool in held if pool is not None) > MOST_OF_POOL:
        raise DeckError("too_many", f"formats: their pools hold at most {MOST_OF_POOL:,} titles.", field="formats")
    return held


def _format(asked: Any) -> Held:
    """Return one of the formats of a request with its pool, None without one. Raises `DeckError`."""
    for key in DeckError.require_type(asked, Mapping, "formats", "an object for each format"):
        if key not in ("name", "points", "tolerance", "pool"):
            raise DeckError.of_wrong_type("formats", "name, points, tolerance, pool", key, field="formats")
    name = asked.get("name")
    chosen = FORMATS.get(name) if isinstance(name, str) else None
    if chosen is None:
        raise DeckError.of_wrong_type("formats", " or ".join(FORMATS), name, field="formats/name")
    points = whole(asked.get("points", chosen.hex_points), "points", least=1, most=MOST_POINTS)
    tolerance = whole(asked.get("tolerance", chosen.tolerance), "tolerance", least=0, most=MOST_POINTS)
    return chosen.with_hex_points(points, tolerance), _pool(asked["pool"]) if "pool" in asked else None


def _pool(asked: Any) -> Mapping[str, int]:
    """Return the opened pieces of a request: copies by title. Raises `DeckError` for anything else."""
    DeckError.require_type(asked, Mapping, "pool", "an object of titles with their copies")
    if len(asked) > MOST_OF_POOL:
        raise DeckError("too_many", f"pool: at most {MOST_OF_POOL:,} titles are read.", field="pool")
    for title, copies in asked.items():
        if not 0 < len(title) <= LONGEST_TYPED:
            message = (
                f"pool: a title of 1 to {LONGEST_TYPED} characters was expected, not {quote(title[:LONGEST_TYPED])}."
            )
            raise DeckError("invalid", message, field="pool")
        whole(copies, "pool", least=1, most=MOST_POINTS)
    return dict(asked)
