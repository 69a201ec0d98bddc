"""The question for a maneuver, whose lines are chosen in stages (rules 6.2, 20.4), and the kinds that may have options.

Of twenty kinds most have no option most of the time: nobody is cloaked, no beam holds the ship, no fitting card is
held. `grounds` finds in one pass what there is, and other kinds are skipped. If all kinds are asked, a match makes 0.88
as many decisions per second.
"""

from __future__ import annotations

from typing import ClassVar

from incursions.engine.frames import Choice, frame_class
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.attacks.attack import is_attacked
from incursions.games.incursions.rules.crew.espionage import ASSIMILATION
from incursions.games.incursions.rules.effects.in_force import BY_MANEUVER
from incursions.games.incursions.rules.events.turns import Declined
from incursions.games.incursions.rules.hexes.leaving import CATCH
from incursions.games.incursions.rules.plays import announcements, free_actions
from incursions.games.incursions.rules.plays.announcements import WEAPON_CARDS, announce, is_attached, is_for_any_time
from incursions.games.incursions.rules.plays.card_moves import hand_limit, titles
from incursions.games.incursions.rules.plays.card_plays import is_tabled_by_maneuver, is_weapon, own_turn_faces
from incursions.games.incursions.rules.printed.pieces import (
    OFFICER,
    OWNED_BODIES,
    SHUTTLE,
    Cards,
    GameCard,
    ShipCard,
    printed_fact,
)
from incursions.games.incursions.rules.state.cards_in_play import in_hand
from incursions.games.incursions.rules.state.game_state import GameState, Ground, ManeuverKind
from incursions.games.incursions.rules.state.phrases import DECLINE, parse_option
from incursions.games.incursions.rules.state.seats import CardsAtHand, Player, Ship
from incursions.games.incursions.rules.systems.power import is_divert, maneuvering_systems

POINTS = frozenset(OWNED_BODIES)
ORDINALS = ("", "first", "second", "third", "fourth")
TITLES = tuple(f"Your {ordinal} maneuver" for ordinal in ORDINALS)


def grounds(game: GameState, ship: Ship) -> int:
    """Return the sum of the `Ground` flags that hold for the player of the ship."""
    seat = ship.seat
    player = game.players[seat]
    in_force = player.in_force
    found = _check_systems(ship.card) | _check_cards(game, player)
    if ship.caught or CATCH in in_force.by_verb:
        found |= Ground.CATCHES
    if BY_MANEUVER in in_force.by_trigger:
        found |= Ground.SERVES
    if "allow" in in_force.by_verb and ("allow", "cloak") in in_force.by_word:
        found |= Ground.MAY_CLOAK
    if player.before:
        found |= Ground.BEFORE
    if player.dominates is not None:
        found |= Ground.COMMANDED | Ground.MOVES
    return found | _check_ships(game, ship) | (_check_pieces(game, seat) if game.board.placed else 0)


def _check_ships(game: GameState, ship: Ship) -> int:
    """Return the `Ground` flags that other ships give."""
    found = 0
    for other in game.ships:
        if other is not ship:
            if other.at == ship.at:
                found |= Ground.COMPANY
            if other.cloak is not None:
                found |= Ground.CLOAKED
            if other.holds is not None and other.holds[0] == ship.seat:
                found |= Ground.BEAM_HOLDS
    return found


def _check_pieces(game: GameState, seat: int) -> int:
    """Return the `Ground` flags that pieces placed in hexes give the seat."""
    found = 0
    if OFFICER in game.board.placed.kinds:
        found |= Ground.OFFICER_IN_HEX
    own = game.board.placed.get_owned(seat)
    if own.mine_laid == game.turns:
        found |= Ground.FRESH_MINE
    if SHUTTLE in own.kinds:
        found |= Ground.COMMANDED | Ground.MOVES | Ground.SHUTTLE
    elif not POINTS.isdisjoint(own.kinds):
        found |= Ground.COMMANDED
    return found


@printed_fact
def _check_systems(card: ShipCard) -> int:
    """Return the `Ground` flags of the weapons and systems that the ship prints."""
    found = Ground.MINES if "mines" in card.weapons else 0
    systems = card.systems
    if "cloak" in systems:
        found |= Ground.MAY_CLOAK
    if ASSIMILATION in systems:
        found |= Ground.ASSIMILATION
    return found


def _look_at_cards(player: Player, cards: Cards) -> CardsAtHand:
    """Return the player's hand and tabled cards with the `Ground` flags that they give."""
    found = 0
    for number in player.hand:
        found |= _check_held(cards[number])
    for number in player.tabled:
        if cards[number].is_shuttle:
            found |= Ground.TABLED_SHUTTLE | Ground.SHUTTLE
    return CardsAtHand(player.hand.copy(), player.tabled.copy(), cards, found)


def _check_cards(game: GameState, player: Player) -> int:
    """Return the `Ground` flags of the player's hand and tabled cards, cached until one of them changes."""
    known = player.at_hand
    if known is None or known.hand != player.hand or known.tabled != player.tabled or known.cards is not game.cards:
        known = player.at_hand = _look_at_cards(player, game.cards)
    return known.found


@printed_fact
def _check_held(card: GameCard) -> int:
    """Return the `Ground` flags that a card gives while it is in the hand."""
    found = 0
    for ground, is_so in (
        (Ground.PLAYED, own_turn_faces(card)),
        (Ground.TABLED, is_tabled_by_maneuver(card)),
        (Ground.WEAPON, is_weapon(card)),
        (Ground.COMMAND, is_attached(card)),
        (Ground.ANY_TIME, is_for_any_time(card)),
        (Ground.TABLED_WHEN_DRAWN, card.is_tabled_when_drawn),
    ):
        if is_so:
            found |= ground
    return found


@frame_class
class Maneuver(Choice[GameState]):
    """A maneuver of a seat's turn; `ordinal` counts them from 1."""

    ordinal: int
    RULE: ClassVar = "6.2"

    def stage(self, game: GameState, said: Phrases) -> Question | None:
        """Return the question after the phrases said."""
        ship = game.ships[self.seat]
        if not said:
            options = self._list_options(game, ship)
            return Question(self.seat, "one", "maneuver", options, DECLINE, TITLES[self.ordinal], self.RULE)
        kind = self.find_kind(game, ship, said)
        if kind is not None:
            return kind.stage(game, ship, said)
        if said[0] == DECLINE:
            return None
        asks_for_system = is_divert(said[0]) and len(said) == 1
        return free_actions.stage(game, ship, said, maneuvering_systems(game, ship) if asks_for_system else ())

    def _list_options(self, game: GameState, ship: Ship) -> list[str]:
        """Return all legal first phrases. Kinds without their `ground` are skipped."""
        options: list[str] = []
        if not game.has_cards:
            for kind in game.kinds:
                options += kind.options(game, ship)
            options.append(DECLINE)
            return options
        there_is = grounds(game, ship)
        kinds, must_be = game.kinds_on(there_is), announcements.bound_kinds(game.turn, self.seat)
        for kind in kinds:
            if not must_be or announcements.may_be_kind(must_be, kind):
                options += kind.options(game, ship)
        options.append(DECLINE)
        free_actions.list_into(options, game, ship, there_is)
        return options

    def find_kind(self, game: GameState, ship: Ship, said: Phrases) -> ManeuverKind | None:
        """Return the kind of maneuver whose lines begin with the first phrase; None for free actions and declining."""
        option = parse_option(said[0])
        kind = game.kind_of.get(option.verb)
        if kind is None or not kind.may_be_besides:
            return kind
        if free_actions.is_free_action(game, ship, said[0]):
            return None
        is_weapon_card = option.verb == "play" and option.title in titles(game, in_hand(game, self.seat, is_weapon))
        return game.kind_of[WEAPON_CARDS] if is_weapon_card else kind

    def perform(self, game: GameState, said: Phrases) -> None:
        """Announce the maneuver and pay for it (rules 7.7), or carry out a free action (6.6)."""
        ship = game.ships[self.seat]
        kind = self.find_kind(game, ship, said)
        if kind is None and said[0] != DECLINE:
            free_actions.take(game, self.seat, said)
            return
        game.stack.pop()
        if kind is None:
            game.tell(Declined, seat=self.seat)
            ship.lose_diverted()
            return
        announced = kind.announce(game, ship, said)
        if game.has_cards:
            announce(game, self.seat, kind, announced, said)
        else:
            game.stack.append(announced.frame)


def wrong_moment(game: GameState, what: str) -> tuple[str, str] | None:
    """Return the rule and the reason why no maneuver can be made now, or None if one is asked for.

    A question that accepts only certain answers explains itself by its frame's `ANSWERED_BY`: a rule and a sentence.
    """
    question, top = game.decision, game.stack[-1] if game.stack else None
    if question is None or isinstance(top, Maneuver):
        return None
    found = answered_by(game)
    if found is not None:
        return found
    if question.topic == "discard":
        return "6.1", f"Your maneuvers are over: discard down to {hand_limit(game, question.seat)} cards"
    if is_attacked(game):
        return "11.8", f"Under attack you can only defend and use power; {what} is a maneuver of your own turn"
    return "6.1", f"You are asked something else now ({question.title}); {what} is a maneuver of your own turn"


def answered_by(game: GameState) -> tuple[str, str] | None:
    """Return the rule and the sentence of a question that accepts only certain answers, or None."""
    found: tuple[str, str] | None = getattr(game.stack[-1] if game.stack else None, "ANSWERED_BY", None)
    return found
