"""Start matches with fixed seeds, seat people and play on."""

import random
from datetime import UTC, datetime, timedelta

from django.db import transaction

from cards.row_loadouts import make_ready_loadout
from incursions.accounts.models import User
from incursions.games.incursions.rules.catalogue import Catalogue
from tests.catalogue_rows import fixtures
from tournaments.matches.life import TableRules, create_match, join_match
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Action, Match, Seat
from tournaments.matches.moves import Move, play_move
from tournaments.matches.table_rows import table_for

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


SEED = bytes(range(32))


def later(**time: float) -> datetime:
    return NOON + timedelta(**time)


def printed_pieces() -> Catalogue:
    """Return the pieces of the catalogue's files."""
    return fixtures().pieces


def people(count: int) -> list[User]:
    return [User.objects.create_user(f"player-{index}", password="secret word") for index in range(count)]


def lay_match(
    players: list[User], *, bots: tuple[str, ...] = (), starters=(), seed: bytes = SEED, now=NOON, **rules
) -> Match:
    """Create a running match of 45 minutes with the first player in seat 0, and so on; bots sit behind them."""
    rules.setdefault("minutes", 45)
    loadouts = tuple(map(make_ready_loadout, starters))
    table = TableRules(seats=len(players) + len(bots), bots=bots, loadouts=loadouts, **rules)
    match = create_match(host=players[0], rules=table, seed=seed, now=now)
    for player in players[1:]:
        join_match(match.public_id, player, now=now)
    return Match.objects.get(pk=match.pk)


def asked(match: Match) -> int:
    """Return the seat that is asked."""
    return table_for(Match.objects.get(pk=match.pk), None).game.decision.seat


def play(match: Match, player: User, text: str, *, now=NOON, key: str | None = None):
    """Play the player's move for the current version."""
    version = version_for(match, player)
    return play_move(match.public_id, player, Move(version, text, key or f"key-{match.last_action}"), now=now)


def version_for(match: Match, player: User | None) -> int:
    """Return the version that the player is told of now."""
    match.refresh_from_db()
    table = table_for(match, player)
    return match.version if table.game is None else table.game.number_for(table.seat)


def play_on(match: Match, players: list[User], actions: int, *, rng: random.Random | None = None, now=NOON) -> Match:
    """Let the persons play so many actions, each a random option."""
    rng = rng or random.Random(1)
    for _ in range(actions):
        match.refresh_from_db()
        if not match.is_running:
            break
        question = table_for(match, None).game.decision
        play(match, players[question.seat], rng.choice(question.options), now=now)
    match.refresh_from_db()
    return match


def reach(match: Match, version: int, *, now=NOON) -> None:
    """Let whoever is asked decline, or do the least, all in one transaction, until the match is at that version."""
    with transaction.atomic():
        locked = LockedMatch.lock(match.public_id, now)
        while locked.game.number < version:
            question = locked.game.decision
            declines = "decline" in question.options
            locked.act(question.seat, "decline" if declines else question.least or question.options[0])
        locked.save()
    match.refresh_from_db()


def everything(match: Match) -> tuple:
    """All rows of a match, to see that nothing has changed."""
    return (
        Match.objects.filter(pk=match.pk).values().get(),
        list(Seat.objects.filter(match=match).values()),
        list(Action.objects.filter(match=match).values()),
    )
