"""Versions of a deck: their list, one of them, what is different, keeping them and taking them back."""

import pytest

from cards.decks.abilities import Visibility
from cards.decks.changes import keep_version, save_draft, share_deck
from tests.cards.decks.contents import content, everything_of
from tests.markup import read_page

PUBLIC = Visibility.PUBLIC


@pytest.fixture
def history(deck, owner):
    """A deck of one version kept in private, two that were shown, and a draft unlike all of them."""
    keep_version(deck, by=owner, number=deck.number, name="In secret")
    for change in ({"Fire": 1}, {"Fire": 1, "Sabotage": 2}, {"Fire": 3}):
        deck = save_draft(deck, content(deck=change), by=owner, number=deck.number)
        if change == {"Fire": 1}:
            deck = share_deck(deck, PUBLIC, by=owner, number=deck.number)
        elif change != {"Fire": 3}:
            keep_version(deck, by=owner, number=deck.number, name="Third")
    return deck


def at(deck, rest=""):
    return f"{deck.get_absolute_url()}{rest}"


@pytest.mark.parametrize("person", ["stranger", "guest", "other", "owner", "staff"])
def test_versions_are_shown_to_those_alone_who_may_see_them(history, people, browser_of, person):
    browser, sees_all = browser_of(people[person]), person in ("owner", "staff")
    page = browser.get(at(history, "versions/"))
    assert [row.version.number for row in page.context["page"].items] == ([3, 2, 1] if sees_all else [3, 2])
    assert ("In secret" in read_page(page)) == sees_all
    assert browser.get(at(history, "versions/1/")).status_code == (200 if sees_all else 404)
    assert browser.get(at(history, "versions/2/")).status_code == 200
    for rest in ("changes/?from=1&to=2", "changes/?from=2&to=draft"):
        assert browser.get(at(history, rest)).status_code == (200 if sees_all else 404)
    assert browser.get(at(history, "changes/?from=2&to=3")).status_code == 200


@pytest.mark.parametrize("person", ["stranger", "guest", "other"])
def test_private_deck_has_no_pages_for_others(deck, owner, people, browser_of, person):
    keep_version(deck, by=owner, number=deck.number)
    browser, before = browser_of(people[person]), everything_of(deck)
    for rest in ("versions/", "versions/1/", "changes/"):
        refused, none = browser.get(at(deck, rest)), browser.get(f"/decks/nosuchdeck/{rest}")
        assert refused.status_code == none.status_code == 404
        assert refused.context["refusal"].message == none.context["refusal"].message == "There is no such deck."
        assert deck.name not in read_page(refused)
    for rest in ("versions/", "versions/1/take/", "copy/", "delete/", "restore/"):
        assert browser.post(at(deck, rest), {"number": deck.number}).status_code == 404
    assert everything_of(deck) == before


def test_list_says_in_short_what_has_changed(history, owner, browser_of):
    page = browser_of(owner).get(at(history, "versions/"))
    assert [row.changes for row in page.context["page"].items] == ["+2 Sabotage", "−3 Fire, −2 Red Alert", ""]
    assert page.context["unkept"] == "+2 Fire, −2 Sabotage"


def test_changes_are_told_in_signs_and_words(history, owner, browser_of):
    text = read_page(browser_of(owner).get(at(history, "changes/")))
    assert '<span aria-hidden="true">+2</span><span class="visually-hidden">2 more</span>' in text
    assert '<span aria-hidden="true">−2</span><span class="visually-hidden">2 fewer</span>' in text


def test_owner_keeps_the_draft(history, owner, browser_of):
    sent = {"number": history.number, "name": "Fourth"}
    page = browser_of(owner).post(at(history, "versions/"), sent, follow=True)
    assert "Version 4 is kept." in read_page(page)
    assert str(page.context["page"].items[0].version) == "Fourth"


@pytest.mark.parametrize(
    ("sent", "status", "said"),
    [
        ({"number": "1", "name": "My words"}, 409, "The deck was changed elsewhere"),
        ({"number": "x", "name": "My words"}, 400, "a whole number was expected"),
        ({"name": "My words"}, 400, "a whole number was expected"),
        ({"name": "My words\u202e"}, 400, "a whole number was expected"),
        ({"number": "now", "name": "My words" * 20}, 422, "at most 100 are allowed"),
        ({"number": "now", "name": "My words\u202e"}, 422, "a mark of writing direction"),
        ({"number": "now", "name": "My words\0"}, 422, "a control character"),
    ],
)
def test_version_that_cannot_be_kept_is_said_and_the_name_stays(history, owner, browser_of, sent, status, said):
    before = everything_of(history)
    if sent.get("number") == "now":
        sent = sent | {"number": history.number}
    page = browser_of(owner).post(at(history, "versions/"), sent)
    assert page.status_code == status
    assert said in read_page(page)
    assert 'value="My words' in read_page(page)
    assert everything_of(history) == before


def test_owner_takes_a_version_back_into_the_draft(history, owner, browser_of):
    browser = browser_of(owner)
    browser.post(at(history, "versions/1/take/"), {"number": history.number})
    history.refresh_from_db()
    assert history.draft == content()
    assert browser.post(at(history, "versions/2/take/"), {"number": "1"}).status_code == 409
    assert browser.post(at(history, "versions/9/take/"), {"number": history.number}).status_code == 404
    history.refresh_from_db()
    assert history.draft == content()


@pytest.mark.parametrize("person", ["stranger", "guest", "other", "staff"])
def test_others_keep_and_take_nothing(history, people, browser_of, person):
    browser, before = browser_of(people[person]), everything_of(history)
    for rest in ("versions/", "versions/2/take/"):
        page = browser.post(at(history, rest), {"number": history.number})
        assert page.status_code == 403
        assert "Only its owner can change this deck." in read_page(page)
    assert "/take/" not in read_page(browser.get(at(history, "versions/")))
    assert everything_of(history) == before


@pytest.mark.parametrize(
    "rest", ["versions/0/", "versions/99/", "versions/99999999999/", "changes/?from=x", "changes/?to=0"]
)
def test_version_that_is_not_there(history, owner, browser_of, rest):
    page = browser_of(owner).get(at(history, rest))
    assert page.status_code == (400 if rest.endswith("x") else 404)
    assert history.get_absolute_url() in read_page(page)


def test_list_is_paged(deck, owner, browser_of, monkeypatch):
    monkeypatch.setattr("cards.deck_pages.version_pages.ON_A_PAGE", 2)
    for copies in (1, 2, 3):
        deck = save_draft(deck, content(deck={"Fire": copies}), by=owner, number=deck.number)
        keep_version(deck, by=owner, number=deck.number)
    browser = browser_of(owner)
    pages = [browser.get(at(deck, f"versions/?page={number}")).context["page"].items for number in (1, 2)]
    assert [[(row.version.number, row.before, row.changes) for row in page] for page in pages] == [
        [(3, 2, "+1 Fire"), (2, 1, "+1 Fire")],
        [(1, None, "")],
    ]
    for number in ("3", "0", "x"):
        assert browser.get(at(deck, f"versions/?page={number}")).status_code == 404


def test_deck_without_versions(make, owner, browser_of):
    deck = make()
    browser = browser_of(owner)
    text = read_page(browser.get(at(deck, "versions/")))
    assert "No version has been kept yet." in text
    assert "Unlike the newest version" not in text
    assert "They are the same" in read_page(browser.get(at(deck, "changes/")))


@pytest.mark.parametrize(("rest", "queries"), [("versions/", 7), ("versions/1/", 6), ("changes/", 7)])
def test_queries(deck, owner, browser_of, rest, queries, django_assert_num_queries):
    browser = browser_of(owner)
    keep_version(deck, by=owner, number=deck.number)
    browser.get(at(deck, rest))
    with django_assert_num_queries(queries):
        browser.get(at(deck, rest))
    for number in (2, 3):
        deck = save_draft(deck, content(deck={"Fire": number}), by=owner, number=deck.number)
        keep_version(deck, by=owner, number=deck.number)
    with django_assert_num_queries(queries):
        browser.get(at(deck, rest))
