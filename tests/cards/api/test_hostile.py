"""What nobody means well by: each a clear refusal of the one shape, never a failure, and nothing is changed."""

import gzip
from io import BytesIO
from urllib.parse import quote

import pytest
from django.core.handlers.asgi import ASGIRequest
from django.db import OperationalError
from django.test import Client
from rest_framework.request import Request

from cards.decks.models import Deck
from incursions.kit.api.problems import ProblemError
from incursions.kit.api.requests import LARGEST_BODY, sent_with
from incursions.kit.refusals import CODES
from tests.cards.decks.contents import everything_of

pytestmark = pytest.mark.django_db
DEEP = 100_000
PROBLEM = "application/problem+json"


def refusal(answer, *statuses: int) -> dict:
    """Return the error, asserting that it is complete."""
    problem = answer.json()
    assert answer["Content-Type"] == PROBLEM
    assert answer["Cache-Control"] == "no-store"
    assert problem["status"] == answer.status_code == CODES[problem["code"]].status
    assert (problem["title"], problem["type"]) == (
        CODES[problem["code"]].title,
        f"/api/v1/guide/#{problem['code']}",
    )
    assert problem["detail"]
    assert not statuses or answer.status_code in statuses
    return problem


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "malformed"),
        (b"{", "bad_json"),
        (b"[]", "malformed"),
        (b'"text"', "malformed"),
        (b"null", "malformed"),
        (b"\xff\xfe{}", "bad_json"),
        (b'{"name": NaN}', "bad_json"),
        (b'{"name": -Infinity}', "bad_json"),
        (b'{"name": "a", "name": "b"}', "bad_json"),
        (b'{"name": "\\ud800"}', "bad_json"),
        (b'{"name": ["\\uDfff"]}', "bad_json"),
        (b'{"\\udc00": 1}', "bad_json"),
        (b'{"name": ' + b"9" * 5000 + b"}", "bad_json"),
        (b'{"name":' + b"[" * DEEP + b"]" * DEEP + b"}", "bad_json"),
        (b'{"a":' * DEEP + b"1" + b"}" * DEEP, "bad_json"),
        (b'{"name": "' + b"x" * 10_000_000 + b'"}', "too_large"),
        (b'{"name": "a\\u0000b"}', "invalid"),
        (b'{"name": "a\\u202eb"}', "invalid"),
        (b'{"name": ""}', "invalid"),
        (b'{"name": "x", "owner": "tobias"}', "malformed"),
        (b'{"name": "x", "content": {"deck": {"Fire": 100000}}}', "invalid"),
        (b'{"name": "x", "content": {"deck": {"Fire": true}}}', "malformed"),
        (b'{"name": "x", "content": {"deck": {"Fire": 1e400}}}', "malformed"),
        (b'{"name": "x", "content": {"deck": []}}', "malformed"),
        (b'{"name": "x", "content": {"ship": {"a": 1}}}', "malformed"),
        (b'{"name": "x", "content": null}', "malformed"),
        (b'{"name": "x", "tags": "a"}', "malformed"),
        (b'{"name": "x", "tags": [{}]}', "malformed"),
        (b'{"name": "x", "notes": 1}', "malformed"),
    ],
    ids=lambda value: value if isinstance(value, str) else repr(value[:30]),
)
def test_body_that_cannot_be_kept_is_refused(mine, body: bytes, code: str) -> None:
    assert refusal(mine.ask("POST", "decks/", body))["code"] == code
    assert not Deck.objects.exists()


@pytest.mark.parametrize("value", [None, True, "", "1", 1.0, 0, -1, 2**31, 10**30, [], {}])
def test_number_that_is_none_changes_nothing(mine, deck, value: object) -> None:
    before = everything_of(deck)
    for method, further, body in [
        ("PATCH", "", {"name": "x"}),
        ("PUT", "draft/", {"content": {}}),
        ("POST", "draft/undo/", {}),
        ("POST", "versions/", {}),
        ("POST", "link/", {}),
    ]:
        answer = mine.ask(method, f"decks/{deck.public_id}/{further}", body | {"number": value})
        assert refusal(answer, 400)["field"] == "number"
    assert everything_of(deck) == before


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
        "?",
        "*/*",
        "application/*",
        "application/vnd.api+json",
        "application/json; charset=utf-16",
    ],
)
def test_body_of_another_type_is_refused(mine, client, owner, kind: str) -> None:
    client.force_login(owner)
    for asking in (mine, client):
        answer = asking.generic("POST", "/api/v1/decks/", b'{"name": "x"}', content_type=kind)
        assert refusal(answer, 415)["code"] == "unsupported_media_type"
    assert not Deck.objects.exists()


def test_body_is_taken_as_it_is_said_to_be(mine) -> None:
    for kind in ("application/json", "Application/JSON; charset=UTF-8"):
        assert mine.generic("POST", "/api/v1/decks/", b'{"name": "x"}', content_type=kind).status_code == 201
    packed = mine.ask("POST", "decks/", gzip.compress(b'{"name": "x"}'), **{"Content-Encoding": "gzip"})
    assert refusal(packed, 415)["detail"] == "Send the body as it is, without a Content-Encoding."


def test_body_that_comes_without_its_length_is_read() -> None:
    """In chunks: nobody knows beforehand how many."""
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
    }
    assert sent_with(Request(ASGIRequest(scope, BytesIO(b'{"name": "x"}')))) == {"name": "x"}
    assert sent_with(Request(ASGIRequest(scope, BytesIO(b"")))) == {}
    with pytest.raises(ProblemError, match="too large"):
        sent_with(Request(ASGIRequest(scope, BytesIO(b" " * (LARGEST_BODY + 1)))))


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "BREW"])
def test_method_that_there_is_not_is_refused(api, mine, method: str) -> None:
    for client in (api, mine):
        answer = client.ask(method, "pieces/")
        assert refusal(answer, 405)
        assert answer["Allow"] == "GET, HEAD, OPTIONS"


def test_form_that_there_is_not_is_refused(api) -> None:
    for wrong in ("text/html", "application/json;q=0", "application/problem+json", "*/*;q=0", "garbage"):
        assert refusal(api.ask("GET", "pieces/", Accept=wrong), 406)
    plain = api.ask("GET", "pieces/sol/").content
    for right in ("text/html, */*;q=0.1", "application/json; charset=utf-8", "Application/JSON;indent=8", ""):
        answer = api.ask("GET", "pieces/sol/", Accept=right)
        assert (answer.status_code, answer.content) == (200, plain)


@pytest.mark.parametrize(
    "address",
    ["nothing/", "decks/ABC/", "decks/a%00b/", "decks/..%2f..%2fadmin/", "pieces/%F0%9F%9A%80/", "decks/x/nothing/",
     "catalogue/x.yaml", "decks/" + "a" * 2000 + "/", "versions/", "%0a/"],
)  # fmt: skip
def test_address_that_there_is_not_says_so(api, mine, address: str) -> None:
    for client in (api, mine):
        for method in ("GET", "POST", "DELETE"):
            assert refusal(client.ask(method, address), 404)["code"] == "no_such_address"


def test_addresses_beside_the_api_and_pages_in_it_refuse_as_it_does(api) -> None:
    assert refusal(api.ask("GET", "/api/v2/pieces/"), 404)["detail"].endswith("The API is at /api/v1/.")
    for page in ("docs/", "guide/"):
        for method in ("POST", "DELETE", "OPTIONS"):
            answer = Client(enforce_csrf_checks=True).generic(method, f"/api/v1/{page}")
            assert (refusal(answer, 405)["code"], answer["Allow"]) == ("method_not_allowed", "GET, HEAD")


def test_forgotten_slash_is_named(api) -> None:
    assert refusal(api.ask("GET", "pieces"), 404)["detail"] == "Perhaps you mean /api/v1/pieces/."


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ("pieces/?Q=sol", "Q"),
        ("pieces/?q=a&q=b", "q"),
        ("pieces/?page=0", "page"),
        ("pieces/?page=1.0", "page"),
        ("pieces/?page=%D9%A1", "page"),
        ("pieces/?page=" + "9" * 5000, "page"),
        ("pieces/?page_size=501", "page_size"),
        ("rulings/?piece=a%00", "piece"),
        ("decks/?mine=yes", "mine"),
        ("decks/?name=%00", "name"),
        ("decks/?name=%ED%A0%80%E2%80%AE", "name"),
        ("decks/?tag=" + "x" * 201, "tag"),
        ("decks/?piece=nothing", "piece"),
        ("decks/?owner=%0a", "owner"),
        ("formats/?x=%ff", "x"),
    ],
)
def test_parameter_that_cannot_be_read_is_refused(api, asked: str, field: str) -> None:
    problem = refusal(api.ask("GET", asked), 400)
    assert (problem["code"], problem["field"]) == ("bad_parameter", field)


def test_page_behind_the_last_names_the_last(api) -> None:
    assert refusal(api.ask("GET", "pieces/?page=1000000"), 404)["last"] == 6


@pytest.mark.parametrize("query", ["(" * 500, "a " * 1000, "x" * 100_000, "\x00", 'title:"', "points>=" + "9" * 400])
def test_query_that_costs_too_much_is_refused(api, query: str) -> None:
    assert refusal(api.ask("GET", f"pieces/?q={quote(query)}"), 400)["code"] == "bad_query"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00",
        "[Deck]\n" + "1 Fire\n" * 100_000,
        '{"deck": ' + "[" * 5000,
        "[Deck]\n99999999 Fire",
        "INC1-0000",
        "\u202e",
    ],
    ids=lambda text: repr(text[:20]),
)
def test_text_to_import_may_be_anything(mine, text: str) -> None:
    read = mine.ask("POST", "import/", {"text": text})
    assert (read.status_code, read.json()["content"]["deck"]) == (200, {})
    assert refusal(mine.ask("POST", "import/", {"text": text, "save": True}), 422)["code"] == "unreadable"
    assert refusal(mine.ask("POST", "check/", {"text": text}), 422)["code"] == "unreadable"
    assert not Deck.objects.exists()


def test_script_in_names_and_notes_comes_back_as_it_was_typed(mine) -> None:
    said = {"name": "<script>alert(1)</script>", "notes": "<img src=x onerror=alert(1)>", "tags": ["<b>"]}
    answer = mine.ask("POST", "decks/", said)
    assert {key: answer.json()[key] for key in said} == said
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("application/json", "nosniff")


def test_failure_is_a_problem_too(api, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("A secret of the house")

    monkeypatch.setattr("cards.api.piece_views.current_file", fail)
    api.raise_request_exception = False
    answer = api.ask("GET", "pieces/")
    assert (answer.status_code, answer["Content-Type"], answer.json()["code"]) == (500, PROBLEM, "failure")
    assert b"secret" not in answer.content


def test_database_that_does_not_answer_is_worth_another_try(mine, monkeypatch) -> None:
    def locked(*_: object, **__: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("cards.api.deck_views.create_deck", locked)
    answer = mine.ask("POST", "decks/", {"name": "x"})
    assert (refusal(answer, 503)["code"], answer["Retry-After"]) == ("busy", "5")


def test_host_that_is_not_ours_is_a_problem_for_the_api_alone(api) -> None:
    asked = api.ask("GET", "pieces/", Host="elsewhere.example")
    assert (asked.status_code, asked["Content-Type"], asked.json()["code"]) == (400, PROBLEM, "bad_request")
    assert api.ask("GET", "/cards/", Host="elsewhere.example")["Content-Type"].startswith("text/html")
