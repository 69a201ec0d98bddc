"""Power, cloak and tractor beams in force, weapons, and values of placed pieces (rules 7, 12)."""
