"""Refusals of free actions: AUX, diverting, tabling, discarding (rules 6.4, 6.6, 7.4, 7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules import phrases
from incursions.rules.attacks.attack import is_attacked
from incursions.rules.phrases import Line, text_after_verb
from incursions.rules.plays.hand import hand_limit
from incursions.rules.ships import POINTS_PER_DIVERTED_POWER, Ship
from incursions.rules.systems import diverting, power
from incursions.rules.systems.running import running

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.plays.in_play import Refused


def aux(game: Game, ship: Ship, line: Line) -> Refused | None:
    """Return why AUX cannot be used: it serves once in a game, if a card is face down (rules 7.4)."""
    if not game.players[ship.seat].aux:
        return "7.4", "Your AUX power is used up: it serves once in a game"
    if ship.spent:
        return "7.4", "AUX turns up nothing now: your cards that lie face down are out of play"
    return "7.4", "All your power cards are face up already"


def divert(game: Game, ship: Ship, line: Line) -> Refused | None:
    """Return why power cannot be diverted: wrong moment, amount or system (rules 7.5, 7.9, 11.8)."""
    topic = game.decision.topic if game.decision is not None else ""
    wanted = line[1].rest if len(line) > 1 and line[1].verb == "to" else None
    if topic == "discard":
        return "7.5", "Diverted power serves the maneuver that follows, and this turn has none any more"
    if topic == "shield power" or wanted == phrases.SHIELDS:
        return "7.5", "Diverted power serves another system than the shields"
    if topic == "power-up":
        return "7.9", "A system is kept with power cards; diverted power serves the maneuver that follows"
    if topic == "tractor beam" and wanted is not None:
        return "12.5", "Only an evasion answers a tractor beam: divert to evasion"
    return _refuse_points(game, ship, line[0].amount) or _refuse_system(game, ship, wanted)


def _refuse_points(game: Game, ship: Ship, points: int) -> Refused | None:
    """Return why these points cannot be diverted: only whole fives, never the last points (rules 7.9); or None."""
    diversion = power.diversion(game, ship)
    each = diversion.points
    if points == 0 or points % each:
        whole = "fives" if each == POINTS_PER_DIVERTED_POWER else f"parts of {each}"
        return "7.9", f"Points are diverted in whole {whole}, such as divert {2 * each} to repair"
    most = each * power.diversions_left(ship, diversion)
    if points <= most:
        return None
    stays = "" if ship.hull else ", and the ship's last point stays"
    if most == 0:
        return "7.9", f"There is too little to divert: your shields have {ship.shields}{stays}"
    return "7.9", f"You can divert {most} points: your shields have {ship.shields}{stays}"


def _refuse_system(game: Game, ship: Ship, wanted: str | None) -> Refused:
    """Return the systems that power can be diverted to, as a refusal (rules 7.5, 11.8)."""
    attacked = is_attacked(game)
    systems = diverting.DEFENDING_SYSTEMS if attacked else diverting.maneuvering_systems(game, ship)
    named = [phrases.SYSTEM_WORDS.get(name, name) for name in systems]
    if attacked and wanted is not None:
        return "11.8", f"Under attack power answers through {' or '.join(named)}, and through the shields"
    return "7.5", f"Power can be diverted to {', '.join(named)}"


def keep(game: Game, ship: Ship, line: Line) -> Refused | None:
    """Return why no system can be kept or dropped: only at power-up, and only a running one (rules 7.2)."""
    if game.decision is not None and game.decision.topic == "power-up":
        system = running(game, ship)
        named = "No system" if system is None else f"Your {system.system}"
        return "7.2", f"{named} runs, and {text_after_verb(line)} does not"
    return "7.2", "Power for a running system is turned down again at your power-up, at no other moment"


def discard(game: Game, ship: Ship, line: Line) -> Refused | None:
    """Return why the card cannot be discarded: only at the discard step and from the hand (6.4), no officer (14.7)."""
    tabled = (game.cards[number].card for number in game.players[ship.seat].tabled)
    title = text_after_verb(line)
    if any(card.is_crew and card.title == title for card in tabled):
        return "14.7", f"{title} serves on the table: an officer is not replaced at will"
    if game.decision is not None and game.decision.topic != "discard":
        return "6.4", f"Cards are discarded at the end of your turn, down to {hand_limit(game, ship.seat)}"
    return "2.7", f"You have no {title} in your hand"


def looked_for(game: Game, ship: Ship, topic: str) -> list[str]:
    """Return free actions that a player would look for: AUX, diverting, and cards tabled without a maneuver."""
    tried: list[str] = []
    if topic in ("maneuver", "discard"):
        cards = (game.cards[number].card for number in game.players[ship.seat].hand)
        tried += dict.fromkeys(phrases.TABLE + card.title for card in cards if card.is_tabled_when_drawn)
    if topic in ("maneuver", "defence"):
        tried.append(f"{phrases.DIVERT}{power.diversion(game, ship).points}")
    return [*tried, phrases.AUX] if topic in ("maneuver", "defence", "shield power", "discard") else tried
