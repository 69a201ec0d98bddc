"""Match files that somebody brings: looked at as replays, and harmless whatever they hold."""

import copy
import json
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from incursions.accounts.models import User
from incursions.accounts.viewers import merge_guest
from incursions.engine.budgets import Budget, BudgetSpentError, bounded_game
from incursions.games.incursions.kind import KIND
from incursions.kit.refusals import DomainError
from tests.markup import read_page
from tests.tournaments.players.records import RECORD
from tournaments.matches.export import add_digest, export_match, export_replay
from tournaments.matches.match_files import uploads
from tournaments.matches.match_files.models import KEPT_FOR, MatchFile
from tournaments.matches.match_files.uploads import LARGEST_UPLOAD, read_brought
from tournaments.matches.verification import MOST_ACTIONS

ADDRESS = "/match-files/"
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture
def match(full_match):
    return full_match


def bytes_of(record) -> bytes:
    return json.dumps(record).encode()


def changed(record, change):
    twin = copy.deepcopy(record)
    change(twin)
    return twin


def bring(client, record, name="my match.json"):
    return client.post(ADDRESS, {"file": SimpleUploadedFile(name, bytes_of(record), "application/json")})


def refusal_of(record) -> DomainError:
    with pytest.raises(DomainError) as refused:
        read_brought(record if isinstance(record, bytes) else bytes_of(record))
    return refused.value


def test_whole_file_is_a_replay_for_whoever_has_its_address(stranger, client, people, db):
    answer = bring(stranger, RECORD)
    assert answer.status_code == 303
    found = MatchFile.objects.get()
    assert (found.is_whole, found.name, found.actions) == (True, "my match.json", len(RECORD["actions"]))
    html = read_page(client.get(answer["Location"]))
    assert "From a file, not played here" in html
    assert "Seat 1" in html
    assert "Delete this file" not in html
    assert client.get(f"{answer['Location']}/3?as=0").status_code == 200
    assert client.get(f"{answer['Location']}/moments", {"moves": "0,1"}).json()["moments"][1]["number"] == 1
    assert client.get(f"{answer['Location']}/file").json() == RECORD
    assert "Delete this file" in read_page(stranger.get(answer["Location"]))
    assert found.name in read_page(stranger.get(ADDRESS))
    assert found.name not in read_page(client.get(ADDRESS))
    assert bring(stranger, RECORD)["Location"] == answer["Location"]
    assert client.post(f"{answer['Location']}/delete").status_code == 403
    assert stranger.post(f"{answer['Location']}/delete").status_code == 303
    assert not MatchFile.objects.exists()
    assert client.get(answer["Location"]).status_code == 404


def test_what_is_refused_is_told_in_the_form_that_was_used_and_nothing_is_kept(stranger, client, db):
    tampered = changed(RECORD, lambda record: record["actions"][4].update(text="surrender"))
    answer = bring(stranger, tampered)
    assert answer.status_code == 422
    assert "action 5 (seat" in read_page(answer)
    assert stranger.post(ADDRESS).status_code == 400
    answer = client.post(ADDRESS, bytes_of(tampered), "application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "file_does_not_hold")
    answer = client.post(ADDRESS, b"{", "application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable_file")
    answer = client.post(ADDRESS, b" " * (LARGEST_UPLOAD + 1), "application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "file_too_large")
    assert not MatchFile.objects.exists()
    answer = client.post(ADDRESS, bytes_of(RECORD), "application/json")
    assert (answer.status_code, answer.json()["code"]) == (201, "kept")
    assert answer.json()["url"] == MatchFile.objects.get().get_absolute_url()


def test_file_of_a_match_under_way_tells_a_log_of_what_its_maker_knew(match, people, browser_of, stranger):
    seen = {}
    for name, client in (("own", browser_of(people[0])), ("watched", stranger)):
        record = client.get(reverse("tables:export", args=[match.public_id]), {"as": "seat"}).json()
        assert (record["seed"], record["setup"]) == (None, None)
        answer = bring(client, record, f"{name}.json")
        seen[name] = read_page(client.get(answer["Location"]))
        assert "not played here, and not checked" in seen[name]
        assert "<h2>Moves</h2>" in seen[name]
        assert client.get(f"{answer['Location']}/moments", {"moves": "0"}).status_code == 404
    assert "Into the hand of" in seen["own"]
    assert "Into the hand of" not in seen["watched"]
    attacks = read_page(stranger.get(answer["Location"], {"log": "cards"}))
    assert " hidden data-about" in attacks
    assert export_match(match, 1) != export_match(match, 0)


TOLD = {
    **RECORD,
    "seed": None,
    "result": None,
    "setup": None,
    "events": [event for event in RECORD["events"] if event["kind"] != "ended"],
}
HOSTILE = {
    "no ships": lambda r: r["events"].pop(0),
    "ships that are none": lambda r: r["events"][0]["facts"].update(ships=[{"seat": 0}, 3]),
    "an event that is none": lambda r: r["events"].insert(3, None),
    "a number that is none": lambda r: r["events"][3].update(number="x"),
    "a kind that is none": lambda r: r["events"][3].update(kind="<b>"),
    "facts that are none": lambda r: r["events"][3].update(facts=[]),
    "facts that are missing": lambda r: r["events"].append({"number": 1, "kind": "explored", "facts": {}}),
    "a seat that is none": lambda r: r["events"].append(
        {"number": 1, "kind": "escaped", "facts": {"seat": 9, "title": "x"}}
    ),
    "deep facts": lambda r: r["events"][3].update(facts={"a": json.loads("[" * 50 + "]" * 50)}),
    "a result": lambda r: r.update(result={}),
    "a seal that is none": lambda r: r.update(commitment=SCRIPT),
    "another kind of seed": lambda r: r.update(seed=0),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_hostile_file_of_a_match_under_way_is_refused(change):
    assert refusal_of(changed(TOLD, change)).code == "unreadable_file"


def test_words_of_a_file_are_words_on_the_page(stranger, db):
    told = changed(TOLD, lambda r: r["events"].append({"number": 9, "kind": "greeted", "facts": {"title": SCRIPT}}))
    told["events"][0]["facts"]["ships"][0]["title"] = SCRIPT
    html = read_page(stranger.get(bring(stranger, told, f"{SCRIPT}.json")["Location"]))
    assert "&lt;script&gt;" in html
    assert SCRIPT not in html

    def rename(record):
        for ship in record["setup"]["ships"]:
            ship["title"] = f"{SCRIPT} {ship['title'][:9].strip()}"
        record["setup"] = add_digest(record["setup"])

    renamed = changed(RECORD, rename)
    actions = [(action["seat"], action["text"]) for action in renamed["actions"]]
    made = json.loads(json.dumps(export_replay(KIND, renamed["setup"], bytes.fromhex(renamed["seed"]), actions)))
    answer = bring(stranger, made)
    assert answer.status_code == 303, read_page(answer).split('role="alert"')[1][:300]
    page = stranger.get(answer["Location"])
    moments = stranger.get(f"{answer['Location']}/moments", {"moves": "0,1,2,3"})
    assert SCRIPT not in read_page(page)
    assert not any(SCRIPT in piece for piece in moments.json()["pieces"])
    assert "print something else here" in read_page(page)


def test_pieces_that_nobody_could_have_made_are_refused_with_their_field():
    def change(record):
        record["setup"]["ships"][0]["race"] = SCRIPT
        record["setup"] = add_digest(record["setup"])

    refusal = refusal_of(changed(RECORD, change))
    assert refusal.code == "unreadable_file"
    assert "race" in refusal.message


def test_file_that_would_take_long_is_refused_by_counting_steps():
    seed, actions = bytes.fromhex(RECORD["seed"]), [(each["seat"], each["text"]) for each in RECORD["actions"]]
    steps = Budget(100_000)
    bounded = bounded_game(KIND.game, steps)
    assert export_replay(KIND, RECORD["setup"], seed, actions, bounded)["result"] == RECORD["result"]
    assert steps.left > 90_000
    with pytest.raises(BudgetSpentError):
        export_replay(KIND, RECORD["setup"], seed, actions, bounded_game(KIND.game, Budget(20)))
    once = len(actions) - 2
    there_and_back = [*actions[: once + 1], *[(None, f"step back to {once}")] * 3000]
    with pytest.raises(BudgetSpentError):
        export_replay(KIND, RECORD["setup"], seed, there_and_back, bounded_game(KIND.game, Budget(20_000)))
    with pytest.raises(BudgetSpentError):
        Budget(longest_s=-1).take(300)
    too_many = {**RECORD, "actions": [0] * (MOST_ACTIONS + 1)}
    assert f"more than {MOST_ACTIONS} actions" in refusal_of(too_many).message


def test_files_are_kept_for_a_while_and_only_so_many(stranger, people, monkeypatch, db):
    found = uploads.keep_file(bytes_of(RECORD), "  one \n match ", by=people[0])
    assert found.name == "one match"
    monkeypatch.setattr(uploads, "MOST_OF_ONE", 1)
    with pytest.raises(DomainError, match="Delete one first"):
        uploads.keep_file(bytes_of(TOLD), "two", by=people[0])
    monkeypatch.setattr(uploads, "MOST_OF_ALL", 1)
    with pytest.raises(DomainError, match="no room"):
        uploads.keep_file(bytes_of(TOLD), "two", by=people[1])
    later = timezone.now() + KEPT_FOR + timedelta(seconds=1)
    assert not MatchFile.objects.current(later).exists()
    assert uploads.drop_old_files(later) == 1
    monkeypatch.setattr(uploads, "PATIENCE_S", 0.01)
    with uploads._checking, pytest.raises(DomainError, match="Try again"):
        uploads.keep_file(bytes_of(TOLD), "two", by=people[1])


def test_guest_takes_files_into_the_account(stranger, people, db):
    bring(stranger, RECORD)
    guest = MatchFile.objects.get().by
    merge_guest(User.objects.get(pk=guest.pk), account=people[0])
    assert MatchFile.objects.get().by == people[0]


def test_command_keeps_a_file_or_says_why_not(tmp_path, people, capsys, db):
    path = tmp_path / "match.json"
    path.write_bytes(bytes_of(RECORD))
    call_command("import_match", path, user=people[0].username)
    assert capsys.readouterr().out.strip() == MatchFile.objects.get().get_absolute_url()
    path.write_text("{")
    with pytest.raises(CommandError, match="readable"):
        call_command("import_match", path, user=people[0].username)
    with pytest.raises(CommandError, match="no user"):
        call_command("import_match", path, user="nobody")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_match", tmp_path, user=people[0].username)
