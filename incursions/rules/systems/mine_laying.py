"""Laying a mine, and setting it off in the same turn: attack maneuvers (rules 17.2, 17.12, 17.13)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from incursions.engine.frames import Frame
from incursions.engine.hexes import Hex, distance, hex_text, parse_hex
from incursions.engine.questions import Question
from incursions.rules import phrases
from incursions.rules.attacks.attack_cards import Extra, draft, extras, why_not_added
from incursions.rules.attacks.full_attack import FullAttack
from incursions.rules.attacks.scoring import dice_and_bonus
from incursions.rules.attacks.weapons import Gun, attack_cost, is_silenced
from incursions.rules.maneuver_kinds import Announced, ManeuverKind
from incursions.rules.phrases import LAY_MINE, SET_OFF
from incursions.rules.placed.placed_pieces import remove_piece
from incursions.rules.plays.announcements import Maneuvered
from incursions.rules.plays.card_faces import numbers
from incursions.rules.refs import piece_ref, seat_ref
from incursions.rules.systems.cloaking import may_target
from incursions.rules.systems.mines import fresh_mine, mine_at, put_mine, why_not_lie
from incursions.rules.systems.power import power_short

if TYPE_CHECKING:
    from incursions.rules.board import Placed
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

MINES = "mines"
IN = "in "
NO_CARD, CARD, AS = "and no card", "and card ", " as "
_LAY = re.compile(rf"{LAY_MINE}(?: with (\d{{1,4}}|no) power)?(?: (?:and|with) card (.+?))?(?: in (\S+))?$")
_SEAT = re.compile(r"seat (\d{1,4})$")


class Laying:
    """What lying in one place with one card comes to: the stages of the line share it."""

    __slots__ = ("extras", "game", "ship")

    def __init__(self, game: Game, ship: Ship) -> None:
        self.game, self.ship = game, ship
        self.extras = {card_phrase(game, extra): extra for extra in extras(game, ship, gun_of(ship), by(ship))}

    def hexes(self, extra: Extra) -> list[Hex]:
        """Where the mine may lie: its ship's hex, or as many hexes away as a card says, on a tile (rules 17.12)."""
        near = (at for at in self.game.map if distance(at, self.ship.at) <= extra.range)
        return [at for at in near if why_not_lie(self.game, self.ship.seat, at) is None]


def gun_of(ship: Ship) -> Gun:
    """The ship's mines as a weapon that reaches its own hex."""
    printed = ship.card.weapons[MINES]
    return Gun(MINES, printed.dice, printed.bonus, 0)


def by(ship: Ship) -> tuple[str, int]:
    """Who lays it."""
    return ("seat", ship.seat)


def card_phrase(game: Game, extra: Extra) -> str:
    """How the card is named, with its face where it has several."""
    if extra.number is None or extra.face is None:
        return NO_CARD
    title = game.cards[extra.number].card.title
    return f"{CARD}{title}" + (f"{AS}{extra.face.name}" if extra.face.name else "")


class LayMine(ManeuverKind):
    """Laying a mine: dice, bonuses and cards are fixed by it (rules 17.2)."""

    name = "attack"
    words = ("lay",)
    does = "laying a mine"

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Laying one, where the ship has mines that may serve and there is a hex for it."""
        if MINES not in ship.card.weapons or is_silenced(game, ship.seat, MINES):
            return []
        if attack_cost(game, ship.seat) > ship.available(MINES):
            return []
        if why_not_lie(game, ship.seat, ship.at) is None:
            return [LAY_MINE]
        laying = Laying(game, ship)
        return [LAY_MINE] if any(laying.hexes(extra) for extra in laying.extras.values()) else []

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Power, a card for mines, and the hex where a card gives a choice."""
        if len(said) == 1:
            options = phrases.WITH_POWER[: ship.available(MINES) - attack_cost(game, ship.seat) + 1]
            title = "How much power for the mine?"
            return Question(ship.seat, "amount", "power", options, phrases.NO_POWER, title, "7.3", said)
        laying = Laying(game, ship)
        cards = [phrase for phrase, extra in laying.extras.items() if laying.hexes(extra)]
        if cards != [NO_CARD] and len(said) == 2:
            least = NO_CARD if NO_CARD in cards else None
            return Question(ship.seat, "one", "card", cards, least, "With which card?", "10.1", said)
        extra = laying.extras[said[2] if len(said) > 2 and said[2] in laying.extras else NO_CARD]
        if extra.range == 0 or any(phrase.startswith(IN) for phrase in said):
            return None
        places = [f"{IN}{hex_text(at)}" for at in laying.hexes(extra)]
        least = f"{IN}{hex_text(ship.at)}"
        title = "Lay the mine in which hex?"
        return Question(ship.seat, "hex", "lay in", places, least if least in places else None, title, "17.12", said)

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay for it; the card leaves the hand."""
        laying, power = Laying(game, ship), phrases.POWER_WITH[said[1]]
        extra = laying.extras[next((phrase for phrase in said[2:] if phrase in laying.extras), NO_CARD)]
        named = next((phrase for phrase in said[2:] if phrase.startswith(IN)), None)
        at = ship.at if named is None else parse_hex(named.removeprefix(IN))
        ship.spend(power + attack_cost(game, ship.seat), MINES)
        cards = () if extra.number is None else (extra.number,)
        for number in cards:
            game.players[ship.seat].hand.remove(number)
        effects = () if extra.face is None else numbers(extra.face.effects)
        titles = [game.cards[number].card.title for number in cards]
        facts = {"seat": ship.seat, "power": power, "card": titles[0] if titles else None, "at": list(at)}
        game.emit("mine_announced", facts)
        return Announced(LayingMine(ship.seat, at, power, cards, effects), cards)

    def refusal(self, game: Game, ship: Ship, text: str) -> tuple[str, str] | None:
        """No mines, none that may serve, no power, no such card, or no room."""
        match = _LAY.match(text)
        if MINES not in ship.card.weapons:
            return "2.1", f"{ship.card.title} has no mines"
        if match is None:
            return "17.2", f"A mine is laid in your hex: say {LAY_MINE} with 1 power"
        if is_silenced(game, ship.seat, MINES):
            return "10.1", "Your mines may not be used now"
        power = 0 if match[1] in (None, "no") else int(match[1])
        short = power_short(ship, MINES, power + attack_cost(game, ship.seat), "That mine")
        if short is not None:
            return short
        if match[2] is not None:
            return _why_not_card(game, ship, match[2])
        at = ship.at if match[3] is None else parse_hex(match[3])
        found = why_not_lie(game, ship.seat, at)
        if found is None and at != ship.at:
            return "17.12", "A mine is laid in the hex of its ship"
        return found

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Laying one, of a ship with mines."""
        return [LAY_MINE] if MINES in ship.card.weapons else []

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> dict[str, Any]:
        """What it costs, and what the mine will do."""
        laying, power = Laying(game, ship), phrases.POWER_WITH[said[1]]
        extra = laying.extras[next((phrase for phrase in said[2:] if phrase in laying.extras), NO_CARD)]
        mine = draft(game, ship, gun_of(ship), by(ship), extra.number, extra.face)
        mine.power = power
        dice, bonus = dice_and_bonus(game, mine)
        odds = {"average": 3.5 * dice + bonus, "minimum": dice + bonus, "maximum": 6 * dice + bonus}
        return {"power": power + attack_cost(game, ship.seat)} | odds


def _why_not_card(game: Game, ship: Ship, title: str) -> tuple[str, str] | None:
    title = title.split(AS, maxsplit=1)[0]
    hand = game.players[ship.seat].hand
    number = next((each for each in hand if game.cards[each].card.title == title), None)
    if number is None:
        return "10.1", f"You have no {title} in your hand"
    return why_not_added(game, ship, number, gun_of(ship)) or why_not_lie(game, ship.seat, ship.at)


class LayingMine(Frame["Game"]):
    """An announced mine: `cards` are in it, with `effects` of theirs."""

    __slots__ = ("at", "cards", "effects", "power", "seat")
    at: Hex
    cards: tuple[int, ...]
    effects: tuple[int, ...]
    power: int
    seat: int

    def __init__(self, seat: int, at: Hex, power: int, cards: tuple[int, ...], effects: tuple[int, ...]) -> None:
        self.seat, self.at, self.power = seat, at, power
        self.cards, self.effects = cards, effects

    def concerns(self, seat: int) -> bool:
        """It falls away with its player."""
        return seat == self.seat

    def advance(self, game: Game) -> None:
        """It lies there, as strong as power, bonuses, card and command make it (rules 2.5, 17.2)."""
        ship = game.ships[self.seat]
        mine = FullAttack(self.seat, by(ship), gun_of(ship), [seat_ref(self.seat)], self.power)
        for number in self.cards:
            mine.add(number, self.seat, self.effects)
        below = game.stack[-2] if len(game.stack) > 1 else None
        if isinstance(below, Maneuvered) and below.command is not None:
            mine.add(below.command, self.seat, numbers(game.cards[below.command].card.effects.top))
        game.stack.pop()
        if why_not_lie(game, self.seat, self.at) is None:
            put_mine(game, self.seat, self.at, *dice_and_bonus(game, mine))


class SetOffMine(ManeuverKind):
    """Setting off a mine in the turn in which it was laid, at one ship of its hex, as an attack (rules 17.13)."""

    name = "attack"
    words = ("set",)
    does = "setting off a mine"

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Each ship of the hex that can be struck."""
        if fresh_mine(game, ship) is None or attack_cost(game, ship.seat) > ship.available(MINES):
            return []
        return [f"{SET_OFF}seat {other.seat}" for other in game.ships if why_not_strike(game, ship, other) is None]

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """It is a whole line."""
        return None

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """The mine is named, and the ship."""
        mine, target = fresh_mine(game, ship), int(said[0].split()[-1])
        assert mine is not None
        ship.spend(attack_cost(game, ship.seat), MINES)
        facts = {"seat": ship.seat, "target": target, "weapon": MINES, "title": mine.title, "power": 0, "range": 0}
        game.emit("attack_announced", facts)
        return Announced(SettingOff(ship.seat, mine.number, target))

    def refusal(self, game: Game, ship: Ship, text: str) -> tuple[str, str] | None:
        """No mine of one's own laid in this turn, or no ship there."""
        match = _SEAT.match(text.removeprefix(SET_OFF))
        mine = mine_at(game, ship.at)
        if mine is None or mine.owner != ship.seat:
            return "17.13", "No mine of yours lies in your hex"
        if mine.laid != game.turns:
            return "17.13", "A mine is set off in the turn in which it was laid; now it waits for who enters"
        if match is None or int(match[1]) >= len(game.ships):
            return "17.13", "A mine is set off at one ship of its hex, such as set off mine at seat 1"
        found = why_not_strike(game, ship, game.ships[int(match[1])])
        return found or power_short(ship, MINES, attack_cost(game, ship.seat), "An attack")

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Each other ship of the hex, where a mine of one's own lies."""
        mine = mine_at(game, ship.at)
        if mine is None or mine.owner != ship.seat:
            return []
        return [f"{SET_OFF}seat {other.seat}" for other in game.ships if other is not ship and other.at == ship.at]

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> dict[str, Any]:
        """What the mine will do."""
        mine = fresh_mine(game, ship)
        assert mine is not None
        dice, bonus = mine.dice, mine.bonus
        odds = {"average": 3.5 * dice + bonus, "minimum": dice + bonus, "maximum": 6 * dice + bonus}
        return {"power": attack_cost(game, ship.seat)} | odds


def why_not_strike(game: Game, ship: Ship, other: Ship) -> tuple[str, str] | None:
    """Why the mine cannot be set off at that ship (rules 10.9, 10.14, 17.13)."""
    if other is ship:
        return "10.14", "Nobody targets his own ship"
    if other.out is not None or other.at != ship.at:
        return "17.13", f"{other.card.title} is not in the hex of your mine"
    return may_target(game, ship.seat, other.seat)


class SettingOff(Frame["Game"]):
    """An announced setting off: the attack of the mine, and then it is spent (rules 17.13)."""

    __slots__ = ("attacked", "mine", "seat", "target")
    attacked: bool
    mine: int
    seat: int
    target: int

    def __init__(self, seat: int, mine: int, target: int) -> None:
        self.seat, self.mine, self.target = seat, mine, target
        self.attacked = False

    def concerns(self, seat: int) -> bool:
        """It falls away with its player."""
        return seat == self.seat

    def advance(self, game: Game) -> None:
        """Let it strike, then take it away."""
        mine = game.board.placed.get(self.mine)
        if mine is not None and not self.attacked and game.ships[self.target].out is None:
            self.attacked = True
            game.stack.append(_attack_of(mine, self.seat, self.target))
            return
        game.stack.pop()
        if mine is not None:
            remove_piece(game, self.mine)


def _attack_of(mine: Placed, seat: int, target: int) -> FullAttack:
    """An ordinary attack with the dice and the bonus that the mine was laid with."""
    gun = Gun(MINES, mine.dice, mine.bonus, 0, power_dice=0)
    return FullAttack(seat, piece_ref(mine.number), gun, [seat_ref(target)])
