"""Crew, espionage, assimilation and equipment (rules 14-16)."""
