"""The pages of exporting: the draft or a version, as files with names that are safe, for those who may see the deck."""

import json

import pytest

from cards.decks.abilities import Visibility
from cards.decks.changes import save_draft
from cards.decks.reading import file_name
from tests.cards.decks.contents import content
from tests.markup import read_page

PATHS = ("export/", "deck.txt", "deck.json")


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("person", ["stranger", "guest", "other", "owner", "staff"])
def test_deck_is_exported_to_those_alone_who_may_see_it(make, people, browser_of, person, visibility):
    deck, browser = make(visibility=visibility), browser_of(people[person])
    may_see = person in ("owner", "staff") or visibility != Visibility.PRIVATE
    answers = [browser.get(f"{deck.get_absolute_url()}{path}").status_code for path in PATHS]
    assert answers == [200 if may_see else 404] * 3


def test_others_get_versions_and_never_the_draft(make, owner, other, browser_of):
    deck = make(visibility=Visibility.PUBLIC)
    save_draft(deck, content(deck={"Sabotage": 2}), by=owner, number=deck.number)
    for path in PATHS:
        address = f"{deck.get_absolute_url()}{path}"
        assert "Sabotage" in read_page(browser_of(owner).get(address))
        for browser, query in ((browser_of(other), ""), (browser_of(owner), "?version=1")):
            assert "Sabotage" not in read_page(browser.get(address + query))
        for number, status in (("2", 404), ("0", 404), ("9" * 30, 400), ("-1", 400), ("x", 400)):
            assert browser_of(owner).get(f"{address}?version={number}").status_code == status


def test_files_are_kept_by_nobody_and_read_as_what_they_are(deck, owner, browser_of):
    for path, kind in (("deck.txt", "text/plain; charset=utf-8"), ("deck.json", "application/json")):
        answer = browser_of(owner).get(f"{deck.get_absolute_url()}{path}")
        assert answer.headers["Content-Type"] == kind
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert {"private", "no-store"} <= set(answer.headers["Cache-Control"].split(", "))
        assert answer.headers["Content-Disposition"] == f'attachment; filename="Wreck Runners.{path[5:]}"'
    assert json.loads(answer.content)["name"] == "Wreck Runners"


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Wreck Runners", "Wreck Runners"),
        ("../../etc/passwd", "etc-passwd"),
        ('a\\b:c*d?"e<f>|g%', "a-b-c-d-e-f-g"),
        ("...", "deck"),
        ("x" * 100, "x" * 80),
        ("Étoile ☄", "Étoile ☄"),
    ],
)
def test_file_names_are_safe_on_any_machine(name, file):
    assert file_name(name) == file


def test_names_beyond_ascii_are_sent_as_rfc_5987_has_it(make, owner, browser_of):
    answer = browser_of(owner).get(f"{make(name='Étoile').get_absolute_url()}deck.txt")
    assert answer.headers["Content-Disposition"] == "attachment; filename*=utf-8''%C3%89toile.txt"
