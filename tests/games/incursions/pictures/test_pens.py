"""The two pens: pixels of what goes into PDF, elements of SVG, and hostile texts in both."""

import xml.etree.ElementTree as ET

import pytest

from incursions.games.incursions.pictures.faces import picture_of
from incursions.games.incursions.pictures.shapes import (
    Dots,
    Drawn,
    Filled,
    Glow,
    Group,
    Linear,
    Picture,
    Radial,
    Stop,
    arc,
    circle,
    path,
    rectangle,
)
from incursions.games.incursions.pictures.svg_pen import path_data, svg
from incursions.games.incursions.printing.document import PIXELS, render_pixels

SVG = "{http://www.w3.org/2000/svg}"
RED, BLUE, BLACK = (255, 0, 0), (0, 0, 255), (0, 0, 0)
FADE = (Stop(0, "#ff0000"), Stop(1, "#0000ff"))


def drawn(*shapes):
    """Ten millimetres square of these shapes, on black."""
    square = rectangle(0, 0, 10, 10)
    image = render_pixels(Picture(10, 10, square, (Filled(square, "#000000"),), Group(shapes, square), (), ()))
    return lambda x, y: image.convert("RGB").getpixel((round(x * PIXELS), round(y * PIXELS)))


def near(colour, other, by=12):
    return all(abs(a - b) <= by for a, b in zip(colour, other, strict=True))


def test_what_two_outlines_share_is_a_hole():
    at = drawn(Filled((*circle(5, 5, 4), *circle(5, 5, 2)), "#ff0000"))
    assert (at(5, 5), at(5, 2), at(0.3, 0.3)) == (BLACK, RED, BLACK)


def test_opacity_lets_through_what_is_below():
    at = drawn(Filled(rectangle(0, 0, 10, 10), "#0000ff"), Filled(rectangle(0, 0, 5, 10), "#ff0000", 0.5))
    assert near(at(2, 5), (128, 0, 128))
    assert at(7, 5) == BLUE


def test_linear_gradient_goes_from_point_to_point_and_on():
    at = drawn(Filled(rectangle(0, 0, 10, 10), Linear((2, 0), (8, 0), FADE)))
    assert near(at(1, 5), RED)
    assert near(at(5, 5), (128, 0, 128))
    assert near(at(9, 5), BLUE)


def test_radial_gradient_goes_from_its_centre_to_its_rim_and_on():
    at = drawn(Filled(rectangle(0, 0, 10, 10), Radial((5, 5), 4, FADE)))
    assert near(at(5, 5), RED)
    assert near(at(7, 5), (128, 0, 128))
    assert near(at(9.5, 9.5), BLUE)


def test_glow_fades_to_nothing():
    at = drawn(Glow(4, 2, "#ff0000", 1, (5, 5), 90))
    assert near(at(5, 5), RED)
    assert at(5, 2.5)[0] > at(5, 1.5)[0] > 0
    assert at(8, 5) == BLACK  # turned: it is high, not wide


def test_dashes_leave_gaps():
    at = drawn(Drawn(path("M0 5H10"), "#ff0000", 1, dashes=(2, 2)))
    assert [at(x, 5) for x in (1, 3, 5, 7, 9)] == [RED, BLACK, RED, BLACK, RED]


def test_window_hides_what_is_beyond_it():
    inside = Group((Filled(rectangle(0, 0, 10, 10), "#ff0000"), Dots(((5, 5),), 1, "#0000ff")), circle(5, 5, 3))
    at = drawn(inside)
    assert (at(5, 5), at(5, 3), at(1, 1)) == (BLUE, RED, BLACK)


def test_group_without_a_window_lies_where_it_belongs():
    at = drawn(Group((Filled(rectangle(0, 0, 10, 10), Linear((0, 0), (10, 0), FADE)),)))
    assert near(at(0.5, 5), (242, 0, 13))
    assert near(at(9.5, 5), (13, 0, 242))


def test_card_is_cut_round_at_its_corners(face_of):
    image = render_pixels(face_of("Phasers"))
    assert image.size == (744, 1040)
    mask = image.getchannel("A")
    assert (mask.getpixel((1, 1)), mask.getpixel((350, 1)), mask.getpixel((350, 500))) == (0, 255, 255)


def test_paths_are_written_as_they_are_read():
    assert path_data(path("M1 2L3 4H5V6C7 8 9 10 11 12Z")) == "M1 2L3 4L5 4L5 6C7 8 9 10 11 12Z"
    assert path("m1 2l1 1h2v-1zm0 1l1 1") == path("M1 2L2 3H4V2ZM1 3L2 4")
    assert not arc(0, 0, 5, 0, 90)[0].is_closed


def test_svg_holds_every_text_and_nothing_that_runs(face_of):
    for title in ("Phasers", "Sol", "Crypt", "Aes Palamas"):
        root = ET.fromstring(svg(face_of(title)))
        said = [" ".join(span.text for span in text) for text in root.iter(f"{SVG}text")]
        assert said == [box.text for box in face_of(title).texts]
        tags = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert tags <= {
            "svg", "defs", "g", "path", "ellipse", "text", "tspan", "clipPath", "linearGradient", "radialGradient",
            "stop",
        }  # fmt: skip
        attributes = {name for element in root.iter() for name in element.attrib}
        assert not {name for name in attributes if name == "style" or name.startswith("on") or "href" in name}


def test_names_in_an_svg_are_its_own(face_of):
    first, second = (
        {e.get("id") for e in ET.fromstring(svg(face_of(t))).iter() if e.get("id")} for t in ("Fire", "Sol")
    )
    assert first
    assert not first & second


@pytest.mark.parametrize("hostile", ["</text><script>alert(1)</script>", "\"'><img src=x onerror=y>", "&lt;&amp;]]>"])
def test_hostile_texts_are_only_text(definitions, hostile):
    piece = definitions["Phasers"] | {"title": hostile, "text": hostile, "flavour": hostile}
    root = ET.fromstring(svg(picture_of(piece)))
    said = ["".join(text.itertext()).replace(" ", "") for text in root.iter(f"{SVG}text")]
    assert said.count(hostile.replace(" ", "")) == 3
    assert not [element for element in root.iter() if element.tag.removeprefix(SVG) in ("script", "img")]
