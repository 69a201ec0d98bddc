"""The kinds of maneuver and the frames of cards and windows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.games.incursions.rules.plays.announcements import Announcement, Maneuvered
from incursions.games.incursions.rules.plays.card_play import CardPlay
from incursions.games.incursions.rules.plays.card_strikes import CardStrikes
from incursions.games.incursions.rules.plays.lying import LyingCard
from incursions.games.incursions.rules.plays.play_kind import PlayCard
from incursions.games.incursions.rules.plays.stops import AnnouncementWindow, StopWindow
from incursions.games.incursions.rules.plays.uses import UseCard

if TYPE_CHECKING:
    from incursions.engine.frames import Frame
    from incursions.games.incursions.rules.state.maneuver_kinds import ManeuverKind

KINDS: tuple[ManeuverKind, ...] = (PlayCard(), UseCard())
FRAMES: tuple[type[Frame[Any]], ...] = (
    Announcement,
    AnnouncementWindow,
    CardPlay,
    CardStrikes,
    LyingCard,
    Maneuvered,
    StopWindow,
)
