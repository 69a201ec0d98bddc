"""Scenarios: the rules as examples, and which rules they show."""
