"""Queries in words, such as "cards that are rare or rarer", and the help on the language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from incursions.games.incursions.rules.printed.pieces import CAPTAIN, CARD, CREW, NATURES, RACES, SHIP, TILE
from incursions.games.incursions.search.fields import BY_NAME, Field, FieldType
from incursions.games.incursions.search.query import Comparison, Condition, Either, Not, Query, Together, Words
from incursions.kit.words import Pattern

PIECES = "pieces"
NOUNS: Mapping[tuple[str, str], str] = {
    ("kind", SHIP): "ships",
    ("kind", CAPTAIN): "captains",
    ("kind", CARD): "cards",
    ("kind", TILE): "tiles",
    **{("nature", nature): f"{nature.lower()} cards" for nature in NATURES},
    ("nature", CREW): "officers",
}
COMPARISONS: Mapping[str, str] = {
    ":": "{value}",
    "=": "exactly {value}",
    "<": "{less} than {value}",
    "<=": "{value} or {less}",
    ">": "{more} than {value}",
    ">=": "{value} or {more}",
}
OTHERS: Mapping[FieldType, str] = {  # for !=
    FieldType.TEXT: "something else than just {value}",
    FieldType.WORD: "something else than {value}",
    FieldType.FLAG: "something else than {value}",
    FieldType.ORDERED: "anything but {value}",
    FieldType.NUMBER: "another than {value}",
    FieldType.DICE: "another than {value}",
}
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


def explain_query(query: Query) -> str:
    """Return the query as a phrase without a full stop; its first letter is small."""
    found, orders = _phrase(query.condition), []
    for sort in query.sorts:
        field = BY_NAME[sort.field]
        turned = " from the greatest down" if field.has_order else " from the end"
        orders.append(f"{field.called}{turned if sort.descending else ''}")
    order = " and then ".join(orders)
    shown = f"shown as {query.view}" if query.view else ""
    return "; ".join(filter(None, (found, order and f"by {order}", shown)))


def _phrase(condition: Condition | None) -> str:
    """Return the phrase for the pieces that the condition finds: a noun and its clauses."""
    if condition is None:
        return f"all {PIECES}"
    if isinstance(condition, Either) and not _noun(condition):
        return ", or ".join(map(_phrase, condition.parts))
    parts = list(condition.parts if isinstance(condition, Together) else (condition,))
    naming = next((part for part in parts if _noun(part)), None)
    noun = _noun(naming) or PIECES
    if naming is not None:
        parts.remove(naming)
    wanted = " and ".join(_clauses([part for part in parts if not isinstance(part, Not)], "and"))
    unwanted = " or ".join(_clauses([part.part for part in parts if isinstance(part, Not)], "or"))
    return " ".join(filter(None, (noun, wanted))) + (f", except those {unwanted}" if unwanted else "")


def _noun(condition: Condition | None) -> str:
    """Return the noun for the pieces that a condition finds, such as "cards"; "" if none is known."""
    if isinstance(condition, Either):
        nouns = [_noun(part) for part in condition.parts]
        return " or ".join(nouns) if all(nouns) else ""
    if not isinstance(condition, Comparison) or condition.operator != ":":
        return ""
    return NOUNS.get((condition.field, condition.value), "")


def _clause(condition: Condition) -> str:
    """Return the words of a condition that follow the noun."""
    if isinstance(condition, Words):
        return _describe_words([condition], "and")
    if isinstance(condition, Comparison):
        return _describe_comparison(BY_NAME[condition.field], condition.operator, condition.value)
    if isinstance(condition, Not):
        return f"that are none of those {_clause(condition.part)}"
    compared = _of_one_field(condition) if isinstance(condition, Either) else []
    if compared:  # the field is named once
        beginning = f"{BY_NAME[compared[0].field].sentence_start} "
        named, *others = map(_clause, compared)
        return " or ".join([named, *(other.removeprefix(beginning) for other in others)])
    both, conjunction = ("either", "or") if isinstance(condition, Either) else ("both", "and")
    *first, last = _clauses(condition.parts, conjunction)
    return f"{both} {', '.join(first)} {conjunction} {last}" if first else last


def _of_one_field(condition: Either) -> list[Comparison]:
    """Return the alternatives if all of them compare one field."""
    compared = [part for part in condition.parts if isinstance(part, Comparison)]
    is_one = len(compared) == len(condition.parts) and len({part.field for part in compared}) == 1
    return compared if is_one else []


def _clauses(parts: Sequence[Condition], conjunction: str) -> list[str]:
    """Return the clause of each part, with all bare words in one."""
    words = [part for part in parts if isinstance(part, Words)]
    said = [_describe_words(words, conjunction)] if words else []
    return said + [_clause(part) for part in parts if not isinstance(part, Words)]


def _describe_words(words: Sequence[Words], conjunction: str) -> str:
    return f"whose title or text says {f' {conjunction} '.join(_quote(said.text) for said in words)}"


def _describe_comparison(field: Field, operator: str, value: str) -> str:
    pattern = OTHERS[field.type] if operator == "!=" else COMPARISONS[operator]
    if field.type is FieldType.TEXT:
        said = _quote(value)
    elif field.has_numbers:
        said = f"their {BY_NAME[value].called}" if value in BY_NAME else value
    else:
        said = _word(field, value)
    return f"{field.sentence_start} {pattern.format(value=said, more=field.more or 'more', less=field.less or 'less')}"


def _quote(text: str) -> str:
    """Return the text in quotes, or "anything" for a text of wildcards alone."""
    return f"“{text}”" if Pattern.parse(text).sought else "anything"


def _word(field: Field, value: str) -> str:
    """Return a word as it stands inside a sentence."""
    if "*" in value:
        return f"like “{value}”"
    return field.phrases.get(value) or (value if value in RACES else value.lower().replace("_", " "))


class Means(NamedTuple):
    """A feature of the language: a query that uses it, and its meaning."""

    example: str
    does: str


LANGUAGE: tuple[Means, ...] = (
    Means("wormhole", "A word of the title or the text."),
    Means("red alert", "All the words, in any order."),
    Means('"draw two cards"', 'In quotes: words in this order, or one that means something else here, such as "or".'),
    Means("torpedo*", "An asterisk stands for anything."),
    Means("phasers or torpedoes", "Either of two; and goes before or."),
    Means("damage -ship", "A minus, or the word not, right before what is not wanted."),
    Means("(phasers or disruptors) -kind:ship", "Brackets keep together what belongs together."),
    Means("nature:attack", "A field, a colon and a value, without spaces. Short for this one: n:att."),
    Means('method:"table in hex"', "Put a value of several words in quotes."),
    Means('title="red alert"', "An equals sign asks for all of a text; elsewhere it means what a colon means."),
    Means("kind:card nature!=crew", "Printed, but something else."),
    Means("rarity>=rare points<3 or hull>30", "Fields that have an order are compared by < <= > and >=."),
    Means("shields>hull", "Fields that are numbers are compared with one another, too."),
    Means("is:unique", "Plain facts about a piece."),
    Means("has:flavour", "Pieces that print a field at all."),
    Means("kind:tile sort:-points sort:title", "In which order; a minus turns it round; the first one counts most."),
    Means("nature:defence view:text", "As list, text or pictures."),
)  # fmt: skip
