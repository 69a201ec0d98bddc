"""The desk of a tournament: the next thing to do, players, rounds, rulings, penalties, staff, the log, by role."""

import csv
import io
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from cards.decks.contents import data_of
from cards.decks.making import create_deck
from incursions.accounts.guests import create_guest
from incursions.accounts.models import User
from tests.pages.at_desk import (
    act,
    again,
    announced,
    browser,
    desk_of,
    of_role,
    paired,
    running,
    shown,
    tables,
    told,
)
from tests.tournaments.conftest import people
from tests.tournaments.organizing.conftest import plan, some_starter, with_people
from tournaments.desk.acts import ACTS
from tournaments.models import Seat
from tournaments.organizing.advancing import advance, start_tournament
from tournaments.organizing.creating import create_tournament
from tournaments.organizing.enums import EntryState, Format, Role, RoundState, TournamentState
from tournaments.organizing.models import Appointment, Entry, LogLine, Penalty, Place, Round, Table, Tournament
from tournaments.organizing.plans import PhasePlan
from tournaments.organizing.registering import drop, enter, enter_for, submit_deck
from tournaments.organizing.reporting import report_result
from tournaments.organizing.results import rule_result
from tournaments.organizing.roles import ABILITIES, Ability
from tournaments.organizing.rounds import pair_round, publish_round
from tournaments.organizing.tables import open_tables
from tournaments.seat_decks import choose

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(catalogue) -> User:
    return User.objects.create_user("organizer", password="secret word")


def lines() -> list[str]:
    return list(LogLine.objects.values_list("words", flat=True))


# What one needs for each act, said once more here: the services must agree with it.
NEEDS = {
    **dict.fromkeys(("announce", "cancel"), Ability.CONFIGURE),
    **dict.fromkeys(
        ("start", "end building", "pair", "publish", "undo", "swap", "break", "pair players"), Ability.PAIR
    ),
    **dict.fromkeys(("bye", "feature", "pause", "resume"), Ability.PAIR),
    **dict.fromkeys(("extend", "rule"), Ability.RULE),
    **dict.fromkeys(("enter user", "enter bots", "enter name", "check in", "drop", "reinstate"), Ability.ADMIT),
    "disqualify": Ability.DISQUALIFY,
    "deck checked": Ability.SEE_DECKS,
    "penalty": Ability.PENALISE,
    "fair play": Ability.DISQUALIFY,
    "rehearse": Ability.CONFIGURE,
    **dict.fromkeys(("appoint", "dismiss"), Ability.APPOINT),
}
EVERYTHING: dict[str, Any] = {
    "player": 1,
    "place": [1, 2],
    "round": 1,
    "table": 1,
    "minutes": 5,
    "reason": "It was agreed.",
    "count": 1,
    "bot": "random",
    "kind": "warning",
    "role": "judge",
}


@pytest.mark.parametrize("role", Role)
def test_each_role_does_at_the_desk_what_the_table_of_abilities_says(owner, role):
    row = running(owner)
    user = of_role(row, owner, role)
    other = User.objects.create_user("somebody", password="secret word")
    refused = set()
    for word in ACTS:
        name = other.username if word != "enter name" else "A name"
        before = everything_of(row)
        with transaction.atomic():
            said = EVERYTHING | {"name": name} | ({"player": [1, 2]} if word == "swap" else {})
            status, code = told(user, row, word, **said)
            if code == "not_staff":
                assert (status, everything_of(row)) == (403, before)
                refused.add(word)
            transaction.set_rollback(True)
    assert refused == {word for word, ability in NEEDS.items() if ability not in ABILITIES[role]}
    assert NEEDS.keys() == ACTS.keys()


def everything_of(row) -> list[Any]:
    """Every row of a tournament."""
    of = {"tournament": row}
    kinds = ((Entry, of), (Round, of), (Appointment, of), (LogLine, of), (Table, {"round__tournament": row}))
    found = [list(model.objects.filter(**where).order_by("pk").values()) for model, where in kinds]
    rows = (Place.objects, Penalty.objects, Tournament.objects)
    return [*found, *(list(each.order_by("pk").values()) for each in rows)]


PAGES = ("", "players", "players/1", "round", "rounds/1", "rounds/1/tables/1", "penalties", "staff")


@pytest.mark.parametrize("role", Role)
def test_pages_show_the_forms_of_what_the_role_may_do(owner, role):
    row = running(owner)
    user = of_role(row, owner, role)
    for page in PAGES:
        body = shown(user, desk_of(row, page))
        offered = {word for word in ACTS if f'name="do" value="{word}"' in body}
        assert {word for word in offered if NEEDS[word] not in ABILITIES[role]} == set()
    allowed = {"log": Ability.SEE_LOG, "log.csv": Ability.SEE_LOG, "settings": Ability.CONFIGURE}
    for page, ability in (allowed | {"cancel": Ability.CONFIGURE}).items():
        assert browser(user).get(desk_of(row, page)).status_code == (200 if ability in ABILITIES[role] else 403)


def test_owner_is_offered_every_act_somewhere(owner):
    offered: set[str] = set()
    for row in (
        create_tournament(owner, plan()),
        announced(owner, bots=2, is_table_top=True),
        paired(owner),
        running(owner),
    ):
        for page in (*PAGES, "cancel"):
            answer = browser(owner).get(desk_of(row, page))
            offered |= {word for word in ACTS if f'name="do" value="{word}"' in answer.content.decode()}
    assert set(ACTS) - offered == {"end building", "resume", "reinstate"}  # each of a state of its own, below


def test_desk_is_not_there_for_others(owner):
    row = announced(owner, bots=2)
    other = User.objects.create_user("other", password="secret word")
    for page in (*PAGES, "log", "settings", "cancel"):
        for user in (other, create_guest()):
            assert browser(user).get(desk_of(row, page)).status_code == 404
            assert browser(user).post(desk_of(row, page), {"do": "cancel", "reason": "Mine"}).status_code == 404
        answer = browser().get(desk_of(row, page))
        assert (answer.status_code, "/login/" in answer["Location"]) == (302, True)
    assert again(row).state == TournamentState.OPEN


def test_next_thing_to_do_leads_from_the_draft_to_the_round(owner):
    row = create_tournament(owner, plan(is_automatic=False))
    for button, do, state in (
        ("Announce it", "announce", TournamentState.OPEN),
        ("Start now", "start", TournamentState.RUNNING),
        ("Pair round 1", "pair", TournamentState.RUNNING),
        ("Publish round 1", "publish", TournamentState.RUNNING),
    ):
        if do == "start":
            assert act(owner, row, "enter bots", bot="random", count="4").status_code == 303
        page = shown(owner, desk_of(row))
        assert button in page[page.index('id="next-act"') :]
        assert act(owner, row, do, seen=str(again(row).version)).status_code == 303
        assert again(row).state == state
    assert Round.objects.get().state == RoundState.PUBLISHED


def test_pause_and_resume(owner):
    row = running(owner)
    act(owner, row, "pause", reason="The power is out.")
    page = shown(owner, desk_of(row))
    assert "The power is out." in page
    assert "Let everything go on" in page
    assert again(row).paused_at is not None
    act(owner, row, "resume")
    assert again(row).paused_at is None


def test_end_of_building_is_said_at_the_desk(owner):
    row = announced(owner, bots=2, kind="sealed")
    act(owner, row, "start")
    assert again(row).state == TournamentState.BUILDING
    assert "End building now" in shown(owner, desk_of(row))
    before = again(row).builds_until
    assert act(owner, row, "end building").status_code == 303
    assert again(row).builds_until < before


def test_desk_says_what_it_waits_for(owner):
    row = announced(owner, bots=1, capacity=3)
    ada, ben, cem = people(3)
    enter(row.public_id, ada)
    enter(row.public_id, ben, starter=some_starter())
    enter(row.public_id, cem)
    page = shown(owner, desk_of(row))
    assert "1 without a deck" in page
    assert "1 on the waiting list" in page
    Entry.objects.filter(user=ben).update(deck_problem="Too many mines.")
    assert "1 with a deck that cannot be played any more" in shown(owner, desk_of(row))
    played = running(owner)
    assert "2 tables without a result" in shown(owner, desk_of(played))


def test_cancelling_asks_once_more_and_why(owner):
    row = announced(owner, bots=2)
    assert "It cannot be undone" in shown(owner, desk_of(row, "cancel"))
    refused = act(owner, row, "cancel", "cancel", reason=" ")
    assert (refused.status_code, again(row).state) == (400, TournamentState.OPEN)
    act(owner, row, "cancel", "cancel", reason="The hall is flooded.")
    assert again(row).state == TournamentState.CANCELLED
    assert LogLine.objects.last().reason == "The hall is flooded."


# Players ------------------------------------------------------------------------------------------------------------


def test_players_are_entered_by_name_as_bots_and_at_table_top_as_names(owner):
    row = announced(owner, is_table_top=True)
    User.objects.create_user("ada", password="secret word")
    act(owner, row, "enter user", "players", name="ada")
    act(owner, row, "enter bots", "players", bot="captain", count="3", starter=some_starter())
    act(owner, row, "enter name", "players", name="Maren of Bay Four")
    page = shown(owner, desk_of(row, "players"))
    for name in ("ada", "Captain bot 2", "Maren of Bay Four"):
        assert name in page
    assert Entry.objects.filter(bot="captain", starter=some_starter()).count() == 3


@pytest.mark.parametrize(
    ("do", "said", "words"),
    [
        ("enter user", {"name": "nobody"}, "There is no account of that name."),
        ("enter user", {"name": ""}, "There is no account of that name."),
        ("enter bots", {"bot": "random", "count": "65"}, "Enter 1 to 64 bots at once."),
        ("enter bots", {"bot": "random", "count": "x"}, "count is missing or no whole number."),
        ("enter bots", {"bot": "hal", "count": "1"}, "A bot is one of"),
        ("enter bots", {"bot": "random", "count": "1", "starter": "Nothing"}, "There is no such starter deck."),
        ("enter name", {"name": "Maren"}, "Only at table-top events a player is a name alone."),
    ],
)
def test_who_cannot_be_entered_is_refused_and_what_was_typed_stays(owner, do, said, words):
    row = announced(owner)
    answer = act(owner, row, do, "players", **said)
    page = answer.content.decode()
    assert (answer.status_code, Entry.objects.count()) == (400, 0)
    assert words in page
    if do != "enter name":
        assert all(f'value="{value}"' in page for name, value in said.items() if name in ("name", "count"))


def test_bots_that_do_not_all_fit_are_not_entered_at_all(owner):
    row = running(owner, late_rounds=3, capacity=5)
    answer = act(owner, row, "enter bots", "players", bot="random", count="2")
    assert (answer.status_code, Entry.objects.count()) == (409, 4)


def test_player_is_checked_in_dropped_and_reinstated(owner):
    row = announced(owner)
    with_people(row, 3)
    act(owner, row, "check in", "players", player="1")
    assert Entry.objects.get(number=1).state == EntryState.CHECKED_IN
    assert act(owner, row, "drop", "players/2", player="2", reason=" ").status_code == 400
    act(owner, row, "drop", "players/2", player="2", reason="Called off.")
    assert Entry.objects.get(number=2).state == EntryState.WITHDRAWN
    assert "Reinstate" in shown(owner, desk_of(row, "players/2"))
    act(owner, row, "reinstate", "players/2", player="2", reason="Came back.")
    assert Entry.objects.get(number=2).state == EntryState.REGISTERED
    act(owner, row, "disqualify", "players/3", player="3", reason="Marked tiles.")
    assert Entry.objects.get(number=3).state == EntryState.DISQUALIFIED
    assert "Marked tiles." in shown(owner, desk_of(row, "players/3"))


def test_refused_act_keeps_its_reason_and_points_to_its_form(owner):
    row = announced(owner)
    with_people(row, 2)
    seen = again(row).version
    drop(row.public_id, owner, 1, reason="Called off.")
    answer = act(owner, row, "drop", "players/1", player="1", reason="Never came.", seen=str(seen))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "organizer: " in page
    assert "withdrew. Look again" in page
    assert LogLine.objects.filter(words__contains="withdrew").count() == 1


def test_what_was_done_about_others_does_not_keep_a_judge_from_a_penalty(owner):
    row = announced(owner)
    with_people(row, 2)
    seen = str(again(row).version)
    drop(row.public_id, owner, 2, reason="Called off.")
    answer = act(owner, row, "penalty", "players/1", player="1", kind="warning", reason="Late.", seen=seen)
    assert answer.status_code == 303
    again_late = act(owner, row, "penalty", "penalties", player="1", kind="warning", reason="Late!", seen=seen)
    assert (again_late.status_code, Penalty.objects.count()) == (409, 1)
    page = again_late.content.decode()
    assert 'value="Late!"' in page
    assert '<option value="1" selected>' in page


def test_deck_is_looked_through_by_who_may_with_what_the_evaluator_says(owner):
    row = announced(owner)
    ada = with_people(row, 1)[0]
    page = shown(owner, desk_of(row, "players/1"))
    assert "Legal in every point." in page
    assert f"The starter deck {some_starter()}" in page
    keeper = of_role(row, owner, Role.SCOREKEEPER)
    assert some_starter() not in shown(keeper, desk_of(row, "players/1"))
    page = shown(owner, desk_of(row, "players"))
    assert some_starter() not in page[page.index('id="players"') :]
    act(owner, row, "deck checked", "players/1", player="1")
    assert Entry.objects.get().deck_checked_by == "organizer"
    assert "deck: checked" in shown(owner, desk_of(row, "players"))
    submit_deck(row.public_id, ada, starter=some_starter())
    assert "deck: handed in" in shown(owner, desk_of(row, "players"))


def test_deck_of_ones_own_is_told_by_its_pieces_and_never_by_its_name(owner):
    from cards.catalogue import current_starters

    row = announced(owner)
    (ada,) = people(1)
    deck = create_deck(owner=ada, name="Zephyrquill", content=data_of(current_starters()[some_starter()].content))
    enter(row.public_id, ada, own=choose(deck.public_id, ada, row.format))
    page = shown(owner, desk_of(row, "players/1"))
    assert current_starters()[some_starter()].ship in page
    assert "Zephyrquill" not in page
    Entry.objects.update(deck_content=data_of(current_starters()[some_starter()].content) | {"deck": {}})
    assert "Problem" in shown(owner, desk_of(row, "players/1"))


# Rounds -------------------------------------------------------------------------------------------------------------


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
    page = answer.content.decode()
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
    assert "changed places in round 1" in answer.content.decode()


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
    page = answer.content.decode()
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
    assert "Table 2 of round 1" in answer.content.decode()
    assert act(owner, row, "rule", "rounds/1/tables/1", table="1", **said).status_code == 303


def test_round_is_undone_with_a_reason(owner):
    row = running(owner)
    assert act(owner, row, "undo", "round", reason="").status_code == 400
    act(owner, row, "undo", "round", reason="Wrong tables.")
    assert Round.objects.get().state == RoundState.UNDONE
    assert "No round yet" in shown(owner, desk_of(row, "round"))


def test_brackets_and_pods_are_shown_as_they_are(owner):
    bracket = paired(owner, PhasePlan(Format.SINGLE), bots=4)
    page = shown(owner, desk_of(bracket, "round"))
    assert "Swap the two" not in page
    assert 'value="break"' not in shown(owner, desk_of(bracket, "rounds/1/tables/1"))
    assert "Drawn" not in shown(owner, desk_of(running(owner, PhasePlan(Format.SINGLE)), "rounds/1/tables/1"))
    pods = running(owner, PhasePlan(Format.PODS, rounds=1, seats=3), bots=3)
    assert shown(owner, desk_of(pods, "rounds/1/tables/1")).count("Place of Random bot") == 3
    said = {"table": "1", "round": "1", "place": ["2", "1", "3"], "reason": "Counted."}
    act(owner, pods, "rule", "rounds/1/tables/1", **said)
    places = Place.objects.filter(table__round__tournament=pods).order_by("index")
    assert list(places.values_list("place", flat=True)) == [2, 1, 3]


# Staff, penalties, log ----------------------------------------------------------------------------------------------


def test_judge_gives_penalties_and_disqualifies_nobody(owner):
    row = running(owner)
    judge = of_role(row, owner, Role.JUDGE)
    page = shown(judge, desk_of(row, "penalties"))
    assert '<option value="disqualification"' not in page
    assert '<option value="disqualification"' in shown(owner, desk_of(row, "penalties"))
    act(judge, row, "penalty", "penalties", player="1", kind="slow play", reason="Twice warned.")
    answer = act(judge, row, "penalty", "penalties", player="1", kind="disqualification", reason="Angry.")
    assert answer.status_code == 403
    assert [(one.kind, one.by_name) for one in Penalty.objects.all()] == [("slow play", "judge")]
    assert "Twice warned." in shown(judge, desk_of(row, "penalties"))
    assert "1 penalty" in shown(judge, desk_of(row, "players"))


def test_staff_is_appointed_and_dismissed_and_one_owner_stays(owner):
    row = announced(owner)
    User.objects.create_user("ada", password="secret word")
    act(owner, row, "appoint", "staff", name="ada", role="head judge")
    assert Appointment.objects.get(user__username="ada").role == Role.HEAD_JUDGE
    answer = act(owner, row, "dismiss", "staff", name="organizer")
    assert (answer.status_code, Appointment.objects.count()) == (400, 2)
    act(owner, row, "dismiss", "staff", name="ada")
    assert Appointment.objects.get().user == owner
    refused = act(owner, row, "appoint", "staff", name="nobody", role="judge").content.decode()
    assert 'value="nobody"' in refused


def test_log_tells_every_change_by_kind_page_and_file(owner):
    row = announced(owner, bots=30)
    drop(row.public_id, owner, 3, reason="=1+1")
    page = shown(owner, desk_of(row, "log"))
    assert "Random bot 3 withdrew" in page
    assert "organizer, owner" in page
    assert 'href="?page=2"' in page
    entered = shown(owner, desk_of(row, "log?kind=entered"))
    assert "withdrew" not in entered
    assert "Random bot 30 entered" in entered
    assert "There is no page 9" in shown(owner, desk_of(row, "log?page=9"))
    answer = browser(owner).get(desk_of(row, "log.csv"))
    read = list(csv.reader(io.StringIO(b"".join(answer.streaming_content).decode())))
    assert read[0] == ["number", "at", "by", "role", "did", "words", "reason", "before", "after"]
    assert [int(line[0]) for line in read[1:]] == list(range(1, again(row).version + 1))
    assert read[-1][6] == "'=1+1"


# Answers ------------------------------------------------------------------------------------------------------------


def test_desk_that_has_not_changed_is_not_sent_again(owner):
    row = announced(owner)
    client = browser(owner)
    tag = client.get(desk_of(row))["ETag"]
    assert client.get(desk_of(row), headers={"If-None-Match": tag}).status_code == 304
    act(owner, row, "enter bots", bot="random", count="1")
    assert client.get(desk_of(row), headers={"If-None-Match": tag}).status_code == 200
    looks_again = {
        page: "data-version" in shown(owner, desk_of(row, page)) for page in ("", "round", "log", "settings")
    }
    assert looks_again == {"": True, "round": True, "log": False, "settings": False}


def test_desk_is_sent_again_when_tables_open_and_players_come(owner):
    """No line of the log says so."""
    row = announced(owner)
    with_people(row, 1)
    enter_for(row.public_id, owner, bot="random")
    start_tournament(row.public_id, owner)
    pair_round(row.public_id, owner)
    publish_round(row.public_id, owner)
    opened: list[int] = []
    advance(row.public_id, opener=opened.extend)
    client = browser(owner)
    tags = [client.get(desk_of(row))]
    open_tables(opened)
    tags.append(client.get(desk_of(row)))
    Seat.objects.filter(user__isnull=False).update(came_at=timezone.now())
    tags.append(client.get(desk_of(row)))
    assert len({answer["ETag"] for answer in tags}) == 3
    assert ["data-waits" in answer.content.decode() for answer in tags] == [True, True, False]


def test_program_is_told_what_came_of_it(owner):
    row = announced(owner)
    answer = browser(owner, "application/json").post(
        desk_of(row), {"do": "enter bots", "bot": "random", "count": 2}, content_type="application/json"
    )
    assert answer.json() == {"code": "done", "message": "", "rule": "", "version": again(row).version}
    assert told(owner, row, "swap", player=[1, "x"]) == (400, "malformed")
    assert told(owner, row, "swap", player=[[1]]) == (400, "malformed")
    assert told(owner, row, "nothing") == (400, "malformed")
    assert told(owner, row, "pair") == (409, "wrong_state")


@pytest.mark.parametrize(
    ("page", "queries"),
    [("", 11), ("players", 10), ("round", 13), ("rounds/1/tables/1", 13), ("penalties", 8), ("log", 8)],
)
@pytest.mark.parametrize("bots", [4, 12])
def test_pages_ask_the_same_number_of_times_for_any_number_of_players(
    owner, page, queries, bots, django_assert_num_queries
):
    row = running(owner, bots=bots)
    for number in range(1, bots + 1):
        act(owner, row, "penalty", player=str(number), kind="warning", reason="Late.")
    client = browser(owner)
    client.get(desk_of(row, page))  # the catalogue is read once
    with django_assert_num_queries(queries):
        client.get(desk_of(row, page))


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


def test_event_is_rehearsed_from_its_desk(owner):
    row = announced(owner, bots=2)
    answer = browser(owner).post(desk_of(row), {"do": "rehearse", "count": "200", "seen": row.version})
    assert (answer.status_code, Tournament.objects.count()) == (400, 1)
    assert 'value="200"' in answer.content.decode()
    answer = browser(owner).post(desk_of(row), {"do": "rehearse", "count": "4", "seen": row.version}, follow=True)
    assert "Rehearsal: " in answer.content.decode()
    rehearsal = Tournament.objects.exclude(pk=row.pk).get()
    assert (rehearsal.is_listed, Entry.objects.filter(tournament=rehearsal).count()) == (False, 4)
