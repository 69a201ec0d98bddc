"""The game: carrying out commands, undoing, offers, and loading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Self

from incursions.engine.errors import Refusal
from incursions.engine.events import Event
from incursions.engine.open_game import OpenQuestion
from incursions.games.wolves.rules import (
    answers,
    attack,
    cards,
    charts,
    combat,
    content_change,
    control,
    council,
    crew,
    damage,
    events,
    fleet_map,
    jumps,
    morale,
    news,
    paper,
    places,
    riots,
    shuttles,
    stations,
    turn,
)
from incursions.games.wolves.rules.attack import end_if_over
from incursions.games.wolves.rules.command_offers import CommandOffer
from incursions.games.wolves.rules.completions import Completer
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.initial_state import make_state
from incursions.games.wolves.rules.open_questions import list_questions
from incursions.games.wolves.rules.orders import Handler, Order, find_team, read_order
from incursions.games.wolves.rules.roles import require_control
from incursions.games.wolves.rules.state import CLOCK, CONTROL, State
from incursions.games.wolves.rules.turn import begin_waiting_phase, pass_time
from incursions.games.wolves.rules.view import make_view

LOOKING = frozenset({"look", "read_deck"})
"""The commands that are no entries of the log."""
HANDLERS: Mapping[str, Handler] = {
    **answers.COMMANDS,
    **attack.COMMANDS,
    **cards.COMMANDS,
    **charts.COMMANDS,
    **combat.COMMANDS,
    **content_change.COMMANDS,
    **control.COMMANDS,
    **council.COMMANDS,
    **crew.COMMANDS,
    **damage.COMMANDS,
    **fleet_map.COMMANDS,
    **jumps.COMMANDS,
    **morale.COMMANDS,
    **news.COMMANDS,
    **paper.COMMANDS,
    **places.COMMANDS,
    **riots.COMMANDS,
    **shuttles.COMMANDS,
    **stations.COMMANDS,
    **turn.COMMANDS,
}
"""The functions that carry out commands, by command. Undoing is not among them."""
UNDO = "undo"
START_POINT = "00000"
"""The empty point where the fleet is when the event begins."""


class Game(Day):
    """A day of Den of Wolves.

    A setup has `content`, and may have `seats` that are filled, `strict_places` and `free_notes`. Its `versions` are
    the later contents by their numbers, each of which holds from the command of Control that names it.
    """

    __slots__ = ()

    def begin(self) -> None:
        """Make the state of the day before it begins."""
        self.state = make_state(self.content, START_POINT, self.setup.get("seats"))

    def load_state(self, data: Any) -> None:
        """Restore the state that its `to_data` described."""
        self.state = State.from_data(data)

    def carry_out(self, seat: str, text: str, at: int) -> bool:
        """Let the clock run on, then carry out a command. See `OpenGame.carry_out`."""
        order = read_order(self, seat, text)
        pass_time(self, at - self.state.now)
        self.carry_out_order(order)
        return order.command not in LOOKING

    def carry_out_order(self, order: Order) -> None:
        """Carry out an order with all that follows of itself."""
        if order.command == UNDO:
            self._undo(order)
            return
        HANDLERS[order.command](self, order)
        end_if_over(self)
        begin_waiting_phase(self)
        for rule in dict.fromkeys(order.passed):
            self.tell_control(events.Overruled, rule=rule, reason=order.reason)

    def _undo(self, order: Order) -> None:
        require_control(order)
        self.undo(order.number(), order["reason"])

    def tell_undone(self, later: Self, text: str) -> None:
        """Tell those whose view has changed (rules W26.10)."""
        seats = (*self.state.places, CONTROL)
        readers = tuple(seat for seat in seats if self.view(seat) != later.view(seat))
        self.tell_to(readers, events.ControlChanged, what="takes back what was done", reason=text)

    @property
    def questions(self) -> Sequence[OpenQuestion]:
        """The requests that wait for an answer."""
        return list_questions(self)

    def view(self, seat: str | None) -> dict[str, Any]:
        """Return all that the seat, or a spectator (None), may know, as plain data."""
        return make_view(self, seat)

    def offers(self, seat: str, beginning: str = "") -> list[CommandOffer]:
        """Return the commands that the seat may give now and that begin like this, with how each goes on."""
        return Completer(self, seat).list_offers(beginning)

    def refusals(self, seat: str) -> list[Refusal]:
        """Return why the usual commands of the seat are not possible now."""
        return Completer(self, seat).list_refusals()

    # The log as sentences.

    def read_latest(self, seat: str, count: int) -> list[tuple[str, bool]]:
        """Return the newest sentences that a seat may read, and whether each is struck out, the newest first."""
        sentences = ((number, write_event(event, seat)) for number, event in reversed(self.told))
        lines = list(islice(((number, words) for number, words in sentences if words), count))
        struck = self.find_struck(lines[-1][0]) if lines else set()
        return [(words, number in struck) for number, words in lines]

    def read_log(self, seat: str | None) -> list[str]:
        """Return the sentences that a seat may read; Control reads all, and the text of each entry."""
        lines = [sentence for number, event in self.told if (sentence := write_event(event, seat))]
        if find_team(seat or "", ()) == CONTROL:
            lines += [f"{entry.seat}: {entry.text}" for entry in self.log]
        return lines


def write_event(event: Event, seat: str | None) -> str:
    """Return the sentence of an event, "" if the seat may not read it."""
    readers: tuple[Any, ...] | None = event.audience
    is_reader = readers is None or seat in readers or find_team(seat or "", ()) in (CONTROL, CLOCK)
    return event.kind_class.sentence.format(**event.told) if is_reader else ""
