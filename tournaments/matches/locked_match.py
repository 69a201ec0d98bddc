"""A match under the lock of its row. Everything that changes a match goes through here, in one transaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Self

import structlog
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from incursions.accounts.models import User
from incursions.engine import Game, LogEntry
from incursions.engine.log import StepBack, find_undone
from incursions.engine.standing import TIME_UP, make_forfeit
from incursions.kit.caches import PreparedRead
from incursions.kit.refusals import DomainError
from incursions.kit.writing import add_rows, update_row, write_if
from tournaments.live.models import is_shut
from tournaments.matches import holds
from tournaments.matches.clocks import MILLISECOND, Clock, TurnRecord
from tournaments.matches.enums import MatchState
from tournaments.matches.holds import is_passed, is_window
from tournaments.matches.models import DECIDED_IF_IDLE_FOR, REASON_LENGTH, Action, Match, Seat, no_such_match, seat_of
from tournaments.matches.presence import take_back
from tournaments.matches.pushes import (
    publish_on_commit,
    queue_bots_on_commit,
    record_on_commit,
    show_change,
)
from tournaments.matches.table_rows import TableRows, game_at, game_shelf, read_seats, row_shelf
from tournaments.matches.taking_back.models import TakeBack, TakeBackState

MOST_WORK_MS = 10_000
WRITTEN_COLUMNS = (
    "version",
    "last_action",
    "revision",
    "state",
    "ended_at",
    "deadline_at",
    "bot_due_at",
    "take_back",
    "state_data",
    "result",
    "left",
)
LOCKED_MATCH = PreparedRead(lambda public_id: Match.objects.light().select_for_update().filter(public_id=public_id))


class LockedMatch:
    """A match whose row is locked by the current transaction, with its game and the changes that `save` writes."""

    def __init__(self, match: Match, seats: list[Seat], now: datetime, game: Game | None) -> None:
        self.match = match
        self.seats = seats
        self.now = now
        self.game = game
        self.loaded_action = match.last_action
        self.mover: int | None = None  # the user who acts
        self.player: User | None = None  # the user whose move waited for `work_ms`
        self.work_ms = 0
        self.answer_after_s: float = match.pace_s
        self._added: list[Action] = []
        self._touched: set[int] = set()
        self._asks_on = False  # the window in which the last action passed asks the next seat
        self._is_changed = False  # something else changed that viewers see, not actions or clocks

    @classmethod
    def lock(cls, public_id: str, now: datetime | None = None) -> Self:
        """Lock the match. SQLite has no row locks: it lets one transaction write at a time. Raises not_found.

        Without `now` the time is read when the lock is held, because a player who waited for it has not moved before.
        """
        match = LOCKED_MATCH.first(public_id)
        if match is None:
            raise no_such_match()
        seats = read_seats(match)
        return cls(match, seats, now or timezone.now(), None if match.is_open else game_at(match))

    @classmethod
    @contextmanager
    def acting(cls, public_id: str, user: User | None, now: datetime | None = None) -> Iterator[Self]:
        """Lock the match for an act of the user and save it. What was done before a refusal stays done.

        The refusal is raised after the commit, with the version of the match that the user sees.
        """
        with structlog.contextvars.bound_contextvars(match=public_id, user_id=None if user is None else user.pk):
            refusal: DomainError | None = None
            with transaction.atomic():
                locked = cls.lock(public_id, now)
                try:
                    yield locked
                except DomainError as cause:
                    refusal = cause
                locked.save()
            if refusal is not None:
                refusal.version = locked.version_for(locked.seat_of(user))
                raise refusal

    def record_mover(self, player: User | None, arrived: datetime | None) -> None:
        """Record whose move the match is locked for, and how long the request waited for the lock."""
        self.player = player
        waited = timedelta() if arrived is None else self.now - arrived
        self.work_ms = max(0, min(waited // MILLISECOND, MOST_WORK_MS))

    def seat_of(self, user: User | None) -> Seat | None:
        """Return the seat of the user, or None."""
        return seat_of(self.seats, user)

    def find_own_seat(self, user: User | None, words: str) -> Seat:
        """Return the seat of the user. Raises spectator, in these words, for a user who has none."""
        seat = self.seat_of(user)
        if seat is None:
            raise DomainError("spectator", words)
        return seat

    def version_for(self, seat: Seat | None) -> int:
        """Return the version of the match that a seat, or a spectator (None), sees."""
        return self.match.version if self.game is None else self.game.number_for(None if seat is None else seat.index)

    def act(
        self, seat: int | None, text: str, *, key: str = "", lapsed: bool = False, held: bool = False, reason: str = ""
    ) -> None:
        """Apply an action, set the clocks, and forfeit the seat whose third turn in a row passed with it.

        `held`: it was done for a seat that could do nothing, and says nothing of its player. `reason`: a bot's own.
        Raises `IllegalAction`; nothing has changed then.
        """
        game = self.running_game()
        owner, turn = self.seats[game.turn_seat], game.turns
        own = None if seat is None else self.seats[seat]
        question = game.asked if seat is not None and game.question_for(seat) is not None else None
        window = game.stack[-1] if is_window(game) else None
        self._apply(seat, text, key=key, lapsed=lapsed, reason=reason)
        self._asks_on = window is not None and bool(game.stack) and game.stack[-1] is window
        if own is not None:
            if game.is_aside(self._added[-1].text):
                self._record_arrival(own)
                return  # a stop answers nothing
            if held:
                own.clock = replace(own.clock, since=None)  # as if it had not run
                self._touched.add(own.index)
            elif not lapsed and own.is_of(self.player):
                if window is not None and question is not None and own.since is not None and self._added[-1].move:
                    pause_ms = max((self.now - own.since) // MILLISECOND, 0)
                    own.window_pauses = holds.add_pause(own.window_pauses, pause_ms)
                self._give_time_back(own)
            self._record_answer(own, question, turn if own is owner and not held else None)
            if held:  # a pause would show the rest, and so who passed (rules 13.10)
                own.clock = own.clock.stop(self.now)
        self.set_clocks()
        if not owner.played_by:
            self._record_turn(owner, turn, None if held else seat, lapsed=lapsed)

    def step_back(self, to: int, to_move: int, seat: int | None = None) -> None:
        """Step the game back to the action numbered `to`, the last of the move `to_move`.

        `seat` takes back; None: the staff step back. Time spent on the clocks stays spent, free seconds too (rules
        21.10). The record of turns, and what was chosen for a turn, go back with the game.
        """
        game = self.running_game()
        actions = [*self.match.actions.order_by("number"), *self._added]
        log = [LogEntry(each.number, each.seat, each.text, each.dice) for each in actions]
        undone_before = find_undone((number, of, text) for number, of, text, _ in log)
        holding = [action for action in actions if action.number not in undone_before]
        over = [action for action in holding if action.number > to]
        first = next((action.question for action in over if action.question is not None), game.asked)
        self.game = self.match.kind.game.from_data(game.to_data(), game.setup, log)
        self._apply(None, str(StepBack(to, seat)))
        self._added[-1].back_to = to_move
        returning = self.game.decision
        for each in self.seats:
            if each.index == seat or (returning is not None and returning.seat == each.index):
                own = [action for action in over if action.seat == each.index]
                self._keep_free_left(each, own, game.asked, renumbered_by=self.game.asked - first)
            self._restore_turns(each, [action for action in holding if action.seat == each.index], to)
        self.set_clocks()

    def _keep_free_left(self, seat: Seat, undone: list[Action], open_question: int, renumbered_by: int) -> None:
        """Store the free seconds left of the seat's questions that may come back: those undone and the open one.

        The question stepped back to, and those after it, come back with numbers higher by `renumbered_by`.
        """
        left = {int(number): free_ms for number, free_ms in seat.free_left.items()}
        spent = [(action.question, action.free_left_ms) for action in undone]
        if seat.asked == open_question:
            spent.append((seat.asked, seat.clock.read_at(self.now).free_ms))
        for number, free_ms in spent:
            if number is not None and free_ms is not None:
                left[number] = min(free_ms, left.get(number, free_ms))
        renumbered = ((number + renumbered_by, free_ms) for number, free_ms in left.items())
        seat.free_left = {str(number): ms for number, ms in renumbered if number >= self.running_game().asked}
        seat.clock, seat.asked = seat.clock.stop(self.now), 0
        self._touched.add(seat.index)

    def _restore_turns(self, seat: Seat, holding: list[Action], to: int) -> None:
        """Reset the seat's record of turns, and its choice to pass one, to the actions that still hold."""
        kept = [action for action in holding if action.number <= to]
        answers = [(action.own_turn, action.lapsed) for action in kept if action.own_turn is not None]
        seat.turns = TurnRecord.from_answers(answers, self.running_game().turns)
        if seat.passes_since is not None and seat.passes_since > to:
            seat.passes_turn = seat.passes_since = None
        self._touched.add(seat.index)

    def _record_answer(self, seat: Seat, question: int | None, own_turn: int | None) -> None:
        """Store with the action just added what a step back over it restores."""
        action = self._added[-1]
        action.question = question
        if not seat.played_by:
            action.own_turn = own_turn
            action.free_left_ms = seat.clock.read_at(self.now).free_ms if question is not None else None

    def _apply(self, seat: int | None, text: str, *, key: str = "", lapsed: bool = False, reason: str = "") -> None:
        """Apply the action and add it to what `save` writes. Raises `IllegalAction`."""
        game = self.running_game()
        before = game.number_for(None)
        events = game.act(seat, text)
        entry = game.latest
        assert entry is not None, "an action was just applied"
        self._added.append(
            Action(
                match=self.match,
                number=game.number,
                move=move if (move := game.number_for(None)) != before else 0,
                seat=seat,
                text=entry.text,
                dice=list(entry.dice),
                events=[event.to_data() for event in events],
                key=key,
                sent=text if key and text != entry.text else "",
                lapsed=lapsed,
                reason=reason[:REASON_LENGTH],
                at=self.now,
            )
        )

    def last_texts(self, seat: Seat, count: int) -> list[str]:
        """Return the texts of the last `count` actions that the seat is told of, the newest first."""
        added = [each.text for each in self._added if each.move or each.seat == seat.index]
        told = Action.objects.filter(Q(move__gt=0) | Q(seat=seat.index), match=self.match)
        written = told.order_by("-number").values_list("text", flat=True)
        return [*reversed(added), *written[:count]][:count]

    def list_event_kinds(self, seat: Seat) -> list[str]:
        """Return the kinds of the events of the new actions that are about the seat."""
        events = [event for action in self._added for event in action.events]
        return [event["kind"] for event in events if event["facts"].get("seat") == seat.index]

    def _give_time_back(self, seat: Seat) -> None:
        """Give a seat that has moved the time back that was not its player's: the server's work and the measured lag.

        For the stages of a line all is given back at its end, because a clock that changes would reveal them.
        """
        is_answered = self.running_game().asked != seat.asked
        seat.owed_ms += seat.lag.allowed_ms + self.work_ms
        if self._added[-1].move:
            seat.clock, seat.owed_ms = seat.clock.give_back(seat.owed_ms, self.now), 0
        seat.lag_bucket_ms = seat.lag.after_move(is_answered=is_answered).bucket_ms
        self._record_arrival(seat)

    def _record_arrival(self, seat: Seat) -> None:
        """Record that the seat's player has been here since the match began."""
        seat.came_at = seat.came_at or self.now
        self._touched.add(seat.index)

    def _has_run_out(self, seat: Seat) -> bool:
        """Return True if the time for the seat's question is over. The mover's answer counts from when it arrived."""
        work_ms = self.work_ms if seat.is_of(self.player) else 0
        return seat.clock.has_run_out(self.now - (seat.lag.allowed_ms + seat.owed_ms + work_ms) * MILLISECOND)

    def running_game(self) -> Game:
        """Return the game of a match that has begun."""
        assert self.game is not None, "an open table has no game yet"
        return self.game

    def game_in_play(self, *, even_paused: bool = False) -> Game:
        """Return the game of a running match. Raises not_started, match_over, and paused unless `even_paused`."""
        if self.game is None:
            raise DomainError("not_started", "The match begins when every seat is taken.")
        if self.game.result is not None:
            raise DomainError("match_over", "The match is over.")
        if self.match.is_halted and not even_paused:
            raise paused_error(self.match)
        return self.game

    def _record_turn(self, owner: Seat, turn: int, seat: int | None, *, lapsed: bool) -> None:
        """Update the owner's record for the turn of the action, and forfeit the seat if it has conceded."""
        game, turns = self.running_game(), owner.turns
        if seat == owner.index:
            turns = turns.with_answer(turn, lapsed=lapsed)
        if game.result is None and game.turns != turn:
            turns = turns.after_turn(turn)
        if turns != owner.turns:
            owner.turns = turns
            self._touched.add(owner.index)
        if turns.has_conceded and (forfeit := make_forfeit(owner.index)) in game.standing(None):
            self.act(None, forfeit)

    def set_clocks(self) -> None:
        """Start the clocks of the persons who are asked, and stop the others. None runs in a match without a clock.

        Free seconds begin anew when `game.asked` has risen, which it does not for the stages of a line.
        """
        if self.match.is_halted:
            return
        game = self.running_game()
        for seat in self.seats:
            is_asked = self.match.is_timed and game.question_for(seat.index) is not None and not seat.played_by
            if is_asked and (seat.since is None or seat.asked != game.asked):
                left = seat.free_left.get(str(game.asked))
                if left is None:
                    seat.clock = seat.clock.start(self.now, free_ms=self.match.free_s * 1000)
                else:  # the question came back with so much free time left (rules 21.10)
                    seat.clock = Clock(left, seat.clock.read_at(self.now).bank_ms, self.now)
                seat.asked, seat.owed_ms = game.asked, 0
            elif not is_asked and seat.since is not None:
                seat.clock = seat.clock.stop(self.now)
            else:
                continue
            self._touched.add(seat.index)

    def settle(self) -> None:
        """Apply what is due at `now`, in the order in which it fell due.

        A choice out of time is answered with the least (rules 21.9), and at the match's limit the game stops where it
        stands (rules 21.3). While no web process runs nobody can answer, and nothing is due.
        """
        while self.match.is_running and self.running_game().result is None and not self.match.is_halted:
            due = [(seat.runs_out_at, seat.index) for seat in self.seats if self._has_run_out(seat)]
            if self.match.deadline_at is not None and self.match.deadline_at <= self.now:
                due.append((self.match.deadline_at, len(self.seats)))
            if not due or is_shut(self.now):
                return
            _, index = min(due)
            if index == len(self.seats):
                self.act(None, TIME_UP)
            else:
                self.act(index, self.running_game().least or "", lapsed=True)

    def save(self) -> None:
        """Write the changes, if any, comparing and setting the version. After the commit, publish them to the table."""
        if self._added:
            self._end_request()
        if not self._added and not self._touched and not self._is_changed:
            return
        match, game = self.match, self.running_game()
        self._update_match(match, game)
        add_rows(Action, self._added)
        if not write_if(match, WRITTEN_COLUMNS, last_action=self.loaded_action, state=MatchState.RUNNING):
            raise moved_on_error()
        if self._touched:
            Seat.objects.write_clocks(self.seats[index] for index in sorted(self._touched))
        transaction.on_commit(lambda: self._cache(match, game))
        publish_on_commit(match, self.mover, self.answer_after_s, is_private=self._is_private)
        if match.is_over:
            record_on_commit(match)

    def seat_stand_in(self, seat: Seat, bot: str) -> None:
        """Seat a bot for a player who is away, and stop the player's clock."""
        update_row(seat, stand_in=bot)
        self._touched.add(seat.index)
        self.set_clocks()

    def return_seat(self, seat: Seat) -> None:
        """Hand the seat back to a returning player and restart the player's clock."""
        if seat.absence is None:
            return
        take_back(seat, self.match.paused_at or self.now)
        self._is_changed = True
        self._touched.add(seat.index)
        self.set_clocks()

    def halt(self, reason: str) -> None:
        """Pause the match and stop all clocks as they are."""
        self.match.paused_at, self.match.paused_for = self.now, reason
        for seat in self.seats:
            if seat.since is not None:
                seat.clock = replace(seat.clock.read_at(self.now), since=None)  # with the rest of the free time
                self._touched.add(seat.index)

    def resume(self) -> None:
        """Resume the match: its limit moves by the length of the pause, and clocks run on from where they stood."""
        self.end_halt()
        game = self.running_game()
        for seat in self.seats:
            is_asked = game.question_for(seat.index) is not None and not seat.played_by
            if is_asked and seat.since is None and seat.asked == game.asked:
                seat.clock = replace(seat.clock, since=self.now)
                self._touched.add(seat.index)
        self.set_clocks()

    def end_halt(self) -> None:
        """Clear the pause, and move the time limit and other deadlines by its length."""
        if self.match.paused_at is not None:
            for seat in self.seats:
                if seat.away_since is not None:  # the grace resumes with as much as when the pause began
                    away = max(self.match.paused_at - seat.away_since, timedelta())
                    update_row(seat, away_since=self.now - away)
            paused = max(self.now - self.match.paused_at, timedelta())
            if self.match.deadline_at is not None:
                self.match.deadline_at += paused
            TakeBack.objects.filter(match=self.match, state=TakeBackState.ASKED).update(ends_at=F("ends_at") + paused)
        self.match.paused_at, self.match.paused_for = None, ""

    def give_time(self, seat: Seat, bank_ms: int) -> None:
        """Add time to the bank of a seat; a running clock runs on."""
        seat.clock = replace(seat.clock, bank_ms=seat.clock.bank_ms + bank_ms)
        self._touched.add(seat.index)

    def show(self) -> None:
        """Mark the match as changed for every viewer, by something other than actions and clocks."""
        self._is_changed = True

    def set_take_back(self, request: TakeBack | None) -> None:
        """Open a request to take back, for which bots and the hold wait; None closes the open one."""
        self.match.take_back = request
        self._is_changed = True

    def _end_request(self) -> None:
        """End the open request after an action that changes the game, not after a stop or the stage of a line."""
        if not any(action.move for action in self._added):
            return
        request, self.match.take_back = self.match.take_back, None
        if request is not None:
            TakeBack.objects.filter(pk=request.pk, state=TakeBackState.ASKED).update(state=TakeBackState.ENDED)

    def _cache(self, match: Match, game: Game) -> None:
        """Cache the committed game and rows for this process."""
        game_shelf.keep(match.public_id, match.last_action, game)
        row_shelf.keep(match.public_id, match.revision, TableRows.from_write(match, self.seats, self._added))

    def restart_clocks(self) -> bool:
        """Start the clocks that should run, without an action. Return True if any did not."""
        self.set_clocks()
        self.match.bot_due_at = self.bots_due_at()
        if self._touched:
            Seat.objects.write_clocks(self.seats[index] for index in sorted(self._touched))
        if self.match.bot_due_at is not None:
            self.match.save(update_fields=["bot_due_at"])
        show_change(self.match)
        return bool(self._touched) or self.match.bot_due_at is not None

    def update_hold(self) -> None:
        """Update the deadline for the asked seat after its choice to pass. Nothing at the table changes visibly."""
        match = self.match
        update_row(match, bot_due_at=self.bots_due_at())
        if match.bot_due_at is not None:
            queue_bots_on_commit(match, self.answer_after_s)

    def _update_match(self, match: Match, game: Game) -> None:
        """Set the columns of the row in memory from the game."""
        match.version, match.last_action = game.number_for(None), game.number
        if not self._is_private:
            match.revision += 1
        match.state_data = game.to_data()
        if self._added and not match.is_timed:
            match.deadline_at = self.now + DECIDED_IF_IDLE_FOR
        are_stops = bool(self._added) and all(game.is_aside(action.text) for action in self._added)
        if are_stops and match.bot_due_at is not None:
            self.answer_after_s = max((match.bot_due_at - self.now).total_seconds(), 0)
        else:
            match.bot_due_at = self.bots_due_at()
        if game.result is not None:
            match.state = MatchState.OVER
            match.ended_at = self.now
            match.result = game.result.to_data()
            keeps = match.kind.results.keeps_points
            match.left = [points if keeps or not game.is_out(seat) else 0 for seat, points in enumerate(game.points)]

    @property
    def _is_private(self) -> bool:
        """The flag that nobody but the mover may learn that anything was done."""
        return bool(self._added) and not self._is_changed and not any(action.move for action in self._added)

    @property
    def bots_wait(self) -> bool:
        """The flag that neither bots nor the hold answer: in a pause, and while a request to take back is open."""
        return self.match.is_halted or self.match.take_back_id is not None

    def bots_due_at(self) -> datetime | None:
        """Return when the bots that are asked answer, or a held player is passed; None if a person chooses."""
        game = self.running_game()
        if self.bots_wait:
            return None
        if any(seat.played_by and game.question_for(seat.index) is not None for seat in self.seats):
            self.answer_after_s = self.match.pace_s
        elif game.decision is not None and is_passed(game, self.seats[game.decision.seat]):
            self.answer_after_s = self._draw_hold(self.seats[game.decision.seat])
        else:
            return None
        return self.now + timedelta(seconds=self.answer_after_s)

    def _draw_hold(self, seat: Seat) -> float:
        """Return after how many seconds a held question is passed (rules 13.10).

        The next seat that a window asks is passed at once, or after a thought, whoever passed before it, so that
        nobody can tell whether the hold did. No hold outlasts the free seconds: the bank would reveal it.
        """
        chance, free_until = holds.chance, seat.clock.free_until
        longest = holds.LONGEST_HOLD_S
        if free_until is not None:
            longest = min(longest, (free_until - self.now).total_seconds())
        others = [each for each in self.seats if each is not seat and each.user_id is not None]
        is_plain = len(self.seats) == 2 and is_window(self.running_game())
        share = holds.IMITATED_IN_WINDOWS if is_plain else holds.IMITATED_ELSEWHERE
        if others and chance.random() < share:
            return holds.draw_thought(seat.window_pauses, longest, chance)
        return 0.0 if others and self._asks_on else holds.draw_short_hold(chance)


def paused_error(match: Match) -> DomainError:
    """Return the refusal of acts in a match that the staff have paused."""
    return DomainError("paused", f"The staff have paused the match: {match.paused_for}")


def moved_on_error() -> DomainError:
    """Return the refusal of a move made at an outdated version."""
    return DomainError("table_moved_on", "The table has moved on. Here is the question as it stands now.")
