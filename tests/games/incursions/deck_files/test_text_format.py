"""The text format: what is taken, and what cannot be read with its line and reason."""

import pytest

from incursions.games.incursions.deck_files import Line, Part, read_deck, read_pool
from incursions.games.incursions.deck_files.formats import LONGEST_TEXT, MOST_LINES
from incursions.games.incursions.rules.construction import DeckContent

WRECK_RUNNERS = """# Name: Wreck Runners
Ship: Sol
Captain: Aes Palamas
[Deck]
4 Phasers
2 Red Alert
[Hexpile]
1 Wormhole 1
3 Mine Field
"""
CONTENT = DeckContent("Sol", "Aes Palamas", None, {"Phasers": 4, "Red Alert": 2}, {"Wormhole 1": 1, "Mine Field": 3})


def read(text, titles):
    """Return the deck of a text, asserting that it has no faults."""
    found = read_deck(text, titles)
    assert found.faults == ()
    return found


def faults(text, titles):
    return [tuple(fault) for fault in read_deck(text, titles).faults]


def test_a_deck_is_read_with_its_name(titles):
    found = read(WRECK_RUNNERS, titles)
    assert (found.name, found.content) == ("Wreck Runners", CONTENT)


def test_every_line_with_a_piece_is_reported_with_its_place(titles):
    assert read("ship: SOL\n\n[Deck]\n# four of them\n4 phasers\n1 Phaser\n", titles).lines == (
        Line(1, Part.SHIP, 1, "SOL", "Sol"),
        Line(5, Part.DECK, 4, "phasers", "Phasers"),
        Line(6, Part.DECK, 1, "Phaser", None),
    )


def test_a_stand_in_stands_instead_of_the_captain(titles):
    content = read("Stand-in: Elira\n[Deck]\n", titles).content
    assert (content.captain, content.stand_in) == (None, "Elira")


@pytest.mark.parametrize(
    "spelled",
    [
        "\ufeff" + WRECK_RUNNERS,
        WRECK_RUNNERS.replace("\n", "\r\n"),
        WRECK_RUNNERS.replace("\n", "\r"),
        WRECK_RUNNERS.replace("\n", "\n\n"),
        WRECK_RUNNERS.removesuffix("\n"),
        WRECK_RUNNERS.replace(" ", "\t"),
        WRECK_RUNNERS.replace(" ", "\u00a0"),
        WRECK_RUNNERS.replace("\n", " \t\n  "),
        WRECK_RUNNERS.replace("4 Phasers", "4x Phasers").replace("3 Mine", "3× Mine").replace("2 Red", "2X Red"),
        WRECK_RUNNERS.replace("4 Phasers", "1 Phasers\n2 PHASERS\n1 phasers"),
        WRECK_RUNNERS.replace("4 Phasers", "004 Phasers"),
        WRECK_RUNNERS.replace("[Deck]", "[ deck ]").replace("Captain:", "CAPTAIN :"),
        WRECK_RUNNERS.replace("Ship: Sol\n", "") + "Ship: Sol\n",
        WRECK_RUNNERS.replace("[Deck]", "# Name:\n# a remark: [Hexpile]\n[Deck]"),
        WRECK_RUNNERS.replace("Phasers", "Pha\u200bsers").replace("Runners", "Run\u00adners"),
    ],
)
def test_other_spellings_are_the_same_deck(spelled, titles):
    found = read(spelled, titles)
    assert (found.name, found.content) == ("Wreck Runners", CONTENT)


def test_unknown_titles_stand_as_typed(titles):
    found = read("Ship: Sool\n[Deck]\n2 Phased  Phasers\n[Hexpile]\n1 שלום\n", titles)
    assert found.content == DeckContent("Sool", None, None, {"Phased Phasers": 2}, {"שלום": 1})
    assert [line.title for line in found.lines] == [None, None, None]


def test_many_copies_are_read_for_the_evaluator_to_judge(titles):
    assert read("[Deck]\n100000 Phasers\n999999 Fire\n1 Fire\n", titles).content.cards == {
        "Phasers": 100_000,
        "Fire": 1_000_000,
    }


UNREADABLE = [
    ("", 1, "there is no section: [Deck] and [Hexpile] were expected"),
    ("Ship: Sol\n", 1, "there is no section: [Deck] and [Hexpile] were expected"),
    ("Ship: Sol\n4 Phasers\n", 2, "there is no section: [Deck] and [Hexpile] were expected"),
    ("4 Fire\n[Deck]\n", 1, "this line is above the first section: [Deck] or [Hexpile] was expected"),
    ("[Deck]\nPhasers\n", 2, "a count and a title were expected, as in “4 Phasers”, not 'Phasers'"),
    ("[Deck]\n4\n", 2, "a count and a title were expected, as in “4 Phasers”, not '4'"),
    ("[Deck]\n4Phasers\n", 2, "a count and a title were expected, as in “4 Phasers”, not '4Phasers'"),
    ("[Deck]\nx4 Phasers\n", 2, "a count and a title were expected, as in “4 Phasers”, not 'x4 Phasers'"),
    ("[Deck]\n4.5 Phasers\n", 2, "a count and a title were expected, as in “4 Phasers”, not '4.5 Phasers'"),
    ("[Deck]\n٤ Phasers\n", 2, "a count and a title were expected, as in “4 Phasers”, not '٤ Phasers'"),
    ("[Deck] 4 Fire\n[Deck]\n", 1, "a count and a title were expected, as in “4 Phasers”, not '[Deck] 4 Fire'"),
    ("[Deck]\n0 Phasers\n", 2, "deck, 'Phasers': at least one copy was expected, not 0"),
    ("[Deck]\n-3 Phasers\n", 2, "deck, 'Phasers': at least one copy was expected, not -3"),
    ("[Deck]\n1000000 Phasers\n", 2, "deck, 'Phasers': at most 999999 copies were expected"),
    (f"[Deck]\n{'9' * 5000} Fire\n", 2, f"'{'9' * 79}... is not a number of copies"),
    ("[Deck]\n1 \u200b\n", 2, "deck: the title is empty; leave it out where there is none"),
    (f"[Deck]\n1 {'e' * 201}\n", 2, "deck: the title is longer than 200 characters"),
    ("[Deck]\n[Deck]\n", 2, "the section [Deck] appears twice"),
    ("[Deck]\n[Sideboard]\n", 2, "there is no section 'Sideboard'; there are [Deck], [Hexpile]"),
    ("[Deck]\n[Pool]\n", 2, "there is no section 'Pool'; there are [Deck], [Hexpile]"),
    ("Ship: Sol\n[Deck]\nSHIP: Sol\n", 3, "ship appears twice"),
    ("Captain: A\nCaptain: B\n[Deck]\n", 2, "captain appears twice"),
    ("Stand-in: A\nStand-in: B\n[Deck]\n", 2, "stand-in appears twice"),
    ("# Name: A\n# Name: B\n[Deck]\n", 2, "the name appears twice"),
    ("Ship:\n[Deck]\n", 1, "ship: the title is empty; leave it out where there is none"),
    ("Shp: Sol\n[Deck]\n", 1, "there is no heading 'Shp'; there are Ship, Captain and Stand-in, and # Name"),
    (f"# Name: {'e' * 101}\n[Deck]\n", 1, "the name is longer than 100 characters"),
    ("[Deck]\n4 Pha\0sers\n", 2, "the line holds a control character (U+0000)"),
    ("[Deck]\n4 Phasers\x1b[31m\n", 2, "the line holds a control character (U+001B)"),
    ("[Deck]\n4 Phasers\x0c\n", 2, "the line holds a control character (U+000C)"),
    ("[Deck]\n4 Phasers\x85\n", 2, "the line holds a control character (U+0085)"),
    ("[Deck]\n4 \u202esresahP\n", 2, "the line holds a mark of writing direction (U+202E)"),
    ("# Name: \u2067Sol\n[Deck]\n", 1, "the line holds a mark of writing direction (U+2067)"),
    ("[Deck]\n4 Phasers\u2028\n", 2, "the line holds a line separator (U+2028)"),
    ("[Deck]\n4 Phasers\u2029\n", 2, "the line holds a paragraph separator (U+2029)"),
    ("[Deck]\n4 Phasers\ud800\n", 2, "the line holds half a character (U+D800)"),
    ("[Deck]" + "\n" * MOST_LINES, MOST_LINES + 1, "there are more than 20000 lines"),
    ("[Deck]\n" + "e" * LONGEST_TEXT, 0, "there are more than 2000000 characters"),
]


@pytest.mark.parametrize(("text", "line", "reason"), UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_cannot_be_read_is_told_with_its_line(text, line, reason, titles):
    assert faults(text, titles) == [(line, reason)]


def test_all_faults_are_told_in_the_order_of_lines(titles):
    found = read_deck("4 Fire\nShip: Sol\n[Deck]\nPhasers\n[Hexpil]\n0 Sol\n4 Fire", titles)
    assert [fault.line for fault in found.faults] == [1, 4, 5, 6]
    assert str(found.faults[1]) == "line 4: a count and a title were expected, as in “4 Phasers”, not 'Phasers'"
    assert found.content == DeckContent("Sol", None, None, {"Fire": 4}, {}), "what can be read is there"


POOLED = {"Sol": 1, "Bulwark": 1, "Phasers": 4, "Mine Field": 2}


@pytest.mark.rule("22.1", "22.2")
@pytest.mark.parametrize(
    "text",
    [
        "[Pool]\n1 Sol\n1 Bulwark\n4 Phasers\n2 Mine Field\n",
        "1 Sol\n1 bulwark\n4 Phasers\n2 mine field\n",
        "Ship: Sol\nShip: Bulwark\n[Deck]\n3 Phasers\n[Hexpile]\n2 Mine Field\n[Deck]\n1 Phasers",
        '{"pool": {"Sol": 1, "Bulwark": 1, "Phasers": 4, "Mine Field": 2}}',
        '{"ship": "Sol", "deck": {"phasers": 4, "Bulwark": 1}, "hexpile": {"Mine Field": 2}}',
    ],
)
def test_a_pool_counts_pieces_wherever_they_stand(text, titles):
    found = read_pool(text, titles)
    assert (found.pool, found.faults) == (POOLED, ())


def test_a_pool_with_nothing_in_it_can_be_read(titles):
    assert (read_pool("", titles).pool, read_pool("", titles).faults) == ({}, ())


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("[Pool]\nPhasers\n", 2, "a count and a title were expected, as in “4 Phasers”, not 'Phasers'"),
        ("[Pol]\n4 Fire\n", 1, "there is no section 'Pol'; there are [Pool], [Deck], [Hexpile]"),
        ("{}", 0, "there is neither deck nor hexpile nor pool"),
    ],
)
def test_a_pool_that_cannot_be_read_is_told_so(text, line, reason, titles):
    assert [tuple(fault) for fault in read_pool(text, titles).faults] == [(line, reason)]
