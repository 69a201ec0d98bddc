"""Nothing that reaches anybody around a running match holds what that viewer may not know, in whole random matches."""

import logging
from datetime import timedelta
from random import Random

import pytest

from incursions.accounts.models import User
from incursions.games.incursions import kind
from tests.sampling import sample
from tests.walk.listening import NO_MATCH_IS_READ, Ears, Listener, addresses, browser_of
from tests.walk.secret_words import Knowledge, with_secret_titles
from tests.walk.table import routes
from tournaments.live.chat import messages
from tournaments.live.models import Report
from tournaments.matches.life import TableRules, create_match, join_match
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Action, Match
from tournaments.matches.table_rows import game_of, game_shelf, row_shelf
from tournaments.matches.taking_back import requests

JSON = "application/json"
MOVES = {("basic", 3): 24, ("full", 2): 20, ("tournament", 6): 14}


@pytest.fixture
def secret_titles(monkeypatch):
    """Matches are played with pieces that nobody has heard of."""
    for name in ("basic_setup", "deck_setup"):
        made = getattr(kind, name)
        monkeypatch.setattr(kind, name, lambda *given, made=made, **named: with_secret_titles(made(*given, **named)))


def everybody(players: list[User]) -> list[Listener]:
    """Return the seats, the first of them staff, a watcher, staff who do not play, and a stranger."""
    watcher = User.objects.create_user("watcher", email="zyqxm90q@incursions.example", password=None)
    staff = User.objects.create_superuser("staff", email="zyqxm91q@incursions.example", password=None)
    seats = [Listener(f"seat {index}", user, index, browser_of(user)) for index, user in enumerate(players)]
    others = [("watcher", watcher), ("staff", staff), ("stranger", None)]
    return [*seats, *(Listener(name, user, None, browser_of(user)) for name, user in others)]


def laid(mode: str, seats: int) -> tuple[Match, list[Listener]]:
    players = [
        User.objects.create_user(f"player-{index}", email=f"zyqxm{index}q@incursions.example", password=None)
        for index in range(seats)
    ]
    players[0].is_staff = players[0].is_superuser = True
    players[0].save()
    match = create_match(host=players[0], rules=TableRules(seats=seats, mode=mode), seed=bytes(range(7, 39)))
    for player in players[1:]:
        join_match(match.public_id, player)
    listeners = everybody(players)
    for who in listeners:
        who.told = {who.user.email.partition("@")[0]} if who.user else set()
    return Match.objects.get(pk=match.pk), listeners


class Played:
    """A random match of which everybody hears."""

    def __init__(self, mode: str, seats: int) -> None:
        self.match, self.listeners = laid(mode, seats)
        self.rng = Random(f"{mode} {seats}")
        game = game_of(self.match)
        self.ears = Ears(self.match, Knowledge(game, self.match.opening), self.listeners)

    def act(self, number: int) -> None:
        """One move of whoever is asked, by HTTP; somebody else tries the same first."""
        game = game_of(self.match)
        question = game.decision
        text = self.rng.choice([*question.options, *["decline"] * ("decline" in question.options) * 20])
        mover = self.listeners[question.seat]
        other = self.rng.choice([who for who in self.listeners if who is not mover])
        self.send(other, "actions", text=text, key=f"zyqxk{number}q")
        self.send(mover, "actions", text=text, key=f"zyqxk{number}q")
        self.look()

    def send(self, who: Listener, to: str, *, is_html: bool = True, **said) -> dict:
        """Post a body, and hear the answer as a page or as JSON."""
        accept = "text/html" if is_html and self.rng.random() < 0.25 else JSON
        address = f"{self.match.get_absolute_url()}/{to}"
        body = {"version": game_of(self.match).number_for(who.seat), **said}
        answer = who.client.post(address, body, content_type=JSON, HTTP_ACCEPT=accept)
        self.ears.answer(who, f"POST {address} {said}", answer)
        return answer

    def look(self) -> None:
        """Learn what has been done since, and let everybody see it."""
        known = len(self.ears.knowledge.hands) - 1
        self.match.refresh_from_db()
        for action in Action.objects.filter(match=self.match, number__gt=known).order_by("number"):
            self.ears.knowledge.learn(game_of(self.match), action.events)
        self.ears.push()


@pytest.fixture
def quiet():
    """Refusals are what is looked for: the log need not tell of them."""
    game_shelf.clear()
    row_shelf.clear()
    logging.disable()
    yield
    logging.disable(logging.NOTSET)
    game_shelf.clear()
    row_shelf.clear()


@pytest.mark.parametrize(("mode", "seats"), sample(MOVES, 1))
def test_nobody_is_told_what_is_hidden_while_a_match_goes_on(mode, seats, secret_titles, db, quiet):
    played = Played(mode, seats)
    for number in range(MOVES[mode, seats]):
        played.act(number)
    assert played.match.is_running
    assert not played.ears.leaks, "\n".join(played.ears.leaks)
    known = played.ears.knowledge.known
    assert mode == "basic" or known[0] - known[None], "this match had no secrets"


def test_nobody_is_told_what_is_hidden_at_any_address(
    secret_titles, db, quiet, monkeypatch, django_capture_on_commit_callbacks
):
    """Of a match of which much is said besides: words, hands shown late, a report, a bot's reason, a step back."""
    played = Played("full", 2)
    host, friend, watcher, staff, stranger = played.listeners
    said = []
    monkeypatch.setattr(messages, "send_to_room", lambda room, word: said.append(word))
    watcher.told.add("zyqxc2q")
    friend.told |= {"zyqxc1q", "zyqxr1q"}
    with django_capture_on_commit_callbacks(execute=True):
        played.send(friend, "chat", text="zyqxc1q", room="table")
        played.send(watcher, "chat", text="zyqxc2q", room="spectators")
        played.send(host, "hands", is_html=False, delay="1 turns")
        played.send(friend, "report", message="zyqxr1q", version=0)
    played.ears.shows_late = (0, 1)
    host.told.add("zyqxc1q")
    staff.told |= {"zyqxc1q", "zyqxc2q", "zyqxr1q", "zyqxb1q"}
    stranger.told.add("zyqxc2q")
    assert len([word for word in said if word["type"] == "chat.said"]) == 2
    for word in said:
        played.ears.chat(word)
    for number in range(24):
        played.act(number)
    locked = LockedMatch.lock(played.match.public_id)
    locked.act(locked.game.decision.seat, locked.game.least, reason="zyqxb1q")
    locked.save()
    played.look()
    last = Action.objects.get(match=played.match, number=played.match.version).seat
    monkeypatch.setattr(requests, "STAYS_OPEN", timedelta(hours=1))  # a walk over all addresses takes longer than 45 s
    played.send(played.listeners[last], "take-back", key="zyqxk99q")
    played.match.refresh_from_db()
    played.ears.push()
    words = {"name": "player-1", "reports public_id": Report.objects.get().public_id}
    played.ears.walk(words)
    played.ears.walk_admin()
    if played.match.take_back_id:
        played.send(played.listeners[1 - last], "take-back/answer", said="agree", request=played.match.take_back_id)
    played.look()
    assert any(event["kind"] == "stepped_back" for event in Action.objects.latest("number").events)
    assert played.ears.knowledge.hand_shown(0, 1), "no hand was shown"
    assert not played.ears.leaks, "\n".join(played.ears.leaks)


def test_every_address_is_scanned_or_excused():
    """Whatever is added to the tables is asked without being named here."""
    scanned = set(addresses({}))
    assert len(scanned) > 50
    idle = [start for start in NO_MATCH_IS_READ if not any(route.startswith(start) for route in routes())]
    assert not idle, f"no address begins so any more: {idle}"
    for start in ("/matches/", "/players/", "/reports/", "/quick/", "/api/v1/players/", "/tables/", "/invitations/"):
        assert any(address.startswith(start) for address in scanned), start
