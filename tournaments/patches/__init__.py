"""Patches: what players of tournaments are awarded (rules 21.6), as pictures, on profiles, and as certificates."""
