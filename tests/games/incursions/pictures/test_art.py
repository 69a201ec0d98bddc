"""Art is drawn from the piece alone: the same each time, never two alike, and known by what the piece is."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cards.storing import pieces
from incursions.games.incursions.pictures.art import combat, instruments, space, stations
from incursions.games.incursions.pictures.art.choice import subject_of
from incursions.games.incursions.pictures.art.portraits import IRISES, Head, features, portrait
from incursions.games.incursions.pictures.art.scene import Scene, chance_of
from incursions.games.incursions.pictures.art.ships import BUILDERS, hull_of
from incursions.games.incursions.pictures.colours import SKIES
from incursions.games.incursions.pictures.faces import picture_of

ROOT = Path(__file__).parents[4]
SOME = ("Phasers", "Sol", "Crypt", "Aes Palamas", "Nebula Class I", "Sabotage", "M6 Evasion Com", "Red Alert")
DIGESTS = """
import hashlib, sys
from incursions.games.incursions.rules.catalogue import load
from incursions.games.incursions.pictures.faces import picture_of
from pathlib import Path
pieces = {title: piece for kind in load(Path("fixtures")) for title, piece in kind.items()}
for title in sys.argv[1:]:
    print(hashlib.sha256(repr(picture_of(pieces[title])).encode()).hexdigest())
"""


def digest(described):
    return hashlib.sha256(repr(described).encode()).hexdigest()


def test_no_two_pieces_have_the_same_art(faces):
    assert len({digest(picture.art) for picture in faces.values()}) == len(faces)


def test_title_alone_makes_another_picture(definitions):
    first, second = (picture_of(definitions["Phasers"] | {"title": title}).art for title in ("Phasers", "Phaser"))
    assert digest(first) != digest(second)


def test_another_process_describes_the_same(face_of):
    found = subprocess.run(
        [sys.executable, "-c", DIGESTS, *SOME], cwd=ROOT, capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert found.stdout.split() == [digest(face_of(title)) for title in SOME]


def test_description_hangs_on_nothing_but_the_piece(definitions, face_of):
    for title in SOME:
        assert picture_of(dict(reversed(definitions[title].items()))) == face_of(title)


@pytest.mark.parametrize(
    ("title", "subject"),
    [
        ("Phasers", combat.beams),
        ("Disruptors", combat.bolts),
        ("Torpedo Volley", combat.torpedoes),
        ("Large Mines", combat.mines),
        ("Repair Crew", combat.repair),
        ("Hard to Port", combat.evasion),
        ("Shuttle Craft", space.shuttle),
        ("Warp 4", space.warp),
        ("Sol", space.portrait_of_ship),
        ("Torpedo Platform", stations.platform),
        ("Wormhole 2", space.wormhole),
        ("Nebula Class IV", space.nebula),
        ("Spacestation", stations.station),
        ("Open Space", space.open_space),
        ("Mutiny", instruments.scales),
        ("M6 Evasion Com", instruments.device),
        ("Aes Palamas", portrait),
        ("Oren Vasquel", portrait),
    ],
)
def test_subject_is_what_the_piece_is(definitions, title, subject):
    assert subject_of(definitions[title]) == subject


def test_pieces_show_many_things(definitions):
    shown = {getattr(subject_of(piece), "func", subject_of(piece)) for piece in definitions.values()}
    assert len(shown) >= 35


@pytest.mark.parametrize("race", sorted(BUILDERS))
def test_races_build_in_their_own_way_and_no_ship_is_another(race):
    hulls = [hull_of(race, chance_of(f"{race} {number}"), 0.5) for number in range(20)]
    assert len({repr(hull) for hull in hulls}) == 20
    assert all(hull.decks for hull in hulls)


def test_eyes_of_one_face_have_one_colour():
    for number in range(12):
        scene = Scene({}, "Federation", SKIES["Crew"], "#6ea6e6", 1, chance_of(f"Somebody {number}"), (0, 0), 1)
        paints = [getattr(shape, "paint", None) for shape in features(scene, Head(0, 0, 1, 1, 1), "#f0c9a0")]
        irises = [paint for paint in paints if paint in IRISES]
        assert (len(irises), len(set(irises))) == (2, 1)


def test_no_module_that_draws_knows_a_title():
    titles = {title for kind in pieces() for title in kind if " " in title}
    sources = "".join(file.read_text() for file in (ROOT / "incursions/games/incursions/pictures").rglob("*.py"))
    assert {title for title in titles if f'"{title}"' in sources} == set()
