"""Check that a page fits its window and has no broken part."""

from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.instance import DESKTOP
from tests.sampling import sample

NAMELESS = """() => [...document.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, summary, [role=button]')]
  .filter(element => element.checkVisibility() && !element.closest('[aria-hidden=true][tabindex="-1"]'))
  .filter(element => !(element.innerText || element.getAttribute('aria-label') || element.title
    || element.labels?.length || element.querySelector('.visually-hidden'))?.toString().trim().length)
  .map(element => element.outerHTML.slice(0, 120))"""


DOUBLED = """() => { const ids = [...document.querySelectorAll('[id]')].map(element => element.id);
  return ids.filter((id, place) => ids.indexOf(id) !== place); }"""


DANGLING = """() => [...document.querySelectorAll('[aria-labelledby], [aria-describedby], label[for]')]
  .flatMap(element => (element.getAttribute('aria-labelledby') || element.getAttribute('aria-describedby')
    || element.htmlFor).split(' ')).filter(id => !document.getElementById(id))"""


PICTURES = "() => [...document.querySelectorAll('img:not([alt])')].length"


def assert_sound(page: Page) -> None:
    """Assert what an accessibility checker looks at first."""
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator("main")).to_have_count(1)
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(DOUBLED) == []
    assert page.evaluate(DANGLING) == []
    assert page.evaluate(PICTURES) == 0
    assert page.title().endswith("· Incursions")


def assert_fits(page: Page) -> None:
    """Nothing is wider than the window on a phone and on a desktop or a laptop, with all folds open."""
    page.evaluate("document.querySelectorAll('main details').forEach(fold => { fold.open = true; })")
    for width in (*sample([1440, 1180], 1), 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def assert_all_sound_and_fit(page: Page, paths: Iterable[str], subtests: pytest.Subtests) -> None:
    """Check some of the pages at the site of this one; a long run checks all of them."""
    site = "/".join(page.url.split("/")[:3])
    for path in sample(paths, 3):
        with subtests.test(path):
            page.set_viewport_size(DESKTOP)
            page.goto(site + path)
            assert_sound(page)
            assert_fits(page)
