"""A network that tests make slow, or spare."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Route

EMPTY_DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"/>'


@contextmanager
def held_back(page: Page, address: str) -> Iterator[None]:
    """Hold back the answer of this address until the block has ended."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep)
    with page.expect_request(address):
        yield
    while not held:  # the request is told before it is routed
        page.wait_for_timeout(20)
    held.pop().continue_()


@contextmanager
def blank_pictures(page: Page) -> Iterator[None]:
    """Answer each picture of a piece with an empty drawing: the web server takes 0.2 s to draw one."""
    page.route("**/cards/pictures/**", lambda route: route.fulfill(content_type="image/svg+xml", body=EMPTY_DRAWING))
    yield
    page.unroute("**/cards/pictures/**")
