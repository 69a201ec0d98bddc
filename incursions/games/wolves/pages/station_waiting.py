"""Lines of a station's head about what waits for its seat: answers that it owes, and the duties of its vessel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from incursions.games.wolves.rules.council import OPEN
from incursions.games.wolves.rules.morale import MORALE, NONE, RIOT, SUPPLIED
from incursions.games.wolves.rules.state import CLOSE, ENDED, MEDIA, MUSTER, SETUP, TEAM


class Duty(NamedTuple):
    """A sentence about what waits, and the id of the place on the page where it is done."""

    words: str
    place: str


def list_duties(view: Mapping[str, Any], seat: str, team: str, *, has_broadcast: bool) -> list[Duty]:
    """Return what waits for a seat of a team, the answers that it owes first."""
    duties = [*_list_answers(view["own"], team), *_list_votes(view, seat)]
    if view["phase"] == SETUP:
        duties.append(Duty("Read your briefing (W1.6).", "part-briefing"))
    if team == MEDIA and not has_broadcast:
        duties += _list_broadcast(view)
    seen = view["panels"].get(team)
    if seen is not None and view["attack"] is None:
        duties += _list_vessel_duties(view["phase"], seen)
    return duties


def _list_answers(own: Mapping[str, Any], team: str) -> Iterator[Duty]:
    """Yield the terms, choices and offers that wait for an answer (rules W26.1, W26.8, W26.11)."""
    for proposal in own["proposals"]:
        if proposal["answer"] and not proposal["is_done"]:
            yield Duty(
                f"Control answers your proposal {proposal['number']}. Accept or decline it (W26.1).", "part-mail"
            )
    if own["choices"]:
        yield Duty("A choice is put to your vessel (W26.11).", "part-orders")
    for offer in own["offers"]:
        if offer["by"] != team:
            yield Duty(f"{offer['maker']} waits for your answer (W26.8).", "part-orders")


def _list_votes(view: Mapping[str, Any], seat: str) -> Iterator[Duty]:
    """Yield the open motion, as long as a member has not voted on it (rules W6.5, W6.7)."""
    motion = view["motion"]
    is_open = motion is not None and motion["outcome"] == OPEN and view["phase"] != ENDED
    if is_open and seat in view["council"].values() and not view["chamber"]["own"]:
        yield Duty("A motion is open. Vote at the council's table (W6.7).", "part-council")


def _list_broadcast(view: Mapping[str, Any]) -> Iterator[Duty]:
    """Yield the broadcast of the turn, as long as it is neither made nor to go out by itself (rules W25.1)."""
    if view["phase"] == CLOSE:
        yield Duty("The close is open. Send the broadcast (W25.1).", "part-news")
    if view["phase"] == TEAM and not view["scheduled"]:
        yield Duty("Write the broadcast. It goes out as the close opens (W25.1).", "part-news")


def _list_vessel_duties(phase: str, seen: Mapping[str, Any]) -> Iterator[Duty]:
    """Yield what the vessel has to do before the phase is over (rules W2.3, W4.4, W2.9)."""
    if phase == MUSTER and not seen["is_mustered"]:
        yield Duty("The Jump Drive is not crewed. Without it there is no jump this turn (W18.5).", "part-orders")
    if phase == TEAM:
        unset = [name for name in SUPPLIED if seen["supply"].get(name, NONE) == NONE]
        if unset:
            yield Duty(f"No {' and no '.join(unset)} is supplied yet (W4.4).", f"supply-{unset[0]}")
    if phase == CLOSE and not {MORALE, RIOT} <= set(seen["rolled"]):
        yield Duty("After the effect of the news, roll for morale, then for a riot (W2.9).", "part-orders")
