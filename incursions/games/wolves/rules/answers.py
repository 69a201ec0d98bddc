"""Answers to offers, requests, proposals and choices (rules W26.1, W26.8, W26.11)."""

from __future__ import annotations

import re
from dataclasses import replace

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.charts import put_under
from incursions.games.wolves.rules.content.definitions import RESOURCES
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.effects import ask_choice, file_for_control
from incursions.games.wolves.rules.exchanges import Choice, Offer, Proposal
from incursions.games.wolves.rules.fleet_map import swap
from incursions.games.wolves.rules.offers import SWAP_WITH, find_offer, find_own_offer
from incursions.games.wolves.rules.orders import Handler, Order, fail_unknown, find_own_vessel, read_order
from incursions.games.wolves.rules.roles import (
    find_commander,
    has_command,
    require_control,
    require_own_vessel,
    require_turn,
)
from incursions.games.wolves.rules.shuttles import load_with_leave

_PROPOSAL = re.compile(r"proposal ([0-9]{1,4})")
_COST = re.compile(rf"([0-9]{{1,3}}) ({'|'.join(RESOURCES)})")
_TERMS = re.compile(r"(?:costs (?P<costs>.+?))?(?: and )?(?:works on (?P<die>[1-6]) or more)?")
YES, NO = "yes", "no"
MOST_PROPOSALS = 40
"""The proposals that a seat may have open (rules W26.1)."""


# Offers.


def handle_acceptance(day: Day, order: Order) -> None:
    """Accept an offer, give leave, or accept what a proposal costs."""
    name = order["offer"]
    if _PROPOSAL.fullmatch(name):
        accept_proposal(day, order, name)
        return
    offer = _find_answerable(order, name)
    if offer.name.startswith(SWAP_WITH):
        swap(day, order, offer)
    else:
        _carry_out_for(order, offer)
    _end_offer(order, offer, "accepts")


def _carry_out_for(order: Order, offer: Offer) -> None:
    """Carry out what leave was asked for; everything is looked at again (rules W26.8)."""
    asked = read_order(order.day, offer.maker, offer.command)
    load_with_leave(replace(asked, reason=order.reason), order.day.vessel(offer.to))


def _find_answerable(order: Order, name: str) -> Offer:
    """Return the offer to the own team that a text names (rules W26.8)."""
    vessel = require_own_vessel(order)
    require_turn(order)
    offer = find_offer(order.day, vessel.name, name)
    if offer is None:
        order.require(False, "W26.8", f"There is no offer {name!r}")
        return fail_unknown(f"There is no offer {name!r}")
    is_commander = has_command(order.day, order.seat, vessel)
    who = find_commander(order.day, vessel)
    order.require(is_commander or not offer.needs_commander, offer.rule, f"Only {who} can answer this")
    return offer


def _end_offer(order: Order, offer: Offer, what: str) -> None:
    day = order.day
    if offer in day.state.offers:
        day.state.offers.remove(offer)
    readers = tuple(dict.fromkeys((*day.seats_of(offer.by), *day.seats_of(offer.to))))
    day.tell_to(readers, events.OfferEnded, seat=order.seat, what=what, offer=offer.name)


def handle_declining(day: Day, order: Order) -> None:
    """Decline an offer, or refuse leave."""
    name = order["offer"]
    if _PROPOSAL.fullmatch(name):
        proposal = _find_proposal(order, name)
        proposal.is_done = True
        return
    offer = _find_answerable(order, name)
    day.end_checks()
    _end_offer(order, offer, "declines")


def handle_withdrawal(day: Day, order: Order) -> None:
    """Withdraw an offer of one's own (rules W26.8)."""
    vessel = find_own_vessel(order)
    require_turn(order)
    offer = find_own_offer(day, vessel.name, order["offer"])
    if offer is None:
        order.require(False, "W26.8", f"You have made no offer {order['offer']!r}")
        return
    is_maker = order.seat == offer.maker or has_command(day, order.seat, vessel)
    order.require(is_maker, "W26.8", f"Only {offer.maker}, who made this offer, can withdraw it")
    day.end_checks()
    _end_offer(order, offer, "withdraws")


# Proposals (rules W1.3, W26.1).


def handle_proposal(day: Day, order: Order) -> None:
    """Propose something to Control; a seat may have a few proposals open (rules W26.1)."""
    proposals = day.state.proposals
    is_open = [not each.is_done for each in proposals if each.seat == order.seat]
    wanted = f"You have {MOST_PROPOSALS} open proposals, the maximum. Wait for Control, or answer its terms first"
    order.require(sum(is_open) < MOST_PROPOSALS, "W26.1", wanted)
    day.end_checks()
    proposal = Proposal(len(proposals) + 1, order.seat, order["text"])
    proposals.append(proposal)
    tell_proposal(day, proposal, proposal.text)


def tell_proposal(day: Day, proposal: Proposal, words: str) -> None:
    """Tell who made a proposal what has become of it."""
    day.tell_to((proposal.seat,), events.ProposalMade, number=proposal.number, seat=proposal.seat, text=words)


def handle_answer(day: Day, order: Order) -> None:
    """Answer a proposal: yes, no, or at a cost and a risk (rules W26.1)."""
    require_control(order)
    words = order["request"].removeprefix("proposal ")
    proposal = next((each for each in day.state.proposals if str(each.number) == words), None)
    is_open = proposal is not None and not proposal.is_done
    order.require(is_open, "W26.8", f"There is no open proposal {words}")
    if proposal is None:
        return
    answer = order["answer"]
    proposal.costs, proposal.works_on = read_terms(answer)
    proposal.answer = answer
    proposal.is_done = answer in (YES, NO)
    tell_proposal(day, proposal, f"Control answers: {answer}")


def read_terms(answer: str) -> tuple[dict[str, int], int]:
    """Return the costs and the least die of an answer: "costs 1 materials and works on 4 or more"."""
    if answer in (YES, NO):
        return {}, 0
    found = _TERMS.fullmatch(answer)
    if found is None or not answer:
        return fail_unknown("Answers are yes, no, or like costs 1 materials and works on 4 or more")
    costs: dict[str, int] = {}
    for words in re.split(r", | and ", found["costs"]) if found["costs"] else ():
        cost = _COST.fullmatch(words)
        if cost is None:
            fail_unknown(f"A cost is named like 1 materials, not {words}")
        costs[cost.group(2)] = int(cost.group(1))
    return costs, int(found["die"] or 0)


def _find_proposal(order: Order, name: str) -> Proposal:
    """Return the own proposal that Control has answered at a cost or a risk (rules W26.8)."""
    number = name.removeprefix("proposal ")
    proposal = next((each for each in order.day.state.proposals if str(each.number) == number), None)
    is_open = proposal is not None and proposal.answer and not proposal.is_done and proposal.seat == order.seat
    order.require(is_open, "W26.8", f"No answer to {name} waits for you")
    return proposal if proposal is not None else fail_unknown(f"There is no {name}")


def accept_proposal(day: Day, order: Order, name: str) -> None:
    """Pay what a proposal costs, and roll its risk (rules W26.1)."""
    proposal = _find_proposal(order, name)
    require_turn(order)
    if proposal.costs:
        vessel = require_own_vessel(order)
        for resource, number in proposal.costs.items():
            held = vessel.hold[resource]
            order.require(held >= number, "W7.5", f"It costs {number} {resource}, and you have {held}")
        for resource, number in proposal.costs.items():
            vessel.hold[resource] = max(0, vessel.hold[resource] - number)
    proposal.is_done = True
    if not proposal.works_on:
        tell_proposal(day, proposal, "it works")
        return
    die = day.roll("proposal")
    tell_proposal(day, proposal, f"{die}: it {'works' if die >= proposal.works_on else 'fails'}")


# Choices (rules W26.11).


def handle_choice(day: Day, order: Order) -> None:
    """Answer a choice; the answer goes to Control, who applies it if the text does not."""
    answer = order["answer"]
    choice = next((each for each in day.state.choices if _is_put_to(order, each)), None)
    if choice is None:
        order.require(False, "W26.11", "No choice is put to you")
        return
    require_turn(order)
    fitting = [each for each in day.state.choices if _is_put_to(order, each) and answer in each.answers]
    order.require(fitting, "W26.11", f"Choose {' or '.join(choice.answers)}")
    if fitting:
        _settle_choice(order, fitting[0], answer)


def _settle_choice(order: Order, choice: Choice, answer: str) -> None:
    """Do what was chosen, or leave it to Control if the rules do not say what follows."""
    day = order.day
    day.state.choices.remove(choice)
    day.tell_team(choice.vessel, events.ChoicePut, vessel=choice.vessel, text=f"{order.seat} chooses {answer}")
    if choice.use:
        put_under(day, answer)
    else:
        file_for_control(day, f"choice {choice.vessel}: {answer}")


def _is_put_to(order: Order, choice: Choice) -> bool:
    vessel = order.day.vessel(choice.vessel)
    return order.team == vessel.name and (choice.is_for_team or has_command(order.day, order.seat, vessel))


def handle_prompt(day: Day, order: Order) -> None:
    """Bring an event that the content suggests (rules W26.6)."""
    require_control(order)
    require_turn(order)
    prompt = day.content.prompts.get(order.number())
    if prompt is None:
        fail_unknown(f"There is no prompt {order.number()}")
    day.state.prompts.append(prompt.number)
    day.tell_team(prompt.vessel, events.PromptBrought, title=prompt.title, text=prompt.read)
    if prompt.choices:
        ask_choice(day, day.vessel(prompt.vessel), prompt.choices)


COMMANDS: dict[str, Handler] = {
    "accept": handle_acceptance,
    "decline": handle_declining,
    "withdraw": handle_withdrawal,
    "propose": handle_proposal,
    "answer": handle_answer,
    "choose": handle_choice,
    "prompt": handle_prompt,
}
