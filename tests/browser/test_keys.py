"""The keyboard: keys of options, stages, regions, the map; and what holds them back."""

import pytest
from playwright.sync_api import expect

from tests.browser.moves import KEYS_SLEEP_MS, lines, version, wait_to_be_asked

SEED = 150


@pytest.fixture(scope="module")
def table(lay):
    """One table for all of these: two of them make a move each, none depends on where the match stands."""
    return lay(SEED, bots=1)


@pytest.fixture
def page(visit, table):
    opened = visit(table.path, session=table.session)
    wait_to_be_asked(opened)
    opened.wait_for_timeout(KEYS_SLEEP_MS)
    return opened


def focused(page) -> str:
    return page.evaluate("document.activeElement.id")


def test_key_opens_a_row_and_backspace_closes_it(page):
    row = page.locator("details.option-set").first
    page.keyboard.press(row.get_attribute("data-key"))
    expect(row).to_have_attribute("open", "")
    assert focused(page) == f"{row.get_attribute('id')}-1"
    page.keyboard.press("Backspace")
    expect(row).not_to_have_attribute("open", "")


def test_key_of_a_refused_option_says_why(page):
    refused = page.locator("#prompt .option[aria-disabled=true]").first
    page.keyboard.press(refused.get_attribute("data-key"))
    expect(page.locator("#announce")).to_have_text(refused.locator(".what").text_content())


def test_brackets_go_from_region_to_region(page):
    page.keyboard.press("]")
    seen = [focused(page)]
    for _ in range(5):
        page.keyboard.press("]")
        seen.append(focused(page))
    assert seen == ["prompt-title", "map", "ships", "log", "chat", "prompt-title"]
    page.keyboard.press("[")
    assert focused(page) == "chat"


def test_zoom_keys_change_the_window_and_equals_restores_it(page):
    drawing = page.locator("#star-map")
    whole = drawing.get_attribute("viewBox")
    page.keyboard.press("+")
    assert drawing.get_attribute("viewBox") != whole
    page.keyboard.press("=")
    assert [float(part) for part in drawing.get_attribute("viewBox").split()] == [float(part) for part in whole.split()]


def test_keys_can_be_switched_off(page):
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    before = version(page)
    page.keyboard.press("0")
    page.wait_for_timeout(300)
    assert version(page) == before


def test_preview_of_the_power_that_an_amount_takes(page):
    row = page.locator("details.option-set").last
    page.keyboard.press(row.get_attribute("data-key"))
    row.locator('.amount[data-key="2"]').focus()
    expect(page.locator(".ship.own .power .is-selected")).to_have_count(2)


def test_arrows_walk_the_map_and_enter_explores(page):
    explorable = [line for line in lines(page) if line.startswith("explore")]
    page.locator("#map").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    value = page.evaluate("document.activeElement.value")
    assert value in explorable
    before = version(page)
    page.keyboard.press("Enter")
    page.locator(f'#prompt:not(:has(#move-version[value="{before}"]))').wait_for()
    expect(page.locator("#log-lines")).to_contain_text("explores")


def test_focus_stays_on_the_title_when_the_option_is_gone(page):
    page.keyboard.press("0")
    page.wait_for_timeout(200)
    wait_to_be_asked(page)
    page.wait_for_timeout(200)
    assert focused(page) in ("prompt-title", "option-decline")
