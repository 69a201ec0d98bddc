"""Commands with blanks, filled by the fields of a form."""

import pytest

from incursions.kit.refusals import DomainError
from tournaments.days.blanks import fill_blanks

ALARM = "declare an attack[ with {units}]"


@pytest.mark.parametrize(
    ("text", "fields", "command"),
    [
        ("pause the clock", {}, "pause the clock"),
        ("deal {n} damage to Dione", {"n": " 2 "}, "deal 2 damage to Dione"),
        (ALARM, {"units": "1 ships in quadrant 2"}, "declare an attack with 1 ships in quadrant 2"),
        (ALARM, {"units": " "}, "declare an attack"),
        (ALARM, {}, ALARM),
        ("[{how} ]set x", {"how": "secretly"}, "secretly set x"),
        ("propose: {this}", {}, "propose: {this}"),
        ("announce: {words}", {"words": "{n}[{n}]", "n": "4"}, "announce: {n}[{n}]"),
    ],
)
def test_fields_fill_blanks_once(text, fields, command):
    assert fill_blanks(text, fields) == command


def test_empty_field_is_named():
    with pytest.raises(DomainError, match="Fill in the field reason"):
        fill_blanks("set x because {reason}", {"reason": " "})


def test_field_of_two_lines_is_refused():
    with pytest.raises(DomainError, match="cannot be printed"):
        fill_blanks("announce: {words}", {"words": "one\ntwo"})
