"""The bots of the council in a day in progress: they come, and vote by their need (rules W6)."""

from __future__ import annotations

from incursions.games.wolves.bots.control import MOTIONS, CouncilBot
from incursions.games.wolves.bots.watch import Watch
from incursions.games.wolves.rules.council import OPEN
from incursions.games.wolves.rules.roles import PRESIDENT, find_council_table

COMES, OPENS = 0.1, 0.15
"""The share of the Action phase after which the members come, and the President opens a motion."""
VOTE_S, VOTE_WITH_PEOPLE_S = 10, 60
"""The seconds for which a vote stays open, with people among the members."""


class LiveCouncil:
    """The bots among the members of the council."""

    def __init__(self, watch: Watch) -> None:
        self.watch, self.state = watch, watch.state
        self.bot = CouncilBot(watch.game, watch.rng)
        self.members = [seat for seat in dict.fromkeys(self.state.council.values()) if seat in watch.bots]

    def act(self) -> None:
        """Hold the session of the turn."""
        if not self.watch.is_calm_action:
            return
        share = self.watch.share
        if share >= COMES and self.watch.begin("council comes"):
            self._come()
        motion = self.state.motion
        if motion is not None and motion.outcome == OPEN:
            self._vote(motion.text)
        elif share >= OPENS and self._presides and self.watch.begin("motion"):
            self.bot.give(self.state.council[PRESIDENT], f"open the motion: {self.watch.rng.choice(MOTIONS)}")

    @property
    def _presides(self) -> bool:
        return self.state.council[PRESIDENT] in self.watch.bots

    def _come(self) -> None:
        """Let the members come to the council's table. They stay there: the room is told of every step."""
        table = find_council_table(self.state)
        for seat in self.members:
            if table and self.state.places[seat] != table:
                self.bot.give(seat, f"go to {table}")

    def _vote(self, text: str) -> None:
        table = find_council_table(self.state)
        for seat in self.members:
            if self.state.places[seat] == table and self.watch.begin(f"vote of {seat} on {text}"):
                self.bot.give(seat, f"vote {self.bot.choose_vote(seat)}")
        seconds = VOTE_WITH_PEOPLE_S if self.watch.has_person(self.state.council.values()) else VOTE_S
        if self._presides and self.watch.wait(f"vote on {text}", seconds):
            self.bot.give(self.state.council[PRESIDENT], "close the vote")
