"""The contract of games: a game is one `GameKind`, and the platform asks nothing else of it.

Parts of it have modules of their own beside this one: presentations, tables, books, loadouts, sealed play, results,
hints, voyages, trials and prints.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, Protocol

from incursions.engine import EventKind, Game, Question
from incursions.engine.core import Setup
from incursions.engine.events import EventData, Facts
from incursions.games.loadouts import LoadoutWords, SeatPlayed
from incursions.games.prints import Printing
from incursions.games.results import ResultKind
from incursions.games.shelf import ShelfKind
from incursions.games.tables import TableKind
from incursions.games.trials import Trials
from incursions.games.voyages import Voyage

Terms = Mapping[str, int]
"""The numbers that the players of a match have agreed on, by the names of the terms."""


class Bot(Protocol):
    """A player made of code. It holds no memory: equal games, questions and chances give equal answers."""

    name: str

    def answer(self, game: Any, question: Question, rng: Random) -> tuple[str, str]:
        """Return an option or a whole line, and its reason; of the game it uses what the asked seat may know."""
        ...


@dataclass(frozen=True)
class BotKind:
    """A bot that can be seated. `make` builds one that thinks for at most so many seconds about a decision.

    `name` has at most 12 letters; a bot of several games has one `title` in all. `words` describe it in a choice of
    bots. `thinks`: it takes as long as it is given, so the platform runs it in a queue of its own. `stands_in`: it may
    play for a person who is away. `below`: the rating up to which it is offered to a player who waits for others.
    """

    name: str
    make: Callable[[float], Bot]
    thinks: bool = False
    title: str = ""
    words: str = ""
    stands_in: bool = True
    below: float | None = None


FIRST_MATCHES = 3
"""A player who has finished fewer matches is offered the weakest bot first."""


@dataclass(frozen=True)
class Term:
    """A whole number that the players of a match agree on, besides seats and clocks. `note` explains it in a form.

    `rule` is the rule that a form links after the note, and `more` follows the link.
    """

    name: str
    label: str
    default: int
    least: int
    most: int
    help_text: str = ""
    note: str = ""
    rule: str = ""
    more: str = ""


@dataclass(frozen=True)
class LoadoutKind:
    """A kind of thing that each seat brings to a match, such as a deck: the part that knows no database.

    `make_limits` returns the limits of loadouts at a table with these terms, an object with `words` as players write
    them and `short_words` for headings; pages show them under `limits_title` with their `rule`. In forms `needed` says
    which modes are played with loadouts, and `otherwise` what happens in the others; `together` is said of the limits
    where a tournament tells them.
    """

    words: LoadoutWords
    make_limits: Callable[[Terms], Any]
    limits_title: str = "Limits"
    rule: str = ""
    needed: str = ""
    otherwise: str = ""
    together: str = ""

    @property
    def name(self) -> str:
        """The noun for one."""
        return self.words.name


@dataclass(frozen=True)
class ModeKind:
    """A way to play a game.

    `name` has at most 10 letters; it is the mode's key in rows, files and set-ups, and no other game has it.
    `words` explain the mode in a form. `terms` are the numbers that its players agree on. `loadout` is None if seats
    bring nothing. `minutes` is the usual limit of a match; one of a mode that `needs_limit` always has a limit.
    `bank_s` and `free_s` are the usual seconds of each player's bank and of each question. `note` tells players what
    they get if they bring nothing, with its `rule`. `has_secrets`: seats hold what others do not
    see, such as hands. `is_strict`: in a rated match nobody takes back and no hand is shown while it goes on. `goal`
    says in a short sentence how to win; tables show it. `list_sides` returns what each of so many seats plays, ""
    where something else decides it; nothing if seats are alike. Others are dealt by lot, and swapped in a rematch.
    """

    name: str
    title: str
    words: str
    fewest_seats: int
    most_seats: int
    terms: tuple[Term, ...] = ()
    loadout: LoadoutKind | None = None
    minutes: int = 45
    bank_s: int = 900
    free_s: int = 20
    needs_limit: bool = False
    note: str = ""
    rule: str = ""
    may_be_rated: bool = True
    has_secrets: bool = False
    is_strict: bool = False
    goal: str = ""
    list_sides: Callable[[int], Sequence[str]] = lambda seats: ()

    def fill_terms(self, given: Terms) -> dict[str, int]:
        """Return the value of each term of the mode, its default if none is given."""
        return {term.name: given.get(term.name, term.default) for term in self.terms}

    def find_limits(self, given: Terms) -> Any:
        """Return the limits of loadouts at these terms; None if seats bring nothing."""
        return None if self.loadout is None else self.loadout.make_limits(self.fill_terms(given))

    def describe_limits(self, given: Terms) -> str:
        """Return the limits of loadouts in words; "" if seats bring nothing."""
        return "" if self.loadout is None else str(self.find_limits(given).words)


MOST_COUNTED = 100
"""The number up to which a player's matches are counted for badges."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A finished match as one of its players played it: the input of the tests of badges.

    `ending` is that of the result; `seats` counts the seats, and `bots` are the names of the bots in them. `matches`
    (up to `MOST_COUNTED`), `groups_won` and `modes_won` are of all matches of the player in this game.
    """

    seat: int
    mode: str
    ending: str
    seats: int
    bots: frozenset[str]
    is_won: bool
    is_drawn: bool
    events: Sequence[EventData]
    matches: int
    groups_won: frozenset[str]
    modes_won: frozenset[str]

    def own(self, kind: type[EventKind]) -> list[Facts]:
        """Return the facts of this seat's events of a kind."""
        return [
            event["facts"]
            for event in self.events
            if event["kind"] == kind.kind and event["facts"].get("seat") == self.seat
        ]


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge: its title, the sentence that explains it, and its test.

    `slug` differs from those of all other games. `of_career`: the test looks at all matches of the player.
    """

    slug: str
    title: str
    rule: str
    is_earned: Callable[[Deed], bool]
    of_career: bool = False


@dataclass(frozen=True)
class Records:
    """The facts that the record of a match takes from a game, and its badges.

    `read_titles` returns by seat the titles of what is played, from the events of the start; an empty list if they are
    malformed, as those of a file from anybody may be. `describe_seat` returns what a seat played, from the set-up and
    the events of the start. `badges` are in the order in which pages show them.
    """

    read_titles: Callable[[Sequence[EventData]], list[str]]
    describe_seat: Callable[[Setup, Sequence[EventData], int], SeatPlayed]
    badges: tuple[Badge, ...] = ()


@dataclass(frozen=True)
class GameKind(ShelfKind):
    """A game of matches on the shelf.

    `name` is its key in rows, set-ups and files, too. `game` starts, loads and replays matches. The first of `modes` is
    the usual one. `build_setup` makes a set-up of the mode's name, the agreed terms, the content that each seat brings
    (None for nothing) and the definitions of `Loadouts.read_pieces`. A set-up is an object with `game`,
    `rules_version`, `mode` and `seats`, a list with an entry for each seat, besides what the game needs. `check_size`
    and `check_pieces` raise ValueError for a set-up from a file that no match has: for its lengths, and for the
    definitions in it. `find_strange` names what such a set-up defines in another way than this house; it is given the
    set-up, and a function that returns what a title means here. `bots` are
    those that can be seated, the weakest first; `usual_bot` is seated where none is named. Tournaments are played in
    one of `tournament_modes`, the usual one first; by default in the first of all modes. `cited_rules` are the numbers
    of the rules in its rulebook that the platform's pages name: what follows when the `minutes` of a match or the
    `bank` of a player are over, the `ranking` then, the places of those `leaving` early, a `draw`, how one may
    `take_back` and `concede`, what the `staff` may do, the `hold` that passes a player, the choice of `windows`, and
    the `secrets` of a tournament's matches. `time_ranking` says in a few words how the players are ranked at time.
    `hides_nothing`: all see all at any time, so nobody chooses with whose knowledge a replay is seen. `records` is what
    is kept of a match, and `results` what standings read of it. `printing` and `trials` are loaded when they are
    needed; a game without prints or trials has None. `load_voyages` reads the matches that teach the game, the first
    one first. `load_table` imports how the game looks, which only web processes need.
    """

    game: type[Game]
    modes: tuple[ModeKind, ...]
    build_setup: Callable[[str, Terms, Sequence[Any], Any], Any]
    check_size: Callable[[Mapping[str, object]], None]
    records: Records
    load_table: Callable[[], TableKind]
    check_pieces: Callable[[Mapping[str, object]], None] = lambda setup: None
    find_strange: Callable[[Mapping[str, Any], Callable[[str], Any]], list[str]] = lambda setup, find_piece: []
    bots: tuple[BotKind, ...] = ()
    printing: Callable[[], Printing] | None = None
    trials: Callable[[], Trials] | None = None
    load_voyages: Callable[[], tuple[Voyage, ...]] = tuple
    usual_bot: str = ""
    tournament_modes: tuple[str, ...] = ()
    results: ResultKind = field(default_factory=ResultKind)
    cited_rules: Mapping[str, str] = field(default_factory=dict)
    time_ranking: str = ""
    hides_nothing: bool = False

    @cached_property
    def modes_by_name(self) -> Mapping[str, ModeKind]:
        """The modes by name."""
        return {mode.name: mode for mode in self.modes}

    @cached_property
    def voyages(self) -> Mapping[str, Voyage]:
        """The matches that teach the game, by their slugs, the first one first."""
        return {voyage.slug: voyage for voyage in self.load_voyages()}

    @property
    def has_lessons(self) -> bool:
        """True if the game can be learned in a voyage."""
        return bool(self.voyages)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The terms of all modes, each once."""
        return tuple({term.name: term for mode in self.modes for term in mode.terms}.values())

    @cached_property
    def seat_counts(self) -> range:
        """The numbers of seats that matches of some mode have."""
        return range(min(mode.fewest_seats for mode in self.modes), max(mode.most_seats for mode in self.modes) + 1)

    @property
    def most_seats(self) -> int:
        """The most seats of a match of any mode."""
        return self.seat_counts[-1]

    @cached_property
    def loadout_mode(self) -> ModeKind | None:
        """The first mode in which seats bring something, or None."""
        return next((mode for mode in self.modes if mode.loadout is not None), None)

    @property
    def loadout_name(self) -> str:
        """The noun for what seats bring; "" if they bring nothing in any mode."""
        return self.loadout_mode.loadout.name if self.loadout_mode and self.loadout_mode.loadout else ""

    def find_rule(self, about: str) -> str:
        """Return the number of the rule about a subject of `cited_rules`; "" if the rulebook has none."""
        return self.cited_rules.get(about, "")

    def cite(self, about: str) -> str:
        """Return the number of the rule about a subject in brackets, to follow a sentence; "" if there is none."""
        number = self.find_rule(about)
        return f" ({number})" if number else ""

    @cached_property
    def tournament_kinds(self) -> Mapping[str, ModeKind]:
        """The modes that tournaments may be played in, by name, the usual one first."""
        return {name: self.modes_by_name[name] for name in self.tournament_modes or (self.modes[0].name,)}

    @property
    def tournament_kind(self) -> ModeKind:
        """The mode that tournaments are usually played in."""
        return next(iter(self.tournament_kinds.values()))

    @cached_property
    def stand_ins(self) -> tuple[BotKind, ...]:
        """The bots that may play for a person who is away."""
        return tuple(bot for bot in self.bots if bot.stands_in)

    def find_first_opponent(self, finished: int) -> BotKind:
        """Return the bot that is offered first to a player who has finished so many matches."""
        return self.bots[0 if finished < FIRST_MATCHES else min(1, len(self.bots) - 1)]

    def find_bot_like(self, rating: float) -> BotKind:
        """Return the bot that plays about as well as a player of this rating."""
        return next(bot for bot in self.bots if bot.below is None or rating < bot.below)

    @cached_property
    def table(self) -> TableKind:
        """The looks of the game."""
        return self.load_table()

    @cached_property
    def bots_by_name(self) -> Mapping[str, BotKind]:
        """The bots by name."""
        return {bot.name: bot for bot in self.bots}

    @property
    def match_format(self) -> str:
        """The name of the format of its match files."""
        return f"{self.name}-match-1"

    @property
    def tournament_format(self) -> str:
        """The name of the format of its tournament files."""
        return f"{self.name}-tournament-1"

    @property
    def dice_format(self) -> str:
        """The name of the format of its files of throws."""
        return f"{self.name}-dice-1"

    @cached_property
    def thinking_bots(self) -> frozenset[str]:
        """The names of the bots that think."""
        return frozenset(bot.name for bot in self.bots if bot.thinks)

    def make_bot(self, name: str, seconds: float) -> Bot:
        """Return a bot that has so many seconds for a decision. Raises ValueError for an unknown name."""
        kind = self.bots_by_name.get(name)
        if kind is None:
            raise ValueError(f"there is no bot called {name!r}; there are {', '.join(self.bots_by_name)}")
        return kind.make(seconds)
