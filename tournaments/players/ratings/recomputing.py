"""Recompute ratings from the records, as if struck matches had never been played.

Records are processed in their original order, so that without struck matches the result is identical to the last bit.
"""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

import structlog
from django.db import transaction
from django.db.models import Max
from django.dispatch import receiver

from incursions.kit.writing import write_columns
from tournaments.matches.models import Match
from tournaments.matches.staff.acting import match_struck
from tournaments.players.ratings.kinds import Kind
from tournaments.players.ratings.models import MatchRecord, Rating, SeatRecord
from tournaments.players.ratings.recording import move, place_of, record_match, write
from tournaments.players.ratings.skill import Skill

FIGURES = ("mu_before", "sigma_before", "mu_after", "sigma_after")
log = structlog.get_logger(__name__)


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


def restore_match(public_id: str) -> bool:
    """Restore a struck match with its current result. Return False if it was not struck."""
    with transaction.atomic():
        record = MatchRecord.objects.filter(match__public_id=public_id, is_struck=True).first()
        if record is None:
            return False
        match = Match.objects.only("result", "ended_at").get(pk=record.match_id)
        assert match.result is not None, "a match that is over has a result"
        lines = list(record.seats.all())
        for line in lines:
            line.place, line.outcome = place_of(match.result, line.seat)
        SeatRecord.objects.bulk_update(lines, ["place", "outcome"])
        return bool(MatchRecord.objects.filter(pk=record.pk, is_struck=True).update(is_struck=False, is_due=True))


def recompute_due() -> int:
    """Recompute the ratings of kinds with struck or restored matches. Return the number of kinds."""
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
    columns = ("record_id", "seat", "place", "rating_id", *FIGURES)
    for _, seats in groupby(found.only(*columns).order_by("record", "seat"), key=lambda line: line.record_id):
        of_match = list(seats)
        stored = [_figures(line) for line in of_match]
        for line in of_match:
            line.rating = ratings.setdefault(line.rating_id, Rating(pk=line.rating_id))
        move(of_match)
        moved += [line for line, figures in zip(of_match, stored, strict=True) if _figures(line) != figures]
        matches += 1
    return ratings, moved, matches


def _figures(line: SeatRecord) -> tuple[Skill, Skill]:
    return line.before, line.after


def _rewrite(stored: Rating, computed: Rating) -> bool:
    """Write the computed rating if it differs. Return True if it was written."""
    if (stored.skill, stored.matches) == (computed.skill, computed.matches):
        return False
    stored.skill, stored.matches = computed.skill, computed.matches
    write(stored)
    return True
