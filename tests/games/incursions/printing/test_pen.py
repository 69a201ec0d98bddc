"""The pen for paper draws what the pen for pages draws: seen by two viewers that are not ours."""

from io import BytesIO
from itertools import product

import pypdfium2
import pytest
import resvg_py
from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageStat

from incursions.games.incursions.pictures.faces import picture_of
from incursions.games.incursions.pictures.shapes import (
    Box,
    Dots,
    Drawn,
    Filled,
    Glow,
    Group,
    Linear,
    Picture,
    Radial,
    Stop,
    circle,
    path,
    rectangle,
)
from incursions.games.incursions.pictures.svg_pen import svg
from incursions.games.incursions.pictures.text_layout import FACES, SUBSETS, font_file
from incursions.games.incursions.printing.document import PAPERS, PIXELS, PRINT_DPI, Document, Placed
from tests.sampling import sample

SHAPES_DIFFER, FACES_DIFFER = 3, 5.5
"""Of less than this nothing is made: each draws edges in its way."""
COARSER = 4
FADE = (Stop(0, "#ff0000"), Stop(0.4, "#ffffff"), Stop(1, "#0000ff"))
ALL = rectangle(0, 0, 20, 20)
WHITE = Filled(ALL, "#ffffff")
SHAPES = {
    "a hole where outlines overlap": (Filled((*circle(10, 10, 8), *circle(10, 10, 4)), "#a3271f"),),
    "opacity": (Filled(rectangle(2, 2, 10, 16), "#0000ff"), Filled(rectangle(8, 5, 10, 10), "#ff0000", 0.4)),
    "a linear gradient": (Filled(rectangle(1, 1, 18, 18, 4), Linear((4, 4), (16, 12), FADE)),),
    "a radial gradient": (Filled(ALL, Radial((8, 12), 7, FADE), 0.7),),
    "glows": (Filled(ALL, "#070d22"), Glow(9, 4, "#6f93e8", 0.8, (10, 8), 30), Glow(4, 4, "#ffffff", 1, (6, 14))),
    "dashes": (Drawn(path("M0 5H20M0 12H20"), "#1b2731", 2, dashes=(3, 2)),),
    "a faint curve": (Drawn(path("M2 2C2 20 18 0 18 18"), "#1b2731", 1.5, 0.5),),
    "dots": (Dots(((5, 5), (12, 7), (9, 15)), 1.5, "#1f6a3d", 0.9),),
    "a window": (Group((Filled(ALL, "#f0cd52"), Filled(circle(6, 6, 5), "#24417f")), circle(11, 11, 7)),),
}


def on_paper(picture):
    """Render the picture on a sheet, an inch from the left and two from above, and crop the sheet to it."""
    document = Document(PAPERS["a4"], title="Pictures", subject="")
    document.draw("picture", picture.shapes, picture.texts, Box(0, 0, picture.width, picture.height))
    document.add_page((), [Placed("picture", 25.4, 50.8)])
    page = pypdfium2.PdfDocument(document.finish())[0].render(scale=PRINT_DPI / 72).to_pil().convert("RGB")
    right, bottom = (round(length / 25.4 * PRINT_DPI) for length in (25.4 + picture.width, 50.8 + picture.height))
    return page.crop((PRINT_DPI, 2 * PRINT_DPI, right, bottom))


@pytest.fixture(scope="session")
def font_files(tmp_path_factory):
    """The typefaces as resvg reads them: unpacked, and without kerning, as on paper."""
    folder = tmp_path_factory.mktemp("fonts")
    for number, (face, subset) in enumerate(product(FACES, SUBSETS)):
        font = TTFont(font_file(face, subset).with_suffix(".woff"))
        font.flavor = None
        del font["GPOS"]
        font.save(folder / f"{number}.ttf")
    return [str(file) for file in sorted(folder.iterdir())]


@pytest.fixture
def difference(font_files):
    """How far the drawings for pages and for paper differ in the mean, of 255, within what is cut out.

    They are compared coarsely: edges need not fall on the same pixels.
    """

    def difference(picture, other=None):
        file = resvg_py.svg_to_bytes(svg(picture), zoom=PIXELS / COARSER, skip_system_fonts=True, font_files=font_files)
        page, paper = Image.open(BytesIO(file)), on_paper(other or picture).reduce(COARSER)
        page = page.crop((0, 0, *paper.size))
        differences = ImageChops.difference(page.convert("RGB"), paper)
        return sum(ImageStat.Stat(differences, page.getchannel("A")).mean) / 3

    return difference


@pytest.mark.parametrize("shapes", SHAPES.values(), ids=SHAPES.keys())
def test_shapes_look_the_same(difference, shapes):
    assert difference(Picture(20, 20, ALL, (WHITE,), Group(shapes), (), ())) < SHAPES_DIFFER


@pytest.mark.parametrize("title", sample(["Sol", "Aes Palamas", "Phased Array", "Wormhole 2"], 1))
def test_faces_look_the_same(definitions, difference, title):
    assert difference(picture_of(definitions[title])) < FACES_DIFFER


def test_other_pictures_look_different(definitions, difference):
    """So the tests above would notice."""
    face = picture_of(definitions["Sol"])
    assert difference(face, face._replace(texts=())) > FACES_DIFFER
    assert difference(face._replace(art=face.art._replace(shapes=face.art.shapes[:1])), face) > FACES_DIFFER
    dots = Picture(20, 20, ALL, (WHITE,), Group(SHAPES["dots"]), (), ())
    assert difference(dots, dots._replace(art=Group(()))) > SHAPES_DIFFER
