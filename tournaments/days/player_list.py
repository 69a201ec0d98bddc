"""Players of a day from a list of lines "name, seat", which is read whole or not at all."""

from __future__ import annotations

from incursions.kit.refusals import DomainError
from incursions.kit.words import nearest, quote
from tournaments.days.models import Day, DaySeat
from tournaments.days.seating import check_player, set_players

MOST_LINES = 200


class FaultyListError(DomainError):
    """A list with faults, none of which is read: `faults` has a sentence for each, with the number of its line."""

    def __init__(self, faults: list[str]) -> None:
        words = "one line cannot be read" if len(faults) == 1 else f"{len(faults)} lines cannot be read"
        super().__init__("malformed", f"No player was set: {words}.")
        self.faults = faults


def import_players(day: Day, text: str, by: str = "") -> int:
    """Set the players of seats from lines "name, seat", and return how many. Raises `FaultyListError`, `DomainError`.

    `by` is the seat of Control in whose name seats are filled that nobody filled.
    """
    players = read_list(day, text)
    set_players(day, players, by or day.kind.control)
    return len(players)


def read_list(day: Day, text: str) -> list[tuple[DaySeat, str]]:
    """Return the seats of a list with the names of their players. Raises `FaultyListError`, `DomainError`.

    Empty lines count where lines are numbered, so that a number is that of the line as it was typed.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        raise DomainError("malformed", "The list is empty. Write a line for each player: a name, a comma and a seat.")
    if len(lines) > MOST_LINES:
        raise DomainError("malformed", f"At most {MOST_LINES} lines can be read at once.")
    seats = {seat.name.casefold(): seat for seat in day.seats.select_related("day", "played_with")}
    found: dict[str, tuple[int, str]] = {}
    faults = []
    for number, line in lines:
        try:
            name, player = _read_line(line, seats)
            if name in found:
                raise DomainError("malformed", f"{seats[name]} has a player in line {found[name][0]} already.")
            found[name] = number, player
        except DomainError as refusal:
            faults.append(f"Line {number}: {refusal.message}")
    if faults:
        raise FaultyListError(faults)
    return [(seats[name], player) for name, (_, player) in found.items()]


def _read_line(line: str, seats: dict[str, DaySeat]) -> tuple[str, str]:
    """Return the key of the seat of a line, and the name of its player. Raises malformed.

    Lines that are copied from a table have a tab for the comma, and spaces of other kinds.
    """
    line = line.replace("\t", ",").replace("\N{NO-BREAK SPACE}", " ")
    player, comma, seat = line.rpartition(",")
    if not comma or not line.isprintable() or not player.strip():
        raise DomainError("malformed", f"write a name, a comma and a seat of this day, not {quote(line)}.")
    key = seat.strip().casefold()
    if key not in seats:
        near = nearest(seat.strip(), (each.name for each in seats.values()))
        hint = f" Did you mean {near}?" if near else ""
        raise DomainError("malformed", f"there is no seat called {quote(seat.strip())}.{hint}")
    return key, check_player(player)
