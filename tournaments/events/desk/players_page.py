"""The desk's list of players, and its page of one player with deck and penalties."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.http import Http404

from tournaments.events.desk.desk_page import Desk
from tournaments.events.entries import BEFORE_THE_START
from tournaments.events.enums import EntryState, TournamentState
from tournaments.events.models import Entry, Penalty
from tournaments.events.pools import sealed_play_of
from tournaments.players.models import Patch, PatchKind

STATES = {
    EntryState.WAITING: "warn",
    EntryState.REGISTERED: "info",
    EntryState.CHECKED_IN: "good",
    EntryState.PLAYING: "good",
    EntryState.DISQUALIFIED: "bad",
}
COMES_BACK = (EntryState.DROPPED, EntryState.ABSENT, EntryState.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A row of the list: a player, the deck state in a word, the number of penalties, and available actions."""

    entry: Entry
    deck: str
    deck_css: str
    penalties: int
    css: str
    can_check_in: bool


def player_lines(desk: Desk) -> list[PlayerLine]:
    """Return all players, by number. Three queries for any number."""
    given: dict[int, int] = {}
    found = Penalty.objects.filter(entry__tournament=desk.tournament)
    for key in found.values_list("entry", flat=True):
        given[key] = given.get(key, 0) + 1
    can = desk.tournament.state == TournamentState.OPEN
    lines = []
    for entry in desk.entries:
        deck, css = deck_words(desk, entry)
        asked = can and entry.state in (EntryState.REGISTERED, EntryState.WAITING) and not entry.is_here
        state = STATES.get(EntryState(entry.state), "")
        lines.append(PlayerLine(entry, deck, css, given.get(entry.pk, 0), state, asked))
    return lines


def deck_words(desk: Desk, entry: Entry) -> tuple[str, str]:
    """Return the state of a player's deck in words, with its tone."""
    if entry.deck_problem:
        return "problem", "bad"
    if entry.pk in desk.with_deck:
        return ("checked", "good") if entry.deck_checked_by else ("handed in", "info")
    if desk.tournament.is_sealed:
        return ("being built", "warn") if desk.tournament.state == TournamentState.BUILDING else ("", "")
    return ("", "") if desk.tournament.is_table_top else ("none", "warn")


class PlayerPage:
    """The page of one player for the staff. Raises Http404 for an unknown number."""

    name = "player"

    def __init__(self, desk: Desk, number: int) -> None:
        self.desk = desk
        found = desk.tournament.entries.filter(number=number).select_related("user").first()
        if found is None:
            raise Http404("no such player")
        self.entry = found

    @property
    def css(self) -> str:
        """The CSS class of the state."""
        return STATES.get(EntryState(self.entry.state), "")

    @property
    def deck_state(self) -> tuple[str, str]:
        """The state of the deck in words, with its tone."""
        return deck_words(self.desk, self.entry)

    @cached_property
    def penalties(self) -> list[Penalty]:
        """The player's penalties."""
        return list(self.entry.penalties.all())

    @property
    def can_check_in(self) -> bool:
        """Return True if the staff can check the player in."""
        is_asked = self.entry.state in (EntryState.REGISTERED, EntryState.WAITING) and not self.entry.is_here
        return is_asked and self.desk.tournament.state == TournamentState.OPEN

    @property
    def is_active(self) -> bool:
        """Return True while the tournament is announced and not over."""
        return self.desk.tournament.is_active

    @property
    def can_be_awarded(self) -> bool:
        """Return True if the player can be awarded the patch for fair play."""
        plays = self.entry.state in (EntryState.PLAYING, EntryState.DROPPED)
        is_awarded = Patch.objects.filter(entry=self.entry, kind=PatchKind.FAIR_PLAY).exists()
        return plays and (self.desk.tournament.is_running or self.desk.tournament.is_over) and not is_awarded

    @property
    def can_drop(self) -> bool:
        """Return True if the player can be dropped."""
        return self.desk.tournament.is_active and self.entry.state in (*BEFORE_THE_START, EntryState.PLAYING)

    @property
    def can_come_back(self) -> bool:
        """Return True if the player can be reinstated."""
        is_open = self.desk.tournament.state == TournamentState.OPEN and self.entry.state == EntryState.WITHDRAWN
        is_running = self.desk.tournament.is_running and self.entry.state in COMES_BACK[:2]
        return is_open or is_running

    @property
    def can_be_struck(self) -> bool:
        """Return True if the player can be disqualified."""
        return self.desk.tournament.is_active and self.entry.state != EntryState.DISQUALIFIED

    @cached_property
    def content(self) -> str:
        """The deck as HTML, piece by piece, for viewers who may see decks; "" without one, and for others."""
        if not self.desk.may["see_decks"]:
            return ""
        return self.desk.tournament.loadouts.render_content(self.entry.loadout)

    @property
    def starter(self) -> str:
        """The title of the starter deck, "" for another deck."""
        return self.desk.tournament.loadouts.find_title(self.entry.loadout)

    @property
    def problems(self) -> str:
        """The problems of the deck in the format of the tournament, as HTML; "" without a deck."""
        row = self.desk.tournament
        build = row.loadouts.find_own(self.entry.loadout)
        if row.is_sealed and build is not None and self.entry.pool is not None:
            return sealed_play_of(row).render_problems(build, self.entry.pool, row.limits)
        return row.loadouts.render_problems(self.entry.loadout, row.limits)
