import copy
import io
import json
import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command, execute_from_command_line
from django.test import Client

from incursions.games.incursions.rules import RULES_VERSION
from tests.tournaments.laid_matches import NOON, SEED, asked, lay_match, people, play, play_on
from tests.tournaments.players.records import RECORD
from tournaments.matches.export import KEYS, add_digest, export_match
from tournaments.matches.life import concede_match
from tournaments.matches.verification import LARGEST_FILE, UnverifiableFileError, first_difference, read_match_file


def judge(record) -> str | None:
    """Return the verdict of `verify_match` on a record: None, a difference, or why it cannot be judged."""
    text = record if isinstance(record, bytes) else json.dumps(record).encode()
    return first_difference(read_match_file(io.BytesIO(text)))


def test_export_of_a_finished_match_holds(catalogue):
    players = people(2)
    match = play_on(lay_match(players), players, 40)
    if match.is_running:
        concede_match(match.public_id, players[0], now=NOON)
        match.refresh_from_db()
    record = export_match(match)
    assert tuple(record) == KEYS
    assert (record["seed"], record["commitment"]) == (SEED.hex(), match.commitment)
    assert [action["text"] for action in record["actions"]] == [action.text for action in match.actions.all()]
    assert record["events"][0]["kind"] == "started"
    assert judge(record) is None


def test_export_of_a_running_match_has_no_seed(duel):
    match, players = duel
    play(match, players[asked(match)], "decline")
    match.refresh_from_db()
    record = export_match(match)
    assert (record["seed"], record["result"]) == (None, None)
    assert SEED.hex() not in json.dumps(record)
    with pytest.raises(UnverifiableFileError, match="not published"):
        judge(record)


def test_record_holds():
    assert judge(RECORD) is None


def changed(change) -> dict:
    record = copy.deepcopy(RECORD)
    change(record)
    assert json.dumps(record) != json.dumps(RECORD)
    return record


def action_with_dice(record):
    return next(action for action in record["actions"] if action["dice"])


def other(face: int) -> int:
    return face % 6 + 1


TAMPERINGS = {
    "a die": lambda r: action_with_dice(r)["dice"].__setitem__(0, other(action_with_dice(r)["dice"][0])),
    "a die too few": lambda r: action_with_dice(r)["dice"].pop(),
    "a die as a float": lambda r: action_with_dice(r)["dice"].__setitem__(0, float(action_with_dice(r)["dice"][0])),
    "a text": lambda r: r["actions"][-2].update(text="decline "),
    "another legal text": lambda r: r["actions"][0].update(
        text="decline" if r["actions"][0]["text"] != "decline" else "explore north"
    ),
    "a seat": lambda r: r["actions"][3].update(seat=1 - r["actions"][3]["seat"]),
    "a seat as the house": lambda r: r["actions"][3].update(seat=None),
    "an action left out": lambda r: r["actions"].pop(5),
    "the last action left out": lambda r: r["actions"].pop(),
    "an action twice": lambda r: r["actions"].insert(5, copy.deepcopy(r["actions"][5])),
    "two actions exchanged": lambda r: r["actions"].insert(0, r["actions"].pop(7)),
    "no actions": lambda r: r.update(actions=[]),
    "the winner": lambda r: r["result"].update(winner=other(r["result"]["winner"] or 0)),
    "the reason": lambda r: r["result"].update(reason="Because"),
    "a key more in the result": lambda r: r["result"].update(prize=1),
    "an event's fact": lambda r: r["events"][4]["facts"].update(more=1),
    "an event's kind": lambda r: r["events"][4].update(kind="declined!"),
    "an event's number": lambda r: r["events"][4].update(number=99),
    "an event left out": lambda r: r["events"].pop(4),
    "the last event left out": lambda r: r["events"].pop(),
    "an event more": lambda r: r["events"].append(copy.deepcopy(r["events"][-1])),
    "an event that is none": lambda r: r["events"].__setitem__(0, None),
    "the seed": lambda r: r.update(seed="ff" + r["seed"][2:]),
    "the seed in capitals": lambda r: r.update(seed=r["seed"].upper()),
    "the commitment": lambda r: r.update(commitment="0" * 64),
    "a ship's hull": lambda r: r["setup"]["ships"][0].update(hull=r["setup"]["ships"][0]["hull"] + 1),
    "a word of a ship that is not dealt": lambda r: r["setup"]["ships"][-1].update(title="Another"),
    "a number as a float": lambda r: r["setup"]["ships"][-1].update(hull=float(r["setup"]["ships"][-1]["hull"])),
    "a key more in a piece": lambda r: r["setup"]["tiles"][0].update(note="x"),
    "the round limit": lambda r: r["setup"].update(round_limit=99),
    "the pile's order": lambda r: r["setup"]["pile"].reverse(),
    "the digest": lambda r: r["setup"].update(digest="0" * 64),
    "no digest": lambda r: r["setup"].pop("digest"),
    "no result": lambda r: r.update(result=None),
}


@pytest.mark.parametrize("change", TAMPERINGS.values(), ids=TAMPERINGS)
def test_tampered_record_differs(change):
    assert judge(changed(change))


def test_piece_tampered_with_together_with_its_digest_is_found_by_the_replay():
    def change(record):
        for ship in record["setup"]["ships"]:
            ship["hull"] += 1
        record["setup"] = add_digest(record["setup"])

    assert judge(changed(change))


def test_record_cut_short_everywhere_is_found():
    def change(record):
        record["actions"].pop()
        number = len(record["actions"])
        record["events"] = [event for event in record["events"] if event["number"] <= number]
        record["result"] = None

    assert judge(changed(change)).startswith("result")


def test_first_difference_names_its_place():
    assert judge(changed(lambda record: record["actions"][4].update(text="surrender"))).startswith("action 5 (seat")
    assert "in the file" in judge(changed(TAMPERINGS["a die"]))


DEEP = b"[" * 200_000 + b"]" * 200_000
UNREADABLE = {
    "nothing": b"",
    "no JSON": b"{",
    "not UTF-8": b"\xff\xfe",
    "a list": b"[]",
    "null": b"null",
    "deep lists": DEEP,
    "a deep set-up": lambda r: r.update(setup="DEEP"),
    "a key twice": json.dumps(RECORD).encode().replace(b'{"format"', b'{"seed": null, "format"', 1),
    "not a number": lambda r: r.update(result=float("nan")),
    "a number without end": b'{"format": ' + b"9" * 10_000 + b"}",
    "too large": b" " * (LARGEST_FILE + 1),
    "no seed yet": lambda r: r.update(seed=None),
    "a short seed": lambda r: r.update(seed="00"),
    "a seed that is a list": lambda r: r.update(seed=[0] * 32),
    "another format": lambda r: r.update(format="incursions-match-2"),
    "other rules": lambda r: r.update(rules_version=RULES_VERSION + 1),
    "rules that are true": lambda r: r.update(rules_version=True),
    "a key less": lambda r: r.pop("events"),
    "a key more": lambda r: r.update(more=1),
    "actions that are a number": lambda r: r.update(actions=3),
    "an action that is a text": lambda r: r["actions"].__setitem__(0, "decline"),
    "an action without dice": lambda r: r["actions"][0].pop("dice"),
    "a seat that is a text": lambda r: r["actions"][0].update(seat="0"),
    "a seat that is true": lambda r: r["actions"][0].update(seat=True),
    "a seat that does not exist": lambda r: r["actions"][0].update(seat=6),
    "a text without end": lambda r: r["actions"][0].update(text="x" * 201),
    "a set-up that is a list": lambda r: r.update(setup=[]),
    "a set-up without seats": lambda r: r["setup"].pop("seats"),
    "seven seats": lambda r: r["setup"].update(seats=[{}] * 7),
    "a pile without end": lambda r: r["setup"].update(pile=["Open Space"] * 201),
    "dice without end": lambda r: r["setup"]["ships"][0].update(hull="999999999D6"),
    "a number beyond all pieces": lambda r: r["setup"]["ships"][0].update(hull=10**9),
    "pieces without end": lambda r: r["setup"].update(ships=[[]] * 30_000),
}


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=UNREADABLE)
def test_hostile_or_unreadable_file_cannot_be_judged(content):
    if not isinstance(content, bytes):
        content = json.dumps(changed(content)).encode().replace(b'"DEEP"', DEEP)
    with pytest.raises(UnverifiableFileError):
        judge(content)


@pytest.mark.parametrize("setup", [{}, {"seats": [{}, {}], "pile": []}])
def test_setup_that_the_rules_cannot_play_cannot_be_judged(setup):
    record = changed(lambda each: each.update(setup=add_digest(setup)))
    with pytest.raises(UnverifiableFileError):
        judge(record)


def exit_code(*arguments: str) -> int:
    """Run manage.py in this process."""
    try:
        execute_from_command_line(["manage.py", *arguments])
    except SystemExit as end:
        return end.code
    return 0


@pytest.mark.parametrize(
    ("content", "code", "word"),
    [
        (json.dumps(RECORD), 0, "holds"),
        (json.dumps(changed(TAMPERINGS["a die"])), 1, "differs"),
        ("{", 2, "readable"),
    ],
)
def test_command_exits_with_the_verdict(tmp_path, content, code, word, capsys):
    path = tmp_path / "match.json"
    path.write_text(content)
    assert exit_code("verify_match", str(path)) == code
    told = "".join(capsys.readouterr())
    assert word in told
    assert "Traceback" not in told


@pytest.mark.long
def test_command_is_a_process_that_needs_no_database(tmp_path):
    path = tmp_path / "match.json"
    path.write_text(json.dumps(RECORD))
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing", "REDIS_URL": "redis://127.0.0.1:1"}
    command = [sys.executable, "manage.py", "verify_match", str(path)]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "incursions.settings", **nowhere}
    said = subprocess.check_output(command, cwd=settings.ROOT, env=environment, text=True)
    assert "holds" in said


@pytest.mark.parametrize("path", ["/nowhere/match.json", "."])
def test_command_says_that_a_file_cannot_be_opened(path):
    with pytest.raises(CommandError, match="cannot be opened") as verdict:
        call_command("verify_match", path)
    assert verdict.value.returncode == 2


def test_exported_file_goes_through_both_commands(duel, tmp_path):
    match, players = duel
    concede_match(match.public_id, players[0], version=0, now=NOON)
    path = tmp_path / "match.json"
    with path.open("w") as stream:
        call_command("export_match", match.public_id, stdout=stream)
    call_command("verify_match", path, stdout=io.StringIO())
    page = Client().get(f"/matches/{match.public_id}/export")
    assert page.json() == json.loads(path.read_text())
    assert judge(page.content) is None


def test_export_of_nothing_is_said_in_a_sentence(db):
    with pytest.raises(CommandError, match="no match"):
        call_command("export_match", "nosuchtable")
