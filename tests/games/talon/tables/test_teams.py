"""Teams of two at tables of Talon (T1.5): they win and lose together, are rated together, and play on (T25.6)."""

from datetime import timedelta

import pytest
from django.test import Client

from incursions.accounts.models import User
from tests.games.talon.tables.battles import seat_battle
from tests.markup import read_page
from tests.tournaments.laid_matches import NOON, people
from tournaments.matches.deadlines import sweep_deadlines
from tournaments.matches.life import concede_match
from tournaments.matches.models import Match, Seat
from tournaments.matches.rematches import rematch_match
from tournaments.players.models import Rating, SeatRecord
from tournaments.players.recording import place_of, recompute, record_match
from tournaments.players.skill import Kind, Skill, after_match


def played_to_time(match: Match) -> Match:
    sweep_deadlines(NOON + timedelta(hours=2), queue=lambda *_: None)
    return Match.objects.get(pk=match.pk)


def words_for(user: User | None, match: Match) -> str:
    client = Client(HTTP_ACCEPT="text/html")
    if user is not None:
        client.force_login(user)
    return read_page(client.get(match.get_absolute_url()))


@pytest.mark.rule("T25.6")
def test_team_of_a_seat_that_concedes_plays_on_and_its_foes_win_when_both_have(db):
    players = people(4)
    match = seat_battle(players, 4, rated=True)
    concede_match(match.public_id, players[2], now=NOON)
    match.refresh_from_db()
    assert (match.state, match.result) == ("running", None)
    concede_match(match.public_id, players[3], now=NOON)
    match.refresh_from_db()
    assert match.state == "over"
    assert [place_of(match.result, seat) for seat in range(4)] == [(1, "won"), (1, "won"), (3, "lost"), (3, "lost")]
    assert [words_for(player, match).count("Your team won") > 0 for player in players] == [True, True, False, False]
    assert "Your team lost" in words_for(players[3], match)
    assert "Terran wins" in words_for(None, match)


def test_alone_against_two_you_are_no_team(db):
    players = people(3)
    match = seat_battle(players, 3)
    concede_match(match.public_id, players[0], now=NOON)
    match.refresh_from_db()
    assert "You lost" in words_for(players[0], match)
    assert "Your team won" in words_for(players[1], match)


@pytest.mark.rule("T25.5")
def test_each_seat_of_a_team_has_a_clock_and_time_ends_the_battle_for_all(db):
    players = people(4)
    match = seat_battle(players, 4)
    clocks = list(Seat.objects.filter(match=match).values_list("bank_ms", flat=True))
    assert clocks == [20 * 60 * 1000] * 4
    match = played_to_time(match)
    assert (match.state, match.result["ending"]) == ("over", "time")
    assert [place_of(match.result, seat) for seat in range(4)] == [(1, "drawn")] * 4
    assert match.left == [0] * 4


def test_team_is_rated_together_and_the_same_when_it_is_recomputed(db):
    players = people(4)
    match = seat_battle(players, 4, rated=True)
    for player in players[2:]:
        concede_match(match.public_id, player, now=NOON)
    record_match(match.public_id)
    outcomes = list(SeatRecord.objects.order_by("seat").values_list("outcome", "place", "race"))
    assert outcomes == [*[("won", 1, "Terrans")] * 2, *[("lost", 3, "Talons")] * 2]
    skills = [Rating.objects.get(user=player).skill for player in players]
    assert skills == after_match([Skill()] * 4, [1, 1, 3, 3], ["a", "a", "b", "b"])
    assert skills[0] == skills[1] != skills[2] == skills[3]
    assert recompute(Kind("fleet", with_bots=False)) == (1, 0, 0)


def test_without_teams_everybody_is_rated_alone():
    skills, places = [Skill(30.0, 4.0), Skill(20.0, 6.0), Skill()], [2, 1, 3]
    assert after_match(skills, places) == after_match(skills, places, ["0", "1", "2"])
    assert after_match([Skill()] * 4, [1, 1, 3, 3]) != after_match([Skill()] * 4, [1, 1, 3, 3], ["a", "a", "b", "b"])


def test_skirmish_of_four_seats_each_fleet_on_the_side_of_its_seat(db):
    players = people(4)
    match = seat_battle(players, 4, mode="skirmish")
    assert match.state == "running"
    assert [seat["side"] for seat in match.setup["seats"]] == ["terran", "talon"] * 2
    assert {ship["seat"] for ship in match.setup["ships"]} == {0, 1, 2, 3}
    concede_match(match.public_id, players[0], now=NOON)
    concede_match(match.public_id, players[2], now=NOON)
    match.refresh_from_db()
    assert [place_of(match.result, seat)[1] for seat in range(4)] == ["lost", "won", "lost", "won"]
    again = Match.objects.get(pk=rematch_match(match.public_id, players[3], now=NOON).pk)
    assert [seat.user_id for seat in again.seats.all()] == [players[3].pk, None, None, None]
