"""The desk of a tournament: the pages where its staff prepare and run it."""
