"""A tournament, the phases it is played in, and who runs it."""

from __future__ import annotations

import secrets
from dataclasses import fields
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models

from incursions.addresses import address
from incursions.rules import commitment
from tournaments.deck_formats import HEX_POINTS, HEX_TOLERANCE, format_of
from tournaments.enums import Mode
from tournaments.fields import ClockColumns, PlainJSONField
from tournaments.organizing.enums import (
    ACTIVE,
    DecksOpen,
    Kind,
    Role,
    TournamentState,
)
from tournaments.organizing.secrets import SEED_BYTES, Purpose, derived
from tournaments.pairing.formats import FORMATS, PairingFormat, PhasePlan, format_choices
from tournaments.public_ids import new_public_id
from tournaments.reasons import LONGEST_REASON

if TYPE_CHECKING:
    from incursions.rules.construction import Format as DeckFormat

LONGEST_NAME = 80
LONGEST_DESCRIPTION = 4000


def new_seed() -> bytes:
    """What decides pairings, pools and lots of a tournament."""
    return secrets.token_bytes(SEED_BYTES)


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Reads of tournaments."""

    def listed(self) -> TournamentQuerySet:
        """Those that whoever comes may find."""
        return self.filter(is_listed=True).exclude(state=TournamentState.DRAFT)

    def active(self) -> TournamentQuerySet:
        """Those in which something may fall due."""
        return self.filter(state__in=ACTIVE)


class Tournament(ClockColumns):
    """An event: what was announced, where it stands, and what falls due next.

    Lengths are in seconds. `version` counts the lines of its log, `due_at` says when the clock has to look at it.
    """

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=LONGEST_NAME)
    description = models.TextField(max_length=LONGEST_DESCRIPTION, blank=True, default="")
    state = models.CharField(max_length=10, choices=TournamentState, default=TournamentState.DRAFT)
    created_at = models.DateTimeField(auto_now_add=True)
    starts_at = models.DateTimeField(null=True, help_text="Empty: when the organizer starts it")
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    is_listed = models.BooleanField(default=True)

    kind = models.CharField(max_length=12, choices=Kind, default=Kind.CONSTRUCTED)
    hex_points = models.PositiveSmallIntegerField(default=HEX_POINTS, help_text="What a hexpile is worth (4.1, 21.2)")
    hex_tolerance = models.PositiveSmallIntegerField(default=HEX_TOLERANCE)
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

    def save(self, *args: object, **named: object) -> None:
        """Write the row; a new one promises its seed."""
        if not self.commitment:
            self.commitment = commitment(bytes(self.seed))
        super().save(*args, **named)  # type: ignore[arg-type]

    def get_absolute_url(self) -> str:
        """The public page."""
        return address("events:tournament", self.public_id)

    @property
    def format(self) -> DeckFormat:
        """What decks are held to (rules 3, 4.1, 21.2)."""
        found = format_of(Mode.TOURNAMENT, self.hex_points, self.hex_tolerance)
        assert found is not None, "tournaments are not played in Basic"
        return found

    @property
    def is_sealed(self) -> bool:
        """Whether decks are built from what each player opens (rules 22)."""
        return self.kind == Kind.SEALED

    @property
    def is_active(self) -> bool:
        """Whether it is announced and not yet over."""
        return self.state in ACTIVE

    @property
    def is_running(self) -> bool:
        """Whether its rounds are played."""
        return self.state == TournamentState.RUNNING

    @property
    def is_over(self) -> bool:
        """Whether it is decided."""
        return self.state == TournamentState.OVER

    @property
    def are_decks_open(self) -> bool:
        """Whether everybody may see decks, dice and replays."""
        if self.decks_open == DecksOpen.START and self.is_running:
            return True
        return self.is_over

    @property
    def check_in_opens_at(self) -> datetime | None:
        """When players can say that they are there; None where nobody is asked, or the start is not set."""
        if self.starts_at is None or not self.check_in_s:
            return None
        return self.starts_at - timedelta(seconds=self.check_in_s)

    @property
    def published_seed(self) -> str | None:
        """The seed in hexadecimal when the tournament is over: then everybody can work out what was drawn."""
        return bytes(self.seed).hex() if self.is_over else None

    @property
    def lots(self) -> str:
        """The seed of the lots that break the last ties."""
        return derived(bytes(self.seed), Purpose.LOTS)


class Phase(models.Model):
    """A part of a tournament with one format: who advanced to it, as seeds, the best first."""

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


class Appointment(models.Model):
    """Somebody of the staff of a tournament."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="appointments")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="appointments")
    role = models.CharField(max_length=12, choices=Role)

    class Meta:
        ordering = ["tournament", "pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="appointment_once")]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}"
