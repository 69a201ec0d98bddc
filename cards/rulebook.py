"""The rulebook as pages show it: read once in a process, its Markdown as HTML, and who shows a rule."""

import logging
import re
from collections.abc import Iterator
from functools import cache
from html import escape
from itertools import islice
from threading import Thread
from typing import NamedTuple

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from incursions.addresses import address
from incursions.rules.examples.coverage import marked_rules, scenario_rules
from incursions.rules.examples.outlines import Outline
from incursions.rules.examples.scenario_files import ScenarioFileError
from incursions.rules.odds import chance_of_at_most
from incursions.rules.rulebook import RULING, Rule, Rulebook, Section, read_rulebook

EVADING = "11.2"
SCORES = range(2, 13)
BAR_WIDTH, BAR_STEP, BAR_HEIGHT = 22, 26, 40
ITEM = "- "

NUMBER = re.compile(r"\b\d{1,2}(?:\.\d{1,2}){1,2}\b")
SECTION = re.compile(r"\b([Ss]ection) (\d{1,2})\b(?!\.\d)")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
EMPHASIS = re.compile(r"\*([^*]+)\*")
ALIAS = re.compile(r"(?<=: \*)[\w-]+")

logger = logging.getLogger(__name__)


class Paragraph(NamedTuple):
    """A paragraph of a rule, or a list of `items`; a ruling says how we play where the original rules are silent."""

    html: SafeString
    items: tuple[SafeString, ...]
    is_ruling: bool


class NotInBasic(NamedTuple):
    """Numbers of a section that do not hold in Basic, and the one reason for them all."""

    numbers: tuple[str, ...]
    reason: str

    @property
    def html(self) -> SafeString:
        """The reason with its links."""
        return inline_html(self.reason)


class Bar(NamedTuple):
    """One bar of the chart of chances: an evasion score, its chance in hundredths, and where the bar stands."""

    score: int
    percent: int
    x: int
    y: int
    height: int

    @property
    def middle(self) -> int:
        """Where what is written above and below it is centred."""
        return self.x + BAR_WIDTH // 2

    @property
    def above(self) -> int:
        """The foot of what is written above it."""
        return self.y - 3


@cache
def rulebook() -> Rulebook:
    """The book, read when a process first needs it. Raises `RulebookError`."""
    return read_rulebook(settings.ROOT / "docs" / "rulebook")


@cache
def addresses() -> frozenset[str]:
    """Every number that has a page: sections and rules."""
    book = rulebook()
    return frozenset((*(str(section.number) for section in book.sections), *book.rules))


@cache
def scenarios() -> dict[str, list[Outline]]:
    """The scenarios that show each rule; none where they are not deployed or cannot be read: the rules stay."""
    found: dict[str, list[Outline]] = {}
    try:
        for number, scenario in scenario_rules(settings.ROOT / "tests" / "scenarios"):
            found.setdefault(number, []).append(scenario)
    except ScenarioFileError:
        logger.exception("The rulebook goes without scenarios")
        return {}
    return found


@cache
def tests() -> dict[str, list[str]]:
    """The names of the tests that show each rule; none where they are not deployed or cannot be read."""
    found: dict[str, list[str]] = {}
    try:
        for number, test in marked_rules(settings.ROOT / "tests"):
            found.setdefault(number, []).append(test)
    except (SyntaxError, ValueError):
        logger.exception("The rulebook goes without the names of tests")
        return {}
    return found


def read_ahead() -> Thread:
    """Read in the background what the first page of a rule or a piece would wait for, half a second; no database."""
    thread = Thread(target=lambda: (addresses(), scenarios(), tests()), name="reading the rulebook", daemon=True)
    thread.start()
    return thread


def rule_address(number: str) -> str:
    """Where a section or a rule stands: the section's page, opened at the rule."""
    page = address("tournaments:rule", number)
    return f"{page}#rule-{number}" if "." in number else page


def section_of(number: str) -> Section:
    """The section that a known number belongs to."""
    return next(section for section in rulebook().sections if str(section.number) == number.partition(".")[0])


def not_in_basic(section: Section) -> list[NotInBasic]:
    """What of the section does not hold in Basic, a reason at a time."""
    by_reason: dict[str, list[str]] = {}
    for number, reason in section.not_in_basic.items():
        by_reason.setdefault(reason, []).append(number)
    return [NotInBasic(tuple(numbers), reason) for reason, numbers in by_reason.items()]


def paragraphs_of(rule: Rule) -> Iterator[Paragraph]:
    """The paragraphs of a rule, told apart."""
    for text in rule.paragraphs:
        lines = text.split("\n")
        if all(line.startswith(ITEM) for line in lines):
            yield Paragraph(SafeString(), tuple(inline_html(line.removeprefix(ITEM)) for line in lines), False)
        else:
            yield Paragraph(inline_html(text.removeprefix(RULING).strip()), (), text.startswith(RULING))


def inline_html(text: str) -> SafeString:
    """A line of the book's Markdown as HTML: emphasis, and numbers that lead to their rules."""
    html = NUMBER.sub(_linked, escape(text, quote=False))
    html = SECTION.sub(_linked_section, html)
    html = EMPHASIS.sub(r"<i>\1</i>", BOLD.sub(r"<b>\1</b>", html))
    return mark_safe(html)  # noqa: S308 -- escaped above


def plain_text(text: str) -> str:
    """A paragraph without its marks, for searching."""
    return EMPHASIS.sub(r"\1", BOLD.sub(r"\1", text)).replace(f"\n{ITEM}", " ").removeprefix(ITEM)


def borrowed_names(scenario: Outline) -> list[tuple[str, Outline]]:
    """The names in a scenario (``*ships``), each with the earlier one of its file that writes it out (``&ships``)."""
    others = {found.line: found for shown in scenarios().values() for found in shown if found.file == scenario.file}
    earlier = [others[line] for line in sorted(others, reverse=True) if line < scenario.line]
    borrowed = []
    for name in dict.fromkeys(ALIAS.findall(scenario.source)):
        written = (other for other in earlier if f"&{name}\n" in other.source)
        borrowed += [(name, other) for other in islice(written, 1) if f"&{name}\n" not in scenario.source]
    return borrowed


def chances_to_evade() -> list[Bar]:
    """The chance of each evasion score, as bars."""
    chances = [(score, chance_of_at_most(score)) for score in SCORES]
    heights = [max(1, round(chance * BAR_HEIGHT)) for _, chance in chances]
    return [
        Bar(score, round(chance * 100), BAR_STEP * place, BAR_HEIGHT - height, height)
        for place, ((score, chance), height) in enumerate(zip(chances, heights, strict=True))
    ]


def _linked(found: re.Match[str]) -> str:
    return _link(found[0], found[0])


def _linked_section(found: re.Match[str]) -> str:
    return _link(found[2], found[0])


def _link(number: str, text: str) -> str:
    """A link where there is such a page, else the text."""
    return f'<a class="rule" href="{rule_address(number)}">{text}</a>' if number in addresses() else text
