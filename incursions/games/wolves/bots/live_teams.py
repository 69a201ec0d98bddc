"""The bots of a vessel's team in a day in progress: they run the routine that is due."""

from __future__ import annotations

import re
from itertools import chain

from incursions.games.wolves.bots.carrier import FUEL
from incursions.games.wolves.bots.notes import JUMP, Report, read_report
from incursions.games.wolves.bots.officers import Flagship, Team, make_team
from incursions.games.wolves.bots.watch import BEFORE_ATTACK, Watch
from incursions.games.wolves.rules.content.definitions import FLAGSHIP
from incursions.games.wolves.rules.jumps import find_obstacle
from incursions.games.wolves.rules.morale import is_effect_stated
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.state import ACTION, FLEET, MUSTER, TEAM, Attack

WAIT_FOR_REPORTS, WORKS_AGAIN = 0.4, 0.5
"""The shares of the Action phase for which a carrier waits for reports, and after which a team works once more."""
WAIT_FOR_CAPTAINS = 0.6
"""The share of the Action phase for which a bot as Admiral waits for captains that are people."""
SIGNS_FIRST = 0.6
"""The share of the Action phase after which bots raise the Jump sign before they do anything else."""
CALL_OFF = 0.9
"""The share of the Action phase after which bots lower their signs unless that of the Aegis is up."""
WAIT_FOR_TEAMMATES, WAIT_FOR_TEAMMATES_S = 0.2, 30
"""The share of the Action phase, and the seconds of the Team phase, in which people act before bots of their team."""
SIGN_IS_UP = "My sign is up. Raise yours now: we do not wait for long."
GOODS_REQUEST = re.compile(r"([0-9]+) (\w+) leaving")
RESERVED_LEVELS = {"food": "normal", "water": "normal"}
"""The level of rations that must stay in the hold when others ask for goods."""


class LiveTeam:
    """The bots of one vessel's team. `act` runs the first routine that is due.

    The team has no memory of its own: it reads the notes again, its own ones too, and the steps of the watch.
    """

    def __init__(self, watch: Watch, team: Team | Flagship) -> None:
        self.watch, self.state, self.team = watch, watch.state, team
        self.name = team.vessel.name
        self.vessel = watch.state.vessels[self.name]
        self.has_people = watch.has_person(team.vessel.seats)
        team.plan, team.seen = self.find_plan(), watch.notes_before_last_turn
        play = f"{self.name} plays "
        team.played = {step.removeprefix(play) for step in watch.done if step.startswith(play)}
        team.has_reported = f"{self.name} has reported" in watch.done
        team.has_pleaded = f"{self.name} has pleaded" in watch.done

    def act(self) -> None:
        """Run the routine that is due."""
        self._answer()
        phase, attack = self.state.phase, self.state.attack
        if phase == MUSTER:
            self._muster()
        if phase in (MUSTER, ACTION) and attack is not None:
            self._fight(attack)
        elif phase == ACTION:
            self._work()
        elif phase == TEAM:
            self._supply()
        elif self.watch.is_close:
            self._close()
        self._remember()

    def act_at_once(self) -> None:
        """Do what is urgent: answer requests and choices, and raise the Jump sign when time runs short."""
        self._answer()
        if are_signs_due(self.watch):
            self._jump("before all else")

    def _remember(self) -> None:
        """Note in the watch the cards that were tried in this phase, and the notes that were written."""
        self.watch.done |= {f"{self.name} plays {title}" for title in self.team.played}
        is_done = {"has reported": self.team.has_reported, "has pleaded": self.team.has_pleaded}
        self.watch.done |= {f"{self.name} {step}" for step, is_true in is_done.items() if is_true}

    def _begin(self, step: str) -> bool:
        return self.watch.begin(f"{self.name} {step}")

    def _supply(self) -> None:
        """Set the supply; people of the team have a while to set it themselves."""
        is_time = not self.has_people or self.watch.wait(f"{self.name} waits to supply", WAIT_FOR_TEAMMATES_S)
        if is_time and self._begin("supplies") and not (self.has_people and self.vessel.supply):
            self.team.supply()

    def _muster(self) -> None:
        """Choose the jump, if the Admiral is a bot, and crew the drive once the jump is known."""
        team = self.team
        if isinstance(team, Flagship) and team.plan is None and self._begin("plans"):
            self._count_fuel(team)
            team.choose_jump()
        if team.plan is not None and self._begin("musters"):
            team.begin_turn()

    def _count_fuel(self, team: Flagship) -> None:
        """Tell the Admiral the fuel of the fleet, by the reports of the last turn."""
        team.read_mail()
        team.plan, panel = None, team.panel()
        if team.reports and panel is not None:
            reported = sum(report.have.get(FUEL, 0) for name, report in team.reports.items() if name != self.name)
            team.fuel_of_fleet = reported + panel["hold"][FUEL]

    # Answers.

    def _answer(self) -> None:
        """Answer each request for goods or a swap, and each choice, once."""
        for offer in self.state.offers:
            if offer.to == self.name and self._begin(f"answers {offer.by} {offer.name}"):
                self.team.order(f"{'accept' if self._can_spare(offer.name) else 'decline'} {offer.name}")
        for choice in self.state.choices:
            if choice.vessel == self.name and self._begin(f"chooses {choice.answers}"):
                self.team.order(f"choose {self.watch.rng.choice(choice.answers)}")

    def _can_spare(self, offer: str) -> bool:
        """Return True unless the vessel needs the goods of a request for its next turn."""
        match = GOODS_REQUEST.fullmatch(offer)
        if match is None:
            return True
        number, resource = int(match.group(1)), match.group(2)
        rations = self.watch.game.content.fleet.rations[self.team.vessel.rations]
        reserve = rations[RESERVED_LEVELS[resource]] if resource in RESERVED_LEVELS else 0
        reserve = self.team.vessel.fuel["short"] if resource == "fuel" else reserve
        return self.vessel.hold.get(resource, 0) - number >= reserve

    # The Action phase.

    def _work(self) -> None:
        if self.has_people and self.watch.share < WAIT_FOR_TEAMMATES:
            return
        if self._begin("works"):
            self._do_work()
        elif self._is_trade_due():
            self._trade()
        elif self.watch.share >= WORKS_AGAIN and self._begin("works again"):
            self._do_work()
        elif self._begin(f"patrols at {self.state.fleet_at}"):
            self.team.patrol()
        else:
            self._jump("in calm")

    def _do_work(self) -> None:
        """Work with the reports and requests of this turn; the vessels named last as lowest in morale stay known."""
        plan = self.team.plan
        self.team.read_mail()
        self.team.pleas, self.team.reports, self.team.seen = [], {}, self.watch.notes_before_this_turn
        self.team.read_mail()
        self.team.plan = plan
        self.team.work()

    # Trade.

    def _is_trade_due(self) -> bool:
        """Return True if there are new notes. The first carrier waits for reports of all bots, up to a limit."""
        if not self.watch.list_notes(self.team.captain, self._last_note_read):
            return False
        others = self.team.list_others()
        carrier = next((name for name in self.team.list_carriers() if name in {self.name, *others}), "")
        if carrier != self.name or self.watch.share >= WAIT_FOR_REPORTS:
            return True
        notes = self.team.read_notes(self.watch.notes_before_this_turn)
        reported = {find_team(note["writer"], others) for note in notes if read_report(note["text"])}
        return all(name in reported or self._make_team(name) is None for name in others)

    @property
    def _last_note_read(self) -> int:
        """The number of the last note that the team has dealt with."""
        return max(self.watch.seen.get(self.name, 0), self.watch.notes_before_last_turn)

    def _trade(self) -> None:
        """Share out the goods and crew of new reports. People get what they lack, but are not asked for goods."""
        plan, self.team.seen = self.team.plan, self._last_note_read
        self.watch.seen[self.name] = self.watch.list_notes(self.team.captain, self._last_note_read)[-1].number
        self.team.read_mail()
        self.team.plan = plan
        captains = self.watch.game.content.fleet.vessels
        for name, report in list(self.team.reports.items()):
            if name not in self.team.list_others():
                del self.team.reports[name]
            elif captains[name].seats[0] not in self.watch.bots:
                self.team.reports[name] = keep_needs(report)
        self.team.pass_on()
        for name in chain(self.team.fetch(), self.team.trade()):
            other = self._make_team(name)
            if other is not None:
                other.asked_of = self._list_offered(other)
                other.answer_requests()

    def _make_team(self, name: str) -> Team | Flagship | None:
        vessel = self.watch.game.content.fleet.vessels[name]
        return make_team(self.watch.game, self.watch.rng, vessel, self.watch.bots)

    def _list_offered(self, team: Team | Flagship) -> frozenset[str]:
        """Return the crew that a team has offered in its last report."""
        own = (note.text for note in reversed(self.state.notes) if note.writer == team.captain)
        report = next((report for text in own if (report := read_report(text))), None)
        return frozenset() if report is None else frozenset((*report.spare, *report.wounded))

    # Attacks.

    def _fight(self, attack: Attack) -> None:
        if attack.side == FLEET and self.name in attack.vessels:
            if self._begin(f"fights in {attack.round}"):
                step = f"{self.name} in an attack"
                self.team.seen = max(self.watch.seen.get(BEFORE_ATTACK, 0), self.watch.seen.get(step, 0))
                self.team.fight()
                self.watch.seen[step] = self.team.seen
            elif attack.number > 1:
                self._jump(attack.round)

    # Jumps.

    def find_plan(self) -> tuple[str, str] | None:
        """Return the digits and the distance of the jump that the Admiral announced; None once the fleet is there."""
        plans = [
            match.groups()
            for note in self.team.read_notes(self.watch.notes_before_last_turn)
            if note["writer"].startswith(FLAGSHIP) and (match := JUMP.fullmatch(note["text"]))
        ]
        if isinstance(self.team, Flagship):
            plans = self._list_own_plans(self.team)
        return None if not plans or plans[-1][0] == self.state.fleet_at else (plans[-1][0], plans[-1][1])

    def _list_own_plans(self, team: Flagship) -> list[tuple[str, ...]]:
        """Return what a bot as Admiral has written to the captains about this turn's jump."""
        own = [
            note.text
            for note in self.state.notes
            if note.number > self.watch.notes_before_last_turn and note.writer == team.captain
        ]
        return [plan for text in own if (plan := find_jump(text))]

    def _jump(self, when: str) -> None:
        """Raise the sign, that of the Aegis last. Late in the phase, lower it unless the Aegis has hers up."""
        if self.watch.share >= CALL_OFF:
            if self._begin("calls off"):
                self.team.call_off()
            return
        if self.team.plan is None or self.vessel.sign or find_obstacle(self.watch.game, self.vessel):
            return
        if isinstance(self.team, Flagship):
            if self._is_fleet_ready() and self._begin(f"leads {when}"):
                self.team.raise_sign()
                self._call_people()
        elif (self.watch.share >= WORKS_AGAIN or self.state.attack is not None) and self._begin(f"jumps {when}"):
            self.team.jump()

    def _call_people(self) -> None:
        """Ask captains that are people and have their sign down to raise it, once that of the Aegis is up."""
        fleet = self.watch.game.content.fleet.vessels
        for vessel in self.watch.game.fleet_vessels if self.vessel.sign else ():
            captain = fleet[vessel.name].seats[0]
            if not vessel.sign and self.watch.has_person([captain]):
                self.team.order(f"write to {captain}: {SIGN_IS_UP}")

    def _is_fleet_ready(self) -> bool:
        """Return True if the signs of all bots are up, and those of people too or their time is over."""
        fleet = self.watch.game.content.fleet.vessels
        others = (vessel for vessel in self.watch.game.fleet_vessels if vessel.name != self.name)
        waiting = [fleet[vessel.name].seats[0] for vessel in others if not vessel.sign]
        is_over = self.watch.share >= WAIT_FOR_CAPTAINS or not waiting
        return is_over and not any(seat in self.watch.bots for seat in waiting)

    # The close.

    def _close(self) -> None:
        if is_effect_stated(self.watch.game, self.vessel) and self._begin("rolls"):
            self.team.roll()


def is_urgent(watch: Watch, name: str) -> bool:
    """Return True if a vessel has a request or a choice to answer, or should have its Jump sign up."""
    state = watch.state
    is_asked = any(offer.to == name for offer in state.offers) or any(each.vessel == name for each in state.choices)
    vessel = state.vessels[name]
    return is_asked or (are_signs_due(watch) and vessel.is_mustered and not vessel.sign)


def are_signs_due(watch: Watch) -> bool:
    """Return True when bots raise the Jump sign before they do anything else."""
    return watch.is_calm_action and watch.share >= SIGNS_FIRST


def find_jump(text: str) -> tuple[str, ...]:
    """Return the digits and the distance of the jump that a note to a captain announces; () for other notes."""
    match = JUMP.fullmatch(text) or re.search(r"set coordinates ([0-9]{5}) for a (short|medium|long) jump", text)
    return match.groups() if match else ()


def keep_needs(report: Report) -> Report:
    """Return a report that names only what is missing: no stock and no spare crew."""
    short = {what: need - report.have.get(what, 0) for what, need in report.need.items()}
    return Report({}, {what: number for what, number in short.items() if number > 0}, lack=report.lack)
