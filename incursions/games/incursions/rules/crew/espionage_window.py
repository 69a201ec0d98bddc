"""Answers to an espionage attempt: one espionage defence card, and abilities of officers (rules 15.4, 15.7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from incursions.engine.frames import ReactionWindow
from incursions.engine.questions import Question
from incursions.games.incursions.rules.effects.in_force import Situation, hold, is_used_up, list_triggered
from incursions.games.incursions.rules.effects.resolution import Resolution
from incursions.games.incursions.rules.plays import any_time, besides
from incursions.games.incursions.rules.plays.announcements import PUBLIC, announce_card
from incursions.games.incursions.rules.printed.pieces import IN_ANSWER, faces_in, numbers
from incursions.games.incursions.rules.state.cards_in_play import Refused, why_not_usable
from incursions.games.incursions.rules.state.phrases import Line

if TYPE_CHECKING:
    from incursions.games.incursions.rules.crew.espionage import Espionage
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect

PLAY, USE = "play ", "use "
BEFORE_ROLL, AFTER_ROLL, ANY_ROLL = "aimed_at", "espionage_failed", "rolled"  # triggers of answers
# Values of `against` that espionage defences answer.
ESPIONAGE, ASSIMILATION, EVENT = ANSWERED = ("Espionage", "assimilation", "event")


class Answer(NamedTuple):
    """An answer to an attempt: effects of a card in hand (`from_hand`), or of a card on the table."""

    source: int
    effects: tuple[int, ...]
    from_hand: bool


class EspionageWindow(ReactionWindow["Game"]):
    """The window for the target of the attempt right below, before its Espionage Evasion and after a failed one."""

    __slots__ = ()
    seat_fields = ("seat",)
    ANSWERED_BY: ClassVar = ("15.4", "Only an espionage defence answers espionage")

    def is_entitled(self, game: Game, seat: int) -> bool:
        """Return True if the target can answer, or with public windows holds any card (rules 13.10)."""
        attempt = self._attempt(game)
        if attempt.target != seat or not attempt.is_open:
            return False
        unknown = game.windows == PUBLIC and attempt.defence is None and bool(game.players[seat].hand)
        return unknown or bool(answers(game, attempt))

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """Return the question: pass or answer; AUX and any-time cards are offered too (rules 7.4, 13.14)."""
        if said:
            return any_time.stage(game, self.seat, said)
        attempt = self._attempt(game)
        more = besides.at_any_time(game, self.seat)
        options = list(dict.fromkeys([self.LEAST, *answers(game, attempt), *more]))
        title = "Answer the failed Espionage Evasion?" if attempt.dice else "Answer the espionage?"
        return Question(self.seat, "one", "espionage", options, self.LEAST, title, "15.7")

    def respond(self, game: Game, said: tuple[str, ...]) -> None:
        """Announce the card with its own window, or use what lies on the table."""
        attempt = self._attempt(game)
        answer = answers(game, attempt).get(said[0])
        if answer is None:
            besides.take(game, self.seat, said)
            return
        user = attempt.user_ref
        if answer.from_hand:
            attempt.defence = answer.source
            announce_card(game, self.seat, answer.source, answer.effects, user, said=said)
            return
        attempt.used = (*attempt.used, *((answer.source, number) for number in answer.effects))
        resolution = Resolution(answer.source, self.seat, answer.effects, user)
        resolution.agreed = True  # the player chose it, so do not ask again
        game.stack.append(resolution)

    def forecast(self, game: Game, said: tuple[str, ...]) -> Forecast:
        """Return the chance that the Espionage Evasion succeeds with what the card adds to it."""
        attempt = self._attempt(game)
        answer = answers(game, attempt).get(said[0])
        effects = [] if answer is None else [game.piece(answer.source).effects[number] for number in answer.effects]
        if any(effect.verb in ("miss", "redirect") for effect in effects):
            return {"power": 0}
        if attempt.dice and not any(effect.verb == "reroll" for effect in effects):
            return {"power": 0, "chance": 0.0}
        added = sum(effect.fields.get("by", 0) for effect in effects if effect.verb == "modify")
        return {"power": 0} | attempt.odds(game, added)

    def looked_for(self, game: Game) -> list[str]:
        """Return a line for every espionage defence in hand."""
        cards = (game.cards[number].card for number in game.players[self.seat].hand)
        return [PLAY + card.title for card in cards if card.definition.get("answers") == "espionage"]

    def refusal(self, game: Game, line: Line) -> Refused:
        """Return the rule and the reason why a card does not answer the attempt (rules 15.4, 15.7)."""
        attempt = self._attempt(game)
        title = line[0].title if line[0].verb in ("", "play") else ""
        for number in game.players[self.seat].hand:
            card = game.cards[number].card
            if card.title != title or card.definition.get("answers") != "espionage":
                continue
            if attempt.defence is not None:
                return "15.7", "One espionage defence card answers an attempt, and it is played"
            for _, effects in _faces(game, number, AFTER_ROLL if attempt.dice else BEFORE_ROLL):
                return why_not_card(game, attempt, number, effects) or self.ANSWERED_BY
            return "15.7", f"{title} is played {'before the roll' if attempt.dice else 'after a failed roll'}"
        return self.ANSWERED_BY

    def _attempt(self, game: Game) -> Espionage:
        attempt: Espionage = game.stack[game.stack.index(self) - 1]  # type: ignore[assignment]  # it opened the window
        return attempt


def answers(game: Game, attempt: Espionage) -> dict[str, Answer]:
    """Return the answers to the attempt that are legal now, by their lines."""
    trigger = AFTER_ROLL if attempt.dice else BEFORE_ROLL
    found: dict[str, Answer] = {}
    answered = attempt.against in ANSWERED
    if attempt.defence is None and answered:
        for number in dict.fromkeys(game.players[attempt.target].hand):
            for face, effects in _faces(game, number, trigger):
                phrase = PLAY + game.cards[number].card.title + face
                if phrase not in found and why_not_card(game, attempt, number, effects) is None:
                    found[phrase] = Answer(number, numbers(effects), from_hand=True)
    triggers = [*([trigger] if answered else []), *([ANY_ROLL] if attempt.dice else [])]
    for force in [force for each in triggers for force in list_triggered(game, attempt.target, each, attempt)]:
        effect, source = force.effect, force.source
        if isinstance(source, str) or (source, effect.number) in attempt.used or not is_offered(effect):
            continue
        if not is_used_up(game, source, effect) and _helps(game, attempt, effect):
            phrase = USE + game.cards[source].card.title
            found.setdefault(phrase, Answer(source, (effect.number,), from_hand=False))
    return found


def is_offered(effect: Effect) -> bool:
    """Return True if the player chooses whether the effect answers; otherwise it comes by itself."""
    return effect.optional or effect.once is not None or effect.verb == "reroll"


def _faces(game: Game, number: int, trigger: str) -> list[tuple[str, tuple[Effect, ...]]]:
    """Return the card's effects with this trigger, by the phrase ``as FACE`` if several faces have some."""
    faces = [(face.name, face.effects_on(trigger)) for face in faces_in(game.cards[number].card, IN_ANSWER)]
    fitting = [(name, effects) for name, effects in faces if effects]
    return [(f" as {name}" if len(fitting) > 1 else "", effects) for name, effects in fitting]


def why_not_card(game: Game, attempt: Espionage, number: int, effects: Iterable[Effect]) -> Refused | None:
    """Return the rule and the reason why this espionage defence cannot be played against the attempt, or None."""
    card = game.cards[number].card
    if wrong := why_not_usable(game, attempt.target, number):
        return wrong
    situation = Situation(number, attempt.target, attempt.user, attempt)
    if all(_helps(game, attempt, effect) and hold(game, situation, effect.conditions) for effect in effects):
        return None
    return "15.4", f"{card.title} does not answer this"


def _helps(game: Game, attempt: Espionage, effect: Effect) -> bool:
    """Return True if the effect can do something about the attempt.

    Only an Espionage card can be turned against its user; an evasion is rerolled by the player who rolled it.
    """
    if effect.verb == "redirect":
        source = attempt.source
        return attempt.user is not None and isinstance(source, int) and game.cards[source].card.type == ESPIONAGE
    if effect.trigger == ANY_ROLL:
        return effect.verb == "reroll" and effect.fields["which"] == "all dice"
    return effect.trigger != AFTER_ROLL or effect.verb == "reroll"
