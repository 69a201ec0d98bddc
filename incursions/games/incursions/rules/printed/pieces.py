"""Printed ships with their systems, tiles, and cards with their faces, parsed once from their definitions (rules 2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, wraps
from typing import Any, NamedTuple, NotRequired, Protocol, Self, TypedDict, TypeVar, cast

from incursions.games.incursions.rules.printed.effect import Effect, Effects, Removal, Roll

RACES = ("Federation", "Klingon", "Romulan", "Borg")
NEUTRAL = "neutral"  # officers of no ship's race
CREW = "Crew"
NATURES = ("Command", "Attack", "Defence", "Tactical", CREW)  # rules 13.1
TYPES = ("Calamity", "Catastrophe", "Dilemma", "Equipment", "Espionage", "Procedure")  # rules 13.2
RARITIES = ("Common", "Special", "Rare", "Xtra Rare", "Ultra Rare")  # rules 13.3; what counts as None is no game card
WEAPON_SYSTEMS = ("phasers", "disruptors", "torpedoes", "mines")
MOST_DICE, MOST_BONUS = 20, 99
_DAMAGE = re.compile(r"([0-9]+)D6(?:\+([0-9]+))?")
Found = TypeVar("Found")
Fact = Callable[["GameCard"], object]
"""A printed property of a card, truthy if the card has it."""

Words = str | list[str]
"""A word, or several of which one will do."""

USUAL_RANGE = {"torpedoes": 1}  # rules 10.3; the other weapons reach their own hex
USUAL_WARP = 1  # rules 8.1
USUAL_REPAIR = 3  # rules 12.1
START_TILE: Definition = {
    "title": "Start Wormhole",
    "hex_points": 0,
    "kind": "start",
    "affinity": "none",
    "text": "The wormhole that cast you here. It has no event and nobody leaves by it (5.3).",
}
SHIP, CAPTAIN, CARD, TILE = "ship", "captain", "card", "tile"
EQUIPMENT = "Equipment"
NO_RARITY = "None"
ANY_RACE = "any"
USE_AND_DISCARD = "Use and discard"
TABLE = "Table"
TABLE_WHEN_DRAWN = "Table when drawn"
UNTIL_DESTROYED = "Table until destroyed"
BEFORE_TARGET = "Table in front of target"
IN_HEX = "Table in hex"
FOR_THE_ROUND = "Table for the round"
ANY_TIME = "Play any time"
MULTI = "Multi"
PLAY_METHODS = (  # rules 13.4
    *(USE_AND_DISCARD, TABLE, TABLE_WHEN_DRAWN, UNTIL_DESTROYED, BEFORE_TARGET),
    *(IN_HEX, FOR_THE_ROUND, ANY_TIME, MULTI),
)
STAYS_ON_TABLE = (TABLE, UNTIL_DESTROYED, FOR_THE_ROUND)
IN_OWN_TURN, IN_ANSWER = "maneuver", "answer"  # names of faces with a moment of their own
PLAYED = "played"
CAPTAIN_NATURE = "Captain"  # captains print no nature of their own (rules 13.1)
POSITIONS = (  # rules 14.1
    "First Officer",
    "Helm",
    "Tactical",
    "Science",
    "Engineering",
    "Medical",
    "Communications",
    "Security",
)
MINE, OUTPOST, PLATFORM, SHUTTLE, DENIZEN, OFFICER = "mine", "outpost", "platform", "shuttle", "denizen", "officer"
OWNED_BODIES = (OUTPOST, PLATFORM, SHUTTLE)  # pieces with points that players own
BODIES = (*OWNED_BODIES, DENIZEN)


@cache
def parse_damage(text: str) -> tuple[int, int]:
    """Return number of dice and bonus of a printed damage such as ``2D6+2``. Raises ValueError for any other text."""
    match = _DAMAGE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not damage; write it as 1D6 or 2D6+2")
    return int(match[1]), int(match[2] or 0)


class Printed(Protocol):
    """An object that caches the facts derived from it."""

    found: dict[str, object]


P = TypeVar("P", bound=Printed)


def printed_fact(find: Callable[[P], Found]) -> Callable[[P], Found]:
    """Decorate a function of a card: compute the fact once per card and cache it on the card."""
    name = f"{find.__module__}.{find.__qualname__}"

    @wraps(find)
    def look_up(card: P) -> Found:
        try:
            return card.found[name]  # type: ignore[return-value]  # what `find` found
        except KeyError:
            found = card.found[name] = find(card)
        return found

    return look_up


def cache_of(card: Printed, name: str) -> dict[Any, Any]:
    """Return a cache of several entries that is kept with a card."""
    return cast("dict[Any, Any]", card.found.setdefault(name, {}))


class System(TypedDict, total=False):
    """A printed ship system: its figures, and the power that it costs."""

    damage: str
    hexes: int
    range: int
    points: int
    power: int


class Ruling(TypedDict):
    """A printed ruling with its day, and the number of the rule that it is about."""

    date: str
    text: str
    rule: NotRequired[str]


class Body(TypedDict, total=False):
    """The printed numbers of a weapon, mine or denizen."""

    damage: str
    weapon: str
    life_points: int
    range: int
    power: int
    power_dice: int
    power_range: int
    evasion: int
    speed: int
    escape: int
    dominated: bool
    returns: bool


class Definition(TypedDict, total=False):
    """The definition of a ship, tile, captain or card. `piece_fields` says which fields each kind of piece has.

    `effects`, `removal`, `requirement` and `spares` are in the vocabulary of effects, which reads them itself. `left`
    is what an escape craft has: the title of the ship that it replaced (rules 19.2).
    """

    title: str
    number: int
    set: str
    flavour: str
    text: str
    rulings: list[Ruling]
    verbs: list[str]
    effects: list[Any]
    race: str
    hull: int
    systems: dict[str, System]
    role: str
    left: str
    kind: str
    hex_points: int
    affinity: str | dict[str, str]
    denizen: Body
    requirement: Any
    spares: Any
    nature: str
    type: str
    rarity: str
    play_method: str
    usage: Words
    position: str
    bonuses: dict[str, int]
    espionage_evasion: int
    faces: list[Definition]
    removal: Any
    answers: Words
    attaches_to: Words
    target: Words
    tests: str
    mine: Body
    weapon: Words | Body
    table: dict[str, str]
    alike: int
    again_dice: int
    backlash: str
    bonus: int
    bypass: int
    cards: int
    cloak: int
    cost: int
    crew: int
    damage_dice: int
    decloak_dice: int
    escape: int
    evasion: int
    hand_limit: int
    hexes: int
    life_points: int
    maneuvers: int
    max_power: int
    open_dice: int
    per_hex_dice: int
    per_hull_lost: int
    per_points: int
    power: int
    range: int
    range_bonus: int
    reduce: int
    reduce_dice: int
    repair: int | str
    reroll: int
    roll: str
    shields: int
    speed: int
    spread: str
    target_espionage_evasion: int
    tiles: int
    total: int


class Weapon(NamedTuple):
    """A printed weapon system: its dice, its flat bonus and its range in hexes (rules 10.2, 10.3)."""

    name: str
    dice: int
    bonus: int
    range: int


class ShipCard:
    """An immutable printed ship, shared by all copies of a game. `found` is the cache of `printed_fact`."""

    __slots__ = (
        "definition",
        "evasion",
        "found",
        "hull",
        "race",
        "repair",
        "shields",
        "systems",
        "title",
        "warp",
        "weapons",
    )

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.found: dict[str, object] = {}
        self.title: str = definition["title"]
        self.race: str = definition["race"]
        self.hull: int = definition["hull"]
        self.shields: int = definition["shields"]
        self.evasion: int = definition["evasion"]
        systems = self.systems = definition["systems"]
        self.warp: int = systems["warp"].get("hexes", USUAL_WARP) if "warp" in systems else 0
        self.repair: int = systems.get("repair", {}).get("points", USUAL_REPAIR)
        self.weapons = {
            name: Weapon(name, *parse_damage(printed["damage"]), printed.get("range", USUAL_RANGE.get(name, 0)))
            for name, printed in ((name, systems[name]) for name in WEAPON_SYSTEMS if name in systems)
        }


class TileCard:
    """An immutable printed hex tile, shared by all copies of a game. `found` is the cache of `printed_fact`."""

    __slots__ = ("definition", "effects", "found", "is_unique", "is_wormhole", "title")

    def __init__(self, definition: Definition, effects: Effects) -> None:
        self.definition = definition
        self.title: str = definition["title"]
        self.is_wormhole: bool = definition["kind"] == "wormhole"
        self.is_unique: bool = definition["kind"] == "unique"
        self.found: dict[str, object] = {}
        self.effects = effects


class PieceFacts(NamedTuple):
    """The kind of a piece and its printed values that matter for construction.

    `usage` are the races that may use a card, None for any (rules 13.5).
    """

    title: str
    kind: str
    race: str = ""
    nature: str = ""
    type: str = ""
    rarity: str = NO_RARITY
    usage: frozenset[str] | None = None
    hex_points: int = 0
    is_wormhole: bool = False
    is_unique: bool = False

    @property
    def is_crew(self) -> bool:
        """True for an officer (rules 2.6)."""
        return self.nature == CREW


def facts_of(definition: Definition) -> PieceFacts:
    """Return the facts of a catalogue definition of any kind."""
    title = definition["title"]
    if "hex_points" in definition:
        kind = definition["kind"]
        is_wormhole, is_unique = kind == "wormhole", kind == "unique"
        points = definition["hex_points"]
        return PieceFacts(title, TILE, hex_points=points, is_wormhole=is_wormhole, is_unique=is_unique)
    race = definition.get("race", "")
    if "hull" in definition:
        return PieceFacts(title, SHIP, race)
    if "nature" not in definition:
        return PieceFacts(title, CAPTAIN, race)
    usage = definition["usage"]
    return PieceFacts(
        title,
        CARD,
        race,
        nature=definition["nature"],
        type=definition.get("type", ""),
        rarity=definition["rarity"],
        usage=None if usage == ANY_RACE else frozenset(usage),
    )


def counted_rarities(piece: PieceFacts) -> set[str]:
    """Return the rarity limits that one copy counts against. Crew always count as Rare too (rules 3.4)."""
    own = set() if piece.rarity == NO_RARITY else {piece.rarity}
    if not piece.is_crew:
        return own
    return {"Rare", *(own & {"Xtra Rare", "Ultra Rare"})}


def is_usable(card: PieceFacts, ship: PieceFacts | None, captain: PieceFacts | None) -> bool:
    """Return True if the race of the ship or captain may use the card (13.5). Equipment checks only the ship (16.4)."""
    if card.usage is None:
        return True
    asked = (ship,) if card.type == EQUIPMENT and ship is not None else (ship, captain)
    return any(piece is not None and piece.race in card.usage for piece in asked)


def index_pieces(definitions: Iterable[Definition]) -> Mapping[str, PieceFacts]:
    """Return the facts of the pieces by title."""
    return {definition["title"]: facts_of(definition) for definition in definitions}


class Face:
    """An immutable face: its name (None if the card has only one), play method, effects and removal.

    `played` are its effects that come when it is played. `found` is the cache of `printed_fact`.
    """

    __slots__ = ("_on", "effects", "found", "name", "play_method", "played", "removal")

    def __init__(
        self, name: str | None, play_method: str, effects: tuple[Effect, ...], removal: Removal | None = None
    ) -> None:
        self.name = name
        self.play_method = play_method
        self.effects = effects
        self.played = tuple(effect for effect in effects if effect.trigger == PLAYED)
        self.removal = removal
        self.found: dict[str, object] = {}
        self._on: dict[tuple[str, ...], tuple[Effect, ...]] = {}

    def effects_on(self, *triggers: str) -> tuple[Effect, ...]:
        """Return its effects on these triggers."""
        found = self._on.get(triggers)
        if found is None:
            found = self._on[triggers] = tuple(effect for effect in self.effects if effect.trigger in triggers)
        return found


def faces_of(card: GameCard) -> tuple[Face, ...]:
    """Return all printed faces of a card, which stores them as `faces`."""
    choice = _find_choice(card)
    if choice is None:
        return (Face(None, card.play_method, card.effects.top, card.effects.removal),)
    return tuple(
        Face(
            option.name,
            option.play_method or USE_AND_DISCARD,
            tuple(card.effects[number] for number in option.effects),
            option.removal or card.effects.removal,
        )
        for option in choice.fields["options"]
    )


def faces_in(card: GameCard, moment: str) -> tuple[Face, ...]:
    """Return the faces that can be played in a moment: in the own turn, or in answer."""
    other = IN_ANSWER if moment == IN_OWN_TURN else IN_OWN_TURN
    return tuple(face for face in card.faces if face.name != other)


def makes_a_weapon(effect: Effect) -> bool:
    """Return True if the effect attacks with dice of its own when the card is played.

    An effect that names a ship weapon grants an attack with that weapon instead.
    """
    return effect.trigger == PLAYED and effect.verb == "attack" and isinstance(effect.fields.get("weapon"), Roll)


def numbers(effects: Iterable[Effect]) -> tuple[int, ...]:
    """Return the numbers of effects, by which a resolution names them."""
    return tuple(effect.number for effect in effects)


def _find_choice(card: GameCard) -> Effect | None:
    """Return the effect of a Multi card that chooses its face, or None."""
    choices = (effect for effect in card.effects.top if effect.verb == "choose" and effect.fields["who"] == "you")
    return next((effect for effect in choices if all(option.name for option in effect.fields["options"])), None)


class Bonuses(NamedTuple):
    """The bonuses of a captain, officer or card for its ship (rules 2.5, 2.10, 15.3). `range` is that of torpedoes."""

    shields: int = 0
    evasion: int = 0
    weapons: int = 0
    repair: int = 0
    warp: int = 0
    range: int = 0
    espionage_evasion: int = 0


NO_BONUSES = Bonuses()


def total(parts: Iterable[Bonuses]) -> Bonuses:
    """Return the sum of bonuses (rules 10.12). Most cards lend none."""
    lending = [part for part in parts if part is not NO_BONUSES]
    if len(lending) < 2:
        return lending[0] if lending else NO_BONUSES
    return Bonuses._make(map(sum, zip(*lending, strict=True)))


class GameCard:
    """An immutable printed captain, officer or game card, shared by all copies of a game.

    `usage` are the races that may use it, None for any (rules 13.5); `limits` the rarities whose limits one copy counts
    against (3.3, 3.4). `faces` are the ways to play it: one, unless it is a Multi card (13.4.9). `is_captain` is False
    for a stand-in (3.8), `is_crew` is True for officers (2.6); on `is_equipment` see 16, on `is_shuttle` 17.
    `places_something`: one of its effects puts a piece into a hex. `is_tabled_when_drawn`: it enters play once it is
    available, without a maneuver (13.4.3), as a captain does (14.9). `found` is the cache of `printed_fact`.
    """

    __slots__ = (
        "bonuses",
        "definition",
        "effects",
        "espionage_evasion",
        "faces",
        "found",
        "is_captain",
        "is_crew",
        "is_equipment",
        "is_shuttle",
        "is_tabled_when_drawn",
        "limits",
        "nature",
        "places_something",
        "play_method",
        "position",
        "race",
        "rarity",
        "title",
        "type",
        "usage",
    )

    def __init__(self, definition: Definition, effects: Effects) -> None:
        facts = facts_of(definition)
        self.definition = definition
        self.title = facts.title
        self.nature = facts.nature or CAPTAIN_NATURE
        self.type = facts.type
        self.rarity = facts.rarity
        self.limits = tuple(sorted(counted_rarities(facts)))
        self.usage = facts.usage
        self.race = facts.race
        self.play_method: str = definition.get("play_method", "")
        self.is_captain = self.nature == CAPTAIN_NATURE
        self.is_crew = self.nature == CREW
        self.is_equipment = self.type == EQUIPMENT
        self.is_tabled_when_drawn = self.play_method == TABLE_WHEN_DRAWN or self.is_captain
        self.position: str | None = definition.get("position")
        lent = definition.get("bonuses")
        self.bonuses = Bonuses(**lent) if lent else NO_BONUSES
        self.espionage_evasion: int | None = definition.get("espionage_evasion")
        self.effects = effects
        self.faces = faces_of(self)
        placing = [effect.fields["piece"] for effect in effects if effect.verb == "place"]
        self.places_something = bool(placing)
        self.is_shuttle = SHUTTLE in placing
        self.found: dict[str, object] = {}

    def __repr__(self) -> str:
        return f"<{self.nature} {self.title}>"

    def words_in(self, field: str) -> tuple[str, ...]:
        """Return the words that the card prints in a field, as a list or joined by "or"; () without such a field."""
        printed: Any = self.definition.get(field, ())
        return tuple(printed.split(" or ") if isinstance(printed, str) else printed)


class Cards(tuple[GameCard, ...]):
    """The cards in a match, by number; `owners` are the seats that brought them (rules 13.12)."""

    owners: tuple[int, ...]

    def __new__(cls, cards: Iterable[GameCard] = (), owners: Iterable[int] = ()) -> Self:
        made = super().__new__(cls, cards)
        made.owners = tuple(owners)
        return made

    @cached_property
    def reaching(self) -> frozenset[int]:
        """The cards whose passive effects apply to every ship, not only to their user's."""
        return frozenset(number for number, card in enumerate(self) if card.effects.reaches_all)

    @cached_property
    def by_title(self) -> Mapping[str, GameCard]:
        """The cards by title."""
        return {card.title: card for card in self}
