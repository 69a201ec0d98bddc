"""Pieces in the hexes of the star map, and the beams between ships: drawings, and the same in words (rules 17, 18)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from tournaments import wording
from tournaments.drawing import hull_paths
from tournaments.drawing.geometry import centre, star

View = Mapping[str, Any]
PieceView = Mapping[str, Any]

MINE, DENIZEN, OFFICER, SHUTTLE = "mine", "denizen", "officer", "shuttle"
NOBODY = "neutral"
# Where the pieces of a hex lie, clear of the ships in its middle; more of them than that share the last place.
SPOTS = ((-50, -36), (50, -36), (-56, 22), (56, 22), (0, -58), (0, 34))
# Beside two ships, which stand in a row.
SPOTS_OF_TWO = ((0, -54), (-64, -46), (0, 30), (64, 32), (-64, 32), (64, -46))
LIFE_BELOW, LIFE_ABOVE = 30, -19
MINE_SHAPE = star(0, 0, 19, 10, 8)
HEAD_AND_SHOULDERS = "M0-15a7 7 0 1 1 0 14a7 7 0 1 1 0-14ZM-13 16C-13 4 13 4 13 16Z"
WORKS = "M-14 14V-6L0-16 14-6V14Z"  # what stands in a hex and is neither ship nor mine


def draw(view: View) -> Iterator[str]:
    """Every piece in its hex, oldest first."""
    taken: dict[tuple[int, ...], int] = {}
    races = _races(view)
    ships = Counter(tuple(ship["at"]) for ship in view["ships"] if ship["at"] is not None and not ship["out"])
    for piece in view.get("placed", ()):
        at = tuple(piece["at"])
        spots = SPOTS_OF_TWO if ships[at] == 2 else SPOTS
        spot = spots[min(taken.setdefault(at, 0), len(SPOTS) - 1)]
        taken[at] += 1
        yield _piece(view, piece, races.get(piece["owner"], NOBODY), spot)


def _piece(view: View, piece: PieceView, race: str, spot: tuple[int, int]) -> str:
    """One piece, so far from the middle of its hex; its points stand towards that middle, clear of the tile's name."""
    x, y = (middle + aside for middle, aside in zip(centre(piece["at"]), spot, strict=True))
    kind = piece["kind"]
    mark = "" if piece["owner"] is None or kind in (DENIZEN, SHUTTLE) else f'<text y="5">{piece["owner"]}</text>'
    below = LIFE_BELOW if spot[1] < 0 else LIFE_ABOVE
    points = "" if piece["points"] is None else f'<text class="life" y="{below}">{piece["points"]}</text>'
    return (
        f'<g id="piece-{piece["number"]}" class="m-piece m-{kind} {race}" transform="translate({x:.1f} {y:.1f})">'
        f"<title>{escape(wording.capitalised(words(view, piece)))}</title>{_shape(kind)}{mark}{points}</g>"
    )


def _shape(kind: str) -> str:
    if kind == MINE:
        return f'<path d="{MINE_SHAPE}"/>'
    if kind == OFFICER:
        return f'<path d="{HEAD_AND_SHOULDERS}"/>'
    if kind in (DENIZEN, SHUTTLE):
        return f'<g transform="scale(0.5)">{hull_paths(NOBODY)}</g>'
    return f'<path d="{WORKS}"/>'


def beams(view: View, places: Mapping[int, tuple[float, float, float]]) -> Iterator[str]:
    """Tractor beams from the ships that hold to those that are held (rules 12.5)."""
    for player in view.get("players", ()):
        if player["holds"] is None:
            continue
        holder, held = player["seat"], player["holds"][0]
        if holder in places and held in places:
            (x, y, _), (u, v, _) = places[holder], places[held]
            yield f'<path id="beam-{holder}" class="m-tractor" d="M{x:.0f} {y:.0f}L{u:.0f} {v:.0f}"/>'


def lying_at(view: View, at: Sequence[int]) -> list[str]:
    """The pieces of a hex in words, oldest first."""
    return [words(view, piece) for piece in view.get("placed", ()) if list(piece["at"]) == list(at)]


def words(view: View, piece: PieceView) -> str:
    """A piece in words: what, whose, its points or dice, who is aboard, who plays it."""
    titles = {ship["seat"]: ship["title"] for ship in view["ships"]}
    owner = "" if piece["owner"] is None else f" of {titles[piece['owner']]}"
    name = "mine" if piece["kind"] == MINE else f"{piece['kind']} {piece['title']}"
    parts = [f"{name}{owner}"]
    if piece["kind"] == MINE:
        bonus = f"+{piece['bonus']}" if piece["bonus"] else ""
        parts.append(f"{piece['dice']}D6{bonus}")
    if piece["points"] is not None:
        parts.append(wording.counted(piece["points"], "point"))
    if piece["crew"]:
        parts.append(f"with {wording.listed(piece['crew'])}")
    if piece["dominated"] is not None:
        parts.append(f"played by {titles[piece['dominated']]}’s player")
    if piece["fresh"]:
        parts.append("placed this turn")
    return ", ".join(parts)


def _races(view: View) -> dict[int, str]:
    return {ship["seat"]: ship["race"].lower() for ship in view["ships"]}
