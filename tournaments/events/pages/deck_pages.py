"""Deck pages of a tournament, shown once decks are open."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cards.catalogue import current_starters
from cards.deck_pages.listing import Listing, listing_of
from cards.decks.contents import content_of
from tournaments.events.models import Entry
from tournaments.events.pages.record import cached_part
from tournaments.events.pages.rows import by_name

if TYPE_CHECKING:
    from incursions.games.incursions.rules.construction import DeckContent
    from tournaments.events.pages.page import EventPage
    from tournaments.events.pages.record import Player, Record


class DeckLine(NamedTuple):
    """A player with the deck in a few words. `has_page`: the deck has a page."""

    player: Player
    words: str
    has_page: bool


class DeckShown(NamedTuple):
    """A deck on its page."""

    player: Player
    words: str
    listing: Listing


def decks_shown(page: EventPage) -> list[DeckLine] | None:
    """Return the players with their submitted decks, or None while decks are hidden from the viewer."""
    return _deck_lines(page.record) if page.sees_decks else None


@cached_part
def _deck_lines(record: Record) -> list[DeckLine]:
    entries = record.row.entries.defer("pool")
    lines = [
        DeckLine(record.players[entry.number], _words(entry), entry.has_deck)
        for entry in entries
        if record.players[entry.number].is_in_place
    ]
    return sorted(lines, key=lambda line: by_name(line.player))


def deck_shown(page: EventPage, number: int) -> DeckShown | None:
    """Return the deck of a player, or None if there is none or it is hidden from the viewer."""
    if not page.sees_decks:
        return None
    entry = page.row.entries.filter(number=number).defer("pool").first()
    content = None if entry is None else content_handed_in(entry)
    player = page.record.players.get(number)
    if entry is None or content is None or player is None:
        return None
    return DeckShown(player, _words(entry), listing_of(content))


def content_handed_in(entry: Entry) -> DeckContent | None:
    """Return the deck that a player submitted; None without a deck, or for a starter deck that was removed."""
    if entry.deck_content is not None:
        return content_of(entry.deck_content)
    starter = current_starters().get(entry.starter)
    return None if starter is None else starter.content


def _words(entry: Entry) -> str:
    if entry.starter:
        return f"starter deck {entry.starter}"
    if entry.deck_content is None:
        return "no deck"
    ship = entry.deck_content.get("ship")
    captain = entry.deck_content.get("captain")
    return " under ".join(filter(None, [ship, captain])) or "a deck of their own"
