"""The voyages of Talon: they hold, and a fault in a file is told with its place."""

from pathlib import Path

import pytest

from incursions.engine.dice import Dice
from incursions.games.talon.kind import KIND
from incursions.games.talon.rules.game import Game
from incursions.games.voyage_files import VoyageFileError, check_slugs

ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "fixtures" / "talon" / "voyages").glob("*.yaml"))


@pytest.fixture(scope="module")
def play_file():
    """A function that plays the voyages of a file, and returns for each why it does not hold, or None."""
    return KIND.commands().prepare_scenarios(ROOT)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_step_is_legal_and_every_goal_holds(path, play_file):
    assert play_file(path) == [None]


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("play: tighten Steadfast", "play: tighten Viper", "'tighten Viper' is no option"),
        ("then: {Steadfast: {wait: 0}}", "then: {Steadfast: {wait: 1}}", "wait is 0, not 1"),
        ("2, 5]", "2, 5, 5]", "dice left over"),
        ("slug: talon-first-battle", "slug: Talon", "slug: up to"),
        ("beside: band", "beside: hand", "beside: one of chart, aim, band, own, other, prompt, log"),
        ("hint: Press “Tighten the turn”.", "hint: ''", "hint: where to press was expected"),
        ("beside: log\n", "beside: log\n    starter: Three Lanterns\n", "starter: one of"),
        ("badge: talon-first-battle", "badge: [1]", "badge: a text was expected"),
        ("{side: talon, play: end power}", "{side: talon, until: {impulse: D}}", "until: a voyage says"),
        ("{side: talon, play: end power}", "{side: talon, play: end power, timeout: true}", "timeout: a voyage says"),
        ("{side: talon, play: end power}", "{side: terran, play: end power}", "nothing is said to the learner"),
        ("side: terran\n    play: tighten", "side: talon\n    play: tighten", "the learner has seat 0"),
        ("title: First battle", "title: First battle\n  colour: red", "colour"),
    ],
)
def test_fault_of_a_voyage_is_told(tmp_path, play_file, right, wrong, told):
    text = FILES[0].read_text()
    assert right in text
    (tmp_path / "wrong.yaml").write_text(text.replace(right, wrong, 1))
    (fault,) = play_file(tmp_path / "wrong.yaml")
    assert fault.startswith(f"{tmp_path / 'wrong.yaml'}: First battle: ")
    assert told in fault


def test_a_voyage_that_ends_the_battle_is_refused(tmp_path, play_file):
    text = FILES[0].read_text()
    wins = "wins: {terran: [{none left: talon}], talon: [{none left: terran}]}"
    assert wins in text
    ended = text.replace(wins, "wins: {}").replace("rounds: 8", "rounds: 1")
    cut = ended[: ended.index("  - {side: talon, play: move Viper ahead}\n  - {side: talon, play: turn Thorn right}")]
    cut = cut[: cut.rindex("  - {side: talon, play: end movement}")]
    (tmp_path / "ended.yaml").write_text(cut.replace("dice: [4, 3, 5, 4, 2, 5]", "dice: [4, 3, 5, 4, 2]"))
    (fault,) = play_file(tmp_path / "ended.yaml")
    assert fault.endswith("the match is over at the end, and nothing is left to play freely")


def test_a_voyage_is_played_from_a_moment(tmp_path, play_file):
    lesson = "slug: some, words: Some, badge: some, farewell: Bye, steps: [{say: Hello., beside: chart}]"
    (tmp_path / "some.yaml").write_text(
        f"scenarios: [{{title: Some, rules: [T1.1], load: [duel], expect: {{}}, {lesson}}}]"
    )
    assert play_file(tmp_path / "some.yaml") == [f"{tmp_path / 'some.yaml'}: Some: given: a moment was expected"]


def test_two_voyages_of_one_slug_are_refused():
    (voyage,) = KIND.voyages.values()
    with pytest.raises(VoyageFileError, match="slug: First battle and First battle"):
        check_slugs([voyage, voyage])


def test_the_rest_starts_where_the_voyage_ends_with_other_dice():
    (voyage,) = KIND.voyages.values()
    laid = voyage.lay(len(voyage.steps)).game
    game = Game.start(laid.make_start(), bytes(32))
    assert game.view(0)["ships"] == laid.view(0)["ships"]
    assert list(game.decision) == list(laid.decision)
    assert type(game.dice) is Dice
    assert Game.replay(game.setup, bytes(32), [(1, "end power")]).view(None)["step"] == "movement"
