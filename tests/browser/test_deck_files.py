"""Importing and exporting decks in the browser: what is pasted is corrected and saved, and copied out again."""

from playwright.sync_api import expect

from tests.browser.page_checks import assert_fits, assert_sound

PASTED = """Night Watch
Sol, Aes Palamas
Deck:
4 Phaserz
2 Zorglub
3 Red Alert
-4 Fire
Hexes
1 Wormhole 1
3 Mine Field"""


def paste(page, text):
    page.get_by_label("Text, JSON, a share code").fill(text)
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("heading", name="What was understood")).to_be_visible()


def test_pasted_deck_is_corrected_saved_and_copied_without_a_mouse_or_script(visit):
    page = visit("/decks/import/", java_script_enabled=False)
    assert_fits(page)
    paste(page, PASTED)
    assert_fits(page)
    page.get_by_label("2 copies, deck: which piece?").select_option(label="Leave it out")
    page.get_by_role("button", name="Save as a new deck").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Editing Night Watch")
    page.get_by_role("link", name="Export").click()
    expect(page.get_by_label("Text")).to_have_value(
        "# Name: Night Watch\nShip: Sol\nCaptain: Aes Palamas\n[Deck]\n4 Phasers\n3 Red Alert\n"
        "[Hexpile]\n3 Mine Field\n1 Wormhole 1\n"
    )
    code = page.get_by_label("Share code").input_value()
    page.get_by_role("link", name="Open it").click()
    expect(page.get_by_role("button", name="Save as my deck")).to_be_visible()
    assert code in page.url


def test_pages_are_sound_and_copy_to_the_clipboard(visit):
    page = visit("/decks/import/", permissions=["clipboard-read", "clipboard-write"])
    assert_sound(page)
    paste(page, PASTED)
    assert_sound(page)
    page.get_by_role("button", name="Save as a new deck").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Editing Night Watch")
    page.get_by_role("link", name="Export").click()
    page.wait_for_url("**/export/")
    page.wait_for_load_state()  # what copies has come
    page.get_by_role("button", name="Copy the code").click()
    expect(page.locator("#copied")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == page.get_by_label("Share code").input_value()
    assert_sound(page)
    assert_fits(page)
