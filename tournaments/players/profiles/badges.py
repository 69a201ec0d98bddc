"""Badges: the rule of each, and their awards. A rule is a sentence for players and a test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from incursions.engine import EventKind
from incursions.games.incursions.rules.endings import DESTRUCTION, TIME, WORMHOLE
from incursions.games.incursions.rules.events.attacks import AttackAnnounced, Damaged, Escaped
from incursions.games.incursions.rules.events.cards import Assimilated
from incursions.games.incursions.rules.events.movement import Explored
from incursions.games.incursions.rules.events.turns import RollOff
from incursions.games.incursions.rules.printed.words import RACES
from tournaments.matches.enums import Bot, Mode, Outcome
from tournaments.matches.export import EventData, Facts
from tournaments.matches.models import Action, Match
from tournaments.players.ratings.models import Award, SeatRecord

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from incursions.accounts.models import User

Career: TypeAlias = "tuple[int, frozenset[str], frozenset[str]]"
NEAR_DEATH = 3
MANY_HEXES = 10
MANY_MATCHES = 100
MOST_SEATS = 6
LONE_SURVIVORS = 3


@dataclass(frozen=True, slots=True)
class Deed:
    """A player's match with its context: the input of badge tests."""

    line: SeatRecord
    ending: str
    seats: int
    bots: frozenset[str]
    events: Sequence[EventData]
    matches: int
    races_won: frozenset[str]
    modes_won: frozenset[str]

    @property
    def is_won(self) -> bool:
        """Return True if the match was won."""
        return self.line.outcome == Outcome.WON

    def own(self, kind: type[EventKind]) -> list[Facts]:
        """Return the facts of this seat's events of a kind."""
        return [
            event["facts"]
            for event in self.events
            if event["kind"] == kind.kind and event["facts"].get("seat") == self.line.seat
        ]


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge: its title, the sentence that explains it, and its test."""

    slug: str
    title: str
    rule: str
    is_earned: Callable[[Deed], bool]


def _is_unscathed(deed: Deed) -> bool:
    fought = any(event["kind"] == AttackAnnounced.kind for event in deed.events)
    return deed.is_won and fought and all(facts["hull"][0] == facts["hull"][1] for facts in deed.own(Damaged))


BADGES = (
    Badge("first-win", "Clear of the Wrecks", "Win a match.", lambda deed: deed.is_won),
    Badge(
        "doubles",
        "Doubles!",
        "Win by leaving through a wormhole.",
        lambda deed: deed.is_won and deed.ending == WORMHOLE,
    ),
    Badge(
        "last-afloat",
        "Last One Afloat",
        "At a table of three or more, win as the last ship.",
        lambda deed: deed.is_won and deed.ending == DESTRUCTION and deed.seats >= LONE_SURVIVORS,
    ),
    Badge(
        "shuttle",
        "Any Ship Will Do",
        "Win in an escape craft, your ship destroyed.",
        lambda deed: deed.is_won and bool(deed.own(Escaped)),
    ),
    Badge(
        "comeback",
        "Held Together by Hope",
        f"Win after your hull had fallen to {NEAR_DEATH} or less.",
        lambda deed: deed.is_won and any(facts["hull"][1] <= NEAR_DEATH for facts in deed.own(Damaged)),
    ),
    Badge("unscathed", "Not a Scratch", "Win a match with attacks in it without losing hull.", _is_unscathed),
    Badge(
        "roll-off",
        "By a Throw of the Dice",
        "Win the roll-off of ships equal at time.",
        lambda deed: deed.is_won and deed.ending == TIME and bool(deed.own(RollOff)),
    ),
    Badge(
        "together",
        "Down Together",
        "Fall at one moment with the last of the others: a draw.",
        lambda deed: deed.line.outcome == Outcome.DRAWN,
    ),
    Badge(
        "assimilator",
        "Yours Is Mine",
        "Win a match in which you assimilated a piece.",
        lambda deed: deed.is_won and bool(deed.own(Assimilated)),
    ),
    Badge(
        "explorer",
        "Chart Maker",
        f"Explore {MANY_HEXES} hexes in one match.",
        lambda deed: len(deed.own(Explored)) >= MANY_HEXES,
    ),
    Badge(
        "six",
        "One Against Five",
        f"Win at a table of {MOST_SEATS}.",
        lambda deed: deed.is_won and deed.seats == MOST_SEATS,
    ),
    Badge(
        "admiral",
        "Outthought an Admiral",
        "Win against an Admiral bot, in Full or Tournament.",
        lambda deed: deed.is_won and deed.line.record.mode != Mode.BASIC and Bot.ADMIRAL in deed.bots,
    ),
    Badge(
        "banners",
        "Every Banner",
        "Win with a ship of each of the four races.",
        lambda deed: deed.races_won >= {*RACES},
    ),
    Badge(
        "modes",
        "All the Rules",
        "Win in Basic, in Full and in Tournament.",
        lambda deed: deed.modes_won >= {*Mode.values},
    ),
    Badge(
        "hundred",
        "Old Hand",
        f"Play {MANY_MATCHES} matches to their end.",
        lambda deed: deed.matches >= MANY_MATCHES,
    ),
)
"""All badges, in the order in which pages show them. A draw is one of those who fell last, together (rules 1.5)."""
BY_SLUG = {badge.slug: badge for badge in BADGES}
CAREER = frozenset(BY_SLUG[slug] for slug in ("banners", "modes", "hundred"))
"""The badges that depend on all matches of a player."""
NO_CAREER: Career = (0, frozenset(), frozenset())


def award_badges(match: Match, lines: Sequence[SeatRecord]) -> None:
    """Award the badges earned in this match. A badge is awarded once, unless its match was struck."""
    people = [line.user_id for line in lines if line.user_id is not None]
    held = set(Award.objects.filter(user__in=people, record__is_struck=False).values_list("user", "badge"))
    events = [event for happened in _list_events(match) for event in happened]
    bots = frozenset(line.bot for line in lines if line.bot)
    for line in lines:
        if line.user_id is None:
            continue
        missing = [badge for badge in BADGES if (line.user_id, badge.slug) not in held]
        career = _career(line.user_id) if CAREER.intersection(missing) else NO_CAREER
        deed = Deed(line, (match.result or {})["ending"], len(lines), bots, events, *career)
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


def _career(user: int) -> Career:
    """Return a user's number of matches (counted up to `MANY_MATCHES`), and the races and modes they won with."""
    own = SeatRecord.objects.filter(user=user).without_struck()
    won = list(own.filter(outcome=Outcome.WON).values_list("race", "record__mode").distinct())
    return own.order_by()[:MANY_MATCHES].count(), frozenset(race for race, _ in won), frozenset(mode for _, mode in won)
