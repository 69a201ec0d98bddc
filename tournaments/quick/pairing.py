"""The matchmaker: which waiting seekers play together, and the transaction that seats them.

Any number of processes may run it at once: it checks that the seekers still wait, under their locks, and seats all of
them or none.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from random import SystemRandom

import structlog
from django.db import transaction
from django.utils import timezone

from tournaments.enums import MatchState
from tournaments.matches import new_match, start_match
from tournaments.models import Match, Seat
from tournaments.quick.models import GIVEN_UP_AFTER, Seeker
from tournaments.seat_decks import assign_starters, starters_for

WIDTH = 2.0  # rating points, plus the uncertainty of the rating, 8.3 for a newcomer
WIDER_EACH_SECOND = 0.1
AT_ONCE = 500
log = structlog.get_logger(__name__)


def find_matches(now: datetime | None = None) -> int:
    """Seat every seeker for whom there are opponents; return how many matches began. Runs once a second."""
    now = now or timezone.now()
    Seeker.objects.waiting().filter(seen_at__lt=now - GIVEN_UP_AFTER).delete()
    waiting = list(Seeker.objects.waiting().present(now)[:AT_ONCE])
    begun = 0
    for _, alike in groupby(sorted(waiting, key=lambda one: one.kind), key=lambda one: one.kind):
        for together in groups(list(alike), now):
            try:
                begun += seat_together([seeker.pk for seeker in together], now) is not None
            except Exception:
                log.exception("match_not_begun", users=[seeker.user_id for seeker in together])
    return begun


def groups(alike: Sequence[Seeker], now: datetime) -> list[list[Seeker]]:
    """Return groups of seekers of one kind who fit. The longest waiting chooses first, the nearest in rating.

    Everybody in a group fits everybody else in it. A pure function.
    """
    left = sorted(alike, key=lambda one: (one.since, one.pk))
    found = []
    while left:
        first = left.pop(0)
        together = [first]
        for other in sorted(left, key=lambda one: abs(one.mu - first.mu)):
            if len(together) < first.seats and all(fits(other, one, now) for one in together):
                together.append(other)
        if len(together) == first.seats:
            found.append(together)
            left = [one for one in left if one not in together]
    return found


def fits(one: Seeker, other: Seeker, now: datetime) -> bool:
    """Return True if the ratings of two seekers are near enough for both; the width grows as they wait."""
    return abs(one.mu - other.mu) <= min(width(one, now), width(other, now))


def width(seeker: Seeker, now: datetime) -> float:
    """Return how far from a seeker's own rating an opponent may be by now."""
    waited = max((now - seeker.since).total_seconds(), 0.0)
    return WIDTH + seeker.sigma + WIDER_EACH_SECOND * waited


def seat_together(keys: Sequence[int], now: datetime) -> Match | None:
    """Start a match for these seekers; the longest waiting is its host.

    Return None if one of them has gone, was seated by another process, or plays elsewhere by now.
    """
    with transaction.atomic():
        seekers = list(Seeker.objects.select_for_update().filter(pk__in=keys, match=None).order_by("pk"))
        playing = Seat.objects.filter(user__in=[one.user_id for one in seekers], match__state=MatchState.RUNNING)
        if len(seekers) != len(keys) or playing.exists():
            return None
        host = min(seekers, key=lambda one: (one.since, one.pk))
        match = new_match(host.user, host.settings)
        written = Seeker.objects.filter(pk__in=keys, match=None).update(match=match, found_at=now)
        if written != len(keys):
            raise RuntimeError("seekers who are locked cannot be seated by somebody else")
        _seat(seekers, match, now)
    log.info("match_found", match=match.public_id, seats=len(keys), mode=match.mode, rated=match.rated)
    return match


def _seat(seekers: list[Seeker], match: Match, now: datetime) -> None:
    """Seat the seekers in random order and start the match."""
    order = SystemRandom().sample(seekers, len(seekers))
    starters = assign_starters(
        [one.starter if one.deck_content is None else "" for one in order], starters_for(match.format)
    )
    seats = [
        Seat(
            match=match,
            index=index,
            user_id=one.user_id,
            starter="" if one.deck_content else starter,
            deck_id=one.deck_id,
            deck_content=one.deck_content,
        )
        for index, (one, starter) in enumerate(zip(order, starters, strict=True))
    ]
    Seat.objects.bulk_create(seats)
    start_match(match, seats, now)
