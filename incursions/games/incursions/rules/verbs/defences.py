"""Verbs that answer attacks, espionage and events, and repairs (rules 9.14, 11, 12.1, 15.4)."""

from __future__ import annotations

from incursions.engine.dice import chance_of_at_least
from incursions.games.incursions.rules.attacks import defence_cards
from incursions.games.incursions.rules.attacks.attack import MISSED
from incursions.games.incursions.rules.attacks.defence_cards import Evasion, redirected_to
from incursions.games.incursions.rules.attacks.full_attack import FullAttack
from incursions.games.incursions.rules.attacks.targets import attack_under_way
from incursions.games.incursions.rules.crew import espionage
from incursions.games.incursions.rules.crew.equipment import repair_card
from incursions.games.incursions.rules.crew.repairs import SPLIT, parts_damaged, restore, shares
from incursions.games.incursions.rules.effects.gathering import start_lasting
from incursions.games.incursions.rules.events.attacks import Redirected
from incursions.games.incursions.rules.events.movement import EventReduced, EventsAvoided
from incursions.games.incursions.rules.events.turns import RepairRolled
from incursions.games.incursions.rules.hexes.arrivals import arrival_of
from incursions.games.incursions.rules.hexes.hex_events import ON_STRIKE, EventStrikes
from incursions.games.incursions.rules.placed.placed_pieces import repair_piece
from incursions.games.incursions.rules.plays.resolution import Resolution, Waiting, candidates
from incursions.games.incursions.rules.printed.effect import Effect, Effects
from incursions.games.incursions.rules.printed.pieces import ANY_TIME
from incursions.games.incursions.rules.printed.schema import Word
from incursions.games.incursions.rules.printed.vocabulary import (
    EVENT,
    PLACED_PIECES,
    REDIRECTED_TO,
    SHIPS,
    TABLED_CARDS,
)
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.refs import Ref, holder_of, word_ref
from incursions.games.incursions.rules.state.seats import Ship
from incursions.games.incursions.rules.verbs.rolls import redirect_attempt
from incursions.games.incursions.rules.verbs.verb import (
    CHANGE,
    POINTS,
    POOL,
    REDUCTION,
    SCORE_EXPECTED,
    THIS_MANEUVER,
    PowerUse,
    Scene,
    Verb,
    amount,
    keep_off,
    refuse_useless,
)

CARD_TAKEN = "the card taken"
HULL_OR_SHIELDS, HULL_FIRST = "hull or shields", "hull first"
ROLLED = "repaired points"  # a mark: the points rolled, while their player chooses the part
ATTACKS_EXPECTED = 0.5  # of the maneuvers that an attacker has left, so many are attacks as well


class _KeepsPointsOff(Verb):
    """A way to keep points off an attack."""

    passive = True
    is_bonus = True
    helps = 1
    answers_attacks = True

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        """Return the worth of points kept off an attack, and off those that are likely to follow."""
        table = scene.table
        again = ATTACKS_EXPECTED * table.left if effect.trigger == "tabled" and not table.my_turn else 0.0
        return keep_off(amount(effect, scene), scene) * (1.0 + again)


class Reduce(_KeepsPointsOff):
    """Less damage of an event for the user's ship (rules 9.2), or of attacks from now on (rules 10.10)."""

    name = "reduce"
    does = "lowers the damage of the attack before it comes off any points"
    fields = REDUCTION
    rules = ("10.10", "11.1")
    needs = (("points", "dice"),)

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        strikes = game.find_frame(EventStrikes) if effect.trigger == ON_STRIKE else None
        if strikes is None:
            super().perform(game, frame, effect)
            return
        dice = game.dice.roll("defence", effect.fields["dice"]) if effect.fields.get("dice") else []
        points = sum(dice) + effect.fields.get("points", 0)
        strikes.reduce(frame.user, points)
        title = game.piece(frame.source).title
        game.tell(EventReduced, seat=frame.user, title=title, dice=dice, points=points)


class RaiseShields(_KeepsPointsOff):
    """Higher shields for the attack, as shield power raises them (rules 7.6)."""

    name = "raise_shields"
    does = "raises the shields for the attack, as shield power does"
    fields = {"points": POINTS}
    rules = ("7.6", "11.7")
    needs = (("points",),)

    def why_no_defence(
        self, game: GameState, attack: FullAttack, ship: Ship, number: int, effect: Effect
    ) -> Refused | None:
        return defence_cards.why_no_shield_power(game, attack)


class Miss(Verb):
    """A miss of the attack or attempt; with a duration, of each, or of each on the user (target `you`; 11.1, 15.4)."""

    name = "miss"
    does = (
        "the attack, or the espionage attempt, does nothing; with `until` every such attack, with `target: you` every "
        "one on you"
    )
    rules = ("11.1", "15.4")
    helps = 1
    answers_attacks = True
    kept_off = 99.0

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        under_way = _find_answered(game)
        if effect.until is not None:
            start_lasting(game, frame.source, effect, frame.user, None)
        elif isinstance(under_way, FullAttack) and not under_way.is_answered:
            under_way.spoiled = (*under_way.spoiled, frame.user)
        elif isinstance(under_way, FullAttack):
            under_way.defence = MISSED
        elif under_way is not None:
            under_way.outcome = espionage.MISSED

    def why_not(self, game: GameState, ship: Ship, effect: Effect) -> Refused | None:
        """Return why a card for any time would answer nothing (13.15), or None if something is under way."""
        if effect.until is not None or _find_answered(game) is not None:
            return None
        return "13.15", "There is nothing for this to answer"


class TryEvasion(Verb):
    """An evasion of rules 11.1 without the first power; each power spent adds 1 (rules 11.2, 11.7)."""

    name = "try_evasion"
    does = "an evasion that needs no first power"
    fields = {"bonus": CHANGE}
    rules = ("11.2", "11.7")
    helps = 1
    answers_attacks = True
    power_use = PowerUse.GIVES

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        attack = attack_under_way(game)
        evading = any(isinstance(below, Evasion) for below in game.stack)  # an evasion's roll starts no other evasion
        if attack is not None and attack.target == frame.user and not evading:
            power = frame.get_mark("power", 0)
            score = defence_cards.score_with(game, attack, power + effect.fields.get("bonus", 0))
            besides = isinstance(frame.source, int) and game.cards[frame.source].play_method == ANY_TIME
            game.stack.append(Evasion(frame.user, score, power, besides=besides))

    def why_not(self, game: GameState, ship: Ship, effect: Effect) -> Refused | None:
        under_way = _find_answered(game)
        if not isinstance(under_way, FullAttack):
            return "13.15", "Nobody attacks you now"
        return _why_not_answered(under_way, ship) or defence_cards.why_not_evade(game, under_way)

    def why_no_defence(
        self, game: GameState, attack: FullAttack, ship: Ship, number: int, effect: Effect
    ) -> Refused | None:
        return defence_cards.why_not_evade(game, attack)

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        score = scene.table.me["evasion"] + effect.fields.get("bonus", 0)
        return keep_off((scene.score or SCORE_EXPECTED) * (1 - chance_of_at_least(2, score + 1)), scene)


class Redirect(Verb):
    """A new target of the attack, or the swap of user and target of the espionage (rules 11.11, 15.4, 17.8)."""

    name = "redirect"
    does = (
        "another piece or player becomes the target, or takes the damage first; with `pool: hull` only what would come "
        "off the hull"
    )
    fields = {"to": Word(REDIRECTED_TO), "pool": POOL}
    rules = ("10.4", "15.4", "17.8")
    needs = (("to",),)
    main_rule_only = True
    answers_attacks = True
    kept_off = 10.0

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        under_way = _find_answered(game)
        if isinstance(under_way, FullAttack):
            _redirect_attack(game, under_way, frame, effect)
        elif under_way is not None:
            redirect_attempt(game, under_way, frame)

    def why_not(self, game: GameState, ship: Ship, effect: Effect) -> Refused | None:
        under_way = _find_answered(game)
        if isinstance(under_way, FullAttack):
            return _why_not_answered(under_way, ship)
        return None if under_way is not None else ("13.15", "Nobody attacks you now")

    def why_no_defence(
        self, game: GameState, attack: FullAttack, ship: Ship, number: int, effect: Effect
    ) -> Refused | None:
        return None if redirected_to(game, attack, ship.seat, number, effect) else refuse_useless(game, number)


def _redirect_attack(game: GameState, attack: FullAttack, frame: Resolution, effect: Effect) -> None:
    """Redirect the attack to a piece, or let a shuttle just tabled absorb it (rules 11.11, 17.8)."""
    if effect.fields["to"] == CARD_TAKEN:
        attack.armour = frame.get_mark("card")
    elif isinstance(frame.source, int):  # a tile redirects no attack
        found = redirected_to(game, attack, frame.user, frame.source, effect)
        if picked := frame.pick(game, found, "What takes the attack instead?", "11.11"):
            attack.move_to(game, picked)
            game.tell(Redirected, seat=frame.user, weapon=attack.weapon, **attack.names(game))


def _find_answered(game: GameState) -> FullAttack | espionage.Espionage | None:
    """Return the innermost attack or espionage attempt under way, or None."""
    return next((frame for frame in reversed(game.stack) if isinstance(frame, FullAttack | espionage.Espionage)), None)


def _why_not_answered(attack: FullAttack, ship: Ship) -> Refused | None:
    """Return why a defence does not answer the attack: it is not on this ship, or its score is not rolled."""
    if attack.is_answered and attack.target == ship.seat:
        return None
    return "13.15", "This answers an attack on you, when its score is rolled"


class Repair(Verb):
    """The return of points, or more of them by the Repair under way (rules 12.1, 12.3)."""

    name = "repair"
    does = (
        "gives points back: unsaid, of hull or shields (one of the two). `more`: your Repair gives so many points more"
    )
    fields = {
        **REDUCTION,
        "more": POINTS,
        "order": Word((HULL_OR_SHIELDS, HULL_FIRST, SPLIT, phrases.HULL, phrases.SHIELDS)),
    }
    rules = ("12.1", "12.3")
    needs = (("points", "dice", "more"),)
    strikes = (SHIPS, TABLED_CARDS, PLACED_PIECES)
    helps = 1
    is_for_user = True

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        if "more" in effect.fields:
            start_lasting(game, frame.source, effect, frame.user, None, until=THIS_MANEUVER)
            return
        rolled = points = frame.get_mark(ROLLED)
        if points is None:
            dice = effect.fields.get("dice", 0)
            thrown = game.dice.roll("repair", dice) if dice else []
            points = effect.fields.get("points", 0) + sum(thrown)
            if thrown:
                game.tell(RepairRolled, seat=frame.user, dice=thrown, points=points)
        try:
            _restore_points(game, frame, effect, points)
        except Waiting:
            frame.mark(ROLLED, points)
            raise
        if rolled is not None:
            frame.mark(ROLLED, None)

    def comes_to_something(
        self, game: GameState, user: int, effect: Effect, target: int | None, ref: Ref | None
    ) -> bool:
        if effect.target not in (None, "you", "your ship"):
            return True
        ship = game.ships[user]
        return ship.hull < ship.card.hull or ship.shields < ship.shields_maximum

    def why_no_defence(
        self, game: GameState, attack: FullAttack, ship: Ship, number: int, effect: Effect
    ) -> Refused | None:
        return None

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        room, scale = scene.room(effect.fields.get("order")), scene.table.own_scale
        if "more" in effect.fields:
            return min(float(effect.fields["more"]), room) * scale * 0.5
        if effect.target not in (None, "you", "your ship"):
            return 2.0
        return min(amount(effect, scene), room) * scale


def _restore_points(game: GameState, frame: Resolution, effect: Effect, points: int) -> None:
    """Restore points of all targets of the effect."""
    refs = candidates(game, frame, effect, "your ship")
    if (effect.target or "").startswith("one "):
        picked = frame.pick(game, refs, f"Repair {points} points of what?", "12.1")
        refs = [picked] if picked else []
    for ref in refs:
        if ref[0] == "seat":
            _repair_ship(game, frame, effect, game.ships[ref[1]], points)
        elif ref[0] == "piece":
            repair_piece(game, ref[1], points)
        holder = holder_of(game, ref[1]) if ref[0] == "card" and ref[1] != frame.source else None
        if holder is not None:
            repair_card(game, holder, ref[1], points)
    if effect.target in ("this piece", "this card") and isinstance(frame.source, int):
        _repair_itself(game, frame.user, frame.source, points)


def _repair_itself(game: GameState, seat: int, number: int, points: int) -> None:
    """Restore points of a shuttle by itself: tabled, or as the escape craft (rules 17.6, 19.2)."""
    ship = game.ships[seat]
    if ship.craft == number:
        restore(game, ship, phrases.HULL, points)
    elif holder_of(game, number) == seat and number in game.board.damage:
        repair_card(game, seat, number, points)


def _repair_ship(game: GameState, frame: Resolution, effect: Effect, ship: Ship, points: int) -> None:
    """Restore points of the part that the text names, or that the ship's player chooses."""
    order, damaged = effect.fields.get("order", HULL_OR_SHIELDS), parts_damaged(ship)
    if order == HULL_OR_SHIELDS:
        title = f"Repair {points} points of what?"
        part = frame.pick(game, map(word_ref, damaged), title, "12.3", seat=ship.seat, topic="repair what")
        order = part[1] if part else phrases.HULL
    if order == SPLIT:
        title = f"How many of the {points} points for the hull?"
        share = frame.pick(game, shares(ship, points), title, "12.3", seat=ship.seat, topic=SPLIT, kind="amount")
        _restore_both(game, ship, share[1] if share else 0, points)
    elif order == HULL_FIRST:
        _restore_both(game, ship, min(points, ship.card.hull - ship.hull), points)
    elif order in damaged:
        restore(game, ship, order, points)


def _restore_both(game: GameState, ship: Ship, to_hull: int, points: int) -> None:
    """Restore `to_hull` points of the hull, the rest of the shields; an undamaged part gets none (rules 12.3)."""
    damaged = parts_damaged(ship)
    for what, share in ((phrases.HULL, to_hull), (phrases.SHIELDS, points - to_hull)):
        if share and what in damaged:
            restore(game, ship, what, share)


class BlockEvent(Verb):
    """The block of an event for the user's ship, or on `stops` of all events of the hex (rules 9.12, 9.14)."""

    name = "block_event"
    does = "the event does not happen for your ship; on `stops`: none does, mines apart"
    rules = ("9.2", "9.12", "9.14")
    triggers = frozenset({"played", "attached", "any_time", "event_strikes", "stops"})
    strikes = (SHIPS, EVENT)
    helps = 1
    value = 6.0

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        if effect.trigger == "stops":
            arrival = arrival_of(game, frame.user)
            if arrival is not None:
                arrival.silent = True
                game.tell(EventsAvoided, seat=frame.user, at=list(arrival.at))
            return
        strikes = game.find_frame(EventStrikes)
        if strikes is not None and frame.user in strikes.falls_on:
            strikes.spare(game, frame.user)


DEFENCE_VERBS = (Reduce(), RaiseShields(), Miss(), TryEvasion(), Redirect(), Repair(), BlockEvent())
