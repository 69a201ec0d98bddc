from __future__ import annotations

import hashlib
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from tests.tournaments.days.seated_client import enter
from tournaments.days.files import UnreadableDayError, find_difference, make_file, read_file, write_log
from tournaments.days.models import Day


@pytest.fixture
def finished_day(day, give):
    """A day that is over, with an attack, dice and an undo."""
    give("Control", "start the event")
    give("Dione Chief Engineer", "use Water Plant", 10)
    give("Control", "declare an attack", 20)
    give("Aegis FWCO", "report to the map", 25)
    give("Control", "close the Fleet round", 30)
    give("Control", "play the Wolf round", 40)
    give("Control", "undo to entry 5 because of a test", 50)
    give("Control", "play the Wolf round", 60)
    give("Control", "end the attack", 70)
    give("Control", "end the event", 80)
    day.refresh_from_db()
    return day


def as_read(day):
    return read_file(json.dumps(make_file(day)).encode())


def test_file_of_a_day_replays_to_the_same_state(finished_day):
    data = as_read(finished_day)
    assert find_difference(data) is None
    assert len(data["entries"]) == 10


def test_file_of_a_running_day_keeps_the_seed(day, give):
    give("Control", "start the event")
    day.refresh_from_db()
    assert make_file(day)["seed"] is None
    with pytest.raises(UnreadableDayError, match="not over"):
        as_read(day)


def change_dice(data):
    data["entries"][-3][4] = [7]


def change_text(data):
    data["entries"][1][2] = "use Promenade"


def change_seat(data):
    data["entries"][1][1] = "Lucas Captain"


def change_state(data):
    data["state"]["pursuit"] += 1


def change_seed(data):
    data["seed"] = "00" * 32


@pytest.mark.parametrize("change", [change_dice, change_text, change_seat, change_state, change_seed])
def test_changed_file_is_found_out(finished_day, change):
    data = json.loads(json.dumps(make_file(finished_day)))
    change(data)
    assert find_difference(read_file(json.dumps(data).encode()))


@pytest.mark.parametrize(
    "raw",
    [b"", b"[]", b"{}", b"\xff", b'{"format": 1}', b'{"format": "wolves-day-2", "format": "wolves-day-2"}'],
)
def test_file_of_something_else_is_refused(raw):
    with pytest.raises(UnreadableDayError):
        read_file(raw)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", "chess-day-1"),
        ("rules_version", 99),
        ("entries", None),
        ("entries", [[2, "Control", "start the event", 0, []]]),
        ("entries", [[1, "Control", "x" * 6_601, 0, []]]),
        ("entries", [[1, "Control", "start the event", -1, []]]),
        ("seats", [1]),
        ("content", {}),
        ("versions", []),
        ("versions", {"two": {}}),
        ("versions", {"2": {"fleet": []}}),
        ("content", {"fleet": []}),
        ("seed", "xyz"),
        ("seed", 5),
    ],
)
def test_file_with_a_faulty_field_is_refused(finished_day, key, value):
    data = {**make_file(finished_day), key: value}
    with pytest.raises(UnreadableDayError):
        find_difference(read_file(json.dumps(data).encode()))


def test_log_tells_each_entry_and_what_was_taken_back(finished_day):
    text = "\n".join(write_log(finished_day))
    assert "Dione Chief Engineer: use Water Plant" in text
    assert "play the Wolf round (taken back)" in text
    assert text.count("(taken back)") == 1


def test_command_judges_files(finished_day, tmp_path):
    path, out = tmp_path / "day.json", StringIO()
    path.write_text(json.dumps(make_file(finished_day)))
    call_command("replay_day", str(path), stdout=out)
    assert "10 commands" in out.getvalue()
    assert finished_day.commitment in out.getvalue()
    path.write_text(json.dumps({**make_file(finished_day), "state": {}}))
    with pytest.raises(CommandError, match="differs"):
        call_command("replay_day", str(path))
    with pytest.raises(CommandError, match=r"^The file cannot be opened: No such file or directory\.$"):
        call_command("replay_day", str(tmp_path / "nothing"))


def test_seal_of_the_dice_is_shown_from_the_start(client, day, give):
    address = reverse("days:day", args=[day.public_id])
    seal = f"<code>{hashlib.sha256(bytes(day.seed)).hexdigest()}</code>"
    assert seal in client.get(address).content.decode()
    give("Control", "start the event")
    give("Control", "end the event")
    assert seal in client.get(address).content.decode()


def test_players_read_the_log_when_the_secrets_are_revealed(client, day, give):
    give("Control", "start the event")
    enter(client, day, "Dione Captain")
    address = reverse("days:log", args=[day.public_id])
    assert client.get(address).status_code == 404
    give("Control", "end the event", 5)
    assert client.get(address).status_code == 404
    Day.objects.filter(pk=day.pk).update(is_unveiled=True)
    answer = client.get(address)
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
