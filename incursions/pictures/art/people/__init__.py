"""Portraits: who is shown, from the head outwards."""
