"""The rules of the chat: who hears and who writes in which channel, and what can be said. Knows no database.

While a rated match runs its players do not hear the spectators, so that nobody is helped; in other matches they
choose. Spectators never hear the players. Staff who do not sit at the table read both channels.

A message is one line of visible plain text. Templates escape and isolate it.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import groupby

from django.db.models import TextChoices

from incursions.kit.refusals import DomainError
from tournaments.live.rooms import OPEN, OVER, RUNNING, RoomFacts

LONGEST = 300  # characters, as they are kept
LONGEST_SENT = 2000  # characters, before blanks are collapsed
MOST_MARKS = 4  # combining marks on one letter: more would cover the lines above
BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that Unicode counts among letters and symbols, and that are invisible."""
PHRASES = {
    "hello": "Hello, good luck!",
    "one-moment": "One moment, please.",
    "back": "I am back.",
    "nice-move": "Nice move!",
    "thanks": "Thank you.",
    "good-game": "Good game!",
}
"""Canned phrases, by the name that clients send."""


class Channel(TextChoices):
    """A channel of the chat. `channels_for` tells who hears it."""

    TABLE = "table", "Players"
    SPECTATORS = "spectators", "Spectators"


@dataclass(frozen=True, slots=True)
class Listener:
    """A listener. `pk` is None if anonymous."""

    pk: int | None = None
    is_guest: bool = False
    is_staff: bool = False
    hears_spectators: bool = False
    is_named: bool = False
    """True if others see the listener's name as a spectator."""
    muted_people: frozenset[int] = frozenset()
    muted_channels: frozenset[str] = frozenset()


def may_play(facts: RoomFacts, listener: Listener) -> bool:
    """Return True if the listener has a seat in the room."""
    return listener.pk is not None and listener.pk in facts.seats


def channels_for(facts: RoomFacts, listener: Listener) -> list[Channel]:
    """Return the channels that the listener may hear, the own one first. An open table has no spectators yet."""
    if may_play(facts, listener):
        is_open_to_players = facts.state == OVER or (not facts.rated and listener.hears_spectators)
        others = is_open_to_players and facts.state != OPEN
        return [Channel.TABLE, Channel.SPECTATORS] if others else [Channel.TABLE]
    watched = [] if facts.state == OPEN else [Channel.SPECTATORS]
    return [*watched, Channel.TABLE] if listener.is_staff else watched


def own_channel(facts: RoomFacts, listener: Listener) -> Channel | None:
    """Return the channel in which the listener may write, or None."""
    if may_play(facts, listener):
        return Channel.TABLE
    return None if facts.state == OPEN else Channel.SPECTATORS


def hears(facts: RoomFacts, listener: Listener, channel: str, author: int | None) -> bool:
    """Return True if a message of the channel is shown to the listener."""
    return (
        channel in channels_for(facts, listener)
        and channel not in listener.muted_channels
        and author not in listener.muted_people
    )


def may_choose_spectators(facts: RoomFacts, listener: Listener) -> bool:
    """Return True if the listener may choose to hear spectators: a player where it is under way and not rated."""
    return may_play(facts, listener) and not facts.rated and facts.state == RUNNING


def clean_message(text: str) -> str:
    """Return the text as it is stored: composed, stripped, with single spaces.

    Raises unsayable if it is invisible, too long, of several lines, or has control characters or piles of accents.
    """
    if len(text) > LONGEST_SENT:
        raise _make_length_error(len(text))
    _refuse_signs_that_are_none(text)
    said = " ".join(unicodedata.normalize("NFC", text).split())
    if not any(unicodedata.category(sign)[0] in "LNPS" and sign not in BLANK_LETTERS for sign in said):
        raise DomainError("unsayable", "The message has no visible text.")
    if len(said) > LONGEST:
        raise _make_length_error(len(said))
    marks = groupby(unicodedata.normalize("NFD", said), lambda sign: unicodedata.category(sign) in ("Mn", "Me"))
    if any(is_mark and len(list(run)) > MOST_MARKS for is_mark, run in marks):
        raise DomainError("unsayable", f"A letter can have at most {MOST_MARKS} accents.")
    return said


def _make_length_error(length: int) -> DomainError:
    return DomainError("unsayable", f"A message has at most {LONGEST} characters; this one has {length}.")


def _refuse_signs_that_are_none(text: str) -> None:
    for sign in text:
        if sign in "\r\n\u2028\u2029":
            raise DomainError("unsayable", "A message is one line.")
        will_never_be = ord(sign) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(sign) <= 0xFDEF  # a character of Unicode
        if will_never_be or (sign != "\t" and unicodedata.category(sign) in ("Cc", "Cs", "Co")):
            words = f"The message contains a character that cannot be shown: U+{ord(sign):04X}."
            raise DomainError("unsayable", words)
