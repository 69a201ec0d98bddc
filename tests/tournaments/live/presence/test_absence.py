from tests.tournaments.laid_matches import NOON, later
from tournaments.matches.clocks import Absence


def test_grace_is_what_the_match_has_left_and_never_less_than_the_least():
    assert Absence(NOON, 60_000).grace_ends_at == later(seconds=60)
    assert Absence(NOON, 0).grace_ends_at == later(seconds=20)
    ends = [Absence(NOON, 60_000).is_over_grace(later(seconds=second)) for second in (59.9, 60, 600)]
    assert ends == [False, True, True]


def test_time_away_is_taken_from_the_grace_of_the_match():
    absence = Absence(NOON, 60_000)
    assert [absence.grace_left_at(later(seconds=second)) for second in (-1, 0, 25, 3600)] == [60_000, 60_000, 35_000, 0]
