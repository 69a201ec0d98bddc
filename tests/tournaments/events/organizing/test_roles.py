"""Who is of the staff, what each role may do, and that an event is created, announced and called off by who may."""

from dataclasses import replace

import pytest

from incursions.accounts.models import User
from incursions.accounts.viewers import create_guest
from incursions.kit.refusals import DomainError
from tests.tournaments.events.organizing.refusals import refusal_message
from tests.tournaments.events.organizing.tournaments import again, announced, plan, started, with_bots
from tests.tournaments.laid_matches import later
from tournaments.events.entries import enter, enter_for
from tournaments.events.enums import Kind, Role, TournamentState
from tournaments.events.formats import Pods, RoundRobin, SingleElimination, Swiss
from tournaments.events.locked_tournament import ABILITIES, Ability, actor_for
from tournaments.events.models import Appointment, LogLine, Tournament
from tournaments.events.plans import (
    PhasePlan,
    Plan,
    appoint,
    cancel_tournament,
    change_tournament,
    clone_tournament,
    create_tournament,
    dismiss,
    open_tournament,
    plan_of,
)
from tournaments.events.presets import list_presets
from tournaments.events.progress import advance, start_tournament
from tournaments.matches.game_kinds import game_kinds
from tournaments.matches.models import Match


@pytest.fixture
def judge(owner) -> User:
    return User.objects.create_user("judge", password="secret word")


def test_roles_may_what_the_organizer_expects_of_them():
    assert {role for role in Role if Ability.APPOINT in ABILITIES[role]} == {Role.OWNER}
    assert {role for role in Role if Ability.DISQUALIFY in ABILITIES[role]} == {Role.OWNER, Role.HEAD_JUDGE}
    assert {role for role in Role if Ability.PAIR in ABILITIES[role]} == {
        Role.OWNER,
        Role.HEAD_JUDGE,
        Role.SCOREKEEPER,
    }
    assert ABILITIES[Role.COMMENTATOR] == {Ability.SEE_DECKS}


def test_staff_of_the_house_may_do_all_and_players_nothing(owner, judge):
    row = announced(owner)
    house = User.objects.create_user("house", password="secret word", is_staff=True)
    assert [actor_for(row, user).is_staff for user in (owner, house, judge, None)] == [True, True, False, False]
    assert all(actor_for(row, house).may(ability) for ability in Ability)
    assert not any(actor_for(row, judge).may(ability) for ability in Ability)


def test_owner_appoints_and_dismisses_and_one_stays(owner, judge):
    row = announced(owner)
    appoint(row.public_id, owner, judge, Role.JUDGE)
    refusal_message(row, "not_staff", appoint, judge, judge, Role.OWNER)
    refusal_message(row, "malformed", appoint, owner, judge, "emperor")
    refusal_message(row, "accounts_only", appoint, owner, create_guest(), Role.JUDGE)
    refusal_message(row, "malformed", appoint, owner, owner, Role.JUDGE)
    refusal_message(row, "malformed", dismiss, owner, owner)
    appoint(row.public_id, owner, judge, Role.OWNER)
    dismiss(row.public_id, judge, owner)
    assert [(one.user, one.role) for one in Appointment.objects.all()] == [(judge, Role.OWNER)]
    refusal_message(row, "malformed", dismiss, judge, owner)


def test_appointments_that_others_made_meanwhile_are_seen_first(owner, judge):
    row = announced(owner)
    seen = row.version
    enter_for(row.public_id, owner, bot="random")  # players come and go: that is another matter
    appoint(row.public_id, owner, judge, Role.JUDGE, seen=seen)
    refusal_message(row, "tournament_moved_on", dismiss, owner, judge, seen=seen)


def test_draft_is_there_for_its_staff_alone(owner, judge):
    row = create_tournament(owner, plan())
    refusal_message(row, "not_found", enter, judge)
    refusal_message(row, "not_found", open_tournament, judge)
    open_tournament(row.public_id, owner)
    refusal_message(row, "wrong_state", open_tournament, owner)
    refusal_message(row, "not_staff", cancel_tournament, judge, "Mine.")


def test_start_that_is_over_is_not_announced(owner):
    row = create_tournament(owner, plan(starts_at=later(hours=-1)))
    refusal_message(row, "malformed", open_tournament, owner, now=later())
    assert again(row).state == TournamentState.DRAFT


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " "},
        {"name": "x" * 81},
        {"match_s": 0},
        {"capacity": 1},
        {"kind": "stolen"},
        {"win_points": 0, "draw_points": 1},
        {"tie_breaks": ("lot",)},
        {"tie_breaks": ("points", "lot", "lot")},
        {"is_table_top": True, "rated": True},
        {"phases": ()},
        {"phases": (PhasePlan(cut_to=8),)},
        {"phases": (PhasePlan(), PhasePlan(SingleElimination.key, cut_to=1))},
        {"phases": (PhasePlan(Pods.key, seats=2),)},
        {"phases": (PhasePlan(Swiss.key, seats=4),)},
    ],
    ids=str,
)
def test_plan_that_cannot_be_makes_no_tournament(owner, wrong):
    with pytest.raises(DomainError) as refusal:
        create_tournament(owner, replace(plan(), **wrong))
    assert (refusal.value.code, Tournament.objects.count(), LogLine.objects.count()) == ("malformed", 0, 0)
    row = create_tournament(owner, plan())
    refusal_message(row, "malformed", change_tournament, owner, replace(plan(), **wrong))


def test_guests_hold_none(owner):
    with pytest.raises(DomainError, match="Sign in to create a tournament"):
        create_tournament(create_guest(), plan())


PRESETS = [preset for game in game_kinds() for preset in list_presets(game)]


@pytest.mark.parametrize("preset", PRESETS, ids=[preset.key for preset in PRESETS])
def test_presets_are_plans_that_can_be_held(owner, preset):
    chosen = replace(preset.plan, name="Lantern Night")
    assert plan_of(create_tournament(owner, chosen)) == chosen
    assert Plan.from_data(chosen.to_data()) == chosen


def test_what_players_agreed_to_stays(owner):
    row = with_bots(announced(owner), owner, 3)
    for change in (
        {"kind": Kind.SEALED},
        {"game_terms": {"hex_points": 40}},
        {"game_terms": {"hex_tolerance": 0}},
        {"is_table_top": True},
    ):
        refusal_message(row, "agreed", change_tournament, owner, replace(plan_of(row), **change))
    refusal_message(row, "malformed", change_tournament, owner, replace(plan_of(row), capacity=2))
    change_tournament(row.public_id, owner, replace(plan_of(row), capacity=3, break_s=60))
    started(row, owner)
    refusal_message(row, "agreed", change_tournament, owner, replace(plan_of(row), starts_at=later(hours=9)))


def test_phase_that_has_begun_stays_but_for_its_rounds(owner):
    row = started(with_bots(announced(owner), owner, 4), owner)
    advance(row.public_id, later())
    refusal_message(row, "agreed", change_tournament, owner, replace(plan_of(row), phases=(PhasePlan(RoundRobin.key),)))
    phases = (PhasePlan(Swiss.key, rounds=2), PhasePlan(SingleElimination.key, cut_to=2))
    change_tournament(row.public_id, owner, replace(plan_of(row), phases=phases))
    assert plan_of(again(row)).phases == phases


def test_cancelled_tournament_ends_its_matches_and_is_over_for_good(owner):
    row = started(with_bots(announced(owner), owner, 4), owner)
    advance(row.public_id, later())
    assert Match.objects.filter(state="running").count() == 2
    refusal_message(row, "malformed", cancel_tournament, owner, " ")
    cancel_tournament(row.public_id, owner, "The hall is flooded.")
    assert again(row).state == TournamentState.CANCELLED
    assert not Match.objects.exclude(state="over").exists()
    refusal_message(row, "wrong_state", cancel_tournament, owner, "Once more.")
    refusal_message(row, "wrong_state", start_tournament, owner)
    assert not advance(row.public_id, later(days=1))


def test_clone_is_the_plan_without_its_time(owner, judge):
    row = announced(owner, capacity=24)
    assert clone_tournament(row.public_id, owner) == replace(plan_of(row), starts_at=None)
    refusal_message(row, "not_staff", clone_tournament, judge)
