"""Matches and their clocks, live play, and the pages of a table."""
