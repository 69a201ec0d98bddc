"""Models of tournaments, of series of them, and of webhooks.

Writes to tournaments go through `LockedTournament`, which logs them. Random draws derive from the seed of the
tournament, each for its own purpose.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import fields
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import blake2b
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import models

from incursions.accounts.models import User
from incursions.accounts.own_rows import exported_as
from incursions.engine import SEED_BYTES, commitment
from incursions.games.contract import ModeKind
from incursions.kit.addresses import address
from incursions.kit.ids import new_public_id
from tournaments.events.enums import (
    ACTIVE,
    COMING,
    HAVE_BEGUN,
    HAVE_GONE,
    PLACED,
    WITHOUT_TABLE,
    DecksOpen,
    DeliveryState,
    Did,
    EntryState,
    Kind,
    MessageForm,
    PenaltyKind,
    Role,
    RoundState,
    SitOutKind,
    Source,
    TournamentState,
)
from tournaments.events.formats import FORMATS, PairingFormat, PhasePlan, format_choices
from tournaments.live.rooms import Room
from tournaments.matches.append_only import LONGEST_REASON, AppendOnly
from tournaments.matches.fields import ClockColumns, GameName, PlainJSONField, Sitting, TermsColumn, bot_column


class Purpose(StrEnum):
    """The purpose of a random draw."""

    LOTS = "lots"
    PAIRING = "pairing"


def derive_seed(seed: bytes, purpose: Purpose, *of: int) -> str:
    """Return a seed for one purpose and these numbers, in hexadecimal: BLAKE2b keyed with the tournament's seed.

    Anybody can recompute it once the tournament's seed is published.
    """
    words = " ".join([purpose, *map(str, of)])
    return blake2b(words.encode(), key=seed, digest_size=16).hexdigest()


LONGEST_NAME = 80
LONGEST_DESCRIPTION = 4000


def new_seed() -> bytes:
    """Return a random seed for the pairings, pools and lots of a tournament."""
    return secrets.token_bytes(SEED_BYTES)


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Reads of tournaments."""

    def listed(self) -> TournamentQuerySet:
        """Return the tournaments that everybody may find in lists."""
        return self.filter(is_listed=True).exclude(state=TournamentState.DRAFT)

    def active(self) -> TournamentQuerySet:
        """Return the tournaments that are announced and not over."""
        return self.filter(state__in=ACTIVE)

    def of_user(self, user: User) -> TournamentQuerySet:
        """Return the tournaments that the user has entered or is staff of, drafts included."""
        entered = Entry.objects.filter(tournament=models.OuterRef("pk"), user=user).exclude(state=EntryState.WITHDRAWN)
        appointed = Appointment.objects.filter(tournament=models.OuterRef("pk"), user=user)
        mine = self.filter(models.Exists(entered) | models.Exists(appointed))
        return mine.exclude(models.Q(state=TournamentState.DRAFT) & ~models.Exists(appointed))


class Tournament(GameName, TermsColumn, ClockColumns):
    """A tournament: its settings, its state and its deadlines.

    Lengths are in seconds. `version` counts the lines of its log, `due_at` says when the clock has to look at it.
    """

    ROOM_KIND = "tournament"

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=LONGEST_NAME)
    description = models.TextField(max_length=LONGEST_DESCRIPTION, blank=True, default="")
    state = models.CharField(max_length=10, choices=TournamentState, default=TournamentState.DRAFT)
    created_at = models.DateTimeField(auto_now_add=True)
    starts_at = models.DateTimeField(null=True, help_text="Empty: when the organizer starts it")
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    is_listed = models.BooleanField(default=True)

    mode = models.CharField(max_length=10, blank=True, default="", help_text="Of its matches; empty: the usual one")
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.CONSTRUCTED)
    is_table_top = models.BooleanField(default=False, help_text="Played on tables; players report results")
    rated = models.BooleanField(default=False)
    decks_open = models.CharField(max_length=8, choices=DecksOpen, default=DecksOpen.END)
    capacity = models.PositiveSmallIntegerField(null=True, help_text="Places; whoever comes later waits")
    late_rounds = models.PositiveSmallIntegerField(default=0, help_text="So many rounds players may still enter")
    is_automatic = models.BooleanField(default=True, help_text="Pairs and publishes the next round by itself")

    match_s = models.PositiveIntegerField(default=45 * 60)
    check_in_s = models.PositiveIntegerField(default=30 * 60, help_text="Before the start; 0 for none")
    build_s = models.PositiveIntegerField(default=30 * 60, help_text="To build a deck from a pool")
    no_show_s = models.PositiveIntegerField(default=5 * 60, help_text="Who is not there by then has lost the round")
    delay_s = models.PositiveIntegerField(default=60, help_text="From pairings published to the round's start")
    break_s = models.PositiveIntegerField(default=0, help_text="From a round's end to the next pairings")

    win_points = models.PositiveSmallIntegerField(default=3)
    draw_points = models.PositiveSmallIntegerField(default=1)
    loss_points = models.PositiveSmallIntegerField(default=0)
    bye_points = models.PositiveSmallIntegerField(default=3)
    tie_breaks = PlainJSONField(default=list, help_text="What players are compared by, in order")
    floor_percent = models.PositiveSmallIntegerField(default=33)

    seed = models.BinaryField(max_length=SEED_BYTES, default=new_seed, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    version = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(null=True, db_index=True)
    check_in_opened = models.BooleanField(default=False)
    builds_until = models.DateTimeField(null=True)
    next_round_at = models.DateTimeField(null=True, help_text="When the break is over")
    paused_at = models.DateTimeField(null=True)
    paused_for = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    catalogue = models.CharField(max_length=32, blank=True, default="", help_text="By which decks were judged last")

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["state", "starts_at"], name="tournament_by_state")]

    def __str__(self) -> str:
        return self.name

    @property
    def room(self) -> Room:
        """The room of those who look at its pages."""
        return Room(self.ROOM_KIND, self.public_id)

    def save(self, *args: object, **named: object) -> None:
        """Save the row; a new one gets the commitment to its seed."""
        if not self.commitment:
            self.commitment = commitment(bytes(self.seed))
        super().save(*args, **named)  # type: ignore[arg-type]

    def get_absolute_url(self) -> str:
        """Return the address of the public page."""
        return address("events:tournament", self.public_id)

    @property
    def mode_kind(self) -> ModeKind:
        """The mode that its matches are played in."""
        return self.game_kind.tournament_kinds.get(self.mode, self.game_kind.tournament_kind)

    @property
    def has_sides(self) -> bool:
        """Return True if the seats of its tables play different sides, which are dealt by lot."""
        return bool(self.mode_kind.list_sides(self.mode_kind.fewest_seats))

    @property
    def takes_loadouts(self) -> bool:
        """Return True if players bring what they play: not at a sealed event, nor in a game without loadouts."""
        return not self.is_sealed and self.mode_kind.loadout is not None

    @property
    def loadout_noun(self) -> str:
        """The noun for what players bring or build; "" if they bring nothing."""
        return "" if self.mode_kind.loadout is None else self.mode_kind.loadout.name

    @property
    def kind_words(self) -> str:
        """The event in a few words: the origin of its decks where there are several, else its game and mode."""
        if self.loadouts.sealed is not None:
            return self.get_kind_display()
        return f"{self.game_kind.title}: {self.mode_kind.title}"

    @property
    def is_sealed(self) -> bool:
        """Return True if decks are built from what each player opens (rules 22)."""
        return self.kind == Kind.SEALED

    @property
    def is_active(self) -> bool:
        """Return True if it is announced and not yet over."""
        return self.state in ACTIVE

    @property
    def is_running(self) -> bool:
        """Return True if its rounds are played."""
        return self.state == TournamentState.RUNNING

    @property
    def is_over(self) -> bool:
        """Return True if it is decided."""
        return self.state == TournamentState.OVER

    @property
    def are_decks_open(self) -> bool:
        """Return True if everybody may see decks, dice and replays."""
        return self.is_over or (self.is_running and self.decks_open == DecksOpen.START)

    @property
    def check_in_opens_at(self) -> datetime | None:
        """The moment check-in opens; None without check-in or without a start time."""
        if self.starts_at is None or not self.check_in_s:
            return None
        return self.starts_at - timedelta(seconds=self.check_in_s)

    def player_names(self) -> dict[int, str]:
        """Return the names of all players, by number. One query."""
        return {entry.number: entry.name for entry in self.entries.select_related("user")}

    def find_round(self, number: int | None = None) -> Round | None:
        """Return the round of that number, or the last one, ignoring undone rounds. With its phase, in one query."""
        held = self.rounds.exclude(state=RoundState.UNDONE).select_related("phase")
        return held.order_by("-number").first() if number is None else held.filter(number=number).first()

    @property
    def published_seed(self) -> str | None:
        """The seed in hexadecimal once the tournament is over, so that anybody can check the draws; None before."""
        return bytes(self.seed).hex() if self.is_over else None

    @property
    def lots(self) -> str:
        """The seed of the lots that break the last ties."""
        return derive_seed(bytes(self.seed), Purpose.LOTS)


class Detail(models.Model):
    """A row that has no name: people see its columns."""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"


class Phase(models.Model):
    """A part of a tournament with one format. `seeds`: the players who advanced to it, best first."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="phases")
    number = models.PositiveSmallIntegerField()
    format = models.CharField(max_length=20, choices=format_choices)
    rounds = models.PositiveSmallIntegerField(default=0, help_text="0: as many as the field needs")
    cut_to = models.PositiveSmallIntegerField(default=0, help_text="So many advance to it; 0: everybody")
    seats = models.PositiveSmallIntegerField(default=2, help_text="At a table of pods")
    match_s = models.PositiveIntegerField(default=0, help_text="0: as all others")
    third_place = models.BooleanField(default=False)
    is_double = models.BooleanField(default=False, help_text="A round robin that is played twice")
    seeds = PlainJSONField(default=list, help_text="Numbers of the players when it began")
    has_begun = models.BooleanField(default=False)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="phase_number_once")]

    def __str__(self) -> str:
        return f"{self.get_format_display()}"

    @property
    def plan(self) -> PhasePlan:
        """The settings of the phase."""
        return PhasePlan(**{one.name: getattr(self, one.name) for one in fields(PhasePlan)})

    @property
    def rules(self) -> PairingFormat:
        """The rules of the phase's format."""
        return FORMATS[self.format]

    @property
    def is_elimination(self) -> bool:
        """Return True if players are out when they lose, and points do not count."""
        return self.rules.is_elimination


@exported_as("staff_of", "user", "tournament__public_id", "role")
class Appointment(models.Model):
    """A staff member of a tournament."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="appointments")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="appointments")
    role = models.CharField(max_length=12, choices=Role)

    class Meta:
        ordering = ["tournament", "pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="appointment_once")]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}"


def _takes_part() -> models.Q:
    """Return the condition for entries that take part. `history.takes_part` says the same of one player."""
    same = Entry.objects.filter(pk=models.OuterRef("pk"))
    at_table = same.filter(places__table__round__state__in=HAVE_BEGUN)
    without = same.filter(sit_outs__round__state__in=HAVE_BEGUN, sit_outs__kind__in=WITHOUT_TABLE)
    has_played = models.Q(models.Exists(at_table)) | models.Q(models.Exists(without))
    return models.Q(state=EntryState.PLAYING) | (models.Q(state__in=HAVE_GONE) & has_played)


class EntryQuerySet(models.QuerySet["Entry"]):
    """Reads of entries."""

    def playing(self) -> EntryQuerySet:
        """Return the entries that are paired."""
        return self.filter(state=EntryState.PLAYING)

    def in_standings(self) -> EntryQuerySet:
        """Return the entries in the standings: players, and those who left after a round with a table or a bye."""
        return self.filter(_takes_part())

    def with_part(self) -> EntryQuerySet:
        """Annotate each entry with `takes_part`: it is in the standings."""
        return self.annotate(takes_part=models.ExpressionWrapper(_takes_part(), models.BooleanField()))

    def in_place(self) -> EntryQuerySet:
        """Return the entries that hold a place before the start or have taken part."""
        return self.filter(models.Q(state__in=PLACED) | _takes_part())


@exported_as(
    "tournaments",
    "user",
    "tournament__public_id",
    "number",
    "called",
    "state",
    "entered_at",
    "no_shows",
    "reason",
    "loadout",
    "pool",
    game="tournament__game",
)
class Entry(Sitting, models.Model):
    """A player in a tournament: a user, a bot, or a name at a table-top event. Pairing identifies it by `number`."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="entries")
    bot = bot_column()
    called = models.CharField(max_length=LONGEST_NAME, help_text="The name when the player entered")
    name_skeleton = models.TextField(default="", help_text="The same for all names that look like it")
    has_namesake = models.BooleanField(default=False, help_text="Another player's name looks the same")
    state = models.CharField(max_length=12, choices=EntryState, default=EntryState.REGISTERED)
    entered_at = models.DateTimeField()
    is_here = models.BooleanField(default=False, help_text="Says so, while still waiting for a place")
    no_shows = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="", help_text="Of the state, if any")

    loadout = PlainJSONField(null=True, help_text="As it was submitted: later changes do not reach it")
    deck_at = models.DateTimeField(null=True)
    deck_problem = models.CharField(max_length=300, blank=True, default="", help_text="What the newest catalogue says")
    pool = PlainJSONField(null=True, help_text="What the player opened (rules 22)")
    built_at = models.DateTimeField(null=True, help_text="When the deck from the pool was registered")
    deck_checked_by = models.CharField(max_length=150, blank=True, default="", help_text="Who looked it through")

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name_plural = "entries"
        indexes = [
            models.Index(fields=["user", "state"], name="entry_by_user"),
            models.Index(fields=["tournament", "name_skeleton"], name="entry_by_skeleton"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "user"],
                condition=models.Q(user__isnull=False),
                name="entry_of_user_once",
                violation_error_message="A player enters a tournament once.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self._given_name} ({self.number})"

    @property
    def name(self) -> str:
        """The public name, with the number if another player's name looks the same."""
        return str(self) if self.has_namesake else self._given_name

    @property
    def _given_name(self) -> str:
        """The user's name; for bots and deleted users, the name given on entering."""
        return self.called if self.user is None else str(self.user)

    @property
    def is_in(self) -> bool:
        """Return True if the player has a place or plays."""
        return self.state in COMING

    @property
    def has_deck(self) -> bool:
        """Return True if something to play with was submitted."""
        return self.loadout is not None

    @property
    def own_content(self) -> Any:
        """The copy of the player's own that was submitted, as plain data; None for any other loadout."""
        return self.tournament.loadouts.find_own(self.loadout)

    @property
    def loadout_columns(self) -> dict[str, Any]:
        """The submitted loadout, as the fields of a file."""
        return self.tournament.loadouts.to_columns(self.loadout)


class Round(Detail):
    """A round of a tournament. An undone round is kept and counts for nothing.

    `number` counts the rounds of the tournament that were not undone, `in_phase` those of its phase.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    phase = models.ForeignKey(Phase, models.CASCADE, related_name="played")
    number = models.PositiveSmallIntegerField()
    in_phase = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=RoundState, default=RoundState.DRAFT)
    pairing_seed = models.CharField(max_length=64)
    warnings = PlainJSONField(default=list)
    paired_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    starts_at = models.DateTimeField(null=True)
    began_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True, help_text="When its matches have had their time, extensions apart")
    ended_at = models.DateTimeField(null=True)
    tables_mailed_at = models.DateTimeField(null=True, help_text="When players who want it were told their tables")
    results_mailed_at = models.DateTimeField(null=True, help_text="And when their results")

    class Meta:
        ordering = ["tournament", "number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                condition=~models.Q(state=RoundState.UNDONE),
                name="round_number_once",
            )
        ]

    @property
    def log_data(self) -> dict[str, object]:
        """The round as log lines name it: after it is undone another gets its number, but not its key."""
        return {"round": self.number, "key": self.pk}


class TableQuerySet(models.QuerySet["Table"]):
    """Reads of tables."""

    def with_places(self) -> TableQuerySet:
        """Prefetch the places with their players in the order of seats. One query more."""
        return self.prefetch_related(seated_places())


class Table(Detail):
    """A table of a round, with its match."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    match = models.OneToOneField("matches.Match", models.SET_NULL, null=True, related_name="table")
    why = models.CharField(max_length=300, blank=True, default="", help_text="Why these players meet")
    bracket_match = models.PositiveSmallIntegerField(null=True, help_text="Its number in the bracket")
    is_featured = models.BooleanField(default=False)
    extension_s = models.PositiveIntegerField(default=0)
    is_disputed = models.BooleanField(default=False, help_text="Its players have reported different results")
    opened_at = models.DateTimeField(null=True)
    no_show_at = models.DateTimeField(null=True, db_index=True, help_text="When whoever is not there has lost")
    source = models.CharField(max_length=8, choices=Source, default=Source.NONE, blank=True)
    result_at = models.DateTimeField(null=True)
    ending = models.CharField(max_length=300, blank=True, default="", help_text="How it was decided, in words")

    objects = TableQuerySet.as_manager()

    class Meta:
        ordering = ["round", "number"]
        indexes = [models.Index(fields=["round"], condition=models.Q(source=""), name="table_undecided")]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="table_number_once")]

    @property
    def is_decided(self) -> bool:
        """Return True if it has a result."""
        return self.source != Source.NONE

    @property
    def log_data(self) -> dict[str, object]:
        """The table as log lines name it."""
        return self.round.log_data | {"table": self.number}

    def list_places(self) -> list[Place]:
        """Return the places with their players in the order of seats. One query."""
        return list(self.places.select_related("entry__user").order_by("index"))


class Place(Detail):
    """A player at a table, in seat order. `place` and `left` are the result, `is_no_show` an absence."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="places")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="places")
    index = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True, help_text="1 is the first; equal places are shared")
    left = models.PositiveSmallIntegerField(default=0, help_text="Hull and shields at the end")
    is_no_show = models.BooleanField(default=False)

    class Meta:
        ordering = ["table", "index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="place_index_once"),
            models.UniqueConstraint(fields=["table", "entry"], name="place_of_entry_once"),
        ]

    def outcome_among(self, seated: Iterable[Place]) -> str:
        """Return the outcome of the decided table for the player, in a word, from the places of all at the table."""
        if self.place != 1:
            return "lost"
        return "drew" if sum(other.place == 1 for other in seated) > 1 else "won"


def seated_places() -> models.Prefetch[Any]:
    """Return the prefetch of the places of tables with their players, in the order of seats."""
    return models.Prefetch("places", Place.objects.select_related("entry__user").order_by("index"))


class Claim(Detail):
    """A player's claim of the result at a table-top event: places, and hull and shields left, in seat order."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="claims")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="claims")
    places = PlainJSONField()
    left = PlainJSONField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["table", "at"]
        constraints = [models.UniqueConstraint(fields=["table", "entry"], name="claim_once")]


class SitOut(Detail):
    """A player without a table in a round, with the reason."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="sit_outs")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="sit_outs")
    kind = models.CharField(max_length=8, choices=SitOutKind)
    why = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        ordering = ["round", "entry"]
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="sit_out_once")]


@exported_as("penalties_given", "by", "entry__tournament__public_id", "entry__number", "kind", "reason", "at")
@exported_as("penalties", "entry__user", "entry__tournament__public_id", "round_number", "kind", "reason", "at")
class Penalty(AppendOnly):
    """A penalty that a judge gave a player, with the reason."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="penalties")
    round_number = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=16, choices=PenaltyKind)
    reason = models.CharField(max_length=LONGEST_REASON)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        verbose_name_plural = "penalties"


@exported_as("acts_as_organizer", "by", "tournament__public_id", "number", "role", "words", "reason", "at")
class LogLine(AppendOnly):
    """A log line: a change of a tournament, with its author and the data before and after.

    A replay of the log gives the same standings.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="log")
    number = models.PositiveIntegerField(help_text="Among those of the tournament, from 1")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=150, help_text="As the person was called then; empty for the server itself")
    role = models.CharField(max_length=12, blank=True, default="")
    did = models.CharField(max_length=12, choices=Did)
    words = models.CharField(max_length=300, help_text="What was done, as staff read it")
    before = PlainJSONField(null=True)
    after = PlainJSONField(null=True)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="log_line_number_once")]


class PoolStock(models.Model):
    """The stock that a tournament's pools were drawn from, stored so that later catalogue changes do not alter them."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="stock")
    data = PlainJSONField(help_text="As the game's sealed play writes it")
    catalogue = models.CharField(max_length=32, help_text="The version that the titles were taken from")

    def __str__(self) -> str:
        return f"What the pools of {self.tournament_id} were drawn from"


class PoolBuild(models.Model):
    """A player's unfinished deck from a pool, saved at every change, with steps for undo.

    `number` rises with each change, so that an old page cannot overwrite a newer one. `packs_opened` counts the starter
    pack and the boosters that the player has opened.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="build")
    content = PlainJSONField()
    number = models.PositiveIntegerField(default=1)
    place = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField()
    packs_opened = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"What {self.entry_id} builds"


class BuildStep(models.Model):
    """A build as it was after a change, for undo and redo."""

    build = models.ForeignKey(PoolBuild, models.CASCADE, related_name="steps")
    place = models.PositiveIntegerField()
    content = PlainJSONField()

    class Meta:
        ordering = ["build", "place"]
        constraints = [models.UniqueConstraint(fields=["build", "place"], name="build_step_once")]

    def __str__(self) -> str:
        return f"step {self.place} of {self.build_id}"


LONGEST_ADDRESS, LONGEST_SECRET, LONGEST_ANSWER = 500, 200, 300


class Webhook(Detail):
    """An address that receives messages about a tournament."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="webhooks")
    number = models.PositiveIntegerField(help_text="Among those of the tournament, from 1")
    address = models.CharField(max_length=LONGEST_ADDRESS)
    secret = models.CharField(max_length=LONGEST_SECRET, help_text="By which messages are signed")
    form = models.CharField(max_length=8, choices=MessageForm, default=MessageForm.PLAIN)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="webhook_number_once")]


class Delivery(Detail):
    """A message, stored with the change that it reports, and sent until it is accepted or given up."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    key = models.UUIDField(default=uuid4, unique=True, help_text="The same each time it is sent")
    event = models.CharField(max_length=20)
    body = PlainJSONField()
    at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=DeliveryState, default=DeliveryState.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, db_index=True)
    tried_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True, help_text="Of the last answer; empty where there was none")
    answer = models.CharField(
        max_length=LONGEST_ANSWER, blank=True, default="", help_text="Its first words, or why none"
    )

    class Meta:
        ordering = ["webhook", "-pk"]
        verbose_name_plural = "deliveries"


MOST_BEST = 52


@exported_as("series", "owner", "public_id", "name", "created_at")
class Series(models.Model):
    """A series of tournaments. `best`: the number of each player's results that count; 0 for all."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=LONGEST_NAME)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="series")
    best = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    tournaments = models.ManyToManyField("events.Tournament", related_name="series", blank=True)

    class Meta:
        ordering = ["-created_at"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the page of the series."""
        return address("series:series", self.public_id)
