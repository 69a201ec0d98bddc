"""Fleets in the browser: picked by keyboard with a verdict at once, and made, shared and deleted without scripts."""

import re

from playwright.sync_api import expect

from tests.browser.axe import assert_accessible
from tests.browser.page_checks import assert_all_sound_and_fit, assert_fits, assert_sound

LINK = re.compile(r"/fleets/[2-9a-z]{20}/$")


def test_pages_of_fleets_are_sound_and_fit(visit, subtests):
    assert_all_sound_and_fit(visit(), ["/fleets/", "/fleets/public/"], subtests)


def test_fleet_is_picked_by_keyboard_and_judged_at_once(visit):
    page = visit("/fleets/")
    page.get_by_role("button", name="New fleet of the Talons").click()
    expect(page.get_by_text("The fleet has no ship. Add one.")).to_be_visible()
    page.get_by_role("button", name="One Talon CA more").focus()
    for spent in (115, 230, 345):
        page.keyboard.press("Enter")
        expect(page.locator("#meter")).to_contain_text(f"{spent} of 300 points")
    expect(page.locator("#add-talon_ca")).to_be_focused()
    expect(page.locator("#meter")).to_contain_text("45 too many")
    expect(page.get_by_text("The fleet costs 345 points, and 300 are allowed.")).to_be_visible()
    page.get_by_role("button", name="One Talon CA less").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#meter")).to_contain_text("70 left")
    assert_sound(page)
    assert_fits(page)
    assert_accessible(page)
    # What stands outside the list of classes knows the change, too.
    page.get_by_label("Everybody with the link").check()
    page.get_by_role("button", name="Save who finds it").click()
    expect(page.get_by_label("Link", exact=True)).to_have_value(LINK)
    page.get_by_role("link", name="Play this fleet").click()
    expect(page.locator("#loadout-verdict")).to_contain_text("is legal here")
    page.get_by_label("Points of each fleet").fill("200")
    page.get_by_label("Points of each fleet").blur()
    expect(page.locator("#loadout-verdict")).to_contain_text("200 are allowed")


def test_fleet_is_pasted_changed_and_taken_back_without_scripts(visit):
    page = visit("/fleets/", java_script_enabled=False)
    page.get_by_label("A line for each ship").fill("2 Talon DD\nTalon CX")
    page.get_by_role("button", name="Make the fleet").click()
    expect(page.get_by_text("Line 2: There is no class “Talon CX”.")).to_be_visible()
    page.get_by_label("A line for each ship").fill("2 Talon DD")
    page.get_by_role("button", name="Make the fleet").click()
    page.get_by_role("button", name="One Talon CA more").click()
    expect(page.locator("#meter")).to_contain_text("211 of 300 points")
    page.get_by_label("Talon CA", exact=True).fill("Quill")
    page.get_by_role("button", name="Save names and limits").click()
    expect(page.get_by_label("Talon CA", exact=True)).to_have_value("Quill")
    page.get_by_role("button", name="Delete this fleet").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Fleet of the Talons is restored.")).to_be_visible()
