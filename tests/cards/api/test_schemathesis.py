"""The API against its own schema: whatever is sent, no failure, and no answer that the schema does not describe.

The schema is read when the first of these tests runs. Reading it when tests are collected, to have one for each
operation, would cost every run of any test more than a second.
"""

from collections.abc import Callable, Sequence

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.generation.hypothesis.builder import HypothesisTestConfig, HypothesisTestMode, create_test
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from cards.decks.changes import save_draft
from cards.decks.models import Deck
from incursions.accounts.tokens import make_token
from incursions.kit.requests import LARGEST_NUMBER
from tests.cards.decks.contents import content
from tests.sampling import sample
from tournaments.events.entries import enter_for
from tournaments.events.models import Tournament
from tournaments.events.plans import Plan, create_tournament, open_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_connection"), pytest.mark.long]
EXAMPLES = 3
OPERATIONS = 8
LIMITS = 20
"""How many requests at the limits of its schema a run sends to an operation as each of the users."""
PARTS = 2
# No schema says which queries can be read, or which signs nobody sees: such are refused with 400 or 422. What is mended
# so that it may be accepted is no longer what was made to be refused.
MAY_BE_REFUSED = [positive_data_acceptance]
MENDED = [*MAY_BE_REFUSED, negative_data_rejection]

EVERY_WAY = tuple(HypothesisTestMode)  # by the schema's examples, by chance, and each limit by itself
TURNED_AWAY = tuple(
    way for way in EVERY_WAY if way is not HypothesisTestMode.COVERAGE
)  # whatever the body's limits are

in_parts = pytest.mark.parametrize("part", range(PARTS))
steadily = settings(
    max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def operations(django_db_setup, django_db_blocker) -> list[APIOperation]:
    """All that the schema describes."""
    with django_db_blocker.unblock():
        schema = schemathesis.openapi.from_wsgi("/api/v1/schema/", get_wsgi_application())
    return sample((found.ok() for found in schema.get_all_operations()), OPERATIONS)


@in_parts
def test_nobody_finds_an_answer_that_is_not_described(operations, subtests, part: int) -> None:
    @steadily
    def ask(case: Case) -> None:
        case.call_and_validate(excluded_checks=MAY_BE_REFUSED)

    for operation in operations[part::PARTS]:
        with subtests.test(operation.label):
            asked(operation, ask, EVERY_WAY if is_for_everybody(operation) else TURNED_AWAY)


@in_parts
def test_user_with_decks_finds_no_answer_that_is_not_described(
    operations, subtests, part: int, busy_deck: Deck, own_event: Tournament, authorization: str
) -> None:
    """Whatever is sent goes to a deck or event that is there, with its number: so mended, it may be accepted."""
    there = {"public_id": busy_deck.public_id, "event": own_event.public_id}

    @steadily
    def ask(case: Case) -> None:
        case.path_parameters.update({name: there[name] for name in there.keys() & (case.path_parameters or {}).keys()})
        sent = case.body.get("number") if isinstance(case.body, dict) else None
        if type(sent) is int and 1 <= sent <= LARGEST_NUMBER:
            case.body["number"] = busy_deck.number
        with transaction.atomic():
            case.call_and_validate(headers={"Authorization": authorization}, excluded_checks=MENDED)
            transaction.set_rollback(True)  # the next one finds the deck as it was

    for operation in operations[part::PARTS]:
        with subtests.test(operation.label):
            asked(operation, ask, EVERY_WAY)


def asked(operation: APIOperation, ask: Callable[[Case], None], ways: Sequence[HypothesisTestMode]) -> None:
    """Ask as the schema allows and forbids."""
    config = HypothesisTestConfig(operation.schema.config, list(ways), settings=steadily)
    test = create_test(operation=operation, test_func=ask, config=config)
    test.hypothesis_explicit_examples = sample(getattr(test, "hypothesis_explicit_examples", ()), LIMITS)
    test()


def is_for_everybody(operation: APIOperation) -> bool:
    """Whether its schema asks for no token, or does without one."""
    return {} in operation.definition.raw.get("security", [{}])


@pytest.fixture
def busy_deck(make, owner) -> Deck:
    """A public deck with steps to undo and redo, and two versions."""
    deck = make(visibility="public", tags=["quick"], notes="*Go!*")
    return save_draft(deck, content(deck={"Fire": 1}), by=owner, number=deck.number)


@pytest.fixture
def own_event(owner) -> Tournament:
    """A tournament that players can enter, with four in it."""
    row = open_tournament(create_tournament(owner, Plan(name="Lantern Night")).public_id, owner)
    for _ in range(4):
        enter_for(row.public_id, owner, bot="random")
    return Tournament.objects.get(pk=row.pk)


@pytest.fixture
def authorization(owner) -> str:
    return f"Bearer {make_token(owner, 'tests').secret}"
