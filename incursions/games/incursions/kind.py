"""Incursions on the shelf of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from incursions.games.books import BookKind
from incursions.games.contract import BotKind, GameKind, LoadoutKind, ModeKind, Term, Terms
from incursions.games.incursions.bots import THINKING_BOTS, hurried_bot
from incursions.games.incursions.checks import check_pieces, check_size, find_strange
from incursions.games.incursions.deck_words import DECK_WORDS
from incursions.games.incursions.presentation import PRESENTATION
from incursions.games.incursions.records import RECORDS
from incursions.games.incursions.results import RESULTS
from incursions.games.incursions.rules import RULES_VERSION, Game, basic_setup
from incursions.games.incursions.rules.catalogue import Catalogue
from incursions.games.incursions.rules.construction import FORMATS, Format
from incursions.games.incursions.rules.starters import deck_setup
from incursions.games.incursions.rules.state.setup import BASIC, FEWEST_SEATS, FULL, MOST_SEATS, TOURNAMENT, Setup
from incursions.games.prints import Printing
from incursions.games.shelf import Commands
from incursions.games.tables import TableKind
from incursions.games.trials import Trials
from incursions.games.voyages import Voyage

HEX_POINTS = Term(
    "hex_points",
    "Hex points of each hexpile",
    default=FORMATS[FULL].hex_points,
    least=10,
    most=100,
    help_text="What a hexpile is worth (4.1)",
    note="Full and Tournament: 30 with 2 of tolerance unless you agree another limit",
    rule="4.1",
    more="The starter decks have 30.",
)
HEX_TOLERANCE = Term("hex_tolerance", "Tolerance in hex points", default=FORMATS[FULL].tolerance, least=0, most=10)


def _make_deck_kind(mode: str) -> LoadoutKind:
    """Return the decks of a mode, held to the format of that name (rules 3, 4.1, 21.2)."""

    def make_format(terms: Terms) -> Format:
        return FORMATS[mode].with_hex_points(terms[HEX_POINTS.name], terms[HEX_TOLERANCE.name])

    return LoadoutKind(
        DECK_WORDS,
        make_format,
        limits_title="Hexpiles",
        rule="4.1",
        needed="Full and Tournament are played with decks",
        otherwise="in Basic ships are dealt",
        together="those of all at the table shuffled together (21.2)",
    )


GOAL = "Roll doubles in a wormhole, or be the last one left."
"""How to win (rules 1.1, 1.2)."""
GOAL_IN_TIME = f"{GOAL} At time, the nearest to a wormhole wins."
"""How to win where there is a limit to every match (rules 21.4)."""


def _make_mode(name: str, title: str, words: str, *, is_strict: bool = False) -> ModeKind:
    if name == BASIC:
        dealt = "Ships are dealt at random"
        return ModeKind(name, title, words, FEWEST_SEATS, MOST_SEATS, note=dealt, rule="20.1", goal=GOAL)
    terms, decks = (HEX_POINTS, HEX_TOLERANCE), _make_deck_kind(name)
    return ModeKind(
        name,
        title,
        words,
        FEWEST_SEATS,
        MOST_SEATS,
        terms,
        decks,
        has_secrets=True,
        is_strict=is_strict,
        needs_limit=is_strict,
        goal=GOAL_IN_TIME if is_strict else GOAL,
    )


MODES = (
    _make_mode(BASIC, "Basic", "Basic: ships, power and one shared hexpile"),
    _make_mode(FULL, "Full", "Full: decks and captains, each explores from his own hexpile"),
    _make_mode(TOURNAMENT, "Tournament", "Tournament: the same with one hexpile of all players’ tiles", is_strict=True),
)


def _make_bot_kind(name: str, words: str, **named: Any) -> BotKind:
    title = f"{name.capitalize()} bot"
    return BotKind(name, lambda seconds: hurried_bot(name, seconds), name in THINKING_BOTS, title, words, **named)


BOTS = (
    _make_bot_kind("cadet", "Cadet: for your first matches, easy to beat", stands_in=False, below=16.0),
    _make_bot_kind("ensign", "Ensign: a beginner, who makes mistakes", below=22.0),
    _make_bot_kind("captain", "Captain: plays sensibly", below=28.0),
    _make_bot_kind("admiral", "Admiral: thinks ahead"),
    _make_bot_kind("random", "Random: does anything that is allowed", stands_in=False),
)


def build_setup(mode: str, terms: Terms, decks: Sequence[Any], pieces: Catalogue) -> Setup:
    """Return the setup of a live match: in Basic ships are dealt, else each seat has its deck.

    Windows are public (rules 13.10). Raises ValueError.
    """
    if mode == BASIC:
        return basic_setup(seats=len(decks), ships=list(pieces.ships.values()), tiles=list(pieces.tiles.values()))
    return deck_setup(decks, pieces, mode=mode, windows="public")


def _load_commands() -> Commands:
    from incursions.games.incursions.commands import COMMANDS

    return COMMANDS


def _load_printing() -> Printing:
    from incursions.games.incursions.printing.tournament_sheets import certificate, draw_patch, slip_sheet, table_sheet

    return Printing(table_sheet, slip_sheet, draw_patch, certificate)


def _load_trials() -> Trials:
    from incursions.games.incursions.bots.trials import runs

    return runs


def _load_table() -> TableKind:
    from incursions.games.incursions.table.scene import TABLE

    return TABLE


def _load_book() -> BookKind:
    from incursions.games.incursions.book import BOOK

    return BOOK


def _load_voyages() -> tuple[Voyage, ...]:
    from incursions.games.incursions.voyages import read_voyages

    return read_voyages()


CITED_RULES = {
    "minutes": "21.3",
    "ranking": "21.4",
    "leaving": "21.7",
    "bank": "21.9",
    "take_back": "21.10",
    "staff": "21.11",
    "secrets": "21.12",
    "concede": "19.4",
    "draw": "1.5",
    "hold": "13.10",
    "windows": "13.14",
}
KIND = GameKind(
    name="incursions",
    title="Incursions",
    rules_version=RULES_VERSION,
    game=Game,
    modes=MODES,
    build_setup=build_setup,
    check_size=check_size,
    check_pieces=check_pieces,
    find_strange=find_strange,
    records=RECORDS,
    results=RESULTS,
    commands=_load_commands,
    printing=_load_printing,
    load_table=_load_table,
    presentation=PRESENTATION,
    load_voyages=_load_voyages,
    bots=BOTS,
    usual_bot="captain",
    tournament_modes=(TOURNAMENT,),
    cited_rules=CITED_RULES,
    time_ranking="nearest a wormhole, then hull + shields",
    trials=_load_trials,
    load_book=_load_book,
)

__all__ = ["KIND"]
