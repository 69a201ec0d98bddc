"""Shows documents in Chromium, which asks no server: a test answers for the page and for static files."""

import mimetypes
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from django.contrib.staticfiles import finders
from playwright.sync_api import Page, Route, sync_playwright

from support import chromium

SITE = "http://incursions.example"
STATIC = f"{SITE}/static/"
HEIGHT = 800
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]

STICKING_OUT = """() => {
  const scrolls = (element) => element && element !== document.body && element !== document.documentElement
    && (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
  const out = [...document.body.querySelectorAll("*")].filter((element) =>
    element.getBoundingClientRect().right + scrollX > innerWidth && !scrolls(element.parentElement));
  const name = (element) => [element.localName, element.id && `#${element.id}`,
    ...[...element.classList].map((css) => `.${css}`)].join("");
  return out.filter((element) => !out.some((other) => other !== element && element.contains(other)))
    .slice(0, 3).map((element) => `<${name(element)}> "${element.textContent.trim().slice(0, 30)}"`);
}"""
"""Script that returns the innermost elements that reach beyond the right edge of the window."""

OVERFLOWS = "document.scrollingElement.scrollWidth > innerWidth"
OPEN_ALL = "document.querySelectorAll('main details').forEach(fold => { fold.open = true; })"

Answer = TypeVar("Answer")


class Screen:
    """A page of Chromium in a thread of its own, because its event loop would keep Django from the database."""

    def __init__(self, thread: ThreadPoolExecutor, page: Page) -> None:
        self._thread, self._page, self._document = thread, page, b""
        self._run(lambda: page.route("**/*", self._answer))

    def find_overflows(self, address: str, document: bytes, widths: list[int]) -> dict[int, list[str]]:
        """Return the elements that stick out by the width at which the page scrolls sideways, folds closed or open."""
        return self._run(lambda: self._measure(address, document, widths))

    def _run(self, act: Callable[[], Answer]) -> Answer:
        return self._thread.submit(act).result()

    def _measure(self, address: str, document: bytes, widths: list[int]) -> dict[int, list[str]]:
        self._document = document
        self._page.goto(SITE + address)
        found: dict[int, list[str]] = {}
        for opening in ("", OPEN_ALL):
            self._page.evaluate(opening)
            for width in widths:
                self._page.set_viewport_size({"width": width, "height": HEIGHT})
                if self._page.evaluate(OVERFLOWS):
                    found.setdefault(width, self._page.evaluate(STICKING_OUT))
        return found

    def _answer(self, route: Route) -> None:
        url = route.request.url.partition("?")[0]
        if route.request.is_navigation_request() and route.request.frame == self._page.main_frame:
            route.fulfill(body=self._document, content_type="text/html; charset=utf-8")
        elif url.startswith(STATIC) and (path := finders.find(url.removeprefix(STATIC))):
            route.fulfill(path=path, content_type=mimetypes.guess_type(path)[0])
        else:
            route.abort()


@contextmanager
def open_screen() -> Iterator[Screen]:
    """Start Chromium with an empty page, and end it with the block."""
    with ThreadPoolExecutor(1) as thread:
        driver = thread.submit(lambda: sync_playwright().start()).result()
        launch = driver.chromium.launch
        browser = thread.submit(lambda: launch(executable_path=str(chromium.find()), args=ARGUMENTS)).result()
        try:
            yield Screen(thread, thread.submit(lambda: browser.new_page(reduced_motion="reduce")).result())
        finally:
            thread.submit(browser.close).result()
            thread.submit(driver.stop).result()
