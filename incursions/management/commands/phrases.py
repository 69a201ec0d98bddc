"""`phrases [WORD]`: list all that the product says, each phrase with an example made from the code."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from html import unescape
from importlib import import_module
from itertools import groupby
from json import dumps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.html import strip_tags

from incursions.books.shelf import list_shelf

FOLDERS = ("incursions", "cards", "tournaments", "templates", "static/js")
CALLS_OF_KINDS = {
    "refusal": "IllegalAction UnknownAction NotYourQuestion Refusal Advice Reason",
    "notice": "success info warning add_message",
    "command": "CommandError write",
    "unsaid": "Literal TypeError cast compile debug execute exception get_logger",
}
KINDS_OF_CALL = {call: kind for kind, calls in CALLS_OF_KINDS.items() for call in calls.split()}
"""The kinds of phrases, by the functions that they are given to."""
LABELS = {"label", "help_text", "verbose_name", "verbose_name_plural", "title", "heading", "button", "note", "summary"}
RULE = re.compile(r"\d+(\.\d+)*")
SQL = re.compile(r"(SELECT|UPDATE|INSERT|DELETE|CREATE|ALTER|PRAGMA|BEGIN|SET|WITH) ")
WORDS = re.compile(r"(?s)[A-Za-z{][\w’'}),;:-]* +[a-z{(]|^[A-Z].*[a-z][.!?]$")
LETTERS = re.compile(r"[A-Za-z]{2}")
FIELD = re.compile(r"\{([^{}]*)\}")
WORDS_OF_EXAMPLES: dict[Any, str] = {
    2: "amount count distance number points power range total turns round table",
    3: "hexes left least most cards copies minutes seconds days size hull shields",
    "Ada": "name user player holder viewer opponent winner",
    ("Ada", "Grace"): "players names users titles words options",
    "Torpedo Volley": "title card named",
    "10.3": "rule",
    "2,-1": "place",
    "Sol": "ship",
    "Drogath": "target",
    "phasers": "system weapon",
    "Spring Cup": "tournament",
    "Blue Fleet": "deck",
    "Open Space": "tile",
}
EXAMPLES = {word: example for example, words in WORDS_OF_EXAMPLES.items() for word in words.split()}
"""Example values of fields, by the last words of their names. Any other field is filled with its name."""


@dataclass(frozen=True)
class Phrase:
    """A text that people read, with its fields in braces."""

    file: str
    line: int
    kind: str
    text: str
    example: str

    @property
    def room(self) -> str:
        """The folder of the file."""
        return self.file.rpartition("/")[0]


class Sample:
    """A stand-in for a value that has no example. Its attributes are examples or stand-ins."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return make_sample(name)

    def __str__(self) -> str:
        return self._name


def make_sample(name: str) -> Any:
    """Return the example value of a field, or a stand-in."""
    words = name.lower().strip("_").split("_")
    tails = ("_".join(words[start:]) for start in range(len(words)))
    return next((EXAMPLES[tail] for tail in tails if tail in EXAMPLES), Sample(" ".join(words)))


def fill_fields(text: str) -> str:
    """Return a text with example values for its fields, and the first of each group of alternatives."""
    while (chosen := re.sub(r"\[([^\[\]|]*)[^\[\]]*\]", r"\1", text)) != text:
        text = chosen
    return FIELD.sub(lambda field: _guess(field[1]), text)


def _guess(field: str) -> str:
    """Return the example of the last name in a field that has one; else that name."""
    found = [make_sample(name) for name in re.findall(r"\b[a-z_]\w+", field)] or ["…"]
    known = next((sample for sample in reversed(found) if not isinstance(sample, Sample)), found[-1])
    return " and ".join(known) if isinstance(known, tuple) else str(known)


class _Names(dict[str, Any]):
    """The names of a module; all others have example values."""

    def __missing__(self, name: str) -> Any:
        if hasattr(builtins, name):
            raise KeyError(name)
        return make_sample(name)


class ModuleReader:
    """Finds the phrases of a Python module. Fields are filled by evaluating them with example values."""

    def __init__(self, file: str) -> None:
        self.file = file
        module = sys.modules.get(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        self.names = _Names(vars(module) if module else {})

    def read(self, node: ast.AST, kind: str = "text") -> Iterator[Phrase]:
        """Yield the phrases below a node of the syntax tree, in the order in which they are written."""
        if parts := _list_parts(node):
            text = "".join(part if isinstance(part, str) else f"{{{ast.unparse(part)}}}" for part in parts)
            if (
                kind != "unsaid"
                and not SQL.match(text)
                and (LETTERS if kind in ("label", "event") else WORDS).search(text)
            ):
                example = "".join(map(self._fill, parts))
                yield Phrase(self.file, getattr(node, "lineno", 1), kind, text, example)
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):  # no docstring
            for name, value in ast.iter_fields(node):
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST) and name not in ("annotation", "returns"):
                        yield from self.read(child, _find_kind(node, name) or kind)

    def _fill(self, part: str | ast.expr) -> str:
        """Return a text with its fields filled, or the value of an expression with example values."""
        if isinstance(part, str):
            return fill_fields(part)
        try:
            return str(eval(compile(ast.Expression(part), self.file, "eval"), self.names))  # noqa: S307 -- our own code
        except Exception:
            return _guess(ast.unparse(part))


def _list_parts(node: ast.AST) -> list[str | ast.expr]:
    """Return the texts and the fields of an expression that makes a text; empty for any other expression."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.FormattedValue(value=value):
            return [value]
        case ast.JoinedStr(values=values):
            return [part for value in values for part in _list_parts(value)]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            sides = [_list_parts(left), _list_parts(right)]
            return [*(sides[0] or [left]), *(sides[1] or [right])] if any(sides) else []
    return []


def _find_kind(node: ast.AST, field: str) -> str | None:
    """Return the kind of the phrases in a field of a node, or None if it is that of the node."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if field == "args":
            return KINDS_OF_CALL.get(name, "error" if name.lower().endswith("error") else None)
        case ast.Subscript(value=ast.Name(id="Literal")):
            return "unsaid"
        case ast.keyword(arg=name) if name in LABELS:
            return "label"
        case ast.Tuple(elts=[ast.Constant(value=str(first)), *_]) if RULE.fullmatch(first):
            return "refusal"
        case ast.ClassDef(bases=[ast.Attribute(attr=name) | ast.Name(id=name), *_]) if name.endswith("Choices"):
            return "label"
        case ast.Assign(targets=[ast.Name(id="sentence")]):
            return "event"
    return None


BREAK = "\0"
HIDDEN = re.compile(r"(?s)\{#.*?#\}|<!--.*?-->|<(style|script)\b.*?</\1>|\{% comment.*?endcomment %\}")
TAG = re.compile(r"(?s)\{%-?\s*(\w+)(.*?)-?%\}")
VALUE = re.compile(r"(?s)\{\{(.*?)\}\}")
ELEMENT = re.compile(r"</?([\w-]+)((?:[^<>\"]|\"[^\"]*\")*)>")
INLINE = {"a", "abbr", "b", "bdi", "br", "cite", "code", "em", "i", "kbd", "small", "span", "strong", "time", "var"}
READ_ATTRIBUTES = re.compile(r"(?:title|placeholder|alt|label|content|aria-[a-z]+|data-[a-z-]+)=\"([^\"]*)\"")
QUOTED = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`")
MARKS = {"if": "[", "elif": "|", "else": "|", "endif": "]", "url": "", "static": ""}


def read_template(file: str, source: str) -> Iterator[Phrase]:
    """Yield the phrases of a template: texts of elements, attributes that are read, and texts given to tags.

    What stands for conditions is written as alternatives: `[one|other]`.
    """

    def mark(tag: re.Match[str]) -> str:
        quoted = (double or single for double, single, _ in QUOTED.findall(tag[2]))
        given = "".join(f"{BREAK}{text}{BREAK}" for text in quoted if WORDS.search(text) and "{" not in text)
        return MARKS.get(tag[1], BREAK) + given + "\n" * tag[0].count("\n")

    def split(element: re.Match[str]) -> str:
        lines = "\n" * (element[0].count("\n"))
        read = "".join(f"{BREAK}{text}{BREAK}" for text in READ_ATTRIBUTES.findall(element[2]) if LETTERS.search(text))
        return (" ".join(read.split()) or ("" if element[1] in INLINE else BREAK)) + lines

    source = HIDDEN.sub(lambda found: "\n" * found[0].count("\n"), source)
    source = VALUE.sub(lambda found: "{" + re.sub(r"[\"<>{}]", "'", found[1]).strip() + "}", TAG.sub(mark, source))
    line = 1
    for part in ELEMENT.sub(split, source).split(BREAK):
        text = " ".join(unescape(part).split()).strip("[]| ")
        if LETTERS.search(FIELD.sub("", text)):
            yield Phrase(file, line + part[: -len(part.lstrip())].count("\n"), "template", text, fill_fields(text))
        line += part.count("\n")


def read_script(file: str, source: str) -> Iterator[Phrase]:
    """Yield the phrases of a JavaScript module."""
    source = re.sub(r"(?s)/\*.*?\*/|(?<![:\"'`])//[^\n]*", lambda found: "\n" * found[0].count("\n"), source)
    for found in QUOTED.finditer(source):
        text = next(filter(None, found.groups()), "").replace("${", "{")
        if WORDS.search(text):
            yield Phrase(file, source[: found.start()].count("\n") + 1, "script", text, fill_fields(text))


def read_phrases(root: Path) -> Iterator[Phrase]:
    """Yield the phrases of all modules, templates and scripts."""
    import_module(settings.ROOT_URLCONF)  # so that the modules whose names fields use are loaded
    events = tell_events(root)
    for path in (path for folder in FOLDERS for path in sorted((root / folder).rglob("*.*"))):
        file = str(path.relative_to(root))
        if path.suffix in (".html", ".txt"):
            yield from read_template(file, path.read_text())
        elif path.suffix == ".js":
            yield from read_script(file, path.read_text())
        elif path.suffix == ".py" and "/migrations/" not in file:
            for phrase in ModuleReader(file).read(ast.parse(path.read_text())):
                yield replace(phrase, example=events.get(phrase.text, phrase.example))


def tell_events(root: Path) -> dict[str, str]:
    """Return an example of each sentence of an event: the first event of its kind in the scenarios of its game."""
    told: dict[str, str] = {}
    for kind in list_shelf():
        for sentence, example in kind.commands().tell_events(root):
            told.setdefault(sentence, unescape(strip_tags(example.replace("</span><span", "</span> <span"))))
    return told


class Command(BaseCommand):
    """The command. Exit 1: no phrase was found."""

    help = "List all that the product says, by room: where it is written, the phrase with its fields, and an example."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("word", nargs="?", default="", help="only phrases that contain this")
        parser.add_argument("--room", default="", help="only this folder, such as tournaments/events or templates/desk")
        parser.add_argument("--json", action="store_true", help="a JSON list instead of text")

    def handle(self, *, word: str, room: str, json: bool, **_: Any) -> None:
        """Print the phrases, or fail with what there is."""
        known = list(read_phrases(settings.ROOT))
        found = [phrase for phrase in known if f"{phrase.room}/".startswith(f"{room}/" if room else "")]
        if not found:
            rooms = ", ".join(sorted({phrase.room for phrase in known}))
            raise CommandError(f"There are no phrases in {room!r}. Choose one of these rooms: {rooms}.")
        found = [phrase for phrase in found if word.lower() in f"{phrase.text}\n{phrase.example}".lower()]
        if not found:
            raise CommandError(f"No phrase contains {word!r}.")
        self.stdout.write(dumps([*map(asdict, found)], indent=1, ensure_ascii=False) if json else _as_text(found))


def _as_text(phrases: list[Phrase]) -> str:
    lines = []
    for room, inside in groupby(phrases, key=lambda phrase: phrase.room):
        lines += ["", room]
        for phrase in inside:
            lines.append(f"  {phrase.file}:{phrase.line} ({phrase.kind})  {phrase.text}")
            lines += [f"    {phrase.example}"] * (phrase.example != phrase.text)
    return "\n".join(lines[1:])
