"""The page of a piece in the browser: it fits every window, and arrow keys turn to its neighbours."""

from playwright.sync_api import expect

from tests.browser.page_checks import assert_all_sound_and_fit


def test_pages_are_sound_and_fit(visit, subtests):
    slugs = ("sol", "sabotage", "verashka", "wormhole-3", "korgath-the-loud")
    assert_all_sound_and_fit(visit(), [f"/cards/{slug}/" for slug in slugs], subtests)


def test_arrow_keys_turn_to_the_neighbours_and_stop_at_the_ends(visit):
    page = visit("/cards/sol/")
    page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_have_text("Bulwark")
    for title in ("Sol", "Wayfarer", "Wayfarer"):
        page.wait_for_load_state()  # the heading is there before the script that hears keys
        page.keyboard.press("ArrowLeft")
        expect(page.locator("h1")).to_have_text(title)


def test_arrow_keys_with_others_are_the_browsers_own(visit):
    page = visit("/cards/sol/")
    for keys in ("Shift+ArrowRight", "Control+ArrowRight"):
        page.keyboard.press(keys)
    page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_have_text("Bulwark")


def test_page_needs_no_script(visit):
    page = visit("/cards/sol/", java_script_enabled=False)
    page.get_by_role("link", name="Bulwark").first.click()
    expect(page.locator("h1")).to_have_text("Bulwark")
    expect(page.locator("#seen details").first.locator("li, p").first).to_be_visible()
    page.locator("#seen summary").nth(1).click()
    expect(page.locator("#seen details").nth(1).locator("li, p").first).to_be_visible()
