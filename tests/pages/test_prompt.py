"""The prompt names who asks whom, for what, by which rule."""

from incursions.games.incursions.table.prompt import build_prompt
from incursions.games.incursions.table.question_rows import list_rows
from tests.pages.games import full_positions, new_full_game, new_game, play_until, under_fire


def prompt_of(game, seat):
    rows = list_rows(game, seat) if seat is not None else []
    return build_prompt(game.view(seat), rows, seat)


def test_prompt_of_the_seat_asked():
    game = new_game()
    prompt = prompt_of(game, game.decision.seat)
    assert (prompt.title, prompt.rule, prompt.is_own) == ("Your first maneuver", "6.2", True)
    assert prompt.sub == "2 maneuvers left, 4 power ready"
    assert prompt.announce.startswith("Your decision. Your first maneuver. ")


def test_prompt_of_another_seat_names_who_is_asked():
    game = new_game()
    asked = game.view(None)["ships"][game.decision.seat]["title"]
    for seat in (1 - game.decision.seat, None):
        prompt = prompt_of(game, seat)
        assert (prompt.title, prompt.is_own, prompt.groups) == (f"{asked}’s first maneuver", False, ())
        assert prompt.announce == f"{asked} is asked."


def test_prompt_under_fire_from_three_sides():
    game = play_until(new_game(), under_fire)
    target = game.decision.seat
    titles = [ship["title"] for ship in game.view(None)["ships"]]
    shooter = 1 - target
    assert prompt_of(game, target).title == f"{titles[shooter]} fires at you"
    assert prompt_of(game, shooter).title == f"{titles[target]} answers your fire"
    assert prompt_of(game, None).title == f"{titles[target]} answers {titles[shooter]}’s fire"


def test_prompt_under_fire_opens_every_row_with_amounts():
    game = play_until(new_game(), under_fire)
    rows = [row for group in prompt_of(game, game.decision.seat).groups for row in group.rows]
    assert all(row.is_open == bool(row.choices) for row in rows)


def test_prompt_of_a_later_stage_tells_what_is_said():
    game = new_game()
    other = game.view(None)["ships"][1 - game.decision.seat]["title"]
    game.play("fire torpedoes")
    game.play(f"at seat {1 - game.decision.seat}")
    assert prompt_of(game, game.decision.seat).said == ("fire torpedoes", f"at {other}")


def test_prompt_of_a_match_that_is_over():
    game = new_game()
    game.act(0, "concede")
    assert prompt_of(game, 1).title == "The match is over"


def test_prompt_counts_maneuvers_where_one_is_chosen_alone():
    for game in full_positions(0, every=3, most=150):
        prompt = prompt_of(game, game.decision.seat)
        assert ("left" in prompt.sub) == (game.decision.topic == "maneuver" and not game.decision.said)


def test_prompt_says_what_is_announced_in_a_player_s_words():
    game = play_until(new_full_game(), lambda game: bool(game.view(None)["announced"]))
    said = [each.words for each in prompt_of(game, game.decision.seat).announced]
    assert said
    for words in said:
        assert "seat " not in words
        assert not any(nothing in words for nothing in ("no power", "no card", "no range"))
        assert any(words.startswith(ship["title"]) for ship in game.view(None)["ships"])
