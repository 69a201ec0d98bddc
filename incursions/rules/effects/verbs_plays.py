"""Performers of verbs about playing: cancel, choose, added maneuvers, permissions (rules 6.2, 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.crew.removal import take_away
from incursions.rules.effects.aims import candidates, seats_meant
from incursions.rules.effects.beginning import THIS_ATTACK, begin
from incursions.rules.effects.conditions import Situation, hold
from incursions.rules.effects.lasting import start_lasting
from incursions.rules.events.cards import Chosen, ManeuversAdded
from incursions.rules.plays.announcements import open_announcement
from incursions.rules.plays.any_time import PARTS, parts_reached
from incursions.rules.plays.bound_maneuvers import OR
from incursions.rules.refs import Ref, card_ref, word_ref

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effect, Option
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game

LOSSES = {  # names of unnamed Dilemma options in lines, by verb
    "add_damage": "more damage",
    "deal": "damage",
    "displace": "lost officers",
    "lose_power": "lost power",
    "maneuvers": "a lost maneuver",
    "remove": "a lost card",
    "take": "a lost card",
    "turn_over": "a card face down",
}
USABLE = "ignore its usage limitation"  # the permission for a card taken (rules 13.11)


def cancel(game: Game, frame: Resolution, effect: Effect) -> None:
    """Cancel the last announcement, in the part named if it still can be cancelled (rules 13.9, 13.13)."""
    announcement = open_announcement(game)
    parts = parts_reached(game, effect, announcement)
    part = frame.marked("part", PARTS[0])
    if announcement is not None and parts:
        announcement.cancel(game, part if part in parts else parts[0], frame.user)
    _use_up(game, frame)


def _use_up(game: Game, frame: Resolution) -> None:
    """Discard a card that lies before a player until it is used (rules 13.4.5)."""
    source = frame.source
    lies = any(before.card == source for player in game.players for before in player.before)
    removal = game.piece(source).effects.removal
    if isinstance(source, int) and lies and removal is not None and removal.used:
        take_away(game, card_ref(source))


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
        game.tell(Chosen, seat=seat, title=game.piece(frame.source).title, option=ref[1])
        if frame.target is None and seat != frame.user:
            frame.target = ("seat", seat)
        _begin_option(game, frame, effect, named[ref])


def name_of_option(game: Game, frame: Resolution, option: Option) -> str:
    """Return the name of an option in a line: its own, else the loss that its first effect is."""
    effects = game.piece(frame.source).effects
    first = effects[option.effects[0]]
    if option.name is None and first.verb == "forbid":
        return f"no {first.fields['action']}"
    return option.name or LOSSES.get(first.verb, first.verb.replace("_", " "))


def _begin_option(game: Game, frame: Resolution, effect: Effect, option: Option) -> None:
    """Carry out the option's effects next; those with a trigger of their own wait for it during this attack."""
    printed = game.piece(frame.source).effects
    now = [number for number in option.effects if printed[number].trigger == effect.trigger]
    for number in option.effects:
        if number not in now:
            start_lasting(game, frame.source, printed[number], frame.user, frame.target_seat, until=THIS_ATTACK)
    frame.insert_effects(now)


def maneuvers(game: Game, frame: Resolution, effect: Effect) -> None:
    """Add maneuvers to this turn, up to four in all, or remove some from each target's next turn (rules 6.2, 6.9)."""
    number = effect.fields["number"]
    if number < 0:
        for seat in seats_meant(game, frame, effect, "you"):
            start_lasting(game, frame.source, effect, frame.user, seat, until="his next turn")
        return
    turn = game.turn
    if turn is not None and turn.seat == frame.user:
        added = turn.add_maneuvers(number, OR.join(effect.fields.get("kind", ())))
        game.tell(ManeuversAdded, seat=frame.user, number=added, left=turn.left)


def allow(game: Game, frame: Resolution, effect: Effect) -> None:
    """Permit the use of a card taken despite its usage limitation (rules 13.11), or put another permission in force."""
    if effect.fields["action"] != USABLE:
        begin(game, frame, effect)
        return
    for ref in candidates(game, frame, effect, "the card taken"):
        if ref[0] == "card":
            game.board.usable.add(ref[1])
