"""Performers of defence verbs: an evasion by a card, and redirection (rules 11.1, 11.2, 11.11, 17.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.attacks.attack import attack_under_way
from incursions.rules.attacks.defence_cards import redirected_to
from incursions.rules.attacks.evasion import Evasion
from incursions.rules.attacks.may_defend import score_with
from incursions.rules.events.attacks import Redirected
from incursions.rules.plays.card_faces import ANY_TIME

if TYPE_CHECKING:
    from incursions.rules.attacks.full_attack import FullAttack
    from incursions.rules.effects.effect import Effect
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game

CARD_TAKEN = "the card taken"


def try_evasion(game: Game, frame: Resolution, effect: Effect) -> None:
    """Start an evasion of rules 11.1 without the first power; each power spent adds 1 (rules 11.2, 11.7)."""
    attack = attack_under_way(game)
    evading = any(isinstance(below, Evasion) for below in game.stack)  # the roll of an evasion starts no other evasion
    if attack is not None and attack.target == frame.user and not evading:
        power = frame.marked("power", 0)
        score = score_with(game, attack, power + effect.fields.get("bonus", 0))
        besides = isinstance(frame.source, int) and game.cards[frame.source].card.play_method == ANY_TIME
        game.stack.append(Evasion(frame.user, score, power, besides=besides))


def redirect_attack(game: Game, attack: FullAttack, frame: Resolution, effect: Effect) -> None:
    """Redirect the attack to a piece, or let a shuttle just tabled absorb it (rules 11.11, 17.8)."""
    if effect.fields["to"] == CARD_TAKEN:
        attack.armour = frame.marked("card")
    elif isinstance(frame.source, int):  # a tile redirects no attack
        found = redirected_to(game, attack, frame.user, frame.source, effect)
        if picked := frame.pick(game, frame.user, found, "What takes the attack instead?", "11.11", topic="target"):
            attack.move_to(game, picked)
            game.tell(Redirected, seat=frame.user, weapon=attack.weapon, **attack.names(game))
