"""The kinds of events of Talon. Ships are named by index, sides by 0 or 1; hexes are pairs of coordinates."""

from __future__ import annotations

from collections.abc import Mapping

from incursions.engine import EventKind, standing
from incursions.engine.events import OPTIONAL
from incursions.engine.hexes import Hex

# The course of a match.


class Started(EventKind, about="set-up"):
    """A battle of this title begins; `sides` are the names of the sides by seat (rules T1.5, T23.1).

    `ships` are their names by index, and `seats` the seats that play them.
    """

    sentence = ""
    title: str
    sides: list[str]
    ships: list[str]
    seats: list[int]


class Placed(EventKind, about="set-up"):
    """A ship, or terrain (`ship` is absent), stands in a hex before the battle (rules T3.2)."""

    sentence = ""
    at: Hex
    ship: int = OPTIONAL
    terrain: str = OPTIONAL


class RoundBegan(EventKind):
    """A round has begun (rules T4.1)."""

    sentence = ""
    round: int


class TurnBegan(standing.TurnBegan):
    """The turn of a side in an impulse has begun; `seat` is its first seat (rules T4.2)."""

    sentence = ""
    seat: int
    round: int
    side: int
    letter: str


class PowerPhaseBegan(EventKind):
    """The Power Phase has begun (rules T11.1)."""

    sentence = ""
    round: int


class GravityBegan(EventKind):
    """The black holes pull (rules T21.5)."""

    sentence = "The black holes pull."
    round: int


class InitiativeMarked(EventKind, about="power"):
    """A ship has laid a change or a defend mark (rules T4.8)."""

    sentence = ""
    ship: int
    what: str


class InitiativePassed(EventKind):
    """The initiative has passed to a side (rules T4.8)."""

    sentence = "The initiative passes to {side}."
    side: int


# Power.


class BoxCharged(EventKind, about="power"):
    """A ship has charged a box of a group for 1 AP (rules T5.4)."""

    sentence = "{ship} charges its {group} group."
    ship: int
    group: str


class Reinforced(EventKind, about="power"):
    """A ship has reinforced an arc (rules T5.5)."""

    sentence = "{ship} reinforces its {arc} shield until {letter} of the next round."
    ship: int
    arc: str
    letter: str


class ReinforcementsGone(EventKind, about="power"):
    """Reinforcements of a letter have gone (rules T5.5), or all of them in a nebula or with the shields down."""

    sentence = "Reinforcements of {ship} wear off."
    ship: int


class Tightened(EventKind, about="power"):
    """A ship's turn wait is one less (rules T5.7)."""

    sentence = ""
    ship: int
    wait: int


class SlipMarked(EventKind, about="power"):
    """A ship may slip in its next move (rules T5.8)."""

    sentence = "{ship} prepares a side slip."
    ship: int


class BatteryFilled(EventKind, about="power"):
    """A ship has filled its battery (rules T12.1)."""

    sentence = "{ship} fills its battery."
    ship: int


class BatteryUsed(EventKind, about="power"):
    """A battery has given its ship 1 AP (rules T12.1)."""

    sentence = "{ship} draws on its battery."
    ship: int


class PowerSent(EventKind, about="power"):
    """A carrier or Base has given a squadron its AP (rules T14.4)."""

    sentence = "{ship} sends power to {target}."
    ship: int
    target: int


class Retargeted(EventKind, about="missiles"):
    """A missile has another target (rules T15.13)."""

    sentence = "{ship} turns missile {missile} on {target}."
    ship: int
    missile: int
    target: int


# Movement.


class Moved(EventKind, about="movement"):
    """A ship has moved one hex; `way` is one of `WAYS`, `is_burn` for an afterburner (rules T6.2, T12.3)."""

    sentence = ""
    ship: int
    way: str
    start: Hex
    at: Hex
    facing: int
    is_burn: bool


class Rotated(EventKind, about="movement"):
    """A Base has turned (rules T16.2)."""

    sentence = "{ship} turns one hexside to the right."
    ship: int
    facing: int


class Shifted(EventKind, about="movement"):
    """A ship was moved by the gun or by gravity (rules T6.12)."""

    sentence = "{ship} is shifted from {start} to {at}."
    ship: int
    start: Hex
    at: Hex


class AsteroidStruck(EventKind, about="damage"):
    """A ship has entered an asteroid's hex (rules T20.6)."""

    sentence = "{ship} runs into the asteroids."
    ship: int


class NebulaEntered(EventKind, about="movement"):
    """A ship has entered a nebula: its shields are down (rules T20.10)."""

    sentence = "The shields of {ship} fail in the nebula."
    ship: int


class NebulaLeft(EventKind, about="movement"):
    """A ship has left a nebula: its shields are up again (rules T20.12)."""

    sentence = "{ship} leaves the nebula; its shields are up again."
    ship: int


class Collided(EventKind, about="damage"):
    """A ship is in a collision with a friend (rules T6.8)."""

    sentence = "{ship} collides with {other}."
    ship: int
    other: int


class DockedWith(EventKind, about="movement"):
    """A ship has docked with `host`, or has landed on the planet `at` (rules T19.4)."""

    sentence = ""
    ship: int
    host: int = OPTIONAL
    at: Hex = OPTIONAL


class MissileFlew(EventKind, about="missiles"):
    """A missile has flown one hex (rules T15.4)."""

    sentence = "Missile {missile} flies to {at}."
    missile: int
    start: Hex
    at: Hex


# Fire and damage.


class Launched(EventKind, about="missiles"):
    """A missile has been launched (rules T15.1)."""

    sentence = "{ship} launches missile {missile} at {target}."
    ship: int
    group: str
    missile: int
    target: int


class Fired(EventKind, about="fire"):
    """A weapon has been fired; `target` is a ship, or `missile` the number of one (rules T8.3)."""

    sentence = ""
    ship: int
    group: str
    weapon: str
    target: int = OPTIONAL
    missile: int = OPTIONAL


class Rolled(EventKind, about="fire"):
    """A shot has rolled a die, which counts so much after modifiers (rules T8.8)."""

    sentence = ""
    die: int
    counts: int


class CannonRolled(EventKind, about="fire"):
    """A fusion cannon has rolled the one die of a shot (rules T18.2)."""

    sentence = "Rolls {die} for all in the cone."
    die: int


class Hit(EventKind, about="fire"):
    """A shot has hit its target (rules T8.10)."""

    sentence = ""
    target: int = OPTIONAL
    missile: int = OPTIONAL


class Missed(EventKind, about="fire"):
    """A shot has missed its target (rules T8.8)."""

    sentence = ""
    target: int = OPTIONAL
    missile: int = OPTIONAL


class GroupHeld(EventKind, about="fire"):
    """A group half fired has been closed (rules T8.3)."""

    sentence = "{ship} holds the rest of its {group} group."
    ship: int
    group: str


class ArcRolled(EventKind, about="damage"):
    """Dice have chosen the arc of a ship that is struck: four dice, then those of ties (rules T9.8)."""

    sentence = ""
    ship: int
    arc: str
    dice: list[int]


class Damaged(EventKind, about="damage"):
    """Points of damage have fallen on a ship: so many on each layer; `arc` is "" for squadrons (rules T9.1)."""

    sentence = ""
    ship: int
    arc: str
    points: int
    reinforcements: int
    shields: int
    hull: int
    cause: str


class FighterLost(EventKind, about="damage"):
    """A fighter of a squadron is lost (rules T14.2)."""

    sentence = ""
    ship: int
    left: int


class CriticalRolled(EventKind, about="damage"):
    """A critical hit: the sum of two dice and its effect (rules T10.1)."""

    sentence = ""
    ship: int
    dice: list[int]
    effect: str


class GroupLost(EventKind, about="damage"):
    """A group of weapons is destroyed (rules T10.5)."""

    sentence = ""
    ship: int
    group: str
    dice: list[int]


class Exploded(EventKind, about="damage"):
    """A ship has exploded: its blast strikes the hexes around it (rules T9.5)."""

    sentence = ""
    ship: int
    at: Hex
    points: int


class Destroyed(EventKind, about="damage"):
    """A ship is destroyed (rules T9.4); `cause` is in words."""

    sentence = ""
    ship: int
    cause: str


class MissileStruck(EventKind, about="missiles"):
    """A missile has taken damage; `is_gone`: it is destroyed (rules T15.8)."""

    sentence = ""
    missile: int
    points: int
    is_gone: bool


class MissileHit(EventKind, about="missiles"):
    """A missile has hit its target (rules T15.7)."""

    sentence = "Missile {missile} hits {target}."
    missile: int
    target: int


class MissileLost(EventKind, about="missiles"):
    """A missile is gone: it flew into a planet, or found no foe near (rules T15.6, T15.16)."""

    sentence = ""
    missile: int
    cause: str


class TargetLost(EventKind, about="missiles"):
    """A missile has lost its target (rules T15.16)."""

    sentence = "Missile {missile} has lost its target."
    missile: int


class RepairTried(EventKind, about="damage"):
    """A ship has rolled for a repair; a 6 ends the effect (rules T10.9)."""

    sentence = ""
    ship: int
    effect: str
    die: int
    is_repaired: bool


# The Power Phase and retreat.


class RowSet(EventKind, about="power"):
    """A ship's row for the next round, told when its side closes the step (rules T11.3)."""

    sentence = ""
    ship: int
    row: str
    power: int


class GroupCharged(EventKind, about="power"):
    """A box of a group has filled in the Power Phase (rules T11.5)."""

    sentence = "{ship} charges its {group} group."
    ship: int
    group: str


class JumpAnnounced(EventKind, about="retreat"):
    """A ship has announced its jump (rules T13.2)."""

    sentence = "{ship} announces its jump."
    ship: int


class JumpCalledOff(EventKind, about="retreat"):
    """A ship has called off its jump (rules T13.4), or can jump no longer (T13.3)."""

    sentence = "{ship} calls off its jump."
    ship: int


class Jumped(EventKind, about="retreat"):
    """A ship has left for FTL (rules T13.2)."""

    sentence = ""
    ship: int


class Retreated(EventKind, about="retreat"):
    """A ship has left the battle; `how` is the way (rules T13.1)."""

    sentence = ""
    ship: int
    how: str


class BrokeUp(EventKind, about="damage"):
    """A ship has broken up for want of power (rules T11.6)."""

    sentence = "{ship} has no power left and breaks up."
    ship: int


class PointsGiven(EventKind):
    """A side has got points of an objective (rules T23.3)."""

    sentence = "{side} gets {points} points."
    side: int
    points: int


class Conceded(standing.Conceded):
    """A seat has conceded (rules T25.6)."""

    sentence = ""
    seat: int
    forfeit: bool


class SteppedBack(standing.SteppedBack):
    """The table has returned to an earlier moment (rules T25.7)."""

    sentence = ""


class Ended(standing.Ended):
    """The battle is over (rules T23.2)."""

    sentence = ""
    degree: str = OPTIONAL


KINDS: Mapping[str, type[EventKind]] = {
    kind.kind: kind
    for kind in list(vars().values())
    if isinstance(kind, type) and issubclass(kind, EventKind) and kind is not EventKind
}
"""All kinds of events, by name."""
