"""Pages of tournaments of Talon: entering with and without fleets, standings with their explanations, the overlay."""

import csv
import re
from io import StringIO

import pytest

from incursions.kit.refusals import DomainError
from tests.games.talon.tournaments.events import announced, browser
from tests.markup import read_page
from tests.tournaments.events.organizing.tournaments import again, play_round, started, with_bots
from tests.tournaments.laid_matches import NOON, people
from tournaments.events.entries import check_in, enter, submit_deck
from tournaments.events.formats import Swiss
from tournaments.events.plans import PhasePlan
from tournaments.events.progress import advance


def test_players_of_a_battle_bring_nothing(owner):
    row = announced(owner)
    (player,) = people(1)
    page = read_page(browser(player).get(row.get_absolute_url()))
    assert "Enter" in page
    words = re.sub(r"<[^>]*>", " ", page.partition("<main")[2].partition("</main>")[0])
    assert "deck" not in words.lower()
    enter(row.public_id, player, now=NOON)
    check_in(row.public_id, owner, 1)
    with pytest.raises(DomainError, match="Players bring nothing to Two Captains"):
        submit_deck(row.public_id, player, loadout={"starter": "Three Lanterns"})
    assert "You have not handed in" not in read_page(browser(player).get(row.get_absolute_url()))


def test_players_of_a_skirmish_hand_a_fleet_in_that_stays_closed(owner):
    row = announced(owner, mode="skirmish")
    (player,) = people(1)
    enter(row.public_id, player, now=NOON)
    with pytest.raises(DomainError, match="Hand a fleet in first"):
        check_in(row.public_id, owner, 1)
    client = browser(player)
    assert "You have not handed in a fleet yet" in read_page(client.get(row.get_absolute_url()))
    form = read_page(client.get(f"{row.get_absolute_url()}deck"))
    assert "Hand a fleet in" in form
    client.post(f"{row.get_absolute_url()}deck", {"starter": "Three Lanterns"})
    assert "Your fleet: <bdi>Three Lanterns</bdi>" in read_page(client.get(row.get_absolute_url()))
    assert "Three Lanterns" not in read_page(browser(owner).get(f"{row.get_absolute_url()}players/"))
    check_in(row.public_id, owner, 1)


def test_standings_show_and_explain_degree_and_difference(owner):
    row = started(with_bots(announced(owner, PhasePlan(Swiss.key, rounds=2)), owner, 4), owner)
    play_round(row, NOON)
    client = browser(owner)
    page = read_page(client.get(f"{row.get_absolute_url()}standings/"))
    assert ">Degree</" in page
    assert ">Diff</" in page
    explained = read_page(client.get(f"{row.get_absolute_url()}standings/1/"))
    assert "a decisive victory counts 3" in explained
    assert "own points, less those of the opponent" in explained
    assert "ull and shield" not in page + explained


def test_overlay_shows_the_sides_and_points_of_a_battle(owner):
    row = started(with_bots(announced(owner, mode="fleet"), owner, 2), owner)
    advance(row.public_id, NOON)
    told = browser(owner).get(f"{again(row).get_absolute_url()}overlay.json").json()["table"]["players"]
    assert [player["ship"] for player in told] == ["Terrans", "Talons"]
    assert [(player["hull"], player["left"]) for player in told] == [(None, 0), (None, 0)]
    assert "0 points at this table" in read_page(browser(owner).get(f"{row.get_absolute_url()}overlay"))


def test_table_of_pairings_names_the_side_of_each_seat(owner):
    row = started(with_bots(announced(owner, mode="fleet"), owner, 2), owner)
    advance(row.public_id, NOON)
    text = browser(owner).get(f"{row.get_absolute_url()}export/pairings.csv").content.decode()
    assert sorted(line["side"] for line in csv.DictReader(StringIO(text))) == ["Talons", "Terrans"]
