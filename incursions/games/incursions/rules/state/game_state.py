"""The state of a match, which rules read and change, and the base classes of maneuvers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from incursions import engine
from incursions.engine.frames import Frame, frame_class
from incursions.engine.hexes import Chart, Hex
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.printed.pieces import Cards, GameCard, ShipCard, TileCard
from incursions.games.incursions.rules.state.board import Board, Source
from incursions.games.incursions.rules.state.phrases import Line, text_of
from incursions.games.incursions.rules.state.seats import Player, Ship
from incursions.games.incursions.rules.state.setup import FULL, Setup
from incursions.games.incursions.rules.state.shapes import Forecast

START_HEX: Hex = (0, 0)  # rules 5.3
MANEUVERS = 2  # rules 6.2
MOST_MANEUVERS = 4  # rules 6.2, 6.9
T = TypeVar("T")


@frame_class
class TurnState(Frame["GameState"]):
    """A turn of a seat. `left` counts the maneuvers still to make; `began_at` is the hex where its ship began.

    `event_taken`: the event of that hex was taken this turn, so that it does not come again at the end (rules 9.3).
    `made_kinds` names the maneuvers made so far; `extra` says which kinds added maneuvers must be, if they are bound.
    `taken` are the tiles whose events ships took in the maneuver under way, as (seat, q, r): no tile's event comes
    twice in one (8.10). A fourth number marks events that come as a ship stops.
    """

    seat: int
    began_at: Hex
    step: int = 0
    left: int = MANEUVERS
    made: int = 0
    made_kinds: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    event_taken: bool = False
    taken: tuple[tuple[int, ...], ...] = ()

    def add_maneuvers(self, count: int, must_be: str = "") -> int:
        """Add maneuvers, up to four in one turn, and return how many were added (rules 6.2, 6.9)."""
        added = max(0, min(count, MOST_MANEUVERS - self.made - self.left))
        self.left += added
        self.extra += (must_be,) * added if must_be else ()
        return added


@dataclass(slots=True)  # not a NamedTuple: created in two thirds of the time, at every maneuver
class Announced:
    """The result of announcing a maneuver: the frame that carries it out and the cards played in it."""

    frame: Frame[Any]
    cards: tuple[int, ...] = ()


class Ground:
    """Bit flags for what kinds of maneuver need. Kinds whose `ground` is missing are skipped by `grounds`.

    Plain integers, because a `Flag` is ten times as slow.
    """

    NONE = 0
    BEAM_HOLDS = 1 << 0  # another ship's beam holds this one
    BEFORE = 1 << 1  # a card lies before the player
    CATCHES = 1 << 2  # something may catch the ship
    CLOAKED = 1 << 3  # another ship is cloaked
    COMMANDED = 1 << 4  # a piece with points, of the player's own or dominated
    COMPANY = 1 << 5  # another ship is in the hex
    MOVES = 1 << 6  # a shuttle of the player's in a hex, or a piece that he dominates
    FRESH_MINE = 1 << 7  # a mine of the player's, laid in this turn
    MAY_CLOAK = 1 << 8  # the ship prints a cloak, or something lets it cloak
    MINES = 1 << 9  # printed on the ship, like ASSIMILATION
    ASSIMILATION = 1 << 10
    OFFICER_IN_HEX = 1 << 11
    SERVES = 1 << 12  # something in force waits for a maneuver
    SHUTTLE = 1 << 13  # tabled or placed
    TABLED_SHUTTLE = 1 << 14
    # Cards in hand: played alone, tabled, weapons; and without a maneuver: commands, for any time, tabled when drawn.
    PLAYED = 1 << 15
    TABLED = 1 << 16
    WEAPON = 1 << 17
    COMMAND = 1 << 18
    ANY_TIME = 1 << 19
    TABLED_WHEN_DRAWN = 1 << 20


def power_short_of_line(ship: Ship, line: Line, system: str, bought: str = "That") -> tuple[str, str] | None:
    """Refuse too much power for a system, summed over the whole line; None if it suffices."""
    asked = sum(option.amount for option in line if option.verb and option.subject in ("power", "range"))
    return power_short(ship, system, asked, bought)


def power_short(ship: Ship, system: str, needed: int, what: str) -> tuple[str, str] | None:
    """Return the refusal for too little power, with the number of face-up cards, or None (rules 7.1)."""
    available = ship.available(system)
    if needed <= available:
        return None
    cards = "card is" if ship.power == 1 else "cards are"
    diverted = available - ship.power
    more = f", {diverted} diverted besides" if diverted else ""
    return "7.1", f"{what} takes {needed} power, and {ship.power} of your power {cards} face up{more}"


class ManeuverKind:
    """A kind of maneuver. It holds no state: one object serves all games.

    `name` is the word that cards and commands use for it. `words` are the verbs of its options; no two kinds share one,
    or the first word of one. `does` names it in a sentence. Unless it is `own_turn_only`, its `refusal` is also asked
    when no maneuver is asked for. It has no options if its `ground` is missing. `may_be_besides`: some lines that take
    no maneuver (6.6) begin like its own.
    """

    name: ClassVar[str]
    words: ClassVar[tuple[str, ...]]
    does: ClassVar[str] = "that"
    own_turn_only: ClassVar[bool] = True
    may_be_besides: ClassVar[bool] = False
    ground: ClassVar[int] = Ground.NONE

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return the first phrases of all legal lines."""
        raise NotImplementedError

    def stage(self, game: GameState, ship: Ship, said: Phrases) -> Question | None:
        """Return the question after the phrases `said`, or None if they are a whole line.

        The first phrase is one of this kind's. Unless a kind overrides this method, one phrase is a whole line.
        """
        return None

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Pay for a whole line (rules 7.7) and emit its events. The caller pushes the returned frame."""
        raise NotImplementedError

    def refusal(self, game: GameState, ship: Ship, line: Line) -> tuple[str, str] | None:
        """Return the rule and the reason why a line of this kind may not be played now, or None."""
        return None

    def looked_for(self, game: GameState, ship: Ship) -> Sequence[str]:
        """Return lines that a player would look for; those that may not be played now are shown with their reason."""
        return ()

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        """Return odds, averages and cost of a whole line."""
        return {}


class AtShipKind(ManeuverKind):
    """A kind of maneuver at one other ship, named by its seat behind `prefix`. `why_not` alone says which it may be.

    `system` pays for it; refusals name it `called` where a ship lacks it, and `bought` where it costs too much.
    `no_ship` refuses a line that names no ship.
    """

    prefix: ClassVar[str]
    system: ClassVar[str]
    called: ClassVar[str]
    bought: ClassVar[str]
    no_ship: ClassVar[tuple[str, str]]

    def price(self, game: GameState, ship: Ship) -> int | None:
        """Return the least power that the maneuver costs now; None for a ship without the system."""
        raise NotImplementedError

    def why_not(self, game: GameState, ship: Ship, other: Ship) -> tuple[str, str] | None:
        """Return the rule and the reason why the maneuver cannot be made at the other ship for any power, or None."""
        raise NotImplementedError

    def why_not_more(self, ship: Ship, line: Line, price: int) -> tuple[str, str] | None:
        """Return the refusal of the phrases after the one that names the other ship, or None; here none are allowed.

        `price` is the least power of the maneuver.
        """
        return self.no_ship if len(line) > 1 else None

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return a phrase for each ship at which the maneuver can be made."""
        price = self.price(game, ship)
        if price is None or price > ship.available(self.system):
            return []
        return [f"{self.prefix}{other.seat}" for other in game.ships if self.why_not(game, ship, other) is None]

    def refusal(self, game: GameState, ship: Ship, line: Line) -> tuple[str, str] | None:
        price, seat = self.price(game, ship), line[0].seat
        if price is None:
            return "2.1", f"{ship.card.title} has no {self.called}"
        if seat is None or seat >= len(game.ships):
            return self.no_ship
        found = self.why_not(game, ship, game.ships[seat]) or self.why_not_more(ship, line, price)
        return found or power_short(ship, self.system, price, self.bought)


class OnePhraseKind(ManeuverKind, Generic[T]):
    """A kind of maneuver that is said in one phrase, which names one `T`. `why_not` alone says which it may be."""

    def candidates(self, game: GameState, ship: Ship) -> Iterable[tuple[str, T]]:
        """Return all that a player may look for, each with the line that names it. Several may share one."""
        raise NotImplementedError

    def why_not(self, game: GameState, ship: Ship, named: T) -> tuple[str, str] | None:
        """Return the rule and the reason why the maneuver cannot be made with this candidate, or None."""
        raise NotImplementedError

    def why_no_candidate(self, game: GameState, ship: Ship, line: Line) -> tuple[str, str] | None:
        """Return why a line is refused that names no candidate."""
        raise NotImplementedError

    def lines(self, game: GameState, ship: Ship) -> dict[str, T]:
        """Return all that can be named now, by their lines; of candidates that share one, the first."""
        found: dict[str, T] = {}
        for line, named in self.candidates(game, ship):
            if line not in found and self.why_not(game, ship, named) is None:
                found[line] = named
        return found

    def options(self, game: GameState, ship: Ship) -> list[str]:
        return list(self.lines(game, ship))

    def refusal(self, game: GameState, ship: Ship, line: Line) -> tuple[str, str] | None:
        text = text_of(line)
        for phrase, named in self.candidates(game, ship):
            if phrase == text:
                return self.why_not(game, ship, named)
        return self.why_no_candidate(game, ship, line)

    def looked_for(self, game: GameState, ship: Ship) -> Sequence[str]:
        return list(dict.fromkeys(line for line, _ in self.candidates(game, ship)))


class EffectVerb:
    """A verb of effects as the rules use it; `verbs.verb.Verb` has the words, fields and worth of each.

    `loss` names it as an option of a Dilemma.
    """

    name: str
    passive = False
    is_bonus = False
    names_target = False
    has_own_line = False
    is_price = False
    loss = ""

    def perform(self, game: GameState, frame: Any, effect: Effect) -> None:
        """Carry out the effect. If it raises `Waiting`, it is called again after the answer."""
        raise NotImplementedError

    def end(self, game: GameState, source: Source) -> None:
        """Undo what a lasting effect of the piece `source` did, once it is over."""

    def is_of_player(self, effect: Effect) -> bool:
        """Return True if the passive effect applies to the player, False if to the ship or shuttle with the card."""
        return False

    def why_not(self, game: GameState, ship: Ship, effect: Effect) -> tuple[str, str] | None:
        """Return the rule and the reason why the effect cannot come about for the ship's player now, or None."""
        return None

    def comes_to_something(
        self, game: GameState, user: int, effect: Effect, target: int | None, ref: tuple[Any, ...] | None
    ) -> bool:
        """Return True if the effect would do something; it is aimed at the seat `target` through `ref`."""
        return True

    def why_no_defence(
        self, game: GameState, attack: Any, ship: Ship, number: int, effect: Effect
    ) -> tuple[str, str] | None:
        """Return why the effect of a defence card would come to nothing, or None."""
        raise NotImplementedError

    def name_loss(self, effect: Effect) -> str:
        """Return the name of the loss that the effect is as an option of a Dilemma."""
        return self.loss or self.name.replace("_", " ")


class GameState(engine.Game):
    """The state of a match, which `Game` sets up, stores and shows.

    `map` holds the title of each charted hex in the order laid; `pile` the tiles still to come, top last.

    `turn_seat` has the turn, `first` is the starting seat, `round` counts from 1 and `turns` counts the turns of all
    seats.

    The cards of `players` are numbers into `cards`; in Basic, where `has_cards` is False, they have none. In Full each
    player has a hexpile and `pile` is empty. `brought_by` are the seats that brought the tiles of `pile` (4.6),
    `owners` the seats that brought the charted tiles.
    """

    __slots__ = (
        "_chart",
        "board",
        "brought_by",
        "cards",
        "first",
        "has_cards",
        "kind_of",
        "kinds",
        "map",
        "mode",
        "owners",
        "pile",
        "players",
        "round",
        "round_limit",
        "ship_cards",
        "ships",
        "tiles",
        "turn_seat",
        "turns",
        "windows",
    )
    setup: Setup
    mode: str
    has_cards: bool
    windows: str
    kinds: tuple[ManeuverKind, ...]
    kind_of: Mapping[str, ManeuverKind]
    round_limit: int
    ship_cards: Mapping[str, ShipCard]
    tiles: Mapping[str, TileCard]
    cards: Cards
    ships: list[Ship]
    players: list[Player]
    board: Board
    map: dict[Hex, str]
    _chart: Chart
    owners: dict[Hex, int]
    pile: list[str]
    brought_by: list[int]
    first: int
    turn_seat: int
    round: int
    turns: int
    verbs: ClassVar[Mapping[str, EffectVerb]]
    conditions: ClassVar[Mapping[str, Callable[..., bool]]]

    @staticmethod
    def kinds_on(ground: int) -> tuple[ManeuverKind, ...]:
        """Return the kinds of maneuver whose `ground` is part of a sum of `Ground` flags."""
        raise NotImplementedError

    @property
    def turn(self) -> TurnState | None:
        """The turn under way, which stands right above the rounds, or None."""
        stack = self.stack
        if len(stack) > 1:
            frame = stack[1]
            if isinstance(frame, TurnState):
                return frame
        return None

    def piece(self, source: Source) -> GameCard | TileCard:
        """Return the printed card with this number, or the printed tile with this title."""
        return self.cards[source] if isinstance(source, int) else self.tiles[source]

    @property
    def chart(self) -> Chart:
        """The chart of the map. Tiles are only added, so that their number tells if it is up to date."""
        if self._chart.size != len(self.map):
            self._chart = self._chart.with_more(list(self.map)[self._chart.size :])
        return self._chart

    def tile_at(self, at: Hex) -> TileCard:
        """Return the tile charted at a hex."""
        return self.tiles[self.map[at]]

    def pile_of(self, seat: int) -> list[str]:
        """Return the pile that the seat explores from: its own in Full, else the shared one (rules 4.5, 8.4)."""
        return self.players[seat].pile if self.mode == FULL else self.pile

    def list_others(self, seat: int) -> list[Ship]:
        """Return the ships in the game but that of this seat (rules 10.4, 10.14)."""
        return [ship for ship in self.ships if ship.out is None and ship.seat != seat]

    def lay_tile(self, seat: int, at: Hex) -> str:
        """Lay the top tile of the seat's pile at a hex and return its title."""
        title = self.map[at] = self.pile_of(seat).pop()
        if self.mode == FULL:
            self.owners[at] = seat
        elif self.brought_by:
            self.owners[at] = self.brought_by.pop()
        return title

    def lay_wormhole(self, at: Hex) -> str | None:
        """Lay the first wormhole of the pile, or of the first pile in turn order that holds one, at a hex.

        Returns its title, or None if there is none (rules 21.5).
        """
        seats = len(self.ships)
        playing = (ship for ship in self.ships if ship.out is None)
        in_turn = sorted(playing, key=lambda ship: (ship.seat - self.first) % seats)
        for ship in in_turn:
            pile = self.pile_of(ship.seat)
            found = [place for place, title in enumerate(pile) if self.tiles[title].is_wormhole]
            if found:
                pile.append(pile.pop(found[-1]))
                if self.brought_by:
                    self.brought_by.append(self.brought_by.pop(found[-1]))
                return self.lay_tile(ship.seat, at)
        return None

    @property
    def moment(self) -> int:
        """The number that the action under way has among the public ones."""
        return self.number_for(None) + 1


def list_holders(game: GameState, seat: int) -> list[Ship]:
    """Return the ships whose beams hold this seat's ship (rules 12.9)."""
    holders: list[Ship] = []
    for ship in game.ships:
        if ship.holds is not None and ship.holds[0] == seat:
            holders.append(ship)  # noqa: PERF401  mostly nobody holds anybody: a comprehension costs twice as much
    return holders


def why_no_tile(game: GameState, ship: Ship) -> tuple[str, str] | None:
    """Return why the ship can lay no tile: the hexpile is empty, or its hex has no free side (rules 8.4); or None."""
    if not (game.pile or game.pile_of(ship.seat)):
        return "8.4", "The hexpile is empty: there is nothing left to explore"
    return None if game.chart.free[ship.at] else ("8.4", "Your hex has no free side: warp to a hex with one")


def shuffle_what_was_seen(game: GameState, later: GameState) -> list[str]:
    """Shuffle each deck and hexpile that is different in `later`, and return their names.

    Stops stay as they were set last, because setting one is no decision of the match (13.14).
    """
    shuffled = []
    for player, after in zip(game.players, later.players, strict=True):
        player.stops = after.stops
        for name, now, then in (
            (f"deck {player.seat}", player.deck, after.deck),
            (f"hexpile {player.seat}", player.pile, after.pile),
        ):
            if now != then:
                game.dice.shuffle(name, now)
                shuffled.append(name)
    if game.pile != later.pile:
        shuffle_shared_pile(game)
        shuffled.append("hexpile")
    return shuffled


def shuffle_shared_pile(game: GameState) -> None:
    """Shuffle the shared pile, each tile with the seat that brought it (4.6)."""
    if not game.brought_by:
        shuffle_basic_pile(game)
        return
    mixed = list(zip(game.pile, game.brought_by, strict=True))
    game.dice.shuffle("hexpile", mixed)
    game.pile = [title for title, _ in mixed]
    game.brought_by = [seat for _, seat in mixed]


def shuffle_basic_pile(game: GameState) -> None:
    """Shuffle the pile of Basic, its wormholes among the tiles of the lower half (rules 20.6)."""
    wormholes = {title for title in game.pile if game.tiles[title].is_wormhole}
    game.pile = mix_house_pile(game.pile, wormholes, len(game.setup["pile"]), partial(game.dice.shuffle, "pile"))


def mix_house_pile(
    pile: Sequence[str], wormholes: Collection[str], whole: int, shuffle: Callable[[list[Any]], None]
) -> list[str]:
    """Return the rest of a house pile, which had `whole` tiles, in a new order with the top last (rules 20.6).

    The wormholes get places in the lower half of the whole pile; any places if they are too many for it.
    """
    mixed = [title for title in pile if title not in wormholes]
    held_back = [title for title in pile if title in wormholes]
    lower = min(whole // 2, len(pile))
    places = list(range(lower if len(held_back) <= lower else len(pile)))
    for each in (mixed, held_back, places):
        shuffle(each)
    for place, title in sorted(zip(places, held_back, strict=False)):
        mixed.insert(place, title)
    return mixed
