"""The kinds of events of a day with their sentences. Who may read an event is said where it happens."""

from __future__ import annotations

from incursions.engine import EventKind


class EventStarted(EventKind):
    """The event has begun."""

    sentence = "The event starts."


class PhaseBegan(EventKind):
    """A phase has begun (rules W2.14)."""

    sentence = "Turn {turn}: the {phase} begins."
    turn: int
    phase: str


class ClockChanged(EventKind):
    """Control has stopped, started, lengthened or shortened the clock (rules W2.11)."""

    sentence = "Control: the clock {what}."
    what: str


class LastTurnNamed(EventKind):
    """Control has named this turn as the last (rules W27.1)."""

    sentence = "This is the last turn."


class EventEnded(EventKind):
    """The event is over (rules W27.1)."""

    sentence = "The event is over."


class Acted(EventKind):
    """A vessel's team has done something that needs no more words; `detail` names a teammate whose work it was."""

    sentence = "{seat}: {what}{detail}."
    seat: str
    what: str
    detail: str


class StationUsed(EventKind):
    """A station has been used (rules W11.1)."""

    sentence = "{seat} uses {station}{detail}{result}."
    seat: str
    station: str
    detail: str
    result: str


class OrderFailed(EventKind):
    """An order that was left for muster has become impossible (rules W2.3)."""

    sentence = "Your order for the {station} of {vessel} failed: {reason} ({rule})."
    vessel: str
    station: str
    reason: str
    rule: str


class MoraleRolled(EventKind):
    """A vessel has rolled for morale, shown with its working (rules W4.2)."""

    sentence = "{vessel} rolls for morale: {working}: {change}. Morale is {morale}."
    vessel: str
    working: str
    change: str
    morale: int


class MoraleMoved(EventKind):
    """The track of a vessel has moved at once (rules W4.7)."""

    sentence = "Morale of {vessel} is {morale}."
    vessel: str
    morale: int


class FleetMoraleMoved(EventKind):
    """Every track of the fleet has moved (rules W5.1)."""

    sentence = "Fleet Morale {number:+}: {reason}."
    number: int
    reason: str


class RiotRolled(EventKind):
    """A vessel has rolled for a riot, or need not (rules W22.1)."""

    sentence = "{vessel}: {result}."
    vessel: str
    result: str


class RiotAppeared(EventKind):
    """A riot has appeared on a station (rules W22.3)."""

    sentence = "{vessel}: a riot breaks out on {station}."
    vessel: str
    station: str


class RiotFought(EventKind):
    """A unit has tried to disperse a riot (rules W22.7)."""

    sentence = "{unit} rolls {die} against the riot on {station} of {vessel}: {result}."
    unit: str
    die: str
    station: str
    vessel: str
    result: str


class SupplyFixed(EventKind):
    """Supply can no longer be changed (rules W2.9)."""

    sentence = "Supply is fixed: it cannot be changed any more this turn."


class NewsEffect(EventKind):
    """Control has stated the effect of the news (rules W25.4)."""

    sentence = "Effect of the news on {vessel}: {number:+}."
    vessel: str
    number: int


class StationDamaged(EventKind):
    """A damage card lies on a station (rules W12.1)."""

    sentence = "{vessel}: {station} is damaged: {card}."
    vessel: str
    card: str
    station: str


class CrewHurt(EventKind):
    """Crew has been wounded or lost (rules W9.7, W9.9)."""

    sentence = "{vessel}: {training} crew of {station} is {what}."
    vessel: str
    training: str
    station: str
    what: str


class UnitHurt(EventKind):
    """A unit has been damaged, destroyed, built or mended (rules W17)."""

    sentence = "{unit} is {what}."
    unit: str
    what: str


class GoodsMoved(EventKind):
    """An effect has changed a hold (rules W7.5)."""

    sentence = "{vessel}: {what}."
    vessel: str
    what: str


class VesselDestroyed(EventKind):
    """A vessel had to draw and had no card left (rules W12.10)."""

    sentence = "{vessel} is destroyed."
    vessel: str


class StationRepaired(EventKind):
    """A station has been repaired (rules W12.7)."""

    sentence = "{vessel}: {station} is repaired{detail}."
    vessel: str
    station: str
    detail: str


class ShuttleFlew(EventKind):
    """A shuttle has flown, loaded or unloaded (rules W10.3)."""

    sentence = "{shuttle} {what}."
    shuttle: str
    what: str


class LeaveAsked(EventKind):
    """Leave has been asked for (rules W9.4, W10.5)."""

    sentence = "{seat} asks {whom} for {what}."
    seat: str
    whom: str
    what: str


class OfferEnded(EventKind):
    """An offer has been accepted, declined or withdrawn (rules W26.8)."""

    sentence = "{seat} {what} {offer}."
    seat: str
    what: str
    offer: str


class VesselMoved(EventKind):
    """A vessel lies in a quadrant of the map (rules W13)."""

    sentence = "{vessel} moves to quadrant {quadrant}."
    vessel: str
    quadrant: int


class PursuitMoved(EventKind):
    """The Pursuit Track has moved (rules W14)."""

    sentence = "Pursuit is {level}."
    level: int


class AttackDeclared(EventKind):
    """A Wolf attack has begun (rules W15.1)."""

    sentence = "Wolf attack! {wolves}."
    wolves: str


class RoundBegan(EventKind):
    """A round of an attack has begun (rules W15.6)."""

    sentence = "{side} round {number} begins."
    side: str
    number: int


class Fought(EventKind):
    """A unit has rolled in combat (rules W16)."""

    sentence = "{unit} rolls {die}: {result}."
    unit: str
    die: str
    result: str


class UnitMoved(EventKind):
    """A unit goes to a quadrant of the map, or by shuttle to another vessel (rules W13.3, W16.1, W16.9)."""

    sentence = "{unit} goes to {place}."
    unit: str
    place: str


class AttackEnded(EventKind):
    """A Wolf attack is over (rules W15.10)."""

    sentence = "The attack is over."


class SignMoved(EventKind):
    """A vessel's Jump sign has been raised or lowered (rules W18.7)."""

    sentence = "{vessel} {what} the Jump sign."
    vessel: str
    what: str


class VesselJumped(EventKind):
    """A vessel has jumped; only those there know where (rules W18.8)."""

    sentence = "{vessel} arrives at {place} for {fuel} fuel."
    vessel: str
    place: str
    fuel: int


class VesselsLeft(EventKind):
    """Vessels have jumped, as everybody sees on the map."""

    sentence = "Jumped: {vessels}."
    vessels: str


class JumpFailed(EventKind):
    """A vessel no longer meets the conditions of its jump (rules W18.13)."""

    sentence = "{vessel} does not jump: {reason} ({rule})."
    vessel: str
    reason: str
    rule: str


class DestinationDrawn(EventKind):
    """A destination card has been drawn (rules W18.2)."""

    sentence = "Destination drawn: {title}."
    title: str


class DestinationsSeen(EventKind):
    """The next destination cards have been seen."""

    sentence = "Next destinations: {titles}."
    titles: str


class PanelRead(EventKind):
    """Somebody has looked at a panel or a deck (rules W20.1, W12.5)."""

    sentence = "{what}: {words}."
    what: str
    words: str


class CardPlayed(EventKind):
    """An action card has been played (rules W21)."""

    sentence = "{seat} plays {card}: {text}"
    seat: str
    card: str
    text: str


class CardMoved(EventKind):
    """An action card has changed hands (rules W21.2, W21.7)."""

    sentence = "{card} goes to {seat}."
    card: str
    seat: str


class MotionMoved(EventKind):
    """A motion has been asked for, opened or closed (rules W6.2, W6.5)."""

    sentence = "Council: {what}: {text}.{votes}"
    what: str
    text: str
    votes: str


class SpokenInCouncil(EventKind):
    """A member has spoken in council (rules W6.3)."""

    sentence = "{seat}: {text}"
    seat: str
    text: str


class AdmiralOrdered(EventKind):
    """The President's office has ordered the Admiral (rules W6.9)."""

    sentence = "{seat} orders the Admiral: {text}, because {reason}."
    seat: str
    text: str
    reason: str


class Announced(EventKind):
    """An announcement or a broadcast to the whole room (rules W25)."""

    sentence = "{seat}: {text}"
    seat: str
    text: str


class BroadcastScheduled(EventKind):
    """The News Media have left a broadcast for the close, or nothing (rules W25.1)."""

    sentence = "{seat} leaves a broadcast for the close: {text}"
    seat: str
    text: str


class NoteSent(EventKind):
    """A note has been written, delivered or returned (rules W23.2)."""

    sentence = "Note {number} of {writer} to {reader} is {what}."
    number: int
    writer: str
    reader: str
    what: str


class PlaceChanged(EventKind):
    """A player is elsewhere (rules W23.1, W24)."""

    sentence = "{seat} {what}."
    seat: str
    what: str


class ProposalMade(EventKind):
    """A proposal has been made, answered or carried out (rules W26.1)."""

    sentence = "Proposal {number} of {seat}: {text}."
    number: int
    seat: str
    text: str


class ChoicePut(EventKind):
    """A choice has been put or answered (rules W26.11)."""

    sentence = "{vessel}: {text}."
    vessel: str
    text: str


class PromptBrought(EventKind):
    """Control brings an event (rules W26.6)."""

    sentence = "{title}: {text}"
    title: str
    text: str


class ControlChanged(EventKind):
    """Control has changed something, with a reason (rules W26.2)."""

    sentence = "Control: {what}, because {reason}."
    what: str
    reason: str


class Overruled(EventKind):
    """Control has overruled a rule, with a reason (rules W26.7)."""

    sentence = "Control overrules {rule}: {reason}."
    rule: str
    reason: str
