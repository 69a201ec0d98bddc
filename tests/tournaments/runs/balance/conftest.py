"""Small reports: a few decks, a few games, and the tasks that would be sent."""

from collections.abc import Callable

import pytest

from incursions.accounts.models import User
from tests.tournaments.runs.balance.decks import DECKS
from tournaments.runs import background as runs
from tournaments.runs.models import BalanceReport


def once() -> bool:
    """One game at a time."""
    return False


@pytest.fixture
def sent(monkeypatch) -> list[tuple[str, int]]:
    """What is queued, in place of a broker."""
    found: list[tuple[str, int]] = []
    monkeypatch.setattr(runs, "queue", lambda kind, public_id, played: found.append((public_id, played)))
    return found


@pytest.fixture
def staff(db) -> User:
    return User.objects.create_user("quartermaster", password="secret word", is_staff=True)


@pytest.fixture
def ask(staff, sent, django_capture_on_commit_callbacks) -> Callable[..., BalanceReport]:
    def ask_for(**asked) -> BalanceReport:
        wanted = {"titles": DECKS, "seats": [2], "games": 3, "seed": 2} | asked
        with django_capture_on_commit_callbacks(execute=True):
            return BalanceReport.objects.start(by=staff, **wanted)

    return ask_for


@pytest.fixture
def play(django_capture_on_commit_callbacks) -> Callable[[BalanceReport, int], bool]:
    def play_one(report: BalanceReport, played: int) -> bool:
        with django_capture_on_commit_callbacks(execute=True):
            written = runs.play_on(BalanceReport, report.public_id, played, goes_on=once)
        report.refresh_from_db()
        return written

    return play_one
