"""Bodies of requests that are larger than anything the site reads: refused before they are kept anywhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TypedDict

from django.http import HttpResponse

from cards.api.problems import is_for_api, plain_problem

LARGEST = 12_000_000  # bytes; forms and the API refuse what is larger than they read in their own words


class HttpScope(TypedDict):
    """The parts of an HTTP scope of ASGI that are read here."""

    path: str
    headers: Iterable[tuple[bytes, bytes]]


class BodyMessage(TypedDict, total=False):
    """A part of a request's body."""

    body: bytes


Receive = Callable[[], Awaitable[BodyMessage]]
Send = Callable[[Mapping[str, object]], Awaitable[None]]
WORDS = "The request is larger than anything that is read here. Nothing was changed."


class _TooLargeError(Exception):
    """More came than there may be."""


class LargestBody:
    """The pages, for requests that are not larger. Without it, Django would keep a whole body in a file first."""

    def __init__(self, pages: Callable[..., Awaitable[None]]) -> None:
        self.pages = pages

    async def __call__(self, scope: HttpScope, receive: Receive, send: Send) -> None:
        """Answer 413 as soon as the body is known to be too large, declared or not."""
        came = 0

        async def receive_counted() -> BodyMessage:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            if came > LARGEST:
                raise _TooLargeError
            return message

        try:
            if _length_said(scope) > LARGEST:
                raise _TooLargeError
            await self.pages(scope, receive_counted, send)
        except _TooLargeError:
            await _answer(_refusal(scope["path"]), send)


def _length_said(scope: HttpScope) -> int:
    said = dict(scope["headers"]).get(b"content-length", b"0")
    return int(said) if said.isdigit() else 0


def _refusal(path: str) -> HttpResponse:
    if is_for_api(path):
        return plain_problem("too_large", WORDS)
    return HttpResponse(WORDS, status=413, content_type="text/plain; charset=utf-8")


async def _answer(response: HttpResponse, send: Send) -> None:
    headers = {**response.headers, "Content-Length": str(len(response.content)), "X-Content-Type-Options": "nosniff"}
    pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": pairs})
    await send({"type": "http.response.body", "body": response.content})
