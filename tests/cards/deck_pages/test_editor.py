"""The editor of a deck by plain forms: what it shows, what each form does, and what is refused."""

import re
from html import unescape

import pytest

from cards.catalogue import current, current_pieces
from cards.decks.abilities import Visibility
from cards.decks.changes import keep_version, save_draft, steps_of
from cards.decks.models import Deck
from tests.cards.decks.contents import CONTENT, content, everything_of
from tests.markup import read_page

LARGEST_PAGE = 200_000


def address(deck, page=""):
    return f"/decks/{deck.public_id}/edit/{page}"


def send(browser, deck, page="", /, **fields):
    return browser.post(address(deck, page), {"number": deck.number, **fields})


def draft(deck):
    return Deck.objects.get(pk=deck.pk).draft


def values(page, name):
    """Return the values that the buttons of a page send under a name."""
    return [unescape(value) for value in re.findall(rf'name="{name}"[^>]*? value="([^"]+)"', read_page(page))]


@pytest.mark.parametrize("person", ["stranger", "guest", "other", "staff"])
@pytest.mark.parametrize("visibility", Visibility.values)
def test_nobody_else_edits_a_deck(make, people, browser_of, person, visibility):
    deck = make(visibility=visibility)
    before, browser = everything_of(deck), browser_of(people[person])
    may_see = person == "staff" or visibility != Visibility.PRIVATE
    page = browser.get(address(deck))
    assert page.status_code == (302 if may_see else 404)
    assert page.headers.get("Location") == (deck.get_absolute_url() if may_see else None)
    tried = [
        ("", {"find": "deck 3 Phasers"}),
        ("", {"find": "?"}),
        ("", {"step": "undo"}),
        ("keep/", {}),
        ("name/", {"name": "Mine"}),
    ]
    for where, fields in tried:
        assert send(browser, deck, where, **fields).status_code == (403 if may_see else 404)
    assert everything_of(deck) == before


def test_a_deleted_deck_is_not_edited(make, owner, browser_of):
    deck = make(is_deleted=True)
    assert browser_of(owner).get(address(deck)).status_code == 302
    assert send(browser_of(owner), deck, find="deck 3 Phasers").status_code == 409


def test_page_has_search_deck_counters_and_problems(deck, owner, browser_of):
    page = browser_of(owner).get(address(deck), {"q": "title:phasers"})
    text = read_page(page)
    for said in (
        "Phasers",
        "Fire",
        "Sol",
        "Aes Palamas",
        "Mine Field",
        "6 cards",
        "4 tiles",
        "Cards: 6, at least 25, not kept.",
    ):
        assert said in text
    assert "The deck holds 6 of at least 25 cards." in text
    assert [play.errors for play in page.context["page"].plays] == [2, 2, 2]
    assert "deck 1 Phasers" in values(page, "find")
    assert {"deck 3 Fire", "deck 1 Red Alert", "ship 0 Sol"} <= set(values(page, "deck"))
    assert "hexpile 4 Mine Field" in values(page, "hexes")


def test_a_form_changes_the_draft_and_leads_back_to_its_row(deck, owner, browser_of):
    answer = send(browser_of(owner), deck, find="deck 3 Phasers", q="phasers or fire", page="1")
    assert answer.status_code == 303
    assert answer["Location"] == f"{address(deck)}?q=phasers+or+fire&page=1#find-phasers"
    assert draft(deck) == content(deck={"Fire": 4, "Phasers": 3, "Red Alert": 2})


@pytest.mark.parametrize(
    ("side", "edit", "fragment"),
    [
        ("deck", "deck 1 Fire", "#deck-fire"),
        ("deck", "deck 0 Fire", "#deck"),
        ("deck", "ship 0 Sol", "#deck"),
        ("hexes", "hexpile 0 Mine Field", "#hexes"),
        ("hexes", "hexpile 1 Mine Field", "#hexpile-mine-field"),
        ("hexes", "deck 3 Fire", "#hexes"),
    ],
)
def test_who_stays_on_a_side_of_the_page_is_led_back_there(deck, owner, browser_of, side, edit, fragment):
    assert send(browser_of(owner), deck, **{side: edit})["Location"] == f"{address(deck)}{fragment}"


def test_a_form_sent_twice_does_no_harm(deck, owner, browser_of):
    browser = browser_of(owner)
    for _ in range(2):
        assert send(browser, deck, find="deck 3 Phasers").status_code == 303
    assert draft(deck)["deck"]["Phasers"] == 3
    assert steps_of(Deck.objects.get(pk=deck.pk)).back == 1


def test_whoever_missed_a_change_sees_it_and_can_make_theirs_then(deck, owner, browser_of):
    browser = browser_of(owner)
    save_draft(deck, content(deck={"Sabotage": 2}), by=owner, number=deck.number)
    page = send(browser, deck, find="deck 3 Phasers", q="sabotage")
    assert page.status_code == 409
    text = read_page(page)
    assert "The deck was changed elsewhere in the meantime." in text
    assert '2<span class="visually-hidden"> copies of Sabotage' in text
    assert draft(deck)["deck"] == {"Sabotage": 2}
    deck.refresh_from_db()
    assert f'form="edit" name="number" value="{deck.number}"' in text
    assert "deck 3 Phasers" in values(page, "deck")
    assert send(browser, deck, deck="deck 3 Phasers").status_code == 303
    assert draft(deck)["deck"] == {"Phasers": 3, "Sabotage": 2}


def test_an_officer_stands_in_where_there_is_no_captain(make, owner, browser_of):
    browser = browser_of(owner)
    for captain, offered in [("Aes Palamas", []), (None, ["stand_in 1 Elira"])]:
        page = browser.get(address(make(content=content(captain=captain))), {"q": "title=elira"})
        assert [value for value in values(page, "find") if value.startswith("stand_in")] == offered


def test_undo_and_redo_and_all_since_a_version(deck, owner, browser_of):
    browser = browser_of(owner)
    keep_version(deck, by=owner, number=deck.number)
    send(browser, deck, find="deck 3 Phasers")
    changed = draft(deck)
    for step, expected in [("undo", CONTENT), ("redo", changed), ("version", CONTENT)]:
        deck.refresh_from_db()
        assert send(browser, deck, step=step).status_code == 303
        assert draft(deck) == expected
    deck.refresh_from_db()
    assert send(browser, deck, step="redo").status_code == 409


def test_what_changed_since_a_version_is_taken_back_one_by_one(deck, owner, browser_of):
    browser = browser_of(owner)
    keep_version(deck, by=owner, number=deck.number)
    save_draft(deck, content(ship="Bulwark", deck={"Fire": 4, "Phasers": 3}), by=owner, number=deck.number)
    page = browser.get(address(deck))
    undoing = [changed.edit for changed in page.context["page"].changes]
    assert undoing == ["ship 0 Bulwark", "ship 1 Sol", "deck 0 Phasers", "deck 2 Red Alert"]
    for edit in undoing:
        deck.refresh_from_db()
        send(browser, deck, deck=edit)
    assert draft(deck) == CONTENT


def test_a_version_is_kept_once_with_its_name(deck, owner, browser_of):
    browser = browser_of(owner)
    assert send(browser, deck, "keep/", name="For the league").status_code == 303
    deck.refresh_from_db()
    assert str(deck.shown) == "For the league"
    text = read_page(browser.get(address(deck)))
    assert "Version 1 kept" in text
    assert "Version 1 is kept." in text
    page = send(browser, deck, "keep/", name="Once more")
    assert page.status_code == 409
    assert "Nothing has changed since the newest version." in read_page(page)


def test_the_name_is_changed_in_place(deck, owner, browser_of):
    browser = browser_of(owner)
    assert send(browser, deck, "name/", name="  Haven   Patrol ").status_code == 303
    deck.refresh_from_db()
    assert deck.name == "Haven Patrol"
    fields = {"number": deck.number, "name": "Night Patrol"}
    reply = read_page(browser.post(address(deck, "name/"), fields, headers={"HX-Request": "true"}))
    assert "Saved. The deck is called Night Patrol." in reply
    page = send(browser, deck, "name/", name="Day Patrol")
    assert page.status_code == 409
    assert 'value="Day Patrol"' in read_page(page)
    assert "Rename it now" in read_page(page)
    deck.refresh_from_db()
    page = send(browser, deck, "name/", name="x" * 101)
    assert page.status_code == 422
    assert "at most 100 are allowed" in read_page(page)
    assert browser.get(address(deck, "name/"), {"q": "fire"}).url == f"{address(deck)}?q=fire"


def test_a_fix_is_a_button_and_a_search_helps_with_the_rest(make, owner, browser_of):
    deck = make(content=content(stand_in="Elira", deck={"Fire": 7, "Phased Phasers": 1}))
    browser = browser_of(owner)
    page = browser.get(address(deck))
    text = read_page(page)
    assert "Take Phased Array instead" in text
    assert {"stand_in 0 Elira", "captain 0 Aes Palamas", "deck 4 Fire", "deck 0 Phased Phasers"} <= set(
        values(page, "hexes")
    )
    assert 'href="?q=usage%3AFederation#find">Find cards' in text
    answer = browser.post(
        address(deck),
        {"number": deck.number, "hexes": "deck 0 Phased Phasers\ndeck 1 Phased Array"},
        headers={"HX-Request": "true"},
    )
    assert "8 cards. 4 problems now." in read_page(answer)
    assert draft(deck)["deck"] == {"Fire": 7, "Phased Array": 1}


@pytest.mark.parametrize(
    ("ship", "captain", "query"),
    [("Sol", "Aes Palamas", "usage:Federation"), (None, None, "usage:any"), (None, "Korgath the Loud", "usage:Klingon"),
     ("Sol", "Korgath the Loud", "(usage:Federation or usage:Klingon -is:equipment)")],
)  # fmt: skip
def test_usable_cards_are_a_click_away(make, owner, browser_of, ship, captain, query):
    deck = make(content=content(ship=ship, captain=captain))
    browser = browser_of(owner)
    usable = browser.get(address(deck), {"q": "nature:attack sort:title"}).context["find"].usable
    assert usable == (f"nature:attack {query} sort:title", False)
    found = browser.get(address(deck), {"q": usable.query}).context["find"]
    assert found.usable == ("nature:attack sort:title", True)
    assert found.found.total > 0


def test_the_first_search_is_for_a_ship_and_then_for_what_it_can_use(make, owner, browser_of):
    browser = browser_of(owner)
    for ship, query in [(None, "kind:ship"), ("Sol", "usage:Federation")]:
        page = browser.get(address(make(content=content(ship=ship))))
        assert page.context["find"].text == query
    assert browser.get(address(make()), {"q": ""}).context["find"].found.total == 265


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [({"q": "rarty:2"}, 400, "Nothing was searched."), ({"q": "fire", "page": "9"}, 404, "There is no page 9"),
     ({"page": "x"}, 400, "Pages are numbered"), ({"q": "x" * 2000}, 400, "Nothing was searched.")],
)  # fmt: skip
def test_a_search_that_cannot_be_read_leaves_the_deck_to_be_edited(deck, owner, browser_of, query, status, said):
    page = browser_of(owner).get(address(deck), query)
    assert page.status_code == status
    assert said in unescape(read_page(page))
    assert "deck 3 Fire" in values(page, "deck")


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"find": "deck 100 Fire"}, 422, "1 to 99 copies can be kept"),
        ({"find": "deck 3"}, 400, "a title were expected"),
        ({"find": "pool 3 Fire"}, 400, "a title were expected"),
        ({"find": "deck 1 \u202eeriF"}, 422, "a mark of writing direction"),
        ({"find": "deck 1 Fire\x00"}, 422, "a control character"),
        ({"find": "deck 1 " + "x" * 201}, 422, "1 to 200 characters"),
        ({"find": "captain 2 Elira"}, 422, "One captain stands outside"),
        ({}, 400, "changes were expected"),
        ({"step": "sideways"}, 400, "changes were expected"),
        ({"step": "redo"}, 409, "nothing to redo"),
        ({"find": "deck 3 Phasers", "number": "one"}, 400, "number"),
        ({"find": "deck 3 Phasers", "number": "9" * 30}, 400, "number"),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(deck, owner, browser_of, fields, status, said):
    before = everything_of(deck)
    page = send(browser_of(owner), deck, **fields)
    assert page.status_code == status
    assert said in unescape(read_page(page))
    assert everything_of(deck) == before


def test_a_title_too_many_is_refused(make, owner, browser_of):
    full = {f"Piece {number}": 1 for number in range(500)}
    deck = make(content=content(deck=full))
    page = send(browser_of(owner), deck, find="deck 1 Fire")
    assert page.status_code == 422
    assert len(page.context["page"].problems) == 30
    assert "And 471 more." in read_page(page)
    assert "at most 500 titles are kept" in read_page(page)
    assert draft(deck)["deck"] == full


def test_titles_and_names_cannot_carry_script(make, owner, browser_of):
    deck = make(name='"><script>alert(1)</script>', content=content(ship="<script>a", deck={'"><script>b': 2}))
    text = read_page(browser_of(owner).get(address(deck), {"q": '"<script>c"'}))
    assert not re.search(r"<script>[abc]|<script>alert", text)


def test_page_is_light_and_costs_the_same_queries_for_any_deck(make, owner, browser_of, django_assert_num_queries):
    browser = browser_of(owner)
    titles = ["Fire", "Phasers", "Red Alert"]
    for count in (1, 3):
        deck = make(
            content=content(
                deck=dict.fromkeys(titles[:count], 1),
                hexpile=dict.fromkeys(("Wormhole 1", "Mine Field", "Nova")[:count], 1),
            )
        )
        browser.get(address(deck))
        # Session, user, deck, steps; the version of the catalogue, once.
        with django_assert_num_queries(6):
            page = browser.get(address(deck))
        assert len(page.content) < LARGEST_PAGE


def test_order_of_the_deck_is_remembered(deck, owner, browser_of):
    browser = browser_of(owner)
    headings = [group.heading for group in browser.get(address(deck), {"by": "method"}).context["page"].groups]
    assert headings == [group.heading for group in browser.get(address(deck)).context["page"].groups]
    assert "Command" not in headings
    assert browser.get(address(deck), {"by": "zebra"}).context["page"].order == "method"


def test_htmx_is_answered_by_what_is_another_now(deck, owner, browser_of):
    browser = browser_of(owner)
    fields = {"number": deck.number, "find": "deck 3 Phasers", "q": "nature:attack", "page": "1"}
    reply = browser.post(address(deck), fields, headers={"HX-Request": "true"})
    text = read_page(reply)
    assert reply.status_code == 200
    assert re.findall('hx-target="(#find-[^"]+)"', text) == ["#find-phasers"]
    assert "Saved. 3 copies of Phasers in the deck; 9 cards." in text
    assert f'name="number" value="{deck.number + 1}"' in text
    assert f'name="catalogue" value="{current().token}"' in text
    refused = browser.post(address(deck), {**fields, "find": "deck 2 Phasers"}, headers={"HX-Request": "true"})
    assert refused.status_code == 409
    assert len(re.findall('hx-target="(#find-[^"]+)"', read_page(refused))) > 20


def test_page_of_the_largest_deck_is_light_and_says_what_it_leaves_out(make, owner, browser_of):
    unknown = [{f"Unknown {part} {number} {'x' * 60}": 99 for number in range(500)} for part in ("card", "tile")]
    page = browser_of(owner).get(address(make(content={"deck": unknown[0], "hexpile": unknown[1]})))
    text = read_page(page)
    assert len(page.content) < 200_000
    assert "And 410 more titles" in text
    assert "And 460 more titles" in text
    assert [group.copies for group in page.context["page"].groups] == [99 * 500]


def test_page_of_all_pieces_is_light(make, owner, browser_of):
    pieces = current_pieces()
    content = {"deck": dict.fromkeys(pieces.cards, 4), "hexpile": dict.fromkeys(pieces.tiles, 4)}
    assert len(browser_of(owner).get(address(make(content=content))).content) < 200_000
