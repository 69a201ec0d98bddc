"""Without JavaScript the table is plain forms; with it every page is named, labelled and free of faults."""

import pytest
from playwright.sync_api import expect

from tests.browser.moves import version
from tests.browser.page_checks import assert_all_sound_and_fit, assert_fits, assert_sound

SEED = 150


@pytest.mark.main_path
def test_plain_forms_play_moves_without_scripts(visit, lay):
    table = lay(SEED, bots=1)
    page = visit(table.path, session=table.session, java_script_enabled=False)
    for choose in ("map", "amount", "list", "list"):
        # The page looks again by itself while another is asked.
        page.locator("#prompt:not(.waiting)").wait_for()
        before = version(page)
        row = page.locator("details.option-set:not([open]):has-text('Fire')")
        if choose == "map" and page.locator("#chart .side button").count():
            page.locator("#chart .side button").first.click()
        elif choose == "amount" and row.count():
            shot = page.locator(f"#{row.first.get_attribute('id')}")
            shot.locator("summary").click()
            shot.locator(".amount").nth(1).click()
        else:
            page.locator('#prompt button.option[data-key="0"]').click()
        page.locator(f'#prompt:not(:has(#move-version[value="{before}"]))').wait_for()
    expect(page.locator("#log-lines a").first).to_be_visible()


def test_plain_stages_can_be_taken_back(visit, lay, instance):
    table = lay(SEED, bots=1)
    page = visit(table.path, session=table.session, java_script_enabled=False)
    page.locator("#prompt:not(.waiting)").wait_for()
    token = page.locator("#move [name=csrfmiddlewaretoken]").get_attribute("value")
    row = page.locator("details.option-set:has-text('Fire')").first
    opening = row.locator(".amount").first.get_attribute("value").split(" at ")[0]
    form = {"text": opening, "version": str(version(page)), "key": "stage", "csrfmiddlewaretoken": token}
    page.request.post(f"{instance.url(table.path)}/actions", form=form, headers={"Referer": instance.address})
    page.reload()
    expect(page.locator(".said")).to_contain_text(opening)
    page.locator("#option-back").click()
    expect(page.locator(".said")).to_have_count(0)
    expect(page.locator('#prompt [value="decline"]')).to_be_visible()


RULES = ["/rules/", "/rules/?q=tractor", "/rules/?q=zebra", "/rules/11/", "/rules/11.2/", "/rules/13.4.2/"]


def test_pages_are_sound_and_never_scroll_sideways(visit, subtests):
    paths = ["/", "/matches", "/tables/new", *RULES, "/accounts/login/", "/accounts/signup/", "/nothing/here"]
    assert_all_sound_and_fit(visit(), paths, subtests)


def test_table_is_sound_for_player_watcher_and_replay(visit, lay):
    table = lay(SEED, seats=6, bots=5)
    page = visit(table.path, session=table.session)
    page.locator("#prompt:not(.waiting)").wait_for()
    assert_sound(page)
    assert_sound(visit(table.path))
    assert_sound(visit(f"{table.path}/replay"))
    assert_sound(visit(f"{table.path}/verify"))


def test_table_never_scrolls_sideways(visit, lay):
    table = lay(SEED, seats=4, bots=3)
    page = visit(table.path, session=table.session)
    page.locator("#prompt:not(.waiting)").wait_for()
    assert_fits(page)
