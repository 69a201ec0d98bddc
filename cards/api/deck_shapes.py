"""Serializers of decks: the shapes of the answers and of their part of the schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers

from cards.catalogue import known_piece
from cards.decks import abilities
from cards.decks.abilities import Visibility
from cards.decks.contents import PARTS, ContentData, data_of
from cards.decks.drafts import steps_of
from cards.decks.models import Deck
from cards.decks.reading import content_seen, origin_seen
from incursions.rules.construction.facts import SHIP, facts_of

if TYPE_CHECKING:
    from cards.decks.models import Deck


class ContentShape(serializers.Serializer):
    """The content of a deck. Its titles may be unknown."""

    ship = serializers.CharField(allow_null=True)
    captain = serializers.CharField(allow_null=True)
    stand_in = serializers.CharField(allow_null=True, help_text="A crew member in the captain's place (rules 3.5)")
    deck = serializers.DictField(child=serializers.IntegerField(), help_text="Copies by title")
    hexpile = serializers.DictField(child=serializers.IntegerField(), help_text="Copies by title")


class DeckSummaryShape(serializers.Serializer):
    """A deck among others."""

    id = serializers.CharField(help_text="Its name in addresses")
    url = serializers.CharField(help_text="Its page")
    name = serializers.CharField()
    owner = serializers.CharField(help_text="As others see the name")
    visibility = serializers.ChoiceField(choices=Visibility.choices)
    tags = serializers.ListField(child=serializers.CharField())
    ship = serializers.CharField(allow_null=True)
    captain = serializers.CharField(allow_null=True)
    race = serializers.CharField(allow_null=True, help_text="Of its ship; null where that is not known")
    version = serializers.IntegerField(allow_null=True, help_text="The newest one; null where there is none")
    shown_at = serializers.DateTimeField(allow_null=True, help_text="Since when the newest version is kept")
    number = serializers.IntegerField(
        allow_null=True, help_text="What a change of the deck must name; null for all but its owner and the staff"
    )
    changed_at = serializers.DateTimeField(allow_null=True, help_text="Null for all but its owner and the staff")
    deleted_at = serializers.DateTimeField(allow_null=True)

    def to_representation(self, deck: Deck) -> dict[str, object]:
        """Return a deck of a list: one's own as its draft is, others as everybody sees them."""
        is_own = self.context["view"].lists_own
        return self.represent(deck, deck.draft if is_own else deck.content_shown, is_own=is_own)

    def represent(self, deck: Deck, content: ContentData, *, is_own: bool) -> dict[str, object]:
        """Return a deck with that content. What only its owner may know is told if `is_own`."""
        ship = content["ship"]
        return {
            "id": deck.public_id,
            "url": deck.get_absolute_url(),
            "name": deck.name,
            "owner": str(deck.owner),
            "visibility": deck.visibility,
            "tags": [tag.tag for tag in deck.tags.all()],
            "ship": ship,
            "captain": content["captain"],
            "race": _race(ship),
            "version": deck.shown.number if deck.shown else None,
            "shown_at": deck.shown_at,
            "number": deck.number if is_own else None,
            "changed_at": deck.changed_at if is_own else None,
            "deleted_at": deck.deleted_at,
        }


class DraftShape(serializers.Serializer):
    """The draft of a deck, for its owner and the staff alone."""

    number = serializers.IntegerField(help_text="What the next change must name")
    content = ContentShape()
    hash = serializers.CharField(help_text="Of the content, whatever its order")
    undo = serializers.IntegerField(help_text="How many steps can be undone")
    redo = serializers.IntegerField(help_text="How many steps can be redone")

    def to_representation(self, deck: Deck) -> dict[str, object]:
        """Return the draft of a deck."""
        steps = steps_of(deck)
        counted = {"undo": steps.back, "redo": steps.forth}
        return {"number": deck.number, "content": deck.draft, "hash": deck.draft_hash, **counted}


class OriginShape(serializers.Serializer):
    """The deck that one was copied from."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()


class DeckShape(DeckSummaryShape):
    """A deck as whoever asks sees it: its owner the draft, others the newest version."""

    notes = serializers.CharField(help_text="Markdown, as typed")
    content = ContentShape()
    copied_from = OriginShape(allow_null=True, help_text="Null where there is none that whoever asks may see")

    def to_representation(self, deck: Deck) -> dict[str, object]:
        """Return a deck as the viewer sees it. Raises `DeckError` for one that they may not see."""
        viewer = self.context["view"].viewer
        content = data_of(content_seen(deck, viewer))
        origin = origin_seen(deck, viewer)
        listed = self.represent(deck, content, is_own=abilities.may_see_draft(viewer, deck))
        return listed | {"notes": deck.notes, "content": content, "copied_from": origin and OriginShape(origin).data}


class VersionSummaryShape(serializers.Serializer):
    """A version among others."""

    version = serializers.IntegerField(source="number")
    name = serializers.CharField(help_text="Empty where it has none")
    hash = serializers.CharField(source="content_hash", help_text="Of the content, whatever its order")
    kept_at = serializers.DateTimeField()


class VersionShape(VersionSummaryShape):
    """A version with its content."""

    content = ContentShape()


class DifferenceShape(serializers.Serializer):
    """A piece that stands in one part in other numbers."""

    part = serializers.ChoiceField(choices=[part.value for part in PARTS])
    title = serializers.CharField()
    before = serializers.IntegerField(help_text="Copies; 0 for none")
    after = serializers.IntegerField(help_text="Copies; 0 for none")


class DifferencesShape(serializers.Serializer):
    """The changes that turn one content into another."""

    differences = DifferenceShape(many=True)


def _race(ship: str | None) -> str | None:
    known = known_piece(ship) if ship else None
    return known["race"] if known is not None and facts_of(known).kind == SHIP else None
