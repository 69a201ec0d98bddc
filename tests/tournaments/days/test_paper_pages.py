"""Paper: the sheets of each turn as it began, and the forms that bring them back as one entry."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tournaments.days.day_games import game_of

PAGE = {"Accept": "text/html"}


@pytest.fixture
def control(client, host, day, give):
    """The browser of Control on a day in its first Action phase."""
    give("Control", "start the event")
    give("Control", "begin action", 5)
    client.force_login(host)
    return client


def read_form(client, day, key):
    """Return all fields of the form of a sheet as a browser would send them."""
    page = client.get(reverse("days:paper", args=[day.public_id, key]))
    fields = {}
    for _, held in page.context["groups"]:
        for each in held:
            fields |= {f"figure {each['field'].name}": each["value"], f"was {each['field'].name}": each["was"]}
    return fields | {"request": page.context["request_id"]}


def send(client, day, key, fields):
    return client.post(reverse("days:paper", args=[day.public_id, key]), fields, headers=PAGE)


def state_of(day):
    day.refresh_from_db()
    return game_of(day).state


def test_sheet_comes_back_as_one_entry_with_its_changes_alone(control, day):
    fields = read_form(control, day, "Dione")
    fields |= {"figure fuel": "2", "figure crew of Water Plant": "1 untrained wounded", "reason": "the router died"}
    back = send(control, day, "Dione", fields)
    assert back.status_code == 302
    assert "The sheet of Dione is back." in control.get(back.url).content.decode()
    assert "is back." not in control.get(f"{back.url}x").content.decode()
    entry = day.entries.last()
    text = "take from paper of Dione: fuel to 2; crew of Water Plant to 1 untrained wounded because the router died"
    assert (entry.number, entry.seat, entry.text) == (3, "Control", text)
    assert state_of(day).vessels["Dione"].hold["fuel"] == 2


def test_what_others_changed_meanwhile_stays(control, day, give):
    fields = read_form(control, day, "Dione")
    give("Control", "set food of Dione to 1 because of mice", 10)
    send(control, day, "Dione", {**fields, "figure fuel": "2", "reason": "the router died"})
    hold = state_of(day).vessels["Dione"].hold
    assert (hold["fuel"], hold["food"]) == (2, 1)


def test_form_sent_twice_is_one_entry(control, day):
    fields = {**read_form(control, day, "Dione"), "figure new security units": "1", "reason": "the router died"}
    for _ in range(2):
        send(control, day, "Dione", fields)
    assert day.entries.count() == 3
    assert "Dione security 4" not in state_of(day).units


@pytest.mark.parametrize(
    ("name", "value", "status"),
    [
        ("fuel", "-1", 422),
        ("fuel", "", 400),
        ("crew of Water Plant", "2 cats", 422),
        ("crew of Bridge", 'a"b', 400),
    ],
)
def test_bad_figure_is_marked_and_all_that_was_typed_stays(control, day, name, value, status):
    fields = {**read_form(control, day, "Dione"), "figure ore": "7", f"figure {name}": value, "reason": "it failed"}
    answer = send(control, day, "Dione", fields)
    assert answer.status_code == status
    shown = {each["field"].name: each for _, held in answer.context["groups"] for each in held}
    assert [each["field"].name for each in shown.values() if each["is_bad"]] == [name]
    assert (shown["ore"]["value"], shown[name]["value"], answer.context["reason"]) == ("7", value, "it failed")
    assert day.entries.count() == 2
    assert state_of(day).vessels["Dione"].hold["ore"] == 0


def test_sheet_with_more_than_an_entry_holds_is_refused_as_a_mistake_of_the_form(control, day):
    fields = {**read_form(control, day, "Dione"), "figure fuel": "9" * 9_000, "reason": "it failed"}
    answer = send(control, day, "Dione", fields)
    assert (answer.status_code, "too much for one entry" in answer.content.decode()) == (400, True)
    assert day.entries.count() == 2


def test_sheet_without_a_change_or_a_reason_is_refused(control, day):
    fields = read_form(control, day, "Dione")
    assert send(control, day, "Dione", {**fields, "reason": "it failed"}).status_code == 409
    assert send(control, day, "Dione", {**fields, "figure fuel": "2"}).status_code == 400
    assert send(control, day, "Dione", {**fields, "figure gold": "2", "reason": "it failed"}).status_code == 422
    assert day.entries.count() == 2


def test_day_goes_on_where_paper_is(control, day, give):
    give("Control", "pause the clock", 10)
    fields = read_form(control, day, "fleet")
    fields |= {"figure turn": "2", "figure phase": "team", "figure minutes": "8", "figure pursuit": "5"}
    laws = 'A curfew, "now"\r\nNobody flies because of fog'
    send(control, day, "fleet", {**fields, "figure laws": laws, "reason": "the router died"})
    state = state_of(day)
    assert (state.turn, state.phase, state.clock.left, state.pursuit) == (2, "team", 480, 5)
    assert state.laws == ['A curfew, "now"', "Nobody flies because of fog"]
    give("Control", "resume the clock", 20)
    day.refresh_from_db()
    assert (day.due_at - day.epoch).total_seconds() == 20 + 5 * 60
    assert read_form(control, day, "fleet")["figure laws"] == laws.replace("\r\n", "\n")


def test_a_whole_vessel_fits_one_entry(control, day):
    fields = read_form(control, day, "Aegis")
    for name in [name for name in fields if name.startswith("figure crew of")]:
        fields[name] = "2 untrained used, 1 engineer used wounded"
    answer = send(control, day, "Aegis", {**fields, "reason": "the router died"})
    assert answer.status_code == 302
    assert len(day.entries.last().text) > 600
    day.refresh_from_db()


def test_nobody_else_opens_paper(client, day):
    for name, rest in (("papers", []), ("paper", ["Dione"]), ("sheets", [])):
        assert client.get(reverse(f"days:{name}", args=[day.public_id, *rest])).status_code == 404


# The sheets of each turn.


def test_sheets_stay_as_the_turn_began(control, day, give):
    give("Control", "set fuel of Dione to 77 because of a test", 10)
    address = reverse("days:sheets", args=[day.public_id])
    now, then = control.get(address), control.get(f"{address}?turn=1")
    assert "<td>77</td>" in now.content.decode()
    assert "<td>77</td>" not in then.content.decode()
    assert then.context["number"] == 1
    assert "Turn 1, muster" in then.content.decode()


def test_each_turn_that_begins_keeps_its_sheets_and_undone_ones_are_gone(control, day, give):
    play_turn(give)
    assert list(day.turns.values_list("turn", flat=True)) == [2, 1]
    address = reverse("days:sheets", args=[day.public_id])
    assert control.get(address).context["turns"] == [2, 1]
    give("Control", "undo to entry 3 because of a test", 200)
    assert control.get(address).context["turns"] == [1]
    assert control.get(f"{address}?turn=2").status_code == 404
    kept = day.turns.get(turn=2).number
    play_turn(give, 300, from_close=True)
    assert day.turns.get(turn=2).number > kept


def play_turn(give, at=100, *, from_close=False):
    """Play what is left of a turn, and begin the next one."""
    for text in ("begin team", "begin close")[int(from_close) :]:
        give("Control", text, at)
    give("Control", "effect of the news is 0", at + 61)
    give("Control", "begin turn", at + 61)
