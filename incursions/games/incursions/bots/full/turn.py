"""A captain's maneuver: every idea is weighed in points of damage, and the best is done, with an order if one adds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from operator import attrgetter

from incursions.engine import Question
from incursions.games.incursions.bots.bot import Choice
from incursions.games.incursions.bots.full.fighting import attacks
from incursions.games.incursions.bots.full.mending import relief, repairs
from incursions.games.incursions.bots.full.playing import cards, free_cards, order_for, use_any_time
from incursions.games.incursions.bots.full.scene import Idea
from incursions.games.incursions.bots.full.systems import pieces, systems
from incursions.games.incursions.bots.full.table import Table
from incursions.games.incursions.bots.full.voyaging import moves, stay_worth
from incursions.games.incursions.bots.options import decline
from incursions.games.incursions.rules import phrases

Proposal = Callable[[Table, Question], Iterator[Idea]]
PROPOSALS: tuple[Proposal, ...] = (
    attacks,
    moves,
    repairs,
    relief,
    cards,
    systems,
    pieces,
)
POWER_MATTERS = ("attack", "warp")
WORTH_DOING = 0.3


def maneuver(table: Table, decision: Question) -> Choice:
    """Return a card that enters play for nothing, else the best idea, with more power or an order if one adds to it."""
    free = free_cards(table, decision)
    if free is not None:
        return free
    best = best_idea(table, decision)
    return _more_power(table, decision, best) or order_for(table, decision, best) or Choice(best.option, best.reason)


def best_idea(table: Table, decision: Question) -> Idea:
    """Return the idea that is worth most; to decline is worth little."""
    is_event = not table.left and table.at in table.gates and stay_worth(table) > 0
    event, nothing = "the wormhole's event comes to a ship that stays", "nothing on offer is worth its price"
    option, reason = decline(decision, event if is_event else nothing)
    declined = Idea(WORTH_DOING, option, reason, "decline")
    return max(chain([declined], ideas(table, decision)), key=attrgetter("value"))


def ideas(table: Table, decision: Question) -> Iterator[Idea]:
    """Yield everything that is worth a thought, as it comes."""
    for propose in PROPOSALS:
        yield from propose(table, decision)


def _more_power(table: Table, decision: Question, best: Idea) -> Choice | None:
    """Return what turns power up at once where the plan lacks it: a card, else the AUX marker (rules 7.4)."""
    pressed = table.power <= 1 and best.kind in POWER_MATTERS
    found = use_any_time(table, decision, pressed=pressed)
    if found is not None:
        return found
    if phrases.AUX in decision and not table.power and best.kind == "attack" and best.value >= 4:
        return Choice(phrases.AUX, "an attack is on, and no power is left for it")
    return None
