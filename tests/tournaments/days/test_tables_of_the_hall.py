"""The signs on the tables: one tap says where a player is, and the page says what that opens."""

from __future__ import annotations

from django.urls import reverse

from tests.tournaments.days.seated_client import enter
from tournaments.days.day_page import list_signs


def test_sign_of_a_table_brings_the_player_there_by_one_tap(client, day, give):
    give("Control", "start the event")
    sign = list_signs(day)["Lucas"]
    assert "This device has no seat" in client.get(sign).content.decode()
    seat, _ = enter(client, day, "Dione Captain")
    page = client.get(sign).content.decode()
    assert "You may read its panel (W20.1)." in page
    assert 'name="text" value="go to Lucas"' in page
    address = reverse("days:command", args=[day.public_id, seat.place])
    answer = client.post(address, {"text": "go to Lucas"}, headers={"Accept": "text/html"})
    assert answer.url == reverse("days:seat", args=[day.public_id, seat.place])
    assert "You are here." in client.get(sign).content.decode()
    assert "Panel of Lucas" in client.get(answer.url).content.decode()


def test_hidden_panel_is_told_and_the_own_table_is_known(client, day, give):
    give("Control", "start the event")
    give("Lucas Captain", "hide the panel")
    enter(client, day, "Dione Captain")
    signs = list_signs(day)
    assert "hidden the panel (W20.2)" in client.get(signs["Lucas"]).content.decode()
    assert "Your own table" in client.get(signs["Dione"]).content.decode()
    assert "attacks are fought" in client.get(signs["Map"]).content.decode()
    assert "The council meets here" in client.get(signs["Star Alpha"]).content.decode()


def test_unknown_table_is_refused(client, day):
    assert client.get(reverse("days:here", args=[day.code, 99])).status_code == 404
    assert client.get(reverse("days:here", args=["nothing", 1])).status_code == 404


def test_signs_are_printed_with_the_address_of_their_table(client, day, host):
    client.force_login(host)
    page = client.get(reverse("days:links", args=[day.public_id])).content.decode()
    assert all(path in page for path in list_signs(day).values())
    assert "News Media" in page
