"""Espionage, assimilation, equipment and repair (rules 12, 14-16)."""
