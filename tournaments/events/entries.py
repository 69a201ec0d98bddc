"""Entering a tournament and leaving it, and the decks of entries with their verdicts (rules 22)."""

from __future__ import annotations

import structlog
from django.db import transaction
from django.db.models import Max, Q

from incursions.accounts.models import User, skeleton
from incursions.games.loadouts import Loadout
from incursions.kit.writing import update_row, write_columns
from tournaments.events.enums import (
    ACTIVE,
    BEFORE_THE_START,
    LEFT_BEFORE_PLAYING,
    PLACED,
    Did,
    EntryState,
    PenaltyKind,
    RoundState,
    SitOutKind,
    TournamentState,
)
from tournaments.events.history import is_over
from tournaments.events.locked_tournament import Ability, LockedTournament, NewState, about_player, service
from tournaments.events.models import LONGEST_NAME, Entry, Penalty, Phase, Round, SitOut, Table
from tournaments.events.tables import forfeit_seat, match_places_to_seats
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.seating import check_account


def hand_in(locked: LockedTournament, entry: Entry, loadout: Loadout | None) -> None:
    """Submit a loadout, already judged by `Loadouts.choose` if it is a copy of what the player owns.

    Raises `DomainError`: wrong_state, deck_needed.
    """
    row = locked.tournament
    if row.is_sealed:
        raise locked.make_refusal("wrong_state", "Decks are built from opened boosters: do not bring one.", rule="22.2")
    if not row.takes_loadouts:
        message = f"Players bring nothing to {row.mode_kind.title}: what they play is given."
        raise locked.make_refusal("wrong_state", message)
    if loadout is None:
        raise locked.make_refusal("deck_needed", f"Choose a {row.loadout_noun} to bring.")
    row.loadouts.check(loadout, row.limits)
    update_row(entry, loadout=loadout, deck_at=locked.now, deck_problem="", deck_checked_by="")
    # What is brought is secret until decks are open, so the log says only that there is something.
    locked.note(Did.DECK, f"{entry.name} handed a {row.loadout_noun} in", after={"player": entry.number})


def choose_for_bot(locked: LockedTournament, named: Loadout | None, number: int) -> Loadout | None:
    """Return the named loadout for a bot, or the next in rotation. Raises deck_needed if the limits allow none."""
    row = locked.tournament
    offered = row.loadouts.list_offered(row.limits)
    if not offered:
        row.loadouts.check_supply(row.limits, for_bots=True)
        raise locked.make_refusal("deck_needed", "Within these limits no starter can be played.")
    return named or row.loadouts.assign([None] * (1 + number % len(offered)), row.limits)[-1]


def check_in_needs_deck(locked: LockedTournament, entry: Entry) -> None:
    """Raise deck_needed if a player of a constructed event has not submitted a legal loadout."""
    if not locked.tournament.takes_loadouts or locked.tournament.is_table_top:
        return
    if entry.loadout is None:
        raise locked.make_refusal("deck_needed", f"Hand a {locked.tournament.loadout_noun} in first.")
    if entry.deck_problem:
        message = f"The {locked.tournament.loadout_noun} is no longer legal: {entry.deck_problem}"
        raise locked.make_refusal("deck_needed", message)


def judge_again(locked: LockedTournament, token: str) -> int:
    """Judge all decks by the new catalogue. Return how many became illegal, or legal again.

    Each change is logged and shown on the player's page.
    """
    row = locked.tournament
    row.catalogue = token
    entries = [
        entry
        for entry in row.entries.select_related("user")
        if row.loadouts.is_own(entry.loadout) and entry.state not in LEFT_BEFORE_PLAYING
    ]
    problems = row.loadouts.find_problems((entry.loadout for entry in entries), row.limits)
    changed = []
    for entry, problem in zip(entries, problems, strict=True):
        if problem == entry.deck_problem:
            continue
        changed.append(entry)
        before, entry.deck_problem = entry.deck_problem, problem
        words = f"The {row.loadout_noun} of {entry.name} " + (
            "is no longer legal: the catalogue has changed" if problem else "is legal again"
        )
        after = {"player": entry.number, "problem": problem}
        locked.note(Did.DECK, words, before={"player": entry.number, "problem": before}, after=after)
    write_columns(Entry, changed, ("deck_problem",))
    return len(changed)


JOINERS = "\u200c\u200d"


@service()
def enter(locked: LockedTournament, *, loadout: Loadout | None = None) -> Entry:
    """Enter a tournament, with a deck or without one before the start. A player who has entered already is unchanged.

    A full tournament puts the player on the waiting list. After the start, a late player plays from the next round on
    and has lost the earlier ones. Raises `DomainError`: not_found, accounts_only, wrong_state, too_late, disqualified,
    deck_needed, malformed.
    """
    if locked.tournament.rated:
        check_account(locked.user)
    before = locked.find_entry_of(locked.user)
    if before is not None and before.state not in LEFT_BEFORE_PLAYING:
        if before.state == EntryState.DISQUALIFIED:
            raise locked.make_refusal("disqualified", "You are disqualified from this tournament.")
        if before.state == EntryState.DROPPED:
            raise locked.make_refusal("wrong_state", "You have dropped. Ask the staff to let you play again.")
        return before
    entry = _enter_player(locked, before, user=locked.user, called=str(locked.user))
    if loadout is not None:
        hand_in(locked, entry, loadout)
    if entry.state == EntryState.PLAYING:
        check_in_needs_deck(locked, entry)
    return entry


def is_visible_name(name: str) -> bool:
    """Return True for a name with visible characters. Joiners inside it are part of Persian letters and some emoji."""
    apart = name.strip(JOINERS).translate(dict.fromkeys(map(ord, JOINERS)))
    return bool(apart.strip()) and apart.isprintable() and name == name.strip(JOINERS)


def add_player(
    locked: LockedTournament,
    *,
    user: User | None = None,
    called: str = "",
    bot: str = "",
    title: str = "",
) -> Entry:
    """Enter a user, a bot, or a name at a table-top event, with the loadout of that title that anybody may choose.

    Raises `DomainError`: wrong_state, too_late, malformed.
    """
    loadout = locked.tournament.loadouts.find_by_title(title)
    bots = locked.tournament.game_kind.bots_by_name
    if bot and bot not in bots:
        raise locked.make_refusal("malformed", f"A bot is one of: {', '.join(bots)}.")
    name = " ".join((str(user) if user is not None else called).split())
    if not name and bot:
        name = f"{bots[bot].title} {_next_number(locked)}"
    if not is_visible_name(name) or len(name) > LONGEST_NAME:
        raise locked.make_refusal("malformed", f"A player has a name of 1 to {LONGEST_NAME} characters.")
    if user is None and not bot and not locked.tournament.is_table_top:
        raise locked.make_refusal("malformed", "Only table-top events have players without an account.")
    before = locked.find_entry_of(user)
    if before is not None and before.state not in LEFT_BEFORE_PLAYING:
        raise locked.make_refusal("malformed", f"{before.name} has entered already.")
    entry = _enter_player(locked, before, user=user, called=name, bot=bot)
    if bot and locked.tournament.takes_loadouts:
        hand_in(locked, entry, choose_for_bot(locked, loadout, entry.number))
    elif loadout is not None:
        hand_in(locked, entry, loadout)
    return entry


enter_for = service(Ability.ADMIT)(add_player)


def _enter_player(
    locked: LockedTournament, before: Entry | None, *, user: User | None, called: str, bot: str = ""
) -> Entry:
    """Enter the player with a new entry, or with the earlier one, and log it. Raises wrong_state, too_late."""
    locked.needs_state(TournamentState.OPEN, TournamentState.RUNNING)
    state = _state_of_late(locked) if locked.tournament.is_running else _state_of_next(locked)
    entry = before or Entry(tournament=locked.tournament, user=user, called=called, bot=bot)
    was = before.state if before is not None else ""
    if before is None:
        entry.number = _next_number(locked)
        tell_apart(entry)
    entry.state, entry.entered_at, entry.reason = state, locked.now, ""
    entry.save()
    words = f"{entry.name} entered" + (", and waits for a place" if state == EntryState.WAITING else "")
    locked.note(
        Did.ENTERED,
        words,
        before={"player": entry.number, "state": was} if was else None,
        after={"player": entry.number, "name": entry.called, "bot": bot, "state": str(state)},
    )
    if state == EntryState.PLAYING:
        _lose_earlier_rounds(locked, entry)
    return entry


def tell_apart(entry: Entry) -> None:
    """Mark a new entry and its namesakes, so that their numbers tell them apart."""
    entry.name_skeleton = skeleton(entry.called)
    looks_alike = Q(name_skeleton=entry.name_skeleton) | Q(called__iexact=entry.called)
    namesakes = entry.tournament.entries.filter(looks_alike)
    entry.has_namesake = namesakes.update(has_namesake=True) > 0


def _next_number(locked: LockedTournament) -> int:
    """Return the number of the next player to enter."""
    highest = locked.tournament.entries.aggregate(Max("number"))["number__max"]
    return (highest or 0) + 1


def _state_of_next(locked: LockedTournament) -> EntryState:
    """Return the state of the next player to enter: registered, or waiting if all places are taken."""
    row = locked.tournament
    placed = row.entries.filter(state__in=PLACED).count()
    is_full = row.capacity is not None and placed >= row.capacity
    return EntryState.WAITING if is_full else EntryState.REGISTERED


def _state_of_late(locked: LockedTournament) -> EntryState:
    """Return the state of a late player. Raises too_late if late entry is closed or all places are taken."""
    row, last = locked.tournament, locked.find_last_round()
    is_past = not row.late_rounds or (last is not None and last.number > row.late_rounds)
    if is_past or not _is_still_open(locked, last):
        raise locked.make_refusal("too_late", "Entries to this tournament are closed.")
    in_play = row.entries.playing().count()
    if row.capacity is not None and in_play >= row.capacity:
        raise locked.make_refusal("too_late", "All places are taken.")
    return EntryState.PLAYING


def _is_still_open(locked: LockedTournament, last: Round | None) -> bool:
    """Return True if players may join the phase under way, so far as the kind and the format tell."""
    return not locked.tournament.is_sealed and admits_more(locked.find_phase(), last)


def admits_more(phase: Phase | None, last: Round | None) -> bool:
    """Return True if the phase still pairs new players: only the first phase, in formats that admit late players."""
    if phase is None:
        return True
    is_open = phase.number == 1 and phase.rules.admits_late
    return is_open and (last is None or not is_over(phase, last.in_phase))


def _lose_earlier_rounds(locked: LockedTournament, entry: Entry) -> None:
    """Mark the rounds paired before a late player entered as lost."""
    missed = locked.tournament.rounds.exclude(state=RoundState.UNDONE)
    SitOut.objects.bulk_create(SitOut(round=each, entry=entry, kind=SitOutKind.LATE) for each in missed)
    numbers = list(missed.values_list("number", flat=True))
    locked.note(
        Did.REARRANGED,
        f"{entry.name} has lost the rounds before",
        after={"late": entry.number, "rounds": numbers},
    )


@service(None, TournamentState.OPEN)
def submit_deck(locked: LockedTournament, *, loadout: Loadout | None = None) -> Entry:
    """Submit another deck before the start. Raises `DomainError`: not_found, not_entered, wrong_state, deck_needed."""
    entry = locked.find_entry()
    hand_in(locked, entry, loadout)
    return entry


@service(Ability.ADMIT, TournamentState.OPEN, about=about_player, for_oneself=True)
def check_in(locked: LockedTournament, number: int | None = None) -> Entry:
    """Check in the user; staff check in the player of that number.

    Raises `DomainError`: not_found, not_staff, not_entered, wrong_state, no_check_in, deck_needed.
    """
    entry = locked.find_entry(number)
    if entry.state == EntryState.CHECKED_IN:
        return entry
    if entry.state not in (EntryState.REGISTERED, EntryState.WAITING):
        raise locked.make_refusal("wrong_state", f"{entry.name} is no longer in this tournament.")
    opens = locked.tournament.check_in_opens_at
    if number is None and (opens is None or locked.now < opens):
        raise locked.make_refusal("no_check_in", "Check-in is not open yet.")
    check_in_needs_deck(locked, entry)
    if entry.state == EntryState.WAITING:
        update_row(entry, is_here=True)
        after = {"player": entry.number, "state": EntryState.WAITING}
        locked.note(Did.PLAYER, f"{entry.name} is here, and waits for a place", after=after)
    else:
        locked.set_state(entry, EntryState.CHECKED_IN, f"{entry.name} checked in")
    return entry


@service(Ability.ADMIT, about=about_player, for_oneself=True)
def drop(locked: LockedTournament, number: int | None = None, *, reason: str = "") -> Entry:
    """Drop out. Before the start the place goes to the waiting list, later the player is no longer paired.

    Staff drop the player of that number and give a reason. Raises `DomainError`: not_found, not_staff, not_entered,
    wrong_state, malformed.
    """
    entry = locked.find_entry(number)
    leave(locked, entry, "" if number is None else locked.check_reason(reason))
    return entry


def leave(locked: LockedTournament, entry: Entry, why: str) -> None:
    """Drop a player under the lock. Raises wrong_state if the player has left already."""
    if entry.state in BEFORE_THE_START:
        had_place = entry.state != EntryState.WAITING
        locked.set_state(entry, EntryState.WITHDRAWN, f"{entry.name} withdrew", reason=why)
        if had_place:
            promote(locked)
    elif entry.state == EntryState.PLAYING:
        locked.set_state(entry, EntryState.DROPPED, f"{entry.name} dropped", reason=why)
    else:
        raise locked.make_refusal("wrong_state", f"{entry.name} is no longer in this tournament.")


def promote(locked: LockedTournament) -> None:
    """Give free places to the players who have waited longest."""
    row = locked.tournament
    waiting = row.entries.filter(state=EntryState.WAITING).select_related("user").order_by("entered_at", "number")
    free = None if row.capacity is None else max(row.capacity - row.entries.filter(state__in=PLACED).count(), 0)
    locked.set_states(
        NewState(
            entry,
            EntryState.CHECKED_IN if entry.is_here else EntryState.REGISTERED,
            f"{entry.name} has a place now",
        )
        for entry in waiting[:free]
    )


@service(Ability.ADMIT, about=about_player)
def reinstate(locked: LockedTournament, number: int, *, reason: str) -> Entry:
    """Reinstate a player who has dropped or was absent.

    Raises `DomainError`: not_found, not_staff, wrong_state, too_late.
    """
    entry = locked.find_entry(number)
    why = locked.check_reason(reason)
    if locked.tournament.is_running and entry.state in (EntryState.DROPPED, EntryState.ABSENT):
        was_in = entry.state == EntryState.DROPPED
        if not was_in and not _is_still_open(locked, locked.find_last_round()):
            raise locked.make_refusal("too_late", f"{entry.name} was absent at the start and can no longer play.")
        check_in_needs_deck(locked, entry)
        locked.set_state(entry, EntryState.PLAYING, f"{entry.name} plays again", reason=why)
        update_row(entry, no_shows=0)
        if not was_in:
            _lose_earlier_rounds(locked, entry)
    elif locked.tournament.state == TournamentState.OPEN and entry.state == EntryState.WITHDRAWN:
        locked.set_state(entry, _state_of_next(locked), f"{entry.name} is back", reason=why)
    else:
        raise locked.make_refusal("wrong_state", f"{entry.name} has not dropped, or cannot come back now.")
    return entry


@service(Ability.DISQUALIFY, *ACTIVE, about=about_player)
def disqualify(locked: LockedTournament, number: int, *, reason: str) -> Entry:
    """Disqualify a player, who loses the match under way.

    Raises `DomainError`: not_found, not_staff, wrong_state, malformed, tournament_moved_on.
    """
    entry = locked.find_entry(number)
    strike_player(locked, entry, reason)
    return entry


def strike_player(locked: LockedTournament, entry: Entry, reason: str) -> None:
    """Disqualify a player under the lock. Raises wrong_state if it was done before, and malformed without a reason."""
    if entry.state == EntryState.DISQUALIFIED:
        raise locked.make_refusal("wrong_state", f"{entry.name} is disqualified already.")
    had_place = entry.state in PLACED
    why = locked.check_reason(reason)
    locked.set_state(entry, EntryState.DISQUALIFIED, f"{entry.name} was disqualified", reason=why)
    if had_place and locked.tournament.state == TournamentState.OPEN:
        promote(locked)
    locked.defer(strike_seat, entry)


log = structlog.get_logger(__name__)


@service(Ability.PENALISE, *ACTIVE, about=about_player)
def penalise(locked: LockedTournament, number: int, kind: str, *, reason: str) -> Penalty:
    """Give a player a penalty: a game loss strikes the seat of the match under way, a disqualification the player.

    Raises `DomainError`: not_found, not_staff, no_such_player, wrong_state, malformed, tournament_moved_on.
    """
    if kind not in PenaltyKind.values:
        raise locked.make_refusal("malformed", f"A penalty is one of: {', '.join(PenaltyKind.values)}.")
    if kind == PenaltyKind.DISQUALIFICATION and not locked.actor.may(Ability.DISQUALIFY):
        raise locked.make_refusal("not_staff", f"You may not {Ability.DISQUALIFY} here.")
    entry, why, last = locked.find_entry(number), locked.check_reason(reason), locked.find_last_round()
    row = Penalty.objects.create(
        entry=entry,
        round_number=None if last is None else last.number,
        kind=kind,
        reason=why,
        by=locked.actor.user,
        by_name=locked.actor.name,
        at=locked.now,
    )
    words = f"{entry.name}: {PenaltyKind(kind).label.lower()}"
    locked.note(Did.PENALTY, words, after={"player": number, "kind": kind}, reason=why)
    if kind == PenaltyKind.DISQUALIFICATION:
        strike_player(locked, entry, why)
    if kind == PenaltyKind.GAME_LOSS:
        locked.defer(strike_seat, entry)
    return row


def strike_seat(entry: Entry) -> bool:
    """Forfeit the running match of a player or bot. Return True if there was one.

    A paused match stays paused unless the forfeit ends it.
    """
    playing = Table.objects.filter(round__state=RoundState.RUNNING, places__entry=entry, match__isnull=False)
    table = playing.select_related("match").first()
    if table is None or table.match is None:
        return False
    places = table.list_places()
    mine = next(place for place in places if place.entry_id == entry.pk)
    with transaction.atomic():
        locked = LockedMatch.lock(table.match.public_id)
        seat = match_places_to_seats(places, locked.seats).get(mine.pk)
        if seat is None or not locked.match.is_running or not forfeit_seat(locked, seat):
            return False
        if locked.running_game().result is not None and locked.match.is_halted:
            locked.end_halt()
            locked.match.save(update_fields=["paused_at", "paused_for", "deadline_at"])
        locked.save()
    return True


@service(Ability.SEE_DECKS, about=about_player)
def note_deck_check(locked: LockedTournament, number: int) -> Entry:
    """Note that a judge has checked a deck. Raises `DomainError`: not_found, not_staff, no_such_player."""
    entry, noun = locked.find_entry(number), locked.tournament.loadout_noun
    if entry.loadout is None or entry.state == EntryState.WITHDRAWN:
        raise locked.make_refusal("wrong_state", f"{entry.name} has not handed in a {noun}.")
    update_row(entry, deck_checked_by=locked.actor.name)
    locked.note(Did.DECK, f"Looked through the {noun} of {entry.name}", after={"player": number, "checked": True})
    return entry
