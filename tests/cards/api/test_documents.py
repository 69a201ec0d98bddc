"""The documents of the API: the schema is valid and silent, and says what the code says."""

import json
import re

import pytest
from django.conf import settings
from django.core.management import call_command
from jsonschema import Draft202012Validator

from incursions.games.incursions.search import FIELDS
from incursions.kit.refusals import CODES
from tests.markup import read_page
from tests.walk.table import every_line

pytestmark = pytest.mark.django_db
GUIDE = (settings.ROOT / "docs/api.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def schema(schema_file) -> dict:
    return json.loads(schema_file)


def test_schema_is_valid_and_made_without_warnings(tmp_path) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "schema.yaml"))


def test_query_language_is_described_from_the_table_of_its_fields(schema: dict) -> None:
    described = schema["paths"]["/api/v1/pieces/"]["get"]["description"]
    for field in FIELDS:
        assert f"| `{field.name}` |" in described
        assert f"`{field.example}`" in described


def test_every_operation_says_how_it_may_be_refused(schema: dict) -> None:
    operations = [one for path in schema["paths"].values() for name, one in path.items() if name != "parameters"]
    assert len(operations) > 25
    for operation in operations:
        assert {"400", "401", "429", "500"} <= operation["responses"].keys()
        for status, answer in operation["responses"].items():
            if status >= "400":
                assert answer == {"$ref": f"#/components/responses/{status}"}
                assert list(schema["components"]["responses"][status]["content"]) == ["application/problem+json"]
    assert "Retry-After" in schema["components"]["responses"]["429"]["headers"]


def test_bodies_that_are_needed_say_so(schema: dict) -> None:
    """A request without a body counts as one with an empty object: it is needed where that is not valid."""
    optional, needed = set(), set()
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            if "requestBody" in operation:
                body = operation["requestBody"]
                is_empty_valid = Draft202012Validator(body["content"]["application/json"]["schema"]).is_valid({})
                assert body.get("required", False) is not is_empty_valid, path
                (optional if is_empty_valid else needed).add(f"{method} {path.removeprefix('/api/v1/')}")
    assert {"post decks/", "post check/", "post import/", "put decks/{public_id}/draft/"} <= needed
    assert {"post tournaments/", "post tournaments/{event}/report/", "post tournaments/{event}/players/"} <= needed
    assert {"post decks/{public_id}/copy/", "post tournaments/{event}/start/"} <= optional


def test_every_answer_of_the_table_of_addresses_is_described(schema: dict) -> None:
    """The table says what everybody gets of every address, and its own tests that it is so (tests/walk)."""
    missing = []
    for line in every_line():
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/{line.route}")
        if path in schema["paths"] and line.address != "/api/v1/nothing/":
            described = schema["paths"][path].get(line.method.lower(), {"responses": {"405": {}}})["responses"]
            told = set(line.expected.values())
            missing += [f"{line.method} {line.address}: {status}" for status in told - described.keys()]
    assert not missing


def test_guide_has_every_code_as_the_table_has_it() -> None:
    told = re.findall(r"^\| `(\w+)` \| (\d+) \| (.*?) \| (.*?) \|$", GUIDE, re.MULTILINE)
    assert told == [(code, str(known.status), known.title, known.about) for code, known in CODES.items()]


def test_guide_links_each_code(client) -> None:
    page = read_page(client.get("/api/v1/guide/"))
    for code in CODES:
        assert page.count(f'id="{code}"') == 1


def test_guide_tells_the_rates_that_hold(client, settings) -> None:
    settings.API_RATES = settings.API_RATES | {"work_user": "17/min"}
    assert "<td>17/min</td>" in read_page(client.get("/api/v1/guide/"))


def test_guide_tells_the_headers_that_are_sent(api) -> None:
    sent = {address: api.ask("GET", address)["Cache-Control"] for address in ("pieces/", "catalogue/", "decks/")}
    assert all(f"`{caching}`" in GUIDE for caching in sent.values())


def test_pages_of_documents_name_no_script_but_files(client) -> None:
    page = read_page(client.get("/api/v1/docs/"))
    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
    assert "swagger-ui-bundle.js" in page
