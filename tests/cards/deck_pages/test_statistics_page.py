"""The page of a deck in numbers: to whom it is shown, what it says, and that the charts show what the tables say."""

import re
from fractions import Fraction

import pytest
from django.urls import reverse

from cards.deck_pages.statistics_charts import MOST_NAMED, counts_table
from cards.deck_pages.statistics_pages import count_in_words
from cards.decks.abilities import Visibility
from cards.decks.changes import save_draft
from cards.storing import pieces, starters
from incursions.games.incursions.deck_statistics import Count, Titled
from tests.cards.decks.contents import content
from tests.markup import read_page, read_words
from tests.sampling import sample

WRECKS = starters()["Sol Against the Sky"].content
USUAL = {"ship": WRECKS.ship, "captain": WRECKS.captain, "deck": dict(WRECKS.cards), "hexpile": dict(WRECKS.hexpile)}
ADDRESSES = ("decks:statistics", "decks:hand")


def page_of(deck, browser, **asked):
    return browser.get(reverse("decks:statistics", args=[deck.public_id]), asked)


@pytest.fixture
def usual(make):
    return make(content=USUAL, visibility=Visibility.PUBLIC)


@pytest.mark.parametrize("name", sample(ADDRESSES, 1))
@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("person", ["stranger", "guest", "other", "owner", "staff"])
def test_numbers_are_shown_to_those_alone_who_may_see_the_deck(make, people, browser_of, person, visibility, name):
    deck = make(visibility=visibility)
    page = browser_of(people[person]).get(reverse(name, args=[deck.public_id]), {"seed": "tide"})
    may_see = person in ("owner", "staff") or visibility in (Visibility.UNLISTED, Visibility.PUBLIC)
    assert page.status_code == (200 if may_see else 404)
    assert ("Wreck Runners" in read_page(page)) == may_see


def test_others_see_the_numbers_of_the_newest_version(make, owner, other, browser_of):
    deck = make(visibility=Visibility.PUBLIC)
    save_draft(deck, content(deck={"Sabotage": 2}), by=owner, number=deck.number)
    assert page_of(deck, browser_of(owner)).context["statistics"].cards.size == 2
    page = page_of(deck, browser_of(other))
    assert page.context["statistics"].cards.size == 6
    assert "Sabotage" not in read_page(page)


def test_page_says_what_is_counted(usual, other, browser_of):
    said = read_words(page_of(usual, browser_of(other)))
    assert "28 cards of 19 titles, 10 tiles." in said
    assert "Attack 8 84.2% 1.4" in said
    assert "Rare 7 7 4" in said
    assert "Attacks and mines that take power 2 Phased Array, 4 Phasers, 2 Torpedo Volley 8" in said
    assert "Tachyon Sweep 12.6 3" in said
    assert "Hex points 4.1 30 30 ± 2" in said
    assert "Wormhole 2: asks for 3 power, 3 cards discarded" in said
    assert "Help and harm you 2 Sea of Wrecks 2" in said


def rows_with_bars(html: str) -> list[tuple[str, float, int]]:
    """Of every table with bars that are numbers: its caption, the width of a bar, and the number in its row."""
    found = []
    for caption, body in re.findall(r"<caption[^>]*>(.*?)</caption>.*?<tbody>(.*?)</tbody>", html, re.DOTALL):
        for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL):
            width = re.search(r'bar-fill" width="([\d.]+)"', row)
            number = re.search(r'<td class="number">(?:at least )?(\d+)', row)
            if width and number:
                found.append((caption, float(width[1]), int(number[1])))
    return found


def test_bars_are_as_long_as_the_numbers_beside_them(usual, other, browser_of):
    rows = rows_with_bars(read_page(page_of(usual, browser_of(other))))
    captions = {caption for caption, _, _ in rows}
    assert len(captions) == 10
    for caption in captions:
        bars = [(width, number) for each, width, number in rows if each == caption]
        longest, most = max(bars)
        assert [width for width, _ in bars] == pytest.approx([longest * number / most for _, number in bars], abs=0.06)


def test_columns_say_what_their_table_says(usual, other, browser_of):
    page = page_of(usual, browser_of(other), of="card:Fire", copies="1", drawn="5")
    charts = re.findall(r'<figure class="column-chart">(.*?)</figure>', read_page(page), re.DOTALL)
    assert len(charts) == 2
    for chart in charts:
        drawn = re.findall(r'<text class="column-value"[^>]*>(.*?)</text>', chart)
        assert drawn == re.findall(r'<td class="number">(.*?)</td>', chart)
        heights = [float(height) for height in re.findall(r'height="([\d.]+)"/>', chart)]
        chances = [float(value.rstrip("%")) for value in drawn]
        assert [height / heights[-1] for height in heights] == pytest.approx(
            [chance / chances[-1] for chance in chances], abs=0.01
        )


def test_odds_are_answered_in_words(usual, other, browser_of):
    asked = {"of": "nature:Attack", "copies": "2", "also": "card:Fire", "drawn": "7"}
    said = read_words(page_of(usual, browser_of(other), **asked))
    sentence = (
        "at least 2 of the 8 Attack cards, and at least one of the 2 copies of Fire, among the first 7 of 28 cards"
    )
    assert f"The chance of {sentence} is 26.9%." in said
    assert "Of 1,184,040 ways to draw 7 of 28 cards 318,976 are as asked." in said
    assert "More than 50%: with 10 cards drawn, by turn 5. More than 90%: with 19 cards drawn, by turn 14." in said


def test_odds_that_cannot_be_are_said_to_be_none(usual, other, browser_of):
    said = read_words(page_of(usual, browser_of(other), of="card:Fire", copies="3", drawn="100"))
    assert "The chance of at least 3 of the 2 copies of Fire among the first 28 of 28 cards is 0%." in said
    assert "More than 50%: never. More than 90%: never." in said


def test_what_is_likely_only_deep_in_a_large_deck_is_not_said_to_be_never(make, owner, browser_of):
    deck = make(content=content(deck={"Fire": 1, "Phasers": 99, "Warp 2": 99}))
    said = read_words(page_of(deck, browser_of(owner), of="card:Fire", copies="1", drawn="5"))
    assert "More than 50%: with 100 cards drawn, by turn 95. More than 90%: not with the first 100 cards." in said


@pytest.mark.parametrize(
    ("asked", "field", "message"),
    [
        ({"of": "card:Grand Illusion"}, "of", "The deck holds no such cards"),
        ({"of": ""}, "of", "Choose what to draw."),
        ({"also": "nature:Ship"}, "also", "The deck holds no such cards"),
        ({"copies": "0"}, "copies", "A whole number from 1 to"),
        ({"copies": "1000000"}, "copies", "A whole number from 1 to 20 was expected."),
        ({"drawn": "-5"}, "drawn", "A whole number from 1 to"),
        ({"drawn": "9" * 5000}, "drawn", "A whole number from 1 to 100 was expected."),
        ({"drawn": "five"}, "drawn", "A whole number from 1 to 100 was expected."),
        ({"drawn": "5\0"}, "drawn", "A whole number from 1 to 100 was expected."),
        ({"of": "card:Fire\0<script>"}, "of", "The deck holds no such cards"),
    ],
)
def test_question_that_cannot_be_read_is_refused_beside_its_field(usual, other, browser_of, asked, field, message):
    page = page_of(usual, browser_of(other), **{"of": "card:Fire", "copies": "1", "drawn": "5"} | asked)
    assert page.status_code == 400
    assert list(page.context["form"].errors) == [field]
    assert message in read_words(page)
    assert "answer" not in page.context
    assert "<script>" not in read_page(page)


@pytest.mark.parametrize("part", ["deck", "hexpile"])
def test_deck_without_cards_or_tiles_has_a_page(make, owner, browser_of, part):
    said = read_words(page_of(make(content=content(**{part: {}})), browser_of(owner)))
    none = {"deck": "The deck holds no card that could be drawn.", "hexpile": "The hexpile holds no tile."}
    assert none[part] in said


def test_hexpile_without_a_wormhole_says_so(make, owner, browser_of):
    said = read_words(page_of(make(content=content(hexpile={"Mine Field": 3})), browser_of(owner)))
    assert "No wormhole is in the hexpile: it is never found" in said


def test_too_many_of_a_rarity_is_said_in_words(make, owner, browser_of):
    said = read_words(page_of(make(content=content(deck={"Red Alert": 8})), browser_of(owner)))
    assert "Rare 8, too many 7 8" in said


def test_what_is_not_known_is_named_as_left_out(make, owner, browser_of):
    strange = {f"Thing <{number}>": 2 for number in range(22)}
    page = page_of(make(content=content(deck={"Fire": 1} | strange)), browser_of(owner))
    said = read_words(page)
    assert page.context["statistics"].cards.size == 1
    assert "Left out, because the catalogue does not have it there: 2 Thing <0> (deck)" in said
    assert ", and 2 titles more." in said
    assert "<0>" not in read_page(page)


def test_largest_deck_has_a_page_of_moderate_size(make, owner, browser_of):
    deck = dict.fromkeys(pieces().cards, 99) | {f"Thing {number}": 99 for number in range(300)}
    tiles = dict.fromkeys(pieces().tiles, 99)
    page = page_of(
        make(content=content(deck=deck, hexpile=tiles)), browser_of(owner), of="card:Fire", copies=20, drawn=100
    )
    assert page.status_code == 200
    assert len(page.content) < 150_000


def test_row_with_very_many_pieces_names_the_first_of_them():
    row = Count("Help you", 100, tuple(Titled(f"Tile {number}", 1) for number in range(100)))
    (bar,) = counts_table("What tiles are to you", "They", [row], heading="Tiles", named=["Help you"]).bars
    assert (len(bar.pieces), bar.unnamed) == (MOST_NAMED, 100 - MOST_NAMED)


@pytest.mark.parametrize(
    ("number", "said"), [(98_280, "98,280"), (10**12, "about 1.0 × 10^12"), (754 * 10**20, "about 7.5 × 10^22")]
)
def test_numbers_of_hands_are_said_in_full_or_by_their_size(number, said):
    assert count_in_words(number) == said


def test_page_costs_the_same_queries_for_any_deck(make, usual, owner, browser_of, django_assert_num_queries):
    browser, small = browser_of(owner), make(content=content(deck={"Fire": 1}))
    page_of(small, browser)
    # Session, user and deck; the version of the catalogue, whoever asks for its pieces.
    with django_assert_num_queries(5):
        page_of(small, browser)
    with django_assert_num_queries(5):
        page_of(usual, browser, of="card:Fire", copies="1", drawn="5")


def test_average_points_are_exact(make, owner, browser_of):
    page = page_of(make(content=content(hexpile={"Wormhole 1": 1, "Mine Field": 3})), browser_of(owner))
    assert page.context["statistics"].tiles.average_points == Fraction(14, 4)
    assert "3.5 points a tile on average." in read_words(page)
