"""Windows, stops and cards that lie with what is under way (rules 13.9-13.14)."""

import pytest

from tests.games.incursions.rules.tables import laid

STOP = {"title": "Halt", "nature": "Command", "play_method": "Play any time"}
STOP |= {"effects": [{"on": "announced", "do": "cancel"}]}
WIND = {"title": "Wind", "nature": "Command", "play_method": "Play any time"}
WIND |= {"effects": [{"on": "any_time", "do": "turn_up", "power": 1}]}
FIRE = {"title": "Fire", "nature": "Command", "attaches_to": "attack"}
FIRE |= {"effects": [{"on": "scoring", "do": "add_damage", "bonus": 10}]}
PLAIN = {"title": "Plain", "nature": "Tactical", "type": "Procedure"}
PLAIN |= {"effects": [{"on": "played", "do": "draw", "cards": 1}]}
PIECES = [STOP, WIND, FIRE, PLAIN]


def full(*seats, **table):
    return laid(*seats, mode="full", pieces=PIECES, **table)


def everywhere(game):
    """Where each card is."""
    found = [number for player in game.players for pile in piles(player) for number in pile]
    found += [number for frame in game.stack for number in (frame.list_cards() if hasattr(frame, "list_cards") else ())]
    return sorted([*found, *game.board.gone])


def piles(player):
    return (player.deck, player.hand, player.discard, player.non_salvageable, player.tabled, player.commands)


@pytest.mark.rule("13.10", "13.14")
def test_public_windows_ask_whoever_holds_a_card_and_others_only_who_can_answer():
    seats = ({"ship": "Sol", "hand": ["Plain"]}, {"ship": "Ruk'tor", "hand": ["Plain"]}, {"ship": "Ilvanis"})
    quiet, public = full(*seats), full(*seats, windows="public")
    quiet.play("play Plain")
    assert (quiet.decision.seat, quiet.decision.topic) == (0, "maneuver")
    public.play("play Plain")
    assert (public.decision.seat, list(public.decision)) == (1, ["pass"])
    public.play("pass")
    assert public.decision.seat == 0


@pytest.mark.rule("13.14")
def test_a_stop_is_known_to_its_seat_alone():
    game = full({"ship": "Sol"}, {"ship": "Ruk'tor"})
    (told,) = game.act(1, "set stop score")
    assert told.audience == (1,)
    assert game.view(1)["stops"] == ["score"]
    assert game.view(0)["stops"] == game.view(None)["stops"] == []
    assert "clear stop score" in game.standing(1)
    assert "set stop score" in game.standing(0)
    game.act(1, "clear stop score")
    assert game.view(1)["stops"] == []


@pytest.mark.rule("13.14", "13.10")
def test_public_stops_ask_also_him_who_has_nothing():
    game = full({"ship": "Sol"}, {"ship": "Ruk'tor"}, windows="public")
    game.act(1, "set stop last step")
    game.play("decline")
    game.play("decline")
    assert (game.decision.seat, game.decision.topic, list(game.decision)) == (1, "stop", ["pass"])


@pytest.mark.rule("13.12", "19.8")
@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_no_card_is_lost_when_a_player_leaves_in_the_middle_of_a_window(leaver):
    hands = [["Fire", "Halt"], ["Halt", "Wind"], ["Plain", "Halt"]]
    game = full(*({"ship": "Sol", "hand": hand, "power": 2} for hand in hands), dice=[1])
    game.play("play Fire")
    game.play("fire phasers at seat 1")
    game.play("play Halt at maneuver")
    assert game.decision.seat == 2
    game.act(leaver, "concede")
    assert everywhere(game) == list(range(len(game.cards)))


@pytest.mark.rule("13.9")
def test_what_may_be_cancelled_is_said_where_a_player_would_look_for_it():
    game = full({"ship": "Sol", "hand": ["Fire"]}, {"ship": "Ruk'tor", "hand": ["Halt", "Wind", "Plain"]})
    game.play("play Fire")
    game.play("fire phasers at seat 1")
    found = {refused.text: refused.rule for refused in game.refusals(1)}
    assert found == {"play Wind": "13.15"}
    assert game.why_not("play Plain", 1).rule == "13.10"
    assert list(game.following("play Halt", 1)) == ["at maneuver", "at command"]
    assert game.forecast("play Halt at command", 1) == {"power": 0}


@pytest.mark.rule("13.14")
def test_what_others_compose_is_not_shown():
    game = full({"ship": "Sol", "hand": ["Halt"]}, {"ship": "Ruk'tor"})
    game.play("fire phasers")
    assert game.view(0)["question"]["topic"] == "target"
    for seat in (1, None):
        question = game.view(seat)["question"]
        assert (question["topic"], question["said"]) == ("maneuver", [])
