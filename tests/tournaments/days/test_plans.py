"""Plans of Control: commands that are given when a turn begins, each in the name of who wrote it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from incursions.kit.refusals import DomainError
from tests.tournaments.days.day_rows import reload_day
from tests.tournaments.days.seated_client import enter
from tournaments.days.claims import read_claims
from tournaments.days.day_games import game_of
from tournaments.days.day_page import draw_page, find_day
from tournaments.days.locked_day import sweep_days
from tournaments.days.models import DayPlan
from tournaments.days.plans import dismiss_plan, list_plans, list_refused, remove_plan, write_plan

TRAITOR = "secretly set loyalty of Dione Captain to Ember Circle because the story turns"
NO_EFFECT = "effect of the news is 0"


def plan_command(day, turn, text, seat="Control 2"):
    return write_plan(day.seats.select_related("day").get(name=seat), turn, text)


def test_plan_is_given_in_the_name_of_its_seat_when_its_turn_begins(day, give):
    plan_command(day, 1, "announce to the room: Welcome")
    give("Control", "start the event")
    assert list(day.entries.values_list("seat", "text")) == [
        ("Control", "start the event"),
        ("Control 2", "announce to the room: Welcome"),
    ]
    assert DayPlan.objects.get().entry == 2


def test_traitor_is_made_by_the_clock_as_the_turn_begins_and_nobody_else_is_told(day, give):
    plan_command(day, 2, TRAITOR)
    give("Control", "start the event")
    sweep_days(day.epoch + timedelta(minutes=29))
    assert "Dione Captain" not in game_of(reload_day(day)).state.loyalties
    give("Control", NO_EFFECT, 29 * 60)
    sweep_days(day.epoch + timedelta(minutes=30))
    game = game_of(reload_day(day))
    assert game.state.turn == 2
    assert game.state.loyalties["Dione Captain"] == "Ember Circle"
    entry = day.entries.last()
    assert (entry.seat, entry.at) == ("Control 2", 30 * 60)
    assert all(readers == ["Control"] for _, readers in entry.lines)


def test_plan_that_is_sent_twice_stands_once(day):
    plan = plan_command(day, 2, NO_EFFECT)
    with pytest.raises(DomainError, match="planned for turn 2 already"):
        plan_command(day, 2, NO_EFFECT)
    other = plan_command(day, 3, NO_EFFECT)
    seat = day.seats.get(name="Control")
    with pytest.raises(DomainError, match="already"):
        write_plan(seat, 2, NO_EFFECT, other.pk)
    write_plan(seat, 2, NO_EFFECT, plan.pk)
    assert DayPlan.objects.count() == 2


def test_plans_of_a_turn_are_given_in_their_order_and_once(day, give):
    plan_command(day, 1, "announce to the room: One")
    plan_command(day, 1, "bring prompt 7", "Control")
    give("Control", "start the event")
    give("Control", "begin action", 10)
    assert list(day.entries.values_list("text", flat=True))[1:3] == [
        "announce to the room: One",
        "bring prompt 7",
    ]
    assert day.entries.count() == 4


def test_refused_plan_stands_in_the_inbox_and_stops_nothing(day, give):
    plan_command(day, 1, "close the Fleet round")
    plan_command(day, 1, "announce to the room: Still here")
    give("Control", "start the event")
    assert list(day.entries.values_list("text", flat=True)) == [
        "start the event",
        "announce to the room: Still here",
    ]
    (refused,) = list_refused(day)
    assert refused.reason
    inbox = draw_page(find_day(day.public_id), "desk", "Control").parts["inbox"]
    assert "Plan refused" in inbox
    assert 'value="close the Fleet round"' in inbox
    dismiss_plan(day, refused.subject)
    assert list_refused(day) == []
    assert "Plan refused" not in draw_page(find_day(day.public_id), "desk", "Control").parts["inbox"]


def test_plan_that_only_looks_stops_nothing(day, give):
    plan_command(day, 1, "look at the panel of Dione")
    plan_command(day, 1, "announce to the room: Still here")
    give("Control", "start the event")
    assert [refused.reason for refused in list_refused(day)] == ["This only looks. Give it on the desk"]
    assert list(day.entries.values_list("number", flat=True)) == [1, 2]


def test_plan_that_was_taken_back_is_given_when_its_turn_begins_again(day, give):
    give("Control", "start the event")
    plan_command(day, 2, "announce to the room: Turn two")
    for text in (
        "begin action",
        "begin team",
        "begin close",
        f"{NO_EFFECT} overruling because of a test",
        "begin turn",
    ):
        give("Control", text, 60)
    given = DayPlan.objects.get().entry
    assert given == day.entries.count()
    give("Control", f"undo to entry {given - 2} because it was too early", 70)
    assert [state for _, state in list_plans(reload_day(day))] == ["taken back"]
    give("Control", "begin turn", 80)
    assert DayPlan.objects.get().entry == day.entries.count() > given
    assert [state for _, state in list_plans(reload_day(day))] == ["given"]


@pytest.mark.parametrize(
    ("turn", "text", "words"),
    [
        (1, "make everybody happy", "no command like"),
        (1, "set loyalty of Nobody to Ember Circle because of a test", "no seat Nobody"),
        (1, "undo to entry 1 because of a test", "cannot be planned"),
        (0, "bring prompt 7", "has begun"),
        (100, "bring prompt 7", "99"),
        (1, "x" * 601, "600"),
        (1, "bring\nprompt 7", "one line"),
    ],
)
def test_plan_without_a_form_or_a_turn_is_refused(day, turn, text, words):
    with pytest.raises(DomainError, match=words) as refused:
        plan_command(day, turn, text)
    assert refused.value.code == "malformed"
    assert not DayPlan.objects.exists()


def test_plan_for_a_turn_that_has_begun_is_refused(day, give):
    give("Control", "start the event")
    with pytest.raises(DomainError, match="Turn 1 has begun"):
        plan_command(day, 1, "bring prompt 7")


def test_plan_is_changed_until_it_is_given_and_removed_at_any_time(day, give):
    seat = day.seats.get(name="Control")
    made = plan_command(day, 3, "bring prompt 7")
    write_plan(seat, 1, "bring prompt 8", made.pk)
    with pytest.raises(DomainError, match="no command like"):
        write_plan(seat, 1, "nothing", made.pk)
    give("Control", "start the event")
    assert list(day.entries.values_list("seat", "text"))[-1] == ("Control", "bring prompt 8")
    with pytest.raises(DomainError, match="has been given"):
        write_plan(seat, 2, "bring prompt 9", made.pk)
    remove_plan(day, made.pk)
    with pytest.raises(DomainError, match="no such plan"):
        remove_plan(day, made.pk)
    assert day.entries.count() == 2


def test_page_of_plans_writes_changes_and_removes(client, day):
    enter(client, day, "Control 2")
    page = reverse("days:plans", args=[day.public_id])
    assert client.post(page, {"turn": "4", "text": TRAITOR}).url == page
    made = DayPlan.objects.get()
    assert made.seat.name == "Control 2"
    assert "Ember Circle" in client.get(page).content.decode()
    one = reverse("days:change_plan", args=[day.public_id, made.pk])
    assert client.post(one, {"act": "change", "turn": "5", "text": "bring prompt 7"}).url == page
    assert list(DayPlan.objects.values_list("turn", "text")) == [(5, "bring prompt 7")]
    for faulty in (
        {"act": "change", "turn": "5", "text": "dance"},
        {"act": "change", "turn": "five", "text": "bring prompt 7"},
        {"act": "change", "turn": "5"},
        {"act": "give"},
        {},
    ):
        assert client.post(one, faulty).status_code == 400
    assert client.post(reverse("days:change_plan", args=[day.public_id, 10**12]), {"act": "remove"}).status_code == 404
    assert client.post(one, {"act": "remove"}).url == page
    assert not DayPlan.objects.exists()


def test_refused_plan_stays_in_its_form(client, day):
    client.get(reverse("days:enter", args=[day.seats.get(name="Control").key]))
    page = reverse("days:plans", args=[day.public_id])
    refused = client.post(page, {"turn": "3", "text": "utter nonsense"}, headers={"Accept": "text/html"})
    assert refused.status_code == 400
    shown = refused.content.decode()
    assert "There is no command like" in shown
    assert 'value="utter nonsense"' in shown
    assert 'max="99" value="3"' in shown
    assert client.post(page, {"turn": "3"}).json()["message"] == "text is missing. Fill it in."
    assert not day.plans.exists()


def test_plans_are_for_control_alone(client, day):
    enter(client, day, "Dione Captain")
    made = plan_command(day, 4, TRAITOR)
    page = reverse("days:plans", args=[day.public_id])
    assert client.get(page).status_code == 404
    assert client.post(page, {"turn": "4", "text": "bring prompt 7"}).status_code == 404
    one = reverse("days:change_plan", args=[day.public_id, made.pk])
    assert client.post(one, {"act": "remove"}).status_code == 404
    assert DayPlan.objects.count() == 1
    assert read_claims(day) == {}
