"""The bench of the pages of tournaments measures what it says."""

import pytest

from incursions.accounts.models import User
from support.benches.event_pages import standings_seconds, started
from tournaments.events.enums import RoundState
from tournaments.events.history import standings_of
from tournaments.events.models import Place, Round, Tournament
from tournaments.events.progress import advance

pytestmark = pytest.mark.django_db


def test_round_of_all_players_is_published_and_standings_are_of_all_rounds(catalogue):
    owner = User.objects.create_user("events")
    row, users = started(owner, 6)
    advance(row.public_id)
    assert (Round.objects.get(tournament=row).state, Place.objects.count()) == (RoundState.PUBLISHED, 6)
    assert len(users) == 6
    assert standings_seconds(owner, players=8, rounds=3) >= 0
    played = standings_of(Tournament.objects.latest("pk"))
    assert [each.score.rounds for each in played] == [3] * 8
