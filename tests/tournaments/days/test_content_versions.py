"""The content of a day: checked before it is saved, a version with a reason, and a log that replays across changes."""

from __future__ import annotations

import copy
import json
import random

import pytest

from incursions.games.data_checks import DataError
from incursions.games.data_files import parse_data
from incursions.kit.caches import VersionedCache
from incursions.kit.refusals import DomainError
from tests.sampling import sample
from tournaments.days import day_games
from tournaments.days.content_differences import list_differences
from tournaments.days.content_fields import ContentRows, Typed, list_fields, list_rows, read_typed
from tournaments.days.content_forms import find_entry, list_sections, replace_entry, take_entry, write_yaml
from tournaments.days.content_versions import (
    FaultyContentError,
    find_current,
    load_source,
    read_text,
    read_texts,
    save_content,
)
from tournaments.days.day_games import game_of, games
from tournaments.days.files import find_difference, make_file, read_file
from tournaments.days.models import Day
from tournaments.days.seats import make_day, name_player

WRONG = [None, True, -1, 10**12, "", "x" * 5000, "a\nb", [], {}, [[]], {"a": {}}, ["", None], "\u202e", 1.5]


@pytest.fixture
def control(day):
    return day.seats.get(name="Control")


def vary(day, file, change):
    """Return the content of a day after a function has changed the plain data of a file."""
    data = copy.deepcopy(find_current(day).data)
    change(data[file])
    return data


def save(day, seat, data, reason="it was unfair", **more):
    seen = day.contents.count()
    made = save_content(Day.objects.get(pk=day.pk), data, reason, seat, seen=seen, **more)
    day.refresh_from_db()
    return made


def double_wolves(wolves):
    for level in wolves["levels"]:
        level["fighters"] *= 2


def fuel_of_dione(fleet):
    fleet["vessels"][2]["hold"]["fuel"] = 9


# Before the start.


def test_day_starts_with_the_version_that_was_saved_last(day, control, give):
    made = save(day, control, vary(day, "fleet", fuel_of_dione))
    assert (made.number, day.content_id, made.reason, made.seat) == (2, made.pk, "it was unfair", "Control")
    give("Control", "start the event")
    day.refresh_from_db()
    assert game_of(day).state.vessels["Dione"].hold["fuel"] == 9
    assert make_file(day)["versions"] == {}


def drop_surgeon(data):
    data["fleet"]["vessels"][8]["roles"] = ["Captain"]
    data["fleet"]["seating"]["then"].remove("Salvador Chief Surgeon")
    del data["briefings"]["roles"]["Chief Surgeon"]
    data["briefings"]["personal"].pop("Salvador Chief Surgeon", None)


def test_seats_follow_the_content(day, control):
    data = copy.deepcopy(find_current(day).data)
    drop_surgeon(data)
    data["fleet"]["vessels"][8]["roles"] = ["Captain", "Matron"]
    data["briefings"]["roles"]["Matron"] = "Runs the wards."
    kept = day.seats.get(name="Salvador Captain").key
    save(day, control, data)
    assert not day.seats.filter(name="Salvador Chief Surgeon").exists()
    assert day.seats.get(name="Salvador Matron").place > 100
    assert day.seats.get(name="Salvador Captain").key == kept
    assert "Salvador Chief Surgeon" not in day.seats_filled


def test_seat_of_a_player_is_not_taken_away(day, control):
    name_player(day.seats.get(name="Salvador Chief Surgeon"), "Ada")
    data = copy.deepcopy(find_current(day).data)
    drop_surgeon(data)
    with pytest.raises(DomainError, match="Salvador Chief Surgeon is the seat of Ada"):
        save(day, control, data)
    assert day.contents.count() == 1


def test_content_of_an_earlier_day_is_taken(day, control, host):
    earlier = make_day(host, "wolves", "Spring", 26)
    save(earlier, earlier.seats.get(name="Control"), vary(earlier, "fleet", fuel_of_dione))
    save(day, control, load_source(day, host, earlier.public_id))
    assert find_current(day).data == find_current(earlier).data
    save(day, control, load_source(day, host, "sample"))
    with pytest.raises(DomainError, match="no such day"):
        load_source(day, None, earlier.public_id)


def test_another_process_undoes_to_the_start_that_was_saved_last(day, control, give, monkeypatch):
    old = game_of(Day.objects.get(pk=day.pk))
    ours = day_games.games
    monkeypatch.setattr(day_games, "games", VersionedCache(day_games.MOST_KEPT))
    save(day, control, vary(day, "fleet", fuel_of_dione))
    give("Control", "start the event")
    monkeypatch.setattr(day_games, "games", ours)
    assert old.state.vessels["Dione"].hold["fuel"] == 6
    give("Control", "undo to entry 0 because of a test", 5)
    assert game_of(Day.objects.get(pk=day.pk)).state.vessels["Dione"].hold["fuel"] == 9


# While the event runs.


@pytest.fixture
def changed(day, control, give):
    """A day whose odds were changed between two attacks, with an undo across the change."""
    give("Control", "start the event")
    give("Control", "begin action", 5)
    save(day, control, vary(day, "wolves", double_wolves))
    give("Control", "declare an attack", 20)
    return day


def count_wolves(day):
    return sum(len(wolves) for wolves in game_of(day).state.attack.wolves)


def test_change_holds_from_its_entry_on(changed, give):
    changed.refresh_from_db()
    entry = changed.entries.get(number=3)
    assert (entry.seat, entry.text) == ("Control", "change the content to version 2 because it was unfair")
    twice = count_wolves(changed)
    give("Control", "undo to entry 2 because of a test", 30)
    give("Control", "declare an attack", 40)
    changed.refresh_from_db()
    assert find_current(changed).number == 1
    assert count_wolves(changed) == twice - 5


def test_day_with_a_change_is_loaded_from_its_row(changed, give):
    changed.refresh_from_db()
    before = game_of(changed).to_data()
    games.clear()
    assert game_of(Day.objects.get(pk=changed.pk)).to_data() == before
    games.clear()
    give("Control", "undo to entry 2 because of a test", 30)
    assert find_current(Day.objects.get(pk=changed.pk)).number == 1


def test_file_of_a_day_with_changes_replays(changed, control, give):
    give("Control", "undo to entry 2 because of a test", 30)
    save(changed, control, vary(changed, "prompts", lambda prompts: prompts[0].update(title="The Guests")))
    give("Control", "declare an attack", 40)
    give("Control", "close the Fleet round", 50)
    give("Control", "play the Wolf round", 60)
    give("Control", "end the event", 70)
    changed.refresh_from_db()
    data = json.loads(json.dumps(make_file(changed)))
    assert sorted(data["versions"]) == ["2", "3"]
    assert find_difference(read_file(json.dumps(data).encode())) is None
    del data["versions"]["2"]
    assert "is refused" in find_difference(read_file(json.dumps(data).encode()))


def test_locked_figure_needs_overruling_and_leaves_nothing_behind(day, control, give):
    give("Control", "start the event")
    data = vary(day, "fleet", lambda fleet: fleet["vessels"][2]["fuel"].update(short=1))
    with pytest.raises(DomainError, match="Locked while the event runs") as refused:
        save(day, control, data)
    assert refused.value.rule == "W26.2"
    assert (day.contents.count(), day.entries.count()) == (1, 1)
    save(day, control, data, is_overruling=True)
    assert find_current(day).number == 2
    assert day.entries.last().text.endswith("overruling because it was unfair")


def test_going_back_is_a_version_of_its_own(changed, control, give):
    give("Control", "end the attack", 30)
    save(changed, control, changed.contents.get(number=1).data, "the old odds were better")
    assert find_current(changed).number == 3
    assert list_differences(changed.contents.get(number=1).data, find_current(changed).data) == []


def test_two_editors_do_not_overwrite_each_other(day, control):
    data = vary(day, "fleet", fuel_of_dione)
    save(day, control, data)
    with pytest.raises(DomainError, match="Somebody has saved version 2"):
        save_content(day, vary(day, "wolves", double_wolves), "odds", control, seen=1)
    with pytest.raises(DomainError, match="Nothing is different"):
        save(day, control, data)
    for reason in ("", " ", "x" * 161, "a\nb"):
        with pytest.raises(DomainError, match="Give a reason"):
            save(day, control, vary(day, "wolves", double_wolves), reason)


# Faults, and bad input.


def test_all_faults_are_named_with_file_and_key(day, control):
    data = vary(day, "fleet", fuel_of_dione)
    data["prompts"][0]["number"] = "one"
    data["wolves"]["levels"][3]["level"] = 4
    data["destinations"][0]["coordinates"] = "1"
    with pytest.raises(FaultyContentError) as refused:
        save(day, control, data)
    assert {(fault.file, fault.field) for fault in refused.value.faults} >= {
        ("prompts.yaml", "number"),
        ("wolves.yaml", "level"),
        ("destinations.yaml", "coordinates"),
    }
    assert day.contents.count() == 1


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [*{old}, *{old}, *{old}, *{old}, *{old}, *{old}, *{old}, *{old}]\n"
    for old, new in zip("abcdefghij", "bcdefghijk", strict=False)
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[", "this is not YAML"),
        ("a: b: c", "this is not YAML"),
        ("- {a: 1", "this is not YAML"),
        (BOMB, "too many values"),
        ("- &a [*a]", "contains itself"),
        ("long: &l " + "x" * 90_000 + "\nmore: [*l, *l, *l]", "with its aliases"),
        ("x" * 200_001, "longer than 200,000"),
        ("[" * 5_000, "nested too deep"),
        ("a: 1\na: 2", "appears twice"),
        ("!!python/object/apply:os.system [ls]", "line 1"),
        ("a: " + "9" * 6_000, "not plain data"),
        ("\x00", "not YAML"),
    ],
)
def test_text_that_is_no_plain_data_is_refused(text, words):
    data, faults = read_text("fleet", text)
    assert data is None
    assert words in str(faults[0])
    assert faults[0].file == "fleet.yaml"


def list_paths(value, path=()):
    """Yield the places of all values in plain data."""
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from list_paths(part, (*path, key))


def test_wrong_types_anywhere_are_faults_and_never_fail(day):
    content, chance = find_current(day).data, random.Random(5)
    paths = [path for path in list_paths(content) if path]
    for path in sample(chance.sample(paths, 250), 60):
        data = copy.deepcopy(content)
        held = data
        for step in path[:-1]:
            held = held[step]
        held[path[-1]] = copy.deepcopy(chance.choice(WRONG))
        faults = day.kind.contents.examine(data)
        assert all(isinstance(fault, DataError) for fault in faults), path


def test_every_file_is_written_as_it_is_read(day):
    data = find_current(day).data
    for name in day.kind.contents.files:
        assert parse_data(write_yaml(data[name])) == data[name]
    assert read_texts(data, {"fleet": write_yaml(data["fleet"])}) == data


def type_all(values, shapes, change=str):
    """Return what a form of an entry sends, with each text changed."""
    parts = list(list_fields(values, shapes))
    fields = [part for part in parts if not isinstance(part, ContentRows)]
    fields += [field for part in parts if isinstance(part, ContentRows) for row in part.rows for field in row.fields]
    return Typed({field.name: change(field.value) for field in fields}, list_rows(parts))


def test_every_entry_is_a_form_that_changes_nothing_by_itself(day):
    data = find_current(day).data
    for name in day.kind.contents.files:
        entries = [entry for section in list_sections(data[name]) for entry in section.entries]
        assert entries
        for entry in entries:
            assert find_entry(data[name], entry.key) == entry
            values, shapes = take_entry(data[name], entry), day.kind.contents.shapes(data, name, entry.path)
            reading = read_typed(values, type_all(values, shapes), shapes)
            assert (reading.values, reading.faults) == (values, {}), (name, entry)
            assert replace_entry(data[name], entry, reading.values) == data[name]


def test_no_value_of_the_sample_is_asked_for_as_yaml(day):
    data = find_current(day).data
    for name in day.kind.contents.files:
        for entry in (entry for section in list_sections(data[name]) for entry in section.entries):
            values, shapes = take_entry(data[name], entry), day.kind.contents.shapes(data, name, entry.path)
            kinds = {part.name: getattr(part, "kind", "rows") for part in list_fields(values, shapes)}
            assert [part for part, kind in kinds.items() if kind == "data"] == [], (name, entry)


def test_values_of_every_file_stand_in_some_form(day):
    """No key of the sample is left out: what the forms show is the whole file."""
    data = find_current(day).data
    for name in day.kind.contents.files:
        shown = copy.deepcopy(data[name])
        for entry in (entry for section in list_sections(shown) for entry in section.entries):
            values = take_entry(shown, entry)
            reading = read_typed(values, type_all(values, {}, lambda _: "seen"))
            shown = replace_entry(shown, entry, reading.values)
        left = [path for path in list_paths(shown) if path and is_left(shown, path)]
        assert left == [], (name, left)


def is_left(data, path):
    for step in path:
        data = data[step]
    return not isinstance(data, dict | list) and data != "seen"


def test_differences_name_file_and_place():
    before = {
        "fleet": {"vessels": [{"vessel": "Dione", "hold": {"fuel": 6}}, {"vessel": "Lucas", "hold": {"fuel": 4}}]}
    }
    after = copy.deepcopy(before)
    after["fleet"]["vessels"][0]["hold"]["fuel"] = 9
    after["fleet"]["vessels"].append({"vessel": "Vulcan", "hold": {}})
    assert [tuple(each) for each in list_differences(before, after)] == [
        ("fleet", "vessels, Dione, hold, fuel", "6", "9"),
        ("fleet", "vessels, Vulcan", "", "vessel: Vulcan hold: {}"),
    ]
    after = {"fleet": {"vessels": before["fleet"]["vessels"][::-1]}}
    assert [each.where for each in list_differences(before, after)] == ["vessels"]
