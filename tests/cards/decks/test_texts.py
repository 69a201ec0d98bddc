"""Names, tags and notes: limits, and signs that are refused."""

import pytest

from cards.decks.contents import LONGEST_NOTES, LONGEST_TAG, MOST_TAGS, name_of, notes_of, tags_of
from cards.decks.errors import DeckError
from incursions.games.incursions.deck_files.formats import LONGEST_NAME

LONG_FOLDED = "\ufdfa" * 30  # eighteen letters each, when they are folded
SIGNS = {
    "\0": "a control character (U+0000)",
    "\x1b": "a control character (U+001B)",
    "\x85": "a control character (U+0085)",
    "\u202e": "a mark of writing direction (U+202E)",
    "\u2066": "a mark of writing direction (U+2066)",
    "\u2028": "a line separator (U+2028)",
    "\udc00": "half a character (U+DC00)",
}


def refused(read, typed: object) -> tuple[str, str, str]:
    with pytest.raises(DeckError) as error:
        read(typed)
    return error.value.code, error.value.field, error.value.message


@pytest.mark.parametrize("name", ["A", "Käse – “quoted”", "שלום", "<script>", "x" * LONGEST_NAME, "🚀 Runners"])
def test_names_are_kept(name):
    assert name_of(name) == name


def test_a_name_has_single_spaces_and_nothing_unseen():
    assert name_of("  Wreck \u200b  Runners ") == "Wreck Runners"


@pytest.mark.parametrize("sign", SIGNS)
def test_refused_signs(sign):
    said = SIGNS[sign]
    assert refused(name_of, f"a{sign}b") == ("invalid", "name", f"The name holds {said}, which is not allowed.")
    assert refused(tags_of, [f"a{sign}b"]) == ("invalid", "tags", f"The tag holds {said}, which is not allowed.")
    assert refused(notes_of, f"a{sign}b") == ("invalid", "notes", f"The notes hold {said}, which is not allowed.")


@pytest.mark.parametrize("sign", ["\n", "\r", "\r\n"])
def test_lines_are_for_notes_alone(sign):
    assert notes_of(f"a{sign}b") == f"a{sign}b"
    assert refused(name_of, f"a{sign}b")[0] == "invalid"


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        ("", "invalid", "The name is empty."),
        (" \u200b ", "invalid", "The name is empty."),
        ("x" * 101, "invalid", "The name is 101 characters long; at most 100 are allowed."),
        ("x" * 10_000_000, "invalid", "The name is 10,000,000 characters long; at most 100 are allowed."),
        (3, "malformed", "name: a text was expected, not 3."),
        (None, "malformed", "name: a text was expected, not null."),
        (["a"], "malformed", "name: a text was expected, not a list."),
    ],
)
def test_refused_names(name, code, message):
    assert refused(name_of, name) == (code, "name", message)


def test_tags_alike_are_one():
    assert tags_of(["Hüllen", "hullen", "wip", "WIP "]) == {"hullen": "Hüllen", "wip": "wip"}


def test_tags_up_to_the_limit_are_kept():
    tags = [f"{number:x>{LONGEST_TAG}}" for number in range(MOST_TAGS)]
    assert list(tags_of(tags).values()) == tags


@pytest.mark.parametrize(
    ("tags", "code", "message"),
    [
        ("wip", "malformed", "tags: a list of texts was expected, not 'wip'."),
        ({"wip": 1}, "malformed", "tags: a list of texts was expected, not an object."),
        ([3], "malformed", "tag: a text was expected, not 3."),
        ([""], "invalid", "The tag is empty."),
        (["x" * 31], "invalid", "The tag is 31 characters long; at most 30 are allowed."),
        (["a,b"], "invalid", "A tag cannot contain a comma: commas separate tags."),
        (["'"], "invalid", "The tag ' cannot be used. Choose another one."),
        ([LONG_FOLDED], "invalid", f"The tag {LONG_FOLDED} cannot be used. Choose another one."),
        ([f"{number}" for number in range(11)], "too_many", "A deck has at most 10 tags."),
    ],
)
def test_refused_tags(tags, code, message):
    assert refused(tags_of, tags) == (code, "tags", message)


def test_notes_are_kept_exactly_as_typed():
    typed = "  # Plan\r\n\r\n* win\t<script>alert(1)</script>  \n"
    assert notes_of(typed) == typed


@pytest.mark.parametrize(
    ("notes", "code", "message"),
    [
        ("x" * (LONGEST_NOTES + 1), "invalid", "The notes are 20,001 characters long; at most 20,000 are kept."),
        (None, "malformed", "notes: a text was expected, not null."),
    ],
)
def test_refused_notes(notes, code, message):
    assert refused(notes_of, notes) == (code, "notes", message)
