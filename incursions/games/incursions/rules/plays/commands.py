"""Commands: readied before a maneuver, one for each, and announced with it (rules 13.6, 13.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.games.incursions.rules.effects.in_force import Situation, hold
from incursions.games.incursions.rules.events.cards import CommandReady
from incursions.games.incursions.rules.printed.pieces import ANY_TIME, printed_fact
from incursions.games.incursions.rules.state.cards_in_play import (
    Refused,
    in_hand,
    lines_for,
    why_no_room,
    why_not_usable,
)
from incursions.games.incursions.rules.state.phrases import PLAY, parse_option

if TYPE_CHECKING:
    from incursions.engine.frames import Frame
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.pieces import GameCard

COMMAND_NATURE = "Command"
ANY, NONE = "any", "none"
TACTICAL = "tactical"
NOT_TACTICAL = ("attack", "assimilation")


@printed_fact
def attaches_to(card: GameCard) -> tuple[str, ...]:
    """Return what a command goes with: kinds of maneuver, ship weapons, any; () if it is played by itself."""
    printed: Any = card.definition.get("attaches_to", ANY if card.nature == COMMAND_NATURE else NONE)
    words = printed if isinstance(printed, list) else str(printed).split(" or ")
    return () if card.play_method == ANY_TIME or words == [NONE] else tuple(words)


@printed_fact
def is_attached(card: GameCard) -> bool:
    """Return True for a command that goes with a maneuver."""
    return card.nature == COMMAND_NATURE and bool(attaches_to(card))


def attaches(card: GameCard, kind: str, said: tuple[str, ...]) -> bool:
    """Return True if the command goes with a maneuver of this kind and line (rules 13.6)."""
    first = parse_option(said[0] if said else "")
    weapon = (first.subject or first.title) if first.verb == "fire" else None
    tactical = kind not in NOT_TACTICAL
    return any(word in (ANY, kind, weapon) or (word == TACTICAL and tactical) for word in attaches_to(card))


def speaks_of(game: Game, seat: int, number: int, frame: Frame[Any]) -> bool:
    """Return True if the command applies to the announced maneuver by the conditions of its effects.

    A command that would change nothing in it waits for another maneuver (rules 13.6).
    """
    effects = game.cards[number].card.effects.by_trigger
    before = [*effects.get("attached", ()), *effects.get("scoring", ())]
    situation = Situation(number, seat, getattr(frame, "target", None), frame)
    return not before or any(hold(game, situation, effect.conditions) for effect in before)


def why_not_ready(game: Game, seat: int, number: int) -> Refused | None:
    """Return the rule and the reason why this command cannot be readied at the question for a maneuver, or None."""
    card = game.cards[number].card
    if found := why_not_usable(game, seat, number):
        return found
    for other in game.players[seat].commands:
        ready = game.cards[other].card
        if _compete(attaches_to(card), attaches_to(ready)):
            return "13.6", f"{ready.title} lies ready for the same maneuver, and a maneuver takes one command"
    return why_no_room(game, seat, number) if card.play_method != "Use and discard" else None


def lay_ready(game: Game, seat: int, number: int) -> None:
    """Ready a command of the hand for the next maneuver that it fits."""
    player = game.players[seat]
    player.hand.remove(number)
    player.commands.append(number)
    game.tell(CommandReady, seat=seat, title=game.cards[number].card.title)


def lines_to_lay(game: Game, seat: int) -> dict[str, int]:
    """Return the commands of the hand that can be readied now, by their lines."""
    commands = in_hand(game, seat, is_attached)
    return lines_for(game, PLAY, commands, lambda number: why_not_ready(game, seat, number) is None)


def _compete(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return True if both could go with one maneuver."""
    return ANY in (*one, *other) or not _expand_kinds(one).isdisjoint(_expand_kinds(other))


def _expand_kinds(words: tuple[str, ...]) -> set[str]:
    """Return the words with those that "attack" and "tactical" include."""
    weapons = {"phasers", "disruptors", "torpedoes"}
    found = set(words)
    if "attack" in found:
        found |= weapons
    if TACTICAL in found:
        found |= {"warp", "explore", "repair", "tractor", "tachyon_sweep", "cloak", "card"}
    return found
