"""Parse and validate request bodies, from forms or JSON. Whatever is malformed is refused before anything happens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeGuard

from django.http import HttpRequest

from cards.catalogue import current_starters
from incursions.games.incursions.rules.state.phrases import is_stop
from incursions.games.incursions.rules.state.setup import FEWEST_SEATS, MOST_SEATS
from incursions.kit.refusals import make_malformed_error
from incursions.kit.requests import LONGEST_KEY, LONGEST_NUMBER, Fields, is_json, read_fields
from tournaments.matches.clocks import CLOCK_SETTINGS
from tournaments.matches.enums import Bot, Mode
from tournaments.matches.life import TableRules
from tournaments.matches.moves import Move
from tournaments.tables.presets import PRESETS
from tournaments.tables.quick.seeking import Wish
from tournaments.tables.seat_decks import OWN
from tournaments.tables.table_settings import FEWEST_HEX_POINTS, MOST_HEX_POINTS, MOST_HEX_TOLERANCE, PRESETS_BY_NAME

LONGEST_MODE = 10
HIGHEST_LEFT = 999
MOST_BOTS = 5
BOTS = [bot.value for bot in Bot if bot.value]
OWN_CLOCKS = "own"
OF_BOTS = tuple(f"{said}_{number}" for said in ("bot", "bot_starter") for number in range(1, MOST_BOTS + 1))
FLAGS = {"rated": "rated", "private": "is_private", "asks_ready": "asks_ready"}
FIELDS_OF_SETTINGS = ("mode", "seats", "clocks", "minutes", *CLOCK_SETTINGS, *FLAGS, "hex_points", "hex_tolerance")
FIELDS_OF_A_TABLE = (*FIELDS_OF_SETTINGS, "bots", "starter", *OF_BOTS)
"""The fields of the form for a table; `read_table_rules` tells what each means."""


def read_move(request: HttpRequest) -> Move:
    """Return the move in a request: `version`, `text`, `key`, all required. Raises malformed."""
    fields = read_fields(request)
    return Move(version=fields.number("version"), text=fields.text("text"), key=fields.text("key", LONGEST_KEY))


def read_stop(request: HttpRequest) -> Move:
    """Return a stop to set or clear, at whatever version the table is. Raises malformed."""
    text = read_fields(request).text("text")
    if not is_stop(text):
        raise make_malformed_error("A stop begins with 'set stop' or 'clear stop'.")
    return Move(None, text)


def read_preset(request: HttpRequest) -> str:
    """Return when the user wants to be asked in windows. Raises malformed."""
    name = read_fields(request).text("preset")
    if name not in PRESETS:
        raise make_malformed_error(f"A preset is one of {', '.join(PRESETS)}.")
    return name


def read_table_rules(request: HttpRequest, usual: TableRules | None = None) -> TableRules:
    """Return the settings that a host asks for; fields left out keep their defaults. Raises malformed.

    `clocks` names a preset, which then sets its numbers; with "" or "own" the numbers are read from their fields.

    `bots` is the number of bots, or their names, as a list or separated by commas. Of a number each is a captain,
    unless `bot_1` and so on name another. `starters` lists the decks by seat; forms send `starter` for the host and
    `bot_starter_1` and so on for the bots. The host may play a deck of his own (`read_own_deck`). Basic ignores all
    decks.
    """
    fields = read_fields(request)
    usual = usual or TableRules()

    def said_so(column: str) -> bool:
        return is_json(request) and bool(getattr(usual, column))

    mode = fields.one_of("mode", Mode.values, usual.mode, longest=LONGEST_MODE)
    bots = _read_bots(fields)
    seats = fields.number("seats", FEWEST_SEATS, MOST_SEATS, max(usual.seats, len(bots) + 1))
    if len(bots) >= seats:
        raise make_malformed_error("At least one seat is for a person.")
    return TableRules(
        **_read_clocks(fields, usual),
        **{column: fields.flag(name, said_so(column)) for name, column in FLAGS.items()},
        **_read_hex_points(fields, mode, usual),
        mode=mode,
        seats=seats,
        bots=bots,
        starters=() if mode == Mode.BASIC else _read_starters(fields, seats, len(bots)),
    )


def read_invitation(request: HttpRequest) -> tuple[str, int | None]:
    """Return the invitation with which a user asks for a seat, or "", and the terms seen. Raises malformed."""
    fields = read_fields(request, may_be_empty=True)
    invitation = fields.text("invitation", LONGEST_KEY) if fields.get("invitation") else ""
    return invitation, fields.optional_number("terms")


def read_rematch(request: HttpRequest) -> tuple[int | None, bool]:
    """Return the terms of the rematch that were seen, and whether it is declined. Raises malformed."""
    fields = read_fields(request, may_be_empty=True)
    declines = fields.get("decline", False)
    if declines not in (True, False, "", "1"):
        raise make_malformed_error("decline is true or false.")
    return fields.optional_number("terms"), bool(declines)


def read_wish(request: HttpRequest) -> Wish:
    """Return the kind of match that a player looks for; fields left out have their defaults. Raises malformed.

    A deck of the player's own is read by `read_own_deck`.
    """
    fields, usual = read_fields(request), Wish()
    mode = fields.one_of("mode", Mode.values, usual.mode, longest=LONGEST_MODE)
    clocks = fields.one_of("clocks", PRESETS_BY_NAME, usual.clocks, longest=LONGEST_MODE)
    seats = fields.number("seats", FEWEST_SEATS, MOST_SEATS, usual.seats)
    starter = "" if mode == Mode.BASIC else _read_starter(fields.get("starter"), may_be_own=True)
    return Wish(mode, seats, clocks, fields.flag("rated", usual.rated), starter)


@dataclass(frozen=True)
class Seating:
    """An act at an open table: its word, the number of a seat (-1: none), and its further fields."""

    word: str
    index: int
    bot: str
    starter: str
    terms: int | None
    revision: int | None


def read_seating(request: HttpRequest, words: list[str]) -> Seating:
    """Return the act at an open table. `words` are the allowed ones, "up N" for one about a seat. Raises malformed.

    `bot` and `starter` are sent for a bot; a form that has them for several seats sends `bot_2` and `bot_starter_2`.
    """
    fields = read_fields(request)
    do = fields.text("do", LONGEST_MODE + LONGEST_NUMBER)
    word, _, number = do.rpartition(" ")
    is_about_a_seat = f"{word} N" in words and number.isascii() and number.isdecimal()
    if not is_about_a_seat and (do not in words or do.endswith(" N")):
        raise make_malformed_error(f"do is one of: {', '.join(words)}. N is the number of a seat.")
    index = int(number) if is_about_a_seat else -1
    bot = fields.get("bot") or fields.get(f"bot_{index}") or ""
    if not isinstance(bot, str):
        raise make_malformed_error("bot is not text.")
    starter = _read_starter(fields.get("starter") or fields.get(f"bot_starter_{index}"))
    terms, revision = fields.optional_number("terms"), fields.optional_number("revision")
    return Seating(word if is_about_a_seat else do, index, bot, starter, terms, revision)


def read_table_result(request: HttpRequest, seats: int) -> tuple[list[int], list[int]]:
    """Return a table's result: the lists `places` and `left` (points left), or a form's `place_0`, `left_0` and so on.

    Points left that are not sent are 0. Raises malformed.
    """
    fields = read_fields(request)
    given = {}
    for name, single, least, usual in (("places", "place", 1, None), ("left", "left", 0, 0)):
        listed = fields.get(name)
        if isinstance(listed, list):
            if len(listed) != seats:
                raise make_malformed_error(f"{name} has a number for each of the {seats} seats.")
            found = Fields({f"{single}_{seat}": value for seat, value in enumerate(listed)})
        else:
            found = Fields({key: value for key, value in fields.items() if value != ""})
        given[name] = [found.number(f"{single}_{seat}", least, HIGHEST_LEFT, usual) for seat in range(seats)]
    return given["places"], given["left"]


def _read_clocks(fields: Fields, usual: TableRules) -> dict[str, Any]:
    """Return the minutes and the clock settings, from the preset as far as it sets them."""
    named = fields.get("clocks", "")
    if not isinstance(named, str) or named not in ("", OWN_CLOCKS, *PRESETS_BY_NAME):
        raise make_malformed_error(f"clocks is one of: {', '.join(PRESETS_BY_NAME)}, {OWN_CLOCKS}.")
    preset: dict[str, Any] = PRESETS_BY_NAME[named].values if named in PRESETS_BY_NAME else {}
    own = {name: setting for name, setting in CLOCK_SETTINGS.items() if name not in preset}
    if not preset:
        preset = {"minutes": fields.number("minutes", 1, 180, usual.minutes)}
    for name, setting in own.items():
        read = fields.number if setting.is_whole else fields.seconds
        preset[name] = read(name, *setting.of_table, getattr(usual, name))
    return preset


def _read_hex_points(fields: Fields, mode: str, usual: TableRules) -> dict[str, Any]:
    """Return the hex-point limit and its tolerance (rules 4.1); nothing in Basic."""
    if mode == Mode.BASIC:
        return {}
    return {
        "hex_points": fields.number("hex_points", FEWEST_HEX_POINTS, MOST_HEX_POINTS, usual.hex_points),
        "hex_tolerance": fields.number("hex_tolerance", 0, MOST_HEX_TOLERANCE, usual.hex_tolerance),
    }


def read_starter(request: HttpRequest) -> str:
    """Return the starter deck that a player wants to play; "" for the one that the seat has. Raises malformed."""
    return _read_starter(read_fields(request, may_be_empty=True).get("starter"), may_be_own=True)


def read_own_deck(request: HttpRequest) -> str:
    """Return the name, as in its address, of the deck of their own that the user wants to play; "" for none.

    It is sent in place of a starter: `deck:` and the name, as `starter` or as the first of `starters`. Raises
    malformed.
    """
    fields = read_fields(request, may_be_empty=True)
    starters = fields.get("starters")
    named = starters[0] if isinstance(starters, list) and starters else fields.get("starter")
    if not _is_own_deck(named):
        return ""
    name = named.removeprefix(OWN)
    if not (name.isascii() and name.isalnum() and len(name) <= LONGEST_KEY):
        raise make_malformed_error(f"A deck of your own is named by {OWN} and the name in its address.")
    return name


def _read_bots(fields: Fields) -> tuple[str, ...]:
    """Return the names of the bots asked for, given by number or by name."""
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
        raise make_malformed_error(f"bots is a number from 0 to {MOST_BOTS}, or names out of: {', '.join(BOTS)}.")
    return tuple(value)


def _read_starters(fields: Fields, seats: int, bots: int) -> tuple[str, ...]:
    """Return the starter of each seat, "" for the next starter in turn."""
    given = fields.get("starters")
    if given is None:
        of_bots = [fields.get(f"bot_starter_{number}", "") for number in range(1, bots + 1)]
        given = [fields.get("starter", ""), *[""] * (seats - bots - 1), *of_bots]
    if not isinstance(given, list) or len(given) > seats:
        raise make_malformed_error("starters is a list of titles, one for each seat.")
    return tuple(_read_starter(title, may_be_own=seat == 0) for seat, title in enumerate(given))


def _is_own_deck(title: Any) -> TypeGuard[str]:
    return isinstance(title, str) and title.startswith(OWN)


def _read_starter(title: Any, *, may_be_own: bool = False) -> str:
    if title is None or title == "" or (may_be_own and _is_own_deck(title)):
        return ""
    if not isinstance(title, str) or title not in current_starters():
        raise make_malformed_error(f"A starter is one of: {', '.join(current_starters())}.")
    return title
