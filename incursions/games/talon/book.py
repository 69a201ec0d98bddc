"""The rulebook of Talon for pages: its text, and the scenarios that show it with their stories."""

from __future__ import annotations

from functools import partial

from incursions.games.books import BookKind
from incursions.games.outlines import list_outlines, make_teller
from incursions.games.talon.rules.catalogue import load
from incursions.games.talon.rules.examples.scenario_files import SCENARIOS, read_scenarios
from incursions.games.talon.rules.rulebook import FORM, read_rulebook
from incursions.games.talon.table.book_tables import draw_table
from incursions.games.talon.table.stories import tell_story

BOOK = BookKind(
    letter=FORM.letter,
    folder="docs/talon",
    examples="tests/scenarios/talon",
    read=read_rulebook,
    list_examples=partial(list_outlines, key=SCENARIOS),
    tell=make_teller(load, read_scenarios, tell_story),
    searches=("side slip", "blast shield", "missile"),
    draw_figure=draw_table,
)
