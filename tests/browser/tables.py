"""Tables for two people in two browsers, with clocks of any length, played by the requests that pages send."""

import json
from typing import Any, NamedTuple

from playwright.sync_api import Page

HEADERS = {"Content-Type": "application/json", "Accept": "application/json"}


class Duel(NamedTuple):
    """A running match; `pages` are those of seat 0 and of seat 1."""

    path: str
    pages: tuple[Page, Page]

    def state(self, seat: int = 0) -> dict[str, Any]:
        """Return the match as that seat may see it."""
        return said(self.pages[seat], "GET", f"{self.path}/state")

    @property
    def asked(self) -> int:
        return self.state()["decision"]["seat"]

    def decline(self) -> int:
        """Let whoever is asked decline; the version that follows."""
        state = self.state()
        version, seat = state["version"], state["decision"]["seat"]
        move = {"version": version, "text": "decline", "key": f"key-{version}"}
        return said(self.pages[seat], "POST", f"{self.path}/actions", move)["version"]

    def decline_until_asked(self, seat: int) -> None:
        while self.asked != seat:
            self.decline()


def said(page: Page, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """Send a page's own request and return the answer; a refusal fails the test."""
    data = None if body is None else json.dumps(body)
    site = "/".join(page.url.split("/")[:3])
    answer = page.context.request.fetch(site + path, method=method, headers=HEADERS, data=data)
    assert answer.ok, answer.text()
    return answer.json()


def start_duel(host: Page, friend: Page, **rules: Any) -> Duel:
    """Two people at a table of Basic that the host lays; both look at it."""
    path = said(host, "POST", "/matches", {"seats": 2, **rules})["url"]
    said(friend, "POST", f"{path}/join", {})
    site = "/".join(host.url.split("/")[:3])
    for page in (host, friend):
        page.goto(site + path)
        page.locator("#prompt").wait_for()
    return Duel(path, (host, friend))
