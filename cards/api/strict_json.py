"""Bodies of requests: one value of JSON, read strictly and only up to a size."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from cards.api.problems import ProblemError

LARGEST_BODY = 3_000_000  # bytes; a text to import may have two million characters
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")


class StrictJsonParser(BaseParser):
    """Reads UTF-8 that is JSON by the letter: no NaN, no key twice, no half characters, nothing endlessly nested."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The value. Raises `ProblemError`."""
        body = stream.read(LARGEST_BODY + 1)
        if len(body) > LARGEST_BODY:
            raise ProblemError("too_large", f"The body is too large: at most {LARGEST_BODY:,} bytes are read.")
        return parsed(body)


def parsed(body: bytes) -> Any:
    """The value that a body is. Raises `ProblemError`."""
    try:
        value = json.loads(body.decode(), object_pairs_hook=_object, parse_constant=_refused)
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


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _bad("a key stands twice in an object")
    return found


def _refused(constant: str) -> None:
    raise _bad(f"{constant} is no number of JSON")


def _bad(reason: str) -> ProblemError:
    return ProblemError("bad_json", f"The body is not JSON: {reason}.")
