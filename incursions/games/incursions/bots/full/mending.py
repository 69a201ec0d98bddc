"""Mending: repairs, and getting rid of what lies before the ship or holds it (rules 9.6, 12, 13.4.5)."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.engine import Question
from incursions.games.incursions.bots.bot import Choice
from incursions.games.incursions.bots.full.fighting import spare_power
from incursions.games.incursions.bots.full.scene import Idea
from incursions.games.incursions.bots.full.table import Table
from incursions.games.incursions.bots.options import amount, find_options
from incursions.games.incursions.bots.situation import power_for_repair, repair_points, room_for_repair
from incursions.games.incursions.rules import phrases
from incursions.games.incursions.rules.phrases import parse_option
from incursions.games.incursions.rules.ships import POINTS_PER_REPAIR_POWER

LACKING = 0.75  # what a point given back is worth beside one that the other loses
BURDEN_REPAIRED = 6.0
RELIEFS = {  # by the verb: what they are worth, as what kind of maneuver, and why
    phrases.ESCAPE: (9.0, "escape", "the ship is caught, and cannot leave before it escapes"),
    "remove": (6.0, "card", "{} burdens the ship"),
    "recover": (8.0, "card", "{} can come aboard again"),
    phrases.BREAK_FREE: (6.0, "card", "a held ship can neither evade nor leave"),
}
FREE_IN_WORMHOLE = 1.0  # what it is worth to break free there


def repairs(table: Table, decision: Question) -> Iterator[Idea]:
    """Repair the ship, or a burden away."""
    if phrases.REPAIR not in decision:
        return
    what, room = most_room(table)
    power = min(power_for_repair(table.me, room), spare_power(table))
    gain = min(room, repair_points(table.me) + POINTS_PER_REPAIR_POWER * power)
    value = gain * table.own_scale * LACKING
    burden = _removable(table)
    if burden is not None:
        yield Idea(max(value, 0.0) + BURDEN_REPAIRED, phrases.REPAIR, f"{burden} is removed by a repair", "repair")
    elif gain > 0:
        yield Idea(value, phrases.REPAIR, f"{what} lacks {room} points, and {gain} come back", "repair")


def _removable(table: Table) -> str | None:
    """Return the card before the ship that a repair of enough points takes away."""
    most = repair_points(table.me) + POINTS_PER_REPAIR_POWER * table.power
    for lying in table.player["before"]:
        card = table.cards.get(lying["title"])
        removals = () if card is None else (card.effects.removal, *(face.removal for face in card.faces))
        removal = next(filter(None, removals), None)
        if removal is not None and removal.maneuver == "repair" and removal.points <= most:
            return str(lying["title"])
    return None


def most_room(table: Table) -> tuple[str, int]:
    """Return hull or shields, whichever lacks more, and the points that it lacks."""
    room = room_for_repair(table.me)
    what = max(room, key=room.__getitem__)
    return what, room[what]


def relief(table: Table, decision: Question) -> Iterator[Idea]:
    """Yield whatever frees the ship of a burden, or fetches somebody back."""
    for option in find_options(decision, *RELIEFS):
        worth, kind, reason = RELIEFS[option.verb]
        if option.verb == phrases.BREAK_FREE and table.at in table.holes:
            worth = FREE_IN_WORMHOLE
        yield Idea(worth, option.text, reason.format(option.title), kind)


# --- stages -----------------------------------------------------------------------------------------------------------


def repair_what(table: Table, decision: Question) -> Choice:
    """Return a burden first, then hull or shields, whichever lacks more."""
    burden = _removable(table)
    option = next((option for option in decision if burden is not None and parse_option(option).title == burden), None)
    if option is not None:
        return Choice(option, f"{burden} is removed by the repair")
    what, room = most_room(table)
    return Choice(what if what in decision else decision.options[0], f"{what} lacks {room} points")


def repair_power(table: Table, decision: Question) -> Choice:
    """Return the power that can be spared and is of use; enough for a burden."""
    _, room = most_room(table)
    power = min(power_for_repair(table.me, room), spare_power(table))
    if _removable(table) is not None:
        power = max(power, min(table.power, power_for_repair(table.me, 6)))
    fitting = [option for option in decision if amount(option) <= power]
    return Choice((fitting or [decision.options[0]])[-1], f"{power} power are of use for it and can be spared")
