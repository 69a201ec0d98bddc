"""A verb is one class: what declares it is all that is needed to read, play, show, weigh and count it."""

import pytest

from cards.directory import rules_of
from incursions.games.incursions.bots import CaptainBot
from incursions.games.incursions.bots.full.scene import Scene, card_worth
from incursions.games.incursions.bots.full.table import Table
from incursions.games.incursions.deck_statistics import PowerUse
from incursions.games.incursions.deck_statistics.counts import Owner, TileUse, use_of, uses_of
from incursions.games.incursions.rules.piece_reading import read_effects, read_tile
from incursions.games.incursions.rules.printed.schema import COUNT, EffectError
from incursions.games.incursions.rules.verbs import vocabulary
from incursions.games.incursions.rules.verbs.verb import Verb
from incursions.games.incursions.rules.vocabulary_doc import vocabulary_page
from tests.games.incursions.rules.tables import laid


class Charge(Verb):
    """The turning up of power cards that costs cards of the hand."""

    name = "charge"
    does = "turns power cards up for as many cards of the hand"
    fields = {"cards": COUNT}
    rules = ("7.2",)
    needs = (("cards",),)
    triggers = frozenset({"played", "event"})
    helps = 1
    power_use = PowerUse.GIVES
    value = 4.0

    def perform(self, game, frame, effect):
        game.ships[frame.user].turn_up(effect.fields["cards"])

    def why_not(self, game, ship, effect):
        return None if ship.turned_down else ("13.15", "No power card lies face down")


CARD = {
    "title": "Jump Start",
    "nature": "Tactical",
    "type": "Procedure",
    "rarity": "Common",
    "play_method": "Use and discard",
    "usage": "any",
    "text": "Turn up {1.cards} power cards.",
    "effects": [{"on": "played", "do": "charge", "cards": 2}],
}
TILE = {"title": "Storm", "kind": "normal", "hex_points": 2, "text": "…", "affinity": "none"}
TILE |= {"effects": [{"on": "event", "do": "charge", "cards": 1}]}


@pytest.fixture(autouse=True)
def charge(monkeypatch):
    verb = Charge()
    monkeypatch.setitem(vocabulary.VERBS, verb.name, verb)
    monkeypatch.setitem(vocabulary.GROUPS, "Cards", (*vocabulary.GROUPS["Cards"], verb))


def table(power):
    seats = {"ship": "Sol", "hand": ["Jump Start"], "power": power}, {"ship": "Ruk'tor"}
    return laid(*seats, mode="full", pieces=[CARD])


def test_it_is_read_and_refused():
    with pytest.raises(EffectError, match="charge needs cards"):
        read_effects({"effects": [{"on": "played", "do": "charge"}]})
    with pytest.raises(EffectError, match="charge comes on event, played, not on tabled"):
        read_effects({"effects": [{"on": "tabled", "do": "charge", "cards": 1}]})


def test_it_is_carried_out():
    game = table(power=1)
    game.play("play Jump Start")
    assert game.ships[0].power == 3


def test_it_has_no_line_where_it_says_why_not():
    assert "play Jump Start" not in table(power=4).decision


def test_it_is_on_the_page_of_the_vocabulary_and_on_pages_of_pieces():
    assert "- **`charge`** turns power cards up for as many cards of the hand (7.2)." in vocabulary_page()
    assert "7.2" in {rule.number for rule in rules_of(CARD)}


def test_it_is_counted():
    game = table(power=1)
    assert uses_of(game.cards[0]) == (PowerUse.GIVES,)
    assert use_of(read_tile(TILE), Owner("Klingon")) == TileUse.HELP


def test_bots_take_it_for_what_it_says_that_it_is_worth():
    game = table(power=1)
    scene = Scene(Table(CaptainBot().look(game, 0), 0))
    assert card_worth(game.cards[0], scene) == 4.0
