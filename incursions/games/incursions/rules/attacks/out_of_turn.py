"""Attacks that a text grants to a ship or a piece: once more, out of turn, as a last salvo (rules 11.5, 11.10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from incursions.engine.frames import Choice
from incursions.engine.questions import Question
from incursions.games.incursions.rules.attacks import firing, gunnery
from incursions.games.incursions.rules.attacks.attack import attack_under_way
from incursions.games.incursions.rules.attacks.firing import Order, forecast_attack
from incursions.games.incursions.rules.attacks.full_attack import FullAttack
from incursions.games.incursions.rules.attacks.targets import is_gone
from incursions.games.incursions.rules.events.attacks import AttackAnnounced
from incursions.games.incursions.rules.events.turns import Declined
from incursions.games.incursions.rules.plays import free_actions
from incursions.games.incursions.rules.plays.announcements import MANEUVER, Announcement, Maneuvered
from incursions.games.incursions.rules.state.phrases import AUX, DECLINE, Line, first_word, parse_option, text_of
from incursions.games.incursions.rules.state.refs import Ref, name_of, piece_ref, seat_ref
from incursions.games.incursions.rules.systems import diverting
from incursions.games.incursions.rules.systems.bodies import weapon_of
from incursions.games.incursions.rules.systems.weapons import Gun, guns_by_phrase

if TYPE_CHECKING:
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.board import Placed, Source

ONCE_MORE, OUT_OF_TURN, LAST = "attack once more", "attack out of turn", "last attack"
TITLES = {
    ONCE_MORE: "Attack the same target once more?",
    OUT_OF_TURN: "Attack out of turn?",
    LAST: "One last attack?",
}


@dataclass(slots=True, eq=False)
class GrantedAttack(Choice["Game"]):
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

    def can_be_made(self, game: Game) -> bool:
        """Return True if any of the weapons reaches a target."""
        return bool(firing.weapon_options(game, game.ships[self.seat], self.order(game)))

    def order(self, game: Game) -> Order:
        """Return the order with the granted weapons and targets."""
        ship = game.ships[self.seat]
        guns = {phrase: gun for phrase, gun in guns_by_phrase(game, self.seat).items() if gun.name in self.weapons}
        aims = None if self.aim is None else (self.aim,)
        return Order(guns, ship.at, seat_ref(self.seat), aims, self.may_add)

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """Return the question for the weapon, which may be declined, then the stages of any attack."""
        ship, order = game.ships[self.seat], self.order(game)
        if said:
            if said[0] == DECLINE:
                return None
            if said[0] in order.guns:
                return firing.stage(game, ship, said, order)
            return free_actions.stage(game, ship, said, [gun.name for gun in order.guns.values()])
        options = [*firing.weapon_options(game, ship, order), DECLINE, *self._free_actions(game)]
        return Question(self.seat, "one", self.topic, options, DECLINE, TITLES[self.topic], "11.10")

    def _free_actions(self, game: Game) -> list[str]:
        ship = game.ships[self.seat]
        divert = diverting.options(game, ship) if self.may_add == "power" else []
        return [*divert, *free_actions.aux_options(game, ship), *free_actions.any_time_options(game, self.seat)]

    def forecast(self, game: Game, said: tuple[str, ...]) -> Forecast:
        """Return the odds of the score."""
        ship, order = game.ships[self.seat], self.order(game)
        return (
            forecast_attack(game, ship, firing.read_shot(game, ship, said, order), order)
            if said[0] in order.guns
            else {}
        )

    def refusal(self, game: Game, line: Line) -> tuple[str, str]:
        """Return the rule and the reason why a line is not the attack that is granted."""
        for each in dict.fromkeys((line, (*map(parse_option, self.said), *line))):
            if each[0].verb == "fire" and each[0].rest:
                return self._why_not_fire(game, each)
        if first_word(line[0].verb) in game.kind_of:
            return self.ANSWERED_BY
        return "", f"{text_of(line)!r} is no action here"

    def _why_not_fire(self, game: Game, line: Line) -> tuple[str, str]:
        """Return why the line may not be fired: it adds what the text does not allow, or is no legal attack."""
        added = {"power": ("power", "range"), "nothing": (), "anything": ("power", "range", "card")}[self.may_add]
        for word in ("card", "range", "power"):
            if word not in added and any(each.subject == word and each.rest != f"no {word}" for each in line):
                rule = "10.1" if self.topic == ONCE_MORE else "11.10"
                return rule, f"Nothing of that may be added to this attack: {word}"
        return gunnery.why_not_fire(game, game.ships[self.seat], line) or self._as_granted(game)

    def _as_granted(self, game: Game) -> tuple[str, str]:
        """Return the refusal that names the weapons and the target of the granted attack."""
        at = "" if self.aim is None or is_gone(game, self.aim) else f" at {name_of(game, self.aim)}"
        return "11.10", f"The attack that you are granted is made{at} with {' or '.join(self.weapons)}"

    def perform(self, game: Game, said: tuple[str, ...]) -> None:
        """Announce the attack and open its window, or let it go."""
        first, ship = said[0], game.ships[self.seat]
        if first == AUX or diverting.is_divert(first) or free_actions.offers_any_time(game, self.seat, first):
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
        put_up_announced(game, self.seat, attack, said)


def put_up_announced(game: Game, seat: int, attack: FullAttack, said: tuple[str, ...]) -> None:
    """Put up a granted attack with its window (rules 13.14); it is none of the turn's maneuvers (rules 6.9)."""
    maneuvered = Maneuvered(seat, "attack", (), None)
    maneuvered.told = True  # skips what follows a maneuver of the turn
    game.stack += [maneuvered, attack, Announcement(seat, MANEUVER, (), None, said)]


def begin_attack(
    game: Game,
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


def gun_of(game: Game, piece: Placed) -> Gun | None:
    """Return the piece's weapon, or None. It takes no power: a piece has no power cards (rules 17.7, 17.9)."""
    weapon = weapon_of(game, piece)
    return None if weapon is None else Gun(weapon.name, weapon.dice, weapon.bonus, weapon.range, power_dice=0)


def attack_with_piece(game: Game, piece: Placed, seat: int | None, target: int, **facts: Any) -> None:
    """Let a piece attack a ship without a maneuver; `seat` is the piece's player (rules 17.10, 18.6)."""
    gun = gun_of(game, piece)
    if gun is not None:
        begin_attack(game, seat, piece_ref(piece.number), gun, [seat_ref(target)], **facts)
