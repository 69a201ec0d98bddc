"""The steps of scenario files, and what is expected after them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from incursions.games.data_checks import (
    Place,
    take_fields,
    take_flag,
    take_list,
    take_mapping,
    take_text,
    take_whole,
    take_word,
)
from incursions.games.talon.rules.checking import take_hex, take_hex_text
from incursions.games.talon.rules.definitions import IMPULSES
from incursions.games.talon.rules.examples.scenario_ships import EXPECTED_SHIP_KEYS, check_ship_fields
from incursions.games.talon.rules.examples.scenario_words import (
    AT_STEPS,
    FACES,
    LONGEST,
    MISSILE,
    MOST_PARTS,
    NONE,
    OVER,
    SPECTATOR,
    StepNames,
)
from incursions.games.talon.rules.setup import TERRAIN
from incursions.games.talon.rules.victory import DEGREES


def check_step(step: Any, place: Place, known: StepNames) -> None:
    """Raise `DataError` unless a step has documented keys that make sense together."""
    fields = take_fields(step, place, (), STEP_CHECKS)
    for key, value in fields.items():
        STEP_CHECKS[key](value, place.part(key), known)
    _check_step_keys(set(fields), place)


def _check_text(value: Any, place: Place, known: StepNames) -> None:
    take_text(value, place, LONGEST)


def _check_texts(value: Any, place: Place, known: StepNames) -> None:
    for text in take_list(value, place, 0, MOST_PARTS):
        take_text(text, place, LONGEST)


def _check_true(value: Any, place: Place, known: StepNames) -> None:
    if not take_flag(value, place):
        raise place.fault("true was expected")


def _check_viewers(value: Any, place: Place, known: StepNames) -> None:
    for name in take_list(value, place, 0, MOST_PARTS):
        take_word(name, place, (*known.seats, *known.seat_names, SPECTATOR))


def _check_until(until: Any, place: Place, known: StepNames) -> None:
    if until == OVER:
        return
    fields = take_fields(until, place, (), ("round", "impulse", "side", "step", "or"))
    words = {"impulse": IMPULSES, "step": AT_STEPS, "side": known.seats, "or": (OVER,)}
    for key, value in fields.items():
        if key == "round":
            take_whole(value, place.part(key), 1, 99)
        else:
            take_word(value, place.part(key), words[key])


def _check_shown(value: Any, place: Place, known: StepNames) -> None:
    take_fields(value, place, (), ("range", "struck", "modifier", "chance", "damage"))


def _check_step_keys(keys: set[str], place: Place) -> None:
    """Raise `DataError` unless a step does something, and says who does it."""
    acts = {"play", "until", "then", "timeout", "undo", "preview", "same_view", "offers", "lacks"}
    if not acts & keys:
        raise place.fault(f"one of {', '.join(sorted(acts))} was expected")
    if {"play", "timeout", "undo", "offers", "lacks"} & keys and len({"side", "seat"} & keys) != 1:
        raise place.fault("a side or a seat was expected")
    for key, others in NEEDS.items():
        if key in keys and not keys.intersection(others):
            raise place.part(key).fault(f"{' or '.join(others)} was expected beside it")


NEEDS: Mapping[str, tuple[str, ...]] = {"refused": ("play", "undo"), "because": ("refused",), "shows": ("preview",)}
"""By key of a step, the keys of which one stands beside it."""


def check_expected(expected: Any, place: Place, known: StepNames) -> None:
    """Raise `DataError` unless every key of what is expected is documented."""
    for key, value in take_mapping(expected, place, MOST_PARTS).items():
        where = place.part(key)
        if key in known.groups:
            fields = take_fields(value, where, (), EXPECTED_SHIP_KEYS)
            said = {name: field for name, field in fields.items() if name not in MAYBE_NONE or field not in NONE}
            check_ship_fields(said, where, known.groups[key])
        elif key.startswith(MISSILE) and key.removeprefix(MISSILE).isdecimal():
            _check_expected_missile(value, where)
        elif key in STATE_CHECKS:
            STATE_CHECKS[key](value, where, known)
        else:
            raise where.fault(f"a ship, a missile or one of {', '.join(STATE_CHECKS)} was expected")


MAYBE_NONE = ("docked", "jump")
"""The fields of a ship that may be expected to be empty."""


def _check_expected_missile(value: Any, place: Place) -> None:
    fields = take_fields(value, place, (), ("at", "target", "face", "gone"))
    for key, check in MISSILE_CHECKS.items():
        if key in fields:
            check(fields[key], place.part(key))


MISSILE_CHECKS: Mapping[str, Any] = {
    "at": take_hex,
    "target": lambda value, place: take_text(value, place, LONGEST),
    "face": lambda value, place: take_word(value, place, FACES),
    "gone": take_flag,
}


def _check_numbers(value: Any, place: Place, names: Collection[str]) -> None:
    for name, number in take_fields(value, place, (), names).items():
        take_whole(number, place.part(name), 0, 9999)


def _check_expected_terrain(value: Any, place: Place, known: StepNames) -> None:
    for at, kind in take_mapping(value, place, MOST_PARTS).items():
        take_hex_text(at, place.part(at))
        take_word(kind, place.part(at), TERRAIN)


def _check_acts(value: Any, place: Place, known: StepNames) -> None:
    for number, letters in take_fields(value, place, (), tuple("0123456")).items():
        for letter in take_list(letters, place.part(number), 0, len(IMPULSES)):
            take_word(letter, place.part(number), IMPULSES)


def _check_order(value: Any, place: Place, known: StepNames) -> None:
    for text in take_list(value, place, 0, MOST_PARTS):
        if not take_text(text, place, LONGEST).startswith(EVENT_WORDS):
            raise place.fault(
                f"an event was expected ({', '.join(word.strip() for word in EVENT_WORDS)}), not {text!r}"
            )


EVENT_WORDS = (
    *("turn ", "power phase", "roll ", "hit ", "miss ", "damage ", "critical ", "explosion ", "shift ", "asteroid "),
    *("collision ", "row ", "charge ", "jump ", "break-up ", "place "),
)
"""The words with which the events of an order begin."""
STATE_CHECKS: Mapping[str, Callable[[Any, Place, StepNames], object]] = {
    "initiative": lambda value, place, known: take_word(value, place, known.seats),
    "marks": lambda value, place, known: _check_numbers(value, place, ("change", "defend")),
    "points": lambda value, place, known: _check_numbers(value, place, known.seats),
    "terrain": _check_expected_terrain,
    "result": lambda value, place, known: value in NONE or take_word(value, place, (*known.seats, "draw")),
    "degree": lambda value, place, known: value in NONE or take_word(value, place, DEGREES),
    "acts": _check_acts,
    "order": _check_order,
}
"""The checks of what is expected besides ships and missiles, by key."""


STEP_CHECKS: Mapping[str, Callable[[Any, Place, StepNames], object]] = {
    "side": lambda value, place, known: take_word(value, place, known.seats),
    "seat": lambda value, place, known: take_word(value, place, known.seat_names),
    "play": _check_text,
    "refused": _check_text,
    "because": _check_text,
    "offers": _check_texts,
    "lacks": _check_texts,
    "until": _check_until,
    "then": check_expected,
    "timeout": _check_true,
    "undo": _check_true,
    "preview": _check_text,
    "shows": _check_shown,
    "same_view": _check_viewers,
}
"""The checks of the fields of a step, by key."""
