"""Renaming in the content: each name is another one wherever a file names it, and nothing else is."""

from __future__ import annotations

import re

import pytest

from incursions.games.wolves.content_names import NAMES, list_names, rename
from incursions.games.wolves.rules.content.loading import examine_data, load_data
from tests.games.wolves.days import ROOT

RULES = ROOT / "incursions/games/wolves"


@pytest.fixture(scope="module")
def data():
    return load_data(ROOT)


@pytest.mark.parametrize("kind", NAMES)
def test_content_is_sound_with_another_name_for_any_of_its_things(data, kind):
    for name in list_names(data)[kind]:
        made = rename(data, kind, name, "zephyr", True)
        assert examine_data(made) == [], name
        assert name not in list_names(made)[kind]
        assert rename(made, kind, "zephyr", name, False).keys() == data.keys()


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("vessel", "Dione", "Hyperion"),
        ("role", "Captain", "Commodore"),
        ("nation", "FAS", "Union"),
        ("kind of station", "laboratory", "workroom"),
        ("station", "Mining Rig", "Drill"),
        ("damage card", "Holed Tanks", "Leak"),
    ],
)
def test_renaming_there_and_back_changes_nothing(data, kind, old, new):
    made = rename(data, kind, old, new, False)
    assert made != data
    assert rename(made, kind, new, old, False) == data


def test_name_in_texts_is_changed_as_a_whole_word_and_only_if_wanted(data):
    data = {**data, "prompts": [{**data["prompts"][0], "read": "Dione's guests, Diones, (Dione)."}]}
    assert rename(data, "vessel", "Dione", r"\1", True)["prompts"][0]["read"] == r"\1's guests, Diones, (\1)."
    assert rename(data, "vessel", "Dione", "Rhea", False)["prompts"][0]["read"] == "Dione's guests, Diones, (Dione)."
    made = rename(data, "vessel", "Dione", "Rhea", True)
    assert made["fleet"]["vessels"][2]["shuttles"] == ["Rhea Tender"]
    assert made["fleet"]["council"][0]["held_by"] == "Rhea Council Member"


@pytest.mark.parametrize(
    ("kind", "old", "new", "words"),
    [
        ("vessel", "Aegis", "Argo", "The rules know Aegis by this name (W6.9, W13.1), so it stays."),
        ("role", "Chief Engineer", "Mechanic", "The rules know Chief Engineer by this name (W3.11), so it stays."),
        ("vessel", "Titanic", "Argo", "There is no vessel called Titanic. Choose one of the list."),
        ("vessel", "Dione", "Dione", "It is called Dione already. Write another name."),
        ("vessel", "Dione", "Lucas", "There is another vessel called Lucas. Write another name."),
        ("vessel", "Dione", "News Media", "There is another vessel called News Media. Write another name."),
        ("role", "Captain", "Reporter", "There is another role called Reporter. Write another name."),
        ("hamster", "Dione", "Lucas", f"Choose a name of these kinds: {', '.join(NAMES)}."),
    ],
)
def test_names_that_cannot_be_changed_are_told(data, kind, old, new, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        rename(data, kind, old, new, True)


def test_kinds_of_stations_that_the_rules_name_are_known(data):
    code = "".join(path.read_text(encoding="utf-8") for path in sorted((RULES / "rules").glob("*.py")))
    named = {kind["kind"] for kind in data["stations"] if f'"{kind["kind"]}"' in code}
    assert named <= {*NAMES["kind of station"].known}


@pytest.mark.parametrize(
    ("kind", "old", "new", "words"),
    [
        ("vessel", "Dione", "Control", "no other word of commands"),
        ("vessel", "Dione", "Control 2", "seats of Control are not confused"),
        ("vessel", "Dione", "Clock", "no other word of commands"),
        ("vessel", "Dione", "map", "no other word of commands"),
        ("vessel", "Dione", "Pride of Lucas", "no other word of commands"),
        ("vessel", "Dione", "Aegis One", "seats of Aegis are not confused"),
        ("vessel", "Dione", "Refinery", "seats of Refinery 124 are not confused"),
        ("vessel", "Dione", "News", "seats of News Media are not confused"),
        ("station", "Smelter", "Forge of Dione", "a title without of"),
        ("station", "Smelter", "Mining Rig 2", "Mining Rig 2 stands there twice"),
    ],
)
def test_names_that_commands_would_confuse_are_faults(data, kind, old, new, words):
    faults = examine_data(rename(data, kind, old, new, False))
    assert any(words in str(fault) for fault in faults), faults
