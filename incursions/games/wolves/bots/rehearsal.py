"""Days that bots play from start to end in seconds, with the balance table of what became of the fleet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from statistics import fmean
from typing import NamedTuple

from incursions.engine.dice import SEED_BYTES
from incursions.games.wolves.bots.control import ControlBot, CouncilBot
from incursions.games.wolves.bots.team import AdmiralBot, TeamBot
from incursions.games.wolves.rules.content.definitions import FLAGSHIP, LEVELS, Content
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.morale import SUPPLIED
from incursions.games.wolves.rules.state import CLOCK, CONTROL

ATTACK_ODDS = 0.7
"""The share of turns with an attack in rehearsals, unless another is asked for."""
FEWEST_VESSELS, LEAST_MORALE = 8, 2
"""A fleet stands with the Aegis, so many vessels, and this mean morale."""
_MADE = re.compile(r"\+([0-9]+) (\w+)")


class TurnFigures(NamedTuple):
    """The figures of the fleet at the end of a turn; `below`, `jumped` and `standing` are 0 or 1."""

    morale: float
    vessels: float
    pursuit: float
    damage: float
    broken: float
    food_made: float
    water_made: float
    fuel_made: float
    food_left: float
    water_left: float
    fuel_left: float
    materials: float
    below: float
    jumped: float
    standing: float


class Rehearsal:
    """A day that bots play."""

    def __init__(self, content: Content, seed: int, attack_odds: float = ATTACK_ODDS) -> None:
        self.rng = Random(seed)
        self.game = Game.start({"content": content}, seed.to_bytes(SEED_BYTES, "big"))
        vessels = content.fleet.vessels
        self.teams: dict[str, TeamBot] = {
            name: (AdmiralBot if name == FLAGSHIP else TeamBot)(self.game, self.rng, vessel)
            for name, vessel in vessels.items()
        }
        self.control = ControlBot(self.game, self.rng, attack_odds)
        self.council = CouncilBot(self.game, self.rng)
        self.told = 0

    def play(self, turns: int) -> Iterator[TurnFigures]:
        """Play so many turns, and yield the figures at the end of each."""
        self.control.control("start the event")
        for turn in range(turns):
            yield self._play_turn(is_last=turn == turns - 1)

    def _play_turn(self, *, is_last: bool) -> TurnFigures:
        game, teams = self.game, list(self.teams.values())
        place, since = game.state.fleet_at, len(game.state.notes)
        for team in teams:
            team.begin_turn()
        self.control.deliver_notes()
        game.act(CLOCK, "2 minutes pass")
        for team in teams:
            team.work()
        self.control.deliver_notes()
        self._trade()
        for team in teams:
            team.repair()
        self.council.meet()
        for team in teams:
            team.patrol()
        if self.control.maybe_attack():
            self._fight()
        self._jump(since)
        jumped = game.state.fleet_at != place
        game.act(CONTROL, "begin team")
        below = self._supply()
        self.control.answer_proposals()
        admiral = self.teams[FLAGSHIP]
        if isinstance(admiral, AdmiralBot) and not is_last:
            plan = admiral
        game.act(CONTROL, "begin close")
        self.control.state_effects()
        for team in teams:
            team.roll()
        figures = self._measure(below=below, jumped=jumped)
        if not is_last:
            plan.choose_jump()
            self.control.deliver_notes()
            for team in teams:
                team.read_mail()
            game.act(CONTROL, "begin turn")
        return figures

    def _trade(self) -> None:
        for team in self.teams.values():
            team.read_mail()
        for team in self.teams.values():
            team.trade()
            for other in team.fetch():
                self.teams[other].answer_requests()

    def _fight(self) -> None:
        while self.game.state.attack is not None:
            for team in self.teams.values():
                team.fight()
            self.control.pass_round()

    def _jump(self, since: int) -> None:
        admiral = self.teams[FLAGSHIP]
        assert isinstance(admiral, AdmiralBot)
        admiral.lead_jump(admiral.count_ready(since))
        for team in self.teams.values():
            team.jump()
        self.control.control("resolve the jumps")

    def _supply(self) -> bool:
        """Let all teams supply, and return True if one of them serves less than Normal."""
        for team in self.teams.values():
            team.supply()
        normal = LEVELS.index("normal")
        levels = [
            LEVELS.index(vessel.supply.get(resource, LEVELS[0]))
            for vessel in self.game.state.alive
            for resource in SUPPLIED
        ]
        return any(level < normal for level in levels)

    def _measure(self, *, below: bool, jumped: bool) -> TurnFigures:
        vessels = list(self.game.state.alive)
        made = self._count_made()
        morale = fmean(vessel.morale for vessel in vessels) if vessels else 0.0
        stands = not self.game.flagship.is_destroyed and len(vessels) >= FEWEST_VESSELS and morale >= LEAST_MORALE
        return TurnFigures(
            morale=morale,
            vessels=len(vessels),
            pursuit=self.game.state.pursuit,
            damage=sum(vessel.hurt for vessel in vessels),
            broken=sum(bool(station.card) for vessel in vessels for station in vessel.stations.values()),
            food_made=made["food"],
            water_made=made["water"],
            fuel_made=made["fuel"],
            food_left=sum(vessel.hold["food"] for vessel in vessels),
            water_left=sum(vessel.hold["water"] for vessel in vessels),
            fuel_left=sum(vessel.hold["fuel"] for vessel in vessels),
            materials=sum(vessel.hold["materials"] for vessel in vessels),
            below=float(below),
            jumped=float(jumped),
            standing=float(stands),
        )

    def _count_made(self) -> dict[str, int]:
        """Return what stations have made since this was asked last."""
        made = dict.fromkeys(("food", "water", "fuel"), 0)
        for _, event in self.game.told[self.told :]:
            if event.kind == "station_used":
                for number, resource in _MADE.findall(event.told["result"]):
                    made[resource] = made.get(resource, 0) + int(number)
        self.told = len(self.game.told)
        return made


def rehearse(content: Content, seed: int, turns: int, days: int = 1) -> list[dict[str, float]]:
    """Return the mean figures of each turn by name, over so many days with seeds from `seed` on."""
    played = [list(Rehearsal(content, seed + number).play(turns)) for number in range(days)]
    return [TurnFigures(*map(fmean, zip(*column, strict=True)))._asdict() for column in zip(*played, strict=True)]
