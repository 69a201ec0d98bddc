"""Espionage Evasion: who rolls it, and against which score (rules 14.6, 15.1-15.4, 15.7, 15.12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar

from incursions.engine.frames import Frame
from incursions.games.incursions.rules.crew.espionage_window import ANSWERED, BEFORE_ROLL, EspionageWindow, is_offered
from incursions.games.incursions.rules.crew.people import face_up_commander, face_up_officers, not_at_work
from incursions.games.incursions.rules.effects.gathering import end_lasting
from incursions.games.incursions.rules.effects.in_force import Force, forces, list_triggered
from incursions.games.incursions.rules.effects.resolution import put_up
from incursions.games.incursions.rules.events.cards import EspionageMissed, EspionageRolled, EspionageUnanswered
from incursions.games.incursions.rules.odds import chance_of_at_most
from incursions.games.incursions.rules.state.board import Source
from incursions.games.incursions.rules.state.refs import Ref, seat_ref

if TYPE_CHECKING:
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.board import Lasting
    from incursions.games.incursions.rules.view import EspionageView

CAPTAIN, MEMBER, SYSTEMS = "captain", "member", "systems"  # values of `tests`: who rolls (rules 15.2)
BY_ATTACK = "attack"  # a value of `against`: no espionage defence answers an attack
PASSED, FAILED, MISSED = "passed", "failed", "missed"

BEFORE, ROLL, AFTER, TELL = range(4)


@dataclass(slots=True, eq=False)
class Espionage(Frame["Game"]):
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

    def advance(self, game: Game) -> None:
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

    def _set_off(self, game: Game) -> None:
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

    def roll(self, game: Game) -> None:
        """Roll 2D6: equal to or under the score stops it. The attempt succeeds if nobody can roll (15.2, 15.7)."""
        self.roller = find_roller(game, self.target, self.tests, self.member)
        if self.roller is None:
            self.outcome = FAILED
            game.tell(EspionageUnanswered, seat=self.target)
            return
        self.dice = tuple(game.dice.roll("espionage", 2))
        self._settle_roll(game, self.roller)

    def throw_again(self, game: Game, which: list[int] | None = None) -> None:
        """Reroll these dice, or both if `which` is None; the new result stands (rules 15.2)."""
        assert self.roller is not None
        self.dice = game.dice.roll_again("espionage", self.dice, which)
        self._settle_roll(game, self.roller)

    def _settle_roll(self, game: Game, member: int) -> None:
        self.score = self.score_of(game, member)
        self.outcome = PASSED if sum(self.dice) <= self.score else FAILED
        game.tell(
            EspionageRolled,
            seat=self.target,
            title=game.cards[member].card.title,
            dice=list(self.dice),
            score=self.score,
            evaded=self.outcome == PASSED,
        )

    def score_of(self, game: Game, member: int) -> int:
        """Return the member's own score with all bonuses and changes in this attempt (rules 15.2, 15.3)."""
        changed: int = sum(force.effect.fields.get("by", 0) for force in _score_changes(game, self))
        return own_score(game, self.target, member) + changed

    def odds(self, game: Game, added: int = 0) -> Forecast:
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

    def _tell(self, game: Game) -> None:
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


def _was_defence(game: Game, lasting: Lasting, number: int) -> bool:
    return lasting.source == number and lasting.until == "this maneuver"


def find_roller(game: Game, seat: int, tests: str, member: int | None) -> int | None:
    """Return who rolls: the targeted member, the captain, or the better of captain and best officer; None if nobody.

    If no captain lies face up, the best officer's score is used instead (rules 15.2, 15.12). A targeted member rolls
    even when face down (rules 14.7).
    """
    if tests == MEMBER and member is not None:
        return member
    captain = face_up_commander(game, seat)
    if tests == CAPTAIN and captain is not None:
        return captain
    able = [*([] if captain is None else [captain]), *face_up_officers(game, seat)]
    return max(able, key=lambda number: own_score(game, seat, number), default=None)


def own_score(game: Game, seat: int, member: int) -> int:
    """Return the printed score of an officer or captain with the bonuses for everybody aboard (rules 15.3)."""
    return (game.cards[member].card.espionage_evasion or 0) + game.ships[seat].bonuses.espionage_evasion


def _score_changes(game: Game, attempt: Espionage) -> Iterable[Force]:
    """Return the effects that change the score in this attempt: the target's own, and the user's against others.

    Of two tabled cards of one title, one counts (rules 16.6).
    """
    found: dict[tuple[str, int, int], Force] = {}
    for seat, against_others in ((attempt.target, False), (attempt.user, True)):
        for force in () if seat is None else forces(game, seat, "modify", attempt, of="espionage_evasion"):
            if (force.effect.target == "the target" and force.target is None) == against_others:
                found[game.piece(force.source).title, force.effect.number, force.user] = force
    return found.values()


def attempt_under_way(game: Game) -> Espionage | None:
    """Return the innermost attempt that is being answered or rolled, or None."""
    return next((frame for frame in reversed(game.stack) if isinstance(frame, Espionage)), None)
