"""Lists copied from other sites with their decoration, and first lines that are no name."""

import pytest

from tests.games.incursions.deck_files.pasting import became


@pytest.mark.parametrize(
    "line",
    [
        "<li>3x Phasers</li>",
        "<b>3</b> <a href='https://example.org/93'>Phasers</a>",
        "* 3x [Phasers](https://example.org/card/93) _(Core Set)_",
        "[b]3x Phasers[/b]",
        "[url=https://example.org/93]3 Phasers[/url]",
        "[*] 3 [color=red]Phasers[/color]",
        "__3 Phasers__",
        "~~3 Phasers~~",
        "||3 Phasers||",
        "`3 Phasers`",
        "**3x** `Phasers`",
        "\N{ARABIC-INDIC DIGIT THREE} Phasers",
        "\N{DEVANAGARI DIGIT THREE}x Phasers",
        "\N{FULLWIDTH DIGIT THREE} Phasers",
    ],
)
def test_decoration_is_taken_off(line, read):
    assert became(read(line)) == [("taken", "Phasers", 3)]


@pytest.mark.parametrize(
    "first",
    [
        "https://example.org/decks/12",
        "<ul>",
        "[A deck](https://example.org/decks/12)",
        "Shipp: Sol",
        "www.example.org/decks/12",
    ],
)
def test_first_line_that_is_not_plain_words_is_no_name(first, read):
    report = read(f"{first}\n3 Phasers")
    assert report.name == "" or first.startswith("[A deck]")
    assert report.content.cards == {"Phasers": 3}
    assert len(report.lines) == 2


def test_misspelt_heading_is_reported_and_nothing_is_lost_in_silence(read):
    report = read("Shipp: Sol\n3 Phasers")
    assert [line.raw for line in report.lines if line.status != "taken"] == ["Shipp: Sol"]
    assert report.lines[0].status in ("unknown", "guessed")


@pytest.mark.parametrize(("line", "copies"), [("IV Red Alert", 4), ("II x Red Alert", 2)])
def test_roman_number_is_a_guess(line, copies, read):
    report = read(f"1 Phasers\n{line}")
    assert became(report)[1] == ("guessed", "Red Alert", copies)
    assert f"was read as {copies}" in report.lines[1].reason


@pytest.mark.parametrize(
    "category",
    ["X{noDeck}", "Tactical,Maybeboard{noDeck}", "Tactical,Maybeboard{noDeck}{noPrice}", "Considering", "Wishlist",
     "Maybeboard"],
)  # fmt: skip
def test_cards_that_archidekt_keeps_out_of_the_deck_are_left_out(category, read):
    report = read(f"3 Phasers\n2x Red Alert (inc) 12 [{category}] ^Have,#37d67a^")
    assert report.content.cards == {"Phasers": 3}
    assert (report.lines[1].status, report.lines[1].reason) == ("note", "left out: it is not part of the deck")


def test_archidekt_category_of_the_deck_counts(read):
    assert read("2x Red Alert (inc) 12 [Tactical{top}]").content.cards == {"Red Alert": 2}


@pytest.mark.parametrize("line", ["15 influence spent (max 15)", "20 agenda points (between 20 and 21)"])
def test_summary_of_netrunnerdb_is_no_card(line, read):
    report = read(f"3 Phasers\n{line}")
    assert report.content.cards == {"Phasers": 3}
    assert report.lines[1].status == "note"
