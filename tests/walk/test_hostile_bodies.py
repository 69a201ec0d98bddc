"""Bodies that nobody should send to a table: each is refused with a code and a sentence, and changes nothing."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.rows import find_models
from tests.sampling import sample
from tests.walk.table import every_line, filled

JSON, FORM = "application/json", "application/x-www-form-urlencoded"
NOT_OF_A_TABLE = (
    "/admin/",
    "/accounts/",
    "/cards/",
    "/decks/",
    "/fleets/",
    "/api/",
    "/balance/",
    "/flights/",
    "/learn/",
)
"""Where other tests send such bodies, or no body is read as JSON."""
READ_NOTHING = {
    "/muted": "unticks boxes that are not said",
    "/play": "lays a table whatever is said",
    "/theme": "takes away a choice it does not know",
    "/boosters/open": "opens one",
    "/quick/leave/": "leaves",
    "/quick/bot/": "seats a bot",
    "/matches/{match}/rematch": "asks who it is alone",
    "/matches/{match}/concede": "asks who it is alone",
    "/tournaments/{tournament}/drop": "asks who it is alone",
}
OF_STAFF = ("/matches/{match}/staff", "/reports/{filed}/")
FORMS_ALONE = (
    *("/reports/{filed}/", "/tournaments/new", "/tournaments/{tournament}/desk/settings"),
    *("/series/", "/series/nosuchone/", "/series/{series}/", "/tournaments/{tournament}/pool/keep"),
)
"""Pages that no program speaks to."""
FIELDS = (
    *("version", "text", "key", "said", "request", "message", "do", "room", "mute", "unmute", "guests", "delay"),
    *("mode", "seats", "clocks", "minutes", "bank_s", "free_s", "bots", "starter", "starters", "rated", "private"),
    *("address", "secret", "form"),
    *("hex_points", "invitation", "terms", "revision", "bot", "bot_1", "why", "hide", "hear", "named", "pace_s"),
)
"""Whatever any of these addresses reads."""
VALUES: tuple[Any, ...] = ({}, [[]], "\0", "\ud800", -1, 10**40, float("nan"), "x" * 150, "٣", "\u202e", "deck:\0")


JSON_BODIES: list[bytes] = [
    *(b"{", b"[]", b"null", b'"text"', b"\xff\xfe", b"[" * 8000, b" " * 9000),
    *(json.dumps(dict.fromkeys(FIELDS, value)).encode() for value in VALUES),
]
BROKEN_PART = b'--b\r\nContent-Disposition: form-data; name="mode"\r\n\r\n\0\r\n--b--\r\n'
FORM_BODIES: list[tuple[bytes, str]] = [
    *(("&".join(f"{name}={said}" for name in FIELDS).encode(), FORM) for said in ("%00", "%ED%A0%80")),
    (b"text=" + b"x" * 9000, FORM),
    (b"&".join(b"a%d=1" % number for number in range(1100)), FORM),
    (BROKEN_PART, "multipart/form-data; boundary=b"),
    (b"--b\r\nbroken", "multipart/form-data"),
]


def addresses() -> list[str]:
    """Return some addresses of tables to which something is posted."""
    posted = {line.address for line in every_line() if line.method == "POST"}
    read = (each for each in posted if not each.startswith(NOT_OF_A_TABLE) and each not in (*READ_NOTHING, *OF_STAFF))
    return sample(sorted(read), 5)


def everything() -> dict[str, list[dict[str, Any]]]:
    """Every row of tables and matches."""
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in find_models()}


@pytest.mark.parametrize("who", ["owner", "staff"])
def test_hostile_bodies_are_refused_and_change_nothing(who, world):
    """The owner sits at the tables; the staff may do something of their own to reports."""
    client = Client(raise_request_exception=False)
    client.force_login(world.people[who])
    before, wrong = everything(), []
    for address in OF_STAFF if who == "staff" else addresses():
        path = filled(address, world.words)
        for body in () if address in FORMS_ALONE else JSON_BODIES:
            answer = client.post(path, body, content_type=JSON, HTTP_ACCEPT=JSON)
            wrong += [f"{address} {body[:60]!r} as JSON: {fault}" for fault in json_faults(answer)]
        for body, kind in FORM_BODIES:
            answer = client.post(path, body, content_type=kind, HTTP_ACCEPT="text/html")
            wrong += [f"{address} {body[:60]!r} as a form: {fault}" for fault in page_faults(answer)]
        if everything() != before:
            wrong.append(f"{address}: something was changed")
            before = everything()
    assert not wrong, f"{len(wrong)} answers:\n" + "\n".join(wrong[:60])


def json_faults(answer: Any) -> list[str]:
    """Return the faults of a refusal that a program reads."""
    if not 400 <= answer.status_code < 500:
        return [f"status {answer.status_code}"]
    if answer.headers["Content-Type"] != JSON:
        return [f"{answer.status_code} as {answer.headers['Content-Type']}"]
    said = answer.json()
    return [f"no {name}" for name in ("code", "message") if not said.get(name)]


def page_faults(answer: Any) -> list[str]:
    """Return the faults of a refusal that a person reads."""
    if answer.status_code in (302, 303):
        return []  # the page with the form, which tells why
    if not 400 <= answer.status_code < 500:
        return [f"status {answer.status_code}"]
    return [] if b"<html" in answer.content else [f"{answer.status_code} without a page"]


def test_somebody_to_be_heard_again_is_a_number(world):
    client = Client()
    client.force_login(world.people["owner"])
    client.post("/muted", {"hears_spectators": "on"})
    before = everything()
    for person in ("", "\0", "-1", "٣", "9" * 400):
        client.post("/muted", {"person": person})
    assert everything() == before
