"""How a captain answers in Full and Tournament: always one of the options, stage by stage, so that it is always legal.

The plans of Basic say what to do with ship and power; what goes beyond them has simple answers: officers and equipment
are tabled, an order is given before an attack, an attack is cancelled, burdens are removed, and the least valuable
cards are discarded.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from incursions.bots.bot import Choice
from incursions.bots.defence import add_shield_power, answer_attack
from incursions.bots.options import amount, card_of, first, nature_of
from incursions.bots.plans import PLANS, spare_power
from incursions.bots.ship_systems import keep_running, least_power, use_systems
from incursions.bots.situation import Situation, points
from incursions.engine import Question
from incursions.rules.picks import GO_ON

Answer = Callable[[Situation, Question, Random], Choice]

MUCH = 10  # points: an attack that costs so many is worth a card
FULL_HAND = 6
WORTH = {"Crew": 5, "Defence": 4, "Attack": 3, "Command": 2, "Tactical": 1}
NOTHING_TO_LOSE = 0.5  # of its points: below this a captain blocks whatever comes
CANCELS = "cancel"
DECLINE = "decline"


def answer(situation: Situation, decision: Question, rng: Random) -> Choice:
    """One of the options of whatever is asked."""
    if decision.said:
        return go_on(situation, decision, rng)
    found = _ANSWERS.get(decision.topic)
    return found(situation, decision, rng) if found is not None else first_or_least(situation, decision, rng)


def first_or_least(situation: Situation, decision: Question, rng: Random) -> Choice:
    """Nothing, where nothing need be done; else what stands first."""
    return Choice(decision.least or decision.options[0], "nothing better is known")


def accept(situation: Situation, decision: Question, rng: Random) -> Choice:
    """The first thing that is offered."""
    offered = [option for option in decision if option not in (GO_ON, decision.least)]
    return Choice((offered or decision.options)[0], "it is there to be used")


# --- one's own turn ---------------------------------------------------------------------------------------------------


def maneuver(situation: Situation, decision: Question, rng: Random) -> Choice:
    """What comes free first; then what frees the ship; then the plans of Basic, with orders before an attack."""
    officer = first(decision, "table ", lambda option: _is_free(situation, option))
    if officer is not None:
        return Choice(officer, "it enters play without a maneuver")
    escape = first(decision, "roll to escape")
    if escape is not None:
        return Choice(escape, "to be free again")
    planned = _planned(situation, decision, rng)
    system = use_systems(situation, decision, planned)
    if system is not None:
        return system
    if planned is not None and planned.text.startswith("fire "):
        return _order(situation, decision) or _aux(situation, decision) or planned
    return _besides_plans(situation, decision) or planned or first_or_least(situation, decision, rng)


def _is_free(situation: Situation, option: str) -> bool:
    """Is the card tabled without a maneuver (rules 6.6)?"""
    card = card_of(situation, option)
    return card is not None and card["play_method"] == "Table when drawn"


def _planned(situation: Situation, decision: Question, rng: Random) -> Choice | None:
    """The first plan of Basic that begins with an option; no more than that option is said now."""
    for plan in PLANS:
        choice = plan(situation, rng)
        option = None if choice is None else _begun(choice.text, decision)
        if choice is not None and option is not None:
            return Choice(option, choice.reason)
    return None


def _begun(line: str, decision: Question) -> str | None:
    """The longest option that the line begins with."""
    fitting = [option for option in decision if f"{line} ".startswith(f"{option} ")]
    return max(fitting, key=len, default=None)


def _besides_plans(situation: Situation, decision: Question) -> Choice | None:
    """What only Full has, where no attack is planned: burdens go, officers are fetched, cards come into play."""
    for prefix in ("break free", "remove ", "recover ", "assimilate", "attack with "):
        option = first(decision, prefix)
        if option is not None:
            return Choice(option, "it is there to be done")
    if situation.left and situation.at not in situation.holes:
        option = first(decision, "table ")
        if option is not None:
            return Choice(option, "equipment serves for the rest of the match")
    if len(situation.view["hand"]) >= FULL_HAND:
        option = first(decision, "play ", lambda option: _is_maneuver(situation, option))
        if option is not None:
            return Choice(option, "the hand is full")
    return None


def _order(situation: Situation, decision: Question) -> Choice | None:
    """A command laid ready before an attack, if none lies there (rules 13.6)."""
    if situation.view["players"][decision.seat]["commands"]:
        return None
    option = first(decision, "play ", lambda option: _attaches(situation, option))
    return None if option is None else Choice(option, "an order for the attack")


def _attaches(situation: Situation, option: str) -> bool:
    card = card_of(situation, option)
    return card is not None and card["attaches_to"] in ("any", "attack")


def _is_maneuver(situation: Situation, option: str) -> bool:
    card = card_of(situation, option)
    return card is not None and card["nature"] != "Command" and card["play_method"] != "Play any time"


def _aux(situation: Situation, decision: Question) -> Choice | None:
    return Choice("aux", "no power is left for the attack") if "aux" in decision and not situation.power else None


# --- stages of a line -------------------------------------------------------------------------------------------------


def go_on(situation: Situation, decision: Question, rng: Random) -> Choice:
    """The next phrase: as the plan has it, else by what it is about."""
    said = " ".join(decision.said)
    for plan in PLANS:
        choice = plan(situation, rng)
        if choice is not None and f"{choice.text} ".startswith(f"{said} "):
            rest = choice.text[len(said) :].strip()
            option = _begun(rest, decision)
            if option is not None:
                return Choice(option, choice.reason)
    power = least_power(situation, decision)
    if power is not None:
        return power
    if decision.topic == "target":
        return _target(situation, decision)
    if decision.topic == "power":
        return _power(situation, decision)
    if any("card " in option for option in decision):
        return Choice(decision.options[-1], "a card makes it stronger")
    return first_or_least(situation, decision, rng)


def _target(situation: Situation, decision: Question) -> Choice:
    """The weakest of the others, else anything but one's own."""
    by_seat = {f"at seat {ship['seat']}": ship for ship in situation.others}
    ships = [option for option in decision if option in by_seat]
    if ships:
        return Choice(min(ships, key=lambda option: points(by_seat[option])), "the weakest of them")
    own = f"of seat {decision.seat}"
    others = [option for option in decision if own not in option and option != f"at seat {decision.seat}"]
    return Choice((others or decision.options)[0], "it stands first")


def _power(situation: Situation, decision: Question) -> Choice:
    """As much as can be spared."""
    wanted = [option for option in decision if amount(option) <= spare_power(situation)]
    return Choice((wanted or [decision.least or decision.options[0]])[-1], "power that can be spared")


# --- others' turns ----------------------------------------------------------------------------------------------------


def defence(situation: Situation, decision: Question, rng: Random) -> Choice:
    """A card against an attack that costs much; else what pays in Basic, if that is on offer."""
    attack = situation.view["attack"]
    if attack is None or (attack.get("at") or ["seat"])[0] != "seat":
        return first_or_least(situation, decision, rng)
    card = first(decision, "play ", lambda option: nature_of(situation, option) == "Defence")
    if card is not None and attack["score"] >= MUCH:
        return Choice(card, "the attack is worth a card")
    choice = answer_attack(situation)
    option = _begun(choice.text, decision)
    return first_or_least(situation, decision, rng) if option is None else Choice(option, choice.reason)


def shield_power(situation: Situation, decision: Question, rng: Random) -> Choice:
    """After the defence: as much power on the shields as pays."""
    choice = add_shield_power(situation) if situation.view["attack"] else None
    if choice is not None and choice.text in decision:
        return choice
    return first_or_least(situation, decision, rng)


def window(situation: Situation, decision: Question, rng: Random) -> Choice:
    """Pass, unless an attack on this ship can be cancelled (rules 13.9)."""
    announced = situation.view["announced"]
    threat = announced[-1] if announced else None
    if threat and threat["seat"] != decision.seat and not threat["cancelled"] and _is_aimed(threat, decision.seat):
        option = first(decision, "play ", lambda option: _cancels(situation, option))
        if option is not None:
            return Choice(option, "it is aimed at this ship")
    return Choice(GO_ON, "nothing that is worth a card")


def _is_aimed(threat: dict[str, Any], seat: int) -> bool:
    words = (f"at seat {seat} ", f"of seat {seat} ", f"tractor seat {seat} ")
    return any(word in f"{threat['line']} " for word in words)


def _cancels(situation: Situation, option: str) -> bool:
    card = card_of(situation, option)
    return card is not None and CANCELS in card["text"].lower()


def event(situation: Situation, decision: Question, rng: Random) -> Choice:
    """A ship that is hurt blocks what comes."""
    me = situation.me
    hurt = points(me) < NOTHING_TO_LOSE * (me["hull_maximum"] + me["shields_maximum"])
    card = first(decision, "play ", lambda option: nature_of(situation, option) == "Defence") if hurt else None
    return first_or_least(situation, decision, rng) if card is None else Choice(card, "the ship could not bear more")


def espionage(situation: Situation, decision: Question, rng: Random) -> Choice:
    """Whatever answers it."""
    card = first(decision, "play ", lambda option: nature_of(situation, option) == "Defence")
    return first_or_least(situation, decision, rng) if card is None else Choice(card, "it stops the espionage")


def power_up(situation: Situation, decision: Question, rng: Random) -> Choice:
    """A beam may be kept, all else is let go."""
    return keep_running(situation, decision) or first_or_least(situation, decision, rng)


def beam(situation: Situation, decision: Question, rng: Random) -> Choice:
    """Evade the beam with the least power."""
    option = first(decision, "evade with ")
    return first_or_least(situation, decision, rng) if option is None else Choice(option, "not to be held")


def discard(situation: Situation, decision: Question, rng: Random) -> Choice:
    """The card that is worth least: one of several alike before others, then by nature."""
    free = first(decision, "table ")
    if free is not None:
        return Choice(free, "it enters play instead")
    hand: list[str] = situation.view["hand"]
    cards = {card["title"]: card for card in situation.view["cards_in_hand"]}
    options = [option for option in decision if option.startswith("discard ")] or list(decision)

    def worth(option: str) -> tuple[int, int]:
        title = option.removeprefix("discard ")
        return -hand.count(title), WORTH.get(cards.get(title, {}).get("nature", ""), 0)

    return Choice(min(options, key=worth), "it will be missed least")


_ANSWERS: dict[str, Answer] = {
    "maneuver": maneuver,
    "defence": defence,
    "shield power": shield_power,
    "answer": window,
    "event": event,
    "espionage": espionage,
    "tractor beam": beam,
    "power-up": power_up,
    "discard": discard,
    "use": accept,
    "pick": accept,
    "dominate": accept,
    "target": accept,
    "escape": accept,
    "armour": accept,
    "requirement": accept,
}
