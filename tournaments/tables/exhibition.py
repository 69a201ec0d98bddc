"""An exhibition: two bots play on the front page while nobody else does, as long as somebody looks.

The games of the house take turns. An exhibition is no match: the cache alone holds it, so it is rated, listed and
recorded nowhere. Pages that show it ask for it every few seconds, and the first that asks after `PACE_S` has the next
line played. Nothing is computed while nobody asks, and no more is played however many ask.
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
from tournaments.matches.game_kinds import bot_titles, game_kinds
from tournaments.matches.log import LogText
from tournaments.tables.bot_games import start_bot_game

PACE_S = 5
"""Seconds between two lines."""
REST_S = 30
"""Seconds for which the end of an exhibition is shown before the next one begins."""
KEPT_FOR_S = 1_800
MOST_LINES = 40
GAME, TURN = "exhibition:game", "exhibition:turn"
chance = SystemRandom()


class KeptGame(TypedDict):
    """The game of an exhibition as the cache holds it, as plain data. `game` is its name on the shelf.

    `played` counts its lines, `bots` are by seat, `lines` those of the log, the last first; `over_at`: when it ended,
    None before.
    """

    game: str
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

    game: GameKind
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
    kept: KeptGame | None = cache.get(GAME)
    if cache.add(TURN, True, PACE_S):
        kept = _go_on(kept, now or timezone.now())
        cache.set(GAME, kept, KEPT_FOR_S)
    return None if kept is None or kept.get("game") not in game_kinds() else _show(kept)


def _go_on(kept: KeptGame | None, now: datetime) -> KeptGame | None:
    """Return the exhibition after its next line, or after its end for a while; then one of the next game."""
    kinds = list(game_kinds().values())
    last = None if kept is None else game_kinds().get(kept.get("game", ""))
    if kept is None or last is None or kept["rules_version"] != last.rules_version:
        return _begin(kinds)
    if kept["over_at"] is None:
        return _play_line(kept, now)
    if now - kept["over_at"] < timedelta(seconds=REST_S):
        return kept
    place = kinds.index(last) + 1
    return _begin([*kinds[place:], *kinds[:place]])


def _begin(kinds: Iterable[GameKind]) -> KeptGame | None:
    """Return a new exhibition of the first of the games that bots can play, before its first line; None if none can."""
    return next((kept for kind in kinds if kind.usual_bot and (kept := _begin_game(kind)) is not None), None)


def _begin_game(kind: GameKind) -> KeptGame | None:
    """Return a new exhibition of the usual mode of a game; None if no game can be set up."""
    mode = kind.modes[0]
    try:
        setup, game = start_bot_game(kind, mode, secrets.token_bytes(SEED_BYTES))
    except ValueError:
        return None
    return {
        "game": kind.name,
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


def _play_line(kept: KeptGame, now: datetime) -> KeptGame:
    """Return the exhibition after the next line of the bot that is asked."""
    kind = game_kinds()[kept["game"]]
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


def _show(kept: KeptGame) -> Exhibition:
    """Return the exhibition as everybody sees it, without what a seat alone may know."""
    kind = game_kinds()[kept["game"]]
    shown = shown_here.find(kept["id"], kept["played"])
    if shown is None:
        view = kind.game.from_data(kept["state"], kept["setup"]).view(None)
        seen, draw = kind.table.glance(view), kind.table.draw_map
        shown = Exhibition(
            game=kind,
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
