"""The base of verbs, the scale on which they state the worth of effects, and the fields that every effect may have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Protocol

from incursions.engine.dice import AVERAGE_DIE
from incursions.engine.hexes import Hex
from incursions.games.incursions.rules.attacks.attack import AttackFrame
from incursions.games.incursions.rules.attacks.full_attack import FullAttack
from incursions.games.incursions.rules.effects.gathering import start_lasting
from incursions.games.incursions.rules.plays.resolution import Resolution, candidates
from incursions.games.incursions.rules.printed import vocabulary as words
from incursions.games.incursions.rules.printed.effect import Condition, Effect, Effects, Per, Written
from incursions.games.incursions.rules.printed.schema import REACH, Counted, Dice, FieldType, Whole, Word
from incursions.games.incursions.rules.printed.vocabulary import SHIPS, SPARED
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.game_state import EffectVerb, GameState
from incursions.games.incursions.rules.state.refs import find_seat
from incursions.games.incursions.rules.state.seats import Ship
from incursions.games.incursions.rules.state.shapes import PlayerView, ShipView

POWER = 3.5  # a power card is worth a die of damage
CARD = 6.0  # a card about two power
MANEUVER = 9.0  # an attack with little power
BONUSES = {"shields": 1.0, "evasion": 5.0, "weapons": 5.0, "repair": 1.5, "warp": 4.0, "range": 4.0}
TURNS_ON_TABLE = 1.5  # what stays serves more than once
SCORE_EXPECTED = 12.0  # of an attack whose score is not known


class Table(Protocol):
    """A table as the player of one ship sees it. `left` are the maneuvers after the current one."""

    at: Hex
    left: int
    my_turn: bool
    power: int

    @property
    def me(self) -> ShipView:
        """The own ship."""

    @property
    def other_ships(self) -> Sequence[ShipView]:
        """All ships in the game but the own one."""

    @property
    def player(self) -> PlayerView:
        """The own player."""

    @property
    def players(self) -> Sequence[PlayerView]:
        """All players by seat."""

    @property
    def own_scale(self) -> float:
        """The worth of a point of the own ship."""

    @property
    def incoming(self) -> float:
        """Points that the others may take off the own ship before its next turn, if it does not answer."""

    @property
    def holes(self) -> list[Hex]:
        """The charted wormholes."""

    @property
    def gates(self) -> list[Hex]:
        """The wormholes by which the own ship could leave with all its power."""

    def missing_power(self) -> int:
        """Return the number of power cards that lie face down and could be turned up."""


class Scene(Protocol):
    """A table and a target at which effects are weighed.

    `score` is that of an attack to be answered. `target_scale`: the worth of a point of the target.
    """

    on_tile: bool
    score: float | None
    target_scale: float

    @property
    def target(self) -> ShipView | None:
        """The ship at which effects are weighed."""

    @property
    def table(self) -> Table:
        """The table."""

    @property
    def target_hand(self) -> int:
        """The number of cards that the target holds."""

    def room(self, order: str | None) -> float:
        """Return the points that a repair in that order can restore on the own ship, after the score has struck."""

    def is_mine(self, effect: Effect, *, unsaid: bool | None = None) -> bool:
        """Return True if the effect strikes the user's side; `unsaid` is returned if it names no target."""

    def count_struck(self, effect: Effect) -> tuple[float, float]:
        """Return the number of others that an effect strikes, and 1 if it strikes the own ship."""

    def count_per(self, per: Per | None) -> float:
        """Return the count that an amount "per" something is multiplied by; 1 without a "per"."""

    def weigh(self, effects: Effects, chosen: Iterable[Effect]) -> float:
        """Return the worth of these effects to the user."""


def amount(effect: Effect, scene: Scene) -> float:
    """Return dice and flat points, times what they are counted by."""
    fields = effect.fields
    if "equal_to" in fields:
        return (scene.score or SCORE_EXPECTED) * (0.5 if "half" in fields["equal_to"] else 1.0)
    found = AVERAGE_DIE * fields.get("dice", 0) + fields.get("bonus", 0) + fields.get("points", 0)
    return float(found) * scene.count_per(fields.get("per"))


def harm(points: float, effect: Effect, scene: Scene) -> float:
    """Return the worth of so much harm to each ship that the effect strikes."""
    others, own = scene.count_struck(effect)
    return points * (others - own)


def keep_off(points: float, scene: Scene) -> float:
    """Return the worth of a defence that takes these points off what is coming."""
    return min(points, scene.score) * scene.table.own_scale if scene.score is not None else min(points, 10.0)


Fields = Mapping[str, FieldType]

THIS_ATTACK, THIS_MANEUVER = "this attack", "this maneuver"  # the default durations
YOURS = (None, "you", "your ship", "your ship weapon", "one of your pieces", "this card", "this piece")
YOURSELF = ("you", "your ship")


class PowerUse(StrEnum):
    """A way in which a card may use power. The value is the label of its row; a card may have several."""

    TAKES = "Attacks and mines that take power"
    NEEDS = "Do nothing without power"
    GIVES = "Give or save power"
    COSTS_OTHERS = "Cost other players power"
    NONE = "None of these"


class Verb(EffectVerb):
    """A verb: its words for the vocabulary, its fields, how it is carried out, and what it is worth.

    `does` says it in words. `needs`: one field of each of these groups is required. `triggers`: the only ones that it
    can have. `strikes`: the kinds of its target. `passive`: it changes or permits something as long as it is in force,
    and is looked up; other verbs are carried out. `is_bonus`: it counts once for each title (rules 16.6).
    `brings_roll`: it may bring a roll, and cannot come on one. `names_target`: it asks for its target itself.
    `has_own_line`: a maneuver brings it by another line than `use`. `is_price`: a defence card that cannot pay it
    cannot be played.

    `meanings`: the field whose word names what it is about, and the sentences of these words with their rules.
    `main_rule_only`: only the first of its `rules` holds for all of its effects.

    `helps`: 1 if it is good for whom it reaches, -1 if bad, 0 if neither. `power_use`: it gives power to the user, or
    costs others power. `is_for_user`: what its user picks for it serves him. `answers_attacks`: it keeps points of an
    attack off. Its worth in points of damage is its `value`, or its `harm` to each ship that it strikes, or the points
    of an attack that are `kept_off`.
    """

    does: str
    rules: tuple[str, ...]
    fields: Fields = {}
    needs: tuple[tuple[str, ...], ...] = ()
    triggers: frozenset[str] | None = None
    strikes: tuple[str, ...] = (SHIPS,)
    brings_roll = False
    meanings: tuple[str, Mapping[str, str]] | None = None
    main_rule_only = False
    helps = 0
    power_use: PowerUse | None = None
    value = 0.0
    harm = 0.0
    kept_off = 0.0
    answers_attacks = False
    is_for_user = False

    # Reading.

    def printed_fields(self, said: Written, piece: Written) -> Written:
        """Return the fields that the piece prints for an effect; those that the effect says override them."""
        return {}

    def required_fields(self, fields: Written) -> Iterable[tuple[str, ...]]:
        """Return the groups of fields of which one is required, also those that only some effects need."""
        return self.needs

    def check_fields(self, fields: Written, trigger: str, path: str) -> None:
        """Raise `EffectError` if the fields do not go together; fill in fields that are unsaid."""

    def check_conditions(self, conditions: tuple[Condition, ...], fields: Written, trigger: str, path: str) -> None:
        """Raise `EffectError` for a condition that the verb cannot hang on."""

    def duration(self, fields: Written, until: str | None) -> str | None:
        """Return the duration of an effect; `until` is what it says."""
        return until

    # In play.

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        """Carry out the effect. By default put it in force for all its targets, or for its user.

        If it raises `Waiting`, it is called again after the answer.
        """
        attacked = any(isinstance(other, AttackFrame) for other in game.stack)
        until = THIS_ATTACK if attacked else THIS_MANEUVER
        for ref in candidates(game, frame, effect, "you"):
            seat = find_seat(game, ref)
            if seat is not None:
                start_lasting(game, frame.source, effect, frame.user, None if seat == frame.user else seat, until=until)

    def why_no_defence(
        self, game: GameState, attack: FullAttack, ship: Ship, number: int, effect: Effect
    ) -> Refused | None:
        """Return why the effect of a defence card would come to nothing, or None."""
        comes = self.comes_to_something(game, ship.seat, effect, attack.seat, None)
        return None if comes else refuse_useless(game, number)

    # In numbers.

    def sign(self, effect: Effect) -> int:
        """Return 1 if the effect is good for whom it reaches, -1 if it is bad, 0 if neither."""
        return self.helps

    def power_uses(self, effect: Effect) -> tuple[PowerUse, ...]:
        """Return what a card with this effect does with power: its `power_use`, of the user's power or of others'."""
        use = self.power_use
        is_meant = effect.target in YOURS if use is PowerUse.GIVES else effect.target not in YOURSELF
        return (use,) if use is not None and is_meant else ()

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        """Return the worth of the effect to its user, in points of damage; `effects` are those of its piece."""
        if self.harm:
            return harm(self.harm, effect, scene)
        return keep_off(self.kept_off, scene) if self.kept_off else self.value


def refuse_useless(game: GameState, number: int) -> Refused:
    """Return the refusal of a card that would do nothing now."""
    return "13.15", f"{game.cards[number].title} would do nothing now"


def sign_of(number: int) -> int:
    """Return 1 for a number above 0, -1 for one below."""
    return (number > 0) - (number < 0)


MEANINGS: dict[str, str] = {
    "dice": "how many dice; as a text it may say the flat part too",
    "bonus": "the flat part of a roll, or by how much a score is better",
    "per": "what the amount is counted by: so much for each of it",
    "points": "points of damage, hull or shields",
    "pool": "what the damage comes off: `shields` alone, `hull` alone, or `none` (it comes off no points)",
    "power": "power cards; of a weapon what must be spent to fire it, of `allow` what the cloak costs",
    "weapon": "the weapon's dice; or a mapping with `damage`, `range`, `power`, `power_dice`, `power_range`",
    "range": "how far the weapon reaches, in hexes; 0 is its own hex",
    "power_dice": "dice that each power adds",
    "power_range": "hexes of range that each power adds",
    "cards, tiles, number": "how many",
    "hexes": "how far at most",
    "no_event": "`true`: nothing of 9.12 comes in that hex but mines",
    "from, at": "where the cards or tiles are",
    "filter": "of which kind the card must be",
    "random": "`true`: at random; else chosen",
    "top": "`true`: the top one; else chosen",
    "to": "where it goes, or which way",
    "of": "what is changed",
    "by": "of a number, by how much it changes; of an attack, what makes it",
}
"""Fields that several verbs have."""

CHANGE = Whole(-99, 99)
POINTS = Whole(1, 99)
PER = Counted(words.COUNTED)
CARD_KIND = Word(words.CARD_KINDS, "Kinds of card")
POOL = Word(("shields", "hull", "none"))
AMOUNT: Fields = {"dice": Dice(), "bonus": CHANGE, "per": PER}
REDUCTION: Fields = {"points": POINTS, "dice": Dice("points")}
COMMON: Fields = {"within": REACH, "spares": SPARED}
"""Fields that every effect may have, with any verb."""
