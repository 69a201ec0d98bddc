import pytest

from incursions.kit.caches import PreparedRead
from tests.tournaments.laid_matches import lay_match, people, reach
from tournaments.matches.models import Action, Match, Seat

pytestmark = pytest.mark.both_databases


def columns(row):
    """All that was read of a row."""
    return {name: value for name, value in vars(row).items() if not name.startswith("_")}


def test_rows_are_those_of_the_queryset_for_each_value_and_read_once(catalogue, django_assert_num_queries):
    players = people(3)
    matches = [lay_match(players[:2]), lay_match(players[1:], bots=("captain",), mode="full")]
    seats = PreparedRead(lambda match: Seat.objects.filter(match=match).select_related("user"), "user")
    for match in matches:
        made = list(Seat.objects.filter(match=match).select_related("user"))
        with django_assert_num_queries(1):
            read = seats.rows(match.pk)
            assert [seat.user for seat in read] == [seat.user for seat in made]
        assert [columns(seat) for seat in read] == [columns(seat) for seat in made]


def test_columns_that_the_queryset_leaves_out_come_when_they_are_asked_for(catalogue, django_assert_num_queries):
    match = lay_match(people(2))
    light = PreparedRead(lambda public_id: Match.objects.light().filter(public_id=public_id)).first(match.public_id)
    assert columns(light) == columns(Match.objects.light().get(pk=match.pk))
    with django_assert_num_queries(1):
        assert light.setup == match.setup


def test_nothing_is_found_for_a_value_that_no_row_has(db):
    assert PreparedRead(lambda public_id: Match.objects.filter(public_id=public_id)).first("nobody") is None


def test_several_values_are_the_parameters_in_their_order(catalogue):
    match = lay_match(people(2))
    reach(match, 5)
    between = PreparedRead(
        lambda match, after, last: Action.objects.filter(match=match, number__gt=after, number__lte=last).order_by(
            "number"
        )
    )
    for after, last in ((1, 4), (0, 5), (4, 4)):
        assert [action.number for action in between.rows(match.pk, after, last)] == list(range(after + 1, last + 1))


@pytest.mark.parametrize("values", [("full",), (3, "full")])
def test_query_with_other_parameters_is_refused(db, values):
    read = PreparedRead(lambda *_: Match.objects.filter(mode="full", version=3))
    assert read.rows("full", 3) == []
    with pytest.raises(ValueError, match="its values as parameters"):
        PreparedRead(lambda *_: Match.objects.filter(mode="full", version=3)).rows(*values)


def test_values_are_those_of_the_querysets_put_together(catalogue, django_assert_num_queries):
    players = people(3)
    matches = [lay_match(players[:2]), lay_match(players[1:], mode="full")]

    def of(user, state):
        seats = Seat.objects.filter(user=user).order_by().values_list("match", "match__mode")
        return seats.union(Match.objects.filter(state=state).order_by().values_list("pk", "mode"), all=True)

    read = PreparedRead(of, are_values=True)
    for player, state in ((players[0].pk, "over"), (players[1].pk, "running"), (players[2].pk, "open")):
        made = list(of(player, state))
        assert made
        with django_assert_num_queries(1):
            assert sorted(read.rows(player, state)) == sorted(made)
    assert read.first(players[2].pk, "over") == (matches[1].pk, "full")
