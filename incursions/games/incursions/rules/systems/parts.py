"""Maneuver kinds and frames of the ship systems of Full and Tournament."""

from __future__ import annotations

from typing import Any

from incursions.engine.frames import Frame
from incursions.games.incursions.rules.state.maneuver_kinds import ManeuverKind
from incursions.games.incursions.rules.systems.cloaking import Cloaking, CloakingDevice
from incursions.games.incursions.rules.systems.mine_laying import LayingMine, LayMine
from incursions.games.incursions.rules.systems.mine_setting_off import SetOffMine, SettingOff
from incursions.games.incursions.rules.systems.mines import BlastRoll, MineBlast
from incursions.games.incursions.rules.systems.running import KeepRunning
from incursions.games.incursions.rules.systems.sweep import Sweeping, TachyonSweep
from incursions.games.incursions.rules.systems.tractor import BreakingFree, BrokenFree, Gripping, TractorBeam
from incursions.games.incursions.rules.systems.tractor_evasion import TractorEvasion, TractorEvasionRoll

KINDS: tuple[ManeuverKind, ...] = (
    TractorBeam(),
    BreakingFree(),
    TachyonSweep(),
    CloakingDevice(),
    LayMine(),
    SetOffMine(),
)
FRAMES: tuple[type[Frame[Any]], ...] = (
    Gripping,
    TractorEvasion,
    TractorEvasionRoll,
    BrokenFree,
    Sweeping,
    Cloaking,
    KeepRunning,
    LayingMine,
    SettingOff,
    MineBlast,
    BlastRoll,
)
