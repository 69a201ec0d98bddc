"""Attack maneuvers: firing a weapon, and playing a card that is a weapon (rules 10.1, 10.8, 10.17)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from incursions.engine.questions import Question
from incursions.rules import phrases
from incursions.rules.attacks import firing, refused_attacks
from incursions.rules.attacks.attack import Attack
from incursions.rules.attacks.attack_forecast import forecast_attack
from incursions.rules.attacks.firing import AT, Order
from incursions.rules.attacks.targets import distance_to, names_of, why_no_target
from incursions.rules.attacks.weapons import MAY_ADD_POWER, guns_by_phrase, is_silenced, printed_gun
from incursions.rules.effects.aims import candidates
from incursions.rules.effects.resolution import Resolution
from incursions.rules.maneuver_kinds import Announced, Ground, ManeuverKind
from incursions.rules.phrases import PLAY, Line
from incursions.rules.plays.bound_maneuvers import WEAPON_CARDS
from incursions.rules.plays.card_faces import makes_a_weapon, numbers
from incursions.rules.plays.card_plays import is_weapon
from incursions.rules.plays.hand import titles
from incursions.rules.plays.in_hand import in_hand
from incursions.rules.plays.in_play import why_not_usable
from incursions.rules.printed.facts import printed_fact
from incursions.rules.refs import Ref, seat_ref

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effect
    from incursions.rules.game import Game
    from incursions.rules.printed.cards import GameCard
    from incursions.rules.ships import Ship


def own_order(game: Game, seat: int) -> Order:
    """Return the order with every weapon that the ship may fire in its maneuver."""
    ship = game.ships[seat]
    return firing.own_order(game, ship, guns_by_phrase(game, seat))


class FullFire(ManeuverKind):
    """An attack with a weapon of the ship, a prototype, or a hex (rules 10.1, 10.8)."""

    name = "attack"
    words = ("fire",)
    does = "firing"

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Return the phrases of the weapons that have a target in range."""
        return firing.own_weapon_options(game, ship, guns_by_phrase(game, ship.seat))

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Return the question for the target, power, range or card."""
        return firing.stage(game, ship, said, own_order(game, ship.seat))

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay for the attack and return it with the card in it."""
        order = own_order(game, ship.seat)
        attack, cards = firing.announce(game, ship, said, order)
        return Announced(attack, cards)

    def refusal(self, game: Game, ship: Ship, line: Line) -> tuple[str, str] | None:
        """Return why the attack may not be made: weapon, target, range, power or card."""
        return refused_attacks.why_not_fire(game, ship, line)

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return a line for every weapon at every other ship."""
        return refused_attacks.looked_for(game, ship)

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> dict[str, Any]:
        """Return the odds of the score."""
        order = own_order(game, ship.seat)
        return forecast_attack(game, ship, firing.read_shot(game, ship, said, order), order)


class Fire(FullFire):
    """An attack of Basic with a ship's weapon (rules 10.1)."""

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay for dice and range, and return the attack."""
        weapon, target = phrases.parse_option(said[0]).subject, phrases.seat_said(said[1])
        power, further = (*(phrases.parse_option(phrase).amount for phrase in said[2:]), 0)[:2]
        return Announced(Attack.announce(game, ship.seat, target, weapon, power, further))


def weapon_effect(game: Game, number: int) -> Effect | None:
    """Return the effect that makes the card a weapon, or None (rules 10.17)."""
    return _weapon_printed(game.cards[number].card)


@printed_fact
def _weapon_printed(card: GameCard) -> Effect | None:
    return next(filter(makes_a_weapon, card.effects.top), None)


def strikes_all(effect: Effect) -> bool:
    """Return True if the effect strikes all whom its text means, so that no target is named (rules 10.13)."""
    return (effect.target or "").startswith("every ")


class WeaponCards(ManeuverKind):
    """An attack with a card that is a weapon: `play TITLE [at TARGET] [with N power]`."""

    name = "attack"
    words = (WEAPON_CARDS,)
    does = "attacking"
    ground = Ground.WEAPON

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Return the phrase of each title in hand that can strike something."""
        weapons = in_hand(game, ship.seat, is_weapon)
        return self._playable(game, ship, weapons) if weapons else []

    def _playable(self, game: Game, ship: Ship, weapons: Sequence[int]) -> list[str]:
        found = [number for number in weapons if self.why_not(game, ship, number) is None]
        return list(dict.fromkeys(PLAY + title for title in titles(game, found)))

    def why_not(self, game: Game, ship: Ship, number: int) -> tuple[str, str] | None:
        """Return the rule and the reason why the card cannot be played as a weapon now, or None if it can."""
        if weapon_effect(game, number) is None:
            return "6.7", f"{game.cards[number].card.title} is no weapon"
        found = why_not_usable(game, ship.seat, number)
        if found is not None:
            return found
        title = game.cards[number].card.title
        if is_silenced(game, ship.seat, title):
            return "10.1", "Your ship may not attack now"
        return None if self.aims(game, ship, number) else ("10.17", f"Nothing is in the reach of {title}")

    def order(self, game: Game, ship: Ship, number: int) -> Order:
        """Return the order with the card as the ship's only weapon."""
        effect = weapon_effect(game, number)
        assert effect is not None
        gun = printed_gun(game, number, effect)
        aims = None if not strikes_all(effect) else tuple(self.all_meant(game, ship, number, effect, gun.range)[:1])
        return Order({PLAY + gun.name: gun}, ship.at, seat_ref(ship.seat), aims, MAY_ADD_POWER)

    def strikes_all(self, game: Game, number: int) -> bool:
        """Return True if the card is played without naming a target (rules 10.13)."""
        effect = weapon_effect(game, number)
        return effect is not None and strikes_all(effect)

    def all_meant(self, game: Game, ship: Ship, number: int, effect: Effect, reach: int) -> list[Ref]:
        """Return all ships in range that the card's text means."""
        found = candidates(game, Resolution(number, ship.seat, ()), effect, "every other ship")
        open_to = (ref for ref in found if ref[0] == "seat" and why_no_target(game, ship.seat, ref) is None)
        return [ref for ref in open_to if distance_to(game, ship.at, ref) <= reach]

    def aims(self, game: Game, ship: Ship, number: int) -> list[Ref]:
        """Return all targets that the card can strike."""
        order = self.order(game, ship, number)
        (gun,) = order.guns.values()
        return [] if order.aims == () else firing.aims_of(game, ship, order, gun)

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Return the question for the target or the power; a card that strikes all asks for no target."""
        number = self._find_card(game, ship, said[0])
        return firing.stage(game, ship, self._insert_target(game, ship, number, said), self.order(game, ship, number))

    def _insert_target(self, game: Game, ship: Ship, number: int, said: tuple[str, ...]) -> tuple[str, ...]:
        """Return the phrases of the line, with the first of all targets inserted if the card names none."""
        if not self.strikes_all(game, number):
            return said
        (phrase,) = names_of(game, self.aims(game, ship, number), AT)
        return (said[0], phrase, *said[1:])

    def _find_card(self, game: Game, ship: Ship, phrase: str) -> int:
        hand = game.players[ship.seat].hand
        titled = [number for number in hand if PLAY + game.cards[number].card.title == phrase]
        return next((each for each in titled if self.why_not(game, ship, each) is None), titled[0])

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay for the attack and move the card from the hand to the maneuver."""
        number = self._find_card(game, ship, said[0])
        order = self.order(game, ship, number)
        effect = weapon_effect(game, number)
        assert effect is not None
        gun = order.guns[said[0]]
        meant = self.all_meant(game, ship, number, effect, gun.range) if strikes_all(effect) else []
        attack, _ = firing.announce(game, ship, self._insert_target(game, ship, number, said), order)
        game.players[ship.seat].hand.remove(number)
        if meant:
            order_of_turn = sorted(meant, key=lambda ref: (ref[1] - game.turn_seat) % len(game.ships))
            attack.waiting, attack.aim = tuple(order_of_turn), order_of_turn[0]
        attack.add(number, ship.seat, numbers(game.cards[number].card.effects.top))
        return Announced(attack, (number,))

    def refusal(self, game: Game, ship: Ship, line: Line) -> tuple[str, str] | None:
        """Return the rule and the reason why a weapon card may not be played like this, or None."""
        return refused_attacks.why_not_play_weapon(self, game, ship, line)

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> dict[str, Any]:
        """Return the odds of the score."""
        number = self._find_card(game, ship, said[0])
        order = self.order(game, ship, number)
        return forecast_attack(
            game, ship, firing.read_shot(game, ship, self._insert_target(game, ship, number, said), order), order
        )
