"""The phrases that lines are made of, and their only parser. Phrases are built once, as ready texts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache

from incursions.engine.hexes import DIRECTIONS, Hex, hex_text
from incursions.engine.questions import Option
from incursions.engine.standing import CLEAR_STOP, CONCEDE, SET_STOP, TIME_UP

MOST_POWER = 220  # more power than a ship ever has: its cards, and what the most points of shields can be diverted into

MOST_POINTS = 5 * MOST_POWER  # of shields

DECLINE = "decline"
ESCAPE = "roll to escape"
TAKE_THE_HIT = "take the hit"
WARP = "warp"
FIRES = "fire "
REPAIR = "repair"
HULL = "hull"
SHIELDS = "shields"
NO_POWER = "with no power"
NO_CARD = "and no card"
CLOAK = "cloak"
TRACTOR = "tractor seat "
SWEEP = "sweep seat "
BREAK_FREE = "break free"
FROM_SEAT = " from seat "
LAY_MINE = "lay mine"
SET_OFF = "set off mine at "
KEEP, DROP = "keep ", "drop "
STOPS = ("power up", "score", "last step")
"""Moments at which a player can ask to be asked (rules 13.14)."""
TRACTOR_ON_SEAT = "tractor on seat "

EXPLORING = "explore"  # where the side is picked later
EXPLORE = {name: f"explore {name}" for name in DIRECTIONS}

FIRE = {name: FIRES + name for name in ("phasers", "disruptors", "torpedoes")}

AT_SEAT = [f"at seat {seat}" for seat in range(6)]

WITH_POWER = [NO_POWER, *(f"with {count} power" for count in range(1, MOST_POWER + 1))]

WITH_RANGE = ["with no range", *(f"with range {count}" for count in range(1, MOST_POWER + 1))]
AND_RANGE = ["and no range", *(f"and range {count}" for count in range(1, MOST_POWER + 1))]

EVADE = ["evade with no power", *(f"evade with {count} power" for count in range(1, MOST_POWER + 1))]

ADD_SHIELDS = ["", *(f"add {count} power to shields" for count in range(1, MOST_POWER + 1))]

AND_CARD = "and card "

AUX = "aux"
TABLE = "table "
PLAY = "play "
DISCARD = "discard "

DIVERT = "divert "
DIVERTING = [f"{DIVERT}{points}" for points in range(MOST_POINTS + 1)]
SYSTEM_WORDS = {"evade": "evasion", "tachyon_sweep": "tachyon sweep", "break free": "breaking free"}
SYSTEM_NAMED = {
    SYSTEM_WORDS.get(name, name): name
    for name in (
        *("warp", *FIRE, "mines", "repair", "tractor", "tachyon_sweep", "cloak", "assimilation"),
        *("break free", "evade"),
    )
}
TO_SYSTEM = {name: f"to {word}" for word, name in SYSTEM_NAMED.items()}


class WarpTo(dict[Hex, str]):
    """The phrases of warps that spend `power`, by destination: ``to 2,-1 with 1 power``. Each is built once."""

    def __init__(self, power: int) -> None:
        super().__init__()
        self.power = power

    def __missing__(self, at: Hex) -> str:
        phrase = self[at] = f"to {hex_text(at)}" + (f" {WITH_POWER[self.power]}" if self.power else "")
        return phrase


WARP_TO = [WarpTo(power) for power in range(MOST_POWER + 1)]

Line = tuple[Option, ...]
"""A parsed line: the options of its stages, or whatever a player typed. It has at least one."""

JOINING = ("to", "at", "with", "and", "as", "in", "aboard")
VERBS = (
    *("explore", "warp", "fire", REPAIR, DECLINE, TAKE_THE_HIT, "evade with", "add", "divert", "aux", "table", "play"),
    *("use", "assimilate", "place", "take back", "take", "move", "attack with", "dominate", "recover", "remove"),
    *("tractor", BREAK_FREE, "sweep", CLOAK, LAY_MINE, "set off", ESCAPE, "spend", "discard", "draw", "return", "top"),
    *("choose", "yes", "pass", "keep", "drop", SET_STOP, CLEAR_STOP, CONCEDE, TIME_UP, "forfeit"),
    *("adjudicate for", "adjudicate drawn"),
    *("evade", "attack", "break", "lay", "roll", "set"),  # cut short by a player
    *JOINING,
)
"""The first words of options: an action, or the word that joins a later stage to those before it."""
WORDS = frozenset(
    {*DIRECTIONS, *SYSTEM_NAMED, HULL, SHIELDS, f"{HULL} and {SHIELDS}", CLOAK}
    | {"your ship", "maneuver", "command", "card", "cards", "power", *STOPS}
)
"""The words of the game that options name as their subject."""
LONGEST_PARSED = 300  # a title has fewer letters
_ANY_VERB = "|".join(sorted(VERBS, key=len, reverse=True))
_VERB = re.compile(rf"(?P<verb>{_ANY_VERB})(?: (?P<rest>.+))?")
_HEX = r"(?P<q>-?\d{1,4}),(?P<r>-?\d{1,4})"
_PLACE = r"(?: of seat \d{1,4}| in -?\d{1,4},-?\d{1,4})(?: #\d{1,4})?"
_RESTS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?P<amount>\d{1,9}|no)(?: (?P<subject>power|range|card))?(?: to shields)?",
        r"(?P<subject>range) (?P<amount>\d{1,9})",
        rf"{_HEX}(?: with (?P<amount>\d{{1,9}}) power)?",
        r"(?:(?P<subject>mine) at |(?P<subject_held>tractor) on |from )?seat (?P<seat>\d{1,4})",
        r"(?P<subject>card) (?P<title>.+?)(?: as (?P<face>.+))?",
        rf"(?P<title>.+?)(?: of seat (?P<seat>\d{{1,4}})| in {_HEX})?(?: #(?P<ordinal>\d{{1,4}}))?",
    )
)
_BEGINNING = re.compile(rf"(?:(?P<verb>{_ANY_VERB})(?: |$))?(?P<card>card )?")
_JOINED = tuple(f"{word} " for word in JOINING)
_OBJECT = re.compile(
    r"(?:(?:\d{1,9}|no)(?: (?:power(?: to shields)?|range|card))?|range \d{1,9}|-?\d{1,4},-?\d{1,4}"
    r"|(?:mine at |tractor on |from )?seat \d{1,4}"
    rf"|(?:{'|'.join(sorted(WORDS, key=len, reverse=True))})(?: of seat \d{{1,4}})?)(?= |$)"
)
"""The words of a phrase that are no titles."""
_OF_HAND = ("play", "table", "discard", "fire")
"""Verbs whose titles have no place behind them."""
_PLACE_NEXT = re.compile(rf"(?:{_PLACE}| #\d{{1,4}})(?= |$)")
_NEXT = (
    r"at seat \d|at (?:(?! at ).)+ (?:of seat \d|in -?\d)|(?:with|and) (?:card |(?:range )?\d|no )|to -?\d+,|aboard "
)
_JOINT, _JOINT_OF_CARD = re.compile(rf" (?={_NEXT}|as )"), re.compile(rf" (?={_NEXT}|in -?\d+,)")
"""The space between two phrases of a line, found by how the second begins. A card in a line includes its face."""
_NAUGHT = re.compile(r"^((?:evade )?(?:with|and) )(?:0 (power)|(range) 0)\b")
_RANGE_FIRST = re.compile(r"^(?:with|and) ((?:range \d+|no range)) and ((?:\d+|no) power)\b")
_PLACE_AT_END = re.compile(rf"{_PLACE}$")


@lru_cache(maxsize=1 << 14)
def parse_option(text: str) -> Option:
    """Return the parts of an option. Text that is neither a verb nor a word of the game is read as a title."""
    begun = _VERB.fullmatch(text)
    verb, rest = (begun["verb"], begun["rest"] or "") if begun else ("", text)
    if verb == "as":
        return Option(text, verb, face=rest)
    if not rest or rest in WORDS or len(rest) > LONGEST_PARSED:
        return Option(text, verb, rest)
    said = next(found for pattern in _RESTS if (found := pattern.fullmatch(rest))).groupdict()
    amount, seat, title = said.get("amount"), said.get("seat"), said.get("title") or ""
    word = said.get("subject") or said.get("subject_held") or (title if title in WORDS else "")
    return Option(
        text,
        verb,
        subject=word,
        title="" if title == word else title,
        face=said.get("face") or "",
        seat=None if seat is None else int(seat),
        place=(int(said["q"]), int(said["r"])) if said.get("q") else None,
        amount=0 if amount in (None, "no") else int(amount),
        ordinal=int(said.get("ordinal") or 1),
    )


def parse_line(line: str, titles: Collection[str] = ()) -> Line:
    """Return the options of a whole line, for callers without a question that tells where each of them ends.

    What follows one of the `titles`, or another complete object, is an option of its own, without a verb if no word
    joins it. Any other title that reads like the beginning of a later stage is taken for one.
    """
    rest = line[:LONGEST_PARSED]
    options: list[Option] = []
    while rest or not options:
        end = _find_end_of_phrase(rest, titles)
        options.append(parse_option(rest[:end]))
        rest = rest[end + 1 :]
    return tuple(options)


def _find_end_of_phrase(text: str, titles: Collection[str]) -> int:
    """Return the length of the first phrase of a line."""
    begun = _BEGINNING.match(text)
    assert begun is not None  # it matches nothing, too
    start, is_card = begun.end(), begun["card"] is not None
    if text.startswith(_JOINED, start) and not is_card:
        return start - 1
    title = _find_title(text[start:], titles)
    if title:
        end = start + len(title)
        if not is_card and begun["verb"] not in _OF_HAND and (place := _PLACE_NEXT.match(text, end)):
            end = place.end()
    else:
        named = _OBJECT.match(text, start)
        end = named.end() if named else start
    if end == start or (is_card and text.startswith(" as ", end)):
        joint = (_JOINT_OF_CARD if is_card else _JOINT).search(text, end + 1)
        end = joint.start() if joint else len(text)
    return end


def _find_title(text: str, titles: Collection[str]) -> str:
    """Return the longest of the titles that begins the text, or an empty one."""
    words = text.split(" ")
    return next((begun for end in range(len(words), 0, -1) if (begun := " ".join(words[:end])) in titles), "")


def normalize_spelling(options: Iterable[str], text: str) -> str:
    """Return the text with its beginning spelled like the option that it means, or unchanged if it means not one.

    Other spellings are a title alone if it is the only one, 0 for none, and range before power.
    """
    text = _RANGE_FIRST.sub(r"with \2 and \1", text)
    text = _NAUGHT.sub(lambda match: f"{match[1]}no {match[2] or match[3]}", text)
    named = [(short, option) for option in options if (short := _PLACE_AT_END.sub("", option)) != option]
    shorts = [short for short, _ in named]
    fitting = [each for each in named if shorts.count(each[0]) == 1 and f"{text} ".startswith(f"{each[0]} ")]
    if not fitting:
        return text
    short, option = max(fitting, key=lambda each: len(each[0]))
    return text if text.startswith(option) else option + text[len(short) :]


def text_of(line: Line) -> str:
    """Return the text of a parsed line."""
    return " ".join(map(str, line))


def text_after_verb(line: Line) -> str:
    """Return the text of a parsed line without the verb that begins it."""
    return " ".join(filter(None, (line[0].text_after_verb, *map(str, line[1:]))))


def find_amount(line: Iterable[Option], subject: str) -> int | None:
    """Return the amount of power or range that a parsed line names first, or None."""
    return next((option.amount for option in line if option.subject == subject and option.verb in JOINING), None)


def first_word(text: str) -> str:
    """Return the first word of a text that may be no option, which tells the kinds of maneuver apart."""
    return text.partition(" ")[0]


def power_said(said: Iterable[str]) -> int:
    """Return the power that a stage of a line spends; 0 if none does."""
    return next((option.amount for option in map(parse_option, said) if option.subject == "power"), 0)


def seat_said(phrase: str) -> int:
    """Return the seat that an option names. Raises ValueError if it names none."""
    seat = parse_option(phrase).seat
    if seat is None:
        raise ValueError(f"{phrase!r} names no seat")
    return seat


def hex_said(phrase: str) -> Hex:
    """Return the hex that an option names. Raises ValueError if it names none."""
    place = parse_option(phrase).place
    if place is None:
        raise ValueError(f"{phrase!r} names no hex")
    return place
