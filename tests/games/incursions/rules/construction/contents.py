"""Random deck contents and their problems."""

from incursions.games.incursions.rules.construction import FULL, DeckContent, evaluate
from tests.games.incursions.rules.construction.pieces import PIECES


def problems(content, chosen=FULL, **pool):
    return list(evaluate(content, chosen, PIECES, **pool).problems)


def random_content(rng):
    titles = [*PIECES, "Unicorn"]
    cards = {title: rng.randint(1, 6) for title in rng.sample(titles, rng.randint(0, 12))}
    hexpile = {title: rng.randint(1, 6) for title in rng.sample(titles, rng.randint(0, 6))}
    outside = [rng.choice([None, *titles]) for _ in range(3)]
    return DeckContent(*outside, cards, hexpile)
