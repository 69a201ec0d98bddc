"""Webhooks: signed messages about a tournament, delivered at least once to addresses that its owner sets."""
