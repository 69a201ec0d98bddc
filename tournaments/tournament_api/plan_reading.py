"""The plan of a tournament as a program sends it: every value of its type, the rest as it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from cards.decks.errors import malformed
from tournaments.organizing.plans import BOUNDS_OF_FRACTIONS, MOST_PHASES, PhasePlan, Plan

if TYPE_CHECKING:
    from cards.api.bodies import Body

PLAN = tuple(one.name for one in fields(Plan))
PHASE = tuple(one.name for one in fields(PhasePlan))
TEXTS = ("name", "description", "kind", "decks_open", "format")
FLAGS = ("is_listed", "is_table_top", "rated", "is_automatic", "third_place", "is_double")
EARLIEST, LATEST = 2000, 2100
MOST = 2**31


def plan_from(body: Body, before: Plan) -> Plan:
    """The plan with what the body says of it. Raises `DeckError` malformed for a value of another type."""
    said: dict[str, Any] = {name: _value(name, body.get(name), name) for name in PLAN if name in body}
    return replace(before, **said)


def _value(name: str, value: Any, field: str) -> Any:
    if name == "phases":
        return _phases(value)
    if name == "starts_at":
        return None if value is None else moment(value, field)
    if name == "tie_breaks":
        return _texts(value, field)
    if name in BOUNDS_OF_FRACTIONS:
        return _number(value, field)
    if name in TEXTS:
        if not isinstance(value, str):
            raise malformed(field, "a text", value, field=field)
        return value
    if name in FLAGS:
        if not isinstance(value, bool):
            raise malformed(field, "true or false", value, field=field)
        return value
    if name == "capacity" and value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= MOST:
        raise malformed(field, "a whole number", value, field=field)
    return value


def moment(value: Any, field: str) -> datetime:
    """A time, written with its zone as ISO 8601 does. Raises `DeckError` malformed."""
    expected = "a time with its zone, such as 2026-11-27T18:00:00+01:00"
    try:
        found = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise malformed(field, expected, value, field=field) from None
    if found.tzinfo is None or not EARLIEST < found.year < LATEST:
        raise malformed(field, expected, value, field=field)
    return found.astimezone(UTC)


def _number(value: Any, field: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < MOST:
        raise malformed(field, "a number", value, field=field)
    return float(value)


def _texts(value: Any, field: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise malformed(field, "a list of texts", value, field=field)
    return tuple(value)


def _phases(value: Any) -> tuple[PhasePlan, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_PHASES:
        raise malformed("phases", f"a list of 1 to {MOST_PHASES} phases", value, field="phases")
    return tuple(_phase(one, f"phases/{number}") for number, one in enumerate(value, 1))


def _phase(value: Any, field: str) -> PhasePlan:
    if not isinstance(value, Mapping):
        raise malformed(field, "an object", value, field=field)
    strange = next((name for name in value if name not in PHASE), None)
    if strange is not None:
        raise malformed(field, f"nothing but {', '.join(PHASE)}", strange, field=field)
    return PhasePlan(**{name: _value(name, one, f"{field}/{name}") for name, one in value.items()})
