"""The API against its own schema: whatever is sent, no failure, and no answer that the schema does not describe."""

from collections.abc import Iterator

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from cards.decks.drafts import save_draft
from cards.decks.models import Deck
from cards.decks.reading import LARGEST_NUMBER
from incursions.accounts.tokens import make_token
from tests.cards.decks.conftest import content

pytestmark = pytest.mark.django_db
EXAMPLES = 5
# No schema says which queries can be read, or which signs nobody sees: such are refused with 400 or 422.
MAY_BE_REFUSED = [positive_data_acceptance]

schema = schemathesis.openapi.from_wsgi("/api/v1/schema/", get_wsgi_application())
steadily = settings(
    max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """Requests share the connection of their test, and its transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@schema.parametrize()
@steadily
def test_nobody_finds_an_answer_that_is_not_described(case) -> None:
    case.call_and_validate(excluded_checks=MAY_BE_REFUSED)


@schema.parametrize()
@steadily
def test_user_with_decks_finds_no_answer_that_is_not_described(case, busy_deck: Deck, authorization: str) -> None:
    """Whatever is sent goes to a deck that is there, with its number: so mended, it may be accepted."""
    row = Deck.objects.get(pk=busy_deck.pk)
    if "public_id" in (case.path_parameters or {}):
        case.path_parameters["public_id"] = row.public_id
    sent = case.body.get("number") if isinstance(case.body, dict) else None
    if type(sent) is int and 1 <= sent <= LARGEST_NUMBER:
        case.body["number"] = row.number
    mended = [*MAY_BE_REFUSED, negative_data_rejection]
    case.call_and_validate(headers={"Authorization": authorization}, excluded_checks=mended)


@pytest.fixture
def busy_deck(make, owner) -> Deck:
    """A public deck with steps to undo and redo, and two versions."""
    deck = make(visibility="public", tags=["quick"], notes="*Go!*")
    return save_draft(deck, content(deck={"Fire": 1}), by=owner, number=deck.number)


@pytest.fixture
def authorization(owner) -> str:
    return f"Bearer {make_token(owner, 'tests').secret}"
