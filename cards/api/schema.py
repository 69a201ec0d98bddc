"""The OpenAPI schema: the parts that all operations share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers

from cards.api.error_shapes import ErrorShape
from cards.api.paging import PAGE
from cards.api.problems import CODES, MEDIA_TYPE
from cards.api.view import WITH_BODY, PublicView

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

    def get_serializer_name(self, serializer: serializers.Serializer, direction: Direction) -> str:
        """Return the name of a serializer in the schema."""
        return type(serializer).__name__.removesuffix("Shape")

    def get_operation(self, *asked: Any) -> dict[str, Any]:
        """Return the operation with its refusals, the headers of its answers, and whether its body may be left out."""
        operation: dict[str, Any] | None = super().get_operation(*asked)
        assert operation is not None, "no operation is excluded"
        body = operation.get("requestBody")
        if body and all(_must_be_sent(media["schema"]) for media in body["content"].values()):
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
        asked = self.view.operation_of(self.method)
        found = [*EVERYWHERE, *asked.refuses]
        if "{" in self.path or PAGE in asked.parameters:
            found += OF_ADDRESSES
        if self.method in WITH_BODY:
            found += OF_BODIES
        if self.method != "GET" and not isinstance(self.view, PublicView):
            found += (*OF_ADDRESSES, *OF_WRITERS)
        return found


def _must_be_sent(schema: Mapping[str, object]) -> bool:
    """Return True unless an empty object is valid, which is what a request without a body counts as."""
    return bool(schema.get("required") or schema.get("minProperties") or schema.get("anyOf") or schema.get("oneOf"))


def spell_out(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Say what has further members, and once what many operations answer (a hook of drf-spectacular)."""
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
    codes = ", ".join(f"`{name}`" for name, code in CODES.items() if code.status == status)
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {"description": codes, "headers": _headers(str(status)), "content": content}


def _headers(status: str) -> dict[str, dict[str, str]]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in (*OF_RATES, *OF_STATUS.get(status, ()))}
