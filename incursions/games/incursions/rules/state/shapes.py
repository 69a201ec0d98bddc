"""Shapes of what a game tells as plain data: the parts of a view, and forecasts of options."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from incursions.games.incursions.rules.printed.pieces import System, Words


class PrintedTileView(TypedDict):
    """The printed facts of a tile."""

    title: str
    kind: str
    hex_points: int
    text: str


class TileView(PrintedTileView):
    """A charted tile."""

    at: list[int]


class TurnView(TypedDict):
    """The turn under way: its seat, the seat that began, its maneuver from 1, and the maneuvers left after it."""

    seat: int
    first: int
    number: int
    maneuver: int
    left: int
    step: str


class OutView(TypedDict):
    """The way in which a ship left the game, and the number of the public action."""

    how: str
    number: int


class ShipView(TypedDict):
    """A ship, or an escape craft; `left` is then the title of the ship that its crew left (19.2)."""

    seat: int
    title: str
    left: str | None
    race: str
    role: str
    hull: int
    hull_maximum: int
    shields: int
    shields_maximum: int
    evasion: int
    at: list[int]
    power: int
    power_cards: int
    spent: list[str]
    systems: dict[str, System]
    out: OutView | None


class CardView(TypedDict):
    """A card on the table: `down` if it lies face down, and the points left (rules 13.8, 16.5)."""

    title: str
    down: bool
    points: int | None


class CardBeforeView(CardView):
    """A card that lies before a player: the seat that uses it, and the word named with it (rules 13.4.5)."""

    by: int
    names: str | None


class PlayerView(TypedDict):
    """A player beyond Basic, with the numbers of the hidden cards. `caught` are pairs of escape number and dice."""

    seat: int
    captain: str | None
    stand_in: bool
    aux: bool
    diverted: dict[str, int]
    bonuses: dict[str, int]
    hand: int
    hand_limit: int
    deck: int
    pile: int
    discard: list[str]
    non_salvageable: int
    tabled: list[CardView]
    captains: list[CardView]
    captain_down: bool
    commands: list[str]
    before: list[CardBeforeView]
    dominates: int | None
    cloaked: bool
    cloak_power: int | None
    holds: list[int] | None
    caught: list[list[int]]
    swept: list[int]
    extra: int


class PrintedCardView(TypedDict):
    """The printed text of a card in the hand."""

    title: str
    nature: str
    type: str | None
    play_method: str
    attaches_to: Words | None
    text: str


class PieceView(TypedDict):
    """A piece in a hex; `fresh` if it came in this turn."""

    number: int
    kind: str
    title: str
    at: list[int]
    owner: int | None
    points: int | None
    dice: int
    bonus: int
    crew: list[str]
    dominated: int | None
    fresh: bool


class LastingView(TypedDict):
    """A lasting effect by the title of its piece."""

    title: str
    user: int
    target: int | None
    until: str


class HandView(TypedDict):
    """The hand of another seat that is open to the viewer."""

    seat: int
    hand: list[str]


class AnnouncementView(TypedDict):
    """An announcement that has not taken effect yet: its line and all that goes with it (rules 13.14)."""

    seat: int
    what: str
    line: str
    cards: list[str]
    command: str | None
    cancelled: list[str]


class DefenceView(TypedDict):
    """The answer of a target: its defence, the dice rolled and the score that they had to meet."""

    how: str
    dice: list[int]
    score: int


class AttackView(TypedDict):
    """The attack under way. Beyond Basic, `by` and `at` refer to attacker and target, which may be pieces or cards."""

    seat: int | None
    target: int | None
    weapon: str
    dice: list[int]
    bonus: int
    score: int
    power: int
    range: int
    shield_power: int
    defence: DefenceView | None
    by: NotRequired[list[Any]]
    at: NotRequired[list[Any]]
    at_title: NotRequired[str]


class EspionageView(TypedDict):
    """The espionage under way (rules 15.2); `seat` is None if a tile calls for it."""

    seat: int | None
    target: int
    against: str
    dice: list[int]
    score: int
    outcome: str | None


class QuestionView(TypedDict):
    """The open question; beyond Basic with the title of the piece whose text asks it."""

    seat: int
    kind: str
    topic: str
    title: str
    rule: str
    said: list[str]
    source: NotRequired[str | None]


AfterMiss = Literal["start", "stays", "elsewhere", "caught"]
"""Where a failed roll leaves a ship: in the start hex, in the wormhole, where an effect leads, or still caught."""


class Forecast(TypedDict, total=False):
    """A forecast of an option: the keys that apply to it.

    Points are lists of what is there before and what is left after; if dice or choices are still to come, the least
    that may be left and the most. `power` is what the option costs. `chance` is that of evading, escaping, stopping
    espionage or doubles, `success` that of an espionage of one's own; `needs` is the highest roll of 2D6 that evades,
    escapes or stops it. `missed` says where the ship is if a roll to leave or to escape fails. `average`, `minimum`
    and `maximum` are of a score or of damage, without an average if others choose before the roll. `turned_up` are
    power cards.
    """

    power: int
    distance: int
    average: float
    minimum: float
    maximum: float
    chance: float
    success: float
    needs: int
    missed: AfterMiss
    hull: list[int]
    shields: list[int]
    points: int
    turned_up: int
