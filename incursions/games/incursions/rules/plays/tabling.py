"""Tabling a card with a maneuver: equipment and other cards that stay (rules 6.7, 13.4.2, 13.4.4, 16.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.engine.frames import Frame
from incursions.games.incursions.rules.attacks.attack import is_attacked
from incursions.games.incursions.rules.crew.aboard import (
    ON_THE_SHIP,
    place_stage,
    put_into_play,
    shuttle_said,
    why_not_aboard,
)
from incursions.games.incursions.rules.events.cards import TablingAnnounced
from incursions.games.incursions.rules.maneuvers import wrong_moment
from incursions.games.incursions.rules.plays.card_plays import is_tabled_by_maneuver
from incursions.games.incursions.rules.plays.hand import find_in_hand
from incursions.games.incursions.rules.plays.lying import release
from incursions.games.incursions.rules.plays.on_table import shields_lent
from incursions.games.incursions.rules.state.cards_in_play import (
    Refused,
    in_hand,
    lines_for,
    why_no_room,
    why_not_enter,
)
from incursions.games.incursions.rules.state.maneuver_kinds import Announced, Ground, ManeuverKind
from incursions.games.incursions.rules.state.phrases import Line, text_after_verb

if TYPE_CHECKING:
    from incursions.engine.questions import Question
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Ship

WORD = "table "


class Tabling(ManeuverKind):
    """The maneuver that tables a card: ``table TITLE [aboard SHUTTLE in Q,R]``."""

    name = "card"
    words = ("table",)
    may_be_besides = True
    does = "tabling a card"
    own_turn_only = False  # a card tabled when drawn takes no maneuver
    ground = Ground.TABLED

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Return each title of the hand that is tabled with a maneuver and may enter play now."""
        return list(_list_lines(game, ship.seat))

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Ask for the ship or shuttle, if there is a choice."""
        return place_stage(game, ship.seat, said)

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Take the card from the hand and announce its tabling."""
        number = _list_lines(game, ship.seat)[said[0]]
        game.players[ship.seat].hand.remove(number)
        game.tell(TablingAnnounced, seat=ship.seat, title=game.cards[number].card.title)
        return Announced(TabledCard(ship.seat, number, shuttle_said(game, ship.seat, said)), (number,))

    def refusal(self, game: Game, ship: Ship, line: Line) -> Refused | None:
        """Return why the card cannot be tabled: not held, no room, wrong card or moment (6.6, 13.4.3); or None."""
        where = line[-1] if line[-1].verb == "aboard" else None
        title = text_after_verb(line if where is None else line[:-1])
        number = find_in_hand(game, game.players[ship.seat], title)
        if number is None:
            return "2.7", f"You have no {title} in your hand" if title else "Say which card to table"
        if is_attacked(game):
            return "11.8", "Under attack only a defence and power answer; no card is tabled"
        card = game.cards[number].card
        if not (card.is_tabled_when_drawn or is_tabled_by_maneuver(card)):
            return "13.4.3", f"{card.title} is no card that is tabled besides maneuvers"
        free = card.is_tabled_when_drawn and game.decision is not None and game.decision.topic == "discard"
        if not free and (wrong := wrong_moment(game, self.does)):
            return wrong
        if where is not None and where.text != ON_THE_SHIP:
            return why_not_aboard(game, ship, number, where.rest)
        return why_not_enter(game, ship.seat, number)

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return a line for every card of the hand that is tabled with a maneuver."""
        cards = (game.cards[number].card for number in game.players[ship.seat].hand)
        return list(dict.fromkeys(WORD + card.title for card in cards if is_tabled_by_maneuver(card)))

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        """Return the change of the shields."""
        aboard_ship = shuttle_said(game, ship.seat, said) is None
        raised = shields_lent(game, ship.seat, _list_lines(game, ship.seat)[said[0]]) if aboard_ship else 0
        return {"power": 0, "shields": [ship.shields, ship.shields + raised]}


def _list_lines(game: Game, seat: int) -> dict[str, int]:
    """Return the cards of the hand that a maneuver can table now, by their lines."""
    tabled = in_hand(game, seat, is_tabled_by_maneuver)
    return lines_for(game, WORD, tabled, lambda number: why_not_enter(game, seat, number) is None)


@dataclass(slots=True, eq=False)
class TabledCard(Frame["Game"]):
    """An announced tabling of the card `card`, aboard the ship or the piece `shuttle`."""

    seat: int
    card: int
    shuttle: int | None

    def advance(self, game: Game) -> None:
        """Put the card into play, or back into the hand if there is no room or its shuttle is gone."""
        game.stack.pop()
        release(game, self.card)
        gone = self.shuttle is not None and self.shuttle not in game.board.placed
        if gone or why_no_room(game, self.seat, self.card) is not None:
            game.players[self.seat].hand.append(self.card)
        else:
            put_into_play(game, self.seat, self.card, self.shuttle)
