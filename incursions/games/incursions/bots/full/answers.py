"""Tables of what answers which question of Full and Tournament: always with one of its options, which are all legal."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from incursions.engine import Question
from incursions.games.incursions.bots.bot import Choice
from incursions.games.incursions.bots.full import answering, defending, fighting, mending, picking, systems, voyaging
from incursions.games.incursions.bots.full.scene import Scene
from incursions.games.incursions.bots.full.table import Table
from incursions.games.incursions.bots.full.turn import maneuver
from incursions.games.incursions.bots.options import decline, first_but
from incursions.games.incursions.bots.situation import place, points
from incursions.games.incursions.rules.phrases import REPAIR, WARP, parse_option
from incursions.games.incursions.rules.picks import GO_ON

Answer = Callable[[Table, Question], Choice]


def answer(table: Table, decision: Question) -> Choice:
    """Return one of the options, whatever is asked."""
    found = (STAGES if decision.said else ANSWERS).get(decision.topic)
    choice = None if found is None else found(table, decision)
    if choice is None or choice.text not in decision:
        return decline(decision, "there is no reason for anything else")
    return choice


def target(table: Table, decision: Question) -> Choice:
    """Return at whom or what, by what the line is."""
    verb = parse_option(decision.said[0]).verb
    if verb == systems.ASSIMILATE:
        return systems.best_loot(table, decision)
    if verb == "fire":
        return fighting.aim(table, decision)
    aimed = [option for option in decision if option in table.ships_by_phrase]
    if verb == "attack with":
        best = min(aimed, key=lambda option: points(table.ships_by_phrase[option]), default=decision.options[0])
        return Choice(best, "it has fewest points left" if aimed else "it stands first")
    return fighting.aim(table, decision) if aimed else _aim_at_card(table, decision)


def _aim_at_card(table: Table, decision: Question) -> Choice:
    """Aim at the officer or machine that is worth most, at an own one only where there is no other."""

    def worth(option: str) -> float:
        said = parse_option(option)
        card = table.cards.get(said.title)
        value = 0.5 if card is None else 1.0 + systems.loot_worth(table, card)
        return -value if said.seat == table.seat else value

    return Choice(max(decision.options, key=worth), "it would be missed most")


def power(table: Table, decision: Question) -> Choice:
    """Return how much power, by what the line is."""
    verb = parse_option(decision.said[0]).verb
    if verb in ("fire", "play"):
        return fighting.power_for_damage(table, decision)
    if verb == REPAIR:
        answer = mending.repair_power if table.view["attack"] is None else defending.repair_power
        return answer(table, decision)
    return systems.least_power(table, decision)


def repair_what(table: Table, decision: Question) -> Choice:
    """Return what to repair in the own turn, or after a hit."""
    answer = mending.repair_what if table.view["attack"] is None else defending.repair_what
    return answer(table, decision)


def face(table: Table, decision: Question) -> Choice:
    """Return the face of a Multi card that is worth most."""
    card = table.cards.get(parse_option(decision.said[0]).title)
    if card is None:
        return decline(decision, "there is no reason for anything else")
    values = {f"as {each.name}": Scene(table).weigh(card.effects, each.effects) for each in card.faces}
    best = max(decision.options, key=lambda option: values.get(option, -99.0))
    return Choice(best, f"this face is worth about {values.get(best, 0.0):.0f} points now")


def card(table: Table, decision: Question) -> Choice:
    """Return the card of a line: any for the way, the best for an attack."""
    if decision.said[0] == WARP:
        return Choice(decision.options[0], "the way needs it")
    return fighting.card_for_attack(table, decision)


def moving_piece(table: Table, decision: Question) -> Choice:
    """Return the hex that a piece moves to: one with another ship in it, if there is any."""
    hexes = {place(ship) for ship in table.others}
    option = next((option for option in decision if parse_option(option).place in hexes), None)
    return voyaging.hex_pick(table, decision) if option is None else Choice(option, "somebody is there")


def attack_again(table: Table, decision: Question) -> Choice:
    """Make an attack out of turn or once more, with the weapon that promises most."""
    best = max(fighting.attacks(table, decision), key=attrgetter("value"), default=None)
    if best is None:
        return picking.accept(table, decision)
    return Choice(best.option, f"it costs no maneuver; {best.reason}")


def _take_first(reason: str) -> Answer:
    """Return an answer that is the first option."""
    return lambda table, decision: Choice(decision.options[0], reason)


def _take_any(reason: str) -> Answer:
    """Return an answer that is the first option but to go on without."""
    return lambda table, decision: Choice(first_but(decision, GO_ON), reason)


PICKED = ("pick", "target", "transport to", "hex", "side", "take", "draw", "return", "table")
ANSWERS: dict[str, Answer] = {
    **dict.fromkeys(PICKED, picking.pick),
    **dict.fromkeys(("attack once more", "attack out of turn", "last attack"), attack_again),
    "maneuver": maneuver,
    "defence": defending.defend,
    "shield power": defending.add_shields,
    "answer": answering.window,
    "event": answering.event,
    "espionage": answering.espionage,
    "tractor beam": answering.beam,
    "power-up": systems.keep_running,
    "requirement": answering.requirement,
    "escape": _take_any("the ship is lost, but not yet the match"),
    "armour": _take_any("a shuttle is worth less than the ship"),
    "dominate": answering.dominate,
    "discard": picking.discard,
    "use": picking.accept,
    "move to": moving_piece,
    "piece": picking.accept,
    "weapon": picking.weapon,
    "dilemma": picking.dilemma,
    "choice": picking.dilemma,
    "arrange": picking.arrange,
    "die": picking.die,
    "reward": picking.reward,
    "split": picking.share,
}
STAGES: dict[str, Answer] = {
    "target": target,
    "power": power,
    "range": _take_first("no more range than the way needs"),
    "card": card,
    "warp to": voyaging.destination,
    "repair what": repair_what,
    "face": face,
    "move to": moving_piece,
    "cancel": _take_first("it was announced last"),
}
