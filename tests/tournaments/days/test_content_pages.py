"""The pages of the content and of the switches, as a browser of Control opens and sends them."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tournaments.days.content_forms import write_yaml
from tournaments.days.content_versions import find_current
from tournaments.days.locked_day import game_of
from tournaments.days.models import Day

PAGE = {"Accept": "text/html"}


@pytest.fixture
def control(client, host, day):
    client.force_login(host)
    return client


def address(day, name="", *rest):
    return reverse(f"days:content{name}", args=[day.public_id, *rest])


def send(client, where, fields):
    return client.post(where, {"reason": "it was unfair", "seen": "1", **fields}, headers=PAGE)


def current(day):
    return find_current(Day.objects.get(pk=day.pk))


def test_form_of_a_vessel_saves_a_version(control, day):
    where = f"{address(day, '_file', 'fleet')}?entry=vessels.2"
    page = control.get(where)
    fields = {f"value {each['field'].name}": each["value"] for each in page.context["fields"]}
    assert fields["value hold/fuel"] == "6"
    answer = send(
        control,
        where,
        {
            **fields,
            "value hold/fuel": "9",
            "value roles": "Captain\r\nFirst Officer\r\nChief Engineer\r\nCouncil Member",
        },
    )
    assert answer.url == address(day, "_version", 2)
    assert current(day).data["fleet"]["vessels"][2]["hold"]["fuel"] == 9
    shown = control.get(answer.url).content.decode()
    assert "vessels, Dione, hold, fuel" in shown
    assert "it was unfair" in shown


def test_form_with_faults_keeps_what_was_typed_and_marks_it(control, day):
    where = f"{address(day, '_file', 'fleet')}?entry=vessels.2"
    answer = send(control, where, {"value morale": "eleven", "value stations": "[", "overrule": "on"})
    assert answer.status_code == 422
    assert "nothing was saved" in answer.content.decode().lower()
    shown = {each["field"].name: each for each in answer.context["fields"]}
    assert (shown["stations"]["value"], shown["stations"]["is_bad"], shown["morale"]["value"]) == ("[", True, "eleven")
    answer = send(control, where, {"value morale": "eleven"})
    assert "fleet.yaml: Dione: morale: a whole number from 0 to 10 was expected" in answer.content.decode()
    assert [each["field"].name for each in answer.context["fields"] if each["is_bad"]] == ["morale"]
    assert current(day).number == 1


def test_files_that_belong_together_are_saved_as_text_together(control, day):
    where = f"{address(day, '_text')}?file=fleet&file=damage"
    texts = control.get(where).context["texts"]
    assert list(texts) == ["fleet", "damage"]
    fleet = texts["fleet"].replace("{kind: cell_block, count: 2}", "{kind: cell_block, count: 3}")
    assert fleet != texts["fleet"]
    answer = send(control, where, {"text fleet": fleet.replace("\n", "\r\n")})
    assert answer.status_code == 422
    assert "damage.yaml: Vulcan" in answer.content.decode()
    assert answer.context["texts"] == {"fleet": fleet}
    deck = dict(current(day).data["damage"])
    cell = next(each["title"] for each in deck["designs"] if each["kind"] == "cell_block")
    deck["decks"]["Vulcan"][cell] += 1
    answer = send(control, where, {"text fleet": fleet, "text damage": write_yaml(deck)})
    assert answer.status_code == 302
    assert "Cell Block 3" in game_of(Day.objects.get(pk=day.pk)).state.vessels["Vulcan"].stations


def test_files_are_downloaded_and_uploaded(control, day):
    raw = control.get(address(day, "_download", "prompts"))
    assert 'filename="prompts.yaml"' in raw["Content-Disposition"]
    text = raw.content.decode().replace("The Stowaways", "The Guests")
    answer = send(control, address(day, "_upload"), {"files": [SimpleUploadedFile("prompts.yaml", text.encode())]})
    assert answer.status_code == 302
    assert current(day).data["prompts"][0]["title"] == "The Guests"


@pytest.mark.parametrize(
    ("name", "raw", "status"),
    [
        ("prompts.yaml", b"[", 422),
        ("prompts.yaml", b"\xff\xfe", 400),
        ("prompts.yaml", b"a" * 900_000, 413),
        ("prompts.yaml", b"[]", 422),
        ("commands.yaml", b"[]", 400),
        ("../fleet.yaml", b"[", 422),
    ],
)
def test_bad_uploads_are_refused(control, day, name, raw, status):
    answer = send(control, address(day, "_upload"), {"files": [SimpleUploadedFile(name, raw)]})
    assert answer.status_code == status
    assert current(day).number == 1


def test_running_day_refuses_locked_figures_until_they_are_overruled(control, day, give):
    give("Control", "start the event")
    where = f"{address(day, '_file', 'stations')}?entry=17"
    answer = send(control, where, {"value out/water": "9"})
    assert answer.status_code == 422
    assert "Locked while the event runs" in answer.content.decode()
    assert send(control, where, {"value out/water": "9", "overrule": "on"}).status_code == 302
    assert current(day).number == 2


def test_content_starts_anew_and_goes_back(control, day):
    send(control, f"{address(day, '_file', 'wolves')}?entry=levels.0", {"value fighters": "7"})
    answer = send(control, address(day, "_start"), {"source": "sample", "seen": "2"})
    assert answer.url == address(day, "_version", 3)
    answer = send(control, address(day, "_version", 2), {"seen": "3"})
    assert answer.url == address(day, "_version", 4)
    assert current(day).data["wolves"]["levels"][0]["fighters"] == 7
    page = control.get(address(day)).content.decode()
    assert "Version 4 holds" in page


def test_every_form_and_page_is_drawn(control, day):
    assert control.get(address(day)).status_code == 200
    for name in day.kind.contents.files:
        page = control.get(address(day, "_file", name))
        for section in page.context["sections"]:
            entry = section.entries[-1]
            assert control.get(f"{address(day, '_file', name)}?entry={entry.key}").status_code == 200


# Switches.


def set_switches(client, day, **fields):
    minutes = {"muster_minutes": "2", "action_minutes": "18", "team_minutes": "12", "close_minutes": "3"}
    where = reverse("days:switches", args=[day.public_id])
    return client.post(where, {"name": "Winter", **minutes, **fields}, headers=PAGE)


def test_switches_hold_from_the_start(control, day, give):
    assert set_switches(control, day, strict="on", notes="on", action_minutes="20").status_code == 302
    day.refresh_from_db()
    assert (day.name, day.is_strict, day.passes_notes) == ("Winter", True, True)
    give("Control", "start the event")
    give("Dione Captain", "write to Lucas Captain: Bring water", 5)
    day.refresh_from_db()
    state = game_of(day).state
    assert state.notes[0].state == "delivered"
    assert state.clock.left == 20 * 60 - 5
    assert game_of(day).is_strict


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"name": ""}, 400),
        ({"name": "x" * 81}, 400),
        ({"muster_minutes": "0"}, 400),
        ({"muster_minutes": "soon"}, 400),
        ({"muster_minutes": "18"}, 422),
        ({"close_minutes": "12"}, 422),
        ({"strict": "perhaps"}, 400),
    ],
)
def test_bad_switches_change_nothing(control, day, fields, status):
    answer = set_switches(control, day, **fields)
    assert answer.status_code == status
    day.refresh_from_db()
    assert (day.name, day.contents.count()) == ("Autumn in the Fleet", 1)


def test_switches_stay_once_the_event_has_started(control, day, give):
    give("Control", "start the event")
    assert set_switches(control, day, strict="on").status_code == 409
    day.refresh_from_db()
    assert not day.is_strict
