"""Hostile phones at a day: whatever they send gets a clear answer, changes nothing, and shows nothing."""

from __future__ import annotations

import json
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests.rows import find_models
from tests.sampling import chance_of_this_run, is_long
from tests.tournaments.days.day_socket import DaySocket
from tests.tournaments.days.seated_client import enter, order
from tests.tournaments.live.sockets import PATIENCE_S, run
from tournaments.days import pace
from tournaments.days.models import LONGEST_COMMAND
from tournaments.days.seats import make_day
from tournaments.live.consumers import GONE, TOO_MUCH

REQUESTS = 1500 if is_long() else 60
READING = ("GET", "HEAD", "OPTIONS")
METHODS = (*READING, "POST", "PUT", "DELETE", "PATCH")
PAGES = ("day", "take", "seats", "links", "sheets", "desk", "log", "file", "preview")
KEPT_SECRET = "Ember Circle"
ODD_TEXTS = (
    *("", " ", "\0", "\ud800", "\u202egnp", "٣ fuel", "𝕌𝕤𝕖 Bridge", "use Bridge\nuse Bridge", "{text}", "[{request}]"),
    *("undo to entry 0 because of me", "x" * 5000, "é" * LONGEST_COMMAND, "write to Dione Captain: " + "{words}" * 70),
    *("' OR 1=1 --", "<script>alert(1)</script>", "%s%n", "use Water Plant overruling because I can"),
)
ODD_VALUES = (*ODD_TEXTS, None, True, -1, 10**30, 1.5, [], {}, ["use Bridge"], float("nan"))
NOTHING_DONE = (301, 302, 400, 403, 404, 405, 409, 413, 422, 429)


def list_all_rows():
    """Return every row but those of sessions."""
    models = [model for model in find_models() if model.__name__ != "Session"]
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}


@pytest.fixture(autouse=True)
def calm():
    """Forget how many commands other tests have given."""
    pace.limiter.forget()


@pytest.fixture
def started_day(day, give):
    """A day that has started, with a secret in it."""
    give("Control", "start the event")
    give("Control", f"set loyalty of Lucas Captain to {KEPT_SECRET} because of a test", 1)
    day.refresh_from_db()
    return day


def make_request(day, other, rng: Random):
    """Return a method, an address and a body that nobody should send."""
    places = [0, 1, 100, 110, 32768, 2**40, other.seats.last().place, *day.seats.values_list("place", flat=True)[:40]]
    where = rng.choice((day, day, other))
    name = rng.choice((*PAGES, "seat", "command", "command", "command", "enter", "join"))
    if name in ("seat", "command"):
        address = reverse(f"days:{name}", args=[where.public_id, rng.choice(places)])
    elif name == "enter":
        address = reverse("days:enter", args=[rng.choice(("nothing", "0", "x" * 300, day.public_id))])
    else:
        address = reverse(f"days:{name}", args=[] if name == "join" else [where.public_id])
    if rng.random() < 0.3:
        address += rng.choice(("?to=1", "?to=-1", "?to=x", "?code=%00", "?code=" + "9" * 300, "?to=" + "9" * 40))
    body = {field: rng.choice(ODD_VALUES) for field in rng.sample(("text", "request", "player", "list", "words"), 3)}
    return rng.choice(METHODS), address, body


@pytest.mark.django_db
def test_what_strangers_send_changes_nothing_and_shows_nothing(started_day, host):
    """Neither somebody without a seat, nor the player of a seat of another day, gets anything but a refusal."""
    rng, other = chance_of_this_run(), make_day(host, "wolves", "Another day", 26)
    stranger, player = Client(raise_request_exception=False), Client(raise_request_exception=False)
    seat, _ = enter(player, other, "Aegis Admiral")
    keys = [
        *started_day.seats.values_list("key", flat=True),
        *other.seats.exclude(pk=seat.pk).values_list("key", flat=True),
    ]
    before = list_all_rows()
    for _ in range(REQUESTS):
        method, address, body = make_request(started_day, other, rng)
        client, as_json = rng.choice((stranger, player)), rng.random() < 0.7
        sent = json.dumps(body) if as_json else "&".join(f"{name}={value!r}" for name, value in body.items())
        kind = "application/json" if as_json else "application/x-www-form-urlencoded"
        headers = {"Accept": rng.choice(("application/json", "text/html"))}
        answer = client.generic(method, address, sent, kind, headers=headers)
        told = (method, address, sent, answer.status_code)
        assert answer.status_code < 500, told
        assert method in READING or answer.status_code in NOTHING_DONE, told
        said = answer.content.decode(errors="replace")
        assert KEPT_SECRET not in said, told
        assert not any(key in said for key in keys), told
    after = list_all_rows()
    assert {name: rows for name, rows in after.items() if rows != before[name]} == {}


FORMS = {
    "take": {"seat": "116", "player": "Ada"},
    "seats": {"seat": "116", "player": "Ada", "list": ""},
    "change_seat/116": {"act": "double", "player": "Ada", "with": "Dione Captain"},
    "plans": {"turn": "4", "text": "bring prompt 7"},
    "change_plan/1": {"act": "change", "turn": "4", "text": "bring prompt 7"},
    "desk_act": {"take": "vessel Dione"},
    "bots": {"team": "Lucas", "seat": "", "bot": "true"},
    "paper/Dione": {"figure fuel": "3", "figure morale": "4", "reason": "the network was down", "secret": ""},
    "switches": {"name": "Winter", "notes": "on", "muster_minutes": "3"},
    "content_text": {"text prompts": "[]", "reason": "a try", "seen": "1", "overrule": ""},
    "content_names": {"name": "vessel: Dione", "new": "Argo", "reason": "a try", "seen": "1", "do": "save"},
    "content_start": {"source": "sample", "reason": "anew", "seen": "1"},
    "content_version/1": {"reason": "back", "seen": "1"},
    "content_file/fleet?entry=vessels.2": {
        "value morale": "9",
        "row stations/1": "1",
        "do": "",
        "reason": "so",
        "seen": "1",
    },
    "debrief_reveal": {"reason": "it is over"},
    "command/0": {"text": "set fuel of Dione to {n} because {reason}", "n": "3", "reason": "so", "request": "a1"},
    "mark_read/116": {"to": "1"},
}
"""What Control may send, by the names of addresses with what these need."""
ODD_FORMS = (
    "",
    " ",
    "\0",
    "\u202egnp",
    "٣",
    "-1",
    "9" * 5000,
    "x" * 10_000,
    "a\r\nb",
    "{text}",
    "[" * 3000,
    "- &a [*a]",
)


def make_control_request(day, rng: Random):
    """Return an address and a form of Control in which one field, or all, is what nobody should send."""
    name, fields = rng.choice(list(FORMS.items()))
    path, _, query = name.partition("?")
    name, *rest = path.split("/")
    address = reverse(f"days:{name}", args=[day.public_id, *rest])
    wrong, odd = rng.choice([*fields]), rng.choice(ODD_FORMS)
    is_all = rng.random() < 0.2
    return f"{address}?{query}", {key: odd if is_all or key == wrong else value for key, value in fields.items()}


def list_rows_but_answers():
    """Return all rows, without the answers that a day keeps for requests that are sent again (rules W26.9)."""
    rows = list_all_rows()
    for day in rows["Day"]:
        day["revision"] = None
        day["position"] = day["position"] and {**day["position"], "answers": {}}
    return rows


@pytest.mark.django_db
@pytest.mark.parametrize("is_over", [False, True])
def test_what_control_sends_wrong_is_refused_in_words_and_changes_nothing(client, started_day, host, give, is_over):
    rng = chance_of_this_run()
    if is_over:
        give("Control", "end the event", 2)
    client.force_login(host)
    client.raise_request_exception = False
    for _ in range(REQUESTS // 2):
        pace.limiter.forget()
        address, fields = make_control_request(started_day, rng)
        before = list_rows_but_answers()
        answer = client.post(address, fields, headers={"Accept": rng.choice(("application/json", "text/html"))})
        told = (address, {name: value[:20] for name, value in fields.items()}, answer.status_code)
        assert answer.status_code < 500, told
        if answer.status_code >= 400:
            assert list_rows_but_answers() == before, told
            assert answer.content.strip(), told


@pytest.mark.parametrize("value", ODD_VALUES, ids=lambda value: ascii(value)[:20])
def test_odd_order_of_a_seat_is_refused_in_words(client, started_day, value):
    seat, _ = enter(client, started_day, "Dione Captain")
    address = reverse("days:command", args=[started_day.public_id, seat.place])
    before = started_day.entries.count()
    for body in ({"text": value}, {"text": "use Bridge", "request": value}, {"text": "write {words}", "words": value}):
        answer = client.post(address, body, content_type="application/json", headers={"Accept": "application/json"})
        assert answer.status_code in (400, 422), body
        assert answer.json()["message"]
    assert started_day.entries.count() == before


@pytest.mark.parametrize("page", [{}, [[]], None, 7, "nothing", "x" * 5000])
def test_order_of_an_odd_page_is_answered_on_the_own_one(client, started_day, page):
    seat, _ = enter(client, started_day, "Dione Captain")
    address = reverse("days:command", args=[started_day.public_id, seat.place])
    for text, status in (("hide the panel", 303), ("dance", 422)):
        body = {"text": text, "page": page}
        answer = client.post(address, body, content_type="application/json", headers={"Accept": "text/html"})
        assert answer.status_code == status


def test_order_with_its_blanks_filled_is_no_longer_than_any_order(client, started_day):
    seat, _ = enter(client, started_day, "Dione Captain")
    address = reverse("days:command", args=[started_day.public_id, seat.place])
    body = {"text": "write to Lucas Captain: {words}", "words": "x" * LONGEST_COMMAND}
    answer = client.post(address, body, content_type="application/json", headers={"Accept": "application/json"})
    assert (answer.status_code, started_day.entries.count()) == (400, 2)
    assert str(LONGEST_COMMAND) in answer.json()["message"]


def test_request_id_of_another_seat_is_not_answered_for_it(client, started_day):
    first, _ = enter(client, started_day, "Dione Captain")
    second, _ = enter(client, started_day, "Lucas Captain")
    told = order(client, started_day, first, "write to Vulcan Captain: the vault is open", request="a1").json()
    again = order(client, started_day, second, "hide the panel", request="a1").json()
    assert again["number"] == told["number"] + 1
    assert "vault" not in json.dumps(again)
    assert order(client, started_day, second, "show the panel", request="a1").json()["number"] == again["number"]


def test_phone_that_gives_orders_too_fast_is_told_to_wait(client, started_day, monkeypatch):
    seat, _ = enter(client, started_day, "Dione Captain")
    other, _ = enter(client, started_day, "Lucas Captain")
    monkeypatch.setattr(pace.limiter, "clock", lambda: 5.0)
    answers = [
        order(client, started_day, seat, "hide", request=f"a{number}") for number in range(pace.MOST_AT_ONCE + 3)
    ]
    assert [answer.status_code for answer in answers] == [422] * pace.MOST_AT_ONCE + [429] * 3
    assert "Wait" in answers[-1].json()["message"]
    assert order(client, started_day, other, "hide the panel").status_code == 200
    monkeypatch.setattr(pace.limiter, "clock", lambda: 6.0)
    assert order(client, started_day, seat, "hide the panel", request="b1").status_code == 200


def test_control_has_no_station(client, started_day, host):
    client.force_login(host)
    answer = client.get(reverse("days:seat", args=[started_day.public_id, 0]))
    assert (answer.status_code, answer.url) == (302, reverse("days:desk", args=[started_day.public_id]))


def test_list_of_several_players_is_read_from_the_form(client, day, host):
    client.force_login(host)
    lines = "Ada, Dione Captain\r\nGrace Hopper, Aegis Admiral\r\n"
    assert client.post(reverse("days:seats", args=[day.public_id]), {"list": lines}).status_code == 302
    assert [day.seats.get(name=name).player for name in ("Dione Captain", "Aegis Admiral")] == ["Ada", "Grace Hopper"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("page", "place", "places"), [("seat", 100, [101]), ("nothing", 100, [100]), ("desk", 100, [100])]
)
def test_socket_to_another_page_is_closed_and_shows_nothing(day, page, place, places):
    async def test():
        socket = DaySocket(day, page, place, places)
        await socket.open()
        said = await socket.receive_output(timeout=PATIENCE_S)
        assert (said["type"], said.get("code")) == ("websocket.close", GONE)

    run(test)


@pytest.mark.django_db(transaction=True)
def test_socket_that_sends_is_closed(day):
    async def test():
        socket = DaySocket(day, "projector", 0)
        await socket.open()
        await socket.hear_update()
        await socket.send_input({"type": "websocket.receive", "text": '{"text": "end the event"}'})
        closed = await socket.receive_output(timeout=PATIENCE_S)
        assert closed["code"] == TOO_MUCH

    run(test)
