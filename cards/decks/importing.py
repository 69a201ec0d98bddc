"""Decks out of what somebody pastes: text, JSON, a share code, or a link to a deck of this site."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from cards.decks.contents import content_of, data_of
from cards.decks.errors import DeckError
from cards.decks.lexicon import current_lexicon
from cards.decks.reading import content_at, find_deck
from incursions.deck_files import Report, Source, read_pasted
from incursions.deck_files.pasted import refused, report_of
from incursions.rules.construction import DeckContent

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer

LONGEST_LINK = 300
_LINK = re.compile(
    r"(?:https?://(?P<host>[^/\s]+))?/decks/(?P<deck>[A-Za-z0-9]{8,24})/(?:[^\s?]*\?(?:[^\s]*&)?version=(?P<version>[0-9]{1,9}))?"
)


class DeckLink(NamedTuple):
    """A link to a deck, or to a version of one. `host` is empty where only the path was pasted."""

    host: str
    public_id: str
    version: int | None


def link_in(text: str) -> DeckLink | None:
    """The link that stands in a paste of one line; None if there is none."""
    text = text.strip()
    may_be = len(text) <= LONGEST_LINK and "\n" not in text and not text.startswith("{")
    found = _LINK.search(text) if may_be else None
    if found is None:
        return None
    return DeckLink(found["host"] or "", found["deck"], int(found["version"]) if found["version"] else None)


def read_import(text: str, viewer: Viewer, host: str, chosen: Mapping[str, str]) -> Report:
    """What a paste says. Raises nothing: what cannot be read, or not be seen by the viewer, is a fault.

    `host` is that of this site: only its own links are followed, and never by a request.
    """
    link = link_in(text)
    if link is None:
        return read_pasted(text, current_lexicon(), chosen)
    if link.host.lower() not in ("", host.lower()):
        return refused(text.strip(), f"this link leads to another site; those to decks at {host} are read", Source.LINK)
    try:
        deck = find_deck(link.public_id, viewer)
        content = content_at(deck, link.version, viewer)
    except DeckError as refusal:
        return refused(text.strip(), refusal.message, Source.LINK)
    return report_of(content, deck.name, current_lexicon(), Source.LINK, chosen)


def added_to(content: DeckContent, more: DeckContent) -> DeckContent:
    """A content with all of another put in: copies added up, ship, captain and stand-in where there was none.

    Raises `DeckError` for more than can be kept.
    """
    data, others = data_of(content), data_of(more)
    for key, value in others.items():
        if isinstance(value, dict):
            for title, copies in value.items():
                data[key][title] = data[key].get(title, 0) + copies
        elif data[key] is None:
            data[key] = value
    return content_of(data)
