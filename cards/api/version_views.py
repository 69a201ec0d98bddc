"""Versions of decks, what differs between two contents, and decks as files."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api import sent
from cards.api.bodies import Body
from cards.api.deck_shapes import (
    DifferencesShape,
    DraftShape,
    VersionShape,
    VersionSummaryShape,
    difference_data,
    draft_data,
    version_data,
    version_in_list,
)
from cards.api.files import FORMS, file_of
from cards.api.negotiation import AnyForm
from cards.api.paging import PAGE_PARAMETERS, PAGING, page_answer, page_of
from cards.api.view import ApiView
from cards.decks.differences import differences
from cards.decks.models import DeckVersion
from cards.decks.reading import content_at, find_deck, find_version
from cards.decks.versions import keep_version, take_version

VERSION = OpenApiParameter("version", sent.VERSION, description="Else what whoever asks sees of the deck")


class Versions(ApiView):
    """The versions of a deck."""

    parameters = {"GET": PAGING}
    signed_in = ("POST",)

    @extend_schema(
        operation_id="versions_list",
        summary="List versions, the newest first",
        parameters=PAGE_PARAMETERS,
        responses=page_of(VersionSummaryShape),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """A page of those that whoever asks may see."""
        seen = DeckVersion.objects.visible_to(self.viewer, find_deck(public_id, self.viewer)).defer("content")
        return Response(page_answer(request, self.asked, seen, version_in_list))

    @extend_schema(
        operation_id="versions_keep",
        summary="Keep the draft as a version",
        request=sent.KEEP,
        responses={201: VersionShape},
    )
    def post(self, request: Request, public_id: str) -> Response:
        """The next version, which others see from now on."""
        body = Body(request, "number", "name")
        deck = find_deck(public_id, self.viewer)
        version = keep_version(deck, by=request.user, number=body.number(), name=body.get("name", ""))
        address = reverse("api:version", args=[public_id, version.number])
        return Response(version_data(version), status=201, headers={"Location": address})


class Version(ApiView):
    """One version."""

    @extend_schema(operation_id="versions_read", summary="Read a version", responses=VersionShape)
    def get(self, request: Request, public_id: str, number: int) -> Response:
        """A version with its content."""
        return Response(version_data(find_version(find_deck(public_id, self.viewer), number, self.viewer)))


class TakenVersion(ApiView):
    """Taking a version back into the draft."""

    signed_in = ("POST",)

    @extend_schema(
        operation_id="versions_take", summary="Let the draft be as a version", request=sent.STEP, responses=DraftShape
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """A step of the draft, which can be undone."""
        seen = Body(request, "number").number()
        deck = take_version(find_deck(public_id, self.viewer), number, by=request.user, number=seen)
        return Response(draft_data(deck))


class Differences(ApiView):
    """What differs between two decks or versions that whoever asks may see."""

    parameters = {"GET": ("version", "other", "other_version")}

    @extend_schema(
        operation_id="decks_compare",
        summary="Compare with another deck or version",
        parameters=[
            VERSION,
            OpenApiParameter("other", str, description="The id of another deck; else the same one"),
            OpenApiParameter("other_version", sent.VERSION, description="Else what whoever asks sees of the other"),
        ],
        responses=DifferencesShape,
    )
    def get(self, request: Request, public_id: str) -> Response:
        """What must be put in and taken out to make the other of this one."""
        deck = find_deck(public_id, self.viewer)
        other = self.asked.text("other")
        compared = find_deck(other, self.viewer) if other else deck
        before = content_at(deck, self.asked.number_or_none("version"), self.viewer)
        after = content_at(compared, self.asked.number_or_none("other_version"), self.viewer)
        return Response({"differences": [*map(difference_data, differences(before, after))]})


class Export(ApiView):
    """A deck as a file."""

    parameters = {"GET": ("format", "version")}
    content_negotiation_class = AnyForm

    @extend_schema(
        operation_id="decks_export",
        summary="Take a deck as a file",
        parameters=[
            OpenApiParameter("format", {"type": "string", "enum": [*FORMS]}, description="text unless said"),
            VERSION,
        ],
        responses={(200, "text/plain"): OpenApiTypes.STR, (200, "application/json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """The file, which importing reads as the same deck."""
        form = self.asked.one_of("format", FORMS, "text")
        deck = find_deck(public_id, self.viewer)
        content = content_at(deck, self.asked.number_or_none("version"), self.viewer)
        return file_of(deck, content, form)
