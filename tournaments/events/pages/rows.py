"""The rows of players, standings, pairings and decks.

Those of the first three are rendered once for all viewers: each row has a mark by which a viewer's own rows are found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from incursions.kit.words import join_names, minutes_words
from tournaments.events.enums import EntryState, RoundState, SitOutKind, Source
from tournaments.events.models import Round
from tournaments.events.pages.record import OutLine, Player, Record, Seated, TableLine, cached_part
from tournaments.events.tables import outcome_words

if TYPE_CHECKING:
    from tournaments.events.pages.page import EventPage

OWN_ROW_MARK = ' class="me" id="me" '


def render_cached(page: EventPage, name: object, template: str, context: Any) -> SafeString:
    """Render a template through the record's cache and mark the viewer's own rows. `context` is called on a cache miss.

    In the template a player's row has `data-p7 ` with a trailing space. The templates are Jinja2, which renders a
    thousand rows in a third of the time that Django's templates need.
    """
    text = page.record.part(("rendered", name), lambda: render_to_string(template, context(), using="jinja2"))
    return mark_own_rows(text, page)


def mark_own_rows(text: str, page: EventPage, by: str = OWN_ROW_MARK) -> SafeString:
    """Return the text with the viewer's rows marked."""
    own = page.own
    return mark_safe(text if own is None else text.replace(f" data-p{own.number} ", by))  # noqa: S308 -- rendered


TONES = {
    EntryState.CHECKED_IN: "good",
    EntryState.PLAYING: "good",
    EntryState.WAITING: "info",
    EntryState.DISQUALIFIED: "bad",
}


def by_name(player: Player) -> tuple[str, int]:
    """Return the sort key of a player."""
    return player.name.casefold(), player.number


def players_part(page: EventPage) -> SafeString:
    """Return the rendered rows of the list of players."""
    return render_cached(page, "players", "events/pages/player_rows.html", lambda: _players_context(page.record))


def _players_context(record: Record) -> dict[str, object]:
    """Return the context of the list of players, by name, with the state of each."""
    shown = [player for player in record.players.values() if player.state != EntryState.WITHDRAWN]
    rows = [
        (player, EntryState(player.state).label, TONES.get(EntryState(player.state), "warn"))
        for player in sorted(shown, key=by_name)
    ]
    return {
        "rows": rows,
        "row": record.row,
        "shows_decks": bool(record.row.loadout_noun) and not record.row.is_table_top,
    }


def standings_part(page: EventPage) -> SafeString:
    """Return the rendered rows of the standings."""
    return render_cached(page, "standings", "events/pages/standing_rows.html", lambda: _standings_context(page.record))


def _standings_context(record: Record) -> dict[str, object]:
    """Return the context of the standings: rank, player, record, tie-breaks and state in each row."""
    columns = [(place, by) for place, by in enumerate(record.rules.tie_breaks) if not by.is_drawn]
    players = record.players
    rows = [
        (
            standing.rank,
            players[standing.player],
            f"{standing.score.wins}–{standing.score.losses}–{standing.score.draws}",
            [by.format(standing.values[place]) for place, by in columns],
            "" if not standing.has_dropped else EntryState(players[standing.player].state).label,
        )
        for standing in record.standings
    ]
    return {"rows": rows, "headings": [by for _, by in columns], "cut": record.cut, "row": record.row}


ORDERS = ("table", "name")


class Result(NamedTuple):
    """The result of a table: words, their tone, and how it was decided."""

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
    """A player with the table number; 0 without a table."""

    player: Player
    table: int
    against: str
    result: Result


def pairings_part(page: EventPage, shown: Round, by: str) -> SafeString:
    """Return the rendered rows of a round, sorted by "table" or by "name"."""

    def make_context() -> dict[str, object]:
        if by == "name":
            return {"rows": name_rows(page.record, shown)}
        return _context_by_table(page.record, shown)

    template = f"events/pages/pairing_rows_by_{by}.html"
    return render_cached(page, ("pairings", shown.number, by), template, make_context)


def _context_by_table(record: Record, shown: Round) -> dict[str, object]:
    """Return the context of a round by table, with those who have none."""
    rows = [
        Row(
            table,
            result_of(table, shown),
            f"+{minutes_words(table.extension_s)}" if table.extension_s else "",
            f"/matches/{table.match}" if table.match else "",
        )
        for table in record.tables(shown)
    ]
    outs = [(out, _result_of_sit_out(out, record)) for out in record.sit_outs(shown)]
    most = max((len(row.table.seats) for row in rows), default=2)
    return {"rows": rows, "outs": outs, "is_pods": most > 2, "seats": most}


def name_rows(record: Record, shown: Round) -> list[NameRow]:
    """Return all players of the round, sorted by name."""
    rows = []
    for table in record.tables(shown):
        result = result_of(table, shown)
        for seated in table.seats:
            others = join_names([other.player.name for other in table.seats if other is not seated])
            others += f" (as {seated.side})" if seated.side else ""
            rows.append(NameRow(seated.player, table.number, others, result))
    outs = record.sit_outs(shown)
    rows += [NameRow(out.player, 0, out.kind.label, _result_of_sit_out(out, record)) for out in outs]
    return sorted(rows, key=lambda row: by_name(row.player))


def result_of(table: TableLine, shown: Round) -> Result:
    """Return the result of a table so far."""
    if not table.is_decided:
        if shown.state == RoundState.PUBLISHED:
            return Result("not yet", "")
        if table.is_disputed:
            return Result("disputed", "bad", "different reports: a judge decides")
        return Result("playing", "info") if table.match or shown.state == RoundState.RUNNING else Result("", "")
    names = [player.name for player in table.winners]
    return Result(outcome_words(names), "good" if len(names) == 1 else "warn", _describe_decision(table))


def _describe_decision(table: TableLine) -> str:
    """Return how a table was decided: the reason and the margin."""
    missing = [seated.player.name for seated in table.seats if seated.is_no_show]
    if missing and table.source in (Source.MATCH, Source.ABSENCE):
        return f"{join_names(missing)} {'was' if len(missing) == 1 else 'were'} not there"
    if len(table.seats) == 2 and table.source != Source.ABSENCE:
        return ", ".join(filter(None, [table.ending, _margin(table.seats)]))
    order = sorted(table.seats, key=lambda seated: seated.place or 0)
    places = ", ".join(f"{seated.place} {seated.player.name} ({seated.left})" for seated in order)
    return f"{table.ending} {places}".strip() if len(table.seats) > 2 else table.ending


def _margin(seats: tuple[Seated, ...]) -> str:
    """Return the winner's margin as text; "" if both had the same left."""
    winner, other = sorted(seats, key=lambda seated: seated.place or 0)
    more = winner.left - other.left
    return f"+{more}" if more > 0 else f"−{-more}" if more < 0 else ""


def _result_of_sit_out(out: OutLine, record: Record) -> Result:
    """Return the points of a player without a table, in words."""
    scoring = record.rules.scoring
    points = {SitOutKind.BYE: scoring.bye, SitOutKind.WON: scoring.win}.get(out.kind, scoring.loss)
    words = f"{points} point{'' if points == 1 else 's'}"
    return Result(words, "good" if out.kind in (SitOutKind.BYE, SitOutKind.WON) else "warn")


class DeckLine(NamedTuple):
    """A player with the deck in a few words. `has_page`: the deck has a page."""

    player: Player
    words: str
    has_page: bool


class DeckShown(NamedTuple):
    """A deck on its page; `content` is HTML."""

    player: Player
    words: str
    content: str


def decks_shown(page: EventPage) -> list[DeckLine] | None:
    """Return the players with their submitted decks, or None while decks are hidden from the viewer."""
    return _deck_lines(page.record) if page.sees_decks else None


@cached_part
def _deck_lines(record: Record) -> list[DeckLine]:
    """Return the lines of the published decks, by player's name."""
    entries = record.row.entries.defer("pool")
    lines = [
        DeckLine(record.players[entry.number], record.row.loadouts.describe_content(entry.loadout), entry.has_deck)
        for entry in entries
        if record.players[entry.number].is_in_place
    ]
    return sorted(lines, key=lambda line: by_name(line.player))


def deck_shown(page: EventPage, number: int) -> DeckShown | None:
    """Return the deck of a player, or None if there is none or it is hidden from the viewer."""
    if not page.sees_decks:
        return None
    entry = page.row.entries.filter(number=number).defer("pool").first()
    loadouts, player = page.row.loadouts, page.record.players.get(number)
    content = "" if entry is None else loadouts.render_content(entry.loadout)
    if entry is None or not content or player is None:
        return None
    return DeckShown(player, loadouts.describe_content(entry.loadout), content)
