"""The contract of games: a game is one `GameKind`, and the platform asks nothing else of it.

What players bring to a match may be rows that they own, and no game knows a database: the settings name an object of
`Loadouts` for each game that has such rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple, Protocol, TypedDict

from markupsafe import Markup

from incursions.engine import EventKind, Game, Question
from incursions.engine.events import EventData, Facts
from incursions.engine.game import Setup
from incursions.games.sealed_play import SealedPlay
from incursions.kit.refusals import DomainError

Terms = Mapping[str, int]
"""The numbers that the players of a match have agreed on, by the names of the terms."""
Loadout = Mapping[str, Any]
"""What a seat brings, as plain data in a shape that the game's `Loadouts` declares."""

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

    `name` has at most 8 letters; a bot of several games has one `title` in all. `words` describe it in a choice of
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

    `name` is the noun for one. `make_limits` returns the limits of loadouts at a table with these terms, an object with
    `words` as players write them and `short_words` for headings; pages show them under `limits_title` with their
    `rule`. In forms `needed` says which modes are played with loadouts, and `otherwise` what happens in the others.
    """

    name: str
    make_limits: Callable[[Terms], Any]
    limits_title: str = "Limits"
    rule: str = ""
    needed: str = ""
    otherwise: str = ""


@dataclass(frozen=True)
class ModeKind:
    """A way to play a game.

    `name` has at most 10 letters; it is the mode's key in rows, files and set-ups, and no other game has it.
    `words` explain the mode in a form. `terms` are the numbers that its players agree on. `loadout` is None if seats
    bring nothing. `minutes` is the usual limit of a match; one of a mode that `needs_limit` always has a limit. `note`
    tells players what they get if they bring nothing, with its `rule`. `has_secrets`: seats hold what others do not
    see, such as hands. `is_strict`: in a rated match nobody takes back and no hand is shown while it goes on.
    """

    name: str
    title: str
    words: str
    fewest_seats: int
    most_seats: int
    terms: tuple[Term, ...] = ()
    loadout: LoadoutKind | None = None
    minutes: int = 45
    needs_limit: bool = False
    note: str = ""
    rule: str = ""
    may_be_rated: bool = True
    has_secrets: bool = False
    is_strict: bool = False

    def fill_terms(self, given: Terms) -> dict[str, int]:
        """Return the value of each term of the mode, its default if none is given."""
        return {term.name: given.get(term.name, term.default) for term in self.terms}

    def find_limits(self, given: Terms) -> Any:
        """Return the limits of loadouts at these terms; None if seats bring nothing."""
        return None if self.loadout is None else self.loadout.make_limits(self.fill_terms(given))

    def describe_limits(self, given: Terms) -> str:
        """Return the limits of loadouts in words; "" if seats bring nothing."""
        return "" if self.loadout is None else str(self.find_limits(given).words)


class LoadoutRefusedError(DomainError):
    """The refusal of a loadout, which has a page of its own with this template. `fields` are chosen anew there."""

    template = ""
    fields: tuple[str, ...] = ()

    @property
    def shown_verdict(self) -> Any:
        """The verdict, as pages show it; None if the loadout was refused before it was judged."""
        return None

    def make_page_context(self, viewer: Any) -> dict[str, Any]:
        """Return what the template needs besides the refusal."""
        return {}


class Loadouts:
    """The loadouts of a game: read from rows and requests, judged, and brought to matches.

    This one is for games whose seats bring nothing; the settings name an object of a subclass for each other game.
    `limits` are those of `ModeKind.find_limits`, None where seats bring nothing; `viewer` is a user, perhaps anonymous.
    """

    fields: tuple[str, ...] = ()
    """The names of the form fields that `read_choice` and `read_seats` read."""
    api_fields: ClassVar[Mapping[str, Any]] = {}
    """The JSON Schemas of the fields that `read_choice` reads, for clients of the API."""
    api_bot_fields: ClassVar[Mapping[str, Any]] = {}
    """The JSON Schemas of the fields that `read_bot_choice` reads."""
    sealed: SealedPlay | None = None
    """How loadouts are built from pools; None in games without sealed play."""

    def read_pieces(self) -> Any:
        """Return the definitions that the set-up of a new match is made of."""
        return None

    def read_version(self) -> str:
        """Return the version of the definitions, which is another after every change of them."""
        return ""

    def hold_definitions(self) -> AbstractContextManager[None]:
        """Return a block in which the definitions stay at the version that is read first, and are read once."""
        return nullcontext()

    def read_choice(self, fields: Mapping[str, Any]) -> Loadout | None:
        """Return the loadout that a request names for the user's own seat; None if it names none.

        Raises `DomainError` malformed.
        """
        return None

    def read_bot_choice(self, fields: Mapping[str, Any], seat: int) -> Loadout | None:
        """Return the loadout that a request names for the bot of a seat; None if it names none. Raises malformed."""
        return None

    def read_seats(self, fields: Mapping[str, Any], seats: int, bots: int) -> tuple[Loadout | None, ...]:
        """Return the loadouts that a request names for the seats of a new table, that of its host first.

        Bots take the last seats. Raises `DomainError` malformed.
        """
        return ()

    def choose(self, named: Loadout | None, viewer: Any, limits: Any) -> Loadout | None:
        """Return the named loadout with a copy of what the viewer owns, or None. Raises `DomainError`."""
        return None

    def check(self, chosen: Loadout | None, limits: Any) -> None:
        """Raise `DomainError` deck_needed if the limits do not allow a loadout that anybody may choose."""

    def check_supply(self, limits: Any, *, for_bots: bool = False) -> None:
        """Raise `DomainError` deck_needed if there is no loadout for a seat that has chosen none."""

    def check_known(self, chosen: Iterable[Loadout | None]) -> None:
        """Raise ValueError for a loadout that there is none of."""

    def is_own(self, loadout: Loadout | None) -> bool:
        """Return True for a copy of what a player owns."""
        return False

    def make_own(self, content: Any) -> Loadout:
        """Return the loadout that plays a content of a player's own, as plain data."""
        return {}

    def find_own(self, loadout: Loadout | None) -> Any:
        """Return the content of a player's own in the loadout, as plain data; None if it holds none."""
        return None

    def describe_content(self, loadout: Loadout | None) -> str:
        """Return what the loadout is, in a few words for everybody; "" if seats bring nothing."""
        return ""

    def find_ship(self, loadout: Loadout | None) -> SeatPlayed:
        """Return the ship that the loadout is known by with its race, for patches; "" for what there is not."""
        return SeatPlayed("", "")

    def render_content(self, loadout: Loadout | None) -> str:
        """Return the loadout as HTML, piece by piece; "" if it has no content."""
        return ""

    def render_problems(self, loadout: Loadout | None, limits: Any) -> str:
        """Return the problems of the loadout as HTML; "" if it has no content."""
        return ""

    def list_offered(self, limits: Any) -> Sequence[Any]:
        """Return the loadouts that anybody may choose at these limits."""
        return ()

    def find_named(self, query: Mapping[str, str], viewer: Any) -> tuple[bool, Any]:
        """Return whether a query names something that the viewer owns, and its row, None if there is none."""
        return False, None

    def make_form_context(self, viewer: Any, limits: Any = None) -> dict[str, Any]:
        """Return the context of the fields of a form in which a loadout is chosen; without limits all are legal."""
        return {}

    def assign(self, chosen: Sequence[Loadout | None], limits: Any) -> list[Loadout | None]:
        """Return a loadout for every seat: its choice if it is allowed or owned, else one that anybody may choose."""
        return [None] * len(chosen)

    def judge(self, loadout: Loadout | None, limits: Any) -> Any:
        """Return the verdict on a copy of what a player owns (`is_legal`); None for any other loadout."""
        return None

    def show_verdict(self, loadout: Loadout | None, limits: Any) -> Any:
        """Return the verdict on a copy of what a player owns, as pages show it; None if there is none."""
        return None

    def show_verdict_on_choice(self, query: Mapping[str, str], viewer: Any, limits: Any) -> Any:
        """Return the verdict on what the viewer owns and names in a form, as pages show it; None if there is none."""
        return None

    def can_play(self, loadout: Loadout | None, limits: Any) -> bool:
        """Return True if a seat with this choice can play at these limits, perhaps with another loadout."""
        return True

    def bring(self, chosen: Sequence[Loadout | None], limits: Any) -> list[tuple[Loadout | None, Any]]:
        """Return, for each seat of a match that starts, the loadout that its row keeps and the content for the set-up.

        The set-up keeps the contents from then on, and the rows no copies.
        """
        return [(None, None) for _ in chosen]

    def find_played(self, setup: Any, seat: int, loadout: Loadout | None) -> Loadout | None:
        """Return the loadout with which a seat of a match has played, to play it again."""
        return None

    def describe(self, loadout: Loadout | None) -> str:
        """Return a loadout in words for others, who do not learn what a player owns; "" if seats bring nothing."""
        return ""

    def find_by_title(self, title: str) -> Loadout | None:
        """Return the loadout of this title that anybody may choose, whether there is one or not; None for ""."""
        return None

    def name_owned(self, name: str) -> Loadout:
        """Return the unchecked loadout, for `choose`, that names a thing of the viewer's own, such as a deck's name."""
        return {}

    def find_title(self, loadout: Loadout | None) -> str:
        """Return the title of a loadout that anybody may choose; "" for any other."""
        return ""

    def describe_to_owner(self, loadout: Loadout | None) -> str:
        """Return a chosen loadout in words for the player who chose it; "" if none was chosen."""
        return ""

    def find_replacement(self, loadout: Loadout | None) -> str:
        """Return the title of what replaced a player's own when the match started; "" if nothing did."""
        return ""

    def find_row(self, loadout: Loadout | None) -> Any:
        """Return the row that the loadout is a copy of, for its owner; None if there is none, or it is deleted."""
        return None

    def seat_data(self, loadout: Loadout | None) -> dict[str, object]:
        """Return the fields of a seat for clients of the API."""
        return {}

    def to_columns(self, loadout: Loadout | None, *, with_own: bool = True) -> dict[str, Any]:
        """Return the loadout as the fields of a file; `with_own`: with the copy of what a player owns."""
        return {}

    def take_from_columns(self, columns: dict[str, Any], *, has_played: bool = False) -> Loadout | None:
        """Remove the fields of `to_columns` and return their loadout; `has_played`: it is that of a match that is over.

        Raises ValueError for a loadout that cannot be.
        """
        return None

    def find_problems(self, loadouts: Iterable[Loadout | None], limits: Any) -> list[str]:
        """Return the first problem of each loadout as a sentence, "" for a legal one."""
        return ["" for _ in loadouts]


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

    def fly(self, field: Any, name: str, content: Any, seed: int, number: int) -> Any:
        """Play the game of that number of a test flight of this deck against a deck set.

        Return the outcome, a tuple of plain data whose `failure` says why the game could not be played.
        """

    def describe_flight(self, outcomes: Sequence[Any], opponents: Sequence[str]) -> FlightFigures:
        """Return the figures of these outcomes of a test flight."""

    def format_win_rate(self, outcomes: Sequence[Any]) -> str:
        """Return the share of games won in percent; "" if none was finished."""

    def play_game(self, decks: Any, seats: int, seed: int, number: int) -> Any:
        """Play the game of that number of a report on a deck set."""

    def start_tallies(self, seats: Sequence[int]) -> list[Any]:
        """Return an empty tally for each number of seats."""

    def count_games(self, decks: Any, tallies: Sequence[Any], games: Sequence[tuple[int, Any]]) -> list[Any]:
        """Return the tallies with these games added; each game comes with the index of its tally."""

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
    simulations, a rulebook or scenarios has None. `documents` are the pages of `docs` that are made from the code, by
    the names of their files.
    """

    modes: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    usual_bots: tuple[str, ...] = ()
    make_setup: Callable[[Path, str, int, Sequence[str]], Setup] | None = None
    cover_rules: Callable[[Path], Coverage] | None = None
    prepare_scenarios: Callable[[Path], Callable[[Path], list[str | None]]] | None = None
    prepare_voyages: Callable[[Path], Callable[[Path], list[str | None]]] | None = None
    documents: Mapping[str, Callable[[], str]] = field(default_factory=dict)


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


class RuleReason(NamedTuple):
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
    def happened(self) -> Sequence[EventData]:
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


class VoyageViewer(Viewer, Protocol):
    """A table of a voyage, as the platform hands it to the game: `asked_text` is the one line on offer, "" for none."""

    asked_text: str


class Scene(Protocol):
    """A game at a table as one viewer sees it.

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
    def where(self) -> str:
        """The round, and whose turn it is, in words."""
        ...

    @property
    def track(self) -> list[tuple[str, str]]: ...
    @property
    def prompt(self) -> Any: ...
    @property
    def is_asked(self) -> bool:
        """The flag that the viewer has options now."""
        ...

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
    """The looks of a game: pure, made from views.

    `styles` and `scripts` are static files of the pages of its tables. `turn_began` is the kind of event with which a
    turn begins, with the facts `round` and `seat`. A link of a replay, with the words `highlight_words`, leads from one
    event of the kinds `highlights` to the next. `points_words` says what `Game.points` counts. `decline_words` say what
    the key 0 does, and `has_map`: there is a map of tiles, which keys move about.

    `read_pieces` reads from a set-up what the pieces print, once for a match. `list_alternatives` takes a game, the
    seat that is asked, the line that it chose (None: none) and the pieces, and returns groups of options with that one
    open. `find_reasons` says why a seat can do nothing with what it points at, from a game, the seat, the words for the
    thing and the pieces; it raises ValueError if there is no such thing. `glance` shows a view in a list of matches.

    `name_seats` says what the seats of a view play, by their titles before these events, which led to the view, and
    `read_seats_told` the same from the first event of a match, empty if that is malformed. `begin_log` takes such
    titles and the seat that the log calls "you". `draw_symbols` returns SVG symbols to which the parts refer.
    `draw_map` draws a view in as much room as a page gives it, with nothing to choose; None: the picture of `glance`
    serves.
    """

    turn_began: str
    highlights: frozenset[str]
    highlight_words: str
    points_words: str
    make_scene: Callable[[Viewer], Scene]
    make_replay_scene: Callable[[ReplayViewer], Scene]
    glance: Callable[[Any], Glance]
    name_seats: Callable[[Any, Iterable[EventData]], list[SeatTitle]]
    read_seats_told: Callable[[EventData], list[SeatTitle]]
    begin_log: Callable[[Iterable[SeatTitle], int | None], LogWriter]
    draw_map: Callable[[Any], Markup] | None = None
    make_voyage_scene: Callable[[VoyageViewer], Scene] | None = None
    decline_words: str = "decline"
    has_map: bool = False
    styles: Sequence[str] = ()
    scripts: Sequence[str] = ()
    replay_scripts: Sequence[str] = ()
    read_pieces: Callable[[Any], Any] = lambda setup: None
    list_alternatives: Callable[[Any, int, str | None, Any], Sequence[Any]] = lambda game, seat, line, pieces: ()
    find_reasons: Callable[[Any, int, str, Any], list[RuleReason]] = lambda game, seat, about, pieces: []
    list_log_filters: Callable[[Iterable[SeatTitle]], list[LogFilter]] = lambda seats: []
    draw_symbols: Callable[[], Markup] = Markup
    compile_templates: Callable[[], None] = lambda: None


@dataclass(frozen=True)
class VoyageStep:
    """A step of a voyage: one sentence, and the part of the page `beside` which it stands.

    `play` is the line that the learner is asked for; "" if the sentence is only read. `hint` says where to press.
    `visit` names a page to look at before going on, such as "decks".
    """

    say: str
    beside: str
    hint: str = ""
    play: str = ""
    visit: str = ""


class VoyageMove(NamedTuple):
    """A line that was played in a step of a voyage, with its events."""

    step: int
    seat: int | None
    text: str
    events: list[EventData]


class Position(NamedTuple):
    """The table of a voyage at a step, and all that was played before."""

    game: Game
    moves: list[VoyageMove]


@dataclass(frozen=True)
class Voyage:
    """A match that teaches: its dice and the moves of its other seats are set, and the learner has `seat`.

    `lay` returns the table before the step of a number, from 0; with the number of steps, the table at the end.
    `release` returns a game at the end with new dice of a seed and all that is hidden shuffled, to be played on.
    `badge` is the slug of the badge for whoever has played every step.
    """

    slug: str
    title: str
    words: str
    farewell: str
    badge: str
    mode: str
    seat: int
    steps: tuple[VoyageStep, ...]
    lay: Callable[[int], Position]
    release: Callable[[Any, bytes], Game]


@dataclass(frozen=True)
class GameKind:
    """A game on the shelf.

    `name` is its key in rows, set-ups and files; `title` is for people. `rules_version` rises with every change of the
    rules that changes a match. `game` starts, loads and replays matches. The first of `modes` is the usual one.
    `build_setup` makes a set-up of the mode's name, the agreed terms, the content that each seat brings (None for
    nothing) and the definitions of `Loadouts.read_pieces`. A set-up is an object with `game`, `rules_version`, `mode`
    and `seats`, a list with an entry for each seat, besides what the game needs. `check_size` and `check_pieces` raise
    ValueError for a set-up from a file that no match has: for its lengths, and for the definitions in it. `bots` are
    those that can be seated, the weakest first; `usual_bot` is seated where none is named. Tournaments are
    played in `tournament_mode`, by default the first. `cited_rules` are the numbers of the rules in its rulebook that
    the platform's pages name: what follows when the `minutes` of a match or the `bank` of a player are over, how one
    may `take_back` and `concede`, and what the `staff` may do. `records` is what is kept of a match. `commands`,
    `printing` and `trials` are loaded when they are needed; a game without prints or trials has None. `load_voyages`
    reads the matches that teach the game, the first one first. `load_table`
    imports how the game looks, which only web processes need.
    """

    name: str
    title: str
    rules_version: int
    game: type[Game]
    modes: tuple[ModeKind, ...]
    build_setup: Callable[[str, Terms, Sequence[Any], Any], Any]
    check_size: Callable[[Mapping[str, object]], None]
    records: Records
    load_table: Callable[[], TableKind]
    check_pieces: Callable[[Mapping[str, object]], None] = lambda setup: None
    commands: Callable[[], Commands] = Commands
    bots: tuple[BotKind, ...] = ()
    printing: Callable[[], Printing] | None = None
    trials: Callable[[], Trials] | None = None
    load_voyages: Callable[[], tuple[Voyage, ...]] = tuple
    usual_bot: str = ""
    tournament_mode: str = ""
    cited_rules: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def modes_by_name(self) -> Mapping[str, ModeKind]:
        """The modes by name."""
        return {mode.name: mode for mode in self.modes}

    @cached_property
    def voyages(self) -> Mapping[str, Voyage]:
        """The matches that teach the game, by their slugs, the first one first."""
        return {voyage.slug: voyage for voyage in self.load_voyages()}

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

    def cite(self, about: str) -> str:
        """Return the number of the rule about that in brackets, to follow a sentence; "" if its rulebook has none."""
        return f" ({self.cited_rules[about]})" if about in self.cited_rules else ""

    @cached_property
    def tournament_kind(self) -> ModeKind:
        """The mode that tournaments are played in."""
        return self.modes_by_name[self.tournament_mode] if self.tournament_mode else self.modes[0]

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
