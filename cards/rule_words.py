"""The rulebook of Incursions for pages of the catalogue: words and numbers in texts of pieces that mean a rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from incursions.books.links import rule_address
from incursions.books.shelf import Book, book_of

GAME = "incursions"
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
"""Words with the rule that a player would look up. Of words that overlap the longer are looked for first."""
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


def rulebook() -> Book:
    """Return the rulebook of Incursions."""
    return book_of(GAME)


class Link(NamedTuple):
    """Words of a text with the number of the rule that they stand for."""

    start: int
    end: int
    number: str


def links_in(text: str) -> Iterator[Link]:
    """Yield the places where a text names a rule, by its number or by a word: each rule once."""
    named: set[str] = set()
    numbers = rulebook().numbers
    for found in _FOUND.finditer(text):
        number = found[0] if found.lastgroup == "number" else _NAMES[str(found.lastgroup)]
        if number in numbers and number not in named:
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
