"""Measures the moment at which pairings go up: 200 clients ask for the page of a thousand players within ten seconds.

And standings of 1,024 players after ten rounds, read from their rows.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Sequence
from datetime import timedelta
from http import HTTPStatus
from importlib import import_module
from random import Random
from statistics import median, quantiles
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import transaction
from django.utils import timezone

from cards.catalogue import current_starters
from incursions.accounts.models import User
from incursions.accounts.viewers import BACKEND
from tournaments.events.enums import EntryState, RoundState, Source
from tournaments.events.history import standings_of
from tournaments.events.models import Entry, Phase, Place, Round, Table, Tournament
from tournaments.events.plans import PhasePlan, Plan, create_tournament, open_tournament
from tournaments.events.progress import advance, start_tournament

PLAYERS, CLIENTS, WITHIN_S = 1000, 200, 10.0
STANDING, ROUNDS = 1024, 10
OF_STRANGERS = 2
"""Every second client is nobody known; the others are players."""
PATIENCE_S = 30.0
AN_HOUR = 3600


def figures(players: int = PLAYERS, clients: int = CLIENTS, within_s: float = WITHIN_S) -> dict[str, float]:
    """Milliseconds until the whole page was here, errors, and seconds of CPU that standings took."""
    owner = User.objects.create_user("events", password=None)
    row, users = started(owner, players)
    sessions = [session_of(user) for user in users[: clients // OF_STRANGERS]]
    # The process has shown the tournament before its pairings go up, to a stranger and to a player.
    asyncio.run(ask_all(row.get_absolute_url(), sessions, OF_STRANGERS, 0))
    advance(row.public_id)
    address = f"{row.get_absolute_url()}pairings/"
    times, errors = asyncio.run(ask_all(address, sessions, clients, within_s))
    standing = standings_seconds(owner)
    return {
        "event.pairings_median_ms": round(median(times), 1) if times else 0.0,
        "event.pairings_p95_ms": round(quantiles(times, n=20)[-1], 1) if len(times) > 1 else 0.0,
        "event.pairings_errors": errors,
        "event.standings_s": round(standing, 3),
    }


def started(owner: User, players: int) -> tuple[Tournament, list[User]]:
    """Start a tournament whose first round is to be paired, to begin an hour after it is published."""
    plan = Plan(name="The Thousand", check_in_s=0, delay_s=AN_HOUR, phases=(PhasePlan(),))
    row = create_tournament(owner, plan)
    open_tournament(row.public_id, owner)
    users = _players(row, players, "event", EntryState.REGISTERED)
    start_tournament(row.public_id, owner)
    return Tournament.objects.get(pk=row.pk), users


def _players(row: Tournament, count: int, name: str, state: EntryState) -> list[User]:
    starter, now = next(iter(current_starters())), timezone.now()
    users = User.objects.bulk_create(User(username=f"{name}-{number}") for number in range(1, count + 1))
    Entry.objects.bulk_create(
        Entry(
            tournament=row,
            number=number,
            user=user,
            called=user.username,
            state=state,
            entered_at=now,
            loadout={"starter": starter},
        )
        for number, user in enumerate(users, 1)
    )
    return users


def session_of(user: User) -> str:
    """Create a session in which that user is signed in, and return its key."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)


async def ask_all(address: str, sessions: Sequence[str], clients: int, within_s: float) -> tuple[list[float], int]:
    """Request the page by all clients; return the milliseconds of each answer and the number of failures."""
    chance = Random(1)
    cookies = [sessions[number // OF_STRANGERS] if number % OF_STRANGERS else "" for number in range(clients)]
    asked = [asyncio.create_task(_ask(address, cookie, chance.uniform(0, within_s))) for cookie in cookies]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    times = [each for each in answers if isinstance(each, float)]
    return times, len(answers) - len(times)


async def _ask(address: str, session: str, after_s: float) -> float:
    """Ask as a browser does, on a connection of its own. Raises OSError, ValueError, TimeoutError."""
    await asyncio.sleep(after_s)
    began = time.monotonic()
    site = urlsplit(settings.SITE_URL)
    async with asyncio.timeout(PATIENCE_S):
        reader, writer = await asyncio.open_connection(site.hostname, site.port)
        cookie = f"Cookie: {settings.SESSION_COOKIE_NAME}={session}\r\n" if session else ""
        head = f"GET {address} HTTP/1.1\r\nHost: {site.netloc}\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\n"
        writer.write(f"{head}{cookie}Connection: close\r\n\r\n".encode())
        answer = await reader.read(-1)
        writer.close()
    if not answer.startswith(b"HTTP/1.1 %d" % HTTPStatus.OK):
        raise ValueError(answer[:80])
    return 1000 * (time.monotonic() - began)


def standings_seconds(owner: User, players: int = STANDING, rounds: int = ROUNDS) -> float:
    """Seconds of CPU to read all results of so many rounds and to put everybody in order; the median of three."""
    row = create_tournament(owner, Plan(name="The Long Table", phases=(PhasePlan(rounds=rounds),)))
    _players(row, players, "standing", EntryState.PLAYING)
    _play(row, rounds)
    # What was loaded is not garbage to look through, in a web process neither.
    gc.collect()
    gc.freeze()
    times = []
    for _ in range(3):
        began = time.process_time()
        standings_of(row)
        times.append(time.process_time() - began)
    return median(times)


def _play(row: Tournament, rounds: int) -> None:
    """Create rounds with results by chance, without playing them."""
    chance, now = Random(1), timezone.now()
    phase, entries = Phase.objects.get(tournament=row), list(Entry.objects.filter(tournament=row))
    with transaction.atomic():
        for number in range(1, rounds + 1):
            each = Round.objects.create(
                tournament=row,
                phase=phase,
                number=number,
                in_phase=number,
                state=RoundState.OVER,
                paired_at=now,
                ended_at=now + timedelta(seconds=number),
            )
            chance.shuffle(entries)
            tables = Table.objects.bulk_create(
                Table(round=each, number=at + 1, source=Source.MATCH) for at in range(len(entries) // 2)
            )
            Place.objects.bulk_create(
                Place(table=table, entry=entries[2 * at + seat], index=seat, place=seat + 1, left=chance.randrange(40))
                for at, table in enumerate(tables)
                for seat in (0, 1)
            )
