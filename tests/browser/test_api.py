"""The documents of the API in a browser, under the site's content security policy."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.instance import Table


def test_operation_is_tried_out_with_the_session(visit: Callable[..., Page], lay: Callable[..., Table]) -> None:
    page = visit("/api/v1/docs/", session=lay(7).session)
    operation = page.locator("#operations-decks-decks_create")
    operation.locator(".opblock-summary-control").click()
    operation.get_by_role("button", name="Try it out").click()
    operation.locator("textarea").fill('{"name": "Tried out"}')
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table .response-col_status").last).to_contain_text("201")
    expect(operation.locator(".live-responses-table")).to_contain_text('"name": "Tried out"')
