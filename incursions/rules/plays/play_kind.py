"""Playing a card as a maneuver: `play TITLE [as FACE] [at TARGET] [with N power]` (rules 6.7, 13.4, 13.14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from incursions.engine.questions import Question
from incursions.rules import phrases
from incursions.rules.effects.verbs.rolls import odds_of_play
from incursions.rules.events.cards import CardPlayed
from incursions.rules.maneuver_kinds import Announced, Ground, ManeuverKind
from incursions.rules.phrases import PLAY
from incursions.rules.plays import card_aims
from incursions.rules.plays.bound_maneuvers import WEAPON_CARDS
from incursions.rules.plays.card_faces import Face, numbers
from incursions.rules.plays.card_play import CardPlay
from incursions.rules.plays.card_plays import (
    AS,
    AT,
    Said,
    aim_of,
    aimed_at,
    is_weapon,
    own_turn_faces,
    permits_itself,
    playable,
    read,
    takes_power,
    why_not_face,
    why_not_play,
)
from incursions.rules.plays.hand import titles
from incursions.rules.plays.in_hand import in_hand, lines_for
from incursions.rules.plays.refused_plays import why_not_card
from incursions.rules.refs import phrases_of

if TYPE_CHECKING:
    from incursions.rules.forecast import Forecast
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

MINES = "mines"  # the only cards that take power by themselves are mines


class PlayCard(ManeuverKind):
    """The maneuver of playing a card: `play TITLE [as FACE] [at TARGET] [with N power]`."""

    name = "card"
    words = ("play",)
    may_be_besides = True
    does = "playing a card"
    own_turn_only = False  # cards for any time and defence cards are played elsewhere
    ground = Ground.PLAYED
    refusal = staticmethod(why_not_card)

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Return each title of the hand that can be played now as a maneuver, once."""
        cards = in_hand(game, ship.seat, own_turn_faces)
        return list(lines_for(game, PLAY, cards, lambda number: why_not_play(game, ship, number) is None))

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Ask for the face, the target and the power."""
        weapons = weapon_cards(game, ship, said[0])
        if weapons is not None:
            return weapons.stage(game, ship, said)
        number = self._find_card(game, ship, said[0])
        faces = own_turn_faces(game.cards[number].card)
        rest = said[1:]
        if len(faces) > 1:
            if not rest:
                options = [AS + str(face.name) for face in faces if why_not_face(game, ship, number, face) is None]
                return Question(ship.seat, "one", "face", options, None, "Which of its faces?", "13.4.9", said)
            faces, rest = tuple(face for face in faces if AS + str(face.name) == rest[0]), rest[1:]
        return self._aim_stage(game, ship, number, faces[0], said, rest)

    def _find_card(self, game: Game, ship: Ship, phrase: str) -> int:
        number = playable(game, ship.seat, phrases.parse_option(phrase).title)
        assert number is not None
        return number

    def _aim_stage(
        self, game: Game, ship: Ship, number: int, face: Face, said: tuple[str, ...], rest: tuple[str, ...]
    ) -> Question | None:
        aim = aim_of(game.cards[number].card, face)
        if aim is not None and not rest:
            options = list(phrases_of(game, card_aims.legal_aims(game, ship, face, aim), AT))
            return Question(ship.seat, "one", "target", options, None, "Aimed at what?", "13.15", said)
        rest = rest if aim is None else rest[1:]
        if takes_power(face) and not rest:
            options = phrases.WITH_POWER[: ship.available(MINES) + 1]
            title = "How much power for it?"
            return Question(ship.seat, "amount", "power", options, phrases.NO_POWER, title, "7.3", said)
        return None

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Take the card from the hand and announce it (rules 13.14)."""
        weapons = weapon_cards(game, ship, said[0])
        if weapons is not None:
            announced = weapons.announce(game, ship, said)
            announced.kind = weapons.name
            return announced
        play, line = self._make_play(game, ship, said)
        number = play.source
        game.players[ship.seat].hand.remove(number)
        ship.spend(line.power, MINES)
        title = game.cards[number].card.title
        game.tell(CardPlayed, seat=ship.seat, title=title, face=play.face, at=line.at, power=line.power)
        return Announced(play, (number,))

    def _make_play(self, game: Game, ship: Ship, said: tuple[str, ...]) -> tuple[CardPlay, Said]:
        """Return the frame of the card for a whole line, and what the line says."""
        number = self._find_card(game, ship, said[0])
        line = read(game, ship, number, said)
        target, marks = aimed_at(line.ref)
        if line.power:
            marks = (*marks, ("power", line.power))
        effects = [each for each in line.face.played if not permits_itself(each)]
        return CardPlay(number, ship.seat, numbers(effects), target, marks, line.face.name), line

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        """Return the cost, and the odds of espionage."""
        weapons = weapon_cards(game, ship, said[0])
        if weapons is not None:
            return weapons.forecast(game, ship, said)
        play, line = self._make_play(game, ship, said)
        return {"power": line.power} | odds_of_play(game, play)

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return a line for each card of the hand."""
        return list(dict.fromkeys(PLAY + title for title in titles(game, game.players[ship.seat].hand)))


def weapon_cards(game: Game, ship: Ship, phrase: str) -> ManeuverKind | None:
    """Return the kind of maneuver that plays weapon cards, if the phrase names one of the hand."""
    weapons = titles(game, in_hand(game, ship.seat, is_weapon))
    return game.kind_of[WEAPON_CARDS] if weapons and phrases.parse_option(phrase).title in weapons else None
