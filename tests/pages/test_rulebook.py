"""The rulebook's pages: every number has one, its links lead somewhere, searching finds, hostile input stays text."""

import re
from dataclasses import replace
from html import escape, unescape

import pytest
from django.urls import reverse

from incursions.books import shelf
from incursions.books.links import inline_html
from incursions.books.pages import list_paragraphs
from incursions.books.search import LONGEST_QUERY, fold, mark_words, number_in, search
from incursions.books.shelf import book_of
from incursions.games.incursions.rules.examples.scenario_files import Outline
from incursions.games.incursions.rules.rulebook import read_rulebook
from incursions.games.incursions.table.chances import chances_to_evade
from incursions.games.incursions.table.question_rows import list_rows
from incursions.kit.words import format_count
from tests.markup import read_page, read_words
from tests.pages.games import FIXTURES, positions
from tests.sampling import sample

ROOT = FIXTURES.parent
BOOK = read_rulebook(ROOT / "docs" / "rulebook")
SHELVED = book_of("incursions")
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ query }}",
    "%00\x00",
    "\ud7ff\ufffe",
    "(.*",
    "\u0301",
]
NOBODY, SIGNED_IN = 0, 3
EVADE_TRACTOR = ["2.1", "11.3", "12.5", "20.4"]


@pytest.fixture
def elsewhere(settings, tmp_path):
    """A deployment of its own; what was read is forgotten before and after."""
    caches = (shelf.books, shelf.tests)
    for cached in caches:
        cached.cache_clear()
    (tmp_path / "docs").mkdir()
    for folder in ("rulebook", "talon", "wolves"):
        (tmp_path / "docs" / folder).symlink_to(ROOT / "docs" / folder)
    settings.ROOT = tmp_path
    yield tmp_path
    for cached in caches:
        cached.cache_clear()


def selected(page):
    return re.findall(r'<article class="rule-text is-selected" id="rule-([\d.]+)"', page)


# Pages --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", sample(BOOK.rules, 15))
def test_rule_has_its_page(number, client):
    response = client.get(f"/rules/{number}/")
    page = read_page(response)
    assert response.status_code == 200
    assert selected(page) == [number]
    assert f"<title>{number} " in page
    assert len(re.findall(r"<h1\b", page)) == 1
    assert len(re.findall(r'<a href="[^"]*" aria-current="true">', page)) == 1


@pytest.mark.parametrize("section", BOOK.sections, ids=lambda section: section.number)
def test_section_has_its_page_with_its_rules(section, client):
    page = read_page(client.get(f"/rules/{section.number}/"))
    assert re.findall(r'<article class="rule-text" id="rule-([\d.]+)"', page) == [rule.number for rule in section.rules]
    assert re.findall(r'<a href="([^"]*)" aria-current="page"><span>', page) == [f"/rules/{section.number}/"]
    assert f"<h1>{section.number} {section.title}</h1>" in page
    assert "Shown by" not in page


@pytest.mark.parametrize(("number", "reason"), sample(BOOK.exceptions.items(), 40))
def test_rule_that_does_not_hold_in_basic_says_why(number, reason, client):
    aside = read_words(read_page(client.get(f"/rules/{number}/")).split("<aside")[1])
    assert f"{number} is not in Basic" in aside
    assert read_words(inline_html(reason)).lower() in aside.lower()


def test_rule_of_basic_gives_no_reason(client):
    assert "is not in Basic" not in read_page(client.get("/rules/11.2/"))


@pytest.mark.parametrize("number", ["0", "24", "99", "11.99", "11.2.1", "011.2", "11.2 ", "x", "<script>", "-1", "١١"])
def test_unknown_number_is_not_found(number, client):
    response = client.get(reverse("tables:rule", args=[number]))
    assert response.status_code == 404
    assert "<script>" not in read_page(response)


def test_contents_name_every_section_and_rule(client):
    links = re.findall(r'<a href="(/rules/[^"]+)"><span>([\d.]+)</span> ', read_page(client.get("/rules/")))
    assert {number for _, number in links} == {section.number for section in BOOK.sections} | BOOK.rules.keys()
    assert all(address.startswith(f"/rules/{number}/") for address, number in links)


@pytest.mark.parametrize("path", ["/rules/", "/rules/?q=evade", "/rules/11/", "/rules/11.2/", "/rulebook"])
def test_pages_are_for_get_and_head_alone(path, client):
    assert client.head(path).content == b""
    assert client.head(path).status_code == client.get(path).status_code
    assert client.post(path).status_code == 405


def test_the_old_address_moved_for_good(client):
    response = client.get("/rulebook")
    assert (response.status_code, response.url) == (301, "/rules/")
    assert client.get("/rules/11.2").url == "/rules/11.2/"


@pytest.mark.parametrize("path", ["/rules/", "/rules/?q=evade", "/rules/11/", "/rules/11.2/", "/rules/13.7/"])
def test_pages_ask_the_database_for_the_viewer_alone(path, client, people, django_assert_num_queries):
    with django_assert_num_queries(NOBODY):
        client.get(path)
    client.force_login(people[0])
    with django_assert_num_queries(SIGNED_IN):
        client.get(path)


# Texts --------------------------------------------------------------------------------------------------------


def test_links_in_texts_lead_to_pages():
    texts = [part for rule in BOOK.rules.values() for part in list_paragraphs(rule, SHELVED)]
    html = " ".join([*(text.html for text in texts), *(item for text in texts for item in text.items)])
    html += " ".join(inline_html(reason) for reason in BOOK.exceptions.values())
    named = re.findall(r'href="/rules/([\d.]+)/', html)
    assert len(named) > 50
    assert set(named) <= SHELVED.numbers
    assert "**" not in html
    assert not re.search(r"\*\w", html)


def test_rulings_and_lists_are_told_apart():
    parts = list(list_paragraphs(BOOK.rules["7.3"], SHELVED))
    assert [(len(part.items), part.is_ruling) for part in parts] == [(6, False), (0, False), (6, False), (0, True)]
    assert parts[0].items[0] == "Shields: 5 points more against that attack."
    assert "Ruling" not in parts[3].html


def test_examples_begin_with_the_word_in_italics():
    *_, example = list_paragraphs(BOOK.rules["10.16"], SHELVED)
    assert example.html.startswith("<i>Example.</i> A ship has 4 points of hull")
    assert not example.is_ruling


def test_markdown_is_escaped_and_only_known_numbers_are_links():
    found = inline_html("*a* **b** <i>& 11.2, 99.9; 2.5.1 section 11 and section 11.2.")
    assert found == (
        "<i>a</i> <b>b</b> &lt;i&gt;&amp; "
        '<a class="rule" href="/rules/11.2/#rule-11.2">11.2</a>, 99.9; 2.5.1 '
        '<a class="rule" href="/rules/11/">section 11</a> and section '
        '<a class="rule" href="/rules/11.2/#rule-11.2">11.2</a>.'
    )


def test_rulebook_has_every_rule_that_a_question_or_refusal_names():
    for game in positions(3, every=9):
        named = {game.decision.rule} | {row.rule for row in list_rows(game, game.decision.seat) if row.is_refused}
        assert named <= BOOK.rules.keys()


# Who shows it -------------------------------------------------------------------------------------------------


def test_rule_is_shown_by_its_scenarios_in_sentences(client):
    page = read_page(client.get("/rules/11.2/"))
    shown = SHELVED.examples["11.2"]
    own = [scenario.title for scenario in shown if scenario.rules[0] == "11.2"]
    aside = page.partition('id="shown"')[2]
    assert f"Shown by {len(shown)} scenarios" in aside
    titles = [unescape(words) for words in re.findall(r"<summary>([^<]*)</summary>", aside)]
    assert titles == [*own, f"{len(shown) - len(own)} more, told with other rules"]
    assert aside.count('<div class="story">') == len(own)
    assert aside.count('shows" open') == 1


def test_scenario_on_a_page_is_sentences_with_links_to_rules(client):
    page = read_page(client.get("/rules/10.3/"))
    title = "Torpedoes reach one hex more for each power spent on range"
    told = page.partition(f"<summary>{title}</summary>")[2].partition("</details>")[0]
    words = read_words(told)
    for sentence in (
        "Sol is in the start hex; has hull 20 and shields 20.",
        "Ruk'tor is in Open Space (4,0); has hull 20 and shields 20.",
        "Sol chooses “fire torpedoes at Ruk'tor with range 2”.",
        "Sol chooses “fire torpedoes at Ruk'tor with range 3”.",
        "Ruk'tor: shields 20 → 16.",
        "Sol has 1 power ready.",
    ):
        assert sentence in words
    assert re.search(r'Refused: [^<]+ \(<a class="rule" href="/rules/10.3/#rule-10.3">10.3</a>\)\.', told)


def test_scenario_that_cannot_be_played_leaves_the_page_standing(client, monkeypatch):
    book = book_of("incursions")
    monkeypatch.setattr(book, "kind", replace(book.kind, tell=lambda *_: 1 / 0))
    monkeypatch.setattr(book, "_stories", {})
    page = read_page(client.get("/rules/7.3/"))
    assert "This example cannot be shown now." in page


@pytest.mark.parametrize("number", sample(sorted(SHELVED.examples), 12))
def test_no_page_of_a_rule_shows_the_form_of_a_file(number, client):
    page = read_page(client.get(f"/rules/{number}/"))
    assert "<pre" not in page
    for told in re.findall(r'<div class="story">(.*?)</div>', page, re.DOTALL):
        assert not re.search(r"[{}]|\b(seat|refused|play|expect): ", read_words(told))


def test_rule_that_no_table_shows_names_its_tests(client):
    number = next(number for number in shelf.tests() if number in BOOK.rules and number not in SHELVED.examples)
    names = shelf.tests()[number]
    page = read_page(client.get(f"/rules/{number}/"))
    assert f"Shown by {format_count(len(names), 'test')}" in page
    assert all(escape(name) in page for name in names)
    assert "<pre" not in page


def test_evading_shows_its_chances(client):
    assert [bar.percent for bar in chances_to_evade()] == [3, 8, 17, 28, 42, 58, 72, 83, 92, 97, 100]
    assert 'aria-label="Score 2: 3 percent. Score 3: 8 percent.' in read_page(client.get("/rules/11.2/"))
    assert 'class="odds"' not in read_page(client.get("/rules/11.1/"))


def test_scenario_is_escaped(client, monkeypatch, tmp_path):
    file = tmp_path / "hostile.yaml"
    file.write_text(
        "title: <script>title\nseats: [{ship: Sol}, {ship: Ruk'tor}]\nmode: full\nhappened: [<script>source]\n"
        'steps: [{seat: 0, refused: "", play: <script>line}]\n'
    )
    hostile = Outline(str(file), 1, "<script>title", ("11.2",), "", (), ())
    monkeypatch.setitem(book_of("incursions").__dict__, "examples", {"11.2": [hostile]})
    page = read_page(client.get("/rules/11.2/"))
    for part in ("title", "source", "line"):
        assert f"&lt;script&gt;{part}" in page
    assert "<script>" not in page


def test_without_scenarios_and_tests_the_rules_are_served(elsewhere, client):
    page = client.get("/rules/11.2/")
    assert page.status_code == 200
    assert selected(read_page(page)) == ["11.2"]
    assert "Shown by" not in read_page(page)


def test_with_a_broken_scenario_the_rules_are_served(elsewhere, client, caplog):
    (elsewhere / "tests" / "scenarios").mkdir(parents=True)
    (elsewhere / "tests" / "scenarios" / "a.yaml").write_text("{", encoding="utf-8")
    (elsewhere / "tests" / "test_a.py").write_text("pytest.mark.rule(", encoding="utf-8")
    assert client.get("/rules/11.2/").status_code == 200
    assert "goes without the scenarios of Incursions" in caplog.text
    assert "goes without the names of tests" in caplog.text


def test_files_are_read_once_before_anybody_asks(elsewhere, client):
    shelf.read_files()
    (elsewhere / "docs" / "rulebook").unlink()
    assert client.get("/rules/11.2/").status_code == 200
    assert client.get("/rules/?q=evade").status_code == 200


# Searching ----------------------------------------------------------------------------------------------------


def numbers(query):
    return [hit.number for hit in search(query, SHELVED)]


def test_search_every_word_must_occur():
    assert numbers("evade tractor") == EVADE_TRACTOR
    assert set(numbers("evade tractor")) == set(numbers("evade")) & set(numbers("tractor"))
    assert numbers("evade zebra") == []


@pytest.mark.parametrize(
    "query", ["EVADE Tractor", "évadé tractör", "evade,  tractor.", "“evade” (tractor)", "tractor\tevade"]
)
def test_search_case_accents_order_and_signs_do_not_matter(query):
    assert numbers(query) == EVADE_TRACTOR


def test_search_looks_at_titles_and_numbers_too():
    assert "11.2" in numbers("evading")
    assert numbers("11.2 evading") == ["11.2"]


def test_search_marks_what_it_found():
    hit = next(hit for hit in search("EVAD 11", SHELVED) if hit.number == "11.2")
    assert hit.number_html == "<mark>11</mark>.2"
    assert hit.title == "<mark>Evad</mark>ing"
    assert "evade" in hit.paragraphs[0][0].replace("<mark>", "").replace("</mark>", "")
    assert [is_ruling for _, is_ruling in hit.paragraphs] == [False, True]


@pytest.mark.parametrize("query", ["ship’s captain", "ship's captain", "ships captain"])
def test_search_finds_an_apostrophe_however_it_is_typed(query):
    assert {"2.5", "11.2"} <= set(numbers(query))


@pytest.mark.parametrize(
    ("text", "words", "html"),
    [
        ("the ship’s hull", ["ships"], "the <mark>ship’s</mark> hull"),
        ("Café au lait", ["cafe"], "<mark>Café</mark> au lait"),
        ("Cafe\u0301 au lait", ["cafe"], "<mark>Cafe\u0301</mark> au lait"),
        ("Straße", ["ass", "s"], "<mark>S</mark>tr<mark>aß</mark>e"),
        ("a ½ b", ["1"], "a <mark>½</mark> b"),
        ("aaaa", ["aa", "a"], "<mark>aaaa</mark>"),
        ("abcde", ["abc", "bcd"], "<mark>abcd</mark>e"),
        ("<b> & </b>", ["b"], "&lt;<mark>b</mark>&gt; &amp; &lt;/<mark>b</mark>&gt;"),
        ("amp & amp", ["amp"], "<mark>amp</mark> &amp; <mark>amp</mark>"),
        ("nothing", ["x"], "nothing"),
        ("", ["x"], ""),
    ],
)
def test_marked_is_escaped_and_whole(text, words, html):
    assert mark_words(fold(text), words) == html


@pytest.mark.parametrize(
    ("query", "address"),
    [
        ("11.2", "/rules/11.2/#rule-11.2"),
        (" 11.2. ", "/rules/11.2/#rule-11.2"),
        ("rule 11.2", "/rules/11.2/#rule-11.2"),
        ("§11.2", "/rules/11.2/#rule-11.2"),
        ("11", "/rules/11/"),
        ("Section 11", "/rules/11/"),
        ("13.4.2", "/rules/13.4.2/#rule-13.4.2"),
    ],
)
def test_search_for_a_number_goes_there(query, address, client):
    response = client.get("/rules/", {"q": query})
    assert (response.status_code, response.url) == (302, address)


def test_search_for_an_unknown_number_finds_nothing(client):
    assert number_in("99.9") is None
    assert "No rule contains all of that" in read_page(client.get("/rules/", {"q": "99.9"}))


@pytest.mark.parametrize("query", ["zebra", "?!", "...", *HOSTILE])
def test_search_that_finds_nothing_says_what_to_try(query, client):
    response = client.get("/rules/", {"q": query})
    page = read_page(response)
    assert response.status_code == 200
    assert "No rule contains all of that" in page
    assert 'href="?q=evade"' in page
    assert "<script>" not in page
    assert "<img" not in page


@pytest.mark.parametrize("suggestion", ["evade", "shield power", "wormhole"])
def test_search_suggestions_find_something(suggestion):
    assert search(suggestion, SHELVED)


@pytest.mark.parametrize("query", ["", "   ", "\n"])
def test_search_for_nothing_shows_the_contents(query, client):
    assert 'aria-label="Contents"' in read_page(client.get("/rules/", {"q": query}))


@pytest.mark.parametrize("query", ["x" * 3000, "a " * 1500, "evade " * 500, "é" * 3000, "<" * 3000])
def test_search_cuts_what_is_very_long(query, client):
    response = client.get("/rules/", {"q": query})
    assert response.status_code == 200
    value = unescape(re.search(r'id="q"[^>]* value="([^"]*)"', read_page(response))[1])
    assert len(value) <= LONGEST_QUERY
