"""Caches for the catalogue and the content of days: tests parse and check files, most unchanged, hundreds of times."""

import pickle
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from incursions.games import data_files
from incursions.games.incursions.rules import catalogue, catalogue_check
from incursions.games.wolves.rules.content import loading
from incursions.kit.plain_yaml import parse


@lru_cache(maxsize=100)
def _pickled(text: str) -> bytes:
    return pickle.dumps(parse(text), pickle.HIGHEST_PROTOCOL)


def parse_once(text: str) -> Any:
    """Return data of its own for each caller, as `parse` does. Raises PlainYamlError, each time anew."""
    return pickle.loads(_pickled(text))


def check_once(find_faults: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """Return a function that finds faults of a piece as `find_faults` does, but checks each sound piece once."""
    sound = set()

    def find_faults_once(piece: Any, *known: Any) -> Iterator[Any]:
        key = pickle.dumps(piece), *(tuple(each) for each in known)
        if key in sound:
            return
        faults = list(find_faults(piece, *known))
        if not faults:
            sound.add(key)
        yield from faults

    return find_faults_once


def read_once(read_content: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that reads the content of a day as `read_content` does, but each sound content once."""
    sound: dict[bytes, Any] = {}

    def read_content_once(held: Mapping[str, Any], places: Any) -> Any:
        key = pickle.dumps(held)
        if key not in sound:
            sound[key] = read_content(held, places)
        return sound[key]

    return read_content_once


def use_caches() -> None:
    """Let this process parse each text once, check each sound piece once, and read each sound content once."""
    catalogue.parse = data_files.parse = parse_once
    catalogue.piece_faults = check_once(catalogue.piece_faults)
    catalogue_check.text_faults = check_once(catalogue_check.text_faults)
    loading._read_content = read_once(loading._read_content)
