"""Refusals of attacks: weapon, target, power, range, card (rules 10.1-10.4, 10.8, 10.9, 10.15, 10.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.attacks import firing
from incursions.rules.attacks.attack_cards import Extra, does_something, draft, faces_of, make_extra, why_not_added
from incursions.rules.attacks.targets import all_targets, distance_to, names_of, why_no_target
from incursions.rules.attacks.weapons import SHIP_GUNS, Gun, attack_cost, guns_of, is_silenced
from incursions.rules.phrases import FIRES, JOINING, Line, find_power, spelled
from incursions.rules.placed.bodies import is_shuttle
from incursions.rules.plays.hand import held
from incursions.rules.refs import Ref, seat_ref
from incursions.rules.systems.power import power_short

if TYPE_CHECKING:
    from incursions.engine.questions import Option
    from incursions.rules.attacks.gunnery import WeaponCards
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

Refused = tuple[str, str]


def why_not_fire(game: Game, ship: Ship, line: Line) -> Refused | None:
    """Return why a `fire ...` line may not be played, or None."""
    name = line[0].rest
    gun = next((gun for gun in guns_of(game, ship) if gun.name == name), None)
    return why_no_gun(game, ship, name) if gun is None else _why_not_line(game, ship, gun, line[1:])


def why_no_gun(game: Game, ship: Ship, name: str) -> Refused:
    """Return why the ship cannot fire a weapon of this name."""
    if name == "mines":
        return "17.2", "Mines are laid, not fired: say lay mine"
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


def _why_not_line(game: Game, ship: Ship, gun: Gun, said: Line) -> Refused | None:
    """Return what is wrong with a line that fires a usable weapon, or None."""
    cards = [option for option in said if option.subject == "card" and option.title]
    if len(cards) > 1:
        return "10.1", "An attack takes one card"
    found = _why_not_power(gun, said)
    if found is not None:
        return found
    extra, refused = _find_card(game, ship, gun, cards[0] if cards else None)
    if refused is not None:
        return refused
    at = _find_at(said)
    if at is None:
        return _why_no_aim(game, ship, gun)
    aim = named_target(game, at.rest)
    if aim is None:
        return "10.4", f"There is no {at.rest} to fire at"
    return _why_not_aim(game, ship, gun, said, extra, aim)


def _find_at(said: Line) -> Option | None:
    """Return the option that names the target of an attack, or None."""
    return next((option for option in said if option.verb in ("at", "") and option.rest), None)


def _find_range(said: Line) -> int:
    """Return the power for range that a line names first; 0 if it names none."""
    return next((option.amount for option in said if option.subject == "range" and option.verb in JOINING), 0)


def _why_not_power(gun: Gun, said: Line) -> Refused | None:
    """Return a refusal of power or range that the weapon does not take, or that is given twice (rules 7.3)."""
    named, power = [option.subject for option in said if option.verb in JOINING], find_power(said)
    if named.count("power") > 1 or named.count("range") > 1:
        return "7.3", "Power for damage is said once, and power for range once"
    if _find_range(said) and not gun.power_range:
        return "7.3", f"Power adds no range to {gun.name}"
    if power and not gun.takes_power:
        return "7.3", f"{_capital(gun.name)} takes no power"
    if power is not None and gun.power > power:
        return "7.3", f"{_capital(gun.name)} takes {gun.power} power to fire"
    if power and power > gun.power and not gun.power_dice:
        return "7.3", f"{_capital(gun.name)} takes {gun.power} power for damage, and no more"
    return None


def _find_card(game: Game, ship: Ship, gun: Gun, said: Option | None) -> tuple[Extra, Refused | None]:
    """Return the named card as it would change the attack, and the reason why it cannot be added, or None."""
    none = make_extra(game, ship, gun, seat_ref(ship.seat), None, None)
    if said is None:
        return none, None
    hand = game.players[ship.seat].hand
    fitting = [number for number in hand if game.cards[number].card.title == said.title]
    if not fitting:
        return none, ("10.1", f"You have no {said.title} in your hand")
    refused = [why_not_added(game, ship, number, gun) for number in fitting]
    if all(refused):
        return none, refused[0]
    number = fitting[refused.index(None)]
    faces = faces_of(game.cards[number].card)
    face = next((each for each in faces if each.name == said.face), faces[0])
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
    return phrases.get(name) or phrases.get(spelled(phrases, name))


def _why_not_aim(game: Game, ship: Ship, gun: Gun, said: Line, extra: Extra, aim: Ref) -> Refused | None:
    """Return why the target may not be attacked, paid for or reached, or None."""
    found = why_no_target(game, ship.seat, aim, extra.permissions)
    if found is not None:
        return found
    power, further = find_power(said), _find_range(said)
    power = (gun.power if power is None else power) + further
    found = power_short(ship, gun.name, power + attack_cost(game, ship.seat), "That attack")
    if found is not None:
        return found
    far = distance_to(game, ship.at, aim)
    if far > extra.range + gun.power_range * further:
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


def why_not_play_weapon(kind: WeaponCards, game: Game, ship: Ship, line: Line) -> Refused | None:
    """Return why a card that is a weapon may not be played like this, or None (rules 10.17)."""
    number = held(game, game.players[ship.seat], line[0].rest)
    if number is None:
        return None
    (gun,) = kind.order(game, ship, number).guns.values()
    said = line[1:]
    if any(option.subject == "card" and option.title for option in said):
        return "10.1", f"{gun.name} is the card of its attack: no other is added"
    found = _why_not_power(gun, said) or kind.why_not(game, ship, number)
    cost = (find_power(said) or 0) + attack_cost(game, ship.seat)
    found, at = found or power_short(ship, gun.name, cost, "That attack"), _find_at(said)
    if found is not None or at is None:
        return found or ("10.11", f"{gun.name} takes a target")
    if kind.strikes_all(game, number):
        return "10.13", f"{gun.name} strikes all whom its text means, in its reach: it is played without a target"
    aim = named_target(game, at.rest)
    if aim is None:
        return "10.4", f"There is no {at.rest} to attack"
    none = make_extra(game, ship, gun, seat_ref(ship.seat), None, None)
    refused = _why_not_aim(game, ship, gun, said, none, aim)
    return ("10.17", refused[1]) if refused is not None and refused[0] == "10.3" else refused
