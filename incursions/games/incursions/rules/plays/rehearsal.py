"""Rehearsals for forecasts: a line played on a copy of the game without its hidden cards and tiles.

Every question takes its least answer, and one without a least answer is answered in each possible way. Decks and
hexpiles are empty, because a forecast knows none of their cards. The dice are loaded (`LoadedDice`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product
from typing import ClassVar, NamedTuple

from incursions.engine.dice import LoadedDice, ThrowDue
from incursions.engine.events import Event
from incursions.engine.frames import Frame, frame_class
from incursions.engine.questions import Phrases
from incursions.games.incursions.rules.state.game_state import GameState

MOST_ENDINGS = 12  # of one rehearsal in which players have to choose
FACES = (1, 6)
NO_FACES: Mapping[str, int] = {}
REHEARSED = "rehearsed"


class Ending(NamedTuple):
    """An end of a rehearsal: the copy, all events, and the dice of the throw at which it stopped, None for no throw."""

    game: GameState
    events: list[Event]
    due: int | None


@frame_class
class Curtain(Frame[GameState]):
    """The frame below the rehearsed line. It ends the copy's game when nothing is left above it."""

    seat_fields: ClassVar[tuple[str, ...]] = ()

    def advance(self, game: GameState) -> None:
        """End the rehearsal."""
        game.result = REHEARSED


def rehearse(game: GameState, said: Phrases, below: int, dice: LoadedDice, until: str | None = None) -> list[Ending]:
    """Play a whole line of the asked seat on a copy, and return the endings.

    A rehearsal ends when no frame at the place `below` or higher is left on the stack, or before a question of the
    topic `until`.
    """
    twin = game.copy()
    twin.dice = dice
    twin.stack.insert(below, Curtain())
    twin.announce(said)
    twin.pile, twin.brought_by = [], []
    for player in twin.players if twin.has_cards else ():
        player.deck, player.pile = [], []
    return list(_play_on(twin, twin.advance, [], until, MOST_ENDINGS))


def rehearse_throws(
    game: GameState, said: Phrases, below: int, faces: Mapping[str, int] = NO_FACES, stop_at: str | None = None
) -> list[Ending]:
    """Return the endings of a line with only ones and with only sixes in each throw.

    The dice of the strands in `faces` show those faces.
    """
    dice = LoadedDice(faces, stop_at)
    found, known = rehearse(game, said, below, dice), set[str]()
    while known != (thrown := dice.thrown - set(faces)):
        known, found = set(thrown), []
        for each in product(FACES, repeat=len(known)):
            loaded = LoadedDice({**faces, **dict(zip(sorted(known), each, strict=True))}, stop_at)
            found += rehearse(game, said, below, loaded)
            dice.thrown |= loaded.thrown
    return found


def _play_on(
    game: GameState, act: Callable[[], object], before: list[Event], until: str | None, endings: int
) -> Iterator[Ending]:
    """Act, answer each question that follows, and yield up to `endings` endings of choices without a least answer."""
    try:
        act()
    except ThrowDue as due:
        yield Ending(game, [*before, *game.events], due.count)
        return
    events, question = [*before, *game.events], game.decision
    if question is None or question.topic == until or not any(isinstance(frame, Curtain) for frame in game.stack):
        yield Ending(game, events, None)
        return
    answers = question.options[:endings] if question.least is None else (question.least,)
    for number, answer in enumerate(answers, start=1):
        twin = game if number == len(answers) else game.copy()
        answering = partial(twin.act, question.seat, answer)
        yield from _play_on(twin, answering, events, until, endings // len(answers) or 1)
