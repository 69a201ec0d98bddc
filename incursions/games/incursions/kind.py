"""Incursions on the shelf of games."""

from incursions.games.contract import BotKind, Commands, GameKind, Printing, TableKind, Trials
from incursions.games.incursions.bots import BOT_NAMES, THINKING_BOTS, hurried_bot
from incursions.games.incursions.checks import check_pieces, check_size
from incursions.games.incursions.records import RECORDS
from incursions.games.incursions.rules import RULES_VERSION, Game
from incursions.games.incursions.rules.state.setup import MOST_SEATS


def _make_bot_kind(name: str) -> BotKind:
    return BotKind(name, lambda seconds: hurried_bot(name, seconds), thinks=name in THINKING_BOTS)


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


KIND = GameKind(
    name="incursions",
    title="Incursions",
    rules_version=RULES_VERSION,
    game=Game,
    most_seats=MOST_SEATS,
    check_size=check_size,
    check_pieces=check_pieces,
    records=RECORDS,
    commands=_load_commands,
    printing=_load_printing,
    load_table=_load_table,
    bots=tuple(map(_make_bot_kind, BOT_NAMES)),
    trials=_load_trials,
)

__all__ = ["KIND"]
