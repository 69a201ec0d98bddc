"""A match of Incursions: the table's state, how it is set up, and what everybody may see and do."""

from __future__ import annotations

from typing import Any, ClassVar

from incursions import engine
from incursions.engine.dice import Dice
from incursions.engine.errors import Refusal
from incursions.engine.hexes import Hex
from incursions.rules.attack import Attack, DefenceWindow
from incursions.rules.endings import Result, adjudicate, concede
from incursions.rules.forecast import forecast
from incursions.rules.hex_events import START_HEX, HexEvents
from incursions.rules.maneuvers import Maneuver
from incursions.rules.movement import Exploration, Warp
from incursions.rules.pieces import START_TILE, ShipCard, TileCard
from incursions.rules.refusals import refusal, refusals
from incursions.rules.repair import RepairManeuver
from incursions.rules.setup import Setup
from incursions.rules.ships import Ship
from incursions.rules.turn import Rounds, Turn
from incursions.rules.view import view

CONCEDE = "concede"
TIME_UP = "time"
FORFEIT = "forfeit seat "


class Game(engine.Game):
    """One match. `map` holds the title of each charted hex in the order laid, `pile` the tiles still to come, top last.

    `turn_seat` has the turn, `first` is the starting seat, `round` counts from 1 and `turns` the turns of all seats.
    """

    __slots__ = (
        "first",
        "map",
        "mode",
        "pile",
        "round",
        "round_limit",
        "ship_cards",
        "ships",
        "tiles",
        "turn_seat",
        "turns",
    )
    frames: ClassVar = {
        frame.__name__: frame
        for frame in (Rounds, Turn, Maneuver, Exploration, Warp, HexEvents, RepairManeuver, Attack, DefenceWindow)
    }

    def __init__(self, setup: Setup, dice: Dice) -> None:
        super().__init__(setup, dice)
        self.mode: str = setup["mode"]
        self.round_limit: int = setup["round_limit"]
        self.ship_cards = {card["title"]: ShipCard(card) for card in setup["ships"]}
        self.tiles = {tile["title"]: TileCard(tile) for tile in [START_TILE, *setup["tiles"]]}
        self.ships: list[Ship] = []
        self.map: dict[Hex, str] = {START_HEX: START_TILE["title"]}
        self.pile: list[str] = []
        self.first = 0
        self.turn_seat = 0
        self.round = 1
        self.turns = 0

    # Set-up.

    def begin(self) -> None:
        """Deal the ships, shuffle the pile and roll for the start (rules 20.1, 20.6, 5.4, 5.6)."""
        self._deal_ships()
        self._shuffle_pile()
        self.emit("started", {"ships": [{"seat": ship.seat, "title": ship.card.title} for ship in self.ships]})
        self.first = self.turn_seat = self._roll_for_start()
        self.stack.append(Rounds())

    def _deal_ships(self) -> None:
        """Each seat the ship that the setup names for it, else one at random of those left (rules 20.1)."""
        named = [seat["ship"] for seat in self.setup["seats"]]
        left = [title for title in self.ship_cards if title not in named]
        self.dice.shuffle("ships", left)
        titles = [title or left.pop() for title in named]
        self.ships = [Ship(seat, self.ship_cards[title], START_HEX) for seat, title in enumerate(titles)]

    def _shuffle_pile(self) -> None:
        """No wormhole may lie on top at the start: such an order is shuffled anew (rules 20.6)."""
        self.pile = list(self.setup["pile"])
        if all(self.tiles[title].is_wormhole for title in self.pile):
            return
        while True:
            self.dice.shuffle("pile", self.pile)
            if not self.tiles[self.pile[-1]].is_wormhole:
                return

    def _roll_for_start(self) -> int:
        """2D6 each, the highest begins; those who tie roll again among themselves (rules 5.6)."""
        seats = [ship.seat for ship in self.ships]
        while True:
            rolls = [(seat, self.dice.roll("start", 2)) for seat in seats]
            self.emit("start_rolled", {"rolls": [[seat, dice] for seat, dice in rolls]})
            highest = max(sum(dice) for _, dice in rolls)
            seats = [seat for seat, dice in rolls if sum(dice) == highest]
            if len(seats) == 1:
                return seats[0]

    # Reading the table.

    @property
    def turn(self) -> Turn | None:
        """The turn under way: it stands right above the rounds."""
        frame = self.stack[1] if len(self.stack) > 1 else None
        return frame if isinstance(frame, Turn) else None

    def tile_at(self, at: Hex) -> TileCard:
        """The tile charted there."""
        return self.tiles[self.map[at]]

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that the seat, or a spectator (None), may know, as plain data."""
        return view(self, seat)

    def forecast(self, text: str, seat: int | None = None) -> dict[str, Any]:
        """Odds, average and cost of an option or a line, from what the seat asked knows. See `rules.forecast`."""
        return forecast(self, text)

    def refusal(self, seat: int | None, text: str) -> Refusal:
        """Why this cannot be done now, with the rule."""
        return refusal(self, seat, text)

    def refusals(self, seat: int) -> list[Refusal]:
        """What the seat would look for in its open question and may not do, with rule and reason."""
        return refusals(self, seat)

    # Standing actions.

    def standing(self, seat: int | None) -> list[str]:
        """Besides the kernel's: conceding; for the house the end of time and forfeits (rules 19.4, 21.3)."""
        actions = super().standing(seat)
        if self.result is not None:
            return actions
        if seat is None:
            return [TIME_UP, *(f"{FORFEIT}{ship.seat}" for ship in self.ships if ship.out is None), *actions]
        return [*actions, CONCEDE] if 0 <= seat < len(self.ships) and self.ships[seat].out is None else actions

    def stand(self, seat: int | None, text: str) -> None:
        """Carry out a standing action."""
        if text == TIME_UP:
            adjudicate(self, rule="21.4")
        elif seat is None:
            concede(self, int(text[len(FORFEIT) :]), forfeit=True)
        else:
            concede(self, seat, forfeit=False)

    # Copies and plain data.

    def copy(self) -> Game:
        """An independent match at the same point; setup, printed pieces and past log are shared."""
        twin = super().copy()
        twin.mode = self.mode
        twin.round_limit = self.round_limit
        twin.ship_cards = self.ship_cards
        twin.tiles = self.tiles
        twin.ships = [ship.copy() for ship in self.ships]
        twin.map = self.map.copy()
        twin.pile = self.pile.copy()
        twin.first = self.first
        twin.turn_seat = self.turn_seat
        twin.round = self.round
        twin.turns = self.turns
        return twin

    def table_data(self) -> dict[str, Any]:
        """Plain data of ships, map, pile and turn."""
        return {
            "ships": [ship.to_data() for ship in self.ships],
            "map": [[q, r, title] for (q, r), title in self.map.items()],
            "pile": self.pile.copy(),
            "first": self.first,
            "turn_seat": self.turn_seat,
            "round": self.round,
            "turns": self.turns,
        }

    def lay_table_data(self, data: dict[str, Any]) -> None:
        """Take up ships, map, pile and turn."""
        cards = self.ship_cards
        self.ships = [Ship.from_data(seat, cards[ship["ship"]], ship) for seat, ship in enumerate(data["ships"])]
        self.map = {(q, r): title for q, r, title in data["map"]}
        self.pile = list(data["pile"])
        self.first = data["first"]
        self.turn_seat = data["turn_seat"]
        self.round = data["round"]
        self.turns = data["turns"]

    @classmethod
    def result_from_data(cls, data: dict[str, Any] | None) -> Result | None:
        """The result that its `to_data` described."""
        return None if data is None else Result.from_data(data)
