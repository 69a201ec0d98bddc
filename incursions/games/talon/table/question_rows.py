"""Rows of options from the acts that the engine offers: what each does, in words, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from incursions.engine.facings import step, turn
from incursions.engine.hexes import Hex, as_hex, distance, hex_text
from incursions.games.talon.rules.acts import WAY_OF_VERB, Act
from incursions.games.talon.rules.battlefield import Battlefield
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.movement import STEERED, TURNED
from incursions.games.talon.rules.power import find_group
from incursions.games.talon.rules.setup import ASTEROID, BLACK_HOLE, NEBULA, PLANET, WORM_HOLE
from incursions.games.talon.rules.shooting import Shot, preview_shot
from incursions.games.talon.table import wording
from incursions.games.talon.table.option_rows import Choice, Row, give_keys
from incursions.games.talon.table.wording import COMPASS, ShipView, View
from incursions.kit.words import capitalise, format_count

MISSILES = "Missiles"
BESIDES = "The step"
END_TITLES = {
    "power": "End action points",
    "movement": "End movement",
    "fire": "End fire",
    "repair": "End repair",
    "power phase": "End the Power Phase",
}
END_NOTES = {
    "power": "points that are left are lost",
    "fire": "what is charged stays charged",
    "power phase": "ships without a new row keep theirs",
}
"""The consequences of closing a step."""
WAY_TITLES = {
    "ahead": "Ahead",
    "left": "Turn left",
    "right": "Turn right",
    "slip left": "Slip left",
    "slip right": "Slip right",
}
ENTERING = {
    PLANET: "the planet destroys it (T20.3)",
    BLACK_HOLE: "the black hole destroys it (T21.1)",
    ASTEROID: "asteroids: 1 damage (T20.6)",
    NEBULA: "nebula: its shields fail (T20.10)",
    WORM_HOLE: "worm hole (T22.1)",
}
"""The consequences of entering terrain."""


class Place(NamedTuple):
    """The sources of a row: the game, its view, and the setup's battlefield."""

    game: Game
    view: View
    field: Battlefield

    def ship(self, act: Act) -> ShipView:
        """Return the ship of an act."""
        found: ShipView = self.view["ships"][act.ship]
        return found


def list_rows(game: Game, view: View, field: Battlefield) -> list[Row]:
    """Return the rows of the open question, ship by ship, each with its key."""
    acts = [field.read_act(text) for text in view["options"]]
    rows = list(_make_rows(Place(game, view, field), acts))
    groups = list(dict.fromkeys(row.group for row in rows))
    return give_keys(sorted(rows, key=lambda row: groups.index(row.group)))


def _make_rows(place: Place, acts: Iterable[Act]) -> Iterator[Row]:
    """Yield a row for each act; acts that differ in one word are the choices of one row."""
    for (verb, _), alike in groupby(acts, key=_find_fold):
        members = list(alike)
        if verb in FOLDED:
            yield FOLDED[verb](place, members)
        else:
            for act in members:
                yield ROWS[verb](place, act)


def _find_fold(act: Act) -> tuple[str, object]:
    """Return what the acts of one row with choices have in common."""
    if act.verb == "reinforce":
        return act.verb, act.ship
    if act.verb == "deploy":
        return act.verb, act.place
    if act.verb == "retarget":
        return act.verb, (act.ship, act.missile)
    return act.verb, act.text


# --- power ------------------------------------------------------------------------------------------------------------


def _row(place: Place, act: Act, title: str, outcome: str = "", note: str = "") -> Row:
    """Return a row under the name of the ship that acts."""
    group = place.field.names[act.ship] if act.ship >= 0 else ""
    return Row(act, title, group, outcome, note)


def _make_charge(place: Place, act: Act) -> Row:
    ship = place.ship(act)
    group = next(each for each in place.field.classes[act.ship].groups if each.name == act.detail)
    filled = sum(ship["charge"][act.detail] or ())
    note = (
        "ready to fire" if filled + 1 == group.full else f"{format_count(group.full - filled - 1, 'box', 'boxes')} left"
    )
    title = f"Charge {act.detail}: {wording.name_weapons(group, ship)}"
    return _row(place, act, title, f"{filled} → {filled + 1} of {group.full}", note)


def _fold_reinforcements(place: Place, acts: Sequence[Act]) -> Row:
    ship = place.ship(acts[0])
    choices = tuple(Choice(act, act.detail, _describe_stronger(ship, act.detail)) for act in acts)
    row = _row(place, acts[0], "Reinforce a shield", note="stops 1 damage until this impulse of the next round")
    return row if len(acts) == 1 else replace(row, choices=choices)


def _describe_shield(ship: ShipView, arc: str) -> str:
    """Return the points of a shield, with the reinforcements on it."""
    letters = ship["reinforced"].get(arc, ())
    return f"{ship['shields'][arc]}" + (f"+{len(letters)}" if letters else "")


def _describe_stronger(ship: ShipView, arc: str) -> str:
    """Return the points of a shield with one more reinforcement."""
    return f"{ship['shields'][arc]}+{len(ship['reinforced'].get(arc, ())) + 1}"


def _make_tightening(place: Place, act: Act) -> Row:
    wait = place.ship(act)["wait"]
    return _row(place, act, "Tighten the turn", f"turn wait {wait} → {wait - 1}", "a ship turns at 0")


def _make_bid(place: Place, act: Act) -> Row:
    marks = place.view["marks"]
    title = "Bid for the initiative" if act.verb == "change initiative" else "Defend the initiative"
    note = f"marks so far: {marks['change']} to change, {marks['defend']} to defend"
    return _row(place, act, title, note=note)


def _fold_retargets(place: Place, acts: Sequence[Act]) -> Row:
    choices = tuple(Choice(act, place.field.names[act.target]) for act in acts)
    first = acts[0]
    if len(acts) == 1:
        return _row(place, first, f"Missile {first.missile} at {place.field.names[first.target]}")
    return Row(first, f"Retarget missile {first.missile}", place.field.names[first.ship], "", choices=choices)


# --- movement ---------------------------------------------------------------------------------------------------------


def _make_move(place: Place, act: Act) -> Row:
    way = WAY_OF_VERB[act.verb][act.detail]
    ship = place.ship(act)
    at = find_destination(ship, way)
    title = ("Afterburner: " + WAY_TITLES[way].lower()) if act.verb == "burn" else WAY_TITLES[way]
    facing = turn(ship["facing"], TURNED[way])
    looks = f", faces {COMPASS[facing]}" if TURNED[way] else ""
    marked = act._replace(place=at)
    return _row(place, marked, title, f"to {hex_text(at)}{looks}", _describe_arrival(place, ship, at))


def find_destination(ship: ShipView, way: str) -> Hex:
    """Return the hex into which a way to move leads a ship of a view."""
    return step(as_hex(ship["at"]), turn(ship["facing"], STEERED[way]))


def _describe_arrival(place: Place, ship: ShipView, at: Hex) -> str:
    """Return what happens to a ship that enters a hex, as far as the hex tells (rules T6.11)."""
    terrain = place.field.terrain.get(at)
    is_squadron = place.field.classes[place.field.indices[ship["name"]]].squadron > 0
    found = [ENTERING[terrain]] if terrain and not (is_squadron and terrain in (ASTEROID, NEBULA)) else []
    friends = [
        other["name"]
        for other, printed in zip(place.view["ships"], place.field.classes, strict=True)
        if as_hex(other["at"]) == at
        and other["side"] == ship["side"]
        and other["name"] != ship["name"]
        and other["status"] == wording.IN_PLAY
        and not (printed.is_base or printed.squadron or is_squadron)
    ]
    found += [f"collides with {name} (T6.8)" for name in friends]
    hits = [
        missile["number"]
        for missile in place.view["missiles"]
        if as_hex(missile["at"]) == at and missile["target"] == ship["name"]
    ]
    found += [f"meets missile {number} (T15.7)" for number in hits]
    return "; ".join(found)


def _make_rotation(place: Place, act: Act) -> Row:
    facing = turn(place.ship(act)["facing"], -1)
    return _row(
        place, act, "Turn to the right", f"faces {COMPASS[facing]}", "a Base turns when its Speed is listed (T16.2)"
    )


def _make_flight(place: Place, act: Act) -> Row:
    assert act.place is not None
    missile = next(each for each in place.view["missiles"] if each["number"] == act.missile)
    target = next(each for each in place.view["ships"] if each["name"] == missile["target"])
    left = distance(act.place, as_hex(target["at"]))
    outcome = "hits" if not left else f"{format_count(left, 'hex', 'hexes')} left"
    terrain = place.field.terrain.get(act.place)
    note = f"aimed at {target['name']}" + (f"; the {terrain} destroys it" if terrain in (PLANET, BLACK_HOLE) else "")
    return Row(act, f"Missile {act.missile} to {hex_text(act.place)}", MISSILES, outcome, note)


# --- fire -------------------------------------------------------------------------------------------------------------


def _make_shot(place: Place, act: Act) -> Row:
    ship = place.game.ships[act.ship]
    group = ship.printed.groups[find_group(ship, act.detail)]
    if act.missile:
        aim, target, at = f"missile {act.missile}", None, place.game.missiles[act.missile].at
    else:
        aim, target = place.field.names[act.target], place.game.ships[act.target]
        at = target.at
    shot = preview_shot(place.game, ship, group, target, at)
    struck = place.view["ships"][act.target] if target is not None else None
    outcome = describe_launch(shot) if group.weapon.launch else describe_odds(shot)
    title = f"{capitalise(wording.name_mount(act.detail, group.weapon.name))} at {aim}"
    note = "; ".join(describe_shot(shot, struck))
    return _row(place, act._replace(place=at), title, outcome, note)


def describe_odds(shot: Shot) -> str:
    """Return the chance of a shot to do damage, and the average."""
    return f"{wording.format_percent(shot.chance)}, avg {wording.format_average(shot.average)}"


def describe_launch(shot: Shot) -> str:
    """Return what a missile does that hits."""
    return f"{shot.damage} if it hits"


def describe_shot(shot: Shot, target: ShipView | None) -> list[str]:
    """Return range, struck arc with its shield, and the modifier of a shot in words (rules T8.12)."""
    words = [f"range {shot.range}"]
    if target is not None and shot.struck:
        shield = _describe_shield(target, shot.struck) if target["shields_up"] else "down"
        words.append(f"its {shot.struck} shield {shield}")
    if shot.modifier:
        words.append(f"die {wording.format_signed(shot.modifier)} for terrain")
    return words


# --- the Power Phase, forced choices and set-up -----------------------------------------------------------------------


def _make_row_choice(place: Place, act: Act) -> Row:
    numbers = [int(number) for number in act.detail.split("-")]
    now = place.ship(act)["row"]
    outcome = "faster" if numbers[1] > now[1] else "slower" if numbers[1] < now[1] else ""
    printed, ship = place.field.classes[act.ship], place.game.ships[act.ship]
    index = next(number for number, row in enumerate(printed.curve) if str(row) == act.detail)
    power = ship.reckon_power(index)
    effective = f"effective Power {power}; " if power != numbers[0] else ""
    note = effective + wording.describe_row(place.field, [power, numbers[1]])
    return _row(place, act, wording.name_row(act.detail), outcome, note)


def _make_jump(place: Place, act: Act) -> Row:
    phases = place.field.rulings["jump_phases"]
    return _row(
        place, act, "Announce a jump", note=f"it leaves in the Power Phase of round {place.view['round'] + phases}"
    )


def _make_step(place: Place, act: Act) -> Row:
    assert act.place is not None
    terrain = place.field.terrain.get(act.place)
    return Row(act, f"To {hex_text(act.place)}", "", note=ENTERING.get(terrain or "", ""))


def _fold_deployments(place: Place, acts: Sequence[Act]) -> Row:
    first = acts[0]
    assert first.place is not None
    choices = tuple(Choice(act, f"facing {COMPASS[act.facing]}") for act in acts)
    return Row(first, hex_text(first.place), f"Row {first.place[1]}".replace("-", wording.MINUS), choices=choices)


def _make_end(place: Place, act: Act) -> Row:
    return Row(act, END_TITLES.get(act.detail, capitalise(act.text)), BESIDES, note=END_NOTES.get(act.detail, ""))


def _make_titled(title: str, note: str = "") -> Callable[[Place, Act], Row]:
    """Return the maker of a row with a fixed title. `{target}` in it is a ship, `{detail}` the detail of the act."""

    def make(place: Place, act: Act) -> Row:
        target = place.field.names[act.target] if act.target >= 0 else ""
        at = "" if act.place is None else hex_text(act.place)
        ship = place.field.names[act.ship] if act.ship >= 0 else ""
        words = title.format(target=target, detail=act.detail, missile=act.missile, at=at, ship=ship)
        return _row(place, act, words, note=note)

    return make


def _make_choice_among(place: Place, act: Act) -> Row:
    """Return the row of a ship that is damaged or shifted next."""
    return Row(act, place.field.names[act.ship], "")


ROWS: Mapping[str, Callable[[Place, Act], Row]] = {
    "charge": _make_charge,
    "tighten": _make_tightening,
    "mark slip": _make_titled("Prepare a side slip", "its next move may go front left or front right, facing kept"),
    "fill battery": _make_titled("Fill the battery", "gives 1 action point in an impulse without one"),
    "change initiative": _make_bid,
    "defend initiative": _make_bid,
    "transmit": _make_titled("Send power to {target}", "1 action point, to be used at once"),
    "use battery": _make_titled("Use the battery", "1 action point, to be used at once"),
    "move": _make_move,
    "turn": _make_move,
    "slip": _make_move,
    "burn": _make_move,
    "rotate": _make_rotation,
    "fly": _make_flight,
    "dock": _make_titled("Dock with {target}", "it leaves the battle"),
    "land": _make_titled("Land at {at}", "it leaves the battle"),
    "fire": _make_shot,
    "hold": _make_titled("Hold the rest of {detail}", "its other weapons are lost"),
    "repair": _make_titled("Repair: {detail}", "a 6 ends it"),
    "set": _make_row_choice,
    "announce jump": _make_jump,
    "call off jump": _make_titled("Call off the jump"),
    "push": _make_step,
    "pull": _make_step,
    "strike": _make_titled("Missile {missile}"),
    "damage": _make_choice_among,
    "shift": _make_choice_among,
    "end": _make_end,
}
FOLDED: Mapping[str, Callable[[Place, Sequence[Act]], Row]] = {
    "reinforce": _fold_reinforcements,
    "retarget": _fold_retargets,
    "deploy": _fold_deployments,
}
"""The makers of rows of several acts."""
