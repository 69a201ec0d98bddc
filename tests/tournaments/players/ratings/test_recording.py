"""Matches are recorded once, ratings move with them, and come out of the records as they were."""

from datetime import timedelta

import pytest
from django.core.management import call_command

from incursions.accounts.viewers import create_guest, merge_guest
from tests.tournaments.laid_matches import NOON, lay_match, people, play
from tests.tournaments.matches.ended import ended_match
from tournaments import tasks
from tournaments.players.models import MatchRecord, Rating, SeatRecord
from tournaments.players.recording import (
    StaleRatingError,
    rating_of,
    recompute_due,
    record_match,
    record_missed,
    strike_match,
    write,
)
from tournaments.players.skill import Skill

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def figures() -> tuple:
    """All that ratings consist of."""
    return (
        list(Rating.objects.order_by("pk").values_list("pk", "mu", "sigma", "shown", "matches")),
        list(
            SeatRecord.objects.order_by("pk").values_list("pk", "mu_before", "sigma_before", "mu_after", "sigma_after")
        ),
    )


@pytest.fixture
def evening():
    """Three people who played five matches, the second of them with a bot."""
    ada, ben, cyd = people(3)
    played = [
        ended_match([ada, ben], [[0], [1]]),
        ended_match([ada, cyd, "captain"], [[2], [0], [1]], winner=2),
        ended_match([ben, cyd, ada], [[0], [2], [1]]),
        ended_match([cyd, ben], [[0, 1]], winner=None),
        ended_match([ada, ben], [[1], [0]], winner=1, rated=False),
    ]
    for match in played:
        assert record_match(match.public_id)
    return [ada, ben, cyd], played


def test_match_is_recorded_once(evening):
    _, played = evening
    before = figures()
    tasks.record(played[0].public_id)
    assert record_missed(NOON) == 0
    assert figures() == before
    assert MatchRecord.objects.count() == 5


def test_each_kind_of_play_has_its_own_rating(evening):
    [ada, _, cyd], _ = evening
    shown = Rating.objects.with_rated_matches().filter(user=ada)
    assert sorted((rating.with_bots, rating.matches) for rating in shown) == [(False, 2), (True, 1)]
    casual = Rating.objects.get(user=ada, is_casual=True)
    assert (casual.matches, casual.mu < Skill().mu) == (1, True)
    assert Rating.objects.get(bot="captain").mu > Skill().mu
    assert rating_of(ada, "basic", with_bots=True).mu < rating_of(ada, "basic").mu
    assert rating_of(cyd, "full") == Skill()


def test_record_says_what_was_played_and_what_came_of_it(evening):
    [_, ben, _], played = evening
    line = SeatRecord.objects.get(record__match=played[0], user=ben)
    assert (line.place, line.outcome, line.ship, line.race) == (2, "lost", "Ruk'tor", "Klingon")
    assert (line.before, line.after.mu < Skill().mu) == (Skill(), True)


def test_rating_of_somebody_new_goes_by_casual_matches_until_there_are_as_many(db):
    ada, ben = people(2)
    for rated in (False, False, True):
        record_match(ended_match([ada, ben], [[0], [1]], rated=rated).public_id)
    casual = Rating.objects.get(user=ada, is_casual=True)
    assert rating_of(ada, "basic") == casual.skill
    record_match(ended_match([ada, ben], [[0], [1]]).public_id)
    assert rating_of(ada, "basic") == Rating.objects.get(user=ada, is_casual=False).skill


def test_bots_of_one_strength_share_a_rating_that_is_moved_once(db):
    [ada] = people(1)
    record_match(ended_match([ada, "ensign", "ensign"], [[0], [1], [2]]).public_id)
    lines = SeatRecord.objects.filter(bot="ensign")
    assert len({(line.before, line.after) for line in lines}) == 1
    assert Rating.objects.get(bot="ensign").matches == 1


def test_match_that_ends_is_recorded_by_task_or_by_sweep(catalogue, monkeypatch, django_capture_on_commit_callbacks):
    sent = []
    monkeypatch.setattr(
        "tournaments.live.pushes.current_app.send_task", lambda name, args, **_: sent.append((name, args))
    )
    players = people(2)
    match = lay_match(players)
    with django_capture_on_commit_callbacks(execute=True):
        play(match, players[1], "concede")
    assert ("tournaments.tasks.record", [match.public_id]) in sent
    assert record_missed(NOON) == 1
    assert [line.outcome for line in SeatRecord.objects.order_by("seat")] == ["won", "lost"]
    assert {line.race for line in SeatRecord.objects.all()} <= {"Federation", "Klingon", "Romulan", "Ferengi", "Borg"}


def test_sweep_goes_on_after_a_match_that_cannot_be_recorded(caplog):
    ada, ben = people(2)
    spoilt = ended_match([ada, ben], [[0], [1]], ended_at=NOON - timedelta(minutes=5))
    type(spoilt).objects.filter(pk=spoilt.pk).update(opening=[])
    ended_match([ada, ben], [[0], [1]])
    assert record_missed(NOON) == 1
    assert not MatchRecord.objects.filter(match=spoilt).exists()
    assert Rating.objects.get(user=ada).matches == 1


def test_match_under_way_and_unknown_one_are_not_recorded(catalogue):
    match = lay_match(people(2))
    assert not record_match(match.public_id)
    assert not record_match("nosuchmatch")
    assert not Rating.objects.exists()


def test_rating_that_somebody_else_moved_is_not_written(evening):
    rating = Rating.objects.first()
    Rating.objects.filter(pk=rating.pk).update(number=rating.number + 1)
    before = figures()
    rating.skill = Skill(1.0, 1.0)
    with pytest.raises(StaleRatingError):
        write(rating)
    assert figures() == before


def test_recomputing_gives_the_same_figures(evening, capsys):
    before = figures()
    call_command("recompute_ratings")
    assert figures() == before
    said = capsys.readouterr().out
    assert "Basic, people only: 3 matches, 0 ratings and 0 seats changed" in said
    Rating.objects.update(mu=1.0, matches=77)
    SeatRecord.objects.update(sigma_after=3.0)
    call_command("recompute_ratings")
    assert figures() == before


def test_struck_match_counts_for_nothing(evening):
    [ada, ben, _], played = evening
    assert strike_match(played[0].public_id)
    assert not strike_match(played[0].public_id)
    assert recompute_due() == 1
    assert recompute_due() == 0
    rating = Rating.objects.get(user=ada, with_bots=False, is_casual=False)
    first = SeatRecord.objects.get(record__match=played[2], user=ada)
    assert (rating.matches, first.before) == (1, Skill())
    assert Rating.objects.get(user=ben, is_casual=False).shown > 1000


def test_match_that_was_missed_can_be_struck(db):
    match = ended_match(people(2), [[0], [1]])
    assert strike_match(match.public_id)
    recompute_due()
    assert set(Rating.objects.values_list("matches", "mu")) == {(0, Skill().mu)}


def test_rating_outlives_its_account(evening):
    [ada, ben, _], _ = evening
    before = figures()
    ada.delete()
    call_command("recompute_ratings")
    assert figures() == before
    gone = create_guest()
    match = ended_match([ben, gone], [[0], [1]])
    gone.delete()
    assert record_match(match.public_id)
    assert Rating.objects.filter(user=None, bot="").count() == 4


def test_guest_brings_records_and_ratings_into_the_account(evening):
    [ada, ben, _], _ = evening
    guest = create_guest()
    for others in ([guest, ben], [guest, "admiral"]):
        record_match(ended_match(others, [[0], [1]], rated=False, mode="full").public_id)
    record_match(ended_match([guest, ada], [[0], [1]], rated=False).public_id)
    before = figures()
    own = rating_of(ada, "basic", rated=False)
    merge_guest(guest, account=ada)
    assert SeatRecord.objects.of_user(ada).count() == 5 + 2  # the guest's seat at the table of both stays behind
    assert Rating.objects.get(user=ada, mode="full", with_bots=True).matches == 1
    assert rating_of(ada, "basic", rated=False) == own
    call_command("recompute_ratings")
    assert figures() == before


def test_recording_takes_three_queries_more_for_each_seat(django_assert_num_queries):
    everybody = people(6)
    for count in (2, 6):
        record_match(ended_match(everybody[:count], [[seat] for seat in range(count)]).public_id)
        match = ended_match(everybody[:count], [[seat] for seat in range(count)])
        with django_assert_num_queries(11 + 3 * count):
            record_match(match.public_id)
