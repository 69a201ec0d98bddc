"""Refusals of attacks: weapon, target, power, range, card (rules 10.1-10.4, 10.8, 10.9, 10.15, 10.17)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from incursions.engine.errors import Advice
from incursions.rules.attacks import firing
from incursions.rules.attacks.attack_cards import Extra, does_something, draft, faces_of, make_extra, why_not_added
from incursions.rules.attacks.targets import all_targets, distance_to, names_of, why_no_target
from incursions.rules.attacks.weapons import SHIP_GUNS, Gun, attack_cost, guns_of, is_silenced
from incursions.rules.phrases import FIRES, LAY_MINE
from incursions.rules.placed.bodies import is_shuttle
from incursions.rules.refs import Ref, seat_ref
from incursions.rules.spellings import normalize_spelling
from incursions.rules.systems.power import power_short

if TYPE_CHECKING:
    from incursions.rules.attacks.gunnery import WeaponCards
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

Refused = tuple[str, str]
_PART = re.compile(r" ?\b(?:with|and) (?=\d+ power\b|no power\b|range \d|no range\b|card |no card\b)")
_POWER = re.compile(r"(\d+|no) power")
_RANGE = re.compile(r"range (\d+)")


class Tried(NamedTuple):
    """A line as a player typed it: the name of the weapon, its target, power, range, and titles of cards.

    `twice`: it names power for damage, or for range, more than once.
    """

    weapon: str
    at: str
    power: int | None
    further: int | None
    cards: tuple[str, ...]
    twice: bool = False


def parse_attack(game: Game, text: str, weapons: list[str]) -> Tried:
    """Parse a typed line. `weapons` are the names that may stand first."""
    head, *parts = _PART.split(text)
    named = [name for name in weapons if f"{head} ".startswith(f"{name} ")]
    weapon = max(named, key=len, default=head.partition(" at ")[0])
    at = head[len(weapon) :].strip().removeprefix("at").strip()
    power = next((_count(match[1]) for part in parts if (match := _POWER.match(part))), None)
    further = next((int(match[1]) for part in parts if (match := _RANGE.match(part))), None)
    cards = tuple(part.removeprefix("card ").strip() for part in parts if part.startswith("card "))
    twice = any(sum(bool(said.match(part)) for part in parts) > 1 for said in (_POWER, _RANGE))
    return Tried(weapon, at, power, further, cards, twice)


def _count(said: str) -> int:
    return 0 if said == "no" else int(said)


def why_not_fire(game: Game, ship: Ship, text: str) -> Refused | None:
    """Return why a `fire ...` line may not be played, or None."""
    guns = {gun.name: gun for gun in guns_of(game, ship)}
    titles = [*SHIP_GUNS, "mines", *game.tiles, *(each.card.title for each in game.cards)]
    tried = parse_attack(game, text.removeprefix("fire").strip(), titles)
    gun = guns.get(tried.weapon)
    if gun is None:
        return why_no_gun(game, ship, tried.weapon)
    return _why_not_line(game, ship, gun, tried)


def why_no_gun(game: Game, ship: Ship, name: str) -> Refused:
    """Return why the ship cannot fire a weapon of this name."""
    if name == "mines":
        return "17.2", Advice("Mines are laid, not fired", LAY_MINE)
    if name in SHIP_GUNS and name not in ship.card.weapons:
        return "2.1", f"{ship.card.title} has no {name}"
    if is_silenced(game, ship.seat, name):
        return "10.1", f"{_capital(name)} may not fire now"
    tabled = [number for number in game.players[ship.seat].tabled if game.cards[number].card.title == name]
    if tabled:
        if all(number in game.board.face_down for number in tabled):
            return "13.8", f"{name} lies face down: it does not fire until it is repaired"
        if any(e.verb == "attack" for e in game.cards[tabled[0]].card.effects.by_trigger.get("maneuver", ())):
            return "10.8", f"{name} has fired this turn"
        if is_shuttle(game, tabled[0]):
            return "17.8", f"{name} fires from a hex: place it first"
        return "10.8", f"{name} is no weapon"
    if name in game.tiles:
        return "10.8", f"{name} lends your ship no weapon here"
    return "10.8", f"There is no weapon called {name} aboard" if name else "Say what you fire"


def _why_not_line(game: Game, ship: Ship, gun: Gun, tried: Tried) -> Refused | None:
    """Return what is wrong with a line that fires a usable weapon, or None."""
    if len(tried.cards) > 1:
        return "10.1", "An attack takes one card"
    found = _why_not_power(gun, tried)
    if found is not None:
        return found
    extra, refused = _find_card(game, ship, gun, tried)
    if refused is not None:
        return refused
    if not tried.at:
        return _why_no_aim(game, ship, gun)
    aim = named_target(game, tried.at)
    if aim is None:
        return "10.4", f"There is no {tried.at} to fire at"
    return _why_not_aim(game, ship, gun, tried, extra, aim)


def _why_not_power(gun: Gun, tried: Tried) -> Refused | None:
    """Return a refusal of power or range that the weapon does not take, or that is given twice (rules 7.3)."""
    if tried.twice:
        return "7.3", "Power for damage is said once, and power for range once"
    if tried.further and not gun.power_range:
        return "7.3", f"Power adds no range to {gun.name}"
    if tried.power and not gun.takes_power:
        return "7.3", f"{_capital(gun.name)} takes no power"
    if tried.power is not None and gun.power > tried.power:
        return "7.3", f"{_capital(gun.name)} takes {gun.power} power to fire"
    if tried.power and tried.power > gun.power and not gun.power_dice:
        return "7.3", f"{_capital(gun.name)} takes {gun.power} power for damage, and no more"
    return None


def _find_card(game: Game, ship: Ship, gun: Gun, tried: Tried) -> tuple[Extra, Refused | None]:
    """Return the named card as it would change the attack, and the reason why it cannot be added, or None."""
    none = make_extra(game, ship, gun, seat_ref(ship.seat), None, None)
    if not tried.cards:
        return none, None
    named = tried.cards[0]
    hand = game.players[ship.seat].hand
    fitting = [number for number in hand if f"{named} ".startswith(f"{game.cards[number].card.title} ")]
    if not fitting:
        return none, ("10.1", f"You have no {named} in your hand")
    refused = [why_not_added(game, ship, number, gun) for number in fitting]
    if all(refused):
        return none, refused[0]
    number = fitting[refused.index(None)]
    faces = faces_of(game.cards[number].card)
    face = next((each for each in faces if named.endswith(f" as {each.name}")), faces[0])
    return make_extra(game, ship, gun, seat_ref(ship.seat), number, face), None


def _why_no_aim(game: Game, ship: Ship, gun: Gun) -> Refused:
    order = firing.own_order(game, ship, {FIRES + gun.name: gun})
    aims = firing.aims_of(game, ship, order, gun)
    if not aims:
        return out_of_range(gun, gun.range)
    return "10.11", f"Firing takes a target, such as fire {gun.name} {next(iter(names_of(game, aims, 'at ')))}"


def named_target(game: Game, name: str) -> Ref | None:
    """Return the ship, tabled card or piece that a line names, wherever it is."""
    phrases = names_of(game, all_targets(game))
    return phrases.get(name) or phrases.get(normalize_spelling(phrases, name))


def _why_not_aim(game: Game, ship: Ship, gun: Gun, tried: Tried, extra: Extra, aim: Ref) -> Refused | None:
    """Return why the target may not be attacked, paid for or reached, or None."""
    found = why_no_target(game, ship.seat, aim, extra.permissions)
    if found is not None:
        return found
    power = gun.power if tried.power is None else tried.power
    found = power_short(ship, gun.name, power + (tried.further or 0) + attack_cost(game, ship.seat), "That attack")
    if found is not None:
        return found
    far = distance_to(game, ship.at, aim)
    if far > extra.range + gun.power_range * (tried.further or 0):
        return out_of_range(gun, extra.range, far)
    if extra.number is not None:
        attack = draft(game, ship, gun, seat_ref(ship.seat), extra.number, extra.face)
        attack.look_at(game, aim)
        if not does_something(game, attack, extra):
            return "13.15", f"{game.cards[extra.number].card.title} would do nothing in this attack"
    return None


def out_of_range(gun: Gun, hexes: int, far: int | None = None, rule: str = "10.3") -> Refused:
    """Return the refusal that tells how far the weapon reaches."""
    reaches = "only your own hex" if hexes == 0 else f"{hexes} hex" if hexes == 1 else f"{hexes} hexes"
    away = "" if far is None else f"; the target is {far} away"
    more = ", one more for each power spent on range" if gun.power_range else ""
    verb = "reach" if gun.name in SHIP_GUNS else "reaches"
    return rule, f"{_capital(gun.name)} {verb} {reaches}{more}{away}"


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def looked_for(game: Game, ship: Ship) -> list[str]:
    """Return lines that fire every weapon at every other ship, including tabled weapons that cannot fire."""
    names = [name for name in ship.card.weapons if name != "mines"]
    for number in game.players[ship.seat].tabled:
        card = game.cards[number].card
        if any(effect.verb == "attack" for effect in card.effects.by_trigger.get("maneuver", ())):
            names.append(card.title)
    others = [other for other in game.ships if other is not ship and other.out is None]
    return [f"fire {name} at seat {other.seat}" for name in dict.fromkeys(names) for other in others]


def why_not_play_weapon(kind: WeaponCards, game: Game, ship: Ship, text: str) -> Refused | None:
    """Return why a card that is a weapon may not be played like this, or None (rules 10.17)."""
    said = text.removeprefix("play").strip()
    hand = game.players[ship.seat].hand
    fitting = [number for number in hand if f"{said} ".startswith(f"{game.cards[number].card.title} ")]
    if not fitting:
        return None
    number = max(fitting, key=lambda each: len(game.cards[each].card.title))
    (gun,) = kind.order(game, ship, number).guns.values()
    tried = parse_attack(game, said, [gun.name])
    if tried.cards:
        return "10.1", f"{gun.name} is the card of its attack: no other is added"
    found = _why_not_power(gun, tried) or kind.why_not(game, ship, number)
    found = found or power_short(ship, gun.name, (tried.power or 0) + attack_cost(game, ship.seat), "That attack")
    if found is not None or not tried.at:
        return found or ("10.11", f"{gun.name} takes a target")
    if kind.strikes_all(game, number):
        return "10.13", f"{gun.name} strikes all whom its text means, in its reach: it is played without a target"
    aim = named_target(game, tried.at)
    if aim is None:
        return "10.4", f"There is no {tried.at} to attack"
    none = make_extra(game, ship, gun, seat_ref(ship.seat), None, None)
    refused = _why_not_aim(game, ship, gun, tried, none, aim)
    return ("10.17", refused[1]) if refused is not None and refused[0] == "10.3" else refused
