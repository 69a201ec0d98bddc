"""Sample hands: an address that shows everybody the same hand, as long as the deck is the same."""

from collections import Counter
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from cards.deck_pages.statistics_pages import LONGEST_SEED
from cards.decks.abilities import Visibility
from cards.decks.changes import keep_version, save_draft, share_deck
from tests.cards.decks.contents import content
from tests.markup import read_page

FEW = {"deck": {"Fire": 3, "Phasers": 4, "Elira": 1}, "hexpile": {"Wormhole 1": 1, "Mine Field": 3}}


@pytest.fixture
def few(make):
    return make(content=content(**FEW), visibility=Visibility.PUBLIC)


def hand_of(deck, browser, **asked):
    return browser.get(reverse("decks:hand", args=[deck.public_id]), asked)


def titles(page, pile: str = "cards") -> list[str]:
    return [piece.title for piece in page.context["sample"][pile]]


def test_without_a_seed_the_way_leads_to_a_fresh_one(few, owner, browser_of):
    browser = browser_of(owner)
    ways = [hand_of(few, browser) for _ in range(2)]
    assert [way.status_code for way in ways] == [302, 302]
    asked = [parse_qs(urlsplit(way.url).query) for way in ways]
    assert asked[0]["seed"] != asked[1]["seed"]
    page = browser.get(ways[0].url)
    assert page.status_code == 200
    assert page.context["seed"] == asked[0]["seed"][0]
    assert not page.context["drawn"].is_lost


def test_same_address_shows_everybody_the_same_hand(few, people, browser_of):
    hands = [titles(hand_of(few, browser_of(person), seed="high tide")) for person in people.values()]
    assert hands == [hands[0]] * len(people)
    assert len(hands[0]) == 5
    assert Counter(hands[0]) <= Counter(FEW["deck"])


def test_next_card_and_next_tile_are_added_until_there_is_none(few, owner, browser_of):
    browser = browser_of(owner)
    page = hand_of(few, browser, seed="tide")
    hand, tiles = titles(page), titles(page, "tiles")
    while page.context["next_card"]:
        page = browser.get(page.context["next_card"])
        assert titles(page)[:-1] == hand
        hand = titles(page)
    assert Counter(hand) == Counter(FEW["deck"])
    while page.context["next_tile"]:
        page = browser.get(page.context["next_tile"])
        assert titles(page, "tiles")[:-1] == tiles
        tiles = titles(page, "tiles")
    assert Counter(tiles) == Counter(FEW["hexpile"])
    assert titles(page) == hand


def test_cards_stand_there_as_text_beside_their_pictures(few, owner, browser_of):
    page = hand_of(few, browser_of(owner), seed="tide", cards=8)
    text = read_page(page)
    for said in ("Add 2D6 to a phaser attack.", "Elira", 'alt=""', "<h2>The first 8 cards"):
        assert said in text
    assert page.context["sample"]["tabled"] == ["Elira"]
    assert 'href="/rules/13.4.3/#rule-13.4.3"' in text


def test_hand_says_how_likely_it_is(make, owner, browser_of):
    deck = make(content=content(deck={"Fire": 1, "Phasers": 5}))
    page = hand_of(deck, browser_of(owner), seed="tide")
    is_whole = "Fire" not in titles(page)
    assert page.context["sample"]["like_it"].startswith("One draw in 6 " if is_whole else "One draw in 1 ")
    rows = {row.nature: (row.drawn, row.exactly) for row in page.context["sample"]["by_nature"]}
    assert rows["Command"] == ((0, "16.7%") if is_whole else (1, "83.3%"))
    assert rows["Crew"] == (0, "100%")


def test_edited_draft_is_noticed_and_said(few, owner, browser_of):
    browser = browser_of(owner)
    address = hand_of(few, browser).url
    save_draft(few, content(deck={"Fire": 2, "Phasers": 4}), by=owner, number=few.number)
    page = browser.get(address)
    assert page.context["drawn"].version.number == 1
    assert "The deck has changed since: this is a hand of version 1" in read_page(page)
    now = browser.get(page.context["present"])
    assert (now.context["drawn"].version, now.context["drawn"].is_lost) == (None, False)


def test_hand_of_a_content_that_is_nowhere_any_more_says_so(few, owner, browser_of):
    page = hand_of(few, browser_of(owner), seed="tide", content="0" * 12)
    assert page.context["drawn"].is_lost
    assert "The deck has changed since this address was made" in read_page(page)
    assert len(titles(page)) == 5


def test_version_that_was_never_shown_is_drawn_from_for_its_owner_alone(make, owner, other, browser_of):
    deck = make(content=content(deck={"Sabotage": 4}))
    kept = keep_version(deck, by=owner, number=deck.number)
    deck.refresh_from_db()
    deck = save_draft(deck, content(**FEW), by=owner, number=deck.number)
    deck = share_deck(deck, Visibility.PUBLIC, by=owner, number=deck.number)
    asked = {"seed": "tide", "content": kept.content_hash[:12]}
    assert titles(hand_of(deck, browser_of(owner), **asked)) == ["Sabotage"] * 4
    page = hand_of(deck, browser_of(other), **asked)
    assert page.context["drawn"].is_lost
    assert "Sabotage" not in read_page(page)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"seed": ""}, "This field is required."),
        ({"seed": "x" * (LONGEST_SEED + 1)}, f"at most {LONGEST_SEED} characters"),
        ({"seed": "ti\0de"}, "a control character (U+0000)"),
        ({"seed": "ti\u202ede"}, "a mark of writing direction"),
        ({"content": "zz"}, "Content: Enter a valid value."),
        ({"cards": "0"}, "Cards: Ensure this value is greater than or equal to 1."),
        ({"cards": "1000000"}, "Cards: Ensure this value is less than or equal to 40."),
        ({"tiles": "many"}, "Tiles: Enter a whole number."),
    ],
)
def test_address_that_cannot_be_read_is_refused_where_the_seed_is_typed(few, owner, browser_of, asked, message):
    page = hand_of(few, browser_of(owner), **{"seed": "tide"} | asked)
    assert page.status_code == 400
    assert message in read_page(page)
    assert "sample" not in page.context


@pytest.mark.parametrize(
    "seed", ["0", "élan", "<script>alert(1)</script>", "a & b", "星", "' OR 1=1 --", "x" * LONGEST_SEED]
)
def test_any_other_text_is_a_seed(few, owner, browser_of, seed):
    page = hand_of(few, browser_of(owner), seed=seed)
    assert page.status_code == 200
    assert len(titles(page)) == 5
    assert "<script>alert" not in read_page(page)
    assert browser_of(owner).get(page.context["next_card"]).context["seed"] == seed


def test_deck_without_pieces_has_a_page(make, owner, browser_of):
    text = read_page(hand_of(make(content={}), browser_of(owner), seed="tide"))
    assert "The deck holds no card that could be drawn." in text
    assert "The hexpile holds no tile." in text


def test_unknown_pieces_are_left_out_and_named(make, owner, browser_of):
    deck = make(content=content(deck={"Grand Illusion": 9, "Fire": 1}))
    page = hand_of(deck, browser_of(owner), seed="tide")
    assert titles(page) == ["Fire"]
    assert "9 <bdi>Grand Illusion</bdi> (deck)" in read_page(page)


def test_page_costs_the_same_queries_for_any_hand(few, owner, browser_of, django_assert_num_queries):
    browser = browser_of(owner)
    hand_of(few, browser, seed="tide", cards=1, tiles=1)
    with django_assert_num_queries(5):
        hand_of(few, browser, seed="tide", cards=1, tiles=1)
    with django_assert_num_queries(5):
        hand_of(few, browser, seed="tide", cards=8, tiles=4)


def test_hand_ends_where_no_more_cards_are_shown(make, owner, browser_of):
    deck = make(content=content(deck={"Fire": 99}, hexpile={"Mine Field": 99}))
    page = hand_of(deck, browser_of(owner), seed="tide", cards=40, tiles=20)
    assert (page.context["next_card"], page.context["next_tile"]) == ("", "")
    text = read_page(page)
    assert "No more than 40 cards are shown." in text
    assert "No more than 20 tiles are shown." in text


def test_search_engines_do_not_go_from_hand_to_hand(few, owner, browser_of):
    assert "nofollow" in hand_of(few, browser_of(owner), seed="tide").headers["X-Robots-Tag"]
