"""A network that tests make slow."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Route


@contextmanager
def held_back(page: Page, address: str) -> Iterator[None]:
    """What is asked for at this address arrives no sooner than the block has ended."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep)
    with page.expect_request(address):
        yield
    held.pop().continue_()
