"""What programs read of tournaments: all that pages show, to the same people, in constant queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.events.organizing.tournaments import again, play_all, play_round, started, with_bots
from tests.tournaments.laid_matches import NOON, later
from tournaments.events.entries import enter_for
from tournaments.events.enums import EntryState, TournamentState
from tournaments.events.formats import SingleElimination, Swiss
from tournaments.events.models import Tournament
from tournaments.events.plans import PhasePlan, Plan, create_tournament
from tournaments.events.rounds import pair_round

pytestmark = pytest.mark.django_db
CUT = (PhasePlan(Swiss.key, rounds=2), PhasePlan(SingleElimination.key, cut_to=4, third_place=True))


def queries(event, address: str) -> int:
    with CaptureQueriesContext(connection) as counted:
        assert event.ask("stranger", "GET", address).status_code == 200
    return len(counted)


def test_list_has_what_is_announced_and_mine_has_drafts(event) -> None:
    create_tournament(event.users["owner"], Plan(name="Not yet"))
    create_tournament(event.users["owner"], Plan(name="Not listed", is_listed=False))
    everybody = event.clients["stranger"].ask("GET", "tournaments/").json()
    assert [one["name"] for one in everybody["results"]] == ["Lantern Night"]
    mine = event.clients["owner"].ask("GET", "tournaments/?mine=true").json()
    assert [one["name"] for one in mine["results"]] == ["Not listed", "Not yet", "Lantern Night"]
    assert event.clients["stranger"].ask("GET", "tournaments/?mine=true").status_code == 401
    assert event.clients["stranger"].ask("GET", "tournaments/?state=running").json()["count"] == 0
    assert event.clients["stranger"].ask("GET", "tournaments/?state=draft").status_code == 400


def test_draft_is_as_one_that_is_not_there(event) -> None:
    draft = create_tournament(event.users["owner"], Plan(name="Not yet"))
    for address in ("", "players/", "rounds/", "standings/", "decks/", "bracket/", "places/", "staff/", "log/"):
        answers = [
            event.clients["other"].ask("GET", f"tournaments/{name}/{address}") for name in (draft.public_id, "nothing")
        ]
        assert [one.status_code for one in answers] == [404, 404]
        assert answers[0].content == answers[1].content


def test_tournament_tells_its_plan_and_what_you_are_there(event) -> None:
    read = event.ask("judge", "GET").json()
    assert (read["name"], read["state"], read["version"]) == ("Lantern Night", "open", event.now.version)
    assert read["plan"]["match_s"] == 60
    assert read["plan"]["phases"][0]["format"] == "swiss"
    assert read["you"]["role"] == "judge"
    assert "give penalties" in read["you"]["may"]
    assert read["seed"] is None
    assert event.ask("stranger", "GET").json()["you"] == {"role": "", "may": [], "player": None}


def test_whole_tournament_can_be_read_when_it_is_over(make_event) -> None:
    event = make_event(*CUT)
    row = with_bots(event.row, event.users["owner"], 6)
    play_all(started(row, event.users["owner"]))
    read = event.ask("stranger", "GET").json()
    assert (read["state"], read["seed"], read["round"]) == ("over", bytes(event.row.seed).hex(), 4)
    rounds = event.ask("stranger", "GET", "rounds/").json()["results"]
    assert [(one["number"], one["format"], one["undecided"]) for one in rounds] == [
        (1, "swiss", 0),
        (2, "swiss", 0),
        (3, "single elimination", 0),
        (4, "single elimination", 0),
    ]
    first = event.ask("stranger", "GET", "rounds/1/").json()
    assert sorted(player["number"] for table in first["tables"] for player in table["players"]) == [1, 2, 3, 4, 5, 6]
    assert all(table["source"] == "match" and table["match"] for table in first["tables"])
    standings = event.ask("stranger", "GET", "standings/?accounts=true").json()["results"]
    assert [one["rank"] for one in standings] == sorted(one["rank"] for one in standings)
    points = standings[0]["compared"][0]
    assert (points["by"], points["value"]) == ("points", float(standings[0]["points"]))
    assert points["account"]["how"]
    bracket = event.ask("stranger", "GET", "bracket/").json()["brackets"][0]
    assert (len(bracket["seeds"]), bracket["phase"]) == (4, 2)
    assert all(match["winner"] in match["players"] for match in bracket["matches"])
    places = event.ask("stranger", "GET", "places/").json()
    assert places["is_final"]
    assert sorted(number for place in places["places"] for number in place["players"]) == [1, 2, 3, 4, 5, 6]
    decks = event.ask("stranger", "GET", "decks/").json()["results"]
    assert all(deck["starter"] for deck in decks)


def test_draft_of_a_round_is_the_staffs(make_event) -> None:
    event = make_event(is_automatic=False)
    started(with_bots(event.row, event.users["owner"], 4), event.users["owner"])
    pair_round(event.row.public_id, event.users["owner"], now=NOON)
    assert event.ask("scorekeeper", "GET", "rounds/").json()["count"] == 1
    assert event.ask("scorekeeper", "GET", "rounds/1/").status_code == 200
    for who in ("player", "stranger"):
        assert event.ask(who, "GET", "rounds/").json()["count"] == 0
        refused = event.ask(who, "GET", "rounds/1/")
        assert (refused.status_code, refused.json()["code"]) == (404, "no_such_round")


def test_results_are_not_told_before_there_are_any(event) -> None:
    row = started(with_bots(event.row, event.users["owner"], 4), event.users["owner"])
    from tournaments.events.progress import advance

    advance(row.public_id, later(seconds=1))
    table = event.ask("stranger", "GET", "rounds/1/").json()["tables"][0]
    assert [(one["place"], one["left"]) for one in table["players"]] == [(None, None), (None, None)]


def test_lot_is_explained_when_the_tournament_is_over(make_event) -> None:
    event = make_event(PhasePlan(Swiss.key, rounds=2))
    row = started(with_bots(event.row, event.users["owner"], 4), event.users["owner"])
    end = play_round(row, NOON)

    def how() -> str:
        standing = event.ask("stranger", "GET", "standings/?accounts=true").json()["results"][0]
        return next(one["account"]["how"] for one in standing["compared"] if one["by"] == "lot")

    assert again(row).lots not in how()
    play_all(row, end)
    assert again(row).lots in how()


def test_queries_are_constant(make_event) -> None:
    counted = []
    for count in (2, 6):
        event = make_event(is_automatic=True, decks_open="start")
        row = started(with_bots(event.row, event.users["owner"], count), event.users["owner"])
        play_round(row, NOON)
        addresses = ("players/", "rounds/", "rounds/1/", "standings/", "decks/", "")
        counted.append({address: queries(event, address) for address in addresses})
    assert counted[0] == counted[1]


def test_decks_are_shown_to_whoever_looks_them_through_until_they_open(make_event) -> None:
    event = make_event(PhasePlan(Swiss.key, rounds=1))
    row = with_bots(event.row, event.users["owner"], 4)
    seeing = [who for who in event.clients if event.ask(who, "GET", "decks/").status_code == 200]
    assert seeing == ["owner", "head judge", "judge", "commentator"]
    refused = event.ask("scorekeeper", "GET", "decks/")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_shown")
    play_all(started(row, event.users["owner"]))
    assert event.ask("stranger", "GET", "decks/").json()["count"] == 4


def test_open_decks_are_of_those_who_have_a_place_and_all_are_of_the_staff(make_event) -> None:
    event = make_event(is_automatic=True, decks_open="start", capacity=4)
    row = with_bots(event.row, event.users["owner"], 6)
    row.entries.filter(number=2).update(state=EntryState.ABSENT)
    row.entries.filter(number=3).update(state=EntryState.WITHDRAWN)
    Tournament.objects.filter(pk=row.pk).update(state=TournamentState.RUNNING)

    def numbers(who: str) -> list[int]:
        return [deck["number"] for deck in event.ask(who, "GET", "decks/").json()["results"]]

    assert (numbers("stranger"), numbers("judge")) == ([1, 4], [1, 2, 4, 5, 6])


def test_log_is_read_in_pages_and_by_kind(event) -> None:
    enter_for(event.row.public_id, event.users["owner"], bot="random")
    lines = event.ask("scorekeeper", "GET", "log/").json()
    assert lines["count"] == event.now.version
    entered = event.ask("scorekeeper", "GET", "log/?did=entered").json()["results"]
    assert [line["after"]["player"] for line in entered] == [1]


def test_etag_changes_with_the_tournament(event) -> None:
    etag = event.ask("stranger", "GET")["ETag"]
    assert event.ask("stranger", "GET", "", **{"If-None-Match": etag}).status_code == 304
    enter_for(event.row.public_id, event.users["owner"], bot="random")
    assert event.ask("stranger", "GET", "", **{"If-None-Match": etag}).status_code == 200
