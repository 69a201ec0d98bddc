"""Content negotiation: JSON for clients that accept it, compressed if the answer is stored compressed."""

from __future__ import annotations

from collections.abc import Sequence

from django.http.request import MediaType
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

MEDIA_TYPE = "application/json"
GZIP = "gzip"
TAKEN = (MEDIA_TYPE, "application/*", "*/*")
Chosen = tuple[BaseRenderer, str]


class AnyForm(BaseContentNegotiation):
    """A negotiation that ignores the Accept header, because the address alone decides the form. Refusals are JSON."""

    def select_renderer(
        self, request: Request, renderers: Sequence[BaseRenderer], format_suffix: str | None = None
    ) -> Chosen:
        """Return the only renderer."""
        return renderers[0], MEDIA_TYPE


class JsonAlone(AnyForm):
    """JSON, if the client takes it. Nothing else in `Accept` matters: an answer may be kept for others."""

    def select_renderer(
        self, request: Request, renderers: Sequence[BaseRenderer], format_suffix: str | None = None
    ) -> Chosen:
        """Return the only renderer. Raises `NotAcceptable`."""
        is_said = bool(request.headers.get("Accept", "").strip())
        taken = (f"{kind.main_type}/{kind.sub_type}" for kind in request.accepted_types)
        if is_said and not any(kind.lower() in TAKEN for kind in taken):
            raise NotAcceptable(f"Only {MEDIA_TYPE} is to be had here.")
        return super().select_renderer(request, renderers)


def takes_gzip(accepted: str) -> bool:
    """Return True if this `Accept-Encoding` names gzip, or anything, with a quality above 0."""
    codings = map(MediaType, accepted.lower().split(","))  # they are written as types are
    quality = {coding.main_type: coding.quality for coding in codings}
    return quality.get(GZIP, quality.get("*", 0)) > 0
