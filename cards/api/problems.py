"""Errors of the API in one shape (RFC 9457): every code with its status and meaning, and how each error becomes one."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

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

from cards.decks.errors import DeckError
from incursions.kit import health
from incursions.kit.clients import wants_html


class Code(NamedTuple):
    """An error code: its HTTP status, its title, and advice for the client."""

    status: int
    title: str
    about: str


CODES: Mapping[str, Code] = {
    "bad_request": Code(400, "The request cannot be read", "It breaks the rules of HTTP, or of this server."),
    "bad_json": Code(400, "The body is not JSON", "One value of JSON in UTF-8 is expected, without a key twice."),
    "malformed": Code(400, "A value is of another type", "`field` says which one."),
    "bad_parameter": Code(400, "A parameter cannot be read", "`field` names the parameter of the address."),
    "bad_query": Code(
        400,
        "The query cannot be read",
        "Nothing was searched. `fault` names the kind of fault, `place` the characters, `suggestion` what should stand "
        "there, and `corrected` the whole query as it was probably meant; both are null where nothing is near.",
    ),
    "not_signed_in": Code(401, "Nobody is signed in", "Send a token, or a session's cookie."),
    "bad_token": Code(401, "The token is not known", "It was mistyped or revoked, or its account is closed."),
    "csrf_failed": Code(403, "The CSRF token is missing", "With a session's cookie, send the header `X-CSRFToken`."),
    "not_yours": Code(403, "Only its owner may do this", "A copy of the deck would be yours."),
    "accounts_only": Code(403, "This is for accounts", "Guests sign up first."),
    "not_staff": Code(403, "Your role does not allow this", "The tournament's owner appoints its staff."),
    "not_shown": Code(403, "This is not shown yet", "`detail` says when it is."),
    "disqualified": Code(403, "You are disqualified", "From this tournament."),
    "not_entered": Code(403, "You have not entered", "Enter the tournament first."),
    "not_found": Code(404, "There is no such thing", "Or there is one that is not shown to you."),
    "no_such_address": Code(404, "There is nothing at this address", "Addresses end with a slash."),
    "no_such_piece": Code(404, "There is no such piece", "`suggestions` names pieces that may have been meant."),
    "no_such_player": Code(404, "There is no such player", "Names in addresses are user names."),
    "no_such_round": Code(404, "There is no such round", "Or it is not published."),
    "no_such_table": Code(404, "There is no such table", "In that round."),
    "no_such_deck": Code(404, "There is no such deck", "Of yours."),
    "no_such_page": Code(404, "There is no such page", "`last` is the last page."),
    "no_such_catalogue": Code(404, "The catalogue has another version now", "`current` leads to the present file."),
    "method_not_allowed": Code(405, "The method is not allowed here", "The header `Allow` lists those that are."),
    "not_acceptable": Code(406, "This media type is not available", "Answers are JSON."),
    "deleted": Code(409, "The deck is deleted", "Restore it first."),
    "moved_on": Code(409, "The deck was changed in the meantime", "Nothing was saved. `number` is its number now."),
    "nothing_to_undo": Code(409, "There is nothing to undo", "The draft is at its first step."),
    "nothing_to_redo": Code(409, "There is nothing to redo", "The draft is at its last step."),
    "unchanged": Code(409, "Nothing has changed", "The newest version has this content already."),
    "deleted_deck": Code(409, "The deck is deleted", "Restore it first."),
    "deck_needed": Code(409, "A deck is needed", "Hand in one that can be played here."),
    "tournament_moved_on": Code(
        409, "The tournament has moved on", "Nothing was done. `version` is its version now; look at it again."
    ),
    "wrong_state": Code(409, "That cannot be done now", "`detail` says why."),
    "agreed": Code(409, "Players have entered under these terms", "It stays once players can enter (rules 21.2)."),
    "too_late": Code(409, "It is too late for that", "`detail` says why."),
    "too_few": Code(409, "There are too few players", "At least two are needed."),
    "no_check_in": Code(409, "Check-in is not open yet", "`check_in_opens_at` says when."),
    "no_boosters": Code(409, "No boosters can be opened", "With the catalogue as it is (rules 22.3)."),
    "paused": Code(409, "It is paused already", "Resume it first."),
    "not_paused": Code(409, "It is not paused", "There is nothing to resume."),
    "not_as_seen": Code(412, "It has changed since it was read", "Nothing was changed. `If-Match` names another ETag."),
    "unreadable_file": Code(400, "The file cannot be read", "`detail` says where it fails."),
    "file_does_not_hold": Code(422, "The file is not valid", "Nothing was restored. `detail` says where it fails."),
    "file_too_large": Code(413, "The file is too large", "`detail` says how large it may be."),
    "too_large": Code(413, "The body is too large", "At most 3 MB are read."),
    "unsupported_media_type": Code(415, "The body is of another type", "Send `application/json`."),
    "invalid": Code(422, "A value is not allowed", "`field` says which one, `detail` what is allowed."),
    "too_many": Code(422, "There are too many", "`detail` says what of, and how many there may be."),
    "illegal_deck": Code(422, "The deck cannot be played here", "`problems` has each reason."),
    "unreadable": Code(422, "The deck cannot be read", "`faults` has each line that cannot be read, with the reason."),
    "throttled": Code(429, "Too many requests", "The header `Retry-After` says for how many seconds to wait."),
    "failure": Code(500, "Something failed here", "It is logged. Trying again later may help."),
    "busy": Code(503, "Too much is being done at once", "Try again in a moment."),
    "cannot_save": Code(503, "Nothing can be saved", "The server’s disk is full. Try again later."),
}


MEDIA_TYPE = "application/problem+json"
ADDRESSES = "/api/"  # of every version, also of those that there are not
NOT_KEPT = "no-store"
NO_HEADERS: Mapping[str, str] = {}
LATER = {"Retry-After": "5"}  # seconds
WHEN_THERE_IS_ROOM = {"Retry-After": str(health.RETRY_AFTER_S)}
FAILURE = "Something failed here. It has been logged."
log = logging.getLogger(__name__)


class ProblemError(Exception):
    """A refusal with a code of `codes.CODES`. `members` stand beside those that every error has."""

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
    exceptions.PermissionDenied: "csrf_failed",  # nothing else here raises it: what may be done, decks say themselves
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
"""What Django raises, with code and sentence; a special kind before the general one."""


def _problem_of(error: Exception) -> ProblemError | None:
    if isinstance(error, ProblemError):
        return error
    if isinstance(error, DeckError):
        members: dict[str, Any] = {"field": error.field or None, "number": error.number}
        said = {name: value for name, value in members.items() if value is not None}
        return ProblemError(error.code, error.message, **said)
    if isinstance(error, exceptions.APIException):
        code, detail = _FRAMEWORK.get(type(error)), str(error.detail)
        return ProblemError(code, f"{detail.removesuffix('.')}.", headers=_headers_of(error)) if code else None
    if health.failed_writes.note(error):
        return ProblemError(health.CODE, health.MESSAGE, headers=WHEN_THERE_IS_ROOM)
    if isinstance(error, OperationalError):
        log.error("The database does not answer", exc_info=error)
        return ProblemError("busy", "The database does not answer just now. Try again in a moment.", headers=LATER)
    return next((ProblemError(*said) for kind, said in PLAIN.items() if isinstance(error, kind)), None)


def _headers_of(error: exceptions.APIException) -> Mapping[str, str]:
    headers = {"WWW-Authenticate": getattr(error, "auth_header", None)}
    if isinstance(error, exceptions.Throttled) and error.wait is not None:
        headers["Retry-After"] = str(int(error.wait))
    return {name: value for name, value in headers.items() if value}
