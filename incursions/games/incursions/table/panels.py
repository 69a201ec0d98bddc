"""Panels of ships: gauges, power cards and printed systems; beyond Basic the table of the ship's seat, and the hand.

Made from a seat's view, which holds no more than that seat may know, and from what the pieces print.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from incursions.engine.standing import is_stop
from incursions.games.incursions.pictures.printed_words import BONUSES
from incursions.games.incursions.rules.printed.pieces import System
from incursions.games.incursions.rules.state.phrases import parse_option
from incursions.games.incursions.rules.state.shapes import Forecast, PlayerView, ShipView
from incursions.games.incursions.rules.view import View
from incursions.games.incursions.table import wording
from incursions.games.incursions.table.artwork import ART, FACE
from incursions.games.incursions.table.option_rows import JOINING, Line, Row
from incursions.games.incursions.table.printed import Piece, Printed, bonus_words
from incursions.kit.markup import format_html, join_html
from incursions.kit.words import capitalise, format_count

GAUGE_WIDTH = 200
CELL_GAP = 1.3
# The printed systems of a ship in order, with their names; those that a mode does not use are left out (20.4).
BASIC_SYSTEMS = (
    ("warp", "Warp"),
    ("phasers", "Phasers"),
    ("disruptors", "Disruptors"),
    ("torpedoes", "Torpedoes"),
    ("repair", "Repair"),
)
ALL_SYSTEMS = (
    *BASIC_SYSTEMS,
    ("mines", "Mines"),
    ("tractor", "Tractor"),
    ("tachyon_sweep", "Sweep"),
    ("cloak", "Cloak"),
    ("assimilation", "Assimilation"),
)
OUT_OF_PLAY = "out of play"
EXITS = {"destroyed": "Destroyed", "conceded": "Conceded"}
WHILE = ("tabled", "here")  # durations that name what lasts; the others name what ends it
FOR_GOOD = "for good"
MOST_PILES_NAMED = 3
PLAYS = ("play", "table", "discard")
STOPS = {
    "power up": "after another’s power-up",
    "score": "after a score is rolled",
    "last step": "before a turn’s last step",
}


@dataclass(frozen=True)
class CardInPlay:
    """A card on the table of a seat; `note` is its summary, the piece has the full text."""

    piece: Piece
    note: str
    is_down: bool = False
    is_burden: bool = False

    @property
    def css(self) -> str:
        states = [self.piece.css, "face-down" if self.is_down else "", "burden" if self.is_burden else ""]
        return " ".join(filter(None, states))


@dataclass(frozen=True)
class State:
    """A line about the state of the ship: what runs, what it holds, what holds it."""

    text: str
    is_burden: bool = False


@dataclass(frozen=True)
class SeatTable:
    """The contents of a seat's panel below the ship."""

    captain: str
    has_aux: bool
    states: tuple[State, ...]
    tabled: tuple[CardInPlay, ...]
    counts: tuple[tuple[str, int], ...]
    discard: tuple[Piece, ...]
    bonuses: str
    open_hand: tuple[Piece, ...]

    @property
    def aux_words(self) -> str:
        return "AUX ready" if self.has_aux else "AUX used"

    @property
    def spoken(self) -> str:
        """The words for the panel's label: captain, AUX and what holds or hides the ship."""
        parts = [self.captain, self.aux_words, *(state.text for state in self.states)]
        return " ".join(f"{part}." for part in parts if part)


@dataclass(frozen=True)
class Gauge:
    """A gauge with one cell a point. `after` is the value after the previewed option; the difference is hatched."""

    name: str
    field: str
    now: int
    top: int
    after: int

    @property
    def words(self) -> str:
        """The points in words, with what a forecast leaves of them."""
        return f"{self.now} {wording.ARROW} {self.after}" if self.after != self.now else str(self.now)

    @property
    def drawing(self) -> Markup:
        """The cells as SVG; a figure beside them says the same."""
        return _draw_gauge(self)

    @property
    def bands(self) -> list[tuple[str, str]]:
        """The CSS class and the path of each run of cells: kept, lost (or gained), empty."""
        low, high = sorted((self.now, self.after))
        moved = "g-lost" if self.after < self.now else "g-gained"
        runs = ((f"g-{self.field}", 0, low), (moved, low, high), ("g-empty", high, self.top))
        return [(css, _draw_cells(first, last, self.top)) for css, first, last in runs if last > first]


@lru_cache(4096)
def _draw_gauge(gauge: Gauge) -> Markup:
    paths = join_html("", '<path class="{}" d="{}"/>', gauge.bands)
    return format_html('<svg viewBox="0 0 200 14" preserveAspectRatio="none" aria-hidden="true">{}</svg>', paths)


def _draw_cells(first: int, last: int, top: int) -> str:
    """Return the path of a run of cells of a gauge with `top` of them."""
    width = GAUGE_WIDTH / max(top, 1)
    wide = width - CELL_GAP
    return "".join(f"M{cell * width:.2f} 0h{wide:.2f}v14h-{wide:.2f}Z" for cell in range(first, last))


@dataclass(frozen=True)
class PowerCell:
    """A warp power card: ready, or turned with the mark of its use; `is_gone` if out of play (rules 7.8)."""

    is_up: bool
    mark: str = ""
    spent_on: str = ""
    is_gone: bool = False


@dataclass(frozen=True)
class ShipPanel:
    """The contents of a panel in the ships column."""

    seat: int
    title: str
    race: str
    role: str
    who: str
    player_url: str
    clock: Any
    gauges: tuple[Gauge, ...]
    power: tuple[PowerCell, ...]
    systems: tuple[tuple[str, str, str], ...]
    is_own: bool
    is_asked: bool
    out: str
    cards: SeatTable | None = None

    @property
    def css(self) -> str:
        states = (
            ("own", self.is_own),
            ("is-asked", self.is_asked and self.is_own),
            ("is-awaited", self.is_asked and not self.is_own),
            ("is-out", self.out),
        )
        return " ".join([self.race, *(name for name, holds in states if holds)])

    @property
    def may_act(self) -> bool:
        """True if the viewer plays this ship now: replays, and matches that are over, show no clock of the viewer's."""
        return self.is_own and self.clock is not None

    @property
    def instruments(self) -> tuple[object, ...]:
        """The parts of the panel below its head, without the seat."""
        return self.gauges, self.power, self.systems, self.may_act, self.cards

    @property
    def power_words(self) -> str:
        return f"{sum(cell.is_up for cell in self.power)} of {len(self.power)} power ready"

    @property
    def spoken(self) -> str:
        """The panel in one sentence, for its label."""
        points = " ".join(f"{gauge.name} {gauge.now} of {gauge.top}," for gauge in self.gauges)
        said = f"{self.title}, seat {self.seat}{', you' if self.is_own else ''}. {points} {self.power_words}."
        return f"{said} {self.cards.spoken}" if self.cards else said


def build_panel(
    ship: ShipView,
    *,
    mode: str,
    who: str,
    player_url: str = "",
    clock: Any = None,
    own: int | None = None,
    asked: int | None = None,
    preview: Forecast | None = None,
    cards: SeatTable | None = None,
) -> ShipPanel:
    """Return the panel of one ship of a view. `preview` is a forecast whose points are hatched in the gauges.

    `cards` is the table of the seat beyond Basic.
    """
    seat, shields, hull = ship["seat"], ship["shields"], ship["hull"]
    expected: Forecast = preview or {}
    shields_after, hull_after = expected.get("shields", (0, shields))[1], expected.get("hull", (0, hull))[1]
    return ShipPanel(
        seat=seat,
        title=ship["title"],
        race=ship["race"].lower(),
        role=ship["role"],
        who=who,
        player_url=player_url,
        clock=clock,
        gauges=(  # shields above hull because they fall first
            Gauge("Shields", "shields", shields, ship["shields_maximum"], shields_after),
            Gauge("Hull", "hull", hull, ship["hull_maximum"], hull_after),
        ),
        power=_make_power_cells(ship),
        systems=_list_systems(ship, mode),
        is_own=seat == own,
        is_asked=seat == asked,
        out=EXITS.get(ship["out"]["how"], "Out of the match") if ship["out"] else "",
        cards=cards,
    )


def _make_power_cells(ship: ShipView) -> tuple[PowerCell, ...]:
    spent: Sequence[str] = ship["spent"]
    ready = [PowerCell(is_up=True) for _ in range(ship["power"])]
    turned = [
        PowerCell(False, wording.system_mark(name), wording.system_name(name), name == OUT_OF_PLAY) for name in spent
    ]
    return tuple((ready + turned)[: ship["power_cards"]])


def _list_systems(ship: ShipView, mode: str) -> tuple[tuple[str, str, str], ...]:
    """Return name, figure, and the word by which players point at each system."""
    printed = ship["systems"]
    lines = [("Evasion", str(ship["evasion"]), "evade")]
    known = BASIC_SYSTEMS if mode == "basic" else ALL_SYSTEMS
    lines += [(name, _describe_system(printed[key]), key) for key, name in known if key in printed]
    return tuple(lines)


def _describe_system(system: System) -> str:
    """Return the figure of a system for its panel: damage, hexes or points, else its cost."""
    if "damage" in system:
        return f"{system['damage']} at {system['range']}" if system.get("range") else system["damage"]
    if "hexes" in system:
        return format_count(system["hexes"], "hex", "hexes")
    if "points" in system:
        return str(system["points"])
    reach = f" at {system['range']}" if system.get("range") else ""
    return f"{wording.power_words(system.get('power'))}{reach}".strip() or "ready"


# --- the table of a seat (rules 13) -----------------------------------------------------------------------------------


def build_seat_table(view: View, seat: int, printed: Printed) -> SeatTable | None:
    """Return the table of the seat; None in Basic, which has no cards."""
    player = next((player for player in view.get("players", ()) if player["seat"] == seat), None)
    if player is None:
        return None
    open_hand = next((each["hand"] for each in view["open_hands"] if each["seat"] == seat), ())
    own_pile = (("Hexpile", player["pile"]),) if view["mode"] == "full" else ()
    captain = player["captain"] or ""
    if captain:
        captain = f"{captain} stands in" if player["stand_in"] else f"Captain {captain}"
    # All bonuses but those of shields and evasion, which the figures include (rules 2.10).
    bonuses = {name: player["bonuses"][name] for name in BONUSES if name not in ("shields", "evasion")}
    return SeatTable(
        captain=captain,
        has_aux=player["aux"],
        states=tuple(_list_states(view, player)),
        tabled=tuple(_list_table(view, player, printed)),
        # The open discard pile is listed separately (rules 13.7).
        counts=(("Hand", player["hand"]), ("Deck", player["deck"]), ("Lost", player["non_salvageable"]), *own_pile),
        discard=tuple(printed.piece(title) for title in reversed(player["discard"])),
        bonuses=bonus_words(bonuses),
        open_hand=tuple(printed.piece(title) for title in open_hand),
    )


def _list_table(view: View, player: PlayerView, printed: Printed) -> Iterator[CardInPlay]:
    """Yield the captains, tabled cards in order, ready commands, then the cards that others laid before the seat."""
    if player["captain"] is not None:
        note = "stands in" if player["stand_in"] else "captain"
        yield _make_card(printed, player["captain"], player["captain_down"], note)
    for card in player["captains"]:
        yield _make_card(printed, card["title"], card["down"], "assimilated captain")
    for card in player["tabled"]:  # with an officer's position, and its points left (rules 16.5)
        title, points = card["title"], card["points"]
        left = "" if points is None else f"{points} / {printed.text(title, 'life_points')}"
        yield _make_card(printed, title, card["down"], printed.text(title, "position"), left)
    for title in player["commands"]:
        yield CardInPlay(printed.piece(title), "ready for a maneuver")
    titles = wording.ship_titles(view["ships"])
    for card in player["before"]:
        named = f", {card['names']}" if card["names"] else ""
        yield CardInPlay(printed.piece(card["title"]), f"by {titles[card['by']]}{named}", card["down"], is_burden=True)


def _make_card(printed: Printed, title: str, is_down: bool, note: str, points: str = "") -> CardInPlay:
    """Return a card of the table with a note, its bonuses while it is face up, and its points."""
    notes = (note, "" if is_down else printed.bonuses(title), points, "face down" if is_down else "")
    return CardInPlay(printed.piece(title), " · ".join(filter(None, notes)), is_down)


def _list_states(view: View, player: PlayerView) -> Iterator[State]:
    """Yield what runs on the ship, what it holds and what holds it (rules 7.5, 9.6, 12.5-12.7, 2.10)."""
    titles = wording.ship_titles(view["ships"])
    seat = player["seat"]
    left = next(ship["left"] for ship in view["ships"] if ship["seat"] == seat)
    if left:
        yield State(f"Escape craft of {left}")
    if player["cloaked"]:
        fed = f", {wording.power_words(player['cloak_power'])} a turn" if player["cloak_power"] else ""
        yield State(f"Cloaked{fed}")
    if player["holds"] is not None:
        held, power = player["holds"]
        yield State(f"Tractor holds {titles[held]}, {wording.power_words(power)} a turn")
    for other in view["players"]:
        if other["holds"] is not None and other["holds"][0] == seat:
            held_by = f"Held by {titles[other['seat']]}, {wording.power_words(other['holds'][1])}"
            yield State(f"{held_by}: cannot evade, cloak or leave", is_burden=True)
    for number, dice in player["caught"]:
        yield State(f"Caught in its hex: escapes with {number} or less on {dice}D6", is_burden=True)
    for swept in player["swept"]:
        yield State(f"Sweeps {titles[swept]} out of its cloak this turn")
    for system, power in player["diverted"].items():
        yield State(f"{wording.power_words(power)} diverted to {wording.system_name(system)}")
    if player["extra"]:
        yield State(f"{format_count(player['extra'], 'extra shield point')}")
    yield from _list_lasting(view, seat, titles)
    if player["dominates"] is not None:
        piece = next((piece for piece in view["placed"] if piece["number"] == player["dominates"]), None)
        yield State(f"Dominates {piece['title'] if piece else 'a denizen'}")


def _list_lasting(view: View, seat: int, titles: Mapping[int, str]) -> Iterator[State]:
    """Yield the lasting effects that concern the seat: those aimed at it, or its own without a target."""
    said: list[str] = []
    for lasting in view["lasting"]:
        concerned = lasting["user"] if lasting["target"] is None else lasting["target"]
        is_burden = lasting["target"] is not None and lasting["target"] != lasting["user"]
        by = f" of {titles[lasting['user']]}" if is_burden else ""
        words = f"{lasting['title']}{by}, {_describe_duration(lasting['until'])}"
        if concerned == seat and words not in said:
            said.append(words)
            yield State(words, is_burden=is_burden)


def _describe_duration(until: str | None) -> str:
    """Return a duration of the vocabulary as the end of a sentence, with "its user's" for "your"."""
    if not until:
        return "for a while"
    if until.startswith("this "):
        return f"for {until}"
    words = until.replace("your", "its user’s").replace("his ", "the target’s ").replace(" by the end", ", or the end")
    if until.endswith((" is here", " stands")) or until in WHILE:
        return f"while {words}"
    return words if until == FOR_GOOD else f"until {words}"


def describe_piles(view: View) -> Sequence[str]:
    """Return the hexpiles in words: the shared one, or each player's own (rules 4.5).

    A player is told of his own, a spectator of as many as the map's head has room for; the panels have them all.
    """
    if view["mode"] != "full":
        return [f"Shared hexpile: {format_count(view['pile'], 'tile')} left"]
    titles = wording.ship_titles(view["ships"])
    own = view["seat"]
    is_room = own is None and len(titles) <= MOST_PILES_NAMED
    shown = [player for player in view["players"] if is_room or player["seat"] == own]
    return [
        f"{'Your' if player['seat'] == own else titles[player['seat']] + '’s'} hexpile: {player['pile']}"
        for player in shown
    ]


# --- the hand --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Button:
    """A button that plays a card; with `leads_on` it opens the row in the list that has the targets and amounts."""

    row: Row
    label: str
    leads_on: bool
    place: int = 0  # of the first choice with the card, if the row has choices

    @property
    def anchor(self) -> str:
        """The anchor of the link: the row or the place in it to open."""
        return f"{self.row.id}-{self.place}" if self.place else self.row.id


@dataclass(frozen=True)
class HandCard:
    """A title of the hand. `rows` are the options that concern it, `refused` says why there are none.

    `art` and `face` are the addresses of its pictures, "" without one.
    """

    piece: Piece
    copies: int
    rows: tuple[Row, ...]
    refused: Row | None = None
    art: str = ""
    face: str = ""

    @property
    def is_legal(self) -> bool:
        return bool(self.rows)

    @property
    def buttons(self) -> list[Button]:
        """A button for each kind of play. It leads to the list if there are several targets or amounts."""
        alike: dict[Line, list[Row]] = {}
        for row in self.rows:
            alike.setdefault(row.act, []).append(row)
        return [
            Button(rows[0], self._make_label(act), len(rows) > 1 or bool(rows[0].choices), self._find_place(rows[0]))
            for act, rows in alike.items()
        ]

    def _make_label(self, act: Line) -> str:
        """Return an act in words, without the title of the card."""
        first, *later = act
        if first.verb in JOINING:
            return f"as {first.face}" if first.face else "Choose"
        words = first.verb if first.title == self.piece.title else first.text
        return capitalise(" ".join((words, *(option.text for option in later))))

    def _find_place(self, row: Row) -> int:
        fitting = [place for place, choice in enumerate(row.choices, 1) if choice.card == self.piece.title]
        return fitting[0] if fitting else min(len(row.choices), 1)

    @property
    def why_not(self) -> str:
        """The reason for the refusal, without the title of the card."""
        reason = self.refused.note.removeprefix(f"{self.piece.title} ") if self.refused else ""
        return capitalise(reason.removeprefix("is "))


@dataclass(frozen=True)
class Hand:
    """A hand by title, in the order drawn. `limit` is how many cards the discard step leaves now (rules 6.4)."""

    cards: tuple[HandCard, ...]
    count: int
    limit: int

    @property
    def words(self) -> str:
        """The number of cards that are playable now, in words; "" if none is."""
        playable = sum(card.is_legal for card in self.cards)
        return f"{playable} playable now" if playable else ""

    @property
    def counted(self) -> str:
        """The number of cards and the limit in words: "7 of 10"."""
        return f"{self.count} of {self.limit}"


@dataclass(frozen=True)
class Stop:
    """A moment at which the player can ask to be asked, and the standing action that changes it."""

    text: str
    words: str
    is_set: bool


def build_hand(view: View, rows: Sequence[Row], printed: Printed) -> Hand:
    """Return the hand of the viewing seat, with the options that concern each title."""
    seat = view["seat"]
    assert seat is not None
    titles = view["hand"]
    refused = [row for row in rows if row.is_refused]
    cards = [
        HandCard(
            piece=printed.piece(title),
            copies=titles.count(title),
            rows=tuple(_find_rows_for(title, rows)),
            refused=next((row for row in refused if row.text in (f"table {title}", f"play {title}")), None),
            art=printed.picture(title, ART),
            face=printed.picture(title, FACE),
        )
        for title in dict.fromkeys(titles)
    ]
    return Hand(tuple(cards), len(titles), view["players"][seat]["hand_limit"])


def _find_rows_for(title: str, rows: Iterable[Row]) -> Iterable[Row]:
    """Yield the rows that play a card of this title from the hand, without those of its copies on the table."""
    for row in rows:
        if row.is_refused:
            continue
        first = row.line[0]
        is_played = first.verb in PLAYS or first.subject == "card"
        is_named = is_played and row.piece is not None and row.piece.title == title
        if is_named or any(choice.card == title for choice in row.choices):
            yield row


def list_stops(standing: Iterable[str]) -> list[Stop]:
    """Return the stops that the standing actions of a seat can set or clear."""
    actions = map(parse_option, filter(is_stop, standing))
    return [Stop(each.text, STOPS.get(each.subject, each.text), is_set=each.verb == "clear stop") for each in actions]
