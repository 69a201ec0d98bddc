"""The OpenAPI schema: the shapes of errors, and the parts that all operations share."""

from __future__ import annotations

from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema

from incursions.kit.api.answers import PAGE, Choice, DictOf, ListOf, Number, Shape, Text
from incursions.kit.api.problems import MEDIA_TYPE
from incursions.kit.api.views import WITH_BODY, PublicView
from incursions.kit.refusals import CODES

Direction = Literal["request", "response"]
EVERYWHERE = (400, 401, 406, 429, 500, 503)
OF_ADDRESSES = (404,)
OF_BODIES = (413, 415, 422)
OF_WRITERS = (403, 409, 412)
NOT_MODIFIED = "304"
HEADERS = {
    "RateLimit-Policy": "All rates that the request counts against: how many in how many seconds (w)",
    "RateLimit-Limit": "The rate that is nearest to its end",
    "RateLimit-Remaining": "How many more there may be before its window ends",
    "RateLimit-Reset": "In how many seconds that is",
    "ETag": "Strong; of exactly what is sent",
    "Location": "The address of what was made",
    "Retry-After": "For how many seconds to wait",
    "WWW-Authenticate": "The scheme of tokens",
}
OF_RATES = tuple(name for name in HEADERS if name.startswith("RateLimit"))
OF_STATUS = {
    "200": ("ETag",),  # where something is read
    "201": ("Location",),
    NOT_MODIFIED: ("ETag",),
    "401": ("WWW-Authenticate",),
    "429": ("Retry-After",),
    "503": ("Retry-After",),
}


NEEDING = {"required", "minProperties", "anyOf", "oneOf"}
"""The keywords of a schema for which an empty object, as which a missing body counts, is not valid."""


class PlaceShape(Shape):
    """Characters of a query (Unicode's, not bytes), counted from 0: from `start` up to, and without, `end`."""

    start = Number()
    end = Number()


class FaultShape(Shape):
    """A line of a deck that cannot be read."""

    line = Number(help_text="From 1; 0 in JSON, codes and links")
    reason = Text(help_text="A sentence")


class ErrorShape(Shape):
    """An error (RFC 9457). Some codes add members, as their descriptions say."""

    type = Text(help_text="Where the code is explained")
    title = Text(help_text="What the code says")
    status = Number()
    detail = Text(help_text="What is wrong this time, in a sentence")
    code = Choice(choices=[*CODES])
    field = Text(required=False, help_text="What it is about")
    number = Number(required=False, help_text="`moved_on`: the number that the deck has now")
    fault = Text(required=False, help_text="`bad_query`: the kind of fault, such as value.unknown")
    place = PlaceShape(required=False, help_text="`bad_query`: where the fault is")
    suggestion = Text(
        required=False, allow_null=True, help_text="`bad_query`: what should stand there; null where nothing is near"
    )
    corrected = Text(required=False, allow_null=True, help_text="`bad_query`: the whole query as it was probably meant")
    suggestions = ListOf(child=Text(), required=False, help_text="`no_such_piece`: slugs that may have been meant")
    last = Number(required=False, help_text="`no_such_page`: the last page")
    current = Text(required=False, help_text="`no_such_catalogue`: the address of the present file")
    version = Number(required=False, help_text="The version that a tournament has now")
    rule = Text(required=False, help_text="The rule that says no")
    problems = ListOf(child=DictOf(), required=False, help_text="`illegal_deck`: each problem, as `/check/` has them")
    faults = FaultShape(many=True, required=False, help_text="`unreadable`: each line that cannot be read")


class ApiSchema(AutoSchema):
    """Adds to each operation how it may be refused, and the headers of its answers."""

    def get_tags(self) -> list[str]:
        """Return the tag of the operation: the first part of its address."""
        parts = self.path.removeprefix("/api/v1").strip("/").split("/")
        return [parts[0] or "root"]

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Return the ways to sign in, with an empty one if signing in is optional."""
        known: list[dict[str, list[str]]] = super().get_auth()
        return known if self.view.operation_of(self.method).needs_user else [*known, {}]

    def get_serializer_name(self, serializer: Shape, direction: Direction) -> str:
        """Return the name of a serializer in the schema."""
        return type(serializer).__name__.removesuffix("Shape")

    def get_operation(self, *asked: Any) -> dict[str, Any]:
        """Return the operation with its refusals, the headers of its answers, and whether its body may be left out."""
        operation: dict[str, Any] | None = super().get_operation(*asked)
        assert operation is not None, "no operation is excluded"
        body = operation.get("requestBody")
        if body and all(media["schema"].keys() & NEEDING for media in body["content"].values()):
            body["required"] = True
        answers = operation["responses"]
        is_read = self.method == "GET"
        for status, answer in answers.items():
            answer["headers"] = _headers(status if is_read or status != "200" else "")
        self.resolve_serializer(ErrorShape, "response")
        for status in ([NOT_MODIFIED] if is_read else []) + [str(refusal) for refusal in self._refusals()]:
            answers.setdefault(status, {"$ref": f"#/components/responses/{status}"})
        operation["responses"] = dict(sorted(answers.items()))
        return operation

    def _refusals(self) -> list[int]:
        """Return the error statuses that the operation can answer with."""
        asked = self.view.operation_of(self.method)
        found = [*EVERYWHERE, *asked.refuses]
        if "{" in self.path or PAGE in asked.parameters:
            found += OF_ADDRESSES
        if self.method in WITH_BODY:
            found += OF_BODIES
        if self.method != "GET" and not isinstance(self.view, PublicView):
            found += (*OF_ADDRESSES, *OF_WRITERS)
        return found


def spell_out(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Complete the schema: open errors to further members, and describe shared headers and answers once."""
    components = result["components"]
    components["schemas"]["Error"]["additionalProperties"] = True
    components["headers"] = {
        name: {"schema": {"type": "string"}, "description": about} for name, about in HEADERS.items()
    }
    components["responses"] = {
        NOT_MODIFIED: {
            "description": "The client has it already (`If-None-Match`)",
            "headers": _headers(NOT_MODIFIED),
        },
        **{str(status): _refusal(status) for status in sorted({code.status for code in CODES.values()})},
    }
    return result


def _refusal(status: int) -> dict[str, object]:
    """Return the description of the error answers with this status: their codes, headers and shape."""
    codes = ", ".join(f"`{name}`" for name, code in CODES.items() if code.status == status)
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {"description": codes, "headers": _headers(str(status)), "content": content}


def _headers(status: str) -> dict[str, dict[str, str]]:
    """Return references to the headers of answers with this status."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in (*OF_RATES, *OF_STATUS.get(status, ()))}
