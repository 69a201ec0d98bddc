"""The record of a whole match."""

import json
import random

from django.conf import settings

from incursions.games.incursions.kind import KIND
from incursions.games.incursions.rules import Game, basic_setup, catalogue
from tests.tournaments.laid_matches import SEED
from tournaments.matches.export import add_digest, export_replay


def finished_record() -> dict:
    """Return the record of a whole match between random players, made without a database."""
    pieces = catalogue.load(settings.ROOT / "fixtures")
    setup = add_digest(basic_setup(2, list(pieces.ships.values()), list(pieces.tiles.values())))
    rng, game = random.Random(4), Game.start(setup, SEED)
    while game.decision is not None:
        game.play(rng.choice(game.decision.options))
    actions = [(entry.seat, entry.text) for entry in game.log]
    return json.loads(json.dumps(export_replay(KIND, setup, SEED, actions)))


RECORD = finished_record()
