"""Words that stand nowhere else: a title of its own for each hidden card and each tile of a pile.

Wherever such a word is found, it was told; who may know of it by then is asked of the engine's own views.
"""

import json
import re
from itertools import count

from incursions.engine.events import EventData
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.state.setup import Setup

WORD = re.compile(r"zyqx[a-z]?[0-9]+q", re.IGNORECASE)


def words_in(text: str) -> set[str]:
    """Every secret word of a text, however it is written."""
    return {word.lower() for word in WORD.findall(text)}


def with_secret_titles(setup: Setup) -> Setup:
    """Return the setup with unique titles: every card of a deck and every tile of a pile is another piece."""
    numbers = count(100)
    if "pile" in setup:
        tiles, pile = _renamed(setup["tiles"], setup["pile"], numbers)
        return setup | {"tiles": tiles, "pile": pile}
    cards, tiles, seats = list(setup["cards"]), [], []
    for seat in setup["seats"]:
        of_deck, deck = _renamed(setup["cards"], seat["deck"], numbers)
        of_pile, hexpile = _renamed(setup["tiles"], seat["hexpile"], numbers)
        cards += of_deck
        tiles += of_pile
        seats.append(seat | {"deck": deck, "hexpile": hexpile})
    return setup | {"cards": cards, "tiles": [*setup["tiles"], *tiles], "seats": seats}


def _renamed(pieces: list[Setup], titles: list[str], numbers: "count[int]") -> tuple[list[Setup], list[str]]:
    """Return a piece for each of the titles, with a secret word as its title and in its text, and the words."""
    by_title = {piece["title"]: piece for piece in pieces}
    words = [f"Zyqx{next(numbers)}q" for _ in titles]
    made = [
        by_title[title] | {"title": word, "text": f"{word}: {by_title[title].get('text', '')}"}
        for title, word in zip(titles, words, strict=True)
    ]
    return made, words


class Knowledge:
    """Which secret words each seat, and whoever watches (None), has come to know, action by action."""

    def __init__(self, game: Game, opening: list[EventData]) -> None:
        self.seats = [None, *range(len(game.ships))]
        self.known: dict[int | None, set[str]] = {seat: set() for seat in self.seats}
        self.hands: list[dict[int, set[str]]] = []
        self.turns: list[int] = []
        self.learn(game, opening)

    def learn(self, game: Game, events: list[EventData]) -> None:
        """Record what an action told whom, and what each may see of the table afterwards."""
        for seat in self.seats:
            told = [event for event in events if "audience" not in event or seat in event["audience"]]
            self.known[seat] |= words_in(json.dumps([told, game.view(seat)]))
        self.hands.append({ship.seat: words_in(" ".join(game.view(ship.seat).get("hand", ()))) for ship in game.ships})
        for event in events:
            if event["kind"] == "stepped_back":
                self.turns = [number for number in self.turns if number <= event["facts"]["to"]]
            if event["kind"] == "turn_began":
                self.turns.append(game.number)

    def hand_shown(self, seat: int, turns: int) -> set[str]:
        """Return the words of a seat's hand that spectators may see, so many turns late."""
        until = self.turns[-1 - turns] if len(self.turns) > turns else 0
        return set().union(*(hands[seat] for hands in self.hands[:until]))
