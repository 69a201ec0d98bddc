"""Errors of the API in one shape (RFC 9457), and how each error becomes one."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.defaults import bad_request as bad_request_page
from django.views.defaults import page_not_found as page_not_found_page
from django.views.defaults import server_error as server_error_page
from rest_framework import exceptions
from rest_framework.response import Response

from incursions.kit import health
from incursions.kit.clients import wants_html
from incursions.kit.refusals import CODES, FieldError

MEDIA_TYPE = "application/problem+json"
ADDRESSES = "/api/"  # of every version, also of those that there are not
NOT_KEPT = "no-store"
NO_HEADERS: Mapping[str, str] = {}
LATER = {"Retry-After": "5"}  # seconds
WHEN_THERE_IS_ROOM = {"Retry-After": str(health.RETRY_AFTER_S)}
FAILURE = "Something failed here. It has been logged."
log = logging.getLogger(__name__)


class ProblemError(Exception):
    """A refusal with a code of `CODES`. `members` stand beside those that every error has."""

    def __init__(self, code: str, detail: str, *, headers: Mapping[str, str] = NO_HEADERS, **members: Any) -> None:
        super().__init__(detail)
        self.code, self.detail, self.headers, self.members = code, detail, headers, members


def body_of(code: str, detail: str, **members: Any) -> dict[str, object]:
    """Return the body of an error."""
    known = CODES[code]
    kind = f"{reverse('api:guide')}#{code}"
    return {"type": kind, "title": known.title, "status": known.status, "detail": detail, "code": code, **members}


def answer_problem(error: Exception, context: object = None) -> Response | None:
    """Return the answer to a view's exception, or None if it is unexpected (REST framework's exception handler)."""
    problem = _problem_of(error)
    if problem is None:
        return None
    body = body_of(problem.code, problem.detail, **problem.members)
    return Response(body, status=CODES[problem.code].status, headers=dict(problem.headers), content_type=MEDIA_TYPE)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an error that no view handled, on a full disk with 503: a problem for the API, else JSON or a page."""
    is_failed_write = health.failed_writes.note(sys.exception())
    code, detail = (health.CODE, health.MESSAGE) if is_failed_write else ("failure", FAILURE)
    headers = WHEN_THERE_IS_ROOM if is_failed_write else NO_HEADERS
    status = CODES[code].status
    if is_for_api(request.path):
        return plain_problem(code, detail, headers)
    if not wants_html(request):
        return JsonResponse({"code": code, "message": detail, "rule": ""}, status=status, headers=headers)
    if is_failed_write:
        return HttpResponse(render_to_string("503.html", {"message": detail}), status=status, headers=headers)
    return server_error_page(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that reached no view: a problem for the API, or else the page."""
    if is_for_api(request.path):
        return plain_problem("bad_request", "The request cannot be read.")
    return bad_request_page(request, exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an address where nothing is: a problem for the API, else the page."""
    if is_for_api(request.path):
        return plain_problem(
            "no_such_address", f"There is nothing at this address. The API is at {reverse('api:root')}."
        )
    return page_not_found_page(request, exception)


def is_for_api(path: str) -> bool:
    """Return True if an address is of the API, whose errors are problems rather than pages."""
    return path.startswith(ADDRESSES)


def plain_problem(code: str, detail: str, headers: Mapping[str, str] = NO_HEADERS) -> JsonResponse:
    """Return the answer with an error where no view of REST framework is at work."""
    said = {"Cache-Control": NOT_KEPT, **headers}
    return JsonResponse(body_of(code, detail), status=CODES[code].status, content_type=MEDIA_TYPE, headers=said)


def refuse_large_body(path: str) -> HttpResponse:
    """Return the answer to a body larger than anything that is read here: a problem for the API, else plain text."""
    words = "The request is too large. Nothing was changed."
    if is_for_api(path):
        return plain_problem("too_large", words)
    return HttpResponse(words, status=413, content_type="text/plain; charset=utf-8")


_FRAMEWORK: Mapping[type[exceptions.APIException], str] = {
    exceptions.NotAuthenticated: "not_signed_in",
    exceptions.AuthenticationFailed: "bad_token",
    exceptions.PermissionDenied: "csrf_failed",  # nothing else here raises it: services say themselves what may be done
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.ParseError: "bad_json",
    exceptions.Throttled: "throttled",
}


PLAIN: Mapping[type[Exception], tuple[str, str]] = {
    Http404: ("no_such_address", "There is nothing at this address."),
    RequestDataTooBig: ("too_large", "The body is too large."),
    SuspiciousOperation: ("bad_request", "The request cannot be read."),
}
"""Exceptions that Django raises, each with code and sentence; a special kind before the general one."""


def _problem_of(error: Exception) -> ProblemError | None:
    """Return the answer to an exception; None for a fault that only the log explains."""
    if isinstance(error, ProblemError):
        return error
    if isinstance(error, FieldError):
        return ProblemError(error.code, error.message, **error.members)
    if isinstance(error, exceptions.APIException):
        code, detail = _FRAMEWORK.get(type(error)), str(error.detail)
        scheme, wait = getattr(error, "auth_header", None), getattr(error, "wait", None)
        headers = {"WWW-Authenticate": scheme} if scheme else {}
        headers |= {} if wait is None else {"Retry-After": str(int(wait))}
        return ProblemError(code, f"{detail.removesuffix('.')}.", headers=headers) if code else None
    if health.failed_writes.note(error):
        return ProblemError(health.CODE, health.MESSAGE, headers=WHEN_THERE_IS_ROOM)
    if isinstance(error, OperationalError):
        log.error("The database does not answer", exc_info=error)
        return ProblemError("busy", "The database does not answer just now. Try again in a moment.", headers=LATER)
    return next((ProblemError(*said) for kind, said in PLAIN.items() if isinstance(error, kind)), None)
