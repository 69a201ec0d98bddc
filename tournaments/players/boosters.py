"""Boosters that players get for playing, and the collections made of them. There is no money anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from cards.boosters import draw_booster, shelve_pieces, stock_now
from cards.catalogue import url_of
from cards.decks.judging import current_facts
from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tournaments.matches.models import Match, Seat
from tournaments.players.models import IN_A_RUN, BoosterRun, CasualBooster, CollectedPiece


class Owned(NamedTuple):
    """A title with its number of copies, 0 if it is missing."""

    title: str
    url: str
    copies: int


class Shelf(NamedTuple):
    """The titles of a set that have one rarity, or its hexes; the numbers of titles, and of copies of all of them."""

    name: str
    owned: list[Owned]
    missing: list[Owned]
    titles: int
    copies: int


class CollectedSet(NamedTuple):
    """A set with its shelves."""

    name: str
    shelves: list[Shelf]


class ProvedRun(NamedTuple):
    """A run of boosters: whether each booster is what the seed gives, and the seed in hexadecimal once all are open."""

    run: BoosterRun
    given: int
    opened: int
    is_revealed: bool
    holds: bool
    seed: str


def collection_of(user: User) -> list[CollectedSet]:
    """Return the user's copies in all sets that boosters draw from, with three queries."""
    copies = dict(CollectedPiece.objects.filter(user=user).values_list("title", "copies"))
    return [
        CollectedSet(name, [_make_shelf(shelf, titles, copies) for shelf, titles in shelves.items() if titles])
        for name, shelves in shelve_pieces()
    ]


def waiting_boosters(user: User) -> int:
    """Return the number of boosters that the user can open."""
    return CasualBooster.objects.filter(run__user=user, opened_at=None).count()


def last_opened(user: User) -> CasualBooster | None:
    """Return the booster that the user opened last, or None."""
    opened = CasualBooster.objects.filter(run__user=user, opened_at__isnull=False)
    return opened.select_related("run").order_by("-run__number", "-number").first()


def proved_runs(user: User) -> list[ProvedRun]:
    """Return the runs of a player, the newest first. Each booster of a finished run is drawn again to check it."""
    counted = BoosterRun.objects.filter(user=user).annotate(
        given=Count("boosters"), opened=Count("boosters", filter=Q(boosters__opened_at__isnull=False))
    )
    proved = []
    for run in counted.order_by("-number"):
        is_revealed = run.opened == IN_A_RUN
        seed, boosters = bytes(run.seed), run.boosters.all() if is_revealed else ()
        holds = all(draw_booster(run.stock, seed, one.number).to_data() == one.content for one in boosters)
        proved.append(ProvedRun(run, run.given, run.opened, is_revealed, holds, seed.hex() if is_revealed else ""))
    return proved


def run_data(user: User, number: int) -> dict[str, object]:
    """Return a finished run as the file that `check_pools.py` reads. Raises `DomainError`: not_found, not_over."""
    run = next((one for one in proved_runs(user) if one.run.number == number), None)
    if run is None:
        raise DomainError("not_found", "There are no such boosters.")
    if not run.is_revealed:
        raise DomainError("not_over", f"The seed is published when all {IN_A_RUN} boosters are open.")
    boosters = run.run.boosters.values_list("number", "content")
    return {
        "commitment": run.run.commitment,
        "seed": run.seed,
        "stock": run.run.stock,
        "boosters": {str(place): content for place, content in boosters},
    }


def _make_shelf(name: str, titles: list[str], copies: Mapping[str, int]) -> Shelf:
    pieces = [Owned(title, url_of(title), copies.get(title, 0)) for title in titles]
    owned, missing = [each for each in pieces if each.copies], [each for each in pieces if not each.copies]
    return Shelf(name, owned, missing, len(pieces), sum(each.copies for each in owned))


MOST_A_DAY = 3
A_DAY = timedelta(days=1)
FEWEST_ACTIONS = 20
"""Matches with fewer actions give no booster."""


def give_boosters(match: Match, seats: list[Seat]) -> list[CasualBooster]:
    """Give every player with an account a booster, and return them. Part of the transaction that records the match.

    Matches without decks, against bots alone, or with few actions give none.
    """
    people = [seat.user_id for seat in seats if seat.user_id is not None and not seat.bot]
    if match.limits is None or len(people) < 2 or match.version < FEWEST_ACTIONS:
        return []
    players = User.objects.filter(pk__in=people, is_guest=False).order_by("pk")
    return [given for user in players if (given := _give(user, match, match.ended_at or timezone.now())) is not None]


@transaction.atomic
def open_next(user: User, now: datetime | None = None) -> CasualBooster:
    """Open the oldest booster and add its pieces to the collection. Raises `DomainError`: no_boosters."""
    _lock(user)
    waiting = CasualBooster.objects.filter(run__user=user, opened_at=None).select_related("run")
    booster = waiting.order_by("run__number", "number").first()
    if booster is None:
        raise DomainError("no_boosters", "You have no booster to open. A match against others gives one.")
    found = draw_booster(booster.run.stock, bytes(booster.run.seed), booster.number)
    booster.content, booster.opened_at = found.to_data(), now or timezone.now()
    booster.save(update_fields=["content", "opened_at"])
    new = Counter([*found.cards, *found.tiles])
    rows = {row.title: row for row in CollectedPiece.objects.filter(user=user, title__in=new)}
    for title, copies in new.items():
        row = rows.setdefault(title, CollectedPiece(user=user, title=title))
        row.copies += copies
    CollectedPiece.objects.bulk_create(row for row in rows.values() if row.pk is None)
    CollectedPiece.objects.bulk_update([row for row in rows.values() if row.pk is not None], ["copies"])
    return booster


def _give(user: User, match: Match, now: datetime) -> CasualBooster | None:
    """Give the user a booster for a match; None if it has brought one already, or the day has brought enough."""
    _lock(user)
    given = CasualBooster.objects.filter(run__user=user)
    if given.filter(match=match).exists() or given.filter(given_at__gt=now - A_DAY).count() >= MOST_A_DAY:
        return None
    run = BoosterRun.objects.filter(user=user).order_by("-number").first()
    count = 0 if run is None else run.boosters.count()
    if run is None or count == IN_A_RUN:
        stock, number = stock_now(current_facts()), 1 if run is None else run.number + 1
        if stock is None:
            return None
        run, count = BoosterRun.objects.create(user=user, number=number, stock=stock.to_data(), began_at=now), 0
    return CasualBooster.objects.create(run=run, number=count + 1, match=match, given_at=now)


def _lock(user: User) -> None:
    """Lock the user's row, so that boosters are given and opened one at a time."""
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
