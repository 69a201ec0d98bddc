"""Measure how long the server works for a page of decks, with thousands of them in the database that the settings name.

Measured in milliseconds of CPU, without the network; a figure is a median. SQLite, the usual database, works in this
process, so what it does counts.
"""

from __future__ import annotations

from statistics import median
from time import process_time_ns

from django.db import connection
from django.test import Client

from cards.catalogue import current_pieces
from cards.deck_pages.shelves import ON_A_PAGE
from cards.decks.models import Deck
from incursions.accounts.models import User
from support.benches.made_up_decks import make_up_decks

DECKS, OWNERS = 5_000, 100
ROUNDS = 31
MILLISECOND = 1e6  # nanoseconds


def figures(decks: int = DECKS, owners: int = OWNERS, rounds: int = ROUNDS) -> dict[str, float]:
    """All figures by name, after so many decks were added."""
    people = [User.objects.create_user(f"bench-{number}") for number in range(owners)]
    make_up_decks(decks, people, seed=1)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as a database does by itself after a while
    browser = Client(SERVER_NAME="127.0.0.1")
    browser.force_login(people[0])
    return {f"deck_pages.{name}_ms": page_ms(browser, path, rounds) for name, path in _pages(people[0]).items()}


def page_ms(browser: Client, path: str, rounds: int) -> float:
    """Return the median milliseconds of a page. Raises ValueError if it does not exist."""
    took = [_ms_of(browser, path) for _ in range(rounds)]
    return round(median(took), 1)


def _ms_of(browser: Client, path: str) -> float:
    began = process_time_ns()
    answer = browser.get(path)
    took = process_time_ns() - began
    if answer.status_code != 200:
        raise ValueError(f"{path} answers with {answer.status_code}")
    return took / MILLISECOND


def _pages(owner: User) -> dict[str, str]:
    """Return an address of each kind of page, and of the slowest lists."""
    one, other = Deck.objects.listed()[:2]
    last = -(-Deck.objects.listed().count() // ON_A_PAGE)
    piece = next(iter(current_pieces().cards))
    return {
        "public": "/decks/",
        "public_last": f"/decks/?page={last}",
        "public_name": "/decks/?q=run&sort=name",
        "public_tag": "/decks/?tag=wip",
        "public_race": "/decks/?race=Klingon",
        "public_piece": f"/decks/?piece={piece}",
        "public_all": f"/decks/?q=run&tag=wip&race=Klingon&owner={owner}&sort=oldest",
        "mine": "/decks/mine/",
        "deck": one.get_absolute_url(),
        "versions": f"{one.get_absolute_url()}versions/",
        "changes": f"{one.get_absolute_url()}changes/",
        "compare": f"/decks/compare/?a={one.public_id}&b={other.public_id}",
        "starters": "/decks/starters/",
    }
