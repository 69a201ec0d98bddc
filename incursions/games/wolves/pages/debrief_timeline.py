"""The timeline of the debrief: the fleet by turns in charts and tables, and what happened in each turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from incursions.engine.events import Event
from incursions.games.debriefs import DayHistory, PastEntry, PastUndo
from incursions.games.wolves.pages.debrief_charts import draw_chart
from incursions.games.wolves.pages.debrief_figures import BEFORE, Figures
from incursions.games.wolves.pages.drawing import TEMPLATES
from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.content.definitions import RESOURCES
from incursions.games.wolves.rules.council import PASSED
from incursions.games.wolves.rules.game import Game, write_event
from incursions.games.wolves.rules.state import CONTROL

CHARTED = ("fuel", "food", "water", "materials")
UNLOADING = "unloads "
MANY = {"Arrival": "Arrivals", "Damage": "Damage", "Riot": "Riots", "Deal": "Deals by shuttle"}
"""The kinds of deeds of which a turn has many, with their titles."""


class Deed(NamedTuple):
    """A sentence of the timeline, with the word of its kind."""

    kind: str
    words: str


class Turn(NamedTuple):
    """A turn of the timeline: its name, its figures, what shaped it, and by kinds what else happened in it.

    `undone` are the entries of the turn that are struck out, by the undo that took them back.
    """

    name: str
    figures: Figures
    deeds: Sequence[Deed]
    more: Mapping[str, Sequence[str]]
    undone: Mapping[PastUndo, Sequence[PastEntry]]


def draw_timeline(history: DayHistory, is_open: bool) -> Markup:
    """Return the day by turns. Morale, stores, damage and deals are shown once all is open (rules W20, W27.2)."""
    turns = list_turns(history, is_open=is_open)
    names = ["Start" if turn.name == BEFORE else turn.name.removeprefix("Turn ") for turn in turns]
    game: Game = history.game
    stores = {name: [turn.figures.stores[name] for turn in turns] for name in CHARTED} if is_open else {}
    pursuit = {"pursuit": [turn.figures.pursuit for turn in turns]}
    return TEMPLATES.draw(
        "debrief_timeline",
        is_open=is_open,
        turns=turns,
        told=[turn for turn in turns if turn.name != BEFORE or turn.deeds or turn.more or turn.undone],
        names=names,
        pursuit=draw_chart("Pursuit by turn", names, pursuit, game.content.fleet.pursuit_top),
        stores=draw_chart("Stores of the fleet by turn", names, stores) if is_open else "",
        resources=RESOURCES,
        morale=list_morale(game, turns) if is_open else [],
        top=game.content.fleet.morale_track.top,
        lost=[vessel.name for vessel in game.state.vessels.values() if vessel.is_destroyed],
        laws=game.state.laws,
    )


def list_turns(history: DayHistory, *, is_open: bool) -> list[Turn]:
    """Return the turns with what happened in them; what an undo took back is told apart, once all is open."""
    chapters = {entry.number: entry.chapter for entry in history.entries if not entry.is_struck}
    deeds: dict[str, list[Deed]] = {}
    for number, event in history.game.told:
        deed = tell_deed(event) if number in chapters and (is_open or event.audience is None) else None
        if deed is not None:
            deeds.setdefault(chapters[number], []).append(deed)
    undone = group_undone(history) if is_open else {}
    return [
        make_turn(name, figures, deeds.get(name, ()), undone.get(name, {})) for name, figures in history.records.items()
    ]


def group_undone(history: DayHistory) -> Mapping[str, Mapping[PastUndo, Sequence[PastEntry]]]:
    """Return the entries that are struck out by turns and undos; those of a turn that never came are in the last."""
    groups: dict[str, dict[PastUndo, list[PastEntry]]] = {}
    last = [*history.records][-1]
    for entry in history.entries:
        if entry.undo is not None:
            turn = groups.setdefault(entry.chapter if entry.chapter in history.records else last, {})
            turn.setdefault(entry.undo, []).append(entry)
    return groups


def make_turn(
    name: str, figures: Figures, deeds: Sequence[Deed], undone: Mapping[PastUndo, Sequence[PastEntry]]
) -> Turn:
    """Return a turn; the kinds of which there are many are told apart from the others."""
    more: dict[str, list[str]] = {}
    for deed in deeds:
        if deed.kind in MANY:
            more.setdefault(MANY[deed.kind], []).append(deed.words)
    return Turn(name, figures, [deed for deed in deeds if deed.kind not in MANY], more, undone)


def tell_deed(event: Event) -> Deed | None:
    """Return an event as the timeline tells it, or None if it is none of those that shaped the day."""
    kind, told = event.kind_class, event.told
    if kind is events.ShuttleFlew:  # a deal is what was unloaded at somebody's
        return Deed("Deal", write_event(event, CONTROL)) if told["what"].startswith(UNLOADING) else None
    if kind is events.MotionMoved:
        return Deed("Law", told["text"]) if told["what"] == PASSED else None
    word = KINDS.get(kind)
    return None if word is None else Deed(word, write_event(event, CONTROL))


KINDS: dict[Any, str] = {
    events.AttackDeclared: "Attack",
    events.VesselsLeft: "Jump",
    events.VesselJumped: "Arrival",
    events.VesselDestroyed: "Lost",
    events.StationDamaged: "Damage",
    events.RiotAppeared: "Riot",
    events.Announced: "Said",
}
"""The words of the kinds of events that the timeline tells as their sentences say them."""


def list_morale(game: Game, turns: Sequence[Turn]) -> list[dict[str, Any]]:
    """Return the morale of each vessel by turns, with the highest die that brings a riot."""
    odds = game.content.fleet.morale_track.riot_on
    return [
        {
            "vessel": name,
            "cells": [
                {**vessel._asdict(), "risk": odds[vessel.morale]}
                for vessel in (turn.figures.vessels[name] for turn in turns)
            ],
        }
        for name in game.state.vessels
    ]
