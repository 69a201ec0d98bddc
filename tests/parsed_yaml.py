"""A cache of parsed YAML: tests read the files of the catalogue, most of them unchanged, hundreds of times."""

import pickle
from functools import lru_cache
from typing import Any

from incursions.rules import catalogue
from incursions.rules.plain_yaml import parse


@lru_cache(maxsize=100)
def _pickled(text: str) -> bytes:
    return pickle.dumps(parse(text), pickle.HIGHEST_PROTOCOL)


def parse_once(text: str) -> Any:
    """Return data of its own for each caller, as `parse` does. Raises PlainYamlError, each time anew."""
    return pickle.loads(_pickled(text))


def use_in_catalogue() -> None:
    """Let the catalogue of this process parse each text once."""
    catalogue.parse = parse_once
