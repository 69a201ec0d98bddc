"""Answers to anything but an attack: windows, events, espionage, beams, wormholes' demands (rules 9, 13, 15)."""

from __future__ import annotations

from incursions.engine import Option, Question
from incursions.games.incursions.bots.bot import Choice
from incursions.games.incursions.bots.full.scene import Scene, card_worth
from incursions.games.incursions.bots.full.table import WIN, Table
from incursions.games.incursions.bots.full.voyaging import worth_of_coming
from incursions.games.incursions.bots.options import decline, find_options, first_but
from incursions.games.incursions.bots.situation import place, points
from incursions.games.incursions.rules.phrases import AUX, parse_line, parse_option
from incursions.games.incursions.rules.picks import GO_ON
from incursions.games.incursions.rules.view import AnnouncementView

WORTH_CANCELLING = 7.0
WORTH_BLOCKING = 5.0  # points of damage
HARMLESS = ("sweep", "break free")  # verbs of lines that name a seat and do nothing to it by themselves
EVENT_DAMAGE = 9.0  # what an event usually deals, where nothing else is known


def window(table: Table, decision: Question) -> Choice:
    """Return a cancelled card to the hand, or cancel what is announced where that is worth a card (rules 13.9)."""
    for play in find_options(decision, "play"):
        card = table.cards.get(play.title)
        if card is not None and "cancelled" in card.effects.by_trigger:
            return Choice(play.text, "a cancelled card comes back")
    announced = table.view["announced"]
    threat = announced[-1] if announced else None
    if threat is None or threat["seat"] == table.seat or threat["cancelled"]:
        return decline(decision, "there is nothing to answer")
    worth, what = threat_worth(table, threat)
    cards = ((answer.text, table.cards.get(answer.title)) for answer in find_options(decision, "play", "use"))
    option = next((text for text, card in cards if card and any(e.verb == "cancel" for e in card.effects)), None)
    if option is not None and worth >= WORTH_CANCELLING:
        return Choice(option, f"{what} would cost about {worth:.0f} points")
    return decline(decision, f"{what} is not worth a card" if option else "nothing in hand answers it")


def threat_worth(table: Table, threat: AnnouncementView) -> tuple[float, str]:
    """Return the cost of an announced line to this seat, and a phrase for it: attacks on it, arrivals in wormholes."""
    line = parse_line(threat["line"])
    extra = 5.0 * (len(threat["cards"]) + (threat["command"] is not None))
    if any(option.seat == table.seat and option.verb not in HARMLESS for option in line):
        power = next((option.amount for option in line if option.subject == "power"), 0)
        value = 5.0 + 3.5 * power + extra if line[0].verb in ("fire", "play", "assimilate") else 4.0
        return value * min(1.5, table.own_scale), "it is aimed at this ship, and"
    if any(option.verb == "to" and option.place in table.holes for option in line):
        return WIN / 6, "the arrival in a wormhole"
    if line[0].verb in ("evade with", "repair"):
        return 0.0, "that"
    return extra * 0.8, "what is announced"


def event(table: Table, decision: Question) -> Choice:
    """Block or lessen an event that hurts."""
    cost = max(-worth_of_coming(table, table.at), EVENT_DAMAGE * table.own_scale * 0.6)
    if cost > (WORTH_BLOCKING if points(table.me) > EVENT_DAMAGE else 0.0):
        for option in find_options(decision, "play"):
            if option.title in table.cards:
                return Choice(option.text, f"the event may cost about {cost:.0f} points")
    return decline(decision, "the event can be borne")


def espionage(table: Table, decision: Question) -> Choice:
    """Answer espionage with anything: it costs more than the card."""
    for option in find_options(decision, "play", "use"):
        return Choice(option.text, "it is the answer to espionage, and good for nothing else")
    return decline(decision, "nothing in hand answers espionage")


def beam(table: Table, decision: Question) -> Choice:
    """Evade a beam with the power that makes it likely, if there is some to spare."""
    for option in find_options(decision, "evade with"):
        if option.amount <= max(1, table.power - 1):
            return Choice(option.text, "a held ship can neither evade nor leave")
    return decline(decision, "no power can be spared against the beam")


def requirement(table: Table, decision: Question) -> Choice:
    """Pay what a wormhole asks: a sixth of a win is worth two power or two cards (rules 1.6)."""
    for spend in find_options(decision, "spend"):
        return Choice(spend.text, f"the roll to leave wins in {table.leave_chance:.0%} of throws")
    discards = find_options(decision, "discard")
    if discards:

        def worth(option: Option) -> float:
            card = table.cards.get(option.title)
            return 0.0 if card is None else card_worth(card, Scene(table))

        missed_least = f"the roll to leave wins in {table.leave_chance:.0%}, and this card is missed least"
        return Choice(min(discards, key=worth).text, missed_least)
    if AUX in decision and table.asked_at(table.at).power > table.power:
        return Choice(AUX, "the wormhole asks for more power than is left")
    return decline(decision, "what the wormhole asks cannot be paid now")


def dominate(table: Table, decision: Question) -> Choice:
    """Play on with a denizen, one with a ship in its hex if there is any."""
    hexes = [place(ship) for ship in table.others]
    near = (option for option in decision if parse_option(option).place in hexes)
    return Choice(next(near, first_but(decision, GO_ON)), "it is all that is left to play")
