"""What programs change of tournaments: each role what the table of abilities says, nothing by a stale version."""

from dataclasses import replace

import pytest
from django.utils import timezone

from incursions.kit.refusals import CODES
from tests.sampling import sample
from tests.tournaments.events.api.events import Event, lay_event
from tests.tournaments.events.organizing.tournaments import again, announced, lines, play_round, started, with_bots
from tests.tournaments.laid_matches import NOON
from tournaments.events.entries import enter
from tournaments.events.enums import Role
from tournaments.events.locked_tournament import ABILITIES, Ability
from tournaments.events.models import Entry, Table, Tournament
from tournaments.events.progress import advance

pytestmark = pytest.mark.django_db
WHY = {"reason": "So it was agreed."}
BEFORE_THE_START: list[tuple[Ability, str, str, dict]] = [
    (Ability.CONFIGURE, "PATCH", "", {"name": "Lantern Eve"}),
    (Ability.CONFIGURE, "POST", "cancel/", WHY),
    (Ability.PAIR, "POST", "start/", {}),
    (Ability.PAIR, "POST", "pause/", WHY),
    (Ability.APPOINT, "PUT", "staff/tobias/", {"role": "judge"}),
    (Ability.APPOINT, "DELETE", "staff/scorekeeper/", {}),
    (Ability.ADMIT, "POST", "players/", {"bot": "random"}),
    (Ability.ADMIT, "POST", "players/", {"user": "tobias"}),
    (Ability.ADMIT, "POST", "players/1/check-in/", {}),
    (Ability.ADMIT, "POST", "players/1/drop/", WHY),
    (Ability.DISQUALIFY, "POST", "players/1/disqualify/", WHY),
    (Ability.PENALISE, "POST", "players/1/penalties/", {"kind": "warning", **WHY}),
    (Ability.PENALISE, "GET", "penalties/", {}),
    (Ability.SEE_DECKS, "POST", "players/1/deck-check/", {}),
    (Ability.SEE_LOG, "GET", "log/", {}),
    (Ability.ADMIT, "POST", "import/", {"text": "tobias"}),
    (Ability.CONNECT, "GET", "webhooks/", {}),
    (Ability.CONNECT, "POST", "webhooks/", {"address": "https://hooks.example/"}),
]
IN_A_ROUND: list[tuple[Ability, str, str, dict]] = [
    (Ability.PAIR, "POST", "rounds/undo/", WHY),
    (Ability.PAIR, "POST", "rounds/break/", {"table": 1, **WHY}),
    (Ability.RULE, "POST", "rounds/1/tables/1/result/", {"places": [1, 2], **WHY}),
    (Ability.RULE, "POST", "rounds/extend/", {"table": 1, "minutes": 5, **WHY}),
    (Ability.ADMIT, "POST", "players/1/drop/", WHY),
]


@pytest.fixture(scope="module")
def laid(module_people) -> Event:
    return lay_event(module_people)


@pytest.fixture(scope="module")
def laid_in_a_round(module_people) -> Event:
    """A tournament of four bots in its first round."""
    event, now = lay_event(module_people), timezone.now()
    row = started(with_bots(event.row, event.users["owner"], 4), event.users["owner"], now)
    advance(row.public_id, now)
    return event


@pytest.fixture
def event(laid, db) -> Event:
    return replace(laid, row=again(laid.row))


@pytest.fixture
def event_in_a_round(laid_in_a_round, db) -> Event:
    return replace(laid_in_a_round, row=again(laid_in_a_round.row))


def answers(event, needs: Ability, method: str, address: str, body: dict) -> None:
    """Each role gets what the table says; whoever is refused changes nothing."""
    sent = None if method == "GET" else body
    for who in ("stranger", "player", *(role.value for role in Role)):
        before = event.now.version
        allowed = who in [role.value for role in Role] and needs in ABILITIES[Role(who)]
        if allowed:
            continue
        refused = event.ask(who, method, address, sent)
        expected = 401 if who == "stranger" else 403
        assert (who, refused.status_code) == (who, expected), refused.content
        assert refused.json()["code"] == ("not_signed_in" if who == "stranger" else "not_staff")
        assert event.now.version == before
    allowed = [role.value for role in Role if needs in ABILITIES[role]]
    answer = event.ask(allowed[-1], method, address, sent)
    assert answer.status_code in (200, 201), answer.content


@pytest.mark.parametrize(("needs", "method", "address", "body"), sample(BEFORE_THE_START, 6))
def test_roles_may_do_what_the_table_says_before_the_start(event, needs, method, address, body) -> None:
    with_bots(event.row, event.users["owner"], 2)
    answers(event, needs, method, address, body)


def test_double_loss_is_entered_by_a_program(event_in_a_round) -> None:
    event = event_in_a_round
    answer = event.ask("owner", "POST", "rounds/1/tables/1/result/", {"places": [2, 2], **WHY})
    assert answer.status_code == 200, answer.content
    [table] = [one for one in event.ask("owner", "GET", "rounds/1/").json()["tables"] if one["number"] == 1]
    assert [player["place"] for player in table["players"]] == [2, 2]


@pytest.mark.parametrize(("needs", "method", "address", "body"), sample(IN_A_ROUND, 6))
def test_roles_may_do_what_the_table_says_in_a_round(event_in_a_round, needs, method, address, body) -> None:
    answers(event_in_a_round, needs, method, address, body)


def test_tournament_is_made_by_a_program_from_draft_to_the_last_round(event) -> None:
    owner = event.clients["owner"]
    made = owner.ask(
        "POST",
        "tournaments/",
        {
            "name": "Friday",
            "starts_at": "2099-11-27T18:00:00+01:00",
            "is_automatic": False,
            "check_in_s": 0,
            "phases": [{"format": "swiss", "rounds": 1}],
        },
    )
    assert made.status_code == 201
    read = made.json()
    assert (read["state"], read["starts_at"]) == ("draft", "2099-11-27T17:00:00Z")
    here = made["Location"].removeprefix("/api/v1/")
    assert owner.ask("POST", f"{here}open/").json()["state"] == "open"
    for _ in range(3):
        assert owner.ask("POST", f"{here}players/", {"bot": "random"}).status_code == 201
    assert owner.ask("POST", f"{here}start/").json()["state"] == "running"
    paired = owner.ask("POST", f"{here}rounds/")
    assert (paired.status_code, paired.json()["state"]) == (201, "draft")
    (table,) = paired.json()["tables"]
    (bye,) = paired.json()["sit_outs"]
    swapped = owner.ask("POST", f"{here}rounds/swap/", {"one": bye["number"], "other": table["players"][0]["number"]})
    assert swapped.json()["sit_outs"][0]["number"] == table["players"][0]["number"]
    broken = owner.ask("POST", f"{here}rounds/break/", {"table": 1, **WHY}).json()
    assert {out["kind"] for out in broken["sit_outs"]} == {"bye", "unpaired"}
    unpaired = [out["number"] for out in broken["sit_outs"] if out["kind"] == "unpaired"]
    again = owner.ask("POST", f"{here}rounds/tables/", {"players": unpaired})
    assert (again.status_code, len(again.json()["tables"])) == (201, 1)
    assert owner.ask("POST", f"{here}rounds/publish/").json()["state"] == "published"
    assert owner.ask("POST", f"{here}rounds/publish/").json()["code"] == "wrong_state"


@pytest.mark.parametrize(
    ("who", "method", "address", "code"),
    [
        ("owner", "POST", "players/", "malformed"),
        ("player", "POST", "deck/", "deck_needed"),
        ("owner", "PATCH", "", None),
    ],
)
def test_empty_request_is_refused_where_a_body_is_needed(event, who, method, address, code) -> None:
    event.ask("player", "POST", "enter/")
    answer = event.ask(who, method, address)
    assert (answer.json().get("code"), answer.status_code == 200) == (code, code is None)


def test_player_enters_hands_in_checks_in_and_leaves(event) -> None:
    from cards.catalogue import current_starters

    first, second = list(current_starters())[:2]
    entered = event.ask("player", "POST", "enter/", {"starter": first})
    assert (entered.status_code, entered.json()["state"], entered.json()["has_deck"]) == (201, "registered", True)
    assert event.ask("player", "POST", "deck/", {"starter": second}).status_code == 200
    assert Entry.objects.get(tournament=event.row).loadout == {"starter": second}
    assert event.ask("player", "POST", "check-in/").json()["code"] == "no_check_in"
    assert event.ask("other", "POST", "check-in/").json()["code"] == "not_entered"
    assert event.ask("other", "GET", "players/1/").json()["has_deck"] is None
    assert event.ask("player", "POST", "drop/").json()["state"] == "withdrawn"
    assert event.ask("player", "POST", "deck/", {"deck": "2222"}).json()["code"] == "no_such_deck"


def test_stale_version_is_refused_and_changes_nothing(event) -> None:
    seen = event.now.version
    with_bots(event.row, event.users["owner"], 2)
    version = event.now.version
    for method, address, body in (
        ("PATCH", "", {"name": "Lantern Eve"}),
        ("POST", "start/", {}),
        ("POST", "players/", {"bot": "random"}),
        ("POST", "enter/", {}),
        ("POST", "players/1/disqualify/", WHY),
    ):
        refused = event.ask("owner", method, address, {**body, "seen": seen})
        assert (refused.status_code, refused.json()["code"]) == (409, "tournament_moved_on")
        assert refused.json()["version"] == version
    assert event.now.version == version
    assert event.ask("owner", "PATCH", "", {"name": "Lantern Eve", "seen": version}).json()["name"] == "Lantern Eve"


def test_if_match_is_heeded(event) -> None:
    etag = event.ask("owner", "GET")["ETag"]
    with_bots(event.row, event.users["owner"], 1)
    refused = event.ask("owner", "PATCH", "", {"name": "Lantern Eve"}, **{"If-Match": etag})
    assert (refused.status_code, refused.json()["code"]) == (412, "not_as_seen")
    etag = event.ask("owner", "GET")["ETag"]
    assert event.ask("owner", "PATCH", "", {"name": "Lantern Eve"}, **{"If-Match": etag}).status_code == 200


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": ""}, "malformed"),
        ({"name": 1}, "malformed"),
        ({"name": "a\0b"}, "malformed"),
        ({"description": "\0"}, "malformed"),
        ({"starts_at": "tomorrow"}, "malformed"),
        ({"starts_at": "2026-11-27T18:00:00"}, "malformed"),
        ({"starts_at": "0001-01-01T00:00:00+14:00"}, "malformed"),
        ({"capacity": 1}, "malformed"),
        ({"capacity": True}, "malformed"),
        ({"match_s": 10**40}, "malformed"),
        ({"match_s": "60"}, "malformed"),
        ({"pace_s": 1e300}, "malformed"),
        ({"tie_breaks": []}, "malformed"),
        ({"tie_breaks": [[]]}, "malformed"),
        ({"tie_breaks": ["lot"]}, "malformed"),
        ({"phases": []}, "malformed"),
        ({"phases": [[]]}, "malformed"),
        ({"phases": [{"format": []}]}, "malformed"),
        ({"phases": [{"form": "swiss"}]}, "malformed"),
        ({"phases": [{"format": "swiss", "seats": 4}]}, "malformed"),
        ({"win_points": 0, "draw_points": 1}, "malformed"),
        ({"kind": "sealed"}, "agreed"),
        ({"seen": -1}, "malformed"),
        ({"seen": 10**40}, "malformed"),
        ({"owner": "tobias"}, "malformed"),
    ],
)
def test_plan_that_cannot_be_is_refused(event, body: dict, code: str) -> None:
    before = Tournament.objects.filter(pk=event.row.pk).values().get()
    refused = event.ask("owner", "PATCH", "", body)
    assert refused.json()["code"] == code, refused.content
    assert refused.status_code == CODES[code].status
    assert Tournament.objects.filter(pk=event.row.pk).values().get() == before


HOSTILE = (None, [], {}, "", "x", -1, 0, 10**40, 1.5, True, "\0", "\u202e", ["x"], [1], [1, 1], [[], []], [True, 2])


@pytest.mark.parametrize(
    ("address", "fields"),
    sample(
        [
            ("rounds/swap/", ("one", "other")),
            ("rounds/break/", ("table", "reason")),
            ("rounds/tables/", ("players",)),
            ("rounds/bye/", ("player",)),
            ("rounds/extend/", ("table", "minutes", "reason")),
            ("rounds/undo/", ("reason",)),
            ("rounds/1/tables/1/result/", ("places", "left", "reason")),
            ("players/1/penalties/", ("kind", "reason")),
            ("players/1/disqualify/", ("reason",)),
            ("players/", ("user", "name", "bot", "starter")),
            ("enter/", ("deck", "starter")),
            ("pause/", ("reason",)),
            ("cancel/", ("reason",)),
        ],
        5,
    ),
)
def test_hostile_values_are_refused_and_change_nothing(event_in_a_round, address: str, fields: tuple[str, ...]) -> None:
    event = event_in_a_round
    before = event.now.version
    for value in HOSTILE:
        if address in ("pause/", "cancel/", "players/1/disqualify/", "rounds/undo/") and value == "x":
            continue  # is a reason
        refused = event.ask("owner", "POST", address, dict.fromkeys(fields, value))
        assert 400 <= refused.status_code < 500, (value, refused.content)
        assert refused["Content-Type"] == "application/problem+json"
        assert event.now.version == before, value


def test_ruling_goes_into_the_log_with_its_reason(event) -> None:
    row = started(with_bots(event.row, event.users["owner"], 4), event.users["owner"])
    play_round(row, NOON)
    ruled = event.ask("judge", "POST", "rounds/1/tables/2/result/", {"places": [2, 1], "left": [0, 7], **WHY})
    table = ruled.json()["tables"][1]
    assert [(one["place"], one["left"]) for one in table["players"]] == [(2, 0), (1, 7)]
    last = lines(row)[-1]
    assert (last.did, last.reason, last.by_name) == ("result", WHY["reason"], "judge")
    assert event.ask("judge", "POST", "rounds/1/tables/99/result/", {"places": [2, 1], **WHY}).status_code == 404
    assert event.ask("judge", "POST", "rounds/9/tables/1/result/", {"places": [2, 1], **WHY}).status_code == 404


def test_staff_is_read_by_everybody_and_one_owner_stays(event) -> None:
    staff = event.ask("stranger", "GET", "staff/").json()["staff"]
    assert {one["role"] for one in staff} == {role.value for role in Role}
    assert event.ask("owner", "DELETE", "staff/organizer/").json()["code"] == "malformed"
    assert event.ask("owner", "PUT", "staff/nobody/", {"role": "judge"}).json()["code"] == "no_such_player"


def test_webhooks_are_set_tested_and_taken_away_by_a_program(event) -> None:
    made = event.ask("owner", "POST", "webhooks/", {"address": "https://hooks.example/", "secret": "x" * 20})
    assert (made.status_code, made.json()["secret"], made.json()["number"]) == (201, "x" * 20, 1)
    assert event.ask("owner", "GET", "webhooks/").json()["webhooks"][0]["secret"] is None
    assert event.ask("owner", "POST", "webhooks/1/test/").status_code == 202
    (sent,) = event.ask("owner", "GET", "webhooks/1/deliveries/").json()["results"]
    assert (sent["event"], sent["state"], sent["tries"]) == ("test", "waiting", 0)
    assert event.ask("head judge", "GET", "webhooks/1/deliveries/").status_code == 403
    assert event.ask("owner", "DELETE", "webhooks/1/").status_code == 204
    assert event.ask("owner", "DELETE", "webhooks/1/").json()["code"] == "not_found"


def test_players_of_a_table_top_event_report_by_program(event) -> None:
    users = [event.users[name] for name in ("player", "other")]
    owner = event.users["owner"]
    row = announced(owner, is_table_top=True)
    for user in users:
        enter(row.public_id, user, now=NOON)
    row = started(row, owner, NOON)
    advance(row.public_id, NOON)
    here = f"tournaments/{row.public_id}/"
    one, other = (event.clients[name] for name in ("player", "other"))
    assert one.ask("POST", f"{here}report/", {"places": [1, 3]}).status_code == 400
    assert one.ask("POST", f"{here}report/", {"places": [1, 2], "left": [9, 0]}).status_code == 200
    table = Table.objects.get(round__tournament=row)
    assert table.source == ""
    assert other.ask("POST", f"{here}report/", {"places": [1, 2], "left": [9, 0]}).status_code == 200
    table.refresh_from_db()
    assert table.source == "report"
