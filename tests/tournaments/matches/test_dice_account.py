"""Every throw of a match, and the script with which anybody checks them."""

import copy
import json
import subprocess
import sys
from random import Random

import pytest

from incursions.games.incursions.kind import KIND
from incursions.games.incursions.rules import Game
from tests.pages.games import new_full_game
from tournaments.matches.dice_page import SCRIPT, SCRIPTS, build_dice_account, faults, list_thrown_dice
from tournaments.matches.export import export_replay

SEED = bytes([3]) * 32


def played() -> Game:
    """Play a random game of three with a step back in it."""
    game, rng = new_full_game(3, 3), Random(1)
    while game.number < 160:
        if game.number == 100:
            game.act(None, "step back to 80")
        else:
            game.play(rng.choice(list(game.decision.options)))
    return game


GAME = played()
ACTIONS = [(entry.seat, entry.text) for entry in GAME.log]
ACCOUNT = json.loads(json.dumps(build_dice_account(KIND, GAME.setup, SEED, ACTIONS)))
RECORD = json.loads(json.dumps(export_replay(KIND, GAME.setup, SEED, ACTIONS)))


def changed(change) -> dict:
    account = copy.deepcopy(ACCOUNT)
    change(account)
    return account


def test_the_script_finds_nothing_wrong_and_knows_every_die_of_the_log():
    assert faults(ACCOUNT, RECORD) == []
    dice = [die for entry in GAME.log for die in entry.dice]
    start = [die for throw in ACCOUNT["throws"] if throw["move"] == 0 and not throw["limit"] for die in throw["gave"]]
    assert [die for throw in list_thrown_dice(ACCOUNT) for die in throw.gave] == start + dice
    assert all(throw.holds for throw in list_thrown_dice(ACCOUNT))
    assert {throw["epoch"] for throw in ACCOUNT["throws"]} >= {0, 101}


def rolls(account) -> list[dict]:
    return [throw for throw in account["throws"] if not throw["limit"]]


WRONG = {
    "a die": (lambda a: rolls(a)[5]["gave"].__setitem__(0, rolls(a)[5]["gave"][0] % 6 + 1), "the seed gives"),
    "a card drawn": (lambda a: a["throws"][0]["gave"].__setitem__(0, -1), "the seed gives"),
    "a throw left out": (lambda a: a["throws"].pop(3), "is missing"),
    "a throw of the log left out": (lambda a: a["throws"].remove(rolls(a)[-1]), "the match has the dice"),
    "another seed": (lambda a: a.update(seed="00" * 32), "not the one that was sealed"),
    "another seal": (lambda a: a.update(commitment="00" * 32), "not of the same match"),
}


@pytest.mark.parametrize(("change", "words"), WRONG.values(), ids=WRONG)
def test_the_script_finds(change, words):
    assert any(words in fault for fault in faults(changed(change), RECORD))


def test_the_script_runs_by_itself_with_the_standard_library_alone(tmp_path):
    good, bad, match = tmp_path / "dice.json", tmp_path / "bad.json", tmp_path / "match.json"
    good.write_text(json.dumps(ACCOUNT))
    bad.write_text(json.dumps(changed(WRONG["a die"][0])))
    match.write_text(json.dumps(RECORD))
    for files, code, words in (
        ((good, match), 0, "Everything holds"),
        ((good,), 0, "Everything"),
        ((bad,), 1, "gives"),
    ):
        command = [sys.executable, "-I", "-S", SCRIPTS / SCRIPT, *files]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
        assert (done.returncode, words in done.stdout) == (code, True), done.stderr
