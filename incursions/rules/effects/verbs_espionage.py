"""The performer of espionage: the attempt, and its redirection (rules 15)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from incursions.rules.board import Source
from incursions.rules.crew.espionage import BY_ATTACK, FAILED, MEMBER, MISSED, Espionage, attempt_under_way
from incursions.rules.crew.espionage_window import ESPIONAGE, EVENT
from incursions.rules.effects.aims import candidates, seats_meant
from incursions.rules.effects.conditions import Situation, hold
from incursions.rules.effects.resolution import Resolution
from incursions.rules.refs import Ref, seat_ref, word_ref
from incursions.rules.systems.cloaking import may_target

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Condition, Effect
    from incursions.rules.forecast import Forecast
    from incursions.rules.game import Game

ANYBODY = "one officer or captain"


def espionage(game: Game, frame: Resolution, effect: Effect) -> None:
    """Let the target roll and drop later effects unless the roll fails (rules 15.2); several roll one by one (15.8)."""
    outcome = frame.marked("espionage")
    if outcome is not None:
        frame.mark("espionage", None)
        if outcome != FAILED:
            frame.stop()
        return
    if (effect.target or "").startswith("every "):
        _push_each(game, frame, effect)
        return
    if frame.target is None and isinstance(frame.source, int):
        frame.target = _aim_at_anybody(game, frame, effect)
    member = None
    if effect.fields["tests"] == MEMBER:
        if frame.target is None or frame.target[0] != "card":
            aimed = _aim_at_member(game, frame, effect)
            if aimed is None:
                frame.stop()
                return
            frame.target = aimed
        member = frame.target[1]
    seat = _seat_aimed_at(game, frame)
    if seat is None:
        frame.stop()  # without a target nothing happens
        return
    frame.wait_for(game, _attempt(game, frame, seat, effect.fields["tests"], member))


def _attempt(game: Game, frame: Resolution, seat: int, tests: str, member: int | None = None) -> Espionage:
    """Return the attempt on a seat; the attempt of a tile has no user (rules 15.8)."""
    user = frame.user if isinstance(frame.source, int) else None
    return Espionage(user, seat, tests, _find_attempt_kind(game, frame.source), member=member, source=frame.source)


def _find_attempt_kind(game: Game, source: Source) -> str:
    """Return the kind of attempt that is rolled against: an Espionage card, a tile's event, or an attack."""
    if isinstance(source, str):
        return EVENT
    return ESPIONAGE if game.cards[source].card.type == ESPIONAGE else BY_ATTACK


def _seat_aimed_at(game: Game, frame: Resolution) -> int | None:
    """Return the player aimed at, or the holder of the card aimed at; for a tile, the player who set it off (15.8)."""
    if frame.target is not None and frame.target[0] == "card":
        return frame.struck_seat(game)
    seat = frame.target_seat if isinstance(frame.source, int) else frame.user
    return seat if seat is not None and game.ships[seat].out is None else None


def _aim_at_anybody(game: Game, frame: Resolution, effect: Effect) -> Ref | None:
    """Pick another player or a crew member if none was named on announcing; a cloak hides them (12.7)."""
    others = [ship.seat for ship in game.ships if ship.out is None and ship.seat != frame.user]
    seats = [seat_ref(seat) for seat in others if may_target(game, frame.user, seat, attack=False) is None]
    if effect.fields["tests"] != MEMBER:
        picked = frame.pick(game, frame.user, seats, "Aimed at whom?", "15.2", topic="target")
    else:
        found = [ref for seat in seats for ref in find_members(game, frame.source, frame.user, effect, seat)]
        picked = frame.pick(game, frame.user, found, "Aim at whom?", "15.2", topic="target")
    frame.chosen = ()
    return picked


def _aim_at_member(game: Game, frame: Resolution, effect: Effect) -> Ref | None:
    """Pick an officer or captain of the player aimed at whom the effect may strike."""
    found = find_members(game, frame.source, frame.user, effect, seat_ref(_seat_aimed_at(game, frame) or 0))
    return frame.pick(game, frame.user, found, "Aim at whom?", "15.2", topic="target")


def find_members(game: Game, source: Source, user: int, effect: Effect, target: Ref) -> list[Ref]:
    """Return the crew members of a player whom an effect may strike, checking its conditions for each."""
    refs = candidates(game, Resolution(source, user, (effect.number,), target), effect, ANYBODY)
    probes = ((ref, Resolution(source, user, (effect.number,), ref)) for ref in refs)
    return [ref for ref, probe in probes if hold(game, Situation(source, user, target[1], probe), effect.conditions)]


def _push_each(game: Game, frame: Resolution, effect: Effect) -> None:
    """Push the pending effects once for each target, in turn order from the user (rules 15.8).

    A cloak hides its ship from a card (rules 12.7). From the event of a tile it was hidden before.
    """
    seats = seats_meant(game, frame, effect, "every other ship")
    if isinstance(frame.source, int):
        seats = [s for s in seats if s == frame.user or may_target(game, frame.user, s, attack=False) is None]
    seats.sort(key=lambda seat: (seat - frame.user) % len(game.ships))
    rest = frame.pending[1:]
    frame.stop()
    for seat in reversed(seats):
        game.stack.append(OneOfSeveral(frame.source, frame.user, rest, seat_ref(seat), tests=effect.fields["tests"]))


@dataclass(slots=True, eq=False)
class OneOfSeveral(Resolution):
    """The part of one player in an espionage on several: the roll, then the pending effects (rules 15.8)."""

    tests: str = field(kw_only=True)

    def advance(self, game: Game) -> None:
        """Start the roll; carry out the effects only if it fails."""
        if not self.tests:
            Resolution.advance(self, game)
            return
        outcome, seat = self.marked("espionage"), self.target_seat
        if outcome is None and seat is not None and game.ships[seat].out is None:
            game.stack.append(_attempt(game, self, seat, self.tests))
            return
        self.tests = ""
        if outcome != FAILED:
            self.pending = ()


def redirect_attempt(game: Game, attempt: Espionage, frame: Resolution) -> None:
    """Swap user and target: the new user makes all choices; without a legal target the attempt misses (15.4)."""
    if attempt.user is None:
        return
    below = game.stack[game.stack.index(attempt) - 1]
    assert isinstance(below, Resolution)
    aimed: Ref | None = seat_ref(attempt.user)
    if attempt.tests == MEMBER:
        calls = game.piece(below.source).effects[below.pending[0]]
        found = find_members(game, below.source, attempt.target, calls, seat_ref(attempt.user))
        aimed = frame.pick(game, frame.user, found, "Aim at whom?", "15.4", topic="target")
    elif below.marked("names") is not None:
        weapons = map(word_ref, game.ships[attempt.user].card.weapons)
        picked = frame.pick(game, frame.user, weapons, "Name which weapon?", "15.4", topic="target")
        below.mark("names", picked and picked[1])
    _change_places(game, attempt, below, aimed)


def _change_places(game: Game, attempt: Espionage, below: Resolution, aimed: Ref | None) -> None:
    """Swap the players of the attempt and of its resolution; without a target the attempt misses."""
    assert attempt.user is not None
    below.user, below.target = attempt.target, aimed or seat_ref(attempt.user)
    below.mark("aimed", aimed if aimed and aimed[0] == "card" else None)
    game.emit("redirected", {"seat": attempt.target, "target": attempt.user})
    attempt.change_places()
    if aimed is None:
        attempt.outcome = MISSED
    elif attempt.tests == MEMBER:
        attempt.member = aimed[1]


def odds_of_play(game: Game, play: Resolution) -> Forecast:
    """Return the odds that the espionage of a card succeeds, or {} if the card begins with another effect."""
    effects = game.piece(play.source).effects
    first = effects[play.pending[0]] if play.pending else None
    seat = _seat_aimed_at(game, play)
    if first is None or first.verb != "espionage" or seat is None:
        return {}
    tests = first.fields["tests"]
    member = play.target[1] if tests == MEMBER and play.target is not None and play.target[0] == "card" else None
    odds = _attempt(game, play, seat, tests, member).odds(game)
    return {**odds, "chance": 1 - odds["chance"]}


def is_against(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check what the Espionage Evasion under way is rolled against."""
    attempt = situation.frame if isinstance(situation.frame, Espionage) else attempt_under_way(game)
    return attempt is not None and condition.admits(attempt.against)
