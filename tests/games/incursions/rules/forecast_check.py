"""Compare forecasts with what then happens: an option is played on copies of the game, and what follows is resolved.

Whoever is asked later takes the least answer; where there is none, one by chance. Dice differ from copy to copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import comb, sqrt
from random import Random
from typing import Any, ClassVar, NamedTuple

from incursions.engine.dice import SEED_BYTES, Dice
from incursions.engine.frames import Frame
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.attacks.attack import DefenceWindow
from incursions.games.incursions.rules.crew.espionage import EspionageWindow
from incursions.games.incursions.rules.hexes.leaving import MeetRequirement
from incursions.games.incursions.rules.state.refs import Pick
from incursions.games.incursions.rules.state.seats import Ship

Facts = dict[str, Any]
MOST_ANSWERS = 60
OPTIONS_OF_A_VERB = 2
THROWS = ((12, 1e-3), (400, 1e-3), (4000, 1e-7))
"""How often an option with odds is thrown, and the chance of that result below which it is thrown more often."""
SURE = 5.0  # standard deviations by which an average may be off after the last throws
DOUBTFUL = 3.3  # and after those before
ENOUGH = 500  # throws for a tally to be judged
EVASION, WORMHOLE, ESCAPE, ESPIONAGE = "evasion_rolled", "wormhole_rolled", "escape_rolled", "espionage_rolled"
SUCCEEDED = {EVASION: "evaded", WORMHOLE: "doubles", ESCAPE: "free", ESPIONAGE: "evaded"}
"""The events of rolls with a stated chance, and the fact of each that tells whether it succeeded."""


class Settled(Exception):  # noqa: N818  it is no error
    """Raised as soon as what an option began is over."""


class Watched(Game):
    """A game that stops as soon as what an option began is over: a frame is gone, or the stack is as low as before."""

    __slots__ = ()
    frame: ClassVar[Frame[Any] | None] = None
    depth: ClassVar[int] = 0
    start: ClassVar[Callable[[], None]] = lambda: None

    def advance(self) -> None:
        """Advance frame by frame, and raise `Settled` when it is over."""
        Watched.start()
        while not self._open and self.result is None:
            self.stack[-1].advance(self)
            gone = Watched.frame is not None and Watched.frame not in self.stack
            if gone or (Watched.frame is None and len(self.stack) <= Watched.depth):
                raise Settled


class Outcome(NamedTuple):
    """What came of an option: the game then, the facts of all events, and the power that was paid for it."""

    game: Game
    events: list[Facts]
    paid: range

    def find(self, kind: str, seat: int) -> Facts | None:
        """Return the first event of a kind that is about the seat, or None."""
        return next((each for each in self.events if each["kind"] == kind and each.get("seat") == seat), None)

    def is_of_hidden_cards(self, before: int | None = None) -> bool:
        """Return True if a drawn card came to a table before this event (None: ever): no forecast knows of it."""
        kinds = [event["kind"] for event in self.events[:before]]
        return "drew" in kinds and "tabled" in kinds[kinds.index("drew") :]


def play_out(game: Game, line: str, rng: Random, *, is_free: bool) -> Outcome:
    """Play a line on a copy with other dice, and resolve what it began: of a free action (rules 6.6) that alone."""
    copy = game.copy()
    copy.__class__ = Watched
    copy.dice = Dice(rng.randbytes(SEED_BYTES))
    seat, top = game.decision.seat, copy.stack[-1]
    Watched.depth, Watched.frame = (len(copy.stack) - 1, None) if is_free else _find_end(copy)
    paid: list[range] = []
    ship = copy.ships[seat]
    before = _count_power(ship)
    Watched.start = lambda: paid.append(_count_paid(before, ship)) if not paid else None
    events: list[Facts] = []
    try:
        for text in _answers(copy, line, top, rng):
            copy.events = []
            try:
                copy.play(text)
            finally:
                events += [{"kind": event.kind, **event.facts} for event in copy.events]
    except Settled:
        pass
    return Outcome(copy, events, paid[0])


def _find_end(game: Game) -> tuple[int, Frame[Any] | None]:
    """Return the height of the stack at which it is over, and the frame whose end it is, if it is another's."""
    top, depth = game.stack[-1], len(game.stack) - 1
    if isinstance(top, DefenceWindow) or (isinstance(top, Pick) and top.topic == "armour"):
        return depth, game.stack[depth - 1]  # all of the attack
    if isinstance(top, EspionageWindow | MeetRequirement):
        return depth - 1, None  # the attempt, the roll
    return depth, None


def _answers(game: Game, line: str, top: Frame[Any], rng: Random) -> Iterator[str]:
    """Yield the line, then the answer to each question that follows, until the question of before is put again."""
    yield line
    for _ in range(MOST_ANSWERS):
        question = game.decision
        is_asked_again = Watched.frame is None and game.stack[-1] is top and len(game.stack) == Watched.depth + 1
        if question is None or is_asked_again:
            return
        paying = [option for option in question.options if option.split()[0] in ("spend", "discard", "aux")]
        if question.topic == "requirement" and paying:
            yield paying[0]
        else:
            yield rng.choice(question.options) if question.least is None else question.least


def _count_power(ship: Ship) -> tuple[int, int]:
    return ship.power, sum(ship.diverted.values())


def _count_paid(before: tuple[int, int], ship: Ship) -> range:
    """Return the amounts that can have been paid: cards turned down, and any part of diverted power that is gone."""
    power, diverted = _count_power(ship)
    cards = before[0] - power
    return range(cards, cards + max(0, before[1] - diverted) + 1)


class Tally:
    """The sums of all throws by verb, which show a chance or average that is false by too little to be seen in one.

    Each has the number of throws, the sum of the differences from what was said, and the sum of their variances.
    """

    def __init__(self) -> None:
        self.compared = 0
        self.lies: list[str] = []
        self.sums: dict[str, tuple[int, float, float]] = {}

    def add(self, what: str, count: int, difference: float, variance: float) -> None:
        """Add so many throws, their difference from what was said, and the variance that it has if that is true."""
        before = self.sums.get(what, (0, 0.0, 0.0))
        self.sums[what] = (before[0] + count, before[1] + difference, before[2] + variance)

    @property
    def biases(self) -> list[str]:
        """What is false on the whole, if it was thrown often enough to tell."""
        return [
            f"{what}: {difference:+.0f} in {count} throws, where {sqrt(variance):.0f} is usual"
            for what, (count, difference, variance) in self.sums.items()
            if count >= ENOUGH and variance >= ENOUGH / 10 and abs(difference) > SURE * sqrt(variance)
        ]


class Check:
    """A comparison of one forecast with what comes; `complaints` says what is wrong in it."""

    def __init__(self, game: Game, line: str, rng: Random, tally: Tally | None = None) -> None:
        self.tally = tally or Tally()
        self.game, self.line, self.rng = game, line, rng
        self.seat = game.decision.seat
        self.forecast: Facts = game.forecast(line)
        self.outcomes: list[Outcome] = []
        self.complaints: list[str] = []
        for name, compare in COMPARISONS.items():
            if name in self.forecast:
                compare(self, self.forecast[name])

    @property
    def verb(self) -> str:
        """The first two words of the line."""
        return " ".join(self.line.split()[:2])

    @property
    def outcome(self) -> Outcome:
        """The first outcome."""
        return next(self.throw(1))

    def throw(self, count: int) -> Iterator[Outcome]:
        """Yield so many outcomes; those made before come first."""
        is_free = self.line.startswith("divert") or "turned_up" in self.forecast
        while len(self.outcomes) < count:
            self.outcomes.append(play_out(self.game, self.line, self.rng, is_free=is_free))
        yield from self.outcomes[:count]

    def expect(self, what: str, said: Any, came: Any, *, holds: bool) -> None:
        """Complain unless it holds."""
        if not holds:
            self.complaints.append(f"{what}: {said} was said, {came} came")


def check_power(check: Check, said: int) -> None:
    """Compare the power with what is paid on announcing."""
    if "turned_up" not in check.forecast:
        check.expect("power", said, check.outcome.paid, holds=said in check.outcome.paid)


def check_turned_up(check: Check, said: int) -> None:
    """Compare the number of power cards that turn up."""
    came = check.outcome.game.ships[check.seat].power - check.game.ships[check.seat].power
    check.expect("turned up", said, came, holds=came == said)


def check_distance(check: Check, said: int) -> None:
    """Compare the distance with the way of a warp, which a mine may cut short."""
    warped = [event for event in check.outcome.events if event["kind"] == "warped" and event["seat"] == check.seat]
    if warped:
        came = sum(len(event["path"]) - 1 for event in warped)
        is_cut_short = any(event["kind"] == "mine_went_off" for event in check.outcome.events)
        check.expect("distance", said, came, holds=came == said or (is_cut_short and came < said))


def check_points(name: str) -> Callable[[Check, list[int]], None]:
    """Return the comparison of hull or shields with what is left."""

    def compare(check: Check, said: list[int]) -> None:
        ship = check.game.ships[check.seat]
        check.expect(f"{name} before", said[0], getattr(ship, name), holds=said[0] == getattr(ship, name))
        left = getattr(check.outcome.game.ships[check.seat], name)
        is_evaded = any(event["kind"] == "evasion_rolled" and event["evaded"] for event in check.outcome.events)
        if not is_evaded and not check.outcome.is_of_hidden_cards():
            check.expect(name, said, left, holds=said[1] <= left <= said[-1])

    return compare


def check_repair(check: Check, said: int) -> None:
    """Compare the points of a repaired card or piece; it may have lacked fewer."""
    kinds = ("card_repaired", "piece_repaired")
    for event in check.outcome.events:
        if event["kind"] in kinds:
            before, after = event["points"]
            check.expect("points", said, after - before, holds=after - before <= said)


def find_score(check: Check, outcome: Outcome) -> int | None:
    """Return the first score of the seat, or the blast of the mine that it laid: thrown here; None without one."""
    scored, laid = outcome.find("scored", check.seat), outcome.find("mine_laid", check.seat)
    if scored is not None:
        return int(scored["score"])
    if laid is None:
        return None
    return max(0, sum(check.rng.randint(1, 6) for _ in range(laid["dice"])) + laid["bonus"])


def check_score(check: Check, said: int) -> None:
    """Compare the range of a score, and its average over many throws."""
    least, most, average = said, check.forecast["maximum"], check.forecast.get("average")
    for count, _ in THROWS:
        scores = [score for each in check.throw(count) if (score := find_score(check, each)) is not None]
        outside = [score for score in scores if not least <= score <= most]
        check.expect("score", (least, most), outside, holds=not outside)
        check.expect("score", (least, most), "none", holds=bool(scores))
        if average is None or outside or not scores:
            return
        if count == THROWS[0][0]:
            differences = [score - average for score in scores]
            squares = sum(each * each for each in differences)
            check.tally.add(f"average of {check.verb}", len(scores), sum(differences), squares)
        if not is_off(scores, average, DOUBTFUL):
            return
    check.expect("average", average, sum(scores) / len(scores), holds=not is_off(scores, average, SURE))


def is_off(scores: list[int], average: float, deviations: float) -> bool:
    """Return True if the mean of the scores is so many standard deviations of it away from the average."""
    mean = sum(scores) / len(scores)
    spread = sqrt(sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1))
    return abs(mean - average) > deviations * spread / sqrt(len(scores)) + 1e-9


def check_chance(check: Check, said: float) -> None:
    """Compare the chance of a roll, and what it needs."""
    compare_chance(check, said, succeeds=True)


def check_success(check: Check, said: float) -> None:
    """Compare the chance that an espionage of the seat's own succeeds: the roll of the other player fails then."""
    compare_chance(check, said, succeeds=False)


def compare_chance(check: Check, said: float, *, succeeds: bool) -> None:
    """Compare a chance with rolls: more of them as long as they do not fit."""
    for count, doubt in THROWS:
        rolls = [roll for each in check.throw(count) for roll in find_roll(check, each)]
        if not rolls:
            is_certain = said in (0.0, 1.0)  # nobody rolls
            check.expect("chance", said, "no roll", holds=is_certain)
            return
        known = [roll for roll in rolls if roll is not None]
        needs = {roll["score"] for roll in known if "score" in roll}
        fits = "needs" not in check.forecast or needs <= {check.forecast["needs"]}
        check.expect("needs", check.forecast.get("needs"), needs, holds=fits)
        came = sum(roll[SUCCEEDED[roll["kind"]]] == succeeds for roll in known)
        if count == THROWS[0][0]:
            expected = len(known) * said
            check.tally.add(f"chance of {check.verb}", len(known), came - expected, expected * (1 - said))
        if not fits or chance_of_such(came, len(known), said) >= doubt:
            return
    check.expect("chance", said, f"{came} of {len(known)}", holds=False)


def find_roll(check: Check, outcome: Outcome) -> list[Facts | None]:
    """Return the roll whose chance is stated, None for one that hidden cards have changed; empty without one."""
    wanted = kind_of_roll(check)
    place = next((place for place, event in enumerate(outcome.events) if event["kind"] == wanted), None)
    if place is None:
        return []
    return [None if outcome.is_of_hidden_cards(place) else outcome.events[place]]


def kind_of_roll(check: Check) -> str:
    """Return the kind of roll that the chance of the forecast is of."""
    if "success" in check.forecast or isinstance(check.game.stack[-1], EspionageWindow):
        return ESPIONAGE
    if "needs" not in check.forecast:
        return WORMHOLE
    return ESCAPE if check.line.startswith("roll") else EVASION


def check_missed(check: Check, said: str) -> None:
    """Compare where a failed roll leaves the ship."""
    for outcome in check.throw(THROWS[0][0]):
        roll = next(iter(find_roll(check, outcome)), None)
        if roll is None or roll[SUCCEEDED[roll["kind"]]]:
            continue
        moved = [event["at"] for event in outcome.events if event["kind"] == "transported"]
        came = "start" if [0, 0] in moved else "elsewhere" if moved else "stays"
        check.expect("missed", said, came, holds=came == said or (said == "caught" and came == "stays"))


def chance_of_such(came: int, count: int, chance: float) -> float:
    """Return how likely it is that so many throws differ at least as much from the chance: twice the smaller tail."""
    if chance <= 0 or chance >= 1:
        return float(came == count * chance)
    if count > 1000:
        deviations = abs(came - count * chance) / sqrt(count * chance * (1 - chance))
        return 0.0 if deviations > SURE else 1.0
    tail = range(came + 1) if came < count * chance else range(came, count + 1)
    return min(1.0, 2 * sum(comb(count, each) * chance**each * (1 - chance) ** (count - each) for each in tail))


COMPARISONS: dict[str, Callable[[Check, Any], None]] = {
    "power": check_power,
    "turned_up": check_turned_up,
    "distance": check_distance,
    "hull": check_points("hull"),
    "shields": check_points("shields"),
    "points": check_repair,
    "minimum": check_score,
    "chance": check_chance,
    "missed": check_missed,
    "success": check_success,
}


def choose_lines(game: Game, rng: Random) -> Iterator[str]:
    """Yield whole lines that are on offer, a few of each verb; stages after the first are chosen by chance."""
    by_verb: dict[str, list[str]] = {}
    for option in game.decision.options:
        by_verb.setdefault(option.split()[0], []).append(option)
    for options in by_verb.values():
        for option in rng.sample(options, min(OPTIONS_OF_A_VERB, len(options))):
            line = option
            while (question := game.following(line)) is not None:
                line = f"{line} {rng.choice(question.options)}"
            yield line


def compare_all(game: Game, rng: Random, tally: Tally, where: str) -> None:
    """Compare forecasts of the open question, and add what is wrong in them to the tally."""
    for line in choose_lines(game, rng):
        check = Check(game, line, rng, tally)
        tally.compared += bool(check.forecast)
        tally.lies += [f"{where}: {line}, {check.forecast}, {said}" for said in check.complaints]
