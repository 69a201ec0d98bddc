"""Reads what clients send to the chat, as a form or as JSON."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tournaments.chat.enums import Room
from tournaments.chat.models import LONGEST_KEY
from tournaments.chat.posting import Said
from tournaments.chat.words import PHRASES
from tournaments.incoming import malformed, read_fields

CHOICES = ("mute", "hear", "spectators", "named", "guests")
LONGEST_NUMBER = 9


def read_said(request: HttpRequest) -> Said:
    """What is to be said: `text`, or one of the phrases by its name as `phrase`; `room` and `key` may be left out.

    Raises malformed. Whether the text can be said is another question.
    """
    fields = read_fields(request)
    phrase, text = fields.get("phrase"), fields.get("text")
    if phrase:
        if not isinstance(phrase, str) or phrase not in PHRASES:
            raise malformed(f"phrase is one of: {', '.join(PHRASES)}.")
        text = PHRASES[phrase]
    if not isinstance(text, str):
        raise malformed("text is missing or no text.")
    key = fields.get("key", "")
    if not isinstance(key, str) or len(key) > LONGEST_KEY or not key.isprintable():
        raise malformed(f"key is a text of at most {LONGEST_KEY} characters.")
    room = fields.get("room")
    return Said(text, read_room(room) if room else None, key)


def read_choice(request: HttpRequest) -> tuple[str, str]:
    """Which of the choices is made, and what is chosen. Raises malformed."""
    fields = read_fields(request)
    made = [(name, fields[name]) for name in CHOICES if name in fields]
    if len(made) != 1 or not isinstance(made[0][1], str):
        raise malformed(f"Choose one of: {', '.join(CHOICES)}.")
    return made[0]


def read_room(value: Any) -> Room:
    """The room of that name. Raises malformed."""
    if not isinstance(value, str) or value not in Room.values:
        raise malformed(f"room is one of: {', '.join(Room.values)}.")
    return Room(value)


def read_number(value: str) -> int:
    """The number of a message. Raises malformed."""
    if not (value.isascii() and value.isdecimal() and len(value) <= LONGEST_NUMBER):
        raise malformed("after is the number of a message.")
    return int(value)
