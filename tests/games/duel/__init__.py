"""A duel of hidden numbers: a second game on the shelf, small enough to be read in one go."""
