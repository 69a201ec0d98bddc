"""Talon's kind: its modes and setups, what it records, and the command that simulates it."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from incursions.games.contract import Deed
from incursions.games.incursions.kind import KIND
from incursions.games.loadouts import SeatPlayed
from incursions.games.talon.kind import KIND as TALON
from incursions.games.talon.kind import build_setup
from incursions.games.talon.records import BADGES, BATTLES, describe_seat, read_titles
from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.rules.game import Game
from tests.games.talon.battles import begin, read_catalogue, setup_of
from tournaments.matches.game_kinds import NAMED
from tournaments.matches.life import TableRules
from tournaments.matches.table_settings import clock_words, find_preset


def test_modes_are_the_battles_of_the_fixtures():
    battles = read_catalogue().battles
    assert [mode.name for mode in TALON.modes] == [*BATTLES, "skirmish"] == [*battles, "skirmish"]
    for mode in TALON.modes[: len(battles)]:
        battle = battles[mode.name]
        fewest = min(sum(ship.side == side for ship in battle.ships) for side in SIDES)
        assert mode.title == battle.title
        assert (mode.fewest_seats, mode.most_seats) == (2, 4 if fewest > 1 else 2)
        assert mode.goal
        assert (mode.minutes, mode.bank_s, mode.free_s) == (60, 20 * 60, 30)


def test_nothing_is_named_as_in_incursions_but_means_something_else():
    for read_names in NAMED.values():
        ours, theirs = read_names(TALON), read_names(KIND)
        assert {name for name in ours.keys() & theirs.keys() if ours[name] != theirs[name]} == set()
    assert all(len(bot.name) <= 12 for bot in TALON.bots)
    assert all(len(mode.name) <= 10 for mode in TALON.modes)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", BATTLES[1:])
def test_teams_share_the_ships_of_a_side(mode, seats):
    setup = build_setup(mode, {}, [None] * seats, None)
    assert setup["mode"] == mode
    assert [seat["side"] for seat in setup["seats"]] == sorted((seat["side"] for seat in setup["seats"]), reverse=True)
    assert {ship["seat"] for ship in setup["ships"]} == {*range(seats)}
    TALON.check_size(setup)
    TALON.check_pieces(setup)


def test_battle_has_no_more_seats_than_ships():
    with pytest.raises(ValueError, match="Two Captains is not played by 3"):
        build_setup("duel", {}, [None] * 3, None)
    with pytest.raises(ValueError, match="The Scree is not played by 5"):
        build_setup("fleet", {}, [None] * 5, None)


def test_titles_of_seats_are_read_from_the_first_event():
    _, game = begin("fleet", 0, seats=3)
    opening = [event.to_data() for event in game.events]
    assert read_titles(opening) == ["Terrans", "Talons 1", "Talons 2"]
    assert describe_seat(game.setup, opening, 2) == SeatPlayed("Talons 2", "Talons")
    assert read_titles([]) == []
    for sides in (None, ["terran"], ["terran", "klingon"], ["terran", 1], ["terran"] * 5):
        assert read_titles([{**opening[0], "facts": {"title": "The Scree", "sides": sides}}]) == []


def make_deed(**changes):
    _, game = begin(changes.get("mode", "duel"), 0)
    usual = {
        "seat": 0,
        "mode": "duel",
        "ending": "objective",
        "seats": 2,
        "bots": frozenset(),
        "is_won": True,
        "is_drawn": False,
        "events": [event.to_data() for event in game.events],
        "matches": 1,
        "groups_won": frozenset(),
        "modes_won": frozenset(),
    }
    return Deed(**(usual | changes))


@pytest.mark.parametrize(
    ("deed", "slugs"),
    [
        (make_deed, {"talon-first-win"}),
        (lambda: make_deed(is_won=False, bots=frozenset({"commodore"}), seats=4, mode="convoy"), set()),
        (lambda: make_deed(mode="convoy"), {"talon-first-win", "talon-convoy"}),
        (lambda: make_deed(mode="convoy", seat=1), {"talon-first-win", "talon-raiders"}),
        (lambda: make_deed(mode="escape", seat=1), {"talon-first-win", "talon-escape"}),
        (lambda: make_deed(mode="escape"), {"talon-first-win", "talon-picket"}),
        (lambda: make_deed(seats=4), {"talon-first-win", "talon-wing"}),
        (lambda: make_deed(bots=frozenset({"commodore"})), {"talon-first-win", "talon-commodore"}),
        (lambda: make_deed(groups_won=frozenset({"Terrans", "Talons"})), {"talon-first-win", "talon-sides"}),
        (lambda: make_deed(modes_won=frozenset(BATTLES)), {"talon-first-win", "talon-battles"}),
        (
            lambda: make_deed(events=[{"kind": "ended", "facts": {"degree": "decisive"}}]),
            {"talon-first-win", "talon-decisive"},
        ),
    ],
)
def test_badges(deed, slugs):
    assert {badge.slug for badge in BADGES if badge.is_earned(deed())} == slugs


def test_no_match_earns_the_badge_of_a_voyage():
    (badge,) = (badge for badge in BADGES if badge.slug == "talon-first-battle")
    assert not badge.is_earned(make_deed(bots=frozenset({"commodore"}), modes_won=frozenset(BATTLES)))


def test_battles_are_simulated():
    said = StringIO()
    how = {"mode": "duel", "games": 4, "seed": 1, "bots": "steady,random", "json": True}
    call_command("simulate", "--game", "talon", stdout=said, **how)
    figures = json.loads(said.getvalue())
    assert (figures["games"], figures["errors"]) == (4, 0)
    assert sum(figures["endings"].values()) == 4


def test_simulation_has_no_decks_no_empty_seats_and_no_modes_of_other_games():
    with pytest.raises(CommandError, match="duel is played with the ships of the battle, without decks"):
        call_command("simulate", "--game", "talon", starters="First")
    with pytest.raises(CommandError, match="Two Captains is not played by 3"):
        call_command("simulate", "--game", "talon", mode="duel", seats=3)
    with pytest.raises(CommandError, match="Talon has no mode called 'basic'; it has duel, fleet") as refused:
        call_command("simulate", "--game", "talon", mode="basic")
    assert refused.value.returncode == 2
    with pytest.raises(CommandError, match="no mode called 'duel'"):
        call_command("simulate", "--game", "incursions", mode="duel")


@pytest.mark.parametrize("mode", BATTLES)
def test_team_battles_end(mode):
    seats = TALON.modes_by_name[mode].most_seats
    rng, game = begin(mode, 1, seats)
    bot = TALON.make_bot("random", 1)
    while (question := game.decision) is not None:
        game.play(bot.answer(game, question, rng)[0])
    assert game.result is not None
    assert Game.from_data(game.to_data(), setup_of(mode, seats)).result == game.result


def test_tables_of_talon_have_its_clocks():
    table = TableRules(game="talon")
    assert (table.minutes, table.bank_s, table.free_s) == (60, 1200, 30)
    usual = find_preset(TALON.modes[0], "usual")
    assert usual.values == {"minutes": 60, "bank_s": 1200, "free_s": 30}
    assert usual.explain(TALON).startswith("the 60 minutes of tournaments")
    assert clock_words(table) == "Usual: 60 minutes, bank 20:00, 30 free seconds"
    assert clock_words(TableRules()) == "Usual: 45 minutes, bank 15:00, 20 free seconds"
    assert find_preset(TALON.modes[0], "quick") == find_preset(KIND.modes[0], "quick")
