"""Bots in a day in progress: from what their seats may know they plan a few orders at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from incursions.games.megagames import BotOrder, BotPlan
from incursions.games.wolves.bots.live_control import LiveControl, broadcast, pass_notes, runs_control
from incursions.games.wolves.bots.live_council import LiveCouncil
from incursions.games.wolves.bots.live_teams import LiveTeam, is_urgent
from incursions.games.wolves.bots.officers import Flagship, Team, make_team
from incursions.games.wolves.bots.watch import Watch
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.state import CLOCK

ENOUGH = 4
"""Orders after which no further team is asked: the others plan when these are given."""


def plan_orders(game: Game, bots: Collection[str], memory: Mapping[str, Any], chance: str, at: int) -> BotPlan:
    """Return what the bots of these seats do next at a second of the day, tried out on `game`, a copy.

    Each order was legal after those before it. An order that people make impossible is lost, and not planned again
    in its phase.
    """
    number = game.number
    game.act(CLOCK, "0 seconds pass", at)
    first = game.number
    watch = Watch(game, bots, memory, chance)
    if game.state.in_turn and game.state.clock.is_running:
        for _ in act_in_turn(watch):
            if game.number - first >= ENOUGH:
                break
    orders = [BotOrder(entry.seat, entry.text) for entry in game.log if entry.number > first]
    return BotPlan(orders, watch.to_data(number))


def act_in_turn(watch: Watch) -> Iterator[None]:
    """Let the bots act, and yield after each: urgent work, Control, News Media, council, then team after team."""
    for team in list_teams(watch):
        if is_urgent(watch, team.vessel.name):
            LiveTeam(watch, team).act_at_once()
            yield
    if runs_control(watch):
        LiveControl(watch).act()
        yield
    else:
        pass_notes(watch)
    broadcast(watch)
    LiveCouncil(watch).act()
    yield
    for team in list_teams(watch):
        LiveTeam(watch, team).act()
        yield


def list_teams(watch: Watch) -> Iterator[Team | Flagship]:
    """Yield the bots of each vessel that is not destroyed."""
    for vessel in watch.game.content.fleet.vessels.values():
        team = make_team(watch.game, watch.rng, vessel, watch.bots)
        if team is not None and not watch.state.vessels[vessel.name].is_destroyed:
            yield team
