"""An exhibition: two bots play on the front page while nobody else does, as long as somebody looks.

An exhibition is no match: the cache alone holds it, so it is rated, listed and recorded nowhere. Pages that show it ask
for it every few seconds, and the first that asks after `PACE_S` has the next line played. Nothing is computed while
nobody asks, and no more is played however many ask.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from random import SystemRandom
from typing import Any, NamedTuple, TypedDict

from django.core.cache import cache
from django.utils import timezone
from markupsafe import Markup

from incursions.engine import SEED_BYTES, Game
from incursions.engine.events import Event
from incursions.games.contract import GameKind
from incursions.kit.caches import VersionedCache
from tournaments.matches.bot_moves import choose_moves
from tournaments.matches.game_kinds import bot_titles, first_game, game_kinds, loadouts_of
from tournaments.matches.log import LogText

PACE_S = 5
"""Seconds between two lines."""
REST_S = 30
"""Seconds for which the end of an exhibition is shown before the next one begins."""
KEPT_FOR_S = 1_800
MOST_LINES = 40
GAME, TURN = "exhibition:game", "exhibition:turn"
chance = SystemRandom()


class KeptGame(TypedDict):
    """The game of an exhibition as the cache holds it, as plain data.

    `played` counts its lines, `bots` are by seat, `lines` those of the log, the last first; `over_at`: when it ended,
    None before.
    """

    id: str
    played: int
    rules_version: int
    bots: list[str]
    setup: Any
    state: Any
    lines: list[str]
    over_at: datetime | None


class Player(NamedTuple):
    """A seat of an exhibition: the title of what it plays, the CSS class of its colour, and its bot."""

    title: str
    css: str
    bot: str


class Exhibition(NamedTuple):
    """An exhibition as everybody sees it. `lines` are the newest ones of its log as HTML, the last first."""

    players: list[Player]
    when: str
    stakes: str
    chart: Markup
    lines: list[str]
    is_over: bool


shown_here: VersionedCache[Exhibition] = VersionedCache(2)
"""The exhibitions that this process drew last, each by the number of lines played."""


def look_at_exhibition(now: datetime | None = None) -> Exhibition | None:
    """Return the exhibition as it stands, with its next line played if that is due.

    None while the first one is being set up, or if none can be, as without a catalogue.
    """
    kind = game_kinds()[first_game()]
    kept: KeptGame | None = cache.get(GAME)
    if cache.add(TURN, True, PACE_S):
        kept = _go_on(kept, kind, now or timezone.now())
        cache.set(GAME, kept, KEPT_FOR_S)
    return None if kept is None else _show(kept, kind)


def _go_on(kept: KeptGame | None, kind: GameKind, now: datetime) -> KeptGame | None:
    """Return the exhibition after its next line, or after its end for a while; then a new one."""
    if kept is None or _is_past(kept, kind, now):
        return _begin(kind)
    return kept if kept["over_at"] is not None else _play_line(kept, kind, now)


def _is_past(kept: KeptGame, kind: GameKind, now: datetime) -> bool:
    """Return True if the next exhibition is due, or if this one was begun under other rules."""
    if kept["rules_version"] != kind.rules_version:
        return True
    return kept["over_at"] is not None and now - kept["over_at"] >= timedelta(seconds=REST_S)


def _begin(kind: GameKind) -> KeptGame | None:
    """Return a new exhibition of the usual mode, before its first line; None if no game can be set up."""
    mode, loadouts = kind.modes[0], loadouts_of(kind.name)
    limits = mode.find_limits({})
    brought = loadouts.bring(loadouts.assign([None] * mode.fewest_seats, limits), limits)
    contents = [content for _, content in brought]
    try:
        setup = kind.build_setup(mode.name, mode.fill_terms({}), contents, loadouts.read_pieces())
        game = kind.game.start(setup, secrets.token_bytes(SEED_BYTES))
    except ValueError:
        return None
    return {
        "id": secrets.token_hex(8),
        "played": 0,
        "rules_version": kind.rules_version,
        "bots": _choose_bots(kind, mode.fewest_seats),
        "setup": setup,
        "state": game.to_data(),
        "lines": _write_lines(kind, game, game.events)[::-1],
        "over_at": None,
    }


def _choose_bots(kind: GameKind, seats: int) -> list[str]:
    """Return a bot for each seat, in an order by chance: the usual one, and others as sensible that do not think."""
    others = [bot.name for bot in kind.stand_ins if not bot.thinks and bot.name != kind.usual_bot]
    chosen = [kind.usual_bot, *(chance.choice(others or [kind.usual_bot]) for _ in range(seats - 1))]
    return chance.sample(chosen, seats)


def _play_line(kept: KeptGame, kind: GameKind, now: datetime) -> KeptGame:
    """Return the exhibition after the next line of the bot that is asked."""
    game = kind.game.from_data(kept["state"], kept["setup"])
    names = dict(enumerate(kept["bots"]))
    events = [
        event
        for move in choose_moves(kind, game.copy(), names, limit=1, thinking_s=0.0)
        for event in game.act(move.seat, move.text)
    ]
    lines = [*_write_lines(kind, game, events)[::-1], *kept["lines"]][:MOST_LINES]
    over_at = now if game.decision is None else None
    return {**kept, "played": kept["played"] + 1, "state": game.to_data(), "lines": lines, "over_at": over_at}


def _write_lines(kind: GameKind, game: Game, events: Iterable[Event]) -> list[str]:
    """Return the lines of the log about these events, as far as everybody may know them, in their order."""
    told = [event.to_data() for event in events]
    view = game.view(None)
    writer = LogText(kind.table.begin_log(kind.table.name_seats(view, told), None, view))
    return [line.html for line in writer.lines(None, told)]


def _show(kept: KeptGame, kind: GameKind) -> Exhibition:
    """Return the exhibition as everybody sees it, without what a seat alone may know."""
    shown = shown_here.find(kept["id"], kept["played"])
    if shown is None:
        view = kind.game.from_data(kept["state"], kept["setup"]).view(None)
        seen, draw = kind.table.glance(view), kind.table.draw_map
        shown = Exhibition(
            players=_list_players(kind, view, kept["bots"]),
            when=seen.when,
            stakes=seen.stakes,
            chart=seen.chart if draw is None else draw(view, kind.table.read_pieces(kept["setup"])),
            lines=kept["lines"],
            is_over=kept["over_at"] is not None,
        )
        shown_here.keep(kept["id"], kept["played"], shown)
    return shown


def _list_players(kind: GameKind, view: Any, bots: Sequence[str]) -> list[Player]:
    seats = kind.table.name_seats(view, ())
    return [Player(seat["title"], seat["css"], bot_titles()[bots[seat["seat"]]]) for seat in seats]
