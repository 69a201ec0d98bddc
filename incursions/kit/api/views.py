"""Views of the API: operations declared once, rates, the order of checks, and the headers of every answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial, wraps
from typing import Any, ClassVar, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from incursions.kit.api.answers import IF_MATCH, PAGE_PARAMETERS, SAFE, conditional, page_answer, page_of, refuse_unseen
from incursions.kit.api.problems import NOT_KEPT
from incursions.kit.api.requests import Body, Parameters, Schema
from incursions.kit.clients import network_of
from incursions.kit.requests import JSON_TYPE

SECONDS = {"s": 1, "min": 60, "h": 3600, "day": 86_400}
OFF = "off"


class Rate(NamedTuple):
    """A rate limit: at most `most` requests in a window of `seconds`."""

    most: int
    seconds: int


class Standing(NamedTuple):
    """The state of a rate for one client: the requests that remain, and the seconds until the window ends."""

    rate: Rate
    remaining: int
    reset: int
    is_over: bool


def rates_of(text: str) -> tuple[Rate, ...]:
    """Parse rates such as "20/s, 3000/h"; "off" is none. Raises `ImproperlyConfigured`."""
    if text == OFF:
        return ()
    rates = []
    for part in text.split(","):
        most, _, unit = part.strip().partition("/")
        if not (most.isascii() and most.isdecimal() and int(most) > 0 and unit in SECONDS):
            raise ImproperlyConfigured(f"Rates of the API look like 20/s, 3000/h, or are {OFF}; not {text!r}.")
        rates.append(Rate(int(most), SECONDS[unit]))
    return tuple(rates)


def headers_of(stood: Sequence[Standing]) -> dict[str, str]:
    """Return the headers of the rates: all of them, and the standing to the one that is nearest to its end."""
    if not stood:
        return {}
    nearest = min(stood, key=lambda standing: (standing.remaining, -standing.reset))
    return {
        "RateLimit-Policy": ", ".join(f"{one.rate.most};w={one.rate.seconds}" for one in stood),
        "RateLimit-Limit": str(nearest.rate.most),
        "RateLimit-Remaining": str(nearest.remaining),
        "RateLimit-Reset": str(nearest.reset),
    }


def _count_request(name: str, rate: Rate) -> Standing:
    """Count a request in the current window of a rate, and return how it stands."""
    now = time.time()
    window = int(now // rate.seconds)
    key = f"{name} {rate.seconds} {window}".replace(" ", ":")
    cache.add(key, 0, timeout=rate.seconds + 1)
    try:
        asked = cache.incr(key)
    except ValueError:  # the window ended in between
        asked = 1
    reset = max(1, int((window + 1) * rate.seconds - now))
    return Standing(rate, max(0, rate.most - asked), reset, asked > rate.most)


Method = Callable[..., Any]


class Operation(NamedTuple):
    """The parameters that a request may have, who may send it, and statuses that only this operation answers with."""

    parameters: tuple[str, ...] = ()
    needs_user: bool = False
    refuses: tuple[int, ...] = ()


def operation(
    name: str,
    summary: str,
    answer: Any,
    *parameters: OpenApiParameter,
    status: int = 200,
    made_at: Callable[[Any], str] | None = None,
    body: Schema | None = None,
    file: Schema | None = None,
    is_paged: bool = False,
    is_open: bool = False,
    refuses: tuple[int, ...] = (),
    description: str | None = None,
) -> Callable[[Method], Method]:
    """Decorate a method of a view, which returns a response or an object for the serializer `answer`.

    `body` describes the object that is sent, which the method is given as a `Body`; `file` what it reads by itself.
    `made_at` returns the address of what was made. A paged operation returns all items. Whoever is not signed in may
    read, and send what is open. Without a `description` the method's docstring is one.
    """
    status = 201 if made_at else status if answer else 204
    known = [*parameters, *(PAGE_PARAMETERS if is_paged else ())]

    def declare(method: Method) -> Method:
        @wraps(method)
        def answering(view: Any, request: Request, **address: Any) -> HttpResponseBase:
            sent = (Body(request, *body["properties"]),) if body else ()
            found = method(view, request, *sent, **address)
            if answer is None or isinstance(found, HttpResponseBase):
                return found or Response(status=status)
            write = partial(answer, context={"view": view})
            if is_paged:
                return Response(page_answer(request, view.asked, found, lambda page: write(page, many=True).data))
            headers = {"Location": made_at(found)} if made_at else None
            return Response(write(found).data, status=status, headers=headers)

        needs_user = not is_open and method.__name__ != "get"
        vars(answering)["operation"] = Operation(tuple(each.name for each in known), needs_user, refuses)
        documented = page_of(answer) if is_paged else answer
        return extend_schema(
            operation_id=name,
            summary=summary,
            description=description,
            parameters=known,
            request={JSON_TYPE: body or file} if body or file else None,
            responses=documented if status == 200 else {status: documented},
        )(answering)

    return declare


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
        """Lock the resource of the address until the transaction ends. A view that has nothing to lock leaves it."""

    def _count(self, request: Request) -> None:
        """Count the request against all rates of its kind, "reading" or "work". Raises `Throttled` above one.

        Without Redis each request counts as the first of its window, and nobody is turned away (the cache fails open).
        """
        user = request.user
        is_known = bool(user.is_authenticated and not user.is_guest)  # anybody becomes a guest by asking
        who = f"user {user.pk}" if is_known else f"address {network_of(request.META.get('REMOTE_ADDR', ''))}"
        rates = rates_of(settings.API_RATES[f"{self.rate}_{'user' if is_known else 'anonymous'}"])
        stood = [_count_request(f"api {self.rate} {who}", rate) for rate in rates]
        self.rate_headers = headers_of(stood)
        over = [standing.reset for standing in stood if standing.is_over]
        if over:
            raise exceptions.Throttled(max(over))

    def operation_of(self, method: str) -> Operation:
        """Return the declaration of the method."""
        return getattr(getattr(self, method.lower()), "operation", Operation())


def _must_match(request: HttpRequest | Request) -> bool:
    """Return True for a change that names the ETag of the resource which it changes."""
    return request.method not in SAFE and IF_MATCH in request.headers


class PublicView(ApiView):
    """A public resource: equal for everybody, open to pages of other sites, and cached for long."""

    authentication_classes = tuple(ApiView.authentication_classes[:1])  # tokens, for their higher rates
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
