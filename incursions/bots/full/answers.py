"""Which question of Full and Tournament is answered how: always by one of its options, so that it is always legal."""

from __future__ import annotations

from collections.abc import Callable

from incursions.bots.bot import Choice
from incursions.bots.full import answering, defending, fighting, mending, picking, pieces, systems, voyaging
from incursions.bots.full.conditions import Scene
from incursions.bots.full.table import Table
from incursions.bots.full.turn import maneuver
from incursions.bots.full.worth import face_worth
from incursions.bots.situation import points
from incursions.engine import Question

Answer = Callable[[Table, Question], Choice]


def answer(table: Table, decision: Question) -> Choice:
    """One of the options of whatever is asked."""
    found = STAGES.get(decision.topic) if decision.said else ANSWERS.get(decision.topic)
    choice = (found or least)(table, decision)
    return choice if choice.text in decision else least(table, decision)


def least(table: Table, decision: Question) -> Choice:
    """Nothing, where nothing need be done; else what stands first."""
    return Choice(decision.least or decision.options[0], "there is no reason for anything else")


def target(table: Table, decision: Question) -> Choice:
    """At whom: by what the line is."""
    said = decision.said[0]
    if said.startswith(systems.ASSIMILATE):
        return systems.best_loot(table, decision)
    if said.startswith(fighting.FIRE):
        return fighting.aim(table, decision)
    if said.startswith(pieces.ATTACK_WITH):
        return _weakest(table, decision)
    return _of_card(table, decision)


def _weakest(table: Table, decision: Question) -> Choice:
    by_option = {f"at seat {ship['seat']}": ship for ship in table.others}
    ships = [option for option in decision if option in by_option]
    best = min(ships, key=lambda option: points(by_option[option]), default=decision.options[0])
    return Choice(best, "it has fewest points left" if ships else "it stands first")


def _of_card(table: Table, decision: Question) -> Choice:
    """A card's target: a ship by what the card is worth there, an officer or machine by what it is worth itself."""
    by_option = {f"at seat {ship['seat']}": ship for ship in table.others}
    if any(option in by_option for option in decision):
        return fighting.aim(table, decision)
    own = f"of seat {table.seat}"

    def worth(option: str) -> float:
        card = table.library.cards.get(option.removeprefix("at ").partition(" of seat ")[0])
        value = 0.5 if card is None else 1.0 + systems.loot_worth(table, card)
        return -value if own in option else value

    best = max(decision.options, key=worth)
    return Choice(best, "it would be missed most")


def power(table: Table, decision: Question) -> Choice:
    """How much: by what the line is."""
    said = decision.said[0]
    if said.startswith((fighting.FIRE, "play ")):
        return fighting.power_for_damage(table, decision)
    if said.startswith("repair"):
        return (
            mending.repair_power(table, decision)
            if table.view["attack"] is None
            else defending.repair_power(table, decision)
        )
    return systems.least_power(table, decision)


def repair_what(table: Table, decision: Question) -> Choice:
    """In the own turn, or after a hit."""
    if table.view["attack"] is None:
        return mending.what_to_repair(table, decision)
    return defending.repair_what(table, decision)


def face(table: Table, decision: Question) -> Choice:
    """The face of a Multi card that is worth most."""
    title = decision.said[0].partition(" ")[2]
    card = table.library.cards.get(title)
    if card is None:
        return least(table, decision)
    values = {f"as {each.name}": face_worth(card, each.effects, Scene(table)) for each in card.faces}
    best = max(decision.options, key=lambda option: values.get(option, -99.0))
    return Choice(best, f"this face is worth about {values.get(best, 0.0):.0f} points now")


def card(table: Table, decision: Question) -> Choice:
    """With which card."""
    if decision.said[0] == voyaging.WARP:
        return Choice(decision.options[0], "the way needs it")
    return fighting.card_for_attack(table, decision)


def moving_piece(table: Table, decision: Question) -> Choice:
    """Where a piece goes."""
    option = pieces.towards_prey(table, list(decision.options))
    return voyaging.hex_pick(table, decision) if option is None else Choice(option, "somebody is there")


def granted(table: Table, decision: Question) -> Choice:
    """An attack out of turn or once more: made, with the weapon that promises most."""
    ideas = list(fighting.attacks(table, decision))
    if not ideas:
        return picking.accept(table, decision)
    best = max(ideas, key=lambda idea: idea.value)
    return Choice(best.option, f"it costs no maneuver; {best.reason}")


def window(table: Table, decision: Question) -> Choice:
    """What was announced, or a moment at which cards for any time may come."""
    return answering.cancelled(table, decision) or answering.window(table, decision)


ANSWERS: dict[str, Answer] = {
    "maneuver": maneuver,
    "defence": defending.defend,
    "shield power": defending.add_shields,
    "answer": window,
    "event": answering.event,
    "espionage": answering.espionage,
    "tractor beam": answering.beam,
    "power-up": systems.keep_running,
    "requirement": answering.requirement,
    "escape": answering.escape,
    "armour": answering.armour,
    "dominate": answering.dominate,
    "discard": picking.discard,
    "use": picking.accept,
    "pick": picking.pick,
    "target": picking.pick,
    "transport to": picking.pick,
    "move to": moving_piece,
    "hex": picking.pick,
    "side": picking.pick,
    "piece": picking.accept,
    "weapon": picking.weapon,
    "dilemma": picking.dilemma,
    "choice": picking.dilemma,
    "arrange": picking.arrange,
    "die": picking.die,
    "reward": picking.reward,
    "attack once more": granted,
    "attack out of turn": granted,
    "last attack": granted,
    "split": picking.share,
    "take": picking.pick,
    "draw": picking.pick,
    "return": picking.pick,
    "table": picking.pick,
}
STAGES: dict[str, Answer] = {
    "target": target,
    "power": power,
    "range": fighting.range_needed,
    "card": card,
    "warp to": voyaging.destination,
    "repair what": repair_what,
    "face": face,
    "move to": moving_piece,
    "cancel": lambda table, decision: Choice(decision.options[0], "it was announced last"),
}
