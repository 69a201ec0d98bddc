"""Tractor beams and the cloak: whom they hold and hide, what they cost, what ends them (rules 8.6, 8.8, 12.7-12.13)."""

from __future__ import annotations

from collections.abc import Iterable

from incursions.engine.errors import Advice
from incursions.engine.frames import Frame, frame_class
from incursions.engine.hexes import distance
from incursions.engine.questions import Phrases
from incursions.games.incursions.rules.effects.gathering import gives_way, source_place
from incursions.games.incursions.rules.effects.in_force import forces
from incursions.games.incursions.rules.events.movement import BeamEnded, Cloaked, Uncloaked
from incursions.games.incursions.rules.state.board import Source
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.game_state import (
    Announced,
    GameState,
    Ground,
    OnePhraseKind,
    list_holders,
    power_short,
)
from incursions.games.incursions.rules.state.phrases import CLOAK, Line
from incursions.games.incursions.rules.state.seats import Ship
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.systems.power import cost

NOT_KEPT, PARTED, CLOAKED, BROKEN = "not kept", "parted", "cloaked", "broken"  # why a beam ended
TARGET_CLOAKED, KEEP_THE_CLOAK = "target cloaked ships", "keep the cloak"
SEE_EACH_OTHER = frozenset({"Romulan", "Klingon"})  # rules 12.7, 12.13
MANEUVER, HELD, TRANSPORTED, ENDED = "maneuver", "held", "transported", "ended"  # why it ended


def find_towed_ship(game: GameState, ship: Ship) -> Ship | None:
    """Return the ship that follows this one's warp: held by its beam, and not caught (rules 8.8, 9.15); or None."""
    if ship.holds is None:
        return None
    held = game.ships[ship.holds[0]]
    return None if held.caught else held


def let_go(game: GameState, ship: Ship, why: str) -> None:
    """End the ship's beam, if it has one (rules 12.10)."""
    if ship.holds is not None:
        target = ship.holds[0]
        ship.holds = None
        game.tell(BeamEnded, seat=ship.seat, target=target, why=why)


def end_parted_beams(game: GameState) -> None:
    """End every beam whose two ships are not both in the game and in one hex (rules 12.10)."""
    for ship in game.ships:
        if ship.holds is not None:
            held = game.ships[ship.holds[0]]
            if held.at != ship.at or held.out is not None or ship.out is not None:
                let_go(game, ship, PARTED)


def why_not_leave(game: GameState, ship: Ship) -> Refused | None:
    """Return why a beam keeps the ship from leaving its hex by itself, or None (rules 8.6, 12.5)."""
    for other in game.ships:
        if other.holds is not None and other.holds[0] == ship.seat:
            return "8.6", f"{other.card.title} holds you in its tractor beam: break free first"
    return None


def may_target(game: GameState, seat: int, other: int, *, attack: bool = True) -> Refused | None:
    """Return the rule and the reason why a cloak hides the other ship from this seat, or None.

    A sweep opens the ship to attacks alone (rules 10.9, 12.6, 12.7).
    """
    hidden = game.ships[other]
    if hidden.cloak is None or (attack and other in game.ships[seat].swept):
        return None
    if {game.ships[seat].card.race, hidden.card.race} == SEE_EACH_OTHER or _sees_through(game, seat, hidden):
        return None
    if attack:
        return "10.9", f"{hidden.card.title} is cloaked: it cannot be targeted until you sweep for it"
    return "12.7", f"{hidden.card.title} is cloaked, and safe from that"


def _sees_through(game: GameState, seat: int, hidden: Ship) -> bool:
    """Return True if an effect lets the seat target cloaked ships there (rules 10.9)."""
    for force in forces(game, seat, "allow", of=TARGET_CLOAKED):
        within = force.effect.fields.get("within")
        if within is None or distance(source_place(game, force.source, seat), hidden.at) <= within:
            return True
    return False


def cloak_cost(game: GameState, ship: Ship) -> int | None:
    """Return the power that a cloak costs now, as printed or as an effect allows it; None without one (rules 19.9)."""
    printed = ship.card.systems.get("cloak")
    if printed is not None:
        return cost(game, ship.seat, "cloak", printed["power"])
    allowing = forces(game, ship.seat, "allow", of="cloak")
    if not allowing:
        return None
    return cost(game, ship.seat, "cloak", min(force.effect.fields.get("power", 0) for force in allowing))


def cost_to_keep(game: GameState, ship: Ship) -> int:
    """Return the power to keep the cloak: what it was started with, or 0 if it costs none now (rules 7.9, 12.8)."""
    assert ship.cloak is not None
    return 0 if ship.cloak == 0 or cloak_cost(game, ship) == 0 else ship.cloak


def why_not_cloak(game: GameState, ship: Ship, event: Source | None = None) -> Refused | None:
    """Return why the ship cannot cloak with any power, or None (rules 12.5, 12.7); by an `event`, see rules 9.7."""
    if ship.cloak is not None:
        return "12.7", f"{ship.card.title} is cloaked already"
    holders = list_holders(game, ship.seat)
    if holders:
        return "12.7", f"{holders[0].card.title} holds you in its tractor beam: your ship cannot cloak"
    for force in forces(game, ship.seat, "forbid", of="cloak"):
        if event is None or not gives_way(game, force, event):
            return "12.7", f"{game.piece(force.source).title} lets no ship cloak"
    return None


def go_up(game: GameState, ship: Ship, power: int, source: Source | None = None) -> None:
    """Cloak the ship for `power`, as long as its `source` lasts, if it has one. Its beam ends (rules 12.10)."""
    ship.cloak, ship.cloak_from = power, source
    game.tell(Cloaked, seat=ship.seat, power=power)
    let_go(game, ship, CLOAKED)


def drop(game: GameState, ship: Ship, why: str) -> None:
    """End the cloak, if there is one; its power stays spent (rules 12.11)."""
    if ship.cloak is not None:
        ship.cloak = ship.cloak_from = None
        game.tell(Uncloaked, seat=ship.seat, why=why)


def reveal(game: GameState, ship: Ship, *maneuver: str) -> bool:
    """End the cloak because of a maneuver, unless an effect keeps it (rules 12.7, 12.11); return True if it ended.

    `maneuver` are the maneuver's names: its kind, and perhaps the word of its line.
    """
    if ship.cloak is None:
        return False
    for force in forces(game, ship.seat, "allow", of=KEEP_THE_CLOAK):
        if set(maneuver) & set(force.effect.fields.get("maneuver", ())):
            return False
    drop(game, ship, MANEUVER)
    return True


def end_with(game: GameState, source: Source) -> None:
    """End the cloaks that a card or effect gave, because it left the table or ended."""
    for ship in game.ships:
        if ship.cloak is not None and ship.cloak_from == source:
            drop(game, ship, ENDED)


class CloakingDevice(OnePhraseKind[int]):
    """The maneuver that cloaks the ship (rules 12.7)."""

    name = "cloak"
    words = ("cloak",)
    does = "cloaking"
    ground = Ground.MAY_CLOAK

    def candidates(self, game: GameState, ship: Ship) -> Iterable[tuple[str, int]]:
        """Return the phrase with the power that the cloak costs, if the ship has the device."""
        price = cloak_cost(game, ship)
        return [] if price is None else [(CLOAK, price)]

    def why_not(self, game: GameState, ship: Ship, named: int) -> Refused | None:
        return why_not_cloak(game, ship) or power_short(ship, "cloak", named, "The cloak")

    def why_no_candidate(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why the line is refused: the ship has no device, or the line names power."""
        if not self.looked_for(game, ship):
            return "2.1", f"{ship.card.title} has no cloaking device"
        return "7.3", Advice("A cloak takes exactly its power", CLOAK)

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Pay for the cloak and return its frame."""
        price = self.lines(game, ship)[said[0]]
        ship.spend(price, "cloak")
        return Announced(Cloaking(ship.seat, price))

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        return {"power": self.lines(game, ship)[said[0]]}


@frame_class
class Cloaking(Frame[GameState]):
    """An announced cloak."""

    seat: int
    power: int

    def advance(self, game: GameState) -> None:
        """Cloak, unless something forbids it by now."""
        game.stack.pop()
        ship = game.ships[self.seat]
        if why_not_cloak(game, ship) is None:
            go_up(game, ship, self.power)
