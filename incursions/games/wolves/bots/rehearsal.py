"""Days that bots play from start to end in seconds, with the balance table of what became of the fleet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from random import Random
from statistics import fmean
from typing import NamedTuple

from incursions.engine.dice import SEED_BYTES
from incursions.games.wolves.bots.carrier import CARRIERS
from incursions.games.wolves.bots.control import ControlBot, CouncilBot
from incursions.games.wolves.bots.team import AdmiralBot, TeamBot
from incursions.games.wolves.rules.content.definitions import FLAGSHIP, LEVELS, RESOURCES, Content
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.morale import SUPPLIED
from incursions.games.wolves.rules.state import CLOCK, CONTROL

ATTACK_ODDS = 0.7
"""The share of turns with an attack in rehearsals, unless another is asked for."""
EARLY = 0.5
"""The share of attacks that come before the teams have worked; the others come after the jump."""
FEWEST_VESSELS, LEAST_MORALE = 8, 2
"""A fleet stands with the Aegis, so many vessels, and this mean morale."""
NORMAL = LEVELS.index("normal")
_MADE = re.compile(r"([+-][0-9]+) (\w+)")


class TurnFigures(NamedTuple):
    """The figures of the fleet at the end of a turn; those from `below` on are 0 or 1.

    Food and water made are what is left of them after farms have taken theirs. `below`: most vessels were served less
    than Normal of food, or of water. `starved`: a vessel was served none.
    """

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
    starved: float
    standing: float


class Rehearsal:
    """A day that bots play, until its turns are over or the fleet stands no longer."""

    def __init__(
        self, content: Content, seed: int, attack_odds: float = ATTACK_ODDS, *, is_jumping: bool = True
    ) -> None:
        self.attack_odds, self.is_jumping = attack_odds, is_jumping
        self.rng = Random(seed)
        self.game = Game.start({"content": content}, seed.to_bytes(SEED_BYTES, "big"))
        vessels = content.fleet.vessels
        self.admiral = AdmiralBot(self.game, self.rng, vessels[FLAGSHIP])
        self.teams: dict[str, TeamBot] = {
            name: self.admiral if name == FLAGSHIP else TeamBot(self.game, self.rng, vessel)
            for name, vessel in vessels.items()
        }
        self.control = ControlBot(self.game, self.rng)
        self.council = CouncilBot(self.game, self.rng)
        self.told = 0

    def play(self, turns: int) -> Iterator[TurnFigures]:
        """Play so many turns, as long as the fleet stands, and yield the figures at the end of each."""
        self.control.control("start the event")
        for turn in range(turns):
            figures = self._play_turn(is_last=turn == turns - 1)
            yield figures
            if not figures.standing:
                return

    def _play_turn(self, *, is_last: bool) -> TurnFigures:
        game, teams = self.game, list(self.teams.values())
        place = game.state.fleet_at
        is_attacked, is_early = self.rng.random() < self.attack_odds, self.rng.random() < EARLY
        self._muster()
        if is_attacked and is_early:
            self._fight()
        self._work()
        self.council.meet()
        self._jump()
        jumped = game.state.fleet_at != place
        for team in teams:
            team.patrol()
        if is_attacked and not is_early:
            self._fight()
        game.act(CONTROL, "begin team")
        for team in teams:
            team.supply()
        self.control.answer_proposals()
        game.act(CONTROL, "begin close")
        self.control.state_effects()
        for team in teams:
            team.roll()
        figures = self._measure(jumped=jumped)
        if not is_last:
            self.control.deliver_notes()
            game.act(CONTROL, "begin turn")
        return figures

    def _muster(self) -> None:
        """Let the Admiral choose where to go, the drives be crewed, and the squadrons go out."""
        if self.is_jumping:
            self.admiral.choose_jump()
        self._pass_notes()
        for team in self.teams.values():
            team.begin_turn()
        for team in self.teams.values():
            team.patrol()
        self.game.act(CLOCK, "2 minutes pass")

    def _work(self) -> None:
        """Let the teams work, share out what they have, work with that, and repair."""
        for team in self.teams.values():
            team.work()
        self._trade()
        for team in self.teams.values():
            team.work()
        for team in self.teams.values():
            team.repair()

    def _pass_notes(self) -> None:
        self.control.deliver_notes()
        for team in self.teams.values():
            team.read_mail()

    def _trade(self) -> None:
        """Let those who have shuttles share out what has been reported, and captains give leave."""
        self._pass_notes()
        for name in CARRIERS:
            if name in self.teams and self.teams[name].pass_on():
                self._pass_notes()
        for team in self.teams.values():
            for other in chain(team.fetch(), team.trade()):
                self.teams[other].answer_requests()
        self._pass_notes()

    def _fight(self) -> None:
        self.control.declare()
        while self.game.state.attack is not None:
            self._fight_round()

    def _fight_round(self) -> None:
        for team in self.teams.values():
            team.fight()
        self.control.deliver_notes()
        if self.admiral.is_leaving_better():
            self._jump_out()
        self.control.pass_round()

    def _jump_out(self) -> None:
        """Let the fleet jump out of an attack, all or none (rules W15.8)."""
        for team in self.teams.values():
            team.jump()
        self.admiral.lead_jump()
        for team in self.teams.values():
            team.lower_sign()
        if self.game.flagship.sign:
            self.control.control("resolve the jumps")
            for team in self.teams.values():
                team.plan = None

    def _jump(self) -> None:
        for team in self.teams.values():
            team.jump()
        self.admiral.lead_jump()
        for team in self.teams.values():
            team.call_off()
        self.control.control("resolve the jumps")

    def _measure(self, *, jumped: bool) -> TurnFigures:
        state = self.game.state
        vessels = list(state.alive)
        made = self._count_made()
        morale = fmean(vessel.morale for vessel in vessels) if vessels else 0.0
        stands = not self.game.flagship.is_destroyed and len(vessels) >= FEWEST_VESSELS and morale >= LEAST_MORALE
        held = {resource: sum(vessel.hold[resource] for vessel in vessels) for resource in RESOURCES}
        served = self._list_served()
        return TurnFigures(
            morale=morale,
            vessels=len(vessels),
            pursuit=min(self.game.content.fleet.pursuit_top, state.pursuit + 1),  # as the turn ends (rules W14.2)
            damage=sum(vessel.hurt for vessel in state.vessels.values()),
            broken=sum(bool(station.card) for vessel in vessels for station in vessel.stations.values()),
            food_made=made["food"],
            water_made=made["water"],
            fuel_made=made["fuel"],
            food_left=held["food"],
            water_left=held["water"],
            fuel_left=held["fuel"],
            materials=held["materials"],
            below=float(any(sum(level < NORMAL for level in levels) * 2 > len(levels) for levels in served)),
            jumped=float(jumped),
            starved=float(any(0 in levels for levels in served)),
            standing=float(stands),
        )

    def _list_served(self) -> list[list[int]]:
        """Return the levels, as numbers, at which the vessels are served: first of food, then of water."""
        vessels = list(self.game.state.alive)
        return [[LEVELS.index(each.supply.get(resource, LEVELS[0])) for each in vessels] for resource in SUPPLIED]

    def _count_made(self) -> dict[str, int]:
        """Return what stations have made and taken since this was asked last."""
        made = dict.fromkeys(RESOURCES, 0)
        for _, event in self.game.told[self.told :]:
            if event.kind == "station_used":
                for number, resource in _MADE.findall(event.told["result"]):
                    made[resource] += int(number)
        self.told = len(self.game.told)
        return made
