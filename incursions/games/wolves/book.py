"""The rulebook of Den of Wolves for pages: its text, and the examples that show it with their stories."""

from __future__ import annotations

from incursions.games.books import BookKind
from incursions.games.outlines import list_outlines, make_teller
from incursions.games.wolves.rules.content.loading import load
from incursions.games.wolves.rules.examples.scenario_files import read_scenarios
from incursions.games.wolves.rules.rulebook import FORM, read_rulebook
from incursions.games.wolves.stories import tell_story

BOOK = BookKind(
    letter=FORM.letter,
    folder="docs/wolves",
    examples="tests/scenarios/wolves",
    read=read_rulebook,
    list_examples=list_outlines,
    tell=make_teller(load, read_scenarios, tell_story),
    searches=("jump sign", "riot", "boarding party"),
)
