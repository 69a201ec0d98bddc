"""Hands shown late: by leave of each player alone, never sooner, never to whoever has a seat."""

import re
from datetime import timedelta
from random import Random

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tests.append_only import log_unlocked
from tests.markup import read_page
from tests.tournaments.laid_matches import lay_match, people
from tournaments.matches.life import concede_match
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Action, Match, Seat
from tournaments.matches.spectators.hands import find_turns, hands_shown, load_tape_until, show_hand
from tournaments.matches.spectators.models import Delay, HandShown
from tournaments.matches.table_rows import game_of

SIX, TWO = Delay.parse("6 turns"), Delay.parse("2 turns")


@pytest.fixture
def full(catalogue) -> tuple[Match, list[User]]:
    players = people(2)
    match = lay_match(players, mode="full", now=timezone.now())
    rng = Random(1)
    with transaction.atomic():
        locked = LockedMatch.lock(match.public_id)
        while locked.game.turns < 10:
            question = locked.game.decision
            locked.act(question.seat, rng.choice([*question.options, *["decline"] * ("decline" in question.options)]))
        locked.save()
    match.refresh_from_db()
    return match, players


def client_of(user: User | None) -> Client:
    client = Client(HTTP_ACCEPT="text/html")
    if user is not None:
        client.force_login(user)
    return client


def hand(game, seat: int) -> set[str]:
    return set(game.view(seat)["hand"])


def seats_of(match: Match) -> list[Seat]:
    return list(Seat.objects.filter(match=match))


def test_hands_are_shown_by_leave_of_each_player_and_as_late_as_all_ask(full):
    match, players = full
    now = timezone.now()
    assert hands_shown(match, seats_of(match), now) == ({}, None)
    show_hand(match.public_id, players[0], TWO)
    match.refresh_from_db()
    begun = [turn.number for turn in find_turns(match)]
    assert len(begun) > 8
    first = hands_shown(match, seats_of(match), now)
    assert first == ({0: TWO}, begun[2] - 1)
    show_hand(match.public_id, players[1], SIX)
    both = hands_shown(match, seats_of(match), now)
    assert both == ({0: TWO, 1: SIX}, begun[6] - 1)
    show_hand(match.public_id, players[1], Delay.parse("20 minutes"))
    assert hands_shown(match, seats_of(match), now).number is None
    with log_unlocked():
        Action.objects.filter(move__lte=begun[3]).update(at=now - timedelta(minutes=21))
    assert hands_shown(match, seats_of(match), now).number == begun[3] - 1
    show_hand(match.public_id, players[1], None)
    Seat.objects.filter(match=match, index=0).update(user=User.objects.create_user("heir"))
    assert hands_shown(match, seats_of(match), now) == ({}, None)  # the leave was somebody else's


def test_page_shows_that_moment_and_nothing_else_that_is_hidden(full):
    match, players = full
    address = reverse("matches:hands", args=[match.public_id])
    show_hand(match.public_id, players[0], TWO)
    match.refresh_from_db()
    number = hands_shown(match, seats_of(match), timezone.now()).number
    was = load_tape_until(match, number).position(number)
    stranger = client_of(None)
    page = read_page(stranger.get(address))
    list_of_cards = page.partition('id="hand-0"')[2].partition("</ul>")[0]
    shown = set(re.findall(r"<summary>([^<]+?)(?: <b>|</summary>)", list_of_cards))
    assert shown == hand(was, 0)
    assert 'id="hand-1"' not in page
    assert "2 turns late" in page
    reel = page.partition("data-reel=")[2].partition(">")[0]
    assert f"&quot;last&quot;:{number}," in reel
    # Titles that stand in no public view of the moments up to then, nor among the events that all know, are not sent.
    recording = load_tape_until(match, number).recording
    told = [*recording.opening, *(event for action in recording.actions for event in action.events)]
    known = str(was.view(None)) + str([event for event in told if "audience" not in event])
    everything = page + read_page(stranger.get(f"{address}/moments?moves={number},{number - 3}"))
    hidden = {title for title in hand(was, 1) | hand(game_of(match), 1) if title not in known} - shown
    assert hidden
    assert [title for title in hidden if title in everything] == []
    assert read_page(stranger.get(f"{address}/{number + 50}")).count(f"/ {number}<") == 1
    assert stranger.get(f"{address}/newest").json() == {"number": number}


def test_whoever_has_a_seat_gets_the_choice_alone(full):
    match, players = full
    address = reverse("matches:hands", args=[match.public_id])
    show_hand(match.public_id, players[0], TWO)
    for player in players:
        client = client_of(player)
        page = read_page(client.get(address))
        assert "Those who watch see your hand" in page
        assert 'id="hand-' not in page
        assert client.get(f"{address}/moments?moves=3").status_code == 403
        assert client.get(f"{address}/newest").json() == {"number": None}
    assert client_of(players[1]).post(address, {"delay": "3 turns"}).status_code == 303
    assert str(HandShown.objects.get(by=players[1]).delay) == "3 turns"
    client_of(players[1]).post(address, {"delay": "nobody"})
    assert HandShown.objects.count() == 1
    assert client_of(players[1]).post(address, {"delay": "0 turns"}).status_code == 400
    assert client_of(None).post(address, {"delay": "3 turns"}).status_code == 403
    concede_match(match.public_id, players[0], now=timezone.now())
    assert client_of(None).get(address).status_code == 302


def test_no_hand_in_a_rated_match_of_tournament_nor_in_basic(full, django_assert_num_queries):
    match, players = full
    show_hand(match.public_id, players[0], TWO)
    Match.objects.update(mode="tournament", rated=True)
    match.refresh_from_db()
    with django_assert_num_queries(0):
        assert hands_shown(match, [], timezone.now()) == ({}, None)
    with pytest.raises(DomainError, match="No hands"):
        show_hand(match.public_id, players[0], SIX)
    with pytest.raises(DomainError, match="Only players"):
        show_hand(match.public_id, User.objects.create_user("ben"), SIX)
    assert "nobody’s hand is shown" in read_page(client_of(players[0]).get(f"{match.get_absolute_url()}/hands"))
