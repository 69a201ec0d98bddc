"""Lists of decks: who stands in them, and that they cost the same for few and many."""

import pytest
from django.contrib.auth.models import AnonymousUser

from cards.decks.changes import save_draft
from cards.decks.contents import content_of
from cards.decks.judging import judge
from cards.decks.models import Deck
from cards.models import Ship
from cards.piece_page import MOST_NEWEST, uses_of_players
from cards.storing import pieces, write_piece
from tests.cards.decks.contents import CONTENT, content

pytestmark = pytest.mark.both_databases

SHIPS = pieces().ships
IN_A_LIST = 2  # the decks with their owners and versions, and all tags


def rows(decks) -> list[tuple]:
    """Return the values that each row of a list shows."""
    return [
        (
            deck.name,
            str(deck.owner),
            deck.visibility,
            len(deck.content_shown["deck"]),
            [str(tag) for tag in deck.tags.all()],
        )
        for deck in decks.for_lists()
    ]


@pytest.mark.parametrize("decks", [1, 3])
def test_queries_of_lists(decks, make, owner, django_assert_num_queries):
    for number in range(decks):
        make(f"Deck {number}", visibility="public", tags=["wip", f"tag {number}"])
    for listed in (
        Deck.objects.listed(),
        Deck.objects.own(owner),
        Deck.objects.visible_to(AnonymousUser()),
        Deck.objects.listed().with_piece("Fire"),
        Deck.objects.listed().with_tag("WÍP"),
    ):
        with django_assert_num_queries(IN_A_LIST):
            assert len(rows(listed)) == decks
    with django_assert_num_queries(1):
        assert uses_of_players("Fire", SHIPS).total == decks


def test_lists_leave_notes_where_they_are(make):
    make(visibility="public", notes="long")
    assert "notes" in Deck.objects.listed().for_lists().get().get_deferred_fields()


def test_private_decks_stand_in_no_list_and_no_count(make, other):
    for visibility in ("private", "unlisted"):
        make("A secret", visibility=visibility, tags=["secret"])
    make("Gone", visibility="public", is_deleted=True, tags=["secret"])
    for decks in (
        Deck.objects.listed(),
        Deck.objects.own(other),
        Deck.objects.own_deleted(other),
        Deck.objects.listed().with_piece("Fire"),
        Deck.objects.listed().with_tag("secret"),
    ):
        assert (decks.count(), list(decks)) == (0, [])
    assert uses_of_players("Fire", SHIPS) == (0, [])


def test_lists_are_in_order(make, owner):
    for name in ("First", "Second", "Third"):
        make(name, visibility="public")
    assert [deck.name for deck in Deck.objects.listed()] == ["Third", "Second", "First"]
    assert [deck.name for deck in Deck.objects.own(owner)] == ["Third", "Second", "First"]


def test_players_decks_with_a_piece_are_counted_and_the_newest_named(make, other):
    for number in range(MOST_NEWEST + 2):
        make(f"Deck {number}", visibility="public")
    make("With a stand-in", by=other, visibility="public", content={"stand_in": "Fire", "deck": {"Fire": 1}})
    make("Of no ship", by=other, visibility="public", content={"ship": "Never Built", "hexpile": {"Fire": 1}})
    found = uses_of_players("Fire", SHIPS)
    assert found.total == MOST_NEWEST + 4
    assert [(use.title, use.race, use.part, use.owner) for use in found.newest] == [
        ("Of no ship", "", "1 copy", "tobias"),
        ("With a stand-in", "", "its stand-in", "tobias"),
        ("Deck 6", "Federation", "4 copies", "maren"),
        ("Deck 5", "Federation", "4 copies", "maren"),
        ("Deck 4", "Federation", "4 copies", "maren"),
    ]
    assert uses_of_players("Sol", SHIPS).newest[0].part == "its ship"


def test_a_draft_is_no_use_of_a_piece(make, owner):
    deck = make(visibility="public")
    save_draft(deck, content(deck={"Crypt": 1}), by=owner, number=deck.number)
    assert uses_of_players("Crypt", SHIPS).total == 0


# The evaluator --------------------------------------------------------------------------------------------------


def test_unknown_pieces_are_kept_and_reported(catalogue, make):
    deck = make(content=content(deck={"Fire": 4, "Never Printed": 2}))
    verdict = judge(content_of(Deck.objects.get(pk=deck.pk).draft))
    unknown = [problem for problem in verdict.problems if problem.code == "piece.unknown"]
    assert [problem.pieces for problem in unknown] == [("Never Printed",)]
    assert "piece.unknown" not in [problem.code for problem in judge(content_of(CONTENT)).problems]


def test_judging_follows_the_catalogue(catalogue, owner):
    known = judge(content_of({"ship": "Newcomer"}))
    assert "piece.unknown" in [problem.code for problem in known.problems]
    definition = Ship.objects.get(title="Sol").definition | {"title": "Newcomer", "number": 900}
    write_piece(Ship(piece_kind="ship"), definition, by=owner)
    known = judge(content_of({"ship": "Newcomer"}))
    assert "piece.unknown" not in [problem.code for problem in known.problems]
