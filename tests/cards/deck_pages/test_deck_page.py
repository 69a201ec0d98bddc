"""The page of a deck: what it shows, and to whom."""

import re

import pytest

from cards.decks.abilities import Visibility
from cards.decks.changes import copy_deck, describe_deck, save_draft
from tests.cards.decks.contents import content
from tests.markup import read_page

SHARED = (Visibility.UNLISTED, Visibility.PUBLIC)


def page_of(deck, browser):
    return browser.get(deck.get_absolute_url())


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("person", ["stranger", "guest", "other", "owner", "staff"])
def test_deck_is_shown_to_those_alone_who_may_see_it(make, people, browser_of, person, visibility):
    page = page_of(make(visibility=visibility), browser_of(people[person]))
    may_see = person in ("owner", "staff") or visibility in SHARED
    assert page.status_code == (200 if may_see else 404)
    assert ("Wreck Runners" in read_page(page)) == may_see


def test_private_deck_is_refused_as_one_that_is_not_there(deck, other, browser_of):
    browser = browser_of(other)
    private, none = page_of(deck, browser), browser.get("/decks/nosuchdeck/")
    assert private.status_code == none.status_code == 404
    assert [page.context["refusal"].message for page in (private, none)] == ["There is no such deck."] * 2


def test_page_lists_what_the_deck_holds(deck, owner, browser_of):
    text = read_page(page_of(deck, browser_of(owner)))
    pieces = ("Sol", "Aes Palamas", "Fire", "Red Alert", "Wormhole 1", "Mine Field")
    for said in (*pieces, "6 cards", "4 tiles", "First 5 cards"):
        assert said in text


def test_deck_opens_as_pictures_with_the_list_one_click_away(deck, owner, browser_of):
    browser = browser_of(owner)
    page = read_page(page_of(deck, browser))
    faces = re.findall(
        r'<a class="face" href="([^"]*)"><img class="piece-picture [^>]*alt=""[^>]*><span>([^<]*)</span>', page
    )
    assert [title for _, title in faces] == ["Sol", "Aes Palamas", "Fire", "Red Alert", "Mine Field", "Wormhole 1"]
    assert all(browser.get(address).status_code == 200 for address, _ in faces[:2])
    assert '<a class="segment" href="?view=list">List</a>' in page
    listed = read_page(browser.get(deck.get_absolute_url(), {"view": "list"}))
    assert listed.count('<li class="deck-line">') == 4
    assert 'class="face"' not in listed
    assert '<a class="segment" href="?">Pictures</a>' in listed


def test_page_says_what_is_wrong_with_rule_and_number(deck, owner, browser_of):
    page = page_of(deck, browser_of(owner))
    text = read_page(page)
    assert "The deck holds 6 of at least 25 cards." in text
    assert 'href="/rules/3.1/#rule-3.1"' in text
    assert page.context["head"].errors == 2
    broken = {counter.name for counter in page.context["counters"] if not counter.is_kept}
    assert broken == {"Cards", "Hex points"}


def test_others_see_the_newest_version_and_not_the_draft(make, owner, other, browser_of):
    deck = make(visibility=Visibility.PUBLIC)
    save_draft(deck, content(deck={"Sabotage": 2}), by=owner, number=deck.number)
    assert "Sabotage" in read_page(page_of(deck, browser_of(owner)))
    assert "Sabotage" not in read_page(page_of(deck, browser_of(other)))


def test_piece_that_nobody_knows_is_listed_without_a_link(make, owner, browser_of):
    deck = make(content=content(deck={"Grand Illusion": 2}))
    text = read_page(page_of(deck, browser_of(owner)))
    assert "<bdi>Grand Illusion</bdi>" in text
    assert "There is no piece called “Grand Illusion”." in text


def test_empty_deck_has_a_page(make, owner, browser_of):
    deck = make(content={})
    text = read_page(page_of(deck, browser_of(owner)))
    assert "Nothing is in it yet" in text
    assert "Play this deck" not in text
    assert f'href="{deck.get_absolute_url()}#problems"' in text
    tiles_alone = read_page(page_of(make(content={"hexpile": {"Mine Field": 1}}), browser_of(owner)))
    assert "The deck holds no card." in tiles_alone
    assert "First 5 cards" not in text


def test_name_and_notes_cannot_carry_script(deck, owner, browser_of):
    notes = "**Careful** <script>alert(1)</script>"
    describe_deck(deck, by=owner, number=deck.number, name="<script>alert(2)</script>", notes=notes)
    text = read_page(page_of(deck, browser_of(owner)))
    assert "<script>alert" not in text
    assert "<strong>Careful</strong>" in text


def test_origin_is_named_to_those_alone_who_may_see_it(make, owner, other, browser_of):
    deck = make(name="The first of them", visibility=Visibility.UNLISTED)
    copy = copy_deck(deck, by=other, name="The second")
    assert "The first of them" in read_page(page_of(copy, browser_of(other)))
    deck.refresh_from_db()
    deck.visibility = Visibility.PRIVATE
    deck.save()
    assert "The first of them" not in read_page(page_of(copy, browser_of(other)))


@pytest.mark.parametrize(("visibility", "is_found"), [("private", False), ("unlisted", False), ("public", True)])
def test_search_engines_find_public_decks_alone(make, owner, browser_of, visibility, is_found):
    page = page_of(make(visibility=visibility), browser_of(owner))
    assert ("X-Robots-Tag" not in page.headers) == is_found
    assert "private" in page.headers["Cache-Control"]


def test_page_costs_the_same_queries_for_any_deck(make, owner, browser_of, django_assert_num_queries):
    browser = browser_of(owner)
    few, many = make(tags=["one"]), make(tags=["one", "two", "three"], content=content(deck={"Fire": 1}))
    page_of(few, browser)
    # Session, user, deck, tags; the version of the catalogue, once.
    with django_assert_num_queries(6):
        page_of(few, browser)
    with django_assert_num_queries(6):
        page_of(many, browser)


def test_page_of_the_longest_content_is_small(make, owner, browser_of):
    piles = {part: {f"Unknown {number} {'long' * 45}": 1 for number in range(500)} for part in ("deck", "hexpile")}
    page = page_of(make(content=piles, notes="*" * 20_000), browser_of(owner))
    assert len(page.content) < 200_000
    assert read_page(page).count("The first 200 of 500 titles.") == 2
