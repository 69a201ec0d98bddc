"""Rows of options: every button is a legal whole line, keys run in list order, refusals say why."""

import pytest

from incursions.games.incursions.table.option_rows import GROUP_ORDER, KEYS, group_rows
from incursions.games.incursions.table.question_rows import list_rows
from tests.games.incursions.rules.tables import laid
from tests.pages.games import is_joined, new_game, play_until, positions, under_fire


def lines_of(rows):
    for row in rows:
        if row.is_refused:
            continue
        yield from (choice.text for choice in row.choices) if row.choices else (row.text,)


def row_that(rows, text):
    return next(row for row in rows if row.text == text)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_rows_every_button_is_a_whole_legal_line(seats):
    for game in positions(seats, every=7):
        if game.decision.said:
            continue
        for line in lines_of(list_rows(game, game.decision.seat)):
            played = game.copy()
            played.play(line)
            assert played.decision is None or not played.decision.said, line


@pytest.mark.parametrize("seats", [2, 5])
def test_rows_cover_every_root_option(seats):
    for game in positions(seats, every=5):
        lines = list(lines_of(list_rows(game, game.decision.seat)))
        for option in game.decision.options:
            stem = option.partition(" ")[0] if option.startswith(("evade", "add")) else option
            is_there = any(line == stem or line.startswith(f"{stem} ") for line in lines)
            assert is_there or is_joined(game, option, lines), option


def test_rows_keys_run_in_list_order_and_the_least_has_0():
    game = play_until(new_game(4), lambda game: game.number > 30 and game.decision.topic == "maneuver")
    rows = list_rows(game, game.decision.seat)
    assert [row.key for row in rows if not row.is_least] == list(KEYS[: len(rows) - 1])
    assert [row.key for row in rows if row.is_least] == ["0"]
    assert [row.text for row in rows if row.is_least] == [game.least]


def test_rows_ids_are_unique():
    for game in positions(6, every=9):
        rows = list_rows(game, game.decision.seat)
        assert len({row.id for row in rows}) == len(rows)


def test_rows_of_a_seat_not_asked_are_none():
    game = new_game()
    assert list_rows(game, 1 - game.decision.seat) == []


def test_rows_refused_keep_their_key_and_say_why():
    rows = list_rows(new_game(), new_game().decision.seat)
    refused = [row for row in rows if row.is_refused]
    assert refused
    for row in refused:
        assert row.key
        assert row.rule
        assert row.note


def test_rows_of_an_attack_offer_each_amount_of_power():
    game = new_game()
    row = next(row for row in list_rows(game, game.decision.seat) if row.text.startswith("fire torpedoes"))
    assert [choice.key for choice in row.choices] == ["0", "1", "2", "3", "4"]
    assert [choice.label for choice in row.choices][:2] == ["no power", "1 power"]
    assert row.target == 1 - game.decision.seat
    assert all(choice.outcome.startswith("avg ") for choice in row.choices)


def test_row_of_scores_that_depend_on_a_choice_spans_them_all():
    hand, target = ["Surrender or Burn"], {"ship": "Ruk'tor", "hand": ["Fire"]}
    game = laid({"ship": "Sol", "hand": hand}, target, mode="full")
    game.play("play Surrender or Burn")
    row = next(row for row in list_rows(game, 0) if row.text.startswith("fire phasers"))
    least, most = row.choices[0].forecast["minimum"], row.choices[-1].forecast["maximum"]
    assert row.outcome == f"{least} to {most}"
    assert row.choices[0].outcome == f"{least} to {row.choices[0].forecast['maximum']}"


def test_rows_under_fire_begin_with_taking_the_hit():
    game = play_until(new_game(), under_fire)
    rows = list_rows(game, game.decision.seat)
    assert (rows[0].text, rows[0].key, rows[0].group) == ("take the hit", "0", "Defence")
    evade = row_that(rows, "evade")
    assert evade.choices[0].text == "evade with 1 power"
    assert all(choice.outcome.endswith("%") for choice in evade.choices)
    assert [group.title for group in group_rows(rows)] == ["Defence", "Besides"]


def test_rows_drop_amounts_that_buy_nothing_more():
    for game in positions(2):
        if not under_fire(game):
            continue
        for row in list_rows(game, game.decision.seat):
            points = [(choice.forecast.get("hull"), choice.forecast.get("shields")) for choice in row.choices]
            if "needs" not in (row.choices[0].forecast if row.choices else {}):
                assert len(points) == len({str(found) for found in points})


@pytest.mark.parametrize("mode", ["basic", "full"])
def test_amounts_that_buy_the_same_are_one(mode):
    game = laid({"ship": "Sol", "hull": 20}, {"ship": "Ruk'tor"}, mode=mode)
    row = row_that(list_rows(game, 0), "repair hull")
    assert [choice.forecast["hull"] for choice in row.choices] == [[20, 24], [20, 26]]
    game.play("repair")
    assert [option.text for option in list_rows(game, 0)] == ["with no power", "with 1 power"]
    game.play("with 4 power")
    assert (game.ships[0].hull, game.ships[0].power) == (26, 0)


def test_rows_of_a_warp_name_their_hexes():
    game = play_until(new_game(), lambda game: "warp" in game.decision.options and game.number > 12)
    row = row_that(list_rows(game, game.decision.seat), "warp")
    assert all(choice.at is not None for choice in row.choices)
    assert [choice.key for choice in row.choices] == list(KEYS[: len(row.choices)])
    assert row.outcome.endswith(("hex", "hexes"))


def test_rows_of_a_later_stage_are_its_phrases():
    game = new_game()
    game.play("fire torpedoes")
    rows = list_rows(game, game.decision.seat)
    assert [row.text for row in rows] == list(game.decision.options)
    assert {row.group for row in rows} == {"Choose"}


def test_grouped_keeps_the_order_of_the_headings():
    game = play_until(new_game(4), lambda game: game.number > 20 and game.decision.topic == "maneuver")
    titles = [group.title for group in group_rows(list_rows(game, game.decision.seat))]
    assert titles == sorted(titles, key=GROUP_ORDER.index)


def test_row_data_is_the_forecast_for_scripts():
    game = play_until(new_game(), under_fire)
    take = list_rows(game, game.decision.seat)[0]
    points = f'data-hull="{take.forecast["hull"][1]}" data-shields="{take.forecast["shields"][1]}"'
    assert take.data == f' {points} data-total="no power · {take.outcome}"'


def test_rows_name_a_hex_by_its_tile():
    game = play_until(new_game(), lambda game: "warp" in game.decision.options and game.number > 12)
    tiles = {tuple(tile["at"]): tile["title"] for tile in game.view(None)["map"]}
    choices = row_that(list_rows(game, game.decision.seat), "warp").choices
    assert choices
    assert all(f"{tiles[each.at]} ({each.at[0]},{each.at[1]})" in each.spoken for each in choices if each.at)
