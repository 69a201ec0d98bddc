"""The life of a match as a model: whatever people, watchers, bots, time and staff do, what the docs promise holds."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import timedelta
from random import Random
from uuid import UUID

import pytest
from django.db import transaction
from django.db.models import F
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from incursions.accounts.models import User
from incursions.accounts.viewers import create_guest, merge_guest
from incursions.games.incursions.rules import Game
from incursions.kit.refusals import DomainError
from tests.sampling import is_long
from tests.tournaments.laid_matches import NOON
from tournaments.live.presence.attendance import Attendances, record_web_process
from tournaments.matches import holds
from tournaments.matches.absence import claim_seat
from tournaments.matches.bot_moves import play_bots
from tournaments.matches.clocks import LEAST_GRACE_MS
from tournaments.matches.deadlines import reconcile_matches, sweep_deadlines
from tournaments.matches.export import export_match
from tournaments.matches.life import TableRules, create_match, join_match
from tournaments.matches.models import Match, Seat
from tournaments.matches.moves import Move, play_move
from tournaments.matches.rematches import decline_rematch, rematch_match
from tournaments.matches.staff.acting import Order, act_as_staff
from tournaments.matches.staff.models import Kind
from tournaments.matches.table_rows import game_shelf, row_shelf, table_for
from tournaments.matches.taking_back.models import TakeBack
from tournaments.matches.taking_back.requests import answer_take_back, ask_to_take_back, end_late_requests
from tournaments.matches.verification import first_difference
from tournaments.players.models import MatchRecord, SeatRecord
from tournaments.players.recording import record_match

BEAT_S = 2
PEOPLE = st.integers(0, 2)
OTHERS = st.integers(0, 3)


class MatchLife(RuleBasedStateMachine):
    """Three seats, of which the last may be a bot's; a watcher, nobody known, and a member of the staff."""

    @initialize(
        mode=st.sampled_from(["basic", "full"]),
        bots=st.sampled_from([(), ("captain",)]),
        rated=st.booleans(),
        has_guest=st.booleans(),
    )
    def start(self, mode: str, bots: tuple[str, ...], rated: bool, has_guest: bool) -> None:
        game_shelf.clear()
        row_shelf.clear()
        self.now = NOON
        self.chance, holds.chance = holds.chance, Random(1)
        self.block = transaction.atomic()
        self.block.__enter__()
        self.servers = 1
        self.web = Attendances(UUID(int=1))
        record_web_process(self.web.server, self.now)
        self.users: list[User | None] = [User.objects.create_user(f"player-{one}") for one in range(3 - len(bots))]
        if has_guest and not (rated and not bots):
            self.users[1] = create_guest()
        self.watcher = User.objects.create_user("watcher")
        self.staff = User.objects.create_user("staff", is_staff=True)
        self.sockets: dict[int | None, int] = {}
        rules = TableRules(mode=mode, seats=3, bots=bots, rated=rated and not bots, free_s=10, bank_s=60)
        match = create_match(host=self.users[0], rules=rules, now=self.now)
        for user in self.users[1:]:
            join_match(match.public_id, user, now=self.now)
        self.key = match.pk
        self.keys = 0
        self.asked_ms = dict.fromkeys(range(3), 0)
        self.is_verified = False
        self.compared_after = -1  # the action after which views were compared

    def teardown(self) -> None:
        if hasattr(self, "block"):
            holds.chance = self.chance
            transaction.set_rollback(True)
            self.block.__exit__(None, None, None)

    @property
    def match(self) -> Match:
        return Match.objects.get(pk=self.key)

    @property
    def game(self):
        return table_for(self.match, None).game

    def asked_seat(self) -> int | None:
        decision = self.game.decision
        return None if decision is None else decision.seat

    def attempt(self, act, *args, **named) -> bool:
        """Return True if the act was done. A refusal changes nothing but what was due by the clock."""
        try:
            act(*args, now=self.now, **named)
        except DomainError:
            return False
        return True

    def pass_time(self, seconds: float) -> None:
        """Let time pass in steps in which everything due is done, as beat and sweep do."""
        until = self.now + timedelta(seconds=seconds)
        while self.now < until:
            step = min(timedelta(seconds=BEAT_S), until - self.now)
            match, asked = self.match, self.asked_seat() if self.match.is_running else None
            if asked is not None and not match.is_halted:
                self.asked_ms[asked] += step // timedelta(milliseconds=1)
            self.now += step
            record_web_process(self.web.server, self.now)
            self.web.flush(self.now)
            sweep_deadlines(self.now, queue=lambda *_: None)
            end_late_requests(self.now)

    # --- what may happen ---

    @rule(seconds=st.sampled_from([0.4, 1.7, 4.5, 12, 45, 130]))
    def wait(self, seconds: float) -> None:
        self.pass_time(seconds)

    @rule(choice=st.integers(0, 1000))
    def play(self, choice: int) -> None:
        seat = self.asked_seat() if self.match.is_running else None
        if seat is None or seat >= len(self.users) or self.users[seat] is None:
            return
        options = self.game.decision.options
        self.keys += 1
        move = Move(self.game.number_for(seat), options[choice % len(options)], f"key-{self.keys}")
        self.attempt(play_move, self.match.public_id, self.users[seat], move)

    @rule()
    def let_bots_answer(self) -> None:
        match = self.match
        if match.is_running and match.bot_due_at is not None:
            self.pass_time(max((match.bot_due_at - self.now).total_seconds(), 0))
            play_bots(match.public_id, self.match.last_action, now=self.now)

    @rule(who=OTHERS)
    def open_a_socket(self, who: int) -> None:
        viewer = self.viewer(who)
        self.sockets[viewer] = self.sockets.get(viewer, 0) + 1
        self.web.come(self.match.room, viewer)
        self.web.flush(self.now)

    @rule(who=OTHERS)
    def close_a_socket(self, who: int) -> None:
        viewer = self.viewer(who)
        if self.sockets.get(viewer, 0):
            self.sockets[viewer] -= 1
            self.web.leave(self.match.room, viewer, self.now)

    @rule(of=PEOPLE, seat=PEOPLE)
    def claim(self, of: int, seat: int) -> None:
        user = self.users[of] if of < len(self.users) else None
        match, asked = self.match, self.asked_seat() if self.match.is_running else None
        before = {row.index: row for row in match.seats.all()}
        if self.attempt(claim_seat, match.public_id, user, f"strike seat {seat}"):
            target = before[seat]
            assert user is not None
            assert target.bot == ""
            assert self.sockets.get(target.user_id, 0) == 0 or target.user_id is None
            assert asked != of
            assert before[of].came_at is not None
            assert target.came_at is not None
            assert self.now - target.away_since >= timedelta(milliseconds=LEAST_GRACE_MS)

    @rule(of=PEOPLE)
    def ask_to_take_back(self, of: int) -> None:
        user = self.users[of] if of < len(self.users) else None
        self.keys += 1
        version = self.game.number_for(of) if self.match.is_running else 0
        self.attempt(ask_to_take_back, self.match.public_id, user, version=version, key=f"back-{self.keys}")

    @rule(of=PEOPLE, said=st.sampled_from(["agree", "decline", "decline all", "withdraw", "hear again"]))
    def answer_take_back(self, of: int, said: str) -> None:
        user = self.users[of] if of < len(self.users) else None
        self.attempt(answer_take_back, self.match.public_id, user, request=self.match.take_back_id or 0, said=said)

    @rule(of=PEOPLE)
    def set_a_stop(self, of: int) -> None:
        match = self.match
        if not match.is_running or of >= len(self.users) or self.users[of] is None:
            return
        stops = [text for text in self.game.standing(of) if text.startswith(("set stop", "clear stop"))]
        request = match.take_back_id
        if stops:
            self.keys += 1
            self.attempt(play_move, match.public_id, self.users[of], Move(None, stops[0], f"key-{self.keys}"))
            after = self.match
            assert (
                request is None or after.take_back_id == request or TakeBack.objects.get(pk=request).ends_at <= self.now
            )

    @rule(kind=st.sampled_from([Kind.PAUSE, Kind.RESUME]))
    def staff_pauses_or_goes_on(self, kind: Kind) -> None:
        self.order(Order(kind, "A look at the dice"))

    @rule(to=st.integers(0, 40))
    def staff_steps_back(self, to: int) -> None:
        self.order(Order(Kind.STEP_BACK, "A slip", amount=to))

    @rule(of=PEOPLE, chance=st.integers(0, 4))
    def delete_an_account(self, of: int, chance: int) -> None:
        user = self.users[of] if of < len(self.users) else None
        if user is not None and chance == 0 and self.match.is_running:
            user.delete()
            self.users[of] = None

    @rule(of=PEOPLE, has_account=st.booleans())
    def guest_signs_up_or_in(self, of: int, has_account: bool) -> None:
        guest = self.users[of] if of < len(self.users) else None
        if guest is None or not guest.is_guest:
            return
        before = {seat.index: (seat.came_at, seat.away_since) for seat in self.match.seats.all()}
        if has_account:
            while self.sockets.get(guest.pk, 0):  # its session ends, and with it its sockets
                self.sockets[guest.pk] -= 1
                self.web.leave(self.match.room, guest.pk, self.now)
            self.users[of] = User.objects.create_user(f"account-{of}")
            merge_guest(guest, account=self.users[of])
        else:
            guest.is_guest, guest.display_name = False, ""
            guest.save()
        seat = self.match.seats.get(index=of)
        assert seat.user_id == self.users[of].pk
        assert (seat.came_at, seat.away_since) == before[of]

    @rule()
    def restart(self) -> None:
        """Another web process: what was kept in memory is gone, and so are all sockets."""
        game_shelf.clear()
        row_shelf.clear()
        self.servers += 1
        self.web, self.sockets = Attendances(UUID(int=self.servers)), {}
        record_web_process(self.web.server, self.now)

    @rule(of=PEOPLE, declines=st.booleans())
    def ask_for_rematch(self, of: int, declines: bool) -> None:
        user = self.users[of] if of < len(self.users) else None
        if user is None:
            return
        if declines:
            with suppress(DomainError):
                decline_rematch(self.match.public_id, user)
        else:
            self.attempt(rematch_match, self.match.public_id, user)

    @rule()
    def stranger_joins_the_rematch(self) -> None:
        following = self.match.rematch
        if following is None or not following.is_open:
            return
        is_kept = following.kept_until is not None and following.kept_until > self.now
        assert not (self.attempt(join_match, following.public_id, self.watcher) and is_kept)

    # --- what holds ---

    @invariant()
    def no_view_depends_on_the_hand_of_another(self) -> None:
        match = self.match if hasattr(self, "key") else None
        if match is None or not match.is_running or match.mode == "basic":
            return
        if match.last_action == self.compared_after:
            return
        self.compared_after, game = match.last_action, self.game
        for owner in range(len(game.ships)):
            data = json.loads(json.dumps(game.to_data()))
            hand, deck = data["players"][owner]["hand"], data["players"][owner]["deck"]
            composes = game.decision.seat == owner and game.decision.said  # perhaps a line with that card
            if not (hand and deck) or composes:
                continue
            hand[0], deck[0] = deck[0], hand[0]
            other = Game.from_data(data, game.setup)
            for viewer in (None, *(seat for seat in range(len(game.ships)) if seat != owner)):
                if not game.view(viewer)["open_hands"]:
                    assert json.dumps(other.view(viewer)) == json.dumps(game.view(viewer))

    @invariant()
    def only_who_was_there_loses_a_rating(self) -> None:
        match = self.match if hasattr(self, "key") else None
        if match is not None and match.is_over and match.rated:
            for record in SeatRecord.objects.filter(record__match=match).exclude(mu_after=F("mu_before")):
                seat = match.seats.get(index=record.seat)
                assert seat.came_at is not None or match.actions.filter(seat=seat.index).exists()

    @invariant()
    def match_has_a_result_when_it_is_over_and_only_then(self) -> None:
        if not hasattr(self, "key"):
            return
        match = self.match
        assert match.is_over == (match.result is not None)
        if match.is_over and not self.is_verified:
            self.is_verified = True
            record_match(match.public_id)
            record_match(match.public_id)
            assert MatchRecord.objects.filter(match=match).count() == 1
            assert first_difference(export_match(match)) is None

    @invariant()
    def time_is_taken_only_from_whom_it_was_and_free_seconds_never_grow(self) -> None:
        if hasattr(self, "key"):
            for seat in Seat.objects.filter(match=self.key):
                assert 0 <= seat.free_ms <= 10_000
                assert 60_000 - seat.bank_ms <= self.asked_ms[seat.index] + BEAT_S * 1000

    @invariant()
    def bots_are_never_away_and_who_is_connected_is_here(self) -> None:
        if hasattr(self, "key") and not self.match.is_over:
            for seat in Seat.objects.filter(match=self.key):
                assert seat.bot == "" or seat.away_since is None
                assert seat.user_id is None or not self.sockets.get(seat.user_id) or seat.away_since is None

    @invariant()
    def somebody_is_asked_by_a_clock_that_runs_or_a_bot_that_is_due(self) -> None:
        if not hasattr(self, "key"):
            return
        match = self.match
        if match.is_running and not match.is_halted and match.take_back_id is None:
            runs = Seat.objects.filter(match=match, runs_out_at__isnull=False).exists()
            assert runs or match.bot_due_at is not None
            assert reconcile_matches(self.now) == 0

    def viewer(self, who: int) -> int | None:
        """Return the key of a player, of the watcher, or None for nobody known."""
        if who == 3:
            return None
        user = self.users[who] if who < len(self.users) else self.watcher
        return self.watcher.pk if user is None else user.pk

    def order(self, order: Order) -> None:
        self.attempt(act_as_staff, self.match.public_id, self.staff, order, seen=self.match.staff_acts)


@pytest.mark.long
def test_what_is_promised_holds_through_the_life_of_a_match(catalogue):
    count = settings(
        max_examples=100 if is_long() else 4,
        stateful_step_count=50 if is_long() else 30,
        derandomize=not is_long(),
        deadline=None,
        phases=[Phase.explicit, Phase.generate],  # to shrink what failed takes minutes
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(MatchLife, settings=count)
