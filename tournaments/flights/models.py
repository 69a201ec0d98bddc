"""The rows of test flights: what is flown, as it was when the flight began, and what came of each game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

import structlog
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from cards.decks.contents import content_of
from incursions.bots.trials.flights import Outcome, play_flight_game, rate_of
from incursions.bots.trials.games import DeckSet
from incursions.bots.trials.tables import percent
from incursions.deck_files.sheet import LONGEST_NAME
from tournaments.fields import PlainJSONField
from tournaments.runs import Run, RunQuerySet, ended_has_time

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer

FEWEST_GAMES, USUAL_GAMES, MOST_GAMES = 12, 60, 240
log = structlog.get_logger(__name__)


class FlightField(models.Model):
    """What decks are flown against: the starter decks and all pieces of a version of the catalogue.

    Kept once for all flights that began with it, however often it is edited meanwhile.
    """

    token = models.CharField(max_length=32, unique=True, help_text="Of the version of the catalogue")
    data = PlainJSONField(help_text="Decks and pieces")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"the field of {self.token}"


class FlightQuerySet(RunQuerySet):
    """Reads of flights."""

    def visible_to(self, viewer: Viewer) -> Self:
        """Those that the viewer may see: their own, and the staff all."""
        if viewer.is_active and viewer.is_staff:
            return self.all()
        return self.own(viewer)

    def own(self, viewer: Viewer) -> Self:
        """Those that the viewer began; somebody unknown has none."""
        return self.none() if viewer.pk is None else self.filter(by=viewer.pk)

    def light(self) -> Self:
        """Without what was flown, for whoever lists flights."""
        return self.defer("content")

    def to_play(self) -> Self:
        """Return the running ones with their field, but for its decks and pieces, which a process keeps."""
        return self.running().select_related("field").defer("field__data")


class Flight(Run):
    """One flight. It holds the deck as whoever began it saw it then, and shows it to nobody else but the staff.

    So it outlives the deck, and tells nothing of what became of it: `deck` leads only those there who may see it.
    """

    finished_event = "flight_finished"
    seconds_at_once = 0.5  # flights that are under way together take turns

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="flights")
    deck = models.ForeignKey("cards.Deck", models.SET_NULL, null=True, related_name="flights")
    name = models.CharField(max_length=LONGEST_NAME, help_text="Of the deck")
    content = PlainJSONField(help_text="Of the deck")
    field = models.ForeignKey(FlightField, models.RESTRICT, related_name="flights")
    opponents = PlainJSONField(help_text="The decks of the field by title")
    games = models.PositiveSmallIntegerField(default=USUAL_GAMES)
    seed = models.PositiveIntegerField()
    outcomes = PlainJSONField(default=list, help_text="What came of each game")

    objects = FlightQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(fields=["by", "-created_at", "-id"], name="flight_of"),
            models.Index(fields=["state", "touched_at"], name="flight_by_state"),
        ]
        constraints = [
            ended_has_time("flight_ended_has_time", "A flight that has ended says when, and no other does."),
            models.CheckConstraint(name="flight_has_games", condition=Q(games__gte=1, games__lte=MOST_GAMES)),
        ]

    def __str__(self) -> str:
        return f"test flight of {self.name}"

    def get_absolute_url(self) -> str:
        """The page of the flight."""
        return reverse("flights:flight", args=[self.public_id])

    @property
    def all_games(self) -> int:
        """So many are to be played."""
        return self.games

    def play_game(self, number: int) -> Outcome:
        """Play the game of that number, and log why if it fails."""
        field, content = _field_of(self.field.token), content_of(self.content)
        outcome = play_flight_game(field, self.name, content, self.seed, number)
        if outcome.failure:
            log.error("flight_game_failed", flight=self.public_id, reason=outcome.failure)
        return outcome

    def results_with(self, games: Sequence[Outcome]) -> dict[str, Any]:
        """Return the outcomes with those of these games."""
        return {"outcomes": [*self.outcomes, *games]}

    @property
    def played_games(self) -> list[Outcome]:
        """What came of each game, in the order of their numbers."""
        return [Outcome(*found) for found in self.outcomes]

    @property
    def won(self) -> str:
        """The share of the games played so far that was won, in percent; nothing where none was played to its end."""
        rate = rate_of(self.played_games)
        return percent(rate.rate) if rate.games else ""


@lru_cache(maxsize=4)
def _field_of(token: str) -> DeckSet:
    """Decks and pieces of a field, which never change: a process reads their effects once."""
    return DeckSet.from_data(FlightField.objects.values_list("data", flat=True).get(token=token))
