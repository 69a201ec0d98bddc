"""Reading lines: the text of an action as the phrases of successive stages."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from incursions.engine.frames import Choice
    from incursions.engine.questions import Question

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


def _find_question(choice: Choice[Any], game: Any, said: tuple[str, ...]) -> Question | None:
    """Return the question after the phrases `said`: the open question if it is that one."""
    asked: Question | None = game.question_for(choice.seat)
    return asked if asked is not None and asked.said == said else choice.stage(game, said)


def whole_line(choice: Choice[Any], game: Any, said: tuple[str, ...], text: str) -> tuple[str, ...] | None:
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


def read_line(choice: Choice[Any], game: Any, text: str) -> tuple[str, ...] | None:
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
