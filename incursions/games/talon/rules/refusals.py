"""Refusals: why a text is no option now, judged as rules T25.4 says."""

from __future__ import annotations

from incursions.engine import Refusal
from incursions.engine.standing import CONCEDE
from incursions.games.talon.rules import deployment, fire, power_phase, steps
from incursions.games.talon.rules.acts import GRAVITY, POWER_PHASE, SET_UP, STEPS, Act, UnreadableActError
from incursions.games.talon.rules.kinds import ActKind
from incursions.games.talon.rules.power_phase import RowStep
from incursions.games.talon.rules.shooting import Fault
from incursions.games.talon.rules.state import GameState
from incursions.games.talon.rules.steps import Step

KINDS: dict[str, ActKind] = {**steps.KINDS, **power_phase.KINDS, deployment.KIND.verb: deployment.KIND}
FORCED = {
    "push": Fault("T17.4", "No ship is pushed there now"),
    "pull": Fault("T21.6", "No ship is pulled there now"),
    "strike": Fault("T9.7", "This missile is not to be chosen now"),
    "damage": Fault("T9.10", "No damage to this ship waits to be ordered"),
    "shift": Fault("T21.7", "This ship is not to be shifted now"),
}
"""The reasons why a forced choice is not open, by verb."""


def find_refusal(game: GameState, seat: int | None, text: str) -> Refusal:
    """Return the reason why a text that is no option cannot be played by the seat."""
    if text == CONCEDE and seat in game.conceded:
        return Refusal(text, "T25.6", "You have conceded")
    try:
        act = game.battlefield.read_act(text)
    except UnreadableActError as problem:
        return Refusal(text, "T25.1", str(problem))
    if act.text != text:
        return Refusal(text, "T25.1", f"{text!r} is no act of this game; {act.text!r} is")
    fault = _find_fault(game, seat if seat in game.battlefield.side_of_seat else None, act)
    return Refusal(text, fault.rule, fault.reason)


def _find_fault(game: GameState, seat: int | None, act: Act) -> Fault:
    """Return the first of the act's own fault, its step, its turn and its seat (rules T25.4)."""
    if act.verb in FORCED:
        return _find_choice_fault(game, seat, act)
    if act.verb == "end":
        return _find_end_fault(game, seat, act)
    kind = KINDS[act.verb]
    return (
        kind.find_fault(game, act)
        or _find_step_fault(game, kind.step)
        or _find_owner_fault(game, seat, act)
        or _find_wait_fault(game, seat)
    )


def _find_choice_fault(game: GameState, seat: int | None, act: Act) -> Fault:
    """Return why a forced choice is not this seat's to make: there is none, or it is another's (rules T25.4)."""
    question = game.decision
    if seat is None or question is None or act.text not in question:
        return FORCED[act.verb]
    sides = game.battlefield.side_of_seat
    if sides[seat] != sides[question.seat]:
        return Fault("T4.2", "The other side chooses")
    return Fault("T1.5", "Another seat of your side chooses")


def _find_step_fault(game: GameState, step: str) -> Fault | None:
    """Return why the step of an act is not open, or None (rules T4.5)."""
    if game.step == step:
        return None
    rule = "T3.10" if step == SET_UP else "T4.5"
    return Fault(rule, f"This is for {_name_step(step)}; it is {_name_step(game.step)} now")


def _name_step(step: str) -> str:
    if step in STEPS:
        return f"the {step} step"
    return {POWER_PHASE: "the Power Phase", GRAVITY: "gravity", SET_UP: "set-up"}.get(step, "the start")


def _find_owner_fault(game: GameState, seat: int | None, act: Act) -> Fault | None:
    """Return why a ship or missile does not obey the seat, or None (rules T4.2, T1.5)."""
    if seat is None:
        return Fault("T1.5", "Only players act with ships")
    own = game.battlefield.side_of_seat[seat]
    if act.ship >= 0:
        side, owner, name = game.ships[act.ship].side, game.ships[act.ship].seat, game.ships[act.ship].name
    else:
        side = game.missiles[act.missile].side
        owner, name = game.first_seat(side), f"missile {act.missile}"
    if side != own:
        return Fault("T4.2", f"{name} is not of your side")
    if side != game.side:
        return Fault("T4.2", "It is the other side's turn")
    return None if owner == seat else Fault("T1.5", f"{name} is another seat's")


def _find_wait_fault(game: GameState, seat: int | None) -> Fault:
    """Return why a seat must wait whose act has no other fault."""
    question = game.decision
    if question is not None and question.seat != seat:
        if game.battlefield.side_of_seat[question.seat] == game.side:
            return Fault("T1.5", f"Seat {question.seat} is asked now")
        return Fault("T25.3", "The other side has something to choose first")
    return fire.find_volley_fault(game) or Fault("T25.3", "Something else has to be chosen first")


def _find_end_fault(game: GameState, seat: int | None, act: Act) -> Fault:
    """Return why a step cannot be closed now (rules T4.6)."""
    if act.detail not in (*STEPS, POWER_PHASE):
        return Fault("T25.1", f"There is no {act.detail} to end")
    own = None if seat is None else game.battlefield.side_of_seat[seat]
    step_fault = _find_step_fault(game, act.detail)
    if step_fault is not None:
        return step_fault
    if own != game.side:
        return Fault("T4.2", "It is the other side's turn")
    frame = game.stack[-1] if game.stack else None
    if isinstance(frame, Step | RowStep) and frame.seat == seat:
        return frame.find_end_fault(game) or Fault("T4.6", "The step is closed")
    return _find_wait_fault(game, seat)
