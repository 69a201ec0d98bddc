"""The catalogue's rows: one for each piece, with its definition as the rules read it."""

from django.db import models


class Piece(models.Model):
    """What every piece of the catalogue has: a number, a title, and the definition a match is played with."""

    number = models.PositiveSmallIntegerField(unique=True, help_text="As printed; each kind of piece counts for itself")
    title = models.CharField(max_length=80, unique=True)
    definition = models.JSONField(help_text="The piece in the catalogue's own form, copied into every match with it")

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.title


class Ship(Piece):
    """A ship (rules 2.1) with what its card prints in front."""

    race = models.CharField(max_length=20)
    hull = models.PositiveSmallIntegerField()
    shields = models.PositiveSmallIntegerField()
    evasion = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                name="ship_has_hull", condition=models.Q(hull__gt=0), violation_error_message="A ship has hull points."
            )
        ]


class HexTile(Piece):
    """A hex tile (rules 4) with what it prints in front."""

    hex_points = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20)
    affinity = models.CharField(max_length=40, blank=True, help_text="Whose race counts, such as “ship: Borg”")

    class Meta:
        ordering = ["number"]
