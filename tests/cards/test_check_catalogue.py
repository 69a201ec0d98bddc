"""check_catalogue looks at files without a database, counts the pieces and names every problem."""

import io
import json
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from incursions.games.shelf import Commands
from incursions.games.talon.rules.catalogue import examine_folder
from tests.cards.catalogue_files import FIXTURES, edit


def check(folder: Path = FIXTURES, *, as_json: bool = False) -> str:
    out = io.StringIO()
    call_command("check_catalogue", folder, as_json=as_json, stdout=out)
    return out.getvalue()


def test_counts_are_said_in_words() -> None:
    said = check()
    assert said.startswith("hexes 55, ships 16, captains 12, crew 40, command 24, attack 36, defence 30, tactical 52")
    assert "rarity: Common 73, Special 49, Rare 36, Xtra Rare 17, Ultra Rare 7" in said.splitlines()


def test_counts_are_said_as_json() -> None:
    said = json.loads(check(as_json=True))
    kinds = ("hexes", "ships", "captains", "crew", "command", "attack", "defence", "tactical")
    assert [said[kind] for kind in kinds] == [55, 16, 12, 40, 24, 36, 30, 52]
    assert said["race"]["neutral"] == 7
    assert said["type"]["Equipment"] == 28
    assert said["play_method"]["Table when drawn"] == 41
    assert said["problems"] == []


def test_every_problem_is_said_and_the_exit_is_1(folder: Path) -> None:
    edit(folder / "ships.yaml", "Sol", hull="many")
    edit(folder / "attack.yaml", "Phasers", text="Add 4D6 to a phaser attack.")
    with pytest.raises(CommandError) as refusal:
        check(folder)
    assert refusal.value.returncode == 1
    assert [line.split(": ")[0] for line in str(refusal.value).splitlines()] == [
        "ships.yaml, Sol, hull",
        "attack.yaml, Phasers, text",
        "attack.yaml, Phasers, effects 1, dice",
    ]


def test_problems_are_said_as_json_too(folder: Path) -> None:
    edit(folder / "ships.yaml", "Sol", hull="many")
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("check_catalogue", folder, as_json=True, stdout=out)
    said = json.loads(out.getvalue())
    assert said["ships"] == 15
    assert said["problems"] == [
        {
            "file": "ships.yaml",
            "title": "Sol",
            "field": "hull",
            "expected": "a whole number from 1 to 999 was expected, not 'many'",
        }
    ]


def test_folder_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="a folder with the files of the catalogue was expected"):
        check(tmp_path / "nowhere")


def test_what_would_spoil_pages_is_a_problem_and_nothing_is_loaded(folder: Path) -> None:
    edit(folder / "ships.yaml", "Mok'vora", title="Ruktor")
    edit(folder / "attack.yaml", "Phasers", rulings=[{"date": "2026-11-22", "rule": "99.9", "text": "Yes."}])
    edit(folder / "ships.yaml", "Sol", flavour="Fire 🚀")
    expected = [
        "ships.yaml, Ruktor, title: a title with an address of its own was expected; ruktor is that of Ruk'tor",
        "attack.yaml, Phasers, rulings: rule: the rulebook has no 99.9",
        "ships.yaml, Sol, flavour: signs of our typefaces were expected; they lack ROCKET (U+1F680)",
    ]
    for command in ("check_catalogue", "load_catalogue"):
        with pytest.raises(CommandError) as refusal:
            call_command(command, folder, stdout=io.StringIO())
        assert set(expected) <= set(str(refusal.value).splitlines())


class FilesGame:
    """A game with data in files, as the shelf names it."""

    name = "talon"

    @staticmethod
    def commands() -> Commands:
        return Commands(examine_data=examine_folder)


@pytest.fixture
def files_game(monkeypatch) -> None:
    """A shelf with a game whose data are files."""
    monkeypatch.setattr(settings, "GAMES", [f"{FilesGame.__module__}.FilesGame"])


def check_game(game: str, *folder: Path, as_json: bool = False) -> str:
    out = io.StringIO()
    call_command("check_catalogue", *folder, game=game, as_json=as_json, stdout=out)
    return out.getvalue()


def test_data_of_another_game_are_counted(files_game) -> None:
    assert check_game("talon") == "classes 19, weapons 6, criticals 11, battles 4, fleets 24\n"
    assert json.loads(check_game("talon", as_json=True)) == {
        "classes": 19,
        "weapons": 6,
        "criticals": 11,
        "battles": 4,
        "fleets": 24,
        "problems": [],
    }


def test_problems_of_another_game_are_said(files_game, folder: Path) -> None:
    ships = folder / "talon/ships.yaml"
    ships.write_text(ships.read_text(encoding="utf-8").replace("points: 194", "points: many"), encoding="utf-8")
    (folder / "talon/more.yaml").touch()
    with pytest.raises(CommandError) as refusal:
        check_game("talon", folder / "talon")
    assert str(refusal.value).splitlines()[0].startswith("talon/ships.yaml: terran_bb: points: a whole number from 1")
    assert str(refusal.value).splitlines()[-1].startswith("more.yaml: no file has this name; there are ships.yaml")
    with pytest.raises(CommandError, match="a folder with ships"):
        check_game("talon", folder / "nowhere")


def test_game_without_data_in_files_is_refused() -> None:
    with pytest.raises(CommandError, match="There is no game 'chess' with data in files"):
        check_game("chess")
