"""The schema of the API: what every operation has, and none of them says by itself."""

from __future__ import annotations

from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers

from cards.api.codes import CODES
from cards.api.error_shapes import ErrorShape
from cards.api.problems import MEDIA_TYPE
from cards.api.view import WITH_BODY, PublicView

Direction = Literal["request", "response"]
EVERYWHERE = (400, 401, 406, 429, 500, 503)
OF_ADDRESSES = (404,)
OF_BODIES = (413, 415, 422)
OF_WRITERS = (403, 409, 412)
Headers = dict[str, str]
RATE_HEADERS: Headers = {
    "RateLimit-Policy": "All rates that the request counts against: how many in how many seconds (w)",
    "RateLimit-Limit": "The rate that is nearest to its end",
    "RateLimit-Remaining": "How many more there may be before its window ends",
    "RateLimit-Reset": "In how many seconds that is",
}
ETAG: Headers = {"ETag": "Strong; of exactly what is sent"}
RETRY: Headers = {"Retry-After": "For how many seconds to wait"}
HEADERS_OF: dict[str, Headers] = {
    "201": {"Location": "The address of what was made"},
    "401": {"WWW-Authenticate": "The scheme of tokens"},
    "429": RETRY,
    "503": RETRY,
}


class ApiSchema(AutoSchema):
    """Adds to each operation how it may be refused, and the headers of its answers."""

    def get_tags(self) -> list[str]:
        """What the operation is about: the first part of its address."""
        parts = self.path.removeprefix("/api/v1").strip("/").split("/")
        return [parts[0] or "root"]

    def get_auth(self) -> list[dict[str, list[str]]]:
        """How to sign in; and that nobody need, where that is so."""
        known: list[dict[str, list[str]]] = super().get_auth()
        return known if self.method in self.view.signed_in else [*known, {}]

    def get_serializer_name(self, serializer: serializers.Serializer, direction: Direction) -> str:
        """What the schema calls a shape."""
        return type(serializer).__name__.removesuffix("Shape")

    def _get_response_bodies(self, direction: Direction = "response") -> dict[str, Any]:
        answers: dict[str, Any] = super()._get_response_bodies(direction)
        is_read = self.method == "GET"
        if is_read:
            answers["304"] = {"description": "The client has it already (`If-None-Match`)"}
        refusal = self.resolve_serializer(ErrorShape, direction).ref
        for status in self._refusals():
            codes = ", ".join(f"`{name}`" for name, of in CODES.items() if of.status == status)
            answers.setdefault(str(status), {"content": {MEDIA_TYPE: {"schema": refusal}}, "description": codes})
        for code, answer in answers.items():
            has_etag = is_read and code in ("200", "304")
            known = RATE_HEADERS | HEADERS_OF.get(code, {}) | (ETAG if has_etag else {})
            answer["headers"] = {
                name: {"schema": {"type": "string"}, "description": about} for name, about in known.items()
            }
        return dict(sorted(answers.items()))

    def _refusals(self) -> list[int]:
        found = [*EVERYWHERE, *self.view.refuses.get(self.method, ())]
        if "{" in self.path or "page" in self.view.parameters.get(self.method, ()):
            found += OF_ADDRESSES
        if self.method in WITH_BODY:
            found += OF_BODIES
        if self.method != "GET" and not isinstance(self.view, PublicView):
            found += (*OF_ADDRESSES, *OF_WRITERS)
        return found


def spell_out(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Say of what has further members that it has (a hook of drf-spectacular)."""
    shapes = result["components"]["schemas"]
    shapes["Error"]["additionalProperties"] = True
    return result
