"""Browser contexts that tests use one after the other, because a new one loads and parses all static files again."""

import json
from collections import defaultdict
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import TimeoutError as TooLateError

from tests.browser.instance import Instance

PATIENCE_MS = 60_000
CLOSES_WITHIN_MS = 2_000
MOST_TRIES = 10
STORAGE = "local_storage,indexeddb,cache_storage,service_workers"
"""What a page can store besides cookies, as Chromium names it. The HTTP cache stays: its files have hashes as names."""


class ContextPool:
    """The contexts of a browser by their options. Each has no cookies and no stored data when a test gets it.

    A test may change what it likes of its page, which is closed with the test; of the context, cookies, storage,
    routes and the network alone.
    """

    def __init__(self, browser: Browser, instance: Instance) -> None:
        self._browser = browser
        self._line = browser.new_browser_cdp_session()
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
                self._close(page)
            context.unroute_all()
            context.set_offline(False)
            context.clear_cookies()
            self._free[kind].append(context)
        self._lent.clear()

    def _close(self, page: Page) -> None:
        """Close a page.

        Chromium forgets it when another document is just coming to the page, and `Page.close` waits for ever. Here
        it is asked again.
        """
        target = page.context.new_cdp_session(page).send("Target.getTargetInfo")["targetInfo"]["targetId"]
        for _ in range(MOST_TRIES):
            with suppress(TooLateError), page.expect_event("close", timeout=CLOSES_WITHIN_MS):
                self._line.send("Target.closeTarget", {"targetId": target})
            if page.is_closed():
                return
        raise AssertionError(f"{page.url} does not close")
