"""Playing a card as a maneuver: `play TITLE [as FACE] [at TARGET] [with N power]` (rules 6.7, 13.4, 13.14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from incursions.engine.errors import Advice
from incursions.engine.questions import Question
from incursions.games.incursions.rules.crew.protection import why_no_captain
from incursions.games.incursions.rules.effects.verbs.rolls import odds_of_play
from incursions.games.incursions.rules.events.cards import CardPlayed
from incursions.games.incursions.rules.hexes.warping import warp_hexes
from incursions.games.incursions.rules.maneuvers import wrong_moment
from incursions.games.incursions.rules.plays import any_time, bound_maneuvers, card_aims, commands
from incursions.games.incursions.rules.plays.bound_maneuvers import WEAPON_CARDS
from incursions.games.incursions.rules.plays.card_play import CardPlay
from incursions.games.incursions.rules.plays.card_plays import (
    AS,
    AT,
    NO_AIM,
    Said,
    aim_of,
    aimed_at,
    is_tabled_by_maneuver,
    is_weapon,
    own_turn_faces,
    permits_itself,
    playable,
    read,
    takes_power,
    why_not_face,
    why_not_play,
)
from incursions.games.incursions.rules.plays.hand import find_in_hand, titles
from incursions.games.incursions.rules.printed.pieces import ANY_TIME, Face, numbers
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.cards_in_play import Refused, in_hand, lines_for, why_not_usable
from incursions.games.incursions.rules.state.maneuver_kinds import Announced, Ground, ManeuverKind
from incursions.games.incursions.rules.state.phrases import PLAY, Line, find_amount, text_after_verb
from incursions.games.incursions.rules.state.refs import Pick, phrases_of

if TYPE_CHECKING:
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Ship

MINES = "mines"  # the only cards that take power by themselves are mines


class PlayCard(ManeuverKind):
    """The maneuver of playing a card: `play TITLE [as FACE] [at TARGET] [with N power]`."""

    name = "card"
    words = ("play",)
    may_be_besides = True
    does = "playing a card"
    own_turn_only = False  # cards for any time and defence cards are played elsewhere
    ground = Ground.PLAYED

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Return each title of the hand that can be played now as a maneuver, once."""
        cards = in_hand(game, ship.seat, own_turn_faces)
        return list(lines_for(game, PLAY, cards, lambda number: why_not_play(game, ship, number) is None))

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Ask for the face, the target and the power."""
        weapons = weapon_cards(game, ship, said[0])
        if weapons is not None:
            return weapons.stage(game, ship, said)
        number = self._find_card(game, ship, said[0])
        faces = own_turn_faces(game.cards[number].card)
        rest = said[1:]
        if len(faces) > 1:
            if not rest:
                options = [AS + str(face.name) for face in faces if why_not_face(game, ship, number, face) is None]
                return Question(ship.seat, "one", "face", options, None, "Which of its faces?", "13.4.9", said)
            faces, rest = tuple(face for face in faces if AS + str(face.name) == rest[0]), rest[1:]
        return self._aim_stage(game, ship, number, faces[0], said, rest)

    def _find_card(self, game: Game, ship: Ship, phrase: str) -> int:
        number = playable(game, ship.seat, phrases.parse_option(phrase).title)
        assert number is not None
        return number

    def _aim_stage(
        self, game: Game, ship: Ship, number: int, face: Face, said: tuple[str, ...], rest: tuple[str, ...]
    ) -> Question | None:
        aim = aim_of(game.cards[number].card, face)
        if aim is not None and not rest:
            options = list(phrases_of(game, card_aims.legal_aims(game, ship, face, aim), AT))
            return Question(ship.seat, "one", "target", options, None, "Aimed at what?", "13.15", said)
        rest = rest if aim is None else rest[1:]
        if takes_power(face) and not rest:
            options = phrases.WITH_POWER[: ship.available(MINES) + 1]
            title = "How much power for it?"
            return Question(ship.seat, "amount", "power", options, phrases.NO_POWER, title, "7.3", said)
        return None

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Take the card from the hand and announce it (rules 13.14)."""
        weapons = weapon_cards(game, ship, said[0])
        if weapons is not None:
            announced = weapons.announce(game, ship, said)
            announced.kind = weapons.name
            return announced
        play, line = self._make_play(game, ship, said)
        number = play.source
        game.players[ship.seat].hand.remove(number)
        ship.spend(line.power, MINES)
        title = game.cards[number].card.title
        game.tell(CardPlayed, seat=ship.seat, title=title, face=play.face, at=line.at, power=line.power)
        return Announced(play, (number,))

    def _make_play(self, game: Game, ship: Ship, said: tuple[str, ...]) -> tuple[CardPlay, Said]:
        """Return the frame of the card for a whole line, and what the line says."""
        number = self._find_card(game, ship, said[0])
        line = read(game, ship, number, said)
        target, marks = aimed_at(line.ref)
        if line.power:
            marks = (*marks, ("power", line.power))
        effects = [each for each in line.face.played if not permits_itself(each)]
        return CardPlay(number, ship.seat, numbers(effects), target, marks, line.face.name), line

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        """Return the cost, and the odds of espionage."""
        weapons = weapon_cards(game, ship, said[0])
        if weapons is not None:
            return weapons.forecast(game, ship, said)
        play, line = self._make_play(game, ship, said)
        return {"power": line.power} | odds_of_play(game, play)

    def refusal(self, game: Game, ship: Ship, line: Line) -> Refused | None:
        """Return why the line `play TITLE ...` cannot be played now, or None."""
        number = find_in_hand(game, game.players[ship.seat], line[0].rest)
        if number is None:
            return _refuse_missing(game, ship, line)
        card, rest = game.cards[number].card, line[1:]
        if card.play_method == ANY_TIME:
            return _refuse_any_time(game, ship, number, rest)
        if commands.is_attached(card):
            found = wrong_moment(game, "playing a command") or commands.why_not_ready(game, ship.seat, number)
            return found or _refuse_rest(card.title, rest)
        return wrong_moment(game, "playing a card") or _refuse_as_maneuver(game, ship, number, line)

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return a line for each card of the hand."""
        return list(dict.fromkeys(PLAY + title for title in titles(game, game.players[ship.seat].hand)))


def weapon_cards(game: Game, ship: Ship, phrase: str) -> ManeuverKind | None:
    """Return the kind of maneuver that plays weapon cards, if the phrase names one of the hand."""
    weapons = titles(game, in_hand(game, ship.seat, is_weapon))
    return game.kind_of[WEAPON_CARDS] if weapons and phrases.parse_option(phrase).title in weapons else None


def _refuse_missing(game: Game, ship: Ship, line: Line) -> Refused:
    title = line[0].rest
    for player in game.players:
        if any(game.cards[number].card.title == title for number in player.in_play):
            if player.seat == ship.seat:
                return "13.4.2", f"{title} is on your table already"
            return "13.11", f"{title} is another player's, and nobody uses another's cards"
    return "2.7", f"You have no {text_after_verb(line)} in your hand"


def _refuse_any_time(game: Game, ship: Ship, number: int, rest: Line) -> Refused | None:
    found = any_time.why_not(game, ship.seat, number, any_time.moment_of(game, ship.seat))
    if found is None and isinstance(game.stack[-1], Pick):
        return "13.14", "This is asked by what is being carried out: pick first, and play the card at the next question"
    if found is None and rest:
        return "13.14", "A cancel names what it cancels: the maneuver or the command, as far as it reaches"
    return found


def _refuse_rest(title: str, rest: Line) -> Refused | None:
    return ("13.15", Advice(f"{title} is aimed at nothing and takes nothing", f"play {title}")) if rest else None


def _refuse_as_maneuver(game: Game, ship: Ship, number: int, line: Line) -> Refused | None:
    card, rest = game.cards[number].card, line[1:]
    if found := bound_maneuvers.why_not(game.turn, ship.seat, "attack" if is_weapon(card) else "card", line):
        return found
    if is_weapon(card):
        return game.kind_of[bound_maneuvers.WEAPON_CARDS].refusal(game, ship, line)
    found = _refuse_kind(game, ship, number) or why_not_usable(game, ship.seat, number)
    if found is None and rest and own_turn_faces(card):
        found = _refuse_line(game, ship, number, rest)
    return found or _why_not_aimed(game, ship, number, why_not_play(game, ship, number))


def _why_not_aimed(
    game: Game, ship: Ship, number: int, found: Refused | None, face: Face | None = None
) -> Refused | None:
    """Return the refusal of the card or face; for `NO_AIM`, the reason why there is no target."""
    card = game.cards[number].card
    if found is not NO_AIM:
        return found
    face = face or own_turn_faces(card)[0]
    aim = aim_of(card, face)
    if aim is None:
        return found
    named = card_aims.named_by(game, ship, aim)
    near = [ref for ref in named if card_aims.in_reach(game, ship, aim, ref)]
    if named and not near:
        return "10.18", f"It reaches {aim.reach}, and nothing that it could be aimed at is so near"
    return (card_aims.why_not_aimed(game, ship, face, aim, near[0]) if len(near) == 1 else None) or found


def _refuse_kind(game: Game, ship: Ship, number: int) -> Refused | None:
    """Return how a card is used that is no maneuver by itself, or None."""
    card = game.cards[number].card
    if own_turn_faces(card):
        return None
    if is_tabled_by_maneuver(card):
        found = why_not_usable(game, ship.seat, number)
        return found or ("13.4.2", Advice(f"{card.title} is tabled", f"table {card.title}"))
    if card.is_tabled_when_drawn:
        return "13.4.3", Advice(f"{card.title} is tabled without a maneuver", f"table {card.title}")
    if warp_hexes(card):
        return "8.7", Advice(f"{card.title} is played within a warp", f"warp to Q,R and card {card.title}")
    if card.nature == "Attack":
        return "10.1", Advice(f"{card.title} is played with an attack", f"fire WEAPON at TARGET with card {card.title}")
    if card.nature == "Defence":
        return "6.12", f"{card.title} is a defence card, and no maneuver of your own turn"
    return None


def _refuse_line(game: Game, ship: Ship, number: int, rest: Line) -> Refused | None:
    """Return why the rest of the line after the title of a playable card is refused, or None."""
    card = game.cards[number].card
    faces = own_turn_faces(card)
    if len(faces) > 1:
        named = rest[0].face or rest[0].rest if rest[0].verb == "as" else None
        face = next((each for each in faces if each.name == named), None)
        if face is None:
            return "13.4.9", f"{card.title} is played as {' or '.join(str(each.name) for each in faces)}"
        found = _why_not_aimed(game, ship, number, why_not_face(game, ship, number, face), face)
        return found or _refuse_aim_or_power(game, ship, number, face, rest[1:])
    return _refuse_aim_or_power(game, ship, number, faces[0], rest)


def _refuse_aim_or_power(game: Game, ship: Ship, number: int, face: Face, rest: Line) -> Refused | None:
    card = game.cards[number].card
    aim = aim_of(card, face)
    if aim is not None:
        named = phrases_of(game, card_aims.named_by(game, ship, aim), AT)
        said = named.get(rest[0].text) if rest else None
        if said is None:
            aimed = "13.15", f"{card.title} is aimed at something: {', '.join(named) or 'there is nothing'}"
            nobody = _why_no_such_target(game, ship, aim, rest)
            return nobody or (why_no_captain(game, aim.phrase, rest[0]) if rest else None) or aimed
        if not card_aims.in_reach(game, ship, aim, said):
            return "10.18", f"{card.title} reaches {aim.reach}, and that is farther away"
        if found := card_aims.why_not_aimed(game, ship, face, aim, said):
            return found
        rest = rest[1:]
    if find_amount(rest, "power") is not None:
        if takes_power(face):
            return "7.1", "That is more power than you have face up"
        return "7.3", f"{card.title} takes no power"
    return _refuse_rest(card.title, rest)


def _why_no_such_target(game: Game, ship: Ship, aim: card_aims.Aim, rest: Line) -> Refused | None:
    """Refuse a target that is the player's own, or that is out of the game (13.15); None for any other."""
    seat = next((option.seat for option in rest if option.seat is not None), None)
    other = game.ships[seat] if seat is not None and seat < len(game.ships) else None
    if other is None or aim.phrase in card_aims.BEFORE_YOU:
        return None
    if other is ship:
        return "13.15", "The card is aimed at another player, not at yourself or at what is yours"
    return None if other.out is None else ("13.15", f"{other.card.title} is out of the game")
