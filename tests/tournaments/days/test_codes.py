"""QR codes of a day: where they lead, who sees them, and under which address phones in the hall reach the product."""

from __future__ import annotations

import html
import re

import pytest
import segno
from django.urls import reverse

from incursions.kit import network
from tournaments.days import phone_addresses
from tournaments.days.day_page import list_signs
from tournaments.days.models import DayBots
from tournaments.days.qr_codes import QUIET_ZONE, draw_code

HALL = "192.168.1.5"
SVG = re.compile(r'<svg class="day-code" viewBox="0 0 (\d+) \1" role="img" aria-label="([^"]+)".*?</svg>', re.DOTALL)
RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1h-\3z")


def read_modules(svg: str, size: int) -> tuple[bytearray, ...]:
    """Return the modules that the path of a code paints, without the quiet zone."""
    rows = tuple(bytearray(size) for _ in range(size))
    for x, y, length in RUN.findall(svg):
        row = rows[int(y) - QUIET_ZONE]
        for module in range(int(x) - QUIET_ZONE, int(x) + int(length) - QUIET_ZONE):
            row[module] = 1
    return rows


def read_codes(page: str) -> dict[str, tuple[bytearray, ...]]:
    """Return the modules of the codes on a page by their accessible names."""
    return {found[2]: read_modules(found[0], int(found[1]) - 2 * QUIET_ZONE) for found in SVG.finditer(page)}


def encode(address: str) -> tuple[bytearray, ...]:
    return segno.make(address, error="m", micro=False).matrix


@pytest.fixture
def in_hall(settings, monkeypatch):
    """Let the product run on a laptop in a hall, as `script/run --host 0.0.0.0` starts it."""
    settings.SITE_URL = "http://127.0.0.1:8000"
    settings.ALLOWED_HOSTS = ["127.0.0.1", "localhost", "testserver", HALL]
    monkeypatch.setattr(phone_addresses, "own_network_address", lambda: HALL)


@pytest.fixture
def ask(client, day, host, in_hall):
    """Open a page of Control's under the address of the hall, or another one."""
    client.force_login(host)

    def open_page(name: str, *arguments: object, at: str = f"{HALL}:8000", query: str = "") -> str:
        answer = client.get(reverse(f"days:{name}", args=[day.public_id, *arguments]) + query, headers={"Host": at})
        assert answer.status_code == 200
        return answer.content.decode()

    return open_page


def test_code_is_segnos_black_on_white_with_a_quiet_zone_and_a_name():
    svg = str(draw_code("http://192.168.1.5:8000/days/enter/abc", "personal link of Ada & Bo"))
    size = len(encode("http://192.168.1.5:8000/days/enter/abc"))
    assert read_codes(svg) == {"personal link of Ada &amp; Bo": encode("http://192.168.1.5:8000/days/enter/abc")}
    assert QUIET_ZONE >= 4
    assert f'viewBox="0 0 {size + 2 * QUIET_ZONE} {size + 2 * QUIET_ZONE}"' in svg
    assert f'<rect width="{size + 2 * QUIET_ZONE}" height="{size + 2 * QUIET_ZONE}" fill="#fff"/>' in svg
    assert '<path fill="#000"' in svg


def test_signs_lead_to_their_tables_and_cards_to_their_seats(ask, day):
    page = ask("links")
    codes = read_codes(page)
    for title, path in list_signs(day).items():
        assert codes[f"QR code: I am here, {title}"] == encode(f"http://{HALL}:8000{path}")
        assert f"http://{HALL}:8000{path}" in page
    for seat in day.seats.filter(is_filled=True):
        link = f"http://{HALL}:8000{reverse('days:enter', args=[seat.key])}"
        assert codes[f"QR code: personal link of {seat.name}"] == encode(link)
        assert link in page
    assert codes["QR code: choose a free seat"] == encode(f"http://{HALL}:8000/days/{day.public_id}")
    assert len(codes) == len(list_signs(day)) + day.seats.filter(is_filled=True).count() + 1
    assert "127.0.0.1" not in page.partition("<main")[2]


def test_code_at_the_desk_shows_one_seat_alone(ask, day):
    seat = day.seats.get(name="Dione Captain")
    page = ask("seat_code", seat.place)
    link = f"http://{HALL}:8000{reverse('days:enter', args=[seat.key])}"
    assert read_codes(page) == {"QR code: personal link of Dione Captain": encode(link)}
    assert not [each.name for each in day.seats.exclude(pk=seat.pk) if each.key in page]
    assert reverse("days:seat_code", args=[day.public_id, seat.place]).endswith(f"/seats/{seat.place}/code")
    assert f'href="seats/{seat.place}/code"' in ask("seats")


def test_code_of_a_seat_played_with_another_is_that_of_the_other(ask, client, day):
    seat, holder = day.seats.get(name="Dione Captain"), day.seats.get(name="Dione First Officer")
    change = reverse("days:change_seat", args=[day.public_id, seat.place])
    client.post(change, {"act": "double", "with": holder.name}, headers={"Host": f"{HALL}:8000"})
    page = ask("seat_code", seat.place)
    assert list(read_codes(page)) == ["QR code: personal link of Dione First Officer"]
    assert "Dione First Officer, Dione Captain" in page


def test_seat_that_nobody_fills_has_no_code(ask, client, day):
    seat = day.seats.get(name="Dione Captain")
    change = reverse("days:change_seat", args=[day.public_id, seat.place])
    client.post(change, {"act": "leave"}, headers={"Host": f"{HALL}:8000"})
    seat.refresh_from_db()
    page = ask("seat_code", seat.place)
    assert "Nobody fills this seat" in page
    assert seat.key not in page


def test_briefings_are_a_sheet_for_each_player_with_the_code_of_the_seat(ask, client, day):
    seat, holder = day.seats.get(name="Dione Captain"), day.seats.get(name="Dione First Officer")
    change = reverse("days:change_seat", args=[day.public_id, seat.place])
    client.post(change, {"act": "double", "with": holder.name}, headers={"Host": f"{HALL}:8000"})
    page = html.unescape(ask("briefings"))
    told = day.kind.read_content(day.content.data).briefings
    *sheets, guide = page.split('<section class="day-briefing')[1:]
    assert len(sheets) == day.seats.filter(is_filled=True, played_with=None).exclude(team="Control").count()
    shared = next(sheet for sheet in sheets if "Briefing of Dione First Officer" in sheet)
    link = f"http://{HALL}:8000{reverse('days:enter', args=[holder.key])}"
    assert read_codes(shared) == {"QR code: personal link of Dione First Officer": encode(link)}
    assert told.roles["Captain"] in shared
    assert told.roles["First Officer"] in shared
    for name, words in told.personal.items():
        holding = [sheet for sheet in sheets if words in sheet]
        assert all(f"Briefing of {name}" in sheet or f"<h3>{name}</h3>" in sheet for sheet in holding)
        assert len(holding) == day.seats.filter(name=name, is_filled=True).count()
    assert told.story in guide
    assert not read_codes(guide)


def test_no_other_seat_and_no_wall_sees_a_personal_link(client, day, in_hall):
    keys = list(day.seats.values_list("key", flat=True))
    seat = day.seats.get(name="Dione Captain")
    pages = ["day", "projector", "map", "board", "seats", "links", "seat_code", "briefings", "desk"]

    def list_leaks() -> list[str]:
        leaks = []
        for name in pages:
            more = name in ("map", "board")
            arguments = [day.public_id, *([name] if more else []), *([seat.place] if name == "seat_code" else [])]
            query = f"?seat={seat.name}" if name == "board" else ""
            page = client.get(reverse("days:more" if more else f"days:{name}", args=arguments) + query)
            leaks += [name for key in keys if key in page.content.decode()]
        for path in list_signs(day).values():
            leaks += [path for key in keys if key in client.get(path).content.decode()]
        return leaks

    assert list_leaks() == []
    client.get(reverse("days:enter", args=[seat.key]))
    assert list_leaks() == []
    station = client.get(reverse("days:seat", args=[day.public_id, seat.place])).content.decode()
    assert not [key for key in keys if key in station]
    for name in ("seats", "links", "briefings"):
        assert client.get(reverse(f"days:{name}", args=[day.public_id])).status_code == 404
    assert client.get(reverse("days:seat_code", args=[day.public_id, seat.place])).status_code == 404


def test_wall_shows_the_way_to_free_seats_until_the_start(client, day, give, in_hall):
    address = reverse("days:projector", args=[day.public_id])
    page = client.get(address, headers={"Host": f"{HALL}:8000"}).content.decode()
    assert read_codes(page) == {"QR code: choose a free seat": encode(f"http://{HALL}:8000/days/{day.public_id}")}
    assert f"<b>{day.code}</b>" in page
    day.seats.filter(is_filled=True).update(player="Ada")
    assert "day-code" not in client.get(address).content.decode()
    day.seats.filter(is_filled=True).update(player="")
    give("Control", "start the event")
    assert "day-code" not in client.get(address).content.decode()
    give("Control", "undo to entry 0 because the dry run is over")
    assert "day-code" in client.get(address).content.decode()


def test_wall_of_a_day_that_is_tried_alone_asks_nobody_to_join(client, day):
    DayBots.objects.create(day=day, is_trial=True)
    assert "Take a seat" not in client.get(reverse("days:projector", args=[day.public_id])).content.decode()


def test_page_opened_on_the_server_itself_prints_the_address_of_the_hall(ask, day):
    page = ask("links", at="localhost:8000")
    link = f"http://{HALL}:8000{reverse('days:enter', args=[day.seats.get(name='Dione Captain').key])}"
    assert read_codes(page)["QR code: personal link of Dione Captain"] == encode(link)
    assert f"carry <b>{HALL}:8000</b>, not localhost:8000" in page
    assert "Do not print yet" not in page


def test_server_that_listens_to_its_own_machine_warns(ask, settings):
    settings.ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
    for page in ("links", "seats", "projector"):
        assert "Phones cannot open localhost:8000: only this computer can. Stop the server" in ask(
            page, at="localhost:8000"
        )
    assert "day-code" not in ask("projector", at="localhost:8000")


def test_laptop_that_has_changed_its_network_warns(ask, monkeypatch):
    monkeypatch.setattr(phone_addresses, "own_network_address", lambda: "10.0.0.7")
    assert f"The address of this computer is 10.0.0.7 now, not {HALL}:8000." in ask("links", at="127.0.0.1:8000")
    monkeypatch.setattr(phone_addresses, "own_network_address", lambda: "")
    assert "This computer is in no network now." in ask("links", at="127.0.0.1:8000")
    assert "Do not print yet" not in ask("links")


def test_address_of_the_site_is_printed_where_it_is_set_and_another_is_chosen(ask, settings):
    settings.SITE_URL = "https://play.example"
    assert "https://play.example/days/enter/" in ask("links", at="127.0.0.1:8000")
    page = ask("links", at="127.0.0.1:8000", query=f"?address=http://{HALL}:8000")
    assert f"http://{HALL}:8000/days/enter/" in page
    assert '<a href="?address=https%3A//play.example">' in page
    assert "evil" not in ask("links", query="?address=http://evil.example")


@pytest.mark.parametrize(
    ("origin", "is_found"),
    [
        ("http://127.0.0.1:8000", False),
        ("http://[::1]:8000", False),
        ("http://0.0.0.0:8000", False),
        ("http://localhost:8000", False),
        ("http://laptop:8000", False),
        ("http://laptop.local", False),
        ("http://192.168.1.5:8000", True),
        ("http://[2001:db8::5]:8000", True),
        ("https://play.example", True),
    ],
)
def test_addresses_that_phones_find(origin, is_found):
    assert phone_addresses.is_found_by_phones(origin) is is_found


def test_machine_without_a_network_has_no_address_there(monkeypatch):
    class Unreachable:
        def __init__(self, *_):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def connect(self, address):
            raise OSError

    monkeypatch.setattr(network.socket, "socket", Unreachable)
    assert network.own_network_address() == ""
