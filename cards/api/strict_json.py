"""Bodies of requests: one value of JSON, read strictly and only up to a size."""

from __future__ import annotations

import json
import re
from typing import Any

from django.http.request import MediaType
from rest_framework.request import Request

from cards.api.problems import ProblemError

MEDIA_TYPE = "application/json"
UTF_8 = ("utf-8", "utf8")
LARGEST_BODY = 3_000_000  # bytes; a text to import may have two million characters
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")


def sent_with(request: Request) -> Any:
    """Return the parsed body of a request, or an empty object for an empty body. Raises `ProblemError`."""
    body = bytes_of(request, LARGEST_BODY)
    if not body and request.META.get("CONTENT_LENGTH") in (None, "", "0"):
        return {}
    if len(body) > LARGEST_BODY:
        raise ProblemError("too_large", f"The body is too large: at most {LARGEST_BODY:,} bytes are read.")
    return parse_json(body)


def bytes_of(request: Request, most: int) -> bytes:
    """Return the raw body of a JSON request, cut one byte above the limit if it is larger. Raises `ProblemError`.

    A body may come without its length ("chunked"), so it counts what can be read.
    """
    body = request.read(most + 1)
    if body or request.META.get("CONTENT_LENGTH") not in (None, "", "0"):
        _refuse_other_types(request)
    return body


def _refuse_other_types(request: Request) -> None:
    kind = MediaType(request.META.get("CONTENT_TYPE", ""))
    if f"{kind.main_type}/{kind.sub_type}".lower() != MEDIA_TYPE:
        raise ProblemError("unsupported_media_type", f"Send {MEDIA_TYPE}, and say so in Content-Type.")
    if kind.params.get("charset", UTF_8[0]).lower() not in UTF_8:
        raise ProblemError("unsupported_media_type", "JSON is sent in UTF-8.")
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise ProblemError("unsupported_media_type", "Send the body as it is, without a Content-Encoding.")


def parse_json(body: bytes) -> Any:
    """Parse a request body as strict JSON. Raises `ProblemError`."""
    try:
        value = json.loads(body.decode(), object_pairs_hook=_object, parse_constant=_refuse_constant)
        if _HALF.search(body):
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as fault:
        raise _bad(f"{fault.msg} at line {fault.lineno}, column {fault.colno}") from fault
    except UnicodeDecodeError as fault:
        raise _bad(f"byte {fault.start + 1} is not UTF-8") from fault
    except UnicodeEncodeError as fault:
        raise _bad("a text holds half a character (an unpaired surrogate)") from fault
    except RecursionError as fault:
        raise _bad("it is nested too deep") from fault
    except ValueError as fault:  # of numbers with thousands of digits
        raise _bad("a number has more digits than anybody needs") from fault
    return value


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _bad("a key stands twice in an object")
    return found


def _refuse_constant(constant: str) -> None:
    raise _bad(f"{constant} is no number of JSON")


def _bad(reason: str) -> ProblemError:
    return ProblemError("bad_json", f"The body is not JSON: {reason}.")
