"""The start of a tournament as an organizer types it: a local time and its zone."""

from datetime import UTC, datetime

import pytest

from tournaments.events.desk.plan_form import PlanForm, PlanForms
from tournaments.events.plans import Plan


def form_of(starts_at: str, zone: str, of_two: str = "") -> PlanForm:
    initial = PlanForms.of_plan(Plan(name="Lantern Night")).form
    typed = {name: "" if initial[name].value() is None else initial[name].value() for name in initial.fields}
    return PlanForm({**typed, "starts_at": starts_at, "zone": zone, "of_two": of_two})


@pytest.mark.parametrize(
    ("starts_at", "zone"),
    [
        ("2027-03-28T02:30", "Europe/Berlin"),
        ("2027-03-14T02:00", "America/New_York"),
        ("2011-12-30T12:00", "Pacific/Apia"),
    ],
)
def test_time_that_does_not_exist_is_refused(starts_at, zone):
    form = form_of(starts_at, zone)
    assert list(form.errors) == ["starts_at"]
    assert form.errors["starts_at"][0].startswith(f"There is no {starts_at[-5:]} on that day in {zone}")


def test_time_that_comes_twice_is_asked_about():
    form = form_of("2027-10-31T02:30", "Europe/Berlin")
    assert form.errors == {"of_two": ["02:30 comes twice on that day in Europe/Berlin: say which of the two you mean."]}
    assert form.asks_which


@pytest.mark.parametrize(("of_two", "hour"), [("first", 0), ("second", 1)])
def test_answer_tells_the_two_times_apart(of_two, hour):
    form = form_of("2027-10-31T02:30", "Europe/Berlin", of_two)
    assert form.errors == {}
    assert form.cleaned_data["starts_at"] == datetime(2027, 10, 31, hour, 30, tzinfo=UTC)


def test_usual_time_is_taken_in_its_zone():
    form = form_of("2027-10-31T12:00", "Europe/Berlin", "second")
    assert form.errors == {}
    assert form.cleaned_data["starts_at"] == datetime(2027, 10, 31, 11, 0, tzinfo=UTC)
