"""Badges: their awards. Each game says which there are, with the rule of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from incursions.engine.events import EventData
from incursions.games.contract import MOST_COUNTED, Badge, Deed
from tournaments.matches.enums import Outcome
from tournaments.matches.game_kinds import game_kinds
from tournaments.matches.models import Action, Match
from tournaments.players.ratings.models import Award, SeatRecord

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from incursions.accounts.models import User

Career: TypeAlias = "tuple[int, frozenset[str], frozenset[str]]"
NO_CAREER: Career = (0, frozenset(), frozenset())


def all_badges() -> list[Badge]:
    """Return the badges of all games, in the order in which pages show them."""
    return [badge for kind in game_kinds().values() for badge in kind.records.badges]


def award_badges(match: Match, lines: Sequence[SeatRecord]) -> None:
    """Award the badges earned in this match. A badge is awarded once, unless its match was struck."""
    people = [line.user_id for line in lines if line.user_id is not None]
    held = set(Award.objects.filter(user__in=people, record__is_struck=False).values_list("user", "badge"))
    events = [event for happened in _list_events(match) for event in happened]
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
    return Award.objects.filter(user=user, record__is_struck=False).order_by("at", "pk")


def _list_events(match: Match) -> Iterable[list[EventData]]:
    return Action.objects.filter(match=match).order_by("number").values_list("events", flat=True)


def _career(user: int, match: Match) -> Career:
    """Return a user's number of matches of this game (up to `MOST_COUNTED`), and the groups and modes they won with."""
    own = SeatRecord.objects.filter(user=user, record__match__game=match.game).without_struck()
    won = list(own.filter(outcome=Outcome.WON).values_list("race", "record__mode").distinct())
    return own.order_by()[:MOST_COUNTED].count(), frozenset(race for race, _ in won), frozenset(mode for _, mode in won)
