"""A balance report from the form to its last game, with the worker that script/run starts for it."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.instance import PHONE, Table
from tests.browser.lay_table import PASSWORD
from tests.browser.page_checks import assert_fits, assert_sound

SEED = 150
REPORT_PATIENCE_MS = 180_000
"""The worker of reports yields to all other processes, so on a busy machine a game takes long."""


@pytest.fixture
def reports(visit: Callable[..., Page], lay: Callable[..., Table]) -> Callable[..., Page]:
    """The reports, as a member of the staff sees them who has signed in by the form."""

    def sign_in(**options: object) -> Page:
        page = visit("/accounts/login/?next=/balance/", **options)
        page.locator("[name=login]").fill(lay(SEED, is_staff=True).name)
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("main form button").first.click()
        page.wait_for_url("**/balance/")
        return page

    return sign_in


def ask(page: Page, *, games: int, seats: str = "2 seats") -> None:
    """Ask for a report on the first four decks."""
    for place in range(4, page.locator("[name=decks]").count()):
        page.locator("[name=decks]").nth(place).uncheck()
    for box in page.locator("[name=seats]").all():
        box.uncheck()
    page.get_by_label(seats).check()
    page.get_by_label("Games of each number of seats").fill(str(games))
    page.get_by_role("button", name="Make the report").click()
    page.get_by_role("heading", name="Balance report").wait_for()


@pytest.mark.long
def test_report_is_made_while_one_looks_on(reports):
    page = reports()
    assert_sound(page)
    assert_fits(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    ask(page, games=6)
    expect(page.locator(".tag", has_text="finished")).to_be_visible(timeout=REPORT_PATIENCE_MS)
    expect(page.locator("#look-again")).to_have_count(0)
    expect(page.locator(".plots svg")).to_have_count(5)
    page.locator("summary", has_text="Cards").click()
    expect(page.get_by_role("rowheader", name="Fire", exact=True)).to_be_visible()
    looked = []
    page.on("request", lambda request: looked.append(urlsplit(request.url).path))
    page.wait_for_timeout(2_500)
    assert urlsplit(page.url).path not in looked  # the head of every page looks for the viewer's tables now and then
    assert_sound(page)
    assert_fits(page)
    assert_accessible(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="JSON").click()
    assert download.value.suggested_filename.endswith(".json")


def test_report_is_cancelled_on_a_phone(reports):
    page = reports(viewport=PHONE)
    ask(page, games=4000)
    assert_sound(page)
    assert_fits(page)
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".tag", has_text="cancelled")).to_be_visible()  # perhaps before its first game


def test_form_says_what_is_wrong_without_scripts(reports):
    page = reports(java_script_enabled=False)
    for box in page.locator("[name=decks]").all():
        box.uncheck()
    page.get_by_role("button", name="Make the report").click()
    expect(page.locator("#decks-error")).to_have_text("Choose at least two decks.")
    assert page.locator("h1").count() == 1
