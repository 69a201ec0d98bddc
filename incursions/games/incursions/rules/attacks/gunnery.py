"""Attack maneuvers: firing a weapon, and playing a card that is a weapon (rules 10.1, 10.8, 10.17)."""

from __future__ import annotations

from collections.abc import Sequence

from incursions.engine.errors import Advice
from incursions.engine.hexes import distance
from incursions.engine.questions import Option, Phrases, Question
from incursions.games.incursions.rules.attacks import firing
from incursions.games.incursions.rules.attacks.attack import Attack
from incursions.games.incursions.rules.attacks.firing import (
    Extra,
    Order,
    does_something,
    faces_of,
    forecast_attack,
    make_extra,
    why_not_added,
)
from incursions.games.incursions.rules.attacks.targets import all_targets, distance_to, names_of, why_no_target
from incursions.games.incursions.rules.events.attacks import AttackAnnounced
from incursions.games.incursions.rules.plays.announcements import WEAPON_CARDS
from incursions.games.incursions.rules.plays.card_moves import find_in_hand
from incursions.games.incursions.rules.plays.card_plays import is_weapon
from incursions.games.incursions.rules.plays.free_actions import AT
from incursions.games.incursions.rules.plays.resolution import Resolution, candidates
from incursions.games.incursions.rules.printed.effect import Effect, is_of_every_ship
from incursions.games.incursions.rules.printed.pieces import GameCard, Weapon, makes_a_weapon, numbers, printed_fact
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.cards_in_play import Refused, in_hand, lines_for, why_not_usable
from incursions.games.incursions.rules.state.game_state import (
    Announced,
    GameState,
    Ground,
    ManeuverKind,
    power_short,
    power_short_of_line,
)
from incursions.games.incursions.rules.state.phrases import FIRES, JOINING, PLAY, Line, find_amount, normalize_spelling
from incursions.games.incursions.rules.state.refs import Ref, seat_ref
from incursions.games.incursions.rules.state.seats import Ship, weapon_range
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.systems.bodies import is_shuttle
from incursions.games.incursions.rules.systems.power import is_prototype
from incursions.games.incursions.rules.systems.weapons import (
    MAY_ADD_POWER,
    SHIP_GUNS,
    Gun,
    attack_cost,
    guns_by_phrase,
    guns_of,
    is_silenced,
    printed_gun,
)


def own_order(game: GameState, seat: int) -> Order:
    """Return the order with every weapon that the ship may fire in its maneuver."""
    ship = game.ships[seat]
    return firing.own_order(game, ship, guns_by_phrase(game, seat))


class FullFire(ManeuverKind):
    """An attack with a weapon of the ship, a prototype, or a hex (rules 10.1, 10.8)."""

    name = "attack"
    words = ("fire",)
    does = "firing"

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return the phrases of the weapons that have a target in range."""
        return firing.own_weapon_options(game, ship, guns_by_phrase(game, ship.seat))

    def stage(self, game: GameState, ship: Ship, said: Phrases) -> Question | None:
        """Return the question for the target, power, range or card."""
        return firing.stage(game, ship, said, own_order(game, ship.seat))

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Pay for the attack and return it with the card in it."""
        order = own_order(game, ship.seat)
        attack, cards = firing.announce(game, ship, said, order)
        return Announced(attack, cards)

    def refusal(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why the attack may not be made: weapon, target, range, power or card."""
        return why_not_fire(game, ship, line)

    def looked_for(self, game: GameState, ship: Ship) -> Sequence[str]:
        """Return lines that fire every weapon at every other ship, including tabled weapons that cannot fire."""
        names = [name for name in ship.card.weapons if name != "mines"]
        for number in game.players[ship.seat].tabled:
            card = game.cards[number]
            if is_prototype(card):
                names.append(card.title)
        others = game.list_others(ship.seat)
        return [f"fire {name} at seat {other.seat}" for name in dict.fromkeys(names) for other in others]

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        """Return the odds of the score."""
        order = own_order(game, ship.seat)
        return forecast_attack(game, ship, firing.read_shot(game, ship, said, order), order, said)


class Fire(FullFire):
    """An attack of Basic with a ship's weapon (rules 10.1)."""

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Pay for dice and range, and return the attack."""
        weapon, target = phrases.parse_option(said[0]).subject, phrases.seat_said(said[1])
        power, further = (*(phrases.parse_option(phrase).amount for phrase in said[2:]), 0)[:2]
        ship.spend(power + further, weapon)
        game.tell(AttackAnnounced, seat=ship.seat, target=target, weapon=weapon, power=power, range=further)
        return Announced(Attack(ship.seat, target, weapon, power, further))

    def refusal(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why the attack may not be made: weapon, target, range or power."""
        name = line[0].text_after_verb
        if name == "mines":
            return "20.4", "Basic has no mines"
        weapon = ship.card.weapons.get(name)
        if weapon is None:
            return ("2.1", f"{ship.card.title} has no {name}") if name else None
        seat = line[1].seat if len(line) > 1 and line[1].verb == "at" and not line[1].title else None
        if seat is None:
            if not find_ships_within(game, ship, find_reach(ship, weapon)):
                return out_of_range(name, weapon_range(ship, weapon), by_power=name == "torpedoes")
            seat = find_ships_within(game, ship, 99)[0].seat
            return "10.11", f"Firing takes a target, such as fire {name} at seat {seat}"
        return self._why_not_at(game, ship, name, seat, line[2:])

    def _why_not_at(self, game: GameState, ship: Ship, name: str, seat: int, rest: Line) -> Refused | None:
        weapon = ship.card.weapons[name]
        if seat >= len(game.ships):
            return "10.4", f"There is no seat {seat}"
        target = game.ships[seat]
        if target is ship:
            return "10.14", "You cannot target your own ship"
        if target.out is not None:
            return "10.4", f"{target.card.title} is out of the game"
        found = power_short_of_line(ship, rest, name, "That attack")
        far = distance(ship.at, target.at)
        ranges = [option.amount for option in rest if option.verb and option.subject == "range"]
        further = sum(ranges) if name == "torpedoes" else 0
        if found is None and far > weapon_range(ship, weapon) + further:
            return out_of_range(name, weapon_range(ship, weapon), far, by_power=name == "torpedoes")
        if found is None and name != "torpedoes" and ranges:
            return "7.3", f"Power adds dice to {name}, not range"
        return found


def find_reach(ship: Ship, weapon: Weapon) -> int:
    """Return the range that the weapon can have now in hexes: torpedoes gain one for each power (rules 7.3, 10.3)."""
    return weapon_range(ship, weapon) + (ship.available(weapon.name) if weapon.name == "torpedoes" else 0)


def find_ships_within(game: GameState, ship: Ship, within: int) -> list[Ship]:
    """Return the other ships in the game within this range in hexes (rules 10.4, 10.14)."""
    return [other for other in game.list_others(ship.seat) if distance(ship.at, other.at) <= within]


@printed_fact
def weapon_effect(card: GameCard) -> Effect:
    """Return the effect that makes the card a weapon (rules 10.17)."""
    return next(filter(makes_a_weapon, card.effects.top))


class WeaponCards(ManeuverKind):
    """An attack with a card that is a weapon: `play TITLE [at TARGET] [with N power]`."""

    name = "attack"
    words = (WEAPON_CARDS,)
    does = "attacking"
    ground = Ground.WEAPON

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return the phrase of each title in hand that can strike something."""
        weapons = in_hand(game, ship.seat, is_weapon)
        return list(lines_for(game, PLAY, weapons, lambda number: self.why_not(game, ship, number) is None))

    def why_not(self, game: GameState, ship: Ship, number: int) -> Refused | None:
        """Return the rule and the reason why the card cannot be played as a weapon now, or None if it can."""
        found = why_not_usable(game, ship.seat, number)
        if found is not None:
            return found
        title = game.cards[number].title
        if is_silenced(game, ship.seat, title):
            return "10.1", "Your ship may not attack now"
        order = self.order(game, ship, number)
        (gun,) = order.guns.values()
        return None if firing.aims_of(game, ship, order, gun) else ("10.17", f"Nothing is in reach of {title}")

    def order(self, game: GameState, ship: Ship, number: int) -> Order:
        """Return the order with the card as the ship's only weapon.

        A card that strikes all ships is aimed at the first of them, and played without a target (rules 10.13).
        """
        effect = weapon_effect(game.cards[number])
        gun = printed_gun(game, number, effect)
        aims = tuple(self.all_meant(game, ship, number)[:1]) if is_of_every_ship(effect) else None
        return Order({PLAY + gun.name: gun}, ship.at, seat_ref(ship.seat), aims, MAY_ADD_POWER)

    def all_meant(self, game: GameState, ship: Ship, number: int) -> list[Ref]:
        """Return all ships in range that a card strikes which names no target; none for other cards."""
        effect = weapon_effect(game.cards[number])
        if not is_of_every_ship(effect):
            return []
        reach = printed_gun(game, number, effect).range
        found = candidates(game, Resolution(number, ship.seat, ()), effect, "every other ship")
        open_to = (ref for ref in found if ref[0] == "seat" and why_no_target(game, ship.seat, ref) is None)
        return [ref for ref in open_to if distance_to(game, ship.at, ref) <= reach]

    def stage(self, game: GameState, ship: Ship, said: Phrases) -> Question | None:
        """Return the question for the target or the power; a card that strikes all asks for no target."""
        order = self.order(game, ship, self._find_card(game, ship, said[0]))
        return firing.stage(game, ship, self._insert_target(game, order, said), order)

    def _insert_target(self, game: GameState, order: Order, said: Phrases) -> Phrases:
        """Return the phrases of the line, with the first of all targets inserted if the card names none."""
        return said if order.aims is None else (said[0], *names_of(game, order.aims, AT), *said[1:])

    def _find_card(self, game: GameState, ship: Ship, phrase: str) -> int:
        hand = game.players[ship.seat].hand
        titled = [number for number in hand if PLAY + game.cards[number].title == phrase]
        return next((each for each in titled if self.why_not(game, ship, each) is None), titled[0])

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Pay for the attack and move the card from the hand to the maneuver."""
        number = self._find_card(game, ship, said[0])
        order, meant = self.order(game, ship, number), self.all_meant(game, ship, number)
        attack, _ = firing.announce(game, ship, self._insert_target(game, order, said), order)
        game.players[ship.seat].hand.remove(number)
        if meant:
            order_of_turn = sorted(meant, key=lambda ref: (ref[1] - game.turn_seat) % len(game.ships))
            attack.waiting, attack.aim = tuple(order_of_turn), order_of_turn[0]
        attack.add(number, ship.seat, numbers(game.cards[number].effects.top))
        return Announced(attack, (number,))

    def refusal(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why a card that is a weapon may not be played like this, or None (rules 10.17)."""
        number = find_in_hand(game, game.players[ship.seat], line[0].text_after_verb)
        if number is None:
            return None
        order, said = self.order(game, ship, number), line[1:]
        (gun,) = order.guns.values()
        if any(option.subject == "card" and option.title for option in said):
            return "10.1", f"{gun.name} is the card of this attack: no other can be added"
        found = _why_not_power(gun, said) or self.why_not(game, ship, number)
        cost = (find_amount(said, "power") or 0) + attack_cost(game, ship.seat)
        found, at = found or power_short(ship, gun.name, cost, "That attack"), _find_at(said)
        if found is not None or at is None:
            return found or ("10.11", f"{gun.name} takes a target")
        if order.aims is not None:
            return "10.13", f"{gun.name} strikes everything that its text names within reach: play it without a target"
        aim = _find_named_target(game, at.text_after_verb)
        if aim is None:
            return "10.4", f"There is no {at.text_after_verb} to attack"
        none = make_extra(game, ship, gun, seat_ref(ship.seat), None, None)
        refused = _why_not_aim(game, ship, gun, said, none, aim)
        return ("10.17", refused[1]) if refused is not None and refused[0] == "10.3" else refused

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        """Return the odds of the score."""
        order = self.order(game, ship, self._find_card(game, ship, said[0]))
        shot = firing.read_shot(game, ship, self._insert_target(game, order, said), order)
        return forecast_attack(game, ship, shot, order, said)


def why_not_fire(game: GameState, ship: Ship, line: Line) -> Refused | None:
    """Return why a `fire ...` line may not be played, or None."""
    name = line[0].text_after_verb
    gun = next((gun for gun in guns_of(game, ship) if gun.name == name), None)
    return why_no_gun(game, ship, name) if gun is None else _why_not_line(game, ship, gun, line[1:])


def why_no_gun(game: GameState, ship: Ship, name: str) -> Refused:
    """Return why the ship cannot fire a weapon of this name."""
    if name == "mines":
        return "17.2", Advice("Mines are laid, not fired", "lay mine")
    if name in SHIP_GUNS and name not in ship.card.weapons:
        return "2.1", f"{ship.card.title} has no {name}"
    if is_silenced(game, ship.seat, name):
        return "10.1", f"{_capital(name)} may not fire now"
    tabled = [number for number in game.players[ship.seat].tabled if game.cards[number].title == name]
    if tabled:
        if all(number in game.board.face_down for number in tabled):
            return "13.8", f"{name} lies face down: it does not fire until it is repaired"
        if is_prototype(game.cards[tabled[0]]):
            return "10.8", f"{name} has fired this turn"
        if is_shuttle(game, tabled[0]):
            return "17.8", f"{name} fires from a hex: place it first"
        return "10.8", f"{name} is not a weapon"
    if name in game.tiles:
        return "10.8", f"{name} lends your ship no weapon here"
    return "10.8", f"There is not a weapon called {name} aboard" if name else "Say what you fire"


def _why_not_line(game: GameState, ship: Ship, gun: Gun, said: Line) -> Refused | None:
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
    aim = _find_named_target(game, at.text_after_verb)
    if aim is None:
        return "10.4", f"There is no {at.text_after_verb} to fire at"
    found = _why_not_aim(game, ship, gun, said, extra, aim)
    return found if found or at.verb else _why_no_aim(game, ship, gun)


def _find_at(said: Line) -> Option | None:
    """Return the option that names the target of an attack, or None."""
    return next((option for option in said if option.verb in ("at", "") and option.text_after_verb), None)


def _why_not_power(gun: Gun, said: Line) -> Refused | None:
    """Return a refusal of power or range that the weapon does not take, or that is given twice (rules 7.3)."""
    named, power = [option.subject for option in said if option.verb in JOINING], find_amount(said, "power")
    if named.count("power") > 1 or named.count("range") > 1:
        return "7.3", "Power for damage is said once, and power for range once"
    if find_amount(said, "range") and not gun.power_range:
        return "7.3", f"Power adds no range to {gun.name}"
    if power and not gun.takes_power:
        return "7.3", f"{_capital(gun.name)} takes no power"
    if power is not None and gun.power > power:
        return "7.3", f"{_capital(gun.name)} takes {gun.power} power to fire"
    if power and power > gun.power and not gun.power_dice:
        return "7.3", f"{_capital(gun.name)} takes {gun.power} power for damage, and no more"
    return None


def _find_card(game: GameState, ship: Ship, gun: Gun, said: Option | None) -> tuple[Extra, Refused | None]:
    """Return the named card as it would change the attack, and the reason why it cannot be added, or None."""
    none = make_extra(game, ship, gun, seat_ref(ship.seat), None, None)
    if said is None:
        return none, None
    hand = game.players[ship.seat].hand
    fitting = [number for number in hand if game.cards[number].title == said.title]
    if not fitting:
        return none, ("10.1", f"You have no {said.title} in your hand")
    refused = [why_not_added(game, ship, number, gun) for number in fitting]
    if all(refused):
        return none, refused[0]
    number = fitting[refused.index(None)]
    faces = faces_of(game.cards[number])
    face = next((each for each in faces if each.name == said.face), faces[0])
    return make_extra(game, ship, gun, seat_ref(ship.seat), number, face), None


def _why_no_aim(game: GameState, ship: Ship, gun: Gun) -> Refused:
    order = firing.own_order(game, ship, {FIRES + gun.name: gun})
    aims = firing.aims_of(game, ship, order, gun)
    if not aims:
        return out_of_range(gun.name, gun.range, by_power=bool(gun.power_range))
    return "10.11", f"Firing takes a target, such as fire {gun.name} {next(iter(names_of(game, aims, 'at ')))}"


def _find_named_target(game: GameState, name: str) -> Ref | None:
    """Return the ship, tabled card or piece that a line names, wherever it is."""
    phrases = names_of(game, all_targets(game))
    return phrases.get(name) or phrases.get(normalize_spelling(phrases, name))


def _why_not_aim(game: GameState, ship: Ship, gun: Gun, said: Line, extra: Extra, aim: Ref) -> Refused | None:
    """Return why the target may not be attacked, paid for or reached, or None."""
    found = why_no_target(game, ship.seat, aim, extra.permissions)
    if found is not None:
        return found
    power, further = find_amount(said, "power"), (find_amount(said, "range") or 0)
    power = (gun.power if power is None else power) + further
    found = power_short(ship, gun.name, power + attack_cost(game, ship.seat), "That attack")
    if found is not None:
        return found
    far = distance_to(game, ship.at, aim)
    if firing.range_power_needed(gun, far, extra.range) > further:
        return out_of_range(gun.name, extra.range, far, by_power=bool(gun.power_range))
    if extra.number is not None and not does_something(game, ship, gun, seat_ref(ship.seat), aim, extra):
        return "13.15", f"{game.cards[extra.number].title} would do nothing in this attack"
    return None


def out_of_range(name: str, hexes: int, far: int | None = None, *, by_power: bool) -> Refused:
    """Return the refusal that tells how far the weapon reaches, and if power lets it reach farther."""
    reaches = "only your own hex" if hexes == 0 else f"{hexes} hex" if hexes == 1 else f"{hexes} hexes"
    away = "" if far is None else f"; the target is {far} away"
    more = ", one more for each power spent on range" if by_power else ""
    verb = "reach" if name in SHIP_GUNS else "reaches"
    return "10.3", f"{_capital(name)} {verb} {reaches}{more}{away}"


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
