"""The pages of the content and of the switches, as a browser of Control opens and sends them."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tournaments.days.content_forms import write_yaml
from tournaments.days.content_versions import find_current
from tournaments.days.day_games import game_of
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


def list_drawn(page):
    """Return all drawn fields of the form of an entry by their names, those of rows too."""
    parts = page.context["parts"]
    drawn = [part for part in parts if "field" in part]
    drawn += [field for part in parts if "rows" in part for item in part["items"] for field in item["fields"]]
    return {each["field"].name: each for each in drawn}


def take_form(page):
    """Return what a browser sends of the form of an entry that was not touched."""
    sent = {f"value {name}": each["field"].value for name, each in list_drawn(page).items()}
    for part in page.context["parts"]:
        if "rows" in part:
            sent[f"rows of {part['rows'].name}"] = "1"
            sent |= {f"row {item['row'].name}": "1" for item in part["items"]}
    return sent


def list_told(page):
    """Return what is told beside fields, by their names, and beside rows and lists of rows."""
    told = {name: each["faults"] for name, each in list_drawn(page).items()}
    for part in page.context["parts"]:
        if "rows" in part:
            told[part["rows"].name] = part["faults"]
            told |= {item["row"].name: item["faults"] for item in part["items"]}
    return {name: list(faults) for name, faults in told.items() if faults}


def test_form_of_a_vessel_saves_a_version(control, day):
    where = f"{address(day, '_file', 'fleet')}?entry=vessels.2"
    fields = take_form(control.get(where))
    assert fields["value hold/fuel"] == "6"
    roles = "Captain\r\nFirst Officer\r\nChief Engineer\r\nCouncil Member"
    answer = send(control, where, {**fields, "value hold/fuel": "9", "value roles": roles})
    assert answer.url == address(day, "_version", 2)
    assert current(day).data["fleet"]["vessels"][2]["hold"]["fuel"] == 9
    shown = control.get(answer.url).content.decode()
    assert "vessels, Dione, hold, fuel" in shown
    assert "it was unfair" in shown


def test_all_faults_of_a_form_stand_beside_their_fields(control, day):
    where = f"{address(day, '_file', 'fleet')}?entry=vessels.2"
    fields = take_form(control.get(where))
    wrong = {
        "value morale": "eleven",
        "value hold/ore": "-3",
        "value class": " ",
        "value stations/7/count": "99",
        "value stations/2/crew": "2 cooks, 1 untrained",
    }
    answer = send(control, where, {**fields, **wrong, "overrule": "on"})
    assert answer.status_code == 422
    told = list_told(answer)
    assert list(told) == ["class", "morale", "hold/ore", "stations/2/crew", "stations/7/count"]
    assert told["hold/ore"] == ["a whole number from 0 to 999 was expected, not -3"]
    assert told["stations/2/crew"][0].startswith("there is no such field; there are untrained, engineer")
    shown = list_drawn(answer)
    assert {f"value {name}": shown[name]["field"].value for name in told} == wrong
    page = answer.content.decode()
    assert "nothing was saved: the content has 5 faults" in page.lower()
    assert page.count('aria-invalid="true"') == 5
    assert 'name="seen" value="1"' in page
    assert "it was unfair" in page
    assert current(day).number == 1


def test_numbers_by_name_that_cannot_be_read_are_told_beside_them(control, day):
    where = f"{address(day, '_file', 'fleet')}?entry=vessels.2"
    wrong = {"value stations/2/crew": "untrained 2", "value hold/fuel": "-2"}
    answer = send(control, where, {**take_form(control.get(where)), **wrong})
    assert answer.status_code == 422
    assert list_told(answer) == {
        "hold/fuel": ["a whole number from 0 to 999 was expected, not -2"],
        "stations/2/crew": ["numbers with names were expected, such as 2 water, 1 fuel, not 'untrained 2'"],
    }
    assert "the content has 2 faults" in answer.content.decode()
    page = press(control, where, take_form(control.get(where)), "add stations")
    added = {"value stations/n1/kind": "bridge", "value stations/n1/crew": "many"}
    answer = send(control, where, {**take_form(page), **added})
    assert "Dione: stations, 12, crew: numbers with names were expected" in answer.content.decode()
    assert list(list_told(answer)) == ["stations/n1/crew"]


# Rows.


def press(client, where, fields, button):
    return client.post(where, {"reason": "", "seen": "1", **fields, "do": button}, headers=PAGE)


def test_station_is_added_and_another_removed_by_buttons_of_the_form(control, day):
    where = f"{address(day, '_file', 'fleet')}?entry=vessels.2"
    fields = {**take_form(control.get(where)), "value morale": "7"}
    page = press(control, where, fields, "remove stations/10")
    assert page.status_code == 200
    page = press(control, where, take_form(page), "add stations")
    fields = take_form(page)
    assert "row stations/n1" in fields
    assert "row stations/10" not in fields
    assert current(day).number == 1
    assert page.content.decode().count("autofocus") == 1
    opera = {"kind": "theatre", "title": "Opera", "crew": "1 pilot"}
    answer = send(control, where, fields | {f"value stations/n1/{key}": text for key, text in opera.items()})
    assert answer.status_code == 302
    dione = current(day).data["fleet"]["vessels"][2]
    assert dione["morale"] == 7
    assert dione["stations"][-1] == {"kind": "theatre", "title": "Opera", "crew": {"pilot": 1}}
    assert [station["kind"] for station in dione["stations"]].count("theatre") == 1
    assert current(day).data["damage"] == day.contents.get(number=1).data["damage"]


def test_damage_deck_follows_the_stations_of_the_form(control, day):
    where = f"{address(day, '_file', 'fleet')}?entry=vessels.2"
    page = press(control, where, take_form(control.get(where)), "add stations")
    fields = take_form(page) | {"value stations/n1/kind": "recycler", "value stations/7/count": "3"}
    del fields["row stations/10"]
    assert send(control, where, fields).status_code == 302
    before, after = (each.data["damage"]["decks"]["Dione"] for each in (day.contents.get(number=1), current(day)))
    kept = {title: number for title, number in before.items() if title != "Fallen Curtain"}
    assert after == {**kept, "Glass Everywhere": 3, "Fouled Filters": 1}
    shown = control.get(address(day, "_version", 2)).content.decode()
    assert "decks, Dione, Fouled Filters" in shown


def test_row_that_is_added_and_left_blank_is_dropped(control, day):
    where = f"{address(day, '_file', 'actions')}?entry=0"
    page = press(control, where, take_form(control.get(where)), "add effects")
    page = press(control, where, take_form(page), "add effects")
    fields = take_form(page) | {"value effects/n2/verb": "morale", "value effects/n2/value": "1"}
    assert send(control, where, fields).status_code == 302
    assert current(day).data["actions"][0]["effects"] == [{"train": "pilot"}, {"morale": 1}]


@pytest.mark.parametrize(
    ("verb", "value", "wanted"),
    [
        ("morale", "high", "a whole number was expected, not 'high'"),
        ("gain", "water", "numbers with names were expected"),
        ("gain", "2 gold", "there is no such field; there are ore"),
        ("choice", "only one", "2 to 6 entries were expected, not 1"),
        ("train", "cook", "one of engineer"),
        ("gain", "", "some of ore, fuel"),
    ],
)
def test_fault_of_an_effect_is_told_beside_its_value(control, day, verb, value, wanted):
    where = f"{address(day, '_file', 'destinations')}?entry=0"
    fields = take_form(control.get(where)) | {"value arrive/1/verb": verb, "value arrive/1/value": value}
    answer = send(control, where, fields)
    assert answer.status_code == 422
    ((name, told),) = list_told(answer).items()
    assert name == "arrive/1/value"
    assert told[0].startswith(wanted)


def test_optional_values_are_added_and_left_out(control, day):
    where = f"{address(day, '_file', 'destinations')}?entry=0"
    fields = take_form(control.get(where)) | {"value risk/numbers": "1, 2"}
    page = press(control, where, fields, "add risk/effects")
    fields = take_form(page) | {"value risk/effects/n1/verb": "pursuit", "value risk/effects/n1/value": "1"}
    assert send(control, where, fields).status_code == 302
    assert current(day).data["destinations"][0]["risk"] == {"numbers": [1, 2], "effects": [{"pursuit": 1}]}
    fields = take_form(control.get(where)) | {"value risk/numbers": ""}
    del fields["row risk/effects/1"]
    assert send(control, where, {**fields, "seen": "2"}).status_code == 302
    assert "risk" not in current(day).data["destinations"][0]
    where = f"{address(day, '_file', 'stations')}?entry=12"
    fields = take_form(control.get(where)) | {"value out/water": "2", "value in/water": ""}
    assert send(control, where, {**fields, "seen": "3"}).status_code == 302
    hydroponics = current(day).data["stations"][12]
    assert hydroponics["out"] == {"food": 4, "water": 2}
    assert "in" not in hydroponics


def test_deck_of_a_vessel_is_a_form_of_its_own(control, day):
    where = f"{address(day, '_file', 'damage')}?entry=decks.Aegis"
    fields = take_form(control.get(where))
    assert fields["value Shattered Canopies"] == ""
    answer = send(control, where, fields | {"value Shattered Canopies": "1"})
    assert (
        "damage.yaml: Aegis: 1 cards of bridge were expected, one a station (W12.9), not 2" in answer.content.decode()
    )
    answer = send(control, where, fields | {"value Shattered Canopies": "1", "value Blind Admiral": ""})
    assert answer.status_code == 302
    assert current(day).data["damage"]["decks"]["Aegis"]["Shattered Canopies"] == 1
    assert "Blind Admiral" not in current(day).data["damage"]["decks"]["Aegis"]


def test_entry_is_added_to_a_list_and_removed_again(control, day):
    where = f"{address(day, '_file', 'prompts')}?entry=new"
    fields = take_form(control.get(where))
    assert fields["value title"] == ""
    answer = send(control, where, fields | {"value title": "Old Songs", "value number": "77"})
    assert answer.status_code == 422
    assert list(list_told(answer)) == ["when", "whom", "read", "suggest", "news"]
    texts = {f"value {key}": "A song." for key in ("read", "suggest", "news")}
    more = {"value title": "Old Songs", "value number": "77", "value when": "team", "value whom": "Dione"}
    assert send(control, where, fields | more | texts).status_code == 302
    assert current(day).data["prompts"][-1]["title"] == "Old Songs"
    where = f"{address(day, '_file', 'prompts')}?entry=20"
    fields = take_form(control.get(where)) | {"seen": "2"}
    assert send(control, where, {**fields, "do": "remove entry"}).status_code == 302
    assert len(current(day).data["prompts"]) == 20


BUTTONS = ("add nothing", "remove nothing/1", "remove stations/99", "add ", "fly", "remove stations")


@pytest.mark.parametrize("button", BUTTONS)
def test_unknown_buttons_change_nothing(control, day, button):
    where = f"{address(day, '_file', 'fleet')}?entry=vessels.2"
    fields = take_form(control.get(where))
    page = press(control, where, fields, button)
    assert page.status_code == 200
    assert take_form(page) == fields
    assert current(day).number == 1


# Two who edit at once.


def test_two_who_edit_different_values_of_an_entry_both_keep_theirs(control, day):
    where = f"{address(day, '_file', 'fleet')}?entry=vessels.2"
    fields = take_form(control.get(where))
    assert send(control, where, fields | {"value hold/fuel": "9", "value stations/1/title": "Deck"}).status_code == 302
    answer = send(control, where, fields | {"value morale": "3"})
    assert answer.status_code == 409
    assert "Somebody has saved version 2 meanwhile" in answer.content.decode()
    merged = take_form(answer)
    assert [merged[f"value {name}"] for name in ("hold/fuel", "morale", "stations/1/title")] == ["9", "3", "Deck"]
    assert list_told(answer) == {}
    assert answer.context["seen"] == 2
    assert send(control, where, {**merged, "seen": "2"}).status_code == 302
    dione = current(day).data["fleet"]["vessels"][2]
    assert (dione["hold"]["fuel"], dione["morale"], dione["stations"][0]["title"]) == (9, 3, "Deck")


def test_two_who_edit_the_same_value_are_told_of_each_other(control, day):
    where = f"{address(day, '_file', 'fleet')}?entry=vessels.2"
    fields = take_form(control.get(where))
    send(control, where, fields | {"value hold/fuel": "9", "value stations/1/title": "Deck"})
    answer = send(control, where, fields | {"value hold/fuel": "3", "value stations/2/title": "Drive"})
    assert answer.status_code == 409
    assert list_told(answer) == {
        "hold/fuel": ["meanwhile somebody set it to 9"],
        "stations": ["meanwhile somebody changed these rows; here are yours"],
    }
    merged = take_form(answer)
    assert (merged["value hold/fuel"], merged["value stations/n2/title"]) == ("3", "Drive")
    assert send(control, where, {**merged, "seen": "2"}).status_code == 302
    stations = current(day).data["fleet"]["vessels"][2]["stations"]
    assert (stations[0].get("title"), stations[1]["title"]) == (None, "Drive")


def test_entry_that_somebody_removed_meanwhile_is_not_mistaken_for_the_next(control, day):
    where = f"{address(day, '_file', 'prompts')}?entry=3"
    fields = take_form(control.get(where))
    send(control, f"{address(day, '_file', 'prompts')}?entry=0", {"do": "remove entry"})
    answer = send(control, where, fields | {"value news": "Hush."})
    assert answer.status_code == 409
    assert answer.context["entry"].title == "A Faint Distress Call"
    there = f"{address(day, '_file', 'prompts')}?entry={answer.context['entry'].key}"
    assert f'action="{there.partition("content/file/prompts")[2]}"' in answer.content.decode()
    assert send(control, there, {**take_form(answer), "seen": "2"}).status_code == 302
    assert [prompt["news"] for prompt in current(day).data["prompts"]].count("Hush.") == 1
    send(control, there, {"do": "remove entry", "seen": "3"})
    answer = send(control, where, fields | {"value news": "Mine"})
    assert "A Faint Distress Call is no longer in it" in answer.content.decode()
    assert take_form(answer)["value news"] == "Mine"


def test_texts_of_files_edited_by_two_lose_nothing(control, day):
    where = address(day, "_text")
    texts = control.get(where).context["texts"]
    theirs = {f"text {name}": text for name, text in texts.items()}
    theirs["text prompts"] = texts["prompts"].replace("The Stowaways", "The Guests")
    assert send(control, where, theirs).status_code == 302
    mine = {f"text {name}": text for name, text in texts.items()}
    mine["text wolves"] = texts["wolves"].replace("hits: 3", "hits: 4")
    answer = send(control, where, mine)
    assert answer.status_code == 409
    shown = answer.context["texts"]
    assert "The Guests" in shown["prompts"]
    assert "hits: 4" in shown["wolves"]
    assert "The Guests" in answer.content.decode().partition("What others changed")[2]
    sent = {f"text {name}": text for name, text in shown.items()}
    assert send(control, where, {**sent, "seen": "2"}).status_code == 302
    data = current(day).data
    assert (data["prompts"][0]["title"], data["wolves"]["combat"]["ship"]["hits"]) == ("The Guests", 4)
    mine["text prompts"] = texts["prompts"].replace("The Stowaways", "The Lodgers")
    answer = send(control, where, {**mine, "seen": "1"})
    assert "You have both changed prompts:" in answer.content.decode()
    assert "The Lodgers" in answer.context["texts"]["prompts"]


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
        ("prompts.yaml", b"", 422),
        ("prompts.yaml", "title: caf\u00e9".encode("latin-1"), 400),
        ("prompts.yaml", "- {number: 1}".encode("utf-16"), 400),
        ("prompts.yaml", b"- {number: 1, number: 2}", 422),
        ("prompts.yaml", b"PK\x03\x04\xff", 400),
        ("../fleet.yaml", b"[", 422),
    ],
)
def test_bad_uploads_are_refused(control, day, name, raw, status):
    answer = send(control, address(day, "_upload"), {"files": [SimpleUploadedFile(name, raw)]})
    assert answer.status_code == status
    assert current(day).number == 1


def test_file_under_the_name_of_another_is_recognized(control, day):
    raw = control.get(address(day, "_download", "damage")).content
    answer = send(control, address(day, "_upload"), {"files": [SimpleUploadedFile("fleet.yaml", raw)]})
    assert answer.status_code == 422
    assert "fleet.yaml: this looks like damage.yaml. Send it under that name" in answer.content.decode()
    raw = control.get(address(day, "_download", "actions")).content
    answer = send(control, address(day, "_text"), {"text prompts": raw.decode()})
    assert "prompts.yaml: this looks like actions.yaml" in answer.content.decode()
    answer = send(control, address(day, "_upload"), {"files": [SimpleUploadedFile("crew.yaml", raw)]})
    assert "&#x27;crew.yaml&#x27; is no file of the content" in answer.content.decode()
    both = [SimpleUploadedFile("actions.yaml", raw), SimpleUploadedFile("actions.yaml", raw)]
    answer = send(control, address(day, "_upload"), {"files": both})
    assert "actions.yaml was chosen twice" in answer.content.decode()
    assert current(day).number == 1


def test_what_is_in_play_is_not_renamed_by_a_form(control, day, give):
    give("Control", "start the event")
    where = f"{address(day, '_file', 'fleet')}?entry=vessels.2"
    fields = take_form(control.get(where))
    answer = send(control, where, fields | {"value stations/1/title": "Deck", "value shuttles": "X", "overrule": "on"})
    assert answer.status_code == 422
    said = answer.content.decode()
    assert "The stations of Dione stay as they are while the event runs. The shuttles of Dione stay" in said
    assert take_form(answer)["value stations/1/title"] == "Deck"
    assert (current(day).number, Day.objects.get(pk=day.pk).entries.count()) == (1, 1)


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
