"""script/size: count the code of each room, and hold the totals to those of docs/size.txt.

Counted are modules, functions, classes, statements and nodes of the syntax tree. Imports, docstrings, tests, migrations
and scripts do not count, so that neither long lines nor missing explanations make the code smaller.
"""

import argparse
import ast
import json
import sys
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIMITS = ROOT / "docs/size.txt"
PACKAGES = ("incursions", "cards", "tournaments")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
NOT_COUNTED = (ast.Import, ast.ImportFrom, ast.expr_context)


@dataclass
class Size:
    """Counts of some code."""

    modules: int = 0
    functions: int = 0
    classes: int = 0
    statements: int = 0
    nodes: int = 0

    def __add__(self, other: "Size") -> "Size":
        return Size(*(one + more for one, more in zip(astuple(self), astuple(other), strict=True)))


class LimitError(Exception):
    """The message says what is larger than allowed and what to do."""


def count_source(source: str) -> Size:
    """Return the size of one module. Raises SyntaxError if it is no Python."""
    size = Size(modules=1)
    for node in counted_nodes(ast.parse(source)):
        size.nodes += 1
        size.statements += isinstance(node, ast.stmt)
        size.functions += isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        size.classes += isinstance(node, ast.ClassDef)
    return size


def counted_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and those below it, without imports, docstrings and the contexts of names."""
    yield node
    documentation = node.body[0] if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) else None
    for child in ast.iter_child_nodes(node):
        if child is not documentation and not isinstance(child, NOT_COUNTED):
            yield from counted_nodes(child)


def find_modules(root: Path = ROOT) -> Iterator[tuple[Path, str]]:
    """Yield the path below `root` and the source of each module of the product, without migrations."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            module = path.relative_to(root)
            if "migrations" not in module.parts:
                yield module, path.read_text(encoding="utf-8")


def count_rooms(root: Path = ROOT) -> dict[str, Size]:
    """Return the size of each room: a package of `incursions`, of a game, of `cards` or of `tournaments`."""
    rooms: dict[str, Size] = {}
    for module, source in find_modules(root):
        folders = module.parts[:-1]
        room = ".".join(folders[: 4 if folders[:2] == ("incursions", "games") else 2])
        rooms[room] = rooms.get(room, Size()) + count_source(source)
    return rooms


def total_of(rooms: dict[str, Size]) -> Size:
    """Return the size of all rooms together."""
    return sum(rooms.values(), Size())


def read_limit(file: Path = LIMITS) -> Size:
    """Return the totals of the last line of docs/size.txt. Raises LimitError if it has none."""
    *_, last = ["", *file.read_text(encoding="utf-8").splitlines()]
    counts = last.split()[: len(fields(Size))]
    if len(counts) < len(fields(Size)) or not all(count.isdecimal() for count in counts):
        raise LimitError(f"The last line of {file.name} does not begin with {len(fields(Size))} totals.")
    return Size(*map(int, counts))


def check_limit(total: Size, limit: Size) -> None:
    """Raise LimitError if any total is larger than its limit."""
    larger = [
        f"{getattr(total, each.name):,} {each.name}, {getattr(total, each.name) - getattr(limit, each.name):,} more"
        for each in fields(Size)
        if getattr(total, each.name) > getattr(limit, each.name)
    ]
    if larger:
        raise LimitError(
            f"The code has {' and '.join(larger)} than docs/size.txt allows. Make it smaller, or say what the growth "
            'is for with script/size --record "...", and commit the line with it.'
        )


def record_limit(total: Size, reason: str, file: Path = LIMITS) -> None:
    """Add a line with new totals and what they are for. Raises LimitError for a growth without a reason."""
    if not reason:
        check_limit(total, read_limit(file))
    with file.open("a", encoding="utf-8") as lines:
        lines.write(" ".join(map(str, astuple(total))) + f" {reason or 'smaller'}\n")


def print_table(rooms: dict[str, Size]) -> None:
    """Print the size of each room and of all rooms."""
    names = [each.name for each in fields(Size)]
    print(f"{'room':<32}" + "".join(f"{name:>12}" for name in names) + f"{'nodes a statement':>20}")
    for room, size in [*rooms.items(), ("all", total_of(rooms))]:
        counts = "".join(f"{count:>12,}" for count in astuple(size))
        print(f"{room:<32}{counts}{size.nodes / max(size.statements, 1):>20.1f}")


def main() -> int:
    """Print or record the size; 1 with a sentence if it is larger than allowed."""
    parser = argparse.ArgumentParser(prog="script/size", description="Count the code of each room.")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--record", nargs="?", const="", metavar="REASON", help="add the totals to docs/size.txt; growth needs a reason"
    )
    options = parser.parse_args()
    rooms = count_rooms()
    total = total_of(rooms)
    if options.json:
        print(json.dumps({room: vars(size) for room, size in rooms.items()} | {"all": vars(total)}))
    else:
        print_table(rooms)
    try:
        if options.record is not None:
            record_limit(total, " ".join(options.record.split()))
        check_limit(total, read_limit())
    except LimitError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
