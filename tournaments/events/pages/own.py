"""A viewer's own part of a tournament's page, and the lines about a player's tournaments in the bar on every page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet, prefetch_related_objects
from django.utils import timezone

from incursions.accounts.models import User
from incursions.kit.addresses import address
from incursions.kit.caches import PreparedRead
from incursions.kit.words import join_names, minutes_words
from tournaments.events.entries import BEFORE_THE_START, LEFT_BEFORE_PLAYING, admits_more
from tournaments.events.enums import ACTIVE, EntryState, RoundState, SitOutKind, TournamentState
from tournaments.events.models import Entry, Place, PoolBuild, Round, SitOut, Tournament, seated_places
from tournaments.events.pages.overview import Awarded, places_of
from tournaments.events.pages.page import EventPage
from tournaments.events.pages.record import OutLine, Record, TableLine, round_title
from tournaments.events.pools import count_packs, is_build_time_over


class SealedNotice(NamedTuple):
    """The next step of a sealed event, as a sentence with a link.

    `is_due`: the event waits for this player; `until`: the deadline, if any.
    """

    words: str
    url: str
    label: str
    is_due: bool = False
    until: datetime | None = None


def describe_sealed_step(row: Tournament, entry: Entry, now: datetime | None = None) -> SealedNotice | None:
    """Return the next step with a player's pool, or None without a pool. One query while decks are built."""
    if not row.is_sealed or entry.pool is None:
        return None
    pool, build = address("sealed:pool", row.public_id), address("sealed:build", row.public_id)
    if not entry.is_in or is_build_time_over(row, now or timezone.now()):
        return SealedNotice("What you opened, and the deck that you play:", pool, "Your pool")
    until = row.builds_until
    if entry.built_at is not None:
        return SealedNotice(
            "Your deck is registered. You may still change it:", pool, "Your pool and deck", until=until
        )
    opened = PoolBuild.objects.filter(entry=entry).values_list("packs_opened", flat=True).first() or 0
    if opened < count_packs(entry, row):
        words = "Your packs are ready: open them, and build a deck from what you find."
        return SealedNotice(words, pool, "Open your packs", is_due=True, until=until)
    words = "Build a deck of what you opened, and register it."
    return SealedNotice(words, build, "Build your deck", is_due=True, until=until)


OF_STATES = {
    EntryState.REGISTERED: "You have a place.",
    EntryState.CHECKED_IN: "You have checked in. Stay near: the first pairings come at the start.",
    EntryState.PLAYING: "You play.",
    EntryState.ABSENT: "You do not play.",
    EntryState.DROPPED: "You have dropped.",
    EntryState.DISQUALIFIED: "You are disqualified.",
    EntryState.WITHDRAWN: "You have withdrawn.",
}
OF_SIT_OUTS = {
    SitOutKind.BYE: "You have a bye: this round is won for you.",
    SitOutKind.WON: "This round is won for you without playing.",
    SitOutKind.LOST: "This round is lost for you without playing.",
    SitOutKind.LATE: "You were not there yet in this round.",
}


class RoundNotice(NamedTuple):
    """The player's place in the latest published round, in words, with a link to the table."""

    words: str
    url: str = ""
    tone: str = ""
    waits: bool = False


@dataclass
class OwnPart:
    """The viewer's state in the tournament and the available actions. `deck_form` is the context of the deck form."""

    entry: Entry | None
    words: str = ""
    waiting_as: int = 0
    deck: str = ""
    deck_url: str = ""
    problem: str = ""
    going: RoundNotice | None = None
    enters: str = ""
    needs_account: bool = False
    can_check_in: bool = False
    check_in_at: datetime | None = None
    can_hand_in: bool = False
    can_drop: bool = False
    sealed: SealedNotice | None = None
    patches: list[Awarded] = field(default_factory=list)
    deck_form: dict[str, object] = field(default_factory=dict)


def own_part(page: EventPage) -> OwnPart:
    """Return the viewer's part of the page."""
    entry, row = page.entry, page.row
    if entry is None or entry.state in LEFT_BEFORE_PLAYING:
        return _outsider_part(page, entry)
    part = OwnPart(entry, words=_words(page, entry))
    if entry.state == EntryState.PLAYING and row.is_over:
        _add_place(part, page.record, entry.number)
    if entry.state == EntryState.WAITING:
        part.waiting_as = _place_in_line(page.record, entry)
    can_play = row.is_active and entry.state in (*BEFORE_THE_START, EntryState.PLAYING)
    part.problem = entry.deck_problem if can_play else ""
    _add_deck(part, row, entry)
    if row.state == TournamentState.OPEN and entry.state in BEFORE_THE_START:
        opens = row.check_in_opens_at
        part.check_in_at = opens
        asks = opens is not None and timezone.now() >= opens
        part.can_check_in = asks and entry.state != EntryState.CHECKED_IN and not entry.is_here
        part.can_hand_in = not row.is_sealed and not row.is_table_top
    part.can_drop = (row.state == TournamentState.OPEN and entry.state in BEFORE_THE_START) or (
        row.is_active and entry.state == EntryState.PLAYING
    )
    part.sealed = describe_sealed_step(row, entry)
    part.going = describe_round(page.record, entry.number) if entry.state == EntryState.PLAYING else None
    return part


def _outsider_part(page: EventPage, entry: Entry | None) -> OwnPart:
    """Return the part for a viewer who takes no part, or no longer."""
    row, part = page.row, OwnPart(entry)
    if entry is not None:
        part.words = OF_STATES[EntryState(entry.state)] + (f" {entry.reason}" if entry.reason else "")
    if not can_enter(page):
        return part
    part.needs_account = row.rated and (page.viewer is None or page.viewer.is_guest)
    part.enters = _enter_words(page)
    if not part.needs_account and not row.is_sealed and not row.is_table_top:
        part.deck_form = deck_form(page)
    return part


def can_enter_now(page: EventPage) -> bool:
    """Return True if the viewer may enter: not entered yet, or left before the start."""
    return (page.entry is None or page.entry.state in LEFT_BEFORE_PLAYING) and can_enter(page)


def can_enter(page: EventPage) -> bool:
    """Return True if new players may enter, as far as that is known before trying."""
    row = page.row
    if row.state == TournamentState.OPEN:
        return True
    current = page.record.current
    if not row.is_running or row.is_sealed or (current is not None and current.number > row.late_rounds):
        return False
    return row.late_rounds > 0 and admits_more(current.phase if current is not None else None, current)


def _enter_words(page: EventPage) -> str:
    """Return a sentence about the effect of entering now, or ""."""
    row = page.row
    if row.is_running:
        return "It is under way. If you enter now, you play from the next round on and have lost the rounds before."
    players = page.record.players.values()
    placed = sum(player.state in (EntryState.REGISTERED, EntryState.CHECKED_IN) for player in players)
    if row.capacity is not None and placed >= row.capacity:
        return "All places are taken. If you enter now, you wait for one and play if somebody gives theirs up."
    return ""


def deck_form(page: EventPage) -> dict[str, object]:
    """Return the context of the deck form: the viewer's decks with their legality here, and the starters."""
    row = page.row
    context = row.loadouts.make_form_context(page.viewer or AnonymousUser(), row.limits)
    return context | {"limit": row.limit_words}


def _words(page: EventPage, entry: Entry) -> str:
    state = EntryState(entry.state)
    if state == EntryState.WAITING:
        return "You wait for a place." + (" You have checked in." if entry.is_here else "")
    return OF_STATES[state] + (f" {entry.reason}" if entry.reason else "")


def _add_place(part: OwnPart, record: Record, number: int) -> None:
    """Add a player's final place and patches."""
    for placed in places_of(record):
        for player, patches in placed.lines:
            if player.number == number:
                part.words, part.patches = f"You finished in place {placed.words}.", patches


def _place_in_line(record: Record, entry: Entry) -> int:
    waiting = [player.number for player in record.waiting]
    return waiting.index(entry.number) + 1 if entry.number in waiting else 0


def _add_deck(part: OwnPart, row: Tournament, entry: Entry) -> None:
    if row.is_table_top or entry.loadout is None:
        return
    title, own = row.loadouts.find_title(entry.loadout), row.loadouts.find_row(entry.loadout)
    if title:
        part.deck = title
    elif own is not None:
        part.deck, part.deck_url = str(own), own.get_absolute_url()
    else:
        part.deck = "the deck that you built" if row.is_sealed else "a deck that has been deleted"


def describe_round(record: Record, number: int) -> RoundNotice | None:
    """Return a player's place in the latest published round, or None before the first one."""
    current = record.current
    spot = record.spots(current).get(number) if current is not None else None
    if current is None or spot is None:
        return None
    title = round_title(record, current)
    if isinstance(spot, OutLine):
        return RoundNotice(
            f"{title}: {OF_SIT_OUTS.get(spot.kind, '')}", tone="good" if spot.kind == SitOutKind.BYE else ""
        )
    return _at_table(record, spot, number, title, is_published=current.state == RoundState.PUBLISHED)


def _at_table(record: Record, table: TableLine, number: int, title: str, *, is_published: bool) -> RoundNotice:
    against = join_names([seated.player.name for seated in table.seats if seated.player.number != number])
    url = f"/matches/{table.match}" if table.match else ""
    where = f"table {table.number} against {against}"
    if table.is_decided:
        return RoundNotice(f"{title}, {where}: {outcome_words(table, number)}", url)
    if is_published:
        return RoundNotice(f"{title}: {where}. It starts soon; the table opens by itself.", waits=True)
    if record.row.is_table_top:
        report = address("events:report", record.row.public_id)
        return RoundNotice(f"{title}: you play at {where}.", report, "report")
    more = f" You have {minutes_words(table.extension_s)} more." if table.extension_s else ""
    return RoundNotice(f"{title}: you play at {where}.{more}", url, "act" if url else "", waits=not url)


def outcome_words(table: TableLine, number: int) -> str:
    """Return the outcome of a decided table for one of its players, in words."""
    own = next(seated for seated in table.seats if seated.player.number == number)
    if own.is_no_show:
        return "lost, for not being there"
    if own.place != 1:
        return "lost"
    return "won" if len(table.winners) == 1 else "drawn"


SOON = timedelta(hours=1)
SHOWN_ROUNDS = (RoundState.PUBLISHED, RoundState.RUNNING, RoundState.OVER)
IN_PLAY = (EntryState.REGISTERED, EntryState.CHECKED_IN, EntryState.PLAYING)
BAR_WORDS_OF_SIT_OUTS = {SitOutKind.BYE: "you have a bye", SitOutKind.LATE: "not there yet"}


@dataclass(frozen=True, slots=True)
class EventLine:
    """A line of the bar. `call` identifies its news, announced once; `ends_at` ends the countdown, with warnings."""

    url: str
    words: str
    state: str
    call: str
    is_urgent: bool = False
    ends_at: datetime | None = None
    warns: bool = False


def entries_of(user: int) -> QuerySet[Entry]:
    """Return the entries of a user in active tournaments, as a query to be prepared."""
    return Entry.objects.filter(state__in=IN_PLAY, tournament__state__in=ACTIVE, user=user)


def parameters_of(user: int) -> tuple[str | int, ...]:
    """Return the parameters of the prepared query of `entries_of`, in order."""
    return (*IN_PLAY, *ACTIVE, user)


ENTRIES = PreparedRead(
    lambda *values: entries_of(values[-1]).select_related("tournament").defer("pool", "loadout"), "tournament"
)


def lines_for(user: User, now: datetime) -> list[EventLine]:
    """Return the lines for a user's entries. At most four queries, for any number of entries."""
    rows = ENTRIES.rows(*parameters_of(user.pk))
    spots = _find_positions([entry for entry in rows if entry.tournament.state == TournamentState.RUNNING])
    lines = (_bar_line(entry, spots.get(entry.pk, Position()), now) for entry in rows)
    return [line for line in lines if line is not None]


class Position(NamedTuple):
    """A player's current or last position: at a table with others, or without a table."""

    place: Place | None = None
    others: Sequence[Place] = ()
    out: SitOut | None = None


def _find_positions(entries: Sequence[Entry]) -> dict[int, Position]:
    """Return the position of each entry by its key. Without entries there is no query."""
    if not entries:
        return {}
    places = _find_newest_places(Place.objects.filter(entry__in=entries, table__round__state__in=SHOWN_ROUNDS))
    outs = _find_newest_sit_outs(entries)
    prefetch_related_objects([place.table for place in places.values()], seated_places())
    return {entry.pk: _find_position(places.get(entry.pk), outs.get(entry.pk)) for entry in entries}


def _find_position(place: Place | None, out: SitOut | None) -> Position:
    if out is not None and (place is None or out.round.number > place.table.round.number):
        return Position(out=out)
    if place is None:
        return Position()
    return Position(place, [other for other in place.table.places.all() if other.pk != place.pk])


def _find_newest_places(places: QuerySet[Place]) -> dict[int, Place]:
    """Return the place of each entry in its latest round with a table."""
    in_order = places.select_related("table__round", "table__match").order_by("table__round__number")
    return {place.entry_id: place for place in in_order.defer("table__match__setup", "table__match__state_data")}


def _find_newest_sit_outs(entries: Sequence[Entry]) -> dict[int, SitOut]:
    found = SitOut.objects.filter(entry__in=entries, round__state__in=SHOWN_ROUNDS).exclude(kind=SitOutKind.UNPAIRED)
    return {out.entry_id: out for out in found.select_related("round").order_by("round__number")}


def _bar_line(entry: Entry, spot: Position, now: datetime) -> EventLine | None:
    row = entry.tournament
    if row.state == TournamentState.OPEN:
        return _before_the_start(entry, row, now)
    url, call = row.get_absolute_url(), f"{row.public_id}.{row.state}"
    if row.paused_at is not None:
        return EventLine(url, f"{row.name}: {row.paused_for}", "paused", f"{call}.paused.{row.version}")
    if row.state == TournamentState.BUILDING:
        state = "deck handed in" if entry.built_at else "build your deck"
        is_urgent = entry.built_at is None
        return EventLine(url, row.name, state, call, is_urgent, row.builds_until, warns=is_urgent)
    if spot.out is not None:
        return _without_table(row, spot.out)
    if spot.place is None:
        return EventLine(url, row.name, "pairings follow", call, ends_at=row.next_round_at)
    return _line_at_table(row, spot.place, spot.others)


def _before_the_start(entry: Entry, row: Tournament, now: datetime) -> EventLine | None:
    url, call = row.get_absolute_url(), f"{row.public_id}.open"
    if entry.deck_problem:
        return EventLine(url, row.name, "your deck is no longer legal", f"{call}.deck", is_urgent=True)
    opens = row.check_in_opens_at
    if entry.state == EntryState.REGISTERED and opens is not None and opens <= now:
        return EventLine(url, row.name, "check in", f"{call}.check-in", True, row.starts_at, warns=True)
    if row.starts_at is not None and now <= row.starts_at <= now + SOON:
        return EventLine(url, row.name, "starts", f"{call}.soon", ends_at=row.starts_at, warns=True)
    return None


def _without_table(row: Tournament, out: SitOut) -> EventLine:
    number = out.round.number
    words = f"{row.name}, round {number}: {BAR_WORDS_OF_SIT_OUTS.get(SitOutKind(out.kind), out.get_kind_display())}"
    state, ends_at = _describe_what_follows(row, out.round)
    return EventLine(row.get_absolute_url(), words, state, f"{row.public_id}.{number}.out", ends_at=ends_at)


def _line_at_table(row: Tournament, place: Place, others: Sequence[Place]) -> EventLine:
    table, of = place.table, place.table.round
    against = join_names([other.entry.name for other in others])
    where = f"{row.name}: table {table.number} against {against}"
    url, call = row.get_absolute_url(), f"{row.public_id}.{of.number}"
    if table.is_decided:
        state, ends_at = _describe_what_follows(row, of)
        words = f"{row.name}, round {of.number}: you {_outcome(place, others)} against {against}"
        return EventLine(url, words, state, f"{call}.decided", ends_at=ends_at)
    if of.state == RoundState.PUBLISHED:
        return EventLine(url, where, "starts", f"{call}.published", ends_at=of.starts_at)
    ends_at = None if of.ends_at is None else of.ends_at + timedelta(seconds=table.extension_s)
    if table.match is not None:
        url = address("tables:match", table.match.public_id)
    return EventLine(url, where, f"round {of.number}", f"{call}.begun", ends_at=ends_at, warns=True)


def _outcome(place: Place, others: Sequence[Place]) -> str:
    """Return the outcome of a decided table for the player, in a word."""
    if place.place != 1:
        return "lost"
    return "drew" if any(other.place == 1 for other in others) else "won"


def _describe_what_follows(row: Tournament, of: Round) -> tuple[str, datetime | None]:
    if of.state == RoundState.RUNNING:
        return "others still play", of.ends_at
    return "pairings follow", row.next_round_at
