"""A reader of the rulebooks of games: sections, numbers, their text and rulings.

A rulebook is a folder, a section a file ``10-attacks.md`` in it: its title ``# 10 Attacks and damage``, then for each
number a heading ``### 10.3 Reach`` and paragraphs. A paragraph that begins with ``**Ruling.**`` is a ruling, one that
begins with ``*Example.*`` an example.

The form of a game's book (`BookForm`) may put a letter before each number (``# T6 Movement``, ``### T6.3 A turn``). In
a book with modes a line ``Modes: Basic, Full`` stands below each heading. Under the heading of the exceptions, at the
end of a section, stand numbers with the reason why they do not hold in some mode: ``- 10.8, 10.15-18: cards.``
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple

RULING = "**Ruling.**"
EXAMPLE = "*Example.*"
ITEM = "- "


class RulebookError(ValueError):
    """Raised if a rulebook is malformed; the text names file and line."""


class Rule(NamedTuple):
    """A numbered rule. `paragraphs` are Markdown and include its rulings; `modes` are empty in a book without modes."""

    number: str
    name: str
    modes: tuple[str, ...]
    paragraphs: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole text of the rule."""
        return "\n\n".join(self.paragraphs)

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings in it: how we play where the source is silent or contradicts itself."""
        return tuple(text.removeprefix(RULING).strip() for text in self.paragraphs if text.startswith(RULING))

    @property
    def is_ruling(self) -> bool:
        """True if the whole text is a ruling, apart from examples; a list belongs to the paragraph before it."""
        return all(text.startswith((RULING, EXAMPLE, ITEM)) for text in self.paragraphs)


class Section(NamedTuple):
    """A section with its rules in order. `exceptions`: the reasons why rules do not hold in some mode, by number."""

    number: str
    title: str
    file: str
    rules: tuple[Rule, ...]
    exceptions: dict[str, str]


class Rulebook(NamedTuple):
    """The sections of a rulebook in order. `letter` stands before each number."""

    sections: tuple[Section, ...]
    letter: str = ""

    @property
    def rules(self) -> dict[str, Rule]:
        """The rules by number."""
        return {rule.number: rule for section in self.sections for rule in section.rules}

    @property
    def exceptions(self) -> dict[str, str]:
        """The reasons why rules do not hold in some mode, by number."""
        return {number: reason for section in self.sections for number, reason in section.exceptions.items()}

    def is_own(self, number: str) -> bool:
        """Return True if a number has the letter of this book, False for a number of another game's book."""
        return letter_of(number) == self.letter


class BookForm(NamedTuple):
    """The form of a game's rulebook: its letter, its modes, and the heading of its exceptions; each may be empty."""

    letter: str = ""
    modes: tuple[str, ...] = ()
    exceptions: str = ""


_REASON = re.compile(r"- ([A-Z\d., -]+): (.+)")
_RANGE = re.compile(r"([A-Z]?\d+(?:\.\d+)*)\.(\d+)-(\d+)")


def letter_of(number: str) -> str:
    """Return the letter of a number, by which its book is found; "" for none."""
    return number.rstrip("0123456789.")


def number_key(number: str) -> tuple[int, ...]:
    """Return a sort key that puts 10.3 before 10.10, and T9.1 before T10.1."""
    return tuple(int(part) for part in number.lstrip(ascii_uppercase).split("."))


def read_rulebook(folder: Path, form: BookForm) -> Rulebook:
    """Return the rulebook of the folder. Raises `RulebookError`."""
    sections = [_read_section(path, form) for path in folder.glob("[0-9]*.md")]
    book = Rulebook(tuple(sorted(sections, key=lambda section: number_key(section.number))), form.letter)
    named = [rule.number for section in sections for rule in section.rules]
    twice = sorted({number for number in named if named.count(number) > 1})
    if twice:
        raise RulebookError(f"{folder}: {twice[0]} appears twice")
    if not sections:
        raise RulebookError(f"{folder}: there is no rulebook")
    return book


def _read_section(path: Path, form: BookForm) -> Section:
    lines = path.read_text(encoding="utf-8").splitlines()
    head = re.fullmatch(rf"# ({form.letter}\d+) (.+)", lines[0]) if lines else None
    if head is None:
        raise RulebookError(f"{path}, line 1: a title such as '# {form.letter}10 Attacks and damage' was expected")
    body = lines[: lines.index(form.exceptions)] if form.exceptions and form.exceptions in lines else lines
    starts = [number for number, line in enumerate(body) if line.startswith("### ")] + [len(body)]
    rules = [_read_rule(path, start + 1, body[start:end], form) for start, end in pairwise(starts)]
    reasons: dict[str, str] = {}
    for number, line in enumerate(lines[len(body) + 1 :], start=len(body) + 2):
        numbers = _read_reason(path, number, line)
        twice = sorted(numbers.keys() & reasons.keys())
        if twice:
            raise RulebookError(f"{path}, line {number}: {twice[0]} appears twice")
        reasons |= numbers
    section = Section(head[1], head[2], path.name, tuple(rules), reasons)
    for named in (*(rule.number for rule in rules), *reasons):
        if named.partition(".")[0] != section.number:
            raise RulebookError(f"{path}: {named} is no number of section {section.number}")
    return section


def _read_rule(path: Path, line: int, lines: list[str], form: BookForm) -> Rule:
    head = re.fullmatch(rf"### ({form.letter}\d+(?:\.\d+)+) (.+)", lines[0])
    if head is None:
        raise RulebookError(f"{path}, line {line}: a heading such as '### {form.letter}10.3 Reach' was expected")
    paragraphs = [text.strip() for text in "\n".join(lines[1:]).split("\n\n") if text.strip()]
    modes: tuple[str, ...] = ()
    if form.modes:
        listed = paragraphs.pop(0) if paragraphs else ""
        modes = tuple(mode.strip() for mode in listed.removeprefix("Modes:").split(","))
        if not listed.startswith("Modes:") or not set(modes) <= set(form.modes):
            usual = ", ".join(form.modes)
            raise RulebookError(f"{path}, line {line}: under {head[1]} a line 'Modes: {usual}' was expected")
    if not paragraphs:
        raise RulebookError(f"{path}, line {line}: {head[1]} says nothing")
    return Rule(head[1], head[2], modes, tuple(paragraphs))


def _read_reason(path: Path, line: int, text: str) -> dict[str, str]:
    """Return the numbers of a line ``- 10.8, 10.15-17: the reason`` with the reason."""
    if not text.strip():
        return {}
    found = _REASON.fullmatch(text)
    if found is None:
        raise RulebookError(f"{path}, line {line}: a line such as '- 10.8, 10.15-17: cards.' was expected")
    numbers: list[str] = []
    for part in found[1].split(","):
        several = _RANGE.fullmatch(part.strip())
        if several is None:
            numbers.append(part.strip())
        else:
            numbers += [f"{several[1]}.{last}" for last in range(int(several[2]), int(several[3]) + 1)]
    return dict.fromkeys(numbers, found[2])
