"""A captain's maneuver: every idea is weighed in points of damage, and the best is done, with an order if one adds."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.bots.bot import Choice
from incursions.bots.full.fighting import attacks
from incursions.bots.full.ideas import Idea, Proposal
from incursions.bots.full.mending import relief, repairs
from incursions.bots.full.pieces import pieces
from incursions.bots.full.playing import cards, free_cards, order_for, use_any_time
from incursions.bots.full.systems import systems
from incursions.bots.full.table import Table
from incursions.bots.full.voyaging import moves, stay_worth
from incursions.engine import Question
from incursions.rules import phrases

PROPOSALS: tuple[Proposal, ...] = (attacks, moves, repairs, relief, cards, systems, pieces)
MOVING = ("warp", "explore")
POWER_MATTERS = ("attack", "warp")
WORTH_DOING = 0.3


def maneuver(table: Table, decision: Question) -> Choice:
    """What comes free first, then the best idea."""
    free = free_cards(table, decision)
    if free is not None:
        return free
    best = best_idea(table, decision)
    more = _more_power(table, decision, best)
    if more is not None:
        return more
    order = order_for(table, decision, best)
    return order if order is not None else Choice(best.option, best.reason)


def best_idea(table: Table, decision: Question) -> Idea:
    """The idea that is worth most; to decline is worth nothing."""
    stay = stay_worth(table) if not table.left else 0.0
    best = Idea(WORTH_DOING, decision.least or decision.options[0], _why_decline(table, stay), "decline")
    for idea in ideas(table, decision):
        if idea.value > best.value:
            best = idea
    return best


def ideas(table: Table, decision: Question) -> Iterator[Idea]:
    """Everything that is worth a thought, as it comes."""
    for propose in PROPOSALS:
        yield from propose(table, decision)


def _why_decline(table: Table, stay: float) -> str:
    if table.at in table.gates and stay > 0:
        return "the wormhole's event comes to a ship that stays"
    return "nothing on offer is worth its price"


def _more_power(table: Table, decision: Question, best: Idea) -> Choice | None:
    """Power turned up at once where the plan lacks it: by a card, else by the AUX marker (rules 7.4)."""
    pressed = table.power <= 1 and best.kind in POWER_MATTERS
    found = use_any_time(table, decision, pressed=pressed)
    if found is not None:
        return found
    if phrases.AUX in decision and not table.power and best.kind == "attack" and best.value >= 4:
        return Choice(phrases.AUX, "an attack is on, and no power is left for it")
    return None
