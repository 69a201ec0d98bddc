"""Events of movement: hexes and what they do to ships, beams, cloaks, and pieces that move."""

from incursions.engine.events import OPTIONAL, EventKind

MOVEMENT = "movement"


class Explored(EventKind, about=MOVEMENT, is_strict=True):
    """A ship has laid the top tile of its pile in a hex and moved there."""

    sentence = "{seat} explores {direction}: {title} {at:coordinates}."
    seat: int
    direction: str
    at: list[int]
    title: str
    origin: list[int]


class Moved(EventKind, about=MOVEMENT, is_strict=True):
    """A ship has moved along a path; `towed` is the ship in tow."""

    sentence = "{seat} moves to {path:end}."
    seat: int
    path: list[list[int]]
    power: int
    towed: int = OPTIONAL
    cards: list[str] = OPTIONAL


class Warped(Moved, about=MOVEMENT, is_strict=True):
    """A ship has moved along a path by warp."""

    sentence = "{seat} warps {path:steps} to {path:end}, {power:power}."


class Transported(EventKind, about=MOVEMENT, is_strict=True):
    """A ship has been set in another hex."""

    sentence = "{seat} is {at:sent}."
    seat: int
    at: list[int]


class WormholeRolled(EventKind, about=MOVEMENT, is_strict=True):
    """A ship has rolled to leave through a wormhole."""

    sentence = "{seat} rolls {dice:dice} in the wormhole: {doubles:doubles}. §1.1"
    seat: int
    at: list[int]
    dice: list[int]
    doubles: bool


class WormholeDrawn(EventKind, about=MOVEMENT, is_strict=True):
    """A wormhole has been laid for the roll-off."""

    sentence = "{title} {at:coordinates} is laid for the roll-off. §21.5"
    at: list[int]
    title: str


class RequirementMet(EventKind, about=MOVEMENT):
    """A ship has paid what a wormhole requires; `cards` is the number discarded."""

    sentence = "{seat} meets the requirement of the wormhole[, {power:power}][, {cards:card} discarded]. §1.6"
    seat: int
    power: int
    cards: int


class RequirementUnmet(EventKind, about=MOVEMENT):
    """A ship cannot pay, or has not paid, what a wormhole requires."""

    sentence = "{seat} does not meet the requirement of {title}: no roll. §1.6"
    seat: int
    title: str
    at: list[int]


class HexEvent(EventKind, about=MOVEMENT):
    """The event of a tile has come to a ship."""

    sentence = "{seat} meets the event of {title} {at:coordinates}. §9.1"
    seat: int
    title: str
    at: list[int]


class EventScored(EventKind, about=MOVEMENT):
    """The score of an event has been rolled."""

    sentence = "{seat} rolls {dice:dice} for {title}: {score}. §9.20"
    seat: int
    title: str
    dice: list[int]
    score: int


class EventReduced(EventKind, about=MOVEMENT):
    """A card has taken points off the damage of an event."""

    sentence = "{title} takes {points:point} off for {seat}."
    seat: int
    title: str
    dice: list[int]
    points: int


class EventBlocked(EventKind, about=MOVEMENT):
    """A ship is spared an event."""

    sentence = "{seat} blocks {title}. §9.14"
    seat: int
    title: str


class EventsAvoided(EventKind, about=MOVEMENT):
    """A ship is spared all events of a hex."""

    sentence = "{seat} takes no event in {at}."
    seat: int
    at: list[int]


class TableRolled(EventKind, about=MOVEMENT):
    """A roll on the table of a tile has been made."""

    sentence = "{seat} rolls {dice:dice} for {title}: {total}. §9.11"
    seat: int
    title: str
    dice: list[int]
    total: int


class Caught(EventKind, about=MOVEMENT):
    """A tile has caught a ship, which escapes with `number` or less; `dice` is their number if it is unusual."""

    sentence = "{title} catches {seat}: it escapes with {number} or less[ on {dice}D6]. §9.6"
    seat: int
    number: int
    title: str
    dice: int = OPTIONAL


class EscapeAnnounced(EventKind, about=MOVEMENT):
    """A caught ship is about to roll to escape."""

    sentence = "{seat} tries to escape. §9.6"
    seat: int


class EscapeRolled(EventKind, about=MOVEMENT, is_strict=True):
    """A caught ship has rolled to escape."""

    sentence = "{seat} rolls to escape: {dice:dice}, needs {needs:scores} or less. {free:free} §9.6"
    seat: int
    dice: list[int]
    needs: list[int]
    free: bool


class TractorAnnounced(EventKind, about=MOVEMENT):
    """A ship is about to hold another with its tractor beam."""

    sentence = "{seat} reaches for {target} with its tractor beam, {power:power}."
    seat: int
    target: int
    power: int


class TractorEvaded(EventKind, about=MOVEMENT):
    """A ship has evaded a tractor beam."""

    sentence = "{target} evades the beam of {seat}. §12.5"
    seat: int
    target: int


class Held(EventKind, about=MOVEMENT):
    """A ship holds another with its tractor beam."""

    sentence = "{seat} holds {target} in its tractor beam, {power:power}. §12.5"
    seat: int
    target: int
    power: int


class BrokeFree(EventKind, about=MOVEMENT):
    """A ship has broken free of a tractor beam."""

    sentence = "{seat} breaks free of {holder}, {power:power}. §12.5"
    seat: int
    holder: int
    power: int


class BeamEnded(EventKind, about=MOVEMENT):
    """A tractor beam has ended."""

    sentence = "The beam of {seat} on {target} ends[: {why}]. §12.10"
    seat: int
    target: int
    why: str


class Cloaked(EventKind, about=MOVEMENT):
    """A ship has cloaked."""

    sentence = "{seat} cloaks, {power:power}. §12.7"
    seat: int
    power: int


class Uncloaked(EventKind, about=MOVEMENT):
    """A ship's cloak has ended."""

    sentence = "{seat} drops its cloak[: {why}]. §12.7"
    seat: int
    why: str


class Swept(EventKind, about=MOVEMENT):
    """A ship may attack a cloaked one for this turn."""

    sentence = "{seat} sweeps {target} out of its cloak for this turn, {power:power}. §12.6"
    seat: int
    target: int
    power: int


class PieceMoved(EventKind, about=MOVEMENT):
    """A piece has moved to another hex."""

    sentence = "{title} moves[ from {from}] to {at}."
    seat: int | None
    title: str
    from_: list[int]
    at: list[int]
