"""Maneuvers with cards: playing one, tabling one, and using a tabled one (rules 6.7, 13.4, 13.14, 16.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from incursions.engine.errors import Advice
from incursions.engine.frames import Frame, frame_class
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.attacks.attack import is_attacked
from incursions.games.incursions.rules.crew.espionage import odds_of_success
from incursions.games.incursions.rules.effects.in_force import BY_MANEUVER, GAME, Situation, hold, is_used_up
from incursions.games.incursions.rules.events.cards import CardPlayed, CardUsed, TablingAnnounced
from incursions.games.incursions.rules.hexes.mines import MINES
from incursions.games.incursions.rules.maneuvers.maneuver import wrong_moment
from incursions.games.incursions.rules.plays import announcements, card_plays, free_actions
from incursions.games.incursions.rules.plays.announcements import WEAPON_CARDS, CardPlay
from incursions.games.incursions.rules.plays.card_moves import (
    ON_THE_SHIP,
    find_in_hand,
    place_stage,
    put_into_play,
    release,
    shuttle_said,
    titles,
    why_not_aboard,
)
from incursions.games.incursions.rules.plays.card_plays import (
    AS,
    AT,
    NO_AIM,
    aim_of,
    aimed_at,
    is_tabled_by_maneuver,
    is_weapon,
    own_turn_faces,
    permits_itself,
    takes_power,
    why_not_face,
    why_not_play,
)
from incursions.games.incursions.rules.plays.free_actions import USE, lines_to_table
from incursions.games.incursions.rules.plays.officers import why_no_captain
from incursions.games.incursions.rules.plays.resolution import Resolution, is_feasible
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.printed.pieces import ANY_TIME, Face, numbers
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.cards_in_play import (
    Refused,
    in_hand,
    lines_for,
    serving,
    why_no_room,
    why_not_enter,
    why_not_usable,
)
from incursions.games.incursions.rules.state.game_state import Announced, GameState, Ground, ManeuverKind, OnePhraseKind
from incursions.games.incursions.rules.state.phrases import PLAY, Line, find_amount, text_after_verb
from incursions.games.incursions.rules.state.refs import Pick, phrases_of
from incursions.games.incursions.rules.state.seats import Ship
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.verbs.rolls import begins_with_espionage


class PlayCard(ManeuverKind):
    """The maneuver of playing a card: `play TITLE [as FACE] [at TARGET] [with N power]`."""

    name = "card"
    words = ("play",)
    may_be_besides = True
    does = "playing a card"
    own_turn_only = False  # cards for any time and defence cards are played elsewhere
    ground = Ground.PLAYED

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return each title of the hand that can be played now as a maneuver, once."""
        cards = in_hand(game, ship.seat, own_turn_faces)
        return list(lines_for(game, PLAY, cards, lambda number: why_not_play(game, ship, number) is None))

    def stage(self, game: GameState, ship: Ship, said: Phrases) -> Question | None:
        """Ask for the face, the target and the power."""
        number = self._find_card(game, ship, said[0])
        faces = own_turn_faces(game.cards[number])
        rest = said[1:]
        if len(faces) > 1:
            if not rest:
                options = [AS + str(face.name) for face in faces if why_not_face(game, ship, number, face) is None]
                return Question(ship.seat, "one", "face", options, None, "Which of its faces?", "13.4.9", said)
            faces, rest = tuple(face for face in faces if AS + str(face.name) == rest[0]), rest[1:]
        return self._aim_stage(game, ship, number, faces[0], said, rest)

    def _find_card(self, game: GameState, ship: Ship, phrase: str) -> int:
        """Return the first playable card that the phrase names."""
        held = in_hand(game, ship.seat, own_turn_faces)
        titled = (number for number in held if PLAY + game.cards[number].title == phrase)
        return next(number for number in titled if why_not_play(game, ship, number) is None)

    def _aim_stage(
        self, game: GameState, ship: Ship, number: int, face: Face, said: Phrases, rest: Phrases
    ) -> Question | None:
        """Return the question for the target of a face, then for its power; None if `rest` answers both."""
        aim = aim_of(game.cards[number], face)
        if aim is not None and not rest:
            options = list(phrases_of(game, card_plays.legal_aims(game, ship, face, aim), AT))
            return Question(ship.seat, "one", "target", options, None, "Aimed at what?", "13.15", said)
        rest = rest if aim is None else rest[1:]
        if takes_power(face) and not rest:
            options = phrases.WITH_POWER[: ship.available(MINES) + 1]
            title = "How much power for it?"
            return Question(ship.seat, "amount", "power", options, phrases.NO_POWER, title, "7.3", said)
        return None

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Take the card from the hand and announce it (rules 13.14)."""
        play, at, power = self._make_play(game, ship, said)
        number = play.source
        game.players[ship.seat].hand.remove(number)
        ship.spend(power, MINES)
        title = game.cards[number].title
        game.tell(CardPlayed, seat=ship.seat, title=title, face=play.face, at=at, power=power)
        return Announced(play, (number,))

    def _make_play(self, game: GameState, ship: Ship, said: Phrases) -> tuple[CardPlay, str | None, int]:
        """Return the frame of the card for a whole line, the name that the line calls its target, and the power."""
        number = self._find_card(game, ship, said[0])
        card = game.cards[number]
        faces = own_turn_faces(card)
        face = next((each for each in faces if AS + str(each.name) in said), faces[0])
        aim = aim_of(card, face)
        named = {} if aim is None else phrases_of(game, card_plays.legal_aims(game, ship, face, aim))
        at, ref = next(((name, ref) for name, ref in named.items() if AT + name in said), (None, None))
        power = phrases.power_said(said)
        target, marks = aimed_at(ref)
        if power:
            marks = (*marks, ("power", power))
        effects = [each for each in face.played if not permits_itself(each)]
        return CardPlay(number, ship.seat, numbers(effects), target, marks, face.name), at, power

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        """Return the cost, and the odds of espionage."""
        play, _, power = self._make_play(game, ship, said)
        odds = odds_of_success(game, said) if begins_with_espionage(game, play) else {}
        return {"power": power, **odds}

    def refusal(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why the line `play TITLE ...` cannot be played now, or None."""
        number = find_in_hand(game, game.players[ship.seat], line[0].text_after_verb)
        if number is None:
            return _refuse_missing(game, ship, line)
        card, rest = game.cards[number], line[1:]
        if card.play_method == ANY_TIME:
            return _refuse_any_time(game, ship, number, rest)
        if announcements.is_attached(card):
            found = wrong_moment(game, "playing a command") or announcements.why_not_ready(game, ship.seat, number)
            return found or _refuse_rest(card.title, rest)
        return wrong_moment(game, "playing a card") or _refuse_as_maneuver(game, ship, number, line)

    def looked_for(self, game: GameState, ship: Ship) -> Sequence[str]:
        """Return a line for each card of the hand."""
        return list(dict.fromkeys(PLAY + title for title in titles(game, game.players[ship.seat].hand)))


def _refuse_missing(game: GameState, ship: Ship, line: Line) -> Refused:
    """Return the refusal of a card that is not in the hand; it says so if the card is on the own or another's table."""
    title = line[0].text_after_verb
    for player in game.players:
        if any(game.cards[number].title == title for number in player.in_play):
            if player.seat == ship.seat:
                return "13.4.2", f"{title} is on your table already"
            return "13.11", f"{title} is another player's: you cannot use it"
    return "2.7", f"You have no {text_after_verb(line)} in your hand"


def _refuse_any_time(game: GameState, ship: Ship, number: int, rest: Line) -> Refused | None:
    """Return why a card for any time cannot be played now with the phrases `rest`, or None (rules 13.14)."""
    found = free_actions.why_not_any_time(game, ship.seat, number, free_actions.moment_of(game, ship.seat))
    if found is None and isinstance(game.stack[-1], Pick):
        return "13.14", "Answer this question first, and play the card at the next one"
    if found is None and rest:
        return "13.14", "Say what it cancels: the maneuver or the command"
    return found


def _refuse_rest(title: str, rest: Line) -> Refused | None:
    """Return the refusal of phrases after a card that takes none; None if there are none."""
    return ("13.15", Advice(f"{title} takes no target and nothing else", f"play {title}")) if rest else None


def _refuse_as_maneuver(game: GameState, ship: Ship, number: int, line: Line) -> Refused | None:
    """Return why the card cannot be played as a maneuver by this line, or None."""
    card, rest = game.cards[number], line[1:]
    if found := announcements.why_not_bound(game.turn, ship.seat, "attack" if is_weapon(card) else "card", line):
        return found
    if is_weapon(card):
        return game.kind_of[WEAPON_CARDS].refusal(game, ship, line)
    if rest and own_turn_faces(card):
        found = why_not_usable(game, ship.seat, number) or _refuse_line(game, ship, number, rest)
    return found or _why_not_aimed(game, ship, number, why_not_play(game, ship, number))


def _why_not_aimed(
    game: GameState, ship: Ship, number: int, found: Refused | None, face: Face | None = None
) -> Refused | None:
    """Return the refusal of the card or face; for `NO_AIM`, the reason why there is no target."""
    card = game.cards[number]
    if found is not NO_AIM:
        return found
    face = face or own_turn_faces(card)[0]
    aim = aim_of(card, face)
    if aim is None:
        return found
    named = card_plays.named_by(game, ship, aim)
    near = [ref for ref in named if card_plays.in_reach(game, ship, aim, ref)]
    if named and not near:
        return "10.18", f"It reaches {aim.reach}, and there is no target so near"
    return (card_plays.why_not_aimed(game, ship, face, aim, near[0]) if len(near) == 1 else None) or found


def _refuse_line(game: GameState, ship: Ship, number: int, rest: Line) -> Refused | None:
    """Return why the rest of the line after the title of a playable card is refused, or None."""
    card = game.cards[number]
    faces = own_turn_faces(card)
    if len(faces) == 1:
        return _refuse_aim_or_power(game, ship, number, faces[0], rest)
    named = rest[0].face or rest[0].text_after_verb if rest[0].verb == "as" else None
    face = next((each for each in faces if each.name == named), None)
    if face is None:
        return "13.4.9", f"{card.title} is played as {' or '.join(str(each.name) for each in faces)}"
    found = _why_not_aimed(game, ship, number, why_not_face(game, ship, number, face), face)
    return found or _refuse_aim_or_power(game, ship, number, face, rest[1:])


def _refuse_aim_or_power(game: GameState, ship: Ship, number: int, face: Face, rest: Line) -> Refused | None:
    card = game.cards[number]
    aim = aim_of(card, face)
    if aim is not None:
        named = phrases_of(game, card_plays.named_by(game, ship, aim), AT)
        said = named.get(rest[0].text) if rest else None
        if said is None:
            aimed = "13.15", f"{card.title} needs a target: {', '.join(named) or 'there is nothing'}"
            nobody = _why_no_such_target(game, ship, aim, rest)
            return nobody or (why_no_captain(game, aim.phrase, rest[0]) if rest else None) or aimed
        if not card_plays.in_reach(game, ship, aim, said):
            return "10.18", f"{card.title} reaches {aim.reach}, and that is farther away"
        if found := card_plays.why_not_aimed(game, ship, face, aim, said):
            return found
        rest = rest[1:]
    if find_amount(rest, "power") is not None:
        if takes_power(face):
            return "7.1", "That is more power than you have face up"
        return "7.3", f"{card.title} takes no power"
    return _refuse_rest(card.title, rest)


def _why_no_such_target(game: GameState, ship: Ship, aim: card_plays.Aim, rest: Line) -> Refused | None:
    """Refuse a target that is the player's own, or that is out of the game (13.15); None for any other."""
    seat = next((option.seat for option in rest if option.seat is not None), None)
    other = game.ships[seat] if seat is not None and seat < len(game.ships) else None
    if other is None or aim.phrase in card_plays.BEFORE_YOU:
        return None
    if other is ship:
        return "13.15", "The card is aimed at another player, not at yourself or at what is yours"
    return None if other.out is None else ("13.15", f"{other.card.title} is out of the game")


class Tabling(ManeuverKind):
    """The maneuver that tables a card: ``table TITLE [aboard SHUTTLE in Q,R]``."""

    name = "card"
    words = ("table",)
    may_be_besides = True
    does = "tabling a card"
    own_turn_only = False  # a card tabled when drawn takes no maneuver
    ground = Ground.TABLED

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return each title of the hand that is tabled with a maneuver and may enter play now."""
        return list(lines_to_table(game, ship.seat, is_tabled_by_maneuver))

    def stage(self, game: GameState, ship: Ship, said: Phrases) -> Question | None:
        """Ask for the ship or shuttle, if there is a choice."""
        return place_stage(game, ship.seat, said)

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Take the card from the hand and announce its tabling."""
        number = lines_to_table(game, ship.seat, is_tabled_by_maneuver)[said[0]]
        game.players[ship.seat].hand.remove(number)
        game.tell(TablingAnnounced, seat=ship.seat, title=game.cards[number].title)
        return Announced(TabledCard(ship.seat, number, shuttle_said(game, ship.seat, said)), (number,))

    def refusal(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why the card cannot be tabled: not held, no room, wrong card or moment (6.6, 13.4.3); or None."""
        where = line[-1] if line[-1].verb == "aboard" else None
        title = text_after_verb(line if where is None else line[:-1])
        number = find_in_hand(game, game.players[ship.seat], title)
        if number is None:
            return "2.7", f"You have no {title} in your hand" if title else "Say which card to table"
        if is_attacked(game):
            return "11.8", "Under attack you can only defend and use power: no card can be tabled"
        card = game.cards[number]
        if not (card.is_tabled_when_drawn or is_tabled_by_maneuver(card)):
            return "13.4.3", f"Tabling {card.title} takes a maneuver"
        free = card.is_tabled_when_drawn and game.decision is not None and game.decision.topic == "discard"
        if not free and (wrong := wrong_moment(game, self.does)):
            return wrong
        if where is not None and where.text != ON_THE_SHIP:
            return why_not_aboard(game, ship, number, where.text_after_verb)
        return why_not_enter(game, ship.seat, number)

    def looked_for(self, game: GameState, ship: Ship) -> Sequence[str]:
        """Return a line for every card of the hand that is tabled with a maneuver."""
        cards = (game.cards[number] for number in game.players[ship.seat].hand)
        return list(dict.fromkeys(phrases.TABLE + card.title for card in cards if is_tabled_by_maneuver(card)))


@frame_class
class TabledCard(Frame[GameState]):
    """An announced tabling of the card `card`, aboard the ship or the piece `shuttle`."""

    seat: int
    card: int
    shuttle: int | None

    def advance(self, game: GameState) -> None:
        """Put the card into play, or back into the hand if there is no room or its shuttle is gone."""
        game.stack.pop()
        release(game, self.card)
        gone = self.shuttle is not None and self.shuttle not in game.board.placed
        if gone or why_no_room(game, self.seat, self.card) is not None:
            game.players[self.seat].hand.append(self.card)
        else:
            put_into_play(game, self.seat, self.card, self.shuttle)


class UseCard(OnePhraseKind[int]):
    """The maneuver of using a tabled card, an officer or the captain."""

    name = "card"
    words = ("use",)
    may_be_besides = True
    does = "using a card"
    ground = Ground.SERVES

    def candidates(self, game: GameState, ship: Ship) -> Iterable[tuple[str, int]]:
        """Yield every card on the own table that a maneuver can use."""
        for number in _list_on_table(game, ship):
            if maneuver_effects(game, number):
                yield USE + game.cards[number].title, number

    def lines(self, game: GameState, ship: Ship) -> dict[str, int]:
        """Return each card that can be used now. Mostly what is in force waits for other lines."""
        waiting = game.players[ship.seat].in_force.by_trigger.get(BY_MANEUVER, ())
        if all(game.verbs[force.effect.verb].has_own_line for force in waiting):
            return {}
        return super().lines(game, ship)

    def why_not(self, game: GameState, ship: Ship, named: int) -> Refused | None:
        """Return why a card on the own table cannot be used now: face down, used up, or to no effect; or None."""
        title, effects = game.cards[named].title, maneuver_effects(game, named)
        if named in game.board.face_down:
            return "13.8", f"{title} lies face down and cannot be used"
        first = effects[0]
        if is_used_up(game, named, first):
            when = "game" if first.once == GAME else "turn"
            return "13.19", f"{title} can be used once a {when}, and has been used"
        asked = [condition for condition in first.conditions if condition.name != "position"]
        if not hold(game, Situation(named, ship.seat, None), asked):
            return "13.15", f"{title} can do nothing now"
        if not _comes_to_something(game, ship, effects):
            return "13.15", f"{title} would do nothing now"
        return None

    def why_no_candidate(self, game: GameState, ship: Ship, line: Line) -> Refused:
        """Return why the named card is none that a maneuver can use."""
        title = text_after_verb(line)
        if title in titles(game, _list_on_table(game, ship)):
            return "13.4.2", f"{title} has no maneuver of its own"
        if title in titles(game, game.players[ship.seat].captains):
            return "15.6", f"{title} is assimilated: it can be used only by a ship without a captain of its own"
        return "13.4.2", f"{title or 'That'} is not on your table"

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Push the card's effects. Using it costs only the maneuver."""
        number = self.lines(game, ship)[said[0]]
        game.tell(CardUsed, seat=ship.seat, title=game.cards[number].title)
        return Announced(Resolution(number, ship.seat, numbers(maneuver_effects(game, number))))


def maneuver_effects(game: GameState, number: int) -> tuple[Effect, ...]:
    """Return the effects of a card that a maneuver triggers."""
    effects = game.cards[number].effects.by_trigger.get(BY_MANEUVER)
    return () if effects is None else tuple(effect for effect in effects if not game.verbs[effect.verb].has_own_line)


def _comes_to_something(game: GameState, ship: Ship, effects: tuple[Effect, ...]) -> bool:
    """Return True if the effects would do something, against any target named after announcing."""
    others = (other.seat for other in game.ships if other.out is None and other is not ship)
    return any(
        is_feasible(game, ship.seat, Face(None, "", effects), each, None, BY_MANEUVER) for each in (None, *others)
    )


def _list_on_table(game: GameState, ship: Ship) -> list[int]:
    """Return the cards on the own table, and those aboard shuttles in hexes (rules 17.7)."""
    aboard = (number for piece in game.board.placed.get_owned(ship.seat).pieces for number in piece.crew)
    return [*serving(game, game.players[ship.seat]), *aboard]
