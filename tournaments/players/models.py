"""Rows of players: records of matches with ratings and badges, boosters and collections, patches."""

from __future__ import annotations

import secrets
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.dispatch import receiver

from incursions.accounts.models import User
from incursions.accounts.own_rows import moves_with_guest
from incursions.accounts.privacy import Audience
from incursions.accounts.viewers import guest_merged
from incursions.engine import SEED_BYTES, commitment
from incursions.kit.addresses import address
from incursions.kit.ids import new_public_id
from tournaments.matches.enums import Outcome
from tournaments.matches.fields import PlainJSONField, Sitting, bot_column
from tournaments.matches.game_kinds import bot_titles, mode_choices
from tournaments.players.skill import ENOUGH_MATCHES, Kind, Skill

USUAL = Skill()


class OfAKind(models.Model):
    """Abstract base of rows that belong to one kind of play."""

    mode = models.CharField(max_length=10, choices=mode_choices)
    with_bots = models.BooleanField()
    is_casual = models.BooleanField()

    class Meta:
        abstract = True

    @property
    def kind(self) -> Kind:
        """The kind of play."""
        return Kind(self.mode, self.with_bots, self.is_casual)


class RatingQuerySet(models.QuerySet["Rating"]):
    """Reads of ratings."""

    def of_kind(self, kind: Kind) -> Self:
        """Return the ratings of one kind of play."""
        return self.filter(**kind._asdict())

    def with_rated_matches(self) -> Self:
        """Return ratings that have at least one rated match."""
        return self.filter(is_casual=False, matches__gt=0)

    def leaders(self, kind: Kind) -> Self:
        """Return the ratings of listed users with enough matches, best first."""
        visible = self.of_kind(kind).filter(user__ratings_for=Audience.EVERYBODY, user__is_active=True)
        listed = visible.filter(user__is_listed=True, user__is_guest=False, matches__gte=ENOUGH_MATCHES)
        return listed.order_by("-shown", "pk")


class Rating(OfAKind):
    """The rating of a person, or of a strength of bots, in one kind of play.

    The rating of a deleted account stays without a user, because the records of opponents refer to it. `number` rises
    with every change, as a version for optimistic locking.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="ratings")
    bot = bot_column()
    mu = models.FloatField(default=USUAL.mu)
    sigma = models.FloatField(default=USUAL.sigma)
    shown = models.IntegerField(default=USUAL.shown, help_text="The number that people see")
    matches = models.PositiveIntegerField(default=0)
    number = models.PositiveIntegerField(default=0, help_text="Rises with every change")

    objects = RatingQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["mode", "with_bots", "is_casual", "-shown"], name="rating_by_number")]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "mode", "with_bots", "is_casual"],
                condition=Q(user__isnull=False),
                name="rating_of_user_once",
            ),
            models.UniqueConstraint(
                fields=["bot", "mode", "with_bots", "is_casual"], condition=~Q(bot=""), name="rating_of_bot_once"
            ),
            models.CheckConstraint(condition=Q(bot="") | Q(user__isnull=True), name="rating_of_person_or_bot"),
        ]

    def __str__(self) -> str:
        return f"{self.shown} of {self.user or self.get_bot_display()}"

    @property
    def skill(self) -> Skill:
        """The estimated skill."""
        return Skill(self.mu, self.sigma)

    @skill.setter
    def skill(self, skill: Skill) -> None:
        self.mu, self.sigma = skill
        self.shown = skill.shown

    @property
    def is_provisional(self) -> bool:
        """Return True if there were too few matches for a reliable rating."""
        return self.matches < ENOUGH_MATCHES


class MatchRecord(OfAKind):
    """The record of a finished match. A struck match is kept and counts for nothing.

    The order by primary key is the order in which the ratings of a kind were updated.
    """

    match = models.OneToOneField("matches.Match", models.CASCADE, related_name="record")
    is_struck = models.BooleanField(default=False)
    is_due = models.BooleanField(
        default=False, help_text="Ratings are to be computed again since it was struck or restored"
    )

    class Meta:
        indexes = [
            models.Index(fields=["mode", "with_bots", "is_casual", "id"], name="record_by_kind"),
            models.Index(fields=["id"], condition=Q(is_due=True), name="record_due"),
        ]

    def __str__(self) -> str:
        return f"record of {self.match_id}"


class SeatRecordQuerySet(models.QuerySet["SeatRecord"]):
    """Reads of seat records."""

    def of_user(self, user: User) -> Self:
        """Return the records of a user, last ended first."""
        return self.filter(user=user).order_by("-ended_at", "-pk")

    def with_opponent(self, name: str) -> Self:
        """Return the records of matches with another player of that name, or with a bot of that kind."""
        bots = [bot for bot, title in bot_titles().items() if name.casefold() in (bot, title.casefold())]
        called = Q(user__display_name__iexact=name) | Q(user__display_name="", user__username__iexact=name)
        others = SeatRecord.objects.filter(called | Q(bot__in=bots)).exclude(pk=models.OuterRef("pk"))
        return self.filter(models.Exists(others.filter(record=models.OuterRef("record"))))

    def without_struck(self) -> Self:
        """Return the records without struck matches."""
        return self.filter(record__is_struck=False)


@moves_with_guest("user", once="record")
class SeatRecord(Sitting, models.Model):
    """The record of a seat: its place, its ship and deck, and its rating before and after.

    Seats of bots of one strength share a rating, and so its values before and after.
    """

    record = models.ForeignKey(MatchRecord, models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="records")
    bot = bot_column()
    place = models.PositiveSmallIntegerField(help_text="1 is the best; shared ones are equal")
    outcome = models.CharField(max_length=5, choices=Outcome)
    ship = models.CharField(max_length=60, help_text="By title, as it was brought or dealt")
    race = models.CharField(max_length=40)
    starter = models.CharField(max_length=60, default="", blank=True)
    deck = models.ForeignKey("cards.Deck", models.SET_NULL, null=True, related_name="+")
    ended_at = models.DateTimeField()

    rating = models.ForeignKey(Rating, models.PROTECT, related_name="records")
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()

    objects = SeatRecordQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["user", "-ended_at", "-id"], name="record_of_user")]
        constraints = [models.UniqueConstraint(fields=["record", "seat"], name="record_of_seat_once")]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.record_id}: {self.outcome}"

    @property
    def before(self) -> Skill:
        """The skill before the match."""
        return Skill(self.mu_before, self.sigma_before)

    @before.setter
    def before(self, skill: Skill) -> None:
        self.mu_before, self.sigma_before = skill

    @property
    def after(self) -> Skill:
        """The skill after the match."""
        return Skill(self.mu_after, self.sigma_after)

    @after.setter
    def after(self, skill: Skill) -> None:
        self.mu_after, self.sigma_after = skill

    @property
    def shown_change(self) -> int:
        """The change of the rating, in the numbers that people see."""
        return self.after.shown - self.before.shown


@moves_with_guest("user", once="badge")
class Award(models.Model):
    """A badge that a user earned in the match of this record, or without one in a voyage.

    Awards of struck matches are not shown.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="awards")
    badge = models.CharField(max_length=20)
    record = models.ForeignKey("players.MatchRecord", models.CASCADE, null=True, related_name="awards")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "badge"], name="badge_once")]

    def __str__(self) -> str:
        return f"{self.badge} of {self.user}"


@receiver(guest_merged)
def move_ratings(guest: User, account: User, **_: Any) -> None:
    """Give the account the guest's ratings in kinds of play in which it has none.

    Two ratings of one kind cannot be added up: if the account has its own, the guest's belongs to nobody.
    """
    kinds = {rating.kind for rating in Rating.objects.filter(user=account)}
    for rating in Rating.objects.filter(user=guest):
        if rating.kind not in kinds:
            Rating.objects.filter(pk=rating.pk).update(user=account)


IN_A_RUN = 10
"""The boosters drawn from one seed. When all are open it is published, and the next run has a new seed."""


def new_seed() -> bytes:
    """Return a random seed for the boosters of a run."""
    return secrets.token_bytes(SEED_BYTES)


class BoosterRun(models.Model):
    """A run of boosters: a seed whose hash is shown first, and the stock to draw from, both fixed at its start."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="booster_runs")
    number = models.PositiveIntegerField(help_text="Among those of the player, from 1")
    seed = models.BinaryField(max_length=SEED_BYTES, default=new_seed, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    stock = PlainJSONField(help_text="As the game's sealed play writes it")
    began_at = models.DateTimeField()

    class Meta:
        ordering = ["user", "number"]
        constraints = [models.UniqueConstraint(fields=["user", "number"], name="booster_run_once")]

    def __str__(self) -> str:
        return f"boosters {self.number} of {self.user_id}"

    def save(self, *args: object, **named: object) -> None:
        """Save the row; a new one gets the commitment to its seed."""
        if not self.commitment:
            self.commitment = commitment(bytes(self.seed))
        super().save(*args, **named)  # type: ignore[arg-type]


class CasualBooster(models.Model):
    """A booster given for a match. `content` is set when it is opened."""

    run = models.ForeignKey(BoosterRun, models.CASCADE, related_name="boosters")
    number = models.PositiveSmallIntegerField(help_text="In its run, from 1")
    match = models.ForeignKey("matches.Match", models.SET_NULL, null=True, related_name="+")
    given_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True)
    content = PlainJSONField(null=True)

    class Meta:
        ordering = ["run", "number"]
        constraints = [
            models.UniqueConstraint(fields=["run", "number"], name="casual_booster_once"),
            models.UniqueConstraint(fields=["run", "match"], name="casual_booster_of_match_once"),
        ]

    def __str__(self) -> str:
        return f"booster {self.number} of {self.run}"


class CollectedPiece(models.Model):
    """The number of copies of a title that a player has."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="collected")
    title = models.CharField(max_length=60)
    copies = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["user", "title"]
        constraints = [models.UniqueConstraint(fields=["user", "title"], name="collected_title_once")]

    def __str__(self) -> str:
        return f"{self.copies} {self.title}"


LONGEST_WORDS = 60


class PatchKind(models.TextChoices):
    """The kind of a patch."""

    WINNER = "winner", "Winner"
    FINALIST = "finalist", "Finalist"
    RACE = "race", "Best of a race"
    FAIR_PLAY = "fair play", "Fair play"
    FIRST_EVENT = "first event", "First event"


class Patch(models.Model):
    """A patch awarded at a tournament. Its texts are stored and do not change later."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    entry = models.ForeignKey("events.Entry", models.CASCADE, related_name="patches")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="patches")
    kind = models.CharField(max_length=12, choices=PatchKind)
    title = models.CharField(max_length=LONGEST_WORDS)
    race = models.CharField(max_length=20, blank=True, default="")
    ship = models.CharField(max_length=60, blank=True, default="")
    place = models.PositiveIntegerField(null=True)
    reason = models.CharField(max_length=300, blank=True, default="", help_text="Why staff gave it")
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "pk"]
        verbose_name_plural = "patches"
        constraints = [models.UniqueConstraint(fields=["entry", "kind"], name="patch_once")]

    def __str__(self) -> str:
        return f"{self.title} of {self.entry}"

    def get_absolute_url(self) -> str:
        """Return the address of the page of the patch."""
        return address("patches:patch", self.public_id)
