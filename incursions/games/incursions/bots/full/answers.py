"""Answers to any question of Full and Tournament: always one of its options, which are all legal."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter, itemgetter

from incursions.engine import Question
from incursions.games.incursions.bots.bot import Choice, amount, decline, find_options, first_but
from incursions.games.incursions.bots.full import defence, fighting, systems, voyaging
from incursions.games.incursions.bots.full.scene import Scene, card_worth
from incursions.games.incursions.bots.full.systems import loot_worth
from incursions.games.incursions.bots.full.table import WIN, Table
from incursions.games.incursions.bots.full.turn import keep_worth, maneuver
from incursions.games.incursions.bots.full.voyaging import best_side, hex_pick, worth_of_coming
from incursions.games.incursions.bots.situation import place, points
from incursions.games.incursions.rules.printed.pieces import GameCard
from incursions.games.incursions.rules.state.phrases import AUX, REPAIR, WARP, parse_line, parse_option
from incursions.games.incursions.rules.state.refs import CHOOSE, GO_ON
from incursions.games.incursions.rules.state.shapes import AnnouncementView
from incursions.games.incursions.rules.verbs.vocabulary import VERBS

WORTH_CANCELLING = 7.0
WORTH_BLOCKING = 5.0  # points of damage
HARMLESS = ("sweep", "break free")  # verbs of lines that name a seat and do nothing to it by themselves
EVENT_DAMAGE = 9.0  # what an event usually deals, where nothing else is known


def window(table: Table, decision: Question) -> Choice:
    """Return a cancelled card to the hand, or cancel what is announced where that is worth a card (rules 13.9)."""
    for play in find_options(decision, "play"):
        card = table.cards.get(play.title)
        if card is not None and "cancelled" in card.effects.by_trigger:
            return Choice(play.text, "a cancelled card comes back")
    announced = table.view["announced"]
    threat = announced[-1] if announced else None
    if threat is None or threat["seat"] == table.seat or threat["cancelled"]:
        return decline(decision, "there is nothing to answer")
    worth, what = threat_worth(table, threat)
    cards = ((answer.text, table.cards.get(answer.title)) for answer in find_options(decision, "play", "use"))
    option = next((text for text, card in cards if card and any(e.verb == "cancel" for e in card.effects)), None)
    if option is not None and worth >= WORTH_CANCELLING:
        return Choice(option, f"{what} would cost about {worth:.0f} points")
    return decline(decision, f"{what} is not worth a card" if option else "nothing in hand answers it")


def threat_worth(table: Table, threat: AnnouncementView) -> tuple[float, str]:
    """Return the cost of an announced line to this seat, and a phrase for it: attacks on it, arrivals in wormholes."""
    line = parse_line(threat["line"])
    extra = 5.0 * (len(threat["cards"]) + (threat["command"] is not None))
    if any(option.seat == table.seat and option.verb not in HARMLESS for option in line):
        power = next((option.amount for option in line if option.subject == "power"), 0)
        value = 5.0 + 3.5 * power + extra if line[0].verb in ("fire", "play", "assimilate") else 4.0
        return value * min(1.5, table.own_scale), "it is aimed at this ship, and"
    if any(option.verb == "to" and option.place in table.holes for option in line):
        return WIN / 6, "the arrival in a wormhole"
    if line[0].verb in ("evade with", "repair"):
        return 0.0, "that"
    return extra * 0.8, "what is announced"


def event(table: Table, decision: Question) -> Choice:
    """Block or lessen an event if its cost is worth a card."""
    cost = max(-worth_of_coming(table, table.at), EVENT_DAMAGE * table.own_scale * 0.6)
    if cost > (WORTH_BLOCKING if points(table.me) > EVENT_DAMAGE else 0.0):
        for option in find_options(decision, "play"):
            if option.title in table.cards:
                return Choice(option.text, f"the event may cost about {cost:.0f} points")
    return decline(decision, "the event can be borne")


def espionage(table: Table, decision: Question) -> Choice:
    """Answer espionage with the first card that can, because such a card is good for nothing else."""
    for option in find_options(decision, "play", "use"):
        return Choice(option.text, "it is the answer to espionage, and good for nothing else")
    return decline(decision, "nothing in hand answers espionage")


def beam(table: Table, decision: Question) -> Choice:
    """Evade a beam with the power that makes it likely, if there is some to spare."""
    for option in find_options(decision, "evade with"):
        if option.amount <= max(1, table.power - 1):
            return Choice(option.text, "a held ship can neither evade nor leave")
    return decline(decision, "no power can be spared against the beam")


def requirement(table: Table, decision: Question) -> Choice:
    """Pay what a wormhole asks: a sixth of a win is worth two power or two cards (rules 1.6)."""
    for spend in find_options(decision, "spend"):
        return Choice(spend.text, f"the roll to leave wins in {table.leave_chance:.0%} of throws")
    discards = [option.text for option in find_options(decision, "discard")]
    if discards:
        worth = _worth_by(lambda table, card: card_worth(card, Scene(table)), table, 0.0)
        missed_least = f"the roll to leave wins in {table.leave_chance:.0%}, and this card is missed least"
        return Choice(min(discards, key=worth), missed_least)
    if AUX in decision and table.asked_at(table.at).power > table.power:
        return Choice(AUX, "the wormhole asks for more power than is left")
    return decline(decision, "what the wormhole asks cannot be paid now")


def dominate(table: Table, decision: Question) -> Choice:
    """Play on with a denizen, one with a ship in its hex if there is any."""
    hexes = [place(ship) for ship in table.other_ships]
    near = (option for option in decision if parse_option(option).place in hexes)
    return Choice(next(near, first_but(decision, GO_ON)), "it is all that is left to play")


TO_TURN_UP, TO_DRAW = f"{CHOOSE}power", f"{CHOOSE}cards"
GIVEN_AWAY = ("discard", "return")


def pick(table: Table, decision: Question) -> Choice:
    """Pick among sides, hexes, cards or ships, by the rule for that kind of thing."""
    if decision.topic == "side":
        side = f"{CHOOSE}{best_side(table, [parse_option(option).subject for option in decision])}"
        wanted = side if side in decision else decision.options[0]
        return Choice(wanted, "nearest to the start hex, from where one tries again")
    if decision.kind == "hex":
        return hex_pick(table, decision)
    if find_options(decision, "take", "draw", "table"):
        worth = _worth_by(keep_worth, table, -1.0)
        best = max(decision.options, key=worth)
        return Choice(best, f"it is worth most here, about {worth(best):.0f} points")
    if find_options(decision, *GIVEN_AWAY):
        return discard(table, decision)
    if any(option.title and option.seat is not None for option in map(parse_option, decision)):
        return _of_cards_in_play(table, decision)
    if any(option.seat is not None for option in find_options(decision, "choose")):
        return _of_ships(table, decision)
    return accept(table, decision)


def accept(table: Table, decision: Question) -> Choice:
    """Take what is offered."""
    source = table.source
    offered = first_but(decision, GO_ON, decision.least, AUX)
    return Choice(offered, f"{source} offers it" if source else "it is there to be used")


def _worth_by(worth: Callable[[Table, GameCard], float], table: Table, unknown: float) -> Callable[[str], float]:
    """Return a function that judges an option by the card that it names."""

    def judge(option: str) -> float:
        card = table.cards.get(parse_option(option).title)
        return unknown if card is None else worth(table, card)

    return judge


def discard(table: Table, decision: Question) -> Choice:
    """Return the card that is worth least; what is tabled for nothing is tabled first."""
    for option in find_options(decision, "table"):
        return Choice(option.text, "it enters play instead")
    options = find_options(decision, *GIVEN_AWAY)
    if not options:
        return decline(decision, "nothing is to be discarded")
    worth = _worth_by(keep_worth, table, 0.0)
    theirs = all(option.title not in table.view["hand"] for option in options)
    best = (max if theirs else min)((option.text for option in options), key=worth)
    if not theirs and decision.least == GO_ON and worth(best) > 2.0:
        return Choice(GO_ON, "no card of the hand is better elsewhere")
    return Choice(best, f"it is worth {worth(best):.0f} points here, {'most' if theirs else 'least'} of them")


def _of_cards_in_play(table: Table, decision: Question) -> Choice:
    """Pick the own card that gains most if the effect helps, else the other player's that is worth most."""
    helpful = _is_helpful(table)
    gain = _judge_by_loot(table, 1.0, for_own=helpful)
    best = max((option for option in decision if option != GO_ON), key=gain)
    return Choice(best, "it serves best there" if helpful else "it would be missed most")


def _judge_by_loot(table: Table, unknown: float, *, for_own: bool) -> Callable[[str], float]:
    """Return a function that judges an option by the card that it names, wanted on the own side or on another's."""
    worth = _worth_by(lambda table, card: 1.0 + loot_worth(table, card), table, unknown)
    return lambda option: worth(option) * (1 if (parse_option(option).seat == table.seat) is for_own else -1)


def _of_ships(table: Table, decision: Question) -> Choice:
    """Pick the own ship if the effect helps it, else the ship of another seat with the fewest points left."""
    by_option = {f"{CHOOSE}seat {ship['seat']}": ship for ship in table.other_ships}
    own = f"{CHOOSE}seat {table.seat}"
    if _is_helpful(table) and own in decision:
        return Choice(own, "it helps this ship")
    ships = [option for option in decision if option in by_option]
    if not ships:
        return accept(table, decision)
    best = min(ships, key=lambda option: points(by_option[option]))
    return Choice(best, f"{by_option[best]['title']} has fewest points left")


def _is_helpful(table: Table) -> bool:
    """Return True if the effect that asks does good to the card that is picked."""
    title = table.source
    piece = table.cards.get(title) or table.tiles.get(title)
    effects = () if piece is None else piece.effects
    helps = any(VERBS[e.verb].is_for_user or e.fields.get("to") == "up" for e in effects)
    return helps and not any(e.verb == "espionage" for e in effects)


def dilemma(table: Table, decision: Question) -> Choice:
    """Pick the smaller of two losses, or the greater of two gains (rules 13.18)."""
    card = table.cards.get(table.source)
    choosing = None if card is None else next((e for e in card.effects if e.verb == "choose"), None)
    options = find_options(decision, "choose")
    if card is None or choosing is None or len(choosing.fields["options"]) != len(options):
        return accept(table, decision)
    values = [
        Scene(table).weigh(card.effects, (card.effects[n] for n in option.effects))
        for option in choosing.fields["options"]
    ]
    best, reason = (min, "the smaller loss") if decision.topic == "dilemma" else (max, "the better part")
    value, option = best(zip(values, options, strict=True), key=itemgetter(0))
    return Choice(option.text, f"{reason}, about {abs(value):.0f} points")


def arrange(table: Table, decision: Question) -> Choice:
    """Put first, on the own pile, a wormhole while none is known, then kind tiles; on another's pile the reverse."""
    card = table.cards.get(table.source)
    theirs = card is not None and any(str(e.fields.get("at", "")).startswith("target") for e in card.effects)
    worth_of_card = _worth_by(keep_worth, table, 0.0)

    def worth(option: str) -> float:
        tile = table.tiles.get(parse_option(option).title)
        if tile is None:
            return worth_of_card(option)
        scene = Scene(table, on_tile=True, owner=None if theirs else table.seat)
        return 10.0 if tile.is_wormhole and not table.gates else scene.weigh(tile.effects, tile.effects.top)

    best = (min if theirs else max)((option for option in decision if option != GO_ON), key=worth)
    return Choice(best, "it is the worst for them" if theirs else "it is wanted soonest")


def die(table: Table, decision: Question) -> Choice:
    """Throw the lowest die anew."""
    return Choice(
        min((option for option in decision if option != GO_ON), key=amount), "the lowest die has most to gain"
    )


def reward(table: Table, decision: Question) -> Choice:
    """Take power where it lies face down in the own turn, else cards (rules 18.4)."""
    missing = table.missing_power()
    if TO_TURN_UP in decision and missing >= 2 and table.my_turn and table.left:
        return Choice(TO_TURN_UP, f"{missing} power cards lie face down")
    return Choice(TO_DRAW if TO_DRAW in decision else decision.options[0], "three cards are worth more now")


def share(table: Table, decision: Question) -> Choice:
    """Give points of a split repair to the hull first."""
    return Choice(max(decision.options, key=amount), "the hull first: it is what keeps the ship alive")


def weapon(table: Table, decision: Question) -> Choice:
    """Return the weapon that hits hardest."""
    systems = table.me["systems"]
    printed = {option: systems.get(parse_option(option).subject, {}) for option in decision}
    return Choice(max(printed, key=lambda option: str(printed[option].get("damage", ""))), "the hardest hitter")


Answer = Callable[[Table, Question], Choice]


def answer(table: Table, decision: Question) -> Choice:
    """Return one of the options, by the rule for the topic of the question, whatever it is."""
    found = (STAGES if decision.said else ANSWERS).get(decision.topic)
    choice = None if found is None else found(table, decision)
    if choice is None or choice.text not in decision:
        return decline(decision, "there is no reason for anything else")
    return choice


def target(table: Table, decision: Question) -> Choice:
    """Return the target of the line under way, by its kind: loot, a ship to fire at, or a card."""
    verb = parse_option(decision.said[0]).verb
    if verb == systems.ASSIMILATE:
        return systems.best_loot(table, decision)
    if verb == "fire":
        return fighting.choose_target(table, decision)
    aimed = [option for option in decision if option in table.ships_by_phrase]
    if verb == "attack with":
        best = min(aimed, key=lambda option: points(table.ships_by_phrase[option]), default=decision.options[0])
        return Choice(best, "it has fewest points left" if aimed else "it stands first")
    if aimed:
        return fighting.choose_target(table, decision)
    # An own officer or machine is aimed at only where there is no other.
    return Choice(max(decision.options, key=_judge_by_loot(table, 0.5, for_own=False)), "it would be missed most")


def power(table: Table, decision: Question) -> Choice:
    """Return the power of the line under way, by its kind: an attack, a repair, or anything else."""
    verb = parse_option(decision.said[0]).verb
    if verb in ("fire", "play"):
        return fighting.power_for_damage(table, decision)
    if verb == REPAIR:
        answer = systems.repair_power if table.view["attack"] is None else defence.repair_power
        return answer(table, decision)
    return systems.least_power(table, decision)


def repair_what(table: Table, decision: Question) -> Choice:
    """Return what to repair in the own turn, or after a hit."""
    answer = systems.repair_what if table.view["attack"] is None else defence.repair_what
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
    """Return the card of the line under way: the first one for a warp, the best for an attack."""
    if decision.said[0] == WARP:
        return Choice(decision.options[0], "the way needs it")
    return fighting.card_for_attack(table, decision)


def moving_piece(table: Table, decision: Question) -> Choice:
    """Return the hex that a piece moves to: one with another ship in it, if there is any."""
    hexes = {place(ship) for ship in table.other_ships}
    option = next((option for option in decision if parse_option(option).place in hexes), None)
    return voyaging.hex_pick(table, decision) if option is None else Choice(option, "somebody is there")


def attack_again(table: Table, decision: Question) -> Choice:
    """Make an attack out of turn or once more, with the weapon that promises most."""
    best = max(fighting.attacks(table, decision), key=attrgetter("value"), default=None)
    if best is None:
        return accept(table, decision)
    return Choice(best.option, f"it costs no maneuver; {best.reason}")


def _take_first(reason: str) -> Answer:
    """Return a function that answers with the first option."""
    return lambda table, decision: Choice(decision.options[0], reason)


def _take_any(reason: str) -> Answer:
    """Return a function that answers with the first option except the one to go on without."""
    return lambda table, decision: Choice(first_but(decision, GO_ON), reason)


PICKED = ("pick", "target", "transport to", "hex", "side", "take", "draw", "return", "table")
ANSWERS: dict[str, Answer] = {
    **dict.fromkeys(PICKED, pick),
    **dict.fromkeys(("attack once more", "attack out of turn", "last attack"), attack_again),
    "maneuver": maneuver,
    "defence": defence.defend,
    "shield power": defence.add_shields,
    "answer": window,
    "event": event,
    "espionage": espionage,
    "tractor beam": beam,
    "power-up": systems.keep_running,
    "requirement": requirement,
    "escape": _take_any("the ship is lost, but not yet the match"),
    "armour": _take_any("a shuttle is worth less than the ship"),
    "dominate": dominate,
    "discard": discard,
    "use": accept,
    "move to": moving_piece,
    "piece": accept,
    "weapon": weapon,
    "dilemma": dilemma,
    "choice": dilemma,
    "arrange": arrange,
    "die": die,
    "reward": reward,
    "split": share,
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
