"""A tournament from its start to its end, by the clock alone."""

from tests.tournaments.organizing.conftest import (
    again,
    announced,
    play_all,
    replays,
    started,
    with_bots,
)
from tournaments.organizing.enums import Format, TournamentState
from tournaments.organizing.models import Place, Round, SitOut, Table
from tournaments.organizing.placing import final_places
from tournaments.organizing.plans import PhasePlan


def test_swiss_with_a_cut_is_played_to_its_end(owner):
    row = with_bots(announced(owner, PhasePlan(Format.SWISS, rounds=2), PhasePlan(Format.SINGLE, cut_to=4)), owner, 7)
    row = started(row, owner)
    play_all(row)
    row = again(row)
    assert row.state == TournamentState.OVER
    assert [each.phase.format for each in Round.objects.filter(tournament=row)] == [
        Format.SWISS,
        Format.SWISS,
        Format.SINGLE,
        Format.SINGLE,
    ]
    assert SitOut.objects.filter(round__tournament=row, kind="bye").count() == 2
    assert not Table.objects.filter(round__tournament=row, source="").exists()
    assert not Place.objects.filter(table__round__tournament=row, place=None).exists()
    places = final_places(row)
    assert sorted(player for together in places for player in together) == list(range(1, 8))
    assert replays(row)
