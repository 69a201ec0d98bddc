"""What is true of every game at every question, whatever was played."""

import json
from random import Random

import pytest

from incursions.engine import Choice
from incursions.games.incursions.rules import Game, IllegalAction
from incursions.games.incursions.rules.maneuvers.turns import DominatingTurn
from incursions.games.incursions.rules.plays.announcements import PUBLIC
from incursions.games.incursions.rules.plays.card_moves import open_hands
from tests.fuzz.contract import as_text, check_copies, check_refused, misspelled, state
from tests.fuzz.contract import check_question as check_one_is_asked


def check_table(game: Game) -> None:
    """One question with options while the game is not over; points, power and tiles are all there (1.3, 2.3, 10.10)."""
    question = game.decision
    if question is None:
        assert game.result is not None
        assert not game.stack
    else:
        assert game.result is None
        assert len(question.options) > 0
        assert game.ships[question.seat].out is None or isinstance(game.turn, DominatingTurn)
    for ship in game.ships:
        assert 0 <= ship.hull <= ship.card.hull
        assert 0 <= ship.shields <= ship.shields_maximum
        assert ship.power >= 0
        assert ship.power + len(ship.spent) == ship.power_cards
        assert ship.at in game.map
    waiting = {frame.seat for frame in game.stack if isinstance(frame, Choice)}
    assert question is None or all(ship.seat in waiting for ship in game.ships if ship.diverted)
    assert len(game.map) + sum(map(len, piles(game))) == 1 + len(tiles_brought(game))


def piles(game: Game) -> list[list[str]]:
    gone = [title for _, title in game.board.gone_tiles]
    return [game.pile, gone, *(player.pile for player in game.players)]


def tiles_brought(game: Game) -> list[str]:
    """Return the tiles of the house's pile, or of all seats."""
    if not game.has_cards:
        return game.setup["pile"]
    return [title for seat in game.setup["seats"] for title in seat["hexpile"]]


def check_question(game: Game) -> None:
    """One seat is asked, and every tile that was brought is somewhere."""
    check_one_is_asked(game)
    titles = sorted([*list(game.map.values())[1:], *(title for pile in piles(game) for title in pile)])
    assert titles == sorted(tiles_brought(game))


def onlookers(game: Game, rng: Random) -> list[int | None]:
    """Return a spectator, the seat that is asked, and one of the others."""
    asked = game.decision.seat
    return [None, asked, (asked + rng.randrange(1, len(game.ships))) % len(game.ships)]


def check_views(game: Game, rng: Random) -> None:
    """Check that views are plain data, options are the asked seat's alone, and no view shows hidden information."""
    question = game.decision
    seats = onlookers(game, rng)
    seen = [game.view(seat) for seat in seats]
    text = as_text(seen)
    assert json.loads(text) == seen
    assert game.dice.seed.hex() not in text
    for view in seen:
        own = view["seat"] == question.seat
        assert view["options"] == (list(question.options) if own else [])
        assert view["question"]["said"] == (list(question.said) if own else [])
        assert view["pile"] == len(game.pile_of(game.turn_seat if view["seat"] is None else view["seat"]))
    if game.has_cards:
        if game.windows == PUBLIC:  # else who is asked at all tells of hands (13.10)
            for seat in onlookers(game, rng)[1:]:
                check_hands(game, rng, seat)
        return
    twin = hidden_twin(game, rng)
    assert [twin.view(seat) for seat in seats] == seen
    check_alike(game, twin, rng)


def hidden_twin(game: Game, rng: Random) -> Game:
    """Return the same table to every seat, with the rest of the pile in another order, under another seed."""
    data = game.to_data()
    rng.shuffle(data["pile"])
    data["dice"] |= {"seed": rng.randbytes(32).hex(), "epoch": rng.randrange(1000), "counters": {}}
    return Game.from_data(data, game.setup)


def check_hands(game: Game, rng: Random, seat: int) -> None:
    """Check that hidden hands, decks and piles change nothing that the seat is told."""
    twin = dealt_twin(game, rng, seat)
    assert as_text(twin.view(seat)) == as_text(game.view(seat))
    spectators = [twin.view(None), game.view(None)]
    assert spectators[0] == spectators[1]
    assert twin.standing(seat) == game.standing(seat)
    if game.decision.seat == seat:
        check_alike(game, twin, rng)
        return
    for text in garbage(game, rng):
        assert game.why_not(text, seat) == twin.why_not(text, seat)


def dealt_twin(game: Game, rng: Random, seat: int) -> Game:
    """Return the same table to one seat: other hands hold other cards, and decks and piles lie in another order."""
    data = game.to_data()
    known = {seat, *open_hands(game, seat)}
    for other, player in enumerate(data["players"]):
        rng.shuffle(player["deck"])
        rng.shuffle(player["pile"])
        if other not in known:
            hidden = player["hand"] + player["deck"]
            rng.shuffle(hidden)
            held = len(player["hand"])
            player["hand"], player["deck"] = hidden[:held], hidden[held:]
    mixed = list(zip(data["pile"], data["brought_by"], strict=True))
    rng.shuffle(mixed)
    data["pile"], data["brought_by"] = [title for title, _ in mixed], [owner for _, owner in mixed]
    if game.decision.seat != seat:
        data["stack"][-1]["said"] = []  # the line that another composes may be of a card he holds
    data["dice"] |= {"seed": rng.randbytes(32).hex(), "epoch": rng.randrange(1000), "counters": {}}
    return Game.from_data(data, game.setup)


def check_alike(game: Game, twin: Game, rng: Random) -> None:
    """Check that the asked seat is told the same by two games that differ only in hidden information."""
    seat = game.decision.seat
    assert twin.decision == game.decision
    assert twin.refusals(seat) == game.refusals(seat)
    assert twin.standing(seat) == game.standing(seat)
    assert twin.least == game.least
    for option in rng.sample(game.decision.options, k=min(2, len(game.decision))):
        assert twin.forecast(option) == game.forecast(option)
        assert twin.following(option) == game.following(option)


def check_options(game: Game) -> None:
    """Every option is accepted by a copy, as the explanations say that it is, and leads where `following` says."""
    before = state(game)
    for option in game.decision.options:
        assert game.why_not(option) is None
        after = game.following(option)
        assert as_text(game.forecast(option))
        copied = game.copy()
        copied.play(option)
        line = option
        while after is not None and after.has_only_least:  # it is not asked
            line = f"{line} {after.least}"
            after = game.following(line)
        if after is not None:
            assert copied.decision == after
            assert copied.asked == game.asked
        elif copied.decision is not None:
            assert not copied.decision.said
            assert copied.asked > game.asked
    for refused in game.refusals(game.decision.seat):
        assert refused.rule
        assert refused.reason
        with pytest.raises(IllegalAction):
            game.play(refused.text)
    assert state(game) == before


def check_lines(game: Game, rng: Random) -> None:
    """Check that a whole line does what its stages do one by one, and that others with hands see no difference."""
    staged, whole = game.copy(), game.copy()
    said = [rng.choice(staged.decision.options)]
    events = staged.play(said[0])
    while staged.decision is not None and staged.decision.said:
        said.append(rng.choice(staged.decision.options))
        events = staged.play(said[-1])
    assert whole.play(" ".join(said)) == events
    mover = game.decision.seat
    for viewer in (None, *range(len(game.ships))):
        if viewer != mover and game.has_secrets:
            assert as_text(whole.view(viewer)) == as_text(staged.view(viewer))
    assert without_numbers(whole) == without_numbers(staged)


def without_numbers(game: Game) -> str:
    """Return the state without the counts of its mover's actions: a line is one, its stages are several."""
    data = game.to_data()
    del data["number"], data["private"]
    if not game.has_secrets:
        for ship in data["ships"]:
            del ship["out_at"]
        for frame in data["stack"]:
            frame.pop("moment", None)  # in which action ships fell
    return as_text(data)


LINES = """
explore north, warp to 0,0 and 1,-1 and 9,9, fire phasers disruptors torpedoes mines at seat 0 1 5 7 with and no power
range 2 99 -1, repair hull shields, evade, add, decline, take the hit, back, concede, time, forfeit, step, play card
aux, divert 5 10 7 to shields phasers repair evasion, table discard Officer 1
"""
WORDS = LINES.split()


def garbage(game: Game, rng: Random) -> list[str]:
    """Texts that look more or less like lines."""
    return misspelled(game, rng, WORDS)


def check_secrets_and_copies(game: Game, rng: Random) -> None:
    """Check the contract of copies, saves and views."""
    check_question(game)
    check_copies(game, rng)
    check_views(game, rng)


def check_answers(game: Game, rng: Random) -> None:
    """Check the contract of options, lines and refused texts."""
    check_options(game)
    check_lines(game, rng)
    check_refused(game, garbage(game, rng), (ship.seat for ship in game.ships if ship.seat != game.decision.seat))
