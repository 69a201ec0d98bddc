"""Signing up or out in one tab while a match is open in another."""

from playwright.sync_api import expect

from tests.browser.moves import click, first, lines, move, version, wait_to_be_asked

ASKED_FIRST = 150  # seat 0 has the first turn


def second_tab(page, path):
    """Open another tab of the same browser."""
    tab = page.context.new_page()
    tab.goto(path)
    return tab


def sign_up(tab, name):
    tab.locator("#id_username").fill(name)
    tab.locator("#id_password1").fill("a long word of hers")
    tab.locator("#id_password2").fill("a long word of hers")
    tab.get_by_role("button", name="Sign up").click()
    expect(tab.get_by_text(name).first).to_be_attached()


def test_guest_who_signs_up_in_a_second_tab_plays_on_in_the_first(visit, lay, instance):
    table = lay(ASKED_FIRST, bots=1)
    page = visit(table.path, session=table.session)
    assert wait_to_be_asked(page)
    tab = second_tab(page, instance.url("/accounts/signup/"))
    sign_up(tab, "second-tab")
    before = version(page)
    move(page, first(lines(page), "decline"), click)
    assert version(page) > before


def test_page_of_somebody_who_signed_out_in_a_second_tab_shows_no_hand(visit, lay, instance):
    table = lay(ASKED_FIRST, bots=1, mode="full", is_staff=True)
    page = visit(table.path, session=table.session)
    assert wait_to_be_asked(page)
    assert page.locator("#hand .card").count() > 0
    tab = second_tab(page, instance.url("/accounts/logout/"))
    tab.get_by_role("main").get_by_role("button").first.click()
    expect(page.locator("#hand .card")).to_have_count(0)
