"""Record a finished match and update the ratings of its players, once, in one transaction.

A second call, from a repeated task or from the sweep, finds the record and does nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from statistics import fmean
from typing import TYPE_CHECKING, Any

import structlog
from django.db import transaction
from django.utils import timezone

from incursions.engine.standing import ResultData
from tournaments.matches.enums import MatchState, Outcome
from tournaments.matches.models import Match, Seat
from tournaments.players.collections.collection import give_boosters
from tournaments.players.profiles.badges import award_badges
from tournaments.players.ratings.kinds import Kind, kind_of
from tournaments.players.ratings.models import MatchRecord, Rating, SeatRecord
from tournaments.players.ratings.skill import Skill, after_match

if TYPE_CHECKING:
    from incursions.accounts.models import User

AT_ONCE = 200
LOOKED_BACK = timedelta(days=2)
"""The time after the end of a match in which the sweep looks for a missing record. `recompute_ratings` finds all."""
log = structlog.get_logger(__name__)


class StaleRatingError(Exception):
    """The rating was changed by another writer since it was read. Nothing is written, and the sweep retries."""


def rating_of(user: User, mode: str, *, with_bots: bool = False, rated: bool = True) -> Skill:
    """Return the skill to match a user by.

    While the rating for these stakes (rated or casual) is provisional, the other one is used if it has more matches. A
    user without matches is average, with full uncertainty.
    """
    found = Rating.objects.filter(user=user, mode=mode, with_bots=with_bots, matches__gt=0)
    by_stake = {rating.is_casual: rating for rating in found}
    usual = by_stake.get(not rated)
    other = by_stake.get(rated)
    if usual is None or (other is not None and usual.is_provisional and other.matches > usual.matches):
        usual = other
    return Skill() if usual is None else usual.skill


def record_match(public_id: str) -> bool:
    """Record a finished match and update its players' ratings. Return False if it was recorded already."""
    with transaction.atomic():
        match = Match.objects.select_for_update().defer("state_data").filter(public_id=public_id).first()
        if match is None or not match.is_over or MatchRecord.objects.filter(match=match).exists():
            return False
        seats = list(Seat.objects.filter(match=match))
        kind = kind_of(match, seats)
        ratings = _lock_ratings(kind, seats)
        record = MatchRecord.objects.create(match=match, **kind._asdict())  # under the locks: keys rise as ratings move
        lines = [_line(record, seat, match, ratings[seat.index]) for seat in seats]
        move(lines)
        for rating in {line.rating.pk: line.rating for line in lines}.values():
            write(rating)
        SeatRecord.objects.bulk_create(lines)
        award_badges(match, lines)
        give_boosters(match, seats)
    log.info("match_recorded", match=public_id, kind=str(kind), casual=kind.is_casual)
    return True


def record_missed(now: datetime | None = None) -> int:
    """Record matches whose task was lost and return how many. An error in one match does not stop the others."""
    since = (now or timezone.now()) - LOOKED_BACK
    return sum(_try_to_record(public_id) for public_id in list_unrecorded().filter(ended_at__gte=since)[:AT_ONCE])


def list_unrecorded() -> Any:
    """Return the public ids of finished matches without a record, first ended first."""
    return (
        Match.objects.filter(state=MatchState.OVER, record=None)
        .order_by("ended_at", "pk")
        .values_list("public_id", flat=True)
    )


def _try_to_record(public_id: str) -> bool:
    try:
        return record_match(public_id)
    except Exception:
        log.exception("match_not_recorded", match=public_id)
        return False


def move(lines: Sequence[SeatRecord]) -> None:
    """Update these seats of one match from their ratings before to those after it.

    Seats of bots of one strength share a rating, which takes the mean of their results.
    """
    before = [line.rating.skill for line in lines]
    after = after_match(before, [line.place for line in lines])
    shared: dict[int, list[Skill]] = {}
    for line, skill in zip(lines, after, strict=True):
        shared.setdefault(line.rating.pk, []).append(skill)
    for line, skill in zip(lines, before, strict=True):
        line.before = skill
        line.after = Skill(*map(fmean, zip(*shared[line.rating.pk], strict=True)))
    for rating, skill in {line.rating: line.after for line in lines}.items():
        rating.skill = skill
        rating.matches += 1


def write(rating: Rating) -> None:
    """Write a changed rating if it was not changed since it was read. Raises `StaleRatingError`."""
    unchanged = Rating.objects.filter(pk=rating.pk, number=rating.number)
    rating.number += 1
    columns = ("mu", "sigma", "shown", "matches", "number")
    if unchanged.update(**{name: getattr(rating, name) for name in columns}) != 1:
        raise StaleRatingError(rating.pk)


def _lock_ratings(kind: Kind, seats: Sequence[Seat]) -> dict[int, Rating]:
    """Lock the ratings of the seats in a fixed order, create missing ones, and return them by seat index.

    The seat of a deleted account gets a rating without a user.
    """
    persons = {seat.user_id for seat in seats if seat.user_id is not None}
    bots = {seat.bot for seat in seats if seat.bot}
    new = [Rating(user_id=user, **kind._asdict()) for user in sorted(persons)]
    new += [Rating(bot=bot, **kind._asdict()) for bot in sorted(bots)]
    Rating.objects.bulk_create(new, ignore_conflicts=True)
    of_kind = Rating.objects.of_kind(kind).select_for_update().order_by("pk")
    of_persons = {rating.user_id: rating for rating in of_kind.filter(user__in=persons)}
    of_bots = {rating.bot: rating for rating in of_kind.filter(bot__in=bots)}
    found = {}
    for seat in seats:
        rating = of_bots[seat.bot] if seat.bot else of_persons.get(seat.user_id)
        found[seat.index] = rating or Rating.objects.create(**kind._asdict())
    return found


def _line(record: MatchRecord, seat: Seat, match: Match, rating: Rating) -> SeatRecord:
    assert match.ended_at is not None, "a match that is over says when it ended"
    assert match.result is not None, "a match that is over has a result"
    place, outcome = place_of(match.result, seat.index)
    played = match.kind.records.describe_seat(match.setup, match.opening, seat.index)
    return SeatRecord(
        record=record,
        seat=seat.index,
        user_id=seat.user_id,
        bot=seat.bot,
        place=place,
        outcome=outcome,
        ship=played.title,
        race=played.group,
        starter=seat.starter,
        deck_id=seat.deck_id if not seat.starter else None,
        ended_at=match.ended_at,
        rating=rating,
    )


def place_of(result: ResultData, seat: int) -> tuple[int, str]:
    """Return the place of a seat, and its outcome of the match.

    Players who leave first are last (rules 19.4, 21.7), also by conceding or forfeiting. A draw is shared by the first
    place (rules 1.5).
    """
    before = 0
    for together in result["places"]:
        if seat in together:
            break
        before += len(together)
    if result["winner"] == seat:
        return 1, Outcome.WON
    return before + 1, Outcome.DRAWN if result["winner"] is None and not before else Outcome.LOST
