"""The life of a match: create, join, start, concede."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from incursions.accounts.models import User
from incursions.engine import SEED_BYTES, Game, commitment
from incursions.engine.core import Setup
from incursions.engine.events import EventData
from incursions.engine.standing import CONCEDE
from incursions.games.loadouts import Loadout
from incursions.kit.ids import new_invitation
from incursions.kit.refusals import DomainError
from incursions.kit.writing import update_row
from tournaments.live.presence.attendance import connected_users
from tournaments.matches.clocks import Clock
from tournaments.matches.enums import MatchState
from tournaments.matches.export import add_digest
from tournaments.matches.game_kinds import loadouts_of
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Match, Seat, seat_of
from tournaments.matches.moves import Answer, Move, play_move
from tournaments.matches.presence import begin_presence
from tournaments.matches.pushes import publish_on_commit, show_change
from tournaments.matches.seating import (
    admit,
    check_account,
    check_terms,
    is_here,
    list_holdups,
)
from tournaments.matches.table_rows import game_shelf
from tournaments.matches.table_settings import UNSAID, Settings, settings_of

about_to_seat = Signal()
"""Users are about to be seated: sent with `users` and `asking`, the one of them who wants a seat, None for nobody.

Receivers lock, in the transaction that seats the users, whatever else could seat them. They may refuse.
"""
match_started = Signal()
"""A match has started: sent with its `seats`, in the transaction that starts it."""
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class TableRules(Settings):
    """The settings that the host chooses, the number of seats, and the bots, which take the last seats.

    `loadouts` are what the seats bring, None or left out for the next in turn of those that anybody may choose.
    `seating` are the seats of the persons, the host's first, instead of the first ones; bots take the others then.
    `seats` is by default the fewest that the mode has. Against bots alone no clock runs unless one is asked for, or
    the mode or a rating needs it (rules 21.3).
    """

    seats: int = 0
    bots: tuple[str, ...] = ()
    loadouts: tuple[Loadout | None, ...] = ()
    seating: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        was_said = self.minutes != UNSAID
        Settings.__post_init__(self)
        object.__setattr__(self, "seats", self.seats or self.mode_kind.fewest_seats)
        is_alone = len(self.bots) == self.seats - 1
        if is_alone and not was_said and not self.clock_reason:
            object.__setattr__(self, "minutes", 0)

    @property
    def host_seat(self) -> int:
        """The seat of the host."""
        return self.seating[0] if self.seating else 0

    def check_seats(self) -> None:
        """Raise ValueError for seats and bots that no table of the mode has."""
        mode = self.mode_kind
        if not mode.fewest_seats <= self.seats <= mode.most_seats or len(self.bots) >= self.seats:
            raise ValueError(f"{self.seats} seats with {len(self.bots)} bots is no table")
        if not self.kind.bots_by_name.keys() >= {*self.bots}:
            raise ValueError(f"{self.kind.title} has not all of these bots: {', '.join(self.bots)}")


def create_match(
    *,
    host: User,
    rules: TableRules | None = None,
    loadout: Loadout | None = None,
    seed: bytes | None = None,
    now: datetime | None = None,
) -> Match:
    """Create a table with its host and bots; it starts at once if no seat is free.

    `loadout` is what the host brings instead of the first of the rules, as `Loadouts.choose` copied it. `seed` is for
    tests and tools: 32 bytes that decide every throw; by default they are random. Raises `DomainError`: accounts_only,
    under_way, deck_needed.
    """
    rules = rules or TableRules()
    rules.check_seats()
    if rules.rated:
        check_account(host)
    brought = _assign_loadouts(rules, loadout)
    if brought[rules.host_seat] is None:
        loadouts_of(rules.game).check_supply(rules.limits)
    if rules.bots:
        loadouts_of(rules.game).check_supply(rules.limits, for_bots=True)
    with transaction.atomic():
        about_to_seat.send(Match, users=[host], asking=host)
        match = new_match(host, rules, seed)
        persons = rules.seating or range(rules.seats - len(rules.bots))
        bots = iter(rules.bots)
        seats = [
            Seat(match=match, index=index, bot="" if index in persons else next(bots), loadout=one)
            for index, one in enumerate(brought)
        ]
        seats[persons[0]].user, seats[persons[0]].seen_at = host, now or timezone.now()
        Seat.objects.bulk_create(seats)
        start_if_complete(match, seats, now)
    log.info("match_created", match=match.public_id, user_id=host.pk, seats=rules.seats, bots=len(rules.bots))
    return match


def new_match(host: User | None, settings: Settings, seed: bytes | None = None) -> Match:
    """Create the row of a match, with its seed and without seats."""
    seed = secrets.token_bytes(SEED_BYTES) if seed is None else seed
    invitation = new_invitation() if settings.is_private else ""
    return Match.objects.create(
        host=host, seed=seed, commitment=commitment(seed), invitation=invitation, **settings_of(settings)
    )


def join_match(
    public_id: str,
    user: User,
    *,
    loadout: Loadout | None = None,
    invitation: str | None = "",
    terms: int | None = None,
    seat: int | None = None,
    now: datetime | None = None,
) -> Match:
    """Seat the user in a free seat, or keep the user's seat; the match starts with the last.

    `seat` is the one that the user would rather have; if it is taken, or None, the user gets the first free one.
    `loadout` is what the user wants to bring instead of the seat's; until the match starts, a seated user may choose
    another. `invitation` is that of a private table, None for a user who needs none; `terms` are the settings that the
    user has seen, None for any. Raises `DomainError`: not_found, already_started, by_invitation, turned_away,
    seats_kept, accounts_only, terms_changed, under_way, deck_needed.
    """
    moment = now or timezone.now()
    with structlog.contextvars.bound_contextvars(match=public_id, user_id=user.pk), transaction.atomic():
        match = Match.objects.select_for_update().find_or_refuse(public_id)
        seats = list(Seat.objects.filter(match=match).select_related("user"))
        taken = seat_of(seats, user)
        if taken is not None:
            _change_loadout(match, taken, loadout)
            return match
        free = sorted((one for one in seats if one.is_free), key=lambda one: one.index != seat)
        if not match.is_open or not free:
            raise match.make_refusal("already_started", "Every seat is taken; you can watch.")
        admit(match, user, invitation)
        if is_kept_from(match, user, moment):
            raise DomainError("seats_kept", "These seats are kept for the players of the match before.")
        check_terms(match, terms)
        about_to_seat.send(Match, users=[user, *(one.user for one in seats if one.user)], asking=user)
        free[0].sit(user)
        free[0].terms, free[0].seen_at = match.terms, moment
        free[0].loadout = _choose_loadout(match, free[0].loadout, loadout)
        free[0].save()
        open_kept_seats(match)
        if not start_if_complete(match, seats, now):
            show_change(match)
    return match


def _change_loadout(match: Match, seat: Seat, loadout: Loadout | None) -> None:
    """Store what the player of a seat brings from now on; None, and a match that has started, change nothing."""
    if match.is_open and match.limits is not None and loadout is not None:
        match.loadouts.check(loadout, match.limits)
        update_row(seat, loadout=loadout)
        show_change(match)


def _choose_loadout(match: Match, left: Loadout | None, loadout: Loadout | None) -> Loadout | None:
    """Return what a new player brings: the player's choice, or what was `left` at the seat. Raises `DomainError`."""
    limits, loadouts = match.limits, match.loadouts
    if limits is None:
        return left
    if not loadouts.is_own(loadout):
        loadouts.check_supply(limits)
        loadouts.check(loadout, limits)
    # What the seat's former player owns is not inherited.
    inherited = None if loadouts.is_own(left) else left
    return loadouts.assign([loadout or inherited], limits)[0]


def start_if_complete(match: Match, seats: list[Seat], now: datetime | None = None) -> bool:
    """Start the match if nothing holds it up and all its players are there. Return True if it started."""
    if not match.is_open:
        return False
    moment = now or timezone.now()
    is_complete = not any(seat.is_free for seat in seats) and not list_holdups(match, seats)
    if is_complete:
        about_to_seat.send(Match, users=[seat.user for seat in seats if seat.user], asking=None)
    if _wait_for_absent(match, seats if is_complete else [], seats, moment) or not is_complete:
        return False
    start_match(match, seats, moment)
    return True


def _find_playing_elsewhere(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats whose users are in a match that began after they last asked for this one."""
    others = Seat.objects.filter(user__in=[seat.user_id for seat in seats if seat.user_id])
    running = others.filter(match__state=MatchState.RUNNING).values_list("user_id", "match__started_at")
    began = {(user, begun) for user, begun in running if begun is not None}
    return [
        seat
        for seat in seats
        if any(user == seat.user_id and (seat.seen_at is None or begun > seat.seen_at) for user, begun in began)
    ]


def _wait_for_absent(match: Match, complete: list[Seat], seats: list[Seat], now: datetime) -> bool:
    """Store which absent players a complete table waits for. Return True if there is one.

    A player who has begun another match counts as away until he says "ready": an open page of this table is no
    consent to play two matches at once.
    """
    connected = connected_users(match.room) if complete else set()
    elsewhere = _find_playing_elsewhere(complete)
    absent = [seat for seat in complete if seat in elsewhere or not is_here(seat, connected, now)]
    for seat in seats:
        since = (seat.waited_for_since or now) if seat in absent else None
        if since != seat.waited_for_since:
            update_row(seat, waited_for_since=since)
    return bool(absent)


def start_match(match: Match, seats: list[Seat], now: datetime, length: timedelta | None = None) -> None:
    """Set the game up and start the first clock. Called in the transaction that filled the last seat.

    `length` is how long the match may last, if not a whole number of minutes.
    """
    game = _start_game(match, _build_setup(match, seats))
    _begin(match, seats, game, [event.to_data() for event in game.events], now, length)


def start_laid_match(match: Match, seats: list[Seat], laid: Game, opening: list[EventData], now: datetime) -> None:
    """Start a match at the position of `laid`, after the events that led there, with new dice and shuffled piles."""
    about_to_seat.send(Match, users=[seat.user for seat in seats if seat.user], asking=match.host)
    _begin(match, seats, _start_game(match, laid.make_start()), opening, now)


def _start_game(match: Match, setup: Setup) -> Game:
    """Return the game of the match at its start. The setup gets a digest."""
    return match.kind.game.start(add_digest(setup), bytes(match.seed))


def _begin(
    match: Match,
    seats: list[Seat],
    game: Game,
    opening: list[EventData],
    now: datetime,
    length: timedelta | None = None,
) -> None:
    """Start the match with this game, and the first clock."""
    match.state = MatchState.RUNNING
    match.rules_version = match.kind.rules_version
    match.started_at = now
    match.deadline_at = now + (length or match.longest)
    match.setup = game.setup
    match.opening = opening
    match.state_data = game.to_data()
    for seat in seats:
        seat.clock = Clock(0, match.bank_s * 1000)
    locked = LockedMatch(match, seats, now, game)
    locked.set_clocks()
    match.bot_due_at = locked.bots_due_at()
    match.revision += 1
    match.save()
    Seat.objects.write_clocks(seats)
    match_started.send(Match, seats=seats)
    begin_presence(match, seats, now)
    transaction.on_commit(lambda: game_shelf.keep(match.public_id, match.version, game))
    publish_on_commit(match)


def _build_setup(match: Match, seats: list[Seat]) -> Setup:
    """Return the setup with what each seat brings. The seats keep of their loadouts what the setup does not have."""
    pieces = match.loadouts.read_pieces()
    contents = []
    chosen = [seat.loadout for seat in seats]
    for seat, (kept, content) in zip(seats, match.loadouts.bring(chosen, match.limits), strict=True):
        contents.append(content)
        if seat.loadout != kept:
            update_row(seat, loadout=kept)
    return match.kind.build_setup(match.mode, match.game_terms, contents, pieces)


def _assign_loadouts(rules: TableRules, of_host: Loadout | None) -> list[Loadout | None]:
    """Return the loadout of each seat, None if seats bring nothing or none is allowed. Raises ValueError."""
    if len(rules.loadouts) > rules.seats:
        raise ValueError(f"{len(rules.loadouts)} loadouts are too many for {rules.seats} seats")
    chosen = [*rules.loadouts, *[None] * (rules.seats - len(rules.loadouts))]
    chosen[rules.host_seat] = of_host or chosen[rules.host_seat]
    loadouts_of(rules.game).check_known(chosen)
    return loadouts_of(rules.game).assign(chosen, rules.limits)


def concede_match(public_id: str, user: User, *, version: int | None = None, now: datetime | None = None) -> Answer:
    """Concede for the user's seat; without a version, at any version. Raises as `play_move` does."""
    return play_move(public_id, user, Move(version, CONCEDE), now=now)


def is_kept_from(match: Match, user: User | None, now: datetime) -> bool:
    """Return True while the seats of a rematch are kept for others than the user; None stands for a bot."""
    if match.kept_until is None or match.kept_until <= now:
        return False
    return user is None or not Seat.objects.filter(match__rematch=match, user=user).exists()


def open_kept_seats(match: Match) -> None:
    """Open the seats of a rematch to everyone when each player has taken or declined his."""
    if match.kept_until is None:
        return
    seated = Seat.objects.filter(match=match, user__isnull=False).values_list("user_id", flat=True)
    players = Seat.objects.filter(match__rematch=match, user__isnull=False).values_list("user_id", flat=True)
    if not set(players) - {*seated, *match.declined, *match.turned_away}:
        update_row(match, kept_until=None)


def decline_kept_seat(match: Match, user: User) -> None:
    """Store that a player declines his seat at a rematch. The row of `match` is locked."""
    if match.kept_until is not None and user.pk not in match.declined:
        update_row(match, declined=[*match.declined, user.pk])
        open_kept_seats(match)


def show_at_match_before(rematch: Match) -> None:
    """After the commit, show the previous match's table what has changed at its rematch.

    Not in this transaction, because a request for a rematch locks the two rows in the other order.
    """
    key = rematch.pk

    def show() -> None:
        with transaction.atomic():
            before = Match.objects.select_for_update().filter(rematch=key).first()
            if before is not None:
                show_change(before)

    transaction.on_commit(show, robust=True)


def open_late_rematches(now: datetime | None = None) -> int:
    """Open the seats of rematches whose time is over, and return their number. May run twice."""
    moment, opened = now or timezone.now(), 0
    late = Match.objects.filter(state=MatchState.OPEN, kept_until__lte=moment).order_by("pk")
    for key in late.values_list("pk", flat=True):
        with transaction.atomic():
            match = Match.objects.select_for_update().filter(pk=key, kept_until__lte=moment).first()
            if match is not None:
                match.kept_until = None
                show_change(match, columns=["kept_until"])
                show_at_match_before(match)
                opened += 1
    return opened
