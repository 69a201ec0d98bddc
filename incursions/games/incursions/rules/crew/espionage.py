"""Espionage, its evasion and the answers to it, and assimilation (rules 14.6, 15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY
from typing import Any, ClassVar, NamedTuple

from incursions.engine.dice import chance_of_at_most
from incursions.engine.errors import Advice
from incursions.engine.frames import Frame, ReactionWindow, frame_class
from incursions.engine.hexes import distance
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.effects.gathering import end_lasting
from incursions.games.incursions.rules.effects.in_force import Situation, forces, hold, is_used_up, list_triggered
from incursions.games.incursions.rules.events.cards import (
    Assimilated,
    AssimilationAnnounced,
    EspionageMissed,
    EspionageRolled,
    EspionageUnanswered,
)
from incursions.games.incursions.rules.plays import free_actions
from incursions.games.incursions.rules.plays.announcements import PUBLIC, announce_card
from incursions.games.incursions.rules.plays.card_moves import change_sides
from incursions.games.incursions.rules.plays.officers import is_member, not_at_work, why_not_taken
from incursions.games.incursions.rules.plays.rehearsal import Ending, rehearse_throws
from incursions.games.incursions.rules.plays.resolution import Resolution, put_up, set_off
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.printed.pieces import IN_ANSWER, faces_in, numbers
from incursions.games.incursions.rules.state.board import Lasting, Source
from incursions.games.incursions.rules.state.cards_in_play import Refused, own_captain, why_not_usable
from incursions.games.incursions.rules.state.game_state import Announced, GameState, Ground, ManeuverKind, power_short
from incursions.games.incursions.rules.state.phrases import Line
from incursions.games.incursions.rules.state.refs import Ref, card_ref, holder_of, phrases_of, seat_ref
from incursions.games.incursions.rules.state.seats import Force, Ship
from incursions.games.incursions.rules.state.shapes import EspionageView, Forecast
from incursions.games.incursions.rules.systems.cloaking import may_target
from incursions.games.incursions.rules.systems.power import cost
from incursions.games.incursions.rules.systems.weapons import is_silenced

PLAY, USE = "play ", "use "
STRAND = "espionage"  # of the dice
BEFORE_ROLL, AFTER_ROLL, ANY_ROLL = "aimed_at", "espionage_failed", "rolled"  # triggers of answers
# Values of `against` that espionage defences answer.
ESPIONAGE, ASSIMILATION, EVENT = ANSWERED = ("Espionage", "assimilation", "event")
CAPTAIN, MEMBER, SYSTEMS = "captain", "member", "systems"  # values of `tests`: who rolls (rules 15.2)
BY_ATTACK = "attack"  # a value of `against`: no espionage defence answers an attack
PASSED, FAILED, MISSED = "passed", "failed", "missed"
BEFORE, ROLL, AFTER, TELL = range(4)
ASSIMILATE = "assimilate"
USUAL_COST, USUAL_RANGE = 3, 0  # rules 15.5


class Answer(NamedTuple):
    """An answer to an attempt: effects of a card in hand (`from_hand`), or of a card on the table."""

    source: int
    effects: tuple[int, ...]
    from_hand: bool


class EspionageWindow(ReactionWindow[GameState]):
    """The window for the target of the attempt right below, before its Espionage Evasion and after a failed one."""

    __slots__ = ()
    seat_fields = ("seat",)
    ANSWERED_BY: ClassVar = ("15.4", "Only an espionage defence answers espionage")

    def is_entitled(self, game: GameState, seat: int) -> bool:
        """Return True if the target can answer, or with public windows holds any card (rules 13.10)."""
        attempt = self._attempt(game)
        if attempt.target != seat or not attempt.is_open:
            return False
        unknown = game.windows == PUBLIC and attempt.defence is None and bool(game.players[seat].hand)
        return unknown or bool(answers(game, attempt))

    def stage(self, game: GameState, said: Phrases) -> Question | None:
        """Return the question: pass or answer; AUX and any-time cards are offered too (rules 7.4, 13.14)."""
        if said:
            return free_actions.any_time_stage(game, self.seat, said)
        attempt = self._attempt(game)
        more = free_actions.at_any_time(game, self.seat)
        options = list(dict.fromkeys([self.LEAST, *answers(game, attempt), *more]))
        title = "Answer the failed Espionage Evasion?" if attempt.dice else "Answer the espionage?"
        return Question(self.seat, "one", "espionage", options, self.LEAST, title, "15.7")

    def respond(self, game: GameState, said: Phrases) -> None:
        """Announce the card with its own window, or use what lies on the table."""
        attempt = self._attempt(game)
        answer = answers(game, attempt).get(said[0])
        if answer is None:
            free_actions.take(game, self.seat, said)
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

    def forecast(self, game: GameState, said: Phrases) -> Forecast:
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

    def looked_for(self, game: GameState) -> list[str]:
        """Return a line for every espionage defence in hand."""
        cards = (game.cards[number] for number in game.players[self.seat].hand)
        return [PLAY + card.title for card in cards if card.definition.get("answers") == "espionage"]

    def refusal(self, game: GameState, line: Line) -> Refused:
        """Return the rule and the reason why a card does not answer the attempt (rules 15.4, 15.7)."""
        attempt = self._attempt(game)
        title = line[0].title if line[0].verb in ("", "play") else ""
        for number in game.players[self.seat].hand:
            card = game.cards[number]
            if card.title != title or card.definition.get("answers") != "espionage":
                continue
            if attempt.defence is not None:
                return "15.7", "Only one espionage defence card answers an attempt, and it has been played"
            for _, effects in _faces(game, number, AFTER_ROLL if attempt.dice else BEFORE_ROLL):
                return why_not_card(game, attempt, number, effects) or self.ANSWERED_BY
            return "15.7", f"{title} is played {'before the roll' if attempt.dice else 'after a failed roll'}"
        return self.ANSWERED_BY

    def _attempt(self, game: GameState) -> Espionage:
        """Return the attempt that opened this window: the frame below it."""
        attempt: Espionage = game.stack[game.stack.index(self) - 1]  # type: ignore[assignment]  # it opened the window
        return attempt


def answers(game: GameState, attempt: Espionage) -> dict[str, Answer]:
    """Return the answers to the attempt that are legal now, by their lines."""
    trigger = AFTER_ROLL if attempt.dice else BEFORE_ROLL
    found: dict[str, Answer] = {}
    answered = attempt.against in ANSWERED
    if attempt.defence is None and answered:
        for number in dict.fromkeys(game.players[attempt.target].hand):
            for face, effects in _faces(game, number, trigger):
                phrase = PLAY + game.cards[number].title + face
                if phrase not in found and why_not_card(game, attempt, number, effects) is None:
                    found[phrase] = Answer(number, numbers(effects), from_hand=True)
    triggers = [*([trigger] if answered else []), *([ANY_ROLL] if attempt.dice else [])]
    for force in [force for each in triggers for force in list_triggered(game, attempt.target, each, attempt)]:
        effect, source = force.effect, force.source
        if isinstance(source, str) or (source, effect.number) in attempt.used or not is_offered(effect):
            continue
        if not is_used_up(game, source, effect) and _helps(game, attempt, effect):
            phrase = USE + game.cards[source].title
            found.setdefault(phrase, Answer(source, (effect.number,), from_hand=False))
    return found


def is_offered(effect: Effect) -> bool:
    """Return True if the player chooses whether the effect answers; otherwise it comes by itself."""
    return effect.optional or effect.once is not None or effect.verb == "reroll"


def _faces(game: GameState, number: int, trigger: str) -> list[tuple[str, tuple[Effect, ...]]]:
    """Return the card's effects with this trigger, by the phrase ``as FACE`` if several faces have some."""
    faces = [(face.name, face.effects_on(trigger)) for face in faces_in(game.cards[number], IN_ANSWER)]
    fitting = [(name, effects) for name, effects in faces if effects]
    return [(f" as {name}" if len(fitting) > 1 else "", effects) for name, effects in fitting]


def why_not_card(game: GameState, attempt: Espionage, number: int, effects: Iterable[Effect]) -> Refused | None:
    """Return the rule and the reason why this espionage defence cannot be played against the attempt, or None."""
    card = game.cards[number]
    if wrong := why_not_usable(game, attempt.target, number):
        return wrong
    situation = Situation(number, attempt.target, attempt.user, attempt)
    if all(_helps(game, attempt, effect) and hold(game, situation, effect.conditions) for effect in effects):
        return None
    return "15.4", f"{card.title} does not answer this"


def _helps(game: GameState, attempt: Espionage, effect: Effect) -> bool:
    """Return True if the effect can do something about the attempt.

    Only an Espionage card can be turned against its user; an evasion is rerolled by the player who rolled it.
    """
    if effect.verb == "redirect":
        source = attempt.source
        return attempt.user is not None and isinstance(source, int) and game.cards[source].type == ESPIONAGE
    if effect.trigger == ANY_ROLL:
        return effect.verb == "reroll" and effect.fields["which"] == "all dice"
    return effect.trigger != AFTER_ROLL or effect.verb == "reroll"


@frame_class
class Espionage(Frame[GameState]):
    """An attempt on one player, until it is known whether it succeeds. It calls `mark` of the frame right below.

    `user` makes it (None: a tile), `target` rolls: the officer or captain `member`, or the one that `tests` says.
    `source` is the card or tile that calls for it, None for Assimilation and weapons; `against` says what it is.
    `defence` is the card that was played against it, `used` are the effects on the table that answered it, as pairs
    (source, number), `outcome` is its result.
    """

    user: int | None
    target: int
    tests: str
    against: str
    _: KW_ONLY
    member: int | None = None
    source: Source | None = None
    defence: int | None = None
    outcome: str | None = None
    roller: int | None = None
    dice: tuple[int, ...] = ()
    score: int = 0
    used: tuple[tuple[Source, int], ...] = ()
    step: int = BEFORE
    is_damage: ClassVar[bool] = False
    seat_fields = ("user", "target")

    def advance(self, game: GameState) -> None:
        """Offer answers, roll, offer answers to a failed roll, and report the outcome."""
        if self.step == BEFORE:
            self.step = ROLL
            game.stack.append(EspionageWindow((self.target,)))
            self._set_off(game)
        elif self.step == ROLL:
            self.step = TELL
            if self.outcome is None:
                self.roll(game)
                if self.outcome == FAILED and self.roller is not None:
                    self.step = AFTER
        elif self.step == AFTER:
            self.step = TELL
            game.stack.append(EspionageWindow((self.target,)))
        else:
            self._tell(game)

    def _set_off(self, game: GameState) -> None:
        """Put up what the attempt triggers by itself, before the answer; optional effects are offered there.

        Each text comes once in an attempt, because two that redirect it to each other would never end.
        """
        if self.against in ANSWERED:
            found = [
                force for force in list_triggered(game, self.target, BEFORE_ROLL, self) if not is_offered(force.effect)
            ]
            found = [force for force in found if (force.source, force.effect.number) not in self.used]
            self.used = (*self.used, *((force.source, force.effect.number) for force in found))
            put_up(game, found, self.user_ref)

    @property
    def user_ref(self) -> Ref | None:
        """The ship that makes the attempt; None for a tile."""
        return None if self.user is None else seat_ref(self.user)

    @property
    def is_open(self) -> bool:
        """True if it can still be answered: it is not rolled yet, or the roll failed."""
        return self.outcome is None or (self.outcome == FAILED and self.roller is not None)

    def roll(self, game: GameState) -> None:
        """Roll 2D6: equal to or under the score stops it. The attempt succeeds if nobody can roll (15.2, 15.7)."""
        self.roller = find_roller(game, self.target, self.tests, self.member)
        if self.roller is None:
            self.outcome = FAILED
            game.tell(EspionageUnanswered, seat=self.target)
            return
        self.dice = tuple(game.dice.roll(STRAND, 2))
        self._settle_roll(game, self.roller)

    def throw_again(self, game: GameState, which: list[int] | None = None) -> None:
        """Reroll these dice, or both if `which` is None; the new result stands (rules 15.2)."""
        assert self.roller is not None
        self.dice = game.dice.roll_again(STRAND, self.dice, which)
        self._settle_roll(game, self.roller)

    def _settle_roll(self, game: GameState, member: int) -> None:
        """Compute the score, set the outcome of the dice, and tell both."""
        self.score = self.score_of(game, member)
        self.outcome = PASSED if sum(self.dice) <= self.score else FAILED
        game.tell(
            EspionageRolled,
            seat=self.target,
            title=game.cards[member].title,
            dice=list(self.dice),
            score=self.score,
            evaded=self.outcome == PASSED,
        )

    def score_of(self, game: GameState, member: int) -> int:
        """Return the member's own score with all bonuses and changes in this attempt (rules 15.2, 15.3)."""
        changed: int = sum(force.effect.fields.get("by", 0) for force in _score_changes(game, self))
        return own_score(game, self.target, member) + changed

    def odds(self, game: GameState, added: int = 0) -> Forecast:
        """Return the score that the attempt `needs` to be stopped, and the `chance` of it; 0 if nobody can roll."""
        member = find_roller(game, self.target, self.tests, self.member)
        if member is None:
            return {"chance": 0.0}
        score = self.score_of(game, member) + added
        return {"needs": score, "chance": chance_of_at_most(score)}

    def change_places(self) -> None:
        """Swap the user and the target, and begin the attempt anew (rules 15.4)."""
        assert self.user is not None
        self.user, self.target = self.target, self.user
        self.member, self.defence = None, None
        self.step = BEFORE

    def _tell(self, game: GameState) -> None:
        """Tell the frame below the outcome, and put up what the roll triggers."""
        game.stack.pop()
        if self.defence is not None:
            end_lasting(game, _was_defence, self.defence)
        game.stack[-1].mark("espionage", self.outcome)  # type: ignore[attr-defined]  # the frame below has `mark`
        if self.outcome == MISSED:
            game.tell(EspionageMissed, seat=self.user, target=self.target)
        elif self.dice and self.user is not None:
            trigger = "espionage_passed" if self.outcome == PASSED else "espionage_failed"
            found = [
                force for force in list_triggered(game, self.target, trigger, self) if not is_offered(force.effect)
            ]
            put_up(game, not_at_work(game, found), self.user_ref)

    def to_view(self) -> EspionageView:
        """Return what every viewer sees of the attempt."""
        return {
            "seat": self.user,
            "target": self.target,
            "against": self.against,
            "dice": list(self.dice),
            "score": self.score,
            "outcome": self.outcome,
        }


def _was_defence(game: GameState, lasting: Lasting, number: int) -> bool:
    """Return True if the lasting effect is of this card and ends with the maneuver."""
    return lasting.source == number and lasting.until == "this maneuver"


def odds_of_success(game: GameState, said: Phrases) -> Forecast:
    """Return the chance that the espionage of a line succeeds, and the roll that stops it; {} if it depends on choices.

    It is the first attempt that the line leads to.
    """
    endings = rehearse_throws(game, said, len(game.stack) - 1, stop_at=STRAND)
    found = [_success_of_ending(ending) for ending in endings]
    return found[0] if all(odds == found[0] for odds in found) else {}


def _success_of_ending(ending: Ending) -> Forecast:
    """Return the odds of the attempt whose roll is due; without a roll, whether it succeeded."""
    attempt = ending.game.find_frame(Espionage)
    if ending.due is not None and attempt is not None:
        odds = attempt.odds(ending.game)
        return {"success": 1 - odds["chance"], "needs": odds["needs"]}
    return {"success": float(any(event.kind == EspionageUnanswered.kind for event in ending.events))}


def find_roller(game: GameState, seat: int, tests: str, member: int | None) -> int | None:
    """Return who rolls: the targeted member, the captain, or the better of captain and best officer; None if nobody.

    If no captain lies face up, the best officer's score is used instead (rules 15.2, 15.12). A targeted member rolls
    even when face down (rules 14.7).
    """
    if tests == MEMBER and member is not None:
        return member
    player, down = game.players[seat], game.board.face_down
    captain = [number for number in own_captain(player) if number not in down]
    if tests == CAPTAIN and captain:
        return captain[0]
    able = [*captain, *(each for each in player.tabled if game.cards[each].is_crew and each not in down)]
    return max(able, key=lambda number: own_score(game, seat, number), default=None)


def own_score(game: GameState, seat: int, member: int) -> int:
    """Return the printed score of an officer or captain with the bonuses for everybody aboard (rules 15.3)."""
    return (game.cards[member].espionage_evasion or 0) + game.ships[seat].bonuses.espionage_evasion


def _score_changes(game: GameState, attempt: Espionage) -> Iterable[Force]:
    """Return the effects that change the score in this attempt: the target's own, and the user's against others.

    Of two tabled cards of one title, one counts (rules 16.6).
    """
    found: dict[tuple[str, int, int], Force] = {}
    for seat, against_others in ((attempt.target, False), (attempt.user, True)):
        for force in () if seat is None else forces(game, seat, "modify", attempt, of="espionage_evasion"):
            if (force.effect.target == "the target" and force.target is None) == against_others:
                found[game.piece(force.source).title, force.effect.number, force.user] = force
    return found.values()


def assimilation_cost(game: GameState, ship: Ship) -> int:
    """Return what Assimilation costs this ship now (rules 15.5)."""
    return cost(game, ship.seat, ASSIMILATION, ship.card.systems[ASSIMILATION].get("power", USUAL_COST))


def can_assimilate(ship: Ship) -> bool:
    """Return True if the ship prints the system (rules 2.1)."""
    return ASSIMILATION in ship.card.systems


def why_not_reached(game: GameState, ship: Ship, other: Ship) -> Refused | None:
    """Return why nothing aboard the other ship can be taken now: out of the game, too far, or cloaked; or None."""
    if other.out is not None:
        return "15.5", f"{other.card.title} is out of the game"
    far, reach = distance(ship.at, other.at), ship.card.systems[ASSIMILATION].get("range", USUAL_RANGE)
    if far > reach:
        reaches = "only your own hex" if reach == 0 else f"{reach} hex{'' if reach == 1 else 'es'}"
        return "15.5", f"Your Assimilation reaches {reaches}; {other.card.title} is {far} away"
    return may_target(game, ship.seat, other.seat)


def targets(game: GameState, ship: Ship) -> list[Ref]:
    """Return every tabled card that the ship can take now (rules 15.9, 15.11)."""
    found: list[Ref] = []
    for other in game.list_others(ship.seat):
        if why_not_reached(game, ship, other) is None:
            player = game.players[other.seat]
            found += [card_ref(card) for card in player.in_play if why_not_taken(game, ship.seat, card) is None]
    return found


class Assimilation(ManeuverKind):
    """The maneuver that takes a tabled card; the card is named when it is announced (rules 15.9)."""

    name = ASSIMILATION
    words = (ASSIMILATE,)
    does = "assimilating"
    ground = Ground.ASSIMILATION

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return the phrase if the ship has the system, the power and a target in range."""
        if self.why_not(game, ship) or self.why_short(game, ship):
            return []
        return [ASSIMILATE] if targets(game, ship) else []

    def why_not(self, game: GameState, ship: Ship) -> Refused | None:
        """Return why the ship may take nothing at any price: it has no system, or may not attack now; or None."""
        if not can_assimilate(ship):
            return "15.5", f"{ship.card.title} has no Assimilation: only Borg ships have it"
        if is_silenced(game, ship.seat, None):
            return "10.1", "Your ship may not attack now, and Assimilation is an attack maneuver"
        return None

    def why_short(self, game: GameState, ship: Ship) -> Refused | None:
        """Return why the ship cannot pay for the maneuver, or None."""
        return power_short(ship, ASSIMILATION, assimilation_cost(game, ship), "Assimilation")

    def stage(self, game: GameState, ship: Ship, said: Phrases) -> Question | None:
        """Ask which card to take."""
        if len(said) > 1:
            return None
        options = list(phrases_of(game, targets(game, ship)))
        return Question(ship.seat, "one", "target", options, None, "Assimilate whom or what?", "15.9", said)

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Pay for the maneuver and return its frame."""
        card, seat = _find_named_card(game, ship, said)
        power = assimilation_cost(game, ship)
        ship.spend(power, ASSIMILATION)
        game.tell(AssimilationAnnounced, seat=ship.seat, target=seat, title=game.cards[card].title, power=power)
        return Announced(Assimilating(ship.seat, seat, card))

    def refusal(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why the ship may not assimilate: system, target, range, protection or power."""
        if found := self.why_not(game, ship):
            return found
        title, seat, more = line[0].title or line[0].subject, line[0].seat, line[1:]
        if title and line[0].place is not None:
            return "15.11", "Only what is tabled on a ship can be taken, not what is placed in a hex"
        if more and more[-1].subject == "power":
            return "15.5", Advice("Assimilation takes its power by itself", "assimilate TITLE of seat N")
        if seat is None or not title or more:
            return self._nothing_named(game, ship)
        if seat >= len(game.ships):
            return "15.5", f"There is no seat {seat}"
        if seat == ship.seat:
            return "10.14", "You cannot target your own ship or pieces"
        tabled = [n for n in game.players[seat].in_play if game.cards[n].title == title]
        if not tabled:
            return "15.11", f"No {title} is tabled on {game.ships[seat].card.title}"
        found = why_not_reached(game, ship, game.ships[seat]) or why_not_taken(game, ship.seat, tabled[0])
        return found or self.why_short(game, ship)

    def _nothing_named(self, game: GameState, ship: Ship) -> Refused:
        """Return why an assimilation that names no card is refused: power, reach, or nothing to take (rules 15.5)."""
        if short := self.why_short(game, ship):
            return short
        found = (why_not_reached(game, ship, other) for other in game.list_others(ship.seat))
        nothing = "15.5", "No equipment and no crew member is tabled in your reach"
        return next((refused for refused in found if refused is not None), nothing)

    def looked_for(self, game: GameState, ship: Ship) -> Sequence[str]:
        """Return a line for every tabled card of other players that a Borg ship might take."""
        if not can_assimilate(ship):
            return ()
        others = game.list_others(ship.seat)
        cards = [card_ref(card) for other in others for card in game.players[other.seat].in_play]
        return [f"{ASSIMILATE} {phrase}" for phrase in phrases_of(game, cards)]

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        """Return the cost, the score that 2D6 must not exceed to stop it, and the chance of success."""
        return {"power": assimilation_cost(game, ship), **odds_of_success(game, said)}


def _find_named_card(game: GameState, ship: Ship, said: Phrases) -> tuple[int, int]:
    """Return the card that a complete line names, and the seat that holds it."""
    card = phrases_of(game, targets(game, ship))[said[1]][1]
    seat = holder_of(game, card)
    assert seat is not None
    return card, seat


def attempt_on(game: GameState, user: int, seat: int, card: int) -> Espionage:
    """Return the Espionage Evasion that guards the card: crew roll their own, equipment the ship's (rules 15.9)."""
    member = card if is_member(game, card) else None
    return Espionage(user, seat, SYSTEMS if member is None else MEMBER, ASSIMILATION, member=member)


@frame_class
class Assimilating(Frame[GameState]):
    """An announced Assimilation of the card `card` on the table of `target`."""

    seat: int
    target: int
    card: int
    outcome: str | None = None
    seat_fields = ("seat", "target")

    @property
    def target_ref(self) -> Ref:
        """The ship that the Assimilation is aimed at."""
        return seat_ref(self.target)

    def mark(self, name: str, value: Any) -> None:
        """Record the outcome of the Espionage Evasion."""
        self.outcome = value

    def advance(self, game: GameState) -> None:
        """Put up the Espionage Evasion; if it fails, move the card to the other side."""
        if self.outcome is None:
            if holder_of(game, self.card) != self.target:
                game.stack.pop()
                return
            game.stack.append(attempt_on(game, self.seat, self.target, self.card))
            return
        game.stack.remove(self)
        if self.outcome == FAILED and holder_of(game, self.card) == self.target:
            to = change_sides(game, self.card, self.seat)
            game.tell(Assimilated, seat=self.seat, target=self.target, title=game.cards[self.card].title, to=to)
            set_off(game, "assimilated", self.seat)
