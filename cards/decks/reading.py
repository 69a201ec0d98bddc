"""Lookup of decks and contents by address or paste, and decks as files. A hidden deck is refused like a missing one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.http import HttpResponse
from django.utils.http import content_disposition_header

from cards.catalogue import current_pieces
from cards.decks import abilities
from cards.decks.abilities import Viewer
from cards.decks.contents import content_of, data_of
from cards.decks.errors import DeckError, no_such_deck, no_such_version
from cards.decks.judging import current_lexicon
from cards.decks.models import Deck, DeckQuerySet, DeckVersion
from incursions.games.incursions.deck_files import Report, Source, code_of, json_of, read_pasted, text_of
from incursions.games.incursions.deck_files.pasted import refuse_paste, report_of
from incursions.games.incursions.rules.construction import DeckContent
from incursions.kit.requests import LARGEST_NUMBER

LONGEST_LINK = 300
_LINK = re.compile(
    r"(?:https?://(?P<host>[^/\s]+))?/decks/(?P<deck>[A-Za-z0-9]{8,24})/(?:[^\s?]*\?(?:[^\s]*&)?version=(?P<version>[0-9]{1,9}))?"
)


def find_deck(public_id: str, viewer: Viewer) -> Deck:
    """Return the deck of an address. Raises `DeckError`, in equal words, if it is missing or hidden."""
    may_be_one = public_id.isascii() and public_id.isalnum()  # no database is asked for signs that it refuses
    decks = Deck.objects.visible_to(viewer).select_related("owner", "shown").filter(public_id=public_id)
    deck = decks.first() if may_be_one else None
    if deck is None:
        raise no_such_deck()
    return deck


def find_draft(public_id: str, viewer: Viewer) -> Deck:
    """Return the deck if the viewer may see its draft. Raises `DeckError` otherwise, as `find_deck` does."""
    deck = find_deck(public_id, viewer)
    if not abilities.may_see_draft(viewer, deck):
        raise DeckError("not_yours", "Only its owner sees the draft of this deck.")
    return deck


def find_version(deck: Deck, number: int, viewer: Viewer) -> DeckVersion:
    """Return a version of a deck. Raises `DeckError`, in equal words, if it is missing or hidden."""
    seen = DeckVersion.objects.visible_to(viewer, deck)
    version = seen.filter(number=number).first() if 0 < number <= LARGEST_NUMBER else None
    if version is None:
        raise no_such_version(number)
    return version


def version_with(deck: Deck, content_hash: str, viewer: Viewer) -> DeckVersion | None:
    """Return the newest visible version whose hash begins with `content_hash`, or None."""
    seen = DeckVersion.objects.visible_to(viewer, deck)
    return seen.filter(content_hash__startswith=content_hash).first()


NARROWED: Mapping[str, Callable[[DeckQuerySet, str], DeckQuerySet]] = {
    "name": DeckQuerySet.with_name,
    "tag": DeckQuerySet.with_tag,
    "race": lambda decks, race: decks.with_ship(
        [title for title, ship in current_pieces().ships.items() if ship["race"] == race]
    ),
    "piece": DeckQuerySet.with_piece,
    "owner": DeckQuerySet.of_owner,
}
"""The filters of lists of decks, on pages and in the API: words of the name, the title of a piece."""


def narrow_decks(decks: DeckQuerySet, asked: Mapping[str, str]) -> DeckQuerySet:
    """Return the decks for which everything holds that is asked for, by the names in `NARROWED`."""
    for name, narrow in NARROWED.items():
        if asked.get(name):
            decks = narrow(decks, asked[name])
    return decks


def content_seen(deck: Deck, viewer: Viewer) -> DeckContent:
    """Return the draft or the newest version, as the viewer sees the deck. Raises `DeckError` if they see neither."""
    if abilities.may_see_draft(viewer, deck):
        return content_of(deck.draft)
    if not abilities.may_see(viewer, deck):
        raise no_such_deck()
    return content_of(deck.content_shown)


def content_at(deck: Deck, version: int | None, viewer: Viewer) -> DeckContent:
    """Return the content of a version, or without a number that of the visible deck. Raises `DeckError`."""
    if version is None:
        return content_seen(deck, viewer)
    return content_of(find_version(deck, version, viewer).content)


def origin_seen(deck: Deck, viewer: Viewer) -> Deck | None:
    """Return the deck that this one was copied from, if the viewer may see it. Costs one query."""
    if deck.origin_id is None:
        return None
    return Deck.objects.visible_to(viewer).filter(pk=deck.origin_id).first()


def read_import(text: str, viewer: Viewer, host: str, chosen: Mapping[str, str]) -> Report:
    """Return the report on a paste. Never raises: unreadable and hidden decks are faults.

    `host` is that of this site: only its own links are followed, and never by a request.
    """
    line = text.strip()
    may_be = len(line) <= LONGEST_LINK and "\n" not in line and not line.startswith("{")
    link = _LINK.search(line) if may_be else None
    if link is None:
        return read_pasted(text, current_lexicon(), chosen)
    if (link["host"] or "").lower() not in ("", host.lower()):  # there is none where only the path was pasted
        return refuse_paste(line, f"this link leads to another site; those to decks at {host} are read", Source.LINK)
    try:
        deck = find_deck(link["deck"], viewer)
        content = content_at(deck, int(link["version"]) if link["version"] else None, viewer)
    except DeckError as refusal:
        return refuse_paste(line, refusal.message, Source.LINK)
    return report_of(content, deck.name, current_lexicon(), Source.LINK, chosen)


def added_to(content: DeckContent, more: DeckContent) -> DeckContent:
    """Return a content with another added: copies are summed, and the places outside the deck filled if empty.

    Raises `DeckError` for more than can be kept.
    """
    data, others = data_of(content), data_of(more)
    for pile in ("deck", "hexpile"):
        for title, copies in others[pile].items():
            data[pile][title] = data[pile].get(title, 0) + copies
    for place in ("ship", "captain", "stand_in"):
        if data[place] is None:
            data[place] = others[place]
    return content_of(data)


LONGEST = 80
TEXT, JSON = "text/plain; charset=utf-8", "application/json"
_NOT_THERE = re.compile(r'[\\/:*?"<>|%\x00-\x1f\x7f]+')


class FileForm(NamedTuple):
    """A way to write a content with the name of its deck, and the type of the file."""

    write: Callable[[DeckContent, str], str]
    content_type: str


FORMS: Mapping[str, FileForm] = {
    "text": FileForm(text_of, TEXT),
    "json": FileForm(json_of, JSON),
    "code": FileForm(lambda content, name: code_of(content, current_lexicon().numbers, name) + "\n", TEXT),
}


def file_of(deck: Deck, content: DeckContent, form: str) -> HttpResponse:
    """Return the file of a content of the deck."""
    write, content_type = FORMS[form]
    return HttpResponse(write(content, deck.name), content_type=content_type)


def attachment(name: str, ending: str) -> str:
    """Return the header that saves an answer under the name of a deck and this ending."""
    return content_disposition_header(as_attachment=True, filename=f"{file_name(name)}{ending}") or "attachment"


def file_name(name: str) -> str:
    """Return the name of a deck as one that any machine takes for a file."""
    return _NOT_THERE.sub("-", name)[:LONGEST].strip(" .-") or "deck"
