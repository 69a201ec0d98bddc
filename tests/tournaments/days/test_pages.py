from __future__ import annotations

import re
from urllib.parse import urljoin

from django.urls import reverse

from tests.tournaments.days.seated_client import enter, order
from tournaments.days.day_page import address_own_page
from tournaments.days.models import Day


def test_host_makes_a_day_and_runs_it(client, host):
    client.force_login(host)
    answer = client.post(reverse("days:days"), {"name": "Spring", "players": "30"})
    day = Day.objects.get()
    assert answer.url == reverse("days:seats", args=[day.public_id])
    assert "Dione Captain" in client.get(answer.url).content.decode()
    assert client.get(reverse("days:desk", args=[day.public_id])).status_code == 200
    address, as_page = reverse("days:command", args=[day.public_id, 0]), {"Accept": "text/html"}
    answer = client.post(address, {"text": "start the event"}, headers=as_page)
    assert answer.url == reverse("days:desk", args=[day.public_id])
    day.refresh_from_db()
    assert day.is_started


def test_personal_link_opens_one_seat_on_any_device(client, day, give):
    give("Control", "start the event")
    seat, page = enter(client, day, "Dione Chief Engineer")
    assert client.get(page).status_code == 200
    assert order(client, day, seat, "use Water Plant").json()["message"].startswith("Dione Chief Engineer uses")
    other = day.seats.get(name="Lucas Captain")
    assert client.get(reverse("days:seat", args=[day.public_id, other.place])).status_code == 404
    assert order(client, day, other, "supply food at low").status_code == 404
    assert client.get(reverse("days:desk", args=[day.public_id])).status_code == 404


def test_one_device_holds_several_seats(client, day):
    first, _ = enter(client, day, "Dione Captain")
    second, _ = enter(client, day, "Dione First Officer")
    page = client.get(reverse("days:day", args=[day.public_id])).content.decode()
    assert first.name in page
    assert second.name in page


def test_several_are_control_each_by_name(client, day):
    seat, page = enter(client, day, "Control 2")
    assert page == reverse("days:desk", args=[day.public_id])
    assert order(client, day, seat, "start the event").status_code == 200
    assert list(day.entries.values_list("seat", flat=True)) == ["Control 2"]


def test_refused_order_says_the_rule(client, day, give):
    give("Control", "start the event")
    seat, _ = enter(client, day, "Lucas Captain")
    answer = order(client, day, seat, "use Water Plant of Dione")
    assert answer.status_code == 422
    assert answer.json()["rule"] == "W3.12"
    address, text = reverse("days:command", args=[day.public_id, seat.place]), "use Water Plant of Dione"
    shown = client.post(address, {"text": text}, headers={"Accept": "text/html"})
    assert "W3.12" in shown.content.decode()


def test_same_request_twice_is_one_order(client, day, give):
    give("Control", "start the event")
    seat, _ = enter(client, day, "Dione Chief Engineer")
    answers = [order(client, day, seat, "use Water Plant") for _ in range(2)]
    assert [answer.json()["number"] for answer in answers] == [2, 2]
    assert day.entries.count() == 2


def test_free_seat_is_taken_once(client, day):
    seat = day.seats.get(name="Dione Captain")
    taken = client.post(reverse("days:take", args=[day.public_id]), {"seat": seat.place, "player": "Ada"})
    assert taken.url == reverse("days:seat", args=[day.public_id, seat.place])
    sent = {"seat": seat.place, "player": "Grace"}
    assert client.post(reverse("days:take", args=[day.public_id]), sent).status_code == 409
    shown = client.post(reverse("days:take", args=[day.public_id]), sent, headers={"Accept": "text/html"})
    assert shown.status_code == 409
    assert "This seat is taken. Choose another one." in shown.content.decode()
    assert 'value="Grace"' in shown.content.decode()
    seat.refresh_from_db()
    assert seat.player == "Ada"


def test_day_that_is_over_offers_no_seat_and_takes_no_paper_back(client, host, day, give):
    give("Control", "start the event")
    client.force_login(host)
    papers = reverse("days:papers", args=[day.public_id])
    assert "Take the seat" in client.get(day.get_absolute_url()).content.decode()
    assert f"{papers}/Dione" in client.get(papers).content.decode()
    give("Control", "end the event", 1)
    assert "Take the seat" not in client.get(day.get_absolute_url()).content.decode()
    assert "The event is over. There is nothing to bring back." in client.get(papers).content.decode()
    assert f"{papers}/Dione" not in client.get(papers).content.decode()


def test_projector_is_for_everybody_and_keeps_secrets(client, day, give):
    give("Control", "start the event")
    give("Control", "set loyalty of Dione Captain to Ember Circle because of a test", 1)
    page = client.get(reverse("days:projector", args=[day.public_id])).content.decode()
    assert "Pursuit" in page
    assert "Ember Circle" not in page


def test_links_and_sheets_are_printed_by_control_alone(client, host, day, give):
    give("Control", "start the event")
    links, sheets = (reverse(f"days:{name}", args=[day.public_id]) for name in ("links", "sheets"))
    assert client.get(links).status_code == 404
    assert client.get(sheets).status_code == 404
    client.force_login(host)
    cards = client.get(links).content.decode()
    assert all(seat.key in cards for seat in day.seats.filter(is_filled=True))
    paper = client.get(sheets).content.decode()
    assert "Water Plant" in paper
    assert "Strength of an attack" in paper
    assert "after entry 1" in paper


def test_order_in_words_comes_last_on_a_station_as_it_is_seen(client, day, give):
    give("Control", "start the event")
    _, page = enter(client, day, "Lucas Captain")
    shown = client.get(page).content.decode()
    assert shown.count('id="day-text"') == 1
    assert shown.index('id="part-briefing"') < shown.index('id="day-text"')


def test_links_hold_on_the_station_that_shows_a_refusal(client, day, give):
    give("Control", "start the event")
    seat, _ = enter(client, day, "Lucas Captain")
    address = reverse("days:command", args=[day.public_id, seat.place])
    shown = client.post(address, {"text": "use Water Plant of Dione"}, headers={"Accept": "text/html"}).content.decode()
    found = re.search(r'href="([^"]*)">Open the attack board', shown)
    assert found is not None
    assert urljoin(address, found[1]) == f"{reverse('days:more', args=[day.public_id, 'board'])}?seat=Lucas%20Captain"


def test_forms_of_a_station_lead_back_to_their_tabs(client, day, give):
    give("Control", "start the event")
    seat, page = enter(client, day, "Lucas Captain")
    shown = client.get(page).content.decode()
    command = reverse("days:command", args=[day.public_id, seat.place])
    buttons = set(re.findall(r'form="(give[^"]*)"', shown))
    assert buttons >= {"give-panel", "give-orders"}
    for form in buttons:
        address = re.search(rf'<form id="{form}" method="post"\s+action="([^"]*)"', shown)
        assert address is not None
        assert address[1] == f"{command}#part-{form.removeprefix('give-')}"
    assert f'data-give action="{command}#part-mail"' in shown


def test_refusal_leads_back_to_the_page_it_came_from(client, day):
    enter(client, day, "Control")
    address, here = reverse("days:bots", args=[day.public_id]), f"http://testserver/days/{day.public_id}/seats"
    for referer, back in (
        (here, here),
        ("https://elsewhere.example/", reverse("days:days")),
        ("", reverse("days:days")),
    ):
        answer = client.post(address, {"seat": "x"}, headers={"accept": "text/html", "referer": referer})
        assert "load its page again first" in answer.content.decode()
        assert f'<a class="button" href="{back}">Back</a>' in answer.content.decode()


def test_rules_are_a_tap_away_from_the_days_and_from_every_station(client, day):
    seat, _ = enter(client, day, "Dione Captain")
    assert 'href="/rules/W/">Rules of Den of Wolves</a>' in client.get(reverse("days:days")).content.decode()
    assert 'href="/rules/W/">Rules</a>' in client.get(address_own_page(seat)).content.decode()
