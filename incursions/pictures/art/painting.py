"""The art of a piece, put into the window that its face has for it."""

from __future__ import annotations

from incursions.pictures.art.choice import subject_of
from incursions.pictures.art.scene import WIDTH, Scene, chance_of, enlarged
from incursions.pictures.colours import SKIES, TINTS
from incursions.pictures.shapes import Box, Group, Outline, Point
from incursions.rules.construction.facts import CARD, facts_of
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.words import NEUTRAL, RACES

USUAL_HEIGHT, MOST_ZOOM = 210.0, 1.2


def art_of(piece: Definition, window: Outline, box: Box, middle: Point, reach: float) -> Group:
    """What is seen through the window. `middle` and `reach`, in parts of the box, say where the subject stands."""
    # A window that is high for its width shows less of the sky at its sides, so that the subject fills it.
    usual = box.width / WIDTH
    scale = usual * min(MOST_ZOOM, max(1.0, box.height / usual / USUAL_HEIGHT))
    aside = (WIDTH * scale - box.width) / 2
    facts, race = facts_of(piece), race_of(piece)
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
    shapes = tuple(enlarged(shape, scale, box.left - aside, box.top) for shape in subject_of(piece)(scene))
    return Group(shapes, window)


def race_of(piece: Definition) -> str:
    """Whose ships the art shows: the piece's own race, one of those that may use it, or anybody's."""
    if "race" in piece:
        return str(piece["race"])
    affinity = piece.get("affinity")
    if isinstance(affinity, dict):
        return str(next(iter(affinity.values())))
    usage = piece.get("usage")
    races: list[str] = usage if isinstance(usage, list) else [*RACES, NEUTRAL]
    return chance_of(piece["title"], "race").choice(races)
