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

UNREADABLE = """() => {
  const isShown = (element) => element.checkVisibility({contentVisibilityAuto: true, visibilityProperty: true})
    && (element.closest("summary") || !element.closest("details:not([open])"))
    && !element.closest("svg, select, dialog, [popover], .visually-hidden");
  const isLifted = (element) => ["absolute", "fixed", "sticky"].includes(getComputedStyle(element).position);
  const words = (text) => `"${text.textContent.trim().slice(0, 30)}"`;
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode.textContent.trim()) texts.push(walker.currentNode);
  const lines = texts.filter((text) => isShown(text.parentElement)).flatMap((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const frames = [];
    for (let each = text.parentElement; each !== document.body; each = each.parentElement) {
      if (isLifted(each)) return [];
      if (getComputedStyle(each).overflow !== "visible") frames.push(each.getBoundingClientRect());
    }
    return [...range.getClientRects()].map((line) => ({
      text,
      left: Math.max(...[line, ...frames].map(({left}) => left)),
      right: Math.min(...[line, ...frames].map(({right}) => right)),
      top: Math.max(...[line, ...frames].map(({top}) => top)),
      bottom: Math.min(...[line, ...frames].map(({bottom}) => bottom)),
    }));
  });
  const covered = lines.flatMap((one, place) => lines.slice(place + 1).filter((other) => other.text !== one.text
    && Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 8)
    .map((other) => `${words(one.text)} and ${words(other.text)} lie over each other`));
  const cut = [...document.querySelectorAll("main *")].filter((element) => isShown(element)
    && getComputedStyle(element).textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth + 1);
  return [...covered, ...cut.map((element) => `${words(element)} is cut`)].slice(0, 5);
}"""
"""Script that returns words of the page that are cut at their right edge, or lie over other words."""

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

    def find_unreadable(self, address: str, document: bytes, widths: list[int]) -> dict[int, list[str]]:
        """Return the words that are cut or covered by other words, by the width of the window."""
        return self._run(lambda: self._list_unreadable(address, document, widths))

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

    def _list_unreadable(self, address: str, document: bytes, widths: list[int]) -> dict[int, list[str]]:
        self._document = document
        self._page.goto(SITE + address)
        found: dict[int, list[str]] = {}
        for width in widths:
            self._page.set_viewport_size({"width": width, "height": HEIGHT})
            if words := self._page.evaluate(UNREADABLE):
                found[width] = words
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
