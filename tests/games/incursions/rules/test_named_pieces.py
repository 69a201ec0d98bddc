"""The pieces that section 23 of the rulebook names are in the base set, and scenarios play them at that number."""

import re
from collections.abc import Iterator

import pytest

from tests.games.incursions.rules.book import BOOK
from tests.games.incursions.rules.pieces_shown import base_set, scenarios_of

NAMED = re.compile(r"^- \*\*(?P<name>.+?)\*\*,?(?P<said>[^:\n]*)", re.MULTILINE)
SEVERAL = {"Warp cards": ["Warp 2", "Warp 4"]}
OF_THE_STORY = (
    "Sea of Wrecks",
    "Aes Palamas",
    "Sol",
    "Jum'er Vikot",
    "Elira",
    "Verashka",
    "Lu' Lingar",
    "Scanner",
    "Captain of the Redwanna",
)


def named(number: str) -> Iterator[re.Match[str]]:
    """Return the matches of the pieces that the lists of this number name."""
    return NAMED.finditer("\n".join(BOOK.rules[number].paragraphs))


def named_cards() -> list[str]:
    return [title for found in named("23.2") for title in SEVERAL.get(found["name"], [found["name"]])]


def named_tiles() -> list[tuple[str, int | None]]:
    """Each name with its places among the tiles; the Crypt has none."""
    return [
        (found["name"], int(place) if place else None)
        for found in named("23.3")
        for place in re.findall(r"\d+", found["said"]) or [""]
    ]


def tile(name: str, place: int | None) -> str:
    """Return the title of the tile with that name and place."""
    (title,) = (
        title
        for title, (kind, piece) in base_set().items()
        if kind == "tiles" and title.startswith(name) and place in (None, piece["number"])
    )
    return title


def is_shown(title: str, number: str) -> bool:
    """Return True if a scenario of that number plays the piece as it is printed."""
    return any(number in scenario.rules for scenario in scenarios_of(title))


def test_the_rulebook_names_them():
    assert len(named_cards()) == 17
    assert len(named_tiles()) == 39


@pytest.mark.rule("23.2")
@pytest.mark.parametrize("title", named_cards())
def test_each_card_that_is_named_is_played(title):
    assert base_set()[title][0] == "cards"
    assert is_shown(title, "23.2")


@pytest.mark.rule("23.3")
@pytest.mark.parametrize(("name", "place"), named_tiles())
def test_each_tile_that_is_named_is_played(name, place):
    assert is_shown(tile(name, place), "23.3")


@pytest.mark.rule("23.4")
@pytest.mark.parametrize("title", OF_THE_STORY)
def test_each_name_of_the_story_is_a_piece_and_is_played(title):
    assert title in base_set()
    assert is_shown(title, "23.4")
