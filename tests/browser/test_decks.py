"""Lists of decks and what owners do with theirs in the browser: sound, fitting, with and without scripts."""

import re

from playwright.sync_api import expect

from tests.browser.network import held_back
from tests.browser.page_checks import assert_all_sound_and_fit, assert_fits, assert_sound

LINK = re.compile(r"/decks/[2-9a-z]{20}/$")


def test_pages_of_decks_are_sound_and_fit(visit, subtests):
    paths = [f"/decks/{name}" for name in ("", "mine/", "starters/", "starters/first-blood/", "check/")]
    assert_all_sound_and_fit(visit(), paths, subtests)


def test_deck_is_copied_shared_kept_compared_deleted_and_taken_back_without_scripts(visit):
    page = visit("/decks/starters/", java_script_enabled=False)
    page.get_by_role("button", name="Copy First Blood to my decks").click()
    expect(page.locator("h1")).to_have_text("Editing First Blood")
    page.get_by_role("link", name="Details").click()
    page.get_by_label("Notes").fill("Lay **mines** with [[Large Mines]].")
    page.get_by_label("Public").check()
    page.get_by_role("button", name="Show the notes").click()
    expect(page.get_by_role("link", name="Large Mines")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Link")).to_have_value(LINK)
    page.get_by_role("link", name="Versions").click()
    expect(page.get_by_role("link", name="Version 1")).to_be_visible()
    assert_sound(page)
    page.get_by_role("link", name="Compare").click()
    page.get_by_label("Second deck: its link").fill("/decks/starters/first-blood/")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", name="They are the same")).to_be_visible()
    assert_sound(page)
    page.get_by_role("link", name="First Blood").first.click()
    page.get_by_role("link", name="Details").click()
    assert_sound(page)
    page.get_by_role("button", name="Delete the deck").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("First Blood is restored.")).to_be_visible()


def test_link_of_a_deck_is_copied(visit):
    page = visit("/decks/starters/first-blood/", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy to my decks").click()
    page.get_by_role("link", name="Deck", exact=True).click()
    # Somebody types before the script has come: that counts too.
    with held_back(page, "**/unsaved*.js"):
        page.get_by_role("link", name="Share it").click()
        page.get_by_label("Notes").fill("Lay mines.")
    page.wait_for_load_state()
    page.once("dialog", lambda asked: asked.dismiss())
    page.get_by_role("link", name="Statistics").click()
    page.get_by_label("Unlisted").check()
    page.get_by_role("button", name="Save").click()
    page.locator("button[data-copies]").click()
    expect(page.get_by_text("Copied.", exact=True)).to_be_visible()
    assert LINK.search(page.evaluate("navigator.clipboard.readText()"))
    assert_fits(page)
