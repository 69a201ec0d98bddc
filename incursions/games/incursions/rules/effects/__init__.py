"""The effects in force for each seat (rules 2.8)."""
