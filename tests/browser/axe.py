"""What axe, the checker of accessibility, says of a page that is open."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.instance import DESKTOP, PHONE, ROOT
from tests.sampling import sample

SOURCE = (ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
EVERY_RULE: dict[str, Any] = {}
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
COLOURS = {"runOnly": COLOUR_RULES}  # all that a second theme changes
ALL_BUT_COLOURS = {"rules": {rule: {"enabled": False} for rule in COLOUR_RULES}}
OPENED = """() => {
  document.querySelectorAll("main details").forEach(fold => { fold.removeAttribute("name"); fold.open = true; });
  document.querySelectorAll("[popover]").forEach(menu => { menu.popover = "manual"; menu.showPopover(); });
}"""
FOUND = """options => axe.run(document, {resultTypes: ["violations"], preload: false, ...options}).then(result =>
  result.violations.flatMap(({id, nodes}) => nodes.map(({html, target, any, all}) =>
    `${id} at ${target}: ${[...any, ...all].map(({message}) => message).join(" ")} ${html.slice(0, 200)}`)))"""


def violations(page: Page, *, on_a_phone: bool = False) -> list[str]:
    """Return all that axe finds with folds and menus open, by day or by night; in a long run, by both.

    Colours take three quarters of its time: a run looks at them on a phone or on a desktop, a long one on both.
    The page's policy lets no script in, and keeps none out that the browser's driver evaluates.
    """
    page.set_viewport_size(PHONE if on_a_phone else DESKTOP)
    if not page.evaluate("'axe' in window"):
        page.evaluate(SOURCE)
    page.evaluate(OPENED)
    found = []
    rules = EVERY_RULE if on_a_phone in sample([True, False], 1) else ALL_BUT_COLOURS
    for theme in sample(["light", "dark"], 1):
        page.emulate_media(color_scheme=theme)
        found += [f"{page.url} {theme}: {each}" for each in page.evaluate(FOUND, rules)]
        rules = COLOURS
    return found


def assert_accessible(page: Page) -> None:
    """Assert that axe finds nothing on a page on a desktop."""
    found = violations(page)
    assert not found, "\n".join(found)
