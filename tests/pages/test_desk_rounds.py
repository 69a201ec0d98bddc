"""The pages of rounds and tables at the desk of a tournament: drafts, more time, rulings, disputes."""

import pytest

from tests.markup import read_page
from tests.pages.at_desk import act, announced, desk_of, everything_of, paired, running, shown, tables
from tests.tournaments.events.organizing.tournaments import with_people
from tournaments.events.entries import drop
from tournaments.events.enums import RoundState
from tournaments.events.formats import Pods, SingleElimination
from tournaments.events.models import Place, Round, Table
from tournaments.events.plans import PhasePlan
from tournaments.events.progress import advance
from tournaments.events.results import report_result, rule_result

pytestmark = pytest.mark.django_db


def test_draft_is_arranged_and_published(owner):
    row = paired(owner)
    before = tables(row)
    page = shown(owner, desk_of(row, "round"))
    assert "Both have no points." in page
    assert "bye" in page
    act(owner, row, "swap", "round", player=[before[1][0], before[2][0]])
    assert tables(row) == {1: [before[2][0], before[1][1]], 2: [before[1][0], before[2][1]]}
    act(owner, row, "pair", "round")
    assert tables(row).keys() == {1, 2}
    act(owner, row, "publish", "round")
    assert Round.objects.exclude(state="undone").get().state == RoundState.PUBLISHED


@pytest.mark.parametrize("count", [0, 1, 3])
def test_two_change_places_no_more_and_no_less_and_the_ticks_stay(owner, count):
    row = paired(owner)
    before = tables(row)
    players = [player for pair in before.values() for player in pair][:count]
    answer = act(owner, row, "swap", "round", player=players)
    page = read_page(answer)
    assert (answer.status_code, tables(row)) == (400, before)
    assert "Choose two players to change places." in page
    assert page.count(" checked>") == count


def test_table_is_broken_and_its_players_get_a_table_or_a_bye(owner):
    row = paired(owner)
    before = tables(row)
    assert act(owner, row, "break", "rounds/1/tables/1", table="1", reason="").status_code == 400
    act(owner, row, "break", "rounds/1/tables/1", table="1", reason="Brothers.")
    assert tables(row) == {2: before[2]}
    assert act(owner, row, "publish", "round").status_code == 409
    assert "2 not paired" in shown(owner, desk_of(row))
    bye = next(iter(set(range(1, 6)) - set(before[1]) - set(before[2])))
    act(owner, row, "pair players", "round", player=[before[1][0], bye])
    act(owner, row, "bye", "round", player=[before[1][1]])
    assert tables(row)[3] == [before[1][0], bye]
    assert act(owner, row, "publish", "round").status_code == 303


def test_who_saw_another_draft_does_not_publish_this_one(owner):
    row = paired(owner)
    seen = str(row.version)
    players = [pair[0] for pair in tables(row).values()]
    act(owner, row, "swap", "round", player=players)
    answer = act(owner, row, "publish", "round", seen=seen)
    assert (answer.status_code, Round.objects.get().state) == (409, RoundState.DRAFT)
    assert "changed places in round 1" in read_page(answer)


def test_draft_with_somebody_who_left_since_says_so(owner):
    row = paired(owner)
    drop(row.public_id, owner, tables(row)[1][0], reason="Ill.")
    assert "1 paired who have left since: pair anew" in shown(owner, desk_of(row))
    assert "has left" in shown(owner, desk_of(row, "round"))


def test_table_gets_time_a_ruling_and_is_featured(owner):
    row = running(owner)
    at = "rounds/1/tables/1"
    act(owner, row, "extend", at, table="1", minutes="5", reason="The screen froze.")
    assert Table.objects.get(number=1).extension_s == 300
    act(owner, row, "feature", at, table="1", is_featured="1")
    page = shown(owner, desk_of(row, "round"))
    assert "+5 min" in page
    assert "featured" in page
    act(owner, row, "rule", at, table="1", round="1", place="2 1", left=["0", "14"], reason="Both agreed.")
    places = list(Place.objects.filter(table__number=1).order_by("index").values_list("place", "left"))
    assert places == [(2, 0), (1, 14)]
    page = shown(owner, desk_of(row, at))
    assert "Ruled by a judge: Both agreed." in page
    act(owner, row, "feature", at, table="1")
    assert not Table.objects.get(number=1).is_featured


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"place": "1 3"}, "Places begin with 1"),
        ({"place": ""}, "place: a whole number is missing"),
        ({"place": "1 2", "left": ["5", ""]}, "left: a whole number is missing"),
        ({"place": "1 2", "reason": ""}, "Say why"),
        ({"place": "1 2", "table": "7"}, "There is no table 7 in round 1."),
        ({"place": "1 2", "round": "4"}, "There is no round 4."),
    ],
)
def test_ruling_that_cannot_be_changes_nothing_and_keeps_what_was_typed(owner, said, words):
    row = running(owner)
    before = everything_of(row)
    answer = act(
        owner, row, "rule", "rounds/1/tables/1", **{"round": "1", "table": "1", "reason": "Both agreed."} | said
    )
    page = read_page(answer)
    assert answer.status_code in (400, 404)
    assert words in page
    assert everything_of(row) == before
    if "reason" not in said:
        assert 'value="Both agreed."' in page


def test_result_that_came_meanwhile_is_not_overwritten_and_that_of_another_table_matters_to_nobody(owner):
    row = running(owner)
    seen = str(row.version)
    rule_result(row.public_id, owner, 1, 2, [1, 2], reason="Seen.")
    said = {"round": "1", "place": "2 1", "reason": "Both agreed.", "seen": seen}
    answer = act(owner, row, "rule", "rounds/1/tables/2", table="2", **said)
    assert (answer.status_code, Place.objects.get(table__number=2, index=0).place) == (409, 1)
    assert "Table 2 of round 1" in read_page(answer)
    assert act(owner, row, "rule", "rounds/1/tables/1", table="1", **said).status_code == 303


def test_double_loss_is_entered_at_the_desk_and_shown_in_the_bracket(owner):
    row = running(owner, PhasePlan(SingleElimination.key), bots=4)
    said = {"round": "1", "table": "1", "place": "2 2", "reason": "Both cheated."}
    assert act(owner, row, "rule", "rounds/1/tables/1", **said).status_code == 303
    assert list(Place.objects.filter(table__number=1).values_list("place", flat=True)) == [2, 2]
    page = shown(owner, f"/tournaments/{row.public_id}/bracket/")
    assert (page.count("both lost"), page.count("class=lost")) == (2, 2)


def test_round_is_undone_with_a_reason(owner):
    row = running(owner)
    assert act(owner, row, "undo", "round", reason="").status_code == 400
    act(owner, row, "undo", "round", reason="Wrong tables.")
    assert Round.objects.get().state == RoundState.UNDONE
    assert "No round yet" in shown(owner, desk_of(row, "round"))


def test_brackets_and_pods_are_shown_as_they_are(owner):
    bracket = paired(owner, PhasePlan(SingleElimination.key), bots=4)
    page = shown(owner, desk_of(bracket, "round"))
    assert "Swap the two" not in page
    assert 'value="break"' not in shown(owner, desk_of(bracket, "rounds/1/tables/1"))
    assert "Drawn" not in shown(owner, desk_of(running(owner, PhasePlan(SingleElimination.key)), "rounds/1/tables/1"))
    pods = running(owner, PhasePlan(Pods.key, rounds=1, seats=3), bots=3)
    assert shown(owner, desk_of(pods, "rounds/1/tables/1")).count("Place of Random bot") == 3
    said = {"table": "1", "round": "1", "place": ["2", "1", "3"], "reason": "Counted."}
    act(owner, pods, "rule", "rounds/1/tables/1", **said)
    places = Place.objects.filter(table__round__tournament=pods).order_by("index")
    assert list(places.values_list("place", flat=True)) == [2, 1, 3]


def test_dispute_is_told_with_both_claims_and_ends_by_a_ruling(owner):
    row = announced(owner, is_table_top=True)
    ada, ben = with_people(row, 2)
    for do in ("start", "pair", "publish"):
        act(owner, row, do)
    advance(row.public_id)
    report_result(row.public_id, ada, [1, 2], [9, 0])
    assert "disputed" not in shown(owner, desk_of(row))
    report_result(row.public_id, ben, [2, 1], [0, 4])
    assert "1 table disputed" in shown(owner, desk_of(row))
    page = shown(owner, desk_of(row, "rounds/1/tables/1"))
    first, second = (place.entry.name for place in Place.objects.order_by("index"))
    assert f"{first} place 1, 9 left; {second} place 2, 0 left" in page
    assert f"{first} place 2, 0 left; {second} place 1, 4 left" in page
    act(owner, row, "rule", "rounds/1/tables/1", table="1", round="1", place="1 2", reason="Two saw it.")
    assert "disputed" not in shown(owner, desk_of(row, "rounds/1/tables/1"))
