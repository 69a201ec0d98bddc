"""Ratings made again of the records, as if those matches that were struck had never been played.

Records are gone through in the order in which they moved the ratings, so that without a struck one the same figures
come out, to the last bit.
"""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

import structlog
from django.db import transaction
from django.db.models import Max

from tournaments.models import Match, MatchRecord, Rating, SeatRecord
from tournaments.ratings.kinds import Kind
from tournaments.ratings.recording import move, place_of, record_match, write
from tournaments.ratings.skill import Skill
from tournaments.writing import write_columns

FIGURES = ("mu_before", "sigma_before", "mu_after", "sigma_after")
log = structlog.get_logger(__name__)


class Recomputed(NamedTuple):
    """What came of it: matches gone through, ratings and seats whose figures are others now."""

    matches: int
    ratings: int
    seats: int


def strike_match(public_id: str) -> bool:
    """Let a match that is over count for nothing, as one that staff declared void; whether it did count.

    Called in the transaction that declares it. Ratings follow within seconds, when the sweep comes by.
    """
    record_match(public_id)
    counted = MatchRecord.objects.filter(match__public_id=public_id, is_struck=False)
    return bool(counted.update(is_struck=True, is_due=True))


def restore_match(public_id: str) -> bool:
    """Let a struck match count again, by its result as it is now; whether it was struck."""
    with transaction.atomic():
        record = MatchRecord.objects.filter(match__public_id=public_id, is_struck=True).first()
        if record is None:
            return False
        match = Match.objects.only("result", "ended_at").get(pk=record.match_id)
        lines = list(record.seats.all())
        for line in lines:
            line.place, line.outcome = place_of(match.result or {}, line.seat)
        SeatRecord.objects.bulk_update(lines, ["place", "outcome"])
        return bool(MatchRecord.objects.filter(pk=record.pk, is_struck=True).update(is_struck=False, is_due=True))


def recompute_due() -> int:
    """Compute the ratings of those kinds again in which a match was struck or restored; of how many kinds."""
    due = MatchRecord.objects.filter(is_due=True).values_list("mode", "with_bots", "is_casual").distinct()
    kinds = [Kind(*kind) for kind in due]
    for kind in kinds:
        log.info("ratings_recomputed", kind=str(kind), **recompute(kind)._asdict())
    return len(kinds)


def recompute(kind: Kind) -> Recomputed:
    """Compute the ratings of one kind again, and write what is different.

    What takes long is done before anything is locked. If a match was recorded or struck meanwhile, it is done again.
    """
    while True:
        seen = _state(kind)
        ratings, moved, matches = _computed(kind)
        with transaction.atomic():
            stored = list(Rating.objects.of_kind(kind).select_for_update().order_by("pk"))
            if _state(kind) == seen:
                write_columns(SeatRecord, moved, FIGURES)
                changed = sum(_rewrite(rating, ratings.get(rating.pk, Rating())) for rating in stored)
                MatchRecord.objects.filter(**kind._asdict(), is_due=True).update(is_due=False)
                return Recomputed(matches, changed, len(moved))


def _state(kind: Kind) -> tuple[int | None, int, int]:
    """What a computation hangs on: any record and any strike changes it."""
    records = MatchRecord.objects.filter(**kind._asdict())
    last = records.aggregate(last=Max("pk"))["last"]
    return last, records.filter(is_struck=True).count(), records.count()


def _computed(kind: Kind) -> tuple[dict[int, Rating], list[SeatRecord], int]:
    """Ratings by key as they should be, the seats whose figures should be others, and how many matches there are."""
    ratings: dict[int, Rating] = {}
    moved: list[SeatRecord] = []
    matches = 0
    found = SeatRecord.objects.counted().filter(**{f"record__{name}": value for name, value in kind._asdict().items()})
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
    """Write the rating as it should be, if it is not so; whether it was written."""
    if (stored.skill, stored.matches) == (computed.skill, computed.matches):
        return False
    stored.skill, stored.matches = computed.skill, computed.matches
    write(stored)
    return True
