"""docs/balance.md and its plots, and the command that writes them."""

import json
from io import StringIO
from xml.etree import ElementTree as ET

import pytest
from django.core.management import CommandError, call_command

from incursions.games.incursions.bots.trials.document import CHANGES, changes_in, write_document
from incursions.games.incursions.bots.trials.plots import plots_of
from incursions.games.incursions.bots.trials.report import report_of
from incursions.games.incursions.bots.trials.tally import Tally
from tests.games.incursions.bots.trials.decks import deck_set


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("balance", *arguments, "--processes", "1", stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.mark.parametrize("is_file", [True, False])
@pytest.mark.parametrize("seats", [2, 3])
def test_plots_are_drawings_with_a_name(report, seats, is_file):
    for plot in plots_of(report[str(seats)], seats).values():
        drawn = plot.svg(is_file=is_file)
        root = ET.fromstring(drawn)
        assert root.get("aria-label")
        assert ("<style>" in drawn) == is_file
        assert "style=" not in drawn
        width, height = map(float, root.get("viewBox").split()[2:])
        for element in root.iter():
            assert all(-0.1 <= float(element.get(name, 0)) <= width for name in ("x", "x1", "x2", "cx"))
            assert all(-0.1 <= float(element.get(name, 0)) <= height for name in ("y", "y1", "y2", "cy"))


def test_plots_of_nothing_played_are_drawn():
    level = report_of([Tally(2)], deck_set().decks, 1)["2"]
    assert all(ET.fromstring(plot.svg(is_file=True)) is not None for plot in plots_of(level, 2).values())


def test_plots_show_every_race_and_deck(report):
    drawn = plots_of(report["2"], 2)["win-rates"].svg()
    assert all(deck.title in drawn for deck in deck_set(4).decks)
    assert "Klingon" in drawn


def test_document_keeps_what_people_wrote(report, tmp_path):
    write_document(report, tmp_path, "script/manage balance")
    page = (tmp_path / "balance.md").read_text()
    assert changes_in(page) == "Nothing yet.\n"
    story = "Fire was too big.\n\n### Hulls\n\nAll by a tenth.\n"
    (tmp_path / "balance.md").write_text(page.replace(f"{CHANGES}\n\nNothing yet.\n", f"{CHANGES}\n\n{story}"))
    write_document(report, tmp_path, "script/manage balance")
    again = (tmp_path / "balance.md").read_text()
    assert changes_in(again) == story
    assert again.replace(story, "Nothing yet.\n") == page


def test_document_shows_pictures_that_are_there(report, tmp_path):
    page, *pictures = write_document(report, tmp_path, "script/manage balance")
    assert len(pictures) == 10
    assert all(f"({picture.relative_to(tmp_path)})" in page.read_text() for picture in pictures)


def test_command_prints_json_with_a_level_for_each_number_of_seats():
    found = json.loads(command("--games", "2", "--seats", "3,2", "--json"))
    assert list(found) == ["2", "3"]
    assert [level["games"] for level in found.values()] == [2, 2]


def test_command_prints_tables_that_say_what_is_met():
    said = command("--games", "2", "--seats", "2", "--decks", "The Harvest, First Blood", "--seed", "3")
    assert "The Harvest" in said
    assert "Slow Certainty" not in said
    assert "too few games" in said
    assert "2 seats" in said


def test_command_takes_the_seats_that_there_are_decks_for():
    found = json.loads(command("--games", "1", "--json", "--decks", "The Harvest,First Blood,Slow Certainty"))
    assert list(found) == ["2"]


def test_command_goes_on_where_it_was(tmp_path):
    kept = ["--seats", "2", "--resume", str(tmp_path / "kept.json"), "--json"]
    command("--games", "2", *kept)
    assert json.loads(command("--games", "3", *kept)) == json.loads(command("--games", "3", "--seats", "2", "--json"))


def test_command_writes_the_page(tmp_path):
    command("--games", "1", "--seats", "2", "--report", str(tmp_path))
    assert (tmp_path / "balance.md").read_text().startswith("# Balance\n")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--games", "0"], "a number of games from 1"),
        (["--games", "many"], "not 'many'"),
        (["--seats", "1"], "numbers of seats from 2 to 6"),
        (["--seats", "2,,4"], "numbers of seats from 2 to 6"),
        (["--decks", "The Harvest,Nobody"], "there is no starter called 'Nobody'"),
        (["--decks", "The Harvest,The Harvest"], "each is named once"),
        (["--decks", "The Harvest"], "2 seats need 2 different decks, not 1"),
        (["--seats", "4", "--decks", "The Harvest,First Blood"], "4 seats need 4 different decks, not 2"),
    ],
)
def test_command_refuses_what_makes_no_sense(arguments, complaint):
    with pytest.raises(CommandError, match=complaint) as refused:
        command(*arguments)
    assert getattr(refused.value, "returncode", 2) in (1, 2)
