"""Targets of attacks, the score against them, and attacks that a text grants (rules 2.5, 10.2-10.4, 10.12, 10.15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from incursions.engine.hexes import Hex, distance
from incursions.games.incursions.rules.effects.aims import place_of
from incursions.games.incursions.rules.effects.gathering import carried_by, carries_cards
from incursions.games.incursions.rules.effects.in_force import (
    Force,
    Situation,
    forces,
    hold,
    holding,
    is_so,
    is_spared,
    once_a_title,
)
from incursions.games.incursions.rules.printed.effect import Effect, Per, Roll
from incursions.games.incursions.rules.printed.pieces import WEAPON_SYSTEMS
from incursions.games.incursions.rules.printed.schema import ALL
from incursions.games.incursions.rules.printed.vocabulary import STANDING
from incursions.games.incursions.rules.state.board import BODIES
from incursions.games.incursions.rules.state.refs import Ref, card_ref, holder_of, piece_ref, seat_ref, told_apart
from incursions.games.incursions.rules.systems.bodies import find_piece_bonuses, weapon_of
from incursions.games.incursions.rules.systems.cloaking import TARGET_CLOAKED, may_target
from incursions.games.incursions.rules.systems.weapons import MAY_ADD_NOTHING, Gun, guns_of, power_for

if TYPE_CHECKING:
    from incursions.engine.questions import Option
    from incursions.games.incursions.rules.attacks.full_attack import FullAttack
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.board import Placed
    from incursions.games.incursions.rules.state.seats import Ship


Refused = tuple[str, str]  # the rule, and the reason in a player's words
Permissions = frozenset[str]
KINDS_OF_TARGETS = ("seat", "card", "piece")  # in the order in which they are listed
NO_PERMISSIONS: Permissions = frozenset()

AIM_AT_EQUIPMENT = "aim at tabled Equipment"


def shields_function(game: Game, seat: int) -> bool:
    """Return True if the ship's shields function where it is (rules 10.15)."""
    found = game.players[seat].in_force.by_verb.get("bypass_shields")
    if found is None:
        return True
    standing = [force for force in found if not force.begun and force.effect.trigger in STANDING]
    return not any(force.effect.fields["points"] == ALL for force in holding(game, seat, standing))


def shields_at_0(game: Game, seat: int) -> bool:
    """Return True if the shields are at 0 or do not function (rules 10.15)."""
    return game.ships[seat].shields == 0 or not shields_function(game, seat)


def owner_of(game: Game, ref: Ref) -> int | None:
    """Return the seat whose ship, tabled card or piece it is; None for an unowned denizen."""
    if ref[0] == "piece":
        piece = game.board.placed.get(ref[1])
        return None if piece is None else piece.owner
    if ref[0] == "card":
        return holder_of(game, ref[1])
    seat: int = ref[1]
    return seat


def is_gone(game: Game, ref: Ref) -> bool:
    """Return True if the ship is out, the piece no longer in a hex, or the card on no table."""
    if ref[0] == "seat":
        return game.ships[ref[1]].out is not None
    return ref[1] not in game.board.placed if ref[0] == "piece" else holder_of(game, ref[1]) is None


def is_crew_or_equipment(game: Game, number: int) -> bool:
    """Return True if a tabled card of this kind can be attacked (rules 10.4)."""
    card = game.cards[number].card
    return card.is_equipment or card.is_crew or card.is_captain


def _aboard(game: Game, other: Ship, permissions: Permissions) -> Sequence[Ref]:
    """Return the tabled cards of a ship that are open to an attack now (rules 10.15, 14.6, 16.2)."""
    open_to_all = shields_at_0(game, other.seat)
    if not open_to_all and AIM_AT_EQUIPMENT not in permissions:
        return ()
    up = [number for number in game.players[other.seat].in_play if number not in game.board.face_down]
    aimed_at = [number for number in up if is_crew_or_equipment(game, number)]
    return [card_ref(number) for number in aimed_at if open_to_all or game.cards[number].card.is_equipment]


def targets_within(
    game: Game, seat: int, origin: Hex, within: int, permissions: Permissions = NO_PERMISSIONS
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


def nearest_target(game: Game, seat: int, origin: Hex) -> int | None:
    """Return the distance in hexes to the nearest ship or piece that the seat may attack, or None."""
    nearest = game.board.nearest_body(seat, origin) if game.board.placed else None
    for other in game.ships:
        if other.seat != seat and other.out is None:
            far = distance(origin, other.at)
            if (nearest is None or far < nearest) and _is_open(game, seat, other):
                nearest = far
    return nearest


def _is_open(game: Game, seat: int, other: Ship, permissions: Permissions = NO_PERMISSIONS) -> bool:
    """Return True if no cloak hides the ship from this seat (rules 10.9)."""
    return other.cloak is None or TARGET_CLOAKED in permissions or may_target(game, seat, other.seat) is None


def why_no_target(game: Game, seat: int, ref: Ref, permissions: Permissions = NO_PERMISSIONS) -> Refused | None:
    """Return the rule and the reason why the seat may not attack this at any distance, or None if it may."""
    owner = owner_of(game, ref)
    if owner == seat:
        return "10.14", "Nobody targets his own ship or pieces"
    if ref[0] == "piece":
        return None if game.board.placed[ref[1]].kind in BODIES else ("10.4", "That is no target of an attack")
    assert owner is not None
    ship = game.ships[owner]
    if ship.out is not None:
        return "10.4", f"{ship.card.title} is out of the game"
    hidden = None if TARGET_CLOAKED in permissions else may_target(game, seat, owner)
    if hidden is not None or ref[0] == "seat":
        return hidden
    return _why_not_aboard(game, ship, ref[1], permissions)


def _why_not_aboard(game: Game, ship: Ship, number: int, permissions: Permissions) -> Refused | None:
    card = game.cards[number].card
    if not is_crew_or_equipment(game, number):
        return "10.4", f"{card.title} is neither equipment nor crew: it cannot be attacked"
    if number in game.board.face_down:
        return "10.15", f"{card.title} lies face down already"
    if shields_at_0(game, ship.seat) or (card.is_equipment and AIM_AT_EQUIPMENT in permissions):
        return None
    return "10.15", f"The shields of {ship.card.title} stand: what is tabled on it cannot be attacked"


def names_of(game: Game, refs: Iterable[Ref], prefix: str = "") -> dict[str, Ref]:
    """Return the targets by the names that lines call them.

    Targets of the same name are numbered among all pieces in play, so that a name means one thing.
    """
    in_order = sorted(refs, key=lambda ref: KINDS_OF_TARGETS.index(ref[0]))
    return {prefix + told_apart(game, ref): ref for ref in in_order}


def find_target(game: Game, named: Option) -> Ref | None:
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
        alike = [card_ref(number) for number in table if game.cards[number].card.title == named.title]
    return alike[named.ordinal - 1] if named.ordinal <= len(alike) else None


def all_targets(game: Game) -> list[Ref]:
    """Return all ships, the cards of all tables, and the pieces in hexes, wherever they are."""
    refs = [seat_ref(ship.seat) for ship in game.ships]
    for player in game.players:
        refs += [card_ref(number) for number in player.in_play]
    return refs + [piece_ref(number) for number in game.board.placed]


def distance_to(game: Game, origin: Hex, ref: Ref) -> int:
    """Return the distance to the target in hexes (rules 8.5)."""
    place = place_of(game, ref)
    assert place is not None
    return distance(origin, place)


THE_TARGET = "the target"
EVADE_YOURS = "evade your attacks"
LOOKED_UP = ("scoring", "damage")  # triggers of effects that are in force while they are in an attack


def effects_of(game: Game, attack: FullAttack, verb: str, *, mine: bool = True) -> Sequence[Force]:
    """Return the effects of this verb that bear on the attack: of its cards, then of what the attacker has in force.

    With `mine` false: those of the target's defence cards, then of what the target has in force.
    """
    side = attack.seat if mine else attack.target
    lying = _effects_of_cards(game, attack, verb, side) if attack.lying else []
    if side is None:
        return lying
    in_force = game.players[side].in_force.by_verb.get(verb)
    bearing = [] if in_force is None else _find_bearing(game, attack, in_force, side, mine=mine)
    body = attack.by if mine else attack.aim
    if body[0] == "piece" and carries_cards(game, body):
        bearing += _effects_aboard(game, attack, body, verb)
    if not bearing:
        return lying
    return [*lying, *(once_a_title(game, bearing) if game.verbs[verb].is_bonus else bearing)]


def _find_bearing(game: Game, attack: FullAttack, in_force: Sequence[Force], side: int, *, mine: bool) -> list[Force]:
    """Return the effects in force for this side that bear on the attack and whose conditions hold."""
    return [
        force
        for force in in_force
        if bears_on(game, attack, force, side, mine=mine)
        and not is_spared(game, side, force.source, force.effect)
        and is_so(game, force, attack)
    ]


def _effects_aboard(game: Game, attack: FullAttack, shuttle: Ref, verb: str) -> list[Force]:
    """Return the passive effects of the crew aboard a shuttle in a hex (rules 17.7)."""
    aboard = carried_by(game, shuttle)
    crew = (Force(card, effect, user) for card, user, effect in aboard if effect.verb == verb and effect.passive)
    return [force for force in crew if is_so(game, force, attack)]


def _effects_of_cards(game: Game, attack: FullAttack, verb: str, side: int | None) -> list[Force]:
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


def effects_on_target(game: Game, attack: FullAttack, verb: str) -> list[Force]:
    """Return the effects of the attacker's cards on the target's evasion, defence or shields in this attack."""
    return [force for force in _effects_of_cards(game, attack, verb, attack.seat) if force.effect.target == THE_TARGET]


def find_prohibition(game: Game, attack: FullAttack, *actions: str) -> Force | None:
    """Return the effect that forbids the target any of `actions`, or None."""
    for force in _find_prohibitions(game, attack):
        action = force.effect.fields["action"]
        if action in actions and (action != EVADE_YOURS or force.user == attack.seat):
            return force
    return None


def _find_prohibitions(game: Game, attack: FullAttack) -> Sequence[Force]:
    """Return the effects that forbid the target something.

    Of the attacker's effects: those of cards in this attack, and those that forbid evading any of the attacker's
    attacks.
    """
    mine, his = effects_of(game, attack, "forbid"), effects_of(game, attack, "forbid", mine=False)
    return [*his, *[force for force in mine if _is_said_of_attack(force)]] if mine else his


def _is_said_of_attack(force: Force) -> bool:
    is_of_evasion = force.effect.fields["action"] == EVADE_YOURS and force.target is None
    return is_of_evasion or force.effect.trigger in LOOKED_UP


def bears_on(game: Game, attack: FullAttack, force: Force, side: int, *, mine: bool) -> bool:
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


def _guards_itself(game: Game, force: Force) -> bool:
    """Return True if the text of a piece in a hex is about damage to the piece, not to its player's ship."""
    effect = force.effect
    if effect.trigger != "damage" or effect.target is not None or "within" in effect.fields:
        return False
    return force.source in game.board.cards


def is_a_weapon(game: Game, force: Force) -> bool:
    """Return True if the source of the effect is a weapon or a piece in a hex, whose text is about its own attacks."""
    if isinstance(force.source, str):
        return False
    for effect in game.piece(force.source).effects.by_trigger.get("maneuver", ()):
        if effect.verb == "attack":
            return True
    return force.source in game.board.cards


def dice_and_bonus(game: Game, attack: FullAttack) -> tuple[int, int]:
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


def find_weapon_bonuses(game: Game, attack: FullAttack) -> tuple[int, int]:
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


def count_of(game: Game, attack: FullAttack | None, effect: Effect, user: int, power: int) -> int:
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
    others = (number for number in game.players[user].in_play if game.cards[number].owner != user)
    return sum(1 for _ in others) // per.full


def halve(score: int, times: int) -> int:
    """Halve the score `times` times, rounding down (rules 10.12)."""
    for _ in range(times):
        score //= 2
    return score


def score_of(game: Game, attack: FullAttack, dice: tuple[int, ...], bonus: int) -> int:
    """Return the sum of dice and bonus, halved by the effects that halve it; never below 0 (rules 10.10, 10.12)."""
    score, halving = sum(dice) + bonus, effects_of(game, attack, "halve")
    if halving:
        score = halve(score, sum([force.effect.fields["of"] == "score" for force in halving]))
    return max(0, score)


def added_range(game: Game, attack: FullAttack) -> int:
    """Return the hexes that cards and effects add to the range of the attack (rules 10.3)."""
    found = effects_of(game, attack, "add_range")
    return sum(
        force.effect.fields["range_bonus"] * count_of(game, attack, force.effect, force.user, attack.power)
        for force in found
    )


def permissions_of(game: Game, attack: FullAttack) -> frozenset[str]:
    """Return the actions that the cards of the attack allow (rules 10.4, 10.9)."""
    allowing = (force for force in effects_of(game, attack, "allow") if force.effect.trigger == "scoring")
    return frozenset(force.effect.fields["action"] for force in allowing)


YOUR_SHIP, ONE_OF_YOURS, THAT_PIECE = "your ship", "one of your pieces", "that piece"
ONE_WEAPON = "one ship weapon"
SHOOTING = ("outpost", "platform", "shuttle")


def granted_guns(game: Game, ship: Ship, effect: Effect) -> list[Gun]:
    """Return the weapons of the ship that the text means: all, or the one it names."""
    named = effect.fields.get("weapon", ONE_WEAPON)
    guns = guns_of(game, ship)
    if isinstance(named, Roll) or named == ONE_WEAPON:
        return guns
    return [gun for gun in guns if gun.name == named]


def can_reach(game: Game, ship: Ship, gun: Gun, aim: Ref, may_add: str) -> bool:
    """Return True if the ship can strike the target with this weapon, with power if `may_add` allows it."""
    if is_gone(game, aim) or why_no_target(game, ship.seat, aim) is not None:
        return False
    spare = power_for(game, ship, gun, may_add) - gun.power
    return spare >= 0 and distance_to(game, ship.at, aim) <= gun.range + gun.power_range * spare


def pieces_in_range(game: Game, seat: int, aim: Ref, only: Ref | None = None) -> list[Placed]:
    """Return the seat's pieces with a weapon that reaches the target; if `only` is given, that piece alone."""
    if is_gone(game, aim):
        return []
    found = []
    for piece in game.board.placed.values():
        weapon = weapon_of(game, piece) if piece.owner == seat and piece.kind in SHOOTING else None
        if weapon is None or (only is not None and only != ("piece", piece.number)):
            continue
        # Pieces do not see cloaked ships (rules 12.12).
        is_hidden = aim[0] == "seat" and game.ships[aim[1]].cloak is not None
        if distance_to(game, piece.at, aim) <= weapon.range and not is_hidden:
            found.append(piece)
    return found


def why_not_granted(game: Game, attack: FullAttack, ship: Ship, number: int, effect: Effect) -> Refused | None:
    """Return why an answer would grant no attack: it is out of turn itself (rules 11.10), or out of range; or None."""
    if attack.out_of_turn:
        return "11.10", "An attack out of turn can grant no further one"
    if effect.fields.get("by", YOUR_SHIP) != YOUR_SHIP:
        return None
    may_add = effect.fields.get("may_add", MAY_ADD_NOTHING)
    guns = granted_guns(game, ship, effect)
    if any(can_reach(game, ship, gun, attack.by, may_add) for gun in guns):
        return None
    return "13.15", f"No weapon of {ship.card.title} reaches the attacker"
