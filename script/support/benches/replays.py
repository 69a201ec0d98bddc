"""Measure how long the server works until a replay stands: a match of six seats in Full with a thousand events.

Measured in milliseconds of CPU, without the network; a figure is a median. SQLite, the usual database, works in this
process, so what it does counts. Nothing of the match is in memory when it is opened.
"""

from __future__ import annotations

import gzip
from random import Random
from statistics import median
from time import process_time_ns

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cards.catalogue import current_pieces, current_starters
from incursions.games.incursions.rules import RULES_VERSION, Game, commitment
from incursions.games.incursions.rules.starters import starter_setup
from tournaments.matches.enums import MatchState
from tournaments.matches.export import add_digest
from tournaments.matches.models import Action, Match, Seat
from tournaments.matches.replays.tape import shelf
from tournaments.matches.replays.views import LARGEST_BUNDLE

SEATS, EVENTS, ROUNDS = 6, 1_000, 15
SEED = bytes([5]) * 32
MILLISECOND = 1e6  # nanoseconds


def figures(events: int = EVENTS, rounds: int = ROUNDS) -> dict[str, float]:
    """All figures by name. `opened`: the page and the first moments that its script asks for."""
    match = lay_long_match(events)
    browser = Client(SERVER_NAME="127.0.0.1")
    page = reverse("matches:replay", args=[match.public_id])
    numbers = range(match.version - LARGEST_BUNDLE + 1, match.version + 1)
    moments = f"{page}/moments?moves={','.join(map(str, numbers))}"
    _content(browser, page)  # templates and addresses are read once in a process
    opened, again, bundles = [], [], []
    for _ in range(rounds):
        shelf.clear()
        opened.append(_ms_of(browser, page))
        again.append(_ms_of(browser, page))
        bundles.append(_ms_of(browser, moments))
    name = f"{events}_events"
    return {
        f"replay.open_{name}_ms": round(median(opened), 1),
        f"replay.open_{name}_again_ms": round(median(again), 1),
        f"replay.{LARGEST_BUNDLE}_moments_ms": round(median(bundles), 1),
        "replay.page_gzipped_bytes": len(gzip.compress(_content(browser, page))),
        f"replay.{LARGEST_BUNDLE}_moments_gzipped_bytes": len(gzip.compress(_content(browser, moments))),
    }


def lay_long_match(events: int) -> Match:
    """Create the row of a match that was played by chance for so many events and then conceded by all but one."""
    setup = add_digest(
        starter_setup(list(current_starters().values())[:SEATS], current_pieces(), mode="full", windows="public")
    )
    game, rng = Game.start(setup, SEED), Random(5)
    caused = [[event.to_data() for event in game.events]]
    while game.result is None:
        if sum(map(len, caused)) < events:
            done = game.play(rng.choice(list(game.decision.options if game.decision else ())))
        else:
            done = game.act(next(seat for seat in range(SEATS) if "concede" in game.standing(seat)), "concede")
        caused.append([event.to_data() for event in done])
    now = timezone.now()
    match = Match.objects.create(
        mode="full",
        state=MatchState.OVER,
        started_at=now,
        deadline_at=now,
        ended_at=now,
        rules_version=RULES_VERSION,
        version=game.number,
        last_action=game.number,
        seed=SEED,
        commitment=commitment(SEED),
        setup=setup,
        opening=caused[0],
        result=game.result.to_data(),
    )
    Seat.objects.bulk_create(Seat(match=match, index=index, bot="captain") for index in range(SEATS))
    Action.objects.bulk_create(
        Action(
            match=match,
            number=entry.number,
            move=entry.number,
            seat=entry.seat,
            text=entry.text,
            dice=entry.dice,
            events=caused[entry.number],
            at=now,
        )
        for entry in game.log
    )
    return match


def _ms_of(browser: Client, path: str) -> float:
    began = process_time_ns()
    _content(browser, path)
    return (process_time_ns() - began) / MILLISECOND


def _content(browser: Client, path: str) -> bytes:
    answer = browser.get(path)
    if answer.status_code != 200:
        raise ValueError(f"{path} answers with {answer.status_code}")
    return bytes(answer.content)
