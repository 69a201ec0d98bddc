"""The kinds of events: what each declares, and what the rules tell."""

import inspect
import re

import pytest

from incursions.engine import EventKind
from incursions.engine.events import OPTIONAL
from incursions.games.incursions.rules.events import KINDS
from tests.fuzz.decks import dealt
from tests.fuzz.tables import seeded

FACT = re.compile(r"\{(\w+)")
GAMES = 3
MOST_ACTIONS = 300


def declared_facts(kind: type[EventKind]) -> dict[str, bool]:
    """Return the names of the facts that a kind declares, and whether each event of the kind has them."""
    found = {}
    for base in reversed(kind.__mro__[: kind.__mro__.index(EventKind)]):
        fields = inspect.get_annotations(base)
        found |= {name.rstrip("_"): vars(base).get(name) is not OPTIONAL for name in fields}
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_sentence_reads_facts_that_its_kind_declares(kind):
    assert set(FACT.findall(KINDS[kind].sentence)) <= set(declared_facts(KINDS[kind]))


@pytest.mark.parametrize("start", [seeded, dealt])
def test_events_have_the_facts_that_their_kind_declares(start):
    for number in range(GAMES):
        rng, game = start(number)
        events = list(game.events)
        while (question := game.decision) is not None and game.number < MOST_ACTIONS:
            events += game.play(rng.choice(list(question.options)))
        for event in events:
            declared = declared_facts(KINDS[event.kind])
            needed = {name for name, is_needed in declared.items() if is_needed}
            assert event.kind_class is KINDS[event.kind]
            assert needed <= set(event.facts) <= set(declared), event
