"""Base views of the API: the order in which a request is checked, and the headers of every answer."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any, ClassVar

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.api.access import TokenAuthentication, headers_of, standings
from cards.api.negotiation import IF_MATCH, SAFE, conditional, refuse_unseen
from cards.api.operations import Operation
from cards.api.problems import NOT_KEPT
from cards.api.requests import Parameters
from cards.decks.abilities import Viewer
from cards.decks.changes import lock_deck
from cards.decks.reading import find_deck

OWN = "private, no-cache"
WITH_BODY = ("POST", "PUT", "PATCH")


class ApiView(APIView):
    """A resource, whose methods `operation` declares. Its requests count against the rates of the kind `rate`."""

    rate: ClassVar[str] = "reading"
    caching: ClassVar[str] = OWN
    varies_by: ClassVar[tuple[str, ...]] = ("Authorization", "Cookie")
    more_headers: ClassVar[Mapping[str, str]] = {}
    asked: Parameters
    format_kwarg = None  # no address ends with a form

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check the request. The rates are counted before anything expensive."""
        self.rate_headers: dict[str, str] = {}
        if request.method.lower() not in self.http_method_names or not hasattr(self, request.method.lower()):
            raise exceptions.MethodNotAllowed(request.method)
        if request.method == "OPTIONS":
            return
        unknown: exceptions.APIException | None = None
        try:
            self.perform_authentication(request)
        except exceptions.APIException as refused:
            unknown = refused
        self._count(request)
        if unknown is not None:
            raise unknown
        asked = self.operation_of(request.method)
        if asked.needs_user and not request.user.is_authenticated:
            raise exceptions.NotAuthenticated("Sign in, or send a token.")
        request.accepted_renderer, request.accepted_media_type = self.perform_content_negotiation(request)
        self.asked = Parameters(request.query_params, asked.parameters)
        if _must_match(request):
            refuse_unseen(request, getattr(self, "get", None), self.hold, **kwargs)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Handle a conditional change in a transaction, so that its resource stays as its ETag was checked."""
        with transaction.atomic() if _must_match(request) else nullcontext():
            return super().dispatch(request, *args, **kwargs)

    def options(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer which methods there are."""
        return HttpResponse(status=204, headers={"Allow": ", ".join(self.allowed_methods)})

    def finalize_response(
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        """Say how long the answer may be kept, and how the rates stand; answer 304 where that is enough."""
        response = super().finalize_response(request, response, *args, **kwargs)
        keeping = self.caching if response.status_code == 200 and request.method in ("GET", "HEAD") else NOT_KEPT
        response.headers.setdefault("Cache-Control", keeping)
        for name, value in {**getattr(self, "rate_headers", {}), **self.more_headers}.items():
            response.headers.setdefault(name, value)
        if self.varies_by:
            patch_vary_headers(response, self.varies_by)
        if isinstance(response, Response):
            response.add_post_render_callback(lambda rendered: conditional(request, rendered))
            return response
        return conditional(request, response) if isinstance(response, HttpResponse) else response

    def hold(self, **words: Any) -> None:
        """Lock the resource of the address until the transaction ends."""
        if "public_id" in words:
            lock_deck(find_deck(words["public_id"], self.viewer), by=self.request.user)

    @property
    def viewer(self) -> Viewer:
        """Return the user of the request."""
        return self.request.user

    def _count(self, request: Request) -> None:
        stood = standings(request, self.rate)
        self.rate_headers = headers_of(stood)
        over = [standing.reset for standing in stood if standing.is_over]
        if over:
            raise exceptions.Throttled(max(over))

    def operation_of(self, method: str) -> Operation:
        """Return the declaration of the method."""
        return getattr(getattr(self, method.lower()), "operation", Operation())


def _must_match(request: HttpRequest | Request) -> bool:
    return request.method not in SAFE and IF_MATCH in request.headers


class PublicView(ApiView):
    """A public resource of the catalogue: equal for everybody, open to pages of other sites, and cached for long."""

    authentication_classes = (TokenAuthentication,)  # for its higher rates; a session changes nothing
    caching = "public, max-age=3600, stale-while-revalidate=86400"
    varies_by: ClassVar[tuple[str, ...]] = ()
    more_headers = {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": (
            "ETag, Retry-After, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset"
        ),
    }

    def options(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer a CORS preflight request."""
        allowed = {
            "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
            "Access-Control-Allow-Headers": "Authorization, If-None-Match",
            "Access-Control-Max-Age": "86400",
        }
        return HttpResponse(status=204, headers={"Allow": ", ".join(self.allowed_methods), **allowed})
