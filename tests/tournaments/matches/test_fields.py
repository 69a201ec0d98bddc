import pytest
from django.core import serializers

from tests.tournaments.laid_matches import lay_match, people
from tournaments.matches.models import Match


@pytest.mark.parametrize("data", [{"b": 1, "a": [1.0, None, True, "é"]}, [], {}, "text", 0, None])
def test_data_comes_back_as_it_went_in(catalogue, data):
    match = lay_match(people(2))
    Match.objects.filter(pk=match.pk).update(setup=data)
    match.refresh_from_db()
    assert repr(match.setup) == repr(data)


def test_data_goes_through_serialized_rows(duel):
    match, _ = duel
    [again] = serializers.deserialize("json", serializers.serialize("json", [match]))
    assert (again.object.setup, again.object.opening) == (match.setup, match.opening)
