"""A change of the content in mid-day: what is open, what is locked, what never fits, and that the log replays."""

import copy
from functools import cache

import pytest

from incursions.engine import IllegalAction
from incursions.engine.open_log import Entry
from incursions.games.wolves.rules.content.loading import load_data, read_data
from incursions.games.wolves.rules.game import Game
from tests.games.wolves.days import ROOT

SEED = b"content".ljust(32)
CHANGE = "change the content to version 2 because the odds were wrong"


@cache
def sample():
    return load_data(ROOT)


def find(entries, key, title):
    return next(entry for entry in entries if entry[key] == title)


def vary(change):
    """Return the sample fleet after a function has changed its plain data."""
    data = copy.deepcopy(sample())
    change(data)
    return read_data(data)


def double_wolves(data):
    for level in data["wolves"]["levels"]:
        level["fighters"] *= 2


def start(new, *commands):
    """Return a day in its first Action phase that may change to this content."""
    game = Game.start({"content": read_data(sample()), "versions": {2: new}}, SEED)
    for text in ("start the event", "begin action", *commands):
        game.act("Control", text, 10)
    return game


def test_change_holds_from_its_entry_on_and_until_it_is_undone():
    game = start(vary(double_wolves))
    game.act("Control", CHANGE, 20)
    game.act("Control", "declare an attack", 30)
    after = sum(len(wolves) for wolves in game.state.attack.wolves)
    game.act("Control", f"undo to entry {game.number - 2} because of a test", 40)
    assert game.content.wolves.levels[2].fighters == 5
    game.act("Control", "declare an attack", 50)
    assert after == sum(len(wolves) for wolves in game.state.attack.wolves) + 5


def test_log_with_a_change_replays_to_the_same_state():
    game = start(vary(double_wolves))
    game.act("Control", CHANGE, 20)
    game.act("Control", "declare an attack", 30)
    game.act("Control", "undo to entry 3 because of a test", 40)
    game.act("Control", "declare an attack", 50)
    game.act("Control", "close the Fleet round", 60)
    game.act("Control", "play the Wolf round", 70)
    again = Game.replay(game.setup, SEED, [(entry.seat, entry.text, entry.at) for entry in game.log])
    assert again.to_data() == game.to_data()
    loaded = Game.from_data(game.to_data(), game.setup, [Entry(*entry) for entry in game.log])
    assert loaded.content is game.content
    loaded.act("Control", "undo to entry 2 because of a test", 80)
    assert loaded.state.content_version == 0


def test_undo_from_a_copy_that_was_kept_before_the_version_was_made():
    game = Game.start({"content": read_data(sample())}, SEED)
    game.act("Control", "start the event", 0)
    game.setup = {**game.setup, "versions": {2: vary(double_wolves)}}
    game.act("Control", CHANGE, 20)
    game.act("Control", "begin action", 30)
    game.act("Control", "undo to entry 2 because of a test", 40)
    assert game.content.wolves.levels[2].fighters == 10


def change_prompt(data):
    data["prompts"][0]["read"] = "Sixty people are found living in the lifeboats."


def change_briefing(data):
    data["briefings"]["teams"]["Dione"]["know"] = "Your bars are empty."


def change_text(data):
    find(data["actions"], "title", "Gala Night")["text"] = "All tracks rise."


def change_minutes(data):
    data["fleet"]["team_minutes"] = 15


def change_riots(data):
    data["fleet"]["morale_track"]["riot_on"]["5"] = 2


def drop_destination(data):
    data["destinations"] = [each for each in data["destinations"] if each["title"] != UNDRAWN]


UNDRAWN = "Corvane Belt"


@pytest.mark.parametrize(
    "change",
    [change_prompt, change_briefing, change_text, change_minutes, change_riots, drop_destination, double_wolves],
)
def test_open_texts_and_odds_change_with_a_reason(change):
    game = start(vary(change))
    game.act("Control", CHANGE, 20)
    assert game.state.content_version == 2


def add_destination(data):
    data["destinations"].append({**find(data["destinations"], "title", "Nil Point"), "title": "New Rock"})
    data["destinations"][-1]["coordinates"] = "99999"


def test_deck_of_destinations_follows_the_content():
    game = start(vary(lambda data: (drop_destination(data), add_destination(data))))
    drawn = game.flagship.destinations.copy()
    game.act("Control", CHANGE, 20)
    assert UNDRAWN not in game.state.deck
    assert "New Rock" in game.state.deck
    assert game.flagship.destinations == drawn
    assert not set(drawn) & set(game.state.deck)


def change_fuel(data):
    find(data["fleet"]["vessels"], "vessel", "Dione")["fuel"]["short"] = 1


def change_output(data):
    find(data["stations"], "kind", "water_plant")["out"] = {"water": 9}


def change_card(data):
    find(data["actions"], "title", "Gala Night")["effects"] = [{"fleet_morale": 3}]


def change_design(data):
    find(data["damage"]["designs"], "title", "Cracked Drive Core")["repair"]["materials"] = 1


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (change_fuel, "Dione (fleet)"),
        (change_output, "water_plant"),
        (change_card, "Gala Night"),
        (change_design, "Core"),
    ],
)
def test_locked_figure_is_named_and_overruled(change, named):
    game = start(vary(change))
    with pytest.raises(IllegalAction, match="Locked while the event runs") as refused:
        game.act("Control", CHANGE, 20)
    assert refused.value.rule == "W26.2"
    assert named in refused.value.reason
    assert game.state.content_version == 0
    game.act("Control", f"{CHANGE} overruling because it is unfair", 30)
    assert game.state.content_version == 2


def drop_role(data):
    vessel = find(data["fleet"]["vessels"], "vessel", "Salvador")
    vessel["roles"] = ["Captain"]
    data["fleet"]["seating"]["then"].remove("Salvador Chief Surgeon")
    del data["briefings"]["roles"]["Chief Surgeon"]
    data["briefings"]["personal"].pop("Salvador Chief Surgeon", None)


def drop_station(data):
    vessel = find(data["fleet"]["vessels"], "vessel", "Vulcan")
    vessel["stations"] = [line for line in vessel["stations"] if line["kind"] != "prison_works"]
    deck = data["damage"]["decks"]["Vulcan"]
    lost = [each["title"] for each in data["damage"]["designs"] if each["kind"] == "prison_works"]
    for title in lost:
        deck.pop(title, None)


def drop_card(data):
    data["actions"] = [card for card in data["actions"] if card["title"] != "Gala Night"]


def rename_shuttle(data):
    find(data["fleet"]["vessels"], "vessel", "Dione")["shuttles"] = ["Dione Skiff"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (drop_role, "Seats stay"),
        (drop_station, "The stations of Vulcan stay"),
        (drop_card, "Gala Night is in the hand of Dione Captain"),
        (rename_shuttle, "The shuttles of Dione stay"),
    ],
)
def test_content_that_would_break_the_day_is_never_taken(change, words):
    game = start(vary(change))
    for text in (CHANGE, f"{CHANGE} overruling because I must"):
        with pytest.raises(IllegalAction, match=words):
            game.act("Control", text, 20)
    assert game.state.content_version == 0


def test_card_that_lies_on_a_station_stays_as_it_is():
    def soften(data):
        for design in data["damage"]["designs"]:
            design["repair"]["materials"] = 0

    game = start(vary(soften), "deal 1 damage to Vulcan because of a test")
    with pytest.raises(IllegalAction, match="lies on a station of Vulcan"):
        game.act("Control", f"{CHANGE} overruling because I must", 20)


def test_destination_that_was_drawn_keeps_its_digits():
    game = Game.start({"content": read_data(sample())}, SEED)
    game.act("Control", "start the event", 0)
    drawn = game.flagship.destinations[0]

    def move(data):
        find(data["destinations"], "title", drawn)["coordinates"] = "99999"

    def retell(data):
        find(data["destinations"], "title", drawn)["benefit"] = "Nothing to speak of"

    game.setup = {**game.setup, "versions": {2: vary(move), 3: vary(retell)}}
    with pytest.raises(IllegalAction, match="has been drawn"):
        game.act("Control", CHANGE, 20)
    game.act("Control", CHANGE.replace("2", "3"), 20)
    assert "the odds were wrong" in "\n".join(game.read_log("Aegis Admiral"))


def test_odds_wait_for_the_end_of_an_attack():
    game = start(vary(double_wolves), "declare an attack")
    with pytest.raises(IllegalAction, match="until this attack is over"):
        game.act("Control", CHANGE, 20)


def test_only_those_whom_it_concerns_are_told():
    game = start(vary(change_briefing))
    game.act("Control", CHANGE, 20)
    assert "the odds were wrong" in "\n".join(game.read_log("Dione Captain"))
    assert "the odds were wrong" not in "\n".join(game.read_log("Lucas Captain"))


def test_version_that_is_not_there_and_others_than_control_are_refused():
    game = start(vary(double_wolves))
    for seat, text in (("Control", CHANGE.replace("2", "7")), ("Dione Captain", CHANGE)):
        with pytest.raises(IllegalAction):
            game.act(seat, text, 20)


def test_everything_changes_before_the_first_turn():
    game = Game.start({"content": read_data(sample()), "versions": {2: vary(drop_station)}}, SEED)
    game.act("Control", "set loyalty of Dione Captain to Ember because of a test", 0)
    game.act("Control", CHANGE, 5)
    assert "Prison Works" not in game.vessel("Vulcan").stations
    assert game.state.loyalties == {"Dione Captain": "Ember"}
    game.act("Control", "start the event", 10)
    assert game.state.turn == 1


def test_seats_stay_once_the_log_has_an_entry():
    game = Game.start({"content": read_data(sample()), "versions": {2: vary(drop_role)}}, SEED)
    game.act("Control", "set loyalty of Dione Captain to Ember because of a test", 0)
    with pytest.raises(IllegalAction, match="Seats change only before"):
        game.act("Control", CHANGE, 5)
