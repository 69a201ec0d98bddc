"""Versions of decks, what differs between two contents, and decks as files."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from cards.api import sent
from cards.api.bodies import Body
from cards.api.deck_shapes import DifferencesShape, DraftShape, VersionShape, VersionSummaryShape
from cards.api.deck_views import act_view
from cards.api.negotiation import AnyForm
from cards.api.operations import operation
from cards.api.view import ApiView
from cards.decks.contents import Difference, differences
from cards.decks.drafts import keep_version, take_version
from cards.decks.files import FORMS, file_of
from cards.decks.models import DeckVersion
from cards.decks.reading import content_at, find_deck, find_version

VERSION = OpenApiParameter("version", sent.VERSION, description="Else what whoever asks sees of the deck")


def version_address(version: DeckVersion) -> str:
    """Return the address of the version in the API."""
    return reverse("api:version", args=[version.deck.public_id, version.number])


class Versions(ApiView):
    """The versions of a deck."""

    @operation("versions_list", "List versions, the newest first", VersionSummaryShape, is_paged=True)
    def get(self, request: Request, public_id: str) -> QuerySet[DeckVersion]:
        """A page of those that whoever asks may see."""
        return DeckVersion.objects.visible_to(self.viewer, find_deck(public_id, self.viewer)).defer("content")

    @operation(
        "versions_keep",
        "Keep the draft as a version",
        VersionShape,
        body=sent.KEEP,
        made_at=version_address,
    )
    def post(self, request: Request, body: Body, public_id: str) -> DeckVersion:
        """The next version, which others see from now on."""
        deck = find_deck(public_id, self.viewer)
        return keep_version(deck, by=request.user, number=body.number(), name=body.get("name", ""))


class Version(ApiView):
    """A version of a deck."""

    @operation("versions_read", "Read a version", VersionShape)
    def get(self, request: Request, public_id: str, number: int) -> DeckVersion:
        """A version with its content."""
        return find_version(find_deck(public_id, self.viewer), number, self.viewer)


TakenVersion = act_view(
    "versions_take",
    "Let the draft be as a version",
    "A step of the draft, which can be undone.",
    take_version,
    answer=DraftShape,
)


class Differences(ApiView):
    """The differences between two decks or versions that the viewer may see."""

    @operation(
        "decks_compare",
        "Compare with another deck or version",
        DifferencesShape,
        VERSION,
        OpenApiParameter("other", str, description="The id of another deck; else the same one"),
        OpenApiParameter("other_version", sent.VERSION, description="Else what whoever asks sees of the other"),
    )
    def get(self, request: Request, public_id: str) -> dict[str, list[Difference]]:
        """Return the pieces to add and to remove to turn this content into the other."""
        deck = find_deck(public_id, self.viewer)
        other = self.asked.text("other")
        compared = find_deck(other, self.viewer) if other else deck
        before = content_at(deck, self.asked.number_or_none("version"), self.viewer)
        after = content_at(compared, self.asked.number_or_none("other_version"), self.viewer)
        return {"differences": differences(before, after)}


class Export(ApiView):
    """A deck as a file."""

    content_negotiation_class = AnyForm

    @operation(
        "decks_export",
        "Take a deck as a file",
        {(200, "text/plain"): OpenApiTypes.STR, (200, "application/json"): OpenApiTypes.OBJECT},
        OpenApiParameter("format", {"type": "string", "enum": [*FORMS]}, description="text unless said"),
        VERSION,
    )
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """The file, which importing reads as the same deck."""
        form = self.asked.one_of("format", FORMS, "text")
        deck = find_deck(public_id, self.viewer)
        content = content_at(deck, self.asked.number_or_none("version"), self.viewer)
        return file_of(deck, content, form)
