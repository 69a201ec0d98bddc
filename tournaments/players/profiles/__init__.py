"""Public information about players: history, results, ratings, badges, and leader lists."""
