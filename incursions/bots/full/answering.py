"""Answers besides defences: windows, events, espionage, beams, what wormholes ask (rules 9, 13, 15)."""

from __future__ import annotations

from typing import Any

from incursions.bots.bot import Choice
from incursions.bots.full.conditions import Scene
from incursions.bots.full.playing import PLAY, USE, card_named
from incursions.bots.full.table import WIN, Table
from incursions.bots.full.voyaging import worth_of_coming
from incursions.bots.full.worth import card_worth
from incursions.bots.options import amount
from incursions.bots.situation import place, points
from incursions.engine import Question
from incursions.engine.hexes import hex_text
from incursions.rules.picks import GO_ON

WORTH_CANCELLING = 7.0
WORTH_BLOCKING = 5.0  # points of damage
EVENT_DAMAGE = 9.0  # what an event usually deals, where nothing else is known


def window(table: Table, decision: Question) -> Choice:
    """Cancel what is announced, where that is worth a card (rules 13.9)."""
    announced = table.view["announced"]
    threat = announced[-1] if announced else None
    if threat is None or threat["seat"] == table.seat or threat["cancelled"]:
        return Choice(decision.least or decision.options[0], "there is nothing to answer")
    worth, what = threat_worth(table, threat)
    option = _canceller(table, decision)
    if option is not None and worth >= WORTH_CANCELLING:
        return Choice(option, f"{what} would cost about {worth:.0f} points")
    return Choice(
        decision.least or decision.options[0], f"{what} is not worth a card" if option else "nothing in hand answers it"
    )


def threat_worth(table: Table, threat: dict[str, Any]) -> tuple[float, str]:
    """What an announced line would cost this seat: attacks on it by their power and cards, arrivals in wormholes."""
    line, words = f"{threat['line']} ", threat["line"].split()
    extra = 5.0 * (len(threat["cards"]) + (threat["command"] is not None))
    if _is_aimed(line, table.seat):
        power = next((int(word) for word in words if word.isdecimal() and words[words.index(word) - 1] == "with"), 0)
        value = 5.0 + 3.5 * power + extra if line.startswith(("fire ", "play ", "assimilate")) else 4.0
        return value * min(1.5, table.own_scale), "it is aimed at this ship, and"
    if any(f"to {hex_text(hole)} " in line for hole in table.holes):
        return WIN / 6, "the arrival in a wormhole"
    if line.startswith(("evade", "repair")):
        return 0.0, "that"
    return extra * 0.8, "what is announced"


def _is_aimed(line: str, seat: int) -> bool:
    return any(word in line for word in (f"at seat {seat} ", f"of seat {seat} ", f"tractor seat {seat} "))


def _canceller(table: Table, decision: Question) -> str | None:
    for option in decision:
        prefix = next((each for each in (PLAY, USE) if option.startswith(each)), None)
        card = None if prefix is None else card_named(table, option, prefix)
        if card is not None and any(effect.verb == "cancel" for effect in card.effects):
            return option
    return None


def cancelled(table: Table, decision: Question) -> Choice | None:
    """A card that is played when own cards were cancelled."""
    for option in decision:
        card = card_named(table, option, PLAY) if option.startswith(PLAY) else None
        if card is not None and "cancelled" in card.effects.by_trigger:
            return Choice(option, "a cancelled card comes back")
    return None


def event(table: Table, decision: Question) -> Choice:
    """Block or lessen an event that hurts."""
    cost = max(-worth_of_coming(table, table.at), EVENT_DAMAGE * table.own_scale * 0.6)
    best, most = None, WORTH_BLOCKING if points(table.me) > EVENT_DAMAGE else 0.0
    for option in decision:
        card = card_named(table, option, PLAY) if option.startswith(PLAY) else None
        if card is not None and cost > most:
            best = Choice(option, f"the event may cost about {cost:.0f} points")
            break
    return best or Choice(decision.least or decision.options[0], "the event can be borne")


def espionage(table: Table, decision: Question) -> Choice:
    """Whatever answers it: an espionage costs more than the card."""
    for option in decision:
        if option.startswith((PLAY, USE)):
            return Choice(option, "it is the answer to espionage, and good for nothing else")
    return Choice(decision.least or decision.options[0], "nothing in hand answers espionage")


def beam(table: Table, decision: Question) -> Choice:
    """Evade a beam with the power that makes it likely, if there is some to spare."""
    options = [option for option in decision if option.startswith("evade with ")]
    wanted = [option for option in options if amount(option) <= max(1, table.power - 1)]
    if not wanted:
        return Choice(decision.least or decision.options[0], "no power can be spared against the beam")
    return Choice(wanted[0], "a held ship can neither evade nor leave")


def requirement(table: Table, decision: Question) -> Choice:
    """What a wormhole asks is paid: a sixth of a win is worth two power or two cards (rules 1.6)."""
    spend = next((option for option in decision if option.startswith("spend ")), None)
    if spend is not None:
        return Choice(spend, f"the roll to leave wins in {table.leave_chance:.0%} of throws")
    discards = [option for option in decision if option.startswith("discard ")]
    if discards:
        best = min(discards, key=lambda option: _kept(table, option))
        return Choice(best, f"the roll to leave wins in {table.leave_chance:.0%}, and this card is missed least")
    if "aux" in decision and table.gate_power(table.at) > table.power:
        return Choice("aux", "the wormhole asks for more power than is left")
    return Choice(decision.least or decision.options[0], "what the wormhole asks cannot be paid now")


def _kept(table: Table, option: str) -> float:
    card = card_named(table, option, "discard ")
    return 0.0 if card is None else card_worth(card, Scene(table))


def escape(table: Table, decision: Question) -> Choice:
    """The ship falls: into a shuttle, or one last answer."""
    options = [option for option in decision if option not in (GO_ON, decision.least)]
    return Choice((options or list(decision.options))[0], "the ship is lost, but not yet the match")


def armour(table: Table, decision: Question) -> Choice:
    """A shuttle takes the hit before the hull does."""
    options = [option for option in decision if option != GO_ON]
    return Choice((options or list(decision.options))[0], "a shuttle is worth less than the ship")


def dominate(table: Table, decision: Question) -> Choice:
    """Play on with a denizen: the one with most in its reach."""
    options = [option for option in decision if option != GO_ON]
    near = [o for o in options if any(f"in {hex_text(place(ship))}" in o for ship in table.others)]
    return Choice((near or options or list(decision.options))[0], "it is all that is left to play")
