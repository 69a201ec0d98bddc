"""Seasons: quarters of a year with their leader lists. Ratings continue; matches are counted per season."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import NamedTuple, Self

from django.db.models import Count, Max, Min

from incursions.accounts.models import User
from incursions.accounts.privacy import Audience
from tournaments.players.models import SeatRecord
from tournaments.players.skill import Kind

ENOUGH_IN_A_SEASON = 5
MOST_SHOWN = 50
MONTHS = 3
FIRST_YEAR, LAST_YEAR = 2020, 2999
NAMED = re.compile(r"(?P<year>\d{4})-(?P<quarter>[1-4])", re.ASCII)
TITLES = ("Winter", "Spring", "Summer", "Autumn")


class Season(NamedTuple):
    """A quarter of a year, 1 to 4."""

    year: int
    quarter: int

    @classmethod
    def from_moment(cls, moment: datetime) -> Self:
        """Return the season of a moment."""
        return cls(moment.year, (moment.month - 1) // MONTHS + 1)

    @classmethod
    def from_slug(cls, slug: str) -> Self | None:
        """Return the season with that slug (`2026-4`), or None."""
        found = NAMED.fullmatch(slug)
        if found is None or not FIRST_YEAR <= int(found["year"]) <= LAST_YEAR:
            return None
        return cls(int(found["year"]), int(found["quarter"]))

    @property
    def slug(self) -> str:
        """The name in URLs."""
        return f"{self.year}-{self.quarter}"

    def __str__(self) -> str:
        return f"{TITLES[self.quarter - 1]} {self.year}"

    @property
    def before(self) -> Season:
        """The season before."""
        return Season(self.year, self.quarter - 1) if self.quarter > 1 else Season(self.year - 1, len(TITLES))

    @property
    def after(self) -> Season:
        """The next season."""
        return Season(self.year, self.quarter + 1) if self.quarter < len(TITLES) else Season(self.year + 1, 1)

    @property
    def begins(self) -> datetime:
        """The first moment of the season. It ends when the next one begins."""
        return datetime(self.year, MONTHS * (self.quarter - 1) + 1, 1, tzinfo=UTC)


class SeasonLine(NamedTuple):
    """A player in a season: the rating at its end, its change, and the number of matches."""

    user: User
    shown: int
    gained: int
    matches: int


def best_of_season(kind: Kind, season: Season) -> list[SeasonLine]:
    """Return the listed players with enough matches in the season, by their rating at its end. Two queries."""
    played = SeatRecord.objects.without_struck().filter(
        **{f"record__{name}": value for name, value in kind._asdict().items()},
        user__is_listed=True,
        user__is_active=True,
        user__ratings_for=Audience.EVERYBODY,
        ended_at__gte=season.begins,
        ended_at__lt=season.after.begins,
    )
    ends = played.order_by().values("user").annotate(matches=Count("pk"), first=Min("pk"), last=Max("pk"))
    enough = list(ends.filter(matches__gte=ENOUGH_IN_A_SEASON).values_list("matches", "first", "last"))
    keys = {key for _, *both in enough for key in both}
    records = SeatRecord.objects.select_related("user").in_bulk(keys)
    lines = []
    for matches, first, last in enough:
        begin, end = records[first].before.shown, records[last].after.shown
        user = records[last].user
        assert user is not None, "asked for those of users"
        lines.append(SeasonLine(user, end, end - begin, matches))
    return sorted(lines, key=lambda line: (-line.shown, line.user.pk))[:MOST_SHOWN]
