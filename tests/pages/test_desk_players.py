"""The pages of players at the desk of a tournament: who enters, comes and goes, and with which deck."""

import pytest

from cards.decks.changes import create_deck
from cards.decks.contents import data_of
from incursions.accounts.models import User
from tests.markup import read_page
from tests.pages.at_desk import act, again, announced, desk_of, of_role, running, shown
from tests.tournaments.events.organizing.tournaments import some_loadout, some_starter, with_people
from tests.tournaments.laid_matches import people
from tests.tournaments.tables.own_decks import chosen
from tournaments.events.entries import drop, enter, submit_deck
from tournaments.events.enums import EntryState, Role
from tournaments.events.models import Entry, LogLine, Penalty

pytestmark = pytest.mark.django_db


def test_players_are_entered_by_name_as_bots_and_at_table_top_as_names(owner):
    row = announced(owner, is_table_top=True)
    User.objects.create_user("ada", password="secret word")
    act(owner, row, "enter user", "players", name="ada")
    act(owner, row, "enter bots", "players", bot="captain", count="3", starter=some_starter())
    act(owner, row, "enter name", "players", name="Maren of Bay Four")
    page = shown(owner, desk_of(row, "players"))
    for name in ("ada", "Captain bot 2", "Maren of Bay Four"):
        assert name in page
    assert [one.loadout for one in Entry.objects.filter(bot="captain")] == [some_loadout()] * 3


@pytest.mark.parametrize(
    ("do", "said", "words"),
    [
        ("enter user", {"name": "nobody"}, "There is no account of that name."),
        ("enter user", {"name": ""}, "There is no account of that name."),
        ("enter bots", {"bot": "random", "count": "65"}, "Enter 1 to 64 bots at once."),
        ("enter bots", {"bot": "random", "count": "x"}, "count is not a whole number."),
        ("enter bots", {"bot": "hal", "count": "1"}, "A bot is one of"),
        ("enter bots", {"bot": "random", "count": "1", "starter": "Nothing"}, "There is no such starter deck."),
        ("enter name", {"name": "Maren"}, "Only table-top events have players without an account."),
    ],
)
def test_who_cannot_be_entered_is_refused_and_what_was_typed_stays(owner, do, said, words):
    row = announced(owner)
    answer = act(owner, row, do, "players", **said)
    page = read_page(answer)
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
    page = read_page(answer)
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
    page = read_page(again_late)
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
    submit_deck(row.public_id, ada, loadout=some_loadout())
    assert "deck: handed in" in shown(owner, desk_of(row, "players"))


def test_deck_of_ones_own_is_told_by_its_pieces_and_never_by_its_name(owner):
    from cards.catalogue import current_starters

    row = announced(owner)
    (ada,) = people(1)
    deck = create_deck(owner=ada, name="Zephyrquill", content=data_of(current_starters()[some_starter()].content))
    enter(row.public_id, ada, loadout=chosen(deck, ada, "tournament"))
    page = shown(owner, desk_of(row, "players/1"))
    assert current_starters()[some_starter()].ship in page
    assert "Zephyrquill" not in page
    content = data_of(current_starters()[some_starter()].content) | {"deck": {}}
    Entry.objects.update(loadout={"deck": None, "content": content})
    assert "Problem" in shown(owner, desk_of(row, "players/1"))
