"""Several commands of Control at once, of which all are given or none: a team moves to another vessel."""

from __future__ import annotations

import pytest
from django.urls import reverse

from incursions.kit.refusals import DomainError
from tests.tournaments.days.seated_client import enter
from tournaments.days.day_games import game_of, load_game
from tournaments.days.locked_day import give_commands
from tournaments.days.plans import write_plan

SEATS = ("Dione Captain", "Dione First Officer", "Dione Chief Engineer", "Dione Council Member")
MOVES = [f"set place of {seat} to Lucas because Dione is lost" for seat in SEATS]


def give_all(day, texts, request=""):
    return give_commands(day.public_id, "Control 2", texts, request=request)


def places(day):
    day.refresh_from_db()
    game = game_of(day)
    assert load_game(day).to_data() == game.to_data()
    return [game.state.places[seat] for seat in SEATS]


def test_all_commands_are_given_in_one_step(day, give):
    give("Control", "start the event")
    before = day.revision
    outcome = give_all(day, MOVES)
    assert places(day) == ["Lucas"] * 4
    assert (outcome.number, day.number, day.revision - before) == (5, 5, 2)
    assert [*day.entries.values_list("seat", "text")][1:] == [("Control 2", text) for text in MOVES]


def test_none_is_given_if_one_is_refused(day, give):
    give("Control", "start the event")
    faulty = [*MOVES[:2], "set place of Dione Council Member to Nowhere because of a test", MOVES[3]]
    with pytest.raises(DomainError, match="Nothing was done, because of 'set place of Dione Council"):
        give_all(day, faulty)
    assert places(day) == ["Dione"] * 4
    assert day.number == day.entries.count() == day.revision == 1
    with pytest.raises(DomainError) as refused:
        give_all(day, [MOVES[0], "set morale of Dione to 99 because of a test"])
    assert refused.value.rule == "W4.6"
    assert places(day) == ["Dione"] * 4
    give_all(day, MOVES)
    assert places(day) == ["Lucas"] * 4


def test_clock_goes_on_as_before_after_a_refusal(day, give):
    give("Control", "start the event")
    day.refresh_from_db()
    due = day.due_at
    with pytest.raises(DomainError):
        give_all(day, ["pause the clock", "pause the clock"])
    day.refresh_from_db()
    assert day.due_at == due is not None


def test_request_sent_again_is_answered_as_it_was(day, give):
    give("Control", "start the event")
    assert give_all(day, MOVES, "a1").number == 5
    give_all(day, MOVES, "a1")
    faulty = [MOVES[0], "set morale of Dione to 99 because of a test"]
    messages = []
    for _ in range(2):
        with pytest.raises(DomainError) as refused:
            give_all(day, faulty, "a2")
        messages.append((str(refused.value), refused.value.rule))
    assert messages[0] == messages[1]
    day.refresh_from_db()
    assert day.number == day.entries.count() == 5


def test_plan_of_a_turn_falls_with_the_commands_that_began_it(day, give):
    write_plan(day.seats.get(name="Control"), 1, "bring prompt 7")
    with pytest.raises(DomainError):
        give_all(day, ["start the event", "start the event"])
    assert day.entries.count() == 0
    give_all(day, ["start the event", "begin action"])
    assert [*day.entries.values_list("text", flat=True)] == ["start the event", "bring prompt 7", "begin action"]


def send(client, day, name, text, **blanks):
    seat, _ = enter(client, day, name)
    address = reverse("days:command", args=[day.public_id, seat.place])
    return client.post(address, {"text": text, **blanks}, headers={"Accept": "text/html"})


def test_form_fills_the_blanks_of_all_lines(client, day, give):
    give("Control", "start the event")
    text = "\r\n".join(f"set place of {seat} to {{vessel}} because {{reason}}" for seat in SEATS)
    assert send(client, day, "Control 2", text, vessel="Lucas", reason="of a fire").status_code == 303
    assert places(day) == ["Lucas"] * 4


@pytest.mark.parametrize(
    ("name", "text", "blanks"),
    [
        ("Dione Captain", "hide the panel\nshow the panel", {}),
        ("Control 2", "\n".join(["bring prompt 7"] * 61), {}),
        ("Control 2", "bring prompt 7\n", {}),
        ("Control 2", "bring prompt 7\nbring\x07prompt 8", {}),
        ("Control 2", "bring prompt 7\n" + "x" * 601, {}),
        ("Control 2", "bring prompt 7\nset place of Dione Captain to {vessel} because so", {"vessel": " "}),
    ],
)
def test_bad_lines_are_refused_as_a_whole(client, day, give, name, text, blanks):
    give("Control", "start the event")
    assert send(client, day, name, text, **blanks).status_code == 400
    assert day.entries.count() == 1
