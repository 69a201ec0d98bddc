"""The part of the contract about how a game looks: its tables, and what the platform hands it to draw them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypedDict

from markupsafe import Markup

from incursions.engine import Game
from incursions.engine.events import EventData
from incursions.games.hints import Hint

SHARED_TEMPLATES = Path(__file__).parent / "templates"
"""Jinja2 templates of options and pieces, for the platform and for every game."""


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

    def name_all(self, text: str) -> str:
        """Return a line of an action with the seats and places in it by their names."""
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


class RecentMove(NamedTuple):
    """A move, by its number, and its events."""

    number: int
    events: Sequence[EventData]


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
    def recent(self) -> Sequence[RecentMove]:
        """The last moves with what the viewer may know of them, oldest first; those taken back are left out."""
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
    """A table of a voyage, as the platform hands it to the game: `asked_text` is the one line on offer, "" for none.

    `beside` is the word for what the sentence is about, "" after the last step.
    """

    @property
    def asked_text(self) -> str: ...
    @property
    def beside(self) -> str: ...


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
    event of the kinds `highlights` to the next. `points_words` says what `Game.points` counts; the curve of a finished
    match shows it after each turn, or after each round (`curve_by`). `decline_words` say what
    the key 0 does, and `has_map`: there is a map of tiles, which keys move about.

    `read_pieces` reads from a set-up what the pieces print, once for a match. `list_alternatives` takes a game, the
    seat that is asked, the line that it chose (None: none) and the pieces, and returns groups of options with that one
    open. `find_reasons` says why a seat can do nothing with what it points at, from a game, the seat, the words for the
    thing and the pieces; it raises ValueError if there is no such thing. `glance` shows a view in a list of matches.

    `name_seats` says what the seats of a view play, by their titles before these events, which led to the view, and
    `read_seats_told` the same from the first event of a match, empty if that is malformed. `begin_log` takes such
    titles, the seat that the log calls "you", and that view; None if the log begins with the first event.
    `draw_symbols` returns SVG symbols to which the parts refer. `draw_map` draws a view with the pieces of the match in
    as much room as a page gives it, with nothing to choose; None: the picture of `glance` serves. `hints` are the
    first-time hints, the most needed first; the columns of the game set the part `hint-PLACE` of each of its places.
    `draw_position` returns a view as a PNG of at most a width and a height in pixels, for links on other sites;
    `digest_drawing` returns a digest of the code that draws it, so that a kept picture is drawn again after a change.
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
    begin_log: Callable[[Iterable[SeatTitle], int | None, Any], LogWriter]
    draw_map: Callable[[Any, Any], Markup] | None = None
    make_voyage_scene: Callable[[VoyageViewer], Scene] | None = None
    curve_by: Literal["turn", "round"] = "turn"
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
    hints: Sequence[Hint] = ()
    draw_position: Callable[[Any, int, int], bytes] | None = None
    digest_drawing: Callable[[], str] = str
