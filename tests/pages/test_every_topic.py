"""Every question that the scenarios lead to, as a player would see it: rows, prompt, map, seats, hand and log."""

from collections import Counter

import pytest

from cards.storing import pieces
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.examples.scenarios import play_scenario
from incursions.games.incursions.table import chart
from incursions.games.incursions.table.log import name_ships
from incursions.games.incursions.table.panels import build_hand, build_seat_table
from incursions.games.incursions.table.printed import Printed
from incursions.games.incursions.table.prompt import build_prompt
from incursions.games.incursions.table.question_rows import list_rows
from tests.games.incursions.rules.house_scenarios import scenarios_by_file
from tests.markup import read_words
from tests.pages.asked_positions import buttons_of
from tests.pages.games import log_of
from tests.sampling import sample

LOOKED_AT = 3  # questions of one topic in one file


def look_at(game: Game) -> None:
    """Draw what the seat that is asked sees, and what a spectator does."""
    asked, printed = game.decision.seat, Printed(game.setup)
    rows = list_rows(game, asked)
    assert list(buttons_of(rows)), game.decision
    assert len({row.id for row in rows}) == len(rows), game.decision
    for seat in (asked, None):
        view = game.view(seat)
        shown = rows if seat == asked else []
        prompt = build_prompt(view, shown, seat, printed)
        assert prompt.title
        assert "None" not in prompt.announce
        chart.draw_chart(view, shown)
        assert "None" not in " ".join(chart.describe_tiles(view))
        for player in view["players"]:
            assert "None" not in build_seat_table(view, player["seat"], printed).spoken
    build_hand(game.view(asked), rows, printed)


def read(game: Game) -> None:
    """Assert that the log's sentences about the last action are whole."""
    log = log_of(name_ships(game.view(None)), knows_all=True).writer
    for event in game.events:
        said = read_words(log.tell(event.kind, event.facts))
        assert not {"{", "}", "[", "]", "_", "·"} & set(said), (event, said)
        assert "None" not in said, (event, said)


@pytest.mark.parametrize("file", sample(scenarios_by_file(), 8))
def test_questions_and_events_of_the_scenarios_can_be_shown(file):
    seen: Counter[tuple[str, bool]] = Counter()
    for scenario in scenarios_by_file()[file]:
        if scenario.described.get("mode", "basic") == "basic":
            continue
        for _, game in play_scenario(scenario, pieces()):
            read(game)
            question = game.decision
            if question is not None:
                seen[question.topic, bool(question.said)] += 1
                if seen[question.topic, bool(question.said)] <= LOOKED_AT:
                    look_at(game)
