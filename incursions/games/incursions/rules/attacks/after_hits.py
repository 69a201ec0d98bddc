"""Effects that an attack triggers: when it is rolled, hits, is evaded and is over (rules 10.11, 11.4, 11.10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from incursions.engine.frames import Frame
from incursions.games.incursions.rules.attacks.attack import EVADED, Struck
from incursions.games.incursions.rules.attacks.scoring import is_a_weapon
from incursions.games.incursions.rules.attacks.targets import is_gone
from incursions.games.incursions.rules.crew.equipment import damage_card
from incursions.games.incursions.rules.crew.espionage import BY_ATTACK, FAILED, MEMBER, Espionage
from incursions.games.incursions.rules.crew.people import FACE_DOWN, Fate, is_member
from incursions.games.incursions.rules.effects.gathering import carried_by, carries_cards, end_lasting
from incursions.games.incursions.rules.effects.in_force import Force, Situation, hold, list_triggered
from incursions.games.incursions.rules.effects.resolution import Resolution, put_up
from incursions.games.incursions.rules.state.refs import holder_of
from incursions.games.incursions.rules.systems.repair import repair

if TYPE_CHECKING:
    from incursions.games.incursions.rules.attacks.full_attack import FullAttack
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.board import Lasting
    from incursions.games.incursions.rules.state.refs import Ref

DAMAGE = "damage"
PIECE = "piece"  # the reference kind of a shuttle in a hex
HIT = ("goes_off", "hit", DAMAGE)  # goes_off: of a mine that its player set off (rules 17.13)
HULL_DAMAGED = ("hull_damaged", *HIT)
THIS_ATTACK = "this attack"
NEXT_ATTACK = "your next attack"  # the prefix of all durations that end with the next attack


def find_triggered(game: Game, attack: FullAttack, trigger: str, sides: Iterable[int]) -> list[Force]:
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
            found += _effects_in_play(game, attack, trigger, side)
    return found


def _effects_aboard(game: Game, attack: FullAttack, trigger: str, shuttle: Ref) -> list[Force]:
    """Return the effects of the crew aboard the shuttle that attacks, or that evaded (rules 17.7)."""
    said = carried_by(game, shuttle)
    found = [Force(number, effect, user) for number, user, effect in said if effect.trigger == trigger]
    return [force for force in found if hold(game, Situation.from_force(force, attack), force.effect.conditions)]


def _effects_in_play(game: Game, attack: FullAttack, trigger: str, side: int) -> list[Force]:
    """Return the triggered effects of a side; a weapon or placed piece reacts to its own attacks alone."""
    return [
        force
        for force in list_triggered(game, side, trigger, attack)
        if not is_a_weapon(game, force) or (side == attack.seat and attack.is_made_with(game, force.source))
    ]


def put_up_results(game: Game, attack: FullAttack) -> None:
    """Put up the results of the damage, the first on top: repairs, people under fire, effects of hits and misses.

    With several targets, each target's cards refer to that target alone (rules 10.13).
    """
    for struck in reversed(attack.done):
        attack.recall(struck)
        for trigger in _triggers_of(struck):
            found = find_triggered(game, attack, trigger, _sides_of(attack, struck, trigger))
            if not found:
                continue
            _put_up(game, attack, struck, found if len(attack.done) == 1 else _select_for(attack, struck, found))
        if struck.is_hit and struck.aim[0] == "card" and not is_gone(game, struck.aim):
            hit_card(game, attack.seat, struck.aim[1], struck.damage)
    for struck in reversed(attack.done):
        _put_up_repairs(game, attack, struck)


def _select_for(attack: FullAttack, struck: Struck, found: list[Force]) -> list[Force]:
    """Return the effects used by the struck seat or by the attacker, without those of the other targets."""
    others = {other.seat for other in attack.done} - {struck.seat, attack.seat}
    return [force for force in found if force.user not in others]


def _sides_of(attack: FullAttack, struck: Struck, trigger: str) -> list[int]:
    """Return the seats whose cards in play react: the attacker; on damage the struck seat too, on an evasion alone."""
    sides = [] if attack.seat is None or trigger == EVADED else [attack.seat]
    if trigger in (DAMAGE, EVADED) and struck.seat is not None and struck.aim[0] != "piece":
        sides.append(struck.seat)
    return sides


def _triggers_of(struck: Struck) -> tuple[str, ...]:
    """Return the triggers of what happened to the target, in reverse order, because they are put on a stack."""
    if not struck.is_hit:
        return (EVADED,) if struck.defence == EVADED else ()
    return HULL_DAMAGED if struck.hull else HIT


def _put_up_repairs(game: Game, attack: FullAttack, struck: Struck) -> None:
    """Carry out a Repair and put up what a defence card gives back, if the ship still stands (rules 11.4)."""
    if struck.seat is None or struck.fell or game.ships[struck.seat].out is not None:
        return
    for source, user, numbers in attack.later:
        if user == struck.seat:
            game.stack.append(Resolution(source, user, numbers, attack.by))
    if struck.repairs is not None:
        what, power = struck.repairs
        repair(game, game.ships[struck.seat], what, power)


def end_of_attack(game: Game, attack: FullAttack) -> None:
    """End the effects that lasted for the attack and put up those that come after it (rules 11.10)."""
    end_lasting(game, _ends_with, attack)
    sides: list[int] = [] if attack.seat is None else [attack.seat]
    for struck in attack.done:
        if struck.seat is not None and struck.seat not in sides:
            sides.append(struck.seat)
    number = len(attack.done)
    for struck in reversed(attack.done):
        number -= 1
        attack.recall(struck)
        found = find_triggered(game, attack, "after_attack", sides)
        if found:
            of_target = [force for force in found if _target_index(attack, force.user) == number]
            _put_up(game, attack, struck, of_target)


def _target_index(attack: FullAttack, user: int) -> int:
    """Return the index of the target that a card's text means: its user's own ship, or the first for the attacker's."""
    own = (number for number, struck in enumerate(attack.done) if struck.seat == user != attack.seat)
    return next(own, 0)


def _ends_with(game: Game, lasting: Lasting, attack: FullAttack) -> bool:
    if lasting.until == THIS_ATTACK:
        return True
    return lasting.until.startswith(NEXT_ATTACK) and lasting.user == attack.seat


def _put_up(game: Game, attack: FullAttack, struck: Struck, found: list[Force]) -> None:
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


def _facts_of(game: Game, attack: FullAttack, struck: Struck, user: int) -> dict[str, Any]:
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


def hit_card(game: Game, by: int | None, number: int, points: int) -> None:
    """Let an attack by the seat `by` that does `points` of damage hit a tabled card (rules 10.15)."""
    seat = holder_of(game, number)
    if seat is None or points <= 0:
        return
    if is_member(game, number):
        game.stack.append(UnderFire(by, seat, number))
    else:
        damage_card(game, number, points)


@dataclass(slots=True, eq=False)
class UnderFire(Frame["Game"]):
    """An officer or captain under fire, who rolls Espionage Evasion and is turned face down on failure (rules 14.6)."""

    by: int | None
    seat: int
    card: int
    outcome: str | None = None

    def mark(self, name: str, value: Any) -> None:
        """Record the outcome of the roll."""
        self.outcome = value

    def advance(self, game: Game) -> None:
        """Roll Espionage Evasion, then turn the card face down if the roll failed."""
        if self.outcome is None:
            game.stack.append(Espionage(self.by, self.seat, MEMBER, BY_ATTACK, member=self.card))
            return
        game.stack.remove(self)
        if self.outcome == FAILED and self.card not in game.board.face_down:
            game.stack.append(Fate(self.seat, self.card, FACE_DOWN))
