"""What others may know of a player: history, results, ratings, badges, and the lists of the best."""
