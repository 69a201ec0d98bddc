"""The rows of users' decks: the deck with its draft, the draft's history, versions, tags, and the pieces in use.

Whoever writes them goes through the other modules of this folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import models
from django.db.models import Q
from django.urls import reverse

from cards.decks import abilities
from cards.decks.abilities import Viewer, Visibility
from cards.decks.contents import LONGEST_FOLDED, LONGEST_TAG, PARTS, ContentData
from incursions.games.incursions.deck_files.formats import LONGEST_NAME, LONGEST_TYPED, Part, name_of_part
from incursions.kit.ids import random_name
from incursions.kit.words import fold

DECK_ID_LENGTH = 20
Orders = Mapping[str, tuple[str, ...]]
"""The orders of a list of decks by name. Each ends with the primary key, so that no two decks compare equal."""
PUBLIC_ORDERS: Orders = {"newest": ("-shown_at", "-pk"), "oldest": ("shown_at", "pk"), "name": ("folded_name", "pk")}
OWN_ORDERS: Orders = {
    "changed": ("-changed_at", "-pk"),
    "oldest": ("created_at", "pk"),
    "name": ("folded_name", "pk"),
}
DELETED_ORDERS: Orders = {
    "deleted": ("-deleted_at", "-pk"),
    "oldest": OWN_ORDERS["oldest"],
    "name": OWN_ORDERS["name"],
}


def new_deck_id() -> str:
    """Return a random id for links, the only key to an unlisted deck (some 99 bits)."""
    return random_name(DECK_ID_LENGTH)


class DeckQuerySet(models.QuerySet["Deck"]):
    """Queries of decks, by the permissions of `abilities`."""

    def visible_to(self, viewer: Viewer) -> DeckQuerySet:
        """Return the decks that the viewer may open by their address. Not for lists: unlisted decks are among them."""
        return self.filter(abilities.seen_by(viewer))

    def own(self, viewer: Viewer) -> DeckQuerySet:
        """Return the viewer's decks, the last changed first."""
        return self.filter(abilities.own(viewer)).order_by(*OWN_ORDERS["changed"])

    def own_deleted(self, viewer: Viewer) -> DeckQuerySet:
        """Return the viewer's deleted decks, the last deleted first."""
        return self.filter(abilities.own(viewer, deleted=True)).order_by(*DELETED_ORDERS["deleted"])

    def listed(self) -> DeckQuerySet:
        """Return the public decks, the newest first."""
        return self.filter(abilities.LISTED).order_by(*PUBLIC_ORDERS["newest"])

    def with_piece(self, title: str) -> DeckQuerySet:
        """Return the decks whose newest version has the piece."""
        return self.filter(pk__in=DeckPiece.objects.filter(title=title).values("deck"))

    def with_tag(self, tag: str) -> DeckQuerySet:
        """Return the decks with the tag; case, accents and apostrophes do not matter."""
        return self.filter(pk__in=DeckTag.objects.filter(folded=fold(tag)).values("deck"))

    def with_name(self, typed: str) -> DeckQuerySet:
        """Return the decks with all these words, or parts of words, in their name; case and accents do not matter."""
        return self.filter(*(Q(folded_name__contains=word) for word in fold(typed).split()))

    def with_ship(self, titles: Iterable[str]) -> DeckQuerySet:
        """Return the decks whose newest version has one of these ships."""
        ships = DeckPiece.objects.filter(part=Part.SHIP.value, title__in=titles)
        return self.filter(pk__in=ships.values("deck"))

    def of_owner(self, name: str) -> DeckQuerySet:
        """Return the decks of the user with this public name; case does not matter."""
        users = get_user_model().objects
        called = Q(display_name__iexact=name) | Q(display_name="", username__iexact=name)
        return self.filter(owner__in=users.filter(called).values("pk"))

    def for_lists(self) -> DeckQuerySet:
        """Return the decks with owner, newest version and tags, without notes, in two queries for any number."""
        return self.select_related("owner", "shown").prefetch_related("tags").defer("notes")


class Deck(models.Model):
    """A deck of a user. `draft` is its content as the owner has it now, others see `shown`, the newest version.

    `number` rises with every change of draft, name, tags, notes or visibility: a writer names the one that was seen.
    `place` says which step of the draft's history the draft is.
    """

    public_id = models.CharField(max_length=24, unique=True, default=new_deck_id, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="decks")
    name = models.CharField(max_length=LONGEST_NAME)
    folded_name = models.TextField(help_text="As it is searched")  # some signs are many when they are folded
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PRIVATE)
    notes = models.TextField(blank=True, help_text="Markdown, as typed")

    draft = models.JSONField()
    draft_hash = models.CharField(max_length=64, help_text="Of the content, whatever its order")
    number = models.PositiveIntegerField(default=1)
    place = models.PositiveIntegerField(default=0)
    shown = models.ForeignKey("DeckVersion", models.RESTRICT, null=True, related_name="+")
    shown_at = models.DateTimeField(null=True)

    origin = models.ForeignKey("self", models.SET_NULL, null=True, related_name="copies")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True)

    objects = DeckQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(
                fields=["-shown_at", "-id"], condition=Q(deleted_at=None, visibility="public"), name="deck_listed"
            ),
            models.Index(fields=["owner", "-changed_at", "-id"], condition=Q(deleted_at=None), name="deck_own"),
            models.Index(fields=["owner", "-deleted_at"], condition=Q(deleted_at__isnull=False), name="deleted_deck"),
        ]
        constraints = [
            models.CheckConstraint(name="deck_has_name", condition=~Q(name="")),
            models.CheckConstraint(name="deck_visibility_is_one", condition=Q(visibility__in=Visibility.values)),
            models.CheckConstraint(
                name="deck_shared_has_version",
                condition=Q(visibility=Visibility.PRIVATE) | Q(shown__isnull=False),
                violation_error_message="A deck that others see has a version.",
            ),
            models.CheckConstraint(
                name="deck_shown_since",
                condition=Q(shown=None, shown_at=None) | Q(shown__isnull=False, shown_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the URL of the deck's page."""
        return reverse("decks:deck", args=[self.public_id])

    @property
    def short_words(self) -> str:
        """The ship of the draft, which forms show after the name; "" without one."""
        return self.draft.get("ship") or ""

    @property
    def content_shown(self) -> ContentData:
        """Return the published content as plain data. Raises ValueError for a deck without a version."""
        if self.shown is None:
            raise ValueError(f"deck {self.pk} has no version")
        return self.shown.content

    @property
    def is_deleted(self) -> bool:
        """Return True if the deck is gone for all but its owner and the staff."""
        return self.deleted_at is not None


class DraftStep(models.Model):
    """The draft after a change, for undo and redo."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="steps")
    place = models.PositiveIntegerField()
    content = models.JSONField()

    class Meta:
        ordering = ["deck", "place"]
        constraints = [models.UniqueConstraint(fields=["deck", "place"], name="draft_step_once")]

    def __str__(self) -> str:
        return f"step {self.place} of deck {self.deck_id}"


class DeckVersionQuerySet(models.QuerySet["DeckVersion"]):
    """Queries of versions, by the permissions of `abilities`."""

    def visible_to(self, viewer: Viewer, deck: Deck) -> DeckVersionQuerySet:
        """Return the versions of a deck that the viewer may see, the newest first."""
        return self.filter(abilities.versions_seen(viewer, deck), deck=deck).order_by("-number")


class DeckVersion(models.Model):
    """A content that was kept deliberately. Rows are only ever added; `was_shown` alone changes, and only to true."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    content = models.JSONField()
    content_hash = models.CharField(max_length=64)
    kept_at = models.DateTimeField()
    was_shown = models.BooleanField(
        default=False, help_text="Others could see it: the newest of a deck that was shared"
    )

    objects = DeckVersionQuerySet.as_manager()

    class Meta:
        ordering = ["deck", "-number"]
        constraints = [models.UniqueConstraint(fields=["deck", "number"], name="deck_version_once")]

    def __str__(self) -> str:
        return self.name or f"Version {self.number}"


class DeckTag(models.Model):
    """A word that an owner sorts decks by; case and accents make no other tag."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="tags")
    tag = models.CharField(max_length=LONGEST_TAG)
    folded = models.CharField(max_length=LONGEST_FOLDED, help_text="As it is compared")

    class Meta:
        ordering = ["folded"]
        indexes = [models.Index(fields=["folded", "deck"], name="deck_tag_of")]
        constraints = [models.UniqueConstraint(fields=["deck", "folded"], name="deck_tag_once")]

    def __str__(self) -> str:
        return self.tag


class DeckPiece(models.Model):
    """A piece that the newest version of a deck uses, by title: the catalogue need not know it (rules 3, 4)."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="pieces")
    part = models.CharField(max_length=8, choices=[(part.value, name_of_part(part)) for part in PARTS])
    title = models.CharField(max_length=LONGEST_TYPED)
    copies = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["deck", "pk"]
        indexes = [models.Index(fields=["title", "deck"], name="deck_piece_of")]
        constraints = [models.UniqueConstraint(fields=["deck", "part", "title"], name="deck_piece_once")]

    def __str__(self) -> str:
        return f"{self.copies} {self.title}"
