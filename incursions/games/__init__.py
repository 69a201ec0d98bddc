"""The shelf of games: what the platform asks of a game, and a package for each game."""
