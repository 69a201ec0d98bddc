"""What new matches read: the rows as they are now, kept in a process for as long as nobody writes."""

import pytest
from django.db import transaction

from cards.catalogue import current_pieces, current_starters
from cards.models import CatalogueVersion, Ship, StarterDeck
from cards.storing import write_piece
from tests.tournaments.laid_matches import lay_match, people
from tournaments.matches.life import TableRules, create_match, join_match
from tournaments.matches.models import Match

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def raise_hull(title: str, hull: int) -> None:
    row = Ship.objects.get(title=title)
    write_piece(row, row.definition | {"hull": hull}, by=None)


def hulls(match: Match) -> dict[str, int]:
    return {ship["title"]: ship["hull"] for ship in Match.objects.get(pk=match.pk).setup["ships"]}


@pytest.mark.parametrize("mode", ["basic", "full", "tournament"])
def test_an_edit_takes_effect_in_the_next_match_and_in_none_under_way(catalogue, mode: str) -> None:
    decks = {} if mode == "basic" else {"starters": ("Sol Against the Sky", "The Long Siege")}
    players = people(2)
    before = lay_match(players, mode=mode, **decks)
    raise_hull("Sol", 31)
    after = lay_match(players, mode=mode, **decks)
    assert (hulls(before)["Sol"], hulls(after)["Sol"]) == (26, 31)


def test_what_nobody_changed_is_read_once(catalogue, django_assert_num_queries) -> None:
    current = current_pieces()
    with django_assert_num_queries(1):
        assert current_pieces() is current
    with django_assert_num_queries(1):
        assert len(current_starters()) == 8


def test_a_write_of_any_process_is_noticed(catalogue, django_assert_num_queries) -> None:
    kept = current_pieces()
    CatalogueVersion.objects.update(token="that of another process")
    with django_assert_num_queries(3):
        assert current_pieces() is not kept
    assert current_pieces() == kept


def test_what_is_as_it_was_stays_the_same_object(catalogue) -> None:
    before = current_pieces()
    raise_hull("Sol", 31)
    after = current_pieces()
    assert after.ships["Wayfarer"] is before.ships["Wayfarer"]
    assert after.ships["Sol"] is not before.ships["Sol"]


def test_a_write_that_is_taken_back_leaves_nothing(catalogue) -> None:
    with transaction.atomic():
        raise_hull("Sol", 31)
        assert current_pieces().ships["Sol"]["hull"] == 31
        transaction.set_rollback(True)
    assert current_pieces().ships["Sol"]["hull"] == 26


def test_a_deck_that_left_the_catalogue_gives_way_to_another(catalogue) -> None:
    host, guest = people(2)
    table = create_match(
        host=host, rules=TableRules(mode="full", loadouts=({"starter": "The Harvest"}, {"starter": "First Blood"}))
    )
    StarterDeck.objects.filter(title="The Harvest").delete()
    CatalogueVersion.objects.update(token="after it")
    match = join_match(table.public_id, guest)
    match = Match.objects.get(pk=match.pk)
    assert match.is_running
    assert [seat.loadout["starter"] for seat in match.seats.order_by("index")] == ["Sol Against the Sky", "First Blood"]
