"""The lists of decks: who stands in them, what they can be narrowed down to, what they cost."""

import re
from functools import cache

import pytest

from cards.deck_pages.shelves import ON_A_PAGE
from cards.decks.abilities import Visibility
from cards.decks.changes import describe_deck, save_draft
from cards.decks.models import Deck
from incursions.accounts.models import User
from tests.cards.decks.contents import content
from tests.markup import read_page

NAMES = re.compile(r'class="deck-name" href="[^"]*"><bdi>([^<]*)<')
PEOPLE = ["stranger", "guest", "other", "owner", "staff"]
HEAVIEST = 200_000
PUBLIC = Visibility.PUBLIC


@pytest.fixture
def ask(people, browser_of):
    """The page of a list, for a person."""

    browser = cache(lambda person: browser_of(people[person]))

    def get(path="/decks/", *, by="stranger", **asked):
        return browser(by).get(path, asked)

    return get


def names(page) -> list[str]:
    return NAMES.findall(read_page(page))


@pytest.mark.parametrize("person", PEOPLE)
def test_public_list_is_the_same_for_everybody(make, ask, person):
    for visibility in Visibility.values:
        make(f"A {visibility} deck", visibility=visibility)
    make("A deleted deck", visibility=PUBLIC, is_deleted=True)
    page = ask(by=person)
    assert names(page) == ["A public deck"]
    assert "1 deck" in read_page(page)


@pytest.mark.parametrize("person", PEOPLE)
def test_own_list_holds_ones_own_decks_alone(make, other, ask, person):
    for visibility in Visibility.values:
        make(f"A {visibility} deck", visibility=visibility)
    make("Gone", is_deleted=True)
    make("Of somebody else", by=other)
    page = ask("/decks/mine/", by=person)
    own = ["A public deck", "A unlisted deck", "A private deck"]
    assert names(page) == {"owner": own, "other": ["Of somebody else"]}.get(person, [])
    assert ("Gone" in read_page(page)) == (person == "owner")


def test_public_list_shows_and_judges_the_newest_version(make, owner, ask):
    deck = make(visibility=PUBLIC)
    save_draft(deck, content(ship=None, deck={}), by=owner, number=deck.number)
    (row,) = ask(by="owner").context["rows"]
    assert (row.content.ship, row.errors, row.race) == ("Sol", 2, "Federation")
    (own,) = ask("/decks/mine/", by="owner").context["rows"]
    assert (own.content.ship, own.errors, own.race) == (None, 3, "")


def test_list_is_narrowed_down(make, other, ask):
    make("Wreck Runners", visibility=PUBLIC, tags=["Fast"])
    make("Étoile du Nord", visibility=PUBLIC, by=other)
    make(
        "No ship", visibility=PUBLIC, by=other, content={"deck": {"Red Alert": 1, "Sabotage": 1}}, tags=["fast", "odd"]
    )
    for asked, found in {
        ("q", "etoile NORD"): ["Étoile du Nord"],
        ("q", "run wre"): ["Wreck Runners"],
        ("q", "100%"): [],
        ("tag", "FAST"): ["No ship", "Wreck Runners"],
        ("race", "Federation"): ["Étoile du Nord", "Wreck Runners"],
        ("race", "Borg"): [],
        ("piece", "sabotage"): ["No ship"],
        ("piece", "red-alert"): ["No ship", "Étoile du Nord", "Wreck Runners"],
        ("owner", "TOBIAS"): ["No ship", "Étoile du Nord"],
        ("owner", "tob"): [],
        ("sort", "oldest"): ["Wreck Runners", "Étoile du Nord", "No ship"],
        ("sort", "name"): ["Étoile du Nord", "No ship", "Wreck Runners"],
    }.items():
        assert (asked, names(ask(**dict([asked])))) == (asked, found)
    assert names(ask(tag="fast", owner="maren", race="Federation", q="wreck", piece="Fire")) == ["Wreck Runners"]


def test_owner_is_found_by_the_name_that_others_see(make, owner, ask):
    User.objects.filter(pk=owner.pk).update(display_name="Captain Ahab")
    make(visibility=PUBLIC)
    assert names(ask(owner="captain ahab")) == ["Wreck Runners"]
    assert names(ask(owner="maren")) == []


def test_own_list_is_narrowed_down(make, ask):
    make("Wreck Runners", tags=["Fast"])
    make("Another")
    assert names(ask("/decks/mine/", by="owner", q="wreck")) == ["Wreck Runners"]
    assert names(ask("/decks/mine/", by="owner", tag="fast")) == ["Wreck Runners"]
    assert names(ask("/decks/mine/", by="owner", sort="name")) == ["Another", "Wreck Runners"]


def test_another_name_is_found(deck, owner, ask):
    describe_deck(deck, by=owner, number=deck.number, name="Ødegård")
    assert names(ask("/decks/mine/", by="owner", q="odegard")) == ["Ødegård"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"piece": "Phaserz"}, "There is no piece called “Phaserz”. Did you mean Phasers?"),
        ({"race": "Vulcan"}, "Vulcan is not one of the available choices."),
        ({"sort": "size"}, "size is not one of the available choices."),
        ({"q": "a\0b"}, "Null characters are not allowed."),
        ({"q": "a" * 101}, "at most 100 characters"),
    ],
)
def test_what_cannot_be_asked_for_is_said_and_nothing_shown(make, ask, asked, said):
    make(visibility=PUBLIC)
    page = ask(**asked)
    assert page.status_code == 400
    assert said in read_page(page)
    assert names(page) == []


@pytest.mark.parametrize(("number", "status"), [("2", 404), ("0", 400), ("x", 400), ("9" * 5000, 400), ("-1", 400)])
def test_page_that_is_not_there(make, ask, number, status):
    make(visibility=PUBLIC)
    page = ask(page=number, tag="")
    assert (page.status_code, names(page)) == (status, [])


def test_list_is_paged_and_keeps_what_was_asked_for(make, owner, ask):
    deck = make("First", visibility=PUBLIC, tags=["a b"])
    fields = {field.attname: getattr(deck, field.attname) for field in Deck._meta.concrete_fields}
    for key in ("id", "public_id"):
        del fields[key]
    for number in range(ON_A_PAGE):
        Deck.objects.create(**fields | {"name": f"Wreck {number}", "folded_name": f"wreck {number}"})
    page = ask(owner="maren")
    assert len(names(page)) == ON_A_PAGE
    assert 'href="?owner=maren&amp;page=2"' in read_page(page)
    assert len(page.content) < HEAVIEST
    assert names(ask(owner="maren", page="2")) == ["First"]


@pytest.mark.parametrize("path", ["/decks/", "/decks/mine/"])
@pytest.mark.parametrize("decks", [1, 3])
def test_queries_of_lists(make, ask, path, decks, django_assert_num_queries):
    for number in range(decks):
        make(f"Deck {number}", visibility=PUBLIC, tags=["wip", f"tag {number}"])
        make(f"Gone {number}", is_deleted=True)
    ask(path, by="owner")
    # Session, user, the version of the catalogue, how many decks, the decks, their tags; one's deleted decks besides.
    with django_assert_num_queries(7 if path == "/decks/" else 8):
        assert len(names(ask(path, by="owner"))) == decks


def test_script_in_names_and_tags_is_text(make, ask):
    make("<script>alert(1)</script>", visibility=PUBLIC, tags=["<img src=x onerror=alert(2)>"])
    text = read_page(ask())
    assert "<script>alert" not in text
    assert "<img" not in text
