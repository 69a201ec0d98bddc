"""The table of searchable fields, which parser, sentences, help, completion and facets read.

A field more is an entry more: what it is called, of which type it is, how it is read out of a definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from incursions.rules.construction.facts import ANY_RACE, CAPTAIN, CARD, SHIP, TILE
from incursions.rules.printed.cards import POSITIONS, Bonuses
from incursions.rules.printed.piece_fields import SHIP_SYSTEMS, TILE_KINDS
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.printed_numbers import AIMS, ANSWERS, ATTACHES, TESTS
from incursions.rules.printed.words import NATURES, NEUTRAL, PLAY_METHODS, RACES, RARITIES, TYPES, WEAPON_SYSTEMS
from incursions.search.printed import (
    FLAGS,
    Reader,
    alternatives,
    damages,
    flags,
    kind,
    names_in,
    of_bodies,
    of_weapon_systems,
    races,
    read_at,
    rulings,
    users,
    weapons,
)


class FieldType(StrEnum):
    """The type of a field's values, which decides the operators that it has."""

    TEXT = "text"  # what stands in it, and what it is as a whole
    WORD = "word"  # one of known words
    ORDERED = "ordered"  # one of known words that have an order
    NUMBER = "number"
    DICE = "dice"  # a number or dice such as 2D6+2, which count as their average
    FLAG = "flag"  # is it so?


@dataclass(frozen=True, slots=True)
class Field:
    """Something that pieces print.

    `read` gives its values out of a definition. `label` is what a sentence calls it, `clause` begins what the sentence
    says of a piece. `words` are the values that there are whatever the catalogue holds, in their order; `spellings` are
    others for some of them, `phrases` what a sentence calls them. `more` and `less` word an order.
    """

    name: str
    type: FieldType
    read: Reader
    help: str
    example: str
    aliases: tuple[str, ...] = ()
    label: str = ""
    clause: str = ""
    words: tuple[str, ...] = ()
    spellings: Mapping[str, str] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)
    more: str = ""
    less: str = ""
    is_facet: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that it can be typed as, its own name first."""
        return (self.name, *self.aliases)

    @property
    def called(self) -> str:
        """Return the name of the field in a sentence."""
        return self.label or self.name

    @property
    def says(self) -> str:
        """Return the beginning of a sentence about the field."""
        return self.clause or f"whose {self.called} is"

    @property
    def has_words(self) -> bool:
        """Return True if each of its values is one of known words."""
        return self.type in (FieldType.WORD, FieldType.ORDERED, FieldType.FLAG)

    @property
    def has_numbers(self) -> bool:
        """Return True if the values are numbers or dice, which can be compared with other fields too."""
        return self.type in (FieldType.NUMBER, FieldType.DICE)

    @property
    def has_order(self) -> bool:
        """Return True if its values can be compared."""
        return self.type is FieldType.ORDERED or self.has_numbers


TEXT, WORD, ORDERED = FieldType.TEXT, FieldType.WORD, FieldType.ORDERED
NUMBER, DICE, FLAG = FieldType.NUMBER, FieldType.DICE, FieldType.FLAG

PRINTED: tuple[Field, ...] = (
    Field("title", TEXT, read_at("title"), "What the piece is called.", "title:wormhole", ("name",),
          clause="whose title says"),
    Field("text", TEXT, read_at("text"), "What the piece says that it does.", 'text:"draw two cards"',
          clause="whose text says"),
    Field("flavour", TEXT, read_at("flavour"), "The line in italics.", "flavour:enemies", ("flavor",),
          clause="whose flavour says"),
    Field("ruling", TEXT, rulings, "How the piece is to be read.", "ruling:*", ("rulings",),
          clause="whose rulings say"),
    Field("kind", WORD, kind, "Ship, captain, card or tile.", "kind:captain", ("k",), words=(SHIP, CAPTAIN, CARD, TILE),
          spellings={"hex": TILE}, is_facet=True),
    Field("nature", WORD, read_at("nature"), "The nature of a card, its colour (13.1).", "nature:attack", ("n",),
          words=NATURES, spellings={"defense": "Defence", "officer": "Crew"}, is_facet=True),
    Field("type", WORD, read_at("type"), "The type of a card (13.2).", "type:espionage", ("t",), words=TYPES,
          is_facet=True),
    Field("rarity", ORDERED, read_at("rarity"), "How rare a card is, from Common to Ultra Rare (13.3).", "rarity>=rare",
          ("r",), clause="that are", words=RARITIES, more="rarer", less="more common", is_facet=True),
    Field("race", WORD, races, "The race of a ship, captain or officer; the races that a card is for; the race that "
          "counts in a tile.", "race:klingon", ("faction",), words=(*RACES, NEUTRAL),
          spellings={"none": NEUTRAL}, is_facet=True),
    Field("usage", WORD, users, "Who may use a card (13.5); any: every race.", "usage:romulan", ("use", "for"),
          clause="usable by", words=(ANY_RACE, *RACES), phrases={ANY_RACE: "any race"}),
    Field("method", WORD, read_at("play_method"), "The play method of a card (13.4).", 'method:"table in hex"',
          ("play",), label="play method", words=PLAY_METHODS, is_facet=True),
    Field("position", WORD, read_at("position"), "The position that an officer holds (14.1).", "position:helm",
          ("crew", "pos"), words=POSITIONS),
    Field("role", WORD, read_at("role"), "What a ship is built for.", "role:scout"),
    Field("tile", WORD, read_at("kind"), "The kind of a tile (4, 9.11).", "tile:modifier", ("hex",),
          label="kind of tile", words=TILE_KINDS),
    Field("points", NUMBER, read_at("hex_points"), "The hex points of a tile (4).", "points<=2", ("hexpoints", "pts"),
          label="hex points", clause="whose hex points are", is_facet=True),
    Field("spares", TEXT, read_at("spares"), "Whom a tile leaves alone.", "spares:borg", clause="that spare"),
    Field("hull", NUMBER, read_at("hull"), "The hull points of a ship (2.1).", "hull>=36"),
    Field("shields", NUMBER, read_at("shields"), "The shield points of a ship, or that a piece gives.", "shields>=40",
          ("shield",), clause="whose shields are"),
    Field("evasion", NUMBER, of_bodies("evasion"), "The evasion of a ship, denizen or placed piece (11.2).",
          "evasion>=5", ("ev",)),
    Field("espionage", NUMBER, read_at("espionage_evasion"), "The espionage evasion of a captain or officer (15.2).",
          "espionage>=8", ("ee",), label="espionage evasion"),
    Field("life", NUMBER, of_bodies("life_points"), "The life points of a card or denizen (16.5, 18).", "life>=20",
          ("lifepoints",), label="life points", clause="whose life points are"),
    Field("warp", NUMBER, read_at("systems.warp.hexes"), "How many hexes a ship warps before power (8.1).", "warp>=2"),
    Field("range", NUMBER, of_bodies("range", *of_weapon_systems("range")),
          "How far a weapon reaches, in hexes (10.3).", "range>=2"),
    Field("damage", DICE, damages, "The damage of a weapon, or that a card adds, by its average.", "damage>=2D6",
          ("dmg",)),
    Field("repair", DICE, read_at("systems.repair.points", "repair"), "The points that a piece repairs (12.1).",
          "repair>=6", label="repair"),
    Field("speed", NUMBER, of_bodies("speed"), "How many hexes a placed piece or denizen moves.", "speed>=1"),
    Field("escape", NUMBER, of_bodies("escape"), "The total to roll to get away from it (9.6).", "escape>=6",
          label="escape total"),
    Field("power", NUMBER, read_at("power", "requirement.power"), "The power cards that a piece speaks of.", "power>=2",
          label="power"),
    Field("cards", NUMBER, read_at("cards", "requirement.cards"), "The cards that a piece speaks of.", "cards>=2",
          label="number of cards"),
    Field("maneuvers", NUMBER, read_at("maneuvers"), "The maneuvers that a piece gives or takes.", "maneuvers>=1",
          label="number of maneuvers"),
    Field("system", WORD, names_in("systems"), "The systems that a ship has (12).", "system:assimilation",
          ("systems",), clause="that have the system", words=SHIP_SYSTEMS),
    Field("weapon", WORD, weapons, "The weapons that a ship has, or that a card goes with.", "weapon:torpedoes",
          ("weapons",), words=(*WEAPON_SYSTEMS, "any", "none")),
    Field("bonus", WORD, names_in("bonuses"), "What a captain, officer or card adds to its ship (2.5).",
          "bonus:evasion", ("bonuses",), clause="with a bonus to", words=Bonuses._fields),
    Field("attaches", WORD, alternatives("attaches_to"), "The maneuver that a command is attached to (13.6).",
          "attaches:warp", ("attach",), clause="that attach to", words=ATTACHES),
    Field("answers", WORD, alternatives("answers"), "What a defence card answers (11.1).", "answers:espionage",
          ("answer",), clause="that answer", words=ANSWERS),
    Field("target", WORD, alternatives("target"), "Whom a card is aimed at.", "target:ship", ("aims",), words=AIMS),
    Field("tests", WORD, read_at("tests"), "Whose espionage evasion is rolled against (15.2).", "tests:captain",
          clause="that test", words=TESTS),
    Field("set", WORD, read_at("set"), "The set that the piece belongs to.", "set:base", ("s",), is_facet=True),
    Field("number", NUMBER, read_at("number"), "The number printed on the piece.", "number<=16", ("no",)),
    Field("is", FLAG, flags, "Plain facts: unique, wormhole, crew and others.", "is:unique", clause="that are",
          words=tuple(FLAGS), phrases={name: flag.phrase for name, flag in FLAGS.items()}),
)  # fmt: skip


def fields_had(definition: Definition) -> Iterator[str]:
    """Return the names of the fields that have a value on this piece."""
    return (printed.name for printed in PRINTED if any(True for _ in printed.read(definition)))


HAS = Field(
    "has",
    FLAG,
    fields_had,
    "Fields that the piece prints at all.",
    "has:flavour",
    clause="that print",
    words=tuple(printed.name for printed in PRINTED),
    phrases={printed.name: printed.called for printed in PRINTED},
)
FIELDS: tuple[Field, ...] = (*PRINTED, HAS)
BY_NAME: Mapping[str, Field] = {name: known for known in FIELDS for name in known.names}
