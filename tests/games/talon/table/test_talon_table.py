"""The table of Talon: scenes of random battles render for every question, escape, and show what the view says."""

import html
from random import Random

import pytest

from incursions.games.talon.rules.battlefield import Battlefield
from incursions.games.talon.rules.definitions import KINDS, SIDES
from incursions.games.talon.rules.game import Game
from incursions.games.talon.table.chart import KEYS_IN_LINE, LONGEST_LABEL, find_box, list_hexes, list_marks, shorten
from incursions.games.talon.table.plane import HALF, centre
from incursions.games.talon.table.question_rows import list_rows
from incursions.games.talon.table.scene import TABLE
from incursions.games.talon.table.silhouettes import draw_silhouette
from tests.games.talon.table.battle_tables import BATTLES, Viewer, play_at_random, start
from tests.sampling import chance_of_this_run

HINTS = {"hint-ships": "", "hint-chart": ""}


def draw(scene):
    """Return all that a scene draws."""
    parts = {**scene.parts, **HINTS}
    return scene.draw_side(parts) + scene.draw_middle(parts)


@pytest.mark.rule("T25.10")
@pytest.mark.parametrize("battle", BATTLES)
def test_scenes_render_for_every_question_of_a_random_battle(battle):
    rng = Random(chance_of_this_run().random())
    game, moves, topics = start(battle), [], set()
    for move in play_at_random(game, rng):
        moves = [*moves[-3:], move]
        question = game.decision
        if question is None or (question.topic in topics and rng.random() > 0.01):
            continue
        topics.add(question.topic)
        for seat in (None, *range(2)):
            scene = TABLE.make_scene(Viewer(game, seat, moves))
            drawn = draw(scene)
            assert scene.is_asked == (seat == question.seat)
            assert all(f'id="panel-{index}"' in drawn for index in range(len(game.ships)))
            assert "None" not in drawn
    scene = TABLE.make_scene(Viewer(game, 0, moves))
    assert draw(scene)
    assert scene.where == "over"
    assert draw(TABLE.make_replay_scene(Viewer(game, 0, moves)))


@pytest.mark.parametrize("battle", BATTLES)
def test_rows_offer_each_option_once_with_a_key_of_its_own(battle):
    game, rng = start(battle), Random(chance_of_this_run().random())
    field = Battlefield(game.setup)
    for _ in play_at_random(game, rng):
        if game.decision is None or rng.random() > 0.2:
            continue
        rows = list_rows(game, game.view(None), field)
        offered = [text for row in rows for text in ([choice.text for choice in row.choices] or [row.text])]
        assert sorted(offered) == sorted(game.decision.options)
        keys = [row.key for row in rows if row.key]
        assert len(keys) == len(set(keys))
        ids = [row.id for row in rows]
        assert len(ids) == len(set(ids))


def test_a_title_of_a_setup_is_escaped():
    game = start("duel")
    game.setup["ships"][0]["name"] = "<b>Bold"
    game = type(game).start(game.setup, bytes(32))
    scene = TABLE.make_scene(Viewer(game))
    drawn = draw(scene)
    assert "<b>Bold" not in drawn
    assert html.escape("<b>Bold") in drawn


def test_the_chart_holds_all_that_is_on_the_plane():
    view = start("escape").view(None)
    box = find_box(list_hexes(view))
    for at in list_hexes(view):
        x, y = centre(at)
        assert box.x < x < box.x + box.width
        assert box.y < y < box.y + box.height


def test_every_kind_of_ship_of_a_side_has_its_own_silhouette():
    drawn = [draw_silhouette(side, kind) for side in SIDES for kind in KINDS]
    assert len(set(drawn)) == len(drawn)


def test_a_glance_tells_round_ships_and_points():
    game = start("fleet")
    glance = TABLE.glance(game.view(None))
    assert glance.when == "round 1, impulse A"
    assert glance.stakes == "Terran 4 and Talon 4 in play; points 0 to 0"
    assert "<svg" in glance.chart


def test_alternatives_open_the_one_that_was_chosen():
    game = start("duel")
    line = game.decision.options[0]
    groups = TABLE.list_alternatives(game, game.decision.seat, line, Battlefield(game.setup))
    opened = [row for group in groups for row in group.rows if row.is_open]
    assert len(opened) == 1


def test_a_chart_can_be_drawn_of_a_view_alone():
    game = start("escape")
    assert "<svg" in TABLE.draw_map(game.view(None), Battlefield(game.setup))


def test_a_fleet_is_deployed_hex_by_hex_with_a_choice_of_facings():
    setup = start("duel").setup
    for ship in setup["ships"]:
        ship.pop("at")
        ship.pop("facing")
    game = Game.start(setup, bytes(32))
    scene = TABLE.make_scene(Viewer(game, game.decision.seat))
    drawn = draw(scene)
    assert {len(row.choices) for row in scene.rows} == {6}
    assert sorted(choice.text for row in scene.rows for choice in row.choices) == sorted(game.decision.options)
    assert drawn.count('class="there b-mark') == len(scene.rows)
    assert "Not deployed yet" in drawn


def test_a_voyage_offers_the_one_line_that_its_step_asks_for():
    game = start("duel")
    while game.decision.topic != "power":
        game.play(game.decision.options[0])
    viewer = Viewer(game, game.decision.seat)
    for line in ("", *game.decision.options):
        viewer.asked_text = line
        rows = TABLE.make_voyage_scene(viewer).rows
        texts = [text for row in rows for text in ([choice.text for choice in row.choices] or [row.text])]
        assert texts == [line] * bool(line)


@pytest.mark.parametrize(("beside", "ship"), [("own", 0), ("other", 1), ("aim", 0), ("band", None), ("chart", None)])
def test_a_voyage_opens_what_its_sentence_is_about(beside, ship):
    viewer = Viewer(start("duel"), 0)
    viewer.asked_text, viewer.beside = "", beside
    drawn = draw(TABLE.make_voyage_scene(viewer))
    opened = [index for index in range(2) if f'id="panel-{index}" name="sheets" open' in drawn]
    aimed = [index for index in range(2) if f'id="overlay-{index}" class="b-overlay is-chosen"' in drawn]
    assert opened == aimed == ([] if ship is None else [ship])
    assert ('id="band" open' in drawn) == (beside == "band")


def test_teams_see_who_plays_each_ship():
    scene = TABLE.make_scene(Viewer(start("fleet", teams=(2, 2)), 0))
    assert {sheet.who for sheet in scene.sheets} == {"You", "Ada"}
    for sheet in scene.sheets:
        panel = scene.parts[f"panel-{sheet.index}"]
        assert ("<b>You</b>" in panel) == (", yours." in sheet.spoken) == sheet.is_own
        assert ("Ada" in panel) == (", played by Ada." in sheet.spoken) == (not sheet.is_own)


def test_keys_of_a_hex_share_it_and_leave_the_neighbours_alone():
    game, most = start("fleet", seed=2), 0
    field = Battlefield(game.setup)
    for _ in play_at_random(game, Random(2), most=40):
        view = game.view(None)
        for mark in list_marks(view, 5 * list_rows(game, view, field)):
            most = max(most, len(mark.keys))
            for key in mark.keys:
                assert -HALF - 1 <= key.left < key.x < key.left + key.width <= HALF + 1
                assert -HALF - 1 <= key.top < key.y < key.top + key.height <= HALF + 1
            assert len({(round(key.left), round(key.top)) for key in mark.keys}) == len(mark.keys)
    assert most > KEYS_IN_LINE


def test_long_name_is_shortened_on_the_chart_alone():
    assert shorten("Fairweather") == "Fairweather"
    assert shorten("The Unreasonable Patience") == "The Unreasona…"
    assert len(shorten("x" * 40)) == LONGEST_LABEL
