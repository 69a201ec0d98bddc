"""Forms that are larger than a command: paper sheets, and files of the content."""

from __future__ import annotations

from collections.abc import Mapping

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation, TooManyFieldsSent
from django.http import HttpRequest, UnreadablePostError
from django.http.multipartparser import MultiPartParserError

from incursions.kit.requests import Fields, is_json, make_malformed_error


def read_large_form(request: HttpRequest) -> Fields:
    """Return the fields of a form, which may be as large as the server takes. Raises malformed."""
    if is_json(request):
        raise make_malformed_error("A form was expected.")
    try:
        return Fields(request.POST.dict())
    except (RequestDataTooBig, TooManyFieldsSent):
        raise make_malformed_error("The form is too large. Nothing was saved. Send less at once.") from None
    except (SuspiciousOperation, MultiPartParserError, UnreadablePostError):
        raise make_malformed_error("The form could not be read.") from None


def take_prefixed(fields: Mapping[str, str], prefix: str) -> dict[str, str]:
    """Return the fields whose names begin with a prefix, without it."""
    return {name.removeprefix(prefix): value for name, value in fields.items() if name.startswith(prefix)}
