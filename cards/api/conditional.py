"""Conditional requests (RFC 9110, 13): strong ETags, 304 for a cached copy, and `If-Match` for changes."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.problems import ProblemError

DIGEST_BYTES = 12
IF_MATCH = "If-Match"
ANY = "*"
SAFE = ("GET", "HEAD")
OF_CONTENT = ("content-type", "content-length", "content-encoding", "content-disposition")


def conditional(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the answer with its ETag, or 304 if the client has this version."""
    if response.status_code != 200 or request.method not in SAFE:
        return response
    if "ETag" not in response.headers:
        response.headers["ETag"] = etag_of(response.content)
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if "*" not in known and response.headers["ETag"] not in {each.removeprefix("W/") for each in known}:
        return response
    kept = {name: value for name, value in response.items() if name.lower() not in OF_CONTENT}
    return HttpResponseNotModified(headers=kept)


def etag_of(content: bytes) -> str:
    """Return the strong ETag of a body."""
    return f'"{blake2b(content, digest_size=DIGEST_BYTES).hexdigest()}"'


def refuse_unseen(
    request: Request, read: Callable[..., Response] | None, hold: Callable[..., None], **address: Any
) -> None:
    """Raise `ProblemError` unless the request names the ETag of the current resource.

    `hold` lets what stands at the address stay as it is until the transaction ends, in which the change is made.
    """
    if read is None:
        raise _refusal("There is nothing to read at this address, and so no ETag that could match.")
    hold(**address)
    named = parse_etags(request.headers[IF_MATCH])
    if ANY not in named and etag_of(JSONRenderer().render(read(request, **address).data)) not in named:
        raise _refusal("What stands at this address is not what was seen. Nothing was changed; read it again.")


def _refusal(detail: str) -> ProblemError:
    return ProblemError("not_as_seen", detail)
