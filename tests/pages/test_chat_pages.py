"""The chat over HTTP: what is shown to whom, and that nothing that was typed can do harm."""

import pytest
from django.test import Client
from django.urls import reverse

from incursions.accounts.models import User
from tests.markup import read_page
from tournaments.live.chat.messages import Said, say
from tournaments.live.models import ChatMessage, MutedPerson, Report, RoomChat, TableManners
from tournaments.matches.models import Match

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</ol></div><form action=//evil>",
    "{{ 7|add:7 }} {% csrf_token %}",
    "javascript:alert(1) http://evil.example/",
    "\u202egnihton",
]


@pytest.fixture
def address(lay) -> str:
    return reverse("live:chat", args=[lay().public_id])


def json_client(user: User | None = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def test_hostile_words_are_shown_as_they_were_typed(address, people, browser_of):
    browser = browser_of(people[0])
    for words in HOSTILE[:5]:
        assert browser.post(address, {"text": words}).status_code == 303
    page = read_page(browser.get(address))
    assert "<script>alert" not in page
    assert "onerror=alert(1)>" not in page
    assert "<form action=//evil" not in page
    assert "14" not in page.partition('role="log"')[2].partition("</ol>")[0]
    assert 'href="http' not in page
    assert page.count('<bdi class="chat-text">') == 5
    ChatMessage.objects.all().delete()
    browser.post(address, {"text": HOSTILE[5]})
    assert f'<bdi class="chat-text">{HOSTILE[5]}</bdi>' in read_page(browser.get(address))


def test_who_reads_what_over_http(address, people):
    clients = {
        name: json_client(user) for name, user in [("player", people[0]), ("other", people[2]), ("nobody", None)]
    }
    sent = {"content_type": "application/json"}
    told = clients["player"].post(address, {"text": "kestrel", "key": "one"}, **sent)
    assert (told.status_code, told.json()["number"]) == (201, 1)
    assert clients["other"].post(address, {"phrase": "good-game"}, **sent).json()["room"] == "spectators"
    rooms = {name: [room["room"] for room in client.get(address).json()["rooms"]] for name, client in clients.items()}
    assert rooms == {"player": ["table"], "other": ["spectators"], "nobody": ["spectators"]}
    asked = f"{address}/lines?room=table&after=0"
    assert [client.get(asked).status_code for client in clients.values()] == [200, 404, 404]
    message = f"{address}/table/1"
    assert [client.get(message).status_code for client in clients.values()] == [200, 404, 404]
    for client in (clients["other"], clients["nobody"]):
        table = read_page(client.get(address.removesuffix("/chat"), HTTP_ACCEPT="text/html"))
        assert "kestrel" not in table + read_page(client.get(address))
        assert "Good game!" in table
    state = read_page(clients["nobody"].get(address.replace("/chat", "/export")))
    assert "Good game" not in state


def test_refusals_say_what_is_wrong_and_keep_what_was_typed(address, people, browser_of):
    browser, client = browser_of(people[0]), json_client(people[1])
    sent = {"content_type": "application/json"}
    for body in ({}, {"text": 5}, {"phrase": "rude"}, {"phrase": ["x"]}, {"text": "x", "key": "y" * 65}, [1]):
        assert client.post(address, body, **sent).status_code == 400
    assert client.post(address, '{"text": "\\ud800"}', **sent).json()["code"] == "malformed"
    for number in range(5):
        browser.post(address, {"text": f"line {number}"})
    refused = browser.post(address, {"text": "one too many"})
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) in range(1, 11)
    page = read_page(refused)
    assert 'value="one too many"' in page
    assert "Wait" in page
    assert Client(enforce_csrf_checks=True).post(address, {"text": "x"}).status_code == 403


def test_mute_report_and_hide_from_the_page_of_a_message(address, people, browser_of):
    match = Match.objects.get()
    say(match.room, people[1], Said("first"))
    say(match.room, people[1], Said("nasty words"))
    browser, message = browser_of(people[0]), f"{address}/table/2"
    page = read_page(browser.get(message))
    assert "nasty words" in page
    assert "first" in page
    assert browser.post(message, {"act": "report", "why": "rude"}).status_code == 303
    report = Report.objects.get()
    assert (report.by, report.about, report.kind, report.message) == (people[0], people[1], "chat", "rude")
    assert report.quoted == "nasty words (before it, player-1: first)"
    assert browser.post(message, {"act": "mute"}).status_code == 303
    assert "nasty words" not in read_page(browser.get(address))
    assert "player-1" in read_page(browser.get("/muted"))
    browser.post("/muted", {"person": people[1].pk})
    assert not MutedPerson.objects.exists()
    assert browser.post(message, {"act": "hide", "why": "me"}).status_code == 403
    User.objects.filter(pk=people[5].pk).update(is_staff=True)
    staff = browser_of(User.objects.get(pk=people[5].pk))
    assert staff.post(message, {"act": "hide", "why": "an insult"}).status_code == 303
    hidden = read_page(browser_of(people[0]).get(message))
    assert "nasty words" not in hidden
    assert "an insult" not in hidden
    assert "hidden by the staff" in read_page(browser.get(address))


def test_choices_are_kept(address, people, browser_of):
    browser = browser_of(people[0])
    choices = f"{address}/choices"
    assert browser.post(choices, {"mute": "table"}).status_code == 303
    assert "You have muted this room." in read_page(browser.get(address))
    browser.post(choices, {"hear": "table"})
    assert "You have muted this room." not in read_page(browser.get(address))
    browser.post(choices, {"spectators": "on"})
    assert TableManners.objects.get().hears_spectators
    assert 'data-room="spectators"' in read_page(browser.get(address))
    Match.objects.update(rated=True)
    assert 'data-room="spectators"' not in read_page(browser.get(address))
    browser.post("/muted", {"manners": "1", "is_named_watching": "on"})
    manners = TableManners.objects.get()
    assert (manners.hears_spectators, manners.is_named_watching) == (False, True)
    assert read_page(browser.get("/muted")).count(" checked") == 1
    browser.post(choices, {"guests": "off"})
    assert not RoomChat.objects.get().guests_may_write
    client = json_client(people[1])
    assert [client.post(choices, body).status_code for body in ({}, {"mute": "x"}, {"guests": "on"})] == [400, 400, 403]
