"""Games that bots play for pages, in no row: those of the exhibition, and the one that pictures a game."""

from __future__ import annotations

import random
from io import BytesIO
from typing import Any

from PIL import Image

from incursions.engine import SEED_BYTES, Game
from incursions.games.contract import GameKind, ModeKind
from incursions.kit.caches import VersionedCache
from tournaments.matches.game_kinds import loadouts_of

GAMES_KEPT = 8
SEED = bytes(SEED_BYTES)
"""The seed of every pictured game: the picture is the same in each process."""
pictured_views: VersionedCache[Any] = VersionedCache(GAMES_KEPT)
"""The spectators' views that picture the games, by what they were played with."""
pictures: VersionedCache[bytes] = VersionedCache(GAMES_KEPT)
"""The pictures that this process drew last, by version and size: every new visitor of the front page asks for them."""


def start_bot_game(kind: GameKind, mode: ModeKind, seed: bytes) -> tuple[Any, Game]:
    """Return a set-up of the fewest seats with its game at the start. Raises ValueError if none can be set up."""
    loadouts, limits = loadouts_of(kind.name), mode.find_limits({})
    brought = loadouts.bring(loadouts.assign([None] * mode.fewest_seats, limits), limits)
    contents = [content for _, content in brought]
    setup = kind.build_setup(mode.name, mode.fill_terms({}), contents, loadouts.read_pieces())
    return setup, kind.game.start(setup, seed)


def has_picture(kind: GameKind) -> bool:
    """Return True if the game can draw a position."""
    return kind.table.draw_position is not None


def find_picture_version(kind: GameKind) -> str:
    """Return the version of the picture of a game: of its rules, its pieces, and the code that draws it."""
    pieces = loadouts_of(kind.name).read_version()
    return "-".join(filter(None, (str(kind.rules_version), kind.table.digest_drawing(), pieces)))


def draw_picture(kind: GameKind, width: int, height: int) -> bytes:
    """Return the position that pictures a game as a PNG of at most that size. Raises ValueError if there is none."""
    assert kind.table.draw_position is not None, "callers ask has_picture first"
    key = f"{kind.name} {find_picture_version(kind)} {width} {height}"
    data = pictures.find(key)
    if data is None:
        data = kind.table.draw_position(find_pictured_view(kind), width, height)
        pictures.keep(key, 0, data)
    return data


def open_picture(kind: GameKind, width: int, height: int) -> Image.Image:
    """Return the position that pictures a game as an image. Raises ValueError if there is none."""
    return Image.open(BytesIO(draw_picture(kind, width, height)))


def find_pictured_view(kind: GameKind) -> Any:
    """Return the spectators' view of the position that pictures a game. Raises ValueError if none can be set up."""
    key = f"{kind.name} {find_picture_version(kind)}"
    view = pictured_views.find(key)
    if view is None:
        view = _play_pictured_game(kind).view(None)
        pictured_views.keep(key, 0, view)
    return view


def _play_pictured_game(kind: GameKind) -> Game:
    """Return the game of the usual bot against itself at the pictured moment, or at its end if that comes sooner."""
    pictured = kind.presentation.pictured
    mode = kind.modes_by_name.get(pictured.mode, kind.modes[0])
    _, game = start_bot_game(kind, mode, SEED)
    if not kind.usual_bot:
        return game
    bot, chance = kind.make_bot(kind.usual_bot, 0.0), random.Random(0)
    for _ in range(pictured.lines):
        question = game.decision
        if question is None:
            break
        text, _ = bot.answer(game, question, chance)
        game.act(question.seat, text)
    return game
