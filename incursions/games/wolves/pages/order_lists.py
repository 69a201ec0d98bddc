"""The groups of a seat's orders sorted by whose work they are, with those that are closed at the end (rules W3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from incursions.games.wolves.pages.judging import Group, Judge
from incursions.games.wolves.rules.roles import CREW_WORK, STATION_WORK, has_command, role_of

EVERYBODYS_WORK = ("choices", "offers", "close")
"""The groups that wait for an answer or a roll: they come first for the whole team."""
COMMANDERS_WORK = ("muster", "jump", "vessel", "aegis", "stand")
"""The groups that are the work of whoever has the command (rules W3.1, W3.3)."""
WORK_OF_ROLES = {CREW_WORK: ("crew", "shuttle", "riots"), STATION_WORK: ("muster", "repairs", "healing")}
"""The groups that are the work of roles (rules W3.2, W3.4, W3.6, W3.8)."""


class Closed(NamedTuple):
    """Groups of orders that are refused as a whole for the same reason, and what there is to say of them."""

    titles: str
    rule: str
    reason: str
    words: str


class Orders(NamedTuple):
    """The orders of a seat: those of its own work, those of its teammates' work, and what is closed now."""

    own: Sequence[Group] = ()
    others: Sequence[Group] = ()
    closed: Sequence[Closed] = ()


def sort_orders(judge: Judge, name: str, groups: Sequence[Group]) -> Orders:
    """Return groups of orders for a vessel by whose work they are."""
    keys, rest = list_own_work(judge, name), [group for group in groups if group.common is None]
    own = [group for group in rest if group.key.rstrip("0123456789") in keys]
    return Orders(own, [group for group in rest if group not in own], merge_closed(groups))


def list_own_work(judge: Judge, name: str) -> set[str]:
    """Return the keys of the groups that are the work of a seat of a vessel."""
    vessel = judge.game.state.vessels[name]
    role = role_of(judge.seat, judge.game.find_printed(vessel))
    keys = {*EVERYBODYS_WORK, *(key for roles, work in WORK_OF_ROLES.items() if role in roles for key in work)}
    return keys.union(COMMANDERS_WORK) if has_command(judge.game, judge.seat, vessel) else keys


def merge_closed(groups: Sequence[Group]) -> list[Closed]:
    """Return the groups that are refused as a whole, those with the same reason as one."""
    merged: dict[tuple[str, str], list[Group]] = {}
    for group in groups:
        if group.common is not None:
            merged.setdefault((group.common.rule, group.common.reason), []).append(group)
    return [_merge(each, *refusal) for refusal, each in merged.items()]


def _merge(groups: Sequence[Group], rule: str, reason: str) -> Closed:
    words = " ".join(group.words for group in groups if group.words)
    return Closed(", ".join(group.title for group in groups), rule, reason, words)
