"""The board: pieces in hexes, lasting effects and the state of single cards in play (rules 13.4, 17, 18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict

from incursions.engine.frames import as_tuples
from incursions.engine.hexes import Hex, distance
from incursions.games.incursions.rules.printed.pieces import BODIES, MINE, OFFICER

Source = int | str  # where an effect is printed: the number of a card, or the title of a tile


@dataclass(slots=True, unsafe_hash=True)  # not frozen: three times as fast to create
class Placed:
    """A piece in a hex: a mine, an outpost, a platform, a shuttle, a denizen, or an officer who was put there.

    Immutable; replace it with `Board.change`.

    `number` names it for the whole match. `owner` is the seat that controls it, or None. `card` is the number of its
    card, or None for a ship's own mine and for a denizen. `points` are its points left, or None if it has none (16.5).
    `dice` and `bonus` belong to a mine and are fixed when it is laid (17.2). `laid` is the turn in which the piece came
    (17.1). `crew` are the cards aboard a shuttle (17.7). `dominated` is the seat that plays a denizen (18.5); `struck`
    holds pairs (seat, turn) for the attacks that a denizen made as its event (18.6); `home` is the hex whose tile
    brought it.
    """

    number: int
    kind: str
    title: str
    at: Hex
    owner: int | None = None
    card: int | None = None
    points: int | None = None
    dice: int = 0
    bonus: int = 0
    laid: int = 0
    crew: tuple[int, ...] = ()
    dominated: int | None = None
    struck: tuple[tuple[int, int], ...] = ()
    home: Hex | None = None


def _replace_fields(piece: Placed, fields: Mapping[str, object]) -> Placed:
    """Return a copy of the piece with these fields replaced."""
    other = Placed(
        piece.number,
        piece.kind,
        piece.title,
        piece.at,
        piece.owner,
        piece.card,
        piece.points,
        piece.dice,
        piece.bonus,
        piece.laid,
        piece.crew,
        piece.dominated,
        piece.struck,
        piece.home,
    )
    for name, value in fields.items():
        setattr(other, name, value)
    return other


class Lasting(NamedTuple):
    """An effect that lasts for a while: its source, user, target and end (see `rules.effects.lasting`).

    `since` is the turn in which it began; `moment` orders effects by age.
    """

    source: Source
    effect: int
    user: int
    target: int | None
    until: str
    since: int
    note: Any = None
    moment: int = 0


class Owned:
    """The pieces that one seat, or nobody, controls, oldest first, with their kinds and the turn of the last mine."""

    __slots__ = ("kinds", "mine_laid", "pieces")

    def __init__(self, pieces: tuple[Placed, ...]) -> None:
        self.pieces = pieces
        kinds, mine_laid = set(), -1
        for piece in pieces:
            kinds.add(piece.kind)
            if piece.kind == MINE and piece.laid > mine_laid:
                mine_laid = piece.laid
        self.kinds, self.mine_laid = frozenset(kinds), mine_laid


NOTHING_OWNED = Owned(())
NO_PIECES: Mapping[int, Placed] = {}


class Pieces(dict[int, Placed]):
    """The pieces in hexes by number, oldest first. Immutable, so that their facts are computed once for all copies.

    `mined` are the hexes with a mine (rules 17.2). `acting` are the pieces that may act on a ship that stops: no mines,
    and no officers, who were only put there.
    """

    __slots__ = ("_by_owner", "_nearest", "acting", "cards", "kinds", "mined")

    def __init__(self, pieces: Mapping[int, Placed] = NO_PIECES) -> None:
        super().__init__(pieces)
        # All facts at once: cached properties, each with its lock, took 8 % of the time of random games of Full.
        of_owners: dict[int | None, list[Placed]] = {}
        kinds, cards, mined = set(), set(), set()
        self.acting: list[Placed] = []
        for piece in self.values():
            kind = piece.kind
            kinds.add(kind)
            cards.add(piece.card)
            of_owners.setdefault(piece.owner, []).append(piece)
            if kind == MINE:
                mined.add(piece.at)
            elif kind != OFFICER:
                self.acting.append(piece)
        self.kinds, self.cards, self.mined = frozenset(kinds), frozenset(cards), frozenset(mined)
        self._by_owner = {owner: Owned(tuple(of)) for owner, of in of_owners.items()}
        self._nearest: dict[tuple[int, Hex], int | None] = {}

    def get_owned(self, owner: int | None) -> Owned:
        """Return the pieces that a seat, or nobody (None), controls."""
        return self._by_owner.get(owner, NOTHING_OWNED)

    def of_kind(self, kind: str) -> list[Placed]:
        """Return the pieces of a kind, oldest first."""
        return [piece for piece in self.values() if piece.kind == kind] if kind in self.kinds else []

    def nearest_body(self, seat: int, at: Hex) -> int | None:
        """Return the distance in hexes from `at` to the nearest body of another owner, or None without one."""
        if (seat, at) not in self._nearest:
            nearest: int | None = None
            for piece in self.values():
                if piece.kind in BODIES and piece.owner != seat:
                    far = distance(at, piece.at)
                    if nearest is None or far < nearest:
                        nearest = far
            self._nearest[seat, at] = nearest
        return self._nearest[seat, at]


class BoardData(TypedDict):
    """A board as stored: pieces and lasting effects as lists of their fields, mappings as lists of pairs."""

    placed: list[list[object]]
    lasting: list[list[object]]
    face_down: list[int]
    damage: list[Any]
    usable: list[int]
    happened: list[str]
    used: dict[str, int]
    named: list[Any]
    escaped: list[Any]
    moments: int
    stopped: list[Any]
    slain: list[list[int]]
    gone: list[int]
    gone_tiles: list[Any]
    last_number: int


class Board:
    """The pieces in hexes, oldest first; lasting effects; and the state of single cards in play.

    `face_down` and `damage` (points lost) are by card number. `usable` are cards that their holder may use despite
    their usage limitation (13.11). `happened` are the titles of Unique events that have come (9.5, 9.16). `used` holds
    the turn of the last use of each once-only effect by `rules.effects.once` keys (13.19); it also holds which cards
    have been tabled (2.10) and the face that a Multi card was played as (13.4.9). `slain` are the hexes whose denizen
    was destroyed and has not come back (18.3). `gone` cards, and `gone_tiles` as pairs (seat, title), left the game
    with their players (19.7). `named` are the words stored with cards in play, such as the kind of weapon that a card
    answered.

    `escaped` are, by seat, the sources in its hex that cannot catch its ship until it stops there again (9.6).
    `moments` counts the starts of effects; `stopped` is the moment at which each seat's ship stopped in its hex. The
    two tell which of two events is the more recent (9.7).
    """

    __slots__ = (
        "damage",
        "escaped",
        "face_down",
        "gone",
        "gone_tiles",
        "happened",
        "last_number",
        "lasting",
        "moments",
        "named",
        "placed",
        "slain",
        "stopped",
        "usable",
        "used",
    )

    def __init__(self) -> None:
        self.placed = Pieces()
        self.lasting: list[Lasting] = []
        self.face_down: set[int] = set()
        self.damage: dict[int, int] = {}
        self.usable: set[int] = set()
        self.happened: list[str] = []
        self.used: dict[str, int] = {}
        self.named: dict[int, str] = {}
        self.escaped: dict[int, tuple[str, ...]] = {}
        self.moments = 0
        self.stopped: dict[int, int] = {}
        self.slain: set[Hex] = set()
        self.gone: list[int] = []
        self.gone_tiles: list[tuple[int, str]] = []
        self.last_number = 0

    def put(self, piece: Placed) -> Placed:
        """Put a new piece into its hex and number it."""
        self.last_number = number = self.last_number + 1
        piece = _replace_fields(piece, {"number": number})
        self.placed = Pieces(self.placed | {number: piece})
        return piece

    def change(self, number: int, **fields: Any) -> Placed:
        """Replace a piece by one with other facts and return the new one."""
        piece = _replace_fields(self.placed[number], fields)
        self.placed = Pieces(self.placed | {number: piece})
        return piece

    def take_away(self, number: int) -> Placed:
        """Remove a piece from its hex and return it."""
        left = dict(self.placed)
        piece = left.pop(number)
        self.placed = Pieces(left)
        return piece

    def pieces_at(self, place: Hex) -> Iterator[Placed]:
        """Return an iterator over the pieces of a hex, oldest first (rules 9.12)."""
        return (piece for piece in self.placed.values() if piece.at == place)

    def next_moment(self) -> int:
        """Return the next moment, at which an effect begins to be in force."""
        self.moments += 1
        return self.moments

    def forget(self, card: int) -> None:
        """Clear the state of a card that leaves play."""
        self.face_down.discard(card)
        self.damage.pop(card, None)
        self.named.pop(card, None)

    def copy(self) -> Board:
        """Return an equal board for another game."""
        twin = Board.__new__(Board)
        twin.placed = self.placed
        twin.lasting = self.lasting.copy()
        twin.face_down = self.face_down.copy()
        twin.damage = self.damage.copy()
        twin.usable = self.usable.copy()
        twin.happened = self.happened.copy()
        twin.used = self.used.copy()
        twin.named = self.named.copy()
        twin.escaped = self.escaped.copy()
        twin.moments = self.moments
        twin.stopped = self.stopped.copy()
        twin.slain = self.slain.copy()
        twin.gone = self.gone.copy()
        twin.gone_tiles = self.gone_tiles.copy()
        twin.last_number = self.last_number
        return twin

    def to_data(self) -> BoardData:
        """Return the board as plain data."""
        return {
            "placed": [[getattr(piece, name) for name in Placed.__slots__] for piece in self.placed.values()],
            "lasting": [list(lasting) for lasting in self.lasting],
            "face_down": sorted(self.face_down),
            "damage": [[card, points] for card, points in sorted(self.damage.items())],
            "usable": sorted(self.usable),
            "happened": self.happened.copy(),
            "used": self.used.copy(),
            "named": [[card, word] for card, word in sorted(self.named.items())],
            "escaped": [[seat, list(sources)] for seat, sources in sorted(self.escaped.items())],
            "moments": self.moments,
            "stopped": [[seat, moment] for seat, moment in sorted(self.stopped.items())],
            "slain": [list(at) for at in sorted(self.slain)],
            "gone": self.gone.copy(),
            "gone_tiles": [list(tile) for tile in self.gone_tiles],
            "last_number": self.last_number,
        }

    @classmethod
    def from_data(cls, data: BoardData) -> Board:
        """Return the board that `to_data` described."""
        board = cls()
        pieces = [Placed(*as_tuples(piece)) for piece in data["placed"]]
        board.placed = Pieces({piece.number: piece for piece in pieces})
        board.lasting = [Lasting(*as_tuples(lasting)) for lasting in data["lasting"]]
        board.face_down = set(data["face_down"])
        board.damage = dict(data["damage"])
        board.usable = set(data["usable"])
        board.happened = list(data["happened"])
        board.used = dict(data["used"])
        board.named = dict(data["named"])
        board.escaped = {seat: tuple(sources) for seat, sources in data["escaped"]}
        board.moments = data["moments"]
        board.stopped = dict(data["stopped"])
        board.slain = {(q, r) for q, r in data["slain"]}
        board.gone = list(data["gone"])
        board.gone_tiles = [(seat, title) for seat, title in data["gone_tiles"]]
        board.last_number = data["last_number"]
        return board


NO_BOARD = Board()  # shared by all games of Basic, where nothing lies on it
