"""Two decks beside each other: whatever may be seen, by any way to write its link, and nothing else."""

import pytest

from cards.decks.abilities import Visibility
from cards.decks.changes import keep_version
from tests.cards.decks.contents import content
from tests.markup import read_page

OTHER = content(
    ship="Bulwark", captain=None, deck={"Fire": 2, "Sabotage": 1}, hexpile={"Wormhole 1": 1, "Mine Field": 3}
)


def compare(browser, a="", b="", **more):
    return browser.get("/decks/compare/", {"a": a, "b": b} | more)


@pytest.fixture
def two(make, owner):
    """A public deck of one version, and an unlisted one."""
    return make("First", visibility="public"), make("Second", visibility="unlisted", content=OTHER)


def test_differences_stand_part_by_part(two, people, browser_of):
    page = compare(browser_of(people["stranger"]), *(deck.public_id for deck in two))
    found = {
        heading: [(change.title, change.sign, change.words) for change in changes]
        for heading, changes in page.context["comparison"]["parts"]
    }
    assert found == {
        "Ship": [("Bulwark", "+1", "1 more"), ("Sol", "−1", "1 fewer")],
        "Captain": [("Aes Palamas", "−1", "1 fewer")],
        "Deck": [("Fire", "−2", "2 fewer"), ("Red Alert", "−2", "2 fewer"), ("Sabotage", "+1", "1 more")],
    }
    assert page.context["comparison"]["alike"] == 2
    assert "2 fewer</span>" in read_page(page)


def test_link_is_understood_however_it_is_written(two, owner, browser_of):
    first, browser = two[0], browser_of(owner)
    for link in (
        first.public_id,
        f"/decks/{first.public_id}/",
        f"https://example.org/decks/{first.public_id}",
        f" http://example.org/decks/{first.public_id}/versions/ ",
        f"http://example.org/decks/{first.public_id}/?tab=2#deck",
        f"/decks/{first.public_id}/versions/1/",
    ):
        page = compare(browser, link, "/decks/starters/sol-against-the-sky/")
        assert (link, page.status_code) == (link, 200)
        assert [side.name for side in page.context["sides"]] == ["First", "Sol Against the Sky"]


def test_share_code_is_compared_as_a_link_is(two, owner, browser_of):
    code, browser = "INC1-000040G224005P0209V0008003Q8KRCPB0W6W", browser_of(owner)
    page = compare(browser, f"http://example.org/decks/code/{code}/", two[0].public_id)
    side = page.context["sides"][0]
    assert (side.name, side.label, side.content.ship) == ("A shared deck", "a share code", "Sol")
    assert browser.get(side.url).status_code == 200
    forged = compare(browser, f"{code}0", two[0].public_id)
    assert forged.context["faults"]["a"].startswith("This share code is mistyped")


def test_version_is_compared_with_the_draft(deck, owner, browser_of):
    keep_version(deck, by=owner, number=deck.number, name="Kept")
    page = compare(browser_of(owner), f"{deck.public_id}/versions/1", deck.public_id)
    assert [side.label for side in page.context["sides"]] == ["version 1, Kept", "the draft"]
    assert "They are the same" in read_page(page)


@pytest.mark.parametrize("person", ["stranger", "guest", "other", "owner", "staff"])
@pytest.mark.parametrize("visibility", Visibility.values)
def test_what_may_not_be_seen_is_not_compared(make, two, people, browser_of, person, visibility):
    deck, browser = make("Hidden", visibility=visibility, is_deleted=True), browser_of(people[person])
    for hidden in (deck, make("Hidden")):
        page = compare(browser, two[0].public_id, hidden.public_id)
        sees = person in ("owner", "staff")
        assert page.status_code == (200 if sees else 404)
        assert ("comparison" in page.context) == sees
        if not sees:
            assert page.context["faults"] == {"b": "There is no such deck."}
            assert "Hidden" not in read_page(page)


@pytest.mark.parametrize(
    "link",
    [
        "nosuchdeck",
        "a b",
        "\0",
        "/decks/\0/",
        "x" * 100_000,
        "javascript:alert(1)",
        "<script>alert(1)</script>",
        "\u202e",
        "?",
    ],
)
def test_link_that_leads_nowhere(two, owner, browser_of, link):
    page = compare(browser_of(owner), link, two[0].public_id)
    assert page.status_code == 404
    assert page.context["faults"] == {"a": "There is no such deck."}
    assert "<script>alert" not in read_page(page)


def test_own_decks_are_chosen_from_a_list(two, owner, browser_of):
    browser = browser_of(owner)
    page = compare(browser, "typed before", two[1].public_id, own_a=two[0].public_id, own_b="")
    assert page.headers["Location"] == f"/decks/compare/?a={two[0].public_id}&b={two[1].public_id}"
    assert "First</option>" in read_page(compare(browser))


def test_page_of_the_longest_contents_is_small(make, owner, browser_of):
    piles = [
        {part: {f"{word} {number} {'long' * 40}": 1 for number in range(500)} for part in ("deck", "hexpile")}
        for word in ("Unknown", "Other")
    ]
    two = [make(content=content(**pile)) for pile in piles]
    page = compare(browser_of(owner), *(deck.public_id for deck in two))
    assert len(page.content) < 200_000
    assert "And 1700 more." in read_page(page)


def test_queries(two, owner, browser_of, django_assert_num_queries):
    browser = browser_of(owner)
    names = [deck.public_id for deck in two]
    compare(browser, *names)
    # Session, user, each deck, one's own decks, and the version of the catalogue.
    with django_assert_num_queries(7):
        compare(browser, *names)
