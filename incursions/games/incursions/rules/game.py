"""A match of Incursions: the table's state, its setup, and what each seat may see and do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, NotRequired, TypedDict

from incursions.engine.dice import Dice
from incursions.engine.errors import Refusal
from incursions.engine.frames import Choice
from incursions.engine.hexes import NO_CHART
from incursions.engine.log import StepBack
from incursions.engine.standing import CONCEDE, TIME_UP, is_stop, make_forfeit, make_verdict
from incursions.games.incursions.rules.effects.gathering import refresh_all
from incursions.games.incursions.rules.events.turns import Started, StartRolled, SteppedBack
from incursions.games.incursions.rules.explanations import forecast, refusal, refusals
from incursions.games.incursions.rules.maneuvers.turns import Rounds
from incursions.games.incursions.rules.piece_reading import pieces_of
from incursions.games.incursions.rules.placed.endings import adjudicate, adjudicate_by_staff, concede
from incursions.games.incursions.rules.placed.placed_pieces import craft_card
from incursions.games.incursions.rules.plays import stops
from incursions.games.incursions.rules.plays.card_moves import OPENING_HAND, draw, held_by, note_tabled, put_away
from incursions.games.incursions.rules.printed.pieces import START_TILE, ShipCard
from incursions.games.incursions.rules.registry import FRAMES, KINDS, KINDS_BY_WORD, kinds_on
from incursions.games.incursions.rules.state.board import NO_BOARD, Board, BoardData
from incursions.games.incursions.rules.state.game_state import (
    START_HEX,
    GameState,
    shuffle_basic_pile,
    shuffle_shared_pile,
    shuffle_what_was_seen,
)
from incursions.games.incursions.rules.state.phrases import normalize_spelling, parse_line, parse_option, seat_said
from incursions.games.incursions.rules.state.seats import Player, PlayerData, Ship, ShipData
from incursions.games.incursions.rules.state.setup import BASIC, FULL, MOST_SEATS, Setup, list_brought
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.verbs.vocabulary import CONDITIONS, VERBS
from incursions.games.incursions.rules.view import View, view

CARDLESS = tuple(Player(seat, None) for seat in range(MOST_SEATS))
"""Players without cards, shared by all games of Basic, which never change them."""


class TableData(TypedDict):
    """The table as stored: the map as lists of q, r and title. Beyond Basic it has players, owners and a board."""

    ships: list[ShipData]
    map: list[tuple[int, int, str]]
    pile: list[str]
    first: int
    turn_seat: int
    round: int
    turns: int
    players: NotRequired[list[PlayerData]]
    owners: NotRequired[list[tuple[int, int, int]]]
    brought_by: NotRequired[list[int]]
    board: NotRequired[BoardData]


class Game(GameState):
    """A match: its set-up, what each seat may see and do, and its plain data."""

    __slots__ = ()
    verbs: ClassVar = VERBS
    conditions: ClassVar = CONDITIONS
    kinds_on: ClassVar = staticmethod(kinds_on)
    window_topics: ClassVar = frozenset({"answer", "cancel", "stop"})  # rules 13.10, 13.14
    frames: ClassVar = FRAMES

    def __init__(self, setup: Setup, dice: Dice) -> None:
        super().__init__(setup, dice)
        self.mode = setup["mode"]
        self.has_cards = self.mode != BASIC
        self.windows = setup.get("windows", "able")
        self.kinds = KINDS[self.mode]
        self.kind_of = KINDS_BY_WORD[self.mode]
        self.round_limit = setup["round_limit"]
        self.ship_cards, self.tiles, self.cards = pieces_of(setup)
        self.ships = []
        self.players = [] if self.has_cards else list(CARDLESS[: len(setup["seats"])])
        self.board = NO_BOARD if self.mode == BASIC else Board()
        self.map = {START_HEX: START_TILE["title"]}
        self._chart = NO_CHART
        self.owners = {}
        self.pile = []
        self.brought_by = []
        self.first = 0
        self.turn_seat = 0
        self.round = 1
        self.turns = 0

    # Set-up.

    def begin(self) -> None:
        """Lay out ships and piles, draw hands and roll for the start (rules 5, 20.1, 20.6)."""
        self._deal_ships()
        if self.mode == BASIC:
            self.pile = list(self.setup["pile"])
            shuffle_basic_pile(self)
        else:
            self._seat_players()
            self._shuffle_hexpiles()
        self.tell(Started, ships=[{"seat": ship.seat, "title": ship.card.title} for ship in self.ships])
        for player in self.players if self.has_cards else ():
            self.dice.shuffle(f"deck {player.seat}", player.deck)
            draw(self, player.seat, OPENING_HAND)
        self.first = self.turn_seat = self._roll_for_start()
        self.stack.append(Rounds())

    def _deal_ships(self) -> None:
        """Give each seat the ship that the setup names, else a random one of the rest (rules 20.1).

        Ships that are dealt are of races that nobody has, as long as there are such ships.
        """
        named = [seat["ship"] for seat in self.setup["seats"]]
        left = [title for title in self.ship_cards if title not in named]
        self.dice.shuffle("ships", left)
        races = {self.ship_cards[title].race for title in named if title}
        titles = []
        for title in named:
            if title is None:
                others = (ship for ship in left if self.ship_cards[ship].race not in races)
                dealt = next(others, left[0])
                left.remove(dealt)
                races.add(self.ship_cards[dealt].race)
            titles.append(title or dealt)
        self.ships = [Ship(seat, self.ship_cards[title], START_HEX) for seat, title in enumerate(titles)]

    def _seat_players(self) -> None:
        """Seat each player with captain or stand-in and deck; shields start with their bonus (rules 5.1, 2.10)."""
        number = 0
        for seat, described in enumerate(self.setup["seats"]):
            titles = list_brought(described)
            outside = len(titles) - len(described["deck"])
            player = Player(seat, number if outside else None)
            player.deck = list(range(number + outside, number + len(titles)))
            number += len(titles)
            self.players.append(player)
            note_tabled(self, player.in_play)
        refresh_all(self)
        for ship in self.ships:
            ship.shields = ship.shields_maximum

    def _shuffle_hexpiles(self) -> None:
        """Shuffle each hexpile (Full), or all in one with each tile's owner (Tournament; rules 4.5, 4.6, 5.2)."""
        if self.mode == FULL:
            for player in self.players:
                player.pile = list(self.setup["seats"][player.seat]["hexpile"])
                self.dice.shuffle(f"hexpile {player.seat}", player.pile)
            return
        mixed = [(title, seat) for seat, each in enumerate(self.setup["seats"]) for title in each["hexpile"]]
        self.dice.shuffle("hexpile", mixed)
        self.pile = [title for title, _ in mixed]
        self.brought_by = [seat for _, seat in mixed]

    def _roll_for_start(self) -> int:
        """Roll 2D6 for each seat and return the highest; tied seats roll again (rules 5.6)."""
        seats = [ship.seat for ship in self.ships]
        while True:
            rolls = [(seat, self.dice.roll("start", 2)) for seat in seats]
            self.tell(StartRolled, rolls=[[seat, dice] for seat, dice in rolls])
            highest = max(sum(dice) for _, dice in rolls)
            seats = [seat for seat, dice in rolls if sum(dice) == highest]
            if len(seats) == 1:
                return seats[0]

    def drop_frames(self, seat: int) -> None:
        """Drop the frames that depend on the seat, their cards, and power diverted for a dropped answer (rules 7.5)."""
        depth = next((depth for depth, frame in enumerate(self.stack) if frame.depends_on(seat)), None)
        lying = [] if depth is None else [number for frame in self.stack[depth:] for number in held_by(frame)]
        super().drop_frames(seat)
        for number in lying:
            put_away(self, number)
        waiting = {frame.seat for frame in self.stack if isinstance(frame, Choice)}
        for ship in self.ships:
            if ship.seat not in waiting:
                ship.lose_diverted()

    def view(self, seat: int | None) -> View:
        """Return all that the seat, or a spectator (None), may know, as plain data."""
        return view(self, seat)

    def forecast(self, text: str, seat: int | None = None) -> Forecast:
        """Return odds, averages and cost of an option or a line. See `rules.forecast`."""
        return forecast(self, text)

    def refusal(self, seat: int | None, text: str) -> Refusal:
        """Return the rule and the reason why a text cannot be played now."""
        return refusal(self, seat, text)

    def respell(self, options: Iterable[str], text: str) -> str:
        """Return the text in the options' spelling: with the place of a lone title, or "no" for 0."""
        return normalize_spelling(options, text)

    def refusals(self, seat: int) -> list[Refusal]:
        """Return actions that the seat would look for in its open question and may not take, with rule and reason."""
        return refusals(self, seat)

    # Standing actions.

    def standing(self, seat: int | None) -> list[str]:
        """Add stops and conceding; for the house time, forfeits and verdicts (rules 19.4, 21.3, 21.11)."""
        actions = super().standing(seat)
        if self.result is not None:
            return actions
        if seat is None:
            verdicts = map(make_verdict, (None, *range(len(self.ships))))
            forfeits = (make_forfeit(ship.seat) for ship in self.ships if ship.out is None)
            return [TIME_UP, *forfeits, *verdicts, *actions]
        if not 0 <= seat < len(self.ships) or self.ships[seat].out is not None:
            return actions
        return [*actions, *stops.standing(self, seat), CONCEDE]

    def stand(self, seat: int | None, text: str) -> None:
        """Carry out a standing action."""
        if seat is not None:
            if not stops.stand(self, seat, text):
                concede(self, seat, forfeit=False)
        elif text == TIME_UP:
            adjudicate(self, rule="21.4")
        elif parse_option(text).verb == "forfeit":
            concede(self, seat_said(text), forfeit=True)
        else:
            adjudicate_by_staff(self, parse_option(text).seat)  # no seat: drawn

    @property
    def has_secrets(self) -> bool:
        """True beyond Basic, where players have hands."""
        return self.has_cards

    def is_private(self, text: str) -> bool:
        """Return True for stops as well (rules 13.14)."""
        return super().is_private(text) or is_stop(text)

    @staticmethod
    def is_aside(text: str) -> bool:
        """Return True for stops (rules 13.14)."""
        return is_stop(text)

    def has_only_free_actions(self, seat: int) -> bool:
        """Return True if the seat can only pass, use AUX or divert, and no power would open an answer (13.10)."""
        return stops.has_only_free_actions(self, seat)

    def is_aimed_at(self, seat: int) -> bool:
        """Return True if another player has announced an attack, an intrusion or a beam that names the seat."""
        announced = (parse_line(each["line"]) for each in self.view(seat).get("announced", ()) if each["seat"] != seat)
        return any(option.seat == seat for line in announced for option in line)

    def seat_title(self, seat: int) -> str:
        """Return the title of the seat's ship, or of its escape craft."""
        return self.ships[seat].card.title

    def is_out(self, seat: int) -> bool:
        """Return True if the seat has left the game (rules 19.3, 19.4)."""
        return self.ships[seat].out is not None

    @property
    def points(self) -> list[int]:
        """The hull and shields of each seat (rules 21.4)."""
        return [ship.points for ship in self.ships]

    @property
    def piece_titles(self) -> set[str]:
        """The titles of all cards and tiles."""
        return {*self.cards.by_title, *self.tiles}

    def hidden_orders(self) -> list[object]:
        """Return the order of each pile and deck."""
        return [self.pile.copy(), *(order.copy() for player in self.players for order in (player.deck, player.pile))]

    def shuffle_piles(self) -> None:
        """Shuffle each deck and hexpile, or the shared pile."""
        for player in self.players if self.has_cards else ():
            self.dice.shuffle(f"deck {player.seat}", player.deck)
            if self.mode == FULL:
                self.dice.shuffle(f"hexpile {player.seat}", player.pile)
        if self.mode != FULL:
            shuffle_shared_pile(self)

    def tell_step_back(self, step: StepBack, later: Game) -> None:
        """Shuffle the cards and tiles that were drawn, laid or moved since, and record the step back (rules 21.10)."""
        whose = {} if step.seat is None else {"seat": step.seat}
        self.tell(SteppedBack, to=step.to, **whose, shuffled=shuffle_what_was_seen(self, later))

    # Copies and plain data.

    def copy(self) -> Game:
        """Return an independent match at the same point. Copies share setup, printed pieces and past log."""
        twin = super().copy()
        twin.mode = self.mode
        twin.has_cards = self.has_cards
        twin.round_limit = self.round_limit
        twin.windows = self.windows
        twin.kinds = self.kinds
        twin.kind_of = self.kind_of
        twin.board = self.board
        twin.ship_cards = self.ship_cards
        twin.tiles = self.tiles
        twin.cards = self.cards
        twin.ships = [ship.copy() for ship in self.ships]
        twin.players, twin.owners, twin.brought_by = self.players, self.owners, self.brought_by
        if self.has_cards:  # games of Basic share their unchanging players
            twin.players = [player.copy() for player in self.players]
            twin.board = self.board.copy()
            twin.owners = self.owners.copy()
            twin.brought_by = self.brought_by.copy()
        twin.map = self.map.copy()
        twin._chart = self._chart
        twin.pile = self.pile.copy()
        twin.first = self.first
        twin.turn_seat = self.turn_seat
        twin.round = self.round
        twin.turns = self.turns
        return twin

    def table_data(self) -> dict[str, object]:
        """Return ships, map, pile and turn as plain data; beyond Basic also players and owners."""
        data: dict[str, object] = {
            "ships": [ship.to_data() for ship in self.ships],
            "map": [[q, r, title] for (q, r), title in self.map.items()],
            "pile": self.pile.copy(),
            "first": self.first,
            "turn_seat": self.turn_seat,
            "round": self.round,
            "turns": self.turns,
        }
        if self.has_cards:
            data |= {
                "players": [player.to_data() for player in self.players],
                "owners": [[q, r, owner] for (q, r), owner in self.owners.items()],
                "brought_by": self.brought_by.copy(),
                "board": self.board.to_data(),
            }
        return data

    def _find_ship_card(self, ship: ShipData) -> ShipCard:
        """Return the printed card of a ship, or of the escape craft that replaced it (rules 19.2)."""
        craft = ship.get("craft")
        if craft is None:
            return self.ship_cards[ship["ship"]]
        return craft_card(self.cards[craft], self.ship_cards[ship["left"]])

    def lay_table_data(self, data: TableData) -> None:
        """Restore ships, map, pile and turn; beyond Basic also players and owners."""
        self.ships = [Ship.from_data(seat, self._find_ship_card(ship), ship) for seat, ship in enumerate(data["ships"])]
        self.map = {(q, r): title for q, r, title in data["map"]}
        self._chart = NO_CHART
        self.pile = list(data["pile"])
        self.first = data["first"]
        self.turn_seat = data["turn_seat"]
        self.round = data["round"]
        self.turns = data["turns"]
        if self.has_cards:
            self.players = [Player.from_data(seat, player) for seat, player in enumerate(data["players"])]
            self.owners = {(q, r): owner for q, r, owner in data["owners"]}
            self.brought_by = list(data["brought_by"])
            self.board = Board.from_data(data["board"])
            refresh_all(self)
