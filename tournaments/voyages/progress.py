"""The progress of learners in voyages: steps, the badge at the end, and the rest of the match."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.utils import timezone

from incursions.accounts.models import User
from incursions.engine.events import EventData
from incursions.games.contract import GameKind
from incursions.games.voyages import Voyage
from incursions.kit.refusals import DomainError
from tournaments.matches.game_kinds import game_kinds
from tournaments.matches.life import TableRules, new_match, start_laid_match
from tournaments.matches.models import Match, Seat
from tournaments.players.models import Award
from tournaments.voyages.models import VoyageProgress

BACK, SKIP, AGAIN = "back", "skip", "again"


def list_voyages() -> dict[str, tuple[GameKind, Voyage]]:
    """Return the voyages of all games by slug, each with its game. Rows keep a slug without its game.

    Raises ImproperlyConfigured if two games have a voyage of one slug.
    """
    found: dict[str, tuple[GameKind, Voyage]] = {}
    for kind in game_kinds().values():
        for slug, voyage in kind.voyages.items():
            if slug in found:
                games = f"{found[slug][0].title} and {kind.title}"
                raise ImproperlyConfigured(f"GAMES names two games, {games}, with a voyage of one slug: {slug}.")
            found[slug] = kind, voyage
    return found


def find_voyage(slug: str) -> tuple[GameKind, Voyage]:
    """Return a voyage and its game. Raises `DomainError` not_found."""
    found = list_voyages().get(slug)
    if found is None:
        raise DomainError("not_found", "There is no such voyage.")
    return found


def find_progress(user: User | None, voyage: Voyage) -> VoyageProgress | None:
    """Return the row with the progress of the user; None before the first step."""
    return None if user is None else VoyageProgress.objects.filter(user=user, voyage=voyage.slug).first()


@transaction.atomic
def take_step(user: User, slug: str, seen: int, *, text: str = "", act: str = "", now: datetime | None = None) -> bool:
    """Play the line of the step that the user saw, or read on, go back, skip, or start again.

    Returns True if all steps are behind the user. A form of another step than the user's changes nothing, so that a
    form sent twice acts once. Raises `DomainError`: not_found, illegal for a line that the step does not ask for.
    """
    kind, voyage = find_voyage(slug)
    row, _ = VoyageProgress.objects.select_for_update().get_or_create(
        user=user, voyage=slug, defaults={"game": kind.name}
    )
    if act == AGAIN:
        row.step, row.skipped = 0, False
    elif row.step != seen:
        return row.step == len(voyage.steps)
    elif act == BACK:
        row.step = max(row.step - 1, 0)
    elif row.step < len(voyage.steps):
        asked = voyage.steps[row.step].play
        if act != SKIP and text != asked:
            raise DomainError("illegal", f"This step asks for another act. {voyage.steps[row.step].hint}".strip())
        row.skipped = row.skipped or (act == SKIP and bool(asked))
        row.step += 1
    if row.step == len(voyage.steps) and row.finished_at is None and not row.skipped:
        row.finished_at = now or timezone.now()
        Award.objects.get_or_create(user=user, badge=voyage.badge, defaults={"at": row.finished_at})
    row.save()
    return row.step == len(voyage.steps)


@transaction.atomic
def play_rest(user: User, slug: str) -> Match:
    """Start a match against a bot at the end of the voyage, with new dice and shuffled piles.

    Returns the user's match if it is still running. Raises `DomainError`: not_found, under_way.
    """
    kind, voyage = find_voyage(slug)
    row, _ = VoyageProgress.objects.select_for_update().get_or_create(
        user=user, voyage=slug, defaults={"game": kind.name}
    )
    if row.match is not None and row.match.is_running:
        return row.match
    laid = voyage.lay(len(voyage.steps))
    bot = kind.find_first_opponent(0).name
    seats_of_game = len(laid.game.points)
    rules = TableRules(
        game=kind.name, mode=voyage.mode, seats=seats_of_game, bots=(bot,) * (seats_of_game - 1), is_private=True
    )
    match = new_match(user, rules)
    match.is_lesson = True
    seats = [Seat(match=match, index=index, bot=bot) for index in range(seats_of_game)]
    seats[voyage.seat].bot, seats[voyage.seat].user = "", user
    Seat.objects.bulk_create(seats)
    opening: list[EventData] = [
        {**event, "number": number} for number, move in enumerate(laid.moves, 1) for event in move.events
    ]
    start_laid_match(match, seats, laid.game, opening, timezone.now())
    row.match = match
    row.save()
    return match
