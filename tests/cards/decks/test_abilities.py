"""Who may do what: every person, every visibility, deleted or not; of one deck and of lists."""

import pytest

from cards.decks import abilities
from cards.decks.abilities import Visibility
from cards.decks.changes import save_draft
from cards.decks.errors import DeckError
from cards.decks.models import Deck
from cards.decks.reading import content_seen, find_deck
from tests.cards.decks.contents import content

PRIVATE, UNLISTED, PUBLIC = Visibility
PREDICATES = {
    "see": abilities.may_see,
    "draft": abilities.may_see_draft,
    "change": abilities.may_change,
    "restore": abilities.may_restore,
    "withdraw": abilities.may_withdraw,
    "listed": lambda viewer, deck: abilities.is_listed(deck),
}
QUERYSETS = {
    "see": Deck.objects.visible_to,
    "change": Deck.objects.own,
    "restore": Deck.objects.own_deleted,
    "listed": lambda viewer: Deck.objects.listed(),
}
OWN = "see draft change"
STAFF = "see draft withdraw"
IN_BIN = "see draft restore"
TABLE = {
    (PRIVATE, False): {"stranger": "", "guest": "", "other": "", "owner": OWN, "staff": STAFF},
    (UNLISTED, False): {"stranger": "see", "guest": "see", "other": "see", "owner": OWN, "staff": STAFF},
    (PUBLIC, False): {
        "stranger": "see listed",
        "guest": "see listed",
        "other": "see listed",
        "owner": f"{OWN} listed",
        "staff": f"{STAFF} listed",
    },
    **{
        (visibility, True): {"stranger": "", "guest": "", "other": "", "owner": IN_BIN, "staff": IN_BIN}
        for visibility in Visibility
    },
}
EVERY_CASE = [(state, who, abilities) for state, of in TABLE.items() for who, abilities in of.items()]


@pytest.mark.parametrize(("state", "who", "expected"), EVERY_CASE)
def test_predicates(state, who, expected, make, people):
    visibility, is_deleted = state
    deck = make(visibility=visibility, is_deleted=is_deleted)
    held = {name for name, holds in PREDICATES.items() if holds(people[who], deck)}
    assert held == set(expected.split())


@pytest.mark.parametrize(("state", "who", "expected"), EVERY_CASE)
def test_querysets_say_the_same(state, who, expected, make, people):
    visibility, is_deleted = state
    make(visibility=visibility, is_deleted=is_deleted)
    held = {name for name, decks in QUERYSETS.items() if decks(people[who]).exists()}
    # Staff restore any deck that they find, and list their own deleted ones alone.
    assert held == set(expected.split()) & set(QUERYSETS) - ({"restore"} if who == "staff" else set())


def test_a_guest_owns_decks_as_anybody_does(make, people):
    deck = make(by=people["guest"])
    assert abilities.may_change(people["guest"], deck)
    assert not abilities.may_see(people["stranger"], deck)
    assert list(Deck.objects.own(people["guest"])) == [deck]


def test_staff_who_were_sent_away_are_like_others(make, people):
    deck, staff = make(), people["staff"]
    staff.is_active = False
    assert not abilities.may_see(staff, deck)
    assert not Deck.objects.visible_to(staff).exists()


def refusal(public_id: str, viewer) -> tuple:
    with pytest.raises(DeckError) as refused:
        find_deck(public_id, viewer)
    return refused.value.code, refused.value.message, refused.value.field, refused.value.members, refused.value.status


@pytest.mark.parametrize("who", ["stranger", "guest", "other"])
@pytest.mark.parametrize("state", [state for state, of in TABLE.items() if not of["other"]])
def test_a_deck_not_to_be_seen_is_refused_as_one_that_is_not_there(state, who, make, people, django_assert_num_queries):
    visibility, is_deleted = state
    deck = make("A secret", visibility=visibility, is_deleted=is_deleted)
    with django_assert_num_queries(1):
        hidden = refusal(deck.public_id, people[who])
    with django_assert_num_queries(1):
        assert hidden == refusal("nowhere", people[who]) == ("not_found", "There is no such deck.", "", {}, 404)


def test_addresses_are_long_and_each_another(make):
    addresses = {make(f"Deck {number}").public_id for number in range(3)}
    assert len(addresses) == 3
    assert {len(address) for address in addresses} == {20}


@pytest.mark.parametrize(("who", "copies"), [("stranger", 4), ("guest", 4), ("other", 4), ("owner", 1), ("staff", 1)])
def test_others_see_the_newest_version_and_the_owner_the_draft(who, copies, make, people, owner):
    deck = make(visibility=PUBLIC)
    save_draft(deck, content(deck={"Fire": 1}), by=owner, number=deck.number)
    found = find_deck(deck.public_id, people[who])
    assert content_seen(found, people[who]).cards["Fire"] == copies


def test_a_content_is_refused_to_whoever_may_not_see_the_deck(deck, other):
    with pytest.raises(DeckError, match="There is no such deck"):
        content_seen(deck, other)
