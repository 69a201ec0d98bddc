"""The parts of an act of the desk: its word, its service, its form and its endpoint, and the values that it takes.

A value is read from the fields of a desk form, or from the body of a request of the API.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest

from incursions.accounts.models import User
from incursions.kit.api.requests import Body, Schema, whole
from incursions.kit.refusals import FieldError, make_malformed_error
from incursions.kit.requests import LARGEST_NUMBER, is_json, read_fields
from tournaments.events.locked_tournament import Ability, Actor
from tournaments.events.pairing import LARGEST_POD

MOST_NUMBER = 999_999
"""The highest number of a player, a round or a table in an address."""
NUMBER: Schema = {"type": "integer", "minimum": 1, "maximum": MOST_NUMBER}
LONGEST_TEXT = 600
MOST_CHOSEN = 64


class RequestFields:
    """The fields of a request. Its methods raise malformed for a value of the wrong type."""

    def __init__(self, request: HttpRequest) -> None:
        self._fields = read_fields(request)
        self._lists = None if is_json(request) else request.POST

    @property
    def seen_version(self) -> int | None:
        """The version of the tournament that the page showed."""
        return self._fields.optional_number("seen")

    def text(self, name: str) -> str:
        """Return a text; "" if the field is missing."""
        value = self._fields.any_text(name)
        if len(value) > LONGEST_TEXT:
            raise make_malformed_error(f"{name} is longer than {LONGEST_TEXT} characters.")
        return value.strip()

    def number(self, name: str) -> int:
        """Return a whole number."""
        found = self._fields.optional_number(name)
        if found is None:
            raise make_malformed_error(f"Say which {name}.")
        return found

    def flag(self, name: str) -> bool:
        """Return True for a ticked box or `true`."""
        return self._fields.get(name) in ("on", "1", "true", True)

    def numbers(self, name: str) -> list[int]:
        """Return whole numbers: several form values, one text with spaces, or a list."""
        return [_whole(one, name) for one in self._values(name)]

    def some_numbers(self, name: str) -> list[int] | None:
        """Return whole numbers as `numbers` does, or None if all are left out."""
        is_left_out = all(one in ("", None) for one in self._values(name))
        return None if is_left_out else self.numbers(name)

    def _values(self, name: str) -> list[Any]:
        """Return the values of a field that holds several. Raises malformed for too many."""
        if self._lists is not None:
            said: list[Any] = [part for one in self._lists.getlist(name) for part in (str(one).split() or [""])]
        else:
            value = self._fields.get(name, [])
            said = value if isinstance(value, list) else [value]
        if len(said) > MOST_CHOSEN:
            raise make_malformed_error(f"That is too much for {name}.")
        return said


def _whole(value: Any, name: str) -> int:
    """Return the whole number of a field. Raises malformed."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= len(str(LARGEST_NUMBER)):
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LARGEST_NUMBER:
        raise make_malformed_error(f"{name}: a whole number is missing, or not one.")
    return value


class Field(NamedTuple):
    """A value that an act takes, with its readers for forms and request bodies."""

    from_form: Callable[[RequestFields], Any]
    from_body: Callable[[Body], Any] = lambda body: None
    properties: dict[str, Schema] = {}
    """The JSON Schema of its keys in a body."""
    keyword: str = ""
    """The name of the service's argument; "" if the service takes it by position."""
    address: str = ""
    """The part of an endpoint's address that has the value, in place of its body."""
    is_optional: bool = False
    input: NumberInput | None = None
    """The input of a form, for a value that its page does not know."""


class NumberInput(NamedTuple):
    """A number input: its name and label, its bounds, and its initial value."""

    name: str
    label: str
    least: int
    most: int
    usual: int


class Endpoint(NamedTuple):
    """An act's endpoint in the API: its address below the tournament's, and its documentation."""

    path: str
    operation: str
    summary: str
    description: str = ""
    answer: str = "tournament"
    """What the endpoint answers with: tournament, round, player or penalty."""
    status: int = 200


class Form(NamedTuple):
    """The form of an act on a page of the desk. Texts may name {player}, {table} and {name}."""

    page: str
    title: str
    button: str
    condition: str = ""
    """The attribute of the page that says whether the act can be done; "" if it always can."""
    note: str = ""
    reason_label: str = "Why"
    template: str = "events/desk/act_form.html"
    is_main: bool = False


class Act(NamedTuple):
    """An act: its word in forms, and the service with its values.

    The service is called with the tournament's public id, the user, the values, and as `seen` the version that the page
    showed, unless the act is to be done `whatever_was_seen`. It may return a sentence about what was done.
    """

    word: str
    service: Any
    fields: Sequence[Field] = ()
    endpoint: Endpoint | None = None
    form: Form | None = None
    whatever_was_seen: bool = False
    needs: Ability | None = None
    """The ability that the act is offered for, if the service is a plain function that checks it itself."""

    def is_for(self, actor: Actor) -> bool:
        """Return True if the actor has the ability of the act."""
        return actor.may(self.needs or self.service.needs)

    def perform(self, public_id: str, user: User, values: Sequence[Any], **more: Any) -> Any:
        """Call the service with the values of the fields. Raises `DomainError`."""
        named = {field.keyword: value for field, value in zip(self.fields, values, strict=True) if field.keyword}
        placed = [value for field, value in zip(self.fields, values, strict=True) if not field.keyword]
        return self.service(public_id, user, *placed, **named, **more)


def number_field(name: str, argument: str = "", asked: NumberInput | None = None, most: int = MOST_NUMBER) -> Field:
    """Return a number field. The number comes from the body, or from `argument` of the address."""
    if argument:
        return Field(lambda said: said.number(name), address=argument)
    return Field(
        lambda said: said.number(name),
        lambda body: whole(body.get(name), name, least=1, most=MOST_NUMBER),
        {name: NUMBER | {"maximum": most}},
        input=asked,
    )


def text_field(name: str, schema: Schema, keyword: str = "") -> Field:
    """Return a text field."""
    return Field(lambda said: said.text(name), lambda body: body.text(name), {name: schema}, keyword)


def list_field(name: str, form_name: str, item: Schema, about: str = "", keyword: str = "") -> Field:
    """Return a field with a list of numbers, one per player at a table. A field with a keyword is optional in forms."""
    schema: Schema = {"type": "array", "minItems": 2, "maxItems": LARGEST_POD, "items": item}
    if about:
        schema["description"] = about
    else:
        schema["uniqueItems"] = True
    return Field(
        lambda said: said.some_numbers(form_name) if keyword else said.numbers(form_name),
        lambda body: numbers(body, name, item) if name in body or not keyword else None,
        {name: schema},
        keyword,
        is_optional=bool(keyword),
    )


def numbers(body: Body, key: str, item: Schema) -> list[int]:
    """Return a list of whole numbers, one per player at a table. Raises `FieldError` malformed."""
    value = body.get(key)
    if not isinstance(value, list) or not 2 <= len(value) <= LARGEST_POD:
        raise FieldError.of_wrong_type(key, f"a list of 2 to {LARGEST_POD} whole numbers", value, field=key)
    return [whole(one, key, least=item["minimum"], most=item["maximum"]) for one in value]
