"""Cards that are added to an attack with a weapon, and how they change its range and targets (rules 10.1, 10.17)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from incursions.games.incursions.rules.attacks.full_attack import FullAttack
from incursions.games.incursions.rules.attacks.scoring import LOOKED_UP, added_range, permissions_of
from incursions.games.incursions.rules.attacks.targets import NO_PERMISSIONS, Permissions
from incursions.games.incursions.rules.effects.gathering import carries_cards
from incursions.games.incursions.rules.effects.in_force import Situation, hold
from incursions.games.incursions.rules.plays.commands import attaches, speaks_of
from incursions.games.incursions.rules.printed.pieces import ANY_TIME, Face, faces_in, numbers, printed_fact
from incursions.games.incursions.rules.printed.pieces import IN_OWN_TURN as OWN_TURN
from incursions.games.incursions.rules.state.cards_in_play import in_hand, why_not_usable

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.pieces import GameCard
    from incursions.games.incursions.rules.state.refs import Ref
    from incursions.games.incursions.rules.state.seats import Ship
    from incursions.games.incursions.rules.systems.weapons import Gun

ATTACK = "Attack"
ANY_WEAPON = "any"
REACHING = frozenset({"add_range", "allow"})  # verbs that change the range or the legal targets of an attack
Refused = tuple[str, str]


class Added(NamedTuple):
    """A card added to an attack with one of its faces; both None if no card is added."""

    number: int | None
    face: Face | None


NOTHING_ADDED = Added(None, None)


class Extra(NamedTuple):
    """A card, or none, that may be added to an attack, with the range and the permissions that the attack has then."""

    number: int | None
    face: Face | None
    range: int
    permissions: Permissions


@printed_fact
def weapons_served(card: GameCard) -> tuple[str, ...]:
    """Return the weapons that an attack card goes with; none for other cards and for cards that are weapons."""
    printed: Any = card.definition.get("weapon", "none")
    if card.nature != ATTACK or isinstance(printed, dict) or not any(_in_attack(face) for face in faces_of(card)):
        return ()
    words = printed if isinstance(printed, list) else str(printed).split(" or ")
    return () if words == ["none"] else tuple(words)


@printed_fact
def faces_of(card: GameCard) -> list[Face]:
    """Return the card's faces that do something in an attack."""
    return [face for face in faces_in(card, OWN_TURN) if _in_attack(face)]


def _in_attack(face: Face) -> bool:
    return any(effect.trigger != "played" for effect in face.effects)


def fits_weapon(card: GameCard, gun: Gun) -> bool:
    """Return True if the card goes with this weapon (rules 10.1)."""
    served = weapons_served(card)
    return bool(served) and (ANY_WEAPON in served or gun.name in served) and card.play_method != ANY_TIME


def why_not_added(game: Game, ship: Ship, number: int, gun: Gun) -> Refused | None:
    """Return the rule and the reason why a card in hand cannot be added to an attack with this weapon, or None."""
    card = game.cards[number].card
    served = weapons_served(card)
    if not served or card.play_method == ANY_TIME:
        return "10.1", f"{card.title} is no card that goes with a weapon"
    if not fits_weapon(card, gun):
        aboard = any(word in ship.card.weapons for word in served)
        reason = f"{card.title} goes with {' or '.join(served)}"
        return ("10.1", reason) if aboard else ("10.17", f"{reason}, and your ship has none")
    return why_not_usable(game, ship.seat, number)


def list_extras(game: Game, ship: Ship, gun: Gun, by: Ref) -> Sequence[Extra]:
    """Return the attack without a card, then with each card in hand that may be added, one of each title and face."""
    found = [make_extra(game, ship, gun, by)]
    seen: set[tuple[str, str | None]] = set()
    for number in in_hand(game, ship.seat, weapons_served):
        card = game.cards[number].card
        if not fits_weapon(card, gun) or why_not_usable(game, ship.seat, number) is not None:
            continue
        for face in faces_of(card):
            if (card.title, face.name) not in seen:
                seen.add((card.title, face.name))
                found.append(make_extra(game, ship, gun, by, number, face))
    return found


def make_extra(game: Game, ship: Ship, gun: Gun, by: Ref, number: int | None = None, face: Face | None = None) -> Extra:
    """Return the range without power, and the permissions, of an attack with this weapon and this card.

    The command that is ready for the attack counts, too.
    """
    command = ready_command(game, ship, gun) if by[0] == "seat" else None
    if not _may_change_reach(game, ship, by, face, command):
        return Extra(number, face, gun.range, NO_PERMISSIONS)
    attack = draft(game, ship, gun, by, number, face)
    return Extra(number, face, gun.range + added_range(game, attack), permissions_of(game, attack))


def _may_change_reach(game: Game, ship: Ship, by: Ref, face: Face | None, command: int | None) -> bool:
    """Return True if an effect in force, aboard or in the attack could change its range or its legal targets."""
    if has_effect_on_reach(game, ship.seat) or (by[0] == "piece" and carries_cards(game, by)):
        return True
    if face is not None and _is_of_reach(face):
        return True
    return command is not None and _says_reach(game.cards[command].card)


def has_command_of_reach(game: Game, seat: int) -> bool:
    """Return True if a ready command may change the range or the legal targets of an attack."""
    for number in game.players[seat].commands:  # noqa: SIM110  a generator costs five times as much, mostly for none
        if _says_reach(game.cards[number].card):
            return True
    return False


@printed_fact
def _says_reach(card: GameCard) -> bool:
    return any(_is_of_reach(face) for face in card.faces)


def has_effect_on_reach(game: Game, seat: int) -> bool:
    """Return True if an effect in force for the seat could change the range or the targets of its attacks."""
    return not REACHING.isdisjoint(game.players[seat].in_force.by_verb)


@printed_fact
def _is_of_reach(face: Face) -> bool:
    return any(effect.verb in REACHING for effect in face.effects)


def may_reach_farther(game: Game, seat: int) -> bool:
    """Return True if the seat holds a card that extends the range or the legal targets of a weapon."""
    return bool(in_hand(game, seat, _reaches_farther))


@printed_fact
def _reaches_farther(card: GameCard) -> bool:
    return bool(weapons_served(card)) and any(_is_of_reach(face) for face in faces_of(card))


def draft(game: Game, ship: Ship, gun: Gun, by: Ref, number: int | None, face: Face | None) -> FullAttack:
    """Return an attack that is not announced, to ask what its cards would do."""
    attack = FullAttack(ship.seat, by, gun, (("seat", ship.seat),))
    attack.target = ship.seat
    attack.decloaks = ship.cloak is not None and by[0] == "seat"
    if number is not None and face is not None:
        attack.add(number, ship.seat, numbers(face.effects))
    command = ready_command(game, ship, gun) if by[0] == "seat" else None
    if command is not None:
        attack.add(command, ship.seat, numbers(game.cards[command].card.effects.top))
    return attack


def ready_command(game: Game, ship: Ship, gun: Gun, announced: FullAttack | None = None) -> int | None:
    """Return the command that will be announced with an attack of this weapon, or with `announced` (rules 13.6)."""
    commands = game.players[ship.seat].commands
    if not commands:
        return None
    said = (f"fire {gun.name}",)
    fitting = [each for each in commands if attaches(game.cards[each].card, "attack", said)]
    if announced is not None:
        fitting = [each for each in fitting if speaks_of(game, ship.seat, each, announced)]
    return next(iter(fitting), None)


def does_something(game: Game, attack: FullAttack, extra: Extra) -> bool:
    """Return True if the card would do anything in the attack as it is aimed now (rules 13.15)."""
    if extra.number is None or extra.face is None or attack.seat is None:
        return True
    situation = Situation(extra.number, attack.seat, attack.target, attack)
    return any(e.trigger not in LOOKED_UP or hold(game, situation, e.conditions) for e in extra.face.effects)


@printed_fact
def always_does_something(face: Face) -> bool:
    """Return True if an effect of the face works in any attack, without conditions."""
    return any(effect.trigger not in LOOKED_UP or not effect.conditions for effect in face.effects)
