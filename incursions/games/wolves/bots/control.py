"""The bot of Control, which follows a script, and those of the council and of the News Media."""

from __future__ import annotations

from incursions.games.wolves.bots.hands import Hands
from incursions.games.wolves.bots.voting import choose_vote
from incursions.games.wolves.rules.council import ABSTAIN
from incursions.games.wolves.rules.exchanges import WITH_CONTROL
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.roles import COUNCIL_TABLE
from incursions.games.wolves.rules.state import CONTROL

MOST_ROUNDS = 12
"""The rounds after which Control ends an attack."""
EFFECTS = (-1, 0, 0, 1, 1)
"""The effects of the news, of which one is drawn for each vessel."""
MOTIONS = ("Rations are equal for all", "Fuel is shared", "Every vessel takes two guests", "decision: We jump together")


class ControlBot(Hands):
    """The work of Control: notes, proposals, attacks, and the effects of the news by dice."""

    def control(self, text: str) -> bool:
        """Give a command of Control."""
        return self.give(CONTROL, text)

    def deliver_notes(self) -> None:
        """Deliver all notes that wait."""
        for note in list(self.game.state.notes):
            if note.state == WITH_CONTROL:
                self.control(f"deliver note {note.number}")

    def answer_proposals(self) -> None:
        """Answer proposals with no."""
        for proposal in list(self.game.state.proposals):
            if not proposal.answer:
                self.control(f"answer {proposal.number}: no")

    def declare(self) -> bool:
        """Declare an attack with the Wolves of the pursuit level."""
        return self.control("declare an attack")

    def pass_round(self) -> None:
        """Close the Fleet round and play the Wolf round; end an attack that takes too long."""
        attack = self.game.state.attack
        if attack is None:
            return
        if attack.number > MOST_ROUNDS:
            self.control("end the attack")
            return
        self.control("close the Fleet round")
        self.control("play the Wolf round")

    def state_effects(self) -> None:
        """State the effect of the news on each vessel by dice."""
        self.give("News Media Reporter", "broadcast: The fleet holds.")
        for vessel in list(self.game.state.alive):
            self.state_effect(vessel.name)

    def state_effect(self, vessel: str) -> None:
        """State the effect of the news on a vessel by dice; without a broadcast it is 0 (rules W25.3)."""
        effect = self.rng.choice(EFFECTS) if self.game.state.has_broadcast else 0
        self.control(f"effect of the news on {vessel} is {effect}")


class CouncilBot(Hands):
    """The council: the members come, the President opens a motion, all vote by their need, and the vote is closed."""

    def meet(self) -> None:
        """Hold a session with one vote (rules W6)."""
        council = self.game.content.fleet.council
        president = council["President"]
        for seat in council.values():
            self.give(seat, f"go to {COUNCIL_TABLE}")
        if self.give(president, f"open the motion: {self.rng.choice(MOTIONS)}"):
            for seat in council.values():
                self.give(seat, f"vote {self.choose_vote(seat)}")
            self.give(president, "close the vote")

    def choose_vote(self, seat: str) -> str:
        """Return the vote of the holder of a seat of the council on the motion that is open."""
        vessels = self.game.content.fleet.vessels
        team = find_team(seat, vessels)
        return choose_vote(self.game, self.rng, seat, vessels[team]) if team in vessels else ABSTAIN
