"""The JSON format: what is taken, and what cannot be read with its key and reason."""

import pytest

from incursions.games.incursions.deck_files import Line, Part, read_deck
from incursions.games.incursions.rules.construction import DeckContent


def read(text, titles):
    found = read_deck(text, titles)
    assert found.faults == ()
    return found


def test_a_deck_is_read_with_its_name(titles):
    found = read(
        '\ufeff {"name": "Wreck Runners", "ship": "SOL", "captain": null, "stand_in": "\\u0045lira",'
        ' "deck": {"Phasers": 3, "phasers": 1}, "hexpile": {"Wormhole 1": 1}}\n',
        titles,
    )
    assert found.name == "Wreck Runners"
    assert found.content == DeckContent("Sol", None, "Elira", {"Phasers": 4}, {"Wormhole 1": 1})
    assert found.lines[3] == Line(0, Part.DECK, 1, "phasers", "Phasers")


@pytest.mark.parametrize("text", ['{"deck": {}}', '{"hexpile": {}, "name": "", "ship": null}'])
def test_one_of_deck_and_hexpile_is_enough(text, titles):
    assert read(text, titles).content == DeckContent()


UNREADABLE = [
    ("{", 1, "this is not JSON: Expecting property name enclosed in double quotes"),
    ('{\n"deck": {},\n}', 3, "this is not JSON: Expecting property name enclosed in double quotes"),
    ('{"deck": {}}\n[]', 2, "this is not JSON: Extra data"),
    ('{"deck": {"Fire\x01": 1}}', 1, "this is not JSON: Invalid control character at"),
    ('{"deck":' + "[" * 100_000, 0, "this is nested too deep"),
    ('{"deck": {"Fire": ' + "9" * 5000 + "}}", 0, "a number has too many digits"),
    ("{}", 0, "there is neither deck nor hexpile"),
    ('{"deck": {}, "pool": {}}', 0, "there is no key 'pool'; there are name, ship, captain, stand_in, deck, hexpile"),
    ('{"deck": {}, "deck": {}}', 0, "the file: 'deck' appears twice"),
    ('{"deck": {"Fire": 1, "Fire": 1}}', 0, "deck: 'Fire' appears twice"),
    ('{"deck": [["Fire", 1]]}', 0, "deck: titles with their copies were expected, not a list"),
    ('[{"deck": {}}]', 0, 'an object was expected, as in {"deck": {"Phasers": 4}}, not a list'),
    ('{"deck": null}', 0, "deck: titles with their copies were expected, not null"),
    ('{"deck": {}, "hexpile": "Sol"}', 0, "hexpile: titles with their copies were expected, not 'Sol'"),
    ('{"deck": {"Fire": "4"}}', 0, "deck, 'Fire': a whole number was expected, not '4'"),
    ('{"deck": {"Fire": 4.0}}', 0, "deck, 'Fire': a whole number was expected, not 4.0"),
    ('{"deck": {"Fire": NaN}}', 0, "deck, 'Fire': a whole number was expected, not NaN"),
    ('{"deck": {"Fire": true}}', 0, "deck, 'Fire': a whole number was expected, not true"),
    ('{"deck": {"Fire": {"n": 1}}}', 0, "deck, 'Fire': a whole number was expected, not an object"),
    ('{"deck": {"Fire": 0}}', 0, "deck, 'Fire': at least one copy was expected, not 0"),
    ('{"deck": {"Fire": -1}}', 0, "deck, 'Fire': at least one copy was expected, not -1"),
    ('{"deck": {"Fire": 1000000}}', 0, "deck, 'Fire': at most 999999 copies were expected"),
    ('{"deck": {"": 1}}', 0, "deck: the title is empty; leave it out where there is none"),
    ('{"deck": {"Fire\\u0000": 1}}', 0, "deck: the title holds a control character (U+0000)"),
    ('{"deck": {"Fire\\n": 1}}', 0, "deck: the title holds a control character (U+000A)"),
    ('{"deck": {"Fire\\ud800": 1}}', 0, "deck: the title holds half a character (U+D800)"),
    ('{"deck": {}, "name": "\\u202eSol"}', 0, "the name holds a mark of writing direction (U+202E)"),
    ('{"deck": {}, "name": 7}', 0, "name: a text or null was expected, not 7"),
    ('{"deck": {}, "ship": ["Sol"]}', 0, "ship: a text or null was expected, not a list"),
    ('{"deck": {}, "ship": ""}', 0, "ship: the title is empty; leave it out where there is none"),
    ('{"deck": {' + ",".join(f'"{n}": 1' for n in range(20_001)) + "}}", 0, "deck: there are more than 20000 titles"),
]


@pytest.mark.parametrize(("text", "line", "reason"), UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_cannot_be_read_is_told_with_its_key(text, line, reason, titles):
    assert [tuple(fault) for fault in read_deck(text, titles).faults] == [(line, reason)]


@pytest.mark.parametrize("text", ["null", '"Sol"', "4", "[4]"])
def test_json_that_is_no_object_has_no_section(text, titles):
    reasons = [fault.reason for fault in read_deck(text, titles).faults]
    assert any(reason.startswith("there is no section") for reason in reasons)
