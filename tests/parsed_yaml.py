"""Caches for the catalogue: tests parse and check its files, most of them unchanged, hundreds of times."""

import pickle
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from incursions.games.incursions.rules import catalogue, catalogue_check
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


def use_in_catalogue() -> None:
    """Let the catalogue of this process parse each text once and check each sound piece once."""
    catalogue.parse = parse_once
    catalogue.piece_faults = check_once(catalogue.piece_faults)
    catalogue_check.text_faults = check_once(catalogue_check.text_faults)
