"""The bench's parts, each for a moment: that they measure what they say, not how fast."""

import sys
from contextlib import contextmanager
from random import Random

import pytest

from support.benches import engine, peers
from support.benches.peers import PeerMissingError, Playout


def test_playouts_end_and_count_their_decisions():
    assert peers.chess_playout()(Random(1)) > 10
    assert peers.catanatron_playout()(Random(1)) > 100
    assert engine.random_playout(engine.basic_match())(Random(1)) > 10
    assert engine.random_playout(engine.talon_match())(Random(1)) > 100


def test_catanatron_plays_the_same_for_the_same_chances():
    play = peers.catanatron_playout()
    assert play(Random(5)) == play(Random(5))


@pytest.mark.long
def test_boardgame_plays_whole_games_of_both_kinds():
    with boardgame_playouts() as playouts:
        played = {name: measure(0.01, 1) for name, measure in playouts.items()}
    assert set(played) == {"boardgame", "boardgame_duel"}
    assert 5 <= played["boardgame"].decisions / played["boardgame"].games <= 9
    assert played["boardgame_duel"].decisions / played["boardgame_duel"].games >= 2
    assert all(playout.seconds >= 0.01 for playout in played.values())
    with pytest.raises(ValueError, match="closed"):  # its process has ended with its use
        playouts["boardgame"](0.01, 1)


@contextmanager
def boardgame_playouts():
    """Where it is installed, as `script/test` does."""
    try:
        with peers.boardgame_playouts() as playouts:
            yield playouts
    except PeerMissingError as missing:
        pytest.skip(str(missing))


def alike(decisions: int):
    """Return an engine that plays so many decisions a second."""
    return lambda seconds, seed: Playout(1, decisions, 1.0)


@contextmanager
def all_peers():
    yield {"chess": alike(100), "catanatron": alike(200), "boardgame": alike(50)}


@pytest.mark.long
def test_the_figures_have_the_names_that_the_documents_use(monkeypatch):
    monkeypatch.setattr(engine, "SECONDS_A_PART", 0.01)
    monkeypatch.setattr(engine, "ROUNDS", 1)
    monkeypatch.setattr(engine, "GAMES_LOOKED_AT", 1)
    monkeypatch.setattr(engine, "REMEMBERED_DECISIONS", 20)
    monkeypatch.setattr(engine, "peers", all_peers)
    figures = engine.figures()
    of_each = (
        *("decisions_per_s", "games_per_s", "copies_per_s", "view_us", "save_bytes", "game_bytes", "replay_500_ms"),
        *("ratio_to_chess", "ratio_to_catanatron", "ratio_to_boardgame"),
    )
    named = {f"{mode}.{figure}" for mode in ("basic", "full", "talon") for figure in of_each}
    others = {f"{other}.decisions_per_s" for other in ("chess", "catanatron", "boardgame")}
    assert set(figures) == named | others | {"captain.basic_decision_us", "captain.full_decision_us"}
    assert all(figure > 0 for figure in figures.values())
    assert figures["basic.save_bytes"] <= 8192
    assert figures["talon.save_bytes"] <= 16_384
    assert figures["catanatron.decisions_per_s"] == 200


def test_ratios_are_to_what_was_measured_in_the_same_round(monkeypatch):
    monkeypatch.setattr(engine, "peers", all_peers)
    monkeypatch.setattr(engine, "by_chance", lambda play: lambda seconds, seed: Playout(4, 100 * (seed + 1), 1.0))
    assert engine.speed({"full": engine.basic_match()}) == {
        "chess.decisions_per_s": 100,
        "catanatron.decisions_per_s": 200,
        "boardgame.decisions_per_s": 50,
        "full.decisions_per_s": 300,
        "full.games_per_s": 4.0,
        "full.ratio_to_chess": 3.0,
        "full.ratio_to_catanatron": 1.5,
        "full.ratio_to_boardgame": 6.0,
    }


def test_the_bench_says_what_it_lacks(monkeypatch):
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(PeerMissingError, match="needs python-chess"):
        peers.chess_playout()


def test_an_engine_that_is_not_installed_is_told_and_left_out(monkeypatch, capsys, tmp_path):
    monkeypatch.setitem(sys.modules, "catanatron", None)
    monkeypatch.setattr(peers, "ROOT", tmp_path)
    monkeypatch.setattr("shutil.which", lambda name: "/usr/bin/node")
    with peers.peers() as found:
        assert set(found) == {"chess"}
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "catanatron is not measured: install requirements-dev.txt."
    assert told[1] == "boardgame.io is not measured: install the packages of package.json for development."


def test_boardgame_needs_a_node(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(PeerMissingError, match="there is no node"), peers.boardgame_playouts():
        pass
