"""Fleets as loadouts: what seats bring to open battles of Talon, and how tables show it."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.test import Client

from cards.fleets.loadouts import FLEETS, deal_sides
from incursions.games.talon.kind import KIND, build_setup
from incursions.games.talon.rules.fleets import FleetLimits
from incursions.kit.refusals import DomainError
from tests.tournaments.laid_matches import NOON, SEED, people
from tournaments.matches.export import export_match
from tournaments.matches.life import TableRules, concede_match, create_match, join_match
from tournaments.matches.models import Match
from tournaments.matches.verification import first_difference, read_match_file

LIMITS = FleetLimits()
TERRAN = {"side": "terran", "ships": [{"name": "Quill", "class": "terran_ca"}]}
TALON = {"side": "talon", "ships": [{"name": "Spite", "class": "talon_ca"}]}
LARGE = {"side": "talon", "ships": [{"name": "Spite", "class": "talon_dn"}, {"name": "Maw", "class": "talon_dn"}]}


def own(content: dict[str, Any], row: str | None = None) -> dict[str, Any]:
    return {"fleet": row, "content": content}


def ready(title: str) -> dict[str, str]:
    return {"starter": title}


def test_sides_alternate_from_the_one_that_is_told():
    assert deal_sides([None, None], [False, False]) == ["terran", "talon"]
    assert deal_sides([None, "terran"], [False, False]) == ["talon", "terran"]
    assert deal_sides(["talon", "talon"], [False, False]) == ["talon", "terran"]
    assert deal_sides(["talon", "talon"], [False, True]) == ["terran", "talon"]


@pytest.mark.parametrize(
    ("chosen", "given"),
    [
        ([None, None], [ready("Three Lanterns"), ready("Three Sabres")]),
        ([ready("Hounds"), None], [ready("Hounds"), ready("Three Lanterns")]),
        ([None, own(TERRAN)], [ready("Three Sabres"), own(TERRAN)]),
        ([ready("Warband"), None], [ready("Three Sabres"), ready("Three Lanterns")]),
    ],
)
def test_each_seat_is_assigned_a_fleet(chosen: Any, given: Any):
    assert FLEETS.assign(chosen, LIMITS) == given
    assert FLEETS.assign(chosen, None) == [None, None]


@pytest.mark.rule("T1.6", "T3.7")
@pytest.mark.parametrize(
    ("chosen", "kept", "sides"),
    [
        ([None, None], [ready("Three Lanterns"), ready("Three Sabres")], ["terran", "talon"]),
        ([own(TALON, "a"), own(TERRAN, "b")], [{"fleet": "a"}, {"fleet": "b"}], ["talon", "terran"]),
        (
            [own(TALON, "a"), own(TALON, "b")],
            [{"fleet": "a"}, {"starter": "Three Lanterns", "fleet": "b"}],
            ["talon", "terran"],
        ),
        ([ready("Hounds"), own(TALON)], [ready("Three Lanterns"), {"fleet": None}], ["terran", "talon"]),
        (
            [own(LARGE, "a"), ready("Hounds")],
            [{"starter": "Three Lanterns", "fleet": "a"}, ready("Hounds")],
            ["terran", "talon"],
        ),
    ],
)
def test_match_starts_with_a_fleet_of_each_side(chosen: Any, kept: Any, sides: list[str]):
    brought = FLEETS.bring(chosen, LIMITS)
    assert [one for one, _ in brought] == kept
    setup = build_setup("skirmish", {}, [content for _, content in brought], None)
    assert [seat["side"] for seat in setup["seats"]] == sides
    for seat, (loadout, content) in enumerate(brought):
        assert FLEETS.find_played(setup, seat, loadout) == (
            own(content, loadout["fleet"]) if FLEETS.is_own(loadout) else ready(loadout["starter"])
        )
    replaced = [FLEETS.find_replacement(one) for one in kept]
    assert replaced == [one["starter"] if len(one) == 2 else "" for one in kept]


def test_seats_of_a_team_bring_fleets_that_leave_each_other_room():
    limits = FleetLimits(1000)
    alone = FLEETS.bring([ready("Grand Fleet"), None], limits)
    assert alone[0][0] == ready("Grand Fleet")
    team = FLEETS.bring([ready("Grand Fleet"), None, None, None], limits)
    assert [one["starter"] for one, _ in team].count("Grand Fleet") == 0
    assert ready("Grand Fleet") not in FLEETS.assign([None] * 4, limits)
    setup = build_setup("skirmish", {"fleet_points": 1000}, [content for _, content in team], None)
    for seat, (loadout, content) in enumerate(team):
        assert FLEETS.find_played(setup, seat, loadout) == ready(loadout["starter"])
        assert sum(ship["seat"] == seat for ship in setup["ships"]) == len(content["ships"])


def test_requests_name_ready_made_fleets():
    assert FLEETS.read_choice({"starter": "Hounds"}) == ready("Hounds")
    assert FLEETS.read_choice({"starters": ["Hounds"]}) == ready("Hounds")
    assert FLEETS.read_choice({}) is None
    assert FLEETS.read_choice({"fleet": "a"}) == FLEETS.read_choice({"starter": "fleet:a"}) == {"fleet": "a"}
    assert FLEETS.read_choice({"fleet": "a", "starter": "Hounds"}) == ready("Hounds")
    assert FLEETS.read_seats({"fleet": "a"}, 2, 0)[0] == {"fleet": "a"}
    assert FLEETS.read_bot_choice({"bot_starter_1": "Hounds"}, 1) == ready("Hounds")
    assert FLEETS.read_seats({"starter": "Hounds", "bot_starter_1": "Mixed Watch"}, 2, 1) == (
        ready("Hounds"),
        ready("Mixed Watch"),
    )
    for refused in ({"starter": "Cats"}, {"starter": 3}):
        with pytest.raises(DomainError, match="A ready-made fleet is one of"):
            FLEETS.read_choice(refused)
    with pytest.raises(DomainError, match="fleet is not text"):
        FLEETS.read_choice({"fleet": 5})
    with pytest.raises(DomainError, match="one for each seat"):
        FLEETS.read_seats({"starters": ["Hounds"] * 3}, 2, 0)


def test_fleet_that_costs_too_much_is_refused():
    FLEETS.check(ready("Hounds"), LIMITS)
    with pytest.raises(DomainError, match="“Warband” costs more than 300 points"):
        FLEETS.check(ready("Warband"), LIMITS)
    with pytest.raises(DomainError, match="There is no ready-made fleet “Cats” for 300 points"):
        FLEETS.check(ready("Cats"), LIMITS)
    assert "Warband" not in [offered.title for offered in FLEETS.list_offered(LIMITS)]
    assert "Warband" in [offered.title for offered in FLEETS.list_offered(FleetLimits(600))]
    with pytest.raises(ValueError, match="Cats"):
        FLEETS.check_known([ready("Cats")])


def test_own_fleet_is_judged_and_told_by_its_side_alone():
    assert FLEETS.judge(ready("Hounds"), LIMITS) is None
    assert FLEETS.judge(own(TALON), LIMITS).is_legal
    assert FLEETS.find_problems([own(LARGE), own(TALON), None], LIMITS) == [
        "The fleet costs 436 points, and 300 are allowed. Save 136 or more.",
        "",
        "",
    ]
    assert FLEETS.describe(own(TALON)) == "a Talon fleet of its player’s own"
    assert FLEETS.describe(ready("Hounds")) == "Hounds"
    assert FLEETS.describe_to_owner(own(TALON)) == "a fleet of your own"
    assert FLEETS.describe_content(own(TALON)) == "a Talon fleet of 115 points"
    assert "Spite" in FLEETS.render_content(own(TALON))
    assert "436 points" in FLEETS.render_problems(own(LARGE), LIMITS)
    shown = FLEETS.show_verdict(own(LARGE), LIMITS)
    assert (shown.is_legal, shown.problems[0].rule) == (False, "T3.7")


def test_loadouts_survive_as_columns():
    for loadout in (own(TALON), ready("Hounds"), None):
        columns = FLEETS.to_columns(loadout)
        assert FLEETS.take_from_columns(columns) == loadout
        assert columns == {}
    assert FLEETS.take_from_columns({"starter": ""}, has_played=True) == {"fleet": None}
    for hostile in ({"starter": 3}, {"starter": "x" * 61}, {"fleet_content": {"side": "x", "ships": []}}):
        with pytest.raises(ValueError, match=r"starter: a title|fleet: side"):
            FLEETS.take_from_columns(dict(hostile))


@pytest.mark.django_db
def test_table_with_a_bot_starts_with_the_fleets_that_were_chosen():
    answer = Client().post(
        "/matches",
        json.dumps({"game": "talon", "mode": "skirmish", "bots": ["steady"], "starters": ["Hounds"]}),
        content_type="application/json",
    )
    assert answer.status_code == 201, answer.content
    match = Match.objects.get()
    assert match.setup["seats"] == [{"side": "talon"}, {"side": "terran"}]
    assert [seat.loadout for seat in match.seats.order_by("index")] == [ready("Hounds"), ready("Three Lanterns")]
    assert match.setup["rulings"]["fleet_points"] == 300


@pytest.mark.django_db
def test_lobby_offers_fleets_within_the_points_of_the_table():
    host, guest = people(2)
    rules = TableRules(game="talon", mode="skirmish", game_terms={"fleet_points": 200})
    match = create_match(host=host, rules=rules, seed=SEED, now=NOON)
    client = Client()
    page = client.get(match.get_absolute_url()).content.decode()
    assert "Border Patrol" in page
    assert "Three Sabres" not in page
    assert "at most 200 points and no Base" in page
    join_match(match.public_id, guest, now=NOON)
    match.refresh_from_db()
    assert KIND.modes_by_name[match.mode].loadout is not None
    assert match.state == "running"
    assert len(match.setup["ships"]) == 6
    concede_match(match.public_id, host, now=NOON)
    match.refresh_from_db()
    record = read_match_file(BytesIO(json.dumps(export_match(match)).encode()))
    assert first_difference(record) is None


@pytest.mark.django_db
def test_form_of_a_new_table_lists_the_ready_made_fleets():
    page = Client().get("/tables/new?game=talon").content.decode()
    assert "The ready-made fleets" in page
    assert 'href="/fleets/"' in page
    assert "Hounds" in page
