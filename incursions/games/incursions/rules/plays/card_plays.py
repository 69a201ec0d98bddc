"""Cards that are played as a maneuver: which, at what targets, and how far Warp cards lead (rules 6.7, 8.7, 13.15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from incursions.engine.errors import Advice
from incursions.engine.hexes import distance
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.effects.in_force import Situation, hold
from incursions.games.incursions.rules.plays.announcements import AS_EVENTS, COMMAND_NATURE, attaches
from incursions.games.incursions.rules.plays.officers import why_not_struck
from incursions.games.incursions.rules.plays.resolution import is_feasible, list_pieces, may_come, obstacle
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.printed.pieces import (
    ANY_TIME,
    BEFORE_TARGET,
    IN_HEX,
    IN_OWN_TURN,
    STAYS_ON_TABLE,
    TABLE,
    UNTIL_DESTROYED,
    Face,
    GameCard,
    faces_in,
    makes_a_weapon,
    printed_fact,
)
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.cards_in_play import (
    Refused,
    in_hand,
    own_captain,
    why_no_room,
    why_not_usable,
)
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.phrases import AND_CARD
from incursions.games.incursions.rules.state.refs import Ref, card_ref, find_seat, seat_ref
from incursions.games.incursions.rules.state.seats import Ship, warp_reach
from incursions.games.incursions.rules.systems.cloaking import may_target
from incursions.games.incursions.rules.systems.power import cost_to_leave

PLAYED, ATTACHED = "played", "attached"
KIND = "warp"
PERSON = ("one officer", "one officer or captain")
EQUIPMENT = ("one tabled Equipment",)
WEAPON = ("one ship weapon",)
BEFORE_YOU = ("one card tabled in front of you",)
PIECE = ("one mine, outpost or platform", "one denizen or piece of another player")
SHIP = ("another player", "another ship", "the target")
MOST_PRECISE_FIRST = (PERSON, EQUIPMENT, WEAPON, BEFORE_YOU, PIECE, SHIP)
ASKED_OF_TARGETS = frozenset({"target_shields", "target_cards", "target_officers"})
AS, AT = "as ", "at "
AIM = "aim"
AS_MANEUVER = "play as a maneuver"  # what a defence card must allow (rules 6.12)
STAYS_IN_PLAY = (*STAYS_ON_TABLE, BEFORE_TARGET, IN_HEX)
NO_AIM: Refused = ("13.15", "There is nothing to aim it at")


def _lengthens(effect: Effect) -> bool:
    """Return True if the effect adds hexes to the warp under way."""
    of_this_warp = effect.until in (None, "this maneuver")
    return effect.verb == "modify" and effect.fields["of"] == "warp" and "by" in effect.fields and of_this_warp


def hexes_added(card: GameCard, trigger: str) -> int:
    """Return how many hexes farther a warp goes that the card is played in, or attached to."""
    effects = card.effects.by_trigger.get(trigger, ())
    added: int = sum(effect.fields["by"] for effect in effects if _lengthens(effect))
    return added


@printed_fact
def warp_hexes(card: GameCard) -> int:
    """Return the hexes that a Warp card adds; 0 for other cards, commands among them (rules 8.1, 13.6)."""
    return 0 if card.nature == "Command" else hexes_added(card, PLAYED)


def other_effects(card: GameCard) -> list[int]:
    """Return the numbers of a Warp card's effects other than lengthening the warp."""
    return [effect.number for effect in card.effects.by_trigger.get(PLAYED, ()) if not _lengthens(effect)]


def free_reach(game: GameState, ship: Ship) -> int:
    """Return how far a warp goes without power and cards, with the command that is ready for it (rules 13.6)."""
    for number in game.players[ship.seat].commands:
        command = game.cards[number]
        if attaches(command, KIND, (KIND,)):
            return warp_reach(ship, 0) + hexes_added(command, ATTACHED)
    return warp_reach(ship, 0)


def usable_cards(game: GameState, ship: Ship) -> list[int]:
    """Return the Warp cards in hand that can be used (rules 8.1, 13.5)."""
    found = in_hand(game, ship.seat, warp_hexes)
    return [number for number in found if why_not_usable(game, ship.seat, number) is None]


def most_cards(game: GameState, ship: Ship) -> int:
    """Return how many hexes all usable Warp cards together add."""
    if not in_hand(game, ship.seat, warp_hexes):
        return 0
    return sum(warp_hexes(game.cards[number]) for number in usable_cards(game, ship))


def options_to(game: GameState, ship: Ship) -> list[str]:
    """Return a phrase for each hex in range and each amount of power that can reach it; cards cover the rest."""
    free, by_cards, price = free_reach(game, ship), most_cards(game, ship), cost_to_leave(game, ship, KIND)
    power = ship.available(KIND) - price
    rings = game.chart.rings(ship.at, free + power + by_cards)
    options: list[str] = []
    for steps in range(1, len(rings)):
        ways = phrases.WARP_TO[_powers(steps - free, power, by_cards, price)]
        for at in rings[steps]:
            for way in ways:
                options.append(way[at])  # noqa: PERF401  a comprehension for each ring costs more than its hexes
    return options


def _powers(steps: int, power: int, by_cards: int, price: int) -> slice:
    """Return the slice of power amounts with which cards can cover the rest of `steps` hexes beyond the free reach."""
    needed = max(0, steps)
    least = needed - by_cards if needed > by_cards else 0
    most = needed if needed < power else power  # noqa: FURB136  `min` takes as long as ten comparisons
    return slice(price + least, price + most + 1)


def left_to_cover(game: GameState, ship: Ship, said: Phrases) -> int:
    """Return the hexes of the warp that neither drive nor power nor the cards named so far cover."""
    steps = game.chart.steps(ship.at, phrases.hex_said(said[1]))
    assert steps is not None
    flown = free_reach(game, ship) + phrases.parse_option(said[1]).amount - cost_to_leave(game, ship, KIND)
    return steps - flown - sum(warp_hexes(game.cards[number]) for number in cards_played(game, ship, said))


def card_stage(game: GameState, ship: Ship, said: Phrases) -> Question | None:
    """Ask for the next Warp card as long as the distance needs one; no hex is offered that needs one without any."""
    if not in_hand(game, ship.seat, warp_hexes) or left_to_cover(game, ship, said) <= 0:
        return None
    played = cards_played(game, ship, said)
    left = [number for number in usable_cards(game, ship) if number not in played]
    flown = [warp_hexes(game.cards[number]) for number in played]
    needed = left_to_cover(game, ship, said[:2])
    serving = (
        number
        for number in left
        if _leads_there(game, needed, [*flown, warp_hexes(game.cards[number])], [n for n in left if n != number])
    )
    options = list(dict.fromkeys(AND_CARD + game.cards[number].title for number in serving))
    return Question(ship.seat, "one", "card", options, None, "With which Warp card?", "8.1", said)


def _leads_there(game: GameState, needed: int, flown: list[int], left: list[int]) -> bool:
    """Return True if other cards can complete these ones with none to spare (rules 8.7)."""
    sums = {(sum(flown), min(flown))}
    for number in left:
        hexes = warp_hexes(game.cards[number])
        sums |= {(total + hexes, min(least, hexes)) for total, least in sums}
    return any(total >= needed > total - least for total, least in sums)


def cards_played(game: GameState, ship: Ship, said: Phrases) -> tuple[int, ...]:
    """Return the cards in hand that the phrases name; of several of one title the first."""
    if len(said) < 3:
        return ()
    left = usable_cards(game, ship)
    played = []
    for phrase in said[2:]:
        number = next(each for each in left if AND_CARD + game.cards[each].title == phrase)
        left.remove(number)
        played.append(number)
    return tuple(played)


class Aim(NamedTuple):
    """The targets of a card: a target phrase, the range in hexes (None: any), and the effects with conditions.

    `as_event`: the card strikes as an event does, from which a cloak hides even a ship that could be targeted (rules
    13.18).
    """

    phrase: str
    within: int | None
    effects: tuple[Effect, ...]
    as_event: bool = False

    @property
    def reach(self) -> str:
        """The range in words."""
        return "your own hex alone" if not self.within else "1 hex" if self.within == 1 else f"{self.within} hexes"


def find_aim(face: Face, printed: Iterable[str] = ()) -> Aim | None:
    """Return the aim of a face, or None. `printed` is the target printed beside its text."""
    effects = face.played if face.play_method != BEFORE_TARGET else face.effects
    if any(effect.verb == "espionage" and (effect.target or "").startswith("every ") for effect in effects):
        return None  # several targets: none is named (rules 15.8)
    aimed = [(phrase, effect) for effect in effects if (phrase := _find_phrase(effect)) is not None]
    for aims in MOST_PRECISE_FIRST:
        found = [(phrase, effect) for phrase, effect in aimed if phrase in aims]
        if found:
            return Aim(found[0][0], _find_reach(effect for _, effect in aimed), tuple(effect for _, effect in aimed))
    if face.play_method == BEFORE_TARGET or "player" in printed or "ship" in printed:
        return Aim(SHIP[0], _find_reach(effects), ())
    return None


def legal_aims(game: GameState, user: Ship, face: Face, aim: Aim) -> list[Ref]:
    """Return the legal targets."""
    return [
        ref
        for ref in named_by(game, user, aim)
        if in_reach(game, user, aim, ref) and why_not_aimed(game, user, face, aim, ref) is None
    ]


def named_by(game: GameState, user: Ship, aim: Aim) -> list[Ref]:
    """Return all targets of the phrase, in reach or not."""
    return _NAMED[aim.phrase](game, user, aim)


def in_reach(game: GameState, user: Ship, aim: Aim, ref: Ref) -> bool:
    """Return True if the target is in range (rules 10.18)."""
    if aim.within is None:
        return True
    seat = find_seat(game, ref)
    at = game.board.placed[ref[1]].at if ref[0] == "piece" else None if seat is None else game.ships[seat].at
    return at is None or distance(user.at, at) <= aim.within


def why_not_aimed(game: GameState, user: Ship, face: Face, aim: Aim, ref: Ref) -> Refused | None:
    """Return why a target in reach is illegal: hidden by a cloak (12.7), or without any result (13.15); or None."""
    seat = find_seat(game, ref)
    if seat is not None and seat != user.seat:
        if aim.as_event and game.ships[seat].cloak is not None:
            return "12.7", f"{game.ships[seat].card.title} is cloaked: no misfortune reaches it"
        hidden = may_target(game, user.seat, seat, attack=False)
        if hidden is not None:
            return hidden
    for effect in aim.effects:
        if not effect.conditions:
            continue
        asked = [condition for condition in effect.conditions if condition.name in ASKED_OF_TARGETS]
        if not hold(game, Situation(game.ships[user.seat].card.title, user.seat, seat), asked):
            return "13.15", "That target does not meet the card's condition"
    found = why_not_struck(game, user.seat, face.effects, ref)
    if found is None and not is_feasible(game, user.seat, face, seat, ref):
        return "13.15", "The card would do nothing to that target"
    return found


def _find_phrase(effect: Effect) -> str | None:
    if effect.target is not None and any(effect.target in phrases for phrases in MOST_PRECISE_FIRST):
        return effect.target
    if effect.verb == "espionage" and effect.target is None:
        return PERSON[1] if effect.fields.get("tests") == "member" else SHIP[0]
    at_target = any(str(effect.fields.get(name, "")).startswith("target ") for name in ("from", "at"))
    return SHIP[0] if at_target or effect.fields.get("who") == "target" else None


def _find_reach(effects: Iterable[Effect]) -> int | None:
    return min((effect.fields["within"] for effect in effects if "within" in effect.fields), default=None)


def _find_people(game: GameState, user: Ship, aim: Aim) -> list[Ref]:
    found: list[int] = []
    for ship in game.list_others(user.seat):
        player = game.players[ship.seat]
        if aim.phrase == PERSON[1]:
            found += [*own_captain(player), *player.captains]
        found += [number for number in player.tabled if game.cards[number].is_crew]
    return [card_ref(number) for number in found]


def _find_equipment(game: GameState, user: Ship, aim: Aim) -> list[Ref]:
    tabled = (number for ship in game.list_others(user.seat) for number in game.players[ship.seat].tabled)
    return [card_ref(number) for number in tabled if game.cards[number].is_equipment]


_NAMED: dict[str, Callable[[GameState, Ship, Aim], list[Ref]]] = {
    **dict.fromkeys(PERSON, _find_people),
    **dict.fromkeys(EQUIPMENT, _find_equipment),
    **dict.fromkeys(
        WEAPON,
        lambda game, user, _: [
            ("system", ship.seat, name) for ship in game.list_others(user.seat) for name in ship.card.weapons
        ],
    ),
    **dict.fromkeys(
        BEFORE_YOU, lambda game, user, _: [card_ref(before.card) for before in game.players[user.seat].before]
    ),
    **dict.fromkeys(PIECE, lambda game, user, aim: list_pieces(game, user.seat, aim.phrase)),
    **dict.fromkeys(SHIP, lambda game, user, _: [seat_ref(ship.seat) for ship in game.list_others(user.seat)]),
}


@printed_fact
def is_tabled_by_maneuver(card: GameCard) -> bool:
    """Return True if `table TITLE` tables the card."""
    return card.play_method in (TABLE, UNTIL_DESTROYED)


@printed_fact
def own_turn_faces(card: GameCard) -> tuple[Face, ...]:
    """Return the faces that are played by themselves as a maneuver."""
    if card.is_crew or card.is_captain or card.nature == COMMAND_NATURE or card.play_method == ANY_TIME:
        return ()
    if is_tabled_by_maneuver(card) or card.is_tabled_when_drawn or warp_hexes(card) or is_weapon(card):
        return ()
    faces = faces_in(card, IN_OWN_TURN)
    if card.nature == "Defence":
        return tuple(face for face in faces if face.name == IN_OWN_TURN or any(map(permits_itself, face.effects)))
    return tuple(face for face in faces if face.played or face.play_method in (*STAYS_ON_TABLE, BEFORE_TARGET))


@printed_fact
def is_weapon(card: GameCard) -> bool:
    """Return True if the card is a weapon itself, with which an attack is made (rules 10.17)."""
    return any(map(makes_a_weapon, card.effects.top))


def why_not_play(game: GameState, ship: Ship, number: int) -> Refused | None:
    """Return the rule and the reason why the card cannot be played as a maneuver now, or None."""
    faces = own_turn_faces(game.cards[number])
    if not faces:
        return _why_no_face(game, ship.seat, number)
    if found := why_not_usable(game, ship.seat, number):
        return found
    first = None
    for face in faces:
        found = why_not_face(game, ship, number, face)
        if found is None:
            return None
        first = first or found
    return first


def _why_no_face(game: GameState, seat: int, number: int) -> Refused:
    """Return how a card is used that has no face for a maneuver, or why it is not usable at all."""
    card, unusable = game.cards[number], why_not_usable(game, seat, number)
    if is_tabled_by_maneuver(card):
        return unusable or ("13.4.2", Advice(f"{card.title} is tabled", f"table {card.title}"))
    if card.is_tabled_when_drawn:
        return "13.4.3", Advice(f"{card.title} is tabled without a maneuver", f"table {card.title}")
    if warp_hexes(card):
        return "8.7", Advice(f"{card.title} is played within a warp", f"warp to Q,R and card {card.title}")
    if card.nature == "Attack":
        return "10.1", Advice(f"{card.title} is played with an attack", f"fire WEAPON at TARGET with card {card.title}")
    if card.nature == "Defence":
        return "6.12", f"{card.title} is a defence card: it is not played in your own turn"
    return unusable or ("6.7", f"{card.title} cannot be played by itself")


def why_not_face(game: GameState, ship: Ship, number: int, face: Face) -> Refused | None:
    """Return why this face cannot be played: no room in play (3.7), no result or no target (13.15); or None.

    A face without a legal target yields only `NO_AIM`; the refusal of the line finds the reason.
    """
    card = game.cards[number]
    full = why_no_room(game, ship.seat, number) if face.play_method in STAYS_IN_PLAY else None
    if found := full or obstacle(game, ship, face):
        return found
    if not may_come(game, ship.seat, number, face):
        return "13.15", f"The condition of {card.title} is not met: it would do nothing"
    aim = aim_of(card, face)
    if aim is not None:
        return None if legal_aims(game, ship, face, aim) else NO_AIM
    if not is_feasible(game, ship.seat, face, None, None):
        return "13.15", f"{card.title} would do nothing now"
    return None


def takes_power(face: Face) -> bool:
    """Return True if power can be added: to a mine, unless it says otherwise (rules 7.3, 17.2)."""
    placing = [effect.fields for effect in face.played if effect.verb == "place"]
    return any(fields["piece"] == "mine" and fields.get("power_dice", 1) for fields in placing)


def aim_of(card: GameCard, face: Face) -> Aim | None:
    """Return the aim of a face of the card, or None."""
    if AIM not in face.found:
        aim = find_aim(face, card.words_in("target"))
        face.found[AIM] = None if aim is None else aim._replace(as_event=card.type in AS_EVENTS)
    return face.found[AIM]  # type: ignore[return-value]  # what was found


def aimed_at(ref: Ref | None) -> tuple[Ref | None, tuple[tuple[str, object], ...]]:
    """Return the target of a play, and its marks."""
    if ref is None or ref[0] in ("seat", "card"):
        return ref, (("aimed", ref),) if ref is not None and ref[0] == "card" else ()
    if ref[0] == "system":
        return ("seat", ref[1]), (("names", ref[2]),)
    return None, (("aimed", ref),)


def permits_itself(effect: Effect) -> bool:
    """Return True if the effect only permits playing the card as a maneuver."""
    return effect.verb == "allow" and effect.fields["action"] == AS_MANEUVER
