"""The viewer's own part of a tournament page: state, table and available actions."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.utils import timezone

from incursions.kit.addresses import address
from tournaments.events.entries import BEFORE_THE_START, GONE, takes_more
from tournaments.events.enums import EntryState, RoundState, SitOutKind, TournamentState
from tournaments.events.models import PoolBuild
from tournaments.events.pages.overview import Awarded, places_of
from tournaments.events.pages.record import OutLine, Record, TableLine
from tournaments.events.pages.wording import round_title
from tournaments.events.pools import packs_of, time_is_over
from tournaments.tables.seat_decks import offered_to, starters_for
from tournaments.tables.table_settings import format_words
from tournaments.tables.wording import join_names, minutes_words

if TYPE_CHECKING:
    from tournaments.events.models import Entry, Tournament
    from tournaments.events.pages.page import EventPage


class SealedBox(NamedTuple):
    """The next step of a sealed event, as a sentence with a link.

    `is_due`: the event waits for this player; `until`: the deadline, if any.
    """

    words: str
    url: str
    label: str
    is_due: bool = False
    until: datetime | None = None


def sealed_box(row: Tournament, entry: Entry, now: datetime | None = None) -> SealedBox | None:
    """Return the next step with a player's pool, or None without a pool. One query while decks are built."""
    if not row.is_sealed or entry.pool is None:
        return None
    pool, build = address("sealed:pool", row.public_id), address("sealed:build", row.public_id)
    if not entry.is_in or time_is_over(row, now or timezone.now()):
        return SealedBox("What you opened, and the deck that you play:", pool, "Your pool")
    until = row.builds_until
    if entry.built_at is not None:
        return SealedBox("Your deck is registered. You may still change it:", pool, "Your pool and deck", until=until)
    opened = PoolBuild.objects.filter(entry=entry).values_list("packs_opened", flat=True).first() or 0
    if opened < packs_of(entry):
        words = "Your packs lie ready: open them, and build a deck of what you find."
        return SealedBox(words, pool, "Open your packs", is_due=True, until=until)
    words = "Build a deck of what you opened, and register it."
    return SealedBox(words, build, "Build your deck", is_due=True, until=until)


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


class Going(NamedTuple):
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
    going: Going | None = None
    enters: str = ""
    needs_account: bool = False
    can_check_in: bool = False
    check_in_at: datetime | None = None
    can_hand_in: bool = False
    can_drop: bool = False
    sealed: SealedBox | None = None
    patches: list[Awarded] = field(default_factory=list)
    deck_form: dict[str, object] = field(default_factory=dict)


def own_part(page: EventPage) -> OwnPart:
    """Return the viewer's part of the page."""
    entry, row = page.entry, page.row
    if entry is None or entry.state in GONE:
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
    part.sealed = sealed_box(row, entry)
    part.going = going_of(page.record, entry.number) if entry.state == EntryState.PLAYING else None
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
    return (page.entry is None or page.entry.state in GONE) and can_enter(page)


def can_enter(page: EventPage) -> bool:
    """Return True if new players may enter, as far as that is known before trying."""
    row = page.row
    if row.state == TournamentState.OPEN:
        return True
    current = page.record.current
    if not row.is_running or row.is_sealed or (current is not None and current.number > row.late_rounds):
        return False
    return row.late_rounds > 0 and takes_more(current.phase if current is not None else None, current)


def _enter_words(page: EventPage) -> str:
    """Return a sentence about the effect of entering now, or ""."""
    row = page.row
    if row.is_running:
        return "It is under way. Whoever enters now plays from the next round on, and has lost those before."
    players = page.record.players.values()
    placed = sum(player.state in (EntryState.REGISTERED, EntryState.CHECKED_IN) for player in players)
    if row.capacity is not None and placed >= row.capacity:
        return "All places are taken. Whoever enters now waits for one, and plays if somebody gives his up."
    return ""


def deck_form(page: EventPage) -> dict[str, object]:
    """Return the context of the deck form: the viewer's decks with their legality here, and the starters."""
    held_to = page.row.format
    return {
        "own_decks": offered_to(page.viewer, held_to) if page.viewer is not None else [],
        "starters": starters_for(held_to).values(),
        "limit": format_words(held_to),
    }


def _words(page: EventPage, entry: Entry) -> str:
    state = EntryState(entry.state)
    if state == EntryState.WAITING:
        return "You wait for a place." + (" You have said that you are here." if entry.is_here else "")
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
    if row.is_table_top:
        return
    if entry.starter:
        part.deck = entry.starter
    elif entry.deck is not None:
        part.deck, part.deck_url = entry.deck.name, entry.deck.get_absolute_url()
    elif entry.deck_content is not None:
        part.deck = "the deck that you built" if row.is_sealed else "a deck that is deleted since"


def going_of(record: Record, number: int) -> Going | None:
    """Return a player's place in the latest published round, or None before the first one."""
    current = record.current
    spot = record.spots(current).get(number) if current is not None else None
    if current is None or spot is None:
        return None
    title = round_title(record, current)
    if isinstance(spot, OutLine):
        return Going(f"{title}: {OF_SIT_OUTS.get(spot.kind, '')}", tone="good" if spot.kind == SitOutKind.BYE else "")
    return _at_table(record, spot, number, title, is_published=current.state == RoundState.PUBLISHED)


def _at_table(record: Record, table: TableLine, number: int, title: str, *, is_published: bool) -> Going:
    against = join_names([seated.player.name for seated in table.seats if seated.player.number != number])
    url = f"/matches/{table.match}" if table.match else ""
    where = f"table {table.number} against {against}"
    if table.is_decided:
        return Going(f"{title}, {where}: {outcome_words(table, number)}", url)
    if is_published:
        return Going(f"{title}: {where}. It starts soon; the table opens by itself.", waits=True)
    if record.row.is_table_top:
        report = address("events:report", record.row.public_id)
        return Going(f"{title}: you play at {where}.", report, "report")
    more = f" You have {minutes_words(table.extension_s)} more." if table.extension_s else ""
    return Going(f"{title}: you play at {where}.{more}", url, "act" if url else "", waits=not url)


def outcome_words(table: TableLine, number: int) -> str:
    """Return the outcome of a decided table for one of its players, in words."""
    own = next(seated for seated in table.seats if seated.player.number == number)
    if own.is_no_show:
        return "lost, for not being there"
    if own.place != 1:
        return "lost"
    return "won" if len(table.winners) == 1 else "drawn"
