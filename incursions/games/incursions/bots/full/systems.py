"""Systems and pieces in play: cloak, tractor beam, sweep, mines, shuttles, repairs (rules 7.2, 9.6, 12, 15.5, 17)."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.engine import Option, Question
from incursions.engine.dice import AVERAGE_DIE
from incursions.engine.hexes import distance
from incursions.games.incursions.bots.bot import Choice, amount, decline, find_options
from incursions.games.incursions.bots.full.fighting import LEAST, best_shot, spare_power, weigh_endurance
from incursions.games.incursions.bots.full.scene import Idea, Scene, bonus_worth, card_worth
from incursions.games.incursions.bots.full.table import Table
from incursions.games.incursions.bots.situation import (
    ShipView,
    chance_to_evade,
    find_ship,
    place,
    power_for_repair,
    repair_points,
    room_for_repair,
)
from incursions.games.incursions.rules.printed.pieces import GameCard
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.phrases import parse_option
from incursions.games.incursions.rules.state.seats import POINTS_PER_REPAIR_POWER
from incursions.games.incursions.rules.verbs.verb import POWER

HARD_TO_HIT = 6  # an evasion from here on is worth a beam, for a held ship cannot evade (rules 11.3)
NEAR = 3  # hexes: a rival so near may come through a mined hex
TAKEN = 5.0  # what the other loses with a card, besides what it is worth here
HIDDEN = 0.75  # of what may come, a cloak keeps so much off: some sweep, some have other means
ASSIMILATE = "assimilate"
PIECE_SCORE = 6.0
CARD_ORDERED = 6.0
HOLDS = 0.6  # as often a beam holds, and the shot after it tells


def systems(table: Table, decision: Question) -> Iterator[Idea]:
    """Yield every system on offer."""
    if phrases.CLOAK in decision:
        yield from _cloak(table)
    if phrases.LAY_MINE in decision:
        if table.at in table.holes:
            yield Idea(5.0, phrases.LAY_MINE, "whoever comes to this wormhole meets a mine", "mines")
        elif any(0 < distance(table.at, place(ship)) <= NEAR for ship in table.other_ships):
            yield Idea(2.5, phrases.LAY_MINE, "somebody is near enough to meet it", "mines")
    if ASSIMILATE in decision:
        yield from _assimilation(table)
    for option in find_options(decision, *AT_SHIPS):
        yield from AT_SHIPS[option.verb](table, option)


def _cloak(table: Table) -> Iterator[Idea]:
    """Hide from what may come, with the last maneuver; not in a wormhole, where a cloaked ship makes no roll (9.17)."""
    if table.left or (table.at in table.gates and table.gate_chance(table.at, table.power)):
        return
    kept_off = min(table.incoming, 30.0) * HIDDEN * table.own_scale * 0.6 * table.patience
    draws = sum(CARD_ORDERED for card in table.hand if card.definition.get("attaches_to") == "cloak")
    yield Idea(
        kept_off + draws,
        phrases.CLOAK,
        f"about {table.incoming:.0f} points may come, and nobody strikes what he does not see",
        "cloak",
    )


def _assimilation(table: Table) -> Iterator[Idea]:
    """Take the best that another ship has tabled (rules 15.5)."""
    system = table.me["systems"].get("assimilation", {})
    price = POWER * 0.5 * int(system.get("power", 3))
    reach = int(system.get("range", 0))
    for ship in (ship for ship in table.targets if distance(table.at, place(ship)) <= reach):
        value, title = max(_loot(table, ship), default=(0.0, ""))
        if title:
            yield Idea(value - price, ASSIMILATE, f"{title} would serve better here", "assimilation", ship["seat"])


def _loot(table: Table, ship: ShipView) -> Iterator[tuple[float, str]]:
    """Yield each card that can be assimilated from a ship, as its expected worth and its title."""
    captain = table.captain_of(ship["seat"])
    for card in (*table.find_tabled(ship["seat"]), *([] if captain is None else [captain])):
        score = (card.espionage_evasion or 6) + int(ship["bonuses"]["espionage_evasion"])
        yield (1 - chance_to_evade(score)) * (loot_worth(table, card) + TAKEN), card.title


def loot_worth(table: Table, card: GameCard) -> float:
    """Return the worth of a tabled card to the player who has it."""
    return bonus_worth(card) + max(0.0, card_worth(card, Scene(table)))


def best_loot(table: Table, decision: Question) -> Choice:
    """Return the card that is worth most, as often as it can be had."""
    values: dict[tuple[str, int | None], float]
    values = {(title, ship["seat"]): value for ship in table.other_ships for value, title in _loot(table, ship)}

    def worth(option: Option) -> float:
        return values.get((option.title, option.seat), 0.0)

    best = max(map(parse_option, decision.options), key=worth)
    return Choice(best.text, f"worth about {worth(best):.0f} points, the chance counted")


def _beam(table: Table, option: Option) -> Iterator[Idea]:
    """Hold a ship that would evade the next shot, or that stands before its wormhole."""
    ship = find_ship(table.targets, option.seat)
    if ship is None or not table.left or table.power <= 1:
        return
    held_bonus = _worth_held(table, ship)
    shot, free = (best_shot(table, ship, table.power - 1, held=held) for held in (True, False))
    if shot > free or held_bonus:
        value = HOLDS * (shot + min(8.0, held_bonus))
        reason = f"{ship['title']} cannot evade the next shot while it is held"
        yield Idea(value, option.text, reason, "tractor", ship["seat"])


def _worth_held(table: Table, ship: ShipView) -> float:
    """Return the worth of the hand's cards that need a ship held by the own beam."""
    return sum(
        card_worth(card, Scene(table, ship, held=True))
        for card in table.hand
        if any(c.value == "held by your tractor beam" for e in card.effects for c in e.conditions)
    )


def _sweep(table: Table, option: Option) -> Iterator[Idea]:
    """Find a ship in reach of a weapon, if there is a maneuver left to fire with."""
    ship = find_ship(table.other_ships, option.seat)
    if ship is None or not table.left:
        return
    left = max(0, table.power - int(table.me["systems"].get("tachyon_sweep", {}).get("power", 3)))
    shot = best_shot(table, ship, left)
    if shot:
        yield Idea(
            0.7 * shot, option.text, f"to fire at {ship['title']} with the next maneuver", "tachyon_sweep", ship["seat"]
        )


def _set_off(table: Table, option: Option) -> Iterator[Idea]:
    """Yield the idea of setting off the own mine at a ship."""
    ship = find_ship(table.targets, option.seat)
    if ship is None:
        return
    mines = (piece for piece in table.view["placed"] if piece["kind"] == "mine" and piece["at"] == ship["at"])
    score = max((AVERAGE_DIE * mine["dice"] + mine["bonus"] for mine in mines), default=0.0)
    yield Idea(_harm(table, ship, score), option.text, f"the mine deals about {score:.0f}", "attack", ship["seat"])


AT_SHIPS = {"tractor": _beam, "sweep": _sweep, "set off": _set_off}
"""Systems that an option aims at a ship, by its verb."""


def _harm(table: Table, ship: ShipView, score: float) -> float:
    """Return the worth of a score against a ship, after what the ship can take off it."""
    return max(score - weigh_endurance(ship, table.attacks_left), LEAST * score) * table.scale(ship)


def pieces(table: Table, decision: Question) -> Iterator[Idea]:
    """Yield what the pieces in play could do: strike, be placed under a ship, or move next to one."""
    for option in find_options(decision, "attack with", "place", "move"):
        if option.verb == "attack with":
            value = max((_harm(table, ship, PIECE_SCORE) for ship in table.other_ships), default=1.0)
            yield Idea(value, option.text, "it strikes without power", "attack")
        elif option.verb == "place":
            if any(place(ship) == table.at for ship in table.other_ships):
                yield Idea(4.0, option.text, "whoever stays here is struck each turn")
        elif option.place is not None:
            far = [distance(option.place, place(ship)) for ship in table.other_ships]
            if min(far, default=0) == 1:
                yield Idea(3.0, option.text, "somebody is one hex away from it")


# --- stages -----------------------------------------------------------------------------------------------------------


def keep_running(table: Table, decision: Question) -> Choice:
    """Keep a beam on a ship that would evade, and a cloak for an attack that breaks it (rules 7.2, 12.8)."""
    holds = table.player["holds"]
    if holds is not None:
        line = f"{phrases.KEEP}{phrases.TRACTOR_ON_SEAT}{holds[0]}"
        ship = table.ships[holds[0]]
        evades = ship["evasion"] >= HARD_TO_HIT or _worth_held(table, ship)
        if line in decision and holds[1] <= 1 and evades:
            return Choice(line, "the ship cannot evade while it is held")
    keep = f"{phrases.KEEP}{phrases.CLOAK}"
    if keep in decision and _wants_cloak(table):
        return Choice(keep, "an attack out of the cloak is worth its power")
    return decline(decision, "its power is wanted for other things")


def _wants_cloak(table: Table) -> bool:
    """Return True if a card profits from an attack out of the cloak, and a ship is near enough for one."""
    breaks = (
        effect
        for card in (*table.hand, *table.own_tabled)
        for effect in card.effects
        if any(c.name == "attack" and c.value == "breaks your cloak" and not c.negated for c in effect.conditions)
    )
    near = any(distance(table.at, place(ship)) <= 1 for ship in table.other_ships)
    return near and any(breaks)


def least_power(table: Table, decision: Question) -> Choice:
    """Return the least power for a beam; for a mine what can be spared, but none in a wormhole, where it is wanted."""
    if decision.said[0] == phrases.LAY_MINE and table.at not in table.holes and not table.left:
        fitting = [option for option in decision if amount(option) <= max(0, table.power - 2)]
        if fitting:
            return Choice(fitting[-1], "power that is not wanted for the defence")
    return Choice(decision.options[0], "the rest of the power is wanted elsewhere")


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
    """Yield a repair of the ship, or one that removes a card before it."""
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
    """Yield the maneuvers of `RELIEFS`, such as breaking free, with their fixed worth."""
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
