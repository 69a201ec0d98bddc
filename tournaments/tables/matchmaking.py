"""Matchmaking by rating: players wait in a queue until others fit, and are seated together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from itertools import groupby
from random import SystemRandom
from statistics import median
from typing import Any

import structlog
from django.db import transaction
from django.db.models import F
from django.dispatch import receiver
from django.utils import timezone

from incursions.accounts.models import User
from incursions.games.contract import GameKind
from incursions.games.loadouts import Loadout
from incursions.kit.refusals import DomainError
from tournaments.matches.enums import MatchState
from tournaments.matches.game_kinds import first_game, game_kinds, loadouts_of
from tournaments.matches.life import (
    TableRules,
    about_to_seat,
    create_match,
    match_started,
    new_match,
    start_match,
)
from tournaments.matches.models import Match, Seat
from tournaments.matches.seating import check_account
from tournaments.matches.sides import LOT, choose_seats
from tournaments.matches.table_settings import UNSAID, USUAL_PRESET, Settings, settings_of
from tournaments.players.recording import rating_of
from tournaments.tables.models import GIVEN_UP_AFTER, KIND, Seeker

LOOKED_BACK = timedelta(days=1)
MOST_COUNTED = 20
BOT_IS_OFFERED_AFTER = timedelta(seconds=30)
SEEN_EVERY = timedelta(seconds=8)
FOUND_LEADS_FOR = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Wish:
    """The kind of match that a player looks for, and what the player brings to it."""

    mode: str = ""
    seats: int = 2
    clocks: str = USUAL_PRESET.name
    rated: bool = False
    loadout: Loadout | None = None
    game: str = field(default_factory=first_game)

    def __post_init__(self) -> None:
        object.__setattr__(self, "mode", self.mode or self.kind.modes[0].name)

    @property
    def kind(self) -> GameKind:
        """The game."""
        return game_kinds()[self.game]


@dataclass(frozen=True, slots=True)
class Prospect:
    """The state of a search, for its seeker. `usual_s` is None if nobody was matched lately."""

    waited_s: int
    others: int
    usual_s: int | None
    bot_is_offered: bool

    @property
    def waited_ms(self) -> int:
        """The wait so far, in milliseconds."""
        return self.waited_s * 1000

    @property
    def usual_ms(self) -> int | None:
        """The median wait of others, in milliseconds."""
        return None if self.usual_s is None else self.usual_s * 1000


def enter_queue(user: User, wish: Wish, now: datetime | None = None) -> Seeker:
    """Look for a match. A seeker of the same kind of match keeps the place, with the loadout chosen now.

    Raises `DomainError`: accounts_only, under_way if the user plays a match that has a clock, deck_needed.
    """
    now = now or timezone.now()
    if wish.rated:
        check_account(user)
    if Match.objects.running().exclude(minutes=0).with_player(user).exists():
        raise DomainError("under_way", "You are in a match. Play it to its end first.")
    limits = Settings(game=wish.game, mode=wish.mode).limits
    loadout = None if limits is None else wish.loadout
    loadouts_of(wish.game).check(loadout, limits)
    skill = rating_of(user, wish.mode, rated=wish.rated)
    said = {
        **asdict(wish), "loadout": loadout,
        "mu": skill.mu, "sigma": skill.sigma, "seen_at": now,
    }  # fmt: skip
    with transaction.atomic():
        seeker, is_new = Seeker.objects.select_for_update().get_or_create(user=user, defaults={**said, "since": now})
        if not is_new:
            keeps_place = seeker.match_id is None and seeker.sought == tuple(getattr(wish, name) for name in KIND)
            changed = {**said, "match": None, "found_at": None, "since": seeker.since if keeps_place else now}
            for name, value in changed.items():
                setattr(seeker, name, value)
            seeker.save()
    return seeker


def leave_queue(user: User) -> bool:
    """Leave the queue, and return True if the user was in it. A match found in the same moment stands."""
    return bool(Seeker.objects.waiting().filter(user=user).delete()[0])


def record_seen(seeker: Seeker, now: datetime) -> None:
    """Record that a seeker has a page open; written at most every few seconds."""
    if seeker.match_id is None and seeker.seen_at < now - SEEN_EVERY:
        Seeker.objects.waiting().filter(pk=seeker.pk).order_by().update(seen_at=now)


def get_found_match(seeker: Seeker, now: datetime) -> Match | None:
    """Return the match that the search has just found, to which the page goes on its own, or None."""
    if seeker.match is None or seeker.found_at is None or seeker.found_at < now - FOUND_LEADS_FOR:
        return None
    return seeker.match if seeker.match.is_running else None


def prospect(seeker: Seeker, now: datetime) -> Prospect:
    """Return the wait so far, the number of others who wait, and their usual wait, with two queries."""
    alike = Seeker.objects.alike(seeker)
    others = alike.waiting().present(now).exclude(pk=seeker.pk).count()
    lately = alike.filter(found_at__gt=now - LOOKED_BACK).order_by("-found_at")
    waits = [wait.total_seconds() for wait in lately.values_list(F("found_at") - F("since"), flat=True)[:MOST_COUNTED]]
    waited = now - seeker.since
    usual = round(median(waits)) if waits else None
    return Prospect(int(waited.total_seconds()), others, usual, waited >= BOT_IS_OFFERED_AFTER)


def play_bot_instead(user: User) -> Match:
    """Leave the queue for a casual match without a clock against bots of the user's strength. Raises not_found."""
    with transaction.atomic():
        seeker = Seeker.objects.select_for_update().filter(user=user, match=None).first()
        if seeker is None:
            raise DomainError("not_found", "You are no longer looking for a match.")
        bot = seeker.kind.find_bot_like(seeker.mu)
        agreed = settings_of(seeker.settings) | {"rated": False, "minutes": UNSAID}
        bots = (bot.name,) * (seeker.seats - 1)
        seating = choose_seats(seeker.mode_kind, seeker.seats, 1, LOT)
        rules = TableRules(**agreed, seats=seeker.seats, bots=bots, seating=seating)
        return create_match(host=user, rules=rules, loadout=seeker.loadout)


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
    for _, alike in groupby(sorted(waiting, key=lambda one: one.sought), key=lambda one: one.sought):
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
    """Start a match for these seekers, seated in random order; the longest waiting is its host.

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
        order = SystemRandom().sample(seekers, len(seekers))
        brought = match.loadouts.assign([one.loadout for one in order], match.limits)
        seats = [
            Seat(match=match, index=index, user_id=one.user_id, loadout=loadout)
            for index, (one, loadout) in enumerate(zip(order, brought, strict=True))
        ]
        Seat.objects.bulk_create(seats)
        start_match(match, seats, now)
    log.info("match_found", match=match.public_id, seats=len(keys), mode=match.mode, rated=match.rated)
    return match


@receiver(about_to_seat)
def lock_searches(users: Sequence[User], asking: User | None, **_: Any) -> None:
    """Lock the searches of users who are about to be seated, so that `find_matches` does not seat them meanwhile.

    All searches are locked at once and in one order, so that two tables with the same players do not deadlock. Raises
    under_way if the search of `asking` has found a match that is running.
    """
    searches = Seeker.objects.select_for_update().filter(user__in=users).order_by("pk")
    own = (search.match_id for search in searches if asking is not None and search.user_id == asking.pk)
    found = [match for match in own if match is not None]
    if found and Match.objects.running().filter(pk__in=found).exists():
        raise DomainError("under_way", "Your search has found a match. Play it to its end first.")


@receiver(match_started)
def end_searches(seats: Iterable[Seat], **_: Any) -> None:
    """End the searches of the players of a match."""
    players = [seat.user_id for seat in seats if seat.user_id]
    Seeker.objects.waiting().filter(user__in=players).order_by().delete()
