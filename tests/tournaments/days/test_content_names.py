"""Renaming by a form: the preview, one version for all files, seats that keep their links, and refusals."""

from __future__ import annotations

from html import unescape

import pytest
from django.urls import reverse

from tests.tournaments.days.day_rows import reload_day
from tournaments.days.content_versions import find_current
from tournaments.days.models import DayPlan

PAGE = {"Accept": "text/html"}


@pytest.fixture
def control(client, host, day):
    client.force_login(host)
    return client


def send(client, day, name, new, **fields):
    """Send the form as it is shown, with texts changed, too."""
    where = reverse("days:content_names", args=[day.public_id])
    sent = {"name": name, "new": new, "texts": "on", "reason": "a better name", "seen": "1", "do": "save"}
    return client.post(where, {**sent, **fields}, headers=PAGE)


def read(answer):
    return " ".join(unescape(answer.content.decode()).split())


def test_preview_shows_what_is_touched_in_all_files_and_saves_nothing(control, day):
    seat = day.seats.get(team=day.kind.control, name="Control")
    DayPlan.objects.create(day=day, seat=seat, turn=2, text="set fuel of Dione to 9 because of a find")
    page = send(control, day, "vessel: Dione", "Hyperion", do="preview", reason="")
    assert page.status_code == 200
    touched = {(each.file, each.where): (each.before, each.after) for each in page.context["differences"]}
    assert {file for file, _ in touched} >= {"fleet", "damage", "actions", "prompts", "briefings"}
    assert touched["fleet", "vessels, Hyperion, vessel"] == ("Dione", "Hyperion")
    assert touched["damage", "decks"] == ("Dione", "Hyperion")
    assert touched["fleet", "vessels, Hyperion, shuttles, 1"] == ("Dione Tender", "Hyperion Tender")
    assert "Turn 2: <bdi>set fuel of Dione" in read(page)
    assert reload_day(day).contents.count() == 1
    without = send(control, day, "vessel: Dione", "Hyperion", do="preview", texts="")
    assert "shuttles, 1" not in read(without)


def test_vessel_is_renamed_as_one_version_and_its_seats_keep_link_and_player(control, day):
    day.seats.filter(name="Dione Captain").update(player="Ada")
    before = dict(day.seats.values_list("key", "name"))
    filled = [name.replace("Dione", "Hyperion") for name in day.seats_filled]
    answer = send(control, day, "vessel: Dione", "Hyperion")
    assert answer.url == reverse("days:content_version", args=[day.public_id, 2])
    data = find_current(reload_day(day)).data
    assert "Dione " not in str({name: data[name] for name in day.kind.contents.files})
    assert dict(day.seats.values_list("key", "name")) == {
        key: name.replace("Dione", "Hyperion") for key, name in before.items()
    }
    assert day.seats.get(player="Ada").team == "Hyperion"
    assert reload_day(day).seats_filled == filled
    assert control.get(reverse("days:seats", args=[day.public_id])).status_code == 200


def test_role_is_renamed_for_all_vessels_and_the_day_is_played_with_it(control, day, give):
    assert send(control, day, "role: Captain", "Commodore").status_code == 302
    give("Control", "start the event")
    give("Lucas Commodore", "propose: we sing", 1)
    assert reload_day(day).entries.last().seat == "Lucas Commodore"


def test_name_that_another_has_saved_meanwhile_is_merged(control, day):
    send(control, day, "vessel: Lucas", "Luna")
    stale = send(control, day, "vessel: Dione", "Hyperion")
    assert stale.status_code == 409
    assert "Somebody has saved version 2 meanwhile" in read(stale)
    assert stale.context["seen"] == 2
    assert send(control, day, "vessel: Dione", "Hyperion", seen="2").status_code == 302
    names = [vessel["vessel"] for vessel in find_current(reload_day(day)).data["fleet"]["vessels"]]
    assert {"Luna", "Hyperion"} <= {*names}
    gone = send(control, day, "vessel: Lucas", "Lucia", seen="3")
    assert (gone.status_code, "There is no vessel called Lucas" in read(gone)) == (400, True)


def test_running_day_keeps_names_in_play_and_takes_others_with_overruling(control, day, give):
    give("Control", "start the event")
    for name in ("vessel: Dione", "role: Captain", "station: Mining Rig", "kind of station: smelter"):
        refused = send(control, day, name, "zephyr", overrule="on")
        assert (refused.status_code, "as they are while the event runs" in read(refused)) == (422, True), name
    assert "Overrule" in read(send(control, day, "damage card: Holed Tanks", "Leaking Tanks"))
    assert reload_day(day).contents.count() == 1
    assert send(control, day, "damage card: Holed Tanks", "Leaking Tanks", overrule="on").status_code == 302
    assert find_current(reload_day(day)).data["damage"]["decks"]["Lucas"]["Leaking Tanks"] == 1
    assert day.entries.last().text.startswith("change the content to version 2 because a better name")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": "vessel: Aegis"}, "The rules know Aegis by this name"),
        ({"name": "vessel: Titanic"}, "There is no vessel called Titanic"),
        ({"name": ""}, "Choose a name of these kinds"),
        ({"name": "hamster"}, "Choose a name of these kinds"),
        ({"new": " "}, "Write a name of at most 200 characters"),
        ({"new": "x" * 201}, "Write a name of at most 200 characters"),
        ({"new": "Lucas"}, "There is another vessel called Lucas"),
        ({"new": "Dione"}, "It is called Dione already"),
        ({"new": "a\0b"}, "Nothing was saved"),
        ({"new": "x" * 150}, "Nothing was saved"),
        ({"reason": ""}, "Give a reason"),
        ({"seen": "x"}, "seen"),
        ({"texts": "perhaps"}, "texts"),
    ],
)
def test_bad_names_are_refused_in_words_and_change_nothing(control, day, fields, words):
    answer = send(control, day, **{"name": "vessel: Dione", "new": "Hyperion", **fields})
    assert answer.status_code in (400, 409, 422)
    assert words in read(answer)
    assert reload_day(day).contents.count() == 1
