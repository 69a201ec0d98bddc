"""All kinds of maneuver, in the order in which their options are listed, and all frames by name."""

from __future__ import annotations

from functools import cache
from typing import Any

from incursions.engine.frames import Frame
from incursions.games.incursions.rules.attacks.attack import Attack, DefenceWindow
from incursions.games.incursions.rules.attacks.defence import FullDefence
from incursions.games.incursions.rules.attacks.defence_cards import DefencePlay, Evasion
from incursions.games.incursions.rules.attacks.full_attack import FullAttack, UnderFire
from incursions.games.incursions.rules.attacks.gunnery import Fire, FullFire, WeaponCards
from incursions.games.incursions.rules.attacks.out_of_turn import GrantedAttack
from incursions.games.incursions.rules.crew.equipment import Recovering, Recovery, Removed, Removing
from incursions.games.incursions.rules.crew.espionage import Assimilating, Assimilation, Espionage, EspionageWindow
from incursions.games.incursions.rules.crew.repairs import Repairing, RepairManeuver
from incursions.games.incursions.rules.hexes.arrivals import Arrival
from incursions.games.incursions.rules.hexes.hex_events import CardStrikes, EventFalls, EventWindow, HexEvents
from incursions.games.incursions.rules.hexes.leaving import EscapeRoll, Escaping, LeaveRoll, MeetRequirement
from incursions.games.incursions.rules.hexes.mines import (
    BlastRoll,
    LayingMine,
    LayMine,
    MineBlast,
    SetOffMine,
    SettingOff,
)
from incursions.games.incursions.rules.hexes.voyages import Exploration, Voyage
from incursions.games.incursions.rules.maneuvers.cards import PlayCard, TabledCard, Tabling, UseCard
from incursions.games.incursions.rules.maneuvers.maneuver import Maneuver
from incursions.games.incursions.rules.maneuvers.movement import Explore, WarpDrive
from incursions.games.incursions.rules.maneuvers.pieces import (
    AttackWith,
    MovePiece,
    PieceMoves,
    PlaceShuttle,
    PlacingShuttle,
    TakeBack,
    TakingBack,
)
from incursions.games.incursions.rules.maneuvers.tractor import (
    BreakingFree,
    BrokenFree,
    Gripping,
    Sweeping,
    TachyonSweep,
    TractorBeam,
    TractorEvasion,
    TractorEvasionRoll,
)
from incursions.games.incursions.rules.maneuvers.turns import (
    Dominating,
    DominatingTurn,
    KeepRunning,
    LastSteps,
    PieceManeuver,
    PowerUp,
    Rounds,
    Turn,
)
from incursions.games.incursions.rules.placed.placed_pieces import Escape, Falls, Reward
from incursions.games.incursions.rules.plays.announcements import Announcement, CardPlay, Maneuvered
from incursions.games.incursions.rules.plays.card_moves import LyingCard
from incursions.games.incursions.rules.plays.officers import Fate
from incursions.games.incursions.rules.plays.resolution import Resolution
from incursions.games.incursions.rules.plays.stops import AnnouncementWindow, Discard, StopWindow
from incursions.games.incursions.rules.state.game_state import ManeuverKind
from incursions.games.incursions.rules.state.phrases import first_word
from incursions.games.incursions.rules.state.refs import Pick
from incursions.games.incursions.rules.state.setup import BASIC, MODES
from incursions.games.incursions.rules.systems.cloaking import Cloaking, CloakingDevice
from incursions.games.incursions.rules.verbs.attacks import DamageRoll
from incursions.games.incursions.rules.verbs.rolls import OneOfSeveral, TableRoll

BASIC_KINDS: tuple[ManeuverKind, ...] = (Explore(), WarpDrive(), Fire(), Repairing())  # rules 20.4
FULL_KINDS: tuple[ManeuverKind, ...] = (
    *(kind for kind in BASIC_KINDS if not isinstance(kind, Fire)),
    FullFire(),
    WeaponCards(),
    TractorBeam(),
    BreakingFree(),
    TachyonSweep(),
    CloakingDevice(),
    LayMine(),
    SetOffMine(),
    PlayCard(),
    UseCard(),
    Assimilation(),
    Tabling(),
    Recovering(),
    Removing(),
    Escaping(),
    PlaceShuttle(),
    TakeBack(),
    MovePiece(),
    AttackWith(),
)
KINDS = {mode: (BASIC_KINDS if mode == BASIC else FULL_KINDS) for mode in MODES}
KINDS_BY_WORD = {  # by the verbs of options, and by the first words of texts that may be none
    mode: {word: kind for kind in kinds for verb in kind.words for word in (verb, first_word(verb))}
    for mode, kinds in KINDS.items()
}
FRAMES: dict[str, type[Frame[Any]]] = {
    frame.__name__: frame
    for frame in (
        Rounds,
        Turn,
        Maneuver,
        Discard,
        Exploration,
        HexEvents,
        RepairManeuver,
        Attack,
        DefenceWindow,
        PowerUp,
        LastSteps,
        Resolution,
        Pick,
        FullAttack,
        FullDefence,
        DefencePlay,
        Evasion,
        GrantedAttack,
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
        Announcement,
        AnnouncementWindow,
        CardPlay,
        CardStrikes,
        LyingCard,
        Maneuvered,
        StopWindow,
        Assimilating,
        Espionage,
        EspionageWindow,
        Fate,
        OneOfSeveral,
        Recovery,
        Removed,
        TabledCard,
        UnderFire,
        Arrival,
        DamageRoll,
        EscapeRoll,
        EventFalls,
        EventWindow,
        LeaveRoll,
        MeetRequirement,
        TableRoll,
        Voyage,
        Falls,
        Escape,
        Reward,
        PlacingShuttle,
        TakingBack,
        PieceMoves,
        DominatingTurn,
        Dominating,
        PieceManeuver,
    )
}


@cache
def kinds_on(ground: int) -> tuple[ManeuverKind, ...]:
    """Return the kinds of maneuver whose `ground` is part of this sum of `Ground` flags."""
    return tuple(kind for kind in FULL_KINDS if kind.ground & ground == kind.ground)
