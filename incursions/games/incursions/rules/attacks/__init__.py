"""Attacks and the defence against them (rules 10, 11)."""
