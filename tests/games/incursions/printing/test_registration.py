"""The registration sheet: everything that is brought, what the rules say of it, on as many pages as it takes."""

import re
from dataclasses import replace

import pytest

from cards.storing import starters
from incursions.games.incursions.printing.document import PAPERS
from incursions.games.incursions.printing.registration import BOTTOM, FIELDS, content_number, registration
from incursions.games.incursions.rules.construction import TOURNAMENT, DeckContent
from tests.games.incursions.printing.paper_reading import POINTS, Reading
from tests.games.incursions.printing.sheets import SIZES, read, squeezed
from tests.sampling import sample


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("title", sample(starters(), 2))
def test_usual_deck_has_room_on_one_page(definitions, title, paper):
    (page,) = read(starters()[title].content, definitions, paper).pages
    size = float(page.mediabox.width) / POINTS, float(page.mediabox.height) / POINTS
    assert size == pytest.approx(SIZES[paper], abs=0.001)


def test_sheet_lists_every_piece_with_count_and_what_counts(definitions, starter):
    text = read(starter, definitions).text
    lines = {squeezed(line) for line in text.splitlines()}
    for title, copies in starter.cards.items():
        assert squeezed(f"{copies} {title} {definitions[title]['rarity']}") in lines
    for title, copies in starter.hexpile.items():
        points = definitions[title]["hex_points"]
        assert squeezed(f"{copies} {title} {copies} × {points} = {copies * points}") in lines
    for line in ("1 Sol Ship", "1 Aes Palamas Captain", "4 Command", "28 Cards in all", "10 Tiles in all 30 points"):
        assert squeezed(line) in lines
    for line in ("1 Ultra Rare at most 1", "2 Xtra Rare at most 3", "7 Rare at most 7", "3 Special at most 13"):
        assert squeezed(line) in lines


def test_sheet_has_lines_to_fill_in_the_verdict_and_the_number_of_the_content(definitions, starter):
    text = read(starter, definitions).text
    assert all(field in text for field in FIELDS)
    assert "Legal in Full, 30 ± 2 hex points" in text
    assert f"Content {content_number(starter.hash)}" in text
    assert "(rules 4.6)" in text


def test_number_of_a_content_is_the_same_for_the_same_pieces_alone(starter):
    turned = replace(starter, cards=dict(reversed(starter.cards.items())))
    other = replace(starter, cards={**starter.cards, "Fire": 3})
    assert content_number(turned.hash) == content_number(starter.hash) != content_number(other.hash)
    assert re.fullmatch(r"([0-9a-f]{4} ){2}[0-9a-f]{4}", content_number(starter.hash))


def test_problems_are_told_with_their_rules(definitions, starter):
    content = replace(
        starter, captain=None, stand_in="Scanner", cards={**starter.cards, "Fire": 5, "Grand Illusion": 2}, hexpile={}
    )
    text = squeezed(read(content, definitions).text)
    for said in (
        "Not legal in Full, 30 ± 2 hex points: 6 problems",
        "1 Scanner Stand-in",
        "2 Grand Illusion unknown",
        "Problem: There is no piece called “Grand Illusion”. (rules 2)",
        "Problem: The deck holds 5 copies of “Fire”; at most 4 are allowed. (rules 3.2)",
        "Problem: The hexpile holds no wormhole. (rules 4.2)",
        "8 Rare at most 7",
    ):
        assert squeezed(said) in text


def test_problems_come_before_warnings_and_formats_have_their_own_points(definitions, starter):
    content = replace(starter, cards={**starter.cards, "Absorb": 1, "Fire": 5}, hexpile={})
    pieces = {title: definitions[title] for title in content.pieces}
    sheet = Reading(registration("Sol", content, pieces, PAPERS["a4"], TOURNAMENT.with_hex_points(24, 1)))
    kinds = re.findall(r"(Problem|Warning):", sheet.text)
    assert kinds == sorted(kinds)
    assert set(kinds) == {"Problem", "Warning"}
    assert squeezed("Not legal in Tournament, 24 ± 1 hex points") in squeezed(sheet.text)


def test_long_name_has_two_lines(definitions, starter):
    (page,) = read(starter, definitions, name="W" * 100).pages
    lines = re.findall("W{20,}", page.extract_text())
    assert (len(lines), "".join(lines)) == (2, "W" * 100)


@pytest.mark.parametrize("paper", sample(PAPERS, 1))
def test_long_deck_flows_over_to_more_pages_and_loses_nothing(definitions, paper):
    unknown = {f"Grand Illusion {number} {'W' * (number % 180)}": 1 for number in range(60)}
    known = {title: 1 for title, piece in definitions.items() if "nature" in piece}
    tiles = {title: 1 for title, piece in definitions.items() if "hex_points" in piece}
    reading = read(DeckContent(cards=known | unknown, hexpile=tiles), definitions, paper, name="Ж" * 100)
    assert len(reading.pages) > 3
    text = squeezed(reading.text)
    assert [title for title in (*known, *unknown, *tiles) if squeezed(f"1{title}") not in text] == []
    for number, page in enumerate(reading.pages, start=1):
        said = page.extract_text()
        assert f"Page {number} of {len(reading.pages)}" in said
        assert squeezed("Ж" * 100) in squeezed(said)
        inside = [y for _, y in reading.lines(page)]
        assert max(inside) < SIZES[paper][1] - BOTTOM + 0.01


def test_empty_deck_has_a_sheet(definitions):
    text = read(DeckContent(), definitions).text
    assert "Neither ship nor captain." in text
    assert squeezed("0 Cards in all") in squeezed(text)


def test_signs_that_no_typeface_has_are_named(definitions):
    text = squeezed(read(DeckContent(cards={"שלום": 1}), definitions, name="🚀").text)
    assert squeezed("ROCKET (U+1F680)") in text
    assert squeezed("HEBREW LETTER SHIN (U+05E9)") in text
