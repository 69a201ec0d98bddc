"""Sides in tournaments of Talon: dealt by lot, swapped when the same two meet again, told everywhere."""

from collections import Counter

import pytest

from incursions.kit.refusals import DomainError
from tests.games.talon.tournaments.events import announced, browser
from tests.markup import read_page
from tests.tournaments.events.organizing.tournaments import again, lines, play_round, started, tables, with_bots
from tests.tournaments.laid_matches import NOON
from tournaments.events.formats import DoubleElimination, RoundRobin, SingleElimination
from tournaments.events.history import bracket_results
from tournaments.events.models import Purpose, Round, Table, derive_seed
from tournaments.events.pairing import PairedTable
from tournaments.events.plans import PhasePlan
from tournaments.events.progress import advance
from tournaments.events.rounds import break_table, pair_round, pair_table, publish_round, swap
from tournaments.events.sides import BY_LOT, SWAPPED, deal_seats, deal_tables
from tournaments.matches.models import Seat


def test_lot_depends_on_the_seed_and_the_players_alone():
    for seed in ("a", "b", "c"):
        assert deal_seats([3, 8], [], seed) == deal_seats([8, 3], [(3, 4), (8, 9)], seed)
    seatings = Counter(deal_seats([3, 8], [], f"{number}")[0] for number in range(400))
    assert set(seatings) == {(3, 8), (8, 3)}
    assert 160 < seatings[3, 8] < 240


def test_sides_are_swapped_each_time_the_same_two_meet():
    first, why = deal_seats([3, 8], [], "seed")
    assert why == BY_LOT
    second, why = deal_seats([3, 8], [first, (3, 9)], "other seed")
    assert (second, why) == (first[::-1], SWAPPED)
    assert deal_seats([8, 3], [first, second], "third")[0] == first


def test_teams_of_a_table_stay_together_when_it_meets_again():
    first, _ = deal_seats([1, 2, 3, 4], [], "seed")
    second, _ = deal_seats([4, 3, 2, 1], [first], "seed")
    assert {*first[:2]} == {*second[2:]}


def test_tables_keep_what_they_are_and_say_why_who_sits_where():
    (found,) = deal_tables([PairedTable((5, 2), "Both have 3 points.", 7, gap=1, meetings=1)], [(2, 5)], "seed")
    assert found == PairedTable((5, 2), f"Both have 3 points. {SWAPPED}", 7, gap=1, meetings=1)


def met(row):
    """Return who sat where at each table of two, round after round."""
    return [seats for number in range(1, row.rounds.count() + 1) for seats in tables(row, number)]


def play_rounds(row, count):
    now = NOON
    for _ in range(count):
        now = play_round(row, now)
    return again(row)


def test_round_robin_played_twice_swaps_the_sides_of_each_meeting(owner):
    row = started(with_bots(announced(owner, PhasePlan(RoundRobin.key, is_double=True)), owner, 4), owner)
    row = play_rounds(row, 6)
    seatings = Counter(met(row))
    assert len(seatings) == 12
    assert all(seatings[seats[::-1]] == 1 for seats in seatings)


def test_seats_follow_from_the_seed_and_stand_in_the_log(owner):
    row = started(with_bots(announced(owner), owner, 6), owner)
    row = play_rounds(row, 3)
    for each in Round.objects.filter(tournament=row).order_by("number"):
        seed = derive_seed(bytes(row.seed), Purpose.PAIRING, each.number, 0)
        (line,) = [line for line in lines(row) if line.did == "paired" and line.after["round"] == each.number]
        assert (each.pairing_seed, line.after["seed"]) == (seed, seed)
        assert [tuple(players) for _, players, _ in line.after["tables"]] == tables(row, each.number)
        for seats in tables(row, each.number):
            assert seats == deal_seats(sorted(seats), [], seed)[0]


def test_players_sit_at_the_match_as_they_were_dealt(owner):
    row = started(with_bots(announced(owner), owner, 4), owner)
    advance(row.public_id, NOON)
    for table in Table.objects.filter(round__tournament=row).select_related("match"):
        placed = [place.entry.bot for place in table.list_places()]
        assert [seat.bot for seat in Seat.objects.filter(match=table.match).order_by("index")] == placed
        assert [seat["side"] for seat in table.match.setup["seats"]] == ["terran", "talon"]
        assert BY_LOT in table.why


@pytest.mark.parametrize("kind", [SingleElimination, DoubleElimination])
def test_brackets_are_decided_by_players_wherever_they_sit(owner, kind):
    row = started(with_bots(announced(owner, PhasePlan(kind.key)), owner, 5), owner)
    now = NOON
    while not again(row).is_over:
        now = play_round(row, now)
    phase = row.phases.get()
    results = bracket_results(phase)
    for table in Table.objects.filter(round__tournament=row):
        places = table.list_places()
        seeds = sorted(phase.seeds.index(place.entry.number) + 1 for place in places if place.place == 1)
        sides = phase.rules.bracket(phase.plan, 5).players(results)[table.bracket_match]
        assert [sides[results[table.bracket_match]]] == seeds


def test_staff_swap_the_sides_of_a_table_and_tables_they_arrange_are_dealt(owner):
    row = started(with_bots(announced(owner, is_automatic=False), owner, 4), owner)
    pair_round(row.public_id, owner)
    one, other = tables(row, 1)
    swap(row.public_id, owner, one[0], one[1])
    assert tables(row, 1)[0] == one[::-1]
    swap(row.public_id, owner, one[0], other[0])
    seed = Round.objects.get(tournament=row).pairing_seed
    assert tables(row, 1)[0] == deal_seats(sorted([one[1], other[0]]), [], seed)[0]
    break_table(row.public_id, owner, 1, reason="A mistake.")
    pair_table(row.public_id, owner, sorted([one[1], other[0]], reverse=True))
    assert tables(row, 1)[-1] == deal_seats(sorted([one[1], other[0]]), [], seed)[0]
    assert lines(row)[-1].after["tables"][-1][1] == list(tables(row, 1)[-1])


def test_two_at_a_table_of_a_game_without_sides_are_not_swapped(owner, catalogue):
    from tests.tournaments.events.organizing import tournaments as of_incursions

    row = started(with_bots(of_incursions.announced(owner, is_automatic=False), owner, 4), owner)
    pair_round(row.public_id, owner)
    with pytest.raises(DomainError, match="sit at the same table"):
        swap(row.public_id, owner, *tables(row, 1)[0])


def test_pages_and_api_tell_who_plays_which_side(owner):
    row = started(with_bots(announced(owner, is_automatic=False), owner, 4), owner)
    pair_round(row.public_id, owner)
    client = browser(owner)
    desk = read_page(client.get(f"/tournaments/{row.public_id}/desk/round"))
    assert desk.count(">Terrans</span>") == desk.count(">Talons</span>") == 2
    assert "or, at one table, sides" in desk
    publish_round(row.public_id, owner)
    shown = read_page(client.get(f"/tournaments/{row.public_id}/pairings/1/"))
    assert shown.count(">Terrans</span>") == 2
    assert "as Terrans" in read_page(client.get(f"/tournaments/{row.public_id}/pairings/1/?by=name"))
    told = client.get(f"/api/v1/tournaments/{row.public_id}/rounds/1/", headers={"accept": "application/json"}).json()
    assert "tables" in told, told
    assert [player["side"] for player in told["tables"][0]["players"]] == ["Terrans", "Talons"]
