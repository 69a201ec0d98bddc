"""The state of an attack beyond Basic, its targets and its score (rules 2.5, 10.2-10.4, 10.12, 10.15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, field
from typing import Any, ClassVar, Self, cast

from incursions.engine.frames import as_tuples, frame_class
from incursions.engine.hexes import Hex, distance
from incursions.engine.questions import Option
from incursions.games.incursions.rules.attacks.attack import AttackFrame, Lying, Struck
from incursions.games.incursions.rules.effects.gathering import carried_by, carries_cards
from incursions.games.incursions.rules.effects.in_force import (
    Situation,
    forces,
    hold,
    holding,
    is_so,
    is_spared,
    once_a_title,
)
from incursions.games.incursions.rules.plays.resolution import place_of
from incursions.games.incursions.rules.printed.effect import Effect, Per
from incursions.games.incursions.rules.printed.pieces import BODIES, MINE, WEAPON_SYSTEMS
from incursions.games.incursions.rules.printed.schema import ALL
from incursions.games.incursions.rules.printed.vocabulary import STANDING
from incursions.games.incursions.rules.state.board import Placed, Source
from incursions.games.incursions.rules.state.cards_in_play import Refused, serving
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.refs import (
    Ref,
    card_ref,
    find_seat,
    holder_of,
    name_of,
    piece_ref,
    seat_ref,
    told_apart,
)
from incursions.games.incursions.rules.state.seats import Force, Ship
from incursions.games.incursions.rules.state.shapes import AttackView
from incursions.games.incursions.rules.systems.bodies import bonuses_aboard, dice_aboard
from incursions.games.incursions.rules.systems.cloaking import TARGET_CLOAKED, may_target
from incursions.games.incursions.rules.systems.power import is_prototype
from incursions.games.incursions.rules.systems.weapons import Gun

Permissions = frozenset[str]
KINDS_OF_TARGETS = ("seat", "card", "piece")  # in the order in which they are listed
NO_PERMISSIONS: Permissions = frozenset()

AIM_AT_EQUIPMENT = "aim at tabled Equipment"


ROLL, ROLLED, TARGETS, MOVED, DEFENDED, ARMOURED, DAMAGE, FALLEN, HITS, OVER, END = range(11)
THE_TARGET = "the target"
EVADE_YOURS = "evade your attacks"
LOOKED_UP = ("scoring", "damage")  # triggers of effects that are in force while they are in an attack
YOUR_SHIP, ONE_OF_YOURS, THAT_PIECE = "your ship", "one of your pieces", "that piece"


@frame_class
class AttackState(AttackFrame):
    """The state of an attack beyond Basic, which `FullAttack` carries out.

    `by` is the ship or piece that makes it, `seat` its player, None for an unowned denizen.

    `aim` is the current target and `target` its owner; `waiting` are further targets, `done` those that have defended.
    `lying` are the cards in the attack with the numbers of their effects, `later` those that come after the damage.
    `distance` is to the target, `damage` is the damage that comes through to it. `moved_to` is the piece that takes the
    attack instead. `decloaks`: it broke the attacker's own cloak. `out_of_turn`: it was granted and grants no further
    one (11.10). `helped` is the defence that a card opened (11.7). `spoiled`: these seats let it miss before it was
    answered, a target for itself alone.
    """

    seat: int | None
    by: Ref
    gun: Gun
    waiting: tuple[Ref, ...]
    power: int = 0
    further: int = 0
    _: KW_ONLY
    aim: Ref = field(init=False)
    target: int | None = None
    dice: tuple[int, ...] = ()
    bonus: int = 0
    score: int = 0
    distance: int = 0
    damage: int = 0
    done: tuple[Struck, ...] = ()
    lying: tuple[Lying, ...] = ()
    later: tuple[Lying, ...] = ()
    spoiled: tuple[int, ...] = ()
    decloaks: bool = False
    out_of_turn: bool = False
    step: int = ROLL
    defence: str | None = None
    repairs: tuple[str, int] | None = None
    armour: Ref | None = None
    helped: str | None = None
    moved_to: Ref | None = None
    defence_dice: tuple[int, ...] = ()
    defence_power: int = 0
    defence_score: int = 0
    shield_power: int = 0
    is_damage: ClassVar[bool] = True

    def __post_init__(self) -> None:
        self.aim = self.waiting[0]

    @property
    def targets(self) -> tuple[int | None, ...]:
        """The seats that are attacked: the current target, those that have defended, and those still waiting."""
        return (self.target, *(struck.seat for struck in self.done), *(a[1] for a in self.waiting if a[0] == "seat"))

    @property
    def target_ref(self) -> Ref:
        """The current target, for the command that is announced with the attack."""
        return self.aim

    @property
    def is_answered(self) -> bool:
        """True while a target, who knows the score, answers the attack."""
        return self.step in (MOVED, DEFENDED)

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> Self:
        """Return the attack that `to_data` described."""
        attack = super(AttackState, cls).from_data(data)  # noqa: UP008  `frame_class` makes the class a second time
        attack.gun = Gun(*attack.gun)
        attack.done = tuple(Struck(*as_tuples(struck)) for struck in attack.done)
        return attack

    @property
    def weapon(self) -> str:
        """The name of the weapon."""
        return self.gun.name

    def look_at(self, game: GameState, aim: Ref) -> None:
        """Make `aim` the current target and store its owner and distance."""
        self.aim, self.target = aim, find_seat(game, aim)
        here, there = place_of(game, self.by), place_of(game, aim)
        self.distance = 0 if here is None or there is None else distance(here, there)

    def recall(self, struck: Struck) -> None:
        """Make a target that was struck the current one again, even if it is destroyed."""
        self.aim, self.target, self.damage = struck.aim, struck.seat, struck.damage
        self.moved_to = struck.moved_to

    def add(self, source: Source, user: int, numbers: Iterable[int]) -> None:
        """Add a card or weapon to the attack, with the effects of these numbers."""
        self.lying = (*self.lying, (source, user, tuple(numbers)))

    def is_made_with(self, game: GameState, source: Source) -> bool:
        """Return True if the attack is made with this card, tile, placed piece or escape craft (rules 19.9)."""
        if self.gun.source == source or (self.by[0] == "seat" and game.ships[self.by[1]].craft == source):
            return True
        piece = game.board.placed.get(self.by[1]) if self.by[0] == "piece" else None
        return piece is not None and piece.card == source

    def names(self, game: GameState) -> dict[str, Any]:
        """Return the titles that an event names besides seats: the attacking piece as `by`, the target as `at`."""
        if self.by[0] == self.aim[0] == "seat":
            return {}
        by = {} if self.by[0] == "seat" or is_gone(game, self.by) else {"by": name_of(game, self.by)}
        return by if self.aim[0] == "seat" or is_gone(game, self.aim) else by | {"at": name_of(game, self.aim)}

    def to_view(self) -> AttackView:
        """Return what every viewer sees of the attack."""
        return {**AttackFrame.to_view(self), "by": list(self.by), "at": list(self.aim)}


def shields_function(game: GameState, seat: int) -> bool:
    """Return True if the ship's shields function where it is (rules 10.15)."""
    found = game.players[seat].in_force.by_verb.get("bypass_shields")
    if found is None:
        return True
    standing = [force for force in found if not force.begun and force.effect.trigger in STANDING]
    return not any(force.effect.fields["points"] == ALL for force in holding(game, seat, standing))


def shields_at_0(game: GameState, seat: int) -> bool:
    """Return True if the shields are at 0 or do not function (rules 10.15)."""
    return game.ships[seat].shields == 0 or not shields_function(game, seat)


def is_gone(game: GameState, ref: Ref) -> bool:
    """Return True if the ship is out, the piece no longer in a hex, or the card on no table."""
    if ref[0] == "seat":
        return game.ships[ref[1]].out is not None
    return ref[1] not in game.board.placed if ref[0] == "piece" else holder_of(game, ref[1]) is None


def is_crew_or_equipment(game: GameState, number: int) -> bool:
    """Return True if a tabled card of this kind can be attacked (rules 10.4)."""
    card = game.cards[number]
    return card.is_equipment or card.is_crew or card.is_captain


def _aboard(game: GameState, other: Ship, permissions: Permissions) -> Sequence[Ref]:
    """Return the tabled cards of a ship that are open to an attack now (rules 10.15, 14.6, 16.2)."""
    open_to_all = shields_at_0(game, other.seat)
    if not open_to_all and AIM_AT_EQUIPMENT not in permissions:
        return ()
    up = [number for number in game.players[other.seat].in_play if number not in game.board.face_down]
    aimed_at = [number for number in up if is_crew_or_equipment(game, number)]
    return [card_ref(number) for number in aimed_at if open_to_all or game.cards[number].is_equipment]


def targets_within(
    game: GameState, seat: int, origin: Hex, within: int, permissions: Permissions = NO_PERMISSIONS
) -> list[Ref]:
    """Return all that the seat may attack from a hex: ships with their tabled cards, then pieces, oldest first."""
    found: list[Ref] = []
    for other in game.ships:
        is_near = other.seat != seat and other.out is None and distance(origin, other.at) <= within
        if is_near and _is_open(game, seat, other, permissions):
            found.append(seat_ref(other.seat))
            found += _aboard(game, other, permissions)
    found += [
        piece_ref(number)
        for number, piece in game.board.placed.items()
        if piece.kind in BODIES and piece.owner != seat and distance(origin, piece.at) <= within
    ]
    return found


def nearest_target(game: GameState, seat: int, origin: Hex) -> int | None:
    """Return the distance in hexes to the nearest ship or piece that the seat may attack, or None."""
    nearest = game.board.placed.nearest_body(seat, origin) if game.board.placed else None
    for other in game.ships:
        if other.seat != seat and other.out is None:
            far = distance(origin, other.at)
            if (nearest is None or far < nearest) and _is_open(game, seat, other):
                nearest = far
    return nearest


def _is_open(game: GameState, seat: int, other: Ship, permissions: Permissions = NO_PERMISSIONS) -> bool:
    """Return True if no cloak hides the ship from this seat (rules 10.9)."""
    return other.cloak is None or TARGET_CLOAKED in permissions or may_target(game, seat, other.seat) is None


def why_no_target(game: GameState, seat: int, ref: Ref, permissions: Permissions = NO_PERMISSIONS) -> Refused | None:
    """Return the rule and the reason why the seat may not attack this at any distance, or None if it may."""
    owner = find_seat(game, ref)
    if owner == seat:
        return "10.14", "You cannot target your own ship or pieces"
    if ref[0] == "piece":
        return None if game.board.placed[ref[1]].kind in BODIES else ("10.4", "That cannot be attacked")
    assert owner is not None
    ship = game.ships[owner]
    if ship.out is not None:
        return "10.4", f"{ship.card.title} is out of the game"
    hidden = None if TARGET_CLOAKED in permissions else may_target(game, seat, owner)
    if hidden is not None or ref[0] == "seat":
        return hidden
    return _why_not_aboard(game, ship, ref[1], permissions)


def _why_not_aboard(game: GameState, ship: Ship, number: int, permissions: Permissions) -> Refused | None:
    """Return why a tabled card of another ship may not be attacked, or None (rules 10.4, 10.15)."""
    card = game.cards[number]
    if not is_crew_or_equipment(game, number):
        return "10.4", f"{card.title} is neither equipment nor crew: it cannot be attacked"
    if number in game.board.face_down:
        return "10.15", f"{card.title} lies face down already"
    if shields_at_0(game, ship.seat) or (card.is_equipment and AIM_AT_EQUIPMENT in permissions):
        return None
    return "10.15", f"The shields of {ship.card.title} are up: what is tabled on it cannot be attacked"


def names_of(game: GameState, refs: Iterable[Ref], prefix: str = "") -> dict[str, Ref]:
    """Return the targets by the names that lines call them.

    Targets of the same name are numbered among all pieces in play, so that a name means one thing.
    """
    in_order = sorted(refs, key=lambda ref: KINDS_OF_TARGETS.index(ref[0]))
    return {prefix + told_apart(game, ref): ref for ref in in_order}


def find_target(game: GameState, named: Option) -> Ref | None:
    """Return the ship, tabled card or piece that an option names, wherever it is; None if there is none."""
    if named.place is not None:
        pieces = game.board.placed.values()
        alike = [piece_ref(piece.number) for piece in pieces if (piece.title, piece.at) == (named.title, named.place)]
    elif named.seat is None or named.seat >= len(game.ships):
        return None
    elif not named.title:
        return seat_ref(named.seat)
    else:
        table = game.players[named.seat].in_play
        alike = [card_ref(number) for number in table if game.cards[number].title == named.title]
    return alike[named.ordinal - 1] if named.ordinal <= len(alike) else None


def all_targets(game: GameState) -> list[Ref]:
    """Return all ships, the cards of all tables, and the pieces in hexes, wherever they are."""
    refs = [seat_ref(ship.seat) for ship in game.ships]
    for player in game.players:
        refs += [card_ref(number) for number in player.in_play]
    return refs + [piece_ref(number) for number in game.board.placed]


def distance_to(game: GameState, origin: Hex, ref: Ref) -> int:
    """Return the distance to the target in hexes (rules 8.5)."""
    place = place_of(game, ref)
    assert place is not None
    return distance(origin, place)


def effects_of(game: GameState, attack: AttackState, verb: str, *, mine: bool = True) -> Sequence[Force]:
    """Return the effects of this verb that bear on the attack: of its cards, then of what the attacker has in force.

    With `mine` false: those of the target's defence cards, then of what the target has in force.
    """
    side = attack.seat if mine else attack.target
    lying = _effects_of_cards(game, attack, verb, side) if attack.lying else []
    if side is None:
        return lying
    in_force = game.players[side].in_force.by_verb.get(verb)
    bearing = []
    if in_force is not None:
        bearing = [
            force
            for force in in_force
            if bears_on(game, attack, force, side, mine=mine)
            and not is_spared(game, side, force.source, force.effect)
            and is_so(game, force, attack)
        ]
    body = attack.by if mine else attack.aim
    if body[0] == "piece" and carries_cards(game, body):
        bearing += _effects_aboard(game, attack, body, verb)
    if not bearing:
        return lying
    return [*lying, *(once_a_title(game, bearing) if game.verbs[verb].is_bonus else bearing)]


def _effects_aboard(game: GameState, attack: AttackState, shuttle: Ref, verb: str) -> list[Force]:
    """Return the passive effects of the crew aboard a shuttle in a hex (rules 17.7)."""
    aboard = carried_by(game, shuttle)
    crew = (Force(card, effect, user) for card, user, effect in aboard if effect.verb == verb and effect.passive)
    return [force for force in crew if is_so(game, force, attack)]


def _effects_of_cards(game: GameState, attack: AttackState, verb: str, side: int | None) -> list[Force]:
    """Return the effects of the cards that this side played in the attack, and of its weapon."""
    found: list[Force] = []
    for source, user, numbers in attack.lying:
        if user != side:
            continue
        for number in numbers:
            effect = game.piece(source).effects[number]
            if effect.verb == verb and effect.trigger in LOOKED_UP:
                force = Force(source, effect, user)
                if hold(game, Situation.from_force(force, attack), effect.conditions):
                    found.append(force)
    return found


def effects_on_target(game: GameState, attack: AttackState, verb: str) -> list[Force]:
    """Return the effects of the attacker's cards on the target's evasion, defence or shields in this attack."""
    return [force for force in _effects_of_cards(game, attack, verb, attack.seat) if force.effect.target == THE_TARGET]


def find_prohibition(game: GameState, attack: AttackState, *actions: str) -> Force | None:
    """Return the effect that forbids the target any of `actions`, or None.

    Of the attacker's effects, those of cards in this attack count, and those that forbid evading any of the attacker's
    attacks.
    """
    mine = [force for force in effects_of(game, attack, "forbid") if _is_said_of_attack(force)]
    for force in (*effects_of(game, attack, "forbid", mine=False), *mine):
        action = force.effect.fields["action"]
        if action in actions and (action != EVADE_YOURS or force.user == attack.seat):
            return force
    return None


def _is_said_of_attack(force: Force) -> bool:
    """Return True if the attacker's prohibition holds for the target: of a card in this attack, or of evading any."""
    is_of_evasion = force.effect.fields["action"] == EVADE_YOURS and force.target is None
    return is_of_evasion or force.effect.trigger in LOOKED_UP


def bears_on(game: GameState, attack: AttackState, force: Force, side: int, *, mine: bool) -> bool:
    """Return True if an effect in force for one side bears on this attack.

    The text of a prototype or placed piece is about its own attacks alone. A card before a player is about attacks of
    its user on that player.
    """
    if mine and is_a_weapon(game, force) and not attack.is_made_with(game, force.source):
        return False
    if not mine:
        if attack.aim[0] == "card" and not force.begun:
            return False  # an effect on the ship does not help a card on it (rules 10.15)
        if attack.aim[0] == "piece" and game.board.placed[attack.aim[1]].card != force.source:
            return False  # nor does it help a piece in a hex (rules 11.11)
        if attack.aim[0] != "piece" and _guards_itself(game, force):
            return False
        return (force.user if force.target is None else force.target) == side
    at_ship = force.target == attack.target and attack.aim[0] == "seat"
    return force.user == side and (force.target is None or at_ship)


def _guards_itself(game: GameState, force: Force) -> bool:
    """Return True if the text of a piece in a hex is about damage to the piece, not to its player's ship."""
    effect = force.effect
    if effect.trigger != "damage" or effect.target is not None or "within" in effect.fields:
        return False
    return force.source in game.board.placed.cards


def is_a_weapon(game: GameState, force: Force) -> bool:
    """Return True if the source of the effect is a weapon or a piece in a hex, whose text is about its own attacks."""
    if isinstance(force.source, str):
        return False
    return is_prototype(game.cards[force.source]) or force.source in game.board.placed.cards


def dice_and_bonus(game: GameState, attack: AttackState) -> tuple[int, int]:
    """Return how many dice are rolled for the score, and the bonus (rules 10.2)."""
    gun = attack.gun
    bonus, dice = find_weapon_bonuses(game, attack)
    bonus, dice = bonus + gun.bonus, dice + gun.dice
    if attack.power > gun.power:
        dice += gun.power_dice * (attack.power - gun.power)
    for force in effects_of(game, attack, "add_damage"):
        count = count_of(game, attack, force.effect, force.user, attack.power)
        dice += force.effect.fields.get("dice", 0) * count
        bonus += force.effect.fields.get("bonus", 0) * count
    return max(0, dice), bonus


def find_weapon_bonuses(game: GameState, attack: AttackState) -> tuple[int, int]:
    """Return the bonus and dice that captain, officers, cards and hex add to attacks with this weapon (rules 2.5).

    An attack of a piece gets what is added to every weapon of its player.
    """
    if attack.seat is None:
        return 0, 0
    if attack.by[0] == "piece":
        return find_piece_bonuses(game, game.board.placed[attack.by[1]], attack)
    named = ("weapons", attack.gun.name) if attack.gun.name in WEAPON_SYSTEMS else ("weapons",)
    bonus, dice = game.ships[attack.seat].bonuses.weapons, 0
    for of in named:
        for force in forces(game, attack.seat, "modify", attack, of=of):
            bonus += force.effect.fields.get("by", 0)
            dice += force.effect.fields.get("dice", 0)
    for force in _effects_of_cards(game, attack, "modify", attack.seat) if attack.lying else ():
        fields = force.effect.fields
        if force.effect.target != THE_TARGET and fields["of"] in named:
            bonus += fields.get("by", 0)
            dice += fields.get("dice", 0)
    return bonus, dice


def count_of(game: GameState, attack: AttackState | None, effect: Effect, user: int, power: int) -> int:
    """Return how often an amount of the effect counts: once, or for each thing that its `per` counts."""
    per: Per | None = effect.fields.get("per")
    if per is None:
        return 1
    if per.of == "power":
        return power // per.full
    if per.of == "hex of distance":
        return (attack.distance if attack is not None else 0) // per.full
    if per.of == "hull points missing":
        ship = game.ships[user]
        return (ship.card.hull - ship.hull) // per.full
    if per.of == "points of damage":
        return (attack.damage if attack is not None else 0) // per.full
    others = (number for number in game.players[user].in_play if game.cards.owners[number] != user)
    return sum(1 for _ in others) // per.full


def halve(score: int, times: int) -> int:
    """Halve the score `times` times, rounding down (rules 10.12)."""
    for _ in range(times):
        score //= 2
    return score


def score_of(game: GameState, attack: AttackState, dice: tuple[int, ...], bonus: int) -> int:
    """Return the sum of dice and bonus, halved by the effects that halve it; never below 0 (rules 10.10, 10.12)."""
    score, halving = sum(dice) + bonus, effects_of(game, attack, "halve")
    if halving:
        score = halve(score, sum([force.effect.fields["of"] == "score" for force in halving]))
    return max(0, score)


def added_range(game: GameState, attack: AttackState) -> int:
    """Return the hexes that cards and effects add to the range of the attack (rules 10.3)."""
    found = effects_of(game, attack, "add_range")
    return sum(
        force.effect.fields["range_bonus"] * count_of(game, attack, force.effect, force.user, attack.power)
        for force in found
    )


def permissions_of(game: GameState, attack: AttackState) -> frozenset[str]:
    """Return the actions that the cards of the attack allow (rules 10.4, 10.9)."""
    allowing = (force for force in effects_of(game, attack, "allow") if force.effect.trigger == "scoring")
    return frozenset(force.effect.fields["action"] for force in allowing)


def find_piece_bonuses(game: GameState, piece: Placed, attack: AttackState) -> tuple[int, int]:
    """Return the bonus and dice that its owner's crew, and those aboard, add to a piece's attack (rules 2.5, 17.7).

    A denizen gets none, whoever plays it (rules 18.8); nor does the piece of a player whose ship is gone.
    """
    if piece.owner is None or piece.kind == MINE:  # a mine's bonuses are fixed when it is laid (17.2)
        return 0, 0
    stands = game.ships[piece.owner].out is None
    bonus, dice = find_crew_bonuses(game, piece.owner, attack) if stands else (0, 0)
    return bonus + bonuses_aboard(game, piece).weapons, dice + dice_aboard(game, piece)


def find_crew_bonuses(game: GameState, seat: int, attack: AttackState) -> tuple[int, int]:
    """Return the bonus and dice that face-up captain and officers add to weapons (rules 2.5, 14.2).

    Both printed bonuses and effects count. Without a captain or stand-in the first assimilated captain counts (rules
    15.10).
    """
    bonus = dice = 0
    for number in serving(game, game.players[seat]):
        card = game.cards[number]
        if number in game.board.face_down or not (card.is_crew or card.is_captain):
            continue
        bonus += card.bonuses.weapons
        situation = Situation(number, seat, None, attack)
        for effect in card.effects.top:
            said = effect.verb == "modify" and effect.fields["of"] == "weapons" and effect.trigger in STANDING
            if said and hold(game, situation, effect.conditions):
                bonus += effect.fields.get("by", 0)
                dice += effect.fields.get("dice", 0)
    return bonus, dice


def attack_under_way(game: GameState) -> AttackState | None:
    """Return the innermost attack beyond Basic that is being rolled, answered or carried out, or None."""
    return cast("AttackState | None", game.find_frame(AttackFrame))
