"""Printing a deck: the choices, the documents, and who gets them."""

import subprocess
import sys
from io import BytesIO
from urllib.parse import quote

import pytest
from pypdf import PdfReader

from cards.decks import printing
from cards.decks.abilities import Visibility
from cards.decks.changes import describe_deck, save_draft
from cards.decks.errors import DeckError
from cards.decks.printing import proxies_order, turn
from incursions.games.incursions.printing.orders import Order, carry_out
from incursions.games.incursions.rules.construction import DeckContent
from tests.cards.decks.contents import content
from tests.markup import read_page

DOCUMENTS = ("proxies", "registration")
PLAIN = "?style=plain"


@pytest.fixture
def made_here(monkeypatch) -> None:
    """Make documents in this process: one of its own takes most of its time to import what it needs."""

    def run(_program, *, input, **_named):  # noqa: A002 -- as subprocess calls it
        return subprocess.CompletedProcess((), 0, carry_out(Order.from_json(input)), b"")

    monkeypatch.setattr(printing.subprocess, "run", run)


def address(deck, document):
    return f"{deck.get_absolute_url()}{document}.pdf"


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("person", ["stranger", "other", "owner", "staff"])
def test_choices_are_shown_to_those_alone_who_may_see_the_deck(make, people, browser_of, person, visibility):
    page = browser_of(people[person]).get(f"{make(visibility=visibility).get_absolute_url()}print/")
    may_see = person in ("owner", "staff") or visibility != Visibility.PRIVATE
    assert page.status_code == (200 if may_see else 404)
    assert ("8 cards of 63 × 88 mm and 4 tiles" in read_page(page)) == may_see


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


def test_page_and_sheet_tell_the_same_number_of_the_content(made_here, deck, owner, browser_of):
    browser = browser_of(owner)
    page = browser.get(f"{deck.get_absolute_url()}print/")
    number = page.context["number"]
    assert f"<b>{number}</b>" in read_page(page)
    sheet = PdfReader(BytesIO(browser.get(address(deck, "registration")).content)).pages[0].extract_text()
    assert f"Content {number}" in sheet


def test_others_print_the_newest_version_and_not_the_draft(made_here, make, owner, other, browser_of):
    deck = make(visibility=Visibility.PUBLIC)
    save_draft(deck, content(deck={"Sabotage": 2}), by=owner, number=deck.number)
    for person, has_draft in ((owner, True), (other, False)):
        answer = browser_of(person).get(address(deck, "registration"))
        assert ("Sabotage" in PdfReader(BytesIO(answer.content)).pages[0].extract_text()) == has_draft


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ("proxies.pdf?paper=a5", 400, "paper: a4 or letter was expected, not &#x27;a5&#x27;."),
        ("proxies.pdf?what=everything", 400, "what: all, deck or hexpile was expected, not &#x27;everything&#x27;."),
        ("proxies.pdf?style=", 400, "style: faces or plain was expected, not &#x27;&#x27;."),
        ("registration.pdf?paper=A4", 400, "paper: a4 or letter was expected, not &#x27;A4&#x27;."),
        ("registration.pdf?format=sealed", 422, "The formats are full, tournament."),
        ("registration.pdf?points=many", 400, "points: a whole number was expected, not &#x27;many&#x27;."),
        ("registration.pdf?points=0", 422, "The hex-point limit is at least 1."),
        ("registration.pdf?version=7", 404, "The deck has no version 7."),
        ("print/?version=x", 400, "version: a whole number was expected."),
    ],
)
def test_unknown_choice_is_refused(deck, owner, browser_of, asked, status, said):
    answer = browser_of(owner).get(deck.get_absolute_url() + asked)
    assert answer.status_code == status
    assert said in read_page(answer)


def test_older_version_is_printed_and_judged_by_the_format_that_is_asked_for(made_here, make, owner, browser_of):
    deck = make(visibility=Visibility.PUBLIC)
    save_draft(deck, content(deck={"Sabotage": 2}), by=owner, number=deck.number)
    browser = browser_of(owner)
    link = f"{deck.get_absolute_url()}print/?version=1"
    assert link in read_page(browser.get(f"{deck.get_absolute_url()}versions/1/"))
    forms = read_page(browser.get(link)).partition('<div class="deck-print">')[2]
    assert forms.count('<input type="hidden" name="version" value="1">') == len(DOCUMENTS)
    assert "8 cards of 63 × 88 mm" in forms
    answer = browser.get(address(deck, "registration") + "?version=1&format=tournament&points=24&tolerance=1")
    sheet = PdfReader(BytesIO(answer.content)).pages[0].extract_text()
    for said in ("Wreck Runners, version 1", "Not legal in Tournament, 24 ± 1 hex points", "Red Alert"):
        assert said in sheet
    assert "Sabotage" not in sheet
    pieces = browser.get(address(deck, "proxies") + PLAIN + "&version=1")
    assert pieces.headers["Content-Disposition"] == 'attachment; filename="Wreck Runners, version 1 - proxies.pdf"'


def test_too_many_pieces_are_refused_and_the_page_says_so_before(make, owner, browser_of):
    deck = make(content=content(deck={"Fire": 99, "Phasers": 99, "Sabotage": 99}))
    browser = browser_of(owner)
    answer = browser.get(address(deck, "proxies"))
    assert answer.status_code == 422
    assert "That would be 303 pieces; at most 300 are printed at once." in read_page(answer)
    assert "more than what is printed at once" in read_page(browser.get(f"{deck.get_absolute_url()}print/"))


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
    page = read_page(browser_of(owner).get(f"{deck.get_absolute_url()}print/"))
    assert "there are no such pieces: <bdi>Grand Illusion</bdi>." in page


def test_name_of_the_file_may_have_any_signs(made_here, deck, owner, browser_of):
    describe_deck(deck, by=owner, number=deck.number, name="Обломки 🚀")
    answer = browser_of(owner).get(address(deck, "registration"))
    named = quote("Обломки 🚀 - registration.pdf")
    assert answer.headers["Content-Disposition"] == f"attachment; filename*=utf-8''{named}"


def test_one_document_is_made_at_a_time_for_each_person(made_here, deck, owner, browser_of):
    with turn(f"user {owner.pk}"):
        answer = browser_of(owner).get(address(deck, "registration"))
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert "Your last document is still being made." in read_page(answer)
    assert browser_of(owner).get(address(deck, "registration")).status_code == 200


def test_wait_for_others_comes_to_an_end(deck, owner, other, browser_of, monkeypatch):
    monkeypatch.setattr(printing, "PATIENCE_S", 0.05)
    with turn(f"user {other.pk}"):
        answer = browser_of(owner).get(address(deck, "registration"))
        assert answer.status_code == 503
        assert "Others are printing just now." in read_page(answer)


def test_document_whose_making_was_ended_may_be_asked_for_again(deck, owner, browser_of, monkeypatch):
    ends_itself = (sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    monkeypatch.setattr(printing, "PROGRAM", ends_itself)
    answer = browser_of(owner).get(address(deck, "registration"))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "Making the document was interrupted." in read_page(answer)


def test_document_that_takes_too_long_is_given_up(deck, owner, browser_of, monkeypatch):
    monkeypatch.setattr(printing, "LIMIT_S", 0.01)
    answer = browser_of(owner).get(address(deck, "registration"))
    assert answer.status_code == 503
    assert "Making the document took too long." in read_page(answer)
