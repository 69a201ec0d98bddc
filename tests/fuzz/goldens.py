"""Whole games as readable texts, so that a change of behaviour shows as a difference.

Written anew with `python -m tests.fuzz.goldens`; look at the difference, and raise `RULES_VERSION` if a match that is
already under way would go on differently.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from incursions.engine import Event, Question
from incursions.engine import Game as AnyGame
from incursions.games.incursions.rules import RULES_VERSION, Game
from incursions.games.talon.rules import setup as talon
from incursions.games.talon.rules.game import Game as TalonGame
from incursions.games.talon.rules.matches import make_battle_setup
from tests.fuzz.contract import as_text
from tests.fuzz.decks import made_setup
from tests.fuzz.tables import house_setup
from tests.fuzz.talon import setups

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
TALON_BATTLES = {  # the battle, the seats of both sides, and the rounds
    "talon_duel": ("duel", (1, 1), 6),
    "talon_fleet_four_seats": ("fleet", (2, 2), 3),
    "talon_convoy_three_seats": ("convoy", (1, 2), 2),
    "talon_escape": ("escape", (1, 1), 3),
}
TALON_BY_CHANCE = {  # the form of the battle, and the number of its set-up
    "talon_deployed": (setups.FLEET, 8),
    "talon_skirmish": (setups.SKIRMISH, 8),
    "talon_skirmish_of_fighters": (setups.SKIRMISH, 52),
}
PLAYED = (*BASIC, *BEYOND_BASIC, *TALON_BATTLES, *TALON_BY_CHANCE)
MOST_OPTIONS = 100  # of more the first and a hash are shown
COMMAND = "var/venv/bin/python -m tests.fuzz.goldens"


def playthrough(name: str) -> str:
    """Return the whole game of that name as text."""
    return "\n".join(_lines(name)) + "\n"


def _match(name: str) -> tuple[type[AnyGame], Any, int]:
    """Return the game of that name, its set-up and the version of the rules."""
    if name in BASIC:
        return Game, house_setup(*BASIC[name]), RULES_VERSION
    if name in BEYOND_BASIC:
        return Game, made_setup(BEYOND_BASIC[name]) | {"round_limit": ROUNDS}, RULES_VERSION
    if name in TALON_BY_CHANCE:
        form, number = TALON_BY_CHANCE[name]
        return TalonGame, setups.made_setup(number, form), talon.RULES_VERSION
    battle, teams, rounds = TALON_BATTLES[name]
    setup = make_battle_setup(setups.catalogue(), setups.catalogue().battles[battle], teams)
    return TalonGame, setup | {"rounds": rounds}, talon.RULES_VERSION


def _lines(name: str) -> Iterator[str]:
    seed = sha256(name.encode()).digest()
    kind, setup, version = _match(name)
    game = kind.start(setup, seed)
    seats, rounds = len(setup["seats"]), setup["round_limit"] if kind is Game else setup["rounds"]
    yield f"{name}: {setup['mode'].capitalize()}, {seats} seats, {rounds} rounds at most, rules version {version}"
    yield f"seed {seed.hex()}"
    yield from _told(game.events)
    while game.decision is not None:
        question = game.decision
        text = _chosen(seed, game.number, question)
        yield ""
        yield f"{game.number + 1}. seat {question.seat} · {question.title} ({question.rule})"
        yield f"   views {_fingerprint(game)}"
        yield f"   {_listed(question)}"
        events = game.play(text)
        dice = game.log[-1].dice
        yield f" > {text}" + (f"   [{' '.join(map(str, dice))}]" if dice else "")
        yield from _told(events)
    yield ""
    yield f"views {_fingerprint(game)} · state {_hash(as_text(game.to_data()))}"


def _listed(question: Question) -> str:
    if len(question.options) <= MOST_OPTIONS:
        return " | ".join(question.options)
    return f"{question.options[0]} | {len(question.options)} options in all, {_hash(as_text(list(question.options)))}"


def _told(events: list[Event]) -> Iterator[str]:
    for event in events:
        told = "" if event.audience is None else f"[to seat {', '.join(map(str, event.audience))}] "
        yield f"   * {told}{event.kind} " + " ".join(f"{name}={as_text(fact)}" for name, fact in event.facts.items())


def _chosen(seed: bytes, number: int, question: Question) -> str:
    """Choose an option by chance, alike in every version of Python."""
    drawn = int.from_bytes(sha256(seed + number.to_bytes(4, "big")).digest()[:8], "big")
    return question.options[drawn % len(question.options)]


def _fingerprint(game: AnyGame) -> str:
    """Return a short hash of the views of a spectator and of each seat."""
    return _hash(as_text([game.view(seat) for seat in (None, *range(len(game.setup["seats"])))]))


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in PLAYED:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
