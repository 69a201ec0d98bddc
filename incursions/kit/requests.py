"""Parse request bodies, from forms or JSON, and answer refusals in the format that the client reads."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from incursions.kit.clients import wants_html
from incursions.kit.refusals import DomainError, RefusalError, make_malformed_error
from incursions.kit.strict_json import UnreadableJSONError, parse_json
from incursions.kit.words import quote

View = Callable[..., HttpResponse]
LONGEST_BODY = 8192
LONGEST_TEXT = 200
LONGEST_KEY = 64
LARGEST_NUMBER = 2**31 - 1  # of a column
LONGEST_NUMBER = 10
WORDS_OF_A_FLAG = {"on": True, "1": True, "true": True, "": False, "0": False, "false": False}
JSON_TYPE = "application/json"
RefusalPage = Callable[[HttpRequest, DomainError, dict[str, str]], HttpResponse]


def is_json(request: HttpRequest) -> bool:
    """Return True if the content type of the body is JSON."""
    return bool(request.content_type == JSON_TYPE)


def guard_forms(view: View) -> View:
    """Decorate a view: require a CSRF token for forms. JSON needs none because browsers send a preflight request."""
    guarded = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def choosing(request: HttpRequest, **address: Any) -> HttpResponse:
        return (view if is_json(request) else guarded)(request, **address)

    return choosing


class Fields(dict[str, Any]):
    """The fields of a form, whose values are strings. Each method reads one and raises malformed if it does not fit."""

    def parse_text(self, value: object, parse: Callable[[str], Any]) -> Any:
        """Return the value that a form's text stands for; any other value as it is."""
        try:
            return parse(value) if isinstance(value, str) and len(value) <= LONGEST_NUMBER else value
        except ValueError:
            return value

    def check_names(self, *names: str) -> None:
        """Raise malformed for a field of another name; a form may have more, such as its token."""

    def text(self, name: str, longest: int = LONGEST_TEXT, usual: str | None = None) -> str:
        """Return a printable text that is not empty."""
        value = self.get(name, usual)
        if value in (None, ""):
            raise make_malformed_error(f"{name} is missing. Fill it in.")
        if not isinstance(value, str):
            raise make_malformed_error(f"{name} is not text.")
        if len(value) > longest:
            raise make_malformed_error(f"{name} is longer than {longest} characters.")
        if not value.isprintable():
            raise make_malformed_error(f"{name} holds a character that cannot be printed.")
        return value

    def any_text(self, name: str) -> str:
        """Return any text, "" if the field is left out."""
        value = self.get(name, "")
        if not isinstance(value, str):
            raise make_malformed_error(f"{name} is not text.")
        return value

    def one_of(
        self, name: str, words: Collection[str], usual: str | None = None, *, longest: int = LONGEST_TEXT
    ) -> str:
        """Return one of the words."""
        value = self.text(name, longest, usual)
        if value not in words:
            raise make_malformed_error(f"{name} is one of: {', '.join(words)}.")
        return value

    def number(self, name: str, least: int = 0, most: int = LARGEST_NUMBER, usual: int | None = None) -> int:
        """Return a whole number between `least` and `most`."""
        value = self.parse_text(self.get(name, usual), _parse_digits)
        if not isinstance(value, int) or isinstance(value, bool):
            wanted = "a whole number" if most == LARGEST_NUMBER else f"a whole number from {least} to {most}"
            fault = f"is missing. Give {wanted}" if value in (None, "") else f"is not {wanted}"
            raise make_malformed_error(f"{name} {fault}.")
        if not least <= value <= most:
            raise make_malformed_error(f"{name} is from {least} to {most}.")
        return value

    def optional_number(self, name: str, most: int = LARGEST_NUMBER) -> int | None:
        """Return a whole number, or None if the field is empty or left out."""
        return None if self.get(name) in (None, "") else self.number(name, most=most)

    def seconds(self, name: str, least: int, most: int, usual: float) -> float:
        """Return a number of seconds between `least` and `most`."""
        value = self.parse_text(self.get(name, usual), float)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise make_malformed_error(f"{name} is not a number.")
        if not least <= value <= most:
            raise make_malformed_error(f"{name} is from {least} to {most}.")
        return float(value)

    def flag(self, name: str, usual: bool) -> bool:
        """Return True for a ticked box or true; a form leaves out a box that is not ticked."""
        value = self.parse_text(self.get(name, usual), lambda word: WORDS_OF_A_FLAG.get(word, word))
        if isinstance(value, bool):
            return value
        raise make_malformed_error(f"{name} is true or false.")


def _parse_digits(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdecimal() else text


class JSONFields(Fields):
    """The fields of a JSON object, which are read by the letter: a number or a flag is no text."""

    def parse_text(self, value: object, parse: Callable[[str], Any]) -> Any:
        return value

    def check_names(self, *names: str) -> None:
        for name in self.keys() - set(names):
            raise make_malformed_error(f"There is no field {quote(name)}; there are {', '.join(names)}.")


def read_fields(request: HttpRequest, *, may_be_empty: bool = False) -> Fields:
    """Return the fields of the body; none for an empty body if `may_be_empty`. Raises malformed."""
    if may_be_empty and request.META.get("CONTENT_LENGTH") in (None, "", "0"):
        return Fields()
    try:
        length = int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        raise make_malformed_error("The length of the body is not a number.") from None
    if length > LONGEST_BODY:
        raise make_malformed_error(f"The body is longer than {LONGEST_BODY} bytes.")
    if not is_json(request):
        return _read_form(request)
    try:
        body = request.body
        if len(body) > LONGEST_BODY:
            raise make_malformed_error(f"The body is longer than {LONGEST_BODY} bytes.")
        fields = parse_json(body)
    except (RequestDataTooBig, UnreadablePostError):
        raise make_malformed_error("The body could not be read.") from None
    except UnreadableJSONError as fault:
        raise make_malformed_error(f"The body is not JSON: {fault}.") from None
    if not isinstance(fields, dict):
        raise make_malformed_error("The body is not a JSON object.")
    return JSONFields(fields)


def _read_form(request: HttpRequest) -> Fields:
    try:
        return Fields(request.POST.dict())
    except (SuspiciousOperation, MultiPartParserError, UnreadablePostError):
        raise make_malformed_error("The form could not be read.") from None


def answer_refusals(show: RefusalPage) -> Callable[[View], View]:
    """Decorate a view: answer a refusal with a page by `show`, or with JSON, and guard forms."""

    def decorate(view: View) -> View:
        @guard_forms
        @wraps(view)
        def answering(request: HttpRequest, **address: Any) -> HttpResponse:
            try:
                return view(request, **address)
            except DomainError as error:
                refusal = error
            except RefusalError as error:
                refusal = make_malformed_error(error.message)
            return show(request, refusal, address) if wants_html(request) else refusal_as_json(refusal)

        return answering

    return decorate


def refusal_as_json(refusal: DomainError) -> JsonResponse:
    """Return a refusal as JSON."""
    body = {"code": refusal.code, "message": refusal.message, "rule": refusal.rule, "version": refusal.version}
    return JsonResponse(body | refusal.details, status=refusal.status)
