"""Models of webhooks: target addresses, and every message with its delivery state."""

from __future__ import annotations

from uuid import uuid4

from django.db import models

from tournaments.events.organizing.models import Tournament
from tournaments.matches.fields import PlainJSONField

LONGEST_ADDRESS, LONGEST_SECRET, LONGEST_ANSWER = 500, 200, 300


class Form(models.TextChoices):
    """The format of a message."""

    PLAIN = "plain", "The event as data"
    DISCORD = "discord", "A sentence, as Discord takes it"


class DeliveryState(models.TextChoices):
    """The state of a delivery."""

    WAITING = "waiting", "waits"
    SENT = "sent", "was taken"
    GIVEN_UP = "given up", "was given up"


class Webhook(models.Model):
    """An address that receives messages about a tournament."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="webhooks")
    number = models.PositiveIntegerField(help_text="Among those of the tournament, from 1")
    address = models.CharField(max_length=LONGEST_ADDRESS)
    secret = models.CharField(max_length=LONGEST_SECRET, help_text="By which messages are signed")
    form = models.CharField(max_length=8, choices=Form, default=Form.PLAIN)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="webhook_number_once")]

    def __str__(self) -> str:
        return f"webhook {self.number} of {self.tournament_id}"


class Delivery(models.Model):
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

    def __str__(self) -> str:
        return f"{self.event}, {self.get_state_display()}"
