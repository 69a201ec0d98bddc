"""HTTP negotiation: JSON or a stored compressed form, strong ETags, 304 and `If-Match` (RFC 9110, 12 and 13)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.request import MediaType
from django.utils.http import parse_etags
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.problems import ProblemError

MEDIA_TYPE = "application/json"
GZIP = "gzip"
TAKEN = (MEDIA_TYPE, "application/*", "*/*")
Chosen = tuple[BaseRenderer, str]


class AnyForm(BaseContentNegotiation):
    """A negotiation that ignores the Accept header, because the address alone decides the form. Refusals are JSON."""

    def select_renderer(
        self, request: Request, renderers: Sequence[BaseRenderer], format_suffix: str | None = None
    ) -> Chosen:
        """Return the only renderer."""
        return renderers[0], MEDIA_TYPE


class JsonAlone(AnyForm):
    """JSON, if the client takes it. Nothing else in `Accept` matters: an answer may be kept for others."""

    def select_renderer(
        self, request: Request, renderers: Sequence[BaseRenderer], format_suffix: str | None = None
    ) -> Chosen:
        """Return the only renderer. Raises `NotAcceptable`."""
        is_said = bool(request.headers.get("Accept", "").strip())
        taken = (f"{kind.main_type}/{kind.sub_type}" for kind in request.accepted_types)
        if is_said and not any(kind.lower() in TAKEN for kind in taken):
            raise NotAcceptable(f"Only {MEDIA_TYPE} is available here.")
        return super().select_renderer(request, renderers)


def takes_gzip(accepted: str) -> bool:
    """Return True if this `Accept-Encoding` names gzip, or anything, with a quality above 0."""
    codings = map(MediaType, accepted.lower().split(","))  # they are written as types are
    quality = {coding.main_type: coding.quality for coding in codings}
    return quality.get(GZIP, quality.get("*", 0)) > 0


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
        raise _refusal("This has changed since you read it. Nothing was saved; read it again.")


def _refusal(detail: str) -> ProblemError:
    return ProblemError("not_as_seen", detail)
