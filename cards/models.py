"""The catalogue's rows: one for each piece, with its definition as the rules read it and columns to find it by.

A row is what new matches are started with. Columns are derived from the definition (`rows.py`) and never written alone.
"""

from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.db.models import Q

from cards.decks.models import Deck, DeckPiece, DeckTag, DeckVersion, DraftStep  # noqa: F401 -- rows of this app, too
from cards.fleets.models import OwnFleet  # noqa: F401 -- another row of this app
from incursions.games.incursions.rules.printed.piece_fields import HIGHEST_SCORE, LONGEST_TITLE, MOST_POINTS, TILE_KINDS
from incursions.games.incursions.rules.printed.pieces import (
    CREW,
    NATURES,
    NEUTRAL,
    PLAY_METHODS,
    POSITIONS,
    RACES,
    RARITIES,
    TYPES,
)

ANY_RACE = "any"
MOST_HEX_POINTS = 9
AFFINITIES = tuple(f"{whose}: {race}" for whose in ("ship", "captain") for race in RACES)


def _choices(words: Iterable[str]) -> list[tuple[str, str]]:
    """Return words as the choices of a field."""
    return [(word, word) for word in words]


class CardSet(models.Model):
    """A set of pieces; those that name none belong to the first."""

    code = models.SlugField(max_length=20, unique=True, help_text="What a piece names it by")
    title = models.CharField(max_length=60)
    released = models.DateField(null=True, blank=True)
    about = models.TextField(blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = "set"

    def __str__(self) -> str:
        return self.title


class PieceKind(models.TextChoices):
    """The four kinds of piece, each with a table of its own beside that of all pieces."""

    SHIP = "ship"
    CAPTAIN = "captain"
    CARD = "card"
    TILE = "tile"


class Entry(models.Model):
    """An entry of the catalogue, from a file or from the admin, with its definition.

    `loaded` is the definition that `load_catalogue` saw last, None for what the admin added. Whatever differs from it
    is an edit, which no load takes back unasked.
    """

    title = models.CharField(max_length=LONGEST_TITLE, unique=True)
    definition = models.JSONField(help_text="In the catalogue's own form; copied into every match that uses it")
    loaded = models.JSONField(null=True, editable=False)
    is_edited = models.BooleanField(default=False, editable=False, help_text="Not as the files have it")

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.title


class Piece(Entry):
    """A piece of the catalogue. Titles are unique among all pieces, because decks name pieces by them."""

    piece_kind = models.CharField(max_length=10, choices=PieceKind, editable=False)
    set = models.ForeignKey(CardSet, models.PROTECT, related_name="pieces")
    number = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="As printed; ships, captains and cards are counted together, tiles apart"
    )
    text = models.TextField(blank=True)
    flavour = models.TextField(blank=True)

    class Meta:
        ordering = [models.F("number").asc(nulls_last=True), "title"]
        constraints = [
            models.CheckConstraint(name="piece_has_title", condition=~Q(title="")),
            models.CheckConstraint(name="piece_is_of_a_kind", condition=Q(piece_kind__in=PieceKind.values)),
            models.CheckConstraint(name="piece_number_is_printed", condition=Q(number=None) | Q(number__gt=0)),
            models.UniqueConstraint(
                name="card_number_once_in_a_set",
                fields=["set", "number"],
                condition=~Q(piece_kind="tile"),
                violation_error_message="Another ship, captain or card of the set has this number.",
            ),
            models.UniqueConstraint(
                name="tile_number_once_in_a_set",
                fields=["set", "number"],
                condition=Q(piece_kind="tile"),
                violation_error_message="Another tile of the set has this number.",
            ),
        ]


class Ship(Piece):
    """A ship (rules 2.1) with the figures printed in front; its systems stand in the definition."""

    race = models.CharField(max_length=20, choices=_choices(RACES))
    role = models.CharField(max_length=40, blank=True)
    hull = models.PositiveSmallIntegerField()
    shields = models.PositiveSmallIntegerField()
    evasion = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="ship_has_hull",
                condition=Q(hull__gt=0, hull__lte=MOST_POINTS),
                violation_error_message="A ship has hull points.",
            ),
            models.CheckConstraint(name="ship_has_a_race", condition=Q(race__in=RACES)),
            models.CheckConstraint(
                name="ship_scores", condition=Q(shields__lte=MOST_POINTS, evasion__lte=HIGHEST_SCORE)
            ),
        ]


class Captain(Piece):
    """A captain (rules 2.5)."""

    race = models.CharField(max_length=20, choices=_choices(RACES))
    espionage_evasion = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="captain_has_a_race", condition=Q(race__in=RACES)),
            models.CheckConstraint(name="captain_scores", condition=Q(espionage_evasion__lte=HIGHEST_SCORE)),
        ]


class GameCard(Piece):
    """An officer or any other card of a deck (rules 2.6, 2.7, 13)."""

    nature = models.CharField(max_length=10, choices=_choices(NATURES))
    type = models.CharField(max_length=20, blank=True, choices=_choices(TYPES), help_text="Officers have none (13.2)")
    rarity = models.CharField(max_length=12, choices=_choices(RARITIES))
    counts_against = models.CharField(
        max_length=40, blank=True, help_text="The rarity limits that a copy counts against (rules 3.3, 3.4)"
    )
    play_method = models.CharField(max_length=30, choices=_choices(PLAY_METHODS))
    usage = models.CharField(max_length=60, help_text="any, or the races that may use it (rules 13.5)")
    position = models.CharField(max_length=20, blank=True, choices=_choices(POSITIONS), help_text="Of officers (14.1)")
    race = models.CharField(max_length=20, blank=True, choices=_choices((*RACES, NEUTRAL)), help_text="Of officers")

    class Meta:
        constraints = [
            models.CheckConstraint(name="card_has_a_nature", condition=Q(nature__in=NATURES)),
            models.CheckConstraint(name="card_has_a_type", condition=Q(type__in=("", *TYPES))),
            models.CheckConstraint(name="card_has_a_rarity", condition=Q(rarity__in=RARITIES)),
            models.CheckConstraint(name="card_has_a_play_method", condition=Q(play_method__in=PLAY_METHODS)),
            models.CheckConstraint(name="card_is_of_use", condition=~Q(usage="")),
            models.CheckConstraint(
                name="officers_alone_hold_positions",
                condition=Q(nature=CREW, position__in=POSITIONS, race__in=(*RACES, NEUTRAL), type="")
                | (~Q(nature=CREW) & Q(position="", race="")),
                violation_error_message="Officers have a position and a race and no type; other cards have neither.",
            ),
        ]


class HexTile(Piece):
    """A hex tile (rules 2.8, 4) with the figures printed in front."""

    hex_points = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20, choices=_choices(TILE_KINDS))
    affinity = models.CharField(
        max_length=40, blank=True, choices=_choices(AFFINITIES), help_text="Whose race counts, such as “ship: Borg”"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="tile_has_hex_points", condition=Q(hex_points__gte=1, hex_points__lte=MOST_HEX_POINTS)
            ),
            models.CheckConstraint(name="tile_is_of_a_kind", condition=Q(kind__in=TILE_KINDS)),
            models.CheckConstraint(name="tile_has_one_affinity", condition=Q(affinity__in=("", *AFFINITIES))),
        ]


class Ruling(models.Model):
    """A ruling on a piece whose text leaves a doubt; derived from `rulings` of its definition."""

    piece = models.ForeignKey(Piece, models.CASCADE, related_name="rulings")
    date = models.DateField()
    rule = models.CharField(max_length=12, blank=True, help_text="The number of the rule that it is about")
    text = models.TextField()

    class Meta:
        ordering = ["date", "pk"]
        constraints = [models.UniqueConstraint(name="ruling_given_once", fields=["piece", "date", "text"])]

    def __str__(self) -> str:
        return f"{self.date}: {self.text}"


class PieceChange(models.Model):
    """A piece that was changed: when, by whom, from which definition to which. It outlives its piece."""

    piece = models.ForeignKey(Piece, models.SET_NULL, null=True, related_name="changes")
    title = models.CharField(max_length=LONGEST_TITLE, db_index=True)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, help_text="Nobody: the files of the catalogue"
    )
    before = models.JSONField(default=dict, help_text="Empty: the piece was new")
    after = models.JSONField(default=dict)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [models.CheckConstraint(name="piece_has_changed", condition=~Q(before=models.F("after")))]

    def __str__(self) -> str:
        return f"{self.title}, {self.at:%Y-%m-%d}"


class StarterDeck(Entry):
    """A starter deck, for players who have built none."""

    place = models.PositiveSmallIntegerField(default=0, help_text="The order in which seats take them by turns")
    race = models.CharField(max_length=20, choices=_choices(RACES))
    plan = models.TextField()

    class Meta:
        ordering = ["place", "pk"]
        constraints = [models.CheckConstraint(name="starter_has_a_race", condition=Q(race__in=RACES))]


class CatalogueVersion(models.Model):
    """The single row whose token changes with every write. A cached catalogue is valid while its token is unchanged.

    The token is random, not a number, because a number that a rolled-back write took could come again.
    """

    token = models.CharField(max_length=32, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(name="one_catalogue_version", condition=Q(pk=1))]

    def __str__(self) -> str:
        return self.token
