"""Maneuver kinds and frames of crew, espionage, assimilation and equipment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.games.incursions.rules.attacks.after_hits import UnderFire
from incursions.games.incursions.rules.crew.assimilation import Assimilating, Assimilation
from incursions.games.incursions.rules.crew.espionage import Espionage
from incursions.games.incursions.rules.crew.espionage_window import EspionageWindow
from incursions.games.incursions.rules.crew.people import Fate
from incursions.games.incursions.rules.crew.recovery import Recovering, Recovery
from incursions.games.incursions.rules.crew.removal import Removed, Removing
from incursions.games.incursions.rules.effects.verbs.rolls import OneOfSeveral
from incursions.games.incursions.rules.plays.tabling import TabledCard, Tabling

if TYPE_CHECKING:
    from incursions.engine.frames import Frame
    from incursions.games.incursions.rules.state.maneuver_kinds import ManeuverKind

KINDS: tuple[ManeuverKind, ...] = (Assimilation(), Tabling(), Recovering(), Removing())
FRAMES: tuple[type[Frame[Any]], ...] = (
    *(Assimilating, Espionage, EspionageWindow, Fate, OneOfSeveral),
    *(Recovery, Removed, TabledCard, UnderFire),
)
