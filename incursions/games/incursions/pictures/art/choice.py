"""The art of a piece, and which subject it shows: found in what the piece is and does and in the words of its title.

No module knows a title. The first rule that fits decides; a piece that none fits shows what its kind usually does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from incursions.games.incursions.pictures.art import combat, instruments, space, stations
from incursions.games.incursions.pictures.art.portraits import portrait
from incursions.games.incursions.pictures.art.scene import WIDTH, Scene, chance_of, place_shape
from incursions.games.incursions.pictures.colours import SKIES, TINTS
from incursions.games.incursions.pictures.shapes import Box, Group, Outline, Point, Shapes
from incursions.games.incursions.rules.printed.pieces import (
    CAPTAIN,
    CARD,
    CREW,
    NEUTRAL,
    RACES,
    SHIP,
    TILE,
    Definition,
    facts_of,
)

Subject = Callable[[Scene], Shapes]

WORDS: tuple[tuple[str, Subject], ...] = (
    # Beginnings of words of titles, the telling ones first.
    ("platform", stations.platform), ("shuttle", space.shuttle), ("wormhole", space.wormhole),
    ("nebula", space.nebula), ("nova|star ", space.nova), ("storm", space.storm), ("mine", combat.mines),
    ("torpedo|volley", combat.torpedoes), ("phaser", combat.beams), ("disruptor", combat.bolts),
    ("battlestation", stations.platform), ("outpost|station|starbase", stations.station),
    ("beacon|post|relay", stations.beacon), ("spacestation", stations.station), ("drydock|node", stations.dock),
    ("checkpoint|conduit", stations.conduit), ("cent", stations.platform), ("sector|space", stations.sector),
    ("hall", stations.hall), ("convoy", stations.convoy), ("wreck|salvage", space.wrecks),
    ("debris|belt|maze", space.belt), ("current", space.nebula), ("reach", space.cloak),
    ("ground", combat.beams), ("boarding", combat.boarders), ("ram", combat.explosion), ("fire", combat.gunnery),
    ("burn", combat.explosion), ("warp", space.warp), ("tractor", space.tractor), ("cloak|veil", space.cloak),
    ("scan|sensor", stations.beacon), ("worm|virus", instruments.code), ("hail|call", instruments.signal),
    ("report|chart|log", instruments.chart), ("fleet|formation", space.fleet), ("crew", combat.repair),
    ("yard", stations.dock), ("guard|escort|drone|swarm", space.fleet), ("code|computer", instruments.code),
    ("channel", instruments.signal), ("power", instruments.device),
)  # fmt: skip
ATTACHED: tuple[tuple[str, tuple[Subject, ...]], ...] = (
    # Maneuvers that a command goes with.
    ("warp", (space.warp,)),
    ("repair", (combat.repair,)),
    ("cloak", (space.cloak,)),
    ("tractor", (space.tractor,)),
    ("assimilation", (combat.boarders,)),
    ("attack", (combat.gunnery, combat.beams, combat.explosion, space.fleet, combat.bolts)),
    ("", (instruments.lighthouse, instruments.bridge, instruments.signal, space.fleet)),
)
TESTS: dict[str, tuple[Subject, ...]] = {
    # Whom an attempt of espionage is aimed at (rules 15.2).
    "systems": (instruments.code, instruments.eye),
    "member": (instruments.agent,),
    "captain": (instruments.eye, instruments.agent, instruments.chart),
}
VERBS: tuple[tuple[str, Subject], ...] = (
    ("repair", combat.repair),
    ("raise_shields halve", combat.shields),
    ("reduce block_event miss redirect", combat.screens),
    ("try_evasion", combat.evasion),
    ("cloak", space.cloak),
    ("move transport warp_more add_hexes", space.warp),
    ("tractor", space.tractor),
    ("espionage", instruments.eye),
    ("look arrange draw take", instruments.chart),
    ("cancel", instruments.signal),
)
DENIZENS: tuple[tuple[str, str], ...] = (
    ("crystal", "crystal"),
    ("entity", "crystal"),
    ("device", "doom"),
    ("doom", "doom"),
)
WEAPONS: dict[str, Subject] = {
    "phasers": combat.beams, "disruptors": combat.bolts, "torpedoes": combat.torpedoes, "mines": combat.mines,
}  # fmt: skip
TILES: dict[str, Subject] = {
    "wormhole": space.wormhole, "open": space.open_space, "start": instruments.chart,
}  # fmt: skip
TYPES: dict[str, Subject] = {
    "Calamity": space.calamity, "Catastrophe": space.calamity,
    "Dilemma": instruments.scales,
}  # fmt: skip


USUAL_HEIGHT, MOST_ZOOM = 210.0, 1.2


def art_of(piece: Definition, window: Outline, box: Box, middle: Point, reach: float) -> Group:
    """Draw what is seen through the window. `middle` and `reach`, in parts of the box, say where the subject stands."""
    # A window that is high for its width shows less of the sky at its sides, so that the subject fills it.
    usual = box.width / WIDTH
    scale = usual * min(MOST_ZOOM, max(1.0, box.height / usual / USUAL_HEIGHT))
    facts, race = facts_of(piece), _race_of(piece)
    scene = Scene(
        piece=piece,
        race=race,
        sky=SKIES[facts.nature if facts.kind == CARD else facts.kind],
        tint=TINTS[race],
        height=box.height / scale,
        chance=chance_of(piece["title"]),
        centre=(WIDTH * middle[0], box.height / scale * middle[1]),
        size=reach / scale,
    )
    x, y = box.middle[0] + (middle[0] - 0.5) * WIDTH * scale, box.top + box.height * middle[1]
    return Group(tuple(place_shape(shape, scale, x, y) for shape in subject_of(piece)(scene)), window)


def _race_of(piece: Definition) -> str:
    """Return whose ships the art shows: the piece's own race, one of those that may use it, or anybody's."""
    if "race" in piece:
        return str(piece["race"])
    affinity = piece.get("affinity")
    if isinstance(affinity, dict):
        return str(next(iter(affinity.values())))
    usage = piece.get("usage")
    races: list[str] = usage if isinstance(usage, list) else [*RACES, NEUTRAL]
    return chance_of(piece["title"], "race").choice(races)


def subject_of(piece: Definition) -> Subject:
    """Return what the art of a piece shows."""
    facts = facts_of(piece)
    if facts.kind == SHIP:
        return space.portrait_of_ship
    if facts.kind == CAPTAIN or facts.nature == CREW:
        return portrait
    rules = _of_tile if facts.kind == TILE else _of_card
    return next(rules(piece))


def verbs_in(effects: Any) -> Iterator[str]:
    """Yield the verbs of effects, nested ones too."""
    if isinstance(effects, dict):
        if isinstance(effects.get("do"), str):
            yield effects["do"]
        effects = list(effects.values())
    if isinstance(effects, list):
        for each in effects:
            yield from verbs_in(each)


def _find_by_title(piece: Definition) -> Iterator[Subject]:
    title = f" {piece['title'].lower()} "
    yield from (subject for words, subject in WORDS if re.search(f" ({words})", title))


def _find_by_effects(piece: Definition) -> Iterator[Subject]:
    done = set(verbs_in(piece.get("effects", [])))
    yield from (subject for verbs, subject in VERBS if done.intersection(verbs.split()))


def _of_tile(piece: Definition) -> Iterator[Subject]:
    """Yield the subjects that fit a tile, the most telling first."""
    if piece["kind"] in TILES:
        yield TILES[piece["kind"]]
    denizen = piece.get("denizen")
    if denizen is not None and denizen.get("speed"):
        yield partial(space.pack, built=_builder(piece))
    yield from _find_by_title(piece)
    if denizen is not None:
        yield stations.station
    if piece["kind"] in ("escape", "unique"):
        yield space.storm
    yield from _find_by_effects(piece)
    yield stations.sector if isinstance(piece["affinity"], dict) else space.nebula


def _builder(piece: Definition) -> str:
    """Return the kind of hull of a denizen's picture: by a word of its title, the race of its affinity, or raiders."""
    title = piece["title"].lower()
    named = next((hull for word, hull in DENIZENS if word in title), None)
    affinity = piece["affinity"]
    if named is None and isinstance(affinity, dict):
        return str(next(iter(affinity.values())))
    return named or "raiders"


def _of_card(piece: Definition) -> Iterator[Subject]:
    """Yield the subjects that fit a card, the most telling first."""
    kind = piece.get("type", "")
    if kind in TYPES:
        yield TYPES[kind]
    yield from _find_by_title(piece)
    if kind == "Espionage":
        yield chance_of(piece["title"], "subject").choice(TESTS.get(str(piece.get("tests")), (instruments.eye,)))
    if "mine" in piece:
        yield combat.mines
    if "speed" in piece:
        yield space.shuttle
    if piece.get("play_method") == "Table in hex":
        yield stations.platform if isinstance(piece.get("weapon"), dict) else stations.station
    yield from _of_nature(piece, kind)


def _of_nature(piece: Definition, kind: str) -> Iterator[Subject]:
    """Yield the subjects that fit the nature of a card, the most telling first."""
    nature = piece["nature"]
    weapon = piece.get("weapon", piece.get("attaches_to", piece.get("answers", "")))
    served = [WEAPONS[word] for word in str(weapon).split(" or ") if word in WEAPONS]
    yield from served
    if nature == "Command":
        named = str(piece.get("attaches_to", ""))
        fitting = next(subjects for word, subjects in ATTACHED if word in named)
        yield chance_of(piece["title"], "subject").choice(fitting)
    if nature == "Defence":
        yield from _find_by_effects(piece)
        yield combat.shields
    if kind == "Equipment":
        yield instruments.device
    if nature == "Attack":
        yield combat.gunnery
    yield from _find_by_effects(piece)
    yield instruments.chart
