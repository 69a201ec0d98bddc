"""Verbs of attacks and damage, permissions and prohibitions (rules 10)."""

from __future__ import annotations

from typing import Any

from incursions.engine.dice import AVERAGE_DIE
from incursions.engine.frames import frame_class
from incursions.engine.hexes import distance
from incursions.games.incursions.rules.attacks import damage
from incursions.games.incursions.rules.attacks.full_attack import FullAttack
from incursions.games.incursions.rules.attacks.out_of_turn import (
    LAST,
    ONCE_MORE,
    OUT_OF_TURN,
    GrantedAttack,
    begin_attack,
    granted_guns,
    gun_of,
    pieces_in_range,
    why_not_granted,
)
from incursions.games.incursions.rules.attacks.targets import (
    ONE_OF_YOURS,
    THAT_PIECE,
    YOUR_SHIP,
    attack_under_way,
    count_of,
    is_gone,
    why_no_target,
)
from incursions.games.incursions.rules.effects.gathering import start_lasting
from incursions.games.incursions.rules.effects.in_force import can_be_thrown_again
from incursions.games.incursions.rules.events.movement import EventScored
from incursions.games.incursions.rules.events.turns import Rerolled
from incursions.games.incursions.rules.placed.endings import destroy
from incursions.games.incursions.rules.placed.placed_pieces import destroy_piece
from incursions.games.incursions.rules.plays.announcements import in_turn_order
from incursions.games.incursions.rules.plays.resolution import (
    Resolution,
    Throw,
    candidates,
    choose_default_target,
    pick_target,
    seats_meant,
)
from incursions.games.incursions.rules.printed import vocabulary as words
from incursions.games.incursions.rules.printed.effect import Condition, Effect, Effects, Roll, Written, is_of_every_ship
from incursions.games.incursions.rules.printed.schema import (
    ALL,
    POWERED,
    DamageOrWord,
    EffectError,
    Whole,
    Word,
    Words,
    parse_printed_weapon,
)
from incursions.games.incursions.rules.printed.vocabulary import (
    EFFECT_LIST,
    MANEUVER,
    PLACED_PIECES,
    ROLL,
    SHIPS,
    STANDING,
    TABLED_CARDS,
    WEAPONS,
)
from incursions.games.incursions.rules.state.board import Source
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.refs import Ref, amount_ref, piece_ref, seat_ref, word_ref
from incursions.games.incursions.rules.state.seats import Ship
from incursions.games.incursions.rules.systems.weapons import MAY_ADD_NOTHING, SHIP_GUNS, printed_gun
from incursions.games.incursions.rules.verbs.verb import (
    AMOUNT,
    PER,
    POOL,
    SCORE_EXPECTED,
    TURNS_ON_TABLE,
    PowerUse,
    Scene,
    Verb,
    amount,
    harm,
    keep_off,
    refuse_useless,
)

DESTROYED = "destroyed"
SHIP_WEAPONS = (*words.SHIP_WEAPONS, "one ship weapon")
OWN_WEAPON = "your ship weapon"
ONE_DIE = "one damage die"
USABLE = "ignore its usage limitation"  # the permission for a card taken (rules 13.11)
TO_THE_HULL = "damage to the hull"
THE_ATTACKER = "the attacker"
ASK_OF_SHIELDS = ("own_shields", "target_shields")  # at 0, or not functioning (rules 10.15)


class AddDamage(Verb):
    """More dice or points of the score (rules 10.2, 10.12), or of a mine laid (rules 17.2)."""

    name = "add_damage"
    does = "adds dice or a flat number to the score of the attack, or to a mine laid"
    fields = AMOUNT
    rules = ("10.2", "10.12", "17.2")
    needs = (("dice", "bonus"),)
    passive = True
    is_bonus = True
    main_rule_only = True
    loss = "more damage"
    helps = 1

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        stays = TURNS_ON_TABLE if effect.trigger == "tabled" else 1.0
        return amount(effect, scene) * stays * scene.target_scale


class AddRange(Verb):
    """More hexes of range (rules 10.3)."""

    name = "add_range"
    does = "adds hexes to the reach of the attack, or to where a mine is laid"
    fields = {"range_bonus": Whole(1, 20), "per": PER}
    rules = ("10.3", "17.12")
    needs = (("range_bonus",),)
    passive = True
    is_bonus = True
    value = 1.0


class Reroll(Verb):
    """Dice of the roll just made, thrown again once; the new result stands (rules 10.5, 15.2)."""

    name = "reroll"
    does = "rolls dice again, once; the new result stands. `showing`: those that show so much or less"
    fields = {"which": Word(("all dice", "damage dice", ONE_DIE)), "showing": Whole(1, 5)}
    rules = ("10.5", "15.2")
    needs = (("which",),)
    strikes = (ROLL,)
    value = 2.5

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        roll: Any = next((other for other in reversed(game.stack) if hasattr(other, "throw_again")), None)
        if roll is None or not can_be_thrown_again(roll, effect):
            return
        places = [place for place, die in enumerate(roll.dice) if die <= effect.fields.get("showing", die)]
        if effect.fields["which"] == ONE_DIE:
            faces = [amount_ref(face) for face in sorted({roll.dice[place] for place in places})]
            picked = frame.pick(game, faces, "Roll which die again?", "10.5", topic="die")
            places = [roll.dice.index(picked[1])] if picked else []
        if places:
            dice = [roll.dice[place] for place in places]
            game.tell(Rerolled, seat=frame.user, title=game.piece(frame.source).title, dice=dice)
            roll.throw_again(game, places)


class Halve(Verb):
    """Half the score, the damage, or what of it reaches the hull (rules 10.12)."""

    name = "halve"
    does = (
        "halves the score, the damage, or what of it reaches the hull; the damage, of what lies in play, on your ship"
    )
    fields = {"of": Word(("score", "damage", TO_THE_HULL))}
    rules = ("10.12",)
    needs = (("of",),)
    passive = True
    is_bonus = True
    answers_attacks = True

    def why_no_defence(
        self, game: GameState, attack: FullAttack, ship: Ship, number: int, effect: Effect
    ) -> Refused | None:
        is_useless = effect.fields["of"] == TO_THE_HULL and attack.aim[0] == "card"  # a card has no hull (10.15)
        return refuse_useless(game, number) if is_useless else None

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        if effect.fields["of"] == TO_THE_HULL and scene.score is not None:
            return keep_off(max(0.0, scene.score - scene.table.me["shields"]) / 2, scene)
        if effect.fields["of"] == "score":
            return -4.0
        return keep_off((scene.score or SCORE_EXPECTED) / 2, scene)


class BypassShields(Verb):
    """Points of damage that come off the hull while the shields stand (rules 10.6, 10.16)."""

    name = "bypass_shields"
    does = "so many points of the attack's damage come off the hull. On `present`: so does all damage to your ship"
    fields = {"points": Whole(1, 99, ALL)}
    rules = ("10.6", "10.16")
    needs = (("points",),)
    passive = True
    is_bonus = True
    helps = -1
    value = 3.0

    def check_conditions(self, conditions: tuple[Condition, ...], fields: Written, trigger: str, path: str) -> None:
        if trigger in STANDING and fields["points"] == ALL:
            asked = next((each.name for each in conditions if each.name in ASK_OF_SHIELDS), None)
            if asked is not None:
                raise EffectError(f"{path}, if", f"shields that are passed are at 0: that cannot hang on {asked}")


class Attack(Verb):
    """An attack with the weapon that the text is, by a piece, or granted to the ship (rules 10.1, 10.8, 11.5)."""

    name = "attack"
    does = (
        "makes an attack: with the weapon that the card is or says, with a ship weapon once more or out of turn, or "
        "by a placed piece. `effects` hold for it. Unsaid, the target is chosen"
    )
    fields = {
        "by": Word((YOUR_SHIP, "this card", "this piece", ONE_OF_YOURS, THAT_PIECE)),
        "weapon": DamageOrWord(SHIP_WEAPONS),
        **POWERED,
        "may_add": Word(("nothing", "power", "anything")),
        "pool": POOL,
        "effects": EFFECT_LIST,
    }
    rules = ("10.1", "10.8", "11.5", "17.5", "17.10")
    strikes = (SHIPS, TABLED_CARDS, PLACED_PIECES)
    brings_roll = True
    names_target = True
    has_own_line = True
    main_rule_only = True
    helps = 1

    def printed_fields(self, said: Written, piece: Written) -> Written:
        is_weapon = "weapon" not in said and said.get("by", "this card") in ("this card", "this piece")
        return parse_printed_weapon(piece) if is_weapon else {}

    def check_fields(self, fields: Written, trigger: str, path: str) -> None:
        """Raise `EffectError` unless a card or hex that is a weapon has dice and attacks itself (rules 10.8, 17.5)."""
        by, is_weapon = fields.get("by"), isinstance(fields.get("weapon"), Roll)
        is_one = trigger in STANDING or (trigger == MANEUVER and by != "this piece")
        if is_one and by not in (None, "this card"):
            raise EffectError(f"{path}, by", f"on {trigger} this card or this piece attacks, not {by!r}")
        if (is_one or by == "this card") and not is_weapon:
            raise EffectError(f"{path}, weapon", "the dice of the weapon, such as 2D6+2, were expected")

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        is_weapon = isinstance(effect.fields.get("weapon"), Roll)
        by = effect.fields.get("by", "this card" if is_weapon else YOUR_SHIP)
        if by in (ONE_OF_YOURS, THAT_PIECE, "this piece"):
            _attack_with_piece(game, frame, effect, by)
        elif by == "this card" and is_weapon:
            _attack_with_card(game, frame, effect)
        else:
            _grant(game, frame, effect)

    def why_no_defence(
        self, game: GameState, attack: FullAttack, ship: Ship, number: int, effect: Effect
    ) -> Refused | None:
        return why_not_granted(game, attack, ship, number, effect)

    def power_uses(self, effect: Effect) -> tuple[PowerUse, ...]:
        fields = effect.fields
        adds = fields.get("power_dice") or fields.get("power_range")
        takes = adds or fields.get("may_add", MAY_ADD_NOTHING) != MAY_ADD_NOTHING
        found = (PowerUse.TAKES,) if takes else ()
        return (*found, PowerUse.NEEDS) if fields.get("power") else found

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        weapon = effect.fields.get("weapon")
        points = AVERAGE_DIE * weapon.dice + weapon.bonus if isinstance(weapon, Roll) else 7.0
        added = [effects[n] for n in effect.fields.get("effects", ())]
        again = TURNS_ON_TABLE if effect.trigger == MANEUVER else 1
        return (points * scene.target_scale + scene.weigh(effects, added)) * again


def _grant(game: GameState, frame: Resolution, effect: Effect) -> None:
    """Ask the user for one attack, if his ship stands or is only now falling (rules 11.10)."""
    ship = game.ships[frame.user]
    falling = effect.trigger == DESTROYED
    under_way = attack_under_way(game)
    if ship.out is not None or (ship.is_destroyed and not falling):
        return
    if under_way is not None and under_way.out_of_turn and under_way.seat != frame.user:
        return
    own = under_way is not None and under_way.seat == frame.user
    topic = LAST if falling else ONCE_MORE if own else OUT_OF_TURN
    named = None if effect.target is None or falling else _find_named_target(game, frame, effect)
    if effect.target is not None and not falling and (named is None or is_gone(game, named)):
        return
    names = tuple([gun.name for gun in granted_guns(game, ship, effect)])
    may_add = effect.fields.get("may_add", MAY_ADD_NOTHING)
    numbers = tuple(effect.fields.get("effects", ()))
    granted = GrantedAttack(frame.user, frame.source, names, named, may_add, numbers, topic)
    if granted.can_be_made(game):
        game.stack.append(granted)


def _find_named_target(game: GameState, frame: Resolution, effect: Effect) -> Ref | None:
    """Return the target that the text names: the attacker, or the target again."""
    found = candidates(game, frame, effect, "the target")
    return found[0] if found else None


def _attack_with_card(game: GameState, frame: Resolution, effect: Effect) -> None:
    """Attack with a card that is a weapon itself (rules 10.17). One score serves against several targets (10.13)."""
    found = candidates(game, frame, effect, "another ship")
    gun = printed_gun(game, frame.source, effect)
    aims = [ref for ref in found if ref[0] != "seat" or why_no_target(game, frame.user, ref) is None]
    if not is_of_every_ship(effect):
        picked = frame.pick(game, aims, "Attack what?", "10.17")
        aims = [picked] if picked else []
    ships = map(seat_ref, in_turn_order(game, [ref[1] for ref in aims if ref[0] == "seat"]))
    aims = [*ships, *(ref for ref in aims if ref[0] != "seat")]
    own = (frame.source, (each.number for each in game.piece(frame.source).effects.top))
    begin_attack(game, frame.user, seat_ref(frame.user), gun, aims, effects=[own])


def _attack_with_piece(game: GameState, frame: Resolution, effect: Effect, by: str) -> None:
    """Let a piece of the user's attack, if the target is in its range (rules 17.5, 17.10)."""
    named = _find_named_target(game, frame, effect)
    only = frame.get_mark("piece") if by == THAT_PIECE else None
    if named is None or is_gone(game, named) or (by == THAT_PIECE and only is None):
        return
    able = pieces_in_range(game, frame.user, named, only)
    if by == "this piece":
        able = [piece for piece in able if piece.card == frame.source]
    refs = [piece_ref(piece.number) for piece in able]
    picked = frame.pick(game, refs, "Which piece attacks?", "17.5", topic="piece")
    if picked:
        gun = gun_of(game, game.board.placed[picked[1]])
        assert gun is not None
        begin_attack(game, frame.user, picked, gun, [named])


class Allow(Verb):
    """A permission; that of using a card taken holds for the card (rules 13.11)."""

    name = "allow"
    does = "permits one thing that a rule refuses"
    fields = {
        "action": Word(words.PERMISSIONS, "What is allowed"),
        "maneuver": Words(words.PERMITTED, "Kinds of maneuver"),
        "power": Whole(0, 4),
    }
    rules = ("10.4", "10.9", "12.11", "13.5")
    needs = (("action",),)
    strikes = (SHIPS, TABLED_CARDS)
    passive = True
    meanings = ("action", words.PERMISSIONS)
    helps = 1
    value = 0.5

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        if effect.fields["action"] != USABLE:
            super().perform(game, frame, effect)
            return
        for ref in candidates(game, frame, effect, "the card taken"):
            if ref[0] == "card":
                game.board.usable.add(ref[1])


class Forbid(Verb):
    """A prohibition; if it means a single weapon, the user names it (rules 10.1)."""

    name = "forbid"
    does = "refuses one thing to one ship, weapon or player"
    fields = {"action": Word(words.PROHIBITIONS, "What is forbidden")}
    rules = ("10.1", "11.1", "12.7")
    needs = (("action",),)
    strikes = (SHIPS, WEAPONS)
    passive = True
    meanings = ("action", words.PROHIBITIONS)
    helps = -1

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        under_way, seat = attack_under_way(game), frame.target_seat
        if effect.target not in (OWN_WEAPON, "one ship weapon"):
            super().perform(game, frame, effect)
        elif effect.target == OWN_WEAPON:
            if under_way is not None:
                start_lasting(game, frame.source, effect, frame.user, None, note=under_way.gun.name, until="this turn")
        elif seat is not None:
            named = frame.get_mark("names")
            if named is None:
                aboard = [name for name in game.ships[seat].card.weapons if name in SHIP_GUNS or name == "mines"]
                picked = frame.pick(game, map(word_ref, aboard), "Which weapon?", "10.1", topic="weapon")
                named = picked[1] if picked else None
            start_lasting(game, frame.source, effect, frame.user, seat, note=named, until="this turn")

    def is_of_player(self, effect: Effect) -> bool:
        return bool(effect.fields["action"] == "assimilate or take")

    def name_loss(self, effect: Effect) -> str:
        return f"no {effect.fields['action']}"

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        if effect.target == OWN_WEAPON:
            return -2.0
        return harm(1.0 if effect.fields["action"] == "cloak" else 7.0, effect, scene)


FALLEN_BEFORE = "fallen"
"""The mark with the seats that an earlier effect of the same text has brought down."""


class Deal(Verb):
    """Damage without an attack: one roll for all targets, which fall together (rules 9.13, 9.20, 10.6, 19.6).

    Effects that deal damage one right after the other strike as one: nobody falls before the last of them.
    """

    name = "deal"
    does = (
        "damage without an attack, off the shields first unless `pool` says otherwise. `equal_to`: as much as that. "
        "Unsaid, it strikes the target; on a tile the ship that set it off"
    )
    fields = {
        **AMOUNT,
        "pool": POOL,
        "equal_to": Word(("the score", "half the score", "the damage", "half the damage")),
    }
    rules = ("10.6", "10.7")
    needs = (("dice", "bonus", "equal_to"),)
    brings_roll = True
    loss = "damage"
    helps = -1

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        by = frame.user if isinstance(frame.source, int) else None
        fallen: tuple[int, ...] = frame.get_mark(FALLEN_BEFORE, ())
        if effect.target == THE_ATTACKER and any(
            ref[0] == "piece" for ref in candidates(game, frame, effect, THE_ATTACKER)
        ):
            _deal_to_attacking_piece(game, frame, effect)
        elif seats := find_struck_seats(game, frame, effect):
            _hurt_seats(game, frame, effect, seats, by)
            fallen += tuple(seat for seat in seats if seat not in fallen and game.ships[seat].is_destroyed)
        if _is_followed_by_deal(game, frame):
            frame.mark(FALLEN_BEFORE, fallen)
            return
        for seat in fallen:
            destroy(game, game.ships[seat], by=by)

    def comes_to_something(
        self, game: GameState, user: int, effect: Effect, target: int | None, ref: Ref | None
    ) -> bool:
        """Return True if an effect on all others reaches one of them; a cloak hides from it (rules 12.7)."""
        within = effect.fields.get("within")
        if effect.target != "every other ship" or within is None:
            return True
        here = game.ships[user].at
        return any(ship.cloak is None and distance(here, ship.at) <= within for ship in game.list_others(user))

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        others, own = scene.count_struck(effect)
        return amount(effect, scene) * (others * scene.target_scale - own * scene.table.own_scale)


def _hurt_seats(game: GameState, frame: Resolution, effect: Effect, seats: list[int], by: int | None) -> None:
    """Take the damage off the points of these seats, less what each of them is spared."""
    score = _score(game, frame, effect)
    reduced: tuple[tuple[int, int], ...] = frame.get_mark("reduced", ())
    title = game.piece(frame.source).title
    for seat in seats:
        less = sum(points for struck, points in reduced if struck == seat)
        damage.hurt(game, seat, score - less, pool=effect.fields.get("pool"), by=by, title=title)


def _is_followed_by_deal(game: GameState, frame: Resolution) -> bool:
    """Return True if the text deals damage again right after the current effect, so that its ships fall together."""
    following = [game.piece(frame.source).effects[number] for number in frame.pending[1:2]]
    return any(
        effect.verb == Deal.name and not effect.conditions and not effect.optional and effect.once is None
        for effect in following
    )


def find_struck_seats(game: GameState, frame: Resolution, effect: Effect) -> list[int]:
    """Return the seats in the game that the effect strikes, in turn order, or the one that its player picks."""
    unsaid = choose_default_target(frame)
    if is_of_every_ship(effect):
        seats = in_turn_order(game, seats_meant(game, frame, effect, unsaid))
    else:
        ref = pick_target(game, frame, effect, unsaid, "Which ship?", "13.15")
        seats = [ref[1]] if ref and ref[0] == "seat" else []
    return [seat for seat in seats if game.ships[seat].out is None]


def _deal_to_attacking_piece(game: GameState, frame: Resolution, effect: Effect) -> None:
    """Take points off the denizen, shuttle or platform that attacked, without a reward (17.4, 18.9)."""
    number = candidates(game, frame, effect, THE_ATTACKER)[0][1]
    piece = game.board.placed.get(number)
    if piece is None or piece.points is None:
        return
    if damage.strike_piece(game, number, _score(game, frame, effect)):
        destroy_piece(game, number, by=None)


def _score(game: GameState, frame: Resolution, effect: Effect) -> int:
    """Return the damage: dice and bonus by their count, or the amount that the effect equals."""
    fields = effect.fields
    if "equal_to" in fields:
        said = fields["equal_to"].split()
        whole: int = frame.get_mark(said[-1], 0)
        return whole // 2 if said[0] == "half" else whole
    rolled = f"score of {effect.number}"
    score: int | None = frame.get_mark(rolled)
    if score is None:
        times = count_of(game, None, effect, frame.user, frame.get_mark("power", 0))
        dice, bonus = fields.get("dice", 0) * times, fields.get("bonus", 0) * times
        if dice <= 0:
            return int(max(0, bonus))
        frame.wait_for(game, DamageRoll(frame.user, dice, bonus, frame.source, rolled))
    return score


@frame_class
class DamageRoll(Throw):
    """The one damage roll of a text (rules 9.20). It stores the score as mark `name` in the resolution below."""

    bonus: int
    source: Source
    name: str
    strand = "event"

    @property
    def score(self) -> int:
        """The damage of the roll."""
        return max(0, sum(self.dice) + self.bonus)

    def tell(self, game: GameState) -> None:
        """Emit the roll with its player and score."""
        title = game.piece(self.source).title
        game.tell(EventScored, seat=self.seat, title=title, dice=list(self.dice), score=self.score)

    def apply_result(self, game: GameState) -> None:
        """Store the score in the resolution below."""
        game.stack[-1].mark(self.name, self.score)  # type: ignore[attr-defined]  # it put up the roll


ATTACK_VERBS = (AddDamage(), AddRange(), Reroll(), Halve(), BypassShields(), Attack(), Allow(), Forbid(), Deal())
