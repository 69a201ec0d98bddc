"""The documents of the API in a browser, under the site's content security policy."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.instance import SMALL_PAGE, Table
from tests.sampling import is_long

PATH = "/api/v1/decks/"
REFERENCE = re.compile(r"#/components/schemas/(\w+)")


def cut_down(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with one operation and the shapes that it refers to."""
    kept: dict[str, Any] = {"paths": {PATH: {"post": schema["paths"][PATH]["post"]}}, "schemas": {}}
    while missing := set(REFERENCE.findall(json.dumps(kept))) - kept["schemas"].keys():
        kept["schemas"] |= {name: schema["components"]["schemas"][name] for name in missing}
    return {**schema, "paths": kept["paths"], "components": {**schema["components"], "schemas": kept["schemas"]}}


def answer_with_one_operation(route: Route) -> None:
    """Answer with a schema that is cut down: the page takes 4 s of CPU to show all operations."""
    answer = route.fetch(headers={**route.request.headers, "accept": "application/json"})
    route.fulfill(response=answer, json=cut_down(answer.json()))


def test_operation_is_tried_out_with_the_session(visit: Callable[..., Page], lay: Callable[..., Table]) -> None:
    page = visit(session=lay(7).session)
    if not is_long():
        page.route("**/api/v1/schema/**", answer_with_one_operation)
    page.goto(page.url.replace(SMALL_PAGE, "/api/v1/docs/"))
    operation = page.locator("#operations-decks-decks_create")
    operation.locator(".opblock-summary-control").click()
    operation.get_by_role("button", name="Try it out").click()
    operation.locator("textarea").fill('{"name": "Tried out"}')
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table .response-col_status").last).to_contain_text("201")
    expect(operation.locator(".live-responses-table")).to_contain_text('"name": "Tried out"')
