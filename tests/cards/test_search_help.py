"""The page that explains searching: it is complete, and every example on it runs and finds something."""

import re
from html import unescape

import pytest

from incursions.games.incursions.search import FIELDS
from incursions.games.incursions.search.fields import FieldType
from incursions.games.incursions.search.parsing import DIRECTIVES
from incursions.games.incursions.search.query import VIEWS
from incursions.games.incursions.search.wording import LANGUAGE, OPERATORS
from tests.markup import read_page
from tests.sampling import sample

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client):
    return read_page(client.get("/cards/help/"))


def examples(page):
    return [unescape(address) for address in re.findall(r'<a href="(/cards/\?q=[^"]*)"><code>', page)]


def test_every_example_runs_and_finds_something_but_not_everything(client, page):
    addresses = examples(page)
    assert len(addresses) == len(LANGUAGE) + len(FIELDS)
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200, address
        found = int(re.search(r"<b>(\d+) piece", read_page(answer))[1])
        assert 0 < found < 265 or address == "/cards/?q=set%3Abase", address


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_every_field_stands_there_with_all_that_its_table_says(page, field):
    raw = page.split(f'id="field-{field.name}"')[1].split("</section>")[0]
    section = unescape(raw)
    said = unescape(re.sub(r"<[^>]*>", "", raw))
    assert field.help in said
    assert field.example in said
    assert all(f"<code>{name}</code>" in section for name in field.names)
    assert all(f"<code>{sign}</code> {asks}" in section for sign, asks in OPERATORS[field.type].items())
    assert all(word in said for word in field.words)


def test_the_language_shows_every_directive_and_kind_of_operator():
    examples_given = " ".join(means.example for means in LANGUAGE)
    assert all(f"{name}:" in examples_given for name in DIRECTIVES)
    assert all(sign in examples_given for sign in (":", "=", "!=", "<", ">=", '"', "*", "(", " or ", "-"))
    assert any(f"view:{view}" in examples_given for view in VIEWS)
    assert set(OPERATORS) == set(FieldType)


@pytest.mark.parametrize("field", sample(FIELDS, 15), ids=lambda field: field.name)
def test_every_operator_that_is_named_can_be_used_and_others_cannot(client, field):
    value = {FieldType.TEXT: "ship", FieldType.NUMBER: "3", FieldType.DICE: "2D6"}.get(field.type)
    if value is None:
        value = re.split("[:<>=]+", field.example)[1]
    for sign in (":", "=", "!=", "<", "<=", ">", ">="):
        status = client.get("/cards/", {"q": f"{field.name}{sign}{value}"}).status_code
        can_be_used = sign in OPERATORS[field.type] or sign == "="
        assert status == (200 if can_be_used else 400), sign
