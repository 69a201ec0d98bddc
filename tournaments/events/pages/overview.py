"""The list of tournaments, and the overview of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, OuterRef, Prefetch, Subquery
from django.db.models.functions import Coalesce

from incursions.accounts.models import User
from incursions.kit.words import format_count, minutes_words
from tournaments.events.enums import ENDED, Did, EntryState, Role, TournamentState
from tournaments.events.history import final_places, number_places
from tournaments.events.models import Appointment, Entry, Phase, Tournament, TournamentQuerySet
from tournaments.events.pages.record import Player, Record, cached_part, phases_words, round_title
from tournaments.events.pages.rows import NameRow, name_rows
from tournaments.matches.clocks import AGREED_CLOCKS, CLOCK_SETTINGS
from tournaments.players.models import Patch

MOST_OVER, MOST_SHOWN, MOST_OWN = 20, 60, 20
UNDER_WAY = (TournamentState.BUILDING, TournamentState.RUNNING)


class ListedTournament(NamedTuple):
    """A tournament of a list."""

    row: Tournament
    players: int
    words: str
    part: str = ""


class TournamentLists(NamedTuple):
    """The lists on the page of tournaments."""

    own: list[ListedTournament]
    running: list[ListedTournament]
    upcoming: list[ListedTournament]
    over: list[ListedTournament]


def list_tournaments(viewer: User | None) -> TournamentLists:
    """Return all lists, with the viewer's own tournaments. A constant number of queries."""
    listed = Tournament.objects.listed()
    running = _describe_rows(listed.filter(state__in=UNDER_WAY).order_by("-started_at")[:MOST_SHOWN])
    upcoming = _describe_rows(
        listed.filter(state=TournamentState.OPEN).order_by("starts_at", "created_at")[:MOST_SHOWN]
    )
    over = _describe_rows(listed.filter(state=TournamentState.OVER).order_by("-ended_at")[:MOST_OVER])
    return TournamentLists(_list_own(viewer) if viewer is not None else [], running, upcoming, over)


def _list_own(viewer: User) -> list[ListedTournament]:
    """Return the tournaments where the viewer plays or is staff, without ended ones."""
    appointed = Appointment.objects.filter(user=viewer)[:MOST_OWN]
    roles = {one.tournament_id: one.get_role_display().lower() for one in appointed}
    entered = Entry.objects.filter(user=viewer).order_by("-entered_at").only("tournament", "state")[:MOST_OWN]
    states = {one.tournament_id: one.get_state_display() for one in entered}
    rows = Tournament.objects.filter(pk__in=[*roles, *states]).exclude(state__in=ENDED)
    lines = _describe_rows(rows.order_by("starts_at", "-created_at"))
    parts = (filter(None, (states.get(line.row.pk), roles.get(line.row.pk))) for line in lines)
    return [line._replace(part=", ".join(part)) for line, part in zip(lines, parts, strict=True)]


def _describe_rows(rows: TournamentQuerySet) -> list[ListedTournament]:
    in_place = Entry.objects.filter(tournament=OuterRef("pk")).in_place().order_by().values("tournament")
    counted = Coalesce(Subquery(in_place.annotate(players=Count("pk")).values("players")), 0)
    phases = Prefetch("phases", Phase.objects.order_by("number"), to_attr="in_order")
    found: Iterable[Tournament] = rows.annotate(players=counted).prefetch_related(phases)
    return [ListedTournament(row, row.players, phases_words(row.in_order)) for row in found]  # type: ignore[attr-defined]


class Announcement(NamedTuple):
    """The announcement: labelled facts, the staff, and the numbers of players."""

    facts: list[tuple[str, str]]
    staff: list[Appointment]
    placed: int
    waiting: int


@cached_part
def announcement_of(record: Record) -> Announcement:
    """Return the announcement of a tournament."""
    row = record.row
    staff = list(row.appointments.select_related("user"))
    players = record.players.values()
    placed = sum(player.is_in_place for player in players)
    return Announcement(_facts(row), staff, placed, sum(player.state == EntryState.WAITING for player in players))


def _list_game_facts(row: Tournament) -> Iterator[tuple[str, str]]:
    """Yield the mode, if the game has several, and what players bring or build, with its limits."""
    if len(row.game_kind.tournament_kinds) > 1:
        yield row.game_kind.title, row.mode_kind.words
    loadout = row.mode_kind.loadout
    if row.loadouts.sealed is None:
        if loadout is not None:
            yield f"{loadout.name.capitalize()}s", "; ".join(filter(None, ["Each player brings one", loadout.together]))
        for term in row.mode_kind.terms:
            yield term.label, str(row.filled_terms[term.name])
    elif loadout is not None:
        built = f"Sealed: each builds a {loadout.name} from opened boosters (rules 22)"
        yield f"{loadout.name.capitalize()}s", built if row.is_sealed else "Constructed: bring one"
        yield loadout.limits_title, ", ".join(filter(None, [row.limit_words, loadout.together]))


def _facts(row: Tournament) -> list[tuple[str, str]]:
    """Return what a player wants to know of a tournament, as labels and sentences."""
    facts = [*_list_game_facts(row)]
    ahead = f"then whoever is ahead has won{row.game_kind.cite('ranking')}"
    facts.append(("Matches", f"{minutes_words(row.match_s)}, {ahead}"))
    if not row.is_table_top:
        clocks = [CLOCK_SETTINGS[name].announce(getattr(row, name)) for name in AGREED_CLOCKS]
        facts.append(("Clocks", ", and ".join(filter(None, clocks))))
        facts.append(
            ("Not there", f"A player who is not at the table {minutes_words(row.no_show_s)} after the start loses")
        )
    if row.is_sealed:
        facts.append(("To build", minutes_words(row.build_s)))
    if row.break_s:
        facts.append(("Breaks", f"{minutes_words(row.break_s)} after each round"))
    if row.check_in_s and row.starts_at:
        facts.append(("Check-in", f"from {minutes_words(row.check_in_s)} before the start"))
    if row.late_rounds:
        facts.append(("Late entry", f"until round {row.late_rounds} is over"))
    if row.capacity:
        facts.append(("Places", format_count(row.capacity, "player")))
    what = f"{row.loadout_noun.capitalize()}s" if row.loadout_noun else "Dice and replays"
    facts.append((f"{what} open", row.get_decks_open_display()))
    facts.append(("Rated", "yes, the ratings of players move" if row.rated else "no"))
    return facts


ANNOUNCED = frozenset(
    {
        Did.OPENED,
        Did.CANCELLED,
        Did.STARTED,
        Did.PHASE,
        Did.PUBLISHED,
        Did.UNDONE,
        Did.EXTENDED,
        Did.PAUSED,
        Did.RESUMED,
        Did.FINISHED,
    }
)
WITH_REASON = frozenset({Did.CANCELLED, Did.EXTENDED, Did.PAUSED})
MOST_NOTICES = 12


@cached_part
def notices_of(record: Record) -> list[tuple[datetime, str, str]]:
    """Return the latest notices, newest first: the time, the text, and the role that wrote it."""
    lines = record.row.log.filter(did__in=ANNOUNCED).order_by("-number")
    return [
        (
            line.at,
            line.words + (f": {line.reason}" if line.reason and line.did in WITH_REASON else ""),
            Role(line.role).label.lower() if line.role else "",
        )
        for line in lines.only("tournament", "at", "did", "words", "role", "reason")[:MOST_NOTICES]
    ]


Awarded = tuple[str, str]
"""A patch awarded to a player: its title and its page."""


class PlaceLine(NamedTuple):
    """Players who share a place ("1", "5–8"), with their patches."""

    words: str
    lines: list[tuple[Player, list[Awarded]]]


@cached_part
def places_of(record: Record) -> list[PlaceLine]:
    """Return the final places, best first."""
    awarded: dict[int, list[Awarded]] = {}
    for patch in Patch.objects.filter(entry__tournament=record.row).select_related("entry").order_by("pk"):
        awarded.setdefault(patch.entry.number, []).append((patch.title, patch.get_absolute_url()))
    found = []
    for place, together in number_places(final_places(record.row)):
        words = str(place) if len(together) == 1 else f"{place}–{place + len(together) - 1}"
        found.append(PlaceLine(words, [(record.players[number], awarded.get(number, [])) for number in together]))
    return found


class ProjectorPart(NamedTuple):
    """The round on the projector; without one, only the name of the tournament. `places` once it is over."""

    title: str
    rows: list[NameRow]
    decided: int
    tables: int
    places: list[PlaceLine]


@cached_part
def projector_part(record: Record) -> ProjectorPart:
    """Return the content of the projector."""
    current = record.current
    if current is None or record.row.is_over:
        return ProjectorPart(record.row.name, [], 0, 0, places_of(record) if record.row.is_over else [])
    tables = record.tables(current)
    decided = sum(table.is_decided for table in tables)
    return ProjectorPart(round_title(record, current), name_rows(record, current), decided, len(tables), [])
