"""Performers of verbs about playing: cancel, choose, added maneuvers, permissions (rules 6.2, 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.effects.aims import candidates, seats_meant
from incursions.rules.effects.beginning import THIS_ATTACK, begin
from incursions.rules.effects.conditions import Situation, hold
from incursions.rules.effects.lasting import start_lasting
from incursions.rules.refs import Ref, word_ref

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effect, Option
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game

LOSSES = {  # names of unnamed Dilemma options in lines, by verb
    "add_damage": "more damage",
    "deal": "damage",
}
USABLE = "ignore its usage limitation"  # the permission for a card taken (rules 13.11)


def choose(game: Game, frame: Resolution, effect: Effect) -> None:
    """Let the user, or in a Dilemma the target, choose one of the possible options (rules 13.18)."""
    struck = [frame.user] if effect.fields["who"] == "you" else seats_meant(game, frame, effect, "the target")
    seat = next(iter(struck), None)
    if seat is None or game.ships[seat].out is not None:
        return
    situation = Situation(frame.source, frame.user, seat if seat != frame.user else frame.target_seat, frame)
    open_to = [option for option in effect.fields["options"] if hold(game, situation, option.needs)]
    named: dict[Ref, Option] = {}
    for option in open_to:
        word = name_of_option(game, frame, option)
        named[word_ref(word if word_ref(word) not in named else f"{word} #2")] = option
    title = f"{game.piece(frame.source).title}: which of the two?"
    ref = frame.pick(game, seat, named, title, "13.18", topic="dilemma" if seat != frame.user else "choice")
    if ref:
        game.emit("chosen", {"seat": seat, "title": game.piece(frame.source).title, "option": ref[1]})
        if frame.target is None and seat != frame.user:
            frame.target = ("seat", seat)
        _begin_option(game, frame, effect, named[ref])


def name_of_option(game: Game, frame: Resolution, option: Option) -> str:
    """Return the name of an option in a line: its own, else the loss that its first effect is."""
    effects = game.piece(frame.source).effects
    first = effects[option.effects[0]]
    if option.name is None and first.verb == "forbid":
        return f"no {first.fields['action']}"
    return option.name or LOSSES.get(first.verb) or game.verbs[first.verb].name_loss(first)


def _begin_option(game: Game, frame: Resolution, effect: Effect, option: Option) -> None:
    """Carry out the option's effects next; those with a trigger of their own wait for it during this attack."""
    printed = game.piece(frame.source).effects
    now = [number for number in option.effects if printed[number].trigger == effect.trigger]
    for number in option.effects:
        if number not in now:
            start_lasting(game, frame.source, printed[number], frame.user, frame.target_seat, until=THIS_ATTACK)
    frame.insert_effects(now)


def allow(game: Game, frame: Resolution, effect: Effect) -> None:
    """Permit the use of a card taken despite its usage limitation (rules 13.11), or put another permission in force."""
    if effect.fields["action"] != USABLE:
        begin(game, frame, effect)
        return
    for ref in candidates(game, frame, effect, "the card taken"):
        if ref[0] == "card":
            game.board.usable.add(ref[1])
