"""Rules that bind people alone, and those about the content: what the house shows of them is there and true."""

import pytest

from incursions.games.wolves.rules.content.definitions import DISTANCES, FLAGSHIP, LEVELS
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.initial_state import make_state
from incursions.games.wolves.rules.state import CONTROL, MARINE, SECURITY, SQUADRON
from incursions.games.wolves.rules.view import make_view, view_destination
from tests.games.wolves.days import load_content
from tests.markup import read_page, read_words

CONTENT = load_content()
FLEET = CONTENT.fleet
FEWEST, MOST = 26, 41
SEATS = [seat for vessel in FLEET.vessels.values() for seat in vessel.seats]


def make_game():
    """Return a day that has not begun."""
    return Game.start({"content": CONTENT}, bytes(32))


def produce(vessel, resource):
    """Return what all stations of a vessel make of a resource in a turn, less what they take."""
    kinds = [CONTENT.stations[station.kind] for station in vessel.stations]
    return sum(kind.outputs.get(resource, 0) - kind.inputs.get(resource, 0) for kind in kinds)


@pytest.mark.rule("W1.1", "W1.2", "W1.4", "W7.6", "W10.4", "W13.7")
@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("W1.1", "everybody negotiates"),
        ("W1.2", "Nobody wins and nobody loses"),
        ("W1.4", "one part of a shared story"),
        ("W7.6", "A red stripe marks a wound"),
        ("W10.4", "By law a First Officer answers"),
        ("W13.7", "Players settle among themselves"),
    ],
)
def test_rule_that_binds_people_stands_on_its_page(number, words, client):
    page = read_page(client.get(f"/rules/{number}/"))
    rule = page.partition(f'id="rule-{number}"')[2].partition("</article>")[0]
    assert words in read_words(rule)


@pytest.mark.rule("W1.1")
def test_politics_and_operations_have_seats_of_their_own():
    roles = {role for vessel in FLEET.vessels.values() for role in vessel.roles}
    assert {"Council Member", "President", "Chief Engineer", "FWCO"} <= roles <= CONTENT.briefings.roles.keys()


@pytest.mark.rule("W1.2")
def test_state_of_a_day_counts_no_points_and_ranks_nobody():
    game = make_game()
    game.state.is_revealed = True
    words = {word for key in list_keys(game.view(None)) for word in key.split("_")}
    assert "morale" in words
    assert not words & {"score", "scores", "points", "rank", "ranking", "winner", "won", "result"}


def list_keys(value):
    """Return all names in plain data."""
    if isinstance(value, dict):
        return {*value, *(key for held in value.values() for key in list_keys(held))}
    return {key for each in value for key in list_keys(each)} if isinstance(value, list) else set()


@pytest.mark.rule("W1.5")
@pytest.mark.parametrize("players", range(FEWEST, MOST + 1))
def test_seating_fills_a_seat_for_each_player(players):
    seats = [*FLEET.seating_first, *FLEET.seating_then[: players - FEWEST]]
    state = make_state(CONTENT, "00000", seats)
    filled = [seat for seat in state.places if seat not in state.empty_seats]
    assert sorted(filled) == sorted(seats)
    assert len(filled) == players
    assert 1 <= sum(seat.startswith("News Media") for seat in filled) <= 3
    assert {*FLEET.map_party, *FLEET.council.values()} <= {*filled}


@pytest.mark.rule("W1.5")
def test_there_are_38_seats_on_vessels_and_five_reporters_at_most():
    assert len(SEATS) == len(set(SEATS)) == 38
    assert (FLEET.teams["News Media"].fewest, FLEET.teams["News Media"].most) == (1, 5)
    assert {*FLEET.seating_first, *FLEET.seating_then} >= {*SEATS}


@pytest.mark.rule("W1.2", "W1.6")
def test_guide_tells_of_the_century_and_every_seat_has_a_briefing_with_aims():
    told = CONTENT.briefings
    assert "twenty-seventh century" in told.story
    assert told.vessels.keys() == FLEET.vessels.keys()
    for vessel in FLEET.vessels.values():
        assert vessel.nation in {*told.powers, "none"}
        assert told.wanted[vessel.name]
        assert all(told.roles[role] for role in vessel.roles)
    assert told.wanted["News Media"]
    assert told.personal.keys() <= {*SEATS}


@pytest.mark.rule("W3.5", "W6.1")
def test_council_members_sit_for_the_nation_of_their_vessel():
    holders = {nation: holder for nation, holder in FLEET.council.items() if nation != "President"}
    members = {vessel.nation: vessel.seats for vessel in FLEET.vessels.values() if "Council Member" in vessel.roles}
    assert len(FLEET.council) == 7
    assert holders == {nation: f"{seats[0].rpartition(' ')[0]} Council Member" for nation, seats in members.items()}


@pytest.mark.rule("W3.6", "W3.7")
def test_small_vessels_have_a_captain_and_a_specialist():
    small = {name: vessel.roles for name, vessel in FLEET.vessels.items() if len(vessel.roles) == 2}
    assert small == {
        "Salvador": ("Captain", "Chief Surgeon"),
        "Endeavour": ("Captain", "Chief Scientist"),
        "Vulcan": ("Captain", "Warden"),
    }
    assert FLEET.vessels["Star Alpha"].roles == ("President", "Vice President", "First Secretary")


@pytest.mark.rule("W3.9")
def test_reporters_have_no_vessel_and_no_morale():
    assert "News Media" not in FLEET.vessels
    assert "News Media" not in make_game().state.vessels


@pytest.mark.rule("W7.7")
def test_few_vessels_live_on_what_they_make():
    def list_short(resource):
        return [
            vessel.name
            for vessel in FLEET.vessels.values()
            if produce(vessel, resource) < FLEET.rations[vessel.rations]["normal"]
        ]

    assert (len(list_short("food")), len(list_short("water"))) == (9, 6)
    assert [vessel.name for vessel in FLEET.vessels.values() if produce(vessel, "fuel") > 0] == ["Refinery 124"]


@pytest.mark.rule("W7.7")
def test_rations_cost_more_at_each_level():
    for table in FLEET.rations.values():
        costs = [table.get(level, 0) for level in LEVELS]
        assert costs == sorted(set(costs))


@pytest.mark.rule("W8.1")
def test_large_civilian_vessels_own_fighters_and_no_vessel_of_the_fleet_boarding_squadrons():
    squadrons = {name: vessel.squadrons for name, vessel in FLEET.vessels.items() if vessel.squadrons}
    assert squadrons == {FLAGSHIP: 4, "Dione": 1, "Icebreaker": 1, "Quellon": 1}
    assert {unit.kind for unit in make_game().state.units.values()} == {SQUADRON, MARINE, SECURITY}
    assert any(level.boarding for level in CONTENT.wolves.levels)


@pytest.mark.rule("W18.1")
def test_every_destination_card_says_place_benefit_risk_distance_and_five_digits():
    game = make_game()
    for title in CONTENT.destinations:
        card = view_destination(game, title)
        assert card["title"] == title
        assert card["distance"] in DISTANCES
        assert card["benefit"]
        assert card["risk"]
        assert len(card["coordinates"]) == 5
        assert card["coordinates"].isdecimal()


@pytest.mark.rule("W20.3")
@pytest.mark.parametrize("seat", [None, *SEATS, "News Media Reporter"])
def test_everybody_always_knows_the_basics_of_every_vessel(seat):
    game = make_game()
    for vessel in game.state.vessels.values():
        vessel.is_hidden = True
    shown = make_view(game, seat)["vessels"]
    for name, vessel in FLEET.vessels.items():
        basics = (shown[name]["class"], shown[name]["nation"], shown[name]["size"])
        assert basics == (vessel.ship_class, vessel.nation, vessel.size)


@pytest.mark.rule("W27.2")
def test_at_the_end_everybody_may_be_shown_what_was_hidden():
    game = make_game()
    game.state.loyalties["Lucas Captain"] = "Ember Circle"
    game.state.hands["Dione Captain"] = ["Gala Night"]
    secrets = ("Ember Circle", "Gala Night")
    assert not any(secret in repr(game.view("Vulcan Captain")) for secret in secrets)
    game.state.is_revealed = True
    assert all(secret in repr(game.view("Vulcan Captain")) for secret in secrets)
    assert game.view("Vulcan Captain") == {**game.view(CONTROL), "seat": "Vulcan Captain"}
