"""Lines of a station's head about what waits for its seat: answers that it owes, and the duties of its vessel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from incursions.games.wolves.rules.morale import MORALE, NONE, RIOT, SUPPLIED
from incursions.games.wolves.rules.state import CLOSE, MUSTER, TEAM


class Duty(NamedTuple):
    """A sentence about what waits, and the tab where it is done."""

    words: str
    tab: str


def list_duties(view: Mapping[str, Any], team: str) -> list[Duty]:
    """Return what waits for a seat of a team, the answers that it owes first."""
    duties = [*_list_answers(view["own"], team)]
    seen = view["panels"].get(team)
    if seen is not None and view["attack"] is None:
        duties += _list_vessel_duties(view["phase"], seen)
    return duties


def _list_answers(own: Mapping[str, Any], team: str) -> Iterator[Duty]:
    """Yield the terms, choices and offers that wait for an answer (rules W26.1, W26.8, W26.11)."""
    for proposal in own["proposals"]:
        if proposal["answer"] and not proposal["is_done"]:
            yield Duty(f"Control answers your proposal {proposal['number']}. Accept or decline it (W26.1).", "mail")
    if own["choices"]:
        yield Duty("A choice is put to your vessel (W26.11).", "orders")
    for offer in own["offers"]:
        if offer["by"] != team:
            yield Duty(f"{offer['maker']} waits for your answer (W26.8).", "orders")


def _list_vessel_duties(phase: str, seen: Mapping[str, Any]) -> Iterator[Duty]:
    """Yield what the vessel has to do before the phase is over (rules W2.3, W4.4, W2.9)."""
    if phase == MUSTER and not seen["is_mustered"]:
        yield Duty("The Jump Drive is not crewed. Without it there is no jump this turn (W18.5).", "orders")
    if phase == TEAM:
        unset = [name for name in SUPPLIED if seen["supply"].get(name, NONE) == NONE]
        if unset:
            yield Duty(f"No {' and no '.join(unset)} is supplied yet (W4.4).", "panel")
    if phase == CLOSE and not {MORALE, RIOT} <= set(seen["rolled"]):
        yield Duty("After the effect of the news, roll for morale, then for a riot (W2.9).", "orders")
