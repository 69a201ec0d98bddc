"""check_deck judges a deck without a database: its exits, what it prints, and files that are no decks."""

import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command, execute_from_command_line

from cards.management.commands import check_deck
from cards.models import HexTile
from cards.storing import write_piece
from tests.games.incursions.deck_files.example_decks import EXPECTED, FOLDER
from tests.instances import environment_of_its_own
from tests.sampling import sample

LEGAL, ILLEGAL = FOLDER / "wreck-runners.txt", FOLDER / "deck.too_small.txt"
UNUSABLE = (
    "warning (3.6, deck.card_unusable): “Feedback Pulse” cannot be used by this ship and captain; it is for Borg."
)


@pytest.fixture(scope="module", autouse=True)
def files_read_once() -> Iterator[None]:
    """What reading the fixtures costs, a test that starts a process of its own pays alone."""
    with patch.object(check_deck, "load", cache(check_deck.load)):
        yield


def check(capsys, file: Path, *options: str) -> tuple[int, str]:
    """Run the command; return its exit code and its standard output."""
    try:
        call_command("check_deck", str(file), *options)
    except CommandError as refusal:
        return refusal.returncode, capsys.readouterr().out
    return 0, capsys.readouterr().out


def manage(data: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, on a data folder that nothing has prepared."""
    environment = {**environment_of_its_own(), "DATA_DIR": str(data), "SECRET_KEY": "x"}
    command = [sys.executable, "manage.py", *map(str, arguments)]
    return subprocess.run(command, cwd=settings.ROOT, env=environment, capture_output=True, text=True, check=False)


def options_of(expected: dict) -> list[str]:
    """Return the options of the command line for a deck of the folder."""
    given = dict(expected.get("options", {}))
    if "pool" in given:
        given["pool"] = FOLDER / "pools" / given["pool"]
    return [f"--{name}={value}" for name, value in given.items()]


@pytest.mark.parametrize("file", [name for name, each in EXPECTED.items() if not {"made_up", "format"} & set(each)])
def test_each_deck_gets_its_verdict_as_json(file, capsys):
    expected = EXPECTED[file]
    code, said = check(capsys, FOLDER / file, "--json", *options_of(expected))
    verdict = json.loads(said)
    is_legal = all(problem["severity"] == "warning" for problem in verdict["problems"])
    assert list(verdict) == ["legal", "problems"]
    assert [problem["code"] for problem in verdict["problems"]] == expected["codes"]
    assert [problem["pieces"] for problem in verdict["problems"]] == expected.get("pieces", [])
    assert (code, verdict["legal"]) == (0 if is_legal else 1, is_legal)


def test_a_problem_as_json_carries_what_people_and_programs_need(capsys):
    assert json.loads(check(capsys, ILLEGAL, "--json")[1])["problems"] == [
        {
            "code": "deck.too_small",
            "severity": "error",
            "rule": "3.1",
            "params": {"cards": 21, "min": 25},
            "pieces": [],
            "message": "The deck holds 21 of at least 25 cards.",
        }
    ]


@pytest.mark.parametrize(
    ("file", "code", "lines"),
    [
        ("wreck-runners.txt", 0, ["Wreck Runners: legal"]),
        (
            "deck.card_unusable.txt",
            0,
            [
                "Nobody Aboard Is Borg: legal",
                UNUSABLE,
            ],
        ),
        (
            "deck.too_small.txt",
            1,
            ["Four Short: not legal", "error (3.1, deck.too_small): The deck holds 21 of at least 25 cards."],
        ),
    ],
)
def test_the_verdict_is_said_in_words(file, code, lines, capsys):
    exit_code, said = check(capsys, FOLDER / file)
    assert (exit_code, said.splitlines()) == (code, lines)


@pytest.mark.rule("4.1", "21.2")
def test_limit_and_tolerance_can_be_agreed(capsys):
    assert check(capsys, LEGAL, "--points=28", "--tolerance=0")[0] == 1
    assert check(capsys, LEGAL, "--points=28", "--tolerance=1")[0] == 1
    assert check(capsys, LEGAL, "--points=28", "--tolerance=2")[0] == 0
    wide = FOLDER / "fifty-points.txt"
    assert "50 points; 28 to 32 are allowed" in check(capsys, wide)[1]


@pytest.mark.parametrize("option", ["--points=0", "--points=-1", "--points=x", "--tolerance=-1", "--points=9999999"])
def test_options_that_are_no_numbers_are_refused(option, capsys):
    with pytest.raises(CommandError, match="a whole number of at least"):
        call_command("check_deck", str(LEGAL), option)


@pytest.mark.rule("22.2")
def test_what_is_used_comes_from_the_pool(capsys):
    assert check(capsys, LEGAL, f"--pool={FOLDER / 'pools' / 'opened.txt'}") == (0, "Wreck Runners: legal\n")
    code, said = check(capsys, LEGAL, f"--pool={FOLDER / 'pools' / 'fewer.txt'}")
    assert code == 1
    assert "error (22.2, pool.exceeded): The pool holds 3 of “Phasers”, and 4 are used." in said.splitlines()


UNREADABLE = [
    (b"4 Phasers\n", 1, "there is no section: [Deck] and [Hexpile] were expected"),
    (b"[Deck]\nPhasers\n", 2, "a count and a title were expected, as in “4 Phasers”, not 'Phasers'"),
    (b"[Deck]\n4 Pha\0sers\n", 2, "the line holds a control character (U+0000)"),
    (b"[Deck]\n4 Phas\xe9rs\n", 2, "the file is not UTF-8 text"),
    ("[Deck]\n4 Phasers\n".encode("utf-16"), 1, "the file is not UTF-8 text"),
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 1, "the file is not UTF-8 text"),
    (b"[Deck]\n" + b"4 Phasers\n" * 1_000_000, 0, "the file is larger than 2000000 bytes"),
    (b'{"deck": {"Phasers": "4"}}', 0, "deck, 'Phasers': a whole number was expected, not '4'"),
    (b'{"deck": [}', 1, "this is not JSON: Expecting value"),
]


@pytest.mark.parametrize(("content", "line", "reason"), UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_is_no_deck_exits_2_with_line_and_reason(content, line, reason, tmp_path, capsys):
    file = tmp_path / "deck.txt"
    file.write_bytes(content)
    code, said = check(capsys, file, "--json")
    assert code == 2
    assert json.loads(said) == {
        "legal": False,
        "problems": [],
        "unreadable": {"file": str(file), "faults": [{"line": line, "reason": reason}]},
    }
    where = f"{file}, line {line}" if line else f"{file}"
    assert check(capsys, file) == (2, f"{where}: {reason}\n")


def test_the_first_faults_are_said_and_the_others_counted(tmp_path, capsys):
    file = tmp_path / "deck.txt"
    file.write_text("[Deck]\n" + "Phasers\n" * 80, encoding="utf-8")
    lines = check(capsys, file)[1].splitlines()
    assert (len(lines), lines[-1]) == (51, f"{file}: and 30 more")


def test_a_file_that_is_not_there_and_a_folder_cannot_be_read(tmp_path, capsys):
    code, said = check(capsys, tmp_path / "nothing.txt")
    assert (code, said) == (2, f"{tmp_path / 'nothing.txt'}: the file cannot be read (No such file or directory)\n")
    assert check(capsys, tmp_path) == (2, f"{tmp_path}: this is not a file\n")


def test_a_pool_that_cannot_be_read_exits_2(tmp_path, capsys):
    pool = tmp_path / "pool.txt"
    pool.write_text("[Pool]\n4 Phasers\nFire\n", encoding="utf-8")
    code, said = check(capsys, LEGAL, f"--pool={pool}")
    assert code == 2
    assert said.startswith(f"{pool}, line 3: a count and a title were expected")


def exit_of(*arguments: object) -> int:
    """Execute a command line in this process, as manage.py does, and return its exit code."""
    try:
        execute_from_command_line(["manage.py", *map(str, arguments)])
    except SystemExit as exited:
        return exited.code
    return 0


EXITS = [(LEGAL, 0), (ILLEGAL, 1), (FOLDER / "nothing.txt", 2)]


@pytest.mark.parametrize(("file", "code"), EXITS)
def test_the_command_line_exits_as_it_promises_and_needs_no_database(file, code, capsys):
    """A test without a database fails where one is asked for anything."""
    assert exit_of("check_deck", file, "--json") == code
    assert json.loads(capsys.readouterr().out)["legal"] is (code == 0)


def test_the_exit_is_that_of_the_process_which_needs_no_folder_of_data(tmp_path):
    for file, code in sample(EXITS, 1):
        answer = manage(tmp_path, "check_deck", file, "--json")
        assert (answer.returncode, json.loads(answer.stdout)["legal"]) == (code, code == 0)
    assert list(tmp_path.iterdir()) == []


def test_the_pieces_of_the_database_serve_when_asked_for(catalogue, capsys):
    tile = HexTile.objects.get(title="Mine Field")
    write_piece(tile, tile.definition | {"hex_points": 5}, by=None)
    assert check(capsys, LEGAL) == (0, "Wreck Runners: legal\n")
    code, said = check(capsys, LEGAL, "--database")
    assert (code, "The hexpile is worth 34 points" in said) == (1, True)


def test_a_database_without_pieces_cannot_judge(nothing, capsys):
    with pytest.raises(CommandError, match="The database holds no pieces") as refusal:
        call_command("check_deck", str(LEGAL), "--database")
    assert refusal.value.returncode == 2


def test_a_database_that_was_not_prepared_is_told_so(tmp_path):
    finished = manage(tmp_path, "check_deck", LEGAL, "--database")
    assert finished.returncode == 2
    assert "The database cannot be read" in finished.stderr


def test_a_name_of_a_file_that_is_no_text_is_told_all_the_same(tmp_path):
    answer = manage(tmp_path, "check_deck", tmp_path / "deck\udcff.txt", "--json")
    assert answer.returncode == 2
    assert json.loads(answer.stdout)["unreadable"]["file"] == f"{tmp_path}/deck\\udcff.txt"
