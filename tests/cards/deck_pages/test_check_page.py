"""The evaluator's page: the verdict of `check_deck`, faults with their lines, and nothing kept."""

from pathlib import Path

import pytest

from cards.deck_pages.file_pages import LONGEST_PASTED
from cards.decks.models import Deck
from incursions.accounts.models import User
from tests.markup import read_page

FILES = Path(__file__).parents[2] / "decks"
HEAVIEST = 200_000
SMALL = "[Deck]\n4 Phasers\n7 Fire\n[Hexpile]\n1 Wormhole 1\n"


@pytest.fixture
def check(people, browser_of):
    """The page's answer to what is pasted, for somebody unknown."""
    browser = browser_of(people["stranger"])

    def paste(text, **more):
        return browser.post("/decks/check/", {"text": text, "format": "full", "points": "30", "tolerance": "2"} | more)

    return paste


def pasted(name):
    return (FILES / name).read_text(encoding="utf-8")


def codes(page):
    return [problem.code for problem in page.context["report"]["problems"]]


def test_verdict_is_that_of_the_evaluator_and_nothing_is_kept(check):
    people = User.objects.count()
    for name in ("wreck-runners.txt", "wreck-runners.json"):
        page = check(pasted(name))
        assert (page.status_code, codes(page)) == (200, [])
        assert "Legal in every point." in read_page(page)
        assert "Wreck Runners" in read_page(page)
    page = check(pasted("deck.too_many_copies.txt"))
    assert codes(page) == ["deck.too_many_copies"]
    assert "3.2" in read_page(page)
    assert (Deck.objects.count(), User.objects.count()) == (0, people)


def test_share_code_is_judged_as_the_text_is(check):
    code = "a deck: INC1-000040G224005P0209V0008003Q8KRCPB0W6W!"
    written = [code, "Ship: Sol\nCaptain: Aes Palamas\n" + SMALL]
    assert [codes(check(each)) for each in written] == [
        ["deck.too_small", "deck.too_many_copies", "hexpile.points_out_of_range"]
    ] * 2
    forged = check("INC1-000040G224006P0209V0008003Q8KRCPB0W6W")
    assert (forged.status_code, "its checksum is wrong" in read_page(forged)) == (422, True)


def test_limit_and_tolerance_are_those_that_are_asked_for(check):
    text = pasted("fifty-points.txt")
    assert "hexpile.points_out_of_range" in codes(check(text))
    assert codes(check(text, points="50")) == []
    assert "48 to 52" in read_page(check(text, points="50"))


def test_sealed_decks_are_held_to_their_pool(check):
    text = pasted("wreck-runners.txt")
    assert codes(check(text, format="sealed", pool=text)) == []
    assert "pool.exceeded" in codes(check(text, format="sealed", pool="[Pool]\n1 Sol"))
    assert codes(check(text, format="full", pool="not read")) == []


def test_faults_are_told_with_their_lines(check):
    page = check("Ship: Sol\n[Deck]\nPhasers\n4 Fire\n0 Red Alert\n")
    assert page.status_code == 422
    text = read_page(page)
    assert "<b>Line 3:</b>" in text
    assert "<b>Line 5:</b>" in text
    assert "report" not in page.context
    assert "4 Fire" in text


@pytest.mark.parametrize(
    ("typed", "status", "said"),
    [
        ({"format": "casual"}, 422, "The formats are full, tournament, sealed."),
        ({"points": "0"}, 422, "at least 1"),
        ({"points": "many"}, 400, "a whole number was expected"),
        ({"tolerance": "-1"}, 400, "a whole number was expected"),
        ({"tolerance": "9" * 5000}, 400, "a whole number was expected"),
        ({"text": "a" * (LONGEST_PASTED + 1)}, 422, "at most 50,000 are read here"),
        ({"text": "a" * 10_000_000}, 400, "sent more than we accept"),
        ({"text": ""}, 422, "cannot be read"),
        ({"text": "[Deck]\n4 Fire\0"}, 422, "a control character"),
        ({"text": "[Deck]\n4 Fire\u202e"}, 422, "a mark of writing direction"),
        ({"text": "[Deck]\n999999 <script>alert(1)</script>"}, 200, "&lt;script&gt;alert(1)"),
        (
            {"text": "[Deck]\n" + "\n".join(f"1 Unknown piece {number}" for number in range(2000))},
            200,
            "the first 60 of",
        ),
        ({"text": '{"deck": {"Fire": "four"}}'}, 422, "cannot be read"),
    ],
)
def test_hostile_texts_are_refused_in_words(check, typed, status, said):
    page = check(**{"text": pasted("wreck-runners.txt")} | typed)
    assert page.status_code == status
    assert said in read_page(page)
    assert "<script>alert" not in read_page(page)
    assert len(page.content) < HEAVIEST


def test_page_asks_for_a_deck(people, browser_of):
    page = browser_of(people["stranger"]).get("/decks/check/")
    assert page.status_code == 200
    assert 'value="30"' in read_page(page)
