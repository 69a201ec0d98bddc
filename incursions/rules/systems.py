"""The ship systems of Full and Tournament, for the game to register: maneuvers, and what they put on the stack."""

from __future__ import annotations

from typing import Any

from incursions.engine.frames import Frame
from incursions.rules.cloaking import Cloaking, CloakingDevice
from incursions.rules.maneuver_kinds import ManeuverKind
from incursions.rules.running import KeepRunning
from incursions.rules.sweep import Sweeping, TachyonSweep
from incursions.rules.tractor import BreakingFree, BrokenFree, Gripping, TractorBeam
from incursions.rules.tractor_evasion import TractorEvasion

SYSTEM_KINDS: tuple[ManeuverKind, ...] = (TractorBeam(), BreakingFree(), TachyonSweep(), CloakingDevice())
SYSTEM_FRAMES: tuple[type[Frame[Any]], ...] = (
    Gripping,
    TractorEvasion,
    BrokenFree,
    Sweeping,
    Cloaking,
    KeepRunning,
)
