"""No test module imports from another: what several need is in a module without `test_` in its name."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.conf import settings

TESTS = settings.ROOT / "tests"


def list_imports(source: str) -> Iterator[str]:
    """Yield the full name of every module, and of every name of a module, that the source imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def find_test_imports(paths: Iterable[Path]) -> list[str]:
    """Return the imports from a test module, each after the file that has it."""
    return [
        f"{path.relative_to(TESTS)}: {name}"
        for path in paths
        for name in list_imports(path.read_text(encoding="utf-8"))
        if name.startswith("tests.") and ".test_" in name
    ]


def test_no_module_imports_from_a_test_module() -> None:
    assert find_test_imports(TESTS.rglob("*.py")) == []


def test_imports_are_found_in_each_form() -> None:
    source = "import tests.a.test_b\nfrom tests.a.test_b import c\n\ndef d():\n    from tests.a import test_b, other\n"
    assert [".test_" in name for name in list_imports(source)] == [True, True, True, False]
