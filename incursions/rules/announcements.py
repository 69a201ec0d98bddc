"""What is announced and paid has its window before it happens, and can be cancelled (rules 10.11, 13.9-13.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.frames import Frame
from incursions.rules import hand
from incursions.rules.effects.in_force import triggered
from incursions.rules.effects.resolution import Resolution, put_up
from incursions.rules.reactions import open_window

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.maneuver_kinds import Announced, ManeuverKind

MANEUVER, COMMAND, CARD = "maneuver", "command", "card"  # what can be cancelled (rules 13.13)

WINDOW, COMMANDED, ACT = range(3)


def announce(game: Game, seat: int, kind: ManeuverKind, announced: Announced, said: tuple[str, ...]) -> None:
    """Put up a maneuver: what comes after it, what it does, and above them its window."""
    command = ready_command(game, seat, kind, said)
    maneuvered = Maneuvered(seat, kind.name, announced.cards, command)
    game.stack += [maneuvered, announced.frame, Announcement(seat, MANEUVER, announced.cards, command, said)]
    game.ships[seat].lose_diverted()
    turn = game.turn
    if turn is not None and turn.seat == seat:
        turn.made_kinds = (*turn.made_kinds, kind.name)


def ready_command(game: Game, seat: int, kind: ManeuverKind, said: tuple[str, ...]) -> int | None:
    """The command that lies ready and fits the maneuver: it is announced with it (rules 13.6, 13.14)."""
    player = game.players[seat]
    for number in player.commands:
        if hand.fits(game.cards[number].card, kind.name, said):
            player.commands.remove(number)
            return number
    return None


class Announcement(Frame["Game"]):
    """Something announced, right above the frame that would carry it out. `cancelled` names what was cancelled of it.

    `what` is `MANEUVER` or `CARD`; `cards` are those in it, `command` the one that goes with it, `said` its line.
    """

    __slots__ = ("cancelled", "cards", "command", "said", "seat", "step", "what")
    cancelled: tuple[str, ...]
    cards: tuple[int, ...]
    command: int | None
    said: tuple[str, ...]
    seat: int
    step: int
    what: str

    def __init__(
        self, seat: int, what: str, cards: tuple[int, ...], command: int | None, said: tuple[str, ...]
    ) -> None:
        self.seat, self.what = seat, what
        self.cards, self.command, self.said = cards, command, said
        self.cancelled = ()
        self.step = WINDOW

    def concerns(self, seat: int) -> bool:
        """What a player announced falls away when he leaves the game."""
        return seat == self.seat

    def advance(self, game: Game) -> None:
        """Ask the others; then let the command do what it does; then make way for what was announced."""
        if self.step == WINDOW:
            self.step = COMMANDED
            open_window(game, self.seat)
        elif self.step == COMMANDED:
            self.step = ACT
            if self.what in self.cancelled:
                self._fall_away(game)
            elif self.command is not None and COMMAND not in self.cancelled:
                effects = game.cards[self.command].card.effects.by_trigger.get("attached", ())
                aim = getattr(game.stack[-2], "aim", None)  # whom the maneuver is aimed at, if it is aimed
                game.stack.append(Resolution(self.command, self.seat, [effect.number for effect in effects], aim))
        else:
            game.stack.pop()

    def _fall_away(self, game: Game) -> None:
        """What was announced does not happen; what it cost stays spent (rules 13.9)."""
        game.stack.pop()
        game.stack.pop()
        game.emit("cancelled", {"seat": self.seat, "what": self.what})


class Maneuvered(Frame["Game"]):
    """What comes when a maneuver and all that it set off are done: its cards go to their piles (rules 13.12).

    `marks` are facts of the maneuver that effects ask about afterwards, as pairs (name, value).
    """

    __slots__ = ("cards", "command", "kind", "marks", "seat", "told")
    cards: tuple[int, ...]
    command: int | None
    kind: str
    marks: tuple[tuple[str, object], ...]
    seat: int
    told: bool

    def __init__(self, seat: int, kind: str, cards: tuple[int, ...], command: int | None) -> None:
        self.seat, self.kind = seat, kind
        self.cards, self.command = cards, command
        self.marks = ()
        self.told = False

    def concerns(self, seat: int) -> bool:
        """It ends with its player."""
        return seat == self.seat

    def held(self) -> tuple[int, ...]:
        """The cards that lie with it."""
        return self.cards if self.command is None else (*self.cards, self.command)

    def advance(self, game: Game) -> None:
        """Let follow what comes after a maneuver, then put the cards away."""
        if not self.told:
            self.told = True
            put_up(game, triggered(game, self.seat, "after_maneuver", self))
            return
        game.stack.pop()
        for number in self.held():
            hand.put_away(game, number)
