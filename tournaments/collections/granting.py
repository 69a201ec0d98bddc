"""Boosters as rewards: one for each Full or Tournament match against others, up to three a day."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from cards.decks.judging import current_facts
from incursions.accounts.models import User
from incursions.rules.sealed import Booster, Stock, open_booster
from tournaments.collections.models import IN_A_RUN, BoosterRun, CasualBooster, CollectedPiece
from tournaments.enums import Mode
from tournaments.errors import DomainError
from tournaments.organizing.sealed import stock_now

if TYPE_CHECKING:
    from tournaments.models import Match, Seat

MOST_A_DAY = 3
A_DAY = timedelta(days=1)
FEWEST_ACTIONS = 20
"""Matches with fewer actions give no booster."""


def give_boosters(match: Match, seats: list[Seat]) -> list[CasualBooster]:
    """Give every player with an account a booster, and return them. Part of the transaction that records the match.

    Matches of Basic, against bots alone, or with few actions give none.
    """
    people = [seat.user_id for seat in seats if seat.user_id is not None and not seat.bot]
    if match.mode == Mode.BASIC or len(people) < 2 or match.version < FEWEST_ACTIONS:
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
    found = draw_booster(booster.run, booster.number)
    booster.content, booster.opened_at = found.to_data(), now or timezone.now()
    booster.save(update_fields=["content", "opened_at"])
    _collect(user, found)
    return booster


def draw_booster(run: BoosterRun, number: int) -> Booster:
    """Draw the booster of this number in a run from the run's seed."""
    return open_booster(Stock.from_data(run.stock), bytes(run.seed), number)


def _give(user: User, match: Match, now: datetime) -> CasualBooster | None:
    _lock(user)
    given = CasualBooster.objects.filter(run__user=user)
    if given.filter(match=match).exists() or given.filter(given_at__gt=now - A_DAY).count() >= MOST_A_DAY:
        return None
    run = BoosterRun.objects.filter(user=user).order_by("-number").first()
    count = 0 if run is None else run.boosters.count()
    if run is None or count == IN_A_RUN:
        run, count = _begin(user, 1 if run is None else run.number + 1, now), 0
    if run is None:
        return None
    return CasualBooster.objects.create(run=run, number=count + 1, match=match, given_at=now)


def _begin(user: User, number: int, now: datetime) -> BoosterRun | None:
    """Create a run with a new seed; None if the catalogue has no boosters."""
    stock = stock_now(current_facts())
    if stock is None:
        return None
    return BoosterRun.objects.create(user=user, number=number, stock=stock.to_data(), began_at=now)


def _lock(user: User) -> None:
    """Lock the user's row, so that boosters are given and opened one at a time."""
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)


def _collect(user: User, found: Booster) -> None:
    new = Counter((*found.cards, *found.tiles))
    rows = {row.title: row for row in CollectedPiece.objects.filter(user=user, title__in=new)}
    for title, copies in new.items():
        row = rows.setdefault(title, CollectedPiece(user=user, title=title))
        row.copies += copies
    CollectedPiece.objects.bulk_create(row for row in rows.values() if row.pk is None)
    CollectedPiece.objects.bulk_update([row for row in rows.values() if row.pk is not None], ["copies"])
