"""The next steps of Control: the one that follows, the alarm, and the close as a checklist (rules W2.9, W2.14, W15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from incursions.games.wolves.pages.inbox import BOTH, list_unrolled
from incursions.games.wolves.pages.troubles import list_unsupplied, name_some
from incursions.games.wolves.rules.attack import deal_units, describe_wolves
from incursions.games.wolves.rules.content.definitions import QUADRANTS
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.morale import is_effect_stated
from incursions.games.wolves.rules.news import SILENCE
from incursions.games.wolves.rules.roles import is_action_phase
from incursions.games.wolves.rules.state import ACTION, CLOSE, ENDED, FLEET, MUSTER, SETUP, TEAM, Attack
from incursions.games.wolves.rules.turn import are_effects_stated


class Step(NamedTuple):
    """A command of Control as a button, with the keys that give it; `obstacle` is what it waits for, if anything."""

    text: str
    label: str
    keys: str = "n"
    obstacle: str = ""


class Check(NamedTuple):
    """A line of the checklist of the close: what is to be done, whether it is, and the words about it."""

    name: str
    title: str
    is_done: bool
    words: str


PHASE_STEPS = {
    SETUP: Step("start the event", "Start the event"),
    MUSTER: Step("begin action", "End muster"),
    ACTION: Step("begin team", "Begin the Team phase"),
    TEAM: Step("begin close", "Begin the close"),
}


def find_step(game: Game) -> Step | None:
    """Return the step that comes next; None when the event is over."""
    state = game.state
    if state.attack is not None:
        if state.attack.side == FLEET:
            return Step("close the Fleet round", "Close the Fleet round", "n r")
        return Step("play the Wolf round", "Play the Wolf round", "n r")
    if state.phase == CLOSE:
        waits = "" if are_effects_stated(game) else "State the effect of the news first (W2.9)"
        if state.is_last_turn:
            return Step("end the event", "End the event", obstacle=waits)
        return Step("begin turn", f"Begin turn {state.turn + 1}", obstacle=waits)
    return PHASE_STEPS.get(state.phase)


def describe_next(game: Game) -> Mapping[str, Any]:
    """Return what the part for the next step shows."""
    state = game.state
    checks = list_checks(game) if state.phase == CLOSE else []
    return {
        "step": find_step(game),
        "in_turn": state.in_turn,
        "turn": state.turn if state.in_turn else 0,
        "is_over": state.phase == ENDED,
        "clock": state.clock,
        "can_alarm": is_action_phase(game) and state.attack is None,
        "level": game.content.wolves.levels[state.pursuit],
        "example": suggest_wolves(game),
        "signs": [vessel for vessel in state.alive if vessel.sign],
        "checks": checks,
        "may_state": [check.is_done for check in checks[:2]] == [True, False],
        "effects": list_effects(game),
        "stated": [(vessel.name, state.news.get(vessel.name)) for vessel in state.alive],
        "prompts": [each for each in game.content.prompts.values() if each.number not in state.prompts],
        "is_last_turn": state.is_last_turn,
        "turn_minutes": game.content.fleet.minutes.action + game.content.fleet.minutes.team,
        "minutes_after_phase": _count_minutes_after_phase(game),
    }


def _count_minutes_after_phase(game: Game) -> int | str:
    """Return the minutes of this turn that are left when the clock of its phase is at zero; "" between turns."""
    minutes, phase = game.content.fleet.minutes, game.state.phase
    of_action = minutes.action - minutes.muster if phase == MUSTER else 0
    return of_action + (minutes.team if phase in (MUSTER, ACTION) else 0) if game.state.in_turn else ""


def suggest_wolves(game: Game) -> str:
    """Return the units of the pursuit level in words, in the first quadrants: a text to change."""
    level = game.content.wolves.levels[game.state.pursuit]
    wolves = deal_units(level, QUADRANTS[: level.quadrants])
    return describe_wolves(Attack(game.state.fleet_at, [], wolves=wolves))


def list_effects(game: Game) -> list[int]:
    """Return the effects that the news may have, the worst first; 0 without a broadcast (rules W25.3, W25.4)."""
    most = game.content.fleet.news_range if game.state.has_broadcast else 0
    return list(range(-most, most + 1))


def list_checks(game: Game) -> list[Check]:
    """Return the checklist of the close in the order of W2.9."""
    state = game.state
    missing = [vessel.name for vessel in state.alive if list_unsupplied(game, vessel)]
    unstated = [vessel.name for vessel in state.alive if not is_effect_stated(game, vessel)]
    unrolled = list_unrolled(game)
    wait = max(0, SILENCE - state.clock.since_close)
    is_silent = not state.has_broadcast and not wait
    said = "Made." if state.has_broadcast else "None came. Go on without." if is_silent else "Wait for it, or a minute."
    names = [name if rolls == BOTH else f"{name} ({rolls})" for name, rolls in unrolled]
    return [
        Check("broadcast", "The broadcast", state.has_broadcast or is_silent or bool(state.news), said),
        Check("effect", "Effect of the news", not unstated, _say_rest("Not stated", unstated, "Stated.")),
        Check("supply", "Supply", not missing, _say_rest("Not set", missing, "Set by all.")),
        Check("rolls", "Morale and riots", not unrolled, _say_rest("To roll", names, "All have rolled.")),
    ]


def _say_rest(words: str, names: Sequence[str], none: str) -> str:
    """Return what is left to do by these vessels, or the words for none."""
    return f"{words}: {name_some(names)}." if names else none
