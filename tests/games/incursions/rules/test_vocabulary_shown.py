"""Every verb and every trigger of the vocabulary is shown by a scenario, and none is in the schema alone."""

from collections.abc import Iterator

import pytest

from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.piece_reading import read_effects
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.printed.vocabulary import CONDITIONS, TRIGGERS
from incursions.games.incursions.rules.verbs.verb import Verb
from incursions.games.incursions.rules.verbs.vocabulary import VERBS
from tests.games.incursions.rules.house_scenarios import all_scenarios


def shown() -> Iterator[Effect]:
    """All effects of all pieces that scenarios define, nested ones too."""
    for scenario in all_scenarios():
        for piece in scenario.described.get("pieces") or []:
            yield from read_effects(piece)


EFFECTS = list(shown())


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_shown(verb):
    assert any(effect.verb == verb for effect in EFFECTS)


@pytest.mark.parametrize("trigger", TRIGGERS)
def test_every_trigger_is_shown(trigger):
    assert any(effect.trigger == trigger for effect in EFFECTS)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_every_condition_is_shown_and_can_be_asked(condition):
    assert condition in Game.conditions
    assert any(known.name == condition for effect in EFFECTS for known in effect.conditions)


@pytest.mark.parametrize("verb", [name for name, verb in VERBS.items() if not verb.passive])
def test_every_verb_that_is_carried_out_can_be(verb):
    assert type(Game.verbs[verb]).perform is not Verb.perform
