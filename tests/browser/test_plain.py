"""Without JavaScript the table is plain forms; with it every page is named, labelled and free of faults."""

from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP
from tests.browser.moves import version

SEED = 150
NAMELESS = """() => [...document.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, summary, [role=button]')]
  .filter(element => element.checkVisibility())
  .filter(element => !(element.innerText || element.getAttribute('aria-label') || element.title
    || element.labels?.length || element.querySelector('.visually-hidden'))?.toString().trim().length)
  .map(element => element.outerHTML.slice(0, 120))"""
DOUBLED = """() => { const ids = [...document.querySelectorAll('[id]')].map(element => element.id);
  return ids.filter((id, place) => ids.indexOf(id) !== place); }"""
DANGLING = """() => [...document.querySelectorAll('[aria-labelledby], [aria-describedby], label[for]')]
  .flatMap(element => (element.getAttribute('aria-labelledby') || element.getAttribute('aria-describedby')
    || element.htmlFor).split(' ')).filter(id => !document.getElementById(id))"""
PICTURES = "() => [...document.querySelectorAll('img:not([alt])')].length"


def assert_sound(page: Page) -> None:
    """What an accessibility checker looks at first."""
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator("main")).to_have_count(1)
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(DOUBLED) == []
    assert page.evaluate(DANGLING) == []
    assert page.evaluate(PICTURES) == 0
    assert page.title().endswith("· Incursions")


def assert_fits(page: Page) -> None:
    """Nothing is wider than the window, on a desktop, a laptop and a phone; folds are open."""
    page.evaluate("document.querySelectorAll('main details').forEach(fold => { fold.open = true; })")
    for width in (1440, 1180, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


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


def assert_all_sound_and_fit(page: Page, paths: Iterable[str], subtests: pytest.Subtests) -> None:
    """What holds of a page, of one after the other at the site of this one."""
    site = "/".join(page.url.split("/")[:3])
    for path in paths:
        with subtests.test(path):
            page.set_viewport_size(DESKTOP)
            page.goto(site + path)
            assert_sound(page)
            assert_fits(page)


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
