"""A phone at a day whose network is gone or slow: it says so, comes back by itself, and gives no order twice."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.instance import PHONE
from tests.browser.lay_day import find_link, make_day, start_event
from tests.browser.network import held_back

TEXT = "propose: a toast to the cook"


@pytest.fixture
def tolerated(tolerated):
    return [*tolerated, "WebSocket connection to"]


def test_order_that_is_not_sent_is_said_to_be_and_is_given_again_by_hand_alone(visit):
    desk = visit("/days/")
    make_day(desk, "Trial of the network")
    link = find_link(desk, "Dione Captain")
    start_event(desk)
    phone = visit(link, viewport=PHONE)
    phone.clock.install()
    phone.reload()
    order, line = phone.locator("#day-orders > li").first, phone.locator("#day-line")
    phone.get_by_label("Order in words").wait_for()
    phone.context.set_offline(True)
    phone.clock.run_for(3_000)
    expect(line).to_contain_text(re.compile("No connection. What you see is [0-9]+ seconds old"))
    phone.get_by_label("Order in words").fill(TEXT)
    phone.get_by_label("Order in words").press("Enter")
    expect(order).to_contain_text("no answer yet, sent again")
    while "is-pending" in (order.get_attribute("class") or ""):
        phone.clock.run_for(2_500)
    expect(order).to_contain_text("not sent")
    phone.context.set_offline(False)
    while line.inner_text():
        phone.clock.run_for(2_500)
    expect(phone.locator("#part-mail")).not_to_contain_text("a toast to the cook")
    expect(phone.get_by_label("Order in words")).to_have_value(TEXT)
    phone.get_by_label("Order in words").press("Enter")
    expect(order).to_have_class(re.compile("is-taken"))


def open_phone(visit, name):
    """Return the desk and the phone of a captain at a new day that has started."""
    desk = visit("/days/")
    make_day(desk, name)
    link = find_link(desk, "Dione Captain")
    start_event(desk)
    phone = visit(link, viewport=PHONE)
    phone.clock.install()
    return desk, phone


def test_phone_gives_up_a_socket_that_has_fallen_silent(visit):
    _, phone = open_phone(visit, "Trial of silence")
    sockets = []

    def answer(socket):
        sockets.append(socket)
        if len(sockets) > 1:
            socket.connect_to_server()

    phone.route_web_socket(re.compile("/ws/days/"), answer)
    phone.reload()
    line = phone.locator("#day-line")
    phone.clock.run_for(11_000)
    expect(line).to_have_text("")
    assert len(sockets) == 1
    phone.clock.run_for(3_000)
    expect(line).to_have_text("")
    assert len(sockets) == 2


def test_phone_shows_a_day_that_was_restored_from_an_earlier_copy(visit):
    _, phone = open_phone(visit, "Trial of a copy")

    def answer(socket):
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(json.dumps({**json.loads(text), "revision": 0})))

    phone.route_web_socket(re.compile("/ws/days/"), answer)
    phone.reload()
    give(phone, TEXT)
    expect(phone.locator("#part-mail")).to_contain_text("a toast to the cook")


def test_order_that_the_server_cannot_save_says_so(visit):
    _, phone = open_phone(visit, "Trial of a full disk")
    phone.reload()
    full = {"code": "cannot_save", "message": "The server’s disk is full.", "rule": ""}
    phone.route("**/command", lambda route: route.fulfill(status=503, json=full))
    give(phone, TEXT)
    order = phone.locator("#day-orders > li").first
    expect(order).to_contain_text("sent again. The server’s disk is full.")
    phone.unroute("**/command")
    phone.clock.run_for(3_000)
    expect(order).to_have_class(re.compile("is-taken"))


def test_second_tap_gives_no_order_again_that_is_on_its_way(visit):
    _, phone = open_phone(visit, "Trial of two taps")
    phone.reload()
    with held_back(phone, "**/command"):
        give(phone, TEXT)
        give(phone, TEXT)
    orders = phone.locator("#day-orders > li")
    expect(orders).to_have_class([re.compile("is-taken")])
    give(phone, TEXT)
    expect(orders).to_have_count(2)


def give(phone, text):
    """Type an order, and press Enter."""
    phone.get_by_label("Order in words").fill(text)
    phone.get_by_label("Order in words").press("Enter")
