"""script/size: counts do not depend on layout and documentation, and growth needs a reason."""

from pathlib import Path

import pytest

from support.size import LimitError, Size, check_limit, count_source, read_limit, record_limit

SHORT = "import os\n\ndef double(x):\n    return 2 * x\n"
LONG = '''"""A module."""
from os import path, sep


def double(
    x,
):
    """Return twice the number."""

    return (
        2
        * x
    )
'''


@pytest.fixture
def limits(tmp_path: Path) -> Path:
    file = tmp_path / "size.txt"
    file.write_text("# modules functions classes statements nodes  what for\n2 3 1 20 150 counted first\n")
    return file


def test_imports_documentation_and_layout_do_not_count() -> None:
    assert count_source(SHORT) == count_source(LONG) == Size(modules=1, functions=1, statements=2, nodes=9)


def test_classes_and_methods_count() -> None:
    assert count_source("class A:\n    async def b(self): ...\n") == Size(1, 1, 1, 3, 7)


def test_growth_is_refused_with_what_grew(limits: Path) -> None:
    check_limit(Size(2, 3, 1, 20, 150), read_limit(limits))
    with pytest.raises(LimitError, match="4 functions, 1 more and 160 nodes, 10 more than"):
        check_limit(Size(2, 4, 1, 20, 160), read_limit(limits))


def test_growth_is_recorded_with_a_reason_alone(limits: Path) -> None:
    with pytest.raises(LimitError):
        record_limit(Size(2, 4, 1, 20, 160), "", limits)
    assert read_limit(limits) == Size(2, 3, 1, 20, 150)
    record_limit(Size(2, 4, 1, 20, 160), "a clock", limits)
    record_limit(Size(2, 4, 1, 19, 155), "", limits)
    assert limits.read_text().splitlines()[-2:] == ["2 4 1 20 160 a clock", "2 4 1 19 155 smaller"]


@pytest.mark.parametrize("text", ["", "# nothing\n", "1 2 3 what for\n", "1 2 3 4 x what for\n"])
def test_file_without_totals_is_a_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "size.txt").write_text(text)
    with pytest.raises(LimitError, match="does not begin with 5 totals"):
        read_limit(tmp_path / "size.txt")
