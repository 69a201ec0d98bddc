"""The table of searchable fields, and how each reads its values from a piece's definition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from typing import Any, NamedTuple

from incursions.games.incursions.rules.printed.piece_fields import (
    AIMS,
    ANSWERS,
    ATTACHES,
    SHIP_SYSTEMS,
    TESTS,
    TILE_KINDS,
)
from incursions.games.incursions.rules.printed.pieces import (
    ANY_RACE,
    CAPTAIN,
    CARD,
    CREW,
    EQUIPMENT,
    NATURES,
    NEUTRAL,
    PLAY_METHODS,
    POSITIONS,
    RACES,
    RARITIES,
    SHIP,
    TILE,
    TYPES,
    WEAPON_SYSTEMS,
    Bonuses,
    Definition,
    facts_of,
)

Value = str | int
Reader = Callable[[Definition], Iterator[Value]]
BODIES = ("weapon", "mine", "denizen")  # what a card or tile prints of a thing that it is or brings


def read_at(*paths: str) -> Reader:
    """Return a reader of the values at these paths, such as ``systems.warp.hexes``, on each face of a card."""
    ways = [path.split(".") for path in paths]

    def read_paths(definition: Definition) -> Iterator[Value]:
        for face, way in product((definition, *definition.get("faces", ())), ways):
            found: Any = face
            for step in way:
                found = found.get(step) if isinstance(found, dict) else None
            if isinstance(found, list):
                yield from found
            elif found is not None and not isinstance(found, dict):
                yield found

    return read_paths


def names_in(key: str) -> Reader:
    """Return a reader of the names at a path, such as the systems of a ship."""

    def read_names(definition: Definition) -> Iterator[Value]:
        named = definition.get(key)
        if isinstance(named, dict):
            yield from named

    return read_names


def alternatives(key: str) -> Reader:
    """Return a reader of the words at a path: one, a list, or two joined by "or"."""
    said = read_at(key)

    def read_alternatives(definition: Definition) -> Iterator[Value]:
        for word in said(definition):
            yield from str(word).split(" or ")

    return read_alternatives


def races(definition: Definition) -> Iterator[Value]:
    """Yield the race of a piece; for cards the races that may use it, for a tile the race that counts in it."""
    own = [definition["race"]] if "race" in definition else []
    affinity = definition.get("affinity")
    counted = affinity.values() if isinstance(affinity, dict) else ()
    yield from dict.fromkeys([*own, *_named_users(definition), *counted])


def users(definition: Definition) -> Iterator[Value]:
    """Yield the races that may use a card: all of them and "any" if it says so (rules 13.5)."""
    if definition.get("usage") == ANY_RACE:
        yield from (ANY_RACE, *RACES)
    yield from _named_users(definition)


def _named_users(definition: Definition) -> list[str]:
    """Return the races that the card names as its users; [] if any race may use it."""
    usage = definition.get("usage", ANY_RACE)
    return [] if usage == ANY_RACE else list(usage)


def damages(definition: Definition) -> Iterator[Value]:
    """Yield the damage of every printed weapon, and the dice that a card adds, as text."""
    yield from _of_weapons(definition)
    yield from (f"{dice}D6" for dice in _added_dice(definition))


def weapons(definition: Definition) -> Iterator[Value]:
    """Yield the weapons of a ship, or those that a card goes with."""
    yield from (system for system in _systems(definition) if system in WEAPON_SYSTEMS)
    yield from _served(definition)


def of_bodies(name: str, *besides: str) -> Reader:
    """Return a reader of a number of the piece itself and of the weapon, mine or denizen that it prints."""
    return read_at(name, *(f"{body}.{name}" for body in BODIES), *besides)


def of_weapon_systems(name: str) -> list[str]:
    """Return the paths at which a ship's weapon systems print a number, such as its range."""
    return [f"systems.{weapon}.{name}" for weapon in WEAPON_SYSTEMS]


_of_weapons = read_at(*of_weapon_systems("damage"), "weapon.damage", "mine.damage", "denizen.weapon")
_added_dice = read_at("damage_dice")
_systems = names_in("systems")
_served = alternatives("weapon")


class Flag(NamedTuple):
    """A flag: the label of the pieces that have it, and the test for it."""

    phrase: str
    holds: Callable[[Definition], bool]


FLAGS: Mapping[str, Flag] = {
    "unique": Flag("unique", lambda piece: facts_of(piece).is_unique),
    "wormhole": Flag("wormholes", lambda piece: facts_of(piece).is_wormhole),
    "denizen": Flag("denizens or their homes", lambda piece: piece.get("kind") == "denizen" or "denizen" in piece),
    "crew": Flag("officers", lambda piece: piece.get("nature") == CREW),
    "equipment": Flag("equipment", lambda piece: piece.get("type") == EQUIPMENT),
    "multi": Flag("Multi cards", lambda piece: "faces" in piece),
    "neutral": Flag("of no ship’s race", lambda piece: piece.get("race") == NEUTRAL),
    "open": Flag("usable by any race", lambda piece: piece.get("usage") == ANY_RACE),
    "armed": Flag(
        "weapons of their own", lambda piece: any(isinstance(piece.get(name), dict) for name in ("weapon", "mine"))
    ),
    "cloaking": Flag("ships with a cloak", lambda piece: "cloak" in piece.get("systems", {})),
}


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

    `read_values` gives its values out of a definition. `label` is what a sentence calls it, `clause` begins what the
    sentence says of a piece. `words` are the values that there are whatever the catalogue holds, in their order;
    `spellings` are others for some of them, `phrases` what a sentence calls them. `more` and `less` word an order.
    """

    name: str
    type: FieldType
    read_values: Reader
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
        """All names that it can be typed as, its own first."""
        return (self.name, *self.aliases)

    @property
    def called(self) -> str:
        """Return the name of the field in a sentence."""
        return self.label or self.name

    @property
    def sentence_start(self) -> str:
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
    Field("ruling", TEXT, lambda piece: (ruling["text"] for ruling in piece.get("rulings", [])),
          "How the piece is to be read.", "ruling:*", ("rulings",), clause="whose rulings say"),
    Field("kind", WORD, lambda piece: iter([facts_of(piece).kind]), "Ship, captain, card or tile.", "kind:captain",
          ("k",), words=(SHIP, CAPTAIN, CARD, TILE), spellings={"hex": TILE}, is_facet=True),
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
    Field("is", FLAG, lambda piece: (name for name, flag in FLAGS.items() if flag.holds(piece)),
          "Plain facts: unique, wormhole, crew and others.", "is:unique", clause="that are", words=tuple(FLAGS),
          phrases={name: flag.phrase for name, flag in FLAGS.items()}),
)  # fmt: skip


HAS = Field(
    "has",
    FLAG,
    lambda piece: (printed.name for printed in PRINTED if any(True for _ in printed.read_values(piece))),
    "Fields that the piece prints at all.",
    "has:flavour",
    clause="that print",
    words=tuple(printed.name for printed in PRINTED),
    phrases={printed.name: printed.called for printed in PRINTED},
)
FIELDS: tuple[Field, ...] = (*PRINTED, HAS)
BY_NAME: Mapping[str, Field] = {name: known for known in FIELDS for name in known.names}
