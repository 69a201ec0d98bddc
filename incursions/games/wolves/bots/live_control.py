"""The bots of Control and of the News Media in a day in progress: a script with pauses in which people may act."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from incursions.games.wolves.bots.control import MOST_ROUNDS, ControlBot
from incursions.games.wolves.bots.hands import Hands
from incursions.games.wolves.bots.watch import Watch
from incursions.games.wolves.rules.exchanges import WITH_CONTROL
from incursions.games.wolves.rules.initial_state import list_media_seats
from incursions.games.wolves.rules.news import SILENCE
from incursions.games.wolves.rules.open_questions import ROLLS
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.state import CONTROL, FLEET, TEAM, Attack, VesselState
from incursions.games.wolves.rules.turn import are_effects_stated

ATTACK_ODDS = 0.6
"""The share of turns with an attack, the first turn left out."""
EARLIEST, LATEST = 0.35, 0.65
"""The share of the Action phase that has passed when an attack comes."""
ROUND_S, ROUND_WITH_PEOPLE_S, WOLVES_S = 12, 75, 4
"""The seconds of a Fleet round, with people in the map party, and before the Wolf round."""
SIGNS_S, ANSWER_S = 60, 10
"""The seconds for which signs wait for each other, and a proposal for its answer."""
LAST_MOMENT = 0.94
"""The share of the Action phase after which signs wait no longer."""
TURNS = 10
"""The last turn of a day that bots run."""
BROADCASTS = (
    "The fleet holds. Repairs go on aboard, and nobody has been forgotten.",
    "We ask the council: how long will the water last?",
    "Tonight's thanks go to the crews who work the collectors.",
    "Rumours of shortages are exaggerated. Stay at your posts.",
)


class LiveControl:
    """The bot of Control. It starts no event: people say when they are ready."""

    def __init__(self, watch: Watch) -> None:
        self.watch, self.state = watch, watch.state
        self.bot = ControlBot(watch.game, watch.rng)

    def act(self) -> None:
        """Do what waits for Control."""
        self.bot.deliver_notes()
        self._answer_proposals()
        if self.state.attack is not None:
            self._lead_attack(self.state.attack)
        elif self.watch.is_calm_action:
            self._maybe_attack()
        self._resolve_signs()
        if self.watch.is_close:
            self._close()
        elif self.state.phase == TEAM and self.state.turn >= TURNS and not self.state.is_last_turn:
            self.bot.control("this is the last turn")

    def _answer_proposals(self) -> None:
        """Answer with no what has waited for a while."""
        is_open = any(not each.answer for each in self.state.proposals)
        if is_open and self.watch.wait(f"{len(self.state.proposals)} proposals", ANSWER_S):
            self.bot.answer_proposals()

    def _maybe_attack(self) -> None:
        """Declare the attack of the turn when its time has come (rules W15.1)."""
        chance = Random(f"{self.watch.chance}/attack/{self.state.turn}")
        comes, share = chance.random() < ATTACK_ODDS, chance.uniform(EARLIEST, LATEST)
        if comes and self.state.turn > 1 and self.watch.share >= share and self.watch.begin("attack"):
            self.bot.declare()

    def _lead_attack(self, attack: Attack) -> None:
        """Close each Fleet round when its time is over, and play the Wolf round."""
        party = self.watch.game.content.fleet.map_party
        if attack.side != FLEET:
            if self.watch.wait(attack.round, WOLVES_S):
                self.bot.control("play the Wolf round")
            return
        seconds = ROUND_WITH_PEOPLE_S if self.watch.has_person(party) else ROUND_S
        if self.watch.wait(attack.round, seconds):
            self.bot.control("end the attack" if attack.number > MOST_ROUNDS else "close the Fleet round")

    def _resolve_signs(self) -> None:
        """Resolve the jumps when all of the fleet have the sign up, a minute after the first, or late in the phase.

        The signs of bots wait for that of the Aegis, which goes up last.
        """
        fleet = self.watch.game.fleet_vessels
        up = [vessel for vessel in self.state.alive if vessel.sign]
        if not up or self._waits_for_flagship(up):
            self.watch.since.pop("signs", None)
            return
        is_over = self.watch.wait("signs", SIGNS_S) or self.watch.share >= LAST_MOMENT
        if all(vessel.sign for vessel in fleet) or is_over:
            self.bot.control("resolve the jumps")
            self.watch.since.pop("signs", None)

    def _waits_for_flagship(self, up: Iterable[VesselState]) -> bool:
        vessels = self.watch.game.content.fleet.vessels
        is_of_bots = any(vessels[vessel.name].seats[0] in self.watch.bots for vessel in up)
        return is_of_bots and not self.watch.game.flagship.sign

    def _close(self) -> None:
        """State the effect of the news by dice; end the last turn when all have rolled (rules W2.9, W25.3, W27.1)."""
        state = self.state
        may_state = state.has_broadcast or state.clock.since_close >= SILENCE
        if may_state and not are_effects_stated(self.watch.game):
            for vessel in list(state.alive):
                if vessel.name not in state.news:
                    self.bot.state_effect(vessel.name)
        if state.is_last_turn and all(len(vessel.rolled) == len(ROLLS) for vessel in state.alive):
            self.bot.control("end the event")


def broadcast(watch: Watch) -> None:
    """Let a bot of the News Media make the broadcast of the close, unless people sit there (rules W25.1)."""
    seats = [seat for seat in list_media_seats(watch.game.content) if seat in watch.bots]
    if not seats or not watch.is_close or watch.state.has_broadcast or watch.state.news:
        return
    if not watch.has_person(list_media_seats(watch.game.content)) and watch.begin("broadcast"):
        Hands(watch.game, watch.rng).give(seats[0], f"broadcast: {watch.rng.choice(BROADCASTS)}")


def pass_notes(watch: Watch) -> None:
    """Deliver the notes that bots write to bots while people are Control, who would have dozens in a turn."""
    clerk = next((seat for seat in watch.bots if find_team(seat, ()) == CONTROL), "")
    hands = Hands(watch.game, watch.rng)
    for note in list(watch.state.notes):
        if clerk and note.state == WITH_CONTROL and {note.writer, note.reader} <= watch.bots:
            hands.give(clerk, f"deliver note {note.number}")


def runs_control(watch: Watch) -> bool:
    """Return True if Control is a bot's."""
    return CONTROL in watch.bots
