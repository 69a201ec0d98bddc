"""Games of a trial: which decks meet in which seats, a bot in each of them, and the result as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import NamedTuple, TypedDict

from incursions.engine import SEED_BYTES
from incursions.games.incursions.bots.bot import Bot
from incursions.games.incursions.bots.captain import CaptainBot
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.catalogue import Catalogue
from incursions.games.incursions.rules.construction import DeckContent
from incursions.games.incursions.rules.events.cards import Discarded
from incursions.games.incursions.rules.events.movement import Explored
from incursions.games.incursions.rules.placed.endings import TIME
from incursions.games.incursions.rules.printed.pieces import Definition
from incursions.games.incursions.rules.starters import Starter, StarterData, deck_setup, starter_of
from incursions.games.incursions.rules.state.setup import TOURNAMENT, Setup


class CardWatch:
    """Looks at the table after every action, as nobody who plays can."""

    def __init__(self, game: Game) -> None:
        """Start to watch a game that has just begun, so that the opening hands count as seen."""
        self.drawn: list[Counter[str]] = [Counter() for _ in game.players]
        self.played: list[Counter[str]] = [Counter() for _ in game.players]
        self._titles = [card.title for card in game.cards]
        self._hands: list[list[int]] = [[] for _ in game.players]
        outside = {player.captain for player in game.players}
        self._decks = [
            [number for number, owner in enumerate(game.cards.owners) if owner == seat and number not in outside]
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


ROUND_LIMIT_RULE = "1.9"


class DeckSetData(TypedDict):
    """A `DeckSet` as plain data; `pieces` are lists by the fields of `Catalogue`."""

    decks: list[StarterData]
    pieces: dict[str, list[Definition]]


class DeckSet(NamedTuple):
    """The decks that are compared, and the pieces that they are made of."""

    decks: tuple[Starter, ...]
    pieces: Catalogue

    def to_data(self, *, every_piece: bool = False) -> DeckSetData:
        """Return plain data, with which these games can be played again after the catalogue has changed.

        Only pieces of the decks are kept, unless others are to be played with them.
        """
        used = {
            title for deck in self.decks for title in (deck.ship, deck.captain, *deck.cards, *deck.hexpile) if title
        }
        kept = {
            kind: [piece for title, piece in pieces.items() if every_piece or title in used]
            for kind, pieces in self.pieces._asdict().items()
        }
        return {"decks": [deck.description for deck in self.decks], "pieces": kept}

    @classmethod
    def from_data(cls, data: DeckSetData) -> DeckSet:
        """Return the set that `to_data` described."""
        pieces = {kind: {piece["title"]: piece for piece in kept} for kind, kept in data["pieces"].items()}
        return cls(tuple(starter_of(deck) for deck in data["decks"]), Catalogue(**pieces))


class RoundRobin:
    """The decks of each game, by their places in the set.

    A cycle plays every choice of that many decks once in each rotation, so that after whole cycles each deck has met
    each other, and sat in each seat, equally often; none sits twice at a table. Within a cycle the choices come in an
    order drawn from the seed, so that a part of one is a fair sample; each choice sits in another order every cycle.
    """

    def __init__(self, decks: int, seats: int, seed: int) -> None:
        """Raise ValueError if there are fewer decks than seats."""
        if decks < seats:
            raise ValueError(f"{seats} seats need {seats} different decks, not {decks}")
        self.seats = seats
        self.seed = seed
        self.choices = list(combinations(range(decks), seats))
        Random(f"{seed}/{seats}").shuffle(self.choices)

    def seat_decks(self, number: int) -> tuple[int, ...]:
        """Return the decks of the seats in the game of that number."""
        turn, place = divmod(number, len(self.choices))
        cycle, rotation = divmod(turn, self.seats)
        order = list(self.choices[place])
        Random(f"{self.seed}/{self.seats}/{cycle}/{place}").shuffle(order)
        return (*order[rotation:], *order[:rotation])


class Played(NamedTuple):
    """A game that came to its end. What goes by seats lists them from 0.

    `places` are seats, best first, those who share a place together; `first` began. `turns` are those of all seats.
    `drawn` and `played` count copies by title (`card_watch`), `explored` the tiles that a seat laid.
    """

    decks: tuple[str, ...]
    ending: str
    at_round_limit: bool
    places: list[list[int]]
    first: int
    turns: int
    drawn: list[dict[str, int]]
    played: list[dict[str, int]]
    explored: list[dict[str, int]]

    def score(self, seat: int) -> float:
        """Return 1 for a win, and an equal part of it for each seat that shares the first place: a half for two."""
        best = self.places[0]
        return 1 / len(best) if seat in best else 0.0


class Failed(NamedTuple):
    """A game that could not be played to its end, and why."""

    decks: tuple[str, ...]
    reason: str


def play_game(decks: DeckSet, schedule: RoundRobin, number: int, bot: Bot | None = None) -> Played | Failed:
    """Play the game of that number: the same one whoever plays it, when, and beside which others."""
    seated = [decks.decks[place] for place in schedule.seat_decks(number)]
    titled = [(deck.title, deck.content) for deck in seated]
    rng = Random(f"{schedule.seed}/{schedule.seats}/{number}")
    called = f"game {number} of {schedule.seats} seats"
    return play_decks(called, titled, decks.pieces, rng, mode=TOURNAMENT, bot=bot)


def play_decks(
    called: str,
    seated: Sequence[tuple[str, DeckContent]],
    pieces: Catalogue,
    rng: Random,
    *,
    mode: str,
    bot: Bot | None = None,
) -> Played | Failed:
    """Play a game of these decks, by title, in their seats. `called` names it if it cannot be played to its end."""
    titles = tuple(title for title, _ in seated)
    try:
        decks = [
            # Titles are sorted, because databases differ in order, and the order decides the shuffle.
            replace(deck, cards=dict(sorted(deck.cards.items())), hexpile=dict(sorted(deck.hexpile.items())))
            for _, deck in seated
        ]
        return _played_out(deck_setup(decks, pieces, mode=mode), titles, bot or CaptainBot(), rng)
    except Exception as failure:  # whatever it is, the other games are played, and this one is told of
        return Failed(titles, f"{called}: {type(failure).__name__}: {failure}")


def _played_out(setup: Setup, titles: tuple[str, ...], bot: Bot, rng: Random) -> Played:
    """Play a game with one bot in all seats, and return its result and what each seat drew, played and explored."""
    game = Game.start(setup, rng.randbytes(SEED_BYTES))
    watch = CardWatch(game)
    explored: list[dict[str, int]] = [{} for _ in titles]
    while (question := game.decision) is not None:
        for event in game.play(bot.answer(game, question, rng).text):
            if event.kind_class is Explored:
                by = explored[event.facts["seat"]]
                by[event.facts["title"]] = by.get(event.facts["title"], 0) + 1
        watch.look(game)
    result = game.result
    return Played(
        decks=titles,
        ending=result.ending,
        at_round_limit=result.ending == TIME and result.rule == ROUND_LIMIT_RULE,
        places=[list(place) for place in result.places],
        first=game.first,
        turns=game.turns,
        drawn=[dict(seat) for seat in watch.drawn],
        played=[dict(seat) for seat in watch.played],
        explored=explored,
    )
