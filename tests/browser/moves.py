"""Playing through the page: wait to be asked, see what is offered, choose by key or by mouse."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page

ASKED_OR_OVER = "#prompt:not(.waiting):not([aria-busy]), .places"
KEYS_SLEEP_MS = 420


def is_over(page: Page) -> bool:
    return page.locator(".places").count() > 0


def wait_to_be_asked(page: Page) -> bool:
    """Whether the player is asked now; False when the match is over."""
    page.locator(ASKED_OR_OVER).first.wait_for()
    return not is_over(page)


def version(page: Page) -> int:
    return int(page.locator("#move-version").get_attribute("value"))


def lines(page: Page) -> list[str]:
    """Every line that a button of the list would send."""
    return page.locator("#prompt [name=text]").evaluate_all("buttons => buttons.map(button => button.value)")


def whole_lines(page: Page) -> list[str]:
    """Return the lines that do not lead on step by step: one for each target of a weapon."""
    buttons = page.locator("#prompt [name=text]:not([data-stages])")
    return buttons.evaluate_all("buttons => buttons.map(button => button.value)")


def button(page: Page, line: str) -> Locator:
    return page.locator(f'#prompt [name=text][value="{line}"]')


def row_of(page: Page, line: str) -> Locator:
    """Return the row with amounts that holds the line's button."""
    return page.locator("#prompt .option-set", has=page.locator(f'[value="{line}"]'))


def press(page: Page, line: str) -> None:
    """Choose a line by its keys: the row's, and inside a row with amounts the amount's."""
    page.wait_for_timeout(KEYS_SLEEP_MS)
    chosen, row = button(page, line), row_of(page, line)
    if row.count():
        page.keyboard.press(row.get_attribute("data-key"))
    page.keyboard.press(chosen.get_attribute("data-key"))


def click(page: Page, line: str) -> None:
    """Choose a line by the mouse: on the map where it is there, else in the list."""
    on_map = page.locator(f'#chart [name=text][value="{line}"]')
    row = row_of(page, line)
    if on_map.count() and not row.count():
        on_map.click()
        return
    if row.count() and row.get_attribute("open") is None:
        row.locator("summary").click()
    button(page, line).click()


def move(page: Page, line: str, how: Callable[[Page, str], None]) -> None:
    """Choose a line and wait until the table has taken it."""
    before = version(page)
    how(page, line)
    page.locator(f'#prompt:not(:has(#move-version[value="{before}"]))').wait_for()


def first(options: list[str], *beginnings: str) -> str | None:
    """Return the first line that begins so, trying one beginning after the other."""
    return next((line for start in beginnings for line in options if line.startswith(start)), None)
