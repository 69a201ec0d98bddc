"""Den of Wolves: a megagame of 26 to 41 players, run from a console."""
