"""Performers of system verbs: cloak and repair; and the laying of mines (rules 12.1, 12.3, 12.7, 17.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules import phrases
from incursions.rules.attacks.full_attack import FullAttack
from incursions.rules.attacks.scoring import dice_and_bonus
from incursions.rules.attacks.weapons import Gun
from incursions.rules.crew.equipment import repair_card
from incursions.rules.effects.aims import candidates
from incursions.rules.effects.lasting import start_lasting
from incursions.rules.effects.resolution import Waiting
from incursions.rules.effects.verbs_power import find_ships
from incursions.rules.effects.word_tables import WITH_ITS_PIECE
from incursions.rules.events.turns import RepairRolled
from incursions.rules.placed.placed_pieces import repair_piece
from incursions.rules.plays.announcements import maneuver_of
from incursions.rules.plays.card_faces import numbers
from incursions.rules.plays.lying import release
from incursions.rules.refs import holder_of, seat_ref, word_ref
from incursions.rules.systems import cloaking
from incursions.rules.systems.mines import put_mine, why_not_lie
from incursions.rules.systems.power import power_short
from incursions.rules.systems.repair import parts_damaged, restore, shares
from incursions.rules.systems.repairs import SPLIT

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effect, Roll
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

HULL_OR_SHIELDS, HULL_FIRST = "hull or shields", "hull first"
ROLLED = "repaired points"  # a mark: the points rolled, while their player chooses the part


def cloak(game: Game, frame: Resolution, effect: Effect) -> None:
    """Cloak the ship for the card's price, or end its cloak (rules 12.7)."""
    for ship in find_ships(game, frame, effect):
        if effect.fields.get("to", "up") == "down":
            cloaking.drop(game, ship, cloaking.ENDED)
        elif cloaking.why_not_cloak(game, ship, frame.source) is None:
            _raise_cloak(game, frame, effect, ship)


def _raise_cloak(game: Game, frame: Resolution, effect: Effect, ship: Ship) -> None:
    price = find_price(game, effect, ship)
    if price is None or price > ship.available("cloak"):
        return
    ship.spend(price, "cloak")
    cloaking.go_up(game, ship, price, frame.source if effect.until else None)
    if effect.until not in WITH_ITS_PIECE:
        start_lasting(game, frame.source, effect, frame.user, None if ship.seat == frame.user else ship.seat)


def find_price(game: Game, effect: Effect, ship: Ship) -> int | None:
    """Return the price of a cloak by this effect: its own, or the ship's as changed; None without a device."""
    fields = effect.fields
    if "cost" in fields:
        return int(fields["cost"])
    usual = cloaking.cloak_cost(game, ship)
    if usual is None:
        return None
    least: int = min(usual, fields.get("least", 0))
    return max(least, usual + int(fields.get("by", 0)))


def repair(game: Game, frame: Resolution, effect: Effect) -> None:
    """Restore points, or add to the Repair under way (rules 12.1, 12.3)."""
    if "more" in effect.fields:
        start_lasting(game, frame.source, effect, frame.user, None, until="this maneuver")
        return
    rolled = points = frame.marked(ROLLED)
    if points is None:
        dice = effect.fields.get("dice", 0)
        thrown = game.dice.roll("repair", dice) if dice else []
        points = effect.fields.get("points", 0) + sum(thrown)
        if thrown:
            game.tell(RepairRolled, seat=frame.user, dice=thrown, points=points)
    try:
        _restore_points(game, frame, effect, points)
    except Waiting:
        frame.mark(ROLLED, points)
        raise
    if rolled is not None:
        frame.mark(ROLLED, None)


def _restore_points(game: Game, frame: Resolution, effect: Effect, points: int) -> None:
    """Restore points of all targets of the effect."""
    refs = candidates(game, frame, effect, "your ship")
    if (effect.target or "").startswith("one "):
        picked = frame.pick(game, frame.user, refs, f"Repair {points} points of what?", "12.1", topic="target")
        refs = [picked] if picked else []
    for ref in refs:
        if ref[0] == "seat":
            _repair_ship(game, frame, effect, game.ships[ref[1]], points)
        elif ref[0] == "piece":
            repair_piece(game, ref[1], points)
        holder = holder_of(game, ref[1]) if ref[0] == "card" and ref[1] != frame.source else None
        if holder is not None:
            repair_card(game, holder, ref[1], points)
    if effect.target in ("this piece", "this card") and isinstance(frame.source, int):
        _repair_itself(game, frame.user, frame.source, points)


def _repair_itself(game: Game, seat: int, number: int, points: int) -> None:
    """Restore points of a shuttle by itself: tabled, or as the escape craft (rules 17.6, 19.2)."""
    ship = game.ships[seat]
    if ship.craft == number:
        restore(game, ship, phrases.HULL, points)
    elif holder_of(game, number) == seat and number in game.board.damage:
        repair_card(game, seat, number, points)


def _repair_ship(game: Game, frame: Resolution, effect: Effect, ship: Ship, points: int) -> None:
    """Restore points of the part that the text names, or that the ship's player chooses."""
    order, damaged = effect.fields.get("order", HULL_OR_SHIELDS), parts_damaged(ship)
    if order == HULL_OR_SHIELDS:
        title = f"Repair {points} points of what?"
        part = frame.pick(game, ship.seat, map(word_ref, damaged), title, "12.3", topic="repair what")
        order = part[1] if part else phrases.HULL
    if order == SPLIT:
        title = f"How many of the {points} points for the hull?"
        share = frame.pick(game, ship.seat, shares(ship, points), title, "12.3", topic=SPLIT, kind="amount")
        _restore_both(game, ship, share[1] if share else 0, points)
    elif order == HULL_FIRST:
        _restore_both(game, ship, min(points, ship.card.hull - ship.hull), points)
    elif order in damaged:
        restore(game, ship, order, points)


def _restore_both(game: Game, ship: Ship, to_hull: int, points: int) -> None:
    """Restore `to_hull` points of the hull, the rest of the shields; an undamaged part gets none (rules 12.3)."""
    damaged = parts_damaged(ship)
    for what, share in ((phrases.HULL, to_hull), (phrases.SHIELDS, points - to_hull)):
        if share and what in damaged:
            restore(game, ship, what, share)


def lay_mine(game: Game, frame: Resolution, effect: Effect) -> None:
    """Lay the card as a mine in the hex of its player's ship; power and bonuses add to it (rules 17.2)."""
    ship = game.ships[frame.user]
    assert isinstance(frame.source, int)
    if why_not_lie(game, ship.seat, ship.at) is None:
        roll: Roll = effect.fields["damage"]
        gun = Gun("mines", roll.dice, roll.bonus, 0, power_dice=effect.fields.get("power_dice", 1))
        mine = FullAttack(frame.user, seat_ref(frame.user), gun, (seat_ref(frame.user),), frame.marked("power", 0))
        maneuver = maneuver_of(game, frame.user)
        if maneuver is not None and maneuver.command is not None:
            mine.add(maneuver.command, frame.user, numbers(game.cards[maneuver.command].card.effects.top))
        release(game, frame.source)
        put_mine(game, frame.user, ship.at, *dice_and_bonus(game, mine), frame.source)


def why_not_cloak_by(game: Game, ship: Ship, effect: Effect) -> tuple[str, str] | None:
    """Return why a card cannot cloak the ship now (rules 12.5, 12.7), or None."""
    if effect.fields.get("to", "up") == "down":
        return None
    price = find_price(game, effect, ship)
    if price is None:
        return "2.1", f"{ship.card.title} has no cloaking device"
    return cloaking.why_not_cloak(game, ship) or power_short(ship, "cloak", price, "That cloak")
