"""Searching as plainly as can be: every piece is asked every condition, value by value."""

import re
from functools import partial

from incursions.games.incursions.search.fields import BY_NAME, FieldType
from incursions.games.incursions.search.parsing import number_of
from incursions.games.incursions.search.query import Comparison, Either, Not, Words
from incursions.kit.words import fold

HOLDS = {
    ":": lambda own, value: own == value,
    "<": lambda own, value: own < value,
    "<=": lambda own, value: own <= value,
    ">": lambda own, value: own > value,
    ">=": lambda own, value: own >= value,
}


def plain_search(index, condition):
    """Every piece for which the condition holds, in the catalogue's order."""
    return [piece for piece in index.pieces if condition is None or holds(condition, piece, index.vocabulary)]


def holds(condition, piece, vocabulary):
    if isinstance(condition, Words):
        return any(like(condition.text).search(fold(piece.get(name, ""))) for name in ("title", "text"))
    if isinstance(condition, Comparison):
        return compared(condition, piece, vocabulary)
    if isinstance(condition, Not):
        return not holds(condition.part, piece, vocabulary)
    some_or_all = any if isinstance(condition, Either) else all
    return some_or_all(holds(part, piece, vocabulary) for part in condition.parts)


def compared(condition, piece, vocabulary):
    field = BY_NAME[condition.field]
    values = [str(value) for value in field.read_values({"set": "base", **piece})]
    if not values:
        return False
    if condition.operator == "!=":
        equal = "=" if field.type is FieldType.TEXT else ":"
        return not compared(Comparison(field.name, equal, condition.value), piece, vocabulary)
    if field.type is FieldType.TEXT:
        match = like(condition.value).search if condition.operator == ":" else like(condition.value).fullmatch
        return match(fold(" ".join(values))) is not None
    if field.has_words and "*" in condition.value:
        return any(like(condition.value).fullmatch(fold(value)) for value in values)
    key = vocabulary[field.name].index if field.has_words else number_of
    return any(HOLDS[condition.operator](key(value), key(condition.value)) for value in values)


def like(text):
    return re.compile(".*".join(map(re.escape, fold(text).split("*"))))


def random_query(index, chance, depth=3):
    """Return a random query of most forms that can be typed."""
    again = partial(random_query, index, chance, depth - 1)
    if depth == 0 or chance.random() < 0.3:
        return chance.choice(["", "", "", "-", "not "]) + random_term(index, chance)
    between = chance.choice([" ", " ", " and ", " or "])
    joined = between.join(again() for _ in range(chance.randint(2, 3)))
    return chance.choice([joined, f"({joined})", f"-({joined})"])


def random_term(index, chance):
    piece = chance.choice(index.pieces)
    if chance.random() < 0.25:
        return random_words(piece, chance)
    field = chance.choice([field for field in BY_NAME.values() if list(field.read_values({"set": "base", **piece}))])
    name = chance.choice((field.name, *field.aliases))
    value = str(chance.choice(list(field.read_values({"set": "base", **piece}))))
    if field.type is FieldType.TEXT:
        return f'{name}{chance.choice((":", ":", "=", "!="))}"{random_part(value, chance)}"'
    operators = (":", "=", "!=", "<", "<=", ">", ">=") if field.has_order else (":", "=", "!=")
    compared = chance.choice(operators)
    if field.has_words and compared in (":", "!=") and chance.random() < 0.2:
        value = value[0] + "*"
    return f'{name}{compared}"{chance.choice((value, value.upper()))}"'


def random_words(piece, chance):
    words = re.findall(r"[\w'’*]+", f"{piece['title']} {piece.get('text', '')}")
    return f'"{random_part(chance.choice(words), chance)}"'


def random_part(text, chance):
    text = text.replace('"', "")
    start = chance.randrange(len(text))
    part = text[start : start + chance.randint(1, 30)]
    middle = len(part) // 2
    part = chance.choice([part, part, part[:middle] + "*" + part[middle + 1 :], text])
    return part if fold(part) else text
