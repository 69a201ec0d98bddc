"""Questions and their options, the lines that answer them, and the texts of actions that no question asks for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from incursions.engine.hexes import Hex

if TYPE_CHECKING:
    from incursions.engine.frames import Choice

KINDS = ("one", "some", "amount", "hex")
Phrases = tuple[str, ...]
"""The phrases of a line, or of its beginning: the options that were chosen in its stages."""


class Option(NamedTuple):
    """An answer to a question, or to a stage of one: its parts, and the phrase that says it.

    `verb` is the action, or the word that joins a later stage to the stages before it ("at", "with"). `subject` is a
    word of the game: a system, a side of a hex, the thing that an amount counts. `title` names a card or a piece, at
    `seat` or in the hex `place`; `ordinal` is 2 for the second of two equal ones there. Without a title, `seat` or
    `place` is the object itself.
    """

    text: str
    verb: str = ""
    subject: str = ""
    title: str = ""
    face: str = ""
    seat: int | None = None
    place: Hex | None = None
    amount: int = 0
    ordinal: int = 1

    def __str__(self) -> str:
        return self.text

    @property
    def text_after_verb(self) -> str:
        """The text after the verb."""
        return self.text[len(self.verb) + 1 :] if self.verb else self.text


@dataclass(slots=True, repr=False)
class Question:
    """An open question. It behaves as the collection of its options.

    `kind` is one of `KINDS`; `topic` is the subject in the game's words. An option is a phrase; `said` are the phrases
    chosen so far when the question is a later stage of a line. `least` is the option that does nothing, or None if the
    seat must choose something.
    """

    seat: int
    kind: str
    topic: str
    options: Sequence[str]
    least: str | None
    title: str
    rule: str
    said: Phrases = ()

    def __iter__(self) -> Iterator[str]:
        return iter(self.options)

    def __contains__(self, option: object) -> bool:
        return option in self.options

    def __len__(self) -> int:
        return len(self.options)

    def __bool__(self) -> bool:
        return True

    @property
    def has_only_least(self) -> bool:
        """True if the least option is the only one."""
        return len(self.options) == 1 and self.options[0] == self.least

    def __repr__(self) -> str:
        return f"<Question {self.topic!r} for seat {self.seat}: {', '.join(self.options)}>"


_CONNECTORS = {"with ": "and ", "and ": "with "}


def tidy(text: str) -> str:
    """Return the text with runs of spaces collapsed and its ends stripped."""
    return " ".join(text.split())


def take_phrase(options: Collection[str], text: str) -> tuple[str, str] | None:
    """Return the longest option at the start of `text` and the text after it, or None.

    "with" and "and" are equivalent at the start.
    """
    readings = [text]
    readings += [other + text[len(word) :] for word, other in _CONNECTORS.items() if text.startswith(word)]
    longest, rest = "", ""
    for reading in readings:
        for option in [option for option in options if reading.startswith(option)]:
            if len(option) > len(longest) and reading[len(option) : len(option) + 1] in ("", " "):
                longest, rest = option, reading[len(option) + 1 :]
    return (longest, rest) if longest else None


def _match_option(game: Any, options: Collection[str], text: str) -> tuple[str, str] | None:
    """Return the option at the start of the text, in any known spelling, and the text after it; or None."""
    return take_phrase(options, text) or take_phrase(options, game.respell(options, text))


def _find_question(choice: Choice[Any], game: Any, said: Phrases) -> Question | None:
    """Return the question after the phrases `said`: the open question if it is that one."""
    asked: Question | None = game.question_for(choice.seat)
    return asked if asked is not None and asked.said == said else choice.stage(game, said)


def whole_line(choice: Choice[Any], game: Any, said: Phrases, text: str) -> Phrases | None:
    """Return the phrases of a whole line, or None if the text is none. Stages left out take their least option."""
    while (question := _find_question(choice, game, said)) is not None:
        taken = _match_option(game, question, text) if text else None
        if taken is not None:
            said, text = (*said, taken[0]), taken[1]
        elif said and question.least is not None:
            said = (*said, question.least)
        else:
            return None
    return None if text else said


def read_line(choice: Choice[Any], game: Any, text: str) -> Phrases | None:
    """Return the phrases of `text`, which continues the phrases said or begins a new line; None if it does neither."""
    if choice.said:
        said = whole_line(choice, game, choice.said, text)
        if said is not None:
            return said
    first = _find_question(choice, game, ())
    return (text,) if first is not None and text in first else whole_line(choice, game, (), text)


def question_after(choice: Choice[Any], game: Any, text: str) -> tuple[bool, Question | None]:
    """Return True if `text` is a line or its beginning, with the question of the stage that would follow it."""
    for begun in dict.fromkeys((choice.said, ())):
        said, rest = begun, text
        question = _find_question(choice, game, said)
        while rest and question is not None:
            taken = _match_option(game, question, rest)
            if taken is None:
                break
            said, rest = (*said, taken[0]), taken[1]
            question = choice.stage(game, said)
        if not rest:
            return True, question
    return False, None
