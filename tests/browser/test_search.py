"""Searching the pieces in a browser: by keys alone, with what the box offers, while one types, and without scripts."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.instance import PHONE
from tests.browser.page_checks import assert_all_sound_and_fit

FOUND = ["/cards/", "/cards/?q=view:text", "/cards/?q=view:list", "/cards/help/"]
NOT_FOUND = ["/cards/?q=phasers zebra", "/cards/?q=red rarty:2", "/cards/?page=99"]


def test_pages_are_sound_and_never_scroll_sideways(visit, subtests):
    assert_all_sound_and_fit(visit(), FOUND + NOT_FOUND, subtests)


@pytest.mark.main_path
def test_keys_lead_from_the_box_through_the_results_and_back(visit):
    page = visit("/cards/?q=kind:ship view:list")
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    results = page.locator("#results .result")
    for key, place in [("ArrowDown", 0), ("ArrowDown", 1), ("ArrowRight", 2), ("ArrowUp", 1), ("ArrowLeft", 0)]:
        page.keyboard.press(key)
        expect(results.nth(place)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("ArrowDown")
    title = results.first.inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text(title)


def test_arrows_move_by_rows_and_columns_of_pictures(visit):
    page = visit("/cards/?q=kind:ship view:pictures")
    results = page.locator("#results .result")
    columns = page.evaluate(
        "getComputedStyle(document.getElementById('results')).gridTemplateColumns.split(' ').length"
    )
    assert columns > 2
    results.first.focus()
    page.keyboard.press("ArrowDown")
    expect(results.nth(columns)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(results.nth(columns + 1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(results.nth(1)).to_be_focused()


def test_a_single_key_can_be_switched_off(visit):
    page = visit("/cards/help/")
    page.get_by_label("Single keys act").uncheck()
    page.goto(page.url.replace("help/", "?q=kind:ship"))
    page.keyboard.press("/")
    expect(page.locator("#q")).not_to_be_focused()


def test_the_box_offers_fields_and_words_and_what_is_found_follows(visit):
    page = visit("/cards/")
    box, offered = page.locator("#q"), page.locator("#offered").get_by_role("option")
    box.press_sequentially("🚀 rar")
    expect(offered).to_have_text(["rarity: How rare a card is, from Common to Ultra Rare (13.3)."])
    expect(box).to_have_attribute("aria-expanded", "true")
    box.fill("")
    expect(offered).to_have_count(12)
    box.press_sequentially("rar")
    expect(offered).to_have_count(1)
    box.press("ArrowDown")
    expect(box).to_have_attribute("aria-activedescendant", "offered-0")
    box.press("Tab")
    expect(box).to_have_value("rarity:")
    expect(offered.last).to_have_text('"Ultra Rare" ')
    box.press_sequentially("u")
    expect(offered).to_have_count(1)
    box.press("ArrowDown")
    box.press("Enter")
    expect(box).to_have_value('rarity:"Ultra Rare" ')
    expect(page.locator("#said")).to_contain_text("7 pieces: pieces that are ultra rare")
    expect(page).to_have_url(re.compile("Ultra"))
    expect(box).to_be_focused()
    box.press("Escape")
    expect(page.get_by_role("listbox")).to_have_count(0)
    box.press("Enter")
    expect(page.locator("#results .result")).to_have_count(7)


def test_an_offer_is_taken_by_the_pointer_in_the_middle_of_a_query(visit):
    page = visit("/cards/?q=phasers nat view:text")
    box = page.locator("#q")
    box.evaluate("box => { box.focus(); box.setSelectionRange(11, 11); box.dispatchEvent(new Event('input')); }")
    page.get_by_role("option", name="nature:").click()
    expect(box).to_have_value("phasers nature: view:text")
    assert box.evaluate("box => box.selectionStart") == len("phasers nature:")


def test_a_query_half_typed_becomes_a_fault_only_when_nobody_types(visit):
    page = visit("/cards/?q=kind:ship")
    box = page.locator("#q")
    box.fill("rarity>")
    expect(page.locator("#found")).to_have_class("found-pieces is-pending")
    expect(page.locator("#fault u")).to_have_text("rarity>")
    expect(box).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("status")).to_contain_text("needs a value right after it")
    expect(page.locator("#results")).to_have_count(0)
    box.fill("rarity>rare")
    expect(page.locator("#said")).to_contain_text("24 pieces")
    expect(page.get_by_role("status")).to_contain_text("24 pieces: pieces that are rarer than rare")
    expect(box).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#fault")).to_have_count(0)


def test_a_click_on_a_facet_narrows_down_and_a_second_one_takes_it_back(visit):
    page = visit("/cards/")
    page.get_by_role("link", name="Attack 36").click()
    expect(page.locator("#q")).to_have_value("nature:Attack")
    page.get_by_role("link", name="Crew 40").click()
    expect(page.locator("#q")).to_have_value("nature:Attack or nature:Crew")
    expect(page.locator("#said")).to_contain_text("76 pieces: attack cards or officers")
    page.get_by_role("link", name="Attack 36").click()
    expect(page.locator("#q")).to_have_value("nature:Crew")


def test_without_scripts_the_page_is_whole_on_a_phone(visit):
    page = visit("/cards/", java_script_enabled=False, viewport=PHONE)
    page.locator("#q").fill("nature:defence")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("#said")).to_contain_text("30 pieces")
    page.get_by_label("Sorted by").select_option("rarity")
    page.get_by_role("button", name="Sort").click()
    expect(page.locator("#q")).to_have_value("nature:defence sort:rarity")
    page.get_by_role("link", name="Text", exact=True).click()
    expect(page.locator("#results .prose").first).to_be_visible()
    expect(page.get_by_role("link", name="Klingon")).to_have_count(0)
    page.get_by_role("link", name="Narrow down").click()
    page.get_by_role("link", name="Klingon").click()
    expect(page.locator("#q")).to_have_value("nature:defence race:Klingon sort:rarity view:text")
    expect(page.locator("#facets")).not_to_be_visible()
