"""Tables and their matches: opened, paused, extended and ended, and players who are not there.

Each table gets its match, with the decks of its players, the clocks of the tournament and one hexpile. It is opened in
a transaction of its own, by the first worker to claim it: a round of a thousand players must not hold up the moves of
other players. Players who are not there lose the round after some minutes, and leave the tournament the second time
(rules 21.13).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from incursions.accounts.models import User
from incursions.engine.standing import make_forfeit
from incursions.kit.refusals import DomainError
from incursions.kit.words import join_names
from incursions.kit.writing import update_row
from tournaments.events.enums import ACTIVE, CURRENT, Did, EntryState, RoundState, Source, TournamentState
from tournaments.events.locked_tournament import Ability, LockedTournament, about_table, seconds, service
from tournaments.events.models import Entry, Place, Table, Tournament
from tournaments.live.pushes import TASK_EXPIRES_S, queue_task
from tournaments.matches.clocks import clocks_of
from tournaments.matches.enums import MatchState
from tournaments.matches.life import about_to_seat, new_match, start_match
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Match, Seat
from tournaments.matches.staff.acting import MOST_MINUTES, Order, act_as_organizer
from tournaments.matches.staff.models import Kind
from tournaments.matches.table_settings import Settings

log = structlog.get_logger(__name__)


def end_match(public_id: str, by: User | None, reason: str) -> None:
    """End a match as an unrated draw, because its table is decided elsewhere."""
    _order(public_id, by, Order(Kind.STRIKE, reason), refused="match_not_ended")


def close_matches(row: Tournament, reason: str) -> None:
    """End the matches of a cancelled tournament and reveal their secrets."""
    under_way = Match.objects.filter(table__round__tournament=row, state=MatchState.RUNNING)
    for public_id in list(under_way.values_list("public_id", flat=True)):
        end_match(public_id, None, reason)
    open_secrets(row)


def open_secrets(row: Tournament) -> None:
    """Reveal decks, dice and replays of the finished matches to everybody (rules 21.12)."""
    kept = Match.objects.filter(
        pk__in=Match.objects.filter(table__round__tournament=row, keeps_secrets=True).values("pk")
    )
    kept.update(keeps_secrets=False, revision=F("revision") + 1)


@service(Ability.RULE, TournamentState.RUNNING, about=about_table)
def extend_table(locked: LockedTournament, number: int, minutes: int, *, reason: str) -> Table:
    """Give a table of the current round more time. Only its own match ends later.

    Raises `DomainError`: not_found, not_staff, no_such_table, wrong_state, malformed, tournament_moved_on.
    """
    last = locked.find_last_round()
    why = locked.check_reason(reason)
    if not isinstance(minutes, int) or not 1 <= minutes <= MOST_MINUTES:
        raise locked.make_refusal("malformed", f"Give 1 to {MOST_MINUTES} minutes.")
    if last is None or last.state not in CURRENT:
        raise locked.make_refusal("wrong_state", "No round is being played.")
    table = locked.find_table(last, number)
    if table.is_decided:
        raise locked.make_refusal("wrong_state", f"Table {number} has a result.")
    before = table.extension_s
    update_row(table, extension_s=before + minutes * 60)
    if table.match is not None:
        act_as_organizer(table.match.public_id, locked.user, Order(Kind.EXTEND_MATCH, why, amount=minutes))
    locked.note(
        Did.EXTENDED,
        f"Table {number} has {minutes} min more",
        before=table.log_data | {"extension_s": before},
        after=table.log_data | {"extension_s": table.extension_s},
        reason=why,
    )
    return table


def pause_tournament(public_id: str, user: User, *, reason: str, now: datetime | None = None) -> Tournament:
    """Pause the tournament and the clocks of all its matches.

    Raises `DomainError`: not_found, not_staff, wrong_state, paused, malformed.
    """
    with LockedTournament.change(public_id, user, needs=Ability.PAIR, now=now) as locked:
        row = locked.tournament
        locked.needs_state(*ACTIVE)
        if row.paused_at is not None:
            raise locked.make_refusal("paused", "The tournament is paused already.")
        row.paused_at, row.paused_for = locked.now, locked.check_reason(reason)
        locked.note(Did.PAUSED, "Paused everything", reason=row.paused_for)
    running = Match.objects.filter(table__round__tournament=row, state=MatchState.RUNNING)
    _order_all(running, user, Order(Kind.PAUSE, row.paused_for), now)
    return row


def resume_tournament(public_id: str, user: User, *, now: datetime | None = None) -> Tournament:
    """Resume the tournament and move its deadlines by the length of the pause. Matches paused before it stay paused.

    Raises `DomainError`: not_found, not_staff, not_paused.
    """
    with LockedTournament.change(public_id, user, needs=Ability.PAIR, now=now) as locked:
        row = locked.tournament
        if row.paused_at is None:
            raise locked.make_refusal("not_paused", "The tournament is not paused.")
        since = row.paused_at
        gap = max(locked.now - since, timedelta())
        set_on(row, gap)
        row.paused_at, row.paused_for = None, ""
        locked.note(Did.RESUMED, "Everything goes on", after={"seconds": round(gap.total_seconds())})
    paused = Match.objects.filter(table__round__tournament=row, state=MatchState.RUNNING, paused_at__gte=since)
    _order_all(paused, user, Order(Kind.RESUME, "The tournament goes on."), now)
    return row


def set_on(row: Tournament, gap: timedelta) -> None:
    """Move the deadlines of a tournament by `gap`; the caller saves its row.

    Deadlines of a table under way move with its match, which may be paused separately.
    """
    for name in ("starts_at", "builds_until", "next_round_at"):
        at = getattr(row, name)
        if at is not None and (name != "starts_at" or row.state == TournamentState.OPEN):
            setattr(row, name, at + gap)
    rounds = row.rounds.all()
    rounds.filter(state=RoundState.PUBLISHED).update(starts_at=F("starts_at") + gap)
    rounds.filter(state=RoundState.RUNNING).update(ends_at=F("ends_at") + gap)


def _order_all(matches: QuerySet[Match], user: User, order: Order, now: datetime | None) -> None:
    """Carry out an order at each of these matches."""
    for public_id in list(matches.order_by("pk").values_list("public_id", flat=True)):
        _order(public_id, user, order, now)


def _order(
    public_id: str, user: User | None, order: Order, now: datetime | None = None, refused: str = "match_left_as_it_is"
) -> None:
    """Carry out an order at a match. A refusal, as from a match that has just ended, is logged."""
    try:
        act_as_organizer(public_id, user, order, now=now)
    except DomainError as refusal:
        log.info(refused, match=public_id, code=refusal.code)


def give_back(gap: timedelta) -> None:
    """Move the deadlines of all tournaments by a downtime of the site. The caller opens the transaction."""
    for row in Tournament.objects.active().filter(paused_at=None).select_for_update().order_by("pk"):
        set_on(row, gap)
        if row.due_at is not None:
            row.due_at += gap
        row.save(update_fields=["starts_at", "builds_until", "next_round_at", "due_at"])


def set_back(step: timedelta) -> None:
    """Move the times of running tournaments by a negative step, because the computer's clock was set back.

    An announced start is a time of day, which the clock now shows right.
    """
    for row in Tournament.objects.active().select_for_update().order_by("pk"):
        if row.state != TournamentState.OPEN:
            set_on(row, step)
            row.due_at = row.due_at and row.due_at + step
        row.paused_at = row.paused_at and row.paused_at + step
        row.save(update_fields=["builds_until", "next_round_at", "due_at", "paused_at"])


FEWEST_PLAYERS = 2
TABLES_AT_ONCE = 8
"""The number of tables that one task opens. Other tasks open the rest on other workers."""
OPENING_TASK = "tournaments.tasks.open_tournament_tables"


def find_unopened(round_key: int) -> list[int]:
    """Return the keys of the tables of a running round without match or result, in the order of their numbers."""
    found = Table.objects.filter(round=round_key, match=None, source=Source.NONE, opened_at=None)
    return list(found.filter(round__state=RoundState.RUNNING).order_by("number").values_list("pk", flat=True))


def queue_opening(keys: list[int]) -> None:
    """Queue the opening of a tournament's tables; lost tasks are found within seconds."""
    queue_task(OPENING_TASK, [keys], expires=TASK_EXPIRES_S)


def open_tables(keys: list[int], now: datetime | None = None) -> int:
    """Open these tables and return how many were opened here. An error at one table does not stop the others."""
    opened = []
    for key in keys:
        try:
            if open_table(key, now):
                opened.append(key)
        except Exception:
            log.exception("table_not_opened", table=key)
    # A pause of the tournament does not reach matches that begin meanwhile.
    begun = Match.objects.filter(table__in=opened, state=MatchState.RUNNING, paused_at=None)
    missed = begun.exclude(table__round__tournament__paused_at=None)
    for public_id, reason in list(missed.values_list("public_id", "table__round__tournament__paused_for")):
        _order(public_id, None, Order(Kind.PAUSE, reason), now)
    return len(opened)


def open_table(key: int, now: datetime | None = None) -> bool:
    """Open a table unless it is open: set up the match and start its clocks. Return True if it was opened here.

    With fewer than two players present, the table is decided without a match. Table-top events have no matches.
    """
    moment = now or timezone.now()
    places = list(Place.objects.filter(table=key).select_related("entry__user").order_by("index"))
    here = [place for place in places if place.entry.state == EntryState.PLAYING]
    if len(here) < FEWEST_PLAYERS:
        return _decide_without_match(key, moment)
    gone = [place.pk for place in places if place not in here]
    with transaction.atomic():
        if not _claim(key, moment):
            return False
        table = Table.objects.select_related("round__tournament", "round__phase").get(pk=key)
        if not table.round.tournament.is_table_top:
            _start_match(table, here, moment)
            Place.objects.filter(pk__in=gone).update(is_no_show=True)
    return True


def _claim(key: int, moment: datetime) -> bool:
    """Claim the table by setting its opening time. Return False if another worker has claimed it."""
    free = Table.objects.filter(pk=key, opened_at=None, match=None, source=Source.NONE)
    playing = free.filter(round__state=RoundState.RUNNING, round__tournament__paused_at=None)
    return bool(playing.update(opened_at=moment))


def _start_match(table: Table, here: list[Place], moment: datetime) -> None:
    """Start the match of the present players, with the clocks of the tournament."""
    row = table.round.tournament
    users = [place.entry.user for place in here if place.entry.user is not None]
    about_to_seat.send(Match, users=users, asking=None)  # nobody is matched elsewhere
    length = seconds((table.round.phase.match_s or row.match_s) + table.extension_s)
    agreed = Settings(
        game=row.game,
        mode=row.mode_kind.name,
        minutes=max(1, round(length.total_seconds() / 60)),
        **clocks_of(row),
        rated=row.rated,
        game_terms=row.game_terms,
    )
    match = new_match(None, agreed)
    match.keeps_secrets = not row.are_decks_open
    entries = [place.entry for place in here]
    seats = Seat.objects.bulk_create(
        Seat(match=match, index=index, user=entry.user, bot=entry.bot, loadout=entry.loadout)
        for index, entry in enumerate(entries)
    )
    start_match(match, seats, moment, length)
    has_people = any(entry.user_id for entry in entries)
    update_row(table, match=match, no_show_at=moment + seconds(row.no_show_s) if has_people else None)


def match_places_to_seats(places: Sequence[Place], seats: Sequence[Seat]) -> dict[int, Seat]:
    """Return the seat of each place by the place's key. Players still in the tournament were seated in order of places.

    Bots of a kind are alike: a bot that had left has a no-show, and a bot with a seat has none.
    """
    found, left = {}, list(seats)
    for place in places:
        mine = next((seat for seat in left if _is_seat_of(seat, place)), None)
        if mine is not None:
            left.remove(mine)
            found[place.pk] = mine
    return found


def _is_seat_of(seat: Seat, place: Place) -> bool:
    """Return True if this is the seat of the player at this place."""
    entry = place.entry
    if entry.bot or seat.bot:
        return seat.bot == entry.bot and not place.is_no_show
    return seat.user_id == entry.user_id


def _decide_without_match(key: int, moment: datetime) -> bool:
    """Decide a table with fewer than two players present (rules 21.13). Return False if another worker did."""
    public_id = Table.objects.filter(pk=key).values_list("round__tournament__public_id", flat=True).get()
    with LockedTournament.change(public_id, by_server=True, now=moment) as locked:
        if not _claim(key, moment):
            return False
        table = Table.objects.select_related("round__phase").get(pk=key)
        places = table.list_places()
        here = [place.entry.state == EntryState.PLAYING for place in places]
        for place, is_here in zip(places, here, strict=True):
            place.place, place.is_no_show = 1 if is_here else 1 + sum(here), not is_here
        if table.bracket_match is not None:
            decide_in_bracket(table, places)
        Place.objects.bulk_update(places, ["place", "is_no_show"])
        decide_table(locked, table, places, Source.ABSENCE, "The opponent had left the tournament.")
    return True


def decide_in_bracket(table: Table, places: list[Place]) -> None:
    """Set the places of two at a table of elimination, of whom one goes on (rules 21.14).

    Where they share a place, more hull and shields left go on, then the better seed.
    """
    seeds = table.round.phase.seeds
    better = min(places, key=lambda one: (one.place or 0, -one.left, seeds.index(one.entry.number)))
    for place in places:
        place.place = 1 if place is better else 2


def places_told(places: Iterable[Place]) -> list[list[int]]:
    """Return number, place, hull and shields left, and absence of each player at a table, as the log stores them."""
    return [[place.entry.number, place.place or 0, place.left, int(place.is_no_show)] for place in places]


def outcome_words(winners: Sequence[str]) -> str:
    """Return the outcome of a table in words, by the names of the winners."""
    if not winners:
        return "all lost"
    return f"{winners[0]} won" if len(winners) == 1 else f"{join_names(winners)} drew"


LONGEST_ENDING = 300


def decide_table(
    locked: LockedTournament, table: Table, places: list[Place], source: Source, ending: str, **told: Any
) -> None:
    """Store and log the result of a table, whose places are set. `told` is for the log, as in `note_result`."""
    decided = {"source": source, "ending": ending[:LONGEST_ENDING], "result_at": locked.now}
    update_row(table, **decided, no_show_at=None, is_disputed=False)
    note_result(locked, table, places, **told)


def note_result(
    locked: LockedTournament,
    table: Table,
    places: list[Place],
    *,
    before: list[list[int]] | None = None,
    reason: str = "",
) -> None:
    """Log the result of a table: each player's place, hull and shields left, and presence."""
    of = table.log_data
    winners = [place.entry.name for place in places if place.place == 1]
    words = f"Table {table.number} of round {table.round.number}: {outcome_words(winners)}"
    locked.note(
        Did.RESULT,
        words,
        before=None if before is None else of | {"places": before},
        after=of | {"places": places_told(places), "source": str(table.source)},
        reason=reason,
    )


def sweep_no_shows(now: datetime) -> int:
    """Forfeit the seats of absent players whose time is over. Return the number of tables checked."""
    due = Table.objects.filter(no_show_at__lte=now, source=Source.NONE, round__state=RoundState.RUNNING)
    due = due.filter(round__tournament__paused_at=None, match__paused_at=None)
    looked = 0
    for key in list(due.order_by("no_show_at").values_list("pk", flat=True)):
        try:
            looked += strike_absent(key, now)
        except Exception:
            log.exception("no_shows_not_struck", table=key)
    return looked


def strike_absent(key: int, now: datetime) -> bool:
    """Forfeit the seats of players who have not come to a table, if their time is over. Return True if it was checked.

    A halted table is left alone, because the time to come stands still too.
    """
    public_id, match_id = (
        Table.objects.filter(pk=key).values_list("round__tournament__public_id", "match__public_id").get()
    )
    with LockedTournament.change(public_id, by_server=True, now=now) as locked:
        if match_id is None:
            return False
        match = LockedMatch.lock(match_id, now)
        table = Table.objects.select_related("round").get(
            pk=key
        )  # under both locks, because a pause moves the deadline
        if table.no_show_at is None or table.no_show_at > now or match.match.is_halted:
            return False
        missing = [seat for seat in match.seats if seat.user_id is not None and seat.came_at is None]
        update_row(table, no_show_at=None)
        if missing and match.match.is_running:
            places = table.places.filter(entry__user__in=[seat.user_id for seat in missing])
            _note_no_shows(locked, table, list(places.select_related("entry__user")))
            for seat in missing:
                forfeit_seat(match, seat)
            match.save()
    return True


def forfeit_seat(match: LockedMatch, seat: Seat) -> bool:
    """Forfeit a seat of a match that has begun, unless it has left the game. Return True if it was forfeited."""
    game, forfeit = match.running_game(), make_forfeit(seat.index)
    if game.result is not None or forfeit not in game.standing(None):
        return False
    match.act(None, forfeit)
    return True


def _note_no_shows(locked: LockedTournament, table: Table, places: list[Place]) -> None:
    for place in places:
        place.is_no_show = True
        entry = place.entry
        entry.no_shows += 1
        words = f"{entry.name} was not at table {table.number} in time"
        after = {"player": entry.number, "no_shows": entry.no_shows}
        locked.note(Did.PLAYER, words, before={"player": entry.number, "no_shows": entry.no_shows - 1}, after=after)
    Place.objects.bulk_update(places, ["is_no_show"])
    Entry.objects.bulk_update([place.entry for place in places], ["no_shows"])
