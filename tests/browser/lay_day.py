"""Days of megagames made through their page."""

from playwright.sync_api import Page, expect


def make_day(page: Page, name: str) -> None:
    """Make a day on the page of days in the browser of its host, which shows its seats afterwards."""
    page.get_by_label("Name of the day").fill(name)
    page.get_by_role("button", name="Make the day").click()
    page.wait_for_url("**/seats")


def find_link(desk: Page, seat: str) -> str:
    """Return the path of the personal link of a seat."""
    row = desk.locator("tr, li").filter(has=desk.get_by_text(seat, exact=True)).first
    found: str = row.evaluate(
        """row => [...row.querySelectorAll('input, a')].map(each => each.value || each.href)
          .find(words => words?.includes('/days/enter/'))"""
    )
    return "/days/" + found.partition("/days/")[2]


def start_event(desk: Page) -> None:
    """Start the event at the desk."""
    desk.goto(desk.url.replace("/seats", "/desk"))
    for order in ("start the event", "begin action"):
        desk.get_by_label("Order in words").fill(order)
        desk.get_by_role("button", name="Give", exact=True).first.click()
        expect(desk.locator("#day-orders .is-taken").first).to_contain_text(order)
