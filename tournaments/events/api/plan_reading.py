"""Read the plan of a tournament from an API request. Each value has its type; missing ones stay unchanged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from cards.decks.errors import make_wrong_type_error, require_type
from tournaments.events.plans import MOST_PHASES, PhasePlan, Plan

if TYPE_CHECKING:
    from cards.api.requests import Body

PLAN = tuple(one.name for one in fields(Plan))
EARLIEST, LATEST = 2000, 2100
MOST = 2**31
Reader = Callable[[Any, str], Any]


def plan_from(body: Body, before: Plan) -> Plan:
    """Return the plan with the values of the body. Raises `DeckError` malformed for a value of another type."""
    return replace(before, **_values(Plan, {name: body.get(name) for name in PLAN if name in body}))


def _values(plan: type[Plan | PhasePlan], said: Mapping[str, object], where: str = "") -> dict[str, Any]:
    """Return the given values of a plan or a phase, each read as the type of its field."""
    return {
        one.name: READERS[str(one.type)](said[one.name], where + one.name) for one in fields(plan) if one.name in said
    }


def _reader_of(kinds: tuple[type, ...], expected: str) -> Reader:
    """Return a reader of values of these types; numbers are limited in size."""

    def read(value: Any, field: str) -> Any:
        if type(value) not in kinds or (type(value) in (int, float) and not abs(value) < MOST):
            raise make_wrong_type_error(field, expected, value, field=field)
        return float(value) if float in kinds else value

    return read


def moment(value: Any, field: str) -> datetime | None:
    """Return a time from ISO 8601 with its zone; None for null. Raises `DeckError` malformed."""
    if value is None:
        return None
    expected = "a time with its zone, such as 2026-11-27T18:00:00+01:00"
    try:
        found = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise make_wrong_type_error(field, expected, value, field=field) from None
    if found.tzinfo is None or not EARLIEST < found.year < LATEST:
        raise make_wrong_type_error(field, expected, value, field=field)
    return found.astimezone(UTC)


def _texts(value: Any, field: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise make_wrong_type_error(field, "a list of texts", value, field=field)
    return tuple(value)


def _phases(value: Any, field: str) -> tuple[PhasePlan, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_PHASES:
        raise make_wrong_type_error(field, f"a list of 1 to {MOST_PHASES} phases", value, field=field)
    return tuple(_phase(one, f"{field}/{number}") for number, one in enumerate(value, 1))


def _phase(value: Any, field: str) -> PhasePlan:
    require_type(value, Mapping, field, "an object")
    known = [one.name for one in fields(PhasePlan)]
    strange = next((name for name in value if name not in known), None)
    if strange is not None:
        raise make_wrong_type_error(field, f"nothing but {', '.join(known)}", strange, field=field)
    return PhasePlan(**_values(PhasePlan, value, f"{field}/"))


READERS: Mapping[str, Reader] = {
    "str": _reader_of((str,), "a text"),
    "bool": _reader_of((bool,), "true or false"),
    "int": _reader_of((int,), "a whole number"),
    "int | None": _reader_of((int, type(None)), "a whole number"),
    "float": _reader_of((int, float), "a number"),
    "datetime | None": moment,
    "tuple[str, ...]": _texts,
    "tuple[PhasePlan, ...]": _phases,
}
"""The reader of a plan's field by its declared type."""
