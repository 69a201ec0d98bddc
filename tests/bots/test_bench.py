"""The bench's parts, each for a moment: that they measure what they say, not how fast."""

import sys
from random import Random

import pytest

from incursions.bots import bench


def test_playouts_end_and_count_their_decisions():
    assert bench.chess_playout()(Random(1)) > 10
    assert bench.random_playout(bench.basic_match())(Random(1)) > 10


def test_the_figures_have_the_names_that_the_documents_use(monkeypatch):
    monkeypatch.setattr(bench, "SECONDS_A_PART", 0.01)
    monkeypatch.setattr(bench, "GAMES_LOOKED_AT", 5)
    figures = bench.figures()
    of_each = (
        *("decisions_per_s", "games_per_s", "ratio_to_chess", "copies_per_s"),
        *("view_us", "save_bytes", "game_bytes", "replay_500_ms"),
    )
    named = {f"{mode}.{figure}" for mode in ("basic", "full") for figure in of_each}
    assert set(figures) == named | {"chess.decisions_per_s", "captain.decision_us"}
    assert all(figure > 0 for figure in figures.values())
    assert figures["basic.save_bytes"] <= 8192


def test_the_bench_says_what_it_lacks(monkeypatch):
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(bench.BenchMissing, match="needs python-chess"):
        bench.chess_playout()
