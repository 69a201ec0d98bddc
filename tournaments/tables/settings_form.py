"""The form for a table's settings, for a new table and for an open one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from incursions.games.contract import GameKind, ModeKind, Term
from tournaments.matches.clocks import CLOCK_SETTINGS
from tournaments.matches.game_kinds import first_game, game_choices, game_kinds, loadouts_of
from tournaments.matches.life import TableRules
from tournaments.matches.models import Match
from tournaments.matches.sides import LOT, list_choices
from tournaments.matches.table_settings import list_presets, settings_of
from tournaments.tables.incoming import FLAGS, LONGEST_MATCH
from tournaments.tables.lobby_page import list_bots

LONGEST_FIGURE = 6  # digits
NUMBERS = ("seats", "minutes", *CLOCK_SETTINGS)


def choose_kind(request: HttpRequest) -> GameKind:
    """Return the game that the query names, or the first one."""
    return game_kinds().get(request.GET.get("game", ""), game_kinds()[first_game()])


def kind_context(kind: GameKind) -> dict[str, object]:
    """Return the game of a form, with its modes, bots and seats, and the other games if there are any."""
    games = game_choices()
    return {
        "game": kind,
        "games": games if len(games) > 1 else [],
        "modes": kind.modes,
        "bots": list_bots(kind),
        "seat_counts": [str(count) for count in kind.seat_counts],
    }


def read_typed_limits(said: Mapping[str, str], mode: ModeKind | None) -> Any:
    """Return the limits of loadouts in a mode at terms as they are being typed; None without a mode."""
    return None if mode is None else mode.find_limits({term.name: _read_figure(said, term) for term in mode.terms})


def _read_figure(said: Mapping[str, str], term: Term) -> int:
    """Return a number as it is being typed, limited to its bounds."""
    typed = said.get(term.name, "")
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= LONGEST_FIGURE):
        return term.default
    return min(max(int(typed), term.least), term.most)


def settings_context(
    request: HttpRequest, match: Match | None = None, usual: TableRules | None = None
) -> dict[str, object]:
    """Return the context of the form: values of the query (a refused form, a preset), else current or default ones."""
    if match is not None:
        usual = TableRules(seats=match.seats.count(), **settings_of(match))
    usual = usual or TableRules(game=choose_kind(request).name)
    said = request.GET
    texts = {"mode": usual.mode, "bots": "0", "side": LOT, **dict.fromkeys(loadouts_of(usual.game).fields, "")}
    texts |= {name: f"{getattr(usual, name):g}" for name in NUMBERS}
    if match is None:
        texts["minutes"] = ""  # the usual ones, or none against bots alone
    typed = {name: said.get(name, value) for name, value in texts.items()}
    was_refused = any(name in said for name in ("mode", "seats"))  # forms leave out unticked boxes
    for name, column in FLAGS.items():
        typed[name] = said.get(name, "") if was_refused else "on" if getattr(usual, column) else ""
    now = {term.name: usual.game_terms.get(term.name, term.default) for term in usual.kind.terms}
    return {
        **kind_context(usual.kind),
        "typed": typed,
        "sides": [] if match is not None else list_choices(usual.kind),
        "presets": [(preset, preset.explain(usual.kind)) for preset in list_presets(usual.mode_kind)],
        "minutes_rule": usual.kind.cite("minutes"),
        "usual_minutes": usual.mode_kind.minutes,
        "longest_match": LONGEST_MATCH,
        "clocks": [
            (name, setting, typed[name], setting.help_text.format(cited=usual.kind.cite(name.removesuffix("_s"))))
            for name, setting in CLOCK_SETTINGS.items()
        ],
        "terms": [(term, said.get(term.name, str(now[term.name]))) for term in usual.kind.terms],
    }
