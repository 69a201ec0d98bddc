"""The table of each seat beyond Basic: captain, tabled cards, burdens, piles, and what holds the ship (rules 13).

Made from a seat's view, which holds no more than that seat may know, and from what the pieces print.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cards.printed import Piece, bonus_words
from incursions.pictures.printed_words import BONUSES
from incursions.rules.view import CardView, PlayerView, View
from tournaments import wording
from tournaments.printed import Printed

WHILE = ("tabled", "here")  # durations that name what lasts; the others name what ends it
FOR_GOOD = "for good"
MOST_PILES_NAMED = 3


@dataclass(frozen=True)
class Lying:
    """A card on the table; `note` is its summary, the piece has the full text."""

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
    tabled: tuple[Lying, ...]
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


def seat_table(view: View, seat: int, printed: Printed) -> SeatTable | None:
    """Return the table of the seat; None in Basic, which has no cards."""
    player = next((player for player in view.get("players", ()) if player["seat"] == seat), None)
    if player is None:
        return None
    open_hand = next((each["hand"] for each in view["open_hands"] if each["seat"] == seat), ())
    return SeatTable(
        captain=_captain(player),
        has_aux=player["aux"],
        states=tuple(_list_states(view, player)),
        tabled=tuple(_list_table(view, player, printed)),
        counts=_counts(view, player),
        discard=tuple(printed.piece(title) for title in reversed(player["discard"])),
        bonuses=_bonuses(player),
        open_hand=tuple(printed.piece(title) for title in open_hand),
    )


def _bonuses(player: PlayerView) -> str:
    """Return the total of all bonuses except shields and evasion, which the figures include (rules 2.10)."""
    return bonus_words({name: player["bonuses"][name] for name in BONUSES if name not in ("shields", "evasion")})


def _captain(player: PlayerView) -> str:
    if player["captain"] is None:
        return ""
    return f"{player['captain']} stands in" if player["stand_in"] else f"Captain {player['captain']}"


def _counts(view: View, player: PlayerView) -> tuple[tuple[str, int], ...]:
    """Return the piles with their counts; the open discard pile is listed separately (rules 13.7)."""
    own_pile = (("Hexpile", player["pile"]),) if view["mode"] == "full" else ()
    return (("Hand", player["hand"]), ("Deck", player["deck"]), ("Lost", player["non_salvageable"]), *own_pile)


def _list_table(view: View, player: PlayerView, printed: Printed) -> Iterator[Lying]:
    """Yield the captains, tabled cards in order, ready commands, then the cards that others laid before the seat."""
    if player["captain"] is not None:
        yield _make_crew_card(
            player["captain"], "stands in" if player["stand_in"] else "captain", printed, player["captain_down"]
        )
    for card in player["captains"]:
        yield _make_crew_card(card["title"], "assimilated captain", printed, card["down"])
    for card in player["tabled"]:
        yield _make_tabled_card(card, printed)
    for title in player["commands"]:
        yield Lying(printed.piece(title), "ready for a maneuver")
    titles = wording.ship_titles(view["ships"])
    for card in player["before"]:
        named = f", {card['names']}" if card["names"] else ""
        yield Lying(printed.piece(card["title"]), f"by {titles[card['by']]}{named}", card["down"], is_burden=True)


def _make_crew_card(title: str, note: str, printed: Printed, is_down: bool) -> Lying:
    return Lying(printed.piece(title), _join_notes(note, "" if is_down else printed.bonuses(title), is_down), is_down)


def _make_tabled_card(card: CardView, printed: Printed) -> Lying:
    """Return a tabled card with an officer's position, its bonuses while face up, and its points left (rules 16.5)."""
    title = card["title"]
    notes = [printed.text(title, "position"), "" if card["down"] else printed.bonuses(title)]
    if card["points"] is not None:
        notes.append(f"{card['points']} / {printed.life(title)}")
    return Lying(printed.piece(title), _join_notes(*notes, card["down"]), card["down"])


def _join_notes(*parts: Any) -> str:
    *notes, is_down = parts
    return " · ".join(filter(None, [*notes, "face down" if is_down else ""]))


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
        yield State(f"{wording.counted(player['extra'], 'extra shield point')}")
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
        words = f"{lasting['title']}{by}, {_until_words(lasting['until'])}"
        if concerned == seat and words not in said:
            said.append(words)
            yield State(words, is_burden=is_burden)


def _until_words(until: str | None) -> str:
    """Return a duration of the vocabulary as the end of a sentence, with "its user's" for "your"."""
    if not until:
        return "for a while"
    words = until.replace("your", "its user’s").replace("his ", "the target’s ").replace(" by the end", ", or the end")
    if until.startswith("this "):
        return f"for {words}"
    if until.endswith((" is here", " stands")) or until in WHILE:
        return f"while {words}"
    return words if until == FOR_GOOD else f"until {words}"


def describe_piles(view: View) -> Sequence[str]:
    """Return the hexpiles in words: the shared one, or each player's own (rules 4.5).

    A player is told of his own, a spectator of as many as the map's head has room for; the panels have them all.
    """
    if view["mode"] != "full":
        return [f"Shared hexpile: {wording.counted(view['pile'], 'tile')} left"]
    titles = wording.ship_titles(view["ships"])
    own = view["seat"]
    is_room = own is None and len(titles) <= MOST_PILES_NAMED
    shown = [player for player in view["players"] if is_room or player["seat"] == own]
    return [
        f"{'Your' if player['seat'] == own else titles[player['seat']] + '’s'} hexpile: {player['pile']}"
        for player in shown
    ]
