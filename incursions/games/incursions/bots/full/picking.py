"""Picks: what an effect asks its user to choose, and what is discarded (rules 6.4, 13.15, 13.18)."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from incursions.engine import Question
from incursions.games.incursions.bots.bot import Choice
from incursions.games.incursions.bots.full.playing import keep_worth
from incursions.games.incursions.bots.full.scene import Scene
from incursions.games.incursions.bots.full.systems import loot_worth
from incursions.games.incursions.bots.full.table import Table
from incursions.games.incursions.bots.full.voyaging import best_side, hex_pick
from incursions.games.incursions.bots.options import amount, decline, find_options, first_but
from incursions.games.incursions.bots.situation import points
from incursions.games.incursions.rules.effects.parts import VERBS
from incursions.games.incursions.rules.phrases import AUX, parse_option
from incursions.games.incursions.rules.picks import CHOOSE, GO_ON
from incursions.games.incursions.rules.printed.cards import GameCard

TO_TURN_UP, TO_DRAW = f"{CHOOSE}power", f"{CHOOSE}cards"
GIVEN_AWAY = ("discard", "return")


def pick(table: Table, decision: Question) -> Choice:
    """Pick by the kind of the things to choose from."""
    if decision.topic == "side":
        side = f"{CHOOSE}{best_side(table, [parse_option(option).subject for option in decision])}"
        wanted = side if side in decision else decision.options[0]
        return Choice(wanted, "nearest to the start hex, from where one tries again")
    if decision.kind == "hex":
        return hex_pick(table, decision)
    if find_options(decision, "take", "draw", "table"):
        return _best_card(table, decision)
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


def _best_card(table: Table, decision: Question) -> Choice:
    worth = _worth_by(keep_worth, table, -1.0)
    best = max(decision.options, key=worth)
    return Choice(best, f"it is worth most here, about {worth(best):.0f} points")


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
    """Pick others' best, or what serves the own ship best, whichever the effect is for."""
    helpful = _is_helpful(table)
    worth = _worth_by(loot_worth, table, 0.0)

    def gain(option: str) -> float:
        value = 1.0 + worth(option)
        return value if (parse_option(option).seat == table.seat) is helpful else -value

    best = max((option for option in decision if option != GO_ON), key=gain)
    return Choice(best, "it serves best there" if helpful else "it would be missed most")


def _of_ships(table: Table, decision: Question) -> Choice:
    by_option = {f"{CHOOSE}seat {ship['seat']}": ship for ship in table.others}
    own = f"{CHOOSE}seat {table.seat}"
    if _is_helpful(table) and own in decision:
        return Choice(own, "it serves the own ship")
    ships = [option for option in decision if option in by_option]
    if not ships:
        return accept(table, decision)
    best = min(ships, key=lambda option: points(by_option[option]))
    return Choice(best, f"{by_option[best]['title']} has fewest points left")


def _is_helpful(table: Table) -> bool:
    """Return True if the asking piece does something good to what is picked."""
    title = table.source
    piece = table.cards.get(title) or table.tiles.get(title)
    effects = () if piece is None else piece.effects
    helps = any(VERBS[e.verb].is_for_user or e.fields.get("to") == "up" for e in effects)
    return helps and not any(e.verb == "espionage" for e in effects)


def dilemma(table: Table, decision: Question) -> Choice:
    """Pick the smaller of two losses, or the greater of two gains (rules 13.18)."""
    card = _asking(table)
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


def _asking(table: Table) -> GameCard | None:
    return table.cards.get(table.source)


def arrange(table: Table, decision: Question) -> Choice:
    """Put first, on the own pile, a wormhole while none is known, then kind tiles; on another's pile the reverse."""
    card = _asking(table)
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
