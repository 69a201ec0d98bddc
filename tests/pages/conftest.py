"""Games without a database for what is pure presentation, and running matches for what is served."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import pytest
from django.test import Client

from cards.row_loadouts import make_ready_loadout
from incursions.accounts.models import User
from tests.catalogue_rows import fill_catalogue
from tests.pages.full_matches import DECKS
from tests.pages.games import SEED
from tournaments.events.pages.record import record_cache
from tournaments.matches.life import TableRules, create_match, join_match
from tournaments.matches.models import Match
from tournaments.matches.moves import Move, play_move
from tournaments.matches.table_rows import game_shelf, table_for


@pytest.fixture(autouse=True)
def empty_shelf() -> Iterator[None]:
    game_shelf.clear()
    yield
    game_shelf.clear()


def create_people() -> list[User]:
    return [User.objects.create_user(f"player-{index}", password="secret word") for index in range(6)]


@pytest.fixture
def people(catalogue) -> list[User]:
    return create_people()


@pytest.fixture
def owner(catalogue) -> User:
    """Who holds a tournament."""
    return User.objects.create_user("organizer", password="secret word")


def lay_match(people: list[User], seats: int = 2, starters=(), **rules) -> Match:
    table = TableRules(seats=seats, loadouts=tuple(map(make_ready_loadout, starters)), **rules)
    match = create_match(host=people[0], rules=table, seed=SEED)
    for player in people[1 : seats - len(rules.get("bots", ()))]:
        join_match(match.public_id, player)
    return Match.objects.get(pk=match.pk)


@pytest.fixture
def lay(people) -> Callable[..., Match]:
    return partial(lay_match, people)


def play_match(people: list[User], match: Match, actions: int) -> Match:
    """Let the persons play so many actions, each a random option."""
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


@pytest.fixture
def play_on(people) -> Callable[[Match, int], Match]:
    return partial(play_match, people)


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


@pytest.fixture
def full_match(lay, play_on) -> Match:
    return play_on(lay(mode="full", starters=DECKS), 30)


@pytest.fixture(scope="module")
def rows_of_full_match(module_rows) -> None:
    """A Full match after 30 actions, and people of whom two play it, for a whole module."""
    fill_catalogue()
    people = create_people()
    play_match(people, lay_match(people, mode="full", starters=DECKS), 30)


@pytest.fixture
def nothing_kept() -> Iterator[None]:
    record_cache.clear()
    yield
    record_cache.clear()
