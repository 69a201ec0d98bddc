"""Models of a match: the match, its seats with their clocks, and every action applied.

Rows are the truth about the game and about time. Code that writes them goes through `locked_match` or `life`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.urls import reverse
from django.utils import timezone

from incursions.accounts.models import User
from incursions.accounts.own_rows import moves_with_guest
from incursions.accounts.privacy import Audience
from incursions.engine.events import EventData
from incursions.engine.standing import SteppedBack
from incursions.kit.ids import new_public_id
from incursions.kit.refusals import DomainError
from incursions.kit.writing import write_columns
from tournaments.live.rooms import Room, RoomFacts
from tournaments.matches.append_only import LONGEST_REASON
from tournaments.matches.clocks import BUCKET_MS, GRACE_MS, Absence, Clock, Lag, TurnRecord
from tournaments.matches.enums import MatchState
from tournaments.matches.fields import ClockColumns, ModeColumn, PlainJSONField, Sitting, TermsColumn, bot_column
from tournaments.matches.match_files.models import MatchFile  # noqa: F401 -- rows of this app, too
from tournaments.matches.spectators.models import HandShown  # noqa: F401 -- and these
from tournaments.matches.staff.models import StaffAct  # noqa: F401 -- and these
from tournaments.matches.taking_back.models import TakeBack


def no_such_match() -> DomainError:
    """Return the refusal of an address that leads to no match."""
    return DomainError("not_found", "There is no such match.")


DECIDED_IF_IDLE_FOR = timedelta(days=7)
"""A match without a clock in which nobody has moved for so long is decided where it stands."""
SHOWN_IF_IDLE_FOR = timedelta(hours=1)
"""A match without a clock in which nobody has moved for so long is listed for nobody but its players."""
LARGE_COLUMNS = ("setup", "state_data")
CLOCK_COLUMNS = (
    *("free_ms", "bank_ms", "since", "runs_out_at", "asked", "lag_bucket_ms", "owed_ms"),
    *("acted_turn", "lapsed_turn", "missed_turns", "came_at", "free_left", "passes_turn", "passes_since"),
    "window_pauses",
)
"""The columns of a seat that the transaction of a move writes."""


class MatchQuerySet(models.QuerySet["Match"]):
    """A queryset of matches."""

    def with_seats(self) -> MatchQuerySet:
        """Return the matches with their seats and the users in them."""
        return self.prefetch_related(models.Prefetch("seats", Seat.objects.select_related("user")))

    def find_or_refuse(self, public_id: str) -> Match:
        """Return the match of an address. Raises not_found."""
        match = self.filter(public_id=public_id).first()
        if match is None:
            raise no_such_match()
        return match

    def light(self) -> MatchQuerySet:
        """Return the matches without the two large columns, for lists and for callers that have the game in memory."""
        return self.defer(*LARGE_COLUMNS)

    def open_tables(self) -> MatchQuerySet:
        """Return the open public tables, the newest first."""
        kept_for_nobody = models.Q(kept_until=None) | models.Q(kept_until__lte=timezone.now())
        return self.listed().filter(kept_for_nobody, state=MatchState.OPEN).order_by("-created_at")

    def listed(self) -> MatchQuerySet:
        """Return the public matches."""
        return self.filter(is_private=False)

    def under_way(self, now: datetime) -> MatchQuerySet:
        """Return the running matches that somebody plays, the newest first: without a clock, moved within the hour."""
        return self.running().exclude(minutes=0, deadline_at__lt=now + DECIDED_IF_IDLE_FOR - SHOWN_IF_IDLE_FOR)

    def watched_by_all(self) -> MatchQuerySet:
        """Return the public matches that all their players let everybody watch."""
        keeping = Seat.objects.filter(match=models.OuterRef("pk"), user__isnull=False)
        return self.listed().exclude(models.Exists(keeping.exclude(user__watching_for=Audience.EVERYBODY)))

    def running(self) -> MatchQuerySet:
        """Return the running matches, the newest first."""
        return self.filter(state=MatchState.RUNNING).order_by("-started_at")

    def finished(self) -> MatchQuerySet:
        """Return the finished matches, the last ended first."""
        return self.filter(state=MatchState.OVER).order_by("-ended_at")

    def with_player(self, user: User) -> MatchQuerySet:
        """Return the matches in which the user has a seat."""
        return self.filter(pk__in=Seat.objects.filter(user=user).values("match"))


@moves_with_guest("host")
class Match(ModeColumn, TermsColumn, ClockColumns):
    """A timed match at one table."""

    ROOM_KIND = "match"

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    state = models.CharField(max_length=8, choices=MatchState, default=MatchState.OPEN)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted_matches")
    rematch = models.OneToOneField("self", models.SET_NULL, null=True, related_name="rematch_of")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    minutes = models.PositiveSmallIntegerField(default=45, help_text="How long it may last; 0: no clock runs")

    rated = models.BooleanField(default=False, help_text="Counts for the ratings of its players, who have accounts")
    is_private = models.BooleanField(default=False, help_text="Listed nowhere; a seat is taken by invitation")
    invitation = models.CharField(max_length=32, default="", blank=True, editable=False)
    asks_ready = models.BooleanField(default=False, help_text="Begins when everybody says so, not with the last seat")
    terms = models.PositiveSmallIntegerField(default=0, help_text="How often the settings were changed")
    kept_until = models.DateTimeField(
        null=True, help_text="Until when the seats of a rematch are kept for the players of the match before"
    )
    declined = PlainJSONField(default=list, help_text="Keys of the players who have declined this rematch")
    turned_away = PlainJSONField(default=list, help_text="Keys of the users whom the host has removed")

    deadline_at = models.DateTimeField(
        null=True, db_index=True, help_text="When it is decided where it stands; without a clock, if nobody moves"
    )
    bot_due_at = models.DateTimeField(null=True, db_index=True)
    paused_at = models.DateTimeField(null=True, help_text="Since when the staff have let it stand still")
    paused_for = models.CharField(
        max_length=LONGEST_REASON, blank=True, default="", help_text="Why, as players read it"
    )
    staff_acts = models.PositiveSmallIntegerField(default=0, help_text="So many acts of the staff there are")
    take_back = models.OneToOneField(
        TakeBack, models.SET_NULL, null=True, related_name="+", help_text="The request that is open"
    )
    given_back_ms = models.PositiveBigIntegerField(
        default=0, help_text="By so much the limit was set on for time in which the house did not run"
    )
    is_lesson = models.BooleanField(
        default=False, help_text="The rest of a voyage: it counts for nothing, and has no file"
    )
    keeps_secrets = models.BooleanField(
        default=False, help_text="Decks, dice and replay stay closed after its end, until its tournament opens them"
    )
    shows_hands = models.BooleanField(default=False, help_text="Some hand may be seen later by those who watch")
    watching = models.PositiveIntegerField(default=0, help_text="So many look on without a seat")

    version = models.PositiveIntegerField(default=0, help_text="The number of its newest move, which all are told of")
    last_action = models.PositiveIntegerField(
        default=0, help_text="The number of its newest action, private ones counted: for nobody to see"
    )
    revision = models.PositiveIntegerField(
        default=0, help_text="Rises with every change that viewers see, moves and all others: one picture each"
    )
    rules_version = models.PositiveSmallIntegerField(null=True, help_text="0: it cannot be replayed by any rules")
    commitment = models.CharField(max_length=64)
    seed = models.BinaryField(max_length=32)
    setup = PlainJSONField(null=True)
    state_data = PlainJSONField(null=True)
    opening = PlainJSONField(default=list)
    result = PlainJSONField(null=True)
    left = PlainJSONField(null=True, help_text="Hull and shields of each ship at the end, 0 for one that was out")

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["state", "-created_at"], name="match_by_state"),
            models.Index(fields=["-ended_at"], name="match_by_end"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state=MatchState.OPEN)
                | models.Q(started_at__isnull=False, deadline_at__isnull=False, rules_version__isnull=False),
                name="match_begun_has_clock",
                violation_error_message="A match that has begun has a clock.",
            ),
            models.CheckConstraint(
                condition=models.Q(state=MatchState.OVER, result__isnull=False, ended_at__isnull=False)
                | (~models.Q(state=MatchState.OVER) & models.Q(result__isnull=True, ended_at__isnull=True)),
                name="match_over_has_result",
                violation_error_message="A match has a result when it is over, and only then.",
            ),
            models.CheckConstraint(
                condition=models.Q(pace_s__gte=0, pace_s__lte=30),
                name="match_pace_at_most_30_s",
                violation_error_message="A bot waits at most 30 seconds.",
            ),
            models.UniqueConstraint(
                fields=["invitation"], condition=~models.Q(invitation=""), name="match_invitation_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_mode_display()} match {self.public_id}"

    def get_absolute_url(self) -> str:
        """Return the address of the table."""
        return reverse("tables:match", args=[self.public_id])

    @property
    def is_timed(self) -> bool:
        """True if the match has a limit, and its players' clocks run (rules 21.3, 21.9)."""
        return self.minutes > 0

    @property
    def longest(self) -> timedelta:
        """The time that the match may last, or stand still if no clock runs."""
        return timedelta(minutes=self.minutes) if self.is_timed else DECIDED_IF_IDLE_FOR

    @property
    def room(self) -> Room:
        """The room of the table."""
        return Room(self.ROOM_KIND, self.public_id)

    def room_facts(self, seats: Iterable[Seat]) -> RoomFacts:
        """Return the facts of the room with these seats."""
        players = {seat.user_id: seat.index for seat in seats if seat.user_id is not None}
        return RoomFacts(self.state, self.rated, players, self.host_id)

    def make_refusal(self, code: str, message: str, *, rule: str = "") -> DomainError:
        """Return a refusal at this version of the match."""
        return DomainError(code, message, rule=rule, version=self.version)

    @property
    def is_open(self) -> bool:
        """The flag that the match waits for players."""
        return self.state == MatchState.OPEN

    @property
    def is_running(self) -> bool:
        """The flag that the match is under way."""
        return self.state == MatchState.RUNNING

    @property
    def is_halted(self) -> bool:
        """The flag that the staff have paused the match: no clock runs, nothing is due, nobody moves."""
        return self.paused_at is not None

    @property
    def is_over(self) -> bool:
        """The flag that the match has a result."""
        return self.state == MatchState.OVER

    @property
    def is_replayable(self) -> bool:
        """The flag that the match was begun by the rules of today, so that it can be played again."""
        return self.rules_version == self.kind.rules_version

    @property
    def is_verifiable(self) -> bool:
        """The flag that it can be replayed and began at the start of the game, so that its file can be checked."""
        return self.is_replayable and not self.is_lesson

    @property
    def is_strict(self) -> bool:
        """The flag that it is rated in a strict mode: nobody takes back, and no hand is shown while it goes on."""
        return self.rated and self.mode_kind.is_strict

    @property
    def lies_open(self) -> bool:
        """The flag that everybody may see all of the match: it is over, and its tournament has opened decks (21.12)."""
        return self.is_over and not self.keeps_secrets

    @property
    def published_seed(self) -> str | None:
        """The seed in hexadecimal once everybody may know it, else None."""
        return bytes(self.seed).hex() if self.lies_open else None


OCCUPANT_COLUMNS = (
    *("is_ready", "seen_at", "waited_for_since", "stand_in", "away_since", "came_at", "grace_ms"),
    *(
        "lag_ms",
        "lag_bucket_ms",
        "owed_ms",
        "hears_take_backs",
        "passes_turn",
        "passes_since",
        "heeds_attacks",
    ),
    "window_pauses",
)
"""The columns of a seat that are about its occupant. A new occupant starts with their defaults."""


class SeatQuerySet(models.QuerySet["Seat"]):
    """A queryset of seats."""

    def write_clocks(self, seats: Iterable[Seat]) -> None:
        """Write the clock columns of these seats."""
        write_columns(self.model, seats, CLOCK_COLUMNS)


@moves_with_guest("user", once="match")
class Seat(Sitting, models.Model):
    """A seat at a table: its occupant, loadout, clock and record of turns."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seats")
    bot = bot_column()
    stand_in = bot_column(help_text="Plays while the player is away")
    loadout = PlainJSONField(null=True, help_text="What it brings, as the game's loadouts write it")

    terms = models.PositiveSmallIntegerField(
        default=0, help_text="The terms of the table that whoever sits here has agreed to"
    )
    is_ready = models.BooleanField(default=False, help_text="Says that the match may begin, where the table asks")
    seen_at = models.DateTimeField(null=True, help_text="When its player last did something at the open table")
    waited_for_since = models.DateTimeField(
        null=True, db_index=True, help_text="Since when its player alone, away, keeps the match from starting"
    )

    free_ms = models.PositiveIntegerField(default=0)
    bank_ms = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(null=True)
    runs_out_at = models.DateTimeField(null=True, db_index=True)
    asked = models.PositiveIntegerField(default=0)

    lag_ms = models.PositiveIntegerField(default=0, help_text="Of the player's line, as we measured it")
    lag_bucket_ms = models.PositiveIntegerField(default=BUCKET_MS, help_text="What may still be given back for it")
    owed_ms = models.PositiveIntegerField(
        default=0, help_text="What is given back for the stages of a line when the line is whole"
    )

    away_since = models.DateTimeField(
        null=True, help_text="When the player's last socket was closed; empty while one is open, or none ever was"
    )
    came_at = models.DateTimeField(null=True, help_text="When its player was first here since the match began")
    grace_ms = models.PositiveIntegerField(default=GRACE_MS, help_text="What is left of it for the match")

    hears_take_backs = models.BooleanField(default=True, help_text="Is asked when others want to take back")

    passes_turn = models.PositiveIntegerField(null=True, help_text="In this turn of the match its windows are passed")
    passes_since = models.PositiveIntegerField(
        null=True, help_text="How many actions the match had when that was chosen"
    )
    window_pauses = PlainJSONField(default=list, help_text="How long its player took for windows lately, in ms")
    heeds_attacks = models.BooleanField(default=True, help_text="Is asked all the same when something aims at it")

    free_left = PlainJSONField(
        default=dict, help_text="By number of a question that was taken back: what is left of its free seconds, in ms"
    )

    acted_turn = models.PositiveIntegerField(null=True)
    lapsed_turn = models.PositiveIntegerField(null=True)
    missed_turns = models.PositiveSmallIntegerField(default=0)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["match", "index"]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="seat_index_once"),
            models.UniqueConstraint(
                fields=["match", "user"],
                condition=models.Q(user__isnull=False),
                name="seat_of_user_once",
                violation_error_message="A player has one seat at a table.",
            ),
            models.CheckConstraint(
                condition=models.Q(bot="") | models.Q(user__isnull=True),
                name="seat_of_person_or_bot",
                violation_error_message="A seat is a person's or a bot's.",
            ),
            models.CheckConstraint(
                condition=models.Q(bot="") | models.Q(away_since__isnull=True),
                name="seat_of_bot_never_away",
                violation_error_message="A bot is never away.",
            ),
            models.CheckConstraint(
                condition=models.Q(since__isnull=True, runs_out_at__isnull=True)
                | models.Q(since__isnull=False, runs_out_at__isnull=False),
                name="seat_clock_whole",
                violation_error_message="A clock that runs runs out.",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of {self.match_id}"

    def sit(self, user: User | None) -> None:
        """Seat the user, or nobody. Columns about an earlier occupant are reset."""
        self.user, self.bot = user, ""
        fresh = Seat()
        for name in OCCUPANT_COLUMNS:
            setattr(self, name, getattr(fresh, name))

    @property
    def played_by(self) -> str:
        """The bot that answers here, for good or while the player is away; "" if a person does."""
        return self.bot or self.stand_in

    @property
    def is_free(self) -> bool:
        """The flag that nobody sits here yet, at an open table."""
        return not self.bot and self.user_id is None

    @property
    def clock(self) -> Clock:
        """The seat's clock."""
        return Clock(self.free_ms, self.bank_ms, self.since)

    @clock.setter
    def clock(self, clock: Clock) -> None:
        self.free_ms, self.bank_ms, self.since = clock.free_ms, clock.bank_ms, clock.since
        self.runs_out_at = clock.runs_out_at

    @property
    def lag(self) -> Lag:
        """The latency of the player's connection, and what is given back for it."""
        return Lag(self.lag_ms, self.lag_bucket_ms)

    @property
    def absence(self) -> Absence | None:
        """The player's absence from the table, or None."""
        return None if self.away_since is None else Absence(self.away_since, self.grace_ms)

    @property
    def turns(self) -> TurnRecord:
        """The record of the seat's own turns."""
        return TurnRecord(self.acted_turn, self.lapsed_turn, self.missed_turns)

    @turns.setter
    def turns(self, turns: TurnRecord) -> None:
        self.acted_turn, self.lapsed_turn, self.missed_turns = turns.acted, turns.lapsed, turns.missed


def seat_of(seats: Iterable[Seat], user: User | AnonymousUser | None) -> Seat | None:
    """Return the seat that the user has among these, or None."""
    return next((seat for seat in seats if seat.is_of(user)), None)


REASON_LENGTH = 200


class Action(models.Model):
    """An applied action, with the dice it threw and the events it caused. Rows are only ever added.

    `reason` is a bot's own, in a player's words. It may tell of hidden cards: pages show it according to
    `MatchPage.sees_reasons`, and no export contains it.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="actions")
    number = models.PositiveIntegerField()
    move = models.PositiveIntegerField(
        default=0, help_text="Its number among the moves that all are told of; 0 of a private action"
    )
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.CharField(max_length=200)
    dice = PlainJSONField(default=list)
    events = PlainJSONField(default=list)
    key = models.CharField(max_length=64, blank=True, default="")
    sent = models.CharField(
        max_length=200, blank=True, default="", help_text="The text under the key, where the line says it otherwise"
    )
    lapsed = models.BooleanField(default=False)
    question = models.PositiveIntegerField(null=True, help_text="The number of the question that its seat was asked")
    free_left_ms = models.PositiveIntegerField(null=True, help_text="What its seat had left of the free seconds")
    own_turn = models.PositiveIntegerField(null=True, help_text="In which of its own turns it acted, if in one")
    back_to = models.PositiveIntegerField(null=True, help_text="Of a step back, the move after which the table stands")
    reason = models.CharField(max_length=REASON_LENGTH, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        ordering = ["match", "number"]
        indexes = [models.Index(fields=["match", "move"], name="action_by_move")]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="action_number_once"),
            models.UniqueConstraint(
                fields=["match", "seat", "key"], condition=~models.Q(key=""), name="action_key_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {'the house' if self.seat is None else f'seat {self.seat}'}: {self.text}"

    @property
    def told_events(self) -> list[EventData]:
        """The events with the numbers of moves; in `events`, as in a match's file, a step back counts actions."""
        events: list[EventData] = self.events
        if self.back_to is None:
            return events
        return [
            {**event, "facts": {**event["facts"], "to": self.back_to}} if event["kind"] == SteppedBack.kind else event
            for event in events
        ]
