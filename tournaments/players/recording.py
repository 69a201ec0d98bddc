"""Records of finished matches: badges and ratings, given once, in one transaction; and ratings recomputed from records.

A second call, from a repeated task or from the sweep, finds the record and does nothing. Records are recomputed in
their original order, as if struck matches had never been played, so that without struck matches the result is identical
to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import groupby
from statistics import fmean
from typing import Any, NamedTuple, TypeAlias

import structlog
from django.db import transaction
from django.db.models import Max, QuerySet
from django.dispatch import receiver
from django.utils import timezone

from cards.decks.models import Deck
from incursions.accounts.models import User
from incursions.engine.standing import ResultData, list_winners
from incursions.games.contract import MOST_COUNTED, Badge, Deed
from incursions.kit.writing import write_columns
from tournaments.matches.enums import MatchState, Outcome
from tournaments.matches.game_kinds import game_kinds
from tournaments.matches.models import Action, Match, Seat
from tournaments.matches.staff.acting import match_struck
from tournaments.players.boosters import give_boosters
from tournaments.players.models import Award, MatchRecord, Rating, SeatRecord
from tournaments.players.skill import Kind, Skill, after_match, kind_of

Career: TypeAlias = "tuple[int, frozenset[str], frozenset[str]]"
NO_CAREER: Career = (0, frozenset(), frozenset())


def all_badges() -> list[Badge]:
    """Return the badges of all games, in the order in which pages show them."""
    return [badge for kind in game_kinds().values() for badge in kind.records.badges]


def award_badges(match: Match, lines: Sequence[SeatRecord]) -> None:
    """Award the badges earned in this match. A badge is awarded once, unless its match was struck."""
    people = [line.user_id for line in lines if line.user_id is not None]
    held = set(Award.objects.filter(user__in=people).exclude(record__is_struck=True).values_list("user", "badge"))
    told = Action.objects.filter(match=match).order_by("number").values_list("events", flat=True)
    events = [event for happened in told for event in happened]
    bots = frozenset(line.bot for line in lines if line.bot)
    for line in lines:
        if line.user_id is None:
            continue
        missing = [badge for badge in match.kind.records.badges if (line.user_id, badge.slug) not in held]
        looks_back = any(badge.of_career for badge in missing)
        matches, groups, modes = _career(line.user_id, match) if looks_back else NO_CAREER
        deed = Deed(
            seat=line.seat,
            mode=match.mode,
            ending=(match.result or {})["ending"],
            seats=len(lines),
            bots=bots,
            is_won=line.outcome == Outcome.WON,
            is_drawn=line.outcome == Outcome.DRAWN,
            events=events,
            matches=matches,
            groups_won=groups,
            modes_won=modes,
        )
        _give(line.user_id, line, [badge.slug for badge in missing if badge.is_earned(deed)])


def _give(user: int, line: SeatRecord, earned: list[str]) -> None:
    """Award these badges for this match, also badges whose earlier match was struck."""
    new = [Award(user_id=user, badge=slug, record=line.record, at=line.ended_at) for slug in earned]
    Award.objects.bulk_create(new, ignore_conflicts=True)
    struck = Award.objects.filter(user=user, badge__in=earned, record__is_struck=True)
    struck.update(record=line.record, at=line.ended_at)


def awards_of(user: User) -> QuerySet[Award]:
    """Return a player's awards, oldest first."""
    return Award.objects.filter(user=user).exclude(record__is_struck=True).order_by("at", "pk")


def _career(user: int, match: Match) -> Career:
    """Return a user's number of matches of this game (up to `MOST_COUNTED`), and the groups and modes they won with."""
    own = SeatRecord.objects.filter(user=user, record__match__game=match.game).without_struck()
    won = list(own.filter(outcome=Outcome.WON).values_list("race", "record__mode").distinct())
    return own.order_by()[:MOST_COUNTED].count(), frozenset(race for race, _ in won), frozenset(mode for _, mode in won)


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
        if match is None or not match.is_over or match.is_lesson or MatchRecord.objects.filter(match=match).exists():
            return False
        seats = list(Seat.objects.filter(match=match))
        kind = kind_of(match, seats)
        ratings = _lock_ratings(kind, seats)
        record = MatchRecord.objects.create(match=match, **kind._asdict())  # under the locks: keys rise as ratings move
        lines = [_line(record, seat, match, ratings[seat.index]) for seat in seats]
        move(lines, has_teams=match.kind.results.has_teams)
        for rating in {line.rating.pk: line.rating for line in lines}.values():
            write(rating)
        SeatRecord.objects.bulk_create(lines)
        award_badges(match, lines)
        give_boosters(match, seats)
    log.info("match_recorded", match=public_id, kind=str(kind), casual=kind.is_casual)
    return True


def record_missed(now: datetime | None = None) -> int:
    """Record matches whose task was lost and return how many. An error in one match does not stop the others."""
    recorded, since = 0, (now or timezone.now()) - LOOKED_BACK
    for public_id in list_unrecorded().filter(ended_at__gte=since)[:AT_ONCE]:
        try:
            recorded += record_match(public_id)
        except Exception:
            log.exception("match_not_recorded", match=public_id)
    return recorded


def list_unrecorded() -> Any:
    """Return the public ids of finished matches without a record, first ended first."""
    return (
        Match.objects.filter(state=MatchState.OVER, record=None, is_lesson=False)
        .order_by("ended_at", "pk")
        .values_list("public_id", flat=True)
    )


def move(lines: Sequence[SeatRecord], *, has_teams: bool) -> None:
    """Update these seats of one match from their ratings before to those after it.

    `has_teams`: seats of one group are rated as a team. Seats of bots of one strength share a rating, which takes the
    mean of their results.
    """
    before = [line.rating.skill for line in lines]
    teams = [line.race if has_teams else str(line.seat) for line in lines]
    after = after_match(before, [line.place for line in lines], teams)
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
    """Return the record of a seat: its player, place, outcome, what it played, and the rating before."""
    assert match.ended_at is not None, "a match that is over says when it ended"
    assert match.result is not None, "a match that is over has a result"
    place, outcome = place_of(match.result, seat.index)
    row = match.loadouts.find_row(seat.loadout) if match.loadouts.is_own(seat.loadout) else None
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
        starter=match.loadouts.find_title(seat.loadout),
        deck=row if isinstance(row, Deck) else None,  # other games' rows are not in the statistics of decks
        ended_at=match.ended_at,
        rating=rating,
    )


def place_of(result: ResultData, seat: int) -> tuple[int, str]:
    """Return the place of a seat, and its outcome of the match.

    A team wins and loses together. Players who leave first are last (rules 19.4, 21.7), also by conceding or
    forfeiting. A draw is shared by the first place (rules 1.5).
    """
    before = 0
    for together in result["places"]:
        if seat in together:
            break
        before += len(together)
    if seat in list_winners(result):
        return 1, Outcome.WON
    return before + 1, Outcome.DRAWN if result["winner"] is None and not before else Outcome.LOST


FIGURES = ("mu_before", "sigma_before", "mu_after", "sigma_after")


class Recomputed(NamedTuple):
    """The result of a recomputation: matches processed, and ratings and seats that changed."""

    matches: int
    ratings: int
    seats: int


@receiver(match_struck)
def strike_match(public_id: str, **_: object) -> bool:
    """Strike a finished match, so that it counts for nothing. Return False if it was struck already.

    Called in the transaction in which staff void the match. The next sweep recomputes the ratings within seconds.
    """
    record_match(public_id)
    counted = MatchRecord.objects.filter(match__public_id=public_id, is_struck=False)
    return bool(counted.update(is_struck=True, is_due=True))


def recompute_due() -> int:
    """Recompute the ratings of kinds with struck matches. Return the number of kinds."""
    due = MatchRecord.objects.filter(is_due=True).values_list("mode", "with_bots", "is_casual").distinct()
    kinds = [Kind(*kind) for kind in due]
    for kind in kinds:
        log.info("ratings_recomputed", kind=str(kind), **recompute(kind)._asdict())
    return len(kinds)


def recompute(kind: Kind) -> Recomputed:
    """Recompute the ratings of one kind, and write the differences.

    The computation runs before any lock is taken. It is repeated if a match was recorded or struck meanwhile.
    """
    while True:
        seen = _state(kind)
        ratings, moved, matches = _compute(kind)
        with transaction.atomic():
            stored = list(Rating.objects.of_kind(kind).select_for_update().order_by("pk"))
            if _state(kind) == seen:
                write_columns(SeatRecord, moved, FIGURES)
                changed = sum(_rewrite(rating, ratings.get(rating.pk, Rating())) for rating in stored)
                MatchRecord.objects.filter(**kind._asdict(), is_due=True).update(is_due=False)
                return Recomputed(matches, changed, len(moved))


def _state(kind: Kind) -> tuple[int | None, int, int]:
    """Return the state of the records that a computation depends on; any record or strike changes it."""
    records = MatchRecord.objects.filter(**kind._asdict())
    last = records.aggregate(last=Max("pk"))["last"]
    return last, records.filter(is_struck=True).count(), records.count()


def _compute(kind: Kind) -> tuple[dict[int, Rating], list[SeatRecord], int]:
    """Return the computed ratings by key, the seats whose values differ, and the number of matches."""
    ratings: dict[int, Rating] = {}
    moved: list[SeatRecord] = []
    matches = 0
    found = SeatRecord.objects.without_struck().filter(
        **{f"record__{name}": value for name, value in kind._asdict().items()}
    )
    columns = ("record_id", "seat", "place", "race", "rating_id", *FIGURES)
    has_teams = any(each.results.has_teams for each in game_kinds().values() if kind.mode in each.modes_by_name)
    for _, seats in groupby(found.only(*columns).order_by("record", "seat"), key=lambda line: line.record_id):
        of_match = list(seats)
        stored = [(line.before, line.after) for line in of_match]
        for line in of_match:
            line.rating = ratings.setdefault(line.rating_id, Rating(pk=line.rating_id))
        move(of_match, has_teams=has_teams)
        moved += [line for line, was in zip(of_match, stored, strict=True) if (line.before, line.after) != was]
        matches += 1
    return ratings, moved, matches


def _rewrite(stored: Rating, computed: Rating) -> bool:
    """Write the computed rating if it differs. Return True if it was written."""
    if (stored.skill, stored.matches) == (computed.skill, computed.matches):
        return False
    stored.skill, stored.matches = computed.skill, computed.matches
    write(stored)
    return True
