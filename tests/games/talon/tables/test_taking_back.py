"""Taking back at tables of Talon: free up to a die, else by request, and refused by Talon's own rule (T25.7)."""

import pytest

from incursions.kit.refusals import DomainError
from tests.games.talon.tables.battles import seat_battle
from tests.tournaments.laid_matches import NOON, asked, people, play, play_on, version_for
from tournaments.matches.life import concede_match
from tournaments.matches.models import Match
from tournaments.matches.taking_back import requests
from tournaments.matches.taking_back.requests import ask_to_take_back


def take_back(match: Match, player, key: str = "key") -> str:
    return ask_to_take_back(match.public_id, player, version=version_for(match, player), key=key, now=NOON).code


def refused(match: Match, player, key: str = "key") -> tuple[str, str]:
    with pytest.raises(DomainError) as refusal:
        take_back(match, player, key)
    return refusal.value.code, refusal.value.rule


@pytest.mark.rule("T25.7")
def test_act_without_dice_is_taken_back_at_once_and_the_question_is_asked_again(db):
    players = people(2)
    match = seat_battle(players, 2, mode="duel")
    seat = asked(match)
    play(match, players[seat], "burn Reckoning ahead")
    assert take_back(match, players[seat]) == "done"
    assert asked(match) == seat
    play(match, players[seat], "burn Reckoning left")


@pytest.mark.rule("T25.7")
def test_act_of_another_seat_since_makes_it_a_request(db):
    players = people(2)
    match = seat_battle(players, 2, mode="duel")
    first = asked(match)
    while asked(match) == first:
        play_on(match, players, 1)
    play_on(match, players, 1)
    assert take_back(match, players[first]) == "asked"
    match.refresh_from_db()
    assert match.take_back.why.endswith("has answered since") or match.take_back.why == "dice were thrown since"


@pytest.mark.rule("T25.7")
def test_refusals_cite_the_rule_of_talon(db, monkeypatch):
    players = people(4)
    match = seat_battle(players, 4)
    play_on(match, players, 12)
    seat = asked(match)
    play_on(match, players, 1)
    monkeypatch.setattr(requests, "MOST_IN_A_TURN", 0)
    assert refused(match, players[seat]) == ("too_many_take_backs", "T25.7")
    monkeypatch.undo()
    concede_match(match.public_id, players[(seat + 1) % 4], now=NOON)
    assert refused(match, players[seat]) == ("take_back_too_far", "T25.7")
