"""Outlines say of scenarios what reading them to be run says, and refuse what is none."""

import pytest

from incursions.games.incursions.rules.examples.scenario_files import ScenarioFileError, read_outlines
from tests.games.incursions.rules.house_scenarios import FOLDER, all_scenarios


def strings(said):
    """Every word of plain data, names of fields too."""
    if isinstance(said, dict):
        return {word for key, value in said.items() for word in (*strings(key), *strings(value))}
    if isinstance(said, list):
        return {word for value in said for word in strings(value)}
    return set(said.splitlines()) if isinstance(said, str) else set()


def test_outlines_of_the_house_say_what_its_scenarios_say():
    outlines = [outline for path in sorted(FOLDER.glob("*.yaml")) for outline in read_outlines(path)]
    for outline, scenario in zip(outlines, all_scenarios(), strict=True):
        assert outline[:5] == (*scenario[:4], scenario.source)
        steps = strings(scenario.described.get("steps"))
        table = strings({key: said for key, said in scenario.described.items() if key not in ("title", "rules")})
        assert steps <= {word for text in outline.steps for word in text.split("\n")}, outline.title
        assert table <= {"steps", *(word for text in outline.table + outline.steps for word in text.split("\n"))}


def outlined(folder, text):
    path = folder / "a.yaml"
    path.write_text(text, encoding="utf-8")
    return read_outlines(path)


def test_what_scenarios_share_is_one_text(tmp_path):
    first, second = outlined(tmp_path, "- {title: T, seats: &both [Sol, Vector 7]}\n- {seats: *both, rules: 10.10}\n")
    assert first.table == ("seats", "Sol\nVector 7")
    assert second.table[1] is first.table[1]
    assert (second.title, second.rules) == ("scenario 2", ("10.10",))


@pytest.mark.parametrize("text", ["{", "- Sol", "- [" * 100_000, "- {title: T", "- {title: *other}"])
def test_what_is_no_file_of_scenarios_is_refused(tmp_path, text):
    with pytest.raises(ScenarioFileError, match=r"a\.yaml"):
        outlined(tmp_path, text)
