"""Pairs of matches that differ in one hidden fact: nobody but its owner can tell them apart.

Both have the same seed and acts, and differ in a card of one hand, in the order of a deck or a hexpile, in stops
that were set, or in the stages in which lines were said. A pair ends where the rules show the fact to others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.test import Client
from django.urls import reverse

from incursions.accounts.models import User
from incursions.accounts.viewers import SocketViewer
from incursions.engine.events import EventData
from incursions.games.incursions import kind
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.state.setup import Setup
from tests.addresses import address_at_table
from tests.sampling import is_long, sample
from tests.tournaments.laid_matches import NOON
from tournaments.matches import holds
from tournaments.matches.bot_moves import play_bots
from tournaments.matches.holds import is_passed
from tournaments.matches.life import TableRules, create_match, join_match
from tournaments.matches.models import Match, Seat
from tournaments.matches.moves import Move, play_move
from tournaments.matches.replays import tape
from tournaments.matches.staff.acting import Order, act_as_staff
from tournaments.matches.staff.models import Kind
from tournaments.matches.table_rows import game_of, game_shelf, row_shelf
from tournaments.tables.consumers import draw

PAIRS, MANY_PAIRS = 1, 500
CHUNKS = 10 if is_long() else 1
CHUNK = MANY_PAIRS // CHUNKS
MOVES = 20 if is_long() else 12
STEP = timedelta(seconds=3)
KINDS = ("hand", "deck", "hexpile", "stops", "stages")
ASKED_BECAUSE_OF_IT = ("stop", "arrange")
"""Questions that are asked only where a stop was set, or where pieces looked at have different titles."""
ADDRESSES = ("match", "state", "export", "replay", "hands", "hands_newest", "take_back", "verify", "chat")
TOKENS = re.compile(rb"[A-Za-z0-9]{64}")
PUBLIC_ID = "hiddenpair"


@dataclass(frozen=True)
class Step:
    """What one seat does: a line, said in these stages in the one match and in those in the other."""

    seat: int
    stages: tuple[tuple[str, ...], tuple[str, ...]]
    stop: str = ""


@dataclass
class Pair:
    """Two set-ups and seeds, the seat whose secret differs, and the titles that tell of it."""

    setups: tuple[Setup, Setup]
    seed: bytes
    kind: str
    owner: int
    titles: frozenset[str]


def made_pair(number: int, setup: Setup) -> Pair:
    rng = Random(f"pair {number}")
    kind, seed = KINDS[number % len(KINDS)], rng.randbytes(32)
    owner = rng.randrange(len(setup["seats"]))
    while True:
        pair = _made_pair(setup, seed, kind, owner, rng)
        starts = [Game.start(each, seed) for each in pair.setups]
        if not _is_shown(pair, [[event.to_data() for event in start.events] for start in starts], starts):
            return pair  # else what differs was tabled at the start


def _made_pair(setup: Setup, seed: bytes, kind: str, owner: int, rng: Random) -> Pair:
    other = json.loads(json.dumps(setup))
    titles: frozenset[str] = frozenset()
    if kind in ("hand", "deck", "hexpile"):
        name = "hexpile" if kind == "hexpile" else "deck"
        pieces = other["seats"][owner][name]
        first, second = _places(Game.start(setup, seed), owner, kind, pieces, rng)
        titles = frozenset({pieces[first], pieces[second]})
        pieces[first], pieces[second] = pieces[second], pieces[first]
    return Pair((setup, other), seed, kind, owner, titles)


def _places(game: Game, owner: int, kind: str, pieces: list[str], rng: Random) -> tuple[int, int]:
    """Two places of the list that a seat brings, with different titles: for `hand` one is held and one is not."""
    held = set(game.view(owner)["hand"])
    for _ in range(1000):
        first, second = rng.sample(range(len(pieces)), 2)
        is_other_hand = (pieces[first] in held) != (pieces[second] in held)
        if pieces[first] != pieces[second] and (kind != "hand" or is_other_hand):
            return first, second
    raise AssertionError("all pieces are the same")


def others_of(pair: Pair) -> list[int | None]:
    return [None, *(seat for seat in range(len(pair.setups[0]["seats"])) if seat != pair.owner)]


def steps_of(pair: Pair, rng: Random) -> Iterator[Step]:
    """Acts that may be done in both, as long as the engine shows others the same of both."""
    games = [Game.start(setup, pair.seed) for setup in pair.setups]
    for _ in range(MOVES):
        for viewer in others_of(pair):
            assert views(games[0], viewer) == views(games[1], viewer), pair
        seat = games[0].decision.seat
        stop = ""
        if pair.kind == "stops" and rng.random() < 0.3:
            stops = [text for text in games[1].standing(pair.owner) if " stop " in text]
            stop = rng.choice(stops) if stops else ""
        found = _line(games, pair, seat, rng)
        after = [game.copy() for game in games]
        if stop:
            after[1].act(pair.owner, stop)
        events = []
        for game, stages in zip(after, found, strict=True):
            for text in stages:
                caused = game.act(seat, text)
            events.append([event.to_data() for event in caused])
        if _is_shown(pair, events, after) or any(game.decision is None for game in after):
            return
        yield Step(seat, found, stop)
        games = after


def _line(games: list[Game], pair: Pair, seat: int, rng: Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a line for each game, offered by both to the asked seat, which names nothing that differs."""
    trial = [game.copy() for game in games]
    said: list[str] = []
    while not said or (trial[0].decision is not None and trial[0].decision.said):
        options = [list(game.decision.options) for game in trial if game.decision is not None]
        if seat != pair.owner:
            assert options[0] == options[1], "what another seat may do differs"
        common = [text for text in options[0] if text in options[-1] and not any(t in text for t in pair.titles)]
        if not common or len(options) < 2:
            least = games[0].least or "pass"
            return (least,), (least,)
        said.append(rng.choice(common))
        for game in trial:
            game.act(seat, said[-1])
        if bool(trial[0].decision and trial[0].decision.said) != bool(trial[1].decision and trial[1].decision.said):
            least = games[0].least or "pass"
            return (least,), (least,)
    whole = (" ".join(said),)
    if pair.kind == "stages" and seat == pair.owner and len(said) > 1:
        return whole, (said[0], "back", *said)
    return (tuple(said), tuple(said))


def _is_shown(pair: Pair, events: list[list[EventData]], games: list[Game]) -> bool:
    """Return True where the rules show others what differs: by name, or by asking because of it."""
    if any(game.decision is not None and game.decision.topic in ASKED_BECAUSE_OF_IT for game in games):
        return True
    for viewer in others_of(pair):
        told = [[event for event in of if "audience" not in event or viewer in event["audience"]] for of in events]
        seen = [json.dumps([told_to, game.view(viewer)]) for told_to, game in zip(told, games, strict=True)]
        if seen[0] != seen[1]:
            named = [title for title in pair.titles if any(title in text for text in seen)]
            assert named or any(game.decision is None for game in games), (pair.kind, told)
            return True
    return False


def views(game: Game, viewer: int | None) -> str:
    return json.dumps(game.view(viewer))


class Run:
    """One of the two matches, played on the server; `heard` is what each of the others was told, step by step."""

    def __init__(self, pair: Pair, side: int, users: list[User], watcher: User, patch: pytest.MonkeyPatch) -> None:
        self.pair, self.side, self.users, self.now = pair, side, users, NOON
        self.viewers = [*(user for seat, user in enumerate(users) if seat != pair.owner), watcher, None]
        self.patch, self.heard = patch, []
        patch.setattr("django.utils.timezone.now", lambda: self.now)
        patch.setattr("secrets.token_urlsafe", lambda _bytes: "key")
        patch.setattr(kind, "deck_setup", lambda *_args, **_named: pair.setups[side])
        for kept in (game_shelf, row_shelf, tape.shelf):
            kept.clear()
        match = create_match(
            host=users[0], rules=TableRules(seats=len(users), mode="full"), seed=pair.seed, now=self.now
        )
        Match.objects.filter(pk=match.pk).update(public_id=PUBLIC_ID)
        for user in users[1:]:
            join_match(PUBLIC_ID, user, now=self.now)
        self.clients = [Client(headers={"accept": "text/html"}) for _ in self.viewers]
        for client, user in zip(self.clients, self.viewers, strict=True):
            if user is not None:
                client.force_login(user)

    def play(self, step: Step) -> None:
        self.now += STEP
        match = Match.objects.get(public_id=PUBLIC_ID)
        if step.stop and self.side == 1:
            play_move(PUBLIC_ID, self.users[self.pair.owner], Move(None, step.stop), now=self.now - STEP / 2)
            match.refresh_from_db()
        game = game_of(match)
        seat = Seat.objects.get(match=match, index=step.seat)
        stages = step.stages[self.side]
        if is_passed(game, seat) and stages == (game.least,):
            assert play_bots(PUBLIC_ID, match.last_action, now=self.now) == 1
        else:
            for text in stages:
                play_move(PUBLIC_ID, self.users[step.seat], Move(None, text), now=self.now)

    def pause(self, staff: User) -> None:
        """Note what shows in a pause, when clocks tell what is left of free seconds."""
        with transaction.atomic():
            act_as_staff(PUBLIC_ID, staff, Order(Kind.PAUSE, "A break"), seen=0, now=self.now)
            state = self.clients[-1].get(reverse("tables:state", args=[PUBLIC_ID]))
            self.heard[-1].append(("nobody", "state in a pause", state.content))
            transaction.set_rollback(True)

    def listen(self, *, is_whole: bool) -> None:
        """Note what reaches the others now; `is_whole`: at all addresses, and by a refusal as well."""
        told = []
        for client, user in zip(self.clients, self.viewers, strict=True):
            who = "nobody" if user is None else user.username
            viewer = AnonymousUser() if user is None else user
            told.append((who, "socket", draw(PUBLIC_ID, SocketViewer({"user": viewer})).whole))
            for name in ADDRESSES if is_whole else ("state", "export"):
                answer = client.get(address_at_table(name, PUBLIC_ID))
                told.append((who, name, (answer.status_code, TOKENS.sub(b"", answer.content))))
            if is_whole:
                stale = {"version": 9999, "text": "pass", "key": "stale"}
                path = reverse("tables:actions", args=[PUBLIC_ID])
                answer = client.post(path, stale, content_type="application/json", headers={"accept": "*/*"})
                told.append((who, "refusal", answer.content))
        self.heard.append(told)


def heard_of(pair: Pair, side: int, steps: list[Step], users: list[User], watcher: User, staff: User) -> list[Any]:
    with pytest.MonkeyPatch.context() as patch, transaction.atomic():
        patch.setattr(holds.chance, "random", Random(1).random)
        run = Run(pair, side, users, watcher, patch)
        for number, step in enumerate(steps, 1):
            run.play(step)
            run.listen(is_whole=number == len(steps))
            run.pause(staff)
        transaction.set_rollback(True)
    return run.heard


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, MANY_PAIRS, CHUNK))
def test_matches_that_differ_in_a_hidden_fact_look_the_same_to_others(db, first):
    users = [User.objects.create_user(f"player-{index}") for index in range(3)]
    watcher, staff = User.objects.create_user("watcher"), User.objects.create_superuser("staff")
    compared = dict.fromkeys(KINDS, 0)
    for number in sample(range(first, first + CHUNK), PAIRS):
        seated = users[: 2 + number // len(KINDS) % 2]
        with transaction.atomic():
            match = create_match(host=seated[0], rules=TableRules(seats=len(seated), mode="full"), now=NOON)
            for user in seated[1:]:
                join_match(match.public_id, user, now=NOON)
            setup = Match.objects.get(pk=match.pk).setup
            transaction.set_rollback(True)
        pair = made_pair(number, setup)
        steps = list(steps_of(pair, Random(number)))
        sides = [heard_of(pair, side, steps, seated, watcher, staff) for side in range(2)]
        for place, (one, other) in enumerate(zip(*sides, strict=True)):
            for told, instead in zip(one, other, strict=True):
                assert told == instead, (number, pair.kind, steps[: place + 1][-1:], told[:2])
        compared[pair.kind] += len(steps)
    assert all(compared.values()) or not is_long(), compared
