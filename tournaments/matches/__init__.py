"""A match: its rows, its lock, its clocks, and every move; replays, verification and files of matches."""
