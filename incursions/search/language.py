"""The query language for people: each of its means with an example, and what may be asked of each type of field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from incursions.search.fields import FieldType


class Means(NamedTuple):
    """Something that the language can say: a query that says it, and what it does."""

    example: str
    does: str


LANGUAGE: tuple[Means, ...] = (
    Means("wormhole", "A word that stands in the title or in the text."),
    Means("red alert", "Words side by side must all stand there, in any order."),
    Means('"draw two cards"', 'In quotes: words in this order, or one that means something else here, such as "or".'),
    Means("torpedo*", "An asterisk stands for anything."),
    Means("phasers or torpedoes", "Either of two; and goes before or."),
    Means("damage -ship", "A minus, or the word not, right before what is not wanted."),
    Means("(phasers or disruptors) -kind:ship", "Brackets keep together what belongs together."),
    Means("nature:attack", "A field, a colon and a value, without spaces. Short for this one: n:att."),
    Means('method:"table in hex"', "A value of several words stands in quotes."),
    Means('title="red alert"', "An equals sign asks for all of a text; elsewhere it means what a colon means."),
    Means("kind:card nature!=crew", "Printed, but something else."),
    Means("rarity>=rare points<3 or hull>30", "Fields that have an order are compared by < <= > and >=."),
    Means("shields>hull", "Fields that are numbers are compared with one another, too."),
    Means("is:unique", "Plain facts about a piece."),
    Means("has:flavour", "Pieces that print a field at all."),
    Means("kind:tile sort:-points sort:title", "In which order; a minus turns it round; the first one counts most."),
    Means("nature:defence view:text", "As list, text or pictures."),
)  # fmt: skip
IS, IS_ANOTHER = ":", "!="
COMPARED = {IS: "is", IS_ANOTHER: "is something else", "<": "less", "<=": "or less", ">": "more", ">=": "or more"}
OPERATORS: Mapping[FieldType, Mapping[str, str]] = {
    FieldType.TEXT: {IS: "says", "=": "says just this", IS_ANOTHER: "says something else than just this"},
    FieldType.WORD: {IS: "is", IS_ANOTHER: "is something else"},
    FieldType.FLAG: {IS: "is so", IS_ANOTHER: "is something else"},
    FieldType.ORDERED: COMPARED,
    FieldType.NUMBER: COMPARED,
    FieldType.DICE: COMPARED,
}
