"""Each game's rulebook has its pages: by the letter of its numbers, with its credit, its examples and its search."""

import re
from types import SimpleNamespace

import pytest
from django.core.exceptions import ImproperlyConfigured

from incursions.books import shelf
from incursions.books.links import book_address, inline_html, link_marked_rules, link_rule
from incursions.books.search import number_in, search
from incursions.books.shelf import Book, book_of, books, find_book
from incursions.games.outlines import Outline
from incursions.games.rule_coverage import marked_rules
from tests.markup import read_page, read_words
from tests.pages.games import FIXTURES
from tests.sampling import sample

TALON = book_of("talon")
INCURSIONS = book_of("incursions")
WOLVES = book_of("wolves")
LETTERED = (TALON, WOLVES)
ROOT = FIXTURES.parent


def list_links(page):
    return re.findall(r'href="/rules/([A-Z]?[\d.]+)/', page)


@pytest.mark.parametrize(
    ("book", "number"), [(book, number) for book in LETTERED for number in sample(book.text.rules, 20)]
)
def test_number_with_a_letter_has_its_page(book, number, client):
    response = client.get(f"/rules/{number}/")
    page = read_page(response)
    assert response.status_code == 200
    assert re.findall(r'<article class="rule-text is-selected" id="rule-([\w.]+)"', page) == [number]
    assert re.search(rf"<title>{number} .* · {book.title} rulebook", page)
    assert book.credit[0] in page
    assert "Shown by" in page
    assert "cannot be shown now" not in page
    assert set(list_links(page)) <= book.numbers | INCURSIONS.numbers


@pytest.mark.parametrize(("book", "section"), [(book, section) for book in LETTERED for section in book.text.sections])
def test_section_with_a_letter_has_its_page_with_its_rules(book, section, client):
    page = read_page(client.get(f"/rules/{section.number}/"))
    listed = re.findall(r'<article class="rule-text" id="rule-([\w.]+)"', page)
    assert listed == [rule.number for rule in section.rules]
    assert f"<h1>{section.number} {section.title}</h1>" in page
    assert book.credit[0] in page


def test_contents_of_each_book_name_its_sections_and_rules_alone(client):
    for book, address in ((INCURSIONS, "/rules/"), (TALON, "/rules/T/"), (WOLVES, "/rules/W/")):
        page = read_page(client.get(address))
        assert f"<h1>Rulebook of {book.title}</h1>" in page
        named = re.findall(r'<a href="/rules/[^"]+"><span>([A-Z]?[\d.]+)</span> ', page)
        assert set(named) == {section.number for section in book.text.sections} | book.text.rules.keys()
        assert book.credit[0] in page


def test_books_lead_to_each_other(client):
    for address, other in (
        ("/rules/", "/rules/T/"),
        ("/rules/T/", "/rules/"),
        ("/rules/T6.3/", "/rules/W/"),
        ("/rules/W8/", "/rules/T/"),
    ):
        links = re.search(r'<nav class="books"(.*?)</nav>', read_page(client.get(address)), re.DOTALL)[1]
        assert f'href="{other}"' in links
        assert links.count("aria-current") == 1


def test_search_is_within_the_book_and_says_that_another_book_has_something(client):
    page = read_page(client.get("/rules/T/", {"q": "missile"}))
    assert "T15.1" in read_words(page)
    assert not re.search(r'id="rule-\d', page)
    found = read_words(read_page(client.get("/rules/", {"q": "nebula afterburner"})) or "")
    assert "No rule contains all of that" in found
    page = read_page(client.get("/rules/", {"q": "afterburner"}))
    assert f'href="/rules/T/?q=afterburner">{len(search("afterburner", TALON))} rules with that' in page


@pytest.mark.parametrize("words", [words for book in books().values() for words in book.kind.searches])
def test_words_that_a_page_offers_find_something(words):
    assert any(words in book.kind.searches and search(words, book) for book in books().values())


@pytest.mark.parametrize(
    ("path", "query", "address"),
    [
        ("/rules/", "T8.7", "/rules/T8.7/#rule-T8.7"),
        ("/rules/", "t8.7", "/rules/T8.7/#rule-T8.7"),
        ("/rules/T/", "8.7", "/rules/T8.7/#rule-T8.7"),
        ("/rules/T/", "rule T8.7.", "/rules/T8.7/#rule-T8.7"),
        ("/rules/T/", "T8", "/rules/T8/"),
        ("/rules/", "8.7", "/rules/8.7/#rule-8.7"),
        ("/rules/", "W8.5", "/rules/W8.5/#rule-W8.5"),
        ("/rules/W/", "8.5", "/rules/W8.5/#rule-W8.5"),
    ],
)
def test_search_for_a_number_goes_to_its_book(path, query, address, client):
    assert client.get(path, {"q": query}).url == address


def test_bare_number_that_only_another_book_has_leads_there():
    assert number_in("23.9", "T") is None
    bare = next(number for number in INCURSIONS.text.rules if f"T{number}" not in TALON.numbers)
    assert number_in(bare, "T") == bare


@pytest.mark.parametrize("number", ["T", "T0", "T26", "T8.99", "X8.7", "TT8.7", "t8.7", "T8.7.1"])
def test_unknown_number_with_a_letter_is_not_found(number, client):
    assert client.get(f"/rules/{number}/").status_code == (200 if number == "T" else 404)


def test_numbers_in_texts_are_links_to_their_book():
    assert inline_html("See T8.7, T10 and 1.5.", "T") == (
        'See <a class="rule" href="/rules/T8.7/#rule-T8.7">T8.7</a>, '
        '<a class="rule" href="/rules/T10/">T10</a> and 1.5.'
    )
    assert 'href="/rules/T8.7/#rule-T8.7"' in inline_html("As in T8.7.")
    assert inline_html("T99.1 and X8.7", "T") == "T99.1 and X8.7"


@pytest.mark.parametrize("book", LETTERED, ids=lambda book: book.title)
def test_links_in_the_text_of_the_book_lead_to_pages(book, client):
    pages = [read_page(client.get(f"/rules/{section.number}/")) for section in book.text.sections]
    named = {number for page in pages for number in list_links(page)}
    assert named == book.numbers
    assert not any("**" in page or re.search(r"\*\w", page) for page in pages)


def test_numbers_with_a_letter_are_links_in_sentences_of_a_log():
    assert link_marked_rules('Fires. <span class="rule-number">T8.3</span>') == f"Fires. {link_rule('T8.3')}"
    assert link_rule("T8.3") == '<a class="rule" href="/rules/T8.3/#rule-T8.3">T8.3</a>'


def test_every_number_that_a_test_shows_has_a_page():
    for number, test in marked_rules(ROOT / "tests"):
        assert number in find_book(number).numbers, test


def test_rule_is_shown_by_its_scenarios_in_sentences_with_links(client):
    page = read_page(client.get("/rules/T8.7/"))
    told = page.partition('id="shown"')[2]
    assert "Terran chooses “fire main of Steadfast at Justice”." in read_words(told)
    assert 'class="rule" href="/rules/T8.7/#rule-T8.7"' in told
    assert "rule-number" not in told


def test_rule_of_a_megagame_is_shown_by_its_examples_in_sentences_with_links(client):
    told = read_page(client.get("/rules/W13.9/")).partition('id="shown"')[2]
    assert "Vulcan Captain: “move the vessel to quadrant 3”." in read_words(told)
    assert 'class="rule" href="/rules/W13.9/#rule-W13.9"' in told
    assert "rule-number" not in told


def test_a_game_leads_to_its_own_book():
    assert book_address(TALON.game) == "/rules/T/"
    assert book_address(WOLVES.game) == "/rules/W/"
    assert book_address(INCURSIONS.game) == book_address(SimpleNamespace(name="duel")) == "/rules/"


@pytest.mark.parametrize(
    ("number", "caption", "row"),
    [
        ("T4.3", "Impulses in which a Power or a Speed counts", "2 ● ●"),
        ("T8.9", "Damage by the number that is left of the die", "Torpedo, range 3 – – 4 4 4 4"),
        ("T2.2", "Classes of ships", "Terran CA"),
    ],
)
def test_rule_about_printed_values_shows_them(number, caption, row, client):
    table = read_words(re.search(r"<table>.*?</table>", read_page(client.get(f"/rules/{number}/")), re.DOTALL)[0])
    assert caption in table
    assert row in table


def test_letters_of_books_differ(settings, monkeypatch):
    twin = SimpleNamespace(title="Twin", load_book=TALON.game.load_book)
    monkeypatch.setattr(shelf, "import_string", lambda path: twin if path == "twin" else TALON.game)
    settings.GAMES = ("talon", "twin")
    shelf.books.cache_clear()
    try:
        with pytest.raises(ImproperlyConfigured, match="Talon and Twin have rulebooks with one letter"):
            shelf.books()
    finally:
        shelf.books.cache_clear()


def test_game_without_a_rulebook_has_no_page(settings, monkeypatch, client):
    monkeypatch.setattr(shelf, "import_string", lambda path: SimpleNamespace(load_book=None))
    shelf.books.cache_clear()
    try:
        assert client.get("/rules/").status_code == 404
        assert client.get("/rules/T8.7/").status_code == 404
    finally:
        shelf.books.cache_clear()


def test_story_is_told_once():
    told = []
    example = Outline("fire.yaml", 0, "A shot", ("T8.1",))
    book = Book(TALON.game, SimpleNamespace(tell=lambda root, each: told.append(each)))
    book.tell(example)
    book.tell(example)
    assert told == [example]
