"""The bench's parts, each for a moment: that they measure what they say, not how fast."""

import sys
from random import Random

import pytest

from incursions.bots import bench


def test_playouts_end_and_count_their_decisions():
    assert bench.chess_playout()(Random(1)) > 10
    assert bench.basic_playout(bench.setup())(Random(1)) > 10


def test_the_figures_have_the_names_that_the_documents_use(monkeypatch):
    monkeypatch.setattr(bench, "SECONDS_A_PART", 0.01)
    monkeypatch.setattr(bench, "GAMES_LOOKED_AT", 5)
    figures = bench.figures()
    assert set(figures) == {
        "chess.decisions_per_s",
        "basic.decisions_per_s",
        "basic.games_per_s",
        "basic.ratio_to_chess",
        "basic.copies_per_s",
        "basic.view_us",
        "basic.save_bytes",
        "basic.game_bytes",
        "basic.replay_ms_per_500_decisions",
        "captain.decision_us",
    }
    assert all(figure > 0 for figure in figures.values())
    assert figures["basic.save_bytes"] <= 8192


def test_the_bench_says_what_it_lacks(monkeypatch):
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(bench.BenchMissing, match="needs python-chess"):
        bench.chess_playout()
