"""Every badge is earned by what its rule says, and by nothing less."""

import pytest

from incursions.games.contract import Deed
from incursions.games.incursions.records import BADGES
from tests.tournaments.laid_matches import NOON, people
from tests.tournaments.matches.ended import ended_match
from tournaments.matches.models import Action
from tournaments.players.models import Award, SeatRecord
from tournaments.players.recording import award_badges, awards_of, record_match, strike_match

ATTACK = {"kind": "attack_announced", "facts": {"seat": 0}}


def deed(
    *events, outcome="won", ending="wormhole", seats=2, bots=(), mode="full", matches=1, races=(), modes=()
) -> Deed:
    is_won, is_drawn = outcome == "won", outcome == "drawn"
    career = (matches, frozenset(races), frozenset(modes))
    return Deed(0, mode, ending, seats, frozenset(bots), is_won, is_drawn, events, *career)


def event(kind: str, seat: int = 0, **facts) -> dict:
    return {"kind": kind, "facts": {"seat": seat, **facts}}


RACES = ("Federation", "Klingon", "Romulan", "Borg")
EARNED = {
    "first-win": (deed(), deed(outcome="lost")),
    "doubles": (deed(), deed(ending="destruction")),
    "last-afloat": (deed(ending="destruction", seats=3), deed(ending="destruction")),
    "shuttle": (deed(event("escaped")), deed(event("escaped", seat=1))),
    "comeback": (deed(event("damaged", hull=[9, 3])), deed(event("damaged", hull=[9, 4]))),
    "unscathed": (deed(ATTACK, event("damaged", hull=[9, 9])), deed(ATTACK, event("damaged", hull=[9, 8]))),
    "roll-off": (deed(event("roll_off"), ending="time"), deed(ending="time")),
    "together": (deed(outcome="drawn", ending="draw"), deed()),
    "assimilator": (deed(event("assimilated")), deed(event("assimilated"), outcome="lost")),
    "explorer": (deed(*[event("explored")] * 10, outcome="lost"), deed(*[event("explored")] * 9, event("explored", 1))),
    "six": (deed(seats=6), deed(seats=5)),
    "admiral": (deed(bots=["admiral"]), deed(bots=["admiral"], mode="basic")),
    "banners": (deed(races=RACES), deed(races=RACES[1:])),
    "modes": (deed(modes=("basic", "full", "tournament")), deed(modes=("basic", "full"))),
    "hundred": (deed(matches=100, outcome="lost"), deed(matches=99)),
}


OF_VOYAGES = {"first-voyage", "second-voyage"}
"""The badges that no match earns."""


@pytest.mark.parametrize("badge", [badge for badge in BADGES if badge.slug in EARNED], ids=lambda badge: badge.slug)
def test_badge_is_earned_by_its_rule_and_by_nothing_less(badge):
    enough, too_little = EARNED[badge.slug]
    assert badge.is_earned(enough)
    assert not badge.is_earned(too_little)


def test_no_match_earns_the_badge_of_a_voyage():
    voyages = [badge for badge in BADGES if badge.slug not in EARNED]
    assert {badge.slug for badge in voyages} == OF_VOYAGES
    for enough, _ in EARNED.values():
        assert not any(badge.is_earned(enough) for badge in voyages)


def test_nothing_attacked_is_no_feat():
    [unscathed] = [badge for badge in BADGES if badge.slug == "unscathed"]
    assert not unscathed.is_earned(deed())


@pytest.mark.django_db
def test_badges_are_given_once_and_only_to_people():
    [ada] = people(1)
    match = ended_match([ada, "ensign"], [[0], [1]])
    exploring = [event("explored")] * 10
    Action.objects.create(match=match, number=1, seat=0, text="explore", events=exploring, at=NOON)
    record_match(match.public_id)
    record_match(ended_match([ada, "ensign"], [[0], [1]]).public_id)
    assert [award.badge for award in awards_of(ada)] == ["first-win", "doubles", "explorer"]
    assert {award.record.match for award in awards_of(ada)} == {match}
    assert Award.objects.count() == 3
    award_badges(match, list(SeatRecord.objects.filter(record__match=match)))
    assert Award.objects.count() == 3


@pytest.mark.django_db
def test_badge_of_a_struck_match_is_gone_until_it_is_earned_again():
    [ada] = people(1)
    first = ended_match([ada, "ensign"], [[0], [1]])
    record_match(first.public_id)
    strike_match(first.public_id)
    assert not awards_of(ada)
    again = ended_match([ada, "ensign"], [[0], [1]])
    record_match(again.public_id)
    assert {award.record.match for award in awards_of(ada)} == {again}
