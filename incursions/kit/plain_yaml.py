"""A reader of untrusted YAML as plain data. Errors name the line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from yaml._yaml import CParser
from yaml.composer import Composer
from yaml.constructor import SafeConstructor
from yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode
from yaml.resolver import Resolver

from incursions.kit.words import quote

LARGEST_FILE = 2_000_000  # bytes
MOST_VALUES = 200_000  # aliases counted as often as they stand
LONGEST_SHOWN = 80
MERGE = "<<"

_NUMBERS_KEPT = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:null", "tag:yaml.org,2002:merge")


class PlainYamlError(ValueError):
    """A fault in a YAML text; `line` is 0 if no line is to blame."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.reason, self.line = reason, line


class PlainLoader(Composer, CParser, SafeConstructor, Resolver):
    """A loader of plain data. Numbers with a point and dates stay texts, so that rule 10.10 is not rule 10.1.

    libyaml parses the text, five times as fast as Python. Nodes are built in Python, where a file that is nested too
    deep raises an error instead of crashing (libyaml's own loader overruns the stack).
    """

    def __init__(self, text: str) -> None:
        CParser.__init__(self, text)
        Composer.__init__(self)
        SafeConstructor.__init__(self)
        Resolver.__init__(self)


PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag in _NUMBERS_KEPT]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read_text(path: Path) -> str:
    """Return the text of a file of moderate size. Raises `PlainYamlError`."""
    try:
        if path.exists() and not path.is_file():
            raise PlainYamlError("this is not a file")  # a pipe would block
        with path.open("rb") as stream:
            raw = stream.read(LARGEST_FILE + 1)
    except OSError as problem:
        raise PlainYamlError(f"the file cannot be read ({problem.strerror})") from problem
    if len(raw) > LARGEST_FILE:
        raise PlainYamlError(f"the file is larger than {LARGEST_FILE} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise PlainYamlError("the file is not UTF-8 text", raw[: problem.start].count(b"\n") + 1) from problem


def parse(text: str) -> Any:
    """Return the only document of a text as plain data. Raises `PlainYamlError`."""
    try:
        return _parse(text)
    except yaml.YAMLError as problem:
        mark = getattr(problem, "problem_mark", None)
        line = 0 if mark is None else min(mark.line + 1, max(1, len(text.splitlines())))
        reason = getattr(problem, "problem", None) or str(problem).splitlines()[0]
        raise PlainYamlError(f"this is not YAML: {reason}", line) from problem
    except RecursionError as problem:
        raise PlainYamlError("this is nested too deep") from problem
    except PlainYamlError:
        raise
    except (ValueError, TypeError) as problem:  # a number of thousands of digits, a list as a key
        raise PlainYamlError(f"this is not plain data ({str(problem)[:LONGEST_SHOWN]})") from problem


def _parse(text: str) -> Any:
    loader = PlainLoader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            return None
        weigh(node, {})
        return loader.construct_document(node)
    finally:
        loader.dispose()


def weigh(node: Node, weights: dict[int, int]) -> int:
    """Return how many values the node stands for and store it in `weights`. Raises `PlainYamlError`.

    A node is refused if it contains itself, stands for too many values, or has a duplicate key.
    """
    line = node.start_mark.line + 1
    known = weights.get(id(node))
    if known is not None:
        if known == 0:
            raise PlainYamlError("an anchor contains itself", line)
        return known
    weights[id(node)] = 0
    for key in _find_duplicate_keys(node):
        raise PlainYamlError(f"{quote(key)} appears twice", line)
    weight = 1
    if isinstance(node, CollectionNode):
        for child in node.value:
            parts = child if isinstance(child, tuple) else (child,)
            weight += sum(weigh(part, weights) for part in parts)
    if weight > MOST_VALUES:
        raise PlainYamlError("there are too many values", line)
    weights[id(node)] = weight
    return weight


def _find_duplicate_keys(node: Node) -> Iterator[str]:
    keys: set[str] = set()
    for key, _ in node.value if isinstance(node, MappingNode) else ():
        if isinstance(key, ScalarNode) and key.value != MERGE:
            if key.value in keys:
                yield key.value
            keys.add(key.value)
