"""A phone at a day whose network is gone: it says how old its page is, and in the end that an order was not sent."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.instance import PHONE
from tests.browser.lay_day import find_link, make_day, start_event

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
