"""Printed pieces, their fields and checks, and the vocabulary of effects as data (rules 2)."""
