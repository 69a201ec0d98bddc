"""Checking a whole folder: every fault is found, each with file, title, field and what was expected."""

import json
import os
import shutil
from pathlib import Path

import pytest
import yaml

from incursions.games.incursions.rules.catalogue import CatalogueError, load
from incursions.games.incursions.rules.catalogue_check import FILES, counts, examine

FIXTURES = Path(__file__).parents[4] / "fixtures"


@pytest.fixture
def folder(tmp_path):
    """A copy of the fixtures that a test may spoil."""
    return shutil.copytree(FIXTURES, tmp_path / "fixtures")


def edit(file, title, /, **fields):
    """Change fields of one piece; None takes a field away."""
    pieces = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    piece = next(each for each in pieces if each["title"] == title)
    piece |= fields
    for name in [name for name, value in fields.items() if value is None]:
        del piece[name]
    file.write_text(yaml.dump(pieces, Dumper=yaml.CSafeDumper, allow_unicode=True), encoding="utf-8")


def problems(folder):
    return [(each.file, each.title, each.field) for each in examine(folder).problems]


def messages(folder):
    return "\n".join(map(str, examine(folder).problems))


def test_the_fixtures_have_no_problems_and_are_the_designed_set():
    examined = examine(FIXTURES)
    assert examined.problems == []
    assert list(examined.sets) == ["base"]
    counted = counts(examined)
    kinds = ("hexes", "ships", "captains", "crew", "command", "attack", "defence", "tactical", "starters")
    assert [counted[kind] for kind in kinds] == [55, 16, 12, 40, 24, 36, 30, 52, 8]
    assert counted["rarity"] == {"Common": 73, "Special": 49, "Rare": 36, "Xtra Rare": 17, "Ultra Rare": 7}
    assert sum(counted["play_method"].values()) == 182
    assert sum(counted["type"].values()) == 142
    assert json.loads(json.dumps(counted)) == counted


def test_all_problems_are_found_not_only_the_first(folder):
    edit(folder / "ships.yaml", "Sol", hull="many", race="Kzin")
    edit(
        folder / "attack.yaml", "Fire and Fade", effects=[{"on": "scoring", "do": "hope"}, {"on": "noon", "do": "draw"}]
    )
    edit(folder / "hexes.yaml", "Crypt", hex_points=None, colour="red")
    edit(folder / "defence.yaml", "Repair Crew", text="Repair 25 points of your ship, hull first, then shields.")
    found = problems(folder)
    assert {
        ("ships.yaml", "Sol", "hull"),
        ("ships.yaml", "Sol", "race"),
        ("attack.yaml", "Fire and Fade", "effects 1, do"),
        ("attack.yaml", "Fire and Fade", "effects 2, on"),
        ("hexes.yaml", "Crypt", "hex_points"),
        ("hexes.yaml", "Crypt", "colour"),
        ("defence.yaml", "Repair Crew", "text"),
        ("defence.yaml", "Repair Crew", "effects 1, points"),
    } <= set(found)


def test_a_starter_of_an_unsound_piece_is_not_blamed_for_it(folder):
    edit(folder / "attack.yaml", "Phasers", rarity="Rarer")
    assert problems(folder) == [("attack.yaml", "Phasers", "rarity")]


def test_a_number_stands_once_among_cards_and_once_among_tiles(folder):
    edit(folder / "captains.yaml", "Vokh the Elder", number=2)
    edit(folder / "hexes.yaml", "Crypt", number=54)
    assert problems(folder) == [("hexes.yaml", "Crypt", "number"), ("captains.yaml", "Vokh the Elder", "number")]
    assert "a number of its own was expected; 2 is the number of Sol" in messages(folder)


def test_a_title_stands_once_in_the_whole_folder(folder):
    edit(folder / "commands.yaml", "Belay That", title="Sol")
    assert problems(folder) == [("commands.yaml", "Sol", "title")]


def test_a_starter_that_is_not_legal_is_named_with_the_rule(folder):
    edit(folder / "starters.yaml", "The Long Siege", hexpile={"Open Space": 4})
    assert problems(folder) == [("starters.yaml", "The Long Siege", "hexpile")] * 2
    assert "no wormhole (4.2)" in messages(folder)


def test_a_piece_that_makes_a_starter_illegal_is_found_there(folder):
    edit(folder / "hexes.yaml", "Sea of Wrecks", hex_points=9)
    assert ("starters.yaml", "Sol Against the Sky", "hexpile") in problems(folder)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"ship": "Nobody"}, "ship: there is no ship called 'Nobody'"),
        ({"race": "Borg"}, "race: the race of its ship, Federation, was expected, not Borg"),
        ({"ship": ["Sol"], "plan": 7}, "plan: a text was expected, not 7"),
        ({"cards": {"Wormhole 1": 1}}, "cards: there is no such piece: 'Wormhole 1'"),
        ({"hexpile": {"Wormhole 1": True}}, "hexpile: Wormhole 1: at least one copy was expected, not True"),
    ],
)
def test_a_starter_that_is_wrong_is_refused(folder, fields, expected):
    edit(folder / "starters.yaml", "Sol Against the Sky", **fields)
    assert f"starters.yaml, Sol Against the Sky, {expected}" in messages(folder)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[]", "sets.yaml: a set was expected"),
        ("base", "sets.yaml: a list of sets was expected"),
        ("- base", "a set with code and title was expected, not 'base'"),
        ("- {code: base}", "a set without a title, title: this field is missing"),
        ("- {code: a b, title: B}", "B, code: letters, digits and hyphens were expected, not 'a b'"),
        ("- {code: base, title: B, released: soon}", "B, released: a day such as 2026-11-22 was expected, not 'soon'"),
        ("- {code: base, title: B, colour: red}", "B, colour: there is no such field"),
        ("- {code: base, title: B}\n- {code: base, title: C}", "C, code: this code appears twice"),
    ],
)
def test_a_wrong_set_is_refused(folder, text, expected):
    (folder / "sets.yaml").write_text(text, encoding="utf-8")
    assert expected in messages(folder)


def test_a_piece_names_a_set_that_there_is(folder):
    edit(folder / "ships.yaml", "Sol", set="second")
    assert "ships.yaml, Sol, set: one of base was expected, not 'second'" in messages(folder)
    (folder / "sets.yaml").write_text("- {code: base, title: B}\n- {code: second, title: S}\n", encoding="utf-8")
    assert problems(folder) == []


def test_without_a_file_of_sets_there_is_one(folder):
    (folder / "sets.yaml").unlink()
    examined = examine(folder)
    assert (examined.problems, list(examined.sets)) == ([], ["base"])


@pytest.mark.parametrize(
    ("rulings", "expected"),
    [
        ([{"date": "2026-11-22", "rule": "10.10", "text": "A mine is no torpedo."}], None),
        ([{"date": "2026-11-22", "text": "A mine is no torpedo."}], None),
        ("none", "a list of rulings was expected"),
        ([], "a list of rulings was expected"),
        ([{"text": "A mine is no torpedo."}], "was expected, not {'text': 'A mine is no torpedo.'}"),
        ([{"date": "2026-02-30", "text": "Never."}], "date: a day such as 2026-11-22 was expected, not '2026-02-30'"),
        (
            [{"date": "2026-11-22", "rule": 10, "text": "Ten."}],
            "rule: the number of a rule, such as 10.5, was expected",
        ),
        ([{"date": "2026-11-22", "text": ""}], "text: a text was expected, not ''"),
        ([{"date": "2026-11-22", "text": "Yes.", "by": "me"}], "was expected, not {'by': 'me'"),
    ],
)
def test_rulings_have_a_day_and_a_text(folder, rulings, expected):
    edit(folder / "attack.yaml", "Large Mines", rulings=rulings)
    if expected is None:
        assert problems(folder) == []
    else:
        (fault,) = examine(folder).faults
        assert str(fault).startswith("attack.yaml, Large Mines, rulings: ")
        assert expected in str(fault)


def test_a_rule_with_a_nought_at_its_end_stays_what_it_is(folder):
    file = folder / "attack.yaml"
    text = file.read_text(encoding="utf-8")
    ruling = "  rulings:\n    - {date: 2026-11-22, rule: 10.10, text: It is no torpedo.}\n  mine: {damage: 3D6}\n"
    file.write_text(text.replace("  mine: {damage: 3D6}\n", ruling, 1), encoding="utf-8")
    assert load(folder).cards["Large Mines"]["rulings"] == [
        {"date": "2026-11-22", "rule": "10.10", "text": "It is no torpedo."}
    ]


BAD_FILES = [
    (b"- {title: [", "this is not YAML"),
    (b"- {title: Sol}\n- \xff\xfe", "the file is not UTF-8 text (line 2)"),
    (b"# " + b"x" * 10_000_000, "the file is larger than 2000000 bytes"),
    (b"", "a list of pieces was expected"),
    (b"title: Sol", "a list of pieces was expected"),
    (b"- {title: Sol, title: Sol}", "'title' appears twice (line 1)"),
    (b"- &a [*a]", "an anchor contains itself (line 1)"),
    (b"[" * 5000, "nested too deep"),
    (b"- !!python/object:os.system {}", "this is not YAML: could not determine a constructor"),
    (b"- {hull: " + b"9" * 5000 + b"}", "this is not plain data"),
    (b"- \x00", "this is not YAML"),
    (b"--- []\n--- []", "this is not YAML: but found another document"),
    (b"- {? [a] : 1}", "this is not YAML: found unhashable key"),
    (b"&a [x,x,x,x,x,x,x,x,x,x]", "a piece with fields was expected, not 'x'"),
]


@pytest.mark.parametrize(("raw", "expected"), BAD_FILES)
def test_a_file_that_is_no_list_of_pieces_is_named(folder, raw, expected):
    (folder / "ships.yaml").write_bytes(raw)
    with pytest.raises(CatalogueError) as refused:
        load(folder)
    assert refused.value.file == "ships.yaml"
    assert expected in refused.value.expected


def test_aliases_that_would_fill_the_memory_are_refused(folder):
    lines = ["- &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"- &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    (folder / "ships.yaml").write_text("\n".join(lines), encoding="utf-8")
    assert "too many values" in messages(folder)


def test_a_folder_that_is_not_there_or_none_is_refused(tmp_path):
    for path in (tmp_path / "nowhere", FIXTURES / "ships.yaml"):
        assert [str(fault) for fault in examine(path).problems] == [
            f"{path}: a folder with the files of the catalogue was expected"
        ]


def test_links_are_followed_and_broken_ones_named(folder, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(folder)
    assert problems(link) == []
    (folder / "captains.yaml").unlink()
    (folder / "captains.yaml").symlink_to(folder / "gone.yaml")
    assert "captains.yaml: the file cannot be read (No such file or directory)" in messages(folder)
    (folder / "captains.yaml").unlink()
    (folder / "captains.yaml").symlink_to(folder / "captains.yaml")
    assert "captains.yaml: the file cannot be read" in messages(folder)


def test_what_is_no_file_is_not_waited_for(folder):
    (folder / "captains.yaml").unlink()
    os.mkfifo(folder / "captains.yaml")
    assert "captains.yaml: this is not a file" in messages(folder)
    (folder / "captains.yaml").unlink()
    (folder / "captains.yaml").mkdir()
    assert "captains.yaml: this is not a file" in messages(folder)


def test_a_file_that_nobody_would_read_is_named(folder):
    shutil.copy(folder / "attack.yaml", folder / "attacks.yaml")
    assert "attacks.yaml: no file of the catalogue has this name; there are sets.yaml" in messages(folder)
    assert set(FILES) == {path.name for path in FIXTURES.glob("*.yaml")}
