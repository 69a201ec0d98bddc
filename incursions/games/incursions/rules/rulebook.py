"""A reader of the rulebook in docs/rulebook: sections, numbers, their text, rulings, and exceptions for Basic.

A section is a file ``10-attacks.md``: its title ``# 10 Attacks and damage``, then for each number a heading ``### 10.3
Reach``, a line ``Modes: Basic, Full, Tournament`` and paragraphs. A paragraph that begins with ``**Ruling.**`` is a
ruling, one that begins with ``*Example.*`` an example. ``## Not in Basic`` lists the numbers that do not hold in Basic,
with the reason: ``- 10.8, 10.15-18: cards.``
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

RULING = "**Ruling.**"
EXAMPLE = "*Example.*"
BASIC = "Basic"
MODES = (BASIC, "Full", "Tournament")
NOT_IN_BASIC = "## Not in Basic"

_SECTION = re.compile(r"# (\d+) (.+)")
_RULE = re.compile(r"### (\d+(?:\.\d+)+) (.+)")
_REASON = re.compile(r"- ([\d., -]+): (.+)")
_RANGE = re.compile(r"(\d+(?:\.\d+)*)\.(\d+)-(\d+)")


class RulebookError(ValueError):
    """Raised if the rulebook is malformed; the text names file and line."""


class Rule(NamedTuple):
    """A numbered rule. `paragraphs` are Markdown and include its rulings."""

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
        """True if the whole text is a ruling, apart from examples."""
        return all(text.startswith((RULING, EXAMPLE)) for text in self.paragraphs)


class Section(NamedTuple):
    """A section with its rules in order. `not_in_basic`: the reasons why rules do not hold in Basic, by number."""

    number: int
    title: str
    file: str
    rules: tuple[Rule, ...]
    not_in_basic: dict[str, str]


class Rulebook(NamedTuple):
    """The sections of the rulebook in order."""

    sections: tuple[Section, ...]

    @property
    def rules(self) -> dict[str, Rule]:
        """The rules by number."""
        return {rule.number: rule for section in self.sections for rule in section.rules}

    @property
    def not_in_basic(self) -> dict[str, str]:
        """The reasons why rules do not hold in Basic, by number."""
        return {number: reason for section in self.sections for number, reason in section.not_in_basic.items()}


def number_key(number: str) -> tuple[int, ...]:
    """Return a sort key that puts 10.3 before 10.10."""
    return tuple(int(part) for part in number.split("."))


def read_rulebook(folder: Path) -> Rulebook:
    """Return the rulebook of the folder. Raises `RulebookError`."""
    sections = [_read_section(path) for path in folder.glob("[0-9]*.md")]
    book = Rulebook(tuple(sorted(sections, key=lambda section: section.number)))
    named = [rule.number for section in sections for rule in section.rules]
    twice = sorted({number for number in named if named.count(number) > 1})
    if twice:
        raise RulebookError(f"{folder}: {twice[0]} appears twice")
    if not sections:
        raise RulebookError(f"{folder}: there is no rulebook")
    return book


def _read_section(path: Path) -> Section:
    lines = path.read_text(encoding="utf-8").splitlines()
    head = _SECTION.fullmatch(lines[0]) if lines else None
    if head is None:
        raise RulebookError(f"{path}, line 1: a title such as '# 10 Attacks and damage' was expected")
    body = lines[: lines.index(NOT_IN_BASIC)] if NOT_IN_BASIC in lines else lines
    starts = [number for number, line in enumerate(body) if line.startswith("### ")] + [len(body)]
    rules = [_read_rule(path, start + 1, body[start:end]) for start, end in pairwise(starts)]
    reasons: dict[str, str] = {}
    for number, line in enumerate(lines[len(body) + 1 :], start=len(body) + 2):
        numbers = _read_reason(path, number, line)
        twice = sorted(numbers.keys() & reasons.keys())
        if twice:
            raise RulebookError(f"{path}, line {number}: {twice[0]} appears twice")
        reasons |= numbers
    section = Section(int(head[1]), head[2], path.name, tuple(rules), reasons)
    for named in (*(rule.number for rule in rules), *reasons):
        if number_key(named)[0] != section.number:
            raise RulebookError(f"{path}: {named} is no number of section {section.number}")
    return section


def _read_rule(path: Path, line: int, lines: list[str]) -> Rule:
    head = _RULE.fullmatch(lines[0])
    if head is None:
        raise RulebookError(f"{path}, line {line}: a heading such as '### 10.3 Reach' was expected")
    paragraphs = [text.strip() for text in "\n".join(lines[1:]).split("\n\n") if text.strip()]
    modes = paragraphs.pop(0) if paragraphs else ""
    named = tuple(mode.strip() for mode in modes.removeprefix("Modes:").split(","))
    if not modes.startswith("Modes:") or not set(named) <= set(MODES):
        raise RulebookError(f"{path}, line {line}: under {head[1]} a line 'Modes: {', '.join(MODES)}' was expected")
    if not paragraphs:
        raise RulebookError(f"{path}, line {line}: {head[1]} says nothing")
    return Rule(head[1], head[2], named, tuple(paragraphs))


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
