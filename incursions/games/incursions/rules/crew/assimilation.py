"""Assimilation: a Borg ship takes a tabled piece of equipment or a crew member (rules 15.5, 15.6, 15.9-15.11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from incursions.engine.errors import Advice
from incursions.engine.frames import Frame
from incursions.engine.hexes import distance
from incursions.engine.questions import Question
from incursions.games.incursions.rules.crew.espionage import FAILED, MEMBER, SYSTEMS, Espionage
from incursions.games.incursions.rules.crew.espionage_window import ASSIMILATION
from incursions.games.incursions.rules.crew.people import is_member
from incursions.games.incursions.rules.crew.protection import why_not_taken
from incursions.games.incursions.rules.effects.resolution import set_off
from incursions.games.incursions.rules.events.cards import Assimilated, AssimilationAnnounced
from incursions.games.incursions.rules.plays.on_table import change_sides
from incursions.games.incursions.rules.state.maneuver_kinds import Announced, Ground, ManeuverKind
from incursions.games.incursions.rules.state.phrases import Line
from incursions.games.incursions.rules.state.refs import Ref, card_ref, holder_of, phrases_of, seat_ref
from incursions.games.incursions.rules.systems.cloaking import may_target
from incursions.games.incursions.rules.systems.power import cost, power_short
from incursions.games.incursions.rules.systems.weapons import is_silenced

if TYPE_CHECKING:
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.cards_in_play import Refused
    from incursions.games.incursions.rules.state.seats import Ship

ASSIMILATE = "assimilate"
USUAL_COST, USUAL_RANGE = 3, 0  # rules 15.5


def assimilation_cost(game: Game, ship: Ship) -> int:
    """Return what Assimilation costs this ship now (rules 15.5)."""
    return cost(game, ship.seat, ASSIMILATION, ship.card.definition["systems"][ASSIMILATION].get("power", USUAL_COST))


def can_assimilate(ship: Ship) -> bool:
    """Return True if the ship prints the system (rules 2.1)."""
    return ASSIMILATION in ship.card.definition["systems"]


def why_not_reached(game: Game, ship: Ship, other: Ship) -> Refused | None:
    """Return why nothing aboard the other ship can be taken now: out of the game, too far, or cloaked; or None."""
    if other.out is not None:
        return "15.5", f"{other.card.title} is out of the game"
    far, reach = distance(ship.at, other.at), ship.card.definition["systems"][ASSIMILATION].get("range", USUAL_RANGE)
    if far > reach:
        reaches = "only your own hex" if reach == 0 else f"{reach} hex{'' if reach == 1 else 'es'}"
        return "15.5", f"Your Assimilation reaches {reaches}; {other.card.title} is {far} away"
    return may_target(game, ship.seat, other.seat)


def targets(game: Game, ship: Ship) -> list[Ref]:
    """Return every tabled card that the ship can take now (rules 15.9, 15.11)."""
    found: list[Ref] = []
    for other in game.ships:
        if other is not ship and why_not_reached(game, ship, other) is None:
            player = game.players[other.seat]
            found += [card_ref(card) for card in player.in_play if why_not_taken(game, ship.seat, card) is None]
    return found


class Assimilation(ManeuverKind):
    """The maneuver that takes a tabled card; the card is named when it is announced (rules 15.9)."""

    name = ASSIMILATION
    words = (ASSIMILATE,)
    does = "assimilating"
    ground = Ground.ASSIMILATION

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Return the phrase if the ship has the system, the power and a target in range."""
        if not can_assimilate(ship) or assimilation_cost(game, ship) > ship.available(ASSIMILATION):
            return []
        if is_silenced(game, ship.seat, None):
            return []
        return [ASSIMILATE] if targets(game, ship) else []

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Ask which card to take."""
        if len(said) > 1:
            return None
        options = list(phrases_of(game, targets(game, ship)))
        return Question(ship.seat, "one", "target", options, None, "Assimilate whom or what?", "15.9", said)

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay for the maneuver and return its frame."""
        card, seat = _find_named_card(game, ship, said)
        power = assimilation_cost(game, ship)
        ship.spend(power, ASSIMILATION)
        game.tell(AssimilationAnnounced, seat=ship.seat, target=seat, title=game.cards[card].card.title, power=power)
        return Announced(Assimilating(ship.seat, seat, card))

    def refusal(self, game: Game, ship: Ship, line: Line) -> Refused | None:
        """Return why the ship may not assimilate: system, target, range, protection or power."""
        if not can_assimilate(ship):
            return "15.5", f"{ship.card.title} has no Assimilation: only Borg ships have it"
        if is_silenced(game, ship.seat, None):
            return "10.1", "Your ship may not attack now, and Assimilation is an attack maneuver"
        title, seat, more = line[0].title or line[0].subject, line[0].seat, line[1:]
        if title and line[0].place is not None:
            return "15.11", "Only what is tabled on a ship can be taken, not what is placed in a hex"
        if more and more[-1].subject == "power":
            return "15.5", Advice("Assimilation takes its power by itself", "assimilate TITLE of seat N")
        if seat is None or not title or more:
            return self._nothing_named(game, ship)
        if seat >= len(game.ships):
            return "15.5", f"There is no seat {seat}"
        if seat == ship.seat:
            return "10.14", "Nobody targets his own ship or pieces"
        tabled = [n for n in game.players[seat].in_play if game.cards[n].card.title == title]
        if not tabled:
            return "15.11", f"No {title} is tabled on {game.ships[seat].card.title}"
        found = why_not_reached(game, ship, game.ships[seat]) or why_not_taken(game, ship.seat, tabled[0])
        return found or power_short(ship, ASSIMILATION, assimilation_cost(game, ship), "Assimilation")

    def _nothing_named(self, game: Game, ship: Ship) -> Refused:
        if short := power_short(ship, ASSIMILATION, assimilation_cost(game, ship), "Assimilation"):
            return short
        others = [other for other in game.ships if other is not ship and other.out is None]
        found = (why_not_reached(game, ship, other) for other in others)
        nothing = "15.5", "No equipment and no crew member is tabled in your reach"
        return next((refused for refused in found if refused is not None), nothing)

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return a line for every tabled card of other players that a Borg ship might take."""
        if not can_assimilate(ship):
            return ()
        others = [player for player in game.players if player.seat != ship.seat and game.ships[player.seat].out is None]
        cards = [card_ref(card) for player in others for card in player.in_play]
        return [f"{ASSIMILATE} {phrase}" for phrase in phrases_of(game, cards)]

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        """Return the cost, the score that 2D6 must not exceed to stop it, and the chance of success."""
        card, seat = _find_named_card(game, ship, said)
        odds = attempt_on(game, ship.seat, seat, card).odds(game)
        return {"power": assimilation_cost(game, ship), **odds, "chance": 1 - odds["chance"]}


def _find_named_card(game: Game, ship: Ship, said: tuple[str, ...]) -> tuple[int, int]:
    """Return the card that a complete line names, and the seat that holds it."""
    card = phrases_of(game, targets(game, ship))[said[1]][1]
    seat = holder_of(game, card)
    assert seat is not None
    return card, seat


def attempt_on(game: Game, user: int, seat: int, card: int) -> Espionage:
    """Return the Espionage Evasion that guards the card: crew roll their own, equipment the ship's (rules 15.9)."""
    member = card if is_member(game, card) else None
    return Espionage(user, seat, SYSTEMS if member is None else MEMBER, ASSIMILATION, member=member)


@dataclass(slots=True, eq=False)
class Assimilating(Frame["Game"]):
    """An announced Assimilation of the card `card` on the table of `target`."""

    seat: int
    target: int
    card: int
    outcome: str | None = None
    seat_fields = ("seat", "target")

    @property
    def aim(self) -> Ref:
        """The ship that the Assimilation is aimed at."""
        return seat_ref(self.target)

    def mark(self, name: str, value: Any) -> None:
        """Record the outcome of the Espionage Evasion."""
        self.outcome = value

    def advance(self, game: Game) -> None:
        """Put up the Espionage Evasion; if it fails, move the card to the other side."""
        if self.outcome is None:
            if holder_of(game, self.card) != self.target:
                game.stack.pop()
                return
            game.stack.append(attempt_on(game, self.seat, self.target, self.card))
            return
        game.stack.remove(self)
        if self.outcome == FAILED and holder_of(game, self.card) == self.target:
            to = change_sides(game, self.card, self.seat)
            game.tell(Assimilated, seat=self.seat, target=self.target, title=game.cards[self.card].card.title, to=to)
            set_off(game, "assimilated", self.seat)
