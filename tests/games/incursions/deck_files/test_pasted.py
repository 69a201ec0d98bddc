"""What people paste: told apart, taken in every usual spelling, and guessed at openly or not at all."""

import pytest

from incursions.games.incursions.deck_files import Part, Source, Status
from incursions.games.incursions.deck_files.formats import LONGEST_TEXT
from incursions.games.incursions.deck_files.paste_lines import LONGEST_LINE, MOST_LINES
from incursions.games.incursions.deck_files.paste_report import MOST_CANDIDATES, MOST_COMPARED, MOST_FAULTS
from incursions.games.incursions.rules.construction import DeckContent
from tests.games.incursions.deck_files.pasting import became

SPELLINGS = [
    ("4 Phasers", 4),
    ("4x Phasers", 4),
    ("4X Phasers", 4),
    ("4xPhasers", 4),
    ("x4 Phasers", 4),
    ("Phasers x4", 4),
    ("Phasers X 4", 4),
    ("Phasers 4x", 4),
    ("Phasers (4)", 4),
    ("Phasers [4]", 4),
    ("Phasers (x4)", 4),
    ("Phasers: 4", 4),
    ("Phasers - 4", 4),
    ("Phasers,4", 4),
    ("4,Phasers", 4),
    ('"Phasers";4', 4),
    ("4\tPhasers", 4),
    ("Phasers\t4", 4),
    ("(4) Phasers", 4),
    ("[4x] Phasers", 4),
    ("4 × Phasers", 4),
    ("4× Phasers", 4),
    ("* 4 Phasers", 4),
    ("- 4 Phasers", 4),
    ("• 4x Phasers", 4),
    ("– Phasers x4", 4),
    ("> 4 Phasers", 4),
    ("4 “Phasers”", 4),
    ("4 'phasers'", 4),
    ("4 Phasers (INC 012)", 4),
    ("4 Phasers (base) 93", 4),
    ("4x Phasers [base 93] *F*", 4),
    ("4 Phasers #93", 4),
    ("4 Phasers (Common)", 4),
    ("4 Phasers // all of them", 4),
    ("4 Phasers # all of them", 4),
    ("4 PHASERS.", 4),
    ("4x Phasers (inc) 93 *F* [Attack] ^Have,#37d67a^", 4),
    ("4 Phasers (PLST) INC-93", 4),
    ("4 Phasers INC 93", 4),
    ("4 Phasers (Base Set) ●●", 4),
    ("4x Phasers *CMDR*", 4),
    ("4 [INC:93] Phasers", 4),
    ("4 Phasers|INC|93", 4),
    ("4 Phasers <INC>", 4),
    ("4x **Phasers**", 4),
    ("- 4x [Phasers](https://example.org/cards/phasers/)", 4),
    ("[[Phasers]] x4", 4),
    ("Phasers ........ 4", 4),
    ("4 copies of Phasers", 4),
    ("Phasers", 1),
    ("- Phasers", 1),
]


@pytest.mark.parametrize(("line", "copies"), SPELLINGS)
def test_a_usual_spelling_is_taken(line, copies, read):
    report = read(line)
    assert became(report) == [("taken", "Phasers", copies)]
    assert report.content == DeckContent(cards={"Phasers": copies})
    assert ("no number" in report.lines[0].reason) == (copies == 1)


@pytest.mark.parametrize(
    ("line", "title", "copies"),
    [
        ("Warp 2", "Warp 2", 1),
        ("2 Warp 4", "Warp 4", 2),
        ("Warp 4 x2", "Warp 4", 2),
        ("1 Jum’er Vikot", "Jum'er Vikot", 1),
        ("1 Jum&#39;er Vikot", "Jum'er Vikot", 1),
        ("Long–Range Scanner (2)", "Long-Range Scanner", 2),
        ("1 Krotha, Daughter of Vann", "Krotha, Daughter of Vann", 1),
        ("3 pirates!", "Pirates!", 3),
    ],
)
def test_titles_with_numbers_and_signs_are_not_taken_apart(line, title, copies, read):
    assert became(read(line)) == [("taken", title, copies)]


GUESSES = [
    ("4 Phaserz", "Phasers", 4),
    ("1 Systm Report", "Systems Report", 1),
    ("2 repare crew", "Repair Crew", 2),
    ("2 Crew Repair", "Repair Crew", 2),
    ("2 RedAlert", "Red Alert", 2),
    ("Phasers 4", "Phasers", 4),
    ("1. Phasers", "Phasers", 1),
]


@pytest.mark.parametrize(("line", "title", "copies"), GUESSES)
def test_what_is_guessed_says_so_and_can_be_corrected(line, title, copies, read):
    report = read(line)
    assert became(report) == [("guessed", title, copies)]
    (guessed,) = report.lines
    assert guessed.reason
    assert guessed.is_open
    assert title in guessed.candidates
    kept = read(line, {guessed.typed: guessed.typed}).lines[0]
    assert (kept.title, kept.status, kept.candidates) == (guessed.typed, Status.TAKEN, guessed.candidates)
    assert read(line, {guessed.typed: ""}).is_empty
    assert read(line, {guessed.typed: "Fire"}).content.cards == {"Fire": copies}


@pytest.mark.parametrize("line", ["2 Wormhole 9", "2 Warp 3", "1 Nebula", "1 Vector 9"])
def test_what_may_be_several_pieces_or_another_one_is_not_guessed(line, read):
    (unknown,) = read(line).lines
    assert unknown.status is Status.UNKNOWN
    assert unknown.title == unknown.typed == line[2:]
    assert 0 < len(unknown.candidates) <= MOST_CANDIDATES


def test_suggestions_are_of_the_kind_that_is_expected_first(read):
    assert read("Captain: Palam").lines[0].candidates[0] == "Aes Palamas"
    assert read("[Deck]\n1 Mine").lines[0].candidates[0] == "Mine Rack"
    assert read("[Hexpile]\n1 Mine").lines[0].candidates[0] == "Mine Field"


TABLES = [
    'Count,Name,Edition\n4,Phasers,INC\n"1","Krotha, Daughter of Vann",INC',
    'Name,Quantity\nPhasers,4\n"Krotha, Daughter of Vann",1\nTotal,5',
    "Card Name;Rarity;Qty.\nphasers;Common;4x\nKrotha, Daughter of Vann;;1",
    "\tQty\tTitle\n\t4\tPhasers\nA 2\t1\tKrotha, Daughter of Vann",
    "| Copies | Card |\n|---:|:---|\n| 4 | Phasers |\n| | Krotha, Daughter of Vann |",
    'Board,Count,Name\nmain,4,Phasers\nsideboard,4,Fire\ndeck,1,"Krotha, Daughter of Vann"\nmaybe,1,Elira',
    'Name,Count\nPhasers,4\n"Krotha, Daughter of Vann",1\nSideboard,\nFire,4',
    "Name,Count\nPhasers,4\n[Deck]\n1 Krotha, Daughter of Vann",
]


@pytest.mark.parametrize("table", TABLES, ids=range(len(TABLES)))
def test_a_table_is_read_by_the_headings_of_its_columns(table, read):
    report = read(table)
    assert (report.name, report.content) == ("", DeckContent(cards={"Phasers": 4, "Krotha, Daughter of Vann": 1}))
    assert {line.status for line in report.lines} == {Status.TAKEN, Status.NOTE}


def test_what_stands_outside_is_named_in_the_first_cell(read):
    for table in ("Ship\tSol\nCaptain\tAes Palamas\nPhasers\t4", "Ship,Sol\nCaptain,Aes Palamas\nPhasers,4"):
        assert read(table).content == DeckContent("Sol", "Aes Palamas", cards={"Phasers": 4})


def test_rows_that_cannot_be_read_are_told_and_titles_in_them_guessed(read):
    report = read("Name,Count\nPhaserz,4\nFire,many\nElira,-1\nQwxyz,2\n")
    assert [(line.status, line.reason) for line in report.lines[1:]] == [
        (Status.GUESSED, "“Phaserz” was read as Phasers"),
        (Status.FAULT, "“many” is not a number of copies"),
        (Status.FAULT, "at least one copy was expected"),
        (Status.UNKNOWN, "there is no piece called “Qwxyz”"),
    ]
    assert report.content.cards == {"Phasers": 4, "Qwxyz": 2}


@pytest.mark.parametrize("row", ["4\tPhasers\tCommon", "Phasers\t4\tAttack", "4,Phasers,INC", "| Phasers | C | 4 |"])
def test_a_row_without_headings_is_a_guess(row, read):
    (line,) = read(row).lines
    assert (line.status, line.title, line.copies) == (Status.GUESSED, "Phasers", 4)
    assert line.reason == "it was read as cells of a table, of which one is a piece and one its copies"
    delimiter = next(sign for sign in "\t,|" if sign in row)
    assert read(f"{row}{delimiter}Fire").lines[0].title != "Phasers"  # two pieces


SAVED_ELSEWHERE = [
    """<?xml version="1.0"?><cockatrice_deck version="1"><deckname>Wreck Runners</deckname><comments>Mine</comments>
    <zone name="main"><card number="4" name="Phasers"/><card number="1" name="Jum&apos;er Vikot"/></zone>
    <zone name="side"><card number="2" name="Fire"/></zone></cockatrice_deck>""",
    """<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema"><deckname>Wreck Runners</deckname>
    <Cards CatID="1" Quantity="4" Sideboard="false" Name="Phasers" Annotation="0" />
    <Cards CatID="2" Quantity="1" Sideboard="false" Name="Jum'er Vikot" />
    <Cards CatID="3" Quantity="4" Sideboard="true" Name="Fire"/></Deck>""",
    """<deck game="x"><deckname>Wreck Runners</deckname><section name="Deck" shared="False">
    <card qty="4" id="a-b">Phasers</card><card id='c'>jumer vikot</card></section></deck>""",
    "[metadata]\nName=Wreck Runners\n[Main]\n4 Phasers|INC\n1 Jum'er Vikot|INC|1\n[Sideboard]\n2 Fire|INC",
    "About\nName Wreck Runners\n\nDeck\n4 Phasers (INC) 93\n1 Jum'er Vikot (INC) 34\n\nSideboard\n2 Fire (INC) 12",
    "Wreck Runners\nCrew (1)\n1x Jum'er Vikot\nAttack (4)\n4x Phasers\n5 cards (min 25)\nTotal Cards: 5\nSB: 2 Fire",
    "Wreck Runners\nCommander\n1 Jum'er Vikot *CMDR*\n4 Phasers\n2x Fire (inc) 12 [Maybeboard{noDeck},Attack] ^Have^",
]


@pytest.mark.parametrize("text", SAVED_ELSEWHERE, ids=range(len(SAVED_ELSEWHERE)))
def test_what_other_builders_write_is_read(text, read):
    report = read(text)
    cards = {"Phasers": 4, "Jum'er Vikot": 1}
    assert (report.name, report.content) == ("Wreck Runners", DeckContent(cards=cards))
    assert {line.status for line in report.lines} == {Status.TAKEN, Status.NOTE}
    assert all(line.reason for line in report.filter_lines(Status.NOTE))


def test_what_stands_in_markup_is_refused_as_it_is_in_a_line(read):
    pieces = [
        '<card number="4" name="&#10;Fire"/>',
        '<card number="-4" name="Fire"/>',
        '<card number="all" name="Fire"/>',
        '<card number="2" name="Qwxyz"/>',
    ]
    report = read(f"<deck>{''.join(pieces)}</deck>")
    assert [line.reason for line in report.lines] == [
        "the line holds a control character (U+000A)",
        "at least one copy was expected",
        "its number of copies is not a whole number",
        "there is no piece called “Qwxyz”",
    ]
    assert report.content == DeckContent(cards={"Qwxyz": 2})
    many = read("<deck>" + "".join(f'<card number="1" name="Qwxyz {number % 400}"/>' for number in range(2_001)))
    assert many.lines[-1].reason == "there are more than 2,000 pieces; the others were not read"
    assert sum(many.content.cards.values()) == 2_000


def test_what_is_like_nothing_is_kept_if_it_was_counted_and_left_out_if_not(read):
    report = read("4 Phasers\n2 Qwxyz\nQwxyz vrblt\n")
    assert became(report)[1:] == [("unknown", "Qwxyz", 2), ("unknown", None, 1)]
    assert report.content.cards == {"Phasers": 4, "Qwxyz": 2}


LOOSE = """\ufeffMy fine deck\r
Ship – sol\r
CAPTAIN = Aes Palamas

Main deck (3 cards):
4 Phasers
// a remark
# another one
Crew
Elira
**Hexes** (31 points)
1 Wormhole 1
1 Silent Drydock; 2 Sea of Wrecks
Sideboard
4 Fire
"""


def test_names_sections_and_remarks_are_understood_in_usual_forms(read):
    report = read(LOOSE)
    assert report.name == "My fine deck"
    hexpile = {"Wormhole 1": 1, "Silent Drydock": 1, "Sea of Wrecks": 2}
    assert report.content == DeckContent("Sol", "Aes Palamas", None, {"Phasers": 4, "Elira": 1}, hexpile)
    assert [line.line for line in report.filter_lines(Status.NOTE)] == [1, 7, 8, 14, 15]
    assert (
        report.filter_lines(Status.GUESSED)
        == report.filter_lines(Status.UNKNOWN)
        == report.filter_lines(Status.FAULT)
        == []
    )


@pytest.mark.parametrize(
    "heading", ["Deck:", "[Cards]", "main deck", "## Deck", "=== DECK ===", "Deck (45 cards)", "Officers - 5", "Crew"]
)
def test_headings_of_the_deck(heading, read):
    assert read(f"{heading}\n4 Phasers").lines[0].title == "Phasers"


@pytest.mark.parametrize("heading", ["Hexes", "Tiles:", "[Hex tiles]", "Hexpile (31)", "Hexpile - 31 points", "Map"])
def test_headings_of_the_hexpile(heading, read):
    assert read(f"{heading}\n1 Nobody").content == DeckContent(hexpile={"Nobody": 1})


@pytest.mark.parametrize("name", ["# Name: Wreck Runners", "Name: Wreck Runners", "Deck name = Wreck Runners"])
def test_names(name, read):
    assert read(f"{name}\n4 Phasers").name == "Wreck Runners"


def test_without_sections_each_piece_goes_where_its_kind_belongs(read):
    report = read("2 Wormhole 1\n4 Phasers\n2 Sol\nAes Palamas\nBulwark\n1 Elira")
    assert report.content == DeckContent("Sol", "Aes Palamas", None, {"Phasers": 4, "Elira": 1}, {"Wormhole 1": 2})
    assert report.lines[2].reason == "a deck has one ship, so one was taken"
    assert report.lines[4][2:4] == (Status.FAULT, "there is a ship already: Sol")
    assert read("4 Phasers, 2 Qwxyz").content.cards == {"Phasers": 4, "Qwxyz": 2}
    assert read("Deck:\n4 Phasers, 2 Red Alert, Sol").content == DeckContent(
        "Sol", cards={"Phasers": 4, "Red Alert": 2}
    )


def test_what_stands_under_another_heading_is_moved_openly_unless_the_format_says_so(read):
    moved = read("Deck:\n1 Sol\n1 Mine Field\nStand in: Elira")
    assert moved.content == DeckContent("Sol", None, "Elira", {}, {"Mine Field": 1})
    assert [line.status for line in moved.lines] == [Status.GUESSED, Status.GUESSED, Status.TAKEN]
    kept = read("Ship: Elira\n[Deck]\n1 Sol\n1 Mine Field")
    assert kept.content == DeckContent("Elira", cards={"Sol": 1, "Mine Field": 1})
    assert [line.status for line in kept.lines] == [Status.TAKEN] * 3


def test_lines_of_one_title_are_added_up_with_a_note(read):
    report = read("[Deck]\n2 Phasers\n1 phasers\n97 Phasers\n[Hexpile]\n1 Phasers")
    assert report.content == DeckContent(cards={"Phasers": 3}, hexpile={"Phasers": 1})
    assert report.lines[1].reason == "Phasers stands on line 2 too; the copies were added up"
    assert report.lines[2].reason == "with this there would be 100; at most 99 copies are kept"


def test_json_is_never_guessed_at(read):
    report = read('\n{"name": "Sol", "ship": "SOL", "deck": {"Phaserz": 4, "Fire": "x", "Elira": 1, "elira": 1}}')
    assert (report.source, report.name) == (Source.JSON, "Sol")
    assert report.content == DeckContent("Sol", cards={"Phaserz": 4, "Elira": 2})
    unknown = report.filter_lines(Status.UNKNOWN)[0]
    assert (unknown.part, unknown.candidates[0]) == (Part.DECK, "Phasers")
    assert [line.reason for line in report.filter_lines(Status.FAULT)] == [
        "deck, 'Fire': a whole number was expected, not 'x'"
    ]


def test_a_code_is_read_alone_and_refused_among_other_lines(read):
    code = "INC1-000040G224005P0209V0008003Q8KRCPB0W6W"
    small = DeckContent("Sol", "Aes Palamas", None, {"Phasers": 4, "Fire": 7}, {"Wormhole 1": 1})
    for text in (code, f"look: {code}!", f"https://example.org/decks/code/{code}/", f"\n{code[:20]}\n{code[20:]}\n"):
        report = read(text)
        assert (report.source, report.content) == (Source.CODE, small)
        assert {line.status for line in report.lines} == {Status.TAKEN}
    among = read(f"4 Phasers\n{code}")
    assert [line.status for line in among.lines] == [Status.TAKEN, Status.FAULT]
    assert read(code.replace("P", "Q")).lines[0].reason.startswith("this share code is mistyped")


REFUSED = [
    ("4 Pha\0sers", "the line holds a control character (U+0000)"),
    ("4 \u202esresahP", "the line holds a mark of writing direction (U+202E)"),
    ("4 Phasers\u2028x", "the line holds a line separator (U+2028)"),
    ("100000 Phasers", "at most 99 copies of a piece are kept"),
    ("9" * 400 + " Phasers", "at most 99 copies of a piece are kept"),
    ("-4 Phasers", "at least one copy was expected"),
    ("4 " + "x" * 201, "the title is longer than 200 characters"),
    ("4 " + "x" * LONGEST_LINE, f"the line is longer than {LONGEST_LINE} characters"),
    ("# Name: " + "x" * 101, "the name is longer than 100 characters"),
    ("{", "this is not JSON: Expecting property name enclosed in double quotes"),
    ('{"deck":' + "[" * 100_000, "this is nested too deep"),
    ("\n" * MOST_LINES, f"there are {MOST_LINES + 1:,} lines; at most {MOST_LINES:,} are read"),
    ("x" * 10_000_000, f"this is 10,000,000 characters long; at most {LONGEST_TEXT:,} are read"),
    ("INC1-" + "0" * 1_000_000, "this share code is mistyped or cut off: its checksum is wrong"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED, ids=[reason[:50] for _, reason in REFUSED])
def test_what_cannot_be_read_is_refused_with_its_reason(text, reason, read):
    report = read(text)
    assert [line.reason for line in report.lines] == [reason]
    assert report.lines[0].status is Status.FAULT
    assert report.is_empty
    assert len(report.lines[0].raw) <= 201


@pytest.mark.parametrize(
    "text", ["", "\ufeff", " \n\t\r\n", "---\n***", "hello", "\ufffd", "<script>alert(1)</script>"]
)
def test_a_paste_without_a_piece_is_empty_and_no_accident(text, read):
    assert read(text).is_empty


def test_many_lines_of_nonsense_are_read_in_little_work_and_little_room(read, lexicon, monkeypatch):
    asked = []
    near = lexicon.likeness.near
    monkeypatch.setattr(lexicon.likeness, "near", lambda *args: asked.append(args) or near(*args))
    unknown = read("[Deck]\n" + "\n".join(f"1 Phaserz {number}" for number in range(600)))
    assert len(asked) == MOST_COMPARED
    assert len(unknown.content.cards) == 500
    assert len(unknown.filter_lines(Status.FAULT)) == MOST_FAULTS + 1
    assert unknown.lines[-1].reason == "and 50 more lines that cannot be read"


@pytest.mark.parametrize(
    "piece", ["(" * 240 + ")" * 240, "x4" * 240, "4 " * 240, "- " * 240, ", " * 240, "#" * 480, "[1" * 240, "[a]" * 160]
)
def test_lines_that_could_be_read_in_many_ways_take_no_longer(piece, read):
    assert all(line.line <= 3 for line in read(f"4 Phasers\n{piece}\n{piece} x 4").lines)
