"""The problems of decks and hexpiles in a player's words: one sentence for each code."""

from __future__ import annotations

from incursions.rules.construction.problems import Problem

# In braces the parameters of the problem.
SENTENCES = {
    "piece.unknown": "There is no piece called “{title}”.",
    "ship.missing": "A ship is missing.",
    "ship.not_a_ship": "“{title}” is no ship.",
    "captain.not_a_captain": "“{title}” is no captain.",
    "stand_in.not_crew": "“{title}” is no crew member, so it cannot stand in for a captain.",
    "stand_in.beside_captain": "{stand_in} stands in for a captain, and {captain} is there: bring one of them.",
    "deck.captain": "“{title}” is a captain; captains stand outside the deck.",
    "deck.not_a_card": "“{title}” stands in the deck, and is a {kind}.",
    "deck.too_small": "The deck holds {cards} of at least {min} cards.",
    "deck.too_many_copies": "The deck holds {copies} copies of “{title}”; at most {max} are allowed.",
    "deck.rarity_over_limit": "{count} cards count as {rarity}; the limit is {max}.",
    "deck.card_unusable": "“{title}” is of no use to this ship and captain; it is for {usage}.",
    "hexpile.points_out_of_range": "The hexpile is worth {points} points; {min} to {max} are allowed.",
    "hexpile.no_wormhole": "The hexpile holds no wormhole.",
    "hexpile.too_many_copies": "The hexpile holds {copies} tiles “{title}”; at most {max} are allowed.",
    "hexpile.unique_twice": "The hexpile holds {copies} tiles “{title}”, whose event is unique; one is allowed.",
    "hexpile.not_a_tile": "“{title}” stands in the hexpile, and is a {kind}.",
    "hexpile.worthless_tile": "“{title}” is worth {points} points; a tile is worth at least 1.",
    "pool.missing": "There is no pool to build from.",
    "pool.exceeded": "The pool holds {opened} of “{title}”, and {used} are used.",
    "pool.unknown_piece": "The pool names “{title}”, and there is no such piece.",
}


def sentence(problem: Problem) -> str:
    """What is wrong, in one sentence."""
    return SENTENCES[problem.code].format(**problem.params)
