import json

import pytest
from django.test import Client
from django.utils import timezone

from tests.markup import read_page
from tests.tournaments.laid_matches import asked, everything, lay_match, people, reach
from tournaments.matches.models import Match

BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"
HTMX = {"HTTP_HX_REQUEST": "true", "HTTP_ACCEPT": "text/html"}


@pytest.fixture
def table(catalogue):
    """A running duel whose clocks are read now, and a client for each player."""
    players = people(2)
    match = lay_match(players, now=None)
    clients = [Client() for _ in players]
    for client, player in zip(clients, players, strict=True):
        client.force_login(player)
    return match, clients


def post(client, match, body, **headers):
    """Send a move and return the response."""
    address = f"/matches/{match.public_id}/actions"
    return client.post(address, json.dumps(body), content_type="application/json", **headers)


def move(version=0, text="decline", key="key"):
    return {"version": version, "text": text, "key": key}


def test_move_as_json_is_applied_and_repeated(table):
    match, clients = table
    seat = asked(match)
    answer = {"message": "", "rule": "", "version": 1}
    first, again = (post(clients[seat], match, move()) for _ in range(2))
    assert (first.status_code, first.json()) == (200, {"code": "applied", **answer})
    assert (again.status_code, again.json()) == (200, {"code": "repeated", **answer})
    assert match.actions.count() == 1


def test_key_sent_again_with_another_text_is_refused(table):
    match, clients = table
    seat = asked(match)
    assert post(clients[seat], match, move()).status_code == 200
    assert refused(clients[seat], match, move(text="explore north")) == (409, "key_used")


def test_key_is_compared_with_the_text_as_it_was_sent(table):
    match, clients = table
    seat = asked(match)
    said = move(text="decline ")
    assert [post(clients[seat], match, said).json()["code"] for _ in range(2)] == ["applied", "repeated"]
    assert refused(clients[seat], match, move(text="decline")) == (409, "key_used")


@pytest.mark.parametrize(
    "body",
    [
        '{"version": 0, "text": "decline", "key": "a", "key": "b"}',
        '{"version": 0, "text": "decline", "key": "a", "seat": 0}',
        '{"version": "0", "text": "decline", "key": "a"}',
        '{"version": 0.0, "text": "decline", "key": "a"}',
        '{"version": NaN, "text": "decline", "key": "a"}',
        '{"version": 0, "text": "decline", "key": "\\ud800"}',
        '{"version": 0, "text": "decline", "key": "a"} ]',
    ],
)
def test_json_of_a_move_is_read_by_the_letter(table, body):
    match, clients = table
    before = everything(match)
    address = f"/matches/{match.public_id}/actions"
    answer = clients[asked(match)].post(address, body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert everything(match) == before


def test_move_as_form_is_applied(table):
    match, clients = table
    answer = clients[asked(match)].post(f"/matches/{match.public_id}/actions", move())
    assert (answer.status_code, answer.json()["code"]) == (200, "applied")


def refused(client, match, body):
    before = everything(match)
    answer = post(client, match, body)
    assert everything(match) == before
    assert set(answer.json()) == {"code", "message", "rule", "version"}
    assert answer.json()["message"]
    return answer.status_code, answer.json()["code"]


def test_stale_version_is_a_conflict_and_changes_nothing(table):
    match, clients = table
    reach(match, 1, now=timezone.now())
    assert refused(clients[asked(match)], match, move()) == (409, "table_moved_on")


def test_unknown_option_is_unprocessable_and_changes_nothing(table):
    match, clients = table
    assert refused(clients[asked(match)], match, move(text="beam me up")) == (422, "illegal")


def test_illegal_option_names_its_rule(table):
    match, clients = table
    answer = post(clients[asked(match)], match, move(text="warp to 9,9"))
    assert (answer.status_code, answer.json()["code"], bool(answer.json()["rule"])) == (422, "illegal", True)


def test_move_for_the_other_seat_is_forbidden_and_changes_nothing(table):
    match, clients = table
    assert refused(clients[1 - asked(match)], match, move()) == (403, "not_your_seat")


def test_move_of_a_spectator_is_forbidden_and_changes_nothing(table):
    match, _ = table
    assert refused(Client(), match, move()) == (403, "spectator")


def test_move_of_a_stranger_with_an_account_is_forbidden_and_changes_nothing(table, django_user_model):
    match, _ = table
    stranger = Client()
    stranger.force_login(django_user_model.objects.create_user("stranger"))
    assert refused(stranger, match, move()) == (403, "spectator")


def test_move_in_a_finished_match_is_a_conflict_and_changes_nothing(table):
    match, clients = table
    assert post(clients[0], match, move(text="concede")).status_code == 200
    match.refresh_from_db()
    assert refused(clients[1], match, move(version=match.version)) == (409, "match_over")


def test_move_at_an_open_table_is_a_conflict(catalogue, django_user_model):
    client = Client()
    made = client.post("/matches", {"seats": 2}).json()
    match = Match.objects.get(public_id=made["id"])
    assert refused(client, match, move()) == (409, "not_started")


def test_match_that_does_not_exist_is_not_found(table):
    _, clients = table
    for client in clients:
        answer = client.post("/matches/nosuchtable/actions", json.dumps(move()), content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


NESTED = "[" * 4000 + "]" * 4000
BODIES = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"decline"',
    b"\xff\xfe\x00",
    NESTED.encode(),
    json.dumps({"version": 0, "text": NESTED, "key": "key"}).encode(),
    b'{"version": 1' + b"0" * 5000 + b', "text": "decline", "key": "key"}',
    b'{"version": NaN, "text": "decline", "key": "key"}',
    *(
        json.dumps(body).encode()
        for body in (
            {},
            {"text": "decline", "key": "key"},
            {"version": 0, "key": "key"},
            {"version": 0, "text": "decline"},
            move(version=None),
            move(version="zero"),
            move(version=""),
            move(version=True),
            move(version=0.0),
            move(version=[0]),
            move(version=-1),
            move(version=2**31),
            move(version="0x0"),
            move(version="٠"),
            move(text=None),
            move(text=""),
            move(text=1),
            move(text=["decline"]),
            move(text={"decline": 1}),
            move(text="d" * 201),
            move(text="decline\x00"),
            move(text="dec\nline"),
            move(text="\ud800"),
            move(key=None),
            move(key=""),
            move(key=7),
            move(key="k" * 65),
            move(key="key\x00"),
            move(key="\udfff"),
        )
    ),
]


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body[:40].decode(errors="replace"))
def test_malformed_body_is_refused_and_changes_nothing(table, body):
    match, clients = table
    before = everything(match)
    client = clients[asked(match)]
    answer = client.post(f"/matches/{match.public_id}/actions", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert everything(match) == before


@pytest.mark.parametrize(
    "form",
    [{}, {"version": "0", "text": "decline"}, {"version": "x", "text": "decline", "key": "k"}, move(key="k" * 65)],
)
def test_malformed_form_is_refused_and_changes_nothing(table, form):
    match, clients = table
    before = everything(match)
    answer = clients[asked(match)].post(f"/matches/{match.public_id}/actions", form)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert everything(match) == before


@pytest.mark.parametrize("content_type", ["application/json", "application/x-www-form-urlencoded", "text/plain"])
def test_huge_body_is_refused_and_changes_nothing(table, content_type):
    match, clients = table
    before = everything(match)
    body = json.dumps(move(key="k" * 3_000_000))
    answer = clients[asked(match)].post(f"/matches/{match.public_id}/actions", body, content_type=content_type)
    assert answer.status_code == 400
    assert everything(match) == before


def test_broken_multipart_form_is_refused(table):
    match, clients = table
    answer = clients[0].post(
        f"/matches/{match.public_id}/actions", b"--x\r\nnonsense", content_type="multipart/form-data; boundary="
    )
    assert answer.status_code == 400


def test_longest_text_and_key_are_read(table):
    match, clients = table
    seat = asked(match)
    assert refused(clients[seat], match, move(text="d" * 200)) == (422, "illegal")
    assert post(clients[seat], match, move(key="k" * 64)).json()["code"] == "applied"


def test_form_without_a_token_is_refused_json_needs_none(table):
    match, _ = table
    client = Client(enforce_csrf_checks=True)
    client.force_login(match.seats.get(index=asked(match)).user)
    address = f"/matches/{match.public_id}/actions"
    assert client.post(address, move()).status_code == 403
    assert client.post(address, json.dumps(move()), content_type="text/plain").status_code == 403
    assert match.actions.count() == 0
    assert post(client, match, move()).status_code == 200


def test_create_makes_a_guest_and_a_table_as_asked(catalogue):
    client = Client()
    fields = {"mode": "basic", "seats": 3, "bots": 1, "minutes": 30, "bank_s": 60, "free_s": 5, "pace_s": 0.5}
    answer = client.post("/matches", json.dumps(fields), content_type="application/json")
    match = Match.objects.get()
    assert (answer.status_code, answer.json()["id"]) == (201, match.public_id)
    assert (match.state, match.minutes, match.bank_s, match.free_s, match.pace_s) == ("open", 30, 60, 5, 0.5)
    assert [seat.bot for seat in match.seats.all()] == ["", "", "captain"]
    assert match.host.is_guest
    assert match.commitment
    assert client.post("/matches", fields | {"bots": "random"}, HTTP_ACCEPT=BROWSER).status_code == 303
    assert Match.objects.filter(host=match.host).count() == 2


def test_table_against_bots_alone_starts_at_once(catalogue):
    made = Client().post("/matches", {"seats": 2, "bots": 1}).json()
    assert Match.objects.get(public_id=made["id"]).is_running


@pytest.mark.parametrize(
    "fields",
    [
        {"mode": "chess"},
        {"mode": 1},
        {"seats": 1},
        {"seats": 7},
        {"seats": "two"},
        {"seats": 2, "bots": 2},
        {"bots": 6},
        {"bots": -1},
        {"bots": True},
        {"bots": "grandmaster"},
        {"bots": ["captain", 1]},
        {"bots": [["captain"]]},
        {"bots": {"captain": 1}},
        {"minutes": -1},
        {"minutes": 0, "mode": "tournament"},
        {"clocks": "none", "mode": "tournament"},
        {"minutes": 181},
        {"minutes": 1.5},
        {"bank_s": -1},
        {"free_s": 0},
        {"free_s": 301},
        {"pace_s": 30.5},
        {"pace_s": -1},
        {"pace_s": "soon"},
        {"pace_s": float("nan")},
        {"pace_s": float("inf")},
        {"pace_s": [1]},
        {"pace_s": 10**400},
    ],
)
def test_table_of_impossible_rules_is_malformed_and_makes_no_guest(catalogue, django_user_model, fields):
    answer = Client().post("/matches", json.dumps(fields), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert (Match.objects.count(), django_user_model.objects.count()) == (0, 0)


def test_join_takes_the_free_seat_once_and_starts_the_match(catalogue):
    host, friend, third = Client(), Client(), Client()
    made = host.post("/matches", {"seats": 2}).json()
    address = f"{made['url']}/join"
    assert host.post(address).json()["code"] == "joined"
    assert not Match.objects.get().is_running
    assert friend.post(address).json()["code"] == "joined"
    assert Match.objects.get().is_running
    assert friend.post(address).status_code == 200
    answer = third.post(address)
    assert (answer.status_code, answer.json()["code"]) == (409, "already_started")
    assert third.post("/matches/nosuchtable/join").status_code == 404


def test_rematch_is_one_table_for_all_who_ask(table):
    match, clients = table
    address = f"/matches/{match.public_id}/rematch"
    assert clients[0].post(address).json()["code"] == "not_over"
    post(clients[0], match, move(text="concede"))
    first, second, again = (clients[number].post(address).json() for number in (0, 1, 0))
    assert first["id"] == second["id"] == again["id"] != match.public_id
    assert Match.objects.get(public_id=first["id"]).is_running
    assert Client().post(address).json()["code"] == "spectator"


def test_state_is_the_view_of_the_seat(table):
    match, clients = table
    seat = asked(match)
    own = clients[seat].get(f"/matches/{match.public_id}/state").json()
    other = clients[1 - seat].get(f"/matches/{match.public_id}/state").json()
    watching = Client().get(f"/matches/{match.public_id}/state").json()
    assert [state["seat"] for state in (own, other, watching)] == [seat, 1 - seat, None]
    assert own["decision"]["seat"] == other["decision"]["seat"] == seat
    assert "decline" in own["options"]
    assert (other["options"], watching["options"]) == ([], [])
    assert (own["version"], own["state"], own["seed"], own["standing"]) == (0, "running", None, ["concede"])
    assert own["clocks"]["seats"][seat]["running"]


def test_state_of_an_open_table_asks_nothing(catalogue):
    client = Client()
    made = client.post("/matches", {"seats": 2}).json()
    state = client.get(f"{made['url']}/state").json()
    assert (state["state"], state["decision"], state["options"], state["seat"]) == ("open", None, [], 0)


def test_state_holds_no_secret_until_the_match_is_over(table):
    match, clients = table
    seed = bytes(match.seed).hex()
    running = [read_page(client.get(f"/matches/{match.public_id}/{page}")) for client in clients
               for page in ("state", "export")]  # fmt: skip
    assert not any(seed in text for text in running)
    post(clients[0], match, move(text="concede"))
    assert clients[0].get(f"/matches/{match.public_id}/state").json()["seed"] == seed


def test_state_of_no_match_is_not_found(catalogue):
    answer = Client().get("/matches/nosuchtable/state", HTTP_ACCEPT=BROWSER)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_plain_form_leads_back_to_the_table(table):
    match, clients = table
    answer = clients[asked(match)].post(f"/matches/{match.public_id}/actions", move(), HTTP_ACCEPT=BROWSER)
    assert (answer.status_code, answer["Location"]) == (303, f"/matches/{match.public_id}")


def test_htmx_is_answered_with_fragments_and_the_status_of_the_contract(table):
    match, clients = table
    seat = asked(match)
    address = f"/matches/{match.public_id}/actions"
    applied = clients[seat].post(address, move(), **HTMX)
    assert (applied.status_code, b"<hx-partial" in applied.content) == (200, True)
    stale = clients[asked(match)].post(address, move(key="other"), **HTMX)
    assert (stale.status_code, b"moved on" in stale.content) == (409, True)


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("action", [5, 300])
def test_move_over_http_costs_the_same_queries(catalogue, django_assert_num_queries, seats, action):
    players = people(seats)
    match = lay_match(players, now=None)
    reach(match, action - 1, now=timezone.now())
    client = Client()
    client.force_login(players[asked(match)])
    # Session and user, who may watch, then the move's eight.
    with django_assert_num_queries(11):
        assert post(client, match, move(version=action - 1)).status_code == 200


def test_addresses_take_only_their_method(table):
    match, clients = table
    for page in ("actions", "join", "rematch"):
        assert clients[0].get(f"/matches/{match.public_id}/{page}").status_code == 405
    for page in ("state", "export"):
        assert clients[0].post(f"/matches/{match.public_id}/{page}").status_code == 405
