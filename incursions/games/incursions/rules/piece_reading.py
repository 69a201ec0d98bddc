"""The parser and checker of effects, and the printed pieces of a setup, parsed once and shared by all its games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from incursions.games.incursions.rules.printed.effect import NO_EFFECTS, Condition, Effect, Effects, Roll, Written
from incursions.games.incursions.rules.printed.piece_fields import with_effects
from incursions.games.incursions.rules.printed.pieces import (
    START_TILE,
    Cards,
    Definition,
    GameCard,
    ShipCard,
    TileCard,
)
from incursions.games.incursions.rules.printed.schema import (
    FLAG,
    Dice,
    EffectError,
    FieldType,
    NestingType,
    Word,
    known_word,
    parse_weapon,
)
from incursions.games.incursions.rules.printed.vocabulary import (
    DURATION_ROWS,
    DURATIONS,
    LOOKED_UP,
    PRESENT,
    REMOVAL,
    SPARED,
    STANDING,
    TARGET_GROUPS,
    TARGET_ROWS,
    TARGETS,
    TRIGGERS,
    TRIGGERS_OF_TILES,
    WITH_ITS_PIECE,
    parse_conditions,
    parse_needs,
    strikes,
)
from incursions.games.incursions.rules.state.setup import BASIC, Setup, list_brought
from incursions.games.incursions.rules.verbs.verb import COMMON, Verb
from incursions.games.incursions.rules.verbs.vocabulary import VERBS

__all__ = ["EffectError", "plain", "read_effects"]

ABOUT = ("on", "do", "if", "target", "until", "optional", "once", "needs")
_TARGET = Word(TARGETS, rows=TARGET_ROWS)
_UNTIL = Word(DURATIONS, rows=DURATION_ROWS)
_ONCE = Word(("turn", "game"))
MOST_KEPT = 256  # setups of live games; one of Full takes some hundred kilobytes
MOST_PRINTED = 1000  # cards and tiles; setups from one catalogue share their definitions


def plain(value: Any) -> Any:
    """Return the value with all keys as texts, as JSON returns it. YAML reads a bare `on` as true."""
    if isinstance(value, dict):
        return {"on" if key is True else str(key): plain(held) for key, held in value.items()}
    return [plain(each) for each in value] if isinstance(value, list) else value


def read_effects(definition: Mapping[str, object]) -> Effects:
    """Return the numbered effects of a piece. Raises `EffectError`."""
    if "effects" not in definition and "removal" not in definition:
        return NO_EFFECTS
    parser = _Parser(plain(definition))
    parser.parse_effects(parser.piece.get("effects", []), "effects")
    removal = parser.piece.get("removal")
    return Effects(parser.effects, None if removal is None else REMOVAL.parse_value(removal, "removal"))


class _Parser:
    """A parser of one piece: `effects` are those so far, by number. An effect is numbered before its nested ones."""

    def __init__(self, piece: Written) -> None:
        self.piece = piece
        self.on_tile = "hex_points" in piece
        self.effects: list[Effect] = []
        self._within: list[str] = []  # the triggers of the effects being parsed, the innermost last

    def parse_effects(self, value: Any, path: str) -> tuple[int, ...]:
        """Parse a list of effects, or a single one, and return their numbers."""
        if isinstance(value, dict):
            return (self._parse_effect(value, path),)
        if not isinstance(value, list):
            raise EffectError(path, f"a list of effects was expected, not {value!r}")
        return tuple(self._parse_effect(each, f"{path} {number}") for number, each in enumerate(value, start=1))

    def _parse_effect(self, said: Any, path: str) -> int:
        if not isinstance(said, dict):
            raise EffectError(path, f"an effect such as {{on: played, do: draw, cards: 1}} was expected, not {said!r}")
        if "do" not in said:
            raise EffectError(f"{path}, do", "the verb is missing")
        verb = VERBS[known_word(str(said["do"]), VERBS, f"{path}, do")]
        trigger = self._parse_trigger(said, verb, path)
        number, top = len(self.effects), not self._within
        self.effects.append(Effect(number, trigger, verb.name, {}))  # reserves the number
        self._within.append(trigger)
        fields = self._parse_fields(said, verb, trigger, path)
        self._within.pop()
        until = verb.duration(fields, _UNTIL.parse_key(said, "until", path))
        self.effects[number] = Effect(
            number,
            trigger,
            verb.name,
            fields,
            self._parse_conditions(said, verb, fields, trigger, path),
            self._parse_target(said, verb, path),
            until,
            FLAG.parse_key(said, "optional", path, False),
            _ONCE.parse_key(said, "once", path),
            top,
            _is_passive(verb, trigger, until),
        )
        return number

    def _parse_trigger(self, said: Written, verb: Verb, path: str) -> str:
        if "on" not in said and not self._within:
            raise EffectError(f"{path}, on", "the trigger is missing")
        known = TRIGGERS_OF_TILES if self.on_tile else TRIGGERS
        trigger = known_word(str(said["on"]), known, f"{path}, on") if "on" in said else self._within[-1]
        if verb.triggers is not None and trigger not in verb.triggers:
            allowed = ", ".join(sorted(verb.triggers))
            raise EffectError(f"{path}, on", f"{verb.name} comes on {allowed}, not on {trigger}")
        if trigger == "rolled" and verb.brings_roll:
            raise EffectError(f"{path}, on", f"{verb.name} may bring a roll itself, and cannot come on rolled")
        return trigger

    def _parse_target(self, said: Written, verb: Verb, path: str) -> str | None:
        phrase: str | None = _TARGET.parse_key(said, "target", path)
        if phrase is not None and not strikes(phrase, verb.strikes):
            known = ", ".join(row for kind in verb.strikes for row in TARGET_GROUPS[kind])
            raise EffectError(f"{path}, target", f"{verb.name} strikes {known}, not {phrase!r}")
        return phrase

    def _parse_conditions(
        self, said: Written, verb: Verb, fields: Written, trigger: str, path: str
    ) -> tuple[Condition, ...]:
        found = (*parse_conditions(said.get("if", {}), f"{path}, if"), *parse_needs(said, path))
        verb.check_conditions(found, fields, trigger, path)
        return found

    def _parse_fields(self, said: Written, verb: Verb, trigger: str, path: str) -> Written:
        types = {**verb.fields, **COMMON}
        for name in said:
            if name not in types and name not in ABOUT:
                known = ", ".join([*types, *ABOUT])
                raise EffectError(f"{path}, {name}", f"{verb.name} has no such field; there are {known}")
        fields = verb.printed_fields(said, self.piece)
        if self.on_tile and "spares" in self.piece:
            fields["spares"] = SPARED.parse_value(self.piece["spares"], "spares")
        for name, kind in types.items():
            if name in said:
                fields |= self._parse_field(kind, name, said[name], f"{path}, {name}")
        if fields.get("spares", ...) is None:
            del fields["spares"]
        _check_needs(verb, fields, trigger, path)
        return fields

    def _parse_field(self, kind: FieldType, name: str, value: Any, path: str) -> Written:
        """Return the fields that one written field is parsed into."""
        if name == "weapon" and isinstance(value, dict):
            return parse_weapon(value, path)
        if isinstance(kind, NestingType):
            return {name: kind.parse_nested(value, path, self.parse_effects)}
        parsed = kind.parse_value(value, path)
        if isinstance(kind, Dice) and isinstance(parsed, Roll):
            return {name: parsed.dice} | ({kind.flat: parsed.bonus} if parsed.bonus else {})
        return {name: parsed}


def _check_needs(verb: Verb, fields: Written, trigger: str, path: str) -> None:
    """Raise `EffectError` if a needed field is missing, also one that only some effects of the verb need."""
    for group in verb.required_fields(fields):
        if not any(name in fields for name in group):
            raise EffectError(f"{path}, {group[0]}", f"{verb.name} needs {' or '.join(group)}")
    verb.check_fields(fields, trigger, path)


def _is_passive(verb: Verb, trigger: str, until: str | None) -> bool:
    """Return True if the effect is looked up as long as it is in force.

    On other triggers, a passive verb starts to be in force when the trigger comes.
    """
    if trigger == PRESENT:
        return True
    looked_up = trigger in STANDING or (verb.passive and trigger in LOOKED_UP)
    return looked_up and until in WITH_ITS_PIECE


class SetUpPieces(NamedTuple):
    """Ships and tiles by title, and the copies of cards that the seats brought, by number."""

    ships: dict[str, ShipCard]
    tiles: dict[str, TileCard]
    cards: Cards


def read_card(definition: Definition) -> GameCard:
    """Return the printed captain, officer or game card. Raises `EffectError`."""
    return GameCard(definition, read_effects(with_effects(definition)))


def read_tile(definition: Definition) -> TileCard:
    """Return the printed tile. Raises `EffectError`."""
    return TileCard(definition, read_effects(with_effects(definition)))


class Same:
    """A cache key that compares an unhashable object by identity."""

    __slots__ = ("thing",)

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.thing is other.thing

    def __hash__(self) -> int:
        return id(self.thing)


def pieces_of(setup: Setup) -> SetUpPieces:
    """Return the pieces of the setup from a cache by identity, because parsing takes longer than playing a turn."""
    return _parse_pieces(Same(setup))


@lru_cache(MOST_KEPT)
def _parse_pieces(same: Same) -> SetUpPieces:
    setup: Setup = same.thing
    return SetUpPieces(
        {card["title"]: ShipCard(card) for card in setup["ships"]},
        {tile["title"]: _parse_once(read_tile, Same(tile)) for tile in [START_TILE, *setup["tiles"]]},
        Cards() if setup["mode"] == BASIC else _list_cards(setup),
    )


@lru_cache(MOST_PRINTED)
def _parse_once(kind: Callable[[Definition], Any], same: Same) -> Any:
    """Return the printed piece of the definition, parsed once."""
    return kind(same.thing)


def _list_cards(setup: Setup) -> Cards:
    definitions = (*setup["captains"], *setup["cards"])
    printed: dict[str, GameCard] = {each["title"]: _parse_once(read_card, Same(each)) for each in definitions}
    brought = [(seat, title) for seat, described in enumerate(setup["seats"]) for title in list_brought(described)]
    return Cards((printed[title] for _, title in brought), (seat for seat, _ in brought))
