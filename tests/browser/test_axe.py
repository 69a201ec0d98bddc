"""Pages of every kind, by day and by night: axe finds nothing to complain of. A long run looks at all of them."""

from collections.abc import Callable, Collection, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.instance import DESKTOP, Table
from tests.sampling import sample

SEED = 150
FOR_EVERYBODY = [
    "/",
    "/matches",
    "/exhibition",
    "/games/incursions/",
    "/games/talon/",
    "/tables/new",
    "/tournaments/new",
    "/tournaments/new?plan=league",
    "/quick/",
    "/invitations/nothing",
    "/rules/",
    "/rules/13.4.2/",
    "/rules/T/?q=blast",
    "/rules/T8.9/",
    "/cards/?q=mine",
    "/cards/?q=mine+view:list",
    "/cards/?q=redd+allert",
    "/cards/?q=rarity:zebra",
    "/cards/help/",
    "/cards/sabotage/?q=sabotage",
    "/cards/wormhole-3/",
    "/decks/",
    "/decks/new/",
    "/decks/import/",
    "/decks/check/",
    "/decks/compare/",
    "/decks/starters/",
    "/decks/starters/the-long-siege/",
    "/tournaments/",
    "/series/",
    "/ratings/",
    "/ratings/full-people/seasons/2026-3/",
    "/ratings/explained/",
    "/api/v1/guide/",
    "/accounts/login/",
    "/accounts/signup/",
    "/nothing/here",
]
OF_A_DECK = [  # behind its address, as its owner sees them
    "",
    "edit/",
    "edit/?q=kind:ship+or+nature:crew",
    "statistics/",
    "hand/?seed=tide",
    "versions/",
    "changes/",
    "print/",
    "export/",
    "import/",
    "details/",
]
OF_DECKS = ["/decks/mine/", "/flights/"]
OF_A_MATCH = ["replay/2", "verify", "concede", "chat", "report", "take-back"]
FOR_STAFF = ["/balance/", "/cards/pictures/", "/reports/queue"]
FOR_MEMBERS = [
    "/boosters/",
    "/muted",
    "/reports/",
    "/accounts/delete/",
    "/accounts/privacy/",
    "/accounts/logout/",
    "/accounts/password/change/",
    "/accounts/tokens/",
]
ON_A_PHONE = [
    "/",
    "/games/talon/",
    "/matches",
    "/quick/",
    "/tournaments/",
    "/cards/?q=mine",
    "/cards/sabotage/",
    "/decks/",
]
OF_A_DECK_ON_A_PHONE = ["", "edit/", "statistics/"]
MOST_LOOKS = 60
PASTED = "Ship: Sol\n4 Phasers\n2 Phaserz\nNobody Knows This\n[Hexpile]\n1 Wormhole 1\n1 Wormhole 1"


@pytest.fixture
def walk(instance) -> Iterator[Callable[..., None]]:
    """Goes from page to page, of which some are looked at on a phone too; all that was found is told at the end."""
    found: list[str] = []

    def look(page: Page, *paths: str, on_a_phone: Collection[str] = ()) -> None:
        for path in sample(paths, 2 + len(paths) // 4):
            page.set_viewport_size(DESKTOP)
            page.goto(instance.url(path))
            found.extend(violations(page))
            if path in on_a_phone:
                found.extend(violations(page, on_a_phone=True))

    yield look
    assert not found, "\n".join(found)


@pytest.mark.long
def test_pages_for_everybody(visit, walk):
    page = visit()
    walk(page, *FOR_EVERYBODY, on_a_phone=ON_A_PHONE)


@pytest.mark.long
def test_pages_of_a_table(visit, walk, lay):
    basic, full = lay(SEED, bots=1), lay(SEED, bots=5, seats=6, mode="full")
    walk(asked(visit, basic), basic.path)
    page = asked(visit, full)
    others = (f"{full.path}/{name}" for name in OF_A_MATCH)
    walk(page, full.path, *others, on_a_phone=[full.path, f"{full.path}/replay/2"])
    walk(page, "/match-files/")
    file = page.request.get(page.url.replace("/match-files/", f"{full.path}/export")).body()
    page.locator("#file").set_input_files({"name": "match.json", "mimeType": "application/json", "buffer": file})
    page.get_by_role("button", name="Look at it").click()
    page.get_by_role("heading", name="Moves").wait_for()
    walk(page, path := urlsplit(page.url).path, on_a_phone=[path])
    walk(page, basic.path, lay(SEED, seats=3, mode="full").path)


def asked(visit: Callable[..., Page], table: Table) -> Page:
    """Open the table at a question for the player who sits there."""
    page = visit(table.path, session=table.session)
    page.locator("#prompt:not(.waiting)").wait_for()
    return page


@pytest.mark.long
def test_pages_of_a_deck(visit, walk, lay):
    table = lay(SEED)
    page, name = visit(session=table.session), table.deck.strip("/").split("/")[-1]
    on_a_phone = [table.deck + path for path in OF_A_DECK_ON_A_PHONE]
    walk(page, *(table.deck + path for path in OF_A_DECK), on_a_phone=on_a_phone)
    walk(page, f"/flights/start/{name}/", *OF_DECKS)
    walk(page, f"/tables/new?deck={name}", table.path, f"{table.path}/settings")


def test_report_of_an_import(visit):
    page = visit("/decks/import/")
    page.locator("textarea").first.fill(PASTED)
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_text("Nobody Knows This").first).to_be_visible()
    found = [*violations(page), *violations(page, on_a_phone=True)]
    assert not found, "\n".join(found)


def test_pages_of_a_player(visit, walk, lay):
    """Of one whose match has just ended and been recorded."""
    table = lay(SEED, bots=1, is_staff=True)
    page = visit(f"{table.path}/concede", session=table.session)
    page.get_by_role("button", name="Concede").click()
    page.locator("#prompt").get_by_text("conceded").first.wait_for()
    page.goto("/".join(page.url.split("/")[:3]))
    page.get_by_role("button", name="Account of").click()
    page.get_by_role("link", name="My page").click()
    page.get_by_role("heading", name="Matches").wait_for()
    for _ in range(MOST_LOOKS):  # recorded by a task, which may come a moment later
        if "played-outcome" in page.request.get(page.url).text():
            break
        page.wait_for_timeout(500)
    walk(page, path := urlsplit(page.url).path, f"{path}matches/", on_a_phone=[path])


def test_pages_of_staff(visit, walk, lay):
    walk(visit(session=lay(SEED, is_staff=True).session), *FOR_STAFF, *FOR_MEMBERS)
