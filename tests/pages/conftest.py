"""Games without a database for what is pure presentation, and running matches for what is served."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
import yaml
from django.test import Client

from cards.pieces import pieces, starters
from incursions.accounts.models import User
from incursions.rules import Game, basic_setup
from incursions.rules.printed.starters import starter_setup
from tests.catalogue_rows import fill_catalogue
from tournaments.games import shelf
from tournaments.live import Move, play_move
from tournaments.matches import TableRules, create_match, join_match
from tournaments.models import Match
from tournaments.viewed_tables import table_for

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
SEED = bytes(range(32))


def definitions(name: str) -> list[dict]:
    return yaml.safe_load((FIXTURES / name).read_text(encoding="utf-8"))


def new_game(seats: int = 2, seed: bytes = SEED) -> Game:
    return Game.start(basic_setup(seats, definitions("ships.yaml"), definitions("hexes.yaml")), seed)


def new_full_game(number: int = 0, seats: int = 2, mode: str = "full") -> Game:
    """A game with starter decks, other ones for each number, at its first question."""
    decks = list(starters().values())
    chosen = [decks[(number + 3 * seat) % len(decks)] for seat in range(seats)]
    setup = starter_setup(chosen, pieces(), mode=mode, windows="public", round_limit=30)
    return Game.start(setup, bytes([number]) * 32)


def full_positions(number: int, seats: int = 2, every: int = 1, most: int = 240) -> Iterator[Game]:
    """Positions of a random game of Full, or for odd numbers of Tournament."""
    game, rng = new_full_game(number, seats, "tournament" if number % 2 else "full"), Random(number)
    while game.decision is not None and game.number < most:
        if game.number % every == 0:
            yield game
        game.play(rng.choice(list(game.decision.options)))


def play_until(game: Game, reached: Callable[[Game], bool], rng: Random | None = None) -> Game:
    """Play random options until something is reached; fails the test if it never is."""
    rng = rng or Random(7)
    while game.decision is not None and not reached(game):
        game.play(rng.choice(list(game.decision.options)))
    assert reached(game), "no such position in this game"
    return game


def positions(seats: int, seed: bytes = SEED, every: int = 1, most: int = 160) -> Iterator[Game]:
    """Positions of a random game, no further than `most` actions."""
    game, rng = new_game(seats, seed), Random(11)
    while game.decision is not None and game.number < most:
        if game.number % every == 0:
            yield game
        game.play(rng.choice(list(game.decision.options)))


def under_fire(game: Game) -> bool:
    return game.decision is not None and game.decision.topic == "defence"


@pytest.fixture(autouse=True)
def empty_shelf() -> Iterator[None]:
    shelf.clear()
    yield
    shelf.clear()


@pytest.fixture
def catalogue(db) -> None:
    fill_catalogue()


@pytest.fixture
def people(catalogue) -> list[User]:
    return [User.objects.create_user(f"player-{index}", password="secret word") for index in range(6)]


@pytest.fixture
def owner(catalogue) -> User:
    """Who holds a tournament."""
    return User.objects.create_user("organizer", password="secret word")


@pytest.fixture
def lay(people) -> Callable[..., Match]:
    def lay_match(seats: int = 2, **rules) -> Match:
        match = create_match(host=people[0], rules=TableRules(seats=seats, **rules), seed=SEED)
        for player in people[1 : seats - len(rules.get("bots", ()))]:
            join_match(match.public_id, player)
        return Match.objects.get(pk=match.pk)

    return lay_match


@pytest.fixture
def play_on(people) -> Callable[[Match, int], Match]:
    """Let the persons play so many actions, each a random option."""

    def play(match: Match, actions: int) -> Match:
        rng = Random(3)
        for _ in range(actions):
            match.refresh_from_db()
            if not match.is_running:
                break
            question = table_for(match, None).game.decision
            move = Move(None, rng.choice(list(question.options)), f"key-{match.last_action}")
            play_move(match.public_id, people[question.seat], move)
        match.refresh_from_db()
        return match

    return play


@pytest.fixture
def browser_of(client: Client) -> Callable[[User], Client]:
    """A client that asks for pages as a browser does, signed in."""

    def sign_in(user: User) -> Client:
        browser = Client(HTTP_ACCEPT="text/html")
        browser.force_login(user)
        return browser

    return sign_in


@pytest.fixture
def stranger() -> Client:
    return Client(HTTP_ACCEPT="text/html")
