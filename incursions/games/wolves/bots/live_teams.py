"""The bots of a vessel's team in a day in progress: which of their routines is due."""

from __future__ import annotations

import re

from incursions.games.wolves.bots.officers import Flagship, Team, make_team
from incursions.games.wolves.bots.team import JUMP, READY
from incursions.games.wolves.bots.watch import Watch
from incursions.games.wolves.rules.content.definitions import FLAGSHIP
from incursions.games.wolves.rules.jumps import find_obstacle
from incursions.games.wolves.rules.morale import is_effect_stated
from incursions.games.wolves.rules.state import ACTION, FLEET, MUSTER, TEAM, Attack

REPAIRS_AGAIN = 0.6
"""The share of the Action phase after which a team repairs with what has come meanwhile."""
PEOPLE_WAITED_FOR = 0.6
"""The share of the Action phase for which a bot as Admiral waits for captains that are people."""
TEAMMATES, TEAMMATES_S = 0.2, 30
"""The share of the Action phase, and the seconds of the Team phase, in which people act before bots of their team."""
SIGN_IS_UP = "My sign is up. Raise yours now: we do not wait for long."
GOODS = re.compile(r"([0-9]+) (\w+) leaving")
REMAINING = {"food": "normal", "water": "normal"}
"""The level of rations that must stay in the hold when others ask for goods."""


class LiveTeam:
    """The bots of one team. An act does the first routine that is due."""

    def __init__(self, watch: Watch, team: Team | Flagship) -> None:
        self.watch, self.state, self.team = watch, watch.state, team
        self.name = team.vessel.name
        self.vessel = watch.state.vessels[self.name]
        self.has_people = watch.has_person(team.vessel.seats)
        team.plan = self.find_plan()

    def act(self) -> None:
        """Do what is due."""
        self._answer()
        phase, attack = self.state.phase, self.state.attack
        if phase == MUSTER and self.team.plan is not None and self._begin("musters"):
            self.team.begin_turn()
        if phase in (MUSTER, ACTION) and attack is not None:
            self._fight(attack)
        elif phase == ACTION:
            self._work()
        elif phase == TEAM:
            self._supply()
        elif self.watch.is_close:
            self._close()

    def _begin(self, step: str) -> bool:
        return self.watch.begin(f"{self.name} {step}")

    def _supply(self) -> None:
        """Set the supply; people of the team have a while to set it themselves."""
        is_time = not self.has_people or self.watch.wait(f"{self.name} waits to supply", TEAMMATES_S)
        if is_time and self._begin("supplies") and not (self.has_people and self.vessel.supply):
            self.team.supply()

    # Answers.

    def _answer(self) -> None:
        """Answer requests for goods and swaps, and choices, once each."""
        for offer in self.state.offers:
            if offer.to == self.name and self._begin(f"answers {offer.by} {offer.name}"):
                self.team.order(f"{'accept' if self._can_spare(offer.name) else 'decline'} {offer.name}")
        for choice in self.state.choices:
            if choice.vessel == self.name and self._begin(f"chooses {choice.answers}"):
                self.team.order(f"choose {self.watch.rng.choice(choice.answers)}")

    def _can_spare(self, offer: str) -> bool:
        """Return True unless the goods of an offer are needed aboard for a turn."""
        found = GOODS.fullmatch(offer)
        if found is None:
            return True
        number, resource = int(found.group(1)), found.group(2)
        rations = self.watch.game.content.fleet.rations[self.team.vessel.rations]
        kept = rations[REMAINING[resource]] if resource in REMAINING else 0
        kept = self.team.vessel.fuel["short"] if resource == "fuel" else kept
        return self.vessel.hold.get(resource, 0) - number >= kept

    # The Action phase.

    def _work(self) -> None:
        if self.has_people and self.watch.share < TEAMMATES:
            return
        if self._begin("works"):
            self.team.work()
        elif self._has_mail():
            self._trade()
        elif self._begin("patrols"):
            self.team.patrol()
        elif self.watch.share >= REPAIRS_AGAIN and self._begin("repairs again"):
            self.team.repair()
        else:
            self._jump("in calm")

    def _has_mail(self) -> bool:
        return bool(self.watch.list_notes(self.team.captain, self._seen))

    @property
    def _seen(self) -> int:
        return max(self.watch.seen.get(self.name, 0), self.watch.mark)

    def _trade(self) -> None:
        """Send what was asked for, and fetch what bots offer; what people offer needs their leave first."""
        plan, self.team.seen = self.team.plan, self._seen
        self.watch.seen[self.name] = self.watch.list_notes(self.team.captain, self._seen)[-1].number
        self.team.read_mail()
        self.team.plan = plan
        self.team.trade()
        captains = self.watch.game.content.fleet.vessels
        self.team.offered = [each for each in self.team.offered if captains[each[0]].seats[0] in self.watch.bots]
        for name in self.team.fetch():
            other = make_team(self.watch.game, self.watch.rng, captains[name], self.watch.bots)
            if other is not None:
                other.answer_requests()

    def _fight(self, attack: Attack) -> None:
        if attack.side == FLEET and self.name in attack.vessels:
            if self._begin(f"fights in {attack.round}"):
                self.team.fight()
            elif attack.number > 1:
                self._jump(attack.round)

    # Jumps.

    def find_plan(self) -> tuple[str, str] | None:
        """Return the digits and the distance of the jump that the Admiral has told; None once the fleet is there."""
        told = [
            found.groups()
            for note in self.team.read_notes(self.watch.mark)
            if note["writer"].startswith(FLAGSHIP) and (found := JUMP.fullmatch(note["text"]))
        ]
        if isinstance(self.team, Flagship):
            told = self._list_own_plans(self.team)
        return None if not told or told[-1][0] == self.state.fleet_at else (told[-1][0], told[-1][1])

    def _list_own_plans(self, team: Flagship) -> list[tuple[str, ...]]:
        """Return what a bot as Admiral has written to the captains about this turn's jump."""
        own = [note.text for note in self.state.notes if note.number > self.watch.mark and note.writer == team.captain]
        return [plan for text in own if (plan := find_jump(text))]

    def _jump(self, when: str) -> None:
        """Lead the jump when the captains are ready; follow the Aegis when her sign is up."""
        if self.team.plan is None or self.vessel.sign or find_obstacle(self.watch.game, self.vessel):
            return
        if isinstance(self.team, Flagship):
            ready = self._count_ready(self.team)
            if ready is not None and self._begin(f"leads {when}"):
                self.team.lead_jump(ready)
                self._call_people()
        elif self.state.vessels[FLAGSHIP].sign and self._begin(f"jumps {when}"):
            self.team.jump()

    def _call_people(self) -> None:
        """Tell captains that are people that the sign of the Aegis is up."""
        fleet = self.watch.game.content.fleet.vessels
        for vessel in self.watch.game.fleet_vessels if self.vessel.sign else ():
            captain = fleet[vessel.name].seats[0]
            if self.watch.has_person([captain]):
                self.team.order(f"write to {captain}: {SIGN_IS_UP}")

    def _count_ready(self, team: Flagship) -> int | None:
        """Return the captains to jump with when all bots are ready, and people are or have had their time."""
        writers = {note["writer"] for note in team.read_notes(self.watch.mark) if note["text"] == READY}
        fleet = self.watch.game.content.fleet.vessels
        captains = [fleet[each.name].seats[0] for each in self.watch.game.fleet_vessels if each.name != self.name]
        waiting = [seat for seat in captains if seat not in writers]
        if any(seat in self.watch.bots for seat in waiting):
            return None
        is_over = self.watch.share >= PEOPLE_WAITED_FOR or not waiting
        return len(captains) if is_over else None

    # The close.

    def _close(self) -> None:
        is_stated = is_effect_stated(self.watch.game, self.vessel)
        if is_stated and self._begin("rolls"):
            self.team.roll()
        elif is_stated and isinstance(self.team, Flagship) and not self.state.is_last_turn and self._begin("plans"):
            self.team.choose_jump()


def find_jump(text: str) -> tuple[str, ...]:
    """Return the digits and the distance that a note to a captain names, to a bot or to a person; () if none."""
    found = JUMP.fullmatch(text) or re.search(r"set coordinates ([0-9]{5}) for a (short|medium|long) jump", text)
    return found.groups() if found else ()
