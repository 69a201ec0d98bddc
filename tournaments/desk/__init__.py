"""The desk of a tournament: where its staff prepare it and run it."""
