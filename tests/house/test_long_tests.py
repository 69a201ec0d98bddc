"""Long tests in an ordinary run: a sample of them is tried, each comes some time, and those left out are counted."""

from types import SimpleNamespace

import pytest

from support.test import FEW_LONG, LEFT_TO_LONG, LONG, SEED, Run
from tests.long_tests import ONE_IN, leave_long_tests

MODULE_OF_TWO = "tests/house/test_two.py"
REPORT = f"""<testsuites><testsuite tests="4" failures="0" errors="0" skipped="3">
<testcase classname="a" name="one" time="1"/>
<testcase classname="a" name="two" time="0"><skipped type="pytest.skip" message="{LEFT_TO_LONG}"/></testcase>
<testcase classname="a" name="three" time="0"><skipped type="pytest.skip" message="{LEFT_TO_LONG}"/></testcase>
<testcase classname="a" name="four" time="0"><skipped type="pytest.skip" message="only Linux"/></testcase>
</testsuite></testsuites>"""


def make_item(nodeid: str, *markers: str) -> SimpleNamespace:
    """Return what is read of a test, with its markers."""
    held = {name: getattr(pytest.mark, name).mark for name in markers}
    left: list[pytest.MarkDecorator] = []
    return SimpleNamespace(nodeid=nodeid, get_closest_marker=held.get, left=left, add_marker=left.append)


def make_items() -> list[SimpleNamespace]:
    return [
        *(make_item(f"tests/browser/test_page.py::test_page[{number}]") for number in range(20)),
        make_item("tests/browser/test_match.py::test_match", "main_path"),
        *(make_item(f"tests/house/test_{number}.py::test", "long") for number in range(9)),
        *(make_item(f"{MODULE_OF_TWO}::test_{name}", "long") for name in ("one", "other")),
        make_item("tests/house/test_run.py::test", "long", "main_path"),
        make_item("tests/house/test_short.py::test"),
    ]


def find_left(monkeypatch: pytest.MonkeyPatch, seed: int) -> set[str]:
    """Return the tests that an ordinary run with a seed leaves out."""
    monkeypatch.delenv(LONG, raising=False)
    monkeypatch.setenv(FEW_LONG, "1")
    monkeypatch.setenv(SEED, str(seed))
    items = make_items()
    leave_long_tests(items)
    return {item.nodeid for item in items if item.left}


def test_run_leaves_long_tests_out_by_units_and_never_what_guards_a_main_path(monkeypatch):
    left = find_left(monkeypatch, 7)
    assert sum(nodeid.startswith("tests/browser/") for nodeid in left) == 20 - 20 / ONE_IN
    assert len({nodeid.partition("::")[0] for nodeid in left if "house" in nodeid}) == 10 - 10 / ONE_IN
    assert sum(nodeid.startswith(MODULE_OF_TWO) for nodeid in left) in (0, 2)
    assert not left & {"tests/browser/test_match.py::test_match", "tests/house/test_run.py::test"}
    assert "tests/house/test_short.py::test" not in left
    assert find_left(monkeypatch, 7) == left


def test_each_test_is_tried_with_some_seed(monkeypatch):
    assert set.intersection(*(find_left(monkeypatch, seed) for seed in range(40))) == set()


def test_run_of_some_paths_leaves_nothing_out(monkeypatch):
    items = make_items()
    monkeypatch.delenv(FEW_LONG, raising=False)
    leave_long_tests(items)
    assert not any(item.left for item in items)


def test_tests_left_out_are_counted_apart(tmp_path):
    (tmp_path / "report.xml").write_text(REPORT)
    run = Run()
    run.read_report(tmp_path / "report.xml")
    assert {outcome: count for outcome, count in run.tests.items() if count} == {
        "passed": 1,
        "skipped": 1,
        LEFT_TO_LONG: 2,
    }
