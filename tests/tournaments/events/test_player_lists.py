"""Lists of players as people and other programs write them."""

import pytest

from incursions.kit.refusals import DomainError
from tournaments.events.entries import is_visible_name
from tournaments.events.files.player_lists import decode_player_list, read_player_list


def rows(text):
    return [row for _, row in read_player_list(text).rows]


@pytest.mark.parametrize(
    "text",
    ["Doe, Jane\nRoe, Richard", "Doe, Jane\r\n\r\nRoe, Richard\r\n", "\ufeffDoe, Jane\nRoe, Richard"],
)
def test_line_without_headings_is_one_player(text):
    assert rows(text) == [{"": "Doe, Jane"}, {"": "Roe, Richard"}]


def test_name_with_a_quote_in_it_is_a_name():
    assert rows('Jane "The Rock" Doe\nO"Neill') == [{"": 'Jane "The Rock" Doe'}, {"": 'O"Neill'}]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("First name;Last name\nJane;Doe", [{"name": "Jane Doe"}]),
        ("Vorname;Nachname;Verein\nJürgen;Groß;SC", [{"name": "Jürgen Groß"}]),
        ("Username\nann\nbob", [{"user": "ann"}, {"user": "bob"}]),
        ("sep=;\nName;Seed\nJane Doe;1", [{"name": "Jane Doe"}]),
        ("Seed\tParticipant Name\tEmail\n1\tJane\tjane@example.com", [{"name": "Jane"}]),
        ('Name,Discord,Decklist\n"Doe, Jane",jane#1,https://example.org', [{"name": "Doe, Jane"}]),
        ("Spieler;Punkte\nJane;3", [{"name": "Jane"}]),
        ("Benutzername;E-Mail\nann;ann@example.com", [{"user": "ann"}]),
        ("user,starter\nann,Fire", [{"user": "ann", "starter": "Fire"}]),
    ],
)
def test_headings_of_other_programs_are_understood(text, expected):
    assert rows(text) == expected


def test_columns_that_are_not_used_are_named():
    assert read_player_list("Name;Seed;Elo\nJane;1;1800").unused == ("Seed", "Elo")


def test_lines_have_their_numbers():
    assert [number for number, _ in read_player_list("sep=,\nName,Seed\n\nJane,1\nBob,2").rows] == [4, 5]


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "unreadable_file"), (" \n\t\n", "unreadable_file"), ("name,player\na,b", "unreadable_file"),
     ("sep=;\nJane;Doe", "unreadable_file"), ("x" * 1_000_001, "file_too_large"), ("a\n" * 4097, "file_too_large")],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(text, code):
    with pytest.raises(DomainError) as refused:
        read_player_list(text)
    assert refused.value.code == code


@pytest.mark.parametrize("name", ["علی\u200cرضا", "👩\u200d🚀", "Jane"])
def test_joiners_inside_a_name_are_letters(name):
    assert is_visible_name(name)


@pytest.mark.parametrize("name", ["", " ", "\u200d", "\u200cJane", "Ja\u202ene", "Jane\n"])
def test_name_that_cannot_be_seen_is_none(name):
    assert not is_visible_name(name)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_files_of_spreadsheets_are_read_in_their_encodings(encoding):
    assert decode_player_list("Name\nJosé Müller – Œuvre\n".encode(encoding)) == "Name\nJosé Müller – Œuvre\n"


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"Name\n\x81\x8d", b"\xff\xfeN"])
def test_file_that_is_no_text_is_refused(content):
    with pytest.raises(DomainError) as refusal:
        decode_player_list(content)
    assert refusal.value.code == "unreadable_file"
