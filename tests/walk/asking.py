"""Asks addresses as one of the people would, each time of the same world: whatever an answer changed is taken back."""

import re
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import NamedTuple

from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from tests.walk.world import World

TOKEN = re.compile(rb'(name="(?:csrfmiddlewaretoken|key)"\s+value=|"X-CSRFToken": ?|csrftoken=)"?[0-9A-Za-z_-]+"?')
SIGN_IN = re.compile(r"/login/")
OF_THE_CLOCK = ("Expires", "Last-Modified")  # now, where nothing is to be kept
API = "/api/v1/"
FORM = "application/x-www-form-urlencoded"


class Answer(NamedTuple):
    """What came back, to compare: the status, headers with the names of cookies, and the body without tokens."""

    status: int
    headers: dict[str, str]
    cookies: tuple[str, ...]
    body: bytes

    @property
    def word(self) -> str:
        """The status, or `login` where somebody is sent to sign in."""
        is_sent = self.status in (302, 303) and SIGN_IN.search(self.headers.get("Location", ""))
        return "login" if is_sent else str(self.status)

    def without(self, *words: str) -> "Answer":
        """Return the answer with these words replaced by dots."""
        body, headers = self.body, dict(self.headers)
        for word in words:
            body = body.replace(word.encode(), b"...")
            headers = {name: value.replace(word, "...") for name, value in headers.items()}
        headers.pop("Content-Length", None)
        return Answer(self.status, headers, self.cookies, body)


class Walker:
    """The people of a world, each with a browser."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._cookies = {who: self._signed_in(who) for who in world.people}
        self._client = Client()  # one for all, since each would read the middlewares anew

    def _signed_in(self, who: str) -> SimpleCookie:
        client = Client()
        if who != "stranger":
            client.force_login(self.world.people[who])
        return client.cookies

    def ask(
        self,
        who: str,
        method: str,
        address: str,
        body: dict[str, object] | None = None,
        *,
        is_json: bool = False,
        accept: str | None = None,
        afterwards: Callable[[], None] | None = None,
    ) -> Answer:
        """Send a request as somebody, and undo its changes. `afterwards` looks at the world before that."""
        usual = "application/json" if address.startswith(API) else "text/html"
        client = self._client
        client.defaults["HTTP_ACCEPT"] = accept or usual
        client.cookies = SimpleCookie({name: morsel.value for name, morsel in self._cookies[who].items()})
        sent: dict[str, object] = {} if method in ("GET", "HEAD") else {"data": body or {}}
        if sent and is_json:
            sent["content_type"] = "application/json"
        elif sent and method != "POST":
            sent = {"data": "", "content_type": FORM}
        with transaction.atomic():
            answer = _kept(getattr(client, method.lower())(address, **sent))
            if afterwards is not None:
                afterwards()
            transaction.set_rollback(True)
        return answer


def _kept(response: HttpResponse) -> Answer:
    body = b"".join(response.streaming_content) if response.streaming else response.content
    headers = {name: value for name, value in response.headers.items() if name not in OF_THE_CLOCK}
    return Answer(response.status_code, headers, tuple(sorted(response.cookies)), TOKEN.sub(b"", body))
