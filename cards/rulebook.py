"""The rulebook as pages show it: read once a process, as HTML, with who shows a rule and the words that mean one."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import NamedTuple, TypeVar

from django.conf import settings
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from incursions.engine.dice import chance_of_at_most
from incursions.games.incursions.rules.catalogue import Catalogue, load
from incursions.games.incursions.rules.examples.scenario_files import (
    Outline,
    Scenario,
    ScenarioFileError,
    read_scenarios,
    scenario_rules,
)
from incursions.games.incursions.rules.rulebook import read_rulebook
from incursions.games.incursions.table.stories import Story, tell_story
from incursions.games.rule_coverage import marked_rules
from incursions.games.rulebooks import ITEM, RULING, Rule, Rulebook, Section
from incursions.kit.addresses import address

EVADING = "11.2"
SCORES = range(2, 13)
BAR_WIDTH, BAR_STEP, BAR_HEIGHT = 22, 26, 40

NUMBER = re.compile(r"\b\d{1,2}(?:\.\d{1,2}){1,2}\b")
SECTION = re.compile(r"\b([Ss]ection) (\d{1,2})\b(?!\.\d)")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
EMPHASIS = re.compile(r"\*([^*]+)\*")
MARKED_RULE = re.compile(r'<span class="rule-number">([\d.]+)</span>')
FILES_KEPT = 8

Shown = TypeVar("Shown")
logger = logging.getLogger(__name__)
# Each with the rule that a player would look up. Of words that overlap the longer are looked for first.
WORDS: dict[str, str] = {
    r"AUX": "7.4",
    r"Assimilation|assimilate[sd]?": "15.5",
    r"Attach to|Command(?:s)?|command(?:s)?": "13.6",
    r"Calamity|Catastrophe": "13.18",
    r"cancel(?:s|led)?": "13.9",
    r"caught": "9.15",
    r"escape roll": "9.6",
    r"cloak(?:s|ed)?|Cloak maneuver": "12.7",
    r"breaks? (?:your|this) cloak": "12.11",
    r"bypass(?:es)?": "10.16",
    r"denizens?": "18.1",
    r"dominated": "18.5",
    r"discard pile|non-salvageable pile": "13.7",
    r"diver(?:t|sion)": "7.5",
    r"doubles": "1.1",
    r"escape craft": "19.2",
    r"escape(?= )": "19.5",
    r"espionage attempt|fails his Espionage Evasion|Espionage cards?": "15.4",
    r"Espionage Evasion": "15.2",
    r"evade[sd]?": "11.2",
    r"evasion": "11.2",
    r"no event|the event|one event": "9.12",
    r"explored?": "8.3",
    r"face (?:down|up)": "13.8",
    r"armour": "17.8",
    r"hand limit": "6.4",
    r"held by your tractor beam|tractor beam": "12.5",
    r"[Ll]oses? \d power|out of play": "7.8",
    r"[Tt]urn(?:s)? up": "7.11",
    r"power cards?": "2.3",
    r"Once a game": "13.19",
    r"attack maneuver": "10.1",
    r"halved|[Rr]educed?": "10.12",
    r"hexe?s? of range": "10.3",
    r"hex is entered": "9.1",
    r"hull": "10.6",
    r"additional maneuver|more maneuvers?": "13.16",
    r"maneuver(?:s)? less": "6.2",
    r"mines?": "17.2",
    r"officers?": "14.10",
    r"outposts?|platforms?": "17.10",
    r"power-ups?": "7.2",
    r"Repair maneuvers?|[Rr]epairs?": "12.1",
    r"shield maximum": "2.10",
    r"extra shield points": "2.10",
    r"shuttles?": "17.6",
    r"separate weapon": "10.8",
    r"start hex": "5.8",
    r"Tachyon Sweep": "12.6",
    r"tactical maneuver": "6.7",
    r"transport(?:s|ed)?": "8.9",
    r"Unique": "9.5",
    r"usage limitation": "13.11",
    r"Warp Drive": "8.1",
    r"While (?:a ship is |a Klingon ship is |)in this hex|while (?:it is|they are) in this hex": "9.4",
    r"Requirement": "1.6",
    r"each power (?:adds|you spend)|power may be added|no power may be added": "7.3",
    r"wormhole": "1.1",
    r"Equipment": "16.1",
}
_NAMES = {f"w{place}": number for place, number in enumerate(WORDS.values())}
_FOUND = re.compile(
    "|".join(
        [r"(?P<number>\b\d{1,2}(?:\.\d{1,2}){1,2}\b)"]
        + [
            rf"(?P<w{place}>(?<![\w-])(?:{words})(?![\w-]))"
            for place, words in sorted(enumerate(WORDS), key=lambda each: -len(each[1]))
        ]
    )
)


class Paragraph(NamedTuple):
    """A paragraph of a rule, or a list of `items`; a ruling says how we play where the original rules are silent."""

    html: SafeString
    items: tuple[SafeString, ...]
    is_ruling: bool


class Bar(NamedTuple):
    """A bar of the chart of chances: an evasion score, its chance in percent, and the place of the bar.

    Labels stand at `middle`, the one on top of the bar at `above`.
    """

    score: int
    percent: int
    x: int
    y: int
    height: int
    middle: int
    above: int


@cache
def rulebook() -> Rulebook:
    """Return the rulebook, cached for the process. Raises `RulebookError`."""
    return read_rulebook(settings.ROOT / "docs" / "rulebook")


@cache
def addresses() -> frozenset[str]:
    """Return every number that has a page: sections and rules."""
    book = rulebook()
    return frozenset((*(section.number for section in book.sections), *book.rules))


@cache
def scenarios() -> dict[str, list[Outline]]:
    """Return the scenarios that show each rule; none if they are not deployed or cannot be read."""
    return _by_rule(scenario_rules, "tests/scenarios", "scenarios")


@cache
def tests() -> dict[str, list[str]]:
    """Return the names of the tests that show each rule; none if they are not deployed or cannot be read."""
    shown = _by_rule(marked_rules, "tests", "the names of tests")
    return {number: names for number, names in shown.items() if number in addresses()}


def _by_rule(read: Callable[[Path], Iterable[tuple[str, Shown]]], folder: str, what: str) -> dict[str, list[Shown]]:
    """Return what a folder shows of each rule, by rule; {} with a log line if a file cannot be read."""
    found: dict[str, list[Shown]] = {}
    try:
        for number, shown in read(settings.ROOT / folder):
            found.setdefault(number, []).append(shown)
    except (ScenarioFileError, SyntaxError, ValueError):
        logger.exception("The rulebook goes without %s", what)
        return {}
    return found


def read_files() -> None:
    """Read the files that the first page of a rule or a piece would wait for (half a second). Needs no database."""
    addresses()
    scenarios()
    tests()


def rule_address(number: str) -> str:
    """Return where a section or a rule stands: the section's page, opened at the rule."""
    page = address("tables:rule", number)
    return f"{page}#rule-{number}" if "." in number else page


def link_rule(number: str) -> str:
    """Return a rule's number as a link to its text; "" for no number."""
    if not number:
        return ""
    return format_html('<a class="rule" href="{}">{}</a>', rule_address(number), number)


def section_of(number: str) -> Section:
    """Return the section that a known number belongs to."""
    return next(section for section in rulebook().sections if section.number == number.partition(".")[0])


def not_in_basic(section: Section) -> dict[SafeString, list[str]]:
    """Return the numbers of the section that do not hold in Basic, by the reason with its links."""
    by_reason: dict[SafeString, list[str]] = {}
    for number, reason in section.exceptions.items():
        by_reason.setdefault(inline_html(reason), []).append(number)
    return by_reason


def paragraphs_of(rule: Rule) -> Iterator[Paragraph]:
    """Yield the paragraphs of a rule with their kinds."""
    for text in rule.paragraphs:
        lines = text.split("\n")
        if all(line.startswith(ITEM) for line in lines):
            yield Paragraph(SafeString(), tuple(inline_html(line.removeprefix(ITEM)) for line in lines), False)
        else:
            yield Paragraph(inline_html(text.removeprefix(RULING).strip()), (), text.startswith(RULING))


def inline_html(text: str) -> SafeString:
    """Return a line of the book's Markdown as HTML: emphasis, and numbers linked to their rules."""
    html = NUMBER.sub(lambda found: _link(found[0], found[0]), escape(text, quote=False))
    html = SECTION.sub(lambda found: _link(found[2], found[0]), html)
    html = EMPHASIS.sub(r"<i>\1</i>", BOLD.sub(r"<b>\1</b>", html))
    return mark_safe(html)  # noqa: S308 -- escaped above


def plain_text(text: str) -> str:
    """Return a paragraph without its markup, for searching."""
    return EMPHASIS.sub(r"\1", BOLD.sub(r"\1", text)).replace(f"\n{ITEM}", " ").removeprefix(ITEM)


class ToldScenario(NamedTuple):
    """A scenario as pages show it: its title, and its story, None if it does not hold with the pieces of today."""

    title: str
    story: Story | None


def tell_scenario(scenario: Outline) -> ToldScenario:
    """Return a scenario with its story, which is told once in a process."""
    return ToldScenario(scenario.title, _tell_story(scenario.file, scenario.line))


@cache
def _tell_story(file: str, line: int) -> Story | None:
    """Return the story of the scenario that begins at this line; None, with a log line, if it cannot be played."""
    try:
        return tell_story(_read_scenarios(file)[line], _read_printed_pieces(settings.ROOT / "fixtures"))
    except Exception:  # a page goes without what was changed meanwhile
        logger.exception("The scenario cannot be told: %s, line %s", file, line)
        return None


@lru_cache(maxsize=FILES_KEPT)
def _read_scenarios(file: str) -> dict[int, Scenario]:
    return {scenario.line: scenario for scenario in read_scenarios(Path(file))}


@cache
def _read_printed_pieces(folder: Path) -> Catalogue:
    """Return the pieces of the files, which scenarios are written for; those of the database may have been edited."""
    return load(folder)


def link_marked_rules(html: str) -> SafeString:
    """Return a sentence of a log with the rules that it names as links."""
    return mark_safe(MARKED_RULE.sub(lambda found: link_rule(found[1]), str(html)))  # noqa: S308 -- HTML already


def chances_to_evade() -> list[Bar]:
    """Return the chance of each evasion score as a bar."""
    bars = []
    for place, score in enumerate(SCORES):
        chance, x = chance_of_at_most(score), BAR_STEP * place
        height = max(1, round(chance * BAR_HEIGHT))
        y = BAR_HEIGHT - height
        bars.append(Bar(score, round(chance * 100), x, y, height, middle=x + BAR_WIDTH // 2, above=y - 3))
    return bars


def _link(number: str, text: str) -> str:
    """Return a link to the number's page if it has one, or else the text."""
    return f'<a class="rule" href="{rule_address(number)}">{text}</a>' if number in addresses() else text


class Link(NamedTuple):
    """Words of a text with the number of the rule that they stand for."""

    start: int
    end: int
    number: str


def links_in(text: str) -> Iterator[Link]:
    """Yield the places where a text names a rule, by its number or by a word: each rule once."""
    named: set[str] = set()
    for found in _FOUND.finditer(text):
        number = found[0] if found.lastgroup == "number" else _NAMES[str(found.lastgroup)]
        if number in addresses() and number not in named:
            named.add(number)
            yield Link(found.start(), found.end(), number)


def link_rules(text: str) -> SafeString:
    """Return the text as HTML, unchanged except for links to rules."""
    html, reached = [], 0
    for link in links_in(text):
        words = format_html('<a class="rule" href="{}">{}</a>', rule_address(link.number), text[link.start : link.end])
        html += [conditional_escape(text[reached : link.start]), words]
        reached = link.end
    return mark_safe("".join((*html, conditional_escape(text[reached:]))))  # noqa: S308 -- each part is escaped
