"""Change one value deep in plain data, to see how it is refused."""

from copy import deepcopy
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
GONE = object()
"""A value for `change` that takes the key away."""


def change(data: Any, path: tuple[object, ...], value: Any) -> Any:
    """Return a copy of the data with one value replaced, added or taken away. The last part of the path is its key."""
    changed = deepcopy(data)
    *way, last = path
    held = changed
    for key in way:
        held = held[key]
    if value is GONE:
        del held[last]
    else:
        held[last] = value
    return changed
