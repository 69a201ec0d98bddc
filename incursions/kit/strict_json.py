"""JSON read by the letter, for requests and files: UTF-8, no key twice, no NaN, no half characters."""

from __future__ import annotations

import json
import re
from typing import Any

_HALF = re.compile(rb"\\u[dD][89a-fA-F]")


class UnreadableJSONError(ValueError):
    """Bytes that are not JSON. The reason reads on after "The body is not JSON:"."""


def parse_json(raw: bytes) -> Any:
    """Return the value that the bytes hold. Raises `UnreadableJSONError`."""
    try:
        value = json.loads(raw.decode(), object_pairs_hook=_build_object, parse_constant=_refuse_constant)
        if _HALF.search(raw):
            json.dumps(value, ensure_ascii=False).encode()
    except UnreadableJSONError:
        raise
    except json.JSONDecodeError as fault:
        raise UnreadableJSONError(f"{fault.msg} at line {fault.lineno}, column {fault.colno}") from fault
    except UnicodeDecodeError as fault:
        raise UnreadableJSONError(f"byte {fault.start + 1} is not UTF-8") from fault
    except UnicodeEncodeError as fault:
        raise UnreadableJSONError("a text holds half a character (an unpaired surrogate)") from fault
    except RecursionError as fault:
        raise UnreadableJSONError("it is nested too deep") from fault
    except ValueError as fault:  # of numbers with thousands of digits
        raise UnreadableJSONError("a number has too many digits") from fault
    return value


def _build_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise UnreadableJSONError("a key appears twice in an object")
    return found


def _refuse_constant(constant: str) -> None:
    raise UnreadableJSONError(f"{constant} is not a JSON number")
