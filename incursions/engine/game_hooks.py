"""The hooks of a game: what each game built on the kernel defines, with the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from incursions.engine.core import Core
from incursions.engine.errors import Refusal
from incursions.engine.log import StepBack
from incursions.engine.standing import BACK, SteppedBack


def copy_plain(value: Any) -> Any:
    """Return a number or text as it is, and a copy of a list of them."""
    return value.copy() if isinstance(value, list) else value


class GameHooks(Core):
    """The methods and attributes that `Game` calls and a particular game defines."""

    __slots__ = ()
    state_fields: ClassVar[tuple[str, ...]] = ()
    """The attributes of the particular game: numbers, texts and lists of them. Others need `copy` and table data."""

    turn_seat: int  # the seat whose turn it is
    turns: int  # turns begun by all seats so far
    round: int  # counts from 1

    def begin(self) -> None:
        """Set up the table and push the first frame."""
        raise NotImplementedError

    def view(self, seat: int | None) -> Any:
        """Return all that the seat, or a spectator (None), may know, as plain data."""
        raise NotImplementedError

    def refusal(self, seat: int | None, text: str) -> Refusal:
        """Return the reason why a text that is not among the options cannot be played now."""
        raise NotImplementedError

    def stand(self, seat: int | None, text: str) -> None:
        """Carry out one of the standing actions listed by `standing`."""
        raise NotImplementedError

    @property
    def has_secrets(self) -> bool:
        """True if seats know facts that others do not. The stages of a line are then private."""
        return False

    def is_private(self, text: str) -> bool:
        """Return True if a seat's standing action changes nothing that others may know of."""
        return text == BACK and self.has_secrets

    @staticmethod
    def is_aside(text: str) -> bool:
        """Return True for a standing action of a seat that answers nothing and changes nothing at the table."""
        return False

    def has_only_free_actions(self, seat: int) -> bool:
        """Return True if the seat may respond to others, but none of its options besides a pass is a response."""
        return False

    def is_aimed_at(self, seat: int) -> bool:
        """Return True if another seat has announced something that names the seat, and that may still be answered."""
        return False

    def seat_title(self, seat: int) -> str:
        """Return what the seat plays, as a title, such as the name of its ship."""
        return f"Seat {seat}"

    def is_out(self, seat: int) -> bool:
        """Return True if the seat has left the game."""
        raise NotImplementedError

    @property
    def points(self) -> list[int]:
        """The points of each seat by which a match is decided when time is up."""
        raise NotImplementedError

    @property
    def piece_titles(self) -> set[str]:
        """The titles of the pieces that may be hidden from somebody."""
        return set()

    def hidden_orders(self) -> list[object]:
        """Return the order of everything that lies face down. Drawing, laying and shuffling change it."""
        return []

    def shuffle_piles(self) -> None:
        """Shuffle all that lies face down, in a game that starts at a position."""

    def tell_step_back(self, step: StepBack, later: Self) -> None:
        """Record the step back as an event, after what was learned since, in `later`, has been made useless."""
        whose = {} if step.seat is None else {"seat": step.seat}
        self.tell(SteppedBack, to=step.to, **whose)

    def table_data(self) -> Mapping[str, object]:
        """Return the state that belongs to the particular game as plain data."""
        return {name: copy_plain(getattr(self, name)) for name in self.state_fields}

    def lay_table_data(self, data: Any) -> None:
        """Restore the state that `table_data` described."""
        for name in self.state_fields:
            setattr(self, name, copy_plain(data[name]))
