"""All verbs of effects by name, and the checks of all conditions (the `if` of `docs/vocabulary.md`)."""

from __future__ import annotations

from typing import Any

from incursions.games.incursions.rules.attacks.damage import was_attacked_this_turn, was_hit_this_turn
from incursions.games.incursions.rules.attacks.out_of_turn import pieces_in_range
from incursions.games.incursions.rules.attacks.targets import AttackState, attack_under_way, is_gone, shields_at_0
from incursions.games.incursions.rules.crew.espionage import Espionage
from incursions.games.incursions.rules.effects.gathering import find_shuttle_with
from incursions.games.incursions.rules.effects.in_force import Holds, Situation, captain_is, owner_is, ship_is
from incursions.games.incursions.rules.hexes.arrivals import denizen_is
from incursions.games.incursions.rules.hexes.hex_events import EventStrikes
from incursions.games.incursions.rules.plays.announcements import (
    LENGTH,
    NOT_TACTICAL,
    TACTICAL,
    Announcement,
    Maneuvered,
    maneuver_of,
)
from incursions.games.incursions.rules.plays.officers import Fate
from incursions.games.incursions.rules.plays.resolution import Resolution
from incursions.games.incursions.rules.printed.effect import Condition
from incursions.games.incursions.rules.printed.pieces import DENIZEN
from incursions.games.incursions.rules.printed.vocabulary import ABOVE_0, AT_0
from incursions.games.incursions.rules.state.cards_in_play import kinds_of, why_no_room
from incursions.games.incursions.rules.state.game_state import START_HEX, GameState
from incursions.games.incursions.rules.state.refs import Ref, holder_of
from incursions.games.incursions.rules.verbs.attacks import ATTACK_VERBS
from incursions.games.incursions.rules.verbs.cards import CARD_VERBS
from incursions.games.incursions.rules.verbs.defences import DEFENCE_VERBS
from incursions.games.incursions.rules.verbs.movement import MOVEMENT_VERBS
from incursions.games.incursions.rules.verbs.power import POWER_VERBS
from incursions.games.incursions.rules.verbs.rolls import CREW_VERBS, ROLL_VERBS
from incursions.games.incursions.rules.verbs.verb import Verb

THE_SAME_KIND = "the same kind"
GROUPS: dict[str, tuple[Verb, ...]] = {
    "Attacks": ATTACK_VERBS,
    "Defences": DEFENCE_VERBS,
    "Power, costs and numbers": POWER_VERBS,
    "Rolls and choices": ROLL_VERBS,
    "Cards": CARD_VERBS,
    "Officers and captains": CREW_VERBS,
    "Ships, hexes and placed pieces": MOVEMENT_VERBS,
}
VERBS: dict[str, Verb] = {verb.name: verb for group in GROUPS.values() for verb in group}


def attack_of(game: GameState, situation: Situation) -> AttackState | None:
    """Return the attack that a condition refers to: that of the situation, else the attack under way."""
    return situation.frame if isinstance(situation.frame, AttackState) else attack_under_way(game)


def aim_of(game: GameState, situation: Situation) -> Ref | None:
    """Return the target of the attack, or the one that a triggered text was told."""
    attack, frame = attack_of(game, situation), situation.frame
    if isinstance(frame, Resolution) and frame.target is not None and attack is not None and attack.seat == frame.user:
        return frame.target
    return None if attack is None else attack.aim


def find_ship_aimed_at(game: GameState, situation: Situation) -> int | None:
    """Return the seat of the ship, or of the tabled card, that is aimed at; without an aim, the target seat."""
    frame = situation.frame
    aim = frame.target if isinstance(frame, Resolution) and frame.target is not None else aim_of(game, situation)
    if aim is None:
        return situation.target
    if aim[0] == "card":
        return holder_of(game, aim[1])
    return aim[1] if aim[0] == "seat" else None


def shields_are(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check if the shields of the user, or of the ship aimed at, are at 0 or do not function (rules 10.15).

    For a shuttle or another piece without shields, neither value holds.
    """
    seat: int | None = situation.user
    if condition.name == "target_shields":
        seat = find_ship_aimed_at(game, situation)
    elif find_shuttle_with(game, situation.source) is not None:
        seat = None
    return condition.admits(*([] if seat is None else [AT_0 if shields_at_0(game, seat) else ABOVE_0]))


def target_is(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check the kind or state of the target of the attack."""
    aim = aim_of(game, situation)
    if aim is None and situation.target is not None:
        aim = ("seat", situation.target)
    return aim is not None and condition.admits(*_list_facts(game, situation.user, aim))


def _list_facts(game: GameState, user: int, aim: Ref) -> list[str]:
    """Return the words of the vocabulary that apply to the target."""
    facts = ["already hit this turn"] if was_hit_this_turn(game, aim) else []
    if aim[0] == "piece":
        piece = game.board.placed.get(aim[1])
        kind = [] if piece is None else ["denizen" if piece.kind == DENIZEN else "placed piece"]
        return [*facts, *kind]
    if aim[0] != "seat":
        return facts
    ship, own = game.ships[aim[1]], game.ships[user]
    facts += ["ship"]
    facts += ["cloaked"] if ship.cloak is not None else []
    facts += ["held by your tractor beam"] if own.holds is not None and own.holds[0] == aim[1] else []
    return [*facts, "fewer hull points left than you"] if ship.hull < own.hull else facts


def attack_is(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check if the attack breaks the user's cloak, or is not the first on him in this turn."""
    attack = attack_of(game, situation)
    if attack is None:
        return False
    facts = ["breaks your cloak"] if attack.decloaks and attack.seat == situation.user else []
    if attack.target == situation.user and was_attacked_this_turn(game, situation.user):
        facts.append("after the first this turn")
    return condition.admits(*facts)


def attacker_is(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check if the user's ship, or the piece with the effect, makes the attack."""
    attack = attack_of(game, situation)
    if attack is None:
        return False
    shuttle = find_shuttle_with(game, situation.source)
    own = ("seat", situation.user) if shuttle is None else ("piece", shuttle.number)
    facts = ["your ship"] if attack.by == own else []
    facts += ["this piece"] if attack.is_made_with(game, situation.source) else []
    return condition.admits(*facts)


def weapon_is(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check the weapon of the attack; `the same kind` is that of the attack that the card answered."""
    found: Any = situation.frame
    if not getattr(found, "weapon", None):
        found = next((frame for frame in reversed(game.stack) if isinstance(frame, AttackState | EventStrikes)), None)
    if found is None:
        return False
    kind = str(found.weapon)
    words = [kind]
    if isinstance(situation.source, int) and game.board.named.get(situation.source) == kind:
        words.append(THE_SAME_KIND)
    return condition.admits(*words)


def is_in_range(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check if the target is in range of the named piece, else of any of the user's pieces."""
    frame = situation.frame
    aim = frame.target if isinstance(frame, Resolution) else aim_of(game, situation)
    named = frame.get_mark("piece") if isinstance(frame, Resolution) else getattr(frame, "moved_to", None)
    if isinstance(frame, AttackState) and frame.seat != situation.user:
        aim = frame.by  # for an answer, which is aimed at the attacker
    return aim is not None and bool(pieces_in_range(game, situation.user, aim, named)) is bool(condition.value)


def is_not_destroyed(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check if the user's ship, or the named piece, is not destroyed."""
    frame = situation.frame
    named = frame.get_mark("piece") if isinstance(frame, Resolution) else getattr(frame, "moved_to", None)
    ship = game.ships[situation.user]
    words = ["your ship"] if ship.out is None and not ship.is_destroyed else []
    words += ["that piece"] if named is not None and not is_gone(game, named) else []
    return condition.admits(*words)


def has_so_many(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check if the user, or the target, has at least this many cards in hand or officers in play."""
    whose, _, what = condition.name.rpartition("_")
    seat = situation.target if whose else situation.user
    if seat is None:
        return False
    player = game.players[seat]
    found = player.hand if what == "cards" else [card for card in player.tabled if game.cards[card].is_crew]
    return len(found) >= int(condition.value)


def has_tabled(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check if the user has a face-up card of this kind on the table."""
    player, down = game.players[situation.user], game.board.face_down
    up = [game.cards[number] for number in player.tabled if number not in down]
    found = {"Equipment" for card in up if card.is_equipment} | {"officer" for card in up if card.is_crew}
    if player.captain is not None and player.captain not in down:
        found.add("captain")
    return condition.admits(*found) if found else condition.negated


def aux_is(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check if the user's AUX marker is used or unused (rules 7.4)."""
    return condition.admits("unused" if game.players[situation.user].aux else "used")


def turn_is(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check if it is the user's or the target's turn."""
    whose = [*(["yours"] if game.turn_seat == situation.user else [])]
    whose += ["the target's"] if game.turn_seat == situation.target else []
    return condition.admits(*whose) if whose else condition.negated


def card_is(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check if the announcement holds a card of this kind. A ready command is announced with its maneuver (13.14)."""
    frames = [situation.frame, *reversed(game.stack)]
    announcement = next((frame for frame in frames if isinstance(frame, Announcement)), None)
    if announcement is None:
        return False
    held = [*announcement.cards, *([] if announcement.command is None else [announcement.command])]
    return any(condition.admits(*kinds_of(game.cards[number])) for number in held)


def maneuver_is(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check the kind of the maneuver under way, or just over. Every kind but an attack is tactical (12.7)."""
    frames = [situation.frame, *reversed(game.stack)]
    maneuver = next((frame for frame in frames if isinstance(frame, Maneuvered)), None)
    if maneuver is None:
        return False
    return condition.admits(maneuver.kind, *([] if maneuver.kind in NOT_TACTICAL else [TACTICAL]))


def fate_is(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check the fate that is about to befall an officer or captain (rules 14.3)."""
    fate = game.find_frame(Fate)
    return fate is not None and condition.admits(fate.fate)


def position_is_free(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Return True if the user has room, by position and rarity, for the officer aimed at."""
    target = getattr(situation.frame, "target", None)
    if not isinstance(target, tuple) or target[0] != "card":
        return True
    return why_no_room(game, situation.user, target[1]) is None


def is_against(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check what the Espionage Evasion under way is rolled against."""
    attempt = situation.frame if isinstance(situation.frame, Espionage) else game.find_frame(Espionage)
    return attempt is not None and condition.admits(attempt.against)


def race_is_here(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Return True if a ship of the condition's race is in the hex of the user's ship."""
    at = game.ships[situation.user].at
    return condition.admits(*{ship.card.race for ship in game.ships if ship.at == at and ship.out is None})


def maneuver_is_so_long(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Return True if the maneuver led over at least as many hexes as the condition says."""
    maneuver = maneuver_of(game, situation.user)
    marks: dict[str, Any] = dict(maneuver.marks if maneuver is not None else getattr(situation.frame, "marks", ()))
    return bool(marks.get(LENGTH, 0) >= condition.value)


def maneuver_ends_there(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Return True if the ship is in a wormhole or the start hex, as the condition says."""
    at = game.ships[situation.user].at
    words = [word for word, so in (("wormhole", game.tile_at(at).is_wormhole), ("start hex", at == START_HEX)) if so]
    return condition.admits(*words)


def shuttle_is(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Return True if the shuttle is used as the condition says: tabled, placed or as an escape craft (rules 17.6)."""
    card, words = situation.source, []
    if card in game.players[situation.user].tabled:
        words.append("tabled")
    if any(piece.card == card for piece in game.board.placed.values()):
        words.append("placed")
    if card == game.ships[situation.user].craft:
        words.append("escape craft")
    return condition.admits(*words)


CONDITIONS: dict[str, Holds] = {
    "ship": ship_is,
    "captain": captain_is,
    "owner": owner_is,
    "own_shields": shields_are,
    "target_shields": shields_are,
    "target": target_is,
    "attack": attack_is,
    "attacker": attacker_is,
    "weapon": weapon_is,
    "in_range": is_in_range,
    "stands": is_not_destroyed,
    "cards": has_so_many,
    "target_cards": has_so_many,
    "officers": has_so_many,
    "target_officers": has_so_many,
    "tabled": has_tabled,
    "aux": aux_is,
    "turn": turn_is,
    "card": card_is,
    "maneuver": maneuver_is,
    "fate": fate_is,
    "position": position_is_free,
    "against": is_against,
    "here": race_is_here,
    "length": maneuver_is_so_long,
    "ends_in": maneuver_ends_there,
    "denizen": denizen_is,
    "piece": shuttle_is,
}
