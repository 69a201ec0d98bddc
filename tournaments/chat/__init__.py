"""What people say at a table: one room for its players, and one for those who watch.

Nothing of it enters the game or its log.
"""
