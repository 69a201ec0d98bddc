"""Every printed text stands on its face, whole and legible, in a typeface that has all its signs."""

from itertools import combinations, product

import pytest
from PIL import ImageColor, ImageStat

from incursions.games.incursions.pictures import text_layout
from incursions.games.incursions.pictures.faces import picture_of
from incursions.games.incursions.pictures.printed_words import BONUSES, read_piece, system_rows
from incursions.games.incursions.pictures.shapes import Box
from incursions.games.incursions.pictures.text_layout import (
    ASCENT,
    DESCENT,
    FACES,
    LABEL,
    TEXT,
    TITLE,
    Setting,
    find_lacking,
    fit_text,
    missing_packages,
    subset_of,
    width,
)
from incursions.games.incursions.printing.document import PIXELS, render_pixels
from incursions.games.incursions.rules.printed.piece_fields import LONGEST_FLAVOUR, LONGEST_TEXT, LONGEST_TITLE
from incursions.games.incursions.rules.printed.pieces import RACES
from tests.sampling import sample

SLACK = 0.02  # millimetres, for rounding
LEAST = {"text": 2.0, "flavour": 1.8, "title": 2.8}  # the smallest sizes in the base set, in millimetres
LEAST_OF_ALL = 1.7
LEAST_CONTRAST = 4.5  # WCAG AA
OF_EACH_FRAME = (
    *("Red Alert", "Phasers", "Repair Crew", "Shuttle Craft", "Oren Vasquel", "Aes Palamas"),
    *("Sol", "Ruk'tor", "Velisara", "Apex Node", "Crypt", "Nova", "Forge Star"),
)
LONGEST = {
    "wide words": "Wwwww " * (LONGEST_TITLE // 6),
    "one word": "W" * LONGEST_TITLE,
    "a title": "The Most Honourable Company of Wormhole Pilots and Navigators",
}
SENTENCE = "When another player's ship stops in an explored hex, that ship takes 2D6+4 and you draw a card. "


def extent(box, line):
    """Return the rectangle that a line covers."""
    top, right = line.baseline - ASCENT * box.size, line.left + width(box.face, box.size, line.text)
    return line.left, top, right, line.baseline + DESCENT * box.size


def assert_stands(picture):
    for box in picture.texts:
        for line in box.lines:
            left, top, right, bottom = extent(box, line)
            assert left >= box.box.left - SLACK, (box.name, line)
            assert right <= box.box.right + SLACK, (box.name, line)
            assert top >= box.box.top - SLACK, (box.name, line)
            assert bottom <= box.box.bottom + SLACK, (box.name, line)


def longest(definition, title, text_length=LONGEST_TEXT):
    text = (SENTENCE * 20)[:text_length].strip()
    return definition | {"title": title, "text": text, "flavour": (SENTENCE * 3)[:LONGEST_FLAVOUR].strip()}


def test_all_that_is_printed_stands_on_the_face(definitions, faces):
    for title, face in faces.items():
        piece = definitions[title]
        said = read_piece(piece)
        shown = [box.text for box in face.texts]
        wanted = [said.title, said.text, said.flavour, said.users, said.number]
        rows = system_rows(piece) if "systems" in piece else ()
        wanted += [word for row in rows for word in row]
        assert [text for text in wanted if text and " ".join(text.split()) not in shown] == [], title
        everything = " ".join(shown)
        assert all(figure.value in everything and figure.label in everything for figure in said.figures), title


def test_every_text_fits_its_box(faces):
    for picture in faces.values():
        assert_stands(picture)


def test_no_text_is_small(faces):
    for title, picture in faces.items():
        for box in picture.texts:
            assert box.size >= LEAST.get(box.name, LEAST_OF_ALL), (title, box.name)


def test_no_text_covers_another(faces):
    for title, picture in faces.items():
        extents = [(box.name, extent(box, line)) for box in picture.texts for line in box.lines]
        for (first, (a, b, c, d)), (second, (e, f, g, h)) in combinations(extents, 2):
            # Descenders of one line may reach between the ascenders of the next.
            overlap = min(c, g) - max(a, e), min(d, h) - max(b, f)
            assert overlap[0] < SLACK or overlap[1] < 0.3, (title, first, second)


def test_no_word_stands_alone_in_a_last_line(faces):
    for title, picture in faces.items():
        for box in picture.texts:
            widths = [width(box.face, box.size, line.text) for line in box.lines]
            assert widths[-1] > 0.24 * max(widths), (title, box.lines[-1].text)


def luminance(colour):
    parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in colour)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("title", sample(OF_EACH_FRAME, 5))
def test_every_text_stands_out_from_what_is_behind_it(face_of, title):
    picture = face_of(title)
    behind = render_pixels(picture._replace(texts=())).convert("RGB")
    for box in picture.texts:
        for line in box.lines:
            ground = behind.crop([round(edge * PIXELS) for edge in extent(box, line)])
            both = sorted(luminance(colour) for colour in (ImageStat.Stat(ground).mean, ImageColor.getrgb(box.colour)))
            assert (both[1] + 0.05) / (both[0] + 0.05) >= LEAST_CONTRAST, (box.name, line.text)


@pytest.mark.parametrize(
    ("of", "title"), sample(product(["Phasers", "Long-Range Pinnace", "Corwin Adeyemi", "Wormhole 3"], LONGEST), 4)
)
def test_longest_texts_fit_too(definitions, of, title):
    picture = picture_of(longest(definitions[of], LONGEST[title].strip()))
    assert_stands(picture)
    sizes = {box.name: box.size for box in picture.texts}
    assert sizes["text"] >= max(1.8, sizes.get("flavour", 0))
    assert sizes["flavour" if of != "Wormhole 3" else "text"] >= 1.2


EVERY_BONUS = {name: 1 + place for place, name in enumerate(BONUSES)}
EVERY_NUMBER = {"life_points": 12, "weapon": "12D6+12", "range": 9, "evasion": 12, "speed": 9, "espionage_evasion": 12}


@pytest.mark.parametrize("of", ["Corwin Adeyemi", "Oren Vasquel", "Assault Shuttle"])
@pytest.mark.parametrize("has_text", [False, True])
def test_any_number_of_figures_leaves_room_for_the_text(definitions, of, has_text):
    piece = longest(definitions[of], of) if has_text else definitions[of] | {"text": "", "flavour": ""}
    picture = picture_of(piece | {"bonuses": EVERY_BONUS} | EVERY_NUMBER)
    assert_stands(picture)
    panel_top = min(box.box.top for box in picture.texts if box.name == "figure")
    assert panel_top > next(box.box.bottom for box in picture.texts if box.name == "kind") - 1
    assert min(box.size for box in picture.texts) >= 1.0
    assert not has_text or "text" in [box.name for box in picture.texts]


def test_bonuses_and_systems_stand_in_one_order_without_those_of_nothing(definitions):
    turned = {"evasion": 1, "shields": 2, "warp": 0}
    labels = [figure.label for figure in read_piece(definitions["Corwin Adeyemi"] | {"bonuses": turned}).figures]
    assert labels == ["shields", "evasion", "Espionage Evasion"]
    ship = definitions["Sol"]
    reversed_systems = ship | {"systems": dict(reversed(ship["systems"].items()))}
    assert picture_of(reversed_systems) == picture_of(ship)


def test_no_text_is_set_where_there_is_no_room():
    with pytest.raises(ValueError, match="there is no room for the text"):
        fit_text("text", "Some", Box(0, 0, 30, -1), Setting(LABEL, 3, "#000000"))


def test_cards_for_all_races_name_them(definitions):
    picture = picture_of(definitions["Phasers"] | {"usage": list(RACES)})
    assert ", ".join(RACES) in [box.text for box in picture.texts]
    assert_stands(picture)


@pytest.mark.parametrize("face", FACES, ids=str)
def test_every_sign_of_every_text_is_in_its_typeface(faces, face):
    used = {sign for picture in faces.values() for box in picture.texts if box.face == face for sign in box.text}
    assert len(used) > 10
    assert find_lacking(face, "".join(used)) == []


def test_signs_come_from_the_subset_that_has_them():
    assert [subset_of(TEXT, sign) for sign in "Aé’–"] == ["latin"] * 4
    assert [subset_of(TEXT, sign) for sign in "Łőı"] == ["latin-ext", "latin-ext", "latin"]
    assert [subset_of(TITLE, sign) for sign in "Жủ"] == ["cyrillic", "vietnamese"]
    assert find_lacking(TITLE, "Warp 猫 Ж") == ["猫"]
    assert find_lacking(LABEL, "Warp 猫 Ж") == ["Ж", "猫"]


def test_missing_packages_are_named(monkeypatch, tmp_path):
    assert missing_packages() == []
    monkeypatch.setattr(text_layout, "FOLDER", tmp_path)
    assert missing_packages() == ["@fontsource/ibm-plex-sans-condensed", "@fontsource/spectral"]


def test_text_is_set_as_large_as_it_may_be_and_no_larger():
    box = Box(0, 0, 30, 10)
    assert fit_text("a", "Short", box, Setting(LABEL, 3, "#000000")).size == 3
    assert fit_text("a", "Much longer " * 9, box, Setting(LABEL, 3, "#000000")).size < 2.5
    one = fit_text("a", "Much longer words", box, Setting(LABEL, 6, "#000000", lines=1))
    assert len(one.lines) == 1


def test_lines_are_evened_out_without_one_more_or_a_broken_word():
    box, said = Box(0, 0, 30, 30), "Nothing of this sentence shall stand quite alone"
    centred = fit_text("a", said, box, Setting(LABEL, 3, "#000000", across=0.5))
    assert [line.text for line in centred.lines] == ["Nothing of this", "sentence shall", "stand quite alone"]
    left = fit_text("a", said, box, Setting(LABEL, 3, "#000000"))
    assert len(left.lines) == 3
    assert len(left.lines[-1].text) > 4
    word = "w" * 12
    broken = fit_text("a", f"One {word} a", box, Setting(LABEL, 3, "#000000"))
    assert word in [part for line in broken.lines for part in line.text.split()]


def test_paragraphs_begin_lines_and_words_too_long_are_broken():
    said = fit_text("a", "First.\nSecond " + "w" * 90, Box(0, 0, 30, 30), Setting(LABEL, 3, "#000000"))
    assert said.lines[0].text == "First."
    assert "".join(line.text for line in said.lines).replace(" ", "") == "First.Second" + "w" * 90
