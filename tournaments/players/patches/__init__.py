"""Patches: awards for tournament players (rules 21.6), as pictures, on profiles, and as certificates."""
