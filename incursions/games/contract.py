"""The contract of games: a game is one `GameKind`, and the platform asks nothing else of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, NotRequired, Protocol, TypedDict

from markupsafe import Markup

from incursions.engine import EventKind, Game, Question
from incursions.engine.events import EventData, Facts
from incursions.engine.game import Setup

SHARED_TEMPLATES = Path(__file__).parent / "templates"
"""Jinja2 templates of options and pieces, for the platform and for every game."""


class Bot(Protocol):
    """A player made of code. It holds no memory: equal games, questions and chances give equal answers."""

    name: str

    def answer(self, game: Any, question: Question, rng: Random) -> tuple[str, str]:
        """Return an option or a whole line, and its reason; of the game it uses what the asked seat may know."""
        ...


@dataclass(frozen=True)
class BotKind:
    """A bot that can be seated. `make` builds one that thinks for at most so many seconds about a decision.

    `thinks`: it takes as long as it is given, so the platform runs it in a queue of its own.
    """

    name: str
    make: Callable[[float], Bot]
    thinks: bool = False


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


@dataclass(frozen=True, slots=True)
class SeatPlayed:
    """A seat in the record of a match: the title of what it played, and its group in statistics, such as a race."""

    title: str
    group: str


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


class Table(NamedTuple):
    """Rows of text under a heading; the first column says what a row is about."""

    key: str
    heading: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class FlightOutcome(Protocol):
    """The result of a game of a test flight, a tuple of plain data. `failure` says why it could not be played."""

    @property
    def failure(self) -> str: ...


class FlightFigures(NamedTuple):
    """The figures of a test flight. `bounds` are those of its win rate in words, `plot` is an SVG drawing."""

    won: int
    drawn: int
    lost: int
    bounds: str
    plot: str
    tables: list[Table]
    failures: list[str]


class LevelCounts(TypedDict):
    """The counts of the games of one number of seats in a report."""

    games: int
    errors: int
    failures: list[str]


Report = Mapping[str, LevelCounts]
"""A report as plain data, by the number of seats; a game adds figures of its own."""


class LevelFigures(NamedTuple):
    """SVG drawings and tables of one number of seats. A page shows `tables` open and `folded` ones closed."""

    seats: str
    plots: list[str]
    tables: list[Table]
    folded: list[Table]


class ReportFigures(NamedTuple):
    """The figures of a report: its targets, and what was measured at each number of seats."""

    targets: Table
    levels: list[LevelFigures]


class Trials(Protocol):
    """Games that bots play to measure decks: test flights of one deck, and reports on a set of decks.

    Decks, games and tallies are the game's own: the platform keeps the plain data that `pack_decks`, `start_tallies`
    and `count_games` return, and the outcomes of flights.
    """

    @property
    def SEATS(self) -> Sequence[int]:  # noqa: N802 -- a module is one, with this as a constant
        """The numbers of seats that a match may have."""

    def pack_decks(self, decks: Any, pieces: Any, *, every_piece: bool = False) -> Mapping[str, Any]:
        """Return decks and their pieces as plain data; with `every_piece` those that no deck has, too."""

    def load_decks(self, data: Any) -> Any:
        """Return the deck set that `pack_decks` described."""

    def read_decks(self, folder: Path, titles: Sequence[str]) -> Any:
        """Return the deck set of these decks of the game's files, of all if none is named. Raises ValueError."""

    def fly(self, field: Any, name: str, content: Any, seed: int, number: int) -> FlightOutcome:
        """Play the game of that number of a test flight of this deck against a deck set."""

    def describe_flight(self, outcomes: Sequence[Any], opponents: Sequence[str]) -> FlightFigures:
        """Return the figures of these outcomes of a test flight."""

    def format_win_rate(self, outcomes: Sequence[Any]) -> str:
        """Return the share of games won in percent; "" if none was finished."""

    def play_game(self, decks: Any, seats: int, seed: int, number: int) -> Any:
        """Play the game of that number of a report on a deck set."""

    def start_tallies(self, seats: Sequence[int]) -> list[Any]:
        """Return an empty tally for each number of seats."""

    def count_games(self, decks: Any, tallies: Sequence[Any], games: Sequence[tuple[int, Any]]) -> list[Any]:
        """Return the tallies with these games counted, each beside the place of its tally."""

    def make_report(self, decks: Any, tallies: Sequence[Any], seed: int) -> Report:
        """Return the report on a deck set."""

    def describe_report(self, report: Any, *, is_whole: bool) -> ReportFigures:
        """Return the figures of a report; a part of them while games are being played."""

    def measure(
        self,
        decks: Any,
        seats: Sequence[int],
        games: int,
        seed: int,
        *,
        processes: int | None,
        resume: Path | None,
        progress: Callable[[int, int], None],
    ) -> Report:
        """Play so many games of each number of seats (the usual ones if none is named) in processes, and report.

        `resume` names a file that keeps what was played. `progress` is told how many games of how many are counted.
        Raises ValueError for what makes no sense.
        """

    def format_report(self, report: Any) -> str:
        """Return the report as text for a terminal."""

    def write_report(self, report: Any, folder: Path, command: str) -> list[Path]:
        """Write the page of the report and its drawings into the folder, and return the files."""


class Column(NamedTuple):
    """A column of a printed table: its name, its relative width, and whether it is set from the right."""

    name: str
    share: float
    is_number: bool = False


class Slip(NamedTuple):
    """A slip to cut out: its heading, and the players who each have a line to fill in."""

    heading: str
    players: Sequence[str]


class PatchText(NamedTuple):
    """The text of a patch: its title, the event, and its day; `race` gives emblem and colour."""

    title: str
    event: str
    day: str
    race: str = ""
    thread: str = "gold"


class Certificate(NamedTuple):
    """A certificate: the player's name, the achievement, further details, and the patch."""

    name: str
    what: str
    details: str
    patch: PatchText


@dataclass(frozen=True)
class Printing:
    """The prints of tournaments, in the type and the colours of a game: PDF files, and patches as PNG.

    A table has a title, a line below it, columns and rows; a sheet of slips a title, a line and the slips.
    """

    table_sheet: Callable[[str, str, Sequence[Column], Sequence[Sequence[str]]], bytes]
    slip_sheet: Callable[[str, str, Sequence[Slip]], bytes]
    patch: Callable[[PatchText], bytes]
    certificate: Callable[[Certificate], bytes]


class Coverage(Protocol):
    """The rules of a rulebook with the examples that show them."""

    @property
    def faults(self) -> list[str]:
        """The rules without an example, and the examples of no rule, each in words."""

    def to_data(self) -> dict[str, object]:
        """Return the coverage as plain data."""

    def to_text(self) -> str:
        """Return the coverage as text for a terminal."""


@dataclass(frozen=True)
class Commands:
    """The parts of a game that only commands need. Functions that read files get the root of the repository.

    `modes` are those that can be simulated, the usual one first, `endings` the words for how matches end, and
    `usual_bots` the names of those that play where none is named.
    `make_setup(root, mode, seats, decks)` returns a set-up in which the first seats play these decks. `cover_rules`
    returns who shows which rule. `prepare_scenarios` returns a function that runs the scenarios of a file and says of
    each why it does not hold, or None. These three raise ValueError for a fault in arguments or files; a game without
    a rulebook or scenarios has None. `documents` are the pages of `docs` that are made from the code, by the names of
    their files.
    """

    modes: tuple[str, ...]
    endings: tuple[str, ...]
    usual_bots: tuple[str, ...]
    make_setup: Callable[[Path, str, int, Sequence[str]], Setup]
    cover_rules: Callable[[Path], Coverage] | None = None
    prepare_scenarios: Callable[[Path], Callable[[Path], list[str | None]]] | None = None
    documents: Mapping[str, Callable[[], str]] = field(default_factory=dict)


class Event(TypedDict):
    """An event as stored and sent; `facts` are those of its kind, `audience` the seats that may know of it."""

    kind: str
    facts: Mapping[str, Any]
    audience: NotRequired[list[int]]


class SeatTitle(TypedDict):
    """A seat, the title of what it plays, and the CSS class of its colour."""

    seat: int
    title: str
    css: str


class Sentence(NamedTuple):
    """An event in the log, as HTML; empty for an event that other sentences tell.

    `about` are the words of the filters that show it. A heading begins a turn, and stands on a line of its own.
    """

    html: Markup
    about: tuple[str, ...] = ()
    is_heading: bool = False


class LogWriter(Protocol):
    """Writes the events of one match as sentences, in their order."""

    def write(self, kind: str, facts: Mapping[str, Any]) -> Sentence:
        """Return an event as a sentence. Raises an exception if facts are missing."""
        ...

    def ship(self, seat: int | None) -> Markup:
        """Return the name of what a seat plays; of the house for None."""
        ...


class LogFilter(NamedTuple):
    """A filter of the log: the word that its lines are about, and the title that a player reads."""

    word: str
    title: str


class Reason(NamedTuple):
    """The reason why something cannot be done now, and the number of the rule behind it."""

    words: str
    rule: str


class Glance(NamedTuple):
    """A running match in a list: where it is, who is asked, how near the end may be, and a small picture."""

    when: str
    what: str
    stakes: str
    chart: Markup


class Viewer(Protocol):
    """A table as the platform hands it to the game that draws it for one viewer.

    `seat` is the seat whose knowledge is shown, None for a spectator's; `own` is the viewer's own seat. They differ in
    a replay alone, in which nothing is chosen. `pieces` is what `TableKind.read_pieces` made of the set-up.
    """

    game: Game
    seat: int | None
    own: int | None

    @property
    def pieces(self) -> Any:
        """The pieces of the match, read once."""
        ...

    @property
    def happened(self) -> Sequence[Event]:
        """The events of the last move."""
        ...

    @property
    def presets(self) -> Sequence[Any]:
        """The choices of when the viewer is asked in windows, each with name, words and is_chosen; may be empty."""
        ...

    @property
    def why_not_url(self) -> str:
        """The address that tells why nothing can be done with what the viewer points at."""
        ...

    def name_player(self, seat: int) -> str:
        """Return who plays a seat: "You" for the viewer's own."""
        ...

    def find_player_url(self, seat: int) -> str:
        """Return the address of a player's page; "" if there is none."""
        ...

    def find_clock(self, seat: int) -> Any:
        """Return a person's clock; None for bots, after the end, and in a replay."""
        ...

    def render_cached(self, part: str, shows: object, draw: Callable[[], Markup]) -> Markup:
        """Return a part from the cache if it shows the same as before, else draw it."""
        ...


class ReplayViewer(Viewer, Protocol):
    """A table at an earlier move, as the platform hands it to the game.

    `is_own_knowledge`: the viewer looks with the knowledge of the own seat.
    """

    number: int

    @property
    def is_own_knowledge(self) -> bool: ...

    def sees_hand(self, seat: int) -> bool:
        """Return True if the secrets of that seat are shown."""
        ...


class Scene(Protocol):
    """What one viewer sees of a game at a table.

    `heading` is the title of the page, `where` says whose turn it is in which round, and `track` has the steps of a
    turn with the state of each: "done", "now" or nothing. `prompt` is what `table/prompt.html` shows: title, sub, rule,
    is_own, is_long, groups of options, what was said so far, what a screen reader says (`announce`), and HTML above
    the options (`introduction`, `roll`). `is_asked`: the viewer has options; `takes_presets`: the viewer may choose
    when to be asked in windows. `parts` are the parts that change with moves, by the id of their element; `draw_side`
    and `draw_middle` set them in the columns of the page, and `tabs` are the ids and titles of the regions that a
    small screen shows one at a time.
    """

    @property
    def view(self) -> Any: ...
    @property
    def heading(self) -> str: ...
    @property
    def where(self) -> str: ...
    @property
    def track(self) -> list[tuple[str, str]]: ...
    @property
    def prompt(self) -> Any: ...
    @property
    def is_asked(self) -> bool: ...
    @property
    def takes_presets(self) -> bool: ...
    @property
    def parts(self) -> Mapping[str, Markup]: ...
    @property
    def tabs(self) -> list[tuple[str, str]]: ...
    def draw_side(self, parts: Mapping[str, str]) -> Markup: ...
    def draw_middle(self, parts: Mapping[str, str]) -> Markup: ...


@dataclass(frozen=True)
class TableKind:
    """How a game looks: pure, made from views.

    `styles` and `scripts` are static files of the pages of its tables. `turn_began` is the kind of event with which a
    turn begins, with the facts `round` and `seat`. A link of a replay, with the words `highlight_words`, leads from one
    event of the kinds `highlights` to the next. `points_words` says what `Game.points` counts.

    `read_pieces` reads from a set-up what the pieces print, once for a match. `list_alternatives` takes a game, the
    seat that is asked, the line that it chose (None: none) and the pieces, and returns groups of options with that one
    open. `find_reasons` says why a seat can do nothing with what it points at, from a game, the seat, the words for the
    thing and the pieces; it raises ValueError if there is no such thing. `glance` shows a view in a list of matches.

    `name_seats` says what the seats of a view play, by their titles before these events, which led to the view, and
    `read_seats_told` the same from the first event of a match, empty if that is malformed. `begin_log` takes such
    titles and the seat that the log calls "you". `draw_symbols` returns SVG symbols to which the parts refer.
    """

    styles: Sequence[str]
    scripts: Sequence[str]
    replay_scripts: Sequence[str]
    turn_began: str
    highlights: frozenset[str]
    highlight_words: str
    points_words: str
    read_pieces: Callable[[Any], Any]
    make_scene: Callable[[Viewer], Scene]
    make_replay_scene: Callable[[ReplayViewer], Scene]
    list_alternatives: Callable[[Any, int, str | None, Any], Sequence[Any]]
    find_reasons: Callable[[Any, int, str, Any], list[Reason]]
    glance: Callable[[Any], Glance]
    name_seats: Callable[[Any, Iterable[Event]], list[SeatTitle]]
    read_seats_told: Callable[[Event], list[SeatTitle]]
    list_log_filters: Callable[[Iterable[SeatTitle]], list[LogFilter]]
    begin_log: Callable[[Iterable[SeatTitle], int | None], LogWriter]
    draw_symbols: Callable[[], Markup]
    compile_templates: Callable[[], None]


@dataclass(frozen=True)
class GameKind:
    """A game on the shelf.

    `name` is its key in rows, set-ups and files; `title` is for people. `rules_version` rises with every change of the
    rules that changes a match. `game` starts, loads and replays matches. `check_size` and `check_pieces` raise
    ValueError for a set-up from a file that no match has: for its lengths, and for the definitions in it. `bots` are
    those that can be seated, `records` what is kept of a match. `commands`, `printing` and `trials` are loaded when
    they are needed; a game without prints or trials has None. `load_table` imports how the game looks, which only web
    processes need.
    """

    name: str
    title: str
    rules_version: int
    game: type[Game]
    most_seats: int
    check_size: Callable[[Mapping[str, object]], None]
    check_pieces: Callable[[Mapping[str, object]], None]
    records: Records
    commands: Callable[[], Commands]
    load_table: Callable[[], TableKind]
    bots: tuple[BotKind, ...] = ()
    printing: Callable[[], Printing] | None = None
    trials: Callable[[], Trials] | None = None

    @cached_property
    def table(self) -> TableKind:
        """How the game looks."""
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
