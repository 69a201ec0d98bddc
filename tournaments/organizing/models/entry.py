"""Who plays: users, bots, and names at table-top events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models

from tournaments.enums import Bot
from tournaments.fields import PlainJSONField
from tournaments.organizing.enums import HAVE_BEGUN, HAVE_GONE, PLACED, WITHOUT_TABLE, EntryState
from tournaments.organizing.models.tournament import LONGEST_NAME, Tournament
from tournaments.profiles.names import Sitting
from tournaments.reasons import LONGEST_REASON

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from incursions.accounts.models import User


def _takes_part() -> models.Q:
    """As `played.takes_part` says it of one."""
    same = Entry.objects.filter(pk=models.OuterRef("pk"))
    at_table = same.filter(places__table__round__state__in=HAVE_BEGUN)
    without = same.filter(sit_outs__round__state__in=HAVE_BEGUN, sit_outs__kind__in=WITHOUT_TABLE)
    has_played = models.Q(models.Exists(at_table)) | models.Q(models.Exists(without))
    return models.Q(state=EntryState.PLAYING) | (models.Q(state__in=HAVE_GONE) & has_played)


class EntryQuerySet(models.QuerySet["Entry"]):
    """Reads of entries."""

    def placed(self) -> EntryQuerySet:
        """Those with one of the places before the start."""
        return self.filter(state__in=PLACED)

    def playing(self) -> EntryQuerySet:
        """Those who are paired."""
        return self.filter(state=EntryState.PLAYING)

    def in_standings(self) -> EntryQuerySet:
        """All who have taken part: who plays, and who has gone after a round with a table or a bye."""
        return self.filter(_takes_part())

    def with_part(self) -> EntryQuerySet:
        """Each with `takes_part`: whether it is in the standings."""
        return self.annotate(takes_part=models.ExpressionWrapper(_takes_part(), models.BooleanField()))

    def in_place(self) -> EntryQuerySet:
        """All who have a place before the start, and all who have taken part."""
        return self.filter(models.Q(state__in=PLACED) | _takes_part())


class Entry(Sitting, models.Model):
    """A player in a tournament: a user, a bot, or at table-top events a name. `number` is what pairing knows."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="entries")
    bot = models.CharField(max_length=8, choices=Bot, default=Bot.NONE, blank=True)
    called = models.CharField(max_length=LONGEST_NAME, help_text="The name when the player entered")
    name_skeleton = models.TextField(default="", help_text="The same for all names that look like it")
    has_namesake = models.BooleanField(default=False, help_text="Another player's name looks the same")
    state = models.CharField(max_length=12, choices=EntryState, default=EntryState.REGISTERED)
    entered_at = models.DateTimeField()
    is_here = models.BooleanField(default=False, help_text="Says so, while still waiting for a place")
    no_shows = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="", help_text="Of the state, if any")

    starter = models.CharField(max_length=60, blank=True, default="")
    deck = models.ForeignKey("cards.Deck", models.SET_NULL, null=True, related_name="+")
    deck_content = PlainJSONField(null=True, help_text="As it was submitted: later changes do not reach it")
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
        """Return the name for everybody: with the number, where another player's name looks the same."""
        return str(self) if self.has_namesake else self._given_name

    @property
    def _given_name(self) -> str:
        """The name of the user; of bots, and those who are no users any more, as they entered."""
        return self.called if self.user is None else str(self.user)

    def is_of(self, user: User | AnonymousUser | None) -> bool:
        """Whether the entry is this user's."""
        return user is not None and self.user_id is not None and self.user_id == user.pk

    @property
    def is_in(self) -> bool:
        """Whether the player has a place or plays."""
        return self.state in PLACED or self.state == EntryState.PLAYING

    @property
    def has_deck(self) -> bool:
        """Whether a deck was submitted."""
        return bool(self.starter) or self.deck_content is not None
