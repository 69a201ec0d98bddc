"""Set-ups for games of Talon: the four battles, own fleets that are deployed, and skirmishes at close quarters."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from incursions.engine.hexes import Hex, hex_text
from incursions.games.talon.rules.battles import Placement, find_placement_fault
from incursions.games.talon.rules.catalogue import Catalogue, load
from incursions.games.talon.rules.definitions import SIDES, ShipClass
from incursions.games.talon.rules.deployment import list_zone
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.matches import make_battle_setup
from incursions.games.talon.rules.setup import NAME, RULES_VERSION, RULING_WORDS, RULINGS, TERRAIN, Setup

ROOT = Path(__file__).parents[3]
SEED_BYTES = 32
BATTLE, FLEET, SKIRMISH = "battle", "fleet", "skirmish"
FORMS = (BATTLE, FLEET, SKIRMISH)
BETWEEN = [(q, r) for r in range(-3, 4) for q in range(-10, 11) if -10 <= 2 * q + r <= 10]
CLOSE = [(q, r) for r in range(-4, 5) for q in range(-4, 5) if -4 <= q + r <= 4]
FEWEST_POINTS, MOST_POINTS = 100, 400
MOST_SHIPS = 7  # of a side
ROUNDS = (1, 4)
OTHER_RULINGS: dict[str, tuple[Any, ...]] = {
    **RULING_WORDS,
    "reinforcement": (2, 0),
    "collision_damage": (2, 0),
    "passive_yellow": (2, 0),
    "jump_phases": (1, 3),
    "map_span": (8, 12),
    "slip_counts": (False,),
    "spine_single_modifier": (-1,),
    "retarget_needs_line": (False,),
    "fusion_blocked": (False,),
    "wmg_moves_bases": (False,),
    "retreat_points": (0, 1),
    "last_ship_wins": (False,),
}
NAMES = """
Ark|Ark 2|O'Hara|Sol-7|Justice|Just|power|left|repair helm|initiative|Tigers|X|Lady Grey|set|7|end movement|slip
|Wolf|Wolf's Own|Thorn|ahead|Übermut|Kestrel-Ark|Mule|Porter|Bastion|A B C
""".replace("\n", "").split("|")


@cache
def catalogue() -> Catalogue:
    return load(ROOT)


def form_of(number: int) -> str:
    """Return the form of the game of this number; they take turns."""
    return FORMS[number % len(FORMS)]


def made_setup(number: int, form: str | None = None) -> Setup:
    """Return the setup of the game of this number: a battle by turns, or whatever comes to pass."""
    rng = Random(f"battle {number}")
    if (form or form_of(number)) == BATTLE:
        return _named_battle(rng, number // len(FORMS))
    return _own_battle(rng, is_deployed=(form or form_of(number)) == FLEET)


def dealt(number: int) -> tuple[Random, Game]:
    """Return the random numbers of the players and the game of this number, at its first question."""
    rng = Random(f"battle game {number}")
    return rng, Game.start(made_setup(number), rng.randbytes(SEED_BYTES))


def _named_battle(rng: Random, number: int) -> Setup:
    battle = list(catalogue().battles.values())[number % len(catalogue().battles)]
    most = 1 if len(battle.ships) == len(SIDES) else 2
    setup = make_battle_setup(catalogue(), battle, [rng.randint(1, most) for _ in SIDES])
    if rng.random() < 0.5:
        setup["rulings"] = _made_rulings(rng)
    return setup


def _own_battle(rng: Random, *, is_deployed: bool) -> Setup:
    """Two fleets by chance, in terrain by chance. Without a deployment they lie close to each other."""
    names = iter(rng.sample(NAMES, len(NAMES)))
    terrain = _made_terrain(rng, is_deployed=is_deployed)
    teams = [rng.choice((1, 1, 2)) for _ in SIDES]
    ships: list[dict[str, Any]] = []
    placed: list[Placement] = []
    is_one_faction = rng.random() < 0.15
    for side, name in enumerate(SIDES):
        faction = SIDES[0] if is_one_faction else name
        fleet = _made_fleet(rng, faction, least=teams[side], bases=rng.random() < 0.4)
        for index, ship_class in enumerate(fleet):
            seat = sum(teams[:side]) + index % teams[side]
            ship = {"name": next(names), "ship_class": ship_class.name, "seat": seat}
            if not is_deployed:
                ship |= _made_place(rng, Placement(ship["name"], ship_class.name, name, (0, 0), 0), placed, terrain)
            ships.append(ship)
    rng.shuffle(ships)
    used = {ship["ship_class"] for ship in ships}
    setup = {
        "game": NAME,
        "rules_version": RULES_VERSION,
        "mode": FLEET,
        "seats": [{"side": side} for side, team in zip(SIDES, teams, strict=True) for _ in range(team)],
        "title": "By chance",
        "sides": list(SIDES),
        "initiative": rng.choice(SIDES),
        "rounds": rng.randint(*ROUNDS),
        "ships": ships,
        "terrain": {hex_text(at): kind for at, kind in terrain.items()},
        "special": _made_special(rng, ships, terrain),
        "objectives": _made_objectives(rng, used),
        "wins": {},
        "definitions": {
            **catalogue().data,
            "classes": {name: data for name, data in catalogue().data["classes"].items() if name in used},
        },
        "rulings": _made_rulings(rng),
    }
    if rng.random() < 0.2:
        status = rng.choice(("destroyed", "retreated", "docked"))
        setup["wins"] = {side: [{"side": rng.choice(SIDES), "status": status, "count": 2}] for side in SIDES}
    return setup


def _made_rulings(rng: Random) -> dict[str, Any]:
    """Return the usual rulings, or others here and there."""
    share = rng.choice((0, 0, 0.3))
    other = {name: rng.choice(values) for name, values in OTHER_RULINGS.items() if rng.random() < share}
    return {**RULINGS, **other}


def _made_fleet(rng: Random, faction: str, *, least: int, bases: bool) -> list[ShipClass]:
    """Return classes of a faction, as many as some points pay, and at least so many."""
    classes = [each for each in catalogue().definitions.classes.values() if each.side == faction]
    classes = [each for each in classes if bases or not each.is_base]
    left = rng.randint(FEWEST_POINTS, MOST_POINTS)
    fleet = [min(classes, key=lambda each: each.points)] * least
    while len(fleet) < MOST_SHIPS and (payable := [each for each in classes if each.points <= left]):
        fleet.append(rng.choice(payable))
        left -= fleet[-1].points
    return fleet


def _made_terrain(rng: Random, *, is_deployed: bool) -> dict[Hex, str]:
    """Return some terrain, or much of one kind; there is always room to deploy."""
    hexes = BETWEEN if is_deployed else CLOSE
    kinds = rng.choice((TERRAIN, TERRAIN, rng.sample(TERRAIN, 2), ("nebula", "asteroid")))
    count = rng.choice((0, 3, 10, 25))
    terrain = {at: rng.choice(kinds) for at in rng.sample(hexes, count)}
    holes = [at for at, kind in terrain.items() if kind == "black hole"]
    for at in holes[4:]:
        terrain[at] = "nebula"
    if is_deployed and rng.random() < 0.3:
        terrain |= {at: rng.choice(TERRAIN[:3]) for at in rng.sample([*list_zone(0), *list_zone(1)], 8)}
    if is_deployed and not all(_has_room(side, terrain) for side in range(len(SIDES))):
        return _made_terrain(rng, is_deployed=True)
    return terrain


def _has_room(side: int, terrain: dict[Hex, str]) -> bool:
    """Return True if all ships of a side can be deployed beside the terrain; other setups are refused."""
    classes = catalogue().definitions.classes
    ship = Placement("", next(iter(classes)), SIDES[side], (0, 0), 0)
    free = [at for at in list_zone(side) if find_placement_fault(ship._replace(at=at), (), terrain, classes) is None]
    return len(free) >= MOST_SHIPS


def _made_place(
    rng: Random, ship: Placement, placed: list[Placement], terrain: dict[Hex, str]
) -> dict[str, list[int] | int]:
    """Return a hex and facing for the ship, which is then among those placed."""
    classes = catalogue().definitions.classes
    for at in (*rng.sample(CLOSE, len(CLOSE)), *((q, 9) for q in range(-20, 20))):
        there = ship._replace(at=at)
        if find_placement_fault(there, placed, terrain, classes) is None:
            placed.append(there)
            return {"at": list(at), "facing": rng.randrange(6)}
    raise AssertionError("the plane has room")


def _made_special(rng: Random, ships: list[dict[str, Any]], terrain: dict[Hex, str]) -> list[dict[str, Any]]:
    classes = {ship["ship_class"] for ship in ships}
    hosts = [ship["name"] for ship in ships if ship["ship_class"].endswith(("_base", "_cv"))]
    small = [name for name in classes if name.endswith(("_tran", "_ftr", "_sc"))]
    planets = [hex_text(at) for at, kind in terrain.items() if kind == "planet"]
    special: list[dict[str, Any]] = [{"worm hole for": rng.sample(SIDES, rng.randint(1, 2))}]
    if hosts and small:
        special.append({"docking": sorted(small), "with": hosts})
    if planets and small:
        special.append({"landing": sorted(small), "hexes": planets})
    special.append({"no retreat points": [rng.choice(SIDES)], "status": "through the worm hole"})
    return rng.sample(special, rng.randint(0, len(special)))


def _made_objectives(rng: Random, classes: Iterable[str]) -> list[dict[str, Any]]:
    ships = [{"class": rng.choice(sorted(classes))}, {"side": rng.choice(SIDES)}]
    statuses = ("destroyed", "retreated", "docked", "through the worm hole")
    objectives: list[dict[str, Any]] = [
        {
            "each": {**rng.choice(ships), "status": rng.choice(statuses)},
            "points": rng.choice((30, "class")),
            "to": rng.choice(SIDES),
        },
        {"at end of round": 1, "points": 40, "to": "more class points", "within": 3, "hex": "0,0"},
    ]
    return rng.sample(objectives, rng.randint(0, 2))
