"""script/bench --bots: what is kept, what is played again, how it is stopped."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from support import bench
from support.benches import bot_duels, bots
from support.benches.bot_duels import Duel
from support.benches.bots import BenchBusyError, bots_figures, fingerprint, kept_duels
from tests.sampling import sample

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'script'}"}
NAME = "captain_vs_random"
PAIR = bot_duels.PAIRS[NAME]
PLAY = """
import sys
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from support.benches.bots import bots_figures
from support.supervisor import StopRequestedError, stop_on_signals
stop_on_signals()
try:
    print(bots_figures(["captain_vs_random"], games=int(sys.argv[2]), folder=Path(sys.argv[1])))
except StopRequestedError:
    sys.exit(130)
"""


@pytest.fixture
def numbers(monkeypatch) -> list[int]:
    """The games that are really played, each lost at once."""
    played = []

    def play(pair, number):
        played.append(number)
        return Duel(number, 0.0, "concession")

    monkeypatch.setattr(bots, "play_duel", play)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    return played


def kept(folder: Path) -> list[dict]:
    return [json.loads(line) for line in (folder / f"{NAME}.jsonl").read_text().splitlines()]


def test_a_second_run_goes_on_where_the_first_was_stopped(tmp_path, numbers):
    with kept_duels(tmp_path, PAIR, anew=False) as file:
        file.add(Duel(0, 1.0, "wormhole"))
        file.add(Duel(2, 0.5, "draw"))
    figures = bots_figures([NAME], games=4, folder=tmp_path)
    assert numbers == [1, 3]
    assert (figures[f"{NAME}.win_rate"], figures[f"{NAME}.games"]) == (0.375, 4)
    assert len(kept(tmp_path)) == 5
    assert bots_figures([NAME], games=4, folder=tmp_path) == figures
    assert numbers == [1, 3]


def test_fewer_games_than_are_kept_are_looked_at_alone(tmp_path, numbers):
    bots_figures([NAME], games=4, folder=tmp_path)
    assert bots_figures([NAME], games=2, folder=tmp_path)[f"{NAME}.games"] == 2
    assert len(kept(tmp_path)) == 5


def test_anew_forgets_what_was_kept(tmp_path, numbers):
    with kept_duels(tmp_path, PAIR, anew=False) as file:
        file.add(Duel(0, 1.0, "wormhole"))
    assert bots_figures([NAME], games=2, anew=True, folder=tmp_path)[f"{NAME}.win_rate"] == 0.0
    assert numbers == [0, 1]


def test_games_of_other_code_are_not_mixed_in(tmp_path, numbers, monkeypatch):
    bots_figures([NAME], games=2, folder=tmp_path)
    monkeypatch.setattr(bots, "fingerprint", lambda **named: "other")
    bots_figures([NAME], games=2, folder=tmp_path)
    assert numbers == [0, 1, 0, 1]
    assert kept(tmp_path)[0] == {"pair": NAME, "measured": "other"}
    assert len(kept(tmp_path)) == 3


def test_a_line_that_was_cut_off_is_played_again(tmp_path, numbers):
    bots_figures([NAME], games=2, folder=tmp_path)
    file = tmp_path / f"{NAME}.jsonl"
    file.write_text(file.read_text()[:-5])
    bots_figures([NAME], games=2, folder=tmp_path)
    assert numbers == [0, 1, 1]
    assert [line["number"] for line in kept(tmp_path)[1:]] == [0, 1]


def test_a_pair_is_played_by_one_run_at_a_time(tmp_path):
    with (
        kept_duels(tmp_path, PAIR, anew=False),
        pytest.raises(BenchBusyError, match="plays captain_vs_random already"),
        kept_duels(tmp_path, PAIR, anew=False),
    ):
        pass


@pytest.mark.parametrize(
    ("changed", "differs"),
    [
        ("incursions/games/incursions/bots/captain.py", True),
        ("incursions/games/incursions/rules/effects/deep.py", True),
        ("fixtures/ships.yaml", True),
        ("script/support/benches/bot_duels.py", True),
        ("incursions/games/incursions/bots/trials/report.py", False),
        ("tournaments/tables/views.py", False),
    ],
)
def test_the_fingerprint_is_of_what_the_games_depend_on(tmp_path, changed, differs):
    before = fingerprint(tmp_path)
    (tmp_path / changed).parent.mkdir(parents=True)
    (tmp_path / changed).write_text("new")
    assert (fingerprint(tmp_path) != before) == differs


@pytest.mark.long
@pytest.mark.parametrize("number", sample([signal.SIGINT, signal.SIGTERM], 1))
def test_a_run_can_be_stopped_at_any_time_and_gone_on_with(tmp_path, numbers, number):
    command = [sys.executable, "-c", PLAY, tmp_path, "10000"]
    run = subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 60
    while not (tmp_path / f"{NAME}.jsonl").exists() or len(kept_lines(tmp_path)) < 3:
        assert run.poll() is None
        assert time.monotonic() < until
        time.sleep(0.05)
    run.send_signal(number)
    assert run.wait(30) == 130
    assert "Traceback" not in run.stderr.read()
    run.stderr.close()
    before = {json.loads(line)["number"] for line in kept_lines(tmp_path)[1:]}
    bots_figures([NAME], games=max(before) + 2, folder=tmp_path)
    assert numbers == [number for number in range(max(before) + 2) if number not in before]


def kept_lines(folder: Path) -> list[str]:
    """Return the whole lines: the last one may be under way."""
    return [line for line in (folder / f"{NAME}.jsonl").read_text().splitlines(keepends=True) if line.endswith("\n")]


def test_an_unknown_pair_is_refused_by_name(capsys):
    with pytest.raises(SystemExit) as exit_of:
        bench.parse_arguments(["--bots", "--part", "captain_vs_nobody"])
    assert exit_of.value.code == 2
    told = capsys.readouterr().err
    assert "captain_vs_nobody" in told
    assert NAME in told


@pytest.mark.parametrize("arguments", [["--part", NAME], ["--anew"], ["--bots", "--games", "0"]])
def test_options_that_make_no_sense_are_refused(arguments):
    with pytest.raises(SystemExit) as exit_of:
        bench.parse_arguments(arguments)
    assert exit_of.value.code == 2


def test_the_figures_of_one_pair_are_flat_keys(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(bench, "stop_on_signals", lambda: None)
    monkeypatch.setattr(
        bench, "bots_figures", lambda parts, **how: (asked.append((parts, how)), {f"{NAME}.games": 3})[1]
    )
    monkeypatch.setattr(sys, "argv", ["bench", "--bots", "--json", "--part", NAME, "--games", "3"])
    assert bench.main() == 0
    assert json.loads(capsys.readouterr().out) == {f"{NAME}.games": 3}
    assert asked == [((NAME,), {"games": 3, "anew": False})]


def test_a_process_that_was_killed_is_told_in_a_sentence(monkeypatch, capsys):
    def broken(parts, **how):
        raise BrokenProcessPool

    monkeypatch.setattr(bench, "stop_on_signals", lambda: None)
    monkeypatch.setattr(bench, "bots_figures", broken)
    monkeypatch.setattr(sys, "argv", ["bench", "--bots"])
    assert bench.main() == 1
    assert capsys.readouterr().err == "A process of the bench was killed; the games that are finished are kept.\n"
