"""The catalogue in the API: searched, piece by piece, and as one file for each version."""

import gzip
import json

import pytest

from cards.models import Ship
from cards.storing import write_piece
from incursions.games.incursions.rules.construction import FORMATS
from incursions.kit.api.answers import takes_gzip

pytestmark = pytest.mark.django_db
PUBLIC = "public, max-age=3600, stale-while-revalidate=86400"


def revise(title: str, **fields: object) -> None:
    row = Ship.objects.get(title=title)
    write_piece(row, row.definition | fields, by=None)


def file_of(api) -> str:
    return api.ask("GET", "catalogue/").json()["file"]


def test_pieces_are_those_that_the_search_finds(api, django_assert_num_queries) -> None:
    api.ask("GET", "pieces/?page_size=1")
    with django_assert_num_queries(1):
        found = api.ask("GET", "pieces/?q=kind:ship+race:borg+sort:title&page_size=3").json()
    assert (found["count"], found["page"], found["pages"]) == (4, 1, 2)
    assert found["next"] == "/api/v1/pieces/?q=kind%3Aship+race%3Aborg+sort%3Atitle&page_size=3&page=2"
    assert found["explained"] == "ships whose race is Borg; by title"
    following = api.ask("GET", found["next"]).json()
    titles = [piece["title"] for piece in found["results"] + following["results"]]
    assert titles == sorted(titles)
    assert len(following["results"]) == 1
    assert (following["next"], following["previous"]) == (None, found["next"].replace("page=2", "page=1"))


def test_query_that_cannot_be_read_tells_the_place_and_what_was_meant(api) -> None:
    answer = api.ask("GET", "pieces/?q=kind:ship+natur:attack")
    problem = answer.json()
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert (problem["code"], problem["fault"], problem["place"]) == (
        "bad_query",
        "field.unknown",
        {"start": 10, "end": 15},
    )
    assert (problem["suggestion"], problem["corrected"]) == ("nature", "kind:ship nature:attack")
    assert "results" not in problem


def test_piece_is_whole_and_can_be_seen(api, client) -> None:
    sol = api.ask("GET", "pieces/sol/").json()
    row = Ship.objects.get(title="Sol")
    assert (sol["title"], sol["kind"], sol["set"], sol["number"]) == ("Sol", "ship", row.set.code, row.number)
    assert sol["definition"] == row.definition
    assert client.get(sol["url"]).status_code == 200
    assert client.get(sol["pictures"]["drawing"])["Content-Type"] == "image/svg+xml"


@pytest.mark.parametrize(("slug", "meant"), [("Sol", "sol"), ("phaserz", "phasers")])
def test_piece_that_is_not_there_suggests_others(api, slug: str, meant: str) -> None:
    answer = api.ask("GET", f"pieces/{slug}/")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_piece")
    assert meant in answer.json()["suggestions"]


def test_rulings_stand_with_their_pieces_the_newest_first(api) -> None:
    every = api.ask("GET", "rulings/?page_size=500").json()["results"]
    days = [ruling["date"] for ruling in every]
    assert days == sorted(days, reverse=True)
    of_one = api.ask("GET", "rulings/?piece=borg-checkpoint").json()["results"]
    assert of_one == [ruling for ruling in every if ruling["piece"] == "borg-checkpoint"]
    assert len(of_one) == 1
    assert api.ask("GET", "rulings/?piece=nothing").status_code == 404


def test_formats_have_their_numbers(api) -> None:
    found = {each["name"]: each for each in api.ask("GET", "formats/").json()}
    assert set(found) == set(FORMATS)
    assert (found["full"]["points"], found["full"]["tolerance"], found["sealed"]["from_pool"]) == (30, 2, True)


def test_file_holds_every_piece_and_never_changes(api) -> None:
    now = api.ask("GET", "catalogue/").json()
    plain, packed = api.ask("GET", now["file"]), api.ask("GET", now["file"], **{"Accept-Encoding": "br, gzip"})
    assert gzip.decompress(packed.content) == plain.content
    assert (packed["Content-Encoding"], packed["Vary"]) == ("gzip", "Accept-Encoding")
    assert plain["ETag"] != packed["ETag"]
    assert plain["Cache-Control"] == packed["Cache-Control"] == "public, max-age=31536000, immutable"
    pieces = json.loads(plain.content)["pieces"]
    assert (len(pieces), len(plain.content)) == (now["pieces"], now["bytes"])
    listed = api.ask("GET", "pieces/?page_size=500").json()["results"]
    assert {piece["slug"]: piece for piece in pieces} == {piece["slug"]: piece for piece in listed}


@pytest.mark.parametrize(
    ("accepted", "is_taken"),
    [
        ("gzip", True),
        ("GZIP", True),
        ("br, gzip;q=0.5", True),
        ("*", True),
        ("", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip;q=0, *", False),
        ("gzip;q=0.000, identity", False),
        ("x-gzip", False),
    ],
)
def test_file_is_compressed_for_whoever_takes_that(accepted: str, is_taken: bool) -> None:
    assert takes_gzip(accepted) == is_taken


def test_changed_piece_is_another_version_and_the_old_file_is_gone(api) -> None:
    before = file_of(api)
    revise("Sol", hull=31)
    after = file_of(api)
    assert before != after
    gone = api.ask("GET", before)
    assert (gone.status_code, gone.json()["code"], gone.json()["current"]) == (404, "no_such_catalogue", after)
    assert gone["Cache-Control"] == "no-store"
    revise("Sol", hull=26)
    assert file_of(api) == before


@pytest.mark.parametrize("address", ["", "pieces/?q=mine", "pieces/sol/", "rulings/", "formats/", "catalogue/", "file"])
def test_who_has_it_already_gets_no_body(api, address: str) -> None:
    address = file_of(api) if address == "file" else address
    first = api.ask("GET", address)
    assert not first["ETag"].startswith("W/")
    for known in (first["ETag"], f'"other", W/{first["ETag"]}', "*"):
        again = api.ask("GET", address, **{"If-None-Match": known})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert again["Cache-Control"] == first["Cache-Control"]
    assert api.ask("GET", address, **{"If-None-Match": '"other"'}).content == first.content


def test_only_the_catalogue_is_open_to_pages_of_other_sites(api, mine) -> None:
    for client in (api, mine):
        answer = client.ask("GET", "pieces/sol/", Origin="https://elsewhere.example")
        assert (answer["Access-Control-Allow-Origin"], answer["Cache-Control"]) == ("*", PUBLIC)
        assert "Access-Control-Allow-Credentials" not in answer
        assert not answer.has_header("Vary")
    asked = api.ask("OPTIONS", "pieces/sol/", Origin="https://elsewhere.example")
    assert (asked.status_code, asked["Access-Control-Allow-Headers"]) == (204, "Authorization, If-None-Match")
    for method, address in [("GET", "decks/"), ("OPTIONS", "decks/"), ("POST", "check/"), ("GET", "nothing/")]:
        assert not mine.ask(method, address).has_header("Access-Control-Allow-Origin")


def test_catalogue_is_the_same_with_a_session_and_nobody_must_keep_it_apart(client, other) -> None:
    client.force_login(other)
    assert not client.get("/api/v1/pieces/sol/").has_header("Vary")
