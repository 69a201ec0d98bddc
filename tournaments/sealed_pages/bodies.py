"""Reads what clients send about pools, and refuses whatever is not of that shape."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest

from tournaments.errors import DomainError
from tournaments.incoming import is_json

LONGEST_BODY = 32_768
ALL = "all"
MOST_PACKS = 999


def read_object(request: HttpRequest) -> dict[str, Any]:
    """The object of a JSON body. Raises malformed."""
    if len(request.body) > LONGEST_BODY:
        raise DomainError("malformed", f"At most {LONGEST_BODY} bytes are read.")
    try:
        said = json.loads(request.body or b"null")
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise DomainError("malformed", "A JSON object was expected.")
    return said


def read_number(said: dict[str, Any]) -> int:
    """The number of a build. Raises malformed."""
    number = said.get("number")
    if not isinstance(number, int) or isinstance(number, bool):
        raise DomainError("malformed", "number is a whole number: that of the build as it was read.")
    return number


def read_pack(request: HttpRequest) -> int | None:
    """Up to which pack is to be opened, `pack`; None for "all". Raises malformed."""
    said = read_object(request).get("pack") if is_json(request) else request.POST.get("pack")
    if said == ALL:
        return None
    if isinstance(said, str) and said.isascii() and said.isdecimal() and len(said) <= len(str(MOST_PACKS)):
        said = int(said)
    if isinstance(said, int) and not isinstance(said, bool) and 1 <= said <= MOST_PACKS:
        return said
    raise DomainError("malformed", f'pack is the number of a pack, from 1, or "{ALL}".')
