"""Webhooks: what happens at a tournament is told to addresses that its owner names, signed, once at least."""
