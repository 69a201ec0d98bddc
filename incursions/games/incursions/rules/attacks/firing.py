"""Lines that fire a weapon: weapon, target, power, range, added cards; their forecast (rules 7.3, 10.1-10.4, 10.17)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from incursions.engine.dice import ways_of_sums
from incursions.engine.hexes import Hex
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.attacks.attack import AttackFrame
from incursions.games.incursions.rules.attacks.full_attack import FullAttack
from incursions.games.incursions.rules.attacks.targets import (
    LOOKED_UP,
    NO_PERMISSIONS,
    Permissions,
    added_range,
    distance_to,
    find_target,
    names_of,
    nearest_target,
    permissions_of,
    targets_within,
    why_no_target,
)
from incursions.games.incursions.rules.effects.gathering import carries_cards
from incursions.games.incursions.rules.effects.in_force import Situation, hold, use
from incursions.games.incursions.rules.events.attacks import AttackAnnounced, Scored
from incursions.games.incursions.rules.plays.announcements import attaches, must_be_without_card, speaks_of
from incursions.games.incursions.rules.plays.free_actions import AT
from incursions.games.incursions.rules.plays.rehearsal import Ending, rehearse_throws
from incursions.games.incursions.rules.printed.pieces import ANY_TIME, Face, GameCard, faces_in, numbers, printed_fact
from incursions.games.incursions.rules.printed.pieces import IN_OWN_TURN as OWN_TURN
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.cards_in_play import Refused, in_hand, why_not_usable
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.phrases import AND_CARD, NO_CARD
from incursions.games.incursions.rules.state.refs import Ref, seat_ref
from incursions.games.incursions.rules.state.seats import Ship
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.systems.cloaking import reveal
from incursions.games.incursions.rules.systems.weapons import (
    MAY_ADD_ANYTHING,
    MAY_ADD_NOTHING,
    Gun,
    attack_cost,
    power_for,
)

BEST_DIE = 6
ATTACK = "Attack"
ANY_WEAPON = "any"
REACHING = frozenset({"add_range", "allow"})  # verbs that change the range or the legal targets of an attack
FIRE_AT = ("Fire at which ship?", "Fire at what?")  # in Basic, and in Full and Tournament
AS = " as "


class Extra(NamedTuple):
    """A card, or none, that may be added to an attack, with the range and the permissions that the attack has then."""

    number: int | None
    face: Face | None
    range: int
    permissions: Permissions


@printed_fact
def weapons_served(card: GameCard) -> tuple[str, ...]:
    """Return the weapons that an attack card goes with; none for other cards and for cards that are weapons."""
    is_one = isinstance(card.definition.get("weapon"), dict)
    if card.nature != ATTACK or is_one or not any(_in_attack(face) for face in faces_of(card)):
        return ()
    words = card.words_in("weapon")
    return () if words == ("none",) else words


@printed_fact
def faces_of(card: GameCard) -> list[Face]:
    """Return the card's faces that do something in an attack."""
    return [face for face in faces_in(card, OWN_TURN) if _in_attack(face)]


def _in_attack(face: Face) -> bool:
    """Return True if the face has an effect in the attack, not only as it is played."""
    return any(effect.trigger != "played" for effect in face.effects)


def fits_weapon(card: GameCard, gun: Gun) -> bool:
    """Return True if the card goes with this weapon (rules 10.1)."""
    served = weapons_served(card)
    return bool(served) and (ANY_WEAPON in served or gun.name in served) and card.play_method != ANY_TIME


def why_not_added(game: GameState, ship: Ship, number: int, gun: Gun) -> Refused | None:
    """Return the rule and the reason why a card in hand cannot be added to an attack with this weapon, or None."""
    card = game.cards[number]
    served = weapons_served(card)
    if not served or card.play_method == ANY_TIME:
        return "10.1", f"{card.title} cannot be added to a weapon"
    if not fits_weapon(card, gun):
        aboard = any(word in ship.card.weapons for word in served)
        reason = f"{card.title} goes with {' or '.join(served)}"
        return ("10.1", reason) if aboard else ("10.17", f"{reason}, and your ship has none")
    return why_not_usable(game, ship.seat, number)


def list_extras(game: GameState, ship: Ship, gun: Gun, by: Ref) -> Sequence[Extra]:
    """Return the attack without a card, then with each card in hand that may be added, one of each title and face."""
    found = [make_extra(game, ship, gun, by)]
    seen: set[tuple[str, str | None]] = set()
    for number in in_hand(game, ship.seat, weapons_served):
        card = game.cards[number]
        if not fits_weapon(card, gun) or why_not_usable(game, ship.seat, number) is not None:
            continue
        for face in faces_of(card):
            if (card.title, face.name) not in seen:
                seen.add((card.title, face.name))
                found.append(make_extra(game, ship, gun, by, number, face))
    return found


def make_extra(
    game: GameState, ship: Ship, gun: Gun, by: Ref, number: int | None = None, face: Face | None = None
) -> Extra:
    """Return the range without power, and the permissions, of an attack with this weapon and this card.

    The command that is ready for the attack counts, too.
    """
    command = ready_command(game, ship, gun) if by[0] == "seat" else None
    if not _may_change_reach(game, ship, by, face, command):
        return Extra(number, face, gun.range, NO_PERMISSIONS)
    attack = draft(game, ship, gun, by, number, face)
    return Extra(number, face, gun.range + added_range(game, attack), permissions_of(game, attack))


def _may_change_reach(game: GameState, ship: Ship, by: Ref, face: Face | None, command: int | None) -> bool:
    """Return True if an effect in force, aboard or in the attack could change its range or its legal targets."""
    if has_effect_on_reach(game, ship.seat) or (by[0] == "piece" and carries_cards(game, by)):
        return True
    if face is not None and _is_of_reach(face):
        return True
    return command is not None and _says_reach(game.cards[command])


def has_command_of_reach(game: GameState, seat: int) -> bool:
    """Return True if a ready command may change the range or the legal targets of an attack."""
    for number in game.players[seat].commands:  # noqa: SIM110  a generator costs five times as much, mostly for none
        if _says_reach(game.cards[number]):
            return True
    return False


@printed_fact
def _says_reach(card: GameCard) -> bool:
    """Return True if any face of the card prints a change of range."""
    return any(_is_of_reach(face) for face in card.faces)


def has_effect_on_reach(game: GameState, seat: int) -> bool:
    """Return True if an effect in force for the seat could change the range or the targets of its attacks."""
    return not REACHING.isdisjoint(game.players[seat].in_force.by_verb)


@printed_fact
def _is_of_reach(face: Face) -> bool:
    """Return True if an effect of the face changes the range or the legal targets of attacks."""
    return any(effect.verb in REACHING for effect in face.effects)


def may_reach_farther(game: GameState, seat: int) -> bool:
    """Return True if the seat holds a card that extends the range or the legal targets of a weapon."""
    return bool(in_hand(game, seat, _reaches_farther))


@printed_fact
def _reaches_farther(card: GameCard) -> bool:
    """Return True if the card can be added to an attack and changes its range."""
    return bool(weapons_served(card)) and any(_is_of_reach(face) for face in faces_of(card))


def draft(game: GameState, ship: Ship, gun: Gun, by: Ref, number: int | None, face: Face | None) -> FullAttack:
    """Return an attack that is not announced, to ask what its cards would do."""
    attack = FullAttack(ship.seat, by, gun, (("seat", ship.seat),))
    attack.target = ship.seat
    attack.decloaks = ship.cloak is not None and by[0] == "seat"
    if number is not None and face is not None:
        attack.add(number, ship.seat, numbers(face.effects))
    command = ready_command(game, ship, gun) if by[0] == "seat" else None
    if command is not None:
        attack.add(command, ship.seat, numbers(game.cards[command].effects.top))
    return attack


def ready_command(game: GameState, ship: Ship, gun: Gun, announced: FullAttack | None = None) -> int | None:
    """Return the command that will be announced with an attack of this weapon, or with `announced` (rules 13.6)."""
    commands = game.players[ship.seat].commands
    if not commands:
        return None
    said = (f"fire {gun.name}",)
    fitting = [each for each in commands if attaches(game.cards[each], "attack", said)]
    if announced is not None:
        fitting = [each for each in fitting if speaks_of(game, ship.seat, each, announced)]
    return next(iter(fitting), None)


def does_something(game: GameState, ship: Ship, gun: Gun, by: Ref, aim: Ref, extra: Extra) -> bool:
    """Return True if the card, if any, would do anything in an attack on the target (rules 13.15)."""
    if extra.number is None or extra.face is None or always_does_something(extra.face):
        return True
    attack = draft(game, ship, gun, by, extra.number, extra.face)
    attack.look_at(game, aim)
    situation = Situation(extra.number, ship.seat, attack.target, attack)
    return any(hold(game, situation, effect.conditions) for effect in extra.face.effects)


@printed_fact
def always_does_something(face: Face) -> bool:
    """Return True if an effect of the face works in any attack, without conditions."""
    return any(effect.trigger not in LOOKED_UP or not effect.conditions for effect in face.effects)


@dataclass(slots=True)
class Order:
    """The weapons that a line may fire, by the phrases that begin it; `by` fires them from the hex `origin`.

    `aims` are the only targets, None for any; `may_add` says what may be added (the vocabulary's `may_add`).
    """

    guns: dict[str, Gun]
    origin: Hex
    by: Ref
    aims: tuple[Ref, ...] | None = None
    may_add: str = MAY_ADD_ANYTHING
    without_card: bool = False  # the maneuver must be an attack without a card

    @property
    def takes_cards(self) -> bool:
        """True if a card in hand may be added."""
        return self.may_add == MAY_ADD_ANYTHING and not self.without_card


@dataclass(slots=True)
class Shot:
    """The parts of a line that fires a weapon; None for a part that it does not name. `face` is of the added card."""

    gun: Gun
    aim: Ref | None = None
    power: int | None = None
    further: int = 0
    number: int | None = None
    face: Face | None = None


def own_order(game: GameState, ship: Ship, guns: dict[str, Gun]) -> Order:
    """Return the order for a maneuver of the ship itself with these weapons, given by the phrases that begin a line."""
    bare = must_be_without_card(game.turn, ship.seat)
    return Order(guns, ship.at, seat_ref(ship.seat), without_card=bare)


def weapon_options(game: GameState, ship: Ship, order: Order) -> list[str]:
    """Return the phrases of the weapons that have a legal target."""
    return [phrase for phrase, gun in order.guns.items() if aims_of(game, ship, order, gun)]


def own_weapon_options(game: GameState, ship: Ship, guns: dict[str, Gun]) -> list[str]:
    """Return the phrases of the ship's own weapons that have a target, as `weapon_options` does.

    Mostly their range alone decides, so cards are looked at last: `weapon_options` alone makes 0.94 times as many
    decisions per second.
    """
    if has_effect_on_reach(game, ship.seat) or has_command_of_reach(game, ship.seat):
        return weapon_options(game, ship, own_order(game, ship, guns))
    near = _near_weapon_options(game, ship, guns)
    if len(near) == len(guns) or not may_reach_farther(game, ship.seat):
        return near
    order = own_order(game, ship, guns)
    return [phrase for phrase, gun in guns.items() if phrase in near or aims_of(game, ship, order, gun)]


def _near_weapon_options(game: GameState, ship: Ship, guns: dict[str, Gun]) -> list[str]:
    """Return the phrases of the weapons that have something in range without a card."""
    nearest = nearest_target(game, ship.seat, ship.at)
    if nearest is None:
        return []
    takes, found = attack_cost(game, ship.seat), []
    for phrase, gun in guns.items():
        spare = ship.available(gun.name) - takes - gun.power
        if spare >= 0 and nearest <= gun.range + gun.power_range * spare:
            found.append(phrase)
    return found


def aims_of(game: GameState, ship: Ship, order: Order, gun: Gun) -> list[Ref]:
    """Return all targets of the weapon, with any card and any amount of power."""
    most = _budget(game, ship, gun, order) - gun.power
    if most < 0:
        return []
    if order.aims is not None:
        return [aim for aim in order.aims if may_aim_at(game, ship, order, gun, aim)]
    if _is_range_fixed(game, ship, order):
        return targets_within(game, ship.seat, order.origin, gun.range + gun.power_range * most)
    choices = _extras(game, ship, order, gun)
    far = max(extra.range for extra in choices) + gun.power_range * most
    allowed = NO_PERMISSIONS.union(*(extra.permissions for extra in choices))
    near = targets_within(game, ship.seat, order.origin, far, allowed)
    if len(choices) == 1:
        return near  # only the range decides
    return [aim for aim in near if any(_fitting_extras(game, ship, order, gun, aim, choices, most))]


def may_aim_at(game: GameState, ship: Ship, order: Order, gun: Gun, aim: Ref) -> bool:
    """Return True if the weapon can be aimed at this target with any card and power, without listing the others."""
    if order.aims is not None and aim not in order.aims:
        return False
    most = _budget(game, ship, gun, order) - gun.power
    if most < 0:
        return False
    if _is_range_fixed(game, ship, order):
        needed = range_power_needed(gun, distance_to(game, order.origin, aim), gun.range)
        return needed <= most and why_no_target(game, ship.seat, aim) is None
    return any(_fitting_extras(game, ship, order, gun, aim, _extras(game, ship, order, gun), most))


def _is_range_fixed(game: GameState, ship: Ship, order: Order) -> bool:
    """Return True if no effect, command, crew aboard or card in hand can change the range of weapons."""
    if has_effect_on_reach(game, ship.seat) or (order.takes_cards and may_reach_farther(game, ship.seat)):
        return False
    return not (carries_cards(game, order.by) if order.by[0] == "piece" else has_command_of_reach(game, ship.seat))


def _extras(game: GameState, ship: Ship, order: Order, gun: Gun) -> Sequence[Extra]:
    """Return what may be added to the attack: no card, and each card that fits if the order takes cards."""
    return list_extras(game, ship, gun, order.by) if order.takes_cards else [make_extra(game, ship, gun, order.by)]


def _budget(game: GameState, ship: Ship, gun: Gun, order: Order) -> int:
    """Return the power that can go into the shot."""
    return power_for(game, ship, gun, order.may_add) if order.by[0] == "seat" else gun.power


def range_power_needed(gun: Gun, far: int, reach: int) -> int:
    """Return the power that must be spent on range, more than a ship ever has if power adds no range (rules 10.3)."""
    lacking = far - reach
    return 0 if lacking <= 0 else -(-lacking // gun.power_range) if gun.power_range else phrases.MOST_POWER


def _fitting_extras(
    game: GameState, ship: Ship, order: Order, gun: Gun, aim: Ref, choices: Sequence[Extra], further: int
) -> Iterator[Extra]:
    """Yield the cards, or none, with which the weapon can strike the target with at most `further` power on range."""
    far = distance_to(game, order.origin, aim)
    for extra in choices:
        is_open = why_no_target(game, ship.seat, aim, extra.permissions) is None
        if not is_open or range_power_needed(gun, far, extra.range) > further:
            continue
        if does_something(game, ship, gun, order.by, aim, extra):
            yield extra


def stage(game: GameState, ship: Ship, said: Phrases, order: Order) -> Question | None:
    """Return the next question of a line that begins with a phrase of the order, or None if it is complete.

    Target, power, range and card are asked for in this order, each only where the line takes it.
    """
    gun = order.guns[said[0]]
    if len(said) == 1:
        options = list(names_of(game, aims_of(game, ship, order, gun), AT))
        least = options[0] if order.aims is not None and len(options) == 1 else None
        return Question(ship.seat, "one", "target", options, least, FIRE_AT[game.has_cards], "10.4", said)
    amounts, asked = _count_amounts(order, gun), len(said) - 2
    if asked > amounts or (asked == amounts and not order.takes_cards):
        return None
    aim = find_target(game, phrases.parse_option(said[1]))
    assert aim is not None
    if asked == amounts:
        return _card_stage(game, ship, order, gun, aim, said)
    if asked == 0:
        options = _powers(game, ship, order, gun, aim)
        return Question(ship.seat, "amount", "power", options, options[0], "How much power for damage?", "7.3", said)
    options = _ranges(game, ship, order, gun, aim, phrases.parse_option(said[2]).amount)
    least = options[0] if phrases.parse_option(options[0]).amount == 0 else None
    return Question(ship.seat, "amount", "range", options, least, "How much power for range?", "7.3", said)


def _count_amounts(order: Order, gun: Gun) -> int:
    """Return how many amounts of power are asked for after the target: 0, 1 (damage) or 2 (damage and range)."""
    if order.may_add == MAY_ADD_NOTHING or order.by[0] != "seat" or not gun.takes_power:
        return 0
    return 2 if gun.power_range else 1


def _least_further(game: GameState, ship: Ship, order: Order, gun: Gun, aim: Ref) -> int:
    """Return the least power that must be spent on range to strike the target, with any card."""
    far = distance_to(game, order.origin, aim)
    if _is_range_fixed(game, ship, order):
        return range_power_needed(gun, far, gun.range)
    most = _budget(game, ship, gun, order) - gun.power
    choices = _fitting_extras(game, ship, order, gun, aim, _extras(game, ship, order, gun), most)
    return min(range_power_needed(gun, far, extra.range) for extra in choices)


def _powers(game: GameState, ship: Ship, order: Order, gun: Gun, aim: Ref) -> list[str]:
    """Return the phrases for power on damage that leave enough power to reach the target."""
    most = gun.power
    if gun.power_dice:
        most = _budget(game, ship, gun, order) - _least_further(game, ship, order, gun, aim)
    return phrases.WITH_POWER[gun.power : most + 1]


def _ranges(game: GameState, ship: Ship, order: Order, gun: Gun, aim: Ref, power: int) -> list[str]:
    """Return the phrases for power on range, after `power` on damage."""
    words = phrases.AND_RANGE if power else phrases.WITH_RANGE
    return words[_least_further(game, ship, order, gun, aim) : _budget(game, ship, gun, order) - power + 1]


def _card_stage(game: GameState, ship: Ship, order: Order, gun: Gun, aim: Ref, said: Phrases) -> Question | None:
    """Ask for a card to add, or for none; None if no card can be added."""
    choices = _extras(game, ship, order, gun)
    if len(choices) == 1:
        return None
    further = phrases.parse_option(said[3]).amount if len(said) > 3 else 0
    fitting = _fitting_extras(game, ship, order, gun, aim, choices, further)
    options = [card_phrase(game, extra) for extra in fitting]
    if options == [NO_CARD]:
        return None
    least = NO_CARD if NO_CARD in options else None
    return Question(ship.seat, "one", "card", options, least, "With a card?", "10.1", said)


def card_phrase(game: GameState, extra: Extra) -> str:
    """Return the phrase that names a card: ``and card TITLE``, with its face if it has several."""
    if extra.number is None or extra.face is None:
        return NO_CARD
    return AND_CARD + game.cards[extra.number].title + _face_phrase(extra.face)


def _face_phrase(face: Face) -> str:
    """Return the words that name a face of a Multi card; "" for any other card."""
    return "" if face.name is None else AS + face.name


def _find_added_card(game: GameState, ship: Ship, gun: Gun, phrase: str) -> tuple[int, Face]:
    """Return the first card in hand that `card_phrase` can mean and that may be added. Raises LookupError if none."""
    for number in in_hand(game, ship.seat, weapons_served):
        card = game.cards[number]
        face = next((face for face in faces_of(card) if AND_CARD + card.title + _face_phrase(face) == phrase), None)
        if face is not None and why_not_added(game, ship, number, gun) is None:
            return number, face
    raise LookupError(f"No card in your hand matches {phrase!r}")


def read_shot(game: GameState, ship: Ship, said: Phrases, order: Order) -> Shot:
    """Parse the phrases of a line into a shot."""
    shot = Shot(order.guns[said[0]])
    for option in map(phrases.parse_option, said[1:]):
        if option.subject == "power":
            shot.power = option.amount
        elif option.subject == "range":
            shot.further = option.amount
        elif option.subject != "card":
            shot.aim = find_target(game, option)
        elif option.text != NO_CARD:
            shot.number, shot.face = _find_added_card(game, ship, shot.gun, option.text)
    return shot


def announce(game: GameState, ship: Ship, said: Phrases, order: Order) -> tuple[FullAttack, tuple[int, ...]]:
    """Pay for a complete line (rules 7.7); return the attack and its cards, which have left the hand."""
    shot = read_shot(game, ship, said, order)
    assert shot.aim is not None
    power = shot.gun.power if shot.power is None else shot.power
    attack = FullAttack(ship.seat, order.by, shot.gun, (shot.aim,), power, shot.further)
    cards: tuple[int, ...] = ()
    if shot.number is not None and shot.face is not None:
        cards = (shot.number,)
        game.players[ship.seat].hand.remove(shot.number)
        attack.add(shot.number, ship.seat, numbers(shot.face.effects))
    attack.look_at(game, shot.aim)
    if order.by[0] == "seat":
        attack.decloaks = reveal(game, ship, "attack")
    command = ready_command(game, ship, shot.gun, attack) if order.may_add == MAY_ADD_ANYTHING else None
    added = {"card": shot.number, "command": command}
    titles: dict[str, Any] = {name: game.cards[each].title for name, each in added.items() if each is not None}
    game.tell(
        AttackAnnounced,
        seat=ship.seat,
        target=attack.target,
        weapon=shot.gun.name,
        power=power,
        range=shot.further,
        **attack.names(game),
        **titles,
    )
    if shot.gun.source is not None and shot.gun.effect is not None:
        use(game, shot.gun.source, game.piece(shot.gun.source).effects[shot.gun.effect])
    if order.by[0] == "seat":
        ship.spend(power + shot.further, shot.gun.name)
        ship.spend(attack_cost(game, ship.seat), shot.gun.name)
    return attack, cards


def forecast_attack(game: GameState, ship: Ship, shot: Shot, order: Order, said: Phrases) -> Forecast:
    """Return the cost, the distance, and the odds of the score of a shot; `said` is its line."""
    if shot.aim is None:
        return {}
    power = (shot.gun.power if shot.power is None else shot.power) + shot.further
    return {
        "power": power + (attack_cost(game, ship.seat) if order.by[0] == "seat" and game.has_cards else 0),
        "distance": distance_to(game, order.origin, shot.aim),
        **forecast_score(game, said),
    }


def forecast_score(game: GameState, said: Phrases) -> Forecast:
    """Return the average, the least and the most score of the attack that a line announces.

    There is no average if others choose between dice and something else before the roll.
    """
    endings = rehearse_throws(game, said, len(game.stack) - 1, stop_at="attack")
    found = [odds for ending in endings if (odds := _odds_of_ending(ending))]
    if not found or all(odds == found[0] for odds in found):
        return found[0] if found else {}
    least, most = min(odds["minimum"] for odds in found), max(odds["maximum"] for odds in found)
    return {"minimum": least, "maximum": most}


def _odds_of_ending(ending: Ending) -> Forecast:
    """Return the odds of the score that is due to be rolled; of one without dice, the score; else {}."""
    attack = ending.game.find_frame(AttackFrame)
    if ending.due is not None and attack is not None:
        return odds_of(ending.due, lambda total: attack.score_with(ending.game, total))
    scored = next((event for event in ending.events if event.kind == Scored.kind), None)
    return {} if scored is None else odds_of(0, lambda _: int(scored.facts["score"]))


def odds_of(dice: int, score: Callable[[int], int]) -> Forecast:
    """Return the average, the least and the most of what `score` makes of the sum of so many dice."""
    total = sum(ways * score(shown) for shown, ways in enumerate(ways_of_sums(dice)) if ways)
    return {"average": total / BEST_DIE**dice, "minimum": score(dice), "maximum": score(BEST_DIE * dice)}
