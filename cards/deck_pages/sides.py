"""What can be compared: drafts and versions of decks that one may see, and the decks to begin with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse

from cards.deck_pages.numbers import number_of
from cards.deck_pages.starters import find_starter
from cards.decks import abilities
from cards.decks.contents import content_of
from cards.decks.errors import DeckError
from cards.decks.lexicon import current_lexicon
from cards.decks.models import Deck, DeckVersion
from cards.decks.reading import content_seen, find_deck, find_version
from incursions.deck_files import read_as_written
from incursions.deck_files.codes import find_sole_code
from incursions.rules.construction import DeckContent

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer

DRAFT = "draft"
LONGEST_LINK = 2_000  # characters; a share code may be pasted instead
LINK = re.compile(r"(?:.*/decks/)?(?P<name>[^/?#\s]+)(?:/versions/(?P<version>\d+))?(?:/[^?#\s]*)?(?:[?#].*)?")
STARTER = re.compile(r"(?:.*/decks/)?starters/(?P<slug>[^/?#\s]+)/?(?:[?#].*)?")


@dataclass(frozen=True, slots=True)
class Side:
    """A content to compare. `label` is what it is called beside `name`, that of its deck."""

    name: str
    label: str
    url: str
    content: DeckContent


def side_of_deck(deck: Deck, typed: str, viewer: Viewer) -> Side:
    """The draft of a deck, or a version by its number. Raises `DeckError` for what may not be seen."""
    if typed != DRAFT:
        return version_side(deck, find_version(deck, number_of(typed, "version"), viewer))
    if not abilities.may_see_draft(viewer, deck):
        raise DeckError("not_found", "The deck shows no draft.", field="version")
    return Side(deck.name, "the draft", deck.get_absolute_url(), content_of(deck.draft))


def version_side(deck: Deck, version: DeckVersion) -> Side:
    """A version that the viewer was found to see."""
    url = reverse("decks:version", args=[deck.public_id, version.number])
    label = f"version {version.number}" + (f", {version.name}" if version.name else "")
    return Side(deck.name, label, url, content_of(version.content))


def side_of_link(typed: str, viewer: Viewer) -> Side:
    """What a link leads to, or a share code holds: a deck, a version, or a deck to begin with. Raises `DeckError`.

    A deck that may not be seen is refused as one that is not there, and so is whatever leads to no deck.
    """
    typed = typed.strip()[:LONGEST_LINK]
    if code := find_sole_code(typed):
        return _side_of_code(code)
    if starter := STARTER.fullmatch(typed):
        found = find_starter(starter["slug"])
        return Side(
            found.title, "a deck to begin with", reverse("decks:starter", args=[starter["slug"]]), found.content
        )
    link = LINK.fullmatch(typed)
    deck = find_deck(link["name"] if link else "", viewer)
    if link and link["version"]:
        return side_of_deck(deck, link["version"], viewer)
    label = "the draft" if abilities.may_see_draft(viewer, deck) else "the newest version"
    return Side(deck.name, label, deck.get_absolute_url(), content_seen(deck, viewer))


def _side_of_code(code: str) -> Side:
    """The deck in a share code. Raises `DeckError` for one that cannot be read whole."""
    found = read_as_written(code, current_lexicon())
    if found.faults:
        reason = found.faults[0].reason
        raise DeckError("invalid", f"{reason[0].upper()}{reason[1:]}.", field="code")
    return Side(found.name or "A shared deck", "a share code", reverse("decks:code", args=[code]), found.content)
