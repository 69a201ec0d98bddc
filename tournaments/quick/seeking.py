"""Enter and leave the queue for a match, and estimate the wait."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from cards.decks.contents import content_of, data_of
from tournaments.enums import Bot, Mode
from tournaments.errors import DomainError
from tournaments.matches import TableRules, create_match
from tournaments.models import Match
from tournaments.quick.models import KIND, Seeker
from tournaments.ratings.recording import rating_of
from tournaments.seat_decks import OwnDeck
from tournaments.seating import check_account, check_starter
from tournaments.table_settings import SETTINGS, USUAL_PRESET

if TYPE_CHECKING:
    from incursions.accounts.models import User

LOOKED_BACK = timedelta(days=1)
MOST_COUNTED = 20
BOT_IS_OFFERED_AFTER = timedelta(seconds=30)
SEEN_EVERY = timedelta(seconds=8)
FOUND_LEADS_FOR = timedelta(minutes=2)
BOTS_BY_RATING = ((22.0, Bot.ENSIGN), (28.0, Bot.CAPTAIN))  # the bot below each rating; above, an admiral


@dataclass(frozen=True, slots=True)
class Wish:
    """The kind of match that a player looks for, and the starter deck for it."""

    mode: str = Mode.BASIC
    seats: int = 2
    clocks: str = USUAL_PRESET.name
    rated: bool = False
    starter: str = ""


@dataclass(frozen=True, slots=True)
class Prospect:
    """The state of a search, for its seeker. `usual_s` is None if nobody was matched lately."""

    waited_s: int
    others: int
    usual_s: int | None
    bot_is_offered: bool

    @property
    def waited_ms(self) -> int:
        """The wait so far, in milliseconds."""
        return self.waited_s * 1000

    @property
    def usual_ms(self) -> int | None:
        """The median wait of others, in milliseconds."""
        return None if self.usual_s is None else self.usual_s * 1000


def enter_queue(user: User, wish: Wish, own: OwnDeck | None = None, now: datetime | None = None) -> Seeker:
    """Look for a match. A seeker of the same kind of match keeps the place, with the deck chosen now.

    Raises `DomainError`: accounts_only, under_way if the user plays a match, deck_needed.
    """
    now = now or timezone.now()
    if wish.rated:
        check_account(user)
    if Match.objects.running().with_player(user).exists():
        raise DomainError("under_way", "You are in a match. Play it to its end, and look for another then.")
    has_decks = wish.mode != Mode.BASIC
    starter = wish.starter if has_decks and own is None else ""
    check_starter(starter, TableRules(mode=wish.mode).format)
    skill = rating_of(user, wish.mode, rated=wish.rated)
    said = {
        **asdict(wish), "starter": starter,
        "deck": own.row if own else None, "deck_content": data_of(own.content) if own else None,
        "mu": skill.mu, "sigma": skill.sigma, "seen_at": now,
    }  # fmt: skip
    with transaction.atomic():
        seeker, is_new = Seeker.objects.select_for_update().get_or_create(user=user, defaults={**said, "since": now})
        if not is_new:
            keeps_place = seeker.match_id is None and seeker.kind == tuple(getattr(wish, name) for name in KIND)
            changed = {**said, "match": None, "found_at": None, "since": seeker.since if keeps_place else now}
            for name, value in changed.items():
                setattr(seeker, name, value)
            seeker.save()
    return seeker


def leave_queue(user: User) -> bool:
    """Leave the queue, and return True if the user was in it. A match found in the same moment stands."""
    return bool(Seeker.objects.waiting().filter(user=user).delete()[0])


def record_seen(seeker: Seeker, now: datetime) -> None:
    """Record that a seeker has a page open; written at most every few seconds."""
    if seeker.match_id is None and seeker.seen_at < now - SEEN_EVERY:
        Seeker.objects.waiting().filter(pk=seeker.pk).order_by().update(seen_at=now)


def get_found_match(seeker: Seeker, now: datetime) -> Match | None:
    """Return the match that the search has just found, to which the page goes on its own, or None."""
    if seeker.match is None or seeker.found_at is None or seeker.found_at < now - FOUND_LEADS_FOR:
        return None
    return seeker.match if seeker.match.is_running else None


def prospect(seeker: Seeker, now: datetime) -> Prospect:
    """Return the wait so far, the number of others who wait, and their usual wait, with two queries."""
    alike = Seeker.objects.alike(seeker)
    others = alike.waiting().present(now).exclude(pk=seeker.pk).count()
    lately = alike.filter(found_at__gt=now - LOOKED_BACK).order_by("-found_at")
    waits = [wait.total_seconds() for wait in lately.values_list(F("found_at") - F("since"), flat=True)[:MOST_COUNTED]]
    waited = now - seeker.since
    usual = round(median(waits)) if waits else None
    return Prospect(int(waited.total_seconds()), others, usual, waited >= BOT_IS_OFFERED_AFTER)


def play_bot_instead(user: User) -> Match:
    """Leave the queue for a casual match against bots of about the user's strength. Raises not_found."""
    with transaction.atomic():
        seeker = Seeker.objects.select_for_update().filter(user=user, match=None).first()
        if seeker is None:
            raise DomainError("not_found", "You are no longer looking for a match.")
        bot = next((bot for below, bot in BOTS_BY_RATING if seeker.mu < below), Bot.ADMIRAL)
        agreed = {name: getattr(seeker.settings, name) for name in SETTINGS} | {"rated": False}
        bots = (bot.value,) * (seeker.seats - 1)
        own = OwnDeck(content_of(seeker.deck_content), seeker.deck) if seeker.deck_content else None
        starters = (seeker.starter,) if seeker.starter else ()
        rules = TableRules(**agreed, seats=seeker.seats, bots=bots, starters=starters)
        return create_match(host=user, rules=rules, own=own)
