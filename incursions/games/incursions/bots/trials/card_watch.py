"""Counts the cards of a game that came into a hand, and those of them that were played.

*Drawn* is a card whenever it comes into a hand, however it does: drawn, taken, returned. *Played* is one that leaves a
hand to do something: played or added to an attack, laid ready as a command, tabled, placed, used to escape. One that is
discarded, goes back to a deck, is taken by another player or leaves the game with its player is not. A card that comes
from the deck to the table at once (rules 13.4.3) is both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.events.cards import Discarded


class CardWatch:
    """Looks at the table after every action, as nobody who plays can."""

    def __init__(self, game: Game) -> None:
        """Start to watch a game that has just begun, so that the opening hands count as seen."""
        self.drawn: list[Counter[str]] = [Counter() for _ in game.players]
        self.played: list[Counter[str]] = [Counter() for _ in game.players]
        self._titles = [each.card.title for each in game.cards]
        self._hands: list[list[int]] = [[] for _ in game.players]
        outside = {player.captain for player in game.players}
        self._decks = [
            [number for number, each in enumerate(game.cards) if each.owner == seat and number not in outside]
            for seat in range(len(game.players))
        ]
        self.look(game)

    def look(self, game: Game) -> None:
        """Note what the last action did."""
        players = game.players
        if all(
            player.hand == hand and len(player.deck) == len(deck)
            for player, hand, deck in zip(players, self._hands, self._decks, strict=True)
        ):
            return
        elsewhere = {number for player in players for number in (*player.hand, *player.deck)}
        elsewhere.update(game.board.gone)
        for player, before, deck in zip(players, self._hands, self._decks, strict=True):
            seat = player.seat
            self._count(self.drawn, seat, (number for number in player.hand if number not in before))
            self._count(self.played, seat, self._not_discarded(game, before, elsewhere))
            lying = {number for each in players for number in (*each.discard, *each.non_salvageable)}
            tabled = [number for number in deck if number not in elsewhere and number not in lying]
            self._count(self.drawn, seat, tabled)
            self._count(self.played, seat, tabled)
        self._hands = [player.hand.copy() for player in players]
        self._decks = [player.deck.copy() for player in players]

    def _not_discarded(self, game: Game, before: Iterable[int], elsewhere: set[int]) -> list[int]:
        """Return the cards that left the hand to be used."""
        discarded = Counter(event.facts["title"] for event in game.events if event.kind_class is Discarded)
        played = []
        for number in before:
            if number in elsewhere:
                continue
            if discarded[self._titles[number]]:
                discarded[self._titles[number]] -= 1
            else:
                played.append(number)
        return played

    def _count(self, where: list[Counter[str]], seat: int, numbers: Iterable[int]) -> None:
        where[seat].update(self._titles[number] for number in numbers)
