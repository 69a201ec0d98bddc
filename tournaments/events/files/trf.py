"""Results in the format of FIDE's TRF16, for programs that pair, check and rate (docs/tournaments.md).

Only tables of two in phases where points count. The first seat is written as white, the second as black; points are
those of the tournament. Points per result are in bbpPairings' lines BBW to BBU and in JaVaFo's line XXS.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from incursions.kit.refusals import DomainError
from tournaments.events.enums import RoundState
from tournaments.events.history import Played, rounds_played, standings_of
from tournaments.events.models import Tournament
from tournaments.events.standings import Absence

LONGEST_NAME = 33
NOBODY = "Took no part"
NOT_PAIRED = "  0000 - Z"
NO_CELL = " " * len(NOT_PAIRED)
OUT: Mapping[Absence, str] = {
    Absence.BYE: "  0000 - U",
    Absence.WON: "  0000 - F",
    Absence.LOST: NOT_PAIRED,
    Absence.LATE: NOT_PAIRED,
}


class Cell(NamedTuple):
    """A player's round: the opponent, the seat, and the result."""

    opponent: int
    seat: str
    result: str

    def __str__(self) -> str:
        return f"  {self.opponent:4d} {self.seat} {self.result}"


def trf_of(row: Tournament) -> str:
    """Return the text. Raises `DomainError` wrong_state for a tournament with tables of more than two."""
    played = rounds_played(row)
    if row.phases.filter(has_begun=True, seats__gt=2).exists():
        raise DomainError("wrong_state", "Results of tables with more than two players have no place in TRF.")
    entries = row.entries.in_standings().select_related("user")
    names = {entry.number: entry.name for entry in entries}
    standings = {one.player: one for one in standings_of(row)}
    last = max(standings, default=0)
    lines = [*_head(row, last, len(played))]
    # Z gives the points of a loss; a round after the player left gives none.
    dropped = NO_CELL if row.loss_points else NOT_PAIRED
    for number in range(1, last + 1):  # readers want every number
        standing = standings.get(number)
        points, rank = (standing.score.points, standing.rank) if standing else (0, len(standings) + 1)
        cells = "".join(_cell(number, one, dropped) for one in played)
        line = (
            f"001 {number:4d}      {_name(names.get(number, NOBODY)):<33} {'':4} {'':3} {'':11} {'':10} "
            f"{_points(points)} {rank:4d}{cells}"
        )
        lines.append(line.rstrip())
    return "\r\n".join(lines) + "\r\n"


def _head(row: Tournament, players: int, rounds: int) -> list[str]:
    planned = row.phases.filter(number=1).values_list("rounds", flat=True).first() or rounds
    lines = [f"012 {_line(row.name)}"]
    lines += [f"042 {row.started_at:%Y/%m/%d}"] if row.started_at else []
    lines += [f"052 {row.ended_at:%Y/%m/%d}"] if row.ended_at else []
    lines += [f"062 {players}", f"092 Individual: {_formats(row)}", f"122 {row.match_s // 60} minutes for each match"]
    dates = "  ".join(f"{at:%y/%m/%d}" for at in _dates(row))
    lines += [f"132{'':88}{dates}"] if dates else []  # in columns 92, 102 and so on
    return [*lines, f"XXR {max(planned, rounds)}", *_points_system(row)]


def _points_system(row: Tournament) -> list[str]:
    """Return the points lines of bbpPairings, and the line of JaVaFo with a code for each result and seat."""
    win, draw, loss, bye = row.win_points, row.draw_points, row.loss_points, row.bye_points
    bbp = {"BBW": win, "BBD": draw, "BBL": loss, "BBZ": loss, "BBF": loss, "BBU": bye}
    results = {"WW": win, "BW": win, "WD": draw, "BD": draw, "WL": loss, "BL": loss, "FW": win, "FL": loss}
    javafo = results | {"PAB": bye, "FPB": win, "HPB": draw, "ZPB": loss}
    codes = " ".join(f"{code}={number:.1f}" for code, number in javafo.items())
    return [*(f"{code} {number:4.1f}" for code, number in bbp.items()), f"XXS {codes}"]


def _formats(row: Tournament) -> str:
    return ", ".join(phase.get_format_display() for phase in row.phases.all())


def _dates(row: Tournament) -> list[datetime]:
    counting = row.rounds.exclude(state=RoundState.UNDONE).exclude(began_at=None)
    rounds = [one for one in counting.select_related("phase").order_by("number") if not one.phase.is_elimination]
    return [one.began_at for one in rounds if one.began_at is not None]


def _name(name: str) -> str:
    return _line(name)[:LONGEST_NAME]


def _line(text: str) -> str:
    return " ".join(text.split())


def _points(points: int) -> str:
    return f"{points:4.1f}" if points < 100 else f"{points:4d}"  # there are four columns


def _cell(player: int, played: Played, dropped: str) -> str:
    for sat in played.tables.values():
        numbers = [one.player for one in sat]
        if player not in numbers:
            continue
        mine = numbers.index(player)
        me, other = sat[mine], sat[1 - mine]
        return str(Cell(other.player, "wb"[mine], _result(me.place, other.place, me.is_no_show, other.is_no_show)))
    absence = next((kind for number, kind in played.sat_out if number == player), None)
    return dropped if absence is None else OUT[absence]


def _result(mine: int, other: int, am_absent: bool, is_other_absent: bool) -> str:
    if am_absent:
        return "-"
    if is_other_absent:
        return "+"
    if mine == other:
        return "=" if mine == 1 else "-"  # readers know a double loss as a double forfeit alone
    return "1" if mine < other else "0"
