"""The replay: the table as it was after each action, what could have been chosen there and what was.

Positions are made by replaying set-up, seed and actions; nothing of them is stored.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from incursions.accounts.models import User
from incursions.rules import RULES_VERSION, Game
from tournaments import wording
from tournaments.hands import Hand, HandCard, hand_of
from tournaments.live import Clocks, Table, is_staff
from tournaments.log_text import LogLine, LogText
from tournaments.models import Match
from tournaments.option_groups import Group, grouped
from tournaments.option_lines import rows_for
from tournaments.option_rows import Row
from tournaments.table_page import TablePage
from tournaments.table_parts import draw_panel, draw_part

SCRUBBER_LEFT, SCRUBBER_WIDTH, SCRUBBER_BASE, SCRUBBER_HEIGHT = 20, 960, 44, 40


@dataclass(frozen=True)
class Curve:
    """Hull and shields of one seat over the match."""

    seat: int
    title: str
    race: str
    path: str


@dataclass(frozen=True)
class OpenHand:
    """A seat's hand as it was, and whose it is."""

    whose: str
    hand: Hand

    @property
    def title(self) -> str:
        return f"Hand of {self.whose}"

    @property
    def counted(self) -> str:
        return wording.counted(self.hand.count, "card")

    @property
    def cards(self) -> tuple[HandCard, ...]:
        return self.hand.cards


class ReplayPage(TablePage):
    """The match page's contents at an earlier move, as its viewer may know it.

    While the match goes on nobody sees more than from his own seat; once it is over all of it lies open.
    """

    def __init__(self, match: Match, number: int, user: User | None = None) -> None:
        self.all_actions = list(match.actions.order_by("number"))
        self.number = min(max(number, 0), len(self.all_actions))
        self.chosen: str = ""
        self.before: Game | None = None
        self.points: list[dict[int, int]] = []
        seats = list(match.seats.select_related("user").order_by("index"))
        own = next((seat.index for seat in seats if seat.is_of(user)), None)
        super().__init__(Table(match, seats, self._position(match), own, Clocks(0, None, []), is_staff(user)))

    @staticmethod
    def can_replay(match: Match) -> bool:
        """Whether these are the rules it was played by."""
        return not match.is_open and match.rules_version == RULES_VERSION

    def _position(self, match: Match) -> Game:
        """Play the whole match, keeping the position asked for and everybody's points at every step."""
        assert match.setup is not None, "a match that has begun has a set-up"
        game = Game.start(match.setup, bytes(match.seed))
        shown = game.copy()
        self._note(game)
        for action in self.all_actions:
            if action.number == self.number:
                self.before, self.chosen = game.copy(), action.text
            game.act(action.seat, action.text)
            self._note(game)
            if action.number == self.number:
                shown = game.copy()
        return shown

    def _note(self, game: Game) -> None:
        self.points.append({ship["seat"]: ship["hull"] + ship["shields"] for ship in game.view(None)["ships"]})

    @cached_property
    def rows(self) -> list[Row]:
        """Nothing is chosen here."""
        return []

    # --- where it is ---

    @property
    def last(self) -> int:
        return len(self.all_actions)

    @property
    def previous(self) -> int:
        return max(self.number - 1, 0)

    @property
    def next(self) -> int:
        return min(self.number + 1, self.last)

    @property
    def own_panel(self) -> None:
        """Nobody's: a replay shows all ships alike."""

    @property
    def drawn_panels(self) -> list[SafeString]:
        """The panels of all ships."""
        return [draw_panel(self, panel) for panel in self.panels]

    @property
    def drawn_hands(self) -> SafeString:
        return draw_part("open_hands", {"page": self})

    @cached_property
    def actions(self) -> list[Any]:
        return self.all_actions[: self.number]

    @cached_property
    def log(self) -> list[LogLine]:
        """The whole log, with the move shown marked."""
        return [line for lines in self._lines_by_move for line in lines]

    @cached_property
    def _lines_by_move(self) -> list[list[LogLine]]:
        """The lines of the opening, then those of each action. Every ship goes by the title it had then."""
        ships = ({**ship, "title": ship["left"] or ship["title"]} for ship in self.view["ships"])
        writer = LogText(ships, self.seat, knows_all=self.knows_all)
        opening = list(writer.lines(None, self.match.opening))
        return [opening] + [
            list(writer.told(action, with_reason=self.sees_reasons, is_new=action.number == self.number))
            for action in self.all_actions
        ]

    @cached_property
    def hands(self) -> list[OpenHand]:
        """The hands at this move that the viewer may see: the own one, and of a match that is over all of them."""
        if not self.has_cards:
            return []
        seats = [seat for seat in self.ships if self.knows_all or seat == self.seat]
        return [OpenHand(self.ships[seat]["title"], self._hand(seat)) for seat in seats]

    def _hand(self, seat: int) -> Hand:
        return hand_of(self.game.view(seat), [], self.printed)

    @property
    def log_items(self) -> SafeString:
        """The log as items of a list, the move shown marked as the one where one is."""
        address = reverse("tournaments:replay", args=[self.match.public_id])
        return format_html_join("", "{}", ((line.item(address, is_current=line.is_new),) for line in self.log))

    @property
    def move_lines(self) -> list[LogLine]:
        """What the move shown brought about."""
        return [line for line in self._lines_by_move[self.number] if not line.is_heading]

    @property
    def move_title(self) -> str:
        if self.number == 0:
            return "The start"
        action = self.all_actions[self.number - 1]
        who = "The house" if action.seat is None else self.ships[action.seat]["title"]
        return f"Move {self.number}: {who}"

    @cached_property
    def alternatives(self) -> list[Group]:
        """What could have been chosen, the row that was chosen open; nothing where that would show another's hand."""
        if self.before is None or self.before.decision is None:
            return []
        asked = self.before.decision.seat
        if self.has_cards and not self.knows_all and asked != self.seat:
            return []
        rows = [row for row in rows_for(self.before, asked) if not row.is_refused]
        chosen = max((row for row in rows if _is_of(row, self.chosen)), key=lambda row: len(row.text), default=None)
        return grouped(replace(row, is_open=row is chosen, outcome=self._outcome(row, chosen)) for row in rows)

    def _outcome(self, row: Row, chosen: Row | None) -> str:
        """For the row that was chosen the amount that was."""
        if row is not chosen:
            return row.outcome
        return next((choice.spoken for choice in row.choices if choice.text == self.chosen), row.outcome)

    # --- the scrubber ---

    @cached_property
    def curves(self) -> list[Curve]:
        most = max(max(points.values()) for points in self.points) or 1
        return [
            Curve(seat, ship["title"], ship["race"].lower(), self._path([points[seat] for points in self.points], most))
            for seat, ship in self.ships.items()
        ]

    def _path(self, values: list[int], most: int) -> str:
        dots = (
            f"{self._across(number):.1f} {SCRUBBER_BASE - SCRUBBER_HEIGHT * value / most:.1f}"
            for number, value in enumerate(values)
        )
        return "M" + "L".join(dots)

    def _across(self, number: int) -> float:
        return SCRUBBER_LEFT + SCRUBBER_WIDTH * number / max(self.last, 1)

    @property
    def knob(self) -> int:
        return round(self._across(self.number))


def _is_of(row: Row, line: str) -> bool:
    """Whether the line is one of the row's."""
    return line == row.text or any(choice.text == line for choice in row.choices) or line.startswith(f"{row.text} ")
