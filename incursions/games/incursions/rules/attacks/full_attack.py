"""Attacks beyond Basic, in the steps of rules 10.11, and the effects that they trigger (rules 11.4, 11.10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from incursions.engine.frames import Frame, frame_class
from incursions.engine.questions import Phrases
from incursions.games.incursions.rules.attacks import damage, defence
from incursions.games.incursions.rules.attacks.attack import ESCAPED, EVADED, MISSED, Struck
from incursions.games.incursions.rules.attacks.damage import NO_POOL, armour_of
from incursions.games.incursions.rules.attacks.targets import (
    ARMOURED,
    DAMAGE,
    DEFENDED,
    END,
    FALLEN,
    HITS,
    MOVED,
    OVER,
    ROLLED,
    TARGETS,
    AttackState,
    dice_and_bonus,
    is_a_weapon,
    is_gone,
    score_of,
)
from incursions.games.incursions.rules.crew.equipment import damage_card
from incursions.games.incursions.rules.crew.espionage import BY_ATTACK, FAILED, MEMBER, Espionage
from incursions.games.incursions.rules.crew.repairs import repair
from incursions.games.incursions.rules.effects.gathering import carried_by, carries_cards, end_lasting
from incursions.games.incursions.rules.effects.in_force import Situation, hold, list_triggered, of_use
from incursions.games.incursions.rules.events.attacks import Missed, Scored
from incursions.games.incursions.rules.placed.endings import destroy
from incursions.games.incursions.rules.placed.placed_pieces import destroy_piece
from incursions.games.incursions.rules.plays.announcements import Maneuvered
from incursions.games.incursions.rules.plays.officers import FACE_DOWN, Fate, is_member
from incursions.games.incursions.rules.plays.resolution import Resolution, place_of, put_up
from incursions.games.incursions.rules.plays.stops import SCORE, open_stop
from incursions.games.incursions.rules.state.board import Lasting
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.refs import NOTHING, Pick, Ref, find_seat, holder_of
from incursions.games.incursions.rules.state.seats import Force
from incursions.games.incursions.rules.state.shapes import Forecast

BY_DAMAGE = "damage"
PIECE = "piece"  # the reference kind of a shuttle in a hex
HIT = ("goes_off", "hit", BY_DAMAGE)  # goes_off: of a mine that its player set off (rules 17.13)
HULL_DAMAGED = ("hull_damaged", *HIT)
THIS_ATTACK = "this attack"
NEXT_ATTACK = "your next attack"  # the prefix of all durations that end with the next attack


def find_triggered(game: GameState, attack: FullAttack, trigger: str, sides: Iterable[int]) -> list[Force]:
    """Return the effects with this trigger: of cards in the attack, and of the cards that `sides` have in play."""
    found = []
    for source, user, numbers in attack.lying:
        for number in numbers:
            effect = game.piece(source).effects[number]
            if effect.trigger == trigger:
                force = Force(source, effect, user)
                if hold(game, Situation.from_force(force, attack), effect.conditions):
                    found.append(force)
    shuttle = attack.aim if trigger == EVADED else attack.by
    if shuttle[0] == PIECE and carries_cards(game, shuttle):
        found += _effects_aboard(game, attack, trigger, shuttle)
    for side in sides:
        if trigger in game.players[side].in_force.by_trigger:
            found += [  # a weapon or placed piece reacts to its own attacks alone
                force
                for force in list_triggered(game, side, trigger, attack)
                if not is_a_weapon(game, force) or (side == attack.seat and attack.is_made_with(game, force.source))
            ]
    return found


def _effects_aboard(game: GameState, attack: FullAttack, trigger: str, shuttle: Ref) -> list[Force]:
    """Return the effects of the crew aboard the shuttle that attacks, or that evaded (rules 17.7)."""
    said = carried_by(game, shuttle)
    found = [Force(number, effect, user) for number, user, effect in said if effect.trigger == trigger]
    return [force for force in found if hold(game, Situation.from_force(force, attack), force.effect.conditions)]


def _select_for(attack: FullAttack, struck: Struck, found: list[Force]) -> list[Force]:
    """Return the effects used by the struck seat or by the attacker, without those of the other targets."""
    others = {other.seat for other in attack.done} - {struck.seat, attack.seat}
    return [force for force in found if force.user not in others]


def _sides_of(attack: FullAttack, struck: Struck, trigger: str) -> list[int]:
    """Return the seats whose cards in play react: the attacker; on damage the struck seat too, on an evasion alone."""
    sides = [] if attack.seat is None or trigger == EVADED else [attack.seat]
    if trigger in (BY_DAMAGE, EVADED) and struck.seat is not None and struck.aim[0] != "piece":
        sides.append(struck.seat)
    return sides


def _triggers_of(struck: Struck) -> tuple[str, ...]:
    """Return the triggers of what happened to the target, in reverse order, because they are put on a stack."""
    if not struck.is_hit:
        return (EVADED,) if struck.defence == EVADED else ()
    return HULL_DAMAGED if struck.hull else HIT


def _put_up_repairs(game: GameState, attack: FullAttack, struck: Struck) -> None:
    """Carry out a Repair and put up what a defence card gives back, if the ship still stands (rules 11.4)."""
    if struck.seat is None or struck.fell or game.ships[struck.seat].out is not None:
        return
    for source, user, numbers in attack.later:
        if user == struck.seat:
            game.stack.append(Resolution(source, user, numbers, attack.by))
    if struck.repairs is not None:
        what, power = struck.repairs
        repair(game, game.ships[struck.seat], what, power)


def _target_index(attack: FullAttack, user: int) -> int:
    """Return the index of the target that a card's text means: its user's own ship, or the first for the attacker's."""
    own = (number for number, struck in enumerate(attack.done) if struck.seat == user != attack.seat)
    return next(own, 0)


def _ends_with(game: GameState, lasting: Lasting, attack: FullAttack) -> bool:
    """Return True if the lasting effect ends with this attack: it is for this one, or for the next of its seat."""
    if lasting.until == THIS_ATTACK:
        return True
    return lasting.until.startswith(NEXT_ATTACK) and lasting.user == attack.seat


def _put_up(game: GameState, attack: FullAttack, struck: Struck, found: list[Force]) -> None:
    """Put up the triggered effects, the first on top.

    The target of the attacker's effects is the one struck; the target of the struck player's effects is the attacker.
    """
    for force in reversed(found):
        if force.effect.verb == "redirect" or force.effect.passive:
            continue
        target = struck.aim if force.user == attack.seat else attack.by
        if target == struck.aim and struck.fell and force.effect.target == "the target":
            continue  # the target was destroyed
        put_up(game, [force], target, **_facts_of(game, attack, struck, force.user))


def _facts_of(game: GameState, attack: FullAttack, struck: Struck, user: int) -> dict[str, Any]:
    """Return the facts of the attack that card texts refer to. Cloaked bystanders are spared (rules 12.7)."""
    seen = (user, struck.seat, attack.seat)
    return {
        "attacker": None if user == attack.seat else attack.by,
        "spared": tuple(ship.seat for ship in game.ships if ship.cloak is not None and ship.seat not in seen),
        "piece": struck.moved_to,
        "place": struck.place,
        "damage": struck.damage,
        "score": attack.score,
    }


def hit_card(game: GameState, by: int | None, number: int, points: int) -> None:
    """Let an attack by the seat `by` that does `points` of damage hit a tabled card (rules 10.15)."""
    seat = holder_of(game, number)
    if seat is None or points <= 0:
        return
    if is_member(game, number):
        game.stack.append(UnderFire(by, seat, number))
    else:
        damage_card(game, number, points)


@frame_class
class UnderFire(Frame[GameState]):
    """An officer or captain under fire, who rolls Espionage Evasion and is turned face down on failure (rules 14.6)."""

    by: int | None
    seat: int
    card: int
    outcome: str | None = None

    def mark(self, name: str, value: Any) -> None:
        """Record the outcome of the roll."""
        self.outcome = value

    def advance(self, game: GameState) -> None:
        """Roll Espionage Evasion, then turn the card face down if the roll failed."""
        if self.outcome is None:
            game.stack.append(Espionage(self.by, self.seat, MEMBER, BY_ATTACK, member=self.card))
            return
        game.stack.remove(self)
        if self.outcome == FAILED and self.card not in game.board.face_down:
            game.stack.append(Fate(self.seat, self.card, FACE_DOWN))


class FullAttack(AttackState):
    """An announced attack, in the steps of rules 10.11."""

    __slots__ = ()

    def advance(self, game: GameState) -> None:
        """Run the steps of rules 10.11, until one puts another frame on the stack."""
        stack = game.stack
        while stack and stack[-1] is self:
            _STEPS[self.step](self, game)

    def roll(self, game: GameState) -> None:
        """Roll the score and offer rerolls (rules 10.2, 10.5); drop the attack if no target is left."""
        self.step = ROLLED
        standing = next((aim for aim in self.waiting if not is_gone(game, aim)), None)
        if standing is None or is_gone(game, self.by):
            game.stack.remove(self)
            return
        self._take_command(game)
        self.look_at(game, standing)
        dice, self.bonus = dice_and_bonus(game, self)
        self.dice = tuple(game.dice.roll("attack", dice)) if dice else ()
        self.tell_score(game)
        found = [] if self.seat is None else find_triggered(game, self, "rolled", (self.seat,))
        if found:
            put_up(game, of_use(self, found))

    def _take_command(self, game: GameState) -> None:
        """Add the effects of the command announced with the maneuver, unless it was cancelled (rules 10.1)."""
        below = game.stack[game.stack.index(self) - 1]
        if isinstance(below, Maneuvered) and below.command is not None:
            effects = game.cards[below.command].effects.top
            self.add(below.command, below.seat, (effect.number for effect in effects))

    def score_with(self, game: GameState, total: int) -> int:
        return score_of(game, self, (total,), self.bonus)

    def tell_score(self, game: GameState) -> None:
        """Compute the score and emit it."""
        self.score = score_of(game, self, self.dice, self.bonus)
        game.tell(
            Scored,
            seat=self.seat,
            target=self.target,
            weapon=self.weapon,
            dice=list(self.dice),
            **self.names(game),
            bonus=self.bonus,
            score=self.score,
        )

    def throw_again(self, game: GameState, which: list[int] | None = None) -> None:
        """Reroll these damage dice, or all if `which` is None; the new result stands (rules 10.5)."""
        self.dice = game.dice.roll_again("attack", self.dice, which)
        self.tell_score(game)

    def open_score_stop(self, game: GameState) -> None:
        """Open a stop on the final score for all seats but the targets, who are asked anyway (rules 13.14)."""
        self.step = TARGETS
        open_stop(game, SCORE, [find_seat(game, aim) for aim in self.waiting])

    def next_target(self, game: GameState) -> None:
        """Let the next target defend, knowing the score (rules 10.5, 10.13)."""
        if not self.waiting:
            self.step = DAMAGE
            return
        aim, self.waiting = self.waiting[0], self.waiting[1:]
        self._forget_defence()
        if not is_gone(game, aim):
            self.look_at(game, aim)
            self.step = DEFENDED
            defence.let_defend(game, self)

    def _forget_defence(self) -> None:
        self.defence, self.repairs, self.armour = None, None, None
        self.helped, self.moved_to = None, None
        self.defence_dice, self.defence_power, self.defence_score = (), 0, 0
        self.shield_power = 0

    def move_to(self, game: GameState, ref: Ref) -> None:
        """Redirect the attack to another target: the score stands, a piece may try its own evasion (rules 11.11).

        Power on the shields of the first target does not help the new one.
        """
        self.look_at(game, ref)
        self.shield_power, self.repairs = 0, None
        self.moved_to = ref
        self.defence = None
        self.step = MOVED

    def let_new_target_defend(self, game: GameState) -> None:
        """Let the piece that takes the attack try to evade."""
        self.step = DEFENDED
        defence.let_defend(game, self)

    def ask_for_armour(self, game: GameState) -> None:
        """Ask for armour, after the defence (rules 17.8)."""
        self.step = ARMOURED
        if self.aim[0] != "seat" or self.target is None or self.defence in ESCAPED or self.armour is not None:
            return
        shuttles = armour_of(game, self.target) if self.gun.pool != NO_POOL and not is_gone(game, self.aim) else []
        if shuttles and damage.most_damage(game, self):
            title = "Does a shuttle take the attack first?"
            game.stack.append(Pick(self.target, tuple(shuttles), title, "17.8", topic="armour", may_pass=True))

    def forecast_pick(self, game: GameState, said: Phrases) -> Forecast:
        """Return hull and shields before the attack, and after it with this armour or none."""
        assert self.target is not None
        return defence.points_after(game, self, game.ships[self.target], said)

    def take_pick(self, game: GameState, ref: Ref) -> None:
        """Store the chosen armour."""
        self.armour = None if ref == NOTHING else ref

    def settle(self, game: GameState) -> None:
        """Record the target's defence; the damage waits for other targets (rules 10.13). One that left is missed."""
        self.step = TARGETS
        gone = is_gone(game, self.aim)
        defence, place = (MISSED, None) if gone else (self.defence, place_of(game, self.aim))
        struck = Struck(
            self.aim, self.target, defence, place, self.shield_power, self.armour, self.repairs, self.moved_to
        )
        self.done = (*self.done, struck)
        if not struck.is_hit and not gone:
            game.tell(Missed, seat=self.seat, target=self.target, **self.names(game))

    def deal_damage(self, game: GameState) -> None:
        """Deal the damage to all targets together (rules 10.13)."""
        self.step = FALLEN
        self.done = tuple([damage.deal_damage(game, self, struck) for struck in self.done])
        damage.record_targets(game, self)

    def destroy_fallen(self, game: GameState) -> None:
        """Destroy the ships and pieces that have no points left, all together (rules 10.7, 17.4, 19.6)."""
        self.step = HITS
        for struck in self.done:
            if struck.fell and struck.aim[0] == "piece" and struck.aim[1] in game.board.placed:
                destroy_piece(game, struck.aim[1], by=self.seat)
        for struck in self.done:
            if struck.fell and struck.aim[0] == "seat" and game.ships[struck.aim[1]].is_destroyed:
                destroy(game, game.ships[struck.aim[1]], by=self.seat)

    def put_up_hits(self, game: GameState) -> None:
        """Put up the results, the first on top: repairs (rules 11.4), people under fire, effects of hits and misses.

        With several targets, each target's cards refer to that target alone (rules 10.13).
        """
        self.step = OVER
        for struck in reversed(self.done):
            self.recall(struck)
            for trigger in _triggers_of(struck):
                found = find_triggered(game, self, trigger, _sides_of(self, struck, trigger))
                if found:
                    _put_up(game, self, struck, _select_for(self, struck, found))
            if struck.is_hit and struck.aim[0] == "card" and not is_gone(game, struck.aim):
                hit_card(game, self.seat, struck.aim[1], struck.damage)
        for struck in reversed(self.done):
            _put_up_repairs(game, self, struck)

    def finish(self, game: GameState) -> None:
        """End the effects that lasted for the attack and put up those that come after it (rules 11.10)."""
        self.step = END
        end_lasting(game, _ends_with, self)
        seats = dict.fromkeys((self.seat, *(struck.seat for struck in self.done)))
        sides = [seat for seat in seats if seat is not None]
        for number, struck in reversed([*enumerate(self.done)]):
            self.recall(struck)
            found = find_triggered(game, self, "after_attack", sides)
            if found:
                _put_up(game, self, struck, [each for each in found if _target_index(self, each.user) == number])

    def end(self, game: GameState) -> None:
        """Leave the stack."""
        game.stack.pop()


_STEPS: tuple[Callable[[FullAttack, GameState], None], ...] = (
    FullAttack.roll,
    FullAttack.open_score_stop,
    FullAttack.next_target,
    FullAttack.let_new_target_defend,
    FullAttack.ask_for_armour,
    FullAttack.settle,
    FullAttack.deal_damage,
    FullAttack.destroy_fallen,
    FullAttack.put_up_hits,
    FullAttack.finish,
    FullAttack.end,
)
