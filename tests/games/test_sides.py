"""Tests of equal bots on both sides: shares with their bounds, verdicts, and `script/manage balance --game NAME`."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from incursions.games.sides import EVEN, LOPSIDED, UNKNOWN, judge
from incursions.games.talon.rules.game import Game


def measure(*arguments: str) -> str:
    out = StringIO()
    call_command("balance", "--game", "talon", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.mark.parametrize(
    ("rate", "low", "high", "verdict"),
    [
        (0.5, 0.4, 0.6, EVEN),
        (0.58, 0.51, 0.64, EVEN),
        (0.42, 0.36, 0.49, EVEN),
        (0.62, 0.55, 0.68, LOPSIDED),
        (0.38, 0.32, 0.45, LOPSIDED),
        (0.62, 0.4, 0.8, UNKNOWN),
    ],
)
def test_a_side_has_too_much_from_58_percent_if_the_games_are_enough(rate, low, high, verdict):
    assert judge(rate, low, high) == verdict


def test_rows_count_every_game_of_every_mode_and_bot():
    rows = json.loads(measure("--modes", "duel,convoy", "--bots", "steady,hunter", "--games", "4", "--json"))
    assert [(row["mode"], row["bot"]) for row in rows] == [
        ("duel", "steady"),
        ("convoy", "steady"),
        ("duel", "hunter"),
        ("convoy", "hunter"),
    ]
    for row in rows:
        assert row["sides"] == ["Terrans", "Talons"]
        assert sum(row["won"]) + row["drawn"] == row["games"] == sum(row["endings"].values()) == 4
        assert row["share"] == (row["won"][0] + row["drawn"] / 2) / 4
        assert row["low"] <= row["share"] <= row["high"]


def test_equal_seeds_give_equal_rows():
    arguments = ("--modes", "convoy", "--games", "3", "--json")
    assert measure(*arguments, "--seed", "5") == measure(*arguments, "--seed", "5")
    assert measure(*arguments, "--seed", "5") != measure(*arguments, "--seed", "6")


def test_the_battles_are_measured_in_words_unless_others_are_named():
    told = measure("--games", "1")
    for mode in ("duel", "fleet", "convoy", "escape"):
        assert f"{mode}, hunter on both sides: Terrans" in told
    assert "skirmish" not in told


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--decks", "First Blood"), "Talon is not measured with --decks"),
        (("--modes", "solo"), "There is no mode called 'solo'"),
        (("--bots", "admiral"), "there is no bot called 'admiral'"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(arguments, reason):
    with pytest.raises(CommandError, match=reason) as refused:
        measure(*arguments)
    assert refused.value.returncode == 2


def test_decks_are_not_measured_by_modes():
    with pytest.raises(CommandError, match="not measured with --modes"):
        call_command("balance", "--modes", "full", stdout=StringIO(), stderr=StringIO())


def test_games_that_fail_are_told(monkeypatch):
    def fail(self, text):
        raise ValueError("broken")

    monkeypatch.setattr(Game, "play", fail)
    with pytest.raises(CommandError, match="2 games failed"):
        measure("--modes", "duel", "--games", "2")
