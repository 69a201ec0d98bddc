"""Moving in Full: to a wormhole and through it, to a better hex, to a weaker ship, or into the unknown (rules 1, 8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from incursions.engine import Question
from incursions.engine.hexes import Hex, distance, neighbours
from incursions.games.incursions.bots.bot import Choice, find_options
from incursions.games.incursions.bots.full.fighting import best_card, best_shot, shoot
from incursions.games.incursions.bots.full.scene import Idea, Scene
from incursions.games.incursions.bots.full.table import Table, found_once, strength
from incursions.games.incursions.bots.situation import START, place, points, warp
from incursions.games.incursions.rules.plays.card_plays import ATTACHED, hexes_added, warp_hexes
from incursions.games.incursions.rules.printed.pieces import GameCard
from incursions.games.incursions.rules.verbs.verb import POWER

EXPLORE, WARP = "explore", "warp"
ON_COMING, ON_STAYING = ("event", "entered", "present"), ("event", "present")  # what sets off the effects of a tile
GATES_EXPECTED = 1.3  # wormholes in a hexpile of ten tiles
NEW_GATE = 30.0  # what finding one is worth: whoever finds it is the first to roll
LEAVING = 140.0  # what leaving is worth, in points of damage: more than a ship, for no defence answers it
CARD_PAID = 2.5  # what a card that a wormhole asks for is worth
UNKNOWN = 5.0  # what any new tile is worth: it is mostly kind to whoever brought it
WARP_CARD = 0.8  # what a hex costs that a card leads farther
BARRED = 14.0  # what coming to a wormhole is worth before which a denizen stands
NOT_AGAIN = 6.0  # the most that a visit to a hex may be worth by its text: nobody dances for ever
APPROACH = 0.25  # of what the best shot at a ship is worth: a hex nearer to it
STAYING = 0.2  # what it is worth to be spared a warp that leads to nothing
WAITING = 0.5  # of what a roll is worth: to stand in the wormhole when power turns up for it


class Way(NamedTuple):
    """A hex that a warp may end in, the power for it, and the hexes that cards have to lead farther."""

    at: Hex
    power: int
    by_cards: int


def moves(table: Table, decision: Question) -> Iterator[Idea]:
    """Yield where to explore or warp, where that is on offer."""
    if find_options(decision, EXPLORE):
        yield from _exploring(table, decision)
    if WARP in decision:
        value, at, _, reason = best_warp(table, _reach(table))
        if at is not None:
            yield Idea(value - _leaving_costs(table), WARP, reason, "warp")


@found_once
def stay_worth(table: Table) -> float:
    """Return the worth of remaining here to the end of the turn: the hex's event again, and the roll to leave."""
    return _hex_worth(table, table.at, ON_STAYING) + gate_worth(table, table.at, table.power)


def gate_worth(table: Table, at: Hex, power: int) -> float:
    """Return the worth of a roll in the wormhole there, its requirement paid."""
    if at not in table.holes or (table.player["cloaked"] and at == table.at):
        return 0.0
    chance = table.gate_chance(at, power)
    asked = table.asked_at(at)
    price = asked.power * (POWER * 0.8 if table.incoming else 0.3) + table.card_price(CARD_PAID) * asked.cards
    return chance * LEAVING - price * table.patience if chance else 0.0


@found_once
def worth_of_coming(table: Table, at: Hex) -> float:
    """Return the worth of coming to a hex: what its text brings this ship, and what waits there for it."""
    return _hex_worth(table, at, ON_COMING)


def _hex_worth(table: Table, at: Hex, triggers: tuple[str, ...]) -> float:
    """Return the worth of the effects of a hex that are set off, and of what waits there."""
    tile = table.tile(at)
    if tile is None or (tile.is_unique and tile.title in table.view["happened"]):
        return 0.0
    effects = [effect for name in triggers for effect in tile.effects.by_trigger.get(name, ())]
    worth = _scene_on_tile(table, table.owners.get(at)).weigh(tile.effects, effects) if effects else 0.0
    return max(-40.0, min(NOT_AGAIN * table.patience, worth)) - _lurking(table, at, triggers) * table.patience


@found_once
def _scene_on_tile(table: Table, owner: int | None) -> Scene:
    return Scene(table, on_tile=True, owner=owner)


def _lurking(table: Table, at: Hex, triggers: tuple[str, ...]) -> float:
    """Return the cost of the mines, platforms and denizens in a hex that are not the seat's own."""
    cost = 0.0
    for piece in table.pieces_at.get(at, ()):
        if piece.get("owner") == table.seat:
            continue
        if piece["kind"] == "mine" and triggers is ON_COMING:
            cost += 3.5 * (piece.get("dice") or 1) * table.own_scale
        elif piece["kind"] in ("platform", "denizen"):
            cost += 6.0 * table.own_scale
    return cost


def _exploring(table: Table, decision: Question) -> Iterator[Idea]:
    """Yield the exploring of the best free side, if tiles are left."""
    pile = table.pile
    if not pile:
        return
    sides = table.ways.free_sides(table.at)
    found = 0.0 if table.gates else min(1.0, max(GATES_EXPECTED / 10, 1 / pile))
    value = UNKNOWN * min(1.0, strength(table.me) * 1.2) + found * NEW_GATE - _leaving_costs(table)
    if table.gates:
        value = min(value, 1.5)
    side = best_side(table, [name for name, _ in sides])
    option = f"{EXPLORE} {side}"
    if option not in decision:
        option = find_options(decision, EXPLORE)[0].text
    reason = (
        f"one of {pile} tiles may be a wormhole" if not table.gates else "a new tile is likely to be a friendly one"
    )
    yield Idea(value, option, reason, "explore")


def best_side(table: Table, sides: list[str]) -> str | None:
    """Return the side on which a wormhole would lie nearest to the start hex: who misses comes from there again."""
    far = {name: table.ways.steps_to_new(START, there) for name, there in neighbours(table.at) if name in sides}
    return min(far, key=lambda side: (far[side], side), default=None)


@found_once
def _leaving_costs(table: Table) -> float:
    """Return the worth that is lost by leaving the hex, in points of damage.

    It is the worth of staying to the end of the turn or, if greater, a part (`WAITING`) of the worth of the roll in a
    wormhole at the next turn, with fresh power.
    """
    next_roll = gate_worth(table, table.at, int(table.me["power_cards"])) if table.at in table.gates else 0.0
    return max(0.0, stay_worth(table), WAITING * next_roll)


def _reach(table: Table) -> Iterator[Way]:
    """Yield the hexes that a warp may end in, with the power that each takes, and what cards could take over."""
    ready = [table.cards[title] for title in table.player["commands"] if title in table.cards]
    attached = (card for card in ready if card.definition.get("attaches_to") == WARP)
    free = warp(table.me) + sum(hexes_added(card, ATTACHED) for card in attached)
    by_cards = sum(hexes for card in table.hand if (hexes := warp_hexes(card)) and table.usable(card))
    for at, steps in table.ways.steps_from(table.at).items():
        farther = steps - free
        if farther > table.power + by_cards:
            return
        if farther > 0:
            for power in {min(table.power, farther), max(0, farther - by_cards)}:
                yield Way(at, power, farther - power)
        elif steps:
            yield Way(at, 0, 0)


def farther_worth(table: Table, card: GameCard) -> float:
    """Return the worth that a command with more hexes adds to the next warp: a better hex, or saved power."""
    added = hexes_added(card, ATTACHED)
    if not added:
        return 0.0
    ways = list(_reach(table))
    saved = [way._replace(power=max(0, way.power - added)) for way in ways]
    return best_warp(table, [*ways, *saved])[0] - best_warp(table, ways)[0]


def best_warp(table: Table, reach: Iterable[Way]) -> tuple[float, Hex | None, int, str]:
    """Return the worth of the best hex to warp to, the hex, the power for it, and why."""
    best: tuple[float, Hex | None, int, str] = (-99.0, None, 0, "")
    goals = table.gates or table.barred_wormholes
    ways = table.ways.steps_to_any(tuple(goals)) if goals else {}
    edge = table.ways.steps_to_any(table.ways.edge) if not table.gates and table.pile else {}
    most_by_text = NOT_AGAIN * table.patience
    for way in reach:
        goal = _goal(table, way.at, table.power - way.power, ways, edge)
        if _after_costs(table, way, max(goal[0], most_by_text)) <= best[0]:
            continue  # whatever the text of the hex is worth
        here = worth_of_coming(table, way.at)
        worth, reason = max(goal, (here, f"{table.charted_tiles[way.at]['title']} serves this ship"))
        value = _after_costs(table, way, worth + min(0.0, here))
        if value > best[0]:
            best = value, way.at, way.power, reason
    return best


def _after_costs(table: Table, way: Way, worth: float) -> float:
    """Return the worth of a warp minus its power, the cards that it takes, and the worth of staying (`STAYING`)."""
    left = worth - way.power * (POWER * 0.5 if table.incoming else 0.4) - STAYING
    return left - table.card_price(WARP_CARD) * way.by_cards if way.by_cards else left


def _goal(table: Table, at: Hex, left: int, ways: dict[Hex, int], edge: dict[Hex, int]) -> tuple[float, str]:
    """Return the worth of being in the hex `at` with `left` power, apart from the hex's text, and the reason.

    The best of these counts: its wormhole, coming nearer to one or to the edge of the map, a strike, an approach.
    """
    gate = gate_worth(table, at, left) if at in table.holes else 0.0
    parts = [(0.0, "it is as good a place as any")]
    if gate:
        chance = table.gate_chance(at, left)
        parts.append((gate, f"each arrival in this wormhole leaves in {chance:.0%} of throws"))
    elif at in table.barred_wormholes and table.at not in table.barred_wormholes and not table.gates:
        parts.append((BARRED / max(0.5, table.patience), "the guardian of this wormhole must fall first"))
    elif ways and at in ways:
        nearer = ways.get(table.at, 99) - ways[at]
        parts.append((2.5 * table.urge * min(nearer, 3), f"{ways[at]} hexes from a wormhole"))
    elif edge:
        nearer = edge.get(table.at, 99) - edge.get(at, 99)
        parts.append((2.0 * min(nearer, 2), "there is more to explore"))
    parts.append(_hunting(table, at, left))
    parts.append(_approaching(table, at))
    return max(parts)


def _hunting(table: Table, at: Hex, power: int) -> tuple[float, str]:
    """Return the worth of the best strike at a ship at most one hex from `at`, and the reason ("" for none)."""
    best, reason = 0.0, ""
    for seat, there, _ in table.aims:
        far = distance(at, there)
        if far <= 1:
            value, why = _strike(table, seat, far, max(0, power - 1))
            if value > best:
                best, reason = value, why
    return best, reason


@found_once
def _strike(table: Table, seat: int, far: int, power: int) -> tuple[float, str]:
    """Return the worth of the best shot at a ship from `far` hexes away with `power`, and the reason ("" for none).

    Only weapons count that do not reach the ship from the present hex. Without a maneuver left this turn a shot is
    worth less, and the less the weaker the own ship is.
    """
    ship, best, reason = table.ships[seat], 0.0, ""
    share = 0.75 if table.left else 0.3 * min(1.5, points(table.me) / max(1, points(ship)))
    for gun in table.guns.values():
        if distance(table.at, place(ship)) <= gun.range:
            continue
        shot = shoot(table, gun, ship, power, best_card(table, gun.name, seat)[0], far=far)
        if shot is not None:
            value = share * shot.value(table)
            if value > best:
                best, reason = value, f"to strike at {ship['title']} for about {shot.score:.0f}"
    return best, reason


def _approaching(table: Table, at: Hex) -> tuple[float, str]:
    """Return the worth of coming nearer to a ship that is worth fighting, though it cannot be struck yet."""
    best, reason = 0.0, ""
    for seat, there, far in table.aims:
        nearer = far - distance(at, there)
        if nearer > 0:
            value = APPROACH * _worth_striking(table, seat) * min(nearer, 3)
            if value > best:
                best, reason = value, f"{nearer} hexes nearer to {table.ships[seat]['title']}"
    return best, reason


@found_once
def _worth_striking(table: Table, seat: int) -> float:
    """Return the worth of the best shot at a ship in its hex, with all power."""
    return best_shot(table, table.ships[seat], table.power, far=0, with_card=True)


# --- stages -----------------------------------------------------------------------------------------------------------


def destination(table: Table, decision: Question) -> Choice:
    """Return the hex and the power of the warp, by the best hex in reach; the first option if none is offered."""
    hexes = {(option.place, option.amount): option.text for option in find_options(decision, "to")}
    if len(hexes) < len(decision):
        return Choice(decision.options[0], "the way goes on")
    _, at, power, reason = best_warp(table, [way for way in _reach(table) if (way.at, way.power) in hexes])
    return Choice(hexes.get((at, power), decision.options[0]), reason)


def hex_pick(table: Table, decision: Question) -> Choice:
    """Return the charted hex to name for an effect: the one whose wormhole and text are worth most to this ship."""
    named = {
        option.text: option.place for option in find_options(decision, "choose") if option.place in table.charted_tiles
    }

    def worth(option: str) -> float:
        at = named[option]
        far = min((distance(at, gate) for gate in table.gates), default=0)
        return gate_worth(table, at, table.power) + worth_of_coming(table, at) - 1.5 * far

    best = max(named, key=worth, default=None)
    if best is None:
        return Choice(decision.options[0], "one must be named")
    return Choice(best, f"{table.charted_tiles[named[best]]['title']} serves best")
