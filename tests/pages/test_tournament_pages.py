"""Pages of tournaments: who sees what of them, and what they say."""

from tests.tournaments.conftest import NOON
from tests.tournaments.organizing.conftest import announced, owner, plan, with_bots  # noqa: F401
from tournaments.organizing.creating import create_tournament
from tournaments.organizing.enums import Format
from tournaments.organizing.plans import PhasePlan


def test_list_has_what_is_announced(owner, stranger):  # noqa: F811
    announced(owner)
    create_tournament(owner, plan(), now=NOON)
    text = stranger.get("/tournaments/").content.decode()
    assert text.count("Lantern Night") == 1


def test_event_tells_of_itself(owner, stranger):  # noqa: F811
    row = announced(owner, PhasePlan(Format.SWISS, rounds=5), PhasePlan(Format.SINGLE, cut_to=8))
    text = stranger.get(row.get_absolute_url()).content.decode()
    assert "5 rounds of Swiss, then the best 8: single elimination" in text
    assert row.commitment in text


def test_draft_is_seen_by_its_staff_alone(owner, stranger, browser_of):  # noqa: F811
    row = create_tournament(owner, plan(), now=NOON)
    assert stranger.get(row.get_absolute_url()).status_code == 404
    assert browser_of(owner).get(row.get_absolute_url()).status_code == 200
