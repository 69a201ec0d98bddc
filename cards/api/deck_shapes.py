"""What the API says of decks: the shapes of its answers, and so of their part of the schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from cards.catalogue import known_piece
from cards.decks import abilities
from cards.decks.contents import PARTS, data_of
from cards.decks.differences import Difference
from cards.decks.drafts import steps_of
from cards.decks.enums import Visibility
from cards.decks.models import Deck, DeckVersion
from cards.decks.reading import content_seen, origin_seen
from incursions.rules.construction.facts import SHIP, facts_of

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer


class ContentShape(serializers.Serializer):
    """What a deck is made of. Titles need not be known."""

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


class DraftShape(serializers.Serializer):
    """The draft of a deck, for its owner and the staff alone."""

    number = serializers.IntegerField(help_text="What the next change must name")
    content = ContentShape()
    hash = serializers.CharField(help_text="Of the content, whatever its order")
    undo = serializers.IntegerField(help_text="How many steps can be undone")
    redo = serializers.IntegerField(help_text="How many steps can be redone")


class OriginShape(serializers.Serializer):
    """The deck that one was copied from."""

    id = serializers.CharField()
    name = serializers.CharField()


class DeckShape(DeckSummaryShape):
    """A deck as whoever asks sees it: its owner the draft, others the newest version."""

    notes = serializers.CharField(help_text="Markdown, as typed")
    content = ContentShape()
    copied_from = OriginShape(allow_null=True, help_text="Null where there is none that whoever asks may see")


class VersionSummaryShape(serializers.Serializer):
    """A version among others."""

    version = serializers.IntegerField()
    name = serializers.CharField(help_text="Empty where it has none")
    hash = serializers.CharField(help_text="Of the content, whatever its order")
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
    """What makes one content of the other."""

    differences = DifferenceShape(many=True)


# A shape made anew copies all its fields: for 500 decks that took twice as long as everything else.
_of_decks, _of_versions = DeckSummaryShape(), VersionSummaryShape()


def list_data(deck: Deck, *, content: dict[str, Any], is_own: bool) -> dict[str, Any]:
    """A deck among others, with that content. What only its owner may know is told if `is_own`."""
    ship = content["ship"]
    found = {
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
    return dict(_of_decks.to_representation(found))


def _race(ship: str | None) -> str | None:
    known = known_piece(ship) if ship else None
    return known["race"] if known is not None and facts_of(known).kind == SHIP else None


def shown_in_list(deck: Deck) -> dict[str, Any]:
    """A deck of the public list, the same for everybody."""
    return list_data(deck, content=deck.content_shown, is_own=False)


def own_in_list(deck: Deck) -> dict[str, Any]:
    """A deck of the list of one's own."""
    return list_data(deck, content=deck.draft, is_own=True)


def deck_data(deck: Deck, viewer: Viewer) -> dict[str, Any]:
    """A deck as the viewer sees it. Raises `DeckError` for one that they may not see."""
    content = data_of(content_seen(deck, viewer))
    origin = origin_seen(deck, viewer)
    listed = list_data(deck, content=content, is_own=abilities.may_see_draft(viewer, deck))
    more = {
        "notes": deck.notes,
        "content": content,
        "copied_from": None if origin is None else {"id": origin.public_id, "name": origin.name},
    }
    return {**listed, **more}


def draft_data(deck: Deck) -> dict[str, Any]:
    """The draft of a deck."""
    steps = steps_of(deck)
    found = {
        "number": deck.number,
        "content": deck.draft,
        "hash": deck.draft_hash,
        "undo": steps.back,
        "redo": steps.forth,
    }
    return dict(DraftShape(found).data)


def version_in_list(version: DeckVersion) -> dict[str, Any]:
    """A version among others."""
    found = {
        "version": version.number,
        "name": version.name,
        "hash": version.content_hash,
        "kept_at": version.kept_at,
    }
    return dict(_of_versions.to_representation(found))


def version_data(version: DeckVersion) -> dict[str, Any]:
    """A version with its content."""
    return {**version_in_list(version), "content": version.content}


def difference_data(difference: Difference) -> dict[str, Any]:
    """A difference."""
    found = {
        "part": difference.part.value,
        "title": difference.title,
        "before": difference.before,
        "after": difference.after,
    }
    return dict(DifferenceShape(found).data)
