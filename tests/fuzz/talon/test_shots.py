"""Options, previews and dice of shots beside a slow version of the rules, in positions by chance (rules T8, T18)."""

from random import Random

import pytest

from incursions.games.talon.rules.damage import Blow, Blows
from incursions.games.talon.rules.fire import SHOTS, GunDamage, list_fire_acts
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.setup import RULINGS
from incursions.games.talon.rules.ships import Missile
from tests.fuzz.talon import slow_shots
from tests.fuzz.talon.setups import CLOSE, SEED_BYTES, SKIRMISH, made_setup
from tests.sampling import sample

POSITIONS, SAMPLE = 4000, 60
CHUNKS = 5
MISSILES = 4


def laid(number: int) -> Game:
    """Return a game with ships and missiles in any hexes, and all bars full."""
    rng = Random(f"position {number}")
    setup = made_setup(number, SKIRMISH) | {"rulings": dict(RULINGS)}
    game = Game.start(setup, rng.randbytes(SEED_BYTES))
    open_hexes = [(q, r) for q, r in CLOSE if f"{q},{r}" not in setup["terrain"]] or CLOSE
    for ship in game.ships:
        ship.at = rng.choice([*CLOSE, *open_hexes, *open_hexes])
        ship.facing = rng.randrange(6)
        ship.charge = tuple(group.full for group in ship.printed.groups)
    game.missiles = {
        number: Missile(number, rng.randrange(2), rng.choice(open_hexes), -1) for number in range(1, MISSILES + 1)
    }
    game.volley = ()
    return game


def check_preview(game: Game, text: str) -> None:
    """Check the odds that are shown before a shot."""
    act = game.battlefield.read_act(text)
    ship = game.ships[act.ship]
    at = game.missiles[act.missile].at if act.missile else game.ships[act.target].at
    shot, weapon = game.preview(text), slow_shots.weapon_of(game, slow_shots.group_of(game, ship, act.detail))
    assert shot.range == slow_shots.steps_between(ship.at, at)
    assert shot.struck == ("" if act.missile else slow_shots.struck_arc(game.ships[act.target], ship.at))
    if "launch" in weapon:
        assert (shot.chance, shot.damage, shot.average) == (6, weapon["hit"], weapon["hit"])
        return
    is_spared = not act.missile and game.ships[act.target].printed.kind in weapon.get("spares", ())
    damage = [0 if is_spared else slow_shots.damage_of(game, ship, act.detail, at, die) for die in slow_shots.FACES]
    assert shot.modifier == slow_shots.modifier_of(game, ship.at, at)
    assert shot.chance == sum(points > 0 for points in damage)
    assert shot.damage == max(damage)
    assert shot.average == pytest.approx(sum(damage) / 6)


def check_shot(game: Game, text: str) -> None:
    """Fire, and check what the die counts and whom it strikes where."""
    act = game.battlefield.read_act(text)
    ship = game.ships[act.ship]
    weapon = slow_shots.weapon_of(game, slow_shots.group_of(game, ship, act.detail))
    game.events, under_way = [], len(game.stack)
    SHOTS.perform(game, act)
    if "launch" in weapon:
        missile = game.missiles[game.events[-1].told["missile"]]
        assert (missile.at, missile.target, missile.side) == (ship.at, act.target, ship.side)
        return
    (die,) = game.dice.rolled
    frames = game.stack[under_way:]
    blows = {blow[:4] for frame in frames if isinstance(frame, Blows) for blow in frame.blows}
    if "area" in weapon:
        assert blows == slow_shots.cone_of(game, ship, act.detail, die)
        return
    at = game.missiles[act.missile].at if act.missile else game.ships[act.target].at
    assert game.events[-2].told == {"die": die, "counts": slow_shots.counts_of(game, ship.at, at, die)}
    blows |= {(frame.ship, 0, frame.points, frame.arc) for frame in frames if isinstance(frame, GunDamage)}
    points = slow_shots.damage_of(game, ship, act.detail, at, die)
    arc = "" if act.missile else slow_shots.struck_arc(game.ships[act.target], ship.at)
    assert blows == ({Blow(act.target, act.missile, points, arc, "")[:4]} if points else set())
    assert game.events[-1].kind == ("hit" if points else "missed")


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_shots_are_those_of_the_slow_rules(chunk):
    for number in sample(range(POSITIONS), SAMPLE)[chunk::CHUNKS]:
        game = laid(number)
        for seat in range(len(game.setup["seats"])):
            texts = [act.text for act in list_fire_acts(game, seat)]
            assert texts == list(slow_shots.shots_of(game, seat))
            for text in texts:
                check_preview(game, text)
                check_shot(game.copy(), text)
