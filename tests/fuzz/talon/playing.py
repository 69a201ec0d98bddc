"""Random players of Talon, who fire and move more often than they close a step."""

from random import Random

from incursions.engine import Event, Question
from incursions.engine.hexes import distance
from incursions.games.talon.rules.acts import MOVEMENT, POWER_PHASE, WAY_OF_VERB
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.movement import find_destination
from tests.fuzz.contract import check_replayed
from tests.fuzz.talon.invariants import DEADLY, Tally, check_everything, check_result, check_table
from tests.fuzz.talon.setups import dealt

MOST_ACTIONS = 20_000
BY_TIME, TOWARDS_FOES, NOT_RARELY = 0.05, 0.7, 0.8


def chosen(game: Game, question: Question, rng: Random) -> str:
    """Return an option by chance; ships close in, few jump or close a step early, and time answers now and then."""
    if rng.random() < BY_TIME:
        return game.least
    text, other = rng.choice(question.options), rng.choice(question.options)
    if question.topic == MOVEMENT and rng.random() < TOWARDS_FOES:
        return min(text, other, key=lambda option: far_from_foes(game, option))
    is_rare = text.startswith("announce" if question.topic == POWER_PHASE else "end")
    return other if is_rare and rng.random() < NOT_RARELY else text


def far_from_foes(game: Game, option: str) -> int:
    """Return the distance to the nearest foe of the hex into which a ship moves; 0 for all else but the end."""
    act = game.battlefield.read_act(option)
    if act.verb not in WAY_OF_VERB:
        return MOST_ACTIONS if act.verb == "end" else 0
    ship = game.ships[act.ship]
    goal = find_destination(ship, WAY_OF_VERB[act.verb][act.detail])
    if game.battlefield.terrain.get(goal) in DEADLY:
        return MOST_ACTIONS
    return min((distance(goal, foe.at) for foe in game.ships if foe.side != ship.side and foe.is_in_play), default=0)


def play_on(game: Game, rng: Random, one_in: int) -> list[list[Event]]:
    """Play a game to its end by chance, look at it at every question and closely at one in some; return its events."""
    tally = Tally(game)
    happened = [game.events]
    tally.follow(game, game.events)
    while game.decision is not None:
        assert game.number < MOST_ACTIONS
        check_table(game)
        if rng.randrange(one_in) == 0:
            check_everything(game, rng)
        happened.append(game.play(chosen(game, game.decision, rng)))
        tally.follow(game, happened[-1])
    check_table(game)
    check_result(game)
    return happened


def play_and_check(number: int, one_in: int) -> Game:
    """Play the game of this number by chance with all checks, and replay it."""
    rng, game = dealt(number)
    seed = game.dice.seed
    happened = play_on(game, rng, one_in)
    check_replayed(game, game.setup, seed, happened)
    return game
