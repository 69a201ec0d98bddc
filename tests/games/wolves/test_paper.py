"""Paper brought back: one entry for a sheet, each figure by its rule, and nothing told to those who may not know."""

import pytest

from incursions.engine import IllegalAction
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.paper import list_figures, write_paper
from incursions.games.wolves.rules.paper_values import quote_texts, read_changes, read_texts
from incursions.games.wolves.rules.state import Counter
from tests.games.wolves.days import load_content

SEED = b"paper".ljust(32)


@pytest.fixture
def game() -> Game:
    """A day in its first Action phase."""
    made = Game.start({"content": load_content()}, SEED)
    made.act("Control", "start the event", 0)
    made.act("Control", "begin action", 10)
    return made


def bring_back(game, whom, changes, reason="the network was down", at=20):
    return game.act("Control", write_paper(whom, changes, reason), at)


def read_log(game, seat):
    return "\n".join(game.read_log(seat))


DIONE = {
    "fuel": "3",
    "morale": "5",
    "quadrant": "4",
    "damage this turn": "2",
    "boarders": "1",
    "drive": "crewed",
    "food supply": "low",
    "crew of Water Plant": "2 untrained used, 1 engineer wounded",
    "damage of Outer Decks 1": "Open to the Dark",
    "riot of Promenade": "up",
    "uses of Theatre": "1",
    "status of Dione squadron 1": "damaged",
    "status of Dione security 1": "destroyed",
    "place of Dione security 2": "Lucas",
    "new security units": "1",
    "place of Dione Tender": "Shepherd",
    "cargo of Dione Tender": "6 water, 1 pilot",
    "cards of Dione Captain": "Gala Night",
}


def name_theatre(changes):
    """Return changes with the title that the theatre has on this vessel."""
    return {name.replace("of Theatre", "of Grand Theatre"): value for name, value in changes.items()}


def test_sheet_of_a_vessel_comes_back_as_one_entry(game):
    number = game.number
    bring_back(game, "Dione", name_theatre(DIONE))
    vessel, state = game.vessel("Dione"), game.state
    assert game.number == number + 1
    assert (vessel.hold["fuel"], vessel.morale, vessel.quadrant, vessel.hurt, vessel.parties) == (3, 5, 4, 2, 1)
    assert (vessel.is_mustered, vessel.supply) == (True, {"food": "low"})
    used, wounded = Counter(is_used=True), Counter("engineer", is_wounded=True)
    assert vessel.stations["Water Plant"].crew == [used, used, wounded]
    assert vessel.stations["Outer Decks 1"].card == "Open to the Dark"
    assert [each.station for each in vessel.modifiers] == ["Outer Decks 1"]
    assert (vessel.stations["Promenade"].riot, vessel.stations["Grand Theatre"].uses) == ("up", 1)
    assert [state.units[f"Dione {unit}"].status for unit in ("squadron 1", "security 1")] == ["damaged", "destroyed"]
    assert (state.units["Dione security 2"].aboard, state.units["Dione security 3"].aboard) == ("Lucas", "Dione")
    tender = state.shuttles["Dione Tender"]
    assert (tender.at, tender.goods, tender.crew) == ("Shepherd", {"water": 6}, [Counter("pilot")])
    assert state.hands["Dione Captain"] == ["Gala Night"]
    shown = {name: figure.value for name, figure in list_figures(game, "Dione").items()}
    news = {"new security units": "0"}
    assert {name: shown[name] for name in name_theatre(DIONE)} == name_theatre(DIONE) | news


def test_sheet_replays_and_is_undone(game):
    before = game.state.to_data()
    bring_back(game, "Dione", name_theatre(DIONE))
    again = Game.replay(game.setup, SEED, [(entry.seat, entry.text, entry.at) for entry in game.log])
    assert again.to_data() == game.to_data()
    game.act("Control", f"undo to entry {game.number - 1} because it was the wrong sheet", 20)
    assert game.state.to_data() == {**before, "now": 20}


BAD = [
    ("fuel", "1000", "W7.2"),
    ("fuel", "three", ""),
    ("morale", "11", "W4.6"),
    ("quadrant", "5", "W13.1"),
    ("position", "Atlantis", ""),
    ("crew of Water Plant", "2 pirates", ""),
    ("crew of Water Plant", "99 untrained", ""),
    ("damage of Water Plant", "Open to the Dark", "W12.9"),
    ("damage of Water Plant", "Bad Luck", ""),
    ("riot of Promenade", "sideways", ""),
    ("status of Dione squadron 1", "lost", ""),
    ("new squadron units", "1", "W8.5"),
    ("place of Dione Tender", "Atlantis", ""),
    ("cargo of Dione Tender", "6 gold", ""),
    ("cards of Dione Captain", "Ace of Spades", ""),
    ("cards of Dione Captain", "Gala Night, Gala Night", ""),
    ("drive", "humming", ""),
    ("food supply", "plenty", ""),
]


@pytest.mark.parametrize(("name", "value", "rule"), BAD)
def test_one_bad_figure_refuses_the_whole_and_is_named(game, name, value, rule):
    before = game.to_data()
    with pytest.raises(IllegalAction) as refused:
        bring_back(game, "Dione", {"ore": "7", name: value})
    assert refused.value.reason.startswith(f"{name}: ")
    assert refused.value.rule == rule
    assert game.to_data() == before


def test_figure_that_no_sheet_has_is_refused(game):
    with pytest.raises(IllegalAction, match="there is no such figure"):
        bring_back(game, "Dione", {"gold": "7"})
    with pytest.raises(IllegalAction, match="twice"):
        game.act("Control", "take from paper of Dione: ore to 7; ore to 8 because of a test", 20)
    with pytest.raises(IllegalAction, match="no vessel"):
        bring_back(game, "Atlantis", {"ore": "7"})


def test_control_alone_brings_paper_back(game):
    with pytest.raises(IllegalAction, match=r"W3\.10"):
        game.act("Dione Captain", write_paper("Dione", {"ore": "7"}, "I say so"), 20)


def test_limit_of_a_figure_is_overruled(game):
    game.act("Control", f"{write_paper('Dione', {'new squadron units': '1'}, 'found')} overruling because found", 20)
    assert len(game.state.squadrons_of("Dione")) == 2


def test_team_is_told_its_own_figures_alone(game):
    bring_back(
        game, "Dione", {"fuel": "3", "quadrant": "4", "cards of Dione Captain": "Gala Night"}, "the lights went out"
    )
    captain, officer, lucas = (
        read_log(game, f"{seat}") for seat in ("Dione Captain", "Dione First Officer", "Lucas Captain")
    )
    assert "fuel to 3, because the lights went out" in captain
    assert "Gala Night" in captain.rpartition("from paper")[2]
    assert "fuel to 3" in officer
    assert "from paper of Dione: cards" not in officer
    assert "fuel to 3" not in lucas
    assert "from paper of Dione: quadrant to 4" in lucas


def test_secret_sheet_is_told_to_control_alone(game):
    text = write_paper("Dione", {"fuel": "3"}, "a spy took it", is_secret=True)
    game.act("Control", text, 20)
    assert "a spy took it" not in read_log(game, "Dione Captain")
    assert "a spy took it" in read_log(game, "Control")


def test_card_from_another_hand_is_told_to_its_player(game):
    bring_back(game, "Lucas", {"cards of Lucas Captain": "Gala Night"})
    assert "Gala Night" not in game.state.hands["Dione Captain"]
    assert "Gala Night goes to Lucas Captain" in read_log(game, "Dione Captain")
    assert "Gala Night" not in read_log(game, "Shepherd Captain")


def test_destinations_on_paper_leave_the_deck(game):
    bring_back(game, "Aegis", {"destinations": "Ember Shoal, Nil Point", "position": "Nil Point"})
    assert game.flagship.destinations == ["Ember Shoal", "Nil Point"]
    assert not {"Ember Shoal", "Nil Point"} & set(game.state.deck)
    assert game.flagship.point == "35021"
    assert "Ember Shoal" not in read_log(game, "Lucas Captain")


def test_day_goes_on_at_the_turn_and_phase_of_paper(game):
    game.act("Dione Chief Engineer", "use Water Plant", 15)
    laws = quote_texts(["A curfew, because of riots", 'No "flight"; none'])
    bring_back(game, "fleet", {"turn": "3", "phase": "team", "minutes": "7", "pursuit": "6", "laws": laws})
    state = game.state
    assert (state.turn, state.phase, state.clock.left, state.pursuit) == (3, "team", 420, 6)
    assert state.laws == ["A curfew, because of riots", 'No "flight"; none']
    assert game.vessel("Dione").stations["Water Plant"].uses == 0
    assert not any(counter.is_used for _, counter in game.vessel("Dione").all_crew)
    assert "turn to 3" in read_log(game, "Lucas Captain")
    game.act("Clock", "7 minutes pass", 20)
    assert game.state.phase == "close"


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [("turn", "0", "W2.14"), ("phase", "lunch", "W2.14"), ("minutes", "-1", "W2.11"), ("pursuit", "11", "W14.5")],
)
def test_bad_figure_of_controls_sheet_is_named(game, name, value, rule):
    with pytest.raises(IllegalAction) as refused:
        bring_back(game, "fleet", {name: value})
    assert (refused.value.rule, refused.value.reason.partition(":")[0]) == (rule, name)


def test_attack_is_ended_before_paper_comes_back(game):
    game.act("Control", "declare an attack", 15)
    for whom, changes in (("Dione", {"fuel": "3"}), ("fleet", {"phase": "team"})):
        with pytest.raises(IllegalAction):
            bring_back(game, whom, changes)


def test_loyalty_is_told_to_its_player_alone(game):
    game.act("Control", "set loyalty of Dione Captain to Ember because of a test", 15)
    bring_back(game, "fleet", {"loyalty of Dione Captain": quote_texts(["Ash"])})
    assert game.state.loyalties == {"Dione Captain": "Ash"}
    assert "Ash" not in read_log(game, "Dione First Officer")


def test_texts_in_quotes_hold_any_words():
    texts = ['a; b to c because "d"', "e, f"]
    assert read_texts(quote_texts(texts)) == texts
    assert list(read_changes(f"laws to {quote_texts(texts)}; turn to 3", ("laws", "turn"))) == [
        ("laws", quote_texts(texts)),
        ("turn", "3"),
    ]
