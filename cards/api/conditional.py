"""What every answer says about keeping it: a strong ETag of exactly what is sent, and 304 to whoever has that."""

from __future__ import annotations

from hashlib import blake2b

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags

DIGEST_BYTES = 12
SAFE = ("GET", "HEAD")
OF_CONTENT = ("content-type", "content-length", "content-encoding", "content-disposition")


def conditional(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer with its ETag, or 304 where the client says that it has the same."""
    if response.status_code != 200 or request.method not in SAFE:
        return response
    if "ETag" not in response.headers:
        response.headers["ETag"] = etag_of(response.content)
    if not _is_known(request, response.headers["ETag"]):
        return response
    kept = {name: value for name, value in response.items() if name.lower() not in OF_CONTENT}
    return HttpResponseNotModified(headers=kept)


def etag_of(content: bytes) -> str:
    """The strong ETag of what is sent."""
    return f'"{blake2b(content, digest_size=DIGEST_BYTES).hexdigest()}"'


def _is_known(request: HttpRequest, etag: str) -> bool:
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or etag in {each.removeprefix("W/") for each in known}
