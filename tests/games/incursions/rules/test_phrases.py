"""Options are read by their parts, whatever they name."""

import pytest

from incursions.engine import Option
from incursions.engine.standing import is_stop
from incursions.games.incursions.rules.state.phrases import (
    find_amount,
    normalize_spelling,
    parse_line,
    parse_option,
    power_said,
    text_after_verb,
    text_of,
)
from tests.games.incursions.rules.tables import CATALOGUE

TITLES = [title for kind in CATALOGUE for title in kind]
PARTS = [
    Option("explore", "explore"),
    Option("explore north-east", "explore", "north-east"),
    Option("to 2,-1", "to", place=(2, -1)),
    Option("to 2,-1 with 3 power", "to", place=(2, -1), amount=3),
    Option("fire phasers", "fire", "phasers"),
    Option("at seat 4", "at", seat=4),
    Option("at torpedoes of seat 2", "at", "torpedoes", seat=2),
    Option("at maneuver", "at", "maneuver"),
    Option("with no power", "with", "power"),
    Option("with 12 power", "with", "power", amount=12),
    Option("and range 2", "and", "range", amount=2),
    Option("with no range", "with", "range"),
    Option("and no card", "and", "card"),
    Option("as Turn up", "as", face="Turn up"),
    Option("hull and shields", "", "hull and shields"),
    Option("evade with 3 power", "evade with", "power", amount=3),
    Option("add 2 power to shields", "add", "power", amount=2),
    Option("divert 10", "divert", amount=10),
    Option("to tachyon sweep", "to", "tachyon sweep"),
    Option("take the hit", "take the hit"),
    Option("tractor seat 1", "tractor", seat=1),
    Option("break free from seat 2", "break free", seat=2),
    Option("keep tractor on seat 1", "keep", "tractor", seat=1),
    Option("set off mine at seat 2", "set off", "mine", seat=2),
    Option("roll to escape", "roll to escape"),
    Option("choose 3", "choose", amount=3),
    Option("clear stop last step", "clear stop", "last step"),
    Option("forfeit seat 2", "forfeit", seat=2),
    Option("adjudicate for seat 0", "adjudicate for", seat=0),
    Option("adjudicate drawn", "adjudicate drawn"),
    Option("time", "time"),
    Option("aboard your ship", "aboard", "your ship"),
]


@pytest.mark.parametrize("option", PARTS, ids=str)
def test_option_is_read_by_its_parts(option):
    assert parse_option(option.text) == option


@pytest.mark.parametrize(
    "verb", ["play", "table", "take", "take back", "fire", "at", "attack with", "choose", "aboard"]
)
def test_option_names_any_piece_wherever_it_is(verb):
    for title in TITLES:
        assert parse_option(f"{verb} {title}") == Option(f"{verb} {title}", verb, title=title)
        at_seat, in_hex = f"{verb} {title} of seat 3", f"{verb} {title} in -1,2 #2"
        assert parse_option(at_seat) == Option(at_seat, verb, title=title, seat=3)
        assert parse_option(in_hex) == Option(in_hex, verb, title=title, place=(-1, 2), ordinal=2)


def test_card_of_a_line_has_a_face():
    for title in TITLES:
        plain, faced = f"and card {title}", f"and card {title} as reach"
        assert parse_option(plain) == Option(plain, "and", "card", title)
        assert parse_option(faced) == Option(faced, "and", "card", title, "reach")


@pytest.mark.parametrize("text", ["", "Anything at all", "warp 9", "play " + 2000 * "a of seat ", "at seat 99999"])
def test_any_text_is_an_option_with_parts(text):
    assert parse_option(text).text == text


@pytest.mark.parametrize(
    "phrases",
    [
        ("fire torpedoes", "at seat 1", "with 2 power", "and range 1", "and card Torpedo Volley"),
        ("warp", "to 2,-1", "with 1 power", "and card Tail Wind"),
        ("evade with 2 power",),
        ("tractor seat 1", "with 2 power"),
        ("break free from seat 1",),
        ("attack with Raft in 1,0", "at Keel Braces of seat 1", "and no card"),
        ("play Two Ways", "as strike", "at Old Gun in 2,-1 #2", "with no power"),
    ],
)
def test_line_is_read_phrase_by_phrase(phrases):
    assert parse_line(" ".join(phrases)) == tuple(map(parse_option, phrases))


def test_line_names_any_piece():
    for title in TITLES:
        at_ship = [f"play {title}", "at seat 1", "with 2 power"]
        at_piece = [f"fire {title}", f"at {title} in 0,1", f"and card {title}"]
        for line in (at_ship, at_piece):
            assert [option.text for option in parse_line(" ".join(line))] == line


TYPED = [
    ("fire Stand at Ease", "at Held and Hit of seat 1 #2", "and no card"),
    ("fire Stand at Ease", "now", "at seat 1"),
    ("play Held and Hit", "in 1,0", "with no power"),
    ("play Held and Hit", "and some"),
    ("play Unknown Thing", "at seat 1"),
    ("fire phasers", "with range 2", "and card Held and Hit as reach", "at seat 1"),
    ("fire phasers", "and card Unknown as reach", "with 12345 power"),
    ("fire", "at seat 1"),
    ("fire torpedoes", "in 1,0"),
    ("warp", "to here", "with 1 power"),
    ("warp", "to 2,0", "with 1 power", "and card Held and Hit", "and card Unknown"),
    ("lay mine", "with 2 power", "and card Held and Hit", "in 2,0"),
    ("lay mine", "and card Unknown", "in 2,0"),
    ("lay mine", "in 1,x"),
    ("repair hull and shields", "with 1 power"),
    ("repair hull", "and a sail"),
    ("tractor seat 1", "1 power"),
    ("divert 10", "to shields"),
    ("divert 5", "to tachyon sweep"),
    ("move Stand at Ease in 1,0 #2", "to 2,x"),
    ("attack Stand at Ease in 1,0", "at seat 1", "and card Held and Hit"),
    ("table Held and Hit", "aboard Stand at Ease in 1,0"),
    ("set stop last step",),
    ("evade",),
    ("",),
]


@pytest.mark.parametrize("phrases", TYPED, ids=" | ".join)
def test_typed_line_is_cut_behind_what_it_names(phrases):
    line = parse_line(" ".join(phrases), {"Stand at Ease", "Held and Hit", "Stand"})
    assert [option.text for option in line] == list(phrases)
    assert text_of(line) == " ".join(phrases)
    assert f"{line[0].verb} {text_after_verb(line)}".strip() == " ".join(phrases)


def test_power_of_a_typed_line_follows_a_joining_word():
    assert find_amount(parse_line("tractor seat 1 with 3 power"), "power") == 3
    assert find_amount(parse_line("tractor seat 1 with no power"), "power") == 0
    assert find_amount(parse_line("tractor seat 1 3 power"), "power") is None


@pytest.mark.parametrize(
    ("options", "text", "spelling"),
    [
        (["at Raft in 1,0", "at seat 1"], "at Raft with 1 power", "at Raft in 1,0 with 1 power"),
        (["at Raft in 1,0", "at Raft of seat 1 #2"], "at Raft", "at Raft"),
        (["at Raft in 1,0", "at Raft Race of seat 1"], "at Raft Race", "at Raft Race of seat 1"),
        (["with no power"], "with 0 power", "with no power"),
        (["with 1 power"], "with range 2 and 1 power", "with 1 power and range 2"),
    ],
)
def test_text_is_spelled_like_the_only_option_that_it_means(options, text, spelling):
    assert normalize_spelling(options, text) == spelling


def test_power_of_a_line_is_that_of_its_stage():
    assert power_said(("fire phasers", "at seat 1", "with 3 power", "and range 2")) == 3
    assert power_said(("play Boarding", "at seat 1")) == 0


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("set stop score", True),
        ("clear stop power up", True),
        ("set stop at noon", True),
        ("set stop", False),
        ("play Stop", False),
        ("concede", False),
    ],
)
def test_actions_that_set_or_clear_a_stop(text, is_one):
    assert is_stop(text) == is_one
