"""Who looks elsewhere is called when he is asked, and warned before his time is over; all of it can be switched off."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.tables import start_duel

ELSEWHERE = """
  window.looksElsewhere = false;
  window.notes = [];
  Object.defineProperty(document, "hidden", { get: () => window.looksElsewhere });
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (window.Notification.permission = "granted"); }
    constructor(title, { body }) { window.notes.push(`${title}: ${body}`); }
  };
  window.look = (elsewhere) => {
    window.looksElsewhere = elsewhere;
    document.dispatchEvent(new Event("visibilitychange"));
  };
"""
CALLED = re.compile("^● Your turn · ")


@pytest.mark.long
def test_player_who_looks_elsewhere_is_called_and_warned(visit):
    host, friend = visit(), visit()
    host.add_init_script(ELSEWHERE)
    duel = start_duel(host, friend, free_s=1, bank_s=42, minutes=60)
    duel.decline_until_asked(1)
    icon = host.locator("link[rel=icon]")
    plain = icon.get_attribute("href")

    # Nothing asks for leave to notify by itself, and nothing calls whoever is there.
    assert host.evaluate("Notification.permission") == "default"
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Notify me when I am asked").click()
    expect(host.locator("#alerts-words")).to_contain_text("You will be notified")
    expect(host.get_by_label("Notify me when I am asked")).to_be_checked()
    host.keyboard.press("Escape")

    host.evaluate("look(true)")
    duel.decline_until_asked(0)
    expect(host).to_have_title(CALLED)
    assert "asked" in icon.get_attribute("href")
    names = host.locator("h1").inner_text()
    assert host.evaluate("notes") == [f"Your turn: You are asked at the table of {names}."]
    # Above 30 seconds when he was asked: the bank is counted down, and said.
    expect(host.locator("#announce")).to_have_text("30 seconds of your bank are left.")
    host.evaluate("look(false)")
    expect(host).not_to_have_title(CALLED)
    assert icon.get_attribute("href") == plain

    # What is switched off stays so in this browser, after a reload too.
    host.get_by_role("button", name="Menu").click()
    for box in ("Mark the tab", "Notify me", "Warn of the clock"):
        host.get_by_label(box).uncheck()
    host.reload()
    host.evaluate("Notification.permission = 'granted'")
    duel.decline_until_asked(1)
    host.evaluate("look(true)")
    duel.decline_until_asked(0)
    host.locator("#prompt:not(.waiting)").wait_for()
    expect(host).not_to_have_title(CALLED)
    assert host.evaluate("notes") == []
