"""The exhibition in real browsers: it goes on while it is seen, and stops for whoever wants that."""

from playwright.sync_api import Page, expect

from tests.browser.axe import violations

PHONE = {"width": 320, "height": 640}
LOOKED_TWICE_MS = 12_000


def newest_line(page: Page) -> str:
    return page.locator(".exhibition-lines").inner_text()


def test_exhibition_goes_on_while_it_is_seen_and_can_be_paused(visit):
    page = visit("/exhibition", reduced_motion="no-preference")
    expect(page.get_by_role("heading", level=2)).to_contain_text("bot")
    begun = newest_line(page)
    page.wait_for_function("begun => document.querySelector('.exhibition-lines').innerText !== begun", arg=begun)
    assert violations(page) == []
    page.get_by_role("button", name="Pause").press("Enter")
    paused = newest_line(page)
    page.wait_for_timeout(LOOKED_TWICE_MS)
    assert newest_line(page) == paused
    page.get_by_role("button", name="Show the next moves").press("Enter")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def test_exhibition_waits_for_whoever_wants_less_motion_or_has_no_scripts(visit):
    still = visit("/exhibition", reduced_motion="reduce", viewport=PHONE)
    plain = visit("/exhibition", java_script_enabled=False)
    shown = newest_line(still)
    expect(still.get_by_role("button", name="Show the next moves")).to_be_visible()
    expect(plain.get_by_text("against")).to_be_visible()
    still.wait_for_timeout(LOOKED_TWICE_MS)
    assert newest_line(still) == shown
    assert still.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
