"""The headings under which options are grouped, and their keys."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile

from incursions.rules.phrases import parse_line, parse_option
from tournaments import wording
from tournaments.option_rows import KEYS, Row
from tournaments.printed import Printed

EXPLORE, MOVE, ATTACK, DEFENCE = "Explore", "Move", "Attack", "Defence"
CARDS, PIECES, SHIP, CHOOSE, BESIDES = "Cards", "Pieces", "Ship", "Choose", "Besides"
NOT_NOW = "Not now"
GROUP_ORDER = (EXPLORE, MOVE, ATTACK, DEFENCE, CARDS, PIECES, SHIP, CHOOSE, BESIDES, NOT_NOW)
GROUPS = {
    "explore": EXPLORE,
    "warp": MOVE,
    "fire": ATTACK,
    "assimilate": ATTACK,
    "set off": ATTACK,
    "play": CARDS,
    "table": CARDS,
    "use": CARDS,
    "place": PIECES,
    "take back": PIECES,
    "move": PIECES,
    "attack with": PIECES,
    "recover": PIECES,
    "remove": PIECES,
    "evade with": DEFENCE,
    "add": BESIDES,
    "aux": BESIDES,
    "divert": BESIDES,
}
MANEUVER = "maneuver"
UNDER_FIRE = ("defence", "shield power")
WITHOUT_MANEUVER = ("Play any time", "Table when drawn")  # play methods, rules 6.6
COMMAND = "Command"
MOST_REFUSED = 3  # if there are more refused rows, they are folded together at the end
TAKE_TARGETS = ("assimilate", "tractor", "sweep")  # verbs followed by their target
LONG = 12  # in longer lists, rows that differ only in their target are folded
LEAST_FOLDED, LEAST_SHIPS_FOLDED = 3, 4


@dataclass(frozen=True)
class Fold:
    """Rows that open together: they differ only in their target, or are all refused."""

    title: str
    rows: tuple[Row, ...]

    @property
    def id(self) -> str:
        return f"fold-{self.rows[0].id}"

    @property
    def keys(self) -> str:
        """The keys of its rows, from the first to the last."""
        return f"{self.rows[0].key}…{self.rows[-1].key}" if self.rows[-1].key else "…"

    @property
    def outcome(self) -> str:
        return "" if self.rows[0].is_refused else wording.format_count(len(self.rows), "target")

    @property
    def is_refused(self) -> bool:
        return self.rows[0].is_refused


@dataclass(frozen=True)
class Group:
    """Rows under one heading. `items` are the rows with some of them folded."""

    title: str
    rows: tuple[Row, ...]
    items: tuple[Row | Fold, ...] = ()

    @property
    def id(self) -> str:
        return f"group-{self.title.lower().replace(' ', '-')}"

    @property
    def heading(self) -> str:
        return "Besides, whatever you choose" if self.title == BESIDES else self.title

    @property
    def is_paired(self) -> bool:
        """True if short rows are set two in a line."""
        return self.title == EXPLORE and not any(row.is_refused for row in self.rows)

    @property
    def has_heading(self) -> bool:
        """True if the heading is shown; folds have titles of their own."""
        return self.title not in (CHOOSE, NOT_NOW)


def group_of(text: str, topic: str, printed: Printed) -> str:
    """Return the heading of an option of a question about `topic`."""
    verb = parse_option(text).verb
    found = GROUPS.get(verb, SHIP)
    if verb == "take back":
        return found
    if found == CARDS and _takes_no_maneuver(text, printed):
        found = BESIDES
    if topic in UNDER_FIRE:
        return BESIDES if found == BESIDES else DEFENCE
    if topic == MANEUVER:
        return found
    return BESIDES if found == BESIDES and verb != "play" else CHOOSE


def _takes_no_maneuver(text: str, printed: Printed) -> bool:
    title = printed.title_in(text)
    return printed.text(title, "nature") == COMMAND or printed.text(title, "play_method") in WITHOUT_MANEUVER


def group_rows(rows: Iterable[Row]) -> list[Group]:
    """Return the rows under their headings, in the order of the list."""
    rows = list(rows)
    is_long = len(rows) > LONG
    found = [(title, tuple(row for row in rows if row.group == title)) for title in GROUP_ORDER]
    return [Group(title, members, tuple(_fold_rows(title, members, is_long))) for title, members in found if members]


def _fold_rows(title: str, rows: Sequence[Row], is_long: bool) -> Iterator[Row | Fold]:
    if title == NOT_NOW:
        yield Fold(f"Not now: {wording.join_names(list(dict.fromkeys(row.title for row in rows)))}", tuple(rows))
        return
    for stem, alike in groupby(rows, key=_stem if is_long else lambda row: ""):
        members = tuple(alike)
        if stem and len(members) >= (LEAST_FOLDED if members[0].target is None else LEAST_SHIPS_FOLDED):
            yield Fold(_fold_title(members[0]), members)
        else:
            yield from members


def _fold_title(first: Row) -> str:
    """Return what the folded rows have in common."""
    line = parse_line(first.text)
    if line[0].verb in TAKE_TARGETS:
        return f"{first.title.partition(' ')[0]}…"
    stem = first.title.partition(" at ")[0]
    if line[0].verb != "fire":
        return f"{stem}…"
    return f"{stem} at crew, cards, pieces" if first.target is None else f"{stem} at a ship"


def _stem(row: Row) -> str:
    """Return the act of a row without its target: equal for rows that may be folded, attacks on ships apart."""
    line = parse_line(row.text)
    if line[0].verb in TAKE_TARGETS:
        return line[0].verb
    before = [option.text for option in takewhile(lambda option: option.verb != "at", line)]
    if len(before) == len(line):
        return ""
    return " ".join([*before, "at a ship"] if line[0].verb == "fire" and row.target is not None else before)


def sort_rows(rows: Iterable[Row]) -> list[Row]:
    """Return the rows by headings, declining at the end of its own, each with its key."""
    rows = list(rows)
    if sum(row.is_refused for row in rows) > MOST_REFUSED:
        rows = [replace(row, group=NOT_NOW) if row.is_refused else row for row in rows]
    listed = sorted(rows, key=lambda row: (GROUP_ORDER.index(row.group), row.is_least and row.group == SHIP))
    return _assign_keys(listed)


def _assign_keys(rows: list[Row]) -> list[Row]:
    """Return the rows with keys 1 to 9, then a to z; the least has 0. If keys run short refused rows have none."""
    letters = iter(KEYS)
    is_short = len(rows) > len(KEYS)
    return [
        replace(row, key="0" if row.is_least else "" if is_short and row.is_refused else next(letters, ""))
        for row in rows
    ]
