"""Decks of any number, made by a seed out of the decks to begin with: what the speed of pages is measured on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from cards.catalogue import current_pieces, current_starters
from cards.decks.abilities import Visibility
from cards.decks.changes import rename, set_draft
from cards.decks.contents import content_of, entries
from cards.decks.models import Deck, DeckPiece, DeckTag, DeckVersion, DraftStep
from incursions.accounts.models import User
from incursions.games.incursions.rules.construction import DeckContent
from incursions.kit.words import fold

FIRST = datetime(2026, 1, 1, tzinfo=UTC)
WORDS = ("Wreck", "Haven", "Night", "Silent", "Iron", "Far", "Last", "Storm", "Brass", "Lantern", "Deep", "Swift")
NOUNS = ("Runners", "Patrol", "Watch", "Hunters", "Convoy", "Gambit", "Reach", "Fleet", "Tide", "Raiders", "Voyage")
TAGS = ("wip", "fast", "Friday league", "control", "mines", "first try", "tournament", "boarding", "retired")
IN_A_BATCH = 500
SHARED = 0.8  # of the decks
LARGEST_SWAP = 6


def make_up_decks(number: int, owners: Sequence[User], seed: int) -> None:
    """Add so many decks of one version each, the same ones by the same seed. The owners take turns."""
    chance = Random(seed)
    for begun in range(0, number, IN_A_BATCH):
        many = range(begun, min(number, begun + IN_A_BATCH))
        _write([_made_up(place, owners[place % len(owners)], chance) for place in many], chance)


def _made_up(place: int, owner: User, chance: Random) -> Deck:
    moment = FIRST + timedelta(minutes=place)
    deck = Deck(owner=owner, changed_at=moment, place=1, notes="", created_at=moment)
    rename(deck, f"{chance.choice(WORDS)} {chance.choice(NOUNS)} {place + 1}")
    set_draft(deck, _varied(chance))
    return deck


def _varied(chance: Random) -> DeckContent:
    """Swap a few cards of a starter deck. Most results are legal, some are not."""
    content = chance.choice(list(current_starters().values())).content
    cards, all_cards = dict(content.cards), list(current_pieces().cards)
    for title in chance.sample(sorted(cards), chance.randint(0, LARGEST_SWAP)):
        del cards[title]
        cards[chance.choice(all_cards)] = chance.randint(1, 4)
    return DeckContent(content.ship, content.captain, None, cards, content.hexpile)


def _write(decks: list[Deck], chance: Random) -> None:
    Deck.objects.bulk_create(decks)
    versions = DeckVersion.objects.bulk_create(_version(deck) for deck in decks)
    for deck, version in zip(decks, versions, strict=True):
        deck.shown, deck.shown_at = version, deck.changed_at
        deck.visibility = Visibility.PUBLIC if chance.random() < SHARED else Visibility.PRIVATE
    Deck.objects.bulk_update(decks, ["shown", "shown_at", "visibility"])
    DraftStep.objects.bulk_create(DraftStep(deck=deck, place=1, content=deck.draft) for deck in decks)
    DeckPiece.objects.bulk_create(piece for deck in decks for piece in _pieces(deck))
    DeckTag.objects.bulk_create(tag for deck in decks for tag in _tags(deck, chance))


def _version(deck: Deck) -> DeckVersion:
    return DeckVersion(
        deck=deck, number=1, content=deck.draft, content_hash=deck.draft_hash, kept_at=deck.changed_at, was_shown=True
    )


def _pieces(deck: Deck) -> Iterator[DeckPiece]:
    return (DeckPiece(deck=deck, **entry._asdict()) for entry in entries(content_of(deck.draft)))


def _tags(deck: Deck, chance: Random) -> Iterator[DeckTag]:
    return (DeckTag(deck=deck, tag=tag, folded=fold(tag)) for tag in chance.sample(TAGS, chance.randint(0, 3)))
