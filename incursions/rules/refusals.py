"""Refusals: for every line that a player might try, the rule and a reason in a player's words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from incursions.engine.errors import Advice, Reason, Refusal
from incursions.engine.hexes import DIRECTIONS, distance, neighbours, parse_hex
from incursions.rules import phrases
from incursions.rules.attacks.attack import is_attacked
from incursions.rules.hexes.charting import can_explore
from incursions.rules.hexes.refused_movement import steps_to, why_not_that_side, why_nothing_to_explore
from incursions.rules.maneuver_kinds import first_word
from incursions.rules.maneuvers import Maneuver, answered_by, wrong_moment
from incursions.rules.phrases import CONCEDE, is_stop
from incursions.rules.placed.commanding import NOT_WITH_A_SHIP
from incursions.rules.plays import bound_maneuvers, refused_besides, refused_plays, stops
from incursions.rules.ships import CONCEDED, Ship, warp_reach, weapon_range
from incursions.rules.systems import refused_repair
from incursions.rules.systems.power import power_short
from incursions.rules.systems.tractor_evasion import TractorEvasion

if TYPE_CHECKING:
    from re import Match

    from incursions.rules.game import Game
    from incursions.rules.printed.pieces import Weapon

Explainer = Callable[["Game", Ship, "Match[str]"], tuple[str, str] | None]

_AMOUNT = re.compile(r"(?:with|and|add) (\d+) power|(?:with|and) range (\d+)")
_BEYOND_BASIC = re.compile(
    r"(lay mine|set off|tractor|break free|sweep|cloak|keep|drop|assimilate|divert|aux|play|use|table|discard|remove"
    r"|recover|place|move|take back|attack with|dominate|roll to escape|spend|(?:set|clear) stop)\b|.*\bcard\b"
)

_FORFEIT = re.compile(r"forfeit seat (\d{1,4})")
_VERDICT = re.compile(r"adjudicate for seat (\d{1,4})")


def refusal(game: Game, seat: int | None, text: str) -> Refusal:
    """Return why the seat cannot play `text` now. Assumes that it cannot."""
    if seat is None:
        return Refusal(text, *_refuse_house(game, text))
    if not 0 <= seat < len(game.ships):
        return Refusal(text, "", f"There is no seat {seat}")
    ship = game.ships[seat]
    question = game.decision
    if ship.out is not None and (question is None or question.seat != seat or text == CONCEDE):
        how, rule = ("has conceded", "19.4") if ship.out == CONCEDED else ("is destroyed", "19.3")
        return Refusal(text, rule, f"{ship.card.title} {how}: its player is out of the game")
    if is_stop(text) and game.has_cards:
        return Refusal(text, *stops.refusal(game, seat, text))
    if question is not None and question.seat != seat:
        asked = game.ships[question.seat].card.title
        reason = f"{asked}, seat {question.seat}, is asked now, not seat {seat}"
        return Refusal(text, "6.1", Reason(reason, f"{asked} is asked now, not you"))
    said = question.said if question is not None else ()
    explains = getattr(game.stack[-1], "refusal", None) if game.stack else None
    found = None if explains is None else explains(game, text)
    if found is not None:  # the question explains itself
        return Refusal(text, *found)
    for line in dict.fromkeys((text, " ".join([*said, text]))):  # a line of its own, or the next phrase of one
        found = _refuse_by_kind(game, ship, line)
        if found is not None:
            return Refusal(text, *found)
        for pattern, explain in _EXPLAINERS:
            match = pattern.match(line)
            found = explain(game, ship, match) if match is not None else None
            if found is not None:
                return Refusal(text, *found)
    return Refusal(text, "", f"{text!r} is no action here; the options are listed")


def _refuse_house(game: Game, text: str) -> tuple[str, str]:
    """Return why the house cannot do this: it answers for nobody, and a player who is out cannot forfeit (19.4)."""
    match = _FORFEIT.fullmatch(text) or _VERDICT.fullmatch(text)
    if match is None:
        return "", f"The house cannot {text!r} here"
    if int(match[1]) >= len(game.ships):
        return "", f"There is no seat {match[1]}"
    return "19.4", f"{game.ships[int(match[1])].card.title} is out of the game already"


def _refuse_seat(game: Game, ship: Ship, match: Match[str]) -> tuple[str, str]:
    """Return why a seat cannot stop a match or concede for another player (rules 19.8, 21.3)."""
    if match[0] == "time":
        return "21.3", "Nobody but the house says that time is up"
    return "19.8", Advice("A player concedes for himself alone", CONCEDE)


def _refuse_power(ship: Ship, text: str, system: str, *, bought: str = "") -> tuple[str, str] | None:
    """Refuse too much power for a system, summed over the whole line; None if it suffices."""
    asked = sum(int(power or further) for power, further in _AMOUNT.findall(text))
    return power_short(ship, system, asked, bought or "That")


def _refuse_by_kind(game: Game, ship: Ship, line: str) -> tuple[str, str] | None:
    """Return the refusal of the kind of maneuver whose lines begin like this one, or None."""
    kind = game.kind_of.get(first_word(line))
    if kind is None or not game.has_cards:
        return None
    wrong = wrong_moment(game, kind.does) if kind.own_turn_only else None
    asked = isinstance(game.stack[-1] if game.stack else None, Maneuver)
    if wrong is None and asked and first_word(line) != "play":  # a played card has a more precise reason
        wrong = bound_maneuvers.why_not(game.turn, ship.seat, kind.name, line)
    return wrong or kind.refusal(game, ship, line)


def _refuse_explore(game: Game, ship: Ship, match: Match[str]) -> tuple[str, str] | None:
    found = wrong_moment(game, "exploring")
    if found is not None:
        return found
    found = why_nothing_to_explore(game, ship)
    if found is not None:
        return found
    direction, rest = match[1], match[2]
    if rest and direction in DIRECTIONS:
        return "8.7", "Exploring takes one side and no power"
    return why_not_that_side(game, ship, direction)


def _refuse_warp(game: Game, ship: Ship, match: Match[str]) -> tuple[str, str] | None:
    found = wrong_moment(game, "warping")
    if found is not None:
        return found
    if all(there not in game.map for _, there in neighbours(ship.at)):
        return "8.7", "No charted hex lies next to yours: explore first"
    try:
        at = parse_hex(match[1] or "")
    except ValueError:
        return "8.1", "A warp takes the hex it ends in, such as warp to 0,0"
    steps = steps_to(game, ship, at, match[1])
    if not isinstance(steps, int):
        return steps
    needed = max(0, steps - warp_reach(ship, 0))
    available = ship.available("warp")
    if needed > available:
        return "8.1", f"{match[1]} is {steps} hexes away, and your warp reaches {warp_reach(ship, available)}"
    named = _AMOUNT.search(match[2] or "")
    power = int(named[1] or 0) if named is not None else 0
    if power > available:
        return _refuse_power(ship, match[2], "warp")
    far = "1 hex" if steps == 1 else f"{steps} hexes"
    rule = "8.1" if power < needed else "8.7"
    line = f"warp to {match[1]}" + (f" with {needed} power" if needed else "")
    return rule, Advice(f"A warp to {match[1]}, {far} away, takes {needed or 'no'} power", line)


def _refuse_fire(game: Game, ship: Ship, match: Match[str]) -> tuple[str, str] | None:
    found = wrong_moment(game, "firing")
    if found is not None:
        return found
    name, at, rest = match[1], match[2], match[3] or ""
    if name == "mines":
        return None if game.has_cards else ("20.4", "Basic has no mines")
    weapon = ship.card.weapons.get(name)
    if weapon is None:
        return "2.1", f"{ship.card.title} has no {name}"
    if at is None:
        if not _find_targets(game, ship, _find_reach(ship, weapon)):
            return _refuse_range(name, weapon_range(ship, weapon))
        return "10.11", f"Firing takes a target, such as fire {name} at seat {_find_targets(game, ship, 99)[0].seat}"
    return _refuse_fire_at(game, ship, name, int(at), rest)


def _refuse_fire_at(game: Game, ship: Ship, name: str, seat: int, rest: str) -> tuple[str, str] | None:
    weapon = ship.card.weapons[name]
    if seat >= len(game.ships):
        return "10.4", f"There is no seat {seat}"
    target = game.ships[seat]
    if target is ship:
        return "10.14", "Nobody targets his own ship"
    if target.out is not None:
        return "10.4", f"{target.card.title} is out of the game"
    found = _refuse_power(ship, rest, name, bought="That attack")
    far = distance(ship.at, target.at)
    further = sum(int(count or 0) for _, count in _AMOUNT.findall(rest)) if name == "torpedoes" else 0
    if found is None and far > weapon_range(ship, weapon) + further:
        return _refuse_range(name, weapon_range(ship, weapon), far)
    if found is None and name != "torpedoes" and "range" in rest:
        return "7.3", f"Power adds dice to {name}, not range"
    return found


def _find_reach(ship: Ship, weapon: Weapon) -> int:
    """Return the range that the weapon can have now in hexes: torpedoes gain one for each power (rules 7.3, 10.3)."""
    return weapon_range(ship, weapon) + (ship.available(weapon.name) if weapon.name == "torpedoes" else 0)


def _find_targets(game: Game, ship: Ship, within: int) -> list[Ship]:
    """Return the other ships in the game within this range in hexes (rules 10.4, 10.14)."""
    others = (other for other in game.ships if other is not ship and other.out is None)
    return [other for other in others if distance(ship.at, other.at) <= within]


def _refuse_range(name: str, hexes: int, far: int | None = None) -> tuple[str, str]:
    reaches = "only your own hex" if hexes == 0 else f"{hexes} hex" if hexes == 1 else f"{hexes} hexes"
    away = "" if far is None else f"; the target is {far} away"
    more = ", one more for each power spent on range" if name == "torpedoes" else ""
    return "10.3", f"{name.capitalize()} reach {reaches}{more}{away}"


def _refuse_repair(game: Game, ship: Ship, match: Match[str]) -> tuple[str, str] | None:
    what = match[1]
    if not is_attacked(game):
        found = wrong_moment(game, "repairing")
        if found is not None:
            return found
    besides = refused_repair.price(game, ship) if game.has_cards and not is_attacked(game) else 0
    asked = sum(int(power or 0) for power, _ in _AMOUNT.findall(match[2] or ""))
    found = power_short(ship, "repair", asked + besides, "That repair")
    if found is not None:
        return found
    if what not in (phrases.HULL, phrases.SHIELDS):
        if game.has_cards:
            return refused_repair.why_not(game, ship, what)
        if ship.hull == ship.card.hull and ship.shields == ship.shields_maximum:
            return "12.3", "Hull and shields have all their points"
        return "12.1", "A repair is of hull or of shields"
    if game.decision is not None and game.decision.topic == "shield power":
        return _refuse_second_defence(game, ship, match)
    points = ship.hull if what == phrases.HULL else ship.shields
    most = ship.card.hull if what == phrases.HULL else ship.shields_maximum
    if points == most:
        return "12.3", f"There is nothing to repair: your {what} at {most} of {most}"
    return None


def _refuse_evade(game: Game, ship: Ship, match: Match[str]) -> tuple[str, str] | None:
    if not is_attacked(game) and not isinstance(game.stack[-1], TractorEvasion):
        return answered_by(game) or ("11.2", "Evading answers an attack; nobody attacks you now")
    if game.decision is not None and game.decision.topic == "shield power":
        return _refuse_second_defence(game, ship, match)
    count = re.search(r"\d+", match[0] + match.string[match.end() :])
    if ship.available("evade") == 0 or count is None or int(count[0]) == 0:
        return "11.2", "An evasion takes at least one power"
    return _refuse_power(ship, match.string, "evade", bought="That evasion")


def _refuse_second_defence(game: Game, ship: Ship, match: Match[str]) -> tuple[str, str]:
    return "11.9", "The defence is chosen once; after it only power can be added to the shields"


def _refuse_shield_power(game: Game, ship: Ship, match: Match[str]) -> tuple[str, str] | None:
    if not is_attacked(game):
        return answered_by(game) or ("7.10", "Shield power answers attacks only")
    found = _refuse_power(ship, match.string, "shields", bought="That")
    return found or ("7.1", "Adding to the shields takes at least one power")


def _refuse_take_the_hit(game: Game, ship: Ship, match: Match[str]) -> tuple[str, str] | None:
    return None if is_attacked(game) else ("10.11", "Nobody attacks you now")


def _refuse_choose(game: Game, ship: Ship, match: Match[str]) -> tuple[str, str] | None:
    """Refuse something that cannot be chosen here, by the rule of the question."""
    question = game.decision
    if question is None or not any(option.startswith("choose ") for option in question):
        return None
    return question.rule, f"{match[1]} is not to be chosen here; the options are listed"


def _refuse_decline(game: Game, ship: Ship, match: Match[str]) -> tuple[str, str] | None:
    return wrong_moment(game, "declining")


def _refuse_beyond_basic(game: Game, ship: Ship, match: Match[str]) -> tuple[str, str] | None:
    if game.has_cards:
        return None
    return (
        "20.4",
        "Basic knows only warping, exploring, phasers or disruptors, torpedoes, evading, shield power and repair",
    )


_EXPLAINERS: tuple[tuple[re.Pattern[str], Explainer], ...] = (
    (_BEYOND_BASIC, _refuse_beyond_basic),
    (re.compile(r"time$|forfeit\b.*"), _refuse_seat),
    (re.compile(r"dominate\b.*"), lambda game, ship, match: NOT_WITH_A_SHIP),
    (re.compile(r"aux$"), refused_besides.aux),
    (re.compile(r"divert\b(?: (\d{1,4})\b)?(?: to (.+))?"), refused_besides.divert),
    (re.compile(r"(?:keep|drop) (.+)"), refused_besides.keep),
    (re.compile(r"discard (.+)"), refused_besides.discard),
    (re.compile(r"explore\b ?(\S*) ?(.*)"), _refuse_explore),
    (re.compile(r"warp\b(?: to (\S+))?(.*)"), _refuse_warp),
    (re.compile(r"fire (\S+)(?: at seat (\d{1,4}))?(?: (.*))?"), _refuse_fire),
    (re.compile(r"repair\b ?(.*?)((?: (?:with|and) (?:\d+|no) power)?)$"), _refuse_repair),
    (re.compile(r"evade\b"), _refuse_evade),
    (re.compile(r"add \d+ power to shields$"), _refuse_shield_power),
    (re.compile(r"take the hit$"), _refuse_take_the_hit),
    (re.compile(r"choose (.+)"), _refuse_choose),
    (re.compile(r"decline$|pass$"), _refuse_decline),
)


def refusals(game: Game, seat: int) -> list[Refusal]:
    """Return the actions that a player would look for in the open question and may not take, with rule and reason."""
    question = game.question_for(seat)
    if question is None:
        return []
    ship = game.ships[seat]
    if question.topic == "maneuver":
        tried = _list_expected_maneuvers(game, ship)
    elif question.topic == "defence":
        tried = [] if ship.power else ["evade with 1 power", "add 1 power to shields"]
    else:
        tried = []
    if game.has_cards:
        looked_for = [line for kind in game.kinds for line in kind.looked_for(game, ship)]
        tried += looked_for if question.topic == "maneuver" else []
        tried = [*tried, *refused_besides.looked_for(game, ship, question.topic)]
        tried += refused_plays.looked_for(game, ship, question.topic)
        own: Callable[[Game], list[str]] | None = getattr(game.stack[-1], "looked_for", None)
        tried += own(game) if own is not None else []
    found = (game.why_not(text, seat) for text in dict.fromkeys(tried))
    return [refused for refused in found if refused is not None and refused.rule]


def _list_expected_maneuvers(game: Game, ship: Ship) -> list[str]:
    """Return a line for each maneuver that a player may miss in this position."""
    tried = []
    if not can_explore(game, ship):
        tried.append("explore north")
    if all(there not in game.map for _, there in neighbours(ship.at)):
        tried.append(phrases.WARP)
    for name, phrase in phrases.FIRE.items():
        if name in ship.card.weapons:
            reachable = _find_targets(game, ship, _find_reach(ship, ship.card.weapons[name]))
            others = [other for other in _find_targets(game, ship, 10_000) if other not in reachable]
            tried += [f"{phrase} at seat {other.seat}" for other in others]
    tried += [f"repair {what}" for what in (phrases.HULL, phrases.SHIELDS)]
    return tried
