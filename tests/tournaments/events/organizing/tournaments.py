"""Announce tournaments, enter players and play their rounds."""

from datetime import datetime, timedelta

from incursions.accounts.models import User
from tests.tournaments.laid_matches import NOON, SEED, people
from tournaments.events.entries import enter, enter_for
from tournaments.events.formats import Swiss
from tournaments.events.history import LoggedLine, replay, standings_of
from tournaments.events.models import LogLine, Round, Table, Tournament
from tournaments.events.plans import PhasePlan, Plan, create_tournament, open_tournament
from tournaments.events.progress import advance, start_tournament, sweep_tournaments
from tournaments.matches.deadlines import sweep_deadlines

QUICK = {"match_s": 60, "delay_s": 0, "check_in_s": 0, "no_show_s": 20, "pace_s": 30.0}


def plan(*phases: PhasePlan, **named) -> Plan:
    return Plan(name="Lantern Night", phases=phases or (PhasePlan(Swiss.key, rounds=3),), **(QUICK | named))


def announced(owner: User, *phases: PhasePlan, now: datetime = NOON, **named) -> Tournament:
    """Open a tournament that players can enter, with a seed that never changes."""
    row = create_tournament(owner, plan(*phases, **named), now=now, seed=SEED)
    return open_tournament(row.public_id, owner, now=now)


def with_bots(row: Tournament, owner: User, count: int, bot: str = "random") -> Tournament:
    for _ in range(count):
        enter_for(row.public_id, owner, bot=bot)
    return again(row)


def with_people(row: Tournament, count: int, now: datetime = NOON) -> list[User]:
    users = people(count)
    enter_people(row, users, now)
    return users


def enter_people(row: Tournament, users: list[User], now: datetime = NOON) -> None:
    for user in users:
        enter(row.public_id, user, loadout=some_loadout(), now=now)


def some_starter() -> str:
    from cards.catalogue import current_starters

    return next(iter(current_starters()))


def some_loadout() -> dict[str, str]:
    return {"starter": some_starter()}


def again(row: Tournament) -> Tournament:
    return Tournament.objects.get(pk=row.pk)


def started(row: Tournament, owner: User, now: datetime = NOON) -> Tournament:
    start_tournament(row.public_id, owner, now=now)
    return again(row)


def play_round(row: Tournament, now: datetime) -> datetime:
    """Let the next round be paired, opened and played to the end of its time; when it is over."""
    advance(row.public_id, now)
    end = now + timedelta(seconds=row.match_s)
    sweep_deadlines(end, queue=lambda *_: None)
    sweep_tournaments(end)
    return end


def play_all(row: Tournament, now: datetime = NOON, most: int = 20) -> datetime:
    """Let all rounds be played to the end of their time."""
    for _ in range(most):
        if again(row).is_over:
            return now
        now = play_round(row, now)
    raise AssertionError("the tournament does not end: " + "; ".join(line.words for line in lines(row)))


def lines(row: Tournament) -> list[LogLine]:
    return list(LogLine.objects.filter(tournament=row))


def replays(row: Tournament) -> bool:
    """Whether the log alone gives the same standings."""
    played = replay(LoggedLine(line.did, line.after) for line in lines(row))
    return played.standings() == standings_of(again(row))


def tables(row: Tournament, number: int) -> list[tuple[int, ...]]:
    """Who sits where in a round."""
    of = Round.objects.exclude(state="undone").get(tournament=row, number=number)
    found = Table.objects.filter(round=of).order_by("number")
    return [tuple(table.places.order_by("index").values_list("entry__number", flat=True)) for table in found]
