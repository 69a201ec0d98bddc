"""Mines: their worth, their blast, laying one, and setting off the one just laid (rules 17.1, 17.2, 17.10-17.13)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from incursions.engine.errors import Advice
from incursions.engine.frames import Frame, frame_class
from incursions.engine.hexes import Hex, distance, hex_text
from incursions.engine.questions import Option, Phrases, Question
from incursions.games.incursions.rules.attacks.damage import hurt
from incursions.games.incursions.rules.attacks.firing import (
    Extra,
    card_phrase,
    forecast_score,
    list_extras,
    odds_of,
    why_not_added,
)
from incursions.games.incursions.rules.attacks.full_attack import FullAttack
from incursions.games.incursions.rules.attacks.targets import dice_and_bonus
from incursions.games.incursions.rules.effects.gathering import refresh_all
from incursions.games.incursions.rules.events.attacks import (
    AttackAnnounced,
    MineAnnounced,
    MineLaid,
    MineSpent,
    MineWentOff,
)
from incursions.games.incursions.rules.hexes.hex_events import EventStrikes
from incursions.games.incursions.rules.placed.endings import destroy
from incursions.games.incursions.rules.placed.placed_pieces import remove_piece, why_not_place
from incursions.games.incursions.rules.plays.announcements import Maneuvered, in_turn_order
from incursions.games.incursions.rules.plays.card_moves import find_in_hand
from incursions.games.incursions.rules.plays.rehearsal import rehearse_throws
from incursions.games.incursions.rules.plays.resolution import Resolution, Throw
from incursions.games.incursions.rules.printed.pieces import MINE, ShipCard, numbers, printed_fact
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.board import Placed
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.game_state import (
    Announced,
    AtShipKind,
    GameState,
    Ground,
    ManeuverKind,
    power_short,
)
from incursions.games.incursions.rules.state.phrases import LAY_MINE, NO_CARD, SET_OFF, Line, seat_said
from incursions.games.incursions.rules.state.refs import piece_ref, seat_ref
from incursions.games.incursions.rules.state.seats import Ship
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.systems.cloaking import may_target
from incursions.games.incursions.rules.systems.weapons import Gun, attack_cost, is_silenced

TITLE = "Mine"  # the title of a mine laid by a ship's own system
GOES_OFF = "goes_off"
MINES = "mines"
IN = "in "


def mine_at(game: GameState, at: Hex) -> Placed | None:
    """Return the mine in the hex, or None (rules 17.2)."""
    if at not in game.board.placed.mined:
        return None
    return next(piece for piece in game.board.pieces_at(at) if piece.kind == MINE)


def waits_for(game: GameState, mine: Placed, seat: int) -> bool:
    """Return True if the mine goes off at ships of this seat.

    It never does at its owner's, nor in the turn in which it was laid (rules 17.1, 17.2).
    """
    return seat != mine.owner and mine.laid != game.turns


def put_mine(game: GameState, seat: int, at: Hex, dice: int, bonus: int, card: int | None = None) -> None:
    """Put a mine into the hex, with dice and bonus that stay fixed (rules 17.2)."""
    title = TITLE if card is None else game.cards[card].title
    game.board.put(Placed(0, MINE, title, at, seat, card, None, max(0, dice), bonus, game.turns))
    game.tell(MineLaid, seat=seat, title=title, at=list(at), dice=max(0, dice), bonus=bonus)
    if card is not None:
        refresh_all(game)


def go_off(game: GameState, mine: Placed, seats: Iterable[int]) -> None:
    """Let the mine strike these seats as one event; it is removed even if they block it (rules 17.10, 17.11)."""
    remove_piece(game, mine.number)
    assert mine.owner is not None
    source = mine.title if mine.card is None else mine.card
    struck = tuple(in_turn_order(game, seats))
    game.stack.append(MineBlast(source, mine.owner, struck, mine.title, mine.at, mine.card, mine.dice, mine.bonus))


@frame_class
class MineBlast(EventStrikes):
    """The blast of a mine: one roll for all seats that it strikes (rules 9.13, 9.20, 17.11)."""

    name: str
    at: Hex
    card: int | None
    dice: int
    bonus: int
    weapon: ClassVar[str] = "mines"

    def title(self, game: GameState) -> str:
        return self.name

    def fall(self, game: GameState) -> None:
        """Roll once for all seats that the blast strikes; no roll if all blocked it (rules 9.20, 17.10)."""
        seats = tuple(seat for seat in self.falls_on if game.ships[seat].out is None)
        if seats:
            where = (self.at, self.bonus, self.name, self.card)
            game.stack.append(BlastRoll(self.user, self.dice, *where, self.reduced, seats))
        else:
            game.tell(MineSpent, title=self.name, at=list(self.at), by=self.user)


@frame_class
class BlastRoll(Throw):
    """The damage roll of a blast by the mine's player, and its damage to the ships."""

    at: Hex
    bonus: int
    name: str
    card: int | None
    reduced: tuple[tuple[int, int], ...]
    seats: tuple[int, ...]
    is_damage: ClassVar[bool] = True
    strand = "mine"
    weapon: ClassVar[str] = "mines"
    seat_fields = ()

    @property
    def score(self) -> int:
        """The damage, before it is reduced."""
        return max(0, sum(self.dice) + self.bonus)

    def tell(self, game: GameState) -> None:
        """Emit the mine, the dice and the seats."""
        game.tell(
            MineWentOff,
            title=self.name,
            at=list(self.at),
            by=self.seat,
            dice=list(self.dice),
            bonus=self.bonus,
            score=self.score,
            seats=list(self.seats),
        )

    def apply_result(self, game: GameState) -> None:
        """Deal the damage to all ships together, then apply the mine's other effects (rules 7.10, 17.2)."""
        seats = [seat for seat in self.seats if game.ships[seat].out is None]
        for seat in seats:
            less = sum(points for struck, points in self.reduced if struck == seat)
            hurt(game, seat, self.score - less, by=self.seat, title=self.name)
        self._do_besides(game, [seat for seat in seats if not game.ships[seat].is_destroyed])
        for seat in seats:
            if game.ships[seat].is_destroyed:
                destroy(game, game.ships[seat], by=self.seat)

    def _do_besides(self, game: GameState, seats: list[int]) -> None:
        """Put up the effects of the mine's card for each ship that it struck."""
        if self.card is None:
            return
        effects = game.cards[self.card].effects.by_trigger.get(GOES_OFF, ())
        for seat in reversed(seats if effects else []):
            numbers = tuple([effect.number for effect in effects])
            game.stack.append(Resolution(self.card, self.seat, numbers, seat_ref(seat)))


class Laying:
    """The cards and hexes for a mine, shared by the stages of one line."""

    __slots__ = ("extras", "game", "ship")

    def __init__(self, game: GameState, ship: Ship) -> None:
        self.game, self.ship = game, ship
        self.extras = {
            card_phrase(game, extra): extra for extra in list_extras(game, ship, gun_of(ship.card), seat_ref(ship.seat))
        }

    def extra_said(self, said: Phrases) -> Extra:
        """Return the card that the phrases name, or no card."""
        return self.extras[next((phrase for phrase in said[2:] if phrase in self.extras), NO_CARD)]

    def list_near(self, reach: int) -> list[Hex]:
        """Return the hexes that a mine reaches: the ship's, or explored ones in the card's range (rules 17.12)."""
        return [at for at in self.game.map if distance(at, self.ship.at) <= reach] if reach else [self.ship.at]

    def hexes(self, extra: Extra) -> list[Hex]:
        """Return the hexes where the mine may lie."""
        near = self.list_near(extra.range)
        return [at for at in near if why_not_place(self.game, self.ship.seat, MINE, at) is None]


@printed_fact
def gun_of(card: ShipCard) -> Gun:
    """Return the ship's mines as a weapon that reaches its own hex."""
    printed = card.weapons[MINES]
    return Gun(MINES, printed.dice, printed.bonus, 0)


class LayMine(ManeuverKind):
    """The maneuver that lays a mine and fixes its dice, bonuses and cards (rules 17.2)."""

    name = "attack"
    words = (LAY_MINE,)
    does = "laying a mine"
    ground = Ground.MINES

    def why_not(self, game: GameState, ship: Ship, power: int) -> Refused | None:
        """Return why the ship may not use its mines, or cannot pay for one with this much power; or None."""
        if is_silenced(game, ship.seat, MINES):
            return "10.1", "Your mines may not be used now"
        needed = power + attack_cost(game, ship.seat)
        return power_short(ship, MINES, needed, "That mine") if needed else None

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return the phrase if the ship has usable mines and there is a hex for one."""
        if MINES not in ship.card.weapons or self.why_not(game, ship, 0) is not None:
            return []
        if why_not_place(game, ship.seat, MINE, ship.at) is None:
            return [LAY_MINE]
        laying = Laying(game, ship)
        return [LAY_MINE] if any(laying.hexes(extra) for extra in laying.extras.values()) else []

    def stage(self, game: GameState, ship: Ship, said: Phrases) -> Question | None:
        """Ask for power, a card for mines, and the hex if a card gives a choice."""
        if len(said) == 1:
            options = phrases.WITH_POWER[: ship.available(MINES) - attack_cost(game, ship.seat) + 1]
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

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Pay for the mine, and take its card from the hand."""
        extra, power = Laying(game, ship).extra_said(said), phrases.parse_option(said[1]).amount
        named = next((option.place for option in map(phrases.parse_option, said[2:]) if option.verb == "in"), None)
        at = named or ship.at
        ship.spend(power + attack_cost(game, ship.seat), MINES)
        cards = () if extra.number is None else (extra.number,)
        for number in cards:
            game.players[ship.seat].hand.remove(number)
        effects = () if extra.face is None else numbers(extra.face.effects)
        titles = [game.cards[number].title for number in cards]
        game.tell(MineAnnounced, seat=ship.seat, power=power, card=titles[0] if titles else None, at=list(at))
        return Announced(LayingMine(ship.seat, at, power, cards, effects), cards)

    def refusal(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why no mine can be laid: no usable mines, no power, no such card, or no room."""
        if MINES not in ship.card.weapons:
            return "2.1", f"{ship.card.title} has no mines"
        said = line[1:]
        places = [option for option in said if option.verb == "in"]
        cards = [option for option in said if option.subject == "card"]
        powers = [option for option in said if option.subject == "power"]
        if line[0].text != LAY_MINE or said != (*powers[:1], *cards[:1], *places[:1]):
            return "17.2", Advice("A mine is laid in your hex", f"{LAY_MINE} with 1 power")
        card = cards[0] if cards and cards[0].title else None
        found = self.why_not(game, ship, phrases.find_amount(line, "power") or 0)
        found = found or (None if card is None else _why_not_card(game, ship, card.title))
        return found or _why_not_there(game, ship, card, places[0].place if places else ship.at)

    def looked_for(self, game: GameState, ship: Ship) -> Sequence[str]:
        """Return the phrase if the ship has mines."""
        return [LAY_MINE] if MINES in ship.card.weapons else []

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        """Return the cost and the odds of the mine's damage."""
        power = phrases.parse_option(said[1]).amount + attack_cost(game, ship.seat)
        laid = [
            event.facts
            for ending in rehearse_throws(game, said, len(game.stack) - 1)
            for event in ending.events
            if event.kind == MineLaid.kind
        ]
        if not laid:
            return {"power": power}
        dice, bonus = laid[0]["dice"], laid[0]["bonus"]
        return {"power": power, **odds_of(dice, lambda total: max(0, total + bonus))}


def _why_not_card(game: GameState, ship: Ship, title: str) -> Refused | None:
    number = find_in_hand(game, game.players[ship.seat], title)
    if number is None:
        return "10.1", f"You have no {title} in your hand"
    return why_not_added(game, ship, number, gun_of(ship.card))


def _why_not_there(game: GameState, ship: Ship, card: Option | None, at: Hex | None) -> Refused | None:
    """Return why the mine may not lie in the hex (None: in none), with the named card, or None (rules 17.12)."""
    laying = Laying(game, ship)
    extra = laying.extras.get(NO_CARD if card is None else f"and {card.text_after_verb}")
    farther = 0 if extra is None else extra.range
    if at is None or at not in laying.list_near(farther):
        near = f"an explored hex at most {farther} away" if farther else "the hex of its ship"
        return "17.12", f"This mine is laid in {near}"
    return why_not_place(game, ship.seat, MINE, at)


@frame_class
class LayingMine(Frame[GameState]):
    """An announced mine with its `cards` and their `effects`."""

    seat: int
    at: Hex
    power: int
    cards: tuple[int, ...]
    effects: tuple[int, ...]

    def advance(self, game: GameState) -> None:
        """Put the mine there, with dice and bonus from power, bonuses, card and command (rules 2.5, 17.2)."""
        ship = game.ships[self.seat]
        mine = FullAttack(self.seat, seat_ref(self.seat), gun_of(ship.card), (seat_ref(self.seat),), self.power)
        for number in self.cards:
            mine.add(number, self.seat, self.effects)
        below = game.stack[-2] if len(game.stack) > 1 else None
        if isinstance(below, Maneuvered) and below.command is not None:
            mine.add(below.command, self.seat, numbers(game.cards[below.command].effects.top))
        game.stack.pop()
        if why_not_place(game, self.seat, MINE, self.at) is None:
            put_mine(game, self.seat, self.at, *dice_and_bonus(game, mine))


class SetOffMine(AtShipKind):
    """The attack that sets off a mine in the turn in which it was laid, at one ship in its hex (rules 17.13).

    A hex holds one mine, so the target says which mine; the player's own ship may be elsewhere by now.
    """

    name = "attack"
    words = ("set off",)
    does = "setting off a mine"
    ground = Ground.FRESH_MINE
    prefix = f"{SET_OFF}seat "
    system = called = MINES
    bought = "An attack"
    no_ship = ("17.13", "A mine is set off at one ship of its hex, such as set off mine at seat 1")

    def price(self, game: GameState, ship: Ship) -> int:
        """Return what an attack costs (rules 7.3)."""
        return attack_cost(game, ship.seat)

    def why_not(self, game: GameState, ship: Ship, other: Ship) -> Refused | None:
        """Return why no mine can be set off at that ship, or None (rules 10.9, 10.14, 17.13)."""
        if other is ship:
            return "10.14", "You cannot target your own ship"
        if other.out is not None:
            return "17.13", f"{other.card.title} is out of the game"
        mine = mine_at(game, other.at)
        if mine is None or mine.owner != ship.seat:
            return "17.13", f"No mine of yours lies in the hex of {other.card.title}"
        if mine.laid != game.turns:
            return "17.13", "A mine is set off in the turn in which it was laid; now it waits for a ship to enter"
        return may_target(game, ship.seat, other.seat)

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Pay for the attack and announce the mine and the target."""
        target = seat_said(said[0])
        mine = self._find_mine(game, target)
        ship.spend(attack_cost(game, ship.seat), MINES)
        game.tell(AttackAnnounced, seat=ship.seat, target=target, weapon=MINES, title=mine.title, power=0, range=0)
        return Announced(SettingOff(ship.seat, mine.number, target))

    def looked_for(self, game: GameState, ship: Ship) -> Sequence[str]:
        """Return a line for each other ship in a hex with a mine of the player."""
        mined = {piece.at for piece in game.board.placed.values() if piece.kind == MINE and piece.owner == ship.seat}
        return [f"{self.prefix}{other.seat}" for other in game.ships if other is not ship and other.at in mined]

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        """Return the cost and the odds of the mine's damage."""
        return {"power": attack_cost(game, ship.seat), **forecast_score(game, said)}

    def _find_mine(self, game: GameState, target: int) -> Placed:
        """Return the mine that strikes the ship of that seat."""
        mine = mine_at(game, game.ships[target].at)
        assert mine is not None
        return mine


@frame_class
class SettingOff(Frame[GameState]):
    """An announced mine attack, after which the mine is removed (rules 17.13)."""

    seat: int
    mine: int
    target: int
    attacked: bool = False

    def advance(self, game: GameState) -> None:
        """Let the mine attack, then remove it."""
        mine = game.board.placed.get(self.mine)
        if mine is not None and not self.attacked and game.ships[self.target].out is None:
            self.attacked = True
            gun = Gun(MINES, mine.dice, mine.bonus, 0, power_dice=0)
            game.stack.append(FullAttack(self.seat, piece_ref(mine.number), gun, (seat_ref(self.target),)))
            return
        game.stack.pop()
        if mine is not None:
            remove_piece(game, self.mine)
