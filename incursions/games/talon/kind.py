"""Talon on the shelf of games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from incursions.games.books import BookKind
from incursions.games.contract import Bot, BotKind, GameKind, LoadoutKind, ModeKind, Term, Terms
from incursions.games.shelf import Commands
from incursions.games.tables import TableKind
from incursions.games.talon.battle_setups import (
    BASES_TERM,
    FEWEST_ROUNDS,
    FLEET_WORDS,
    MOST_ROUNDS,
    POINTS_TERM,
    ROUNDS_TERM,
    SKIRMISH,
    SKIRMISH_TITLE,
    TEAMS,
    USUAL_ROUNDS,
    find_strange_classes,
    make_limits,
    make_setup_of,
    make_skirmish_setup,
    read_catalogue,
)
from incursions.games.talon.bots import CommodoreBot, HunterBot, RandomBot, SteadyBot
from incursions.games.talon.checks import FEWEST_SEATS, MOST_SEATS, check_pieces, check_size
from incursions.games.talon.presentation import PRESENTATION
from incursions.games.talon.records import CONVOY, DUEL, ESCAPE, FLEET, RECORDS, title_seats
from incursions.games.talon.results import RESULTS
from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.rules.fleets import FEWEST_POINTS, MOST_BASES, MOST_POINTS, USUAL_POINTS, read_fleet
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.setup import NAME, RULES_VERSION, Setup
from incursions.games.voyages import Voyage

USUAL_MINUTES, USUAL_BANK_S, USUAL_FREE_S = 60, 20 * 60, 30


TERMS = (
    Term(
        POINTS_TERM,
        "Points of each fleet",
        default=USUAL_POINTS,
        least=FEWEST_POINTS,
        most=MOST_POINTS,
        help_text="What the ships of a fleet may cost together (T3.7)",
        note="What the ships of a fleet may cost together",
        rule="T3.7",
    ),
    Term(
        BASES_TERM,
        "Bases in each fleet",
        default=0,
        least=0,
        most=MOST_BASES,
        note="A Base stands where its side deploys",
        rule="T3.8",
    ),
    Term(
        ROUNDS_TERM,
        "Rounds",
        default=USUAL_ROUNDS,
        least=FEWEST_ROUNDS,
        most=MOST_ROUNDS,
        note="Then the points decide",
        rule="T23.4",
    ),
)
"""The terms of an open battle (rules T3.7, T3.10)."""
FLEETS = LoadoutKind(
    FLEET_WORDS,
    make_limits,
    limits_title="Size of fleets",
    rule="T3.7",
    needed=f"{SKIRMISH_TITLE} is played with fleets",
    otherwise="in the other battles the ships are given",
    together="where two of one side meet, the first seat keeps its fleet and the other plays a ready-made one (T1.6)",
)


def list_sides(seats: int) -> list[str]:
    """Return what each seat of a battle plays, the Terrans first; an empty list for a number nobody plays (T1.5)."""
    return title_seats([side for side, team in zip(SIDES, TEAMS.get(seats, ()), strict=False) for _ in range(team)])


def _make_mode(name: str, title: str, words: str, goal: str, most_seats: int = MOST_SEATS) -> ModeKind:
    return ModeKind(
        name,
        title,
        words,
        FEWEST_SEATS,
        most_seats,
        minutes=USUAL_MINUTES,
        bank_s=USUAL_BANK_S,
        free_s=USUAL_FREE_S,
        goal=goal,
        list_sides=list_sides,
    )


MODES = (
    _make_mode(DUEL, "Two Captains", "Two Captains: a cruiser each in open space", "Destroy the other cruiser.", 2),
    _make_mode(
        FLEET,
        "The Scree",
        "The Scree: four ships a side round a dead world",
        "Destroy the other squadron, or have more points after ten rounds.",
    ),
    _make_mode(
        CONVOY,
        "Night Delivery",
        "Night Delivery: three transports run for a Base through raiders",
        "Terrans: dock two transports. Talons: destroy two.",
    ),
    _make_mode(
        ESCAPE,
        "Event Horizon",
        "Event Horizon: a squadron runs past a black hole for a worm hole",
        "Talons: leave by the worm hole. Terrans: let nobody through.",
    ),
    ModeKind(
        SKIRMISH,
        SKIRMISH_TITLE,
        "Skirmish: fleets of your choice meet in open space",
        FEWEST_SEATS,
        MOST_SEATS,
        TERMS,
        FLEETS,
        minutes=USUAL_MINUTES,
        bank_s=USUAL_BANK_S,
        free_s=USUAL_FREE_S,
        goal="Destroy the other fleet, or have more points after the last round.",
        list_sides=lambda seats: [""] * seats,
    ),
)


def _make_bot_kind(name: str, words: str, make: Callable[[float], Bot], **named: Any) -> BotKind:
    return BotKind(name, make, title=f"{name.capitalize()} bot", words=words, **named)


BOTS = (
    _make_bot_kind("steady", "Steady: keeps its shields up and its aim true", lambda seconds: SteadyBot(), below=25.0),
    _make_bot_kind("hunter", "Hunter: weighs every move of an impulse", lambda seconds: HunterBot(), below=30.0),
    _make_bot_kind("commodore", "Commodore: thinks ahead with dice of its own", CommodoreBot, thinks=True),
    _make_bot_kind("random", "Random: does anything that is allowed", lambda seconds: RandomBot(), stands_in=False),
)


def build_setup(mode: str, terms: Terms, loadouts: Sequence[Any], pieces: Any) -> Setup:
    """Return the setup of a battle for as many seats as there are loadouts: fleets as plain data. Raises ValueError."""
    if mode == SKIRMISH:
        fleets = [None if loadout is None else read_fleet(loadout) for loadout in loadouts]
        return make_skirmish_setup(read_catalogue(), terms, fleets)
    return make_setup_of(read_catalogue(), mode, len(loadouts))


def _load_commands() -> Commands:
    from incursions.games.talon.commands import COMMANDS

    return COMMANDS


def _load_book() -> BookKind:
    from incursions.games.talon.book import BOOK

    return BOOK


def _load_table() -> TableKind:
    from incursions.games.talon.table.scene import TABLE

    return TABLE


def _load_voyages() -> tuple[Voyage, ...]:
    from incursions.games.talon.voyages import read_voyages

    return read_voyages()


KIND = GameKind(
    name=NAME,
    title="Talon",
    rules_version=RULES_VERSION,
    game=Game,
    modes=MODES,
    build_setup=build_setup,
    check_size=check_size,
    check_pieces=check_pieces,
    find_strange=find_strange_classes,
    records=RECORDS,
    results=RESULTS,
    commands=_load_commands,
    load_table=_load_table,
    presentation=PRESENTATION,
    load_voyages=_load_voyages,
    bots=BOTS,
    usual_bot="steady",
    tournament_modes=(DUEL, FLEET, CONVOY, ESCAPE, SKIRMISH),
    cited_rules={"minutes": "T25.5", "ranking": "T23.4", "bank": "T25.5", "take_back": "T25.7", "concede": "T25.6"},
    time_ranking="more points",
    hides_nothing=True,
    load_book=_load_book,
)
