"""`script/manage phrases`: it finds each kind of phrase, and fills the fields of its examples."""

import ast
import json

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from incursions.engine import EventKind
from incursions.games.incursions.rules.events import KINDS
from incursions.games.talon.rules.events import KINDS as TALON_KINDS
from incursions.games.wolves.rules import events as wolves_events
from incursions.management.commands.phrases import ModuleReader, Phrase, read_phrases, read_script, read_template
from tournaments.days.day_games import StoredSentence

MODULE = '''
"""A docstring is for readers of the code."""
from typing import Literal

class Drew(EventKind):
    """An event."""
    sentence = "{seat} draws {count:card}."
    seat: "int of a seat"

class State(TextChoices):
    OPEN = "open", "Open"

def join(table, count: Literal["one or more"]) -> "a table":
    logger = get_logger("name of the room")
    if count:
        raise DomainError("seats_taken", "All seats " + f"of table {table.number} are taken.")
    messages.success(request, f"{count + 1} {'seat' if count == 1 else 'seats'} left at {table}")
    names = cursor.execute("SELECT name FROM seats")
    return forms.CharField(label="Name", help_text="As others see it")

def refuse(ship):
    return "10.3", f"{ship.card.title.upper()} is out of reach"

def fail():
    raise CommandError("No file")

REASONS = {"near": "the nearest wormhole is near"}
'''
FOUND = [
    ("event", "{seat} draws {count:card}."),
    ("label", "Open"),
    ("error", "All seats of table {table.number} are taken."),
    ("notice", "{count + 1} {'seat' if count == 1 else 'seats'} left at {table}"),
    ("label", "Name"),
    ("label", "As others see it"),
    ("refusal", "{ship.card.title.upper()} is out of reach"),
    ("command", "No file"),
    ("text", "the nearest wormhole is near"),
]
EXAMPLES = ("All seats of table 2 are taken.", "3 seats left at 2", "Torpedo Volley is out of reach")

TEMPLATE = """{% extends "base.html" %}{# No phrase here. #}
<style>p { color: red }</style>
<p title="Shown on
 hover">{{ player.name }} has <b>{% if count == 1 %}one seat{% else %}{{ count }} seats{% endif %}</b> left.</p>
{% include "row.html" with text="Leave the table" %}
<button aria-label="Close it">{% if open %}Close{% endif %}</button>
"""
SCRIPT = """// No phrase "of any kind" here.
const address = "https://example.org/a";
button.textContent = `Copied ${count} cards`; /* "nor is" this */
status.append('The table has moved on.');
"""


@pytest.fixture(scope="module")
def phrases() -> list[Phrase]:
    return list(read_phrases(settings.ROOT))


def test_each_kind_of_phrase_of_a_module_is_found():
    found = list(ModuleReader("no/such/module.py").read(ast.parse(MODULE)))
    said = [(phrase.kind, phrase.text) for phrase in found]
    assert [phrase for phrase in said if phrase[1] != "open"] == FOUND
    assert {phrase.example for phrase in found} >= set(EXAMPLES)
    assert [phrase.line for phrase in found if phrase.kind == "refusal"] == [22]


def test_phrases_of_a_template_are_found_with_their_lines():
    found = list(read_template("page.html", TEMPLATE))
    assert [(phrase.line, phrase.text) for phrase in found] == [
        (3, "Shown on hover"),
        (4, "{player.name} has [one seat|{count} seats] left."),
        (5, "Leave the table"),
        (6, "Close it"),
        (6, "Close"),
    ]
    assert found[1].example == "Ada has one seat left."


def test_phrases_of_a_script_are_found():
    found = [(phrase.line, phrase.text, phrase.example) for phrase in read_script("page.js", SCRIPT)]
    assert found == [
        (3, "Copied {count} cards", "Copied 2 cards"),
        (4, "The table has moved on.", "The table has moved on."),
    ]


@pytest.mark.long
@pytest.mark.parametrize(
    ("room", "kind", "text"),
    [
        ("incursions/kit", "text", "The method is not allowed here"),
        ("cards/decks", "error", "There is no such deck."),
        ("cards/management", "command", "The catalogue is up to date."),
        ("incursions/accounts", "label", "Your password"),
        ("incursions/games/incursions/bots", "text", "the smaller loss"),
        ("incursions/games/incursions/rules", "refusal", "Nobody attacks you now"),
        ("templates/account/email", "template", "Another account was made"),
        ("static/js", "script", "Copied"),
        ("tournaments", "label", "Unsporting conduct"),
        ("tournaments", "notice", "You are no longer looking for a match."),
    ],
)
def test_each_place_where_the_product_speaks_is_read(phrases, room, kind, text):
    assert any(text in found.text and found.kind == kind and found.room.startswith(room) for found in phrases)


@pytest.mark.long
def test_each_sentence_of_an_event_is_listed_with_an_event_that_was_told(phrases):
    sentences = {phrase.text: phrase.example for phrase in phrases if phrase.kind == "event"}
    wolves = [each for each in EventKind.__subclasses__() if each.__module__ == wolves_events.__name__]
    kinds = [*KINDS.values(), *TALON_KINDS.values(), *wolves, StoredSentence]
    assert {kind.sentence for kind in kinds if kind.sentence} == set(sentences)
    assert [example for example in sentences.values() if "{" in example] == []


@pytest.mark.long
def test_the_list_is_narrowed_down_by_room_and_word(phrases, monkeypatch, capsys):
    found_in = {settings.ROOT: phrases}
    monkeypatch.setattr("incursions.management.commands.phrases.read_phrases", found_in.__getitem__)
    call_command("phrases", "torpedo", room="incursions/games/incursions/rules/attacks", json=True)
    found = json.loads(capsys.readouterr().out)
    assert found
    assert all("torpedo" in f"{each['text']} {each['example']}".lower() for each in found)
    assert {each["file"].rpartition("/")[0] for each in found} == {"incursions/games/incursions/rules/attacks"}


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ({"room": "kitchen"}, "There are no phrases in 'kitchen'. Choose one of these rooms: cards, "),
        ({"room": "static/js", "word": "no such phrase"}, "No phrase contains 'no such phrase'."),
    ],
)
def test_a_list_without_phrases_is_refused(monkeypatch, arguments, answer):
    known = [
        Phrase("cards/views.py", 1, "text", "one phrase", "one phrase"),
        Phrase("static/js/a.js", 1, "", "a b", ""),
    ]
    monkeypatch.setattr("incursions.management.commands.phrases.read_phrases", lambda _: known)
    with pytest.raises(CommandError, match="^" + answer):
        call_command("phrases", **arguments)
