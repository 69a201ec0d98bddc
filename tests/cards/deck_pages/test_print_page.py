"""Printing a deck: the choices, the documents, and who gets them."""

from io import BytesIO
from urllib.parse import quote

import pytest
from pypdf import PdfReader

from cards.deck_pages.print_page import file_name
from cards.decks import printing
from cards.decks.details import describe_deck
from cards.decks.drafts import save_draft
from cards.decks.enums import Visibility
from cards.decks.errors import DeckError
from cards.decks.printing import proxies_order, turn
from incursions.rules.construction import DeckContent
from tests.cards.decks.conftest import content

DOCUMENTS = ("proxies", "registration")
PLAIN = "?style=plain"


def address(deck, document):
    return f"{deck.get_absolute_url()}{document}.pdf"


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("person", ["stranger", "other", "owner", "staff"])
def test_choices_are_shown_to_those_alone_who_may_see_the_deck(make, people, browser_of, person, visibility):
    page = browser_of(people[person]).get(f"{make(visibility=visibility).get_absolute_url()}print/")
    may_see = person in ("owner", "staff") or visibility != Visibility.PRIVATE
    assert page.status_code == (200 if may_see else 404)
    assert ("8 cards of 63 × 88 mm and 4 tiles" in page.content.decode()) == may_see


@pytest.mark.parametrize("document", DOCUMENTS)
def test_documents_of_a_private_deck_are_refused_as_those_of_none(deck, other, browser_of, document):
    browser = browser_of(other)
    answers = [browser.get(address(deck, document)), browser.get(f"/decks/nosuchdeck/{document}.pdf")]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert {answer.context["refusal"].message for answer in answers} == {"There is no such deck."}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_document_is_a_pdf_that_nobody_keeps(deck, owner, browser_of, document):
    answer = browser_of(owner).get(address(deck, document) + PLAIN)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/pdf")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="Wreck Runners - {document}.pdf"'
    assert {"private", "no-store"} <= set(answer.headers["Cache-Control"].split(", "))
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    assert "Wreck Runners" in text
    assert "Red Alert" in text


def test_page_and_sheet_tell_the_same_number_of_the_content(deck, owner, browser_of):
    browser = browser_of(owner)
    page = browser.get(f"{deck.get_absolute_url()}print/")
    number = page.context["number"]
    assert f"<b>{number}</b>" in page.content.decode()
    sheet = PdfReader(BytesIO(browser.get(address(deck, "registration")).content)).pages[0].extract_text()
    assert f"Content {number}" in sheet


def test_others_print_the_newest_version_and_not_the_draft(make, owner, other, browser_of):
    deck = make(visibility=Visibility.PUBLIC)
    save_draft(deck, content(deck={"Sabotage": 2}), by=owner, number=deck.number)
    for person, has_draft in ((owner, True), (other, False)):
        answer = browser_of(person).get(address(deck, "registration"))
        assert ("Sabotage" in PdfReader(BytesIO(answer.content)).pages[0].extract_text()) == has_draft


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("proxies.pdf?paper=a5", "paper: a4 or letter was expected, not &#x27;a5&#x27;."),
        ("proxies.pdf?what=everything", "what: all, deck or hexpile was expected, not &#x27;everything&#x27;."),
        ("proxies.pdf?style=", "style: faces or plain was expected, not &#x27;&#x27;."),
        ("registration.pdf?paper=A4", "paper: a4 or letter was expected, not &#x27;A4&#x27;."),
    ],
)
def test_unknown_choice_is_refused(deck, owner, browser_of, asked, said):
    answer = browser_of(owner).get(deck.get_absolute_url() + asked)
    assert answer.status_code == 400
    assert said in answer.content.decode()


def test_too_many_pieces_are_refused_and_the_page_says_so_before(make, owner, browser_of):
    deck = make(content=content(deck={"Fire": 99, "Phasers": 99, "Sabotage": 99}))
    browser = browser_of(owner)
    answer = browser.get(address(deck, "proxies"))
    assert answer.status_code == 422
    assert "That would be 303 pieces; at most 300 are printed at once." in answer.content.decode()
    assert "more than what is printed at once" in browser.get(f"{deck.get_absolute_url()}print/").content.decode()


def test_nothing_to_print_is_refused_and_so_is_the_largest_deck(catalogue):
    for absurd, code in (
        (DeckContent(), "invalid"),
        (DeckContent(cards={f"Illusion {number}": 99 for number in range(500)}), "too_many"),
    ):
        with pytest.raises(DeckError) as refused:
            proxies_order("Absurd", absurd, paper="a4", what="all", style="faces")
        assert refused.value.code == code


def test_unknown_pieces_are_named_on_the_page(make, owner, browser_of):
    deck = make(content=content(deck={"Grand Illusion": 2, "Fire": 1}))
    page = browser_of(owner).get(f"{deck.get_absolute_url()}print/").content.decode()
    assert "there are no such pieces: <bdi>Grand Illusion</bdi>." in page


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Обломки 🚀", "Обломки 🚀 - proxies"),
        ('a/b\\c"d;e', "a-b-c-d;e - proxies"),
        ("../../etc/passwd", "etc-passwd - proxies"),
        ("...", "Deck - proxies"),
        ("W" * 100, f"{'W' * 80} - proxies"),
    ],
)
def test_file_has_a_safe_name_for_any_deck(name, safe):
    assert file_name(name, "proxies") == safe


def test_name_of_the_file_may_have_any_signs(deck, owner, browser_of):
    describe_deck(deck, by=owner, number=deck.number, name="Обломки 🚀")
    answer = browser_of(owner).get(address(deck, "registration"))
    named = quote("Обломки 🚀 - registration.pdf")
    assert answer.headers["Content-Disposition"] == f"attachment; filename*=utf-8''{named}"


def test_one_document_is_made_at_a_time_for_each_person(deck, owner, browser_of):
    with turn(f"user {owner.pk}"):
        answer = browser_of(owner).get(address(deck, "registration"))
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert "Your last document is still being made." in answer.content.decode()
    assert browser_of(owner).get(address(deck, "registration")).status_code == 200


def test_wait_for_others_comes_to_an_end(deck, owner, other, browser_of, monkeypatch):
    monkeypatch.setattr(printing, "PATIENCE_S", 0.05)
    with turn(f"user {other.pk}"):
        answer = browser_of(owner).get(address(deck, "registration"))
        assert answer.status_code == 503
        assert "Others are printing just now." in answer.content.decode()


def test_document_that_takes_too_long_is_given_up(deck, owner, browser_of, monkeypatch):
    monkeypatch.setattr(printing, "LIMIT_S", 0.01)
    answer = browser_of(owner).get(address(deck, "registration"))
    assert answer.status_code == 503
    assert "Making the document took too long." in answer.content.decode()
