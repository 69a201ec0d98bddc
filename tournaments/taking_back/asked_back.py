"""An open request to take back, as the table shows it to one viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments import wording

if TYPE_CHECKING:
    from tournaments.log_text import LogLine
    from tournaments.table_page import TablePage
    from tournaments.taking_back.models import TakeBack


class AskedBack:
    """Who asks, what would be undone as far as the viewer knows of it, and what the viewer can say to it."""

    def __init__(self, request: TakeBack, page: TablePage) -> None:
        self.request = request
        self.page = page

    @property
    def number(self) -> int:
        """What an answer names."""
        return int(self.request.pk)

    @property
    def is_own(self) -> bool:
        """Whether the viewer asked."""
        return self.page.seat == self.request.seat

    @property
    def may_answer(self) -> bool:
        """Whether the viewer is to say something to it, and has not yet."""
        seat = self.page.seat
        if seat is None or self.is_own or seat in self.request.agreed:
            return False
        return not self.page.ships[seat]["out"]

    @property
    def words(self) -> str:
        """What is asked."""
        who = "You ask" if self.is_own else f"{self.page.ships[self.request.seat]['title']} asks"
        first, last = self.request.to_move + 1, self.request.version
        moves = f"move {last}" if first == last else f"moves {first} to {last}"
        return f"{who} to take back {moves}, for {self.request.why}."

    @property
    def agreed(self) -> str:
        """Who has agreed."""
        names = [self.page.ships[seat]["title"] for seat in self.request.agreed]
        verb = "has" if len(names) == 1 else "have"
        return f"{wording.listed(names)} {verb} agreed." if names else ""

    @property
    def lines(self) -> list[LogLine]:
        """What of the log would be undone."""
        return self.page.lines_of(range(self.request.to_move + 1, self.request.version + 1))
