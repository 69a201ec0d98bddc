"""The rulebook as pages show it, read from docs/rulebook: sections with numbered rules and rulings."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from django.utils.safestring import SafeString, mark_safe

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "rulebook"
SECTION = re.compile(r"^# (\d+) (.+)$")
RULE = re.compile(r"^### (\d+\.\d+) (.+)$")
RULE_LINES = re.compile(RULE.pattern, re.MULTILINE)
MODES = "Modes: "
RULING = "**Ruling.** "
EMPHASIS = re.compile(r"\*([^*]+)\*")
NUMBER = re.compile(r"\b(\d{1,2}\.\d{1,2})\b")


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of a rule; a ruling says how we play where the original rules are silent."""

    html: SafeString
    is_ruling: bool


@dataclass(frozen=True)
class Rule:
    """One numbered rule."""

    number: str
    title: str
    modes: str
    paragraphs: tuple[Paragraph, ...]

    @property
    def anchor(self) -> str:
        """Its name in the page's address."""
        return anchor_of(self.number)


@dataclass(frozen=True)
class Section:
    """A numbered section and its rules."""

    number: str
    title: str
    rules: tuple[Rule, ...]


def anchor_of(number: str) -> str:
    """The name of a rule in the page's address."""
    return f"rule-{number.replace('.', '-')}"


@cache
def read_rulebook() -> tuple[Section, ...]:
    """Every section that has rules, in order; empty where the folder is not."""
    texts = [file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("[0-9]*.md"))]
    known = frozenset(found[1] for text in texts for found in RULE_LINES.finditer(text))
    return tuple(section for section in (_section(text, known) for text in texts) if section.rules)


def _section(text: str, known: frozenset[str]) -> Section:
    heading, *blocks = re.split(r"(?m)^(?=###? )", text)
    found = SECTION.match(heading.strip())
    if found is None:
        raise ValueError(f"A section of the rulebook begins with its number and title, not with {heading[:40]!r}")
    return Section(found[1], found[2].strip(), tuple(_rules(blocks, known)))


def _rules(blocks: list[str], known: frozenset[str]) -> Iterator[Rule]:
    """The numbered rules among the blocks; other headings (what a mode leaves out) are for the printed book."""
    for block in blocks:
        first, _, rest = block.partition("\n")
        found = RULE.match(first)
        if found is None:
            continue
        parts = [part.strip() for part in re.split(r"\n\s*\n", rest.strip()) if part.strip()]
        modes = parts.pop(0).removeprefix(MODES) if parts and parts[0].startswith(MODES) else ""
        yield Rule(found[1], found[2].strip(), modes, tuple(_paragraph(part, known) for part in parts))


def _paragraph(text: str, known: frozenset[str]) -> Paragraph:
    is_ruling = text.startswith(RULING)
    html = NUMBER.sub(_linked(known), escape(text.removeprefix(RULING), quote=False))
    html = EMPHASIS.sub(r"<i>\1</i>", html)
    return Paragraph(mark_safe(html), is_ruling)  # noqa: S308 -- escaped above


def _linked(known: frozenset[str]) -> Callable[[re.Match[str]], str]:
    """Numbers of rules that the book has lead to them."""

    def link(found: re.Match[str]) -> str:
        number = found[1]
        return f'<a class="rule" href="#{anchor_of(number)}">{number}</a>' if number in known else number

    return link
