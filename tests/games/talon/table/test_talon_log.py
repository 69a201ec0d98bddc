"""The log of Talon: every kind of event has a sentence, with ships by name and the number of its rule."""

import re
from random import Random

import pytest

from incursions.engine import EventKind
from incursions.games.talon.rules import events as told
from incursions.games.talon.rules.events import KINDS
from incursions.games.talon.table.log import RULES, WRITERS, BattleLog, list_filters, name_seats, read_seats_told
from incursions.games.talon.table.scene import TABLE
from tests.games.talon.table.battle_tables import BATTLES, play_at_random, start
from tests.sampling import chance_of_this_run

HEADINGS = {told.RoundBegan.kind, told.TurnBegan.kind, told.PowerPhaseBegan.kind}
SILENT = {told.Jumped.kind}
"""Kinds of events that another sentence tells."""
VALUES = {
    "ship": 0,
    "target": 1,
    "other": 1,
    "host": 1,
    "at": [2, -1],
    "start": [1, -1],
    "dice": [3, 5],
    "result": {"ending": "rounds", "winner": 0, "places": [[0], [1]], "rule": "T23.2", "reason": "It is over."},
    "row": "3-3-2",
    "arc": "left",
    "way": "slip left",
    "sides": ["terran", "talon"],
    "ships": ["Steadfast", "Reckoning"],
    "seats": [0, 1],
}
OF_TYPE = {"int": 1, "str": "left", "bool": True, "list[int]": [3], "Hex": [0, 0]}


def make_log(battle="duel", own=0):
    view = start(battle).view(None)
    return BattleLog(name_seats(view), own, view)


def make_facts(kind):
    """Return facts of a kind of event, those of the kind that it refines included."""
    kinds = [base for base in reversed(kind.__mro__) if issubclass(base, EventKind) and base is not EventKind]
    declared = {name: str(of) for base in kinds for name, of in vars(base).get("__annotations__", {}).items()}
    return {name: VALUES.get(name, OF_TYPE.get(of, 1)) for name, of in declared.items()}


def test_every_kind_of_event_has_a_sentence_of_its_own():
    told = {name for name, kind in KINDS.items() if kind.sentence} | set(WRITERS) | HEADINGS
    assert set(KINDS) - told == {"jumped"}
    assert set(RULES) <= set(KINDS)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_sentence_can_be_told_from_the_facts_of_its_kind(kind: type[EventKind]):
    facts = make_facts(kind)
    if kind is told.Hit or kind is told.Missed or kind is told.Fired:
        del facts["missile"]
    said = make_log().write(kind.kind, facts)
    assert bool(said.html) == (kind.kind not in SILENT)
    assert said.is_heading == (kind.kind in HEADINGS)
    assert "{" not in said.html


@pytest.mark.parametrize("battle", BATTLES)
def test_all_events_of_a_battle_are_told_with_ships_by_name(battle):
    game = start(battle)
    log = make_log(battle)
    names = [ship.name for ship in game.ships]
    for _, events in play_at_random(game, Random(chance_of_this_run().random())):
        for event in events:
            said = log.write(event["kind"], event["facts"])
            assert said.is_heading or said.html or event["kind"] in SILENT
            if "ship" in event["facts"] and said.html:
                assert names[event["facts"]["ship"]] in said.html
            assert "None" not in said.html


def test_sentences_read_as_players_speak():
    log = make_log()
    told_of = [
        (told.Moved, {"ship": 0, "way": "left", "start": [0, 0], "at": [1, -1], "facing": 1, "is_burn": False}),
        (told.Rolled, {"die": 4, "counts": 3}),
        (told.Missed, {"missile": 7}),
        (
            told.Damaged,
            {
                "ship": 1,
                "arc": "rear",
                "points": 4,
                "reinforcements": 1,
                "shields": 2,
                "hull": 1,
                "cause": "shot",
            },
        ),
        (told.ArcRolled, {"ship": 1, "arc": "right", "dice": [2, 6, 6, 1, 5, 3]}),
        (told.Destroyed, {"ship": 1, "cause": "the planet"}),
        (told.TurnBegan, {"seat": 0, "round": 2, "side": 0, "letter": "C"}),
    ]
    said = [re.sub(r"<[^>]+>", "", log.write(kind.kind, facts).html) for kind, facts in told_of]
    assert said == [
        "Steadfast turns left and moves to 1,-1. T6.2",
        "Rolls 4, which counts 3. T8.8",
        "Missile 7 is missed. T8.8",
        "Reckoning takes 4 damage on the rear arc: 1 reinforcement, shield −2 and hull −1. T9.1",
        "Which arc of Reckoning? forward 2 right 6 rear 6 left 1, then 53: right. T9.8",
        "Reckoning is destroyed by the planet. T9.4",
        "Round 2 · impulse C · your turn",
    ]


def test_facts_are_escaped():
    said = make_log().write(told.GroupHeld.kind, {"ship": 0, "group": "<script>"})
    assert "<script>" not in said.html


def test_filters_show_the_kinds_of_events_and_the_ships_of_a_side():
    view = start("duel").view(None)
    words = [each.word for each in list_filters(name_seats(view))]
    assert words == ["fire", "damage", "movement", "missiles", "power", "side-one", "side-two"]
    said = make_log().write(told.Collided.kind, {"ship": 1, "other": 1})
    assert said.about == ("damage", "side-two")


def test_seats_of_a_team_are_numbered():
    view = start("fleet", teams=(2, 1)).view(None)
    assert [seat["title"] for seat in name_seats(view)] == ["Terran 1", "Terran 2", "Talon"]


@pytest.mark.parametrize(
    "sides", [None, [], ["terran"], ["terran", 3], ["a", "b", "c"], ["terran"] * 40, ["x" * 99, "y"]]
)
def test_a_malformed_first_event_names_no_seats(sides):
    assert read_seats_told({"kind": "started", "facts": {"sides": sides}}) == []


def test_seats_are_read_from_the_first_event():
    told_first = {"kind": "started", "facts": {"title": "Two Captains", "sides": ["terran", "talon"]}}
    assert [seat["title"] for seat in read_seats_told(told_first)] == ["Terran", "Talon"]


def test_a_log_that_begins_with_the_first_event_names_the_ships():
    game = start("duel")
    first = game.events[0].to_data()
    log = BattleLog(read_seats_told(first), None, None)
    log.write(first["kind"], first["facts"])
    assert "Steadfast" in log.write(told.BatteryFilled.kind, {"ship": 0}).html


def test_highlights_are_kinds_of_events():
    assert set(TABLE.highlights) <= set(KINDS)
    assert TABLE.turn_began in KINDS
