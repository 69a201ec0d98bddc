"""Days of megagames made through their page."""

from playwright.sync_api import Page


def make_day(page: Page, name: str) -> None:
    """Make a day on the page of days in the browser of its host, which shows its seats afterwards."""
    page.get_by_label("Name of the day").fill(name)
    page.get_by_role("button", name="Make the day").click()
    page.wait_for_url("**/seats")
