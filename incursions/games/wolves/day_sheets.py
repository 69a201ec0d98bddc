"""Paper sheets of Den of Wolves as fields of forms, and how its content is edited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from incursions.games.day_sheets import LINES, NUMBER, TEXT, ContentKind, Length, PaperField, PaperKind
from incursions.games.wolves.content_decks import follow_stations
from incursions.games.wolves.content_names import list_names, rename
from incursions.games.wolves.content_shapes import list_shapes
from incursions.games.wolves.rules.content.loading import examine_data
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.paper import FLEET, list_figures, write_paper
from incursions.games.wolves.rules.paper_values import BECAUSE, NONE, quote_texts, read_texts
from incursions.games.wolves.rules.state import CONTROL

FORBIDDEN = ('"', ";", BECAUSE)


def list_sheets(game: Game) -> Mapping[str, str]:
    """Return the sheets that come back: Control's first, since it sets the turn, then those of the vessels."""
    return {FLEET: CONTROL, **{vessel.name: vessel.name for vessel in game.state.alive}}


def list_fields(game: Game, key: str) -> Sequence[PaperField]:
    """Return the fields of a sheet. Those of a station are labelled without its title, which heads their group."""
    fields = []
    for figure in list_figures(game, key).values():
        label = figure.name.removesuffix(f" of {figure.group}")
        value = "\n".join(read_texts(figure.value)) if figure.kind == LINES else figure.value
        fields.append(PaperField(figure.name, label, figure.group, value, figure.kind, figure.options))
    return fields


def write_command(game: Game, key: str, typed: Mapping[str, str], reason: str, is_secret: bool) -> str:
    """Return the command that brings back what was typed. Raises ValueError with the name of a field."""
    kinds = {figure.name: figure.kind for figure in list_figures(game, key).values()}
    changes = {name: _write_value(name, kinds.get(name, TEXT), value.strip()) for name, value in typed.items()}
    return write_paper(key, changes, reason, is_secret=is_secret)


def _write_value(name: str, kind: str, value: str) -> str:
    if kind == LINES:
        return quote_texts(line.strip() for line in value.splitlines() if line.strip())
    if not value and kind == NUMBER:
        raise ValueError(f"{name}: A number was expected")
    wrong = next((sign for sign in FORBIDDEN if sign in value), "")
    if wrong or not value.isprintable():
        raise ValueError(f"{name}: {wrong.strip() or 'A line break'} cannot stand here")
    return value or NONE


PAPER = PaperKind(list_sheets, list_fields, write_command)

FILES = {
    "fleet": "Vessels with their figures, holds, stations and crew, rations, the morale track, minutes and seating.",
    "stations": "Kinds of stations: what they need, take and give.",
    "damage": "Damage cards, and the deck of each vessel.",
    "actions": "Action cards.",
    "destinations": "Places to jump to.",
    "wolves": "The strength of attacks at each level of pursuit, and the odds of combat.",
    "prompts": "Events that Control may bring.",
    "briefings": "The guide for all, and the briefings of teams and seats.",
}
"""The files of the content that an organizer edits. Its commands and its vocabulary belong to the rules."""
LENGTHS = tuple(
    Length(label, "fleet", f"{phase}_minutes")
    for phase, label in (
        ("muster", "Muster"),
        ("action", "Action phase, with muster"),
        ("team", "Team phase, with the close"),
        ("close", "Close"),
    )
)


def read_version(game: Game) -> int:
    """Return the number of the version of the content in force, 0 for that of the beginning."""
    return game.state.content_version


def write_change(number: int, reason: str, is_overruling: bool) -> str:
    """Return the command of Control that lets a version of the content hold from now on."""
    words = f"change the content to version {number} because {reason}"
    return f"{words} overruling because {reason}" if is_overruling else words


CONTENTS = ContentKind(
    FILES, examine_data, read_version, write_change, LENGTHS, list_shapes, follow_stations, list_names, rename
)
