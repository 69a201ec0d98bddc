"""Serializers of pieces: the shapes of the answers and of their part of the schema."""

from __future__ import annotations

from functools import cache
from typing import Final, TypedDict

from django.urls import reverse
from rest_framework import serializers

from cards.pictures import DRAWING, SMALLER, name_of
from incursions.rules.construction.facts import CAPTAIN, CARD, SHIP, TILE, facts_of
from incursions.rules.printed.pieces import Definition

KINDS = (SHIP, CAPTAIN, CARD, TILE)
RULINGS: Final = "rulings"
SIZES = (*SMALLER, DRAWING)
ANY = "any-piece"  # slug or name, where a particular one is put


class RulingShape(serializers.Serializer):
    """A ruling on a piece."""

    rule = serializers.CharField(help_text="The number of the rule that it is about; empty where there is none")
    date = serializers.DateField(help_text="The day on which it was given")
    text = serializers.CharField()


class PicturesShape(serializers.Serializer):
    """Addresses of its pictures, whose names change when they do."""

    small = serializers.CharField(help_text="WebP, as lists show it")
    large = serializers.CharField(help_text="WebP with 300 dots an inch")
    drawing = serializers.CharField(help_text="SVG")


class PieceShape(serializers.Serializer):
    """A piece: ship, captain, card or tile."""

    slug = serializers.CharField(help_text="Its name in addresses")
    title = serializers.CharField(help_text="What decks name it by; no two pieces have the same")
    kind = serializers.ChoiceField(choices=KINDS)
    set = serializers.CharField(help_text="The code of its set")
    number = serializers.IntegerField(
        allow_null=True, help_text="As printed; ships, captains and cards are counted together, tiles apart"
    )
    url = serializers.CharField(help_text="Its page")
    pictures = PicturesShape()
    rulings = RulingShape(many=True)
    definition = serializers.DictField(
        help_text="Everything that it prints and does, in the catalogue's own form, without its rulings"
    )


class RulingOfPieceShape(RulingShape):
    """A ruling, and the piece that it is of."""

    piece = serializers.CharField(help_text="The slug of the piece")
    title = serializers.CharField()


class CatalogueShape(serializers.Serializer):
    """The catalogue as it is now."""

    version = serializers.CharField(help_text="A digest of the whole file: another one for any change")
    pieces = serializers.IntegerField()
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="Of each kind")
    rulings = serializers.IntegerField()
    file = serializers.CharField(help_text="The address of all of it in one file, which never changes")
    bytes = serializers.IntegerField(help_text="How long the file is, before it is compressed")


class CatalogueFileShape(serializers.Serializer):
    """The whole catalogue, in the order of its kinds and numbers."""

    pieces = PieceShape(many=True)


class FormatShape(serializers.Serializer):
    """A way to play with decks, and the numbers that they are held to (rules 3, 4, 22)."""

    name = serializers.CharField()
    version = serializers.IntegerField(help_text="Rises whenever one of the numbers changes")
    fewest_cards = serializers.IntegerField()
    most_copies = serializers.IntegerField()
    rarity_limits = serializers.DictField(child=serializers.IntegerField())
    points = serializers.IntegerField(source="hex_points", help_text="The hex-point limit")
    tolerance = serializers.IntegerField(help_text="How far from the limit a hexpile may be")
    most_tiles_of_a_title = serializers.IntegerField()
    from_pool = serializers.BooleanField(help_text="Nothing but what the player opened may be used")


class RulingData(TypedDict):
    """A ruling; `rule` is "" if it names none."""

    date: str
    text: str
    rule: str


class RulingOfPiece(RulingData):
    """A ruling with its piece: the name in addresses, and the title."""

    piece: str
    title: str


class PieceData(TypedDict):
    """A piece as plain data, as the API hands it out."""

    slug: str
    title: str
    kind: str
    set: str
    number: int | None
    url: str
    pictures: dict[str, str]
    rulings: list[RulingData]
    definition: dict[str, object]


def piece_data(definition: Definition, first_set: str) -> PieceData:
    """Return the piece as plain data. Pieces without a set belong to the first set."""
    picture = name_of(definition, DRAWING)
    slug, (page, pictures) = picture.slug, _addresses()
    printed = {name: value for name, value in definition.items() if name != RULINGS}
    return {
        "slug": slug,
        "title": definition["title"],
        "kind": facts_of(definition).kind,
        "set": definition.get("set", first_set),
        "number": definition.get("number"),
        "url": page.replace(ANY, slug),
        "pictures": {size: pictures.replace(ANY, str(picture._replace(size=size))) for size in SIZES},
        "rulings": [{"rule": "", **ruling} for ruling in definition.get(RULINGS, ())],
        "definition": printed,
    }


@cache
def _addresses() -> tuple[str, str]:
    """Return where pages of pieces and their pictures are: looked up once, not for each of thousands."""
    return reverse("cards:piece", args=[ANY]), reverse("cards:picture", args=[ANY])
