"""The one check before every address of a match: may this viewer see it?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware

from tournaments.answers import viewer_of, wants_html
from tournaments.api import refusal_as_json
from tournaments.errors import DomainError
from tournaments.profiles.watching import NOT_SHOWN, is_shown

MATCH_ROUTE = "matches/<slug:public_id>"


@sync_only_middleware
class WatchingMiddleware:
    """Middleware that refuses every address of a running match to a viewer whom a player does not let watch."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Handle the request; the check needs the resolved address and is made in `process_view`."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, named: dict[str, Any]) -> HttpResponse | None:
        """Return the refusal as JSON, or None to go on. Raise `PermissionDenied` for a browser."""
        match = request.resolver_match
        if match is None or not match.route.startswith(MATCH_ROUTE) or is_shown(named["public_id"], viewer_of(request)):
            return None
        if wants_html(request):
            raise PermissionDenied(NOT_SHOWN)
        return refusal_as_json(DomainError("not_shown", NOT_SHOWN))
