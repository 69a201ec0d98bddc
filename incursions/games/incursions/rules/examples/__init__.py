"""Scenarios: the rules as examples, and the rules that each of them shows."""
