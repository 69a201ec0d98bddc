"""Reads what clients send, as a form or as JSON, and refuses whatever is not of that shape before it does anything."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeGuard

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from cards.catalogue import current_starters
from incursions.rules.setup import FEWEST_SEATS, MOST_SEATS
from tournaments.clock_settings import CLOCK_SETTINGS, ClockSetting
from tournaments.enums import Bot, Mode
from tournaments.errors import DomainError
from tournaments.holds import STOP_ACTIONS
from tournaments.live import Move
from tournaments.matches import TableRules
from tournaments.presets import PRESETS
from tournaments.quick.seeking import Wish
from tournaments.seat_decks import OWN
from tournaments.staff.acting import NOBODY, Order
from tournaments.staff.models import ORDERS, Kind
from tournaments.table_settings import FEWEST_HEX_POINTS, MOST_HEX_POINTS, MOST_HEX_TOLERANCE, PRESETS_BY_NAME

View = Callable[..., HttpResponse]
LONGEST_BODY = 8192
LONGEST_TEXT = 200
LONGEST_KEY = 64
HIGHEST_VERSION = 2**31 - 1
LONGEST_MODE = 10
LONGEST_NUMBER = 10
HIGHEST_LEFT = 999
MOST_BOTS = 5
BOTS = [bot.value for bot in Bot if bot.value]
OWN_CLOCKS = "own"
WORDS_OF_A_FLAG = {"on": True, "1": True, "true": True, "": False, "0": False, "false": False}
JSON_TYPE = "application/json"
OF_BOTS = tuple(f"{said}_{number}" for said in ("bot", "bot_starter") for number in range(1, MOST_BOTS + 1))
FLAGS = {"rated": "rated", "private": "is_private", "asks_ready": "asks_ready"}
FIELDS_OF_SETTINGS = ("mode", "seats", "clocks", "minutes", *CLOCK_SETTINGS, *FLAGS, "hex_points", "hex_tolerance")
FIELDS_OF_A_TABLE = (*FIELDS_OF_SETTINGS, "bots", "starter", *OF_BOTS)
"""What the form for a table says; `read_table_rules` tells what each means."""


def is_json(request: HttpRequest) -> bool:
    """Return True if the body says it is JSON."""
    return bool(request.content_type == JSON_TYPE)


def guard_forms(view: View) -> View:
    """Guard the forms of a view against other sites. JSON needs no token: browsers ask before sending it elsewhere."""
    guarded = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def choosing(request: HttpRequest, **address: Any) -> HttpResponse:
        return (view if is_json(request) else guarded)(request, **address)

    return choosing


def read_move(request: HttpRequest) -> Move:
    """The move in a request: `version`, `text`, `key`, all required. Raises malformed."""
    fields = _fields(request)
    return Move(
        version=_whole_number(fields, "version", 0, HIGHEST_VERSION),
        text=_text(fields, "text", LONGEST_TEXT),
        key=_text(fields, "key", LONGEST_KEY),
    )


def read_claim(request: HttpRequest) -> str:
    """What is to be done about the seat of a player who is away. Raises malformed."""
    return _text(_fields(request), "text", LONGEST_TEXT)


def read_stop(request: HttpRequest) -> Move:
    """A stop to set or clear, for whatever version the table has come to. Raises malformed."""
    text = _text(_fields(request), "text", LONGEST_TEXT)
    if not text.startswith(STOP_ACTIONS):
        raise malformed(f"A stop begins with {' or '.join(repr(word.strip()) for word in STOP_ACTIONS)}.")
    return Move(None, text)


def read_preset(request: HttpRequest) -> str:
    """When the user wants to be asked in windows. Raises malformed."""
    name = _text(_fields(request), "preset", LONGEST_TEXT)
    if name not in PRESETS:
        raise malformed(f"A preset is one of {', '.join(PRESETS)}.")
    return name


def read_take_back(request: HttpRequest) -> tuple[int, str]:
    """The `version` that a seat wants to take back from, and its own `key` for that. Raises malformed."""
    fields = _fields(request)
    return _whole_number(fields, "version", 0, HIGHEST_VERSION), _text(fields, "key", LONGEST_KEY)


def read_answer_to_take_back(request: HttpRequest, words: Collection[str]) -> tuple[int, str]:
    """The number of the `request`, and what is `said` to it: one of the words. Raises malformed."""
    fields = _fields(request)
    said = _word(fields, "said", words, LONGEST_TEXT)
    return _whole_number(fields, "request", 0, HIGHEST_VERSION, 0), said


def read_order(request: HttpRequest) -> tuple[Order, int]:
    """What the staff want done: `do`, `reason`, `seen` (how many acts there were), and by kind `seat`, `amount`.

    A verdict says `seat`, or "drawn" in its place. Raises malformed.
    """
    fields = _fields(request)
    do, reason = _word(fields, "do", ORDERS, LONGEST_TEXT), _free_text("reason", fields.get("reason", ""))
    seat = fields.get("seat")
    index = NOBODY if seat == "drawn" else None if seat in (None, "") else _whole_number(fields, "seat", 0, 5)
    return Order(Kind(do), reason, index, read_number(fields, "amount")), _whole_number(
        fields, "seen", 0, HIGHEST_VERSION
    )


def read_report(request: HttpRequest) -> tuple[int | None, str]:
    """The `version` that a report is about (none: as the table stands), and its `message`. Raises malformed."""
    fields = _fields(request)
    message = _free_text("message", fields.get("message", ""))
    return _whole_number(fields, "version", 0, HIGHEST_VERSION) if "version" in fields else None, message


def read_table_rules(request: HttpRequest, usual: TableRules | None = None) -> TableRules:
    """What a host asks for; whatever is left out has its usual value. Raises malformed.

    `clocks` names a preset, which then sets its numbers; "" or "own" leaves them as they are said.

    `bots` is how many bots play, or which ones, as a list or separated by commas; of a number each is a captain, unless
    `bot_1` and so on name another. `starters` lists the decks by seat; forms say `starter` for the host and
    `bot_starter_1` and so on for the bots. The host's may be a deck of his own (`read_own_deck`). Basic leaves them
    unread.
    """
    fields = _fields(request)
    usual = usual or TableRules()

    def said_so(column: str) -> bool:
        return is_json(request) and bool(getattr(usual, column))

    mode = _word(fields, "mode", Mode.values, usual=usual.mode)
    bots = _bots(fields)
    seats = _whole_number(fields, "seats", FEWEST_SEATS, MOST_SEATS, max(usual.seats, len(bots) + 1))
    if len(bots) >= seats:
        raise malformed("At least one seat is for a person.")
    return TableRules(
        **_clocks(fields, usual),
        **{column: _flag(fields, name, said_so(column)) for name, column in FLAGS.items()},
        **_hex_points(fields, mode, usual),
        mode=mode,
        seats=seats,
        bots=bots,
        starters=() if mode == Mode.BASIC else _starters(fields, seats, len(bots)),
    )


def read_invitation(request: HttpRequest) -> tuple[str, int | None]:
    """The invitation of whoever asks for a seat, "" for none, and the terms that were seen. Raises malformed."""
    fields = _fields_if_any(request)
    invitation = _text(fields, "invitation", LONGEST_KEY) if fields.get("invitation") else ""
    return invitation, read_number(fields, "terms")


def read_rematch(request: HttpRequest) -> tuple[int | None, bool]:
    """Return the terms of the rematch that were seen, and whether it is declined. Raises malformed."""
    fields = _fields_if_any(request)
    declines = fields.get("decline", False)
    if declines not in (True, False, "", "1"):
        raise malformed("decline is true or false.")
    return read_number(fields, "terms"), bool(declines)


def read_wish(request: HttpRequest) -> Wish:
    """The kind of match that somebody looks for; whatever is left out has its usual value. Raises malformed.

    A deck of one's own is read by `read_own_deck`.
    """
    fields, usual = _fields(request), Wish()
    mode = _word(fields, "mode", Mode.values, usual=usual.mode)
    clocks = _word(fields, "clocks", PRESETS_BY_NAME, usual=usual.clocks)
    seats = _whole_number(fields, "seats", FEWEST_SEATS, MOST_SEATS, usual.seats)
    starter = "" if mode == Mode.BASIC else _starter(fields.get("starter"), may_be_own=True)
    return Wish(mode, seats, clocks, _flag(fields, "rated", usual.rated), starter)


@dataclass(frozen=True, slots=True)
class Seating:
    """What somebody does at an open table: a word, the number of a seat (-1: of none), and what else is said of it."""

    word: str
    index: int
    bot: str
    starter: str
    terms: int | None
    revision: int | None


def read_seating(request: HttpRequest, words: list[str]) -> Seating:
    """What is to be done at an open table. `words` are what can be, "up N" for one about a seat. Raises malformed.

    `bot` and `starter` are said for a bot; a form that has them for several seats says `bot_2` and `bot_starter_2`.
    """
    fields = _fields(request)
    do = _text(fields, "do", LONGEST_MODE + LONGEST_NUMBER)
    word, _, number = do.rpartition(" ")
    is_about_a_seat = f"{word} N" in words and number.isascii() and number.isdecimal()
    if not is_about_a_seat and (do not in words or do.endswith(" N")):
        raise malformed(f"do is one of: {', '.join(words)}. N is the number of a seat.")
    index = int(number) if is_about_a_seat else -1
    bot = _free_text("bot", fields.get("bot") or fields.get(f"bot_{index}") or "")
    starter = _starter(fields.get("starter") or fields.get(f"bot_starter_{index}"))
    terms, revision = read_number(fields, "terms"), read_number(fields, "revision")
    return Seating(word if is_about_a_seat else do, index, bot, starter, terms, revision)


def read_table_result(request: HttpRequest, seats: int) -> tuple[list[int], list[int]]:
    """What became of a table of so many seats: `places` and `left` as lists, or a form's `place_0`, `left_0` and so on.

    What is left out of `left` is nothing. Raises malformed.
    """
    fields = _fields(request)
    given = {}
    for name, single, least, usual in (("places", "place", 1, None), ("left", "left", 0, 0)):
        listed = fields.get(name)
        if isinstance(listed, list):
            if len(listed) != seats:
                raise malformed(f"{name} has a number for each of the {seats} seats.")
            found = {f"{single}_{seat}": value for seat, value in enumerate(listed)}
        else:
            found = {key: value for key, value in fields.items() if value != ""}
        given[name] = [_whole_number(found, f"{single}_{seat}", least, HIGHEST_LEFT, usual) for seat in range(seats)]
    return given["places"], given["left"]


def read_number(fields: Mapping[str, Any], name: str) -> int | None:
    """A whole number that may be left out. Raises malformed."""
    return None if fields.get(name, "") in ("", None) else _whole_number(fields, name, 0, HIGHEST_VERSION)


def _clocks(fields: Mapping[str, Any], usual: TableRules) -> dict[str, Any]:
    """Return the minutes and the clocks, of the preset that is named as far as it sets them."""
    named = fields.get("clocks", "")
    if not isinstance(named, str) or named not in ("", OWN_CLOCKS, *PRESETS_BY_NAME):
        raise malformed(f"clocks is one of: {', '.join(PRESETS_BY_NAME)}, {OWN_CLOCKS}.")
    preset = PRESETS_BY_NAME[named].values if named in PRESETS_BY_NAME else {}
    own = {name: setting for name, setting in CLOCK_SETTINGS.items() if name not in preset}
    if not preset:
        preset = {"minutes": _whole_number(fields, "minutes", 1, 180, usual.minutes)}
    return preset | {name: _clock(fields, name, setting, getattr(usual, name)) for name, setting in own.items()}


def _clock(fields: Mapping[str, Any], name: str, setting: ClockSetting, usual: Any) -> float:
    read = _whole_number if setting.is_whole else _seconds
    return read(fields, name, *setting.of_table, usual)


def _hex_points(fields: Mapping[str, Any], mode: str, usual: TableRules) -> dict[str, Any]:
    """The hex-point limit and its tolerance (rules 4.1); Basic leaves them unread."""
    if mode == Mode.BASIC:
        return {}
    return {
        "hex_points": _whole_number(fields, "hex_points", FEWEST_HEX_POINTS, MOST_HEX_POINTS, usual.hex_points),
        "hex_tolerance": _whole_number(fields, "hex_tolerance", 0, MOST_HEX_TOLERANCE, usual.hex_tolerance),
    }


def _flag(fields: Mapping[str, Any], name: str, usual: bool) -> bool:
    """A box that is ticked, or true; a form says nothing of one that is not."""
    value = fields.get(name, usual)
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value in WORDS_OF_A_FLAG:
        return WORDS_OF_A_FLAG[value]
    raise malformed(f"{name} is true or false.")


def read_starter(request: HttpRequest) -> str:
    """The starter that whoever takes a seat wants to play; "" for the one that the seat has. Raises malformed."""
    return _starter(_fields_if_any(request).get("starter"), may_be_own=True)


def read_own_deck(request: HttpRequest) -> str:
    """The deck of their own that whoever asks wants to play instead, by the name in its address; "" for none.

    It stands where a starter could: `deck:` and the name, as `starter` or as the first of `starters`. Raises malformed.
    """
    fields = _fields_if_any(request)
    starters = fields.get("starters")
    named = starters[0] if isinstance(starters, list) and starters else fields.get("starter")
    if not _is_own(named):
        return ""
    name = named.removeprefix(OWN)
    if not (name.isascii() and name.isalnum() and len(name) <= LONGEST_KEY):
        raise malformed(f"A deck of your own is named by {OWN} and the name in its address.")
    return name


def read_fields(request: HttpRequest) -> Mapping[str, Any]:
    """The fields of a form or of a JSON object, for readers of other subjects. Raises malformed."""
    return _fields(request)


def malformed(message: str) -> DomainError:
    """The refusal of something that is not a request of this kind at all."""
    return DomainError("malformed", message)


def _fields_if_any(request: HttpRequest) -> Mapping[str, Any]:
    return {} if request.META.get("CONTENT_LENGTH") in (None, "", "0") else _fields(request)


def _fields(request: HttpRequest) -> Mapping[str, Any]:
    """The fields of the body. A form's values are texts, JSON's keep their types."""
    try:
        length = int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        raise malformed("The length of the body is no number.") from None
    if length > LONGEST_BODY:
        raise malformed(f"The body is longer than {LONGEST_BODY} bytes.")
    if not is_json(request):
        return _form_fields(request)
    try:
        body = request.body
        if len(body) > LONGEST_BODY:
            raise malformed(f"The body is longer than {LONGEST_BODY} bytes.")
        fields = json.loads(body)
    except (RequestDataTooBig, UnreadablePostError):
        raise malformed("The body could not be read.") from None
    except (ValueError, RecursionError):
        raise malformed("The body is not JSON.") from None
    if not isinstance(fields, dict):
        raise malformed("The body is not a JSON object.")
    return fields


def _form_fields(request: HttpRequest) -> Mapping[str, Any]:
    try:
        return request.POST.dict()
    except (SuspiciousOperation, MultiPartParserError, UnreadablePostError):
        raise malformed("The form could not be read.") from None


def _text(fields: Mapping[str, Any], name: str, longest: int, usual: str | None = None) -> str:
    value = fields.get(name, usual)
    if not isinstance(value, str) or not value:
        raise malformed(f"{name} is missing or no text.")
    if len(value) > longest:
        raise malformed(f"{name} is longer than {longest} characters.")
    if not value.isprintable():
        raise malformed(f"{name} holds a character that cannot be printed.")
    return value


def _word(
    fields: Mapping[str, Any], name: str, words: Collection[str], longest: int = LONGEST_MODE, usual: str | None = None
) -> str:
    word = _text(fields, name, longest, usual)
    if word not in words:
        raise malformed(f"{name} is one of: {', '.join(words)}.")
    return word


def _free_text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise malformed(f"{name} is no text.")
    return value


def _whole_number(fields: Mapping[str, Any], name: str, least: int, most: int, usual: int | None = None) -> int:
    value = fields.get(name, usual)
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= LONGEST_NUMBER:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise malformed(f"{name} is missing or no whole number.")
    if not least <= value <= most:
        raise malformed(f"{name} is from {least} to {most}.")
    return value


def _seconds(fields: Mapping[str, Any], name: str, least: int, most: int, usual: float) -> float:
    value = fields.get(name, usual)
    if isinstance(value, str) and len(value) <= LONGEST_NUMBER:
        try:
            value = float(value)
        except ValueError:
            raise malformed(f"{name} is no number.") from None
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise malformed(f"{name} is no number.")
    if not least <= value <= most:
        raise malformed(f"{name} is from {least} to {most}.")
    return float(value)


def _bots(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """The bots asked for: so many, or their names."""
    value = fields.get("bots")
    if value is None or value == "":
        return ()
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) == 1:
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_BOTS:
        value = [fields.get(f"bot_{number}") or Bot.CAPTAIN.value for number in range(1, value + 1)]
    if isinstance(value, str):
        value = [name.strip() for name in value.split(",")]
    if not isinstance(value, list) or len(value) > MOST_BOTS or any(name not in BOTS for name in value):
        raise malformed(f"bots is a number from 0 to {MOST_BOTS}, or names out of: {', '.join(BOTS)}.")
    return tuple(value)


def _starters(fields: Mapping[str, Any], seats: int, bots: int) -> tuple[str, ...]:
    """The starter of each seat, "" where it goes by turns."""
    given = fields.get("starters")
    if given is None:
        of_bots = [fields.get(f"bot_starter_{number}", "") for number in range(1, bots + 1)]
        given = [fields.get("starter", ""), *[""] * (seats - bots - 1), *of_bots]
    if not isinstance(given, list) or len(given) > seats:
        raise malformed("starters is a list of titles, one for each seat.")
    return tuple(_starter(title, may_be_own=seat == 0) for seat, title in enumerate(given))


def _is_own(title: Any) -> TypeGuard[str]:
    return isinstance(title, str) and title.startswith(OWN)


def _starter(title: Any, *, may_be_own: bool = False) -> str:
    if title is None or title == "" or (may_be_own and _is_own(title)):
        return ""
    if not isinstance(title, str) or title not in current_starters():
        raise malformed(f"A starter is one of: {', '.join(current_starters())}.")
    return title
