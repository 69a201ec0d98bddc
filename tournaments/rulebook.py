"""The rulebook's text, read from docs/rulebook: sections with numbered rules."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "rulebook"
HEADING = re.compile(r"^#+\s+(\d+)\.?\s+(.+)$")
RULE = re.compile(r"^[-*]?\s*\**(\d+\.\d+)\**\.?\s+(.+)$")


@dataclass(frozen=True)
class Rule:
    """One numbered rule."""

    number: str
    text: str

    @property
    def anchor(self) -> str:
        return f"rule-{self.number.replace('.', '-')}"


@dataclass(frozen=True)
class Section:
    """A numbered section and its rules."""

    number: str
    title: str
    rules: tuple[Rule, ...]


@cache
def read_rulebook() -> tuple[Section, ...]:
    """Every section in the order of its number; empty where there are no files."""
    sections: dict[str, tuple[str, list[Rule]]] = {}
    for file in sorted(FOLDER.glob("*.md")):
        for number, title, rules in _sections(file.read_text(encoding="utf-8")):
            sections.setdefault(number, (title, []))[1].extend(rules)
    ordered = sorted(sections.items(), key=lambda item: int(item[0]))
    return tuple(Section(number, title, tuple(rules)) for number, (title, rules) in ordered)


def _sections(text: str) -> list[tuple[str, str, list[Rule]]]:
    found: list[tuple[str, str, list[Rule]]] = []
    for line in text.splitlines():
        heading, rule = HEADING.match(line), RULE.match(line)
        if heading:
            found.append((heading[1], heading[2], []))
        elif rule and found:
            found[-1][2].append(Rule(rule[1], rule[2]))
        elif line.strip() and found and found[-1][2] and not line.startswith("#"):
            last = found[-1][2][-1]
            found[-1][2][-1] = Rule(last.number, f"{last.text} {line.strip()}")
    return found
