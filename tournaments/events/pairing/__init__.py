"""Pairing of tournament rounds. Pure: no database, no clock, and all randomness from the seed."""
