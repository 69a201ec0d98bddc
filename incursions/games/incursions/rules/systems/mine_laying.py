"""The attack maneuver that lays a mine (rules 17.2, 17.12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.engine.errors import Advice
from incursions.engine.frames import Frame
from incursions.engine.hexes import Hex, distance, hex_text
from incursions.engine.questions import Question
from incursions.games.incursions.rules.attacks.attack_cards import (
    Extra,
    draft,
    list_extras,
    why_not_added,
)
from incursions.games.incursions.rules.attacks.firing import card_phrase
from incursions.games.incursions.rules.attacks.full_attack import FullAttack
from incursions.games.incursions.rules.attacks.scoring import dice_and_bonus
from incursions.games.incursions.rules.events.attacks import MineAnnounced
from incursions.games.incursions.rules.plays.announcements import Maneuvered
from incursions.games.incursions.rules.plays.hand import find_in_hand
from incursions.games.incursions.rules.printed.pieces import numbers, printed_fact
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.maneuver_kinds import Announced, Ground, ManeuverKind
from incursions.games.incursions.rules.state.phrases import LAY_MINE, NO_CARD, Line
from incursions.games.incursions.rules.state.refs import seat_ref
from incursions.games.incursions.rules.systems.mines import odds_of_mine, put_mine, why_not_lie
from incursions.games.incursions.rules.systems.power import power_short
from incursions.games.incursions.rules.systems.weapons import Gun, attack_cost, is_silenced

if TYPE_CHECKING:
    from incursions.engine.questions import Option
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.pieces import ShipCard
    from incursions.games.incursions.rules.state.seats import Ship

MINES = "mines"
IN = "in "


class Laying:
    """The cards and hexes for a mine, shared by the stages of one line."""

    __slots__ = ("extras", "game", "ship")

    def __init__(self, game: Game, ship: Ship) -> None:
        self.game, self.ship = game, ship
        self.extras = {
            card_phrase(game, extra): extra for extra in list_extras(game, ship, gun_of(ship), seat_ref(ship.seat))
        }

    def extra_said(self, said: tuple[str, ...]) -> Extra:
        """Return the card that the phrases name, or no card."""
        return self.extras[next((phrase for phrase in said[2:] if phrase in self.extras), NO_CARD)]

    def hexes(self, extra: Extra) -> list[Hex]:
        """Return the hexes where the mine may lie: the ship's, or explored ones in the card's range (rules 17.12)."""
        near = self.game.map if extra.range else [self.ship.at]
        near = [at for at in near if distance(at, self.ship.at) <= extra.range]
        return [at for at in near if why_not_lie(self.game, self.ship.seat, at) is None]


def gun_of(ship: Ship) -> Gun:
    """Return the ship's mines as a weapon that reaches its own hex."""
    return _mines_of(ship.card)


@printed_fact
def _mines_of(card: ShipCard) -> Gun:
    printed = card.weapons[MINES]
    return Gun(MINES, printed.dice, printed.bonus, 0)


class LayMine(ManeuverKind):
    """The maneuver that lays a mine and fixes its dice, bonuses and cards (rules 17.2)."""

    name = "attack"
    words = (LAY_MINE,)
    does = "laying a mine"
    ground = Ground.MINES

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Return the phrase if the ship has usable mines and there is a hex for one."""
        if MINES not in ship.card.weapons or is_silenced(game, ship.seat, MINES):
            return []
        if attack_cost(game, ship.seat) > ship.available(MINES):
            return []
        if why_not_lie(game, ship.seat, ship.at) is None:
            return [LAY_MINE]
        laying = Laying(game, ship)
        return [LAY_MINE] if any(laying.hexes(extra) for extra in laying.extras.values()) else []

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Ask for power, a card for mines, and the hex if a card gives a choice."""
        if len(said) == 1:
            options = self._powers(game, ship)
            title = "How much power for the mine?"
            return Question(ship.seat, "amount", "power", options, phrases.NO_POWER, title, "7.3", said)
        laying = Laying(game, ship)
        if len(laying.extras) > 1 and len(said) == 2:
            cards = [phrase for phrase, extra in laying.extras.items() if laying.hexes(extra)]
            if cards != [NO_CARD]:
                least = NO_CARD if NO_CARD in cards else None
                return Question(ship.seat, "one", "card", cards, least, "With which card?", "10.1", said)
        extra = laying.extra_said(said)
        if extra.range == 0 or any(phrases.parse_option(phrase).verb == "in" for phrase in said):
            return None
        places = [f"{IN}{hex_text(at)}" for at in laying.hexes(extra)]
        least = f"{IN}{hex_text(ship.at)}"
        title = "Lay the mine in which hex?"
        return Question(ship.seat, "hex", "lay in", places, least if least in places else None, title, "17.12", said)

    def _powers(self, game: Game, ship: Ship) -> list[str]:
        return phrases.WITH_POWER[: ship.available(MINES) - attack_cost(game, ship.seat) + 1]

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay for the mine, and take its card from the hand."""
        extra, power = Laying(game, ship).extra_said(said), phrases.parse_option(said[1]).amount
        named = next((option.place for option in map(phrases.parse_option, said[2:]) if option.verb == "in"), None)
        at = named or ship.at
        ship.spend(power + attack_cost(game, ship.seat), MINES)
        cards = () if extra.number is None else (extra.number,)
        for number in cards:
            game.players[ship.seat].hand.remove(number)
        effects = () if extra.face is None else numbers(extra.face.effects)
        titles = [game.cards[number].card.title for number in cards]
        game.tell(MineAnnounced, seat=ship.seat, power=power, card=titles[0] if titles else None, at=list(at))
        return Announced(LayingMine(ship.seat, at, power, cards, effects), cards)

    def refusal(self, game: Game, ship: Ship, line: Line) -> tuple[str, str] | None:
        """Return why no mine can be laid: no usable mines, no power, no such card, or no room."""
        if MINES not in ship.card.weapons:
            return "2.1", f"{ship.card.title} has no mines"
        said = line[1:]
        places = [option for option in said if option.verb == "in"]
        cards = [option for option in said if option.subject == "card"]
        powers = [option for option in said if option.subject == "power"]
        if line[0].text != LAY_MINE or said != (*powers[:1], *cards[:1], *places[:1]):
            return "17.2", Advice("A mine is laid in your hex", f"{LAY_MINE} with 1 power")
        if is_silenced(game, ship.seat, MINES):
            return "10.1", "Your mines may not be used now"
        power = (phrases.find_amount(line, "power") or 0) + attack_cost(game, ship.seat)
        if short := power_short(ship, MINES, power, "That mine"):
            return short
        card = cards[0] if cards and cards[0].title else None
        why_not_with = None if card is None else _why_not_card(game, ship, card.title)
        return why_not_with or _why_not_there(game, ship, card, places[0].place if places else ship.at)

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return the phrase if the ship has mines."""
        return [LAY_MINE] if MINES in ship.card.weapons else []

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        """Return the cost and the odds of the mine's damage."""
        extra, power = Laying(game, ship).extra_said(said), phrases.parse_option(said[1]).amount
        mine = draft(game, ship, gun_of(ship), seat_ref(ship.seat), extra.number, extra.face)
        mine.power = power
        return {"power": power + attack_cost(game, ship.seat), **odds_of_mine(*dice_and_bonus(game, mine))}


def _why_not_card(game: Game, ship: Ship, title: str) -> tuple[str, str] | None:
    number = find_in_hand(game, game.players[ship.seat], title)
    if number is None:
        return "10.1", f"You have no {title} in your hand"
    return why_not_added(game, ship, number, gun_of(ship))


def _why_not_there(game: Game, ship: Ship, card: Option | None, at: Hex | None) -> tuple[str, str] | None:
    """Return why the mine may not lie in the hex (None: in none), with the named card, or None (rules 17.12)."""
    extra = Laying(game, ship).extras.get(NO_CARD if card is None else f"and {card.rest}")
    farther = 0 if extra is None else extra.range
    if at is None or at not in game.map or distance(at, ship.at) > farther:
        near = f"an explored hex at most {farther} away" if farther else "the hex of its ship"
        return "17.12", f"This mine is laid in {near}"
    return why_not_lie(game, ship.seat, at)


@dataclass(slots=True, eq=False)
class LayingMine(Frame["Game"]):
    """An announced mine with its `cards` and their `effects`."""

    seat: int
    at: Hex
    power: int
    cards: tuple[int, ...]
    effects: tuple[int, ...]

    def advance(self, game: Game) -> None:
        """Put the mine there, with dice and bonus from power, bonuses, card and command (rules 2.5, 17.2)."""
        ship = game.ships[self.seat]
        mine = FullAttack(self.seat, seat_ref(self.seat), gun_of(ship), (seat_ref(self.seat),), self.power)
        for number in self.cards:
            mine.add(number, self.seat, self.effects)
        below = game.stack[-2] if len(game.stack) > 1 else None
        if isinstance(below, Maneuvered) and below.command is not None:
            mine.add(below.command, self.seat, numbers(game.cards[below.command].card.effects.top))
        game.stack.pop()
        if why_not_lie(game, self.seat, self.at) is None:
            put_mine(game, self.seat, self.at, *dice_and_bonus(game, mine))
