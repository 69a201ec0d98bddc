"""Mending: repairs, and getting rid of what lies before the ship or holds it (rules 9.6, 12, 13.4.5)."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.bots.bot import Choice
from incursions.bots.full.fighting import spare_power
from incursions.bots.full.ideas import Idea
from incursions.bots.full.table import Table
from incursions.bots.options import amount, beginning
from incursions.bots.situation import repair_points
from incursions.engine import Question
from incursions.rules import phrases
from incursions.rules.ships import POINTS_PER_REPAIR_POWER

LACKING = 0.75  # what a point given back is worth beside one that the other loses
BURDENS = {"remove ": 6.0, "recover ": 8.0, phrases.BREAK_FREE: 6.0}
ESCAPE_WORTH = 9.0


def repairs(table: Table, decision: Question) -> Iterator[Idea]:
    """Repair the ship, or a burden away."""
    if phrases.REPAIR not in decision:
        return
    what, room = most_room(table)
    power = _power(table, room)
    gain = min(room, repair_points(table.me) + POINTS_PER_REPAIR_POWER * power)
    value = gain * table.own_scale * LACKING
    burden = _removable(table)
    if burden is not None:
        yield Idea(max(value, 0.0) + 6.0, phrases.REPAIR, f"{burden} is removed by a repair", "repair")
    elif gain > 0:
        yield Idea(value, phrases.REPAIR, f"{what} lacks {room} points, and {gain} come back", "repair")


def _removable(table: Table) -> str | None:
    """A card before the ship that a repair of enough points takes away."""
    most = repair_points(table.me) + POINTS_PER_REPAIR_POWER * table.power
    for lying in table.player["before"]:
        card = table.library.cards.get(lying["title"])
        removal = (
            None if card is None else card.effects.removal or next((f.removal for f in card.faces if f.removal), None)
        )
        if removal is not None and removal.maneuver == "repair" and removal.points <= most:
            return str(lying["title"])
    return None


def most_room(table: Table) -> tuple[str, int]:
    """Hull or shields, whichever lacks more, and how much."""
    me = table.me
    room = {what: int(me[f"{what}_maximum"] - me[what]) for what in (phrases.HULL, phrases.SHIELDS)}
    what = max(room, key=lambda name: room[name])
    return what, room[what]


def _power(table: Table, room: int) -> int:
    useful = -(-max(0, room - repair_points(table.me)) // POINTS_PER_REPAIR_POWER)
    return min(useful, spare_power(table))


def relief(table: Table, decision: Question) -> Iterator[Idea]:
    """Whatever frees the ship of a burden, or fetches somebody back."""
    for option in beginning(decision, phrases.ESCAPE, *BURDENS):
        if option == phrases.ESCAPE:
            yield Idea(ESCAPE_WORTH, option, "the ship is caught, and cannot leave before it escapes", "escape")
        elif option.startswith("remove "):
            yield Idea(BURDENS["remove "], option, f"{option.removeprefix('remove ')} burdens the ship")
        elif option.startswith("recover "):
            yield Idea(BURDENS["recover "], option, f"{option.removeprefix('recover ')} can come aboard again")
        elif option.startswith(phrases.BREAK_FREE):
            worth = BURDENS[phrases.BREAK_FREE] if table.at not in table.holes else 1.0
            yield Idea(worth, option, "a held ship can neither evade nor leave")


# --- stages -----------------------------------------------------------------------------------------------------------


def what_to_repair(table: Table, decision: Question) -> Choice:
    """A burden first, then hull or shields, whichever lacks more, hull where both lack much."""
    burden = _removable(table)
    option = next((o for o in decision if burden is not None and burden in o), None)
    if option is not None:
        return Choice(option, f"{burden} is removed by the repair")
    what, room = most_room(table)
    wanted = what if what in decision else decision.options[0]
    return Choice(wanted, f"{what} lacks {room} points")


def repair_power(table: Table, decision: Question) -> Choice:
    """What can be spared and is of use; enough for a burden."""
    _, room = most_room(table)
    power = _power(table, room)
    if _removable(table) is not None:
        power = max(power, min(table.power, -(-max(0, 6 - repair_points(table.me)) // POINTS_PER_REPAIR_POWER)))
    fitting = [option for option in decision if amount(option) <= power]
    return Choice((fitting or [decision.options[0]])[-1], f"{power} power are of use for it and can be spared")
