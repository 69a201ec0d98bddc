"""The memory of bots in a day in progress, plain data between two looks at the game, and how they see its time."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from random import Random
from typing import Any

from incursions.engine.open_log import Entry, read_undo
from incursions.games.wolves.rules.content.definitions import Minutes
from incursions.games.wolves.rules.exchanges import DELIVERED, Note
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.state import ACTION, CLOSE, FLEET, MUSTER, WOLF
from incursions.games.wolves.rules.turn import MINUTE

ROUND = re.compile(rf".*\b({FLEET}|{WOLF}) [0-9]+")
"""The steps of a round of an attack: "fights in Fleet 1"."""
BEFORE_ATTACK = "before the attack"
"""Under this name stands the last note before an attack among the notes that were read."""


class Watch:
    """A day as its bots see it at one moment.

    `bots` are their seats; those of all others are people's, or empty. It remembers the steps of the phase that are
    `done`, `since` which second a step waits, the last note `seen` by each team, and in `marks` the number of notes
    when the Action phase of each turn began. `chance` is secret and the same all day.
    """

    def __init__(self, game: Game, bots: Collection[str], memory: Mapping[str, Any], chance: str) -> None:
        self.game, self.state, self.bots, self.chance = game, game.state, frozenset(bots), chance
        self.rng = Random(f"{chance}/{game.number}")
        is_same = memory.get("phase") == [self.state.turn, self.state.phase]
        is_same = is_same and not has_undo(game.log, memory.get("number", 0))
        self.done: set[str] = set(memory.get("done", ())) if is_same else set()
        self.since: dict[str, int] = dict(memory.get("since", {})) if is_same else {}
        self.seen: dict[str, int] = {name: self.count_seen(number) for name, number in memory.get("seen", {}).items()}
        self.marks: dict[str, int] = {turn: self.count_seen(mark) for turn, mark in memory.get("marks", {}).items()}
        if self.state.attack is None:
            self._forget_attack()
            self.seen[BEFORE_ATTACK] = len(self.state.notes)
        if self.state.phase == ACTION:
            self.marks.setdefault(str(self.state.turn), len(self.state.notes))

    def count_seen(self, number: int) -> int:
        """Return the last note that was read, after an undo perhaps an earlier one."""
        return min(number, len(self.state.notes))

    def _forget_attack(self) -> None:
        """Forget what was done in the rounds of an attack that is over: the next one has rounds of the same names."""
        self.done = {step for step in self.done if not ROUND.fullmatch(step)}
        self.since = {step: at for step, at in self.since.items() if not ROUND.fullmatch(step)}

    def to_data(self, number: int) -> dict[str, Any]:
        """Return what is to be remembered of a day with so many entries."""
        turns = [str(turn) for turn in (self.state.turn - 1, self.state.turn)]
        return {
            "number": number,
            "phase": [self.state.turn, self.state.phase],
            "done": sorted(self.done),
            "since": self.since,
            "seen": self.seen,
            "marks": {turn: mark for turn, mark in self.marks.items() if turn in turns},
        }

    # Steps and time.

    def begin(self, step: str) -> bool:
        """Return True for a step that was not done in this phase, and note it as done."""
        is_new = step not in self.done
        self.done.add(step)
        return is_new

    def wait(self, step: str, seconds: int) -> bool:
        """Return True if so many seconds have passed since this was asked first in this phase."""
        return self.game.last_at - self.since.setdefault(step, self.game.last_at) >= seconds

    @property
    def share(self) -> float:
        """The share of the Action phase after muster that has passed."""
        minutes: Minutes = self.game.content.fleet.minutes
        whole = (minutes.action - minutes.muster) * MINUTE
        return 1 - self.state.clock.left / whole if self.state.phase in (MUSTER, ACTION) else 1.0

    @property
    def is_calm_action(self) -> bool:
        """True after muster, while no attack is on."""
        return self.state.phase == ACTION and self.state.attack is None

    @property
    def is_close(self) -> bool:
        """True in the close."""
        return self.state.phase == CLOSE

    # People and notes.

    def has_person(self, seats: Iterable[str]) -> bool:
        """Return True if a person has one of the seats."""
        return any(seat not in self.bots and seat not in self.state.empty_seats for seat in seats)

    @property
    def notes_before_last_turn(self) -> int:
        """The number of notes when the last turn's Action phase began; later ones are about this turn."""
        return self.marks.get(str(self.state.turn - 1), 0)

    @property
    def notes_before_this_turn(self) -> int:
        """The number of notes when this turn's Action phase began."""
        return self.marks.get(str(self.state.turn), self.notes_before_last_turn)

    def list_notes(self, reader: str, since: int) -> list[Note]:
        """Return the notes that were delivered to a seat, with a number above `since`."""
        return [
            note
            for note in self.state.notes[since:]
            if note.reader == reader and note.state == DELIVERED and note.number > since
        ]


def has_undo(log: list[Entry], since: int) -> bool:
    """Return True if something was undone after the entry of a number."""
    later = log[max(0, since - (log[0].number - 1)) :] if log else []
    return any(read_undo(entry.text) is not None for entry in later)
