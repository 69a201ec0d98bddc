"""Requests as the API reads them: parameters and JSON bodies, read strictly; and the JSON Schemas of bodies."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypedDict

from django.http import QueryDict
from django.http.request import MediaType
from rest_framework.request import Request

from incursions.kit.api.problems import ProblemError
from incursions.kit.refusals import FieldError
from incursions.kit.requests import JSON_TYPE, LARGEST_NUMBER
from incursions.kit.strict_json import UnreadableJSONError, parse_json
from incursions.kit.words import nearest, quote, refused_sign

UTF_8 = ("utf-8", "utf8")
LARGEST_BODY = 3_000_000  # bytes; a text to import may have two million characters


class Schema(TypedDict, total=False):
    """A JSON Schema, with the keywords that are used here."""

    type: str | list[str]
    description: str
    enum: list[str]
    format: str
    pattern: str
    minimum: int
    maximum: int
    minLength: int
    maxLength: int
    properties: dict[str, Schema]
    required: list[str]
    additionalProperties: bool | Schema
    propertyNames: Schema
    minProperties: int
    maxProperties: int
    items: Schema
    minItems: int
    maxItems: int
    uniqueItems: bool
    oneOf: list[Schema]


def an_object(needed: tuple[str, ...] = (), **properties: Schema) -> Schema:
    """Return the schema of an object with these properties and no others."""
    found: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return found | {"required": list(needed)} if needed else found


def a_text(longest: int, about: str = "", *, least: int = 1, pattern: str = "") -> Schema:
    """Return the schema of a text with a maximum length."""
    found: Schema = {"type": "string", "minLength": least, "maxLength": longest}
    if pattern:
        found["pattern"] = pattern
    if about:
        found["description"] = about
    return found


def a_number(most: int = LARGEST_NUMBER, about: str = "", *, least: int = 1) -> Schema:
    """Return the schema of a whole number."""
    found: Schema = {"type": "integer", "minimum": least, "maximum": most}
    return found | {"description": about} if about else found


def sent_with(request: Request) -> Any:
    """Return the parsed body of a request, or an empty object for an empty body. Raises `ProblemError`."""
    body = bytes_of(request, LARGEST_BODY)
    if not body and request.META.get("CONTENT_LENGTH") in (None, "", "0"):
        return {}
    if len(body) > LARGEST_BODY:
        raise ProblemError("too_large", f"The body is too large: at most {LARGEST_BODY:,} bytes are read.")
    try:
        return parse_json(body)
    except UnreadableJSONError as fault:
        raise ProblemError("bad_json", f"The body is not JSON: {fault}.") from fault


def bytes_of(request: Request, most: int) -> bytes:
    """Return the raw body of a JSON request, cut one byte above the limit if it is larger. Raises `ProblemError`.

    A body may come without its length ("chunked"), so it counts what can be read.
    """
    body = request.read(most + 1)
    if not body and request.META.get("CONTENT_LENGTH") in (None, "", "0"):
        return body
    kind = MediaType(request.META.get("CONTENT_TYPE", ""))
    if f"{kind.main_type}/{kind.sub_type}".lower() != JSON_TYPE:
        raise ProblemError("unsupported_media_type", f"Send {JSON_TYPE}, and say so in Content-Type.")
    if kind.params.get("charset", UTF_8[0]).lower() not in UTF_8:
        raise ProblemError("unsupported_media_type", "JSON is sent in UTF-8.")
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise ProblemError("unsupported_media_type", "Send the body as it is, without a Content-Encoding.")
    return body


LONGEST = 200
LONGEST_NUMBER = 10  # digits
YES, NO = "true", "false"


class Parameters:
    """The parameters of a request. `known` are the names that its address has."""

    def __init__(self, given: QueryDict, known: Collection[str]) -> None:
        for name in given:
            if name not in known:
                near = nearest(name[:LONGEST], known)
                meant = f" Did you mean {near}?" if near else ""
                has = f"This address has {', '.join(sorted(known)) or 'none'}."
                raise bad(name[:LONGEST], f"There is no parameter {quote(name[:LONGEST])}.{meant} {has}")
            if len(given.getlist(name)) > 1:
                raise bad(name, f"The parameter {name} appears twice.")
        self._given = given

    def text(self, name: str, *, longest: int = LONGEST) -> str:
        """Return a text parameter, or "" if it is missing."""
        text = self._given.get(name, "")
        sign = refused_sign(text)
        if sign is not None:
            raise bad(name, f"The parameter {name} holds {sign}.")
        if len(text) > longest:
            raise bad(name, f"The parameter {name} is longer than {longest} characters.")
        return text

    def number(self, name: str, *, most: int = LARGEST_NUMBER) -> int | None:
        """Return a whole number from 1, or None if it is left out."""
        text = self._given.get(name)
        if text is None:
            return None
        if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER and 1 <= int(text) <= most:
            return int(text)
        raise bad(name, f"{name}: a whole number from 1 to {most:,} was expected, not {quote(text[:LONGEST])}.")

    def one_of(self, name: str, words: Collection[str], default: str) -> str:
        """Return the parameter if it is one of the words. Raises `ProblemError` otherwise."""
        text = self._given.get(name, default)
        if text not in words:
            raise bad(name, f"{name}: {' or '.join(words)} was expected, not {quote(text[:LONGEST])}.")
        return text

    def flag(self, name: str) -> bool:
        """Return True if it is `true`."""
        return self.one_of(name, (YES, NO), NO) == YES


def bad(name: str, detail: str) -> ProblemError:
    """Return the error for a bad parameter."""
    return ProblemError("bad_parameter", detail, field=name)


TYPES: Mapping[str, tuple[type, str]] = {
    "string": (str, "a text"),
    "boolean": (bool, "true or false"),
    "array": (list, "a list of texts"),
    "object": (Mapping, "an object"),
}
"""What stands for the types of JSON Schema, numbers apart, and what is said of other values."""


class Body:
    """The object that a request sends. Raises `FieldError` for anything else, and for keys that it has no use for."""

    def __init__(self, request: Request, *known: str) -> None:
        data = FieldError.require_type(sent_with(request), Mapping, "The body", "an object", field="")
        for key in data:
            if key not in known:
                raise FieldError.of_wrong_type(
                    "The body", f"nothing but {', '.join(known)}", key, field=quote(key)[:100]
                )
        self._data = data

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of any type."""
        return self._data.get(key, default)

    def arguments(self, schema: Schema) -> dict[str, Any]:
        """Return the values of what the schema needs and of what was sent besides, each of the type it describes."""
        return {
            key: self._read_typed(key, str(described["type"]))
            for key, described in schema["properties"].items()
            if key in self._data or key in schema.get("required", ())
        }

    def must(self, key: str) -> Any:
        """Return a value that must be there and not be null."""
        value = self._data.get(key)
        if value is None:
            raise FieldError.of_wrong_type(key, "a value", None, field=key)
        return value

    def require_one(self, keys: Sequence[str]) -> None:
        """Raise `FieldError` unless exactly one of these was sent."""
        if sum(key in self._data for key in keys) != 1:
            raise FieldError("malformed", f"One of {', '.join(keys)} was expected.")

    def number(self, key: str = "number") -> int:
        """Return a whole number from 1 that must be there."""
        return self._read_typed(key, "integer")

    def flag(self, key: str) -> bool:
        """Return a boolean; False if it is left out."""
        return key in self._data and self._read_typed(key, "boolean")

    def text(self, key: str) -> str:
        """Return a text that must be there."""
        return self._read_typed(key, "string")

    def _read_typed(self, key: str, kind: str) -> Any:
        value = self._data.get(key)
        if kind == "integer":
            return whole(value, key, least=1)
        known, expected = TYPES[kind]
        return FieldError.require_type(value, known, key, expected)


def whole(value: object, key: str, *, least: int, most: int = LARGEST_NUMBER) -> int:
    """Return a whole number of a body. Raises `FieldError`."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise FieldError.of_wrong_type(key, f"a whole number from {least}", value, field=key)
    return value
