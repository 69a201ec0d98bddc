"""Under which headings the options stand, and which keys they have."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournaments.option_rows import KEYS, Row
from tournaments.printed import Printed

EXPLORE, MOVE, ATTACK, DEFENCE = "Explore", "Move", "Attack", "Defence"
CARDS, PIECES, SHIP, CHOOSE, BESIDES = "Cards", "Pieces", "Ship", "Choose", "Besides"
GROUP_ORDER = (EXPLORE, MOVE, ATTACK, DEFENCE, CARDS, PIECES, SHIP, CHOOSE, BESIDES)
GROUPS = {
    "explore": EXPLORE,
    "warp": MOVE,
    "fire": ATTACK,
    "assimilate": ATTACK,
    "set": ATTACK,  # off a mine
    "play": CARDS,
    "table": CARDS,
    "use": CARDS,
    "place": PIECES,
    "move": PIECES,
    "attack": PIECES,
    "recover": PIECES,
    "remove": PIECES,
    "evade": DEFENCE,
    "add": BESIDES,
    "aux": BESIDES,
    "divert": BESIDES,
}
MANEUVER = "maneuver"
UNDER_FIRE = ("defence", "shield power")
WITHOUT_MANEUVER = ("Play any time", "Table when drawn")  # play methods, rules 6.6
COMMAND = "Command"


@dataclass(frozen=True)
class Group:
    """Rows under one heading."""

    title: str
    rows: tuple[Row, ...]

    @property
    def heading(self) -> str:
        return "Besides, whatever you choose" if self.title == BESIDES else self.title

    @property
    def is_paired(self) -> bool:
        """Short rows stand two in a line."""
        return self.title == EXPLORE and not any(row.is_refused for row in self.rows)


def group_of(text: str, topic: str, printed: Printed) -> str:
    """The heading of an option of a question about `topic`."""
    if text.startswith("take back "):
        return PIECES
    found = GROUPS.get(text.partition(" ")[0], SHIP)
    if found == CARDS and _takes_no_maneuver(text, printed):
        found = BESIDES
    if topic in UNDER_FIRE:
        return BESIDES if found == BESIDES else DEFENCE
    if topic == MANEUVER:
        return found
    return BESIDES if found == BESIDES and not text.startswith("play ") else CHOOSE


def _takes_no_maneuver(text: str, printed: Printed) -> bool:
    title = printed.title_in(text)
    return printed.nature(title) == COMMAND or printed.play_method(title) in WITHOUT_MANEUVER


def grouped(rows: Iterable[Row]) -> list[Group]:
    """The rows under their headings, in the order of the list."""
    rows = list(rows)
    found = [(title, tuple(row for row in rows if row.group == title)) for title in GROUP_ORDER]
    return [Group(title, members) for title, members in found if members]


def in_order(rows: Iterable[Row]) -> list[Row]:
    """The rows by headings, declining at the end of its own, each with its key."""
    listed = sorted(rows, key=lambda row: (GROUP_ORDER.index(row.group), row.is_least and row.group == SHIP))
    return _keyed(listed)


def _keyed(rows: list[Row]) -> list[Row]:
    """Keys 1 to 9, then a to z, in list order; the least has 0. Where they run short refused rows go without."""
    letters = iter(KEYS)
    is_short = len(rows) > len(KEYS)
    return [
        replace(row, key="0" if row.is_least else "" if is_short and row.is_refused else next(letters, ""))
        for row in rows
    ]
