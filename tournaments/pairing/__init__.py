"""Who meets whom in a round of a tournament. Pure: no database, no clock, no chance but that of the seed."""
