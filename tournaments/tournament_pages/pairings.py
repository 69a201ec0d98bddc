"""A round on its page: by table, and by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tournaments.organizing.enums import RoundState, SitOutKind, Source
from tournaments.organizing.tables import outcome_words
from tournaments.tournament_pages.marking import kept_part
from tournaments.tournament_pages.players import by_name
from tournaments.wording import listed, minutes_words

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from tournaments.organizing.models import Round
    from tournaments.tournament_pages.page import EventPage
    from tournaments.tournament_pages.record import OutLine, Player, Record, Seated, TableLine


BY = ("table", "name")


class Result(NamedTuple):
    """What became of a table: words, their tone, and how it was decided."""

    words: str
    tone: str
    how: str = ""


class Row(NamedTuple):
    """A table with its result."""

    table: TableLine
    result: Result
    more: str
    url: str


class NameRow(NamedTuple):
    """A player with where he plays; `table` is 0 for who has none."""

    player: Player
    table: int
    against: str
    result: Result


def pairings_part(page: EventPage, shown: Round, by: str) -> SafeString:
    """The rows of a round."""
    make = _by_name if by == "name" else _by_table
    return kept_part(
        page, ("pairings", shown.number, by), f"events/pairing_rows_by_{by}.html", lambda: make(page, shown)
    )


def _by_table(page: EventPage, shown: Round) -> dict[str, Any]:
    record = page.record
    rows = [
        Row(table, result_of(table, shown), _more(table), f"/matches/{table.match}" if table.match else "")
        for table in record.tables(shown)
    ]
    outs = [(out, _of_out(out, record)) for out in record.sit_outs(shown)]
    most = max((len(row.table.seats) for row in rows), default=2)
    return {"rows": rows, "outs": outs, "is_pods": most > 2, "seats": most}


def _by_name(page: EventPage, shown: Round) -> dict[str, Any]:
    return {"rows": name_rows(page.record, shown)}


def name_rows(record: Record, shown: Round) -> list[NameRow]:
    """Everybody in the round by name."""
    rows = []
    for table in record.tables(shown):
        result = result_of(table, shown)
        for seated in table.seats:
            others = listed([other.player.name for other in table.seats if other is not seated])
            rows.append(NameRow(seated.player, table.number, others, result))
    outs = record.sit_outs(shown)
    rows += [NameRow(out.player, 0, out.kind.label, _of_out(out, record)) for out in outs]
    return sorted(rows, key=lambda row: by_name(row.player))


def result_of(table: TableLine, shown: Round) -> Result:
    """What became of a table so far."""
    if not table.is_decided:
        if shown.state == RoundState.PUBLISHED:
            return Result("not yet", "")
        if table.is_disputed:
            return Result("disputed", "bad", "two claims: a judge decides")
        return Result("playing", "info") if table.match or shown.state == RoundState.RUNNING else Result("", "")
    names = [player.name for player in table.winners]
    return Result(outcome_words(names), "good" if len(names) == 1 else "warn", _how(table))


def _how(table: TableLine) -> str:
    """How a table was decided: the reason, and by how much."""
    missing = [seated.player.name for seated in table.seats if seated.is_no_show]
    if missing and table.source in (Source.MATCH, Source.ABSENCE):
        return f"{listed(missing)} {'was' if len(missing) == 1 else 'were'} not there"
    if len(table.seats) == 2 and table.source != Source.ABSENCE:
        return ", ".join(filter(None, [table.ending, _margin(table.seats)]))
    order = sorted(table.seats, key=lambda seated: seated.place or 0)
    places = ", ".join(f"{seated.place} {seated.player.name} ({seated.left})" for seated in order)
    return f"{table.ending} {places}".strip() if len(table.seats) > 2 else table.ending


def _margin(seats: tuple[Seated, ...]) -> str:
    """How much more the winner had left; where both had nothing, or as much, that is no news."""
    winner, other = sorted(seats, key=lambda seated: seated.place or 0)
    more = winner.left - other.left
    return f"+{more}" if more > 0 else f"−{-more}" if more < 0 else ""


def _more(table: TableLine) -> str:
    return f"+{minutes_words(table.extension_s)}" if table.extension_s else ""


def _of_out(out: OutLine, record: Record) -> Result:
    scoring = record.rules.scoring
    points = {SitOutKind.BYE: scoring.bye, SitOutKind.WON: scoring.win}.get(out.kind, scoring.loss)
    words = f"{points} point{'' if points == 1 else 's'}"
    return Result(words, "good" if out.kind in (SitOutKind.BYE, SitOutKind.WON) else "warn")
