"""What counts as drawn, and what as played."""

from random import Random

from incursions.games.incursions.bots.trials.games import CardWatch
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.starters import starter_setup
from tests.games.incursions.bots.trials.decks import deck_set
from tests.games.incursions.rules.tables import laid

SYSTEMS = {"warp": {"hexes": 1}, "phasers": {"damage": "1D6"}}
SHIP = {"title": "Sol", "race": "Federation", "hull": 20, "shields": 20, "evasion": 4, "systems": SYSTEMS}
LURE = {"title": "Lure", "nature": "Tactical", "effects": [{"on": "played", "do": "draw", "cards": 1}]}
FIRE = {"title": "Fire", "nature": "Command", "attaches_to": "attack"}
FIRE |= {"effects": [{"on": "scoring", "do": "add_damage", "bonus": 10}]}
HOLD = {"title": "Spare Hold", "nature": "Tactical", "type": "Equipment", "play_method": "Table when drawn"}
HOLD |= {"life_points": 5, "effects": [{"on": "tabled", "do": "modify", "of": "hand_limit", "by": -20}]}
OTHER = {**SHIP, "title": "Ruk'tor"}


def watched(hand: list[str], deck: list[str]) -> tuple[Game, CardWatch]:
    seats = {"ship": "Sol", "hand": hand, "deck": deck}, {"ship": "Ruk'tor"}
    game = laid(*seats, mode="full", pieces=[SHIP, OTHER, LURE, FIRE, HOLD])
    return game, CardWatch(game)


def play(game: Game, watch: CardWatch, *lines: str) -> tuple[dict, dict]:
    for line in lines:
        game.play(line)
        watch.look(game)
    return dict(watch.drawn[0]), dict(watch.played[0])


def test_card_watch_counts_a_card_played_and_one_drawn_by_it():
    game, watch = watched(["Lure", "Fire"], ["Fire", "Fire"])
    assert play(game, watch) == ({"Lure": 1, "Fire": 1}, {})
    assert play(game, watch, "play Lure") == ({"Lure": 1, "Fire": 2}, {"Lure": 1})


def test_card_watch_counts_a_command_when_it_is_laid_ready():
    game, watch = watched(["Fire"], [])
    assert play(game, watch, "play Fire") == ({"Fire": 1}, {"Fire": 1})


def test_card_watch_counts_what_goes_to_the_table_as_drawn_and_played():
    game, watch = watched(["Lure"], ["Spare Hold"])
    assert play(game, watch, "play Lure") == ({"Lure": 1, "Spare Hold": 1}, {"Lure": 1, "Spare Hold": 1})


def test_card_watch_does_not_count_a_discard_as_played():
    game, watch = watched(["Lure", "Fire", "Fire"], ["Spare Hold"])
    drawn, played = play(game, watch, "play Lure", "decline", "discard Fire")
    assert game.players[0].discard
    assert (drawn["Fire"], played) == (2, {"Lure": 1, "Spare Hold": 1})


def test_card_watch_does_not_count_the_hand_of_who_leaves_as_played():
    game, watch = watched(["Lure", "Fire"], ["Fire"])
    game.act(0, "concede")
    watch.look(game)
    assert watch.played[0] == {}


def test_card_watch_counts_every_card_that_events_tell_of():
    """In random games: all that was drawn by events, all that was played by events."""
    setup = starter_setup(deck_set().decks[:2], deck_set().pieces, mode="tournament", round_limit=12)
    drawn_in_all = played_in_all = 0
    for number in range(4):
        rng = Random(number)
        game = Game.start(setup, rng.randbytes(32))
        events, watch = list(game.events), CardWatch(game)
        while (question := game.decision) is not None:
            events += game.play(rng.choice(question.options))
            watch.look(game)
        for seat in range(2):
            own = [event for event in events if event.facts.get("seat") == seat]
            drawn = sum(event.facts["count"] for event in own if event.kind == "drew")
            readied = sum(event.kind == "command_ready" for event in own)
            played = sum(event.kind == "card_played" for event in own)
            assert sum(watch.drawn[seat].values()) >= drawn
            assert sum(watch.played[seat].values()) >= readied + played
            drawn_in_all, played_in_all = drawn_in_all + drawn, played_in_all + readied + played
    assert drawn_in_all
    assert played_in_all
