"""Every kind of page, by day and by night: axe finds nothing to complain of."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.axe import violations
from tests.browser.conftest import Table

SEED = 150
FOR_EVERYBODY = [
    "/",
    "/matches",
    "/tables/new",
    "/rules/",
    "/rules/?q=tractor",
    "/rules/13.4.2/",
    "/cards/?q=mine",
    "/cards/?q=mine+view:text",
    "/cards/?q=mine+view:pictures",
    "/cards/?q=zebra",
    "/cards/?q=rarity:zebra",
    "/cards/help/",
    "/cards/sol/",
    "/cards/sabotage/",
    "/cards/wormhole-3/",
    "/cards/korgath-the-loud/",
    "/accounts/login/",
    "/accounts/signup/",
    "/nothing/here",
]
OF_A_DECK = [""]  # behind its address, as its owner sees them
FOR_STAFF = ["/balance/", "/cards/pictures/", "/accounts/delete/", "/accounts/logout/", "/accounts/password/change/"]
ON_A_PHONE = ["/", "/cards/?q=mine", "/cards/sabotage/"]


@pytest.fixture
def walk(instance) -> Iterator[Callable[..., None]]:
    """Goes from page to page; all that was found is told at the end."""
    found: list[str] = []

    def look(page: Page, *paths: str, on_a_phone: bool = False) -> None:
        for path in paths:
            page.goto(instance.url(path))
            found.extend(violations(page, on_a_phone=on_a_phone))

    yield look
    assert not found, "\n".join(found)


def test_pages_for_everybody(visit, walk):
    page = visit()
    walk(page, *FOR_EVERYBODY)
    walk(page, *ON_A_PHONE, on_a_phone=True)


def test_pages_of_a_table(visit, walk, lay):
    basic, full = lay(SEED, bots=1), lay(SEED, bots=5, seats=6, mode="full")
    walk(asked(visit, basic), basic.path)
    page = asked(visit, full)
    walk(page, full.path, *(f"{full.path}/{name}" for name in ("replay", "verify", "concede")))
    walk(page, full.path, on_a_phone=True)
    walk(page, basic.path, lay(SEED, seats=3, mode="full").path)


def asked(visit: Callable[..., Page], table: Table) -> Page:
    """The table at a question of whoever sits there."""
    page = visit(table.path, session=table.session)
    page.locator("#prompt:not(.waiting)").wait_for()
    return page


def test_pages_of_a_deck(visit, walk, lay):
    table = lay(SEED)
    page = visit(session=table.session)
    paths = [*(table.deck + path for path in OF_A_DECK), f"/tables/new?deck={table.deck.strip('/').split('/')[-1]}"]
    walk(page, *paths, table.path)
    walk(page, *paths[:-1], on_a_phone=True)


def test_pages_of_staff(visit, walk, lay):
    walk(visit(session=lay(SEED, is_staff=True).session), *FOR_STAFF)
