"""Faces of cards: the play method and the effects of each (rules 13.4, 13.4.9).

Most cards have one face. A Multi card prints several: those named `maneuver` and `answer` come at their own moments,
the others are chosen when the card is played, and named in its line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from incursions.games.incursions.rules.effects.effect import Effect, Removal, Roll

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.cards import GameCard

USE_AND_DISCARD = "Use and discard"
TABLE = "Table"
UNTIL_DESTROYED = "Table until destroyed"
BEFORE_TARGET = "Table in front of target"
IN_HEX = "Table in hex"
FOR_THE_ROUND = "Table for the round"
ANY_TIME = "Play any time"
MULTI = "Multi"

STAYS_ON_TABLE = (TABLE, UNTIL_DESTROYED, FOR_THE_ROUND)
IN_OWN_TURN, IN_ANSWER = "maneuver", "answer"  # names of faces with a moment of their own
PLAYED = "played"


class Face:
    """An immutable face: its name (None if the card has only one), play method, effects and removal.

    `played` are its effects that come when it is played. `found` is the cache of `printed_fact`.
    """

    __slots__ = ("_on", "effects", "found", "name", "play_method", "played", "removal")

    def __init__(
        self, name: str | None, play_method: str, effects: tuple[Effect, ...], removal: Removal | None = None
    ) -> None:
        self.name = name
        self.play_method = play_method
        self.effects = effects
        self.played = tuple(effect for effect in effects if effect.trigger == PLAYED)
        self.removal = removal
        self.found: dict[str, object] = {}
        self._on: dict[tuple[str, ...], tuple[Effect, ...]] = {}

    def effects_on(self, *triggers: str) -> tuple[Effect, ...]:
        """Return its effects on these triggers."""
        found = self._on.get(triggers)
        if found is None:
            found = self._on[triggers] = tuple(effect for effect in self.effects if effect.trigger in triggers)
        return found


def faces_of(card: GameCard) -> tuple[Face, ...]:
    """Return all printed faces of a card, which stores them as `faces`."""
    choice = _find_choice(card)
    if choice is None:
        return (Face(None, card.play_method, card.effects.top, card.effects.removal),)
    return tuple(
        Face(
            option.name,
            option.play_method or USE_AND_DISCARD,
            tuple(card.effects[number] for number in option.effects),
            option.removal or card.effects.removal,
        )
        for option in choice.fields["options"]
    )


def faces_in(card: GameCard, moment: str) -> tuple[Face, ...]:
    """Return the faces that can be played in a moment: in the own turn, or in answer."""
    other = IN_ANSWER if moment == IN_OWN_TURN else IN_OWN_TURN
    return tuple(face for face in card.faces if face.name != other)


def face_named(card: GameCard, name: str | None) -> Face:
    """Return the face of that name, or the only face."""
    return next((face for face in card.faces if face.name == name), card.faces[0])


def in_play(game: Game, number: int, *methods: str) -> tuple[Effect, ...]:
    """Return the effects of a card in play by one of these play methods; for a Multi card, of that face."""
    face = face_in_play(game, number, methods)
    return game.cards[number].card.effects.top if face is None else face.effects


def face_in_play(game: Game, number: int, methods: tuple[str, ...]) -> Face | None:
    """Return the face of a Multi card in play by one of these play methods; None for other cards."""
    card = game.cards[number].card
    if card.play_method != MULTI:
        return None
    faces = (face_played(game, number), *card.faces)
    return next((face for face in faces if face.play_method in methods), None)


def play_as(game: Game, number: int, name: str | None) -> None:
    """Record the face as which a Multi card is played, because two faces may lie in play alike (rules 13.4.9)."""
    names = [face.name for face in game.cards[number].card.faces]
    if len(names) > 1 and name in names:
        game.board.used[_make_key(number)] = names.index(name)


def face_played(game: Game, number: int) -> Face:
    """Return the face as which a card was played last, or its only face."""
    return game.cards[number].card.faces[game.board.used.get(_make_key(number), 0)]


def _make_key(number: int) -> str:
    return f"{number} face"


def makes_a_weapon(effect: Effect) -> bool:
    """Return True if the effect attacks with dice of its own when the card is played.

    An effect that names a ship weapon grants an attack with that weapon instead.
    """
    return effect.trigger == PLAYED and effect.verb == "attack" and isinstance(effect.fields.get("weapon"), Roll)


def numbers(effects: Iterable[Effect]) -> tuple[int, ...]:
    """Return the numbers of effects, by which a resolution names them."""
    return tuple(effect.number for effect in effects)


def _find_choice(card: GameCard) -> Effect | None:
    """Return the effect of a Multi card that chooses its face, or None."""
    choices = (effect for effect in card.effects.top if effect.verb == "choose" and effect.fields["who"] == "you")
    return next((effect for effect in choices if all(option.name for option in effect.fields["options"])), None)
