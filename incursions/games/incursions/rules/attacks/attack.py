"""Attacks of Basic step by step (rules 10.11), the defence against them, evasion, and records of all attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from incursions.engine.dice import chance_of_at_most
from incursions.engine.frames import Frame, ReactionWindow, frame_class
from incursions.engine.hexes import Hex
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.crew.repairs import defence_stage, defence_targets, repair
from incursions.games.incursions.rules.events.attacks import Damaged, EvasionRolled, Missed, Scored, ShieldPower
from incursions.games.incursions.rules.placed.endings import destroy
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.board import Source
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.phrases import REPAIR, TAKE_THE_HIT
from incursions.games.incursions.rules.state.refs import Ref
from incursions.games.incursions.rules.state.seats import (
    POINTS_PER_SHIELD_POWER,
    Ship,
    evasion_score,
    repair_points,
)
from incursions.games.incursions.rules.state.shapes import AttackView, DefenceView, Forecast

SCORE, DAMAGE = range(2)
EVADED, NOT_EVADED, REPAIRS, CARD, MISSED = "evaded", "not evaded", "repairs", "card", "missed"
ESCAPED = (EVADED, MISSED)  # defences after which the target takes no damage

Lying = tuple[Source, int, tuple[int, ...]]  # a card or tile in the attack, its user, and the numbers of its effects


class Struck(NamedTuple):
    """A target that has defended: its owner, its defence, and the result.

    `moved_to` is the piece that takes the attack instead, `armour` takes the damage first, `repairs` is a Repair after
    the damage, as part and power. After the damage, `damage` is the number of points that the defence let through,
    `hull` those that came off the hull, and `fell` is true if the target has no points left. `place` is the hex where
    it was struck.
    """

    aim: Ref
    seat: int | None
    defence: str | None
    place: Hex | None
    shield_power: int = 0
    armour: Ref | None = None
    repairs: tuple[str, int] | None = None
    moved_to: Ref | None = None
    damage: int = 0
    hull: int = 0
    fell: bool = False

    @property
    def is_hit(self) -> bool:
        """True if the target neither evaded nor was missed."""
        return self.defence not in ESCAPED


class AttackFrame(Frame[GameState]):
    """An attack under way: the fields that attacks of all modes share."""

    __slots__ = ()
    bonus: int
    defence: str | None
    defence_dice: tuple[int, ...]
    defence_score: int
    dice: tuple[int, ...]
    further: int
    power: int
    score: int
    seat: Any
    shield_power: int
    target: Any

    if TYPE_CHECKING:

        @property
        def weapon(self) -> str: ...

    def score_with(self, game: Any, total: int) -> int:
        """Return the score that dice of this sum give."""
        raise NotImplementedError

    def to_view(self) -> AttackView:
        """Return what every viewer sees of the attack."""
        how: DefenceView | None = None
        if self.defence is not None:
            how = {"how": self.defence, "dice": list(self.defence_dice), "score": self.defence_score}
        return {
            "seat": self.seat,
            "target": self.target,
            "weapon": self.weapon,
            "dice": list(self.dice),
            "bonus": self.bonus,
            "score": self.score,
            "power": self.power,
            "range": self.further,
            "shield_power": self.shield_power,
            "defence": how,
        }


@frame_class
class Attack(AttackFrame):
    """An announced attack of Basic on one ship.

    `power` adds dice and `further` hexes of range. `defence` is what the target chose, with its `defence_dice` and the
    score they had to meet, or the repair still to come; `shield_power` are the cards added to its shields.
    """

    seat: int
    target: int
    weapon: str
    power: int
    further: int
    step: int = SCORE
    dice: tuple[int, ...] = ()
    bonus: int = 0
    score: int = 0
    defence: str | None = None
    repairs: str | None = None
    defence_dice: tuple[int, ...] = ()
    defence_power: int = 0
    defence_score: int = 0
    shield_power: int = 0
    seat_fields = ("seat", "target")

    def advance(self, game: GameState) -> None:
        """Roll the score, let the target defend knowing it, then deal the damage (rules 10.5)."""
        if self.step == SCORE:
            self.step = DAMAGE
            self._roll_score(game)
            game.stack.append(DefenceWindow((self.target,)))
            return
        game.stack.pop()
        if self.defence == EVADED:
            game.tell(Missed, seat=self.seat, target=self.target)
        else:
            self._deal_damage(game, game.ships[self.target])

    def score_with(self, game: GameState, total: int) -> int:
        return total + self.bonus

    def _roll_score(self, game: GameState) -> None:
        """Roll the printed dice and one more for each power, and add the bonus to one score (rules 10.2)."""
        ship = game.ships[self.seat]
        weapon = ship.card.weapons[self.weapon]
        self.bonus = bonus = weapon.bonus + ship.bonuses.weapons  # rules 2.5
        dice = game.dice.roll("attack", weapon.dice + self.power)
        self.dice = tuple(dice)
        self.score = sum(dice) + bonus
        game.tell(
            Scored, seat=self.seat, target=self.target, weapon=self.weapon, dice=dice, bonus=bonus, score=self.score
        )

    def _deal_damage(self, game: GameState, ship: Ship) -> None:
        """Take the score off shield power first, then off the shields, then off the hull (rules 7.3, 7.6, 10.6)."""
        absorbed = min(self.score, POINTS_PER_SHIELD_POWER * self.shield_power)
        shields, hull = ship.shields, ship.hull
        ship.take_damage(self.score - absorbed)
        game.tell(
            Damaged,
            seat=ship.seat,
            score=self.score,
            absorbed=absorbed,
            shields=[shields, ship.shields],
            hull=[hull, ship.hull],
        )
        if ship.is_destroyed:
            destroy(game, ship, by=self.seat)
        elif self.repairs is not None:  # after the damage, if the ship still stands (rules 11.4)
            repair(game, ship, self.repairs, self.defence_power)


class DefenceWindow(ReactionWindow[GameState]):
    """The target's answer: one defence, and shield power in addition (rules 11.1). It is right above its attack."""

    __slots__ = ()
    LEAST = TAKE_THE_HIT

    def is_entitled(self, game: GameState, seat: int) -> bool:
        """Return True until a defence is chosen; then while there is shield power (rules 10.11, 11.2)."""
        return self._attack(game).defence is None or game.ships[seat].power > 0

    def stage(self, game: GameState, said: Phrases) -> Question | None:
        """Return the question with the legal defences, or the next stage of a repair."""
        ship = game.ships[self.seat]
        if said:
            return defence_stage(game, ship, said, self._find_parts_reached(game)) if said[0] == REPAIR else None
        more = phrases.ADD_SHIELDS[1 : ship.power + 1]
        if self._attack(game).defence is not None:
            title = "Add power to your shields?"
            return Question(self.seat, "one", "shield power", [TAKE_THE_HIT, *more], TAKE_THE_HIT, title, "11.2")
        repairs = [REPAIR] if defence_targets(game, ship, self._find_parts_reached(game)) else []
        options = [TAKE_THE_HIT, *phrases.EVADE[1 : ship.power + 1], *repairs, *more]
        return Question(self.seat, "one", "defence", options, TAKE_THE_HIT, "Defend your ship", "11.1")

    def respond(self, game: GameState, said: Phrases) -> None:
        """Carry out a defence, or add power to the shields."""
        attack = self._attack(game)
        ship = game.ships[self.seat]
        first, power = (answer := phrases.parse_option(said[0])).text, answer.amount
        if answer.verb == "add":
            ship.spend(power, "shields")
            attack.shield_power += power
            game.tell(ShieldPower, seat=self.seat, power=power, points=POINTS_PER_SHIELD_POWER * power)
        elif first == REPAIR:
            attack.defence = REPAIRS
            attack.repairs, attack.defence_power = said[1], phrases.parse_option(said[2]).amount
            ship.spend(attack.defence_power, "repair")
        else:
            self._evade(game, attack, ship, power)

    def _evade(self, game: GameState, attack: Attack, ship: Ship, power: int) -> None:
        """Roll 2D6: equal to or under the score evades the whole attack. The power is spent either way (rules 11.2)."""
        ship.spend(power, "evade")
        dice = game.dice.roll("evasion", 2)
        score = evasion_score(ship, power)
        evaded = sum(dice) <= score
        attack.defence = EVADED if evaded else NOT_EVADED
        attack.defence_dice, attack.defence_power, attack.defence_score = tuple(dice), power, score
        game.tell(EvasionRolled, seat=ship.seat, dice=dice, score=score, power=power, evaded=evaded)
        if evaded:
            self.close(game)

    def forecast(self, game: GameState, said: Phrases) -> Forecast:
        """Return the cost of a defence, its odds, and the points before and after the hit if it fails."""
        attack, ship, answer = self._attack(game), game.ships[self.seat], phrases.parse_option(said[0])
        cost: Forecast = {"power": answer.amount}
        hit = _forecast_hit(attack, ship, answer.amount if answer.verb == "add" else 0)
        if answer.verb == "evade with":
            score = evasion_score(ship, answer.amount)
            odds: Forecast = {"chance": chance_of_at_most(score), "needs": score}
            return cost | odds | hit
        if answer.text == REPAIR:
            cost["power"] = phrases.parse_option(said[2]).amount
            return cost | _add_repair(ship, said[1], cost["power"], hit)
        if attack.repairs is not None:
            return cost | _add_repair(ship, attack.repairs, attack.defence_power, hit)
        return cost | hit

    def _find_parts_reached(self, game: GameState) -> list[str]:
        """Return the parts of the ship that the attack damages unless shield power is added (rules 12.3)."""
        hit = _forecast_hit(self._attack(game), game.ships[self.seat], 0)
        points = {phrases.HULL: hit["hull"], phrases.SHIELDS: hit["shields"]}
        return [part for part, (before, after) in points.items() if before > after]

    def _attack(self, game: GameState) -> Attack:
        attack = game.stack[game.stack.index(self) - 1]
        assert isinstance(attack, Attack)
        return attack


def _forecast_hit(attack: Attack, ship: Ship, more: int) -> Forecast:
    """Return hull and shields before and after the hit, with `more` power added to the shields."""
    damage = max(0, attack.score - POINTS_PER_SHIELD_POWER * (attack.shield_power + more))
    off_shields = min(damage, ship.shields)
    hull = max(0, ship.hull - (damage - off_shields))
    return {"hull": [ship.hull, hull], "shields": [ship.shields, ship.shields - off_shields]}


def _add_repair(ship: Ship, what: str, power: int, hit: Forecast) -> Forecast:
    """Return hull and shields before the hit, and after it and the Repair, if the ship still stands (rules 11.4)."""
    if hit["hull"][1] + hit["shields"][1] == 0:
        return hit
    points = repair_points(ship, power)
    if what == phrases.HULL:
        return hit | {"hull": [hit["hull"][0], min(ship.card.hull, hit["hull"][1] + points)]}
    return hit | {"shields": [hit["shields"][0], min(ship.shields_maximum, hit["shields"][1] + points)]}


def is_attacked(game: GameState) -> bool:
    """Return True if somebody is answering an attack."""
    return any(isinstance(frame, DefenceWindow) for frame in game.stack)
