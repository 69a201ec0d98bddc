"""The games that the settings name, of matches or not, and their rulebooks."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from typing import NamedTuple, TypeVar

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from incursions.games.books import BookKind, Example, Story
from incursions.games.rule_coverage import marked_rules
from incursions.games.rulebooks import Rulebook, Section, letter_of
from incursions.games.shelf import ShelfKind
from incursions.kit.addresses import address

Shown = TypeVar("Shown")
logger = logging.getLogger(__name__)


class ToldExample(NamedTuple):
    """A scenario as pages show it: its title, and its story, None if it does not hold with the pieces of today."""

    title: str
    story: Story | None


class Book:
    """The rulebook of a game. Its files are read when they are first asked for, once a process."""

    def __init__(self, game: ShelfKind, kind: BookKind) -> None:
        self.game = game
        self.kind = kind
        self._stories: dict[Example, Story | None] = {}

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.game.title

    @property
    def credit(self) -> tuple[str, ...]:
        """The paragraphs that say whose game it is."""
        return self.game.presentation.credit

    @property
    def has_lessons(self) -> bool:
        """True if the game can be learned in a voyage."""
        return self.game.has_lessons

    @cached_property
    def url(self) -> str:
        """The address of its table of contents."""
        return address("tables:rule", self.kind.letter) if self.kind.letter else address("tables:rulebook")

    @cached_property
    def text(self) -> Rulebook:
        """The rulebook. Raises `RulebookError`."""
        return self.kind.read(settings.ROOT / self.kind.folder)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Every number that has a page: sections and rules."""
        return frozenset((*(section.number for section in self.text.sections), *self.text.rules))

    @cached_property
    def examples(self) -> Mapping[str, list[Example]]:
        """The scenarios that show each rule; none if they are not deployed or cannot be read."""

        def list_shown() -> Iterable[tuple[str, Example]]:
            for example in self.kind.list_examples(settings.ROOT / self.kind.examples):
                for number in dict.fromkeys(example.rules):
                    yield number, example

        return _group_by_rule(list_shown, f"the scenarios of {self.title}")

    def find_section(self, number: str) -> Section:
        """Return the section that a known number belongs to."""
        return next(section for section in self.text.sections if section.number == number.partition(".")[0])

    def list_tests(self, number: str) -> list[str]:
        """Return the names of the tests that show a rule."""
        return tests().get(number, [])

    def tell(self, example: Example) -> ToldExample:
        """Return a scenario with its story, which is told once in a process."""
        if example not in self._stories:
            self._stories[example] = self._tell_story(example)
        return ToldExample(example.title, self._stories[example])

    def _tell_story(self, example: Example) -> Story | None:
        """Return the story of a scenario; None, with a log line, if it cannot be played."""
        try:
            return self.kind.tell(settings.ROOT, example)
        except Exception:  # a page goes without what was changed meanwhile
            logger.exception("The scenario cannot be told: %s", example.title)
            return None


def list_shelf() -> list[ShelfKind]:
    """Return all games of `settings.GAMES`, and the megagames of `settings.MEGAGAMES` behind them."""
    return [import_string(path) for path in (*settings.GAMES, *settings.MEGAGAMES)]


@cache
def books() -> Mapping[str, Book]:
    """Return the rulebooks by the letters of their numbers, in the order of the shelf.

    Raises ImproperlyConfigured if two games have the same letter.
    """
    found: dict[str, Book] = {}
    for game in list_shelf():
        if game.load_book is None:
            continue
        book = Book(game, game.load_book())
        other = found.setdefault(book.kind.letter, book)
        if other is not book:
            raise ImproperlyConfigured(f"{other.title} and {book.title} have rulebooks with one letter.")
    return found


def find_book(number: str) -> Book | None:
    """Return the rulebook to which a number belongs by its letter; None if no game has that letter."""
    return books().get(letter_of(number))


def book_of(game: str) -> Book:
    """Return the rulebook of the game with this name. Raises LookupError if it has none."""
    for book in books().values():
        if book.game.name == game:
            return book
    raise LookupError(game)


@cache
def tests() -> Mapping[str, list[str]]:
    """Return the names of the tests that show each rule; none if they are not deployed or cannot be read."""
    return _group_by_rule(lambda: marked_rules(settings.ROOT / "tests"), "the names of tests")


def _group_by_rule(read: Callable[[], Iterable[tuple[str, Shown]]], what: str) -> dict[str, list[Shown]]:
    """Return what is read of each rule, by rule; {} with a log line if a file cannot be read."""
    found: dict[str, list[Shown]] = {}
    try:
        for number, shown in read():
            found.setdefault(number, []).append(shown)
    except (OSError, SyntaxError, ValueError):
        logger.exception("The rulebook goes without %s", what)
        return {}
    return found


def read_files() -> None:
    """Read the files that the first page of a rule or a piece would wait for (0.6 s). Needs no database."""
    for book in books().values():
        _ = book.numbers, book.examples
    tests()
