"""Counts of the results of games, which can be added up; and the many games over all cores that they count."""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple, TypedDict

from incursions.games.incursions.bots.trials.games import DeckSet, Failed, Played, RoundRobin, play_game
from incursions.games.incursions.rules import RULES_VERSION

MOST_FAILURES_TOLD = 5


@dataclass
class Scored:
    """The number of games in which something was seen, and the games won of them; a draw is a part of a game won."""

    games: int = 0
    won: float = 0.0

    def add(self, won: float) -> None:
        """Count one look more, and what was won in it."""
        self.games += 1
        self.won += won


@dataclass
class CardCount:
    """A card: copies drawn and played; then seats that drew it and played it, or did not, with what they won."""

    drawn: int = 0
    played: int = 0
    when_played: Scored = field(default_factory=Scored)
    when_not: Scored = field(default_factory=Scored)


@dataclass
class TileCount:
    """A tile: copies laid in exploring, and what the seats that laid one won."""

    explored: int = 0
    by: Scored = field(default_factory=Scored)


class ScoredData(TypedDict):
    """A `Scored` as plain data."""

    games: int
    won: float


class CardData(TypedDict):
    """A `CardCount` as plain data."""

    drawn: int
    played: int
    when_played: ScoredData
    when_not: ScoredData


class TileData(TypedDict):
    """A `TileCount` as plain data."""

    explored: int
    by: ScoredData


class TallyData(TypedDict):
    """A `Tally` as plain data."""

    seats: int
    games: int
    errors: int
    at_round_limit: int
    failures: list[str]
    endings: dict[str, int]
    turns: dict[str, int]
    first_seat: ScoredData
    races: dict[str, ScoredData]
    decks: dict[str, ScoredData]
    pairs: dict[str, dict[str, ScoredData]]
    cards: dict[str, CardData]
    tiles: dict[str, TileData]


@dataclass
class Tally:
    """The games of one number of seats. `games` are all that were tried, `errors` those of them that failed.

    `turns` counts games by the turns of all seats. `pairs` score a deck against another: 1 for the better place, a half
    for the same. A game in which all ships are of one race says nothing of races, and is left out of them.
    """

    seats: int
    games: int = 0
    errors: int = 0
    at_round_limit: int = 0
    failures: list[str] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    first_seat: Scored = field(default_factory=Scored)
    races: dict[str, Scored] = field(default_factory=dict)
    decks: dict[str, Scored] = field(default_factory=dict)
    pairs: dict[str, dict[str, Scored]] = field(default_factory=dict)
    cards: dict[str, CardCount] = field(default_factory=dict)
    tiles: dict[str, TileCount] = field(default_factory=dict)

    @property
    def ended(self) -> int:
        """The games that came to an end."""
        return self.games - self.errors

    def add(self, game: Played | Failed, races: Mapping[str, str]) -> None:
        """Count one more game; `races` are those of the decks, by title."""
        self.games += 1
        if isinstance(game, Failed):
            self.errors += 1
            self.failures = [*self.failures, game.reason][:MOST_FAILURES_TOLD]
            return
        self.endings[game.ending] += 1
        self.turns[game.turns] += 1
        self.at_round_limit += game.at_round_limit
        self.first_seat.add(game.score(game.first))
        says_of_races = len({races[title] for title in game.decks}) > 1
        for seat, title in enumerate(game.decks):
            self.decks.setdefault(title, Scored()).add(game.score(seat))
            if says_of_races:
                self.races.setdefault(races[title], Scored()).add(game.score(seat))
            self._add_pieces(game, seat)
        self._add_pairs(game)

    def _add_pieces(self, game: Played, seat: int) -> None:
        won = game.score(seat)
        for title, drawn in game.drawn[seat].items():
            card = self.cards.setdefault(title, CardCount())
            played = game.played[seat].get(title, 0)
            card.drawn += drawn
            card.played += played
            (card.when_played if played else card.when_not).add(won)
        for title, laid in game.explored[seat].items():
            tile = self.tiles.setdefault(title, TileCount())
            tile.explored += laid
            tile.by.add(won)

    def _add_pairs(self, game: Played) -> None:
        place = {seat: number for number, seats in enumerate(game.places) for seat in seats}
        for seat, title in enumerate(game.decks):
            for other, against in enumerate(game.decks):
                if other != seat:
                    score = 0.5 if place[seat] == place[other] else float(place[seat] < place[other])
                    self.pairs.setdefault(title, {}).setdefault(against, Scored()).add(score)

    def to_data(self) -> dict[str, object]:
        """Return plain data."""
        turns = {str(turns): games for turns, games in sorted(self.turns.items())}
        # `asdict` would count the items of a counter.
        plain = asdict(replace(self, endings=Counter(), turns=Counter()))
        return plain | {"endings": dict(self.endings), "turns": turns}

    @classmethod
    def from_data(cls, data: TallyData) -> Tally:
        """Return the tally that `to_data` described, also after it was JSON."""
        return cls(
            seats=data["seats"],
            games=data["games"],
            errors=data["errors"],
            at_round_limit=data["at_round_limit"],
            failures=data["failures"],
            endings=Counter(data["endings"]),
            turns=Counter({int(turns): games for turns, games in data["turns"].items()}),
            first_seat=Scored(**data["first_seat"]),
            races=_read_scored(data["races"]),
            decks=_read_scored(data["decks"]),
            pairs={title: _read_scored(against) for title, against in data["pairs"].items()},
            cards={
                title: CardCount(
                    card["drawn"], card["played"], Scored(**card["when_played"]), Scored(**card["when_not"])
                )
                for title, card in data["cards"].items()
            },
            tiles={title: TileCount(tile["explored"], Scored(**tile["by"])) for title, tile in data["tiles"].items()},
        )


def _read_scored(data: dict[str, ScoredData]) -> dict[str, Scored]:
    return {title: Scored(**scored) for title, scored in data.items()}


GAMES_AT_ONCE = 8
"""The games that a process is given at a time, and that may be lost when it is stopped."""
WAITING_PER_PROCESS = 3


class Batch(NamedTuple):
    """Games of one number of seats, by their numbers from `first` up to but not with `last`."""

    seats: int
    first: int
    last: int


def measure(
    decks: DeckSet,
    seats: Sequence[int],
    games: int,
    seed: int,
    *,
    processes: int | None = None,
    begun: Sequence[Tally] = (),
    progress: Callable[[list[Tally]], bool] = lambda tallies: True,
) -> list[Tally]:
    """Play so many games of each number of seats and count what came of them.

    `progress` is shown the tallies after every batch, and may end the measuring by returning False; so may Ctrl-C. What
    was counted until then is returned, and can be gone on with as `begun`: games are counted in the order of their
    numbers, so that a tally says itself which is the next. The same seed gives the same tally, whatever the number of
    processes (all cores unless said). Raises ValueError where there are fewer decks than seats.
    """
    schedules = {number: RoundRobin(len(decks.decks), number, seed) for number in seats}
    races = {deck.title: deck.race for deck in decks.decks}
    tallies = {number: Tally(number) for number in seats} | {
        tally.seats: tally for tally in begun if tally.seats in seats
    }
    batches = [
        Batch(number, first, min(games, first + GAMES_AT_ONCE))
        for number in seats
        for first in range(tallies[number].games, games, GAMES_AT_ONCE)
    ]
    try:
        for batch, played in _play_batches(decks, schedules, batches, processes or os.cpu_count() or 1):
            for game in played:
                tallies[batch.seats].add(game, races)
            if not progress(list(tallies.values())):
                break
    except KeyboardInterrupt:
        pass
    return list(tallies.values())


def _play_batches(
    decks: DeckSet, schedules: dict[int, RoundRobin], batches: list[Batch], processes: int
) -> Iterator[tuple[Batch, list[Played | Failed]]]:
    """Yield the games of each batch, in order."""
    if processes == 1:
        for batch in batches:
            yield batch, _play(decks, schedules[batch.seats], batch)
        return
    # Started anew rather than forked: the caller may have threads and open connections.
    with ProcessPoolExecutor(processes, get_context("spawn"), _Table.lay, (decks, schedules)) as pool:
        left = iter(batches)
        waiting: list[tuple[Batch, Future[list[Played | Failed]]]] = []
        try:
            while True:
                room = processes * WAITING_PER_PROCESS - len(waiting)
                waiting += [(batch, pool.submit(_Table.play, batch)) for batch in islice(left, room)]
                if not waiting:
                    return
                batch, future = waiting.pop(0)
                yield batch, future.result()
        finally:
            for _, future in waiting:
                future.cancel()


def _play(decks: DeckSet, schedule: RoundRobin, batch: Batch) -> list[Played | Failed]:
    return [play_game(decks, schedule, number) for number in range(batch.first, batch.last)]


class OtherMeasuringError(ValueError):
    """The file holds the tallies of other decks, another seed or other rules; the message is a sentence."""


def mark_of(decks: DeckSet, seed: int) -> str:
    """Return a digest of decks, seed and rules version; it says nothing of bots and of rules under the same version."""
    measured = json.dumps([decks.to_data(), seed, RULES_VERSION], sort_keys=True)
    return sha256(measured.encode()).hexdigest()


def kept_tallies(path: Path, decks: DeckSet, seed: int) -> list[Tally]:
    """Return the tallies in the file, none if there is no file. Raise `OtherMeasuringError`."""
    if not path.exists():
        return []
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        mark, tallies = kept["mark"], [Tally.from_data(data) for data in kept["tallies"]]
    except (ValueError, KeyError, TypeError) as cause:
        raise OtherMeasuringError(f"{path} holds no measuring of balance") from cause
    if mark != mark_of(decks, seed):
        raise OtherMeasuringError(f"{path} holds a measuring of other decks, pieces, rules or another seed")
    return tallies


def keep_tallies(path: Path, decks: DeckSet, seed: int, tallies: Sequence[Tally]) -> None:
    """Write the file, whole or not at all."""
    data = {"mark": mark_of(decks, seed), "tallies": [tally.to_data() for tally in tallies]}
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(json.dumps(data), encoding="utf-8")
    fresh.replace(path)


class _Table:
    """The decks and schedules that a process of the pool was given when it began."""

    decks: DeckSet
    schedules: dict[int, RoundRobin]

    @classmethod
    def lay(cls, decks: DeckSet, schedules: dict[int, RoundRobin]) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who counts the games
        cls.decks, cls.schedules = decks, schedules

    @classmethod
    def play(cls, batch: Batch) -> list[Played | Failed]:
        return _play(cls.decks, cls.schedules[batch.seats], batch)
