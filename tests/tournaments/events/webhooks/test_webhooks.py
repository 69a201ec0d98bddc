"""Webhooks: told once at least, signed, never into a private network, and never of what is secret."""

import hashlib
import hmac
import json
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address
from threading import Thread
from typing import Self

import pytest
from django.db import transaction

from incursions.kit.refusals import DomainError
from tests.tournaments.events.organizing.tournaments import again, announced, play_all, started, with_bots
from tests.tournaments.laid_matches import later
from tournaments.events.entries import penalise
from tournaments.events.locked_tournament import LockedTournament
from tournaments.events.models import Delivery, LogLine, Webhook
from tournaments.events.plans import Plan, create_tournament, open_tournament
from tournaments.events.webhooks import (
    MOST_WEBHOOKS,
    PAUSES_S,
    Answer,
    UnreachableError,
    add_webhook,
    drop_old_messages,
    is_public,
    parse_address,
    post_message,
    remove_webhook,
    resolve_public_address,
    send_due,
    send_test,
    sign_message,
)

pytestmark = pytest.mark.both_databases

SECRET = "a secret of some length"
PRIVATE = [
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "2002:7f00:1::",
    "2002:c0a8:101::1",
    "2001:0:4136:e378:8000:63bf:807f:fffe",
]
PUBLIC = [
    "1.1.1.1",
    "8.8.8.8",
    "93.184.215.14",
    "2606:4700::1111",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
    "2002:808:808::1",
]


@pytest.mark.parametrize("number", PRIVATE)
def test_private_numbers_are_never_reached(number: str) -> None:
    assert not is_public(ip_address(number))
    target = parse_address("https://hooks.example/told")
    with pytest.raises(UnreachableError, match="private network"):
        resolve_public_address(target, lambda host, port: ["1.1.1.1", number])
    answer = post_message(target, b"{}", {}, lambda host, port: [number])
    assert answer == Answer(None, "Not sent: the host is in a private network.")


@pytest.mark.parametrize("number", PUBLIC)
def test_public_numbers_are_reached(number: str) -> None:
    assert is_public(ip_address(number))
    assert resolve_public_address(parse_address("https://hooks.example/"), lambda host, port: [number]) == number


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "[::1]", "0x7f.1", "2130706433", "localhost", "127.1", "[::ffff:7f00:1]"]
)
def test_this_machine_by_any_name_is_not_reached(host: str) -> None:
    with pytest.raises(UnreachableError):
        resolve_public_address(parse_address(f"http://{host}:8000/"))


@pytest.mark.parametrize(
    "address",
    [
        "",
        "told",
        "ftp://hooks.example/",
        "file:///etc/passwd",
        "gopher://hooks.example/",
        "https://",
        "https:///told",
        "https://user@hooks.example/",
        "https://user:word@hooks.example/",
        "https://hooks.example:25/",
        "https://hooks.example:99999/",
        "https://hooks.example:x/",
        "https://[::1/",
        "https://hooks.example/a b",
        "https://hooks.example/\r\nHost: other",
        "https://hooks.example\\@other/",
        "https://höoks.example/",
        "https://" + "a" * 300 + "/",
    ],
)
def test_addresses_that_nothing_is_sent_to(address: str) -> None:
    with pytest.raises(UnreachableError):
        parse_address(address)


def test_operator_may_let_private_networks_be_reached(settings) -> None:
    settings.WEBHOOKS_REACH_PRIVATE = True
    assert (
        resolve_public_address(parse_address("http://hooks.example/"), lambda host, port: ["127.0.0.1"]) == "127.0.0.1"
    )


def test_signature_is_hmac_of_time_and_body() -> None:
    expected = hmac.new(b"key", b'17.{"a":1}', hashlib.sha256).hexdigest()
    assert sign_message("key", 17, b'{"a":1}') == expected


class Listening:
    """A server of somebody else's, and what it was sent."""

    def __init__(self, status: int = 204, headers: tuple[tuple[str, str], ...] = (), body: bytes = b"") -> None:
        came = self.came = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                came.append((self.path, dict(self.headers), self.rfile.read(length)))
                self.send_response(status)
                for name, value in headers:
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]

    def __enter__(self) -> Self:
        Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


def test_post_reaches_what_was_looked_up_under_the_name_that_was_meant(settings) -> None:
    settings.WEBHOOKS_REACH_PRIVATE = True
    with Listening(200, body=b"thank\x00 you") as there:
        target = parse_address(f"http://hooks.example:{there.port}/told?by=us")
        answer = post_message(target, b'{"a":1}', {"X": "y"}, lambda host, port: ["127.0.0.1"])
    assert answer == Answer(200, "thank you")
    path, headers, body = there.came[0]
    assert (path, headers["Host"], headers["X"], body) == (
        "/told?by=us",
        f"hooks.example:{there.port}",
        "y",
        b'{"a":1}',
    )


def test_redirects_are_not_followed(settings) -> None:
    settings.WEBHOOKS_REACH_PRIVATE = True
    with Listening(302, (("Location", "http://127.0.0.1:1/"),)) as there:
        answer = post_message(parse_address(f"http://127.0.0.1:{there.port}/"), b"{}", {})
    assert (answer.status, len(there.came)) == (302, 1)


def test_little_of_an_answer_is_read(settings) -> None:
    settings.WEBHOOKS_REACH_PRIVATE = True
    with Listening(200, body=b"x" * 5_000_000) as there:
        answer = post_message(parse_address(f"http://127.0.0.1:{there.port}/"), b"{}", {})
    assert answer == Answer(200, "x" * 300)


def test_nobody_there_is_no_failure_here(settings) -> None:
    settings.WEBHOOKS_REACH_PRIVATE = True
    answer = post_message(parse_address("http://hooks.example:65535/"), b"{}", {}, lambda host, port: ["127.0.0.1"])
    assert answer == Answer(None, "No answer: ConnectionRefusedError.")


# What is told, and how often


class Post:
    """Takes messages as a server would, in memory."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.sent: list[tuple[str, dict, bytes]] = []

    def __call__(self, target, body, headers) -> Answer:
        self.sent.append((target.host, dict(headers), body))
        return self.answers.pop(0) if self.answers else Answer(204, "")


@pytest.fixture
def hooked(owner):
    row = announced(owner)
    add_webhook(row.public_id, owner, "https://hooks.example/told", secret=SECRET)
    return again(row)


def told(poster: Post) -> list[dict]:
    return [json.loads(body) for _, _, body in poster.sent]


def send_all(poster: Post, now) -> None:
    while send_due(now, poster):
        pass


def test_everybody_s_events_are_told_and_nothing_else(hooked, owner) -> None:
    with_bots(hooked, owner, 4)
    penalise(hooked.public_id, owner, 1, "warning", reason="Late.")
    play_all(started(hooked, owner))
    poster = Post()
    send_all(poster, later(days=1))
    events = [one["event"] for one in told(poster)]
    a_round = ["round published", "round begun", "result", "result", "round closed"]
    assert sorted(events) == sorted(["started", *a_round * 3, "finished"])
    result = next(one for one in told(poster) if one["event"] == "result")
    assert result["tournament"]["id"] == hooked.public_id
    assert result["data"]["round"] == 1
    assert {"delivery", "at", "words", "data", "tournament", "event"} == result.keys()
    assert all("deck" not in one["words"].lower() for one in told(poster))
    final = next(one for one in told(poster) if one["event"] == "finished")
    assert sorted(number for together in final["data"]["places"] for number in together) == [1, 2, 3, 4]


def test_messages_are_signed_and_name_themselves(hooked, owner) -> None:
    send_test(hooked.public_id, owner, 1)
    poster, now = Post(), later(days=30)
    send_all(poster, now)
    (host, headers, body) = poster.sent[0]
    stamp, signed = (part.partition("=")[2] for part in headers["Incursions-Signature"].split(","))
    assert (host, int(stamp)) == ("hooks.example", int(now.timestamp()))
    assert signed == sign_message(SECRET, int(stamp), body)
    assert headers["Incursions-Delivery"] == json.loads(body)["delivery"] == str(Delivery.objects.get().key)
    assert headers["Incursions-Event"] == json.loads(body)["event"] == "test"


def test_what_is_not_taken_is_sent_again_with_longer_pauses_until_it_is_given_up(hooked, owner) -> None:
    send_test(hooked.public_id, owner, 1)
    first = now = later(days=30)
    poster = Post(*[Answer(500, "no")] * 20)
    for pause in PAUSES_S:
        assert send_due(now, poster) == 1
        assert send_due(now + timedelta(seconds=pause - 1), poster) == 0
        now += timedelta(seconds=pause)
    assert send_due(now, poster) == 1
    row = Delivery.objects.get()
    assert (row.state, row.tries, row.status, row.answer) == ("given up", len(PAUSES_S) + 1, 500, "no")
    assert send_due(now + timedelta(days=1), poster) == 0
    assert {json.loads(body)["delivery"] for _, _, body in poster.sent} == {str(row.key)}
    assert first < now


def test_message_that_a_worker_took_along_is_sent_by_another(hooked, owner) -> None:
    send_test(hooked.public_id, owner, 1)
    now = later(days=30)

    def dies(*_: object) -> Answer:
        assert send_due(now, Post()) == 0, "two send one message at a time"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        send_due(now, dies)
    assert send_due(now + timedelta(minutes=1), Post()) == 0
    assert send_due(now + timedelta(minutes=3), Post()) == 1
    assert Delivery.objects.get().state == "sent"


def test_one_that_fails_holds_up_no_other(hooked, owner) -> None:
    add_webhook(hooked.public_id, owner, "https://other.example/", secret=SECRET)
    for number in (1, 2):
        send_test(hooked.public_id, owner, number)
    poster = Post(Answer(None, "No answer: TimeoutError."))
    send_all(poster, later(days=30))
    assert sorted(Delivery.objects.values_list("state", flat=True)) == ["sent", "waiting"]


def test_message_is_of_the_transaction_that_it_tells_of(owner) -> None:
    row = create_tournament(owner, Plan(name="Lantern Night"))
    add_webhook(row.public_id, owner, "https://hooks.example/told", secret=SECRET)
    with transaction.atomic():
        open_tournament(row.public_id, owner)
        assert Delivery.objects.count() == 1
        transaction.set_rollback(True)
    assert not Delivery.objects.exists()
    open_tournament(row.public_id, owner)
    assert Delivery.objects.get().event == "opened"


def test_discord_is_told_a_sentence(hooked, owner) -> None:
    remove_webhook(hooked.public_id, owner, 1)
    add_webhook(hooked.public_id, owner, "https://discord.example/api/1/token", form="discord")
    with_bots(hooked, owner, 2)
    started(hooked, owner)
    poster = Post()
    send_all(poster, later(days=30))
    (message,) = told(poster)
    assert message["content"].startswith("Lantern Night: Started with 2 players <http")
    assert message["allowed_mentions"] == {"parse": []}


def test_log_names_the_host_alone(owner) -> None:
    row = announced(owner)
    add_webhook(row.public_id, owner, "https://discord.example/api/1/token", secret=SECRET)
    line = LogLine.objects.filter(tournament=row).last()
    assert line.words == "Lets discord.example be told"
    assert "token" not in json.dumps([line.before, line.after])
    assert SECRET not in json.dumps([line.before, line.after])


@pytest.mark.parametrize(
    "named",
    [
        {"address": "file:///etc/passwd"},
        {"address": "https://hooks.example/" + "x" * 500},
        {"secret": "short"},
        {"secret": "x" * 201},
        {"secret": "a\nb" * 10},
        {"form": "smoke signals"},
    ],
)
def test_webhook_that_cannot_be_is_refused(owner, named: dict) -> None:
    row = announced(owner)
    said = {"address": "https://hooks.example/", **named}
    with pytest.raises(DomainError) as refused:
        add_webhook(row.public_id, owner, said.pop("address"), **said)
    assert refused.value.code == "malformed"
    assert not Webhook.objects.exists()


def test_there_are_only_so_many(hooked, owner) -> None:
    for number in range(MOST_WEBHOOKS - 1):
        add_webhook(hooked.public_id, owner, f"https://hooks.example/{number}")
    with pytest.raises(DomainError):
        add_webhook(hooked.public_id, owner, "https://hooks.example/more")
    for _ in range(3):
        send_test(hooked.public_id, owner, 1)
    with pytest.raises(DomainError):
        send_test(hooked.public_id, owner, 1)


def test_nothing_is_asked_of_the_database_where_nothing_is_told(owner, django_assert_num_queries) -> None:
    row = announced(owner)
    with transaction.atomic():
        locked = LockedTournament.lock(row.public_id, owner)
        with django_assert_num_queries(1):
            locked.save()


def test_old_messages_go(hooked, owner) -> None:
    row = send_test(hooked.public_id, owner, 1)
    send_all(Post(), row.at)
    assert drop_old_messages(row.at + timedelta(days=29)) == 0
    assert drop_old_messages(row.at + timedelta(days=31)) == 1
