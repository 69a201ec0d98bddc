"""`If-Match`: a change of what is still as whoever makes it has seen it, or none (RFC 9110, 13.1.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.http import parse_etags
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.conditional import etag_of
from cards.api.problems import ProblemError

IF_MATCH = "If-Match"
ANY = "*"


def refuse_unseen(
    request: Request, read: Callable[..., Response] | None, hold: Callable[..., None], **address: Any
) -> None:
    """Raise `ProblemError` unless one of the ETags that the request names is that of what can be read at its address.

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
