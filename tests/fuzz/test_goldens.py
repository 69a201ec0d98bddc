"""Golden playthroughs: whatever changes in behaviour shows as a difference of these texts."""

import pytest

from tests.fuzz.goldens import COMMAND, FOLDER, PLAYED, playthrough


@pytest.mark.parametrize("name", PLAYED)
def test_golden_playthrough(name):
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    played = playthrough(name).splitlines()
    first = next((n for n, (new, old) in enumerate(zip(played, expected, strict=False)) if new != old), len(expected))
    assert played[first : first + 6] == expected[first : first + 6], f"if this change is meant: {COMMAND}"
    assert played == expected


def test_there_is_no_golden_of_a_game_that_is_not_played():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(PLAYED)
