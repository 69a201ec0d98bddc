"""The results of matches of Incursions in tournaments: hull and shields left (rules 21.4)."""

from __future__ import annotations

from incursions.games.results import ResultFigure, ResultKind, count_margin

MARGIN = ResultFigure(
    key="hull and shield margin",
    words="hull and shield margin",
    heading="Margin",
    title="Hull and shields left, less those of the others, a table on average",
    printed_heading="Margin",
    how="The mean over all tables played of own hull and shields at the end, less those of the others on average.",
    count=count_margin,
)
RESULTS = ResultKind(points_words="hull and shields", most_points=200, figures=(MARGIN,))
"""No ship of the set has anything near the most points."""
