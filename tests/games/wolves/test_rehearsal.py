"""Days that bots play: every order within the rules, the same day from the same seed, and the command."""

from __future__ import annotations

from io import StringIO
from json import loads
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from incursions.games.wolves.bots.rehearsal import Rehearsal
from incursions.games.wolves.rules.content.loading import load
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.state import CLOSE, FIGHTERS

ROOT = Path(__file__).resolve().parents[3]
TURNS = 3


@pytest.fixture(scope="module")
def content():
    return load(ROOT)


@pytest.fixture(scope="module")
def played(content):
    rehearsal = Rehearsal(content, 2)
    return rehearsal, list(rehearsal.play(TURNS))


def test_day_is_played_turn_by_turn(played):
    rehearsal, rows = played
    assert len(rows) == TURNS
    assert (rehearsal.game.state.turn, rehearsal.game.state.phase) == (TURNS, CLOSE)
    assert all(0 <= row.morale <= 10 and row.vessels <= 11 for row in rows)
    assert rows[0].food_made > 0


def test_bots_feed_trade_vote_and_fight(played):
    texts = [entry.text for entry in played[0].game.log]
    for words in (
        "supply food at",
        "unload",
        "close the vote",
        "attacks boarding first",
        "broadcast:",
        "roll for riot",
    ):
        assert any(words in text for text in texts), words


def test_log_replays_to_the_same_day(played, content):
    game = played[0].game
    log = [(entry.seat, entry.text, entry.at) for entry in game.log]
    again = Game.replay({"content": content}, game.dice.seed, log)
    assert again.to_data() == game.to_data()


def test_same_seed_is_the_same_day(played, content):
    assert list(Rehearsal(content, 2).play(TURNS)) == played[1]
    assert list(Rehearsal(content, 3).play(TURNS)) != played[1]


def test_without_attacks_nothing_is_damaged(content):
    rows = list(Rehearsal(content, 5, attack_odds=0).play(2))
    assert [row.broken for row in rows] == [0, 0]
    assert FIGHTERS not in str(rows)


def test_command_prints_the_table_and_json():
    out, data = StringIO(), StringIO()
    call_command("rehearse_megagame", "--seed", "4", "--turns", "2", stdout=out)
    call_command("rehearse_megagame", "--seed", "4", "--turns", "2", "--json", stdout=data)
    report = loads(data.getvalue())
    assert len(out.getvalue().splitlines()) == 3
    assert (report["seed"], report["days"], len(report["turns"])) == (4, 1, 2)
    assert f"{report['turns'][0]['morale']:.2f}" in out.getvalue()


@pytest.mark.parametrize("argument", ["--turns=0", "--turns=x", "--seed=-1", "--days=5000", "--game=chess"])
def test_command_refuses_bad_arguments(argument):
    with pytest.raises(CommandError):
        call_command("rehearse_megagame", argument, stdout=StringIO())
