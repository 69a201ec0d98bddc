"""Sheets of pieces: true in size, complete, apart from each other, with text that can be read."""

import re
from collections import Counter
from itertools import combinations

import pytest

from incursions.games.incursions.pictures.faces import picture_of
from incursions.games.incursions.pictures.printed_words import read_piece
from incursions.games.incursions.pictures.shapes import TILE_HEIGHT, TILE_WIDTH
from incursions.games.incursions.pictures.text_layout import missing_packages
from incursions.games.incursions.printing.document import MARGIN, PAPERS
from incursions.games.incursions.printing.proxies import TRUE_SIZE, Style, Which, plain_face, proxies
from incursions.games.incursions.rules.construction import DeckContent
from tests.games.incursions.printing.paper_reading import POINTS, Reading
from tests.games.incursions.printing.sheets import SIZES, squeezed

BLEED = 2.0
EVERY = [("a4", Style.PLAIN), ("letter", Style.PLAIN), ("a4", Style.FACES)]


def is_card(thing):
    return thing.area.size == pytest.approx((63.0, 88.0), abs=0.1)


def is_tile(thing):
    return thing.area.size == pytest.approx((TILE_WIDTH + 2 * BLEED, TILE_HEIGHT + 2 * BLEED), abs=0.1)


def pieces_of(reading):
    things = [thing for page in reading.pages for thing in reading.things(page)]
    return [thing for thing in things if is_card(thing) or is_tile(thing)]


def text_of(face):
    return squeezed(" ".join(box.text for box in face.texts))


def read(content, definitions, paper="a4", which=Which.ALL, style=Style.PLAIN, name="Wreck Runners"):
    return Reading(proxies(name, content, definitions, PAPERS[paper], which, style))


@pytest.mark.parametrize(("paper", "style"), EVERY)
def test_pages_have_exactly_the_size_of_the_paper(sheets, paper, style):
    for page in sheets(paper, style).pages:
        box = page.mediabox
        assert (float(box.left), float(box.bottom)) == (0, 0)
        assert (float(box.width) / POINTS, float(box.height) / POINTS) == pytest.approx(SIZES[paper], abs=0.001)


@pytest.mark.parametrize(("paper", "style"), EVERY)
def test_pieces_are_true_in_size_and_apart_and_within_what_printers_reach(sheets, paper, style):
    width, height = SIZES[paper]
    reading = sheets(paper, style)
    for page in reading.pages:
        things = reading.things(page)
        pieces = [thing for thing in things if is_card(thing) or is_tile(thing)]
        assert pieces
        assert len(things) - len(pieces) <= 2  # the name in one margin, the ruler in the other
        assert not [pair for pair in combinations(things, 2) if pair[0].area.overlaps(pair[1].area)]
        for thing in things:
            assert min(thing.area.left, thing.area.top) > MARGIN - 0.01
            assert thing.area.right < width - MARGIN + 0.01
            assert thing.area.bottom < height - MARGIN + 0.01


@pytest.mark.parametrize("paper", PAPERS)
def test_marks_are_in_line_with_the_cuts_and_outside_the_cards(sheets, paper):
    reading = sheets(paper, Style.PLAIN)
    cards = [thing.area for thing in reading.things(reading.pages[0]) if is_card(thing)]
    ends = reading.lines(reading.pages[0])
    edges = {round(x, 1) for area in cards for x in (area.left, area.right)}
    sides = {round(y, 1) for area in cards for y in (area.top, area.bottom)}
    upright = {
        round(x, 1) for (x, y), (other, _) in zip(ends[::2], ends[1::2], strict=True) if x == pytest.approx(other)
    }
    level = {round(y, 1) for (_, y), (_, other) in zip(ends[::2], ends[1::2], strict=True) if y == pytest.approx(other)}
    assert (upright, level) == (edges, sides)
    whole = min(area.left for area in cards), min(area.top for area in cards)
    far = max(area.right for area in cards), max(area.bottom for area in cards)
    for x, y in ends:
        assert not (whole[0] - 0.5 < x < far[0] + 0.5 and whole[1] - 0.5 < y < far[1] + 0.5)
        assert MARGIN - 0.01 < x < SIZES[paper][0] - MARGIN + 0.01
        assert MARGIN - 0.01 < y < SIZES[paper][1] - MARGIN + 0.01


@pytest.mark.parametrize(("paper", "style"), EVERY)
def test_every_copy_is_there_and_each_piece_is_drawn_once(sheets, starter, paper, style):
    placed = Counter(thing.number for thing in pieces_of(sheets(paper, style)))
    assert sorted(placed.values()) == sorted(starter.pieces.values())


@pytest.mark.parametrize("paper", PAPERS)
def test_all_that_is_printed_on_each_piece_can_be_copied_as_text(sheets, starter, definitions, paper):
    reading = sheets(paper, Style.PLAIN)
    said = Counter(squeezed(reading.said(thing)) for thing in pieces_of(reading))
    expected = {text_of(plain_face(definitions[title])): copies for title, copies in starter.pieces.items()}
    assert said == expected


def test_text_of_faces_is_text_as_well(definitions):
    content = DeckContent("Sol", "Aes Palamas", None, {"Elira": 1, "Phasers": 1}, {"Wormhole 3": 1})
    reading = read(content, definitions, style=Style.FACES)
    said = {squeezed(reading.said(thing)) for thing in pieces_of(reading)}
    assert said == {text_of(picture_of(definitions[title])) for title in content.pieces}


def test_plain_faces_say_all_that_the_rules_ask_for(definitions):
    for piece in definitions.values():
        said = read_piece(piece)
        text = " ".join(box.text for box in plain_face(piece).texts)
        for part in (said.title, said.kind, " ".join(said.text.split()), said.users, said.number):
            assert part in text
        assert all(figure.value in text for figure in said.figures)
        assert all(box.size >= 2.2 for box in plain_face(piece).texts), said.title


def test_plain_faces_are_black_and_much_smaller(sheets):
    plain, faces = sheets("a4", Style.PLAIN), sheets("a4", Style.FACES)
    for page in plain.pages:
        for thing in page["/Resources"]["/XObject"].values():
            assert set(re.findall(rb"([\d.]+ [\d.]+ [\d.]+) (?:rg|RG)", thing.get_data())) == {b"0 0 0"}
    assert len(plain.data) < 100_000 < len(faces.data) < 2_000_000


@pytest.mark.parametrize("style", Style)
def test_fonts_are_embedded_in_part(sheets, style):
    fonts = sheets("a4", style).fonts()
    assert fonts
    for font in fonts:
        (inner,) = font["/DescendantFonts"]
        assert re.fullmatch(r"/[A-Z]{6}\+(Spectral|IBMPlexSansCondensed)-\d00-(normal|italic)", font["/BaseFont"])
        assert 0 < len(inner.get_object()["/FontDescriptor"]["/FontFile2"].get_data()) < 40_000
        assert font["/ToUnicode"].get_data()
    assert missing_packages() == []


def test_document_says_what_it_is_and_asks_for_true_size(sheets):
    reader = sheets().reader
    assert (reader.metadata.title, reader.metadata.subject) == ("Wreck Runners", "Pieces at true size")
    assert reader.root_object["/Lang"] == "en"
    assert reader.root_object["/ViewerPreferences"]["/PrintScaling"] == "/None"


@pytest.mark.parametrize("paper", PAPERS)
def test_first_sheet_has_a_ruler_of_100_mm_and_every_sheet_name_and_number(sheets, paper):
    reading = sheets(paper, Style.PLAIN)
    for number, page in enumerate(reading.pages, start=1):
        besides = [thing for thing in reading.things(page) if not is_card(thing) and not is_tile(thing)]
        said = [squeezed(reading.said(thing)) for thing in besides]
        assert squeezed(f"Wreck Runners Page {number} of {len(reading.pages)}") in said
        assert len(said) == (2 if number == 1 else 1)
        if number == 1:
            assert squeezed(TRUE_SIZE) in said
            ruler = reading.reader.get_object(besides[said.index(squeezed(TRUE_SIZE))].number)
            assert b"0.00 2.60 m 100.00 2.60 l" in ruler.get_data()


@pytest.mark.parametrize(("which", "cards", "tiles"), [("all", 30, 10), ("deck", 30, 0), ("hexpile", 0, 10)])
def test_deck_and_hexpile_can_be_printed_apart(starter, definitions, which, cards, tiles):
    reading = read(starter, definitions, which=Which(which))
    things = pieces_of(reading)
    assert (len([*filter(is_card, things)]), len([*filter(is_tile, things)])) == (cards, tiles)


def test_piece_in_the_wrong_half_is_printed_as_what_it_is(definitions):
    reading = read(DeckContent(cards={"Mine Field": 2}, hexpile={"Fire": 1}), definitions, which=Which.DECK)
    things = reading.things(reading.pages[0])
    assert (len([*filter(is_card, things)]), len([*filter(is_tile, things)])) == (0, 2)


@pytest.mark.parametrize(
    "content", [DeckContent(cards={"Fire": 8}), DeckContent(hexpile={"Mine Field": 4}), DeckContent()]
)
def test_unknown_pieces_are_left_out_and_named(definitions, content):
    known = sum(content.pieces.values())
    content = DeckContent(cards={**content.cards, "Grand Illusion": 3}, hexpile=content.hexpile)
    reading = read(content, definitions)
    assert len(pieces_of(reading)) == known
    assert "Not printed, since there are no such pieces: 3 “Grand Illusion”." in reading.pages[0].extract_text()


def test_list_of_very_many_unknown_pieces_is_cut_short_and_says_so(definitions):
    cards = {f"{number:03}{'W' * 197}": 1 for number in range(120)}
    text = read(DeckContent(cards={**cards, "Fire": 1}), definitions).pages[0].extract_text()
    assert squeezed("and 96 other titles.") in squeezed(text)
    assert squeezed(f"023{'W' * 197}") in squeezed(text)


def test_signs_that_no_typeface_has_are_boxes_and_are_named(definitions):
    reading = read(DeckContent(cards={"Fire": 1}), definitions, name="Обломки 🚀 שלום")
    page = reading.pages[0].extract_text()
    assert "Обломки □ □□□□" in page
    assert "A box stands for a character that our typefaces lack" in page
    for named in ("ROCKET (U+1F680)", "HEBREW LETTER SHIN (U+05E9)"):
        assert squeezed(named) in squeezed(page)
    assert reading.reader.metadata.title == "Обломки 🚀 שלום"
    slug = next(form.get_data() for form in reading.pages[0]["/Resources"]["/XObject"].values())
    assert f"/ActualText <feff{'🚀'.encode('utf-16-be').hex()}>".encode() in slug


@pytest.mark.parametrize("name", ["M" * 100, "Ж" * 100, "(\\)<x>%/", "a\u0301" * 50])
def test_any_name_has_room_in_the_margin(definitions, name):
    reading = read(DeckContent(cards={"Fire": 1}), definitions, paper="letter", name=name)
    assert squeezed(name) in squeezed(reading.pages[0].extract_text())
    assert reading.reader.metadata.title == name


def test_the_same_deck_is_the_same_document(definitions):
    content = DeckContent(cards={"Fire": 2}, hexpile={"Mine Field": 1})
    assert read(content, definitions, style=Style.FACES).data == read(content, definitions, style=Style.FACES).data
