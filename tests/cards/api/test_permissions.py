"""Who may do what: every address of decks as everybody, and nothing that tells of a deck that is not shown."""

from http import HTTPStatus

import pytest

from cards.decks.changes import keep_version, save_draft
from incursions.accounts.tokens import make_token, revoke_token
from incursions.accounts.viewers import create_guest
from tests.cards.api.client import ApiClient
from tests.cards.decks.contents import CONTENT, content, everything_of
from tests.sampling import sample

pytestmark = pytest.mark.django_db
NUMBER = {"number": 1}
READS = ["", "draft/", "versions/", "versions/1/", "diff/", "export/", "export/?format=json&version=1"]
WRITES = [
    ("PATCH", "", NUMBER | {"name": "Taken over"}),
    ("PATCH", "", NUMBER | {"visibility": "public"}),
    ("DELETE", "", None),
    ("POST", "restore/", None),
    ("POST", "link/", NUMBER),
    ("PUT", "draft/", NUMBER | {"content": {}}),
    ("POST", "draft/undo/", NUMBER),
    ("POST", "draft/redo/", NUMBER),
    ("POST", "versions/", NUMBER),
    ("POST", "versions/1/take/", NUMBER),
]
EVERY = [*(("GET", address, None) for address in READS), *WRITES, ("POST", "copy/", {})]


@pytest.fixture
def clients(people, client_of) -> dict[str, ApiClient]:
    """Everybody: with a token, guests by their session, and the owner by both."""
    found = {name: client_of(people[name]) for name in ("other", "owner", "staff")}
    found["stranger"] = ApiClient()
    for name, user in (("guest", people["guest"]), ("owner by session", people["owner"])):
        found[name] = ApiClient()
        found[name].force_login(user)
    return found


def seen(answer) -> tuple:
    """All that an answer tells but for the time of day."""
    return answer.status_code, answer.content, sorted(answer.items())


@pytest.mark.parametrize(("method", "further", "body"), sample(EVERY, 6))
@pytest.mark.parametrize("is_deleted", [False, True])
def test_deck_that_is_not_shown_is_as_one_that_is_not_there(
    clients, make, is_deleted: bool, method: str, further: str, body: dict | None
) -> None:
    visibility = "public" if is_deleted else "private"
    deck = make(visibility=visibility, is_deleted=is_deleted)
    before = everything_of(deck)
    for name in ("stranger", "guest", "other"):
        hidden = clients[name].ask(method, f"decks/{deck.public_id}/{further}", body)
        nothing = clients[name].ask(method, f"decks/{deck.public_id[::-1]}/{further}", body)
        assert seen(hidden) == seen(nothing)
        signed_in = method == "GET" or name != "stranger"
        assert hidden.status_code == (HTTPStatus.NOT_FOUND if signed_in else HTTPStatus.UNAUTHORIZED)
    assert everything_of(deck) == before


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_others_read_the_newest_version_alone(clients, make, visibility: str) -> None:
    deck = make(visibility=visibility)
    save_draft(deck, content(deck={"Secret": 1}), by=deck.owner, number=deck.number)
    for name in ("stranger", "guest", "other"):
        for further in READS:
            answer = clients[name].ask("GET", f"decks/{deck.public_id}/{further}")
            assert answer.status_code == (403 if further == "draft/" else 200)
            assert b"Secret" not in answer.content
        read = clients[name].ask("GET", f"decks/{deck.public_id}/").json()
        assert (read["content"], read["number"], read["changed_at"]) == (CONTENT, None, None)
        listed = clients[name].ask("GET", "decks/").json()
        assert [each["number"] for each in listed["results"]] == ([None] if visibility == "public" else [])


def test_what_an_owner_does_in_private_changes_no_answer(clients, make) -> None:
    deck = make(visibility="public")
    addresses = ["decks/", *(f"decks/{deck.public_id}/{further}" for further in READS)]
    before = [seen(clients["other"].ask("GET", address)) for address in addresses]
    save_draft(deck, content(deck={"Secret": 1}), by=deck.owner, number=deck.number)
    make("Another")
    assert [seen(clients["other"].ask("GET", address)) for address in addresses] == before


def test_version_kept_in_private_stays_there_when_the_deck_is_shared(clients, make, owner) -> None:
    deck = make()
    keep_version(deck, by=owner, number=1)
    row = save_draft(deck, content(deck={"Fire": 1}), by=owner, number=1)
    clients["owner"].ask("PATCH", f"decks/{deck.public_id}/", {"number": row.number, "visibility": "public"})
    address = f"decks/{deck.public_id}/versions/"
    counts = {name: clients[name].ask("GET", address).json()["count"] for name in clients}
    assert counts == {"stranger": 1, "guest": 1, "other": 1, "owner": 2, "owner by session": 2, "staff": 2}
    hidden, none = (clients["other"].ask("GET", f"{address}{number}/") for number in (1, 7))
    assert (hidden.status_code, none.status_code) == (404, 404)
    assert hidden.json() | {"detail": ""} == none.json() | {"detail": ""}


@pytest.mark.parametrize(("method", "further", "body"), WRITES)
def test_public_deck_is_changed_by_its_owner_alone(clients, make, method: str, further: str, body: dict | None) -> None:
    deck = make(visibility="public")
    before = everything_of(deck)
    for name in ("stranger", "guest", "other", "staff"):
        answer = clients[name].ask(method, f"decks/{deck.public_id}/{further}", body)
        if (name, further) == ("staff", "restore/"):  # who may restore it may do so though it is not deleted
            assert answer.status_code == HTTPStatus.OK
        else:
            expected = HTTPStatus.UNAUTHORIZED if name == "stranger" else HTTPStatus.FORBIDDEN
            assert answer.status_code == expected
    assert everything_of(deck) == before


def test_staff_and_owner_see_the_draft(clients, deck) -> None:
    for name in ("staff", "owner", "owner by session"):
        assert clients[name].ask("GET", f"decks/{deck.public_id}/draft/").json()["content"] == CONTENT


def test_lists_of_ones_own_hold_nobody_elses(clients, deck) -> None:
    for name in ("guest", "other", "staff"):
        assert clients[name].ask("GET", "decks/?mine=true").json()["count"] == 0
    for name in ("owner", "owner by session"):
        assert clients[name].ask("GET", "decks/?mine=true").json()["count"] == 1
    assert clients["stranger"].ask("GET", "decks/?mine=true").status_code == 401


def test_guest_keeps_decks_by_session(db) -> None:
    client = ApiClient()
    client.force_login(create_guest())
    assert client.ask("POST", "decks/", {"name": "Of a guest"}).status_code == 201


def test_session_writes_with_its_csrf_token_alone(owner, deck) -> None:
    client = ApiClient(enforce_csrf_checks=True)
    client.force_login(owner)
    address, body = f"decks/{deck.public_id}/", {"number": 1, "name": "Other"}
    refused = client.ask("PATCH", address, body)
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf_failed")
    client.get("/accounts/tokens/")
    token = client.cookies["csrftoken"].value
    assert client.ask("PATCH", address, body, **{"X-CSRFToken": token}).status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        "Bearer",
        "Bearer inc_unknown",
        "Bearer a b",
        "bearer \xff\xfe",
        f"Bearer inc_{'x' * 5000}",
        "Basic bWFyZW46eA==",
        "x",
    ],
)
def test_token_that_is_not_known_is_refused_wherever_it_comes(api, client, owner, deck, sent: str) -> None:
    client.force_login(owner)
    for address in ("pieces/", "decks/", f"decks/{deck.public_id}/"):
        for asking in (api, client):
            answer = asking.get(f"/api/v1/{address}", headers={"Authorization": sent})
            assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
            assert answer["WWW-Authenticate"] == "Bearer"


def test_token_counts_in_its_own_header_and_scheme_alone(api, owner) -> None:
    secret = make_token(owner, "tests").secret
    for right in (f"Bearer {secret}", f"bearer  {secret} ", f"BEARER\t{secret}"):
        assert api.ask("GET", "decks/?mine=true", Authorization=right).status_code == 200
    for wrong in (
        secret,
        f"Token {secret}",
        f"Basic {secret}",
        f"Bearer {secret.upper()}",
        f"Bearer {secret}, {secret}",
    ):
        assert api.ask("GET", "decks/?mine=true", Authorization=wrong).json()["code"] == "bad_token"
    for name in ("token", "access_token", "Authorization"):
        assert api.ask("GET", f"decks/?mine=true&{name}={secret}").json()["code"] == "bad_parameter"
    revoke_token(owner, owner.tokens.get().pk)
    assert api.ask("GET", "pieces/", Authorization=f"Bearer {secret}").json()["code"] == "bad_token"
