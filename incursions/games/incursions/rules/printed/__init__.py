"""Printed pieces: their parsers and checks (rules 2)."""
