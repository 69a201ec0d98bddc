"""Whole games as readable texts, so that a change of behaviour shows as a difference.

Written anew with `python -m tests.fuzz.goldens`; look at the difference, and raise `RULES_VERSION` if a match that is
already under way would go on differently.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from incursions.engine import Event, Question
from incursions.games.incursions.rules import RULES_VERSION, Game
from tests.fuzz.decks import made_setup
from tests.fuzz.tables import as_text, house_setup

FOLDER = Path(__file__).parents[1] / "goldens"
BASIC = {"two_seats": (2, 14), "three_seats": (3, 12), "six_seats": (6, 8)}  # seats and round limit
BEYOND_BASIC = {  # the numbers of set-ups of random decks: seats, mode and windows follow from them
    "tournament_two_seats": 0,
    "tournament_three_seats_public": 11,
    "tournament_six_seats": 24,
    "full_two_seats": 5,
    "full_three_seats": 26,
    "full_four_seats_public": 17,
    "full_five_seats": 48,
}
ROUNDS = 3
PLAYED = (*BASIC, *BEYOND_BASIC)
COMMAND = "var/venv/bin/python -m tests.fuzz.goldens"


def playthrough(name: str) -> str:
    """Return the whole game of that name as text."""
    return "\n".join(_lines(name)) + "\n"


def _lines(name: str) -> Iterator[str]:
    seed = sha256(name.encode()).digest()
    setup = house_setup(*BASIC[name]) if name in BASIC else made_setup(BEYOND_BASIC[name]) | {"round_limit": ROUNDS}
    game = Game.start(setup, seed)
    seats, rounds = len(setup["seats"]), setup["round_limit"]
    mode = setup["mode"].capitalize()
    yield f"{name}: {mode}, {seats} seats, {rounds} rounds at most, rules version {RULES_VERSION}"
    yield f"seed {seed.hex()}"
    yield from _told(game.events)
    while game.decision is not None:
        question = game.decision
        text = _chosen(seed, game.number, question)
        yield ""
        yield f"{game.number + 1}. seat {question.seat} · {question.title} ({question.rule})"
        yield f"   views {_fingerprint(game)}"
        yield f"   {' | '.join(question.options)}"
        events = game.play(text)
        dice = game.log[-1].dice
        yield f" > {text}" + (f"   [{' '.join(map(str, dice))}]" if dice else "")
        yield from _told(events)
    yield ""
    yield f"views {_fingerprint(game)} · state {_hash(as_text(game.to_data()))}"


def _told(events: list[Event]) -> Iterator[str]:
    for event in events:
        told = "" if event.audience is None else f"[to seat {', '.join(map(str, event.audience))}] "
        yield f"   * {told}{event.kind} " + " ".join(f"{name}={as_text(fact)}" for name, fact in event.facts.items())


def _chosen(seed: bytes, number: int, question: Question) -> str:
    """Choose an option by chance, alike in every version of Python."""
    drawn = int.from_bytes(sha256(seed + number.to_bytes(4, "big")).digest()[:8], "big")
    return question.options[drawn % len(question.options)]


def _fingerprint(game: Game) -> str:
    """Return a short hash of the views of a spectator and of each seat."""
    return _hash(as_text([game.view(seat) for seat in (None, *range(len(game.ships)))]))


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in PLAYED:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
