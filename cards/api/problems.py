"""Errors of the API: all of one shape (RFC 9457), whoever raises them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.defaults import bad_request as bad_request_page
from django.views.defaults import server_error as server_error_page
from rest_framework import exceptions
from rest_framework.response import Response

from cards.api.codes import CODES
from cards.decks.errors import DeckError

MEDIA_TYPE = "application/problem+json"
Members = dict[str, Any]


class ProblemError(Exception):
    """A refusal with a code of `codes.CODES`. `members` stand beside those that every error has."""

    def __init__(self, code: str, detail: str, **members: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.members = members


def body_of(code: str, detail: str, **members: Any) -> Members:
    """The body of an error."""
    known = CODES[code]
    kind = f"{reverse('api:guide')}#{code}"
    return {"type": kind, "title": known.title, "status": known.status, "detail": detail, "code": code, **members}


def answer_problem(error: Exception, context: object = None) -> Response | None:
    """The answer to whatever a view raised, None for what nobody expected (REST framework's exception handler)."""
    problem, headers = _problem_of(error)
    if problem is None:
        return None
    body = body_of(problem.code, problem.detail, **problem.members)
    return Response(body, status=body["status"], headers=dict(headers), content_type=MEDIA_TYPE)


def server_error(request: HttpRequest) -> HttpResponse:
    """The answer to what nobody expected: a problem for the API, else the page."""
    if _is_for_api(request):
        return _plain("failure", "Something failed here. It has been logged.")
    return server_error_page(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to what no view saw: a problem for the API, else the page."""
    if _is_for_api(request):
        return _plain("bad_request", "The request cannot be read.")
    return bad_request_page(request, exception)


def _is_for_api(request: HttpRequest) -> bool:
    return request.path.startswith(reverse("api:root"))


def _plain(code: str, detail: str) -> JsonResponse:
    return JsonResponse(body_of(code, detail), status=CODES[code].status, content_type=MEDIA_TYPE)


def _problem_of(error: Exception) -> tuple[ProblemError | None, Mapping[str, str]]:
    if isinstance(error, ProblemError):
        return error, {}
    if isinstance(error, DeckError):
        return _of_deck(error), {}
    if isinstance(error, exceptions.APIException):
        return _of_framework(error), _headers_of(error)
    if isinstance(error, Http404):
        return ProblemError("no_such_address", "There is nothing at this address."), {}
    if isinstance(error, RequestDataTooBig):
        return ProblemError("too_large", "The body is too large."), {}
    if isinstance(error, SuspiciousOperation):
        return ProblemError("bad_request", "The request cannot be read."), {}
    return None, {}


def _of_deck(error: DeckError) -> ProblemError:
    members: Members = {"field": error.field} if error.field else {}
    if error.number is not None:
        members["number"] = error.number
    return ProblemError(error.code, error.message, **members)


_FRAMEWORK: Mapping[type[exceptions.APIException], str] = {
    exceptions.NotAuthenticated: "not_signed_in",
    exceptions.AuthenticationFailed: "bad_token",
    exceptions.PermissionDenied: "csrf_failed",  # nothing else here raises it: what may be done, decks say themselves
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.ParseError: "bad_json",
    exceptions.Throttled: "throttled",
}


def _of_framework(error: exceptions.APIException) -> ProblemError | None:
    code = _FRAMEWORK.get(type(error))
    return None if code is None else ProblemError(code, _sentence(str(error.detail)))


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def _headers_of(error: exceptions.APIException) -> Mapping[str, str]:
    headers = {"WWW-Authenticate": getattr(error, "auth_header", None)}
    if isinstance(error, exceptions.Throttled) and error.wait is not None:
        headers["Retry-After"] = str(int(error.wait))
    return {name: value for name, value in headers.items() if value}
