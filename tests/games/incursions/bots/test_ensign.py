"""An ensign: a captain without its mistakes, and each mistake by itself on a table laid out for it."""

from random import Random

import pytest

from cards.storing import pieces
from incursions.games.incursions.bots import CaptainBot, Choice, EnsignBot
from incursions.games.incursions.bots.ensign import Mistakes
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.examples.table import lay_table
from tests.fuzz.decks import dealt
from tests.fuzz.tables import seeded
from tests.games.incursions.bots.tables import table
from tests.games.incursions.bots.whole_games import assert_hidden_cards_change_no_answer, play_to_the_end

NEVER = Mistakes(*[0.0] * len(Mistakes._fields))
ALWAYS = Mistakes(*[1.0] * len(Mistakes._fields))


def erring(game: Game, mistake: str) -> Choice:
    """Return the choice in the asked seat of an ensign who always makes this one mistake."""
    ensign = EnsignBot(NEVER._replace(**{mistake: 1.0}))
    return ensign.answer(game, game.decision, Random(1))


def full_table(*seats: dict, **more) -> Game:
    ships = ({"at": "1,0", "deck": [], **seat} for seat in seats)
    described = {"mode": "full", "windows": "public", "map": {"1,0": "Open Space"}, "seats": list(ships), **more}
    return lay_table(described, pieces())


@pytest.mark.parametrize("mistakes", [Mistakes(), ALWAYS], ids=["usual", "always"])
@pytest.mark.parametrize("number", range(12))
def test_an_ensign_plays_any_deck_by_its_options_and_to_an_end(number, mistakes):
    rng, game = dealt(number)
    play_to_the_end(EnsignBot(mistakes), game, rng)


@pytest.mark.parametrize("mistakes", [Mistakes(), ALWAYS], ids=["usual", "always"])
def test_an_ensign_plays_basic_by_its_options_and_to_an_end(mistakes):
    for number in range(10):
        rng, game = seeded(number)
        play_to_the_end(EnsignBot(mistakes), game, rng)


def test_hands_decks_and_piles_of_others_change_no_answer():
    assert_hidden_cards_change_no_answer(EnsignBot())


def test_without_mistakes_an_ensign_is_a_captain():
    captain, ensign = CaptainBot(), EnsignBot(NEVER)
    game = dealt(2)[1]
    while (question := game.decision) is not None:
        chosen = captain.answer(game, question, Certain())
        assert ensign.answer(game, question, Certain()) == chosen
        game.play(chosen.text)


class Certain(Random):
    """Chances that are the same however often they were asked for."""

    def random(self) -> float:
        return 0.5

    def choice(self, seq):
        return seq[0]


def test_explores_where_a_captain_goes_for_the_wormhole():
    game = table({"ship": "One", "at": "1,0"}, {"ship": "Other"}, map={"2,0": "Wormhole 1"})
    assert erring(game, "explores_for_fun").text.startswith("explore ")


def test_fires_at_a_stronger_ship_beside_the_wormhole():
    game = table({"ship": "One", "at": "1,0"}, {"ship": "Other", "at": "1,0"}, map={"2,0": "Wormhole 1"})
    assert erring(game, "fires_at_what_is_near").text.startswith("fire ")


def test_fires_at_the_nearest_and_not_at_the_weakest():
    game = table({"ship": "One"}, {"ship": "Other", "at": "1,0", "hull": 1, "shields": 0}, {"ship": "Dodger"})
    game.play("fire torpedoes")
    assert erring(game, "fires_at_what_is_near").text == "at seat 2"


def test_flies_to_the_hex_beside():
    charted = {"2,0": "Wormhole 1", "1,1": "Open Space"}
    game = table({"ship": "One", "at": "1,0"}, {"ship": "Other"}, map=charted)
    game.play("warp")
    assert erring(game, "misjudges_range").text == "to 1,1"


def test_spends_all_its_power_on_a_shot():
    game = full_table({"ship": "Sol"}, {"ship": "Vash'nor"})
    game.play("fire phasers")
    while game.decision.topic != "power":
        game.play(erring(game, "keeps_no_power").text)
    most = game.decision.options[-1]
    assert erring(game, "keeps_no_power") == Choice(most, "more power must be better")


def test_chooses_any_defence():
    game = table({"ship": "One"}, {"ship": "Dodger", "hull": 10}, dice=[6, 6, 6])
    game.play("decline")
    game.play("fire phasers at seat 1 with 2 power")
    ensign = EnsignBot(NEVER._replace(misjudges_odds=1.0))
    said = {ensign.answer(game, game.decision, Random(number)).text.split()[0] for number in range(200)}
    assert said == {"evade", "repair", "add", "take"}


def test_lets_a_maneuver_go_beside_the_wormhole():
    game = table({"ship": "One", "at": "1,0"}, {"ship": "Other"}, map={"2,0": "Wormhole 1"})
    assert erring(game, "lets_maneuvers_go").text == "decline"


def test_forgets_the_officer_in_its_hand():
    game = full_table({"ship": "Sol", "hand": ["Elira"]}, {"ship": "Vash'nor"})
    assert CaptainBot().answer(game, game.decision, Random(1)).text == "table Elira"
    assert erring(game, "forgets_cards").text != "table Elira"


def test_repairs_only_what_is_nearly_lost():
    seat = {"ship": "One", "shields": 0, "at": "3,0", "power": 0}
    hurt = table({**seat, "hull": 14}, {"ship": "Other"}, map={"3,0": "Wormhole 1"})
    assert CaptainBot().answer(hurt, hurt.decision, Random(1)).text.startswith("repair ")
    assert not erring(hurt, "repairs_late").text.startswith("repair")
    lost = table({**seat, "hull": 4}, {"ship": "Other"}, map={"3,0": "Wormhole 1"})
    assert erring(lost, "repairs_late").text == "repair"
