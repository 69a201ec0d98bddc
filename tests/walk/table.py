"""Reads `addresses.yaml`: what every address answers to whom."""

import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver, resolve

from incursions.kit.plain_yaml import parse
from tests.walk.world import PEOPLE

TABLE = Path(__file__).parent / "addresses.yaml"
ADMIN = "/admin/"
OF_A_MODEL = ("", "add/", "{pk}/", "{pk}/history/", "{pk}/delete/", "{pk}/change/")
_WORD = re.compile(r"\{(\w+)\}")


class Line(NamedTuple):
    """A method and an address, the body that is sent along, and the answer to each of the people."""

    method: str
    address: str
    expected: dict[str, str]
    body: dict[str, object]
    is_json: bool
    note: str

    @property
    def route(self) -> str:
        """The pattern that leads to the address."""
        return resolve(filled(self.address, _AnyWord()).partition("?")[0]).route

    def names(self, word: str) -> bool:
        """Return True if the word stands in braces in address or body."""
        return f"{{{word}}}" in self.address or f"{{{word}}}" in repr(self.body)


class _AnyWord(dict[str, str]):
    """A word for all: addresses lead to the same pattern whichever it is."""

    def __missing__(self, name: str) -> str:
        return "1"


@cache
def sections() -> dict[str, list[Line]]:
    """Return the lines of the table by section."""
    read = parse(TABLE.read_text(encoding="utf-8"))
    models = read.pop("admin of models")
    lines = {name: [_line(key, value) for key, value in of.items()] for name, of in read.items()}
    return lines | {"admin of models": [line for name, words in models.items() for line in _of_model(name, words)]}


def every_line() -> list[Line]:
    """All lines."""
    return [line for lines in sections().values() for line in lines]


def filled(text: Any, words: dict[str, str]) -> Any:
    """Address or body with the words for what stands in braces."""
    if isinstance(text, dict):
        return {name: filled(value, words) for name, value in text.items()}
    if isinstance(text, list):
        return [filled(value, words) for value in text]
    return _WORD.sub(lambda found: words[found[1]], text) if isinstance(text, str) else text


def routes() -> set[str]:
    """Every pattern that the site has, as `resolve` tells it."""
    return set(_routes(get_resolver(), ""))


def _routes(resolver: URLResolver, before: str) -> list[str]:
    found: list[str] = []
    for each in resolver.url_patterns:
        route = _joined(before, str(each.pattern))
        found += [route] if isinstance(each, URLPattern) else _routes(each, route)
    return found


def _joined(before: str, pattern: str) -> str:
    return before + (pattern.removeprefix("^") if before else pattern)


def _line(key: str, value: Any) -> Line:
    method, address, *note = key.split(" ", 2)
    details = value if isinstance(value, dict) else {"answers": value}
    body = details.get("form", details.get("json", {}))
    return Line(method, address, _answers(details["answers"]), body, "json" in details, "".join(note))


def _of_model(name: str, words: str) -> list[Line]:
    app, model = name.split(".")
    answers = words.split()
    assert len(answers) == len(OF_A_MODEL), f"{name}: {len(OF_A_MODEL)} answers to staff were expected"
    return [
        _line(
            f"GET {ADMIN}{app}/{model}/{path.replace('{pk}', f'{{{model}_pk}}')}", f"login login login login {answer}"
        )
        for path, answer in zip(OF_A_MODEL, answers, strict=True)
    ]


def _answers(value: object) -> dict[str, str]:
    words = str(value).split()
    assert len(words) in (1, len(PEOPLE)), f"one answer, or {len(PEOPLE)}, were expected, not {value}"
    return dict(zip(PEOPLE, words * (len(PEOPLE) // len(words)), strict=True))
