"""Defences that a target may make, with cards and without: what they cost and score (rules 7.6, 10.15, 11.1-11.7)."""

from __future__ import annotations

from dataclasses import KW_ONLY, replace
from typing import Any, ClassVar

from incursions.engine.frames import Frame, frame_class
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.attacks.attack import CARD, EVADED, NOT_EVADED
from incursions.games.incursions.rules.attacks.damage import RAISE_SHIELDS
from incursions.games.incursions.rules.attacks.targets import (
    EVADE_YOURS,
    AttackState,
    attack_under_way,
    effects_on_target,
    find_prohibition,
    shields_function,
)
from incursions.games.incursions.rules.effects.in_force import Situation, hold, is_so, list_triggered, of_use
from incursions.games.incursions.rules.events.attacks import EvasionRolled
from incursions.games.incursions.rules.events.cards import CardPlayed
from incursions.games.incursions.rules.plays.announcements import CARD as A_CARD
from incursions.games.incursions.rules.plays.announcements import Announcement, CardPlay
from incursions.games.incursions.rules.plays.card_moves import LyingCard
from incursions.games.incursions.rules.plays.resolution import Resolution, candidates, place_of, put_up
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.printed.pieces import (
    ANY_TIME,
    IN_ANSWER,
    PLAYED,
    STAYS_ON_TABLE,
    Face,
    GameCard,
    faces_in,
    numbers,
    printed_fact,
)
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.cards_in_play import (
    Refused,
    in_hand,
    lines_for,
    why_no_room,
    why_not_usable,
)
from incursions.games.incursions.rules.state.game_state import GameState, list_holders
from incursions.games.incursions.rules.state.phrases import PLAY
from incursions.games.incursions.rules.state.seats import Ship
from incursions.games.incursions.rules.systems.power import cost
from incursions.games.incursions.rules.systems.weapons import apply_modifiers

EVADE, DEFEND = "evade", "defend"
EVASION_COST = 1  # the first power, which only pays for the try (rules 11.2)
DEFENCE = "Defence"
AS = "as "
TO_ALL = ("attack", "any")  # values of a card's `answers` that mean every attack
OPENS = {"evasion": "evade", "repair": phrases.REPAIR}  # the defence that a card's modifier helps (11.7)
ROLL, ROLLED = range(2)
ONE_DEFENCE: Refused = ("11.9", "You have chosen your defence: now only power can be added to the shields")


def is_missed(game: GameState, attack: AttackState) -> bool:
    """Return True if an effect lets the attack miss its current target."""
    for seat in attack.spoiled:
        if seat == attack.target or seat not in attack.targets:
            return True
    for player in game.players:
        for force in player.in_force.by_verb.get("miss", ()):
            if (force.effect.target is None or force.user == attack.target) and is_so(game, force, attack):
                return True
    return False


def why_not_evade(game: GameState, attack: AttackState) -> Refused | None:
    """Return the rule and the reason why the target may not try to evade, with any power; None if it may."""
    assert attack.target is not None
    holders = list_holders(game, attack.target)
    if holders:
        return "11.3", f"The tractor beam of {holders[0].card.title} holds your ship: it cannot evade"
    force = find_prohibition(game, attack, EVADE, EVADE_YOURS)
    return None if force is None else ("11.2", f"{game.piece(force.source).title} does not let you evade this attack")


def why_no_defence(game: GameState, attack: AttackState) -> Refused | None:
    """Return the rule and the reason why no defence but shield power may be made; None if one may."""
    force = find_prohibition(game, attack, DEFEND)
    if force is None:
        return None
    return "11.1", f"{game.piece(force.source).title} leaves you no defence but shield power"


def why_no_shield_power(game: GameState, attack: AttackState) -> Refused | None:
    """Return the rule and the reason why shield power does not help; None if it does."""
    assert attack.target is not None
    if attack.aim[0] == "card":
        return "10.15", "The attack is on a tabled card: shield power does not help it"
    if not shields_function(game, attack.target):
        return "10.15", "Your shields do not function here: they cannot be raised"
    force = find_prohibition(game, attack, RAISE_SHIELDS)
    return None if force is None else ("7.6", f"{game.piece(force.source).title} keeps your shields from being raised")


def first_power(game: GameState, attack: AttackState) -> int:
    """Return the power that an evasion costs before any is added to its score (rules 11.2)."""
    assert attack.target is not None
    more = [force.effect for force in effects_on_target(game, attack, "set_cost")]
    return cost(game, attack.target, "evasion", EVASION_COST, attack, more)


def score_with(game: GameState, attack: AttackState, added: int) -> int:
    """Return the most that 2D6 may show to evade, with `added` from power (rules 11.2)."""
    assert attack.target is not None
    ship = game.ships[attack.target]
    more = [force.effect for force in effects_on_target(game, attack, "modify")]
    return apply_modifiers(game, ship.seat, "evasion", ship.card.evasion, ship.bonuses.evasion + added, attack, more)


def options(game: GameState, attack: AttackState, ship: Ship) -> list[str]:
    """Return the phrases of the defence cards in hand that answer this attack, each title once."""
    held = in_hand(game, ship.seat, answering_faces)
    return list(lines_for(game, PLAY, held, lambda number: why_not_play(game, attack, ship, number) is None))


def find_card(game: GameState, attack: AttackState, ship: Ship, phrase: str) -> int | None:
    """Return the card in hand that a phrase of `options` means, or None."""
    held = in_hand(game, ship.seat, answering_faces)
    titled = (number for number in held if PLAY + game.cards[number].title == phrase)
    return next((number for number in titled if why_not_play(game, attack, ship, number) is None), None)


@printed_fact
def answering_faces(card: GameCard) -> tuple[Face, ...]:
    """Return the faces with which a defence card answers; none for other cards."""
    if card.nature != DEFENCE or card.play_method == ANY_TIME:
        return ()
    return faces_in(card, IN_ANSWER)


@printed_fact
def _answered_weapons(card: GameCard) -> frozenset[str]:
    """Return the weapons that a defence card prints as those it answers, or a word for all of them."""
    return frozenset(card.words_in("answers"))


def why_not_play(game: GameState, attack: AttackState, ship: Ship, number: int) -> Refused | None:
    """Return the rule and the reason why a card in hand does not answer this attack, or None if it does."""
    card = game.cards[number]
    faces, answered = answering_faces(card), _answered_weapons(card)
    if not faces or (attack.weapon not in answered and answered.isdisjoint(TO_ALL)):
        return "11.8", f"{card.title} does not answer this attack"
    if attack.defence is not None:
        return ONE_DEFENCE
    found = why_no_defence(game, attack) or why_not_usable(game, ship.seat, number)
    if found is not None:
        return found
    wrong = [_why_not_face(game, attack, ship, number, face) for face in faces]
    return wrong[0] if all(wrong) else None


def _why_not_face(game: GameState, attack: AttackState, ship: Ship, number: int, face: Face) -> Refused | None:
    """Return why a face cannot be played: it would do nothing (rules 13.15), or is above a limit (rules 3.7)."""
    if face.play_method in STAYS_ON_TABLE:
        return why_no_room(game, ship.seat, number)
    title = game.cards[number].title
    wrong = [_why_not_effect(game, attack, ship, number, effect) for effect in face.effects]
    for effect, refused in zip(face.effects, wrong, strict=True):
        if refused is not None and game.verbs[effect.verb].is_price:
            return refused
    if face.effects and all(wrong):
        return wrong[0]
    return None if face.effects else ("13.15", f"{title} would do nothing now")


def _why_not_effect(game: GameState, attack: AttackState, ship: Ship, number: int, effect: Effect) -> Refused | None:
    """Return why this effect would come to nothing, or None."""
    asked = effect.conditions if effect.trigger == PLAYED else ()
    if asked and not hold(game, Situation(number, ship.seat, attack.seat, attack), asked):
        return "13.15", f"{game.cards[number].title} would do nothing now"
    return game.verbs[effect.verb].why_no_defence(game, attack, ship, number, effect)


def redirected_to(game: GameState, attack: AttackState, seat: int, number: int, effect: Effect) -> list[Any]:
    """Return the pieces that could take the attack instead: not the attacker itself, no mines (rules 11.11)."""
    to = effect.fields["to"]
    if to == "the card taken":
        return [to]
    if to == "the attacker":
        return [attack.by]
    meant = replace(effect, target=to)
    found = candidates(game, Resolution(number, seat, ()), meant, to)
    return [ref for ref in found if ref != attack.by and place_of(game, ref) is not None]


def stage(game: GameState, attack: AttackState, ship: Ship, said: Phrases) -> Question | None:
    """Return the question for the face of a card, or for the power of an evasion combined with it (rules 11.7)."""
    number = find_card(game, attack, ship, said[0])
    if number is None:
        return None
    faces = [
        face for face in answering_faces(game.cards[number]) if _why_not_face(game, attack, ship, number, face) is None
    ]
    if len(faces) > 1 and len(said) == 1:
        named = [AS + str(face.name) for face in faces]
        return Question(ship.seat, "one", "face", named, None, "Which of its faces?", "13.4.9", said)
    face = find_face(faces, said)
    tries_evasion = any(effect.verb == "try_evasion" for effect in face.played)
    if len(said) > (2 if len(faces) > 1 else 1) or not tries_evasion:
        return None
    powers = phrases.WITH_POWER[: ship.available("evade") + 1]
    title = "How much power for the evasion?"
    return Question(ship.seat, "amount", "power", powers, phrases.NO_POWER, title, "11.7", said)


def find_face(faces: list[Face], said: Phrases) -> Face:
    """Return the face that a line names, or the first."""
    return next((face for face in faces if AS + str(face.name) in said), faces[0])


def play_defence(game: GameState, attack: AttackState, ship: Ship, said: Phrases) -> None:
    """Play a card as the defence, which it stays even if cancelled (rules 11.9), and open its window (rules 13.14)."""
    number = find_card(game, attack, ship, said[0])
    assert number is not None
    card = game.cards[number]
    faces = answering_faces(card)
    face = find_face(list(faces), said)
    power = phrases.power_said(said)
    game.players[ship.seat].hand.remove(number)
    ship.spend(power, "evade")
    attack.defence, attack.defence_power = CARD, power
    game.tell(CardPlayed, seat=ship.seat, title=card.title, face=face.name, power=power)
    marks = (("power", power), ("attacker", attack.by))
    target = None if attack.seat is None else ("seat", attack.seat)
    defending = DefencePlay(number, ship.seat, numbers(face.effects), target, marks, face.name)
    game.stack += [LyingCard(ship.seat, number), defending, Announcement(ship.seat, A_CARD, (number,), None, said)]


@frame_class
class DefencePlay(CardPlay):
    """A defence card at work. Its effects for later moments of the attack are added to the attack.

    `joined`: it is in the attack. What it gives back comes after the damage (rules 11.4).
    """

    _: KW_ONLY
    joined: bool = False

    def advance(self, game: GameState) -> None:
        """Add the card's later effects to the attack, then carry out its immediate ones."""
        if not self.joined:
            self.joined = True
            attack = attack_under_way(game)
            assert attack is not None
            self._join(game, attack)
        CardPlay.advance(self, game)

    def _join(self, game: GameState, attack: AttackState) -> None:
        """Split the card's effects: some are carried out now, a repair after the damage, others wait in the attack."""
        effects = [game.cards[self.source].effects[number] for number in self.pending]
        now = [effect for effect in effects if effect.trigger == PLAYED and effect.verb != "repair"]
        later = [effect for effect in effects if effect.trigger == PLAYED and effect.verb == "repair"]
        waiting = [effect for effect in effects if effect.trigger != PLAYED]
        self.pending = numbers(now)
        if later:
            attack.later = (*attack.later, (self.source, self.user, numbers(later)))
        if self._find_printed_face(game).play_method not in STAYS_ON_TABLE:
            attack.add(self.source, self.user, numbers(waiting))
        else:
            game.board.named[self.source] = attack.weapon
        helps = [OPENS[e.fields["of"]] for e in now if e.verb == "modify" and e.fields["of"] in OPENS]
        attack.helped = helps[0] if helps else None


@frame_class
class Evasion(Frame[GameState]):
    """A roll of 2D6 against `score`, with `power` spent on it, right above its attack. `seat` is None for a denizen.

    `besides`: it is not the one defence, so one may still be made when it fails (rules 11.12).
    """

    seat: int | None
    score: int
    power: int
    _: KW_ONLY
    besides: bool = False
    dice: tuple[int, ...] = ()
    step: int = ROLL
    is_damage: ClassVar[bool] = False

    def advance(self, game: GameState) -> None:
        """Roll, let the roller reroll (rules 10.5), then store the result in the attack."""
        if self.step == ROLL:
            self.step = ROLLED
            self.dice = tuple(game.dice.roll("evasion", 2))
            self._tell(game)
            if self.seat is not None:
                put_up(game, of_use(self, list_triggered(game, self.seat, "rolled", self)))
            return
        game.stack.remove(self)
        attack = attack_under_way(game)
        assert attack is not None
        if self.besides and not self.evaded:
            return
        attack.defence = EVADED if self.evaded else NOT_EVADED
        attack.defence_dice, attack.defence_power, attack.defence_score = self.dice, self.power, self.score

    @property
    def evaded(self) -> bool:
        """True if the dice are equal to or under the score, which evades the whole attack."""
        return sum(self.dice) <= self.score

    def throw_again(self, game: GameState, which: list[int] | None = None) -> None:
        """Reroll these dice, or both if `which` is None; the new result stands."""
        self.dice = game.dice.roll_again("evasion", self.dice, which)
        self._tell(game)

    def _tell(self, game: GameState) -> None:
        attack = attack_under_way(game)
        assert attack is not None
        names = {name: title for name, title in attack.names(game).items() if name == "at"}
        game.tell(
            EvasionRolled,
            seat=self.seat,
            dice=list(self.dice),
            score=self.score,
            power=self.power,
            evaded=self.evaded,
            **names,
        )
