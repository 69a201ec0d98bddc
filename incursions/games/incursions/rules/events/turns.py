"""Events of turns, power and repair, and of the match's beginning and end. No filter of the log shows them alone."""

from typing import Any

from incursions.engine import standing
from incursions.engine.events import EventKind


class Started(EventKind):
    """The table has been laid. Headings and other events tell it."""

    sentence = ""
    ships: list[dict[str, Any]]


class StartRolled(EventKind, is_strict=True):
    """The seats have rolled for the start: pairs of a seat and its dice."""

    sentence = "Who begins: {:rolls}. §5.6"
    rolls: list[list[Any]]


class TurnBegan(standing.TurnBegan):
    """A turn has begun. It is told by a heading."""

    sentence = ""
    round: int


class PoweredUp(EventKind, is_strict=True):
    """A ship has turned its power cards up at the start of its turn."""

    sentence = "{seat} powers up: {power} ready."
    seat: int
    power: int


class Declined(EventKind, is_strict=True):
    """A player has declined a maneuver."""

    sentence = "{seat} declines a maneuver."
    seat: int


class TurnEnded(EventKind):
    """A turn has ended. The next heading tells it."""

    sentence = ""
    seat: int


class StopsSet(EventKind):
    """The stops of a player, for that player alone."""

    sentence = "Stops of {seat}[: {stops}]. §13.14"
    seat: int
    stops: list[str]


class Kept(EventKind):
    """A player keeps a system running."""

    sentence = "{seat} keeps its {system} running, {power:power}. §7.2"
    seat: int
    system: str
    power: int


class Diverted(EventKind):
    """A player has made power of shield points. `shields` are the ship's before and after."""

    sentence = "{seat} diverts {points:shield point} to {system}: {power:power}. §7.5"
    seat: int
    points: int
    power: int
    system: str
    shields: list[int]


class AuxUsed(EventKind):
    """A player has used the AUX marker."""

    sentence = "{seat} uses AUX: {turned_up:power card} turned up, {power} ready. §7.4"
    seat: int
    turned_up: int
    power: int


class AuxRestored(EventKind):
    """A player has the AUX marker back."""

    sentence = "{seat} has its AUX marker back. §7.4"
    seat: int


class PowerLost(EventKind):
    """A text has turned power cards down."""

    sentence = "{seat} loses {power:power}. §7.8"
    seat: int
    power: int


class RepairRolled(EventKind):
    """The dice of a repair have been rolled."""

    sentence = "{seat} rolls {dice:dice}: {points:point} to repair."
    seat: int
    dice: list[int]
    points: int


class Repaired(EventKind, is_strict=True):
    """Points of a ship's hull or shields have been repaired."""

    sentence = "{seat} repairs[, {power:power}]: {:repair}."
    seat: int
    what: str
    points: int
    before: int
    after: int
    power: int


class CardRepaired(EventKind):
    """Points of a tabled card have been repaired."""

    sentence = "{title} of {seat} is repaired: points {points:change}. §12.1"
    seat: int
    title: str
    points: list[int]


class PieceRepaired(EventKind):
    """Points of a piece in a hex have been repaired."""

    sentence = "{title} in {at} is repaired: points {points:change}. §12.1"
    title: str
    at: list[int]
    owner: int | None
    points: list[int]


class Rerolled(EventKind):
    """Dice of the roll just made have been rolled again."""

    sentence = "{seat} rolls {dice:dice} again with {title}. §10.5"
    seat: int
    title: str
    dice: list[int]


class SteppedBack(standing.SteppedBack, is_strict=True):
    """The table has returned to an earlier moment. `shuffled` names the decks and hexpiles that were shuffled anew."""

    sentence = "{:who takes back}: the table stands again as after move {to}.{:shuffled} §21.10"
    shuffled: list[str]


class Conceded(standing.Conceded, is_strict=True):
    """A player has conceded, or is counted as if he had (`forfeit`)."""

    sentence = "{seat} {forfeit:concedes}. §19.4"


class Time(EventKind, is_strict=True):
    """The match stops as it stands. `ranking` has a seat, its hexes to a wormhole (or None) and its points in a row."""

    sentence = "Time. Nearest to a wormhole wins: {:ranking}. §21.4"
    ranking: list[list[Any]]
    rule: str


class RollOff(EventKind, is_strict=True):
    """A ship has rolled in the roll-off of ships that were equal at time."""

    sentence = "{seat} rolls {dice:dice}: {doubles:doubles}. §21.5"
    seat: int
    dice: list[int]
    doubles: bool


class Left(EventKind):
    """A ship has left through a wormhole. The end of the match tells it."""

    sentence = ""
    seat: int
    at: list[int]


class Ended(standing.Ended, is_strict=True):
    """The match is over."""

    sentence = "{result:reason}"
