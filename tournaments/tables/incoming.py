"""Parse and validate request bodies, from forms or JSON. Whatever is malformed is refused before anything happens."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from incursions.games.contract import GameKind, ModeKind
from incursions.games.loadouts import Loadout
from incursions.kit.refusals import make_malformed_error
from incursions.kit.requests import LONGEST_NUMBER, Fields, is_json, read_fields
from tournaments.matches.clocks import CLOCK_SETTINGS
from tournaments.matches.game_kinds import game_kinds, loadouts_of
from tournaments.matches.life import TableRules
from tournaments.matches.sides import LOT, choose_seats, list_choices
from tournaments.matches.table_settings import PRESET_NAMES, TIMED_PRESET_NAMES, UNSAID, find_preset
from tournaments.tables.matchmaking import Wish

LONGEST_MODE = 10
HIGHEST_LEFT = 999
OWN_CLOCKS = "own"
LONGEST_MATCH = 180
FLAGS = {"rated": "rated", "private": "is_private", "asks_ready": "asks_ready"}


def list_table_fields(kind: GameKind) -> list[str]:
    """Return the fields of the form for a table of this game; `read_table_rules` tells what each means."""
    settings = [
        "mode",
        "seats",
        "side",
        "clocks",
        "minutes",
        *CLOCK_SETTINGS,
        *FLAGS,
        *(term.name for term in kind.terms),
    ]
    bots = [f"bot_{number}" for number in range(1, kind.most_seats)]
    return ["game", *settings, "bots", *bots, *loadouts_of(kind.name).fields]


def read_table_rules(request: HttpRequest, usual: TableRules | None = None) -> TableRules:
    """Return the settings that a host asks for; fields left out keep their defaults. Raises malformed.

    `clocks` names a preset, which then sets its numbers; with "" or "own" the numbers are read from their fields. At 0
    `minutes` no clock runs.

    `bots` is the number of bots, or their names, as a list or separated by commas. Of a number each is a captain,
    unless `bot_1` and so on name another. The game's `Loadouts.read_seats` reads what the seats bring, if anything.
    `game` names the game of a new table, and `side` the side of its host: "lot" draws it, "" means the first seat.
    """
    fields, usual_minutes = read_fields(request), UNSAID if usual is None else usual.minutes
    if usual is None:
        usual = TableRules(game=fields.one_of("game", game_kinds(), TableRules().game))
    kind = usual.kind

    mode = kind.modes_by_name[fields.one_of("mode", kind.modes_by_name, usual.mode, longest=LONGEST_MODE)]
    bots = _read_bots(fields, kind)
    seats = _read_seats(fields, mode, max(usual.seats, len(bots) + 1))
    if len(bots) >= seats:
        raise make_malformed_error("At least one seat is for a person.")
    clocks, usual_terms = _read_clocks(fields, mode, usual, usual_minutes), mode.fill_terms(usual.game_terms)
    # A form leaves out boxes that are not ticked; what JSON leaves out stays as it is.
    flags = {column: fields.flag(name, is_json(request) and getattr(usual, column)) for name, column in FLAGS.items()}
    flags["rated"] = _read_rated(fields, mode, flags["rated"])
    rules = TableRules(
        **clocks,
        **flags,
        game_terms={
            term.name: fields.number(term.name, term.least, term.most, usual_terms[term.name]) for term in mode.terms
        },
        game=kind.name,
        mode=mode.name,
        seats=seats,
        bots=bots,
        seating=choose_seats(mode, seats, seats - len(bots), _read_side(fields, kind)),
        loadouts=() if mode.loadout is None else loadouts_of(kind.name).read_seats(fields, seats, len(bots)),
    )
    if not rules.minutes and rules.clock_reason:
        raise make_malformed_error(f"{rules.clock_reason} minutes is at least 1.")
    return rules


def read_wish(request: HttpRequest) -> Wish:
    """Return the kind of match that a player looks for; fields left out have their defaults. Raises malformed."""
    fields, usual = read_fields(request), Wish()
    usual = Wish(game=fields.one_of("game", game_kinds(), usual.game))
    kind = usual.kind
    mode = kind.modes_by_name[fields.one_of("mode", kind.modes_by_name, usual.mode, longest=LONGEST_MODE)]
    clocks = fields.one_of("clocks", TIMED_PRESET_NAMES, usual.clocks, longest=LONGEST_MODE)
    seats = _read_seats(fields, mode, usual.seats)
    rated = _read_rated(fields, mode, usual.rated)
    named = None if mode.loadout is None else loadouts_of(kind.name).read_choice(fields)
    return Wish(mode.name, seats, clocks, rated, named, kind.name)


def read_seating(request: HttpRequest, words: list[str]) -> tuple[str, dict[str, Any]]:
    """Return the word of an act at an open table, and its fields: `index` (-1: none), `bot`, `terms`, `revision`.

    `words` are the allowed ones, "up N" for one about a seat. `bot` is sent for a bot; a form that has it for several
    seats sends `bot_2` and so on. Raises malformed.
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
    numbers = {name: fields.optional_number(name) for name in ("terms", "revision")}
    return word if is_about_a_seat else do, {"index": index, "bot": bot, **numbers}


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


def _read_clocks(fields: Fields, mode: ModeKind, usual: TableRules, usual_minutes: int) -> dict[str, Any]:
    """Return the minutes and the clock settings, from the preset as far as it sets them."""
    named = fields.get("clocks", "")
    if not isinstance(named, str) or named not in ("", OWN_CLOCKS, *PRESET_NAMES):
        raise make_malformed_error(f"clocks is one of: {', '.join(PRESET_NAMES)}, {OWN_CLOCKS}.")
    preset: dict[str, Any] = find_preset(mode, named).values if named in PRESET_NAMES else {}
    own = {name: setting for name, setting in CLOCK_SETTINGS.items() if name not in preset}
    if not preset:
        is_said = fields.get("minutes") not in (None, "")
        preset = {"minutes": fields.number("minutes", 0, LONGEST_MATCH) if is_said else usual_minutes}
    for name, setting in own.items():
        read = fields.number if setting.is_whole else fields.seconds
        preset[name] = read(name, *setting.of_table, getattr(usual, name))
    return preset


def _read_side(fields: Fields, kind: GameKind) -> str:
    """Return the side that the host wants: of those of the game, `LOT`, or "" if nothing is said."""
    said = fields.get("side") or ""
    choices = [LOT, *list_choices(kind)]
    if said and said not in choices:
        raise make_malformed_error(f"side is one of: {', '.join(choices)}.")
    return str(said)


def _read_seats(fields: Fields, mode: ModeKind, usual: int) -> int:
    """Return the number of seats; left out it is the usual one, as near as the mode allows."""
    least, most = mode.fewest_seats, mode.most_seats
    return fields.number("seats", least, most, min(max(usual, least), most))


def _read_rated(fields: Fields, mode: ModeKind, usual: bool) -> bool:
    rated = fields.flag("rated", usual)
    if rated and not mode.may_be_rated:
        raise make_malformed_error(f"{mode.title} is not rated.")
    return rated


def read_loadout(request: HttpRequest, game: str) -> Loadout | None:
    """Return the loadout that a request names for the user's seat; None to keep the seat's own. Raises malformed."""
    return loadouts_of(game).read_choice(read_fields(request, may_be_empty=True))


def _read_bots(fields: Fields, kind: GameKind) -> tuple[str, ...]:
    """Return the names of the bots asked for, given by number or by name."""
    most, names = kind.most_seats - 1, [*kind.bots_by_name]
    value = fields.get("bots")
    if value is None or value == "":
        return ()
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) == 1:
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most:
        value = [fields.get(f"bot_{number}") or kind.usual_bot for number in range(1, value + 1)]
    if isinstance(value, str):
        value = [name.strip() for name in value.split(",")]
    if not isinstance(value, list) or len(value) > most or any(name not in names for name in value):
        raise make_malformed_error(f"bots is a number from 0 to {most}, or names out of: {', '.join(names)}.")
    return tuple(value)
