"""Whether the set is balanced: starter decks against each other, captains in all seats, and what came of it."""
