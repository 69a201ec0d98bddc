"""Test flights from the first game to the last: begin one, play some of its games, cancel it, find what was lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache
from random import randrange
from typing import TYPE_CHECKING, Any

import structlog
from django.db import transaction
from django.utils import timezone

from cards.catalogue import current
from cards.decks.contents import content_of, data_of
from cards.decks.judging import judge
from cards.decks.reading import content_seen, find_deck
from incursions.accounts.models import User
from incursions.bots.balance.games import DeckSet
from incursions.bots.flights import Outcome, play_flight_game
from incursions.rules.construction import Severity, sentence
from tournaments import runs
from tournaments.errors import DomainError
from tournaments.flights.models import MOST_GAMES, USUAL_GAMES, Flight, FlightField

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer
    from cards.decks.models import Deck
    from incursions.rules.construction import DeckContent

PLAY_TASK = "tournaments.tasks.play_flight"
SECONDS_AT_ONCE = 0.5
"""How long a task plays, and a game more: flights that are under way together take turns."""
MOST_AT_ONCE = 60  # in the house
MOST_ERRORS_TOLD = 5
MOST_KEPT = 100  # of a user; the oldest go first
FIELD_WAITS = timedelta(days=1)  # a field without a flight: one may be about to begin with it
HIGHEST_SEED = 2**31 - 1
log = structlog.get_logger(__name__)


def under_way(by: Viewer) -> Flight | None:
    """The flight of a user for which games are being played."""
    return Flight.objects.own(by).running().light().first()


@transaction.atomic
def start_flight(
    deck: Deck, *, by: User, games: int = USUAL_GAMES, seed: int | None = None, now: datetime | None = None
) -> Flight:
    """Fly a deck as `by` sees it now. The same seed plays the same games.

    Raises `DomainError` for a deck that is illegal, where a flight is under way, or too many are; `DeckError` for a
    deck that may not be seen; ValueError for a number of games beyond the limits.
    """
    if not 0 < games <= MOST_GAMES:
        raise ValueError(f"1 to {MOST_GAMES} games were expected, not {games}")
    seen = find_deck(deck.public_id, by)
    content = content_seen(seen, by)
    _refuse_unfit(seen, content)
    _refuse_many(by)
    field, opponents = _field_now()
    flight = Flight.objects.create(
        by=by,
        deck=seen,
        name=seen.name,
        content=data_of(content),
        field=field,
        opponents=opponents,
        games=games,
        seed=randrange(HIGHEST_SEED) if seed is None else seed,
        touched_at=now or timezone.now(),
    )
    _keep_the_last(by)
    runs.queue_on_commit(queue, flight.public_id, 0)
    log.info("flight_started", flight=flight.public_id, user_id=by.pk, games=games)
    return flight


def queue(public_id: str, played: int) -> None:
    """Have the next games played."""
    runs.send(PLAY_TASK, public_id, played)


def play_on(public_id: str, played: int, *, goes_on: Callable[[], bool] | None = None) -> bool:
    """Play some of the games that follow the first `played`, at least one, and count them; then queue the next.

    Nothing comes of it if the flight has been cancelled, or others have counted those games: then it returns False.
    """
    running = Flight.objects.running().select_related("field").defer("field__data")
    flight = running.filter(public_id=public_id, played=played).first()
    if flight is None:
        return False
    found = _play(flight, goes_on or runs.for_seconds(SECONDS_AT_ONCE))
    played += len(found)
    written = runs.count(flight, played, queue, outcomes=[*flight.outcomes, *found])
    if written and played >= flight.games:
        log.info("flight_finished", flight=public_id, games=played)
    return written


def cancel_flight(flight: Flight) -> bool:
    """Play no more games for it; what was played stays. Whether there was anything to cancel."""
    return runs.cancel(flight)


def queue_lost_flights(now: datetime | None = None) -> int:
    """Queue again the flights of which nothing was heard for long."""
    return runs.queue_lost(Flight, queue, now)


def _play(flight: Flight, goes_on: Callable[[], bool]) -> list[Outcome]:
    field, content = _field_of(flight.field.token), content_of(flight.content)
    found: list[Outcome] = []
    for number in range(flight.played, flight.games):
        outcome = play_flight_game(field, flight.name, content, flight.seed, number)
        if outcome.failure:
            log.error("flight_game_failed", flight=flight.public_id, reason=outcome.failure)
        found.append(outcome)
        if not goes_on():
            break
    return found


def _refuse_unfit(deck: Deck, content: DeckContent) -> None:
    if deck.is_deleted:
        raise DomainError("deleted_deck", "The deck is deleted. Restore it, and it can fly.")
    errors = [found for found in judge(content).problems if found.severity is Severity.ERROR]
    if errors:
        told = [f"{sentence(found)} (rule {found.rule})" for found in errors[:MOST_ERRORS_TOLD]]
        more = len(errors) - len(told)
        told += [f"And {more} more."] if more else []
        raise DomainError("illegal", f"Only a legal deck flies. {' '.join(told)}", rule=errors[0].rule)


def _refuse_many(by: User) -> None:
    """One at a time for everybody. The user's row is locked: two may come at once."""
    User.objects.select_for_update().get(pk=by.pk)
    flight = under_way(by)
    if flight is not None:
        raise DomainError(
            "under_way", f"Your test flight of {flight.name} is under way. Wait for its end, or cancel it."
        )
    if Flight.objects.running().count() >= MOST_AT_ONCE:
        raise DomainError("too_many", f"{MOST_AT_ONCE} decks are in the air just now. Try again in a minute.")


def _field_now() -> tuple[FlightField, list[str]]:
    """The catalogue as it is now, kept for the flight, and the titles of its starter decks."""
    catalogue = current()
    titles = list(catalogue.starters)
    if not titles:
        raise DomainError("no_opponents", "There is no starter deck to fly against.")
    known = FlightField.objects.filter(token=catalogue.token).only("pk").first()
    if known is None:
        data: dict[str, Any] = DeckSet(tuple(catalogue.starters.values()), catalogue.pieces).to_data(every_piece=True)
        known, _ = FlightField.objects.get_or_create(token=catalogue.token, defaults={"data": data})
        # A new one is rare, and the time to let go of those that nobody flies against any more.
        FlightField.objects.filter(flights=None, created_at__lt=timezone.now() - FIELD_WAITS).delete()
    return known, titles


def _keep_the_last(by: User) -> None:
    """Let go of a user's oldest flights beyond those that are kept."""
    old = list(Flight.objects.own(by).values_list("pk", flat=True)[MOST_KEPT:])
    if old:
        Flight.objects.filter(pk__in=old).delete()


@lru_cache(maxsize=4)
def _field_of(token: str) -> DeckSet:
    """Decks and pieces of a field, which never change: a process reads their effects once."""
    return DeckSet.from_data(FlightField.objects.values_list("data", flat=True).get(token=token))
