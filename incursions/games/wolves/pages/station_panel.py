"""The panels of a station view: stations as cards with crew as tokens, the hold, and supply (rules W4, W7, W9, W11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from incursions.games.wolves.pages.judging import Act, Blank, Field, Judge
from incursions.games.wolves.rules.content.definitions import (
    ACTION,
    ANY_CREW,
    CARD,
    COMBAT,
    LEVELS,
    MUSTER,
    PASSIVE,
    RESOURCES,
    Amounts,
    DamageCard,
    Effect,
    StationKind,
    Vessel,
)
from incursions.games.wolves.rules.morale import LEVEL_MODIFIERS, SUPPLIED
from incursions.games.wolves.rules.state import MUSTER as MUSTER_PHASE
from incursions.games.wolves.rules.state import UP, VesselState
from incursions.games.wolves.rules.stations import AND, HEALS, MESSAGE, OTHER
from incursions.kit.words import format_count

TIMINGS = {
    MUSTER: "at muster",
    ACTION: "",
    COMBAT: "in Fleet rounds",
    PASSIVE: "works by itself",
    CARD: "with a card",
}
ON_THE_CARD = ("W12.6", "W22.4")
"""The rules of refusals that a card of the panel shows already: damage and riots."""
ALONE_HERE = "No other vessel is where yours is"
"""The reason why a separated vessel does nothing for others."""
FEWEST_ALIKE = 2
"""The fewest stations that are refused for the same reason for which the panel says it once."""


class Token(NamedTuple):
    """A crew counter as it lies on a station."""

    letter: str
    training: str
    is_used: bool
    is_wounded: bool

    @property
    def words(self) -> str:
        """The counter in words."""
        return f"{self.training}{', used' if self.is_used else ''}{', wounded' if self.is_wounded else ''}"


class Damage(NamedTuple):
    """A damage card on a station: what is left of the station, and what repair takes."""

    title: str
    does: str
    repair: str


class Card(NamedTuple):
    """A station as a card of the panel; `repair` mends it. `is_for_orders`: Orders heal or disperse a riot there."""

    title: str
    timing: str
    words: str
    needs: str
    gives: str
    crew: list[Token]
    is_spent: bool
    damage: Damage | None
    riot: str
    act: Act | Blank | None
    repair: Act | None
    is_for_orders: bool

    @property
    def is_quiet(self) -> bool:
        """True if there is nothing to see or do: it works by itself, and nothing lies on it."""
        return self.timing == TIMINGS[PASSIVE] and not self.crew and self.damage is None and not self.riot


class Level(NamedTuple):
    """A level of supply: its cost, its modifier of the morale roll, and the order that sets it."""

    name: str
    cost: int
    modifier: int
    is_set: bool
    act: Act


class Panel(NamedTuple):
    """A panel as a seat sees it, with orders if it is that of its team; `quiet` are stations with nothing on them.

    `refusal` is what bars most of its stations, as a rule and a reason, and `legend` explains the tokens.
    """

    name: str
    is_own: bool
    hold: list[tuple[str, int]]
    refusal: tuple[str, str]
    cards: list[Card]
    legend: str
    quiet: list[Card]
    supply: list[tuple[str, list[Level]]]
    units: list[Mapping[str, Any]]
    shuttles: list[Mapping[str, Any]]
    counted: int
    parties: int


def describe_amounts(amounts: Amounts) -> str:
    """Return amounts in words: "1 water, 2 ore"."""
    return ", ".join(f"{number} {name}" for name, number in amounts.items())


def describe_crew_needs(needs: Amounts) -> str:
    """Return the crew that a station takes: "1 crew", "1 engineer"."""
    return ", ".join(f"{number} {'crew' if training == ANY_CREW else training}" for training, number in needs.items())


def make_token(counter: Any) -> Token:
    """Return a counter of a view as a token."""
    training, is_used, is_wounded = counter
    return Token(training[0].upper(), training, is_used, is_wounded)


def make_panel(judge: Judge, name: str, seen: Mapping[str, Any], *, is_own: bool) -> Panel:
    """Return a panel of a view."""
    content = judge.game.content
    printed = content.fleet.vessels[name]
    cards = [_make_card(judge, printed, station, is_own=is_own) for station in seen["stations"].values()]
    refusal = find_common_refusal(cards)
    return Panel(
        name=name,
        is_own=is_own,
        hold=[(resource, seen["hold"][resource]) for resource in RESOURCES],
        refusal=refusal,
        cards=[hide_refusal(card, refusal) for card in cards if not card.is_quiet],
        legend=describe_tokens([token for card in cards for token in card.crew]),
        quiet=[card for card in cards if card.is_quiet],
        supply=[(resource, _list_levels(judge, printed, seen, resource)) for resource in SUPPLIED] if is_own else [],
        units=[unit for unit in seen["units"] if unit["status"] != "destroyed"],
        shuttles=seen["shuttles"],
        counted=seen["counted"],
        parties=seen["parties"],
    )


def find_common_refusal(cards: Sequence[Card]) -> tuple[str, str]:
    """Return the rule and reason that bar at least half of the stations that are used; two empty texts if none does."""
    acts = [card.act for card in cards if card.act is not None]
    refusals = Counter((act.rule, act.reason) for act in acts if not act.is_legal)
    refusal, number = refusals.most_common(1)[0] if refusals else (("", ""), 0)
    return refusal if number >= FEWEST_ALIKE and 2 * number >= len(acts) else ("", "")


def hide_refusal(card: Card, refusal: tuple[str, str]) -> Card:
    """Return a card without the orders that are refused for what the panel, or the card itself, says already."""
    if card.act is not None and _says_again(card.act, refusal):
        card = card._replace(act=None)
    if card.repair is not None and _says_again(card.repair, refusal):
        card = card._replace(repair=None)
    return card


def _says_again(act: Act | Blank, refusal: tuple[str, str]) -> bool:
    return not act.is_legal and (act.rule in ON_THE_CARD or (act.rule, act.reason) == refusal)


def describe_tokens(tokens: Sequence[Token]) -> str:
    """Return what the letters and marks of these tokens mean."""
    words = list(dict.fromkeys(f"{token.letter} {token.training}" for token in tokens))
    words += ["hatched: used this turn"] * any(token.is_used for token in tokens)
    words += ["red stripe: wounded"] * any(token.is_wounded for token in tokens)
    return " · ".join(words)


def describe_repair(card: DamageCard, discount: int = 0) -> str:
    """Return what a repair takes, with the vessel's discount on materials (rules W12.7)."""
    return f"{format_count(card.engineers, 'engineer')}, {max(0, card.materials - discount)} materials"


def list_patients(judge: Judge, vessel: VesselState) -> list[str]:
    """Return who can be healed aboard a vessel: wounded crew by station, and damaged units (rules W9.7, W17.3)."""
    wounded = [f"{each.training} of {station.title}" for station, each in vessel.all_crew if each.is_wounded]
    damaged = [unit.name for unit in judge.game.state.onfoot_aboard(vessel.name) if unit.status == "damaged"]
    return list(dict.fromkeys([*wounded, *damaged]))


def has_verb(kind: StationKind, verb: str) -> bool:
    """Return True if an effect of a kind of station has this verb."""
    return any(effect.verb == verb for effect in kind.effects)


def _make_card(judge: Judge, printed: Vessel, station: Mapping[str, Any], *, is_own: bool) -> Card:
    kind = judge.game.content.stations[station["kind"]]
    on_vessel = next(each for each in printed.stations if each.title == station["title"])
    gives, title = describe_amounts(kind.outputs), station["title"]
    card = judge.game.content.damage.get(station["card"])
    return Card(
        title=title,
        timing=TIMINGS[kind.timing],
        words="" if gives else kind.text,
        needs=", ".join(filter(None, (describe_crew_needs(on_vessel.needs), describe_amounts(kind.inputs)))),
        gives=gives,
        crew=[make_token(counter) for counter in station["crew"]],
        is_spent=station["uses"] >= station["allowed"],
        damage=None if card is None else _describe_damage(card),
        riot=station["riot"],
        act=_make_use(judge, printed, title, kind) if is_own else None,
        repair=_make_repair(judge, printed.name, title, card) if is_own and card is not None else None,
        is_for_orders=is_own and _is_for_orders(judge, printed.name, kind, station["riot"]),
    )


def _make_repair(judge: Judge, name: str, title: str, card: DamageCard) -> Act:
    discount = judge.game.state.vessels[name].cheap_repairs
    return judge.act(f"repair {title}", f"Repair: {describe_repair(card, discount)}")


def _is_for_orders(judge: Judge, name: str, kind: StationKind, riot: str) -> bool:
    """Return True if Orders have what is done at a station: units disperse a riot, a sickbay heals patients."""
    return riot == UP or (has_verb(kind, HEALS) and bool(list_patients(judge, judge.game.state.vessels[name])))


def _describe_damage(card: DamageCard) -> Damage:
    """Return a damage card with what goes on until repair, in words (rules W12.3, W12.6)."""
    left = describe_amounts(card.still_outputs)
    words = [f"It still gives {left}." if left else "It does not work."]
    words += [_describe_ongoing(effect) for effect in card.ongoing]
    return Damage(card.title, " ".join(words), describe_repair(card))


ONGOING = {"drain": "Lost each turn", "morale_roll": "Morale rolls"}
LOCKS = {
    "map": "The vessel stays in its quadrant.",
    "shuttles": "Its shuttles do not fly.",
    "draw_destination": "No destination is drawn.",
    "presidential_order": "No urgent order goes to the Admiral.",
    "fleet_message": "No message goes to the captains.",
}
"""What a damage card keeps a vessel from doing, as panels say it."""


def _describe_ongoing(effect: Effect) -> str:
    """Return what goes on until a repair, as a sentence (rules W12.3)."""
    if effect.verb == "lock":
        return " ".join(LOCKS.get(word, f"Locked: {word.replace('_', ' ')}.") for word in effect.words)
    value = describe_amounts(effect.amounts) or ", ".join(effect.words) or f"{effect.number:+}"
    return f"{ONGOING.get(effect.verb, effect.verb.replace('_', ' '))}: {value}."


def _make_use(judge: Judge, printed: Vessel, title: str, kind: StationKind) -> Act | Blank | None:
    """Return the order that uses a station; None for one that is not used like that."""
    if kind.timing == MUSTER:
        label = "Crew at muster" if judge.game.state.phase == MUSTER_PHASE else "Order for the next muster"
        return judge.act(f"crew the {title} at muster", label)
    if kind.timing != ACTION or has_verb(kind, HEALS):
        return None
    others = sum(effect.whom == OTHER for effect in kind.effects)
    if others:
        return _make_use_for_others(judge, printed, title, others)
    if has_verb(kind, MESSAGE):
        words = Field("words", "Message to all captains", longest=300)
        return judge.blank(f"use {title} for {{words}}", "Send", [words])
    return judge.act(f"use {title}", "Use")


def _make_use_for_others(judge: Judge, printed: Vessel, title: str, number: int) -> Act | Blank:
    """Return the order that uses a station for other vessels of the group (rules W11.1)."""
    names = [(name, name) for name in list_group(judge, printed.name) if name != printed.name]
    if not names:
        return Act(f"use {title}", "Use", "W18.12", ALONE_HERE)
    fields = [Field("first", "For", names)]
    text = f"use {title} for {{first}}"
    if number > 1:
        fields.append(Field("second", "and", [("", "nobody else"), *names], may_be_empty=True))
        text += f"[{AND}{{second}}]"
    return judge.blank(text, "Use", fields)


def list_group(judge: Judge, name: str) -> list[str]:
    """Return the vessels that are where a vessel is; everybody knows who is separated."""
    state = judge.game.state
    return [other.name for other in state.group_of(state.vessels[name])]


def _list_levels(judge: Judge, printed: Vessel, seen: Mapping[str, Any], resource: str) -> list[Level]:
    """Return the levels of supply with their costs; time and place are judged once (rules W4.4, W4.5)."""
    costs = judge.game.content.fleet.rations[printed.rations]
    level = seen["supply"].get(resource, LEVELS[0])
    held = seen["hold"][resource] + costs.get(level, 0)
    rule, reason = judge.refuse(f"supply {resource} at {LEVELS[0]}")
    levels = []
    for name in LEVELS:
        cost = costs.get(name, 0)
        why = (rule, reason) if reason or cost <= held else ("W4.4", f"takes {cost}, and you have {held}")
        act = Act(f"supply {resource} at {name}", name, *why)
        levels.append(Level(name, cost, LEVEL_MODIFIERS[name], name == level, act))
    return levels


def describe_odds(content_odds: Mapping[int, int], morale: int) -> str:
    """Return the odds of a riot at a level of morale (rules W22.1)."""
    highest = content_odds[morale]
    return f"riot on 1 to {highest}" if highest > 1 else "riot on 1" if highest else "no riot"
