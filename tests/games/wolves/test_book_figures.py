"""The figures of our fleet that the rulebook names are those of the content."""

import pytest

from incursions.games.wolves.rules.content.definitions import DISTANCES, FLAGSHIP, LEVELS
from incursions.games.wolves.rules.rulebook import read_rulebook
from incursions.kit.words import join_names
from tests.games.wolves.days import ROOT, load_content

FLEET = (CONTENT := load_content()).fleet
VESSELS = FLEET.vessels
RULES = read_rulebook(ROOT / "docs" / "wolves").rules
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
RESERVE = [card for card in CONTENT.cards.values() if card.team == "reserve"]


def list_by(value):
    """Return the names of vessels by what `value` returns of them, in the order of the fleet list."""
    found = {}
    for name, vessel in VESSELS.items():
        found.setdefault(value(vessel), []).append(name)
    return found


def tell_levels():
    for table, names in list_by(lambda vessel: vessel.rations).items():
        yield f"{table.capitalize()} vessels ({', '.join(names)}): " + ", ".join(
            str(FLEET.rations[table][level]) for level in LEVELS[1:]
        )


def tell_costs():
    for costs, names in list_by(lambda vessel: tuple(vessel.fuel[distance] for distance in DISTANCES)).items():
        yield f"{', '.join(names)}: {', '.join(map(str, costs))}"


def tell_wolves():
    low, high = CONTENT.wolves.levels[2], CONTENT.wolves.levels[10]
    units = f"{low.fighters} fighters and {low.boarding} boarding squadrons in {NUMBERS[low.quadrants]} quadrants"
    yield f"level 2 has {units}."
    units = f"{high.fighters} fighters, {high.boarding} boarding squadrons and {high.ships} larger vessels"
    yield f"level 10 it has {units} in all {NUMBERS[high.quadrants]}."


@pytest.mark.parametrize(
    ("number", "words"),
    [
        *(("W4.5", words) for words in tell_levels()),
        *(("W18.4", words) for words in tell_costs()),
        *(("W14.4", words) for words in tell_wolves()),
        ("W21.7", f"Our reserve starts with {NUMBERS[len(RESERVE)]} cards."),
        ("W14.1", f"it starts at {FLEET.pursuit_start}."),
        ("W2.3", f"Muster lasts {FLEET.minutes.muster} minutes."),
        ("W2.1", f"an Action phase of {FLEET.minutes.action} minutes and then a Team phase of {FLEET.minutes.team}"),
        ("W2.10", f"when {FLEET.minutes.close} minutes of the Team phase are left"),
    ],
)
def test_rule_names_the_figure(number, words):
    assert words in RULES[number].text


def test_tracks_start_as_the_rule_says():
    starts = list_by(lambda vessel: vessel.morale)
    assert {level: names for level, names in starts.items() if level != 6} == {
        5: ["Vulcan"],
        7: [FLAGSHIP, "Star Alpha", "Salvador", "Endeavour"],
    }
    assert [FLEET.morale_track.riot_on[level] for level in range(11)] == [6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0]


def test_two_spaces_shuttles_and_sickbays_are_those_of_the_vessels_named():
    sizes = list_by(lambda vessel: vessel.size)
    assert f"In our fleet {join_names(sizes[2])} take two spaces." in RULES["W13.4"].text
    assert f"{join_names(sizes[1])} take one." in RULES["W13.4"].text
    shuttles = list_by(lambda vessel: len(vessel.shuttles))
    assert shuttles[2] == [FLAGSHIP]
    assert f"the Aegis has two; {join_names(shuttles[1])} have one each." in RULES["W10.1"].text
    sickbays = list_by(lambda vessel: any(station.kind == "sickbay" for station in vessel.stations))[True]
    assert f"In our fleet the {join_names(sickbays)} have sickbays" in RULES["W24.1"].text


def test_batteries_and_prompts_are_as_many_as_the_rules_say():
    batteries = list_by(lambda vessel: sum(station.kind == "battery" for station in vessel.stations))
    assert {number: names for number, names in batteries.items() if number} == {2: [FLAGSHIP], 1: ["Vulcan"]}
    assert len(CONTENT.prompts) == 20


def test_repairs_cost_what_the_rule_says():
    costs = {(card.engineers, card.materials) for card in CONTENT.damage.values()}
    assert costs == {(1, 1), (1, 2), (1, 3), (2, 3)}
    (dear,) = (card for card in CONTENT.damage.values() if card.engineers == 2)
    assert (dear.kind, dear.vessel) == ("jump_drive", FLAGSHIP)
    assert list(CONTENT.wolves.battery_on) == [4, 5, 6]
