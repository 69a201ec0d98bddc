"""Browser contexts that tests use one after the other, because a new one loads and parses all static files again."""

import json
from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

from tests.browser.instance import Instance

PATIENCE_MS = 20_000
STORAGE = "local_storage,indexeddb,cache_storage,service_workers"
"""What a page can store besides cookies, as Chromium names it. The HTTP cache stays: its files have hashes as names."""


def leave(page: Page) -> None:
    """Go to the empty page, once more for each document to which the page goes by itself at that moment."""
    for may_raise in (False, False, True):
        try:
            page.goto("about:blank")
        except Error as error:
            if may_raise or "interrupted by another navigation" not in error.message:
                raise
        else:
            return


class ContextPool:
    """The contexts of a browser by their options. Each has no cookies and no stored data when a test gets it.

    A test may change what it likes of its page, which is closed with the test; of the context, cookies, storage,
    routes and the network alone.
    """

    def __init__(self, browser: Browser, instance: Instance) -> None:
        self._browser = browser
        self._instance = instance
        self._free: defaultdict[str, list[BrowserContext]] = defaultdict(list)
        self._lent: list[tuple[str, BrowserContext]] = []

    def open_page(self, options: dict[str, Any]) -> Page:
        """Open an empty page in a context with these options that no other page of this test is in."""
        kind = json.dumps(options, sort_keys=True)
        context = self._free[kind].pop() if self._free[kind] else self._browser.new_context(**options)
        self._lent.append((kind, context))
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        # Here, because a page that is left may store something at the last moment.
        line = context.new_cdp_session(page)
        line.send("Storage.clearDataForOrigin", {"origin": self._instance.address, "storageTypes": STORAGE})
        line.detach()
        return page

    def take_back(self) -> None:
        """Close all pages that are open, and let other tests have their contexts."""
        for kind, context in self._lent:
            for page in context.pages:
                # Chromium forgets to close a page to which another document is just coming, and the driver waits.
                leave(page)
                page.close()
            context.unroute_all()
            context.set_offline(False)
            context.clear_cookies()
            self._free[kind].append(context)
        self._lent.clear()
