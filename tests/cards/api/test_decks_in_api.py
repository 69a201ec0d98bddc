"""Decks in the API: made, changed with the number that was seen, listed, compared, taken away and read again."""

import pytest

from cards.decks.changes import keep_version, save_draft
from cards.decks.models import Deck
from tests.cards.decks.contents import CONTENT, content

pytestmark = pytest.mark.django_db
EMPTY = {"ship": None, "captain": None, "stand_in": None, "deck": {}, "hexpile": {}}
DECK, HEXPILE = "[Deck]\n4x fire\n1 Nothing Known\n", "[Hexpile]\n1 Wormhole 1\n"
TEXT = f"# Name: Wreck Runners\nShip: sol\nCaptain: Aes Palamas\n{DECK}{HEXPILE}"


def at(deck, further: str = "") -> str:
    return f"decks/{deck.public_id}/{further}"


def test_deck_is_made_with_all_that_is_said(mine) -> None:
    said = {"name": "Wreck Runners", "content": CONTENT, "tags": ["quick"], "notes": "*Go!*"}
    answer = mine.ask("POST", "decks/", said)
    made = answer.json()
    assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/decks/{made['id']}/")
    assert {key: made[key] for key in said} == said
    assert (made["visibility"], made["number"], made["version"], made["race"]) == ("private", 1, None, "Federation")
    assert mine.ask("GET", answer["Location"]).json() == made


def test_name_is_all_that_a_deck_needs(mine) -> None:
    assert mine.ask("POST", "decks/", {"name": "Empty"}).json()["content"] == EMPTY
    refused = mine.ask("POST", "decks/", {}).json()
    assert (refused["status"], refused["code"], refused["field"]) == (400, "malformed", "name")


def test_change_needs_the_number_that_was_seen(mine, deck) -> None:
    before = mine.ask("GET", at(deck)).json()
    missing = mine.ask("PATCH", at(deck), {"name": "Other"})
    assert (missing.status_code, missing.json()["field"]) == (400, "number")
    for method, further, body in [
        ("PATCH", "", {"name": "Other"}),
        ("PATCH", "", {"visibility": "public"}),
        ("PUT", "draft/", {"content": EMPTY}),
        ("POST", "draft/undo/", {}),
        ("POST", "draft/redo/", {}),
        ("POST", "versions/", {}),
        ("POST", "link/", {}),
    ]:
        old = mine.ask(method, at(deck, further), body | {"number": 7})
        assert (old.status_code, old.json()["code"], old.json()["number"]) == (409, "moved_on", 1)
    assert mine.ask("GET", at(deck)).json() == before


def test_what_is_said_of_a_deck_changes_at_once_or_not_at_all(mine, deck) -> None:
    said = {"name": "Better", "tags": ["a", "b"], "notes": "new", "visibility": "public"}
    assert mine.ask("PATCH", at(deck), said | {"number": 1, "visibility": "secret"}).status_code == 422
    assert mine.ask("GET", at(deck)).json()["name"] == "Wreck Runners"
    changed = mine.ask("PATCH", at(deck), said | {"number": 1}).json()
    assert {key: changed[key] for key in said} == said
    assert (changed["number"], changed["version"]) == (3, 1)


def test_change_with_if_match_needs_the_etag_that_was_seen(mine, api, client_of, other, deck) -> None:
    def changed(method: str, further: str, body: dict | None, etag: str) -> tuple[int, str]:
        answer = mine.ask(method, at(deck, further), body, **{"If-Match": etag})
        return answer.status_code, "" if answer.status_code < 400 else answer.json()["code"]

    old = {further: mine.ask("GET", at(deck, further))["ETag"] for further in ("", "draft/")}
    assert changed("PATCH", "", {"number": 1, "name": "Other"}, f'"x", {old[""]}') == (200, "")
    for method, further, body in [
        ("PATCH", "", {"number": 2, "name": "x"}),
        ("DELETE", "", None),
        ("PUT", "draft/", {"number": 2, "content": EMPTY}),
    ]:
        assert changed(method, further, body, old[further]) == (412, "not_as_seen")
    now = mine.ask("GET", at(deck))
    assert (now.json()["name"], now.json()["number"]) == ("Other", 2)
    assert changed("DELETE", "", None, f"W/{now['ETag']}") == (412, "not_as_seen")
    assert changed("POST", "draft/undo/", {"number": 2}, "*") == (412, "not_as_seen")
    assert changed("PUT", "draft/", {"number": 7, "content": EMPTY}, "*") == (409, "moved_on")
    assert changed("DELETE", "", None, mine.ask("GET", at(deck))["ETag"]) == (204, "")
    for client, status in ((api, 401), (client_of(other), 404)):
        assert client.ask("DELETE", at(deck), **{"If-Match": "*"}).status_code == status


def test_draft_is_saved_undone_and_redone(mine, deck) -> None:
    saved = mine.ask("PUT", at(deck, "draft/"), {"number": 1, "content": EMPTY}).json()
    assert (saved["number"], saved["content"], saved["undo"], saved["redo"]) == (2, EMPTY, 1, 0)
    assert mine.ask("PUT", at(deck, "draft/"), {"number": 1, "content": EMPTY}).json() == saved
    undone = mine.ask("POST", at(deck, "draft/undo/"), {"number": 2}).json()
    assert (undone["content"], undone["redo"]) == (CONTENT, 1)
    assert mine.ask("POST", at(deck, "draft/undo/"), {"number": 3}).json()["code"] == "nothing_to_undo"
    assert mine.ask("POST", at(deck, "draft/redo/"), {"number": 3}).json()["content"] == EMPTY
    assert mine.ask("GET", at(deck, "draft/")).json()["number"] == 4


def test_versions_are_kept_read_and_taken_back(mine, deck) -> None:
    kept = mine.ask("POST", at(deck, "versions/"), {"number": 1, "name": "First"})
    assert (kept.status_code, kept.json()["version"], kept.json()["content"]) == (201, 1, CONTENT)
    assert kept["Location"] == f"/api/v1/{at(deck, 'versions/1/')}"
    assert mine.ask("POST", at(deck, "versions/"), {"number": 1}).json()["code"] == "unchanged"
    mine.ask("PUT", at(deck, "draft/"), {"number": 1, "content": EMPTY})
    assert mine.ask("POST", at(deck, "versions/1/take/"), {"number": 2}).json()["content"] == CONTENT
    assert [each["name"] for each in mine.ask("GET", at(deck, "versions/")).json()["results"]] == ["First"]
    assert mine.ask("GET", at(deck, "versions/1/")).json() == kept.json()
    assert mine.ask("GET", at(deck, "versions/2/")).json()["code"] == "not_found"


def test_deleted_deck_is_listed_apart_and_comes_back(mine, deck) -> None:
    assert mine.ask("DELETE", at(deck)).status_code == 204
    assert mine.ask("GET", "decks/?mine=true").json()["count"] == 0
    listed = mine.ask("GET", "decks/?mine=true&deleted=true").json()["results"]
    assert [(each["id"], each["deleted_at"] is None) for each in listed] == [(deck.public_id, False)]
    assert mine.ask("GET", "decks/?mine=true&deleted=true&sort=oldest").json()["results"] == listed
    assert mine.ask("PATCH", at(deck), {"number": 1, "name": "x"}).json()["code"] == "deleted"
    assert mine.ask("POST", at(deck, "restore/")).json()["deleted_at"] is None
    assert mine.ask("GET", "decks/?mine=true").json()["count"] == 1


def test_new_link_ends_the_old_one(mine, deck) -> None:
    renewed = mine.ask("POST", at(deck, "link/"), {"number": 1}).json()["id"]
    assert mine.ask("GET", at(deck)).status_code == 404
    assert mine.ask("GET", f"decks/{renewed}/").status_code == 200


def test_others_copy_what_they_see(mine, make, client_of, other) -> None:
    deck = make(visibility="public", tags=["mine"], notes="mine")
    save_draft(deck, EMPTY, by=deck.owner, number=deck.number)
    answer = client_of(other).ask("POST", at(deck, "copy/"), {"name": "Theirs"})
    copied = answer.json()
    assert (answer.status_code, copied["content"], copied["name"], copied["owner"]) == (
        201,
        CONTENT,
        "Theirs",
        "tobias",
    )
    assert (copied["tags"], copied["notes"]) == ([], "")
    assert copied["copied_from"] == {"id": deck.public_id, "name": "Wreck Runners"}


def test_contents_are_compared_across_decks_and_versions(mine, make) -> None:
    deck = make(visibility="public")
    save_draft(deck, content(deck={"Fire": 1}), by=deck.owner, number=deck.number)
    gone = {"part": "deck", "title": "Red Alert", "before": 2, "after": 0}
    fewer = {"part": "deck", "title": "Fire", "before": 4, "after": 1}
    assert mine.ask("GET", at(deck, "diff/?version=1")).json() == {"differences": [fewer, gone]}
    same = make("Other")
    assert mine.ask("GET", at(same, f"diff/?other={deck.public_id}&other_version=1")).json() == {"differences": []}
    assert mine.ask("GET", at(same, "diff/?other=nothing")).status_code == 404


@pytest.mark.parametrize(
    ("form", "kind"),
    [("text", "text/plain; charset=utf-8"), ("json", "application/json"), ("code", "text/plain; charset=utf-8")],
)
def test_what_is_taken_away_is_read_as_the_same_deck(mine, deck, form: str, kind: str) -> None:
    taken = mine.ask("GET", at(deck, f"export/?format={form}"), Accept="text/html")
    assert taken["Content-Type"] == kind
    read = mine.ask("POST", "import/", {"text": taken.content.decode(), "save": True})
    assert (read.status_code, read.json()["content"], read.json()["source"]) == (201, CONTENT, form)
    assert mine.ask("GET", read["Location"]).json()["name"] == deck.name


def test_import_tells_what_became_of_each_line_and_saves_nothing(api) -> None:
    read = api.ask("POST", "import/", {"text": TEXT + "0.5 Phasers\x07\n"}).json()
    assert (read["source"], read["name"], read["deck"]) == ("text", "Wreck Runners", None)
    assert [(line["line"], line["status"], line["title"]) for line in read["lines"]] == [
        (1, "note", None),
        (2, "taken", "Sol"),
        (3, "taken", "Aes Palamas"),
        (5, "taken", "Fire"),
        (6, "unknown", "Nothing Known"),
        (8, "taken", "Wormhole 1"),
        (9, "fault", None),
    ]
    assert not Deck.objects.exists()


def test_lines_are_corrected_before_saving(mine) -> None:
    sent = {"text": TEXT, "chosen": {"Nothing Known": "Phasers"}, "save": True, "name": "Corrected"}
    made = mine.ask("POST", "import/", sent)
    assert (made.status_code, made.json()["content"]["deck"]) == (201, {"Fire": 4, "Phasers": 1})
    assert mine.ask("GET", made["Location"]).json()["name"] == "Corrected"
    left_out = mine.ask("POST", "import/", {"text": TEXT, "chosen": {"Nothing Known": ""}}).json()
    assert left_out["content"]["deck"] == {"Fire": 4}
    for wrong in ([], {"Nothing Known": 1}, {"Nothing Known": None}):
        assert mine.ask("POST", "import/", {"text": TEXT, "chosen": wrong}).json()["field"] == "chosen"


def test_link_leads_to_what_whoever_asks_may_see(api, mine, deck) -> None:
    link = {"text": f"http://testserver/decks/{deck.public_id}/"}
    assert mine.ask("POST", "import/", link).json()["content"] == CONTENT
    hidden = api.ask("POST", "import/", link).json()
    nothing = api.ask("POST", "import/", {"text": f"http://testserver/decks/{deck.public_id[::-1]}/"}).json()
    assert hidden["content"] == nothing["content"] == EMPTY
    assert hidden["lines"][0]["reason"] == nothing["lines"][0]["reason"]


def test_text_with_faults_is_not_saved(mine) -> None:
    refused = mine.ask("POST", "import/", {"text": TEXT + "0.5 Phasers\x07\n", "save": True})
    assert (refused.status_code, refused.json()["code"]) == (422, "unreadable")
    assert [fault["line"] for fault in refused.json()["faults"]] == [9]
    assert not Deck.objects.exists()


def test_saving_an_import_needs_somebody(api) -> None:
    assert api.ask("POST", "import/", {"text": TEXT, "save": True}).json()["code"] == "not_signed_in"


def test_deck_is_checked_in_several_formats(api) -> None:
    formats = [
        {"name": "full"},
        {"name": "tournament", "points": 14, "tolerance": 0},
        {"name": "sealed", "pool": {"Sol": 1, "Fire": 4}},
        {"name": "sealed"},
    ]
    verdicts = api.ask("POST", "check/", {"content": CONTENT, "formats": formats}).json()["verdicts"]
    codes = [{problem["code"] for problem in verdict["problems"]} for verdict in verdicts]
    assert [(each["format"], each["points"], each["tolerance"]) for each in verdicts][1] == ("tournament", 14, 0)
    assert codes[0] - codes[1] == {"hexpile.points_out_of_range"}
    assert (codes[2] - codes[0], codes[3] - codes[0]) == ({"pool.exceeded"}, {"pool.missing"})
    assert verdicts[0]["problems"][0]["message"] == "The deck holds 6 of at least 25 cards."
    assert not any(verdict["legal"] for verdict in verdicts)


def test_content_text_and_deck_are_checked_alike(api, mine, deck) -> None:
    by_text = api.ask("POST", "check/", {"text": mine.ask("GET", at(deck, "export/")).content.decode()}).json()
    assert by_text == api.ask("POST", "check/", {"content": CONTENT}).json()
    code = mine.ask("GET", at(deck, "export/?format=code")).content.decode()
    assert by_text == api.ask("POST", "check/", {"text": code}).json()
    assert by_text == mine.ask("POST", "check/", {"deck": deck.public_id}).json()
    hidden, none = (api.ask("POST", "check/", {"deck": name}) for name in (deck.public_id, "nothing"))
    assert (hidden.status_code, hidden.content) == (404, none.content)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"content": {}, "text": ""},
        {"content": {}, "version": 1},
        {"content": {}, "formats": []},
        {"content": {}, "formats": [{"name": "basic"}]},
        {"content": {}, "formats": [{"name": "full", "points": 0}]},
        {"content": {}, "formats": [{"name": "full", "points": True}]},
        {"content": {}, "formats": [{"name": "sealed", "pool": {"Sol": 0}}]},
        {"content": {}, "formats": [{"name": "full"}] * 11},
        {"content": {}, "formats": [{"name": "sealed", "pool": dict.fromkeys(map(str, range(1_001)), 1)}] * 2},
        {"text": "nothing of a deck"},
        {"deck": 1},
    ],
)
def test_check_that_cannot_be_made_says_why(api, body: dict) -> None:
    answer = api.ask("POST", "check/", body)
    assert answer.status_code in (400, 422)
    assert answer.json()["detail"]


def test_public_list_is_found_by_what_it_shows(api, make, other) -> None:
    first = make("Wreck Runners", visibility="public", tags=["Quick"])
    second = make("Slow", by=other, visibility="public", content=content(ship="Ruk'tor", deck={"Phasers": 1}))
    make("Runners unseen", visibility="unlisted", tags=["quick"])
    make("Runners in private", tags=["quick"])

    def found(asked: str) -> list[str]:
        return [each["id"] for each in api.ask("GET", f"decks/?{asked}").json()["results"]]

    assert found("") == [second.public_id, first.public_id]
    for asked in (
        "name=unners wréck",
        "tag=QUICK",
        "race=federation",
        "piece=fire",
        "owner=MAREN",
        "piece=sol&tag=quick",
    ):
        assert found(asked) == [first.public_id]
    assert found("race=klingon") == found("piece=phasers") == [second.public_id]
    assert found("tag=slow") == []
    assert found("sort=oldest") == [first.public_id, second.public_id]
    assert found("sort=name") == [second.public_id, first.public_id]
    assert api.ask("GET", "decks/?race=human").json()["field"] == "race"
    assert api.ask("GET", "decks/?sort=changed").json()["detail"].startswith("sort: newest or oldest or name was")
    assert api.ask("GET", "decks/?deleted=true").json()["field"] == "deleted"


@pytest.mark.parametrize("address", ["decks/", "decks/?mine=true", "versions/"])
def test_list_costs_the_same_queries_for_one_and_three(
    mine, make, owner, address: str, django_assert_num_queries
) -> None:
    deck = make("0", visibility="public", tags=["a"])
    address = at(deck, address) if address == "versions/" else address
    mine.ask("GET", address)

    def ask() -> int:
        with django_assert_num_queries(4):
            return len(mine.ask("GET", address).json()["results"])

    assert ask() == 1
    for number in (1, 2):
        make(str(number), visibility="public", tags=["a", "b"])
        row = save_draft(deck, content(deck={"Fire": number}), by=owner, number=Deck.objects.get(pk=deck.pk).number)
        keep_version(row, by=owner, number=row.number)
    assert ask() == 3
