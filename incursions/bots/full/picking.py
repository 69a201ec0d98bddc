"""Picks: what an effect asks its user to choose, and what is discarded (rules 6.4, 13.15, 13.18)."""

from __future__ import annotations

from incursions.bots.bot import Choice
from incursions.bots.full.conditions import Scene
from incursions.bots.full.playing import keep_worth
from incursions.bots.full.systems import loot_worth
from incursions.bots.full.table import Table
from incursions.bots.full.voyaging import best_side, hex_pick
from incursions.bots.full.worth import weigh
from incursions.bots.options import amount
from incursions.bots.situation import points
from incursions.engine import Question
from incursions.rules.picks import GO_ON
from incursions.rules.printed.cards import GameCard

CHOOSE = "choose "
FOR_ITSELF = ("turn_up", "repair", "table_now", "take", "move", "draw", "return_card", "change_fate", "explore")


def pick(table: Table, decision: Question) -> Choice:
    """By the kind of the things to choose from."""
    options = list(decision.options)
    if decision.kind == "hex":
        return _side(table, decision) if decision.topic == "side" else hex_pick(table, decision)
    if any(option.startswith(("take ", "draw ", "table ")) for option in options):
        return _best_card(table, decision)
    if any(option.startswith(("discard ", "return ")) for option in options):
        return discard(table, decision)
    if any(" of seat " in option for option in options):
        return _of_cards_in_play(table, decision)
    if any(option.startswith("choose seat ") for option in options):
        return _of_ships(table, decision)
    return accept(table, decision)


def accept(table: Table, decision: Question) -> Choice:
    """What is offered, unless it would cost more than it brings."""
    offered = [option for option in decision if option not in (GO_ON, decision.least, "aux")]
    source = table.view["question"].get("source")
    return Choice((offered or list(decision.options))[0], f"{source} offers it" if source else "it is there to be used")


def _side(table: Table, decision: Question) -> Choice:
    side = best_side(table, [option.removeprefix(CHOOSE) for option in decision])
    option = f"{CHOOSE}{side}"
    return Choice(
        option if option in decision else decision.options[0], "nearest to the start hex, from where one tries again"
    )


def title_of(option: str) -> str:
    """The title that an option names after its first word."""
    return option.partition(" ")[2].partition(" of seat ")[0]


def _best_card(table: Table, decision: Question) -> Choice:
    def worth(option: str) -> float:
        card = table.library.cards.get(title_of(option))
        return -1.0 if card is None else keep_worth(table, card)

    best = max(decision.options, key=worth)
    return Choice(best, f"it is worth most here, about {worth(best):.0f} points")


def discard(table: Table, decision: Question) -> Choice:
    """The card that is worth least; what is tabled for nothing is tabled first."""
    free = next((option for option in decision if option.startswith("table ")), None)
    if free is not None:
        return Choice(free, "it enters play instead")
    options = [option for option in decision if option.startswith(("discard ", "return "))]
    if not options:
        return Choice(decision.least or decision.options[0], "nothing is to be discarded")

    def worth(option: str) -> float:
        card = table.library.cards.get(title_of(option))
        return 0.0 if card is None else keep_worth(table, card)

    theirs = all(title_of(option) not in table.view["hand"] for option in options)
    best = (max if theirs else min)(options, key=worth)
    if not theirs and decision.least == GO_ON and worth(best) > 2.0:
        return Choice(GO_ON, "no card of the hand is better elsewhere")
    return Choice(best, f"it is worth {worth(best):.0f} points here, {'most' if theirs else 'least'} of them")


def _of_cards_in_play(table: Table, decision: Question) -> Choice:
    """Others' best, or what serves the own ship best, whichever the effect is for."""
    own = f" of seat {table.seat}"
    helpful = _is_helpful(table)

    def worth(option: str) -> float:
        card = table.library.cards.get(title_of(option))
        value = 1.0 if card is None else 1.0 + loot_worth(table, card)
        mine = option.endswith(own)
        return value if mine is helpful else -value

    best = max((option for option in decision if option != GO_ON), key=worth)
    return Choice(best, "it serves best there" if helpful else "it would be missed most")


def _of_ships(table: Table, decision: Question) -> Choice:
    by_option = {f"choose seat {ship['seat']}": ship for ship in table.others}
    own = f"choose seat {table.seat}"
    if _is_helpful(table) and own in decision:
        return Choice(own, "it serves the own ship")
    ships = [option for option in decision if option in by_option]
    if not ships:
        return accept(table, decision)
    best = min(ships, key=lambda option: points(by_option[option]))
    return Choice(best, f"{by_option[best]['title']} has fewest points left")


def _is_helpful(table: Table) -> bool:
    """Does the asking piece do something good to what is picked?"""
    title = table.view["question"].get("source") or ""
    piece = table.library.cards.get(title) or table.library.tiles.get(title)
    if piece is None:
        return False
    return any(e.verb in FOR_ITSELF or e.fields.get("to") == "up" for e in piece.effects) and not any(
        e.verb == "espionage" for e in piece.effects
    )


def dilemma(table: Table, decision: Question) -> Choice:
    """Of two losses the smaller one; of two gains the greater (rules 13.18)."""
    card = _asking(table)
    effects = None if card is None else card.effects
    choosing = None if effects is None else next((e for e in effects if e.verb == "choose"), None)
    if card is None or effects is None or choosing is None:
        return accept(table, decision)
    options = [o for o in decision if o.startswith(CHOOSE)]
    values = [
        weigh(effects, (effects[n] for n in option.effects), Scene(table)) for option in choosing.fields["options"]
    ]
    if len(values) != len(options):
        return accept(table, decision)
    pick_least = decision.topic == "dilemma"
    best = (min if pick_least else max)(range(len(values)), key=lambda n: values[n])
    return Choice(
        options[best],
        f"{'the smaller loss' if pick_least else 'the better part'}, about {abs(values[best]):.0f} points",
    )


def _asking(table: Table) -> GameCard | None:
    return table.library.cards.get(table.view["question"].get("source") or "")


def arrange(table: Table, decision: Question) -> Choice:
    """The own pile: a wormhole first while none is known, kind tiles before others; another's pile the reverse."""
    mine = not _targets_other(_asking(table))

    def worth(option: str) -> float:
        tile = table.library.tiles.get(title_of(option))
        if tile is None:
            card = table.library.cards.get(title_of(option))
            return 0.0 if card is None else keep_worth(table, card)
        scene = Scene(table, on_tile=True, owner=table.seat if mine else None)
        return 10.0 if tile.is_wormhole and not table.gates else weigh(tile.effects, tile.effects.top, scene)

    best = (max if mine else min)((option for option in decision if option != GO_ON), key=worth)
    return Choice(best, "it is wanted soonest" if mine else "it is the worst for them")


def _targets_other(card: GameCard | None) -> bool:
    return card is not None and any(str(e.fields.get("at", "")).startswith("target") for e in card.effects)


def die(table: Table, decision: Question) -> Choice:
    """The lowest die is thrown anew."""
    options = [option for option in decision if option != GO_ON]
    best = min(options, key=amount)
    return Choice(best, "the lowest die has most to gain")


def reward(table: Table, decision: Question) -> Choice:
    """Power where it lies face down in the own turn, else cards (rules 18.4)."""
    power = next((option for option in decision if "power" in option), None)
    if power is not None and table.missing_power() >= 2 and table.my_turn and table.left:
        return Choice(power, f"{table.missing_power()} power cards lie face down")
    cards = next((option for option in decision if "cards" in option), None)
    return Choice(cards or decision.options[0], "three cards are worth more now")


def share(table: Table, decision: Question) -> Choice:
    """Points of a split repair: the hull first."""
    best = max(decision.options, key=amount)
    return Choice(best, "the hull first: it is what keeps the ship alive")


def weapon(table: Table, decision: Question) -> Choice:
    """The weapon that hits hardest."""
    names = [option.removeprefix(CHOOSE) for option in decision]
    systems = table.me["systems"]
    best = max(range(len(names)), key=lambda n: str(systems.get(names[n], {}).get("damage", "")))
    return Choice(decision.options[best], "the hardest hitter")
