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
from tournaments.events.entries import admits_more
from tournaments.events.enums import (
    ACTIVE,
    BEFORE_THE_START,
    COMING,
    LEFT_BEFORE_PLAYING,
    PLACED,
    SHOWN,
    EntryState,
    RoundState,
    SitOutKind,
    TournamentState,
)
from tournaments.events.models import Entry, Place, PoolBuild, Round, SitOut, Tournament, seated_places
from tournaments.events.pages.overview import Awarded, places_of
from tournaments.events.pages.page import EventPage
from tournaments.events.pages.record import OutLine, Record, TableLine, round_title
from tournaments.events.pools import count_packs, is_build_time_over
from tournaments.tables.open_tables import OwnTable


class SealedNotice(NamedTuple):
    """The next step of a sealed event, as a sentence with a link.

    `is_due`: the event waits for this player; `until`: the deadline, if any.
    """

    words: str
    url: str
    label: str
    is_due: bool = False
    until: datetime | None = None


def describe_sealed_step(row: Tournament, entry: Entry) -> SealedNotice | None:
    """Return the next step with a player's pool, or None without a pool. One query while decks are built."""
    if not row.is_sealed or entry.pool is None:
        return None
    pool, build = address("sealed:pool", row.public_id), address("sealed:build", row.public_id)
    if not entry.is_in or is_build_time_over(row, timezone.now()):
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
    can_enter: bool = False
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
    part = OwnPart(entry, words=_words(entry))
    if entry.state == EntryState.PLAYING and row.is_over:
        for placed in places_of(page.record):
            for player, patches in placed.lines:
                if player.number == entry.number:
                    part.words, part.patches = f"You finished in place {placed.words}.", patches
    if entry.state == EntryState.WAITING:
        waiting = [player.number for player in page.record.waiting]
        part.waiting_as = waiting.index(entry.number) + 1 if entry.number in waiting else 0
    can_play = row.is_active and entry.state in (EntryState.WAITING, *COMING)
    part.problem = entry.deck_problem if can_play else ""
    _add_deck(part, row, entry)
    if row.state == TournamentState.OPEN and entry.state in BEFORE_THE_START:
        opens = row.check_in_opens_at
        part.check_in_at = opens
        asks = opens is not None and timezone.now() >= opens
        part.can_check_in = asks and entry.state != EntryState.CHECKED_IN and not entry.is_here
        part.can_hand_in = row.takes_loadouts and not row.is_table_top
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
        part.words = _words(entry)
    part.can_enter = _can_enter(page)
    if not part.can_enter:
        return part
    part.needs_account = row.rated and (page.viewer is None or page.viewer.is_guest)
    part.enters = _enter_words(page)
    if not part.needs_account and row.takes_loadouts and not row.is_table_top:
        part.deck_form = deck_form(page)
    return part


def _can_enter(page: EventPage) -> bool:
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
    placed = sum(player.state in PLACED for player in players)
    if row.capacity is not None and placed >= row.capacity:
        return "All places are taken. If you enter now, you wait for one and play if somebody gives theirs up."
    return ""


def deck_form(page: EventPage) -> dict[str, object]:
    """Return the context of the deck form: the viewer's decks with their legality here, and the starters."""
    row = page.row
    context = row.loadouts.make_form_context(page.viewer or AnonymousUser(), row.limits)
    return context | {"limit": row.limit_words}


def _words(entry: Entry) -> str:
    """Return the state of the viewer's entry in a sentence."""
    state = EntryState(entry.state)
    if state == EntryState.WAITING:
        return "You wait for a place." + (" You have checked in." if entry.is_here else "")
    return OF_STATES[state] + (f" {entry.reason}" if entry.reason else "")


def _add_deck(part: OwnPart, row: Tournament, entry: Entry) -> None:
    """Add what the viewer plays to the part, with a link to the deck if there is one."""
    if row.is_table_top or entry.loadout is None:
        return
    title, own = row.loadouts.find_title(entry.loadout), row.loadouts.find_row(entry.loadout)
    if title:
        part.deck = title
    elif own is not None:
        part.deck, part.deck_url = str(own), own.get_absolute_url()
    else:
        part.deck = "the deck that you built" if row.is_sealed else f"a {row.loadout_noun} that has been deleted"


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
    """Return the notice of the viewer's table in a round: how to get there, or its result."""
    against = join_names([seated.player.name for seated in table.seats if seated.player.number != number])
    url = f"/matches/{table.match}" if table.match else ""
    side = next(seated.side for seated in table.seats if seated.player.number == number)
    where = f"table {table.number} against {against}" + (f" as {side}" if side else "")
    if table.is_decided:
        return RoundNotice(f"{title}, {where}: {_describe_outcome(table, number)}", url)
    if is_published:
        return RoundNotice(f"{title}: {where}. It starts soon; the table opens by itself.", waits=True)
    if record.row.is_table_top:
        report = address("events:report", record.row.public_id)
        return RoundNotice(f"{title}: you play at {where}.", report, "report")
    more = f" You have {minutes_words(table.extension_s)} more." if table.extension_s else ""
    return RoundNotice(f"{title}: you play at {where}.{more}", url, "act" if url else "", waits=not url)


def _describe_outcome(table: TableLine, number: int) -> str:
    """Return the outcome of a decided table for one of its players, in words."""
    own = next(seated for seated in table.seats if seated.player.number == number)
    if own.is_no_show:
        return "lost, for not being there"
    if own.place != 1:
        return "lost"
    return "won" if len(table.winners) == 1 else "drawn"


SOON = timedelta(hours=1)
BAR_WORDS_OF_SIT_OUTS = {SitOutKind.BYE: "you have a bye", SitOutKind.LATE: "not there yet"}


def entries_of(user: int) -> QuerySet[Entry]:
    """Return the entries of a user in active tournaments, as a query to be prepared."""
    return Entry.objects.filter(state__in=COMING, tournament__state__in=ACTIVE, user=user)


def parameters_of(user: int) -> tuple[str | int, ...]:
    """Return the parameters of the prepared query of `entries_of`, in order."""
    return (*COMING, *ACTIVE, user)


ENTRIES = PreparedRead(
    lambda *values: entries_of(values[-1]).select_related("tournament").defer("pool", "loadout"), "tournament"
)


def list_own_tables(user: User, now: datetime) -> list[OwnTable]:
    """Return the lines of the bar about a user's tournaments. At most four queries, for any number of entries."""
    rows = ENTRIES.rows(*parameters_of(user.pk))
    spots = _find_spots([entry for entry in rows if entry.tournament.state == TournamentState.RUNNING])
    lines = (_describe_entry(entry, spots.get(entry.pk), now) for entry in rows)
    return [line for line in lines if line is not None]


def _find_spots(entries: Sequence[Entry]) -> dict[int, Place | SitOut]:
    """Return where each entry is in its latest published round, by its key. Without entries there is no query."""
    if not entries:
        return {}
    places = Place.objects.filter(entry__in=entries, table__round__state__in=SHOWN).order_by("table__round__number")
    places = places.select_related("table__round", "table__match")
    places = places.defer("table__match__setup", "table__match__state_data")
    outs = SitOut.objects.filter(entry__in=entries, round__state__in=SHOWN).exclude(kind=SitOutKind.UNPAIRED)
    at_tables = {place.entry_id: place for place in places}
    prefetch_related_objects([place.table for place in at_tables.values()], seated_places())
    spots: dict[int, Place | SitOut] = {**at_tables}
    for out in outs.select_related("round").order_by("round__number"):
        place = at_tables.get(out.entry_id)
        if place is None or out.round.number > place.table.round.number:
            spots[out.entry_id] = out
    return spots


def _make_line(
    row: Tournament,
    words: str,
    state: str,
    call: str,
    now: datetime,
    ends_at: datetime | None = None,
    *,
    url: str = "",
    is_urgent: bool = False,
    warns: bool = False,
) -> OwnTable:
    """Return a line of the bar. `call` names its news within the tournament; the countdown ends at `ends_at`."""
    return OwnTable(
        url=url or row.get_absolute_url(),
        words=words,
        state=state,
        is_own_turn=is_urgent,
        left_ms=None if ends_at is None else max(int((ends_at - now).total_seconds() * 1000), 0),
        runs_out_at=None if ends_at is None else int(ends_at.timestamp() * 1000),
        call=f"{row.public_id}.{call}",
        warns=warns,
    )


def _describe_entry(entry: Entry, spot: Place | SitOut | None, now: datetime) -> OwnTable | None:
    row = entry.tournament
    if row.state == TournamentState.OPEN:
        return _describe_before_the_start(entry, row, now)
    if row.paused_at is not None:
        return _make_line(row, f"{row.name}: {row.paused_for}", "paused", f"{row.state}.paused.{row.version}", now)
    if row.state == TournamentState.BUILDING:
        builds = entry.built_at is None
        state = "build your deck" if builds else "deck handed in"
        return _make_line(row, row.name, state, row.state, now, row.builds_until, is_urgent=builds, warns=builds)
    if spot is None:
        return _make_line(row, row.name, "pairings follow", row.state, now, row.next_round_at)
    return _describe_sit_out(row, spot, now) if isinstance(spot, SitOut) else _describe_place(row, spot, now)


def _describe_before_the_start(entry: Entry, row: Tournament, now: datetime) -> OwnTable | None:
    if entry.deck_problem:
        return _make_line(
            row, row.name, f"your {row.loadout_noun} is no longer legal", "open.deck", now, is_urgent=True
        )
    opens = row.check_in_opens_at
    if entry.state == EntryState.REGISTERED and opens is not None and opens <= now:
        return _make_line(row, row.name, "check in", "open.check-in", now, row.starts_at, is_urgent=True, warns=True)
    if row.starts_at is not None and now <= row.starts_at <= now + SOON:
        return _make_line(row, row.name, "starts", "open.soon", now, row.starts_at, warns=True)
    return None


def _describe_sit_out(row: Tournament, out: SitOut, now: datetime) -> OwnTable:
    number = out.round.number
    words = f"{row.name}, round {number}: {BAR_WORDS_OF_SIT_OUTS.get(SitOutKind(out.kind), out.get_kind_display())}"
    state, ends_at = _describe_what_follows(row, out.round)
    return _make_line(row, words, state, f"{number}.out", now, ends_at)


def _describe_place(row: Tournament, place: Place, now: datetime) -> OwnTable:
    table, of = place.table, place.table.round
    seated = table.places.all()
    against = join_names([other.entry.name for other in seated if other.pk != place.pk])
    where = f"{row.name}: table {table.number} against {against}"
    if table.is_decided:
        state, ends_at = _describe_what_follows(row, of)
        words = f"{row.name}, round {of.number}: you {place.outcome_among(seated)} against {against}"
        return _make_line(row, words, state, f"{of.number}.decided", now, ends_at)
    if of.state == RoundState.PUBLISHED:
        return _make_line(row, where, "starts", f"{of.number}.published", now, of.starts_at)
    ends_at = None if of.ends_at is None else of.ends_at + timedelta(seconds=table.extension_s)
    url = "" if table.match is None else address("tables:match", table.match.public_id)
    return _make_line(row, where, f"round {of.number}", f"{of.number}.begun", now, ends_at, url=url, warns=True)


def _describe_what_follows(row: Tournament, of: Round) -> tuple[str, datetime | None]:
    """Return what a player waits for after a round's table, and until when."""
    if of.state == RoundState.RUNNING:
        return "others still play", of.ends_at
    return "pairings follow", row.next_round_at
