"""Attacks that a text grants to a ship or a piece: once more, out of turn, as a last salvo (rules 11.5, 11.10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from incursions.engine.frames import Choice, frame_class
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.attacks import firing, gunnery
from incursions.games.incursions.rules.attacks.firing import Order, forecast_attack
from incursions.games.incursions.rules.attacks.full_attack import FullAttack
from incursions.games.incursions.rules.attacks.targets import (
    YOUR_SHIP,
    attack_under_way,
    distance_to,
    is_gone,
    why_no_target,
)
from incursions.games.incursions.rules.events.attacks import AttackAnnounced
from incursions.games.incursions.rules.events.turns import Declined
from incursions.games.incursions.rules.plays import free_actions
from incursions.games.incursions.rules.plays.announcements import MANEUVER, Announcement, Maneuvered
from incursions.games.incursions.rules.printed.effect import Effect, Roll
from incursions.games.incursions.rules.state.board import Placed, Source
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.phrases import AUX, DECLINE, Line, first_word, parse_option, text_of
from incursions.games.incursions.rules.state.refs import Ref, name_of, piece_ref, seat_ref
from incursions.games.incursions.rules.state.seats import Ship
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.systems.bodies import weapon_of
from incursions.games.incursions.rules.systems.power import diverting_options, is_divert
from incursions.games.incursions.rules.systems.weapons import MAY_ADD_NOTHING, Gun, guns_by_phrase, guns_of, power_for

ONE_WEAPON = "one ship weapon"


SHOOTING = ("outpost", "platform", "shuttle")
ONCE_MORE, OUT_OF_TURN, LAST = "attack once more", "attack out of turn", "last attack"
TITLES = {
    ONCE_MORE: "Attack the same target once more?",
    OUT_OF_TURN: "Attack out of turn?",
    LAST: "One last attack?",
}


def granted_guns(game: GameState, ship: Ship, effect: Effect) -> list[Gun]:
    """Return the weapons of the ship that the text means: all, or the one it names."""
    named = effect.fields.get("weapon", ONE_WEAPON)
    guns = guns_of(game, ship)
    if isinstance(named, Roll) or named == ONE_WEAPON:
        return guns
    return [gun for gun in guns if gun.name == named]


def can_reach(game: GameState, ship: Ship, gun: Gun, aim: Ref, may_add: str) -> bool:
    """Return True if the ship can strike the target with this weapon, with power if `may_add` allows it."""
    if is_gone(game, aim) or why_no_target(game, ship.seat, aim) is not None:
        return False
    needed = gun.power + firing.range_power_needed(gun, distance_to(game, ship.at, aim), gun.range)
    return needed <= power_for(game, ship, gun, may_add)


def pieces_in_range(game: GameState, seat: int, aim: Ref, only: Ref | None = None) -> list[Placed]:
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


def why_not_granted(game: GameState, attack: FullAttack, ship: Ship, number: int, effect: Effect) -> Refused | None:
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


@frame_class
class GrantedAttack(Choice[GameState]):
    """An attack that the text of `source` grants the seat, with `weapons`, at `aim` (None: at any target).

    `may_add` says what may be added, `numbers` are effects of the text that hold for the attack.
    """

    source: Source
    weapons: tuple[str, ...]
    aim: Ref | None
    may_add: str
    numbers: tuple[int, ...]
    topic: str
    ANSWERED_BY: ClassVar = ("11.10", "You are granted one attack now: fire, or decline")

    def can_be_made(self, game: GameState) -> bool:
        """Return True if any of the weapons reaches a target."""
        return bool(firing.weapon_options(game, game.ships[self.seat], self.order(game)))

    def order(self, game: GameState) -> Order:
        """Return the order with the granted weapons and targets."""
        ship = game.ships[self.seat]
        guns = {phrase: gun for phrase, gun in guns_by_phrase(game, self.seat).items() if gun.name in self.weapons}
        aims = None if self.aim is None else (self.aim,)
        return Order(guns, ship.at, seat_ref(self.seat), aims, self.may_add)

    def stage(self, game: GameState, said: Phrases) -> Question | None:
        """Return the question for the weapon, which may be declined, then the stages of any attack."""
        ship, order = game.ships[self.seat], self.order(game)
        if said:
            if said[0] == DECLINE:
                return None
            if said[0] in order.guns:
                return firing.stage(game, ship, said, order)
            return free_actions.stage(game, ship, said, [gun.name for gun in order.guns.values()])
        options = [*firing.weapon_options(game, ship, order), DECLINE]
        options += diverting_options(game, ship) if self.may_add == "power" else []
        options += [*free_actions.aux_options(game, ship), *free_actions.any_time_options(game, self.seat)]
        return Question(self.seat, "one", self.topic, options, DECLINE, TITLES[self.topic], "11.10")

    def forecast(self, game: GameState, said: Phrases) -> Forecast:
        """Return the odds of the score."""
        ship, order = game.ships[self.seat], self.order(game)
        if said[0] not in order.guns:
            return {}
        return forecast_attack(game, ship, firing.read_shot(game, ship, said, order), order, said)

    def refusal(self, game: GameState, line: Line) -> Refused:
        """Return the rule and the reason why a line is not the attack that is granted."""
        for each in dict.fromkeys((line, (*map(parse_option, self.said), *line))):
            if each[0].verb == "fire" and each[0].text_after_verb:
                return self._why_not_fire(game, each)
        if first_word(line[0].verb) in game.kind_of:
            return self.ANSWERED_BY
        return "", f"{text_of(line)!r} is not an action here"

    def _why_not_fire(self, game: GameState, line: Line) -> Refused:
        """Return why the line may not be fired: it adds what the text does not allow, or is no legal attack."""
        added = {"power": ("power", "range"), "nothing": (), "anything": ("power", "range", "card")}[self.may_add]
        for word in ("card", "range", "power"):
            if word not in added and any(
                each.subject == word and each.text_after_verb != f"no {word}" for each in line
            ):
                rule = "10.1" if self.topic == ONCE_MORE else "11.10"
                return rule, f"You cannot add this to the attack: {word}"
        if found := gunnery.why_not_fire(game, game.ships[self.seat], line):
            return found
        at = "" if self.aim is None or is_gone(game, self.aim) else f" at {name_of(game, self.aim)}"
        return "11.10", f"The attack that you are granted is made{at} with {' or '.join(self.weapons)}"

    def perform(self, game: GameState, said: Phrases) -> None:
        """Announce the attack and open its window, or let it go."""
        first, ship = said[0], game.ships[self.seat]
        if first == AUX or is_divert(first) or free_actions.offers_any_time(game, self.seat, first):
            free_actions.take(game, self.seat, said)
            return
        order = self.order(game)
        game.stack.remove(self)
        if first == DECLINE:
            ship.lose_diverted()
            game.tell(Declined, seat=self.seat)
            return
        attack, _ = firing.announce(game, ship, said, order)
        under_way = attack_under_way(game)
        attack.out_of_turn = self.topic != ONCE_MORE or (under_way is not None and under_way.out_of_turn)
        attack.add(self.source, self.seat, self.numbers)
        ship.lose_diverted()
        maneuvered = Maneuvered(self.seat, "attack", (), None)  # none of the turn's maneuvers (rules 6.9)
        maneuvered.told = True  # skips what follows a maneuver of the turn
        game.stack += [maneuvered, attack, Announcement(self.seat, MANEUVER, (), None, said)]


def begin_attack(
    game: GameState,
    seat: int | None,
    by: Ref,
    gun: Gun,
    aims: Iterable[Ref],
    *,
    effects: Iterable[tuple[Source, Iterable[int]]] = (),
    out_of_turn: bool = False,
    **facts: Any,
) -> FullAttack | None:
    """Put up an attack that needs no announcement: of a piece, a denizen, a mine set off, or a text.

    `seat` is the attacking player, None for an unowned denizen; `by` the ship or piece that makes it; `aims` its
    targets, in turn order; `effects` the numbers of effects that hold for it, by their source.
    """
    targets = tuple(aims)
    if not targets:
        return None
    attack = FullAttack(seat, by, gun, targets)
    attack.out_of_turn = out_of_turn
    for source, numbers in effects:
        if seat is not None:
            attack.add(source, seat, numbers)
    attack.look_at(game, targets[0])
    game.tell(
        AttackAnnounced,
        seat=seat,
        target=attack.target,
        weapon=gun.name,
        power=0,
        range=0,
        **attack.names(game),
        **facts,
    )
    game.stack.append(attack)
    return attack


def gun_of(game: GameState, piece: Placed) -> Gun | None:
    """Return the piece's weapon, or None. It takes no power: a piece has no power cards (rules 17.7, 17.9)."""
    weapon = weapon_of(game, piece)
    return None if weapon is None else Gun(weapon.name, weapon.dice, weapon.bonus, weapon.range, power_dice=0)


def attack_with_piece(game: GameState, piece: Placed, seat: int | None, target: int, **facts: Any) -> None:
    """Let a piece attack a ship without a maneuver; `seat` is the piece's player (rules 17.10, 18.6)."""
    gun = gun_of(game, piece)
    if gun is not None:
        begin_attack(game, seat, piece_ref(piece.number), gun, [seat_ref(target)], **facts)
